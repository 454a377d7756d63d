//! Dice formulas: what they ask, what they come to, and how throws of them fell.

mod bars;
mod beside;
mod groups;
mod listed;
mod picture;
mod table;
mod thrown;
mod words;

use crate::kernel::dice::formula::Formula;
use crate::odds::{Distribution, Ratio};
use crate::report::Style;

pub(super) use bars::bar;
pub use listed::{dice_csv, dice_json};
pub use picture::dice_picture;
pub(super) use table::bar_width;
pub use thrown::{dice_throws, dice_throws_json};

/// A formula with its exact odds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DiceOdds {
    /// The formula.
    pub formula: Formula,
    /// What it comes to.
    pub odds: Distribution<i64>,
}

/// What is asked about formulas, beside everything.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct DiceAsked {
    /// How likely so much or more is.
    pub at_least: Option<i64>,
    /// How likely so much or less is.
    pub at_most: Option<i64>,
}

/// How many decimals means and deviations have.
const PLACES: u32 = 2;

/// Longer fractions are not shown beside their decimals.
const LONGEST_FRACTION: usize = 24;

impl DiceAsked {
    /// Each question that is asked with its probability: `at least 15`.
    fn answers(self, odds: &Distribution<i64>) -> Vec<(String, Ratio)> {
        let mut answers = Vec::new();
        if let Some(least) = self.at_least {
            answers.push((format!("at least {least}"), odds.at_least(least)));
        }
        if let Some(most) = self.at_most {
            answers.push((format!("at most {most}"), odds.at_most(most)));
        }
        if let (Some(least), Some(most)) = (self.at_least, self.at_most)
            && least <= most
        {
            answers.push((format!("from {least} to {most}"), odds.share(odds.weight_between(least, most))));
        }
        answers
    }
}

/// What one formula comes to, or several side by side.
pub fn dice_told(all: &[DiceOdds], asked: DiceAsked, style: &Style) -> String {
    let text = match all {
        [one] => table::one(one, asked, style),
        several => beside::several(several, asked, style),
    };
    if style.ascii { crate::report::to_ascii(&text).into_owned() } else { text }
}

/// `12.24 (15869/1296)`, or the number alone where it is whole or its fraction is long.
fn with_fraction(ratio: &Ratio) -> String {
    let (decimal, fraction) = (ratio.about(PLACES), ratio.to_string());
    match fraction == decimal || fraction.len() > LONGEST_FRACTION {
        true => decimal,
        false => format!("{decimal} ({fraction})"),
    }
}

/// `41.67 % (5/12)`.
fn chance(ratio: &Ratio) -> String {
    let fraction = ratio.to_string();
    match ratio.is_zero() || *ratio == Ratio::ONE || fraction.len() > LONGEST_FRACTION {
        true => ratio.percent(),
        false => format!("{} ({fraction})", ratio.percent()),
    }
}

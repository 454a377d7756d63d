//! What two sides had best decide in secret: as a table, for other programs, and what single answers give away.

mod listed;
mod told;

use crate::odds::Ratio;

pub use listed::{advice_csv, advice_json};
pub use told::advice_told;

/// One way for a side to fill its sheet in; all figures are of the measure, whoever wants it high.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AdviceWay {
    /// In words: `front 3, rear 3`.
    pub told: String,
    /// The chance with which it is taken by who decides as well as can be.
    pub taken: Ratio,
    /// What it comes to on average against the other side's best mixture, and what that gives away.
    pub against_mixture: (Ratio, Ratio),
    /// What it comes to once the other side knows it, and what that gives away.
    pub when_known: (Ratio, Ratio),
    /// What the other side then writes down.
    pub reply: String,
}

/// One of the sides.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AdviceSide {
    /// Its long name.
    pub title: String,
    /// What it was asked.
    pub question: String,
    /// Every way to fill its sheet in.
    pub ways: Vec<AdviceWay>,
}

/// An answer that was asked about: the place of the side, and of its way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AdviceGiven {
    /// 0 for the side that wants the measure high, 1 for the other.
    pub side: usize,
    /// The place among its ways.
    pub way: usize,
}

/// A decision in secret, solved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AdviceOf {
    /// The command.
    pub line: String,
    /// What is measured: `P(destroy)`.
    pub measure: String,
    /// Whether that is a probability.
    pub is_chance: bool,
    /// What it comes to when both decide as well as they can.
    pub value: Ratio,
    /// The side that wants it high, and the other.
    pub sides: [AdviceSide; 2],
    /// Answers that were asked about.
    pub given: Vec<AdviceGiven>,
    /// The figure of each meeting, a row for each way of the first side.
    pub matrix: Vec<Vec<Ratio>>,
    /// What is to be known besides.
    pub remarks: Vec<String>,
}

/// Decimals of a mean.
const PLACES: u32 = 4;

/// A figure of the measure: a percentage, or a number in decimals.
fn figure(of: &AdviceOf, figure: &Ratio) -> String {
    if of.is_chance { figure.percent() } else { figure.decimal(PLACES) }
}

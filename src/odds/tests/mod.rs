//! Every algorithm four ways: against all ways the dice may fall, by the laws it must obey, against answers worked out
//! elsewhere, and against thrown dice.

mod brute;
mod elsewhere;
mod laws;
mod luck;
mod simulated;

use super::distribution::Distribution;
use super::formula::distribution_of;
use super::limits::TooMuch;
use super::ratio::Ratio;
use crate::data::parse_formula;
use crate::kernel::dice::formula::Formula;

fn formula(text: &str) -> Formula {
    parse_formula(text).unwrap_or_else(|mistake| panic!("{text}: {mistake}"))
}

fn odds(text: &str) -> Distribution<i64> {
    distribution_of(&formula(text)).unwrap_or_else(|too_much| panic!("{text}: {too_much}"))
}

fn refused(text: &str) -> TooMuch {
    match distribution_of(&formula(text)) {
        Ok(odds) => panic!("{text} has {} outcomes", odds.len()),
        Err(too_much) => too_much,
    }
}

/// The same outcomes with the same probabilities, whatever they are counted out of.
fn same<T: Ord + Clone>(left: &Distribution<T>, right: &Distribution<T>) -> bool {
    left.clone().reduced() == right.clone().reduced()
}

fn ratio(above: i64, below: u64) -> Ratio {
    Ratio::new(above, below)
}

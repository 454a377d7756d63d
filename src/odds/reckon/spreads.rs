//! What dice come to, for rules with random numbers.

use std::rc::Rc;

use super::super::distribution::Distribution;
use super::super::formula::distribution_of;
use super::super::limits::Work;
use super::super::sums::sum_of_dice;
use crate::kernel::dice::formula::Formula;
use crate::rules::{Spread, Spreads};

/// The algebra of exact distributions.
#[derive(Debug, Default)]
pub(super) struct Algebra;

fn spread(odds: &Distribution<i64>) -> Spread {
    Rc::from(odds.rows())
}

impl Spreads for Algebra {
    fn sum(&self, count: u32, faces: u32) -> Result<Spread, String> {
        let odds = sum_of_dice(&[(count, faces)], &mut Work::new()).map_err(|why| why.to_string())?;
        Ok(spread(&odds))
    }

    fn formula(&self, formula: &Formula) -> Result<Spread, String> {
        distribution_of(formula).map(|odds| spread(&odds)).map_err(|why| why.to_string())
    }
}

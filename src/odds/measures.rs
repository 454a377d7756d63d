//! What is told of a distribution of numbers: its mean, how far it spreads, and the chances at its ends.

use super::distribution::Distribution;
use super::natural::{Natural, Whole};
use super::ratio::Ratio;

impl Distribution<i64> {
    /// The mean.
    pub fn mean(&self) -> Ratio {
        Ratio::new(self.moment(), self.total().clone())
    }

    /// The mean of the squared distance from the mean.
    pub fn variance(&self) -> Ratio {
        // From the first outcome on numbers are small, and the variance is the same.
        let from = self.least();
        let (mut first, mut second) = (Natural::ZERO, Natural::ZERO);
        for (outcome, weight) in self.rows() {
            let distance = u128::try_from(i128::from(*outcome) - i128::from(from)).unwrap_or(0);
            let moment = weight * distance;
            second += &moment * distance;
            first += moment;
        }
        let total = self.total();
        Ratio::new(Whole::from(second * total) - Whole::from(&first * &first), total * total)
    }

    /// The standard deviation in decimals, rounded to so many places.
    pub fn deviation(&self, places: u32) -> String {
        self.variance().root(places)
    }

    /// The same for readers, as [`Ratio::about`] tells numbers.
    pub fn deviation_about(&self, places: u32) -> String {
        self.variance().root_about(places)
    }

    /// The least outcome.
    pub fn least(&self) -> i64 {
        self.rows().first().map_or(0, |(outcome, _)| *outcome)
    }

    /// The greatest outcome.
    pub fn greatest(&self) -> i64 {
        self.rows().last().map_or(0, |(outcome, _)| *outcome)
    }

    /// The weight of all outcomes from the one to the other, both included.
    pub fn weight_between(&self, from: i64, to: i64) -> Natural {
        let start = self.rows().partition_point(|(o, _)| *o < from);
        let end = self.rows().partition_point(|(o, _)| *o <= to);
        self.rows().get(start..end).unwrap_or_default().iter().map(|(_, w)| w).sum()
    }

    /// The probability of an outcome of at least so much.
    pub fn at_least(&self, outcome: i64) -> Ratio {
        self.share(self.weight_between(outcome, i64::MAX))
    }

    /// The probability of an outcome of at most so much.
    pub fn at_most(&self, outcome: i64) -> Ratio {
        self.share(self.weight_between(i64::MIN, outcome))
    }

    /// The sum of the outcomes times their weights.
    fn moment(&self) -> Whole {
        let (mut above, mut below) = (Natural::ZERO, Natural::ZERO);
        for (outcome, weight) in self.rows() {
            let part = weight * outcome.unsigned_abs();
            *(if *outcome < 0 { &mut below } else { &mut above }) += part;
        }
        Whole::from(above) - Whole::from(below)
    }
}

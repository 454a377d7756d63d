//! The dice of a game counted, for `dice stats`: are they rigged?

use std::collections::BTreeMap;

use super::gamma::chi_square_tail;
use crate::kernel::door::{Answer, Ask, By, Given};

/// Where dice came from. The two are counted apart: one is the program's to answer for, the other the table's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Thrown {
    /// By the generator.
    Auto,
    /// With real dice, typed in.
    Entered,
}

/// Every face thrown in a game, by where the dice came from and their size.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DiceStats {
    dice: BTreeMap<(Thrown, u32), Histogram>,
}

/// How often each face of dice of one size came up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Histogram {
    sides: u32,
    counts: BTreeMap<u32, u64>,
    untold: u64,
}

/// What the counts say.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Fairness {
    /// Fewer than five of each face are expected: too few to say.
    TooFew {
        /// Dice counted.
        dice: u64,
        /// Dice needed.
        needed: u64,
    },
    /// Pearson's test against equal faces.
    Tested {
        /// The statistic.
        chi_square: f64,
        /// Degrees of freedom: one less than the faces.
        freedom: u64,
        /// How often fair dice stray at least this far, 0 to 1.
        p: f64,
    },
}

impl DiceStats {
    /// Counts an answer. Decisions, forced dice and the dice of bots and odds are no chance and do not count.
    pub fn record(&mut self, ask: &Ask, answer: &Answer) {
        let thrown = match answer.by {
            By::Auto(_) => Thrown::Auto,
            By::Entered(_) => Thrown::Entered,
            By::Forced | By::Policy(_) => return,
        };
        let Ask::Roll(roll) = ask else { return };
        let histogram = self.dice.entry((thrown, roll.sides)).or_insert_with(|| Histogram::new(roll.sides));
        match &answer.given {
            Given::Dice(faces) => faces.iter().for_each(|&face| histogram.count(face)),
            Given::Total(total) if roll.count == 1 => histogram.count(*total),
            Given::Total(_) => histogram.untold += u64::from(roll.count),
            Given::Chosen(_) | Given::Revealed(_) | Given::Sealed(_) => {}
        }
    }

    /// The histograms: the generator's first, small dice first.
    pub fn histograms(&self) -> impl Iterator<Item = (Thrown, &Histogram)> {
        self.dice.iter().map(|((thrown, _), histogram)| (*thrown, histogram))
    }
}

impl Histogram {
    /// No dice yet.
    pub fn new(sides: u32) -> Self {
        Histogram { sides, counts: BTreeMap::new(), untold: 0 }
    }

    /// Counts one die.
    pub fn count(&mut self, face: u32) {
        *self.counts.entry(face).or_default() += 1;
    }

    /// The size of the dice.
    pub fn sides(&self) -> u32 {
        self.sides
    }

    /// How often a face came up.
    pub fn of(&self, face: u32) -> u64 {
        self.counts.get(&face).copied().unwrap_or_default()
    }

    /// The dice counted.
    pub fn dice(&self) -> u64 {
        self.counts.values().sum()
    }

    /// Dice of which only a total was told, not counted among the faces.
    pub fn untold(&self) -> u64 {
        self.untold
    }

    /// Whether fair dice fall like this.
    pub fn fairness(&self) -> Fairness {
        let (dice, sides) = (self.dice(), u64::from(self.sides));
        let needed = 5 * sides;
        if dice < needed || sides < 2 {
            return Fairness::TooFew { dice, needed };
        }
        // Σ(o - n/s)² / (n/s) = (s Σo² - n²) / n, whole numbers up to the last division.
        let squares: u128 = self.counts.values().map(|&o| u128::from(o) * u128::from(o)).sum();
        let over = u128::from(sides) * squares - u128::from(dice) * u128::from(dice);
        let chi_square = over as f64 / dice as f64;
        Fairness::Tested { chi_square, freedom: sides - 1, p: chi_square_tail(chi_square, sides - 1) }
    }
}

#[cfg(test)]
mod tests;

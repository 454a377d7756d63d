//! Dice as people write them, `4d6kh3` or `2d6+3 > 2d6`, as a typed tree: a formula.
//!
//! `grammar/dice.md` tells what each form means. The tree is made from text in `data`, its exact distribution is
//! worked out in `odds`; here is what it consists of, how it is written, and what faces that were thrown make of it.

mod notation;
mod pool;
mod thrown;
mod written;

pub use notation::{Misspelt, Notation};
pub use pool::{Comparison, Die, Explode, Fault, Keep, MOST_DICE, MOST_FACES, Pool, Reroll, Test};
pub use thrown::{Fallen, FallenDie, Misread, Plain, Reading, Throw};

/// A formula: what is thrown, and what number is made of it. Every die in it is a die of its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Formula {
    /// A number.
    Number(i64),
    /// The sum of the dice of a pool that are kept.
    Total(Pool),
    /// How many of the dice that are kept are successes.
    Successes(Pool, Success),
    /// What the dice that are kept have in common.
    Set(SetKind, Pool),
    /// How many of its dice the first pool wins against the second, highest against highest, the next against the
    /// next; ties go to the second. Dice without an opponent do nothing.
    Wins(Pool, Pool),
    /// Terms, each added or taken off.
    Sum(Vec<(Sign, Formula)>),
    /// A first factor, then others that it is multiplied with or divided by, in order.
    Product(Box<Formula>, Vec<(Scale, Formula)>),
    /// 1 where the comparison holds, else 0.
    Compare(Box<Formula>, Comparison, Box<Formula>),
    /// The greatest or the least of several.
    Extreme(Extreme, Vec<Formula>),
    /// The same thrown twice, of which the better or the worse counts.
    Twice(Extreme, Box<Formula>),
    /// The value without its sign.
    Absolute(Box<Formula>),
}

/// Whether a term is added or taken off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sign {
    /// Added.
    Plus,
    /// Taken off.
    Minus,
}

/// What a factor does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scale {
    /// Multiplies.
    Times,
    /// Divides, and the quotient is rounded to a whole number.
    Over(Rounding),
}

/// Which way a quotient is rounded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rounding {
    /// Towards zero, as `/` does it alone: 7/2 is 3 and -7/2 is -3.
    Zero,
    /// Down: -7/2 is -4.
    Down,
    /// Up: 7/2 is 4.
    Up,
}

/// One of two ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extreme {
    /// The greatest.
    Greatest,
    /// The least.
    Least,
}

/// What dice may have in common.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SetKind {
    /// How many pairs of equal dice: four of a kind are two pairs.
    Pairs,
    /// How many triples of equal dice.
    Triples,
    /// How many dice are in the largest set of equal dice.
    Largest,
    /// How many different faces there are.
    Different,
    /// How many faces follow each other in the longest straight.
    Straight,
}

/// Which dice are successes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Success {
    /// What a die must show.
    pub test: Test,
    /// A face that is a success whatever must be shown.
    pub always: Option<i64>,
    /// A face that is none whatever must be shown.
    pub never: Option<i64>,
}

impl Success {
    /// Whether a die is a success.
    pub fn is_met(self, value: i64) -> bool {
        self.always == Some(value) || self.never != Some(value) && self.test.holds(value)
    }
}

impl Scale {
    /// `left` scaled by `right`; nothing where it does not fit 64 bits, or `right` is zero and divides.
    pub fn apply(self, left: i64, right: i64) -> Option<i64> {
        let Scale::Over(rounding) = self else { return left.checked_mul(right) };
        let quotient = left.checked_div(right)?;
        let is_exact = left % right == 0;
        let is_negative = (left < 0) != (right < 0);
        match rounding {
            Rounding::Down if !is_exact && is_negative => Some(quotient - 1),
            Rounding::Up if !is_exact && !is_negative => Some(quotient + 1),
            _ => Some(quotient),
        }
    }
}

impl Extreme {
    /// The extreme of two.
    pub fn of<T: Ord>(self, left: T, right: T) -> T {
        match self {
            Extreme::Greatest => left.max(right),
            Extreme::Least => left.min(right),
        }
    }
}

impl SetKind {
    /// Every kind, with the word that it is written with.
    pub const WORDS: [(SetKind, &'static str); 5] = [
        (SetKind::Pairs, "pairs"),
        (SetKind::Triples, "triples"),
        (SetKind::Largest, "largest"),
        (SetKind::Different, "different"),
        (SetKind::Straight, "straight"),
    ];
}

impl Formula {
    /// The number, where there are no dice and no doubt.
    pub fn number(&self) -> Option<i64> {
        match self.read(&[]) {
            Ok(Reading::Done(throw)) if throw.fallen.is_empty() => Some(throw.result),
            _ => None,
        }
    }

    /// True where the result is whether something holds: 1 or 0.
    pub fn is_chance(&self) -> bool {
        match self {
            Formula::Compare(..) => true,
            Formula::Successes(pool, _) => pool.kept() == 1 && !pool.grows(),
            _ => false,
        }
    }

    /// The pools, in the order in which they are thrown. What is thrown twice is there twice.
    pub fn pools(&self) -> Vec<&Pool> {
        let mut pools = Vec::new();
        self.add_pools(&mut pools);
        pools
    }

    fn add_pools<'a>(&'a self, pools: &mut Vec<&'a Pool>) {
        match self {
            Formula::Number(_) => {}
            Formula::Total(pool) | Formula::Successes(pool, _) | Formula::Set(_, pool) => pools.push(pool),
            Formula::Wins(first, second) => pools.extend([first, second]),
            Formula::Sum(terms) => terms.iter().for_each(|(_, of)| of.add_pools(pools)),
            Formula::Product(first, others) => {
                first.add_pools(pools);
                others.iter().for_each(|(_, of)| of.add_pools(pools));
            }
            Formula::Compare(left, _, right) => {
                left.add_pools(pools);
                right.add_pools(pools);
            }
            Formula::Extreme(_, all) => all.iter().for_each(|of| of.add_pools(pools)),
            Formula::Twice(_, of) => {
                of.add_pools(pools);
                of.add_pools(pools);
            }
            Formula::Absolute(of) => of.add_pools(pools),
        }
    }
}

#[cfg(test)]
mod tests;

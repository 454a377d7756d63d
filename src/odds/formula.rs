//! The exact distribution of a dice formula.
//!
//! Every pool is asked for what the formula makes of it, so a pool that is counted is never summed, and one that is summed
//! never listed. What is added or taken off as plain dice is summed all together.

use super::compare::{compare, extreme};
use super::distribution::{Distribution, pairs};
use super::kept::sum_of_kept;
use super::limits::{TooMuch, Work, check_size};
use super::natural::{Natural, words};
use super::pool::{Pool, ask};
use super::questions::{CountOfKept, Opposed, SetQuestion};
use super::sums::{add, sum_of, sum_of_dice};
use crate::kernel::dice::formula::{self, Die, Extreme, Formula, Scale, Sign, Success};

/// What a formula comes to, with the probability of each result.
///
/// # Errors
/// [`TooMuch`] where an exact answer would take too long or too much room, or is no number.
pub fn distribution_of(formula: &Formula) -> Result<Distribution<i64>, TooMuch> {
    Solver { work: Work::new() }.formula(formula).map(Distribution::reduced)
}

struct Solver {
    work: Work,
}

impl Solver {
    fn formula(&mut self, formula: &Formula) -> Result<Distribution<i64>, TooMuch> {
        match formula {
            Formula::Number(number) => Ok(Distribution::certain(*number)),
            Formula::Total(pool) => self.total(pool),
            Formula::Successes(pool, success) => self.successes(pool, *success),
            Formula::Set(kind, pool) => {
                let pool = self.pool(pool)?;
                ask(&[pool], &SetQuestion(*kind), &mut self.work)
            }
            Formula::Wins(first, second) => {
                let pools = [self.pool(first)?, self.pool(second)?];
                Ok(ask(&pools, &Opposed, &mut self.work)?.map(|(wins, _)| *wins))
            }
            Formula::Sum(terms) => self.sum(terms),
            Formula::Product(first, others) => {
                let mut product = self.formula(first)?;
                for (scale, of) in others {
                    let of = self.formula(of)?;
                    product = self.scaled(&product, *scale, &of)?;
                }
                Ok(product)
            }
            Formula::Compare(left, comparison, right) => {
                let (left, right) = (self.formula(left)?, self.formula(right)?);
                let compared = compare(&left, &right, &mut self.work)?;
                let holds = compared.weight(*comparison);
                let fails = compared.total() - &holds;
                Ok(Distribution::of([(0, fails), (1, holds)]).unwrap_or_else(|| Distribution::certain(0)))
            }
            Formula::Extreme(which, all) => {
                check_extreme(*which, all)?;
                let mut result: Option<Distribution<i64>> = None;
                for of in all {
                    let of = self.formula(of)?;
                    result = Some(match result {
                        Some(so_far) => extreme(*which, &so_far, &of, &mut self.work)?,
                        None => of,
                    });
                }
                Ok(result.unwrap_or_else(|| Distribution::certain(0)))
            }
            Formula::Twice(which, of) => {
                check_extreme(*which, &[(**of).clone(), (**of).clone()])?;
                let of = self.formula(of)?;
                extreme(*which, &of, &of, &mut self.work)
            }
            Formula::Absolute(of) => {
                let of = self.formula(of)?;
                of.least().checked_abs().ok_or(TooMuch::Number)?;
                Ok(of.map(|o| o.abs()))
            }
        }
    }

    /// The sum of terms: all plain dice together, whatever their signs; the others one after the other.
    fn sum(&mut self, terms: &[(Sign, Formula)]) -> Result<Distribution<i64>, TooMuch> {
        let mut dice: Vec<(u32, u32)> = Vec::new();
        let mut constant = 0i64;
        let mut others = Vec::new();
        for (sign, of) in terms {
            let shift = match (of, sign) {
                (Formula::Number(number), Sign::Plus) => Some(*number),
                (Formula::Number(number), Sign::Minus) => Some(number.checked_neg().ok_or(TooMuch::Number)?),
                (Formula::Total(pool), _) => plain(pool).map(|(count, faces, shift)| {
                    dice.push((count, faces));
                    match sign {
                        Sign::Plus => shift,
                        // A die taken off is spread like one that is added, lower by its faces and one.
                        Sign::Minus => -shift - i64::from(count) * (i64::from(faces) + 1),
                    }
                }),
                _ => None,
            };
            match shift {
                Some(shift) => constant = constant.checked_add(shift).ok_or(TooMuch::Number)?,
                None => others.push((sign, of)),
            }
        }
        let mut sum =
            add(&sum_of_dice(&dice, &mut self.work)?, &Distribution::certain(constant), &mut self.work)?;
        for (sign, of) in others {
            let of = self.formula(of)?;
            let of = match sign {
                Sign::Plus => of,
                Sign::Minus => {
                    of.least().checked_neg().ok_or(TooMuch::Number)?;
                    of.map(|o| -o)
                }
            };
            sum = add(&sum, &of, &mut self.work)?;
        }
        Ok(sum)
    }

    fn scaled(
        &mut self,
        left: &Distribution<i64>,
        scale: Scale,
        right: &Distribution<i64>,
    ) -> Result<Distribution<i64>, TooMuch> {
        if scale != Scale::Times && !right.weight(&0).is_zero() {
            return Err(TooMuch::DividesByZero);
        }
        pairs(left, right, &mut self.work, |a, b| scale.apply(*a, *b).ok_or(TooMuch::Number))
    }

    fn total(&mut self, pool: &formula::Pool) -> Result<Distribution<i64>, TooMuch> {
        match plain(pool) {
            Some((count, faces, shift)) => {
                let sum = sum_of_dice(&[(count, faces)], &mut self.work)?;
                add(&sum, &Distribution::certain(shift), &mut self.work)
            }
            None => {
                let pool = self.pool(pool)?;
                sum_of_kept(&pool, &mut self.work)
            }
        }
    }

    fn successes(&mut self, pool: &formula::Pool, success: Success) -> Result<Distribution<i64>, TooMuch> {
        let is_met = |value: i64| success.is_met(value);
        if pool.kept() < pool.count() {
            let pool = self.pool(pool)?;
            return ask(&[pool], &CountOfKept(is_met), &mut self.work);
        }
        let one = match pool.explode().filter(|e| !e.adds_up) {
            // Each throw of a die is a die of its own.
            Some(explode) => {
                let highest = pool.die().highest();
                let one = one_throw(pool);
                one.thrown_on(|v| v == highest, explode.times, |v| i64::from(is_met(v)), &mut self.work)?
            }
            None => self.die(pool)?.map(|v| i64::from(is_met(*v))),
        };
        sum_of(&one.reduced(), pool.count(), &mut self.work)
    }

    /// The pool with each die as it counts at last.
    fn pool(&mut self, pool: &formula::Pool) -> Result<Pool, TooMuch> {
        let keep = pool.keep();
        let die = self.die(pool)?;
        Ok(Pool::new(die, pool.count()).without(keep.without_highest, keep.without_lowest))
    }

    /// One die, with what it is thrown on for.
    fn die(&mut self, pool: &formula::Pool) -> Result<Distribution<i64>, TooMuch> {
        let one = one_throw(pool);
        match pool.explode() {
            Some(explode) => {
                let highest = pool.die().highest();
                one.thrown_on(|v| v == highest, explode.times, |v| v, &mut self.work)
            }
            None => Ok(one),
        }
    }
}

/// Looks whether the greatest or least of several sums of plain dice and numbers can be kept, before any of them is worked out: it
/// takes every value from where it begins to where it ends.
fn check_extreme(which: Extreme, all: &[Formula]) -> Result<(), TooMuch> {
    let span = |of: &Formula| match of {
        Formula::Number(number) => Some((*number, *number, Natural::ONE)),
        Formula::Total(pool) => plain(pool).map(|(count, faces, shift)| {
            let (least, greatest) = (i64::from(count) + shift, i64::from(count) * i64::from(faces) + shift);
            (least, greatest, Natural::from(faces).pow(count as usize))
        }),
        _ => None,
    };
    let Some(spans) = all.iter().map(span).collect::<Option<Vec<_>>>() else { return Ok(()) };
    let (lows, highs) = (spans.iter().map(|span| span.0), spans.iter().map(|span| span.1));
    let (low, high) = match which {
        Extreme::Greatest => (lows.max(), highs.max()),
        Extreme::Least => (lows.min(), highs.min()),
    };
    let outcomes = i128::from(high.unwrap_or_default()) - i128::from(low.unwrap_or_default()) + 1;
    let total: Natural = spans.iter().map(|span| &span.2).product();
    check_size(outcomes.unsigned_abs(), words(&total)).map(drop)
}

/// A throw of one die of a pool, thrown again where it has to be.
fn one_throw(pool: &formula::Pool) -> Distribution<i64> {
    let faces = pool.die().values().map(|value| (value, Natural::ONE)).collect();
    let die = Distribution::of_sorted(faces);
    let again = pool.reroll().and_then(|r| die.rerolled(|v| r.test.holds(v), r.once));
    again.map_or(die, Distribution::reduced)
}

/// A pool of dice that only add up: how many, their faces, and what is to be added to make faces from 1 on of them.
fn plain(pool: &formula::Pool) -> Option<(u32, u32, i64)> {
    let is_plain = pool.reroll().is_none() && pool.explode().is_none() && pool.kept() == pool.count();
    let shift = match pool.die() {
        Die::Faces(_) => 0,
        Die::Fate => -2,
    };
    is_plain.then(|| (pool.count(), pool.die().sides(), shift * i64::from(pool.count())))
}

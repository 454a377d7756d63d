//! Exact odds: the very rule that will resolve a command, run with every answer that may be given.
//!
//! No second implementation of any rule: a distribution is what its runs name as their outcomes, weighted exactly.
//!
//! Beside it stands an algebra of exact distributions, for dice whose faces nobody wants to list: outcomes with whole
//! weights ([`Distribution`]), sums, pools that are asked face by face ([`ask`]), chains of repeated steps ([`absorb`],
//! [`repeat`]), and what a dice formula comes to ([`distribution_of`]). Nothing in it is a float, and what would take
//! too long is refused ([`TooMuch`]).

mod fraction;
mod interval;
mod limits;
mod natural;
mod outcome;
mod ratio;

mod distribution;
mod marginals;
mod measures;

mod die;
mod recurrence;
mod sums;

mod pool;
mod questions;

mod compare;
mod kept;
mod sorted;

mod chain;
mod formula;
mod luck;

mod matrix;

mod fixed;
mod squares;

mod reckon;

#[cfg(test)]
mod tests;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::atomic::Ordering;

use crate::diagnostic::{Code, Diagnostic};
use crate::kernel::dice::{Choices, Enumerating, Pools};
use crate::kernel::door::{Answer, Answers, Ask, Stop};
use crate::kernel::state::State;
use crate::kernel::value::Value;
use crate::rules::{Failure, Refusal, Ruleset};

pub use crate::rules::{Account, Limit};
pub use chain::{Absorbed, Repeated, absorb, repeat};
pub use compare::{Compared, apart, compare, extreme};
pub use distribution::{Distribution, pairs};
pub use fixed::Fixed;
pub use formula::distribution_of;
pub use fraction::Fraction;
pub use interval::{paired_change, wilson, wilson_of_share};
pub use kept::sum_of_kept;
pub use limits::{MOST_OUTCOMES, TooMuch, Work};
pub use luck::{Luck, TotalLuck};
pub use marginals::marginals;
pub use matrix::{MatrixGame, NoGame, Standing, solve_matrix};
pub use natural::{Natural, Whole, common_multiple};
pub use outcome::{
    OVER_BEFORE, REFUSED, has_any_outcome, has_outcome, is_refused, place_by_numbers, refused_for,
    sort_by_numbers, word_of,
};
pub use pool::{Order, Pool, Question, ask};
pub use questions::{
    CountOfKept, DifferentFaces, LargestSet, LongestStraight, Opposed, SetQuestion, Sets, SumOfKept,
};
pub use ratio::{Percent, Ratio};
pub use reckon::{Chain, Course, Ends, Estimate, Measure, Plays, Policy, Reached, Reckoner, SecretGame};
pub use sorted::sorted;
pub use squares::{Fit, Line, Met, Slope, Strengths, covariance_of, fit, line, quotient_ends, strengths};
pub use sums::{add, sum_of, sum_of_dice};

/// By outcome, as the pack names it, its probability. The probabilities sum to 1.
pub type Outcomes = BTreeMap<String, Fraction>;

/// A run of so many steps of the engine counts for two, one of twice as many for three.
const LONG_RUN: u64 = 5000;

/// Why there is no distribution.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoOdds {
    /// It would take more runs than allowed.
    TooMany,
    /// A run failed.
    Failed(Failure),
    /// The rules refuse, whatever the dice show.
    Refused(String),
    /// The weights become more than is worked out.
    TooMuch(TooMuch),
    /// In some ways that the dice can fall, of which this is one, the rules go on for longer than they may.
    Endless(Box<Diagnostic>),
    /// It was broken off.
    Cancelled,
    /// It cannot be told, for this reason.
    Unknown(String),
}

/// What is told of [`NoOdds::Endless`].
pub const ENDLESS: &str = "its rules go on and on in some ways that the dice can fall";

/// A rule to be run on a state: what the odds are asked of.
#[derive(Debug, Clone, Copy)]
pub struct Asked<'a> {
    /// The rules in force.
    pub rules: &'a Ruleset,
    /// The state before the command.
    pub start: &'a State,
    /// The rule that carries the command out.
    pub rule: &'a str,
    /// Its arguments.
    pub arguments: &'a [Value],
}

/// Answers that are known, then every way the rest may go.
struct Known {
    known: Vec<Answer>,
    at: usize,
    rest: Enumerating,
}

impl Answers for Known {
    fn answer(&mut self, ask: &Ask) -> Result<Answer, Stop> {
        match self.known.get(self.at) {
            Some(answer) => {
                self.at += 1;
                Ok(answer.clone())
            }
            None => self.rest.answer(ask),
        }
    }
}

/// The exact distribution of outcomes, given the first answers. Decisions take their first option.
///
/// # Errors
/// [`NoOdds::TooMany`] where the account is used up, which may pay for several calls; a failed run.
pub fn outcomes(asked: Asked<'_>, given: &[Answer], account: &Account) -> Result<Outcomes, NoOdds> {
    let mut distribution = Outcomes::new();
    each_leaf(asked, given, Choices::First, account, |came, chance, _| {
        let outcome = came.map_err(|refusal| NoOdds::Failed(Failure::Refused(refusal)))?;
        let sum = distribution.entry(outcome).or_insert(Fraction::ZERO);
        *sum = sum.plus(chance).ok_or(NoOdds::TooMany)?;
        Ok(())
    })?;
    Ok(distribution)
}

/// The way to a leaf: for each of its forks whether a player decides there; and how many of them the next leaf has in common with it, of
/// which it takes another way at the last. 0 at the last leaf.
struct Path {
    forks: Vec<bool>,
    kept: usize,
}

/// Runs the rule to every leaf; `visit` gets what it came to there, or why it is refused there, with its chance among those of
/// the same decisions.
fn each_leaf(
    asked: Asked<'_>,
    given: &[Answer],
    choices: Choices,
    account: &Account,
    mut visit: impl FnMut(Result<String, Box<Refusal>>, Fraction, Path) -> Result<(), NoOdds>,
) -> Result<(), NoOdds> {
    let rest = Enumerating::new(choices, Pools::Ordered);
    let door = Rc::new(RefCell::new(Known { known: given.to_vec(), at: 0, rest }));
    loop {
        if !account.take() {
            return Err(NoOdds::TooMany);
        }
        // A short run comes to its end without a look at it.
        if asked.rules.cancel().load(Ordering::Relaxed) {
            return Err(NoOdds::Cancelled);
        }
        let mut state = asked.start.clone();
        let came = match asked.rules.run(&mut state, door.clone(), asked.rule, asked.arguments) {
            Ok(run) => {
                // A long run counts for several.
                account.charge(run.trace.operations / LONG_RUN);
                Ok(run.trace.outcome())
            }
            Err(Failure::Stopped(Stop::Cancelled)) => return Err(NoOdds::Cancelled),
            Err(_) if door.borrow().rest.is_uncounted() => {
                return Err(NoOdds::TooMuch(TooMuch::Uncounted));
            }
            Err(Failure::Refused(refusal)) => Err(refusal),
            // In the ways that are likely it may well come to an end.
            Err(Failure::Broken(told))
                if told.code == Code::LIMIT && door.borrow().rest.forks().count() > 0 =>
            {
                return Err(NoOdds::Endless(told));
            }
            Err(failure) => return Err(NoOdds::Failed(failure)),
        };
        let mut known = door.borrow_mut();
        known.at = 0;
        let weight = known.rest.weight();
        let chance = Fraction::new(weight.ways, weight.of);
        let forks = known.rest.forks().collect();
        let more = known.rest.next_leaf().map_err(|stop| NoOdds::Failed(Failure::Stopped(stop)))?;
        visit(came, chance, Path { forks, kept: known.rest.forks().count() })?;
        if !more {
            return Ok(());
        }
    }
}

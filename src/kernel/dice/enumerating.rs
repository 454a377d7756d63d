//! Every outcome in turn: an odometer over the tree of answers.
//!
//! The rule is run again for each leaf of the tree:
//!
//! ```
//! use houserule::kernel::dice::{Choices, Enumerating, Pools};
//! use houserule::kernel::door::{Answers, Ask, Roll, Stop};
//!
//! fn rule(answers: &mut dyn Answers) -> Result<bool, Stop> {
//!     let ask = Roll { count: 2, sides: 6, kind: "".into(), side: None, purpose: "".into(), one_by_one: None, asked_at: None };
//!     Ok(answers.answer(&Ask::Roll(ask))?.given.total() >= 8)
//! }
//!
//! let mut outcomes = Enumerating::new(Choices::First, Pools::Sorted);
//! let mut hits = 0;
//! loop {
//!     let hit = rule(&mut outcomes)?;
//!     hits += if hit { outcomes.weight().ways } else { 0 };
//!     if !outcomes.next_leaf()? {
//!         break;
//!     }
//! }
//! assert_eq!(hits, 15); // of 36
//! # Ok::<(), Stop>(())
//! ```

use super::asked::asked;
use crate::kernel::door::{Answer, Answers, Ask, By, Given, Stop};
use crate::kernel::secret::Written;

/// More ways to decide in secret are not gone through.
const MOST_DECISIONS: usize = 10_000;

/// What is done where a rule asks a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Choices {
    /// The first option is taken, and the least number.
    First,
    /// Every option is tried. Weights are then those of chance alone: they add up to 1 for each way to choose, and
    /// [`Enumerating::chosen`] tells which way a leaf belongs to.
    Each,
    /// The same for decisions that all may see; those in secret are taken for their first way.
    Open,
    /// The rule is stopped.
    Refuse,
}

impl Choices {
    fn tries_options(self) -> bool {
        matches!(self, Choices::Each | Choices::Open)
    }
}

/// How dice thrown together are gone through.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pools {
    /// Every order of the faces: 7776 leaves for 5d6. Right for every rule.
    Ordered,
    /// The faces from low to high, weighted by the number of their orders: 252 leaves for 5d6. Right only where no
    /// rule looks at which die of a throw shows what.
    Sorted,
}

/// The probability of a leaf, exact and not reduced: `ways` out of `of`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Weight {
    /// Numerator, at least 1.
    pub ways: u128,
    /// Denominator: the product of the sizes of all dice thrown on the way to the leaf.
    pub of: u128,
}

/// Answers with one path through the tree of answers; [`Enumerating::next_leaf`] goes on to the next path.
#[derive(Debug, Clone)]
pub struct Enumerating {
    choices: Choices,
    pools: Pools,
    path: Vec<Step>,
    depth: usize,
    leaves: u64,
    /// It was asked for dice that make more ways than can be counted.
    uncounted: bool,
}

#[derive(Debug, Clone)]
struct Step {
    ask: Ask,
    given: Given,
    /// The denominator of the path up to and with this step.
    of: u128,
    /// What may be decided in secret from here on, what is tried now last; empty where nothing else is tried.
    ways: Vec<Vec<Vec<Written>>>,
}

impl Enumerating {
    /// All outcomes, from the first.
    pub fn new(choices: Choices, pools: Pools) -> Self {
        Enumerating { choices, pools, path: Vec::new(), depth: 0, leaves: 0, uncounted: false }
    }

    /// The weight of the leaf that the run just made has reached.
    pub fn weight(&self) -> Weight {
        let of = self.path.last().map_or(1, |step| step.of);
        let ways = match self.pools {
            Pools::Ordered => 1,
            Pools::Sorted => self.path.iter().map(|step| orders(&step.given)).product(),
        };
        Weight { ways, of }
    }

    /// The options chosen on the way to this leaf, by their places, in order.
    pub fn chosen(&self) -> impl Iterator<Item = usize> {
        self.path.iter().filter_map(|step| match step.given {
            Given::Chosen(at) if self.choices.tries_options() => Some(at),
            _ => None,
        })
    }

    /// For each step of the way to the leaf, or of the part of it that [`Enumerating::next_leaf`] has kept, whether every option of a
    /// player is tried there, and not what chance may do.
    pub fn forks(&self) -> impl Iterator<Item = bool> {
        self.path.iter().map(|step| matches!(step.given, Given::Chosen(_)) && self.choices.tries_options())
    }

    /// How many leaves are done, for a budget.
    pub fn leaves(&self) -> u64 {
        self.leaves
    }

    /// Whether it has given up since the dice make more ways than can be counted.
    pub fn is_uncounted(&self) -> bool {
        self.uncounted
    }

    /// Goes on to the next leaf: true where there is one, and the rule is to be run again. To be called after a run
    /// that reached its end.
    ///
    /// # Errors
    /// [`Stop::Misfit`] where the run asked less than an earlier one on the same path: the rule depends on something
    /// that came through no door.
    pub fn next_leaf(&mut self) -> Result<bool, Stop> {
        if let Some(unasked) = self.path.get(self.depth) {
            return Err(Stop::Misfit(format!(
                "given the same answers, the rule asked for {} before and does not now",
                asked(&unasked.ask)
            )));
        }
        self.leaves += 1;
        self.depth = 0;
        while let Some(step) = self.path.last_mut() {
            if step.go_on(self.choices, self.pools) {
                return Ok(true);
            }
            self.path.pop();
        }
        Ok(false)
    }

    /// The first answer to something not asked before on this path.
    fn first(&mut self, ask: &Ask) -> Result<Step, Stop> {
        let before = self.path.last().map_or(1, |step| step.of);
        let (given, of) = match ask {
            Ask::Choose(_) | Ask::Decide(_) | Ask::Seal(_) if self.choices == Choices::Refuse => {
                return Err(Stop::Missing(format!("{} is asked, and nobody decides", asked(ask))));
            }
            Ask::Choose(_) => (Given::Chosen(0), before),
            Ask::Decide(secrets) => (Given::written_by(secrets.first(), &every_outcome()), before),
            // What lies under a seal is not known before it is opened; only then it may be one thing or another.
            Ask::Seal(secrets) => (Given::supposed(secrets, &every_outcome()), before),
            Ask::Roll(roll) => {
                // The margin of `count` keeps the counting of orders within 128 bits too.
                let of = u128::from(roll.sides)
                    .checked_pow(roll.count)
                    .and_then(|of| of.checked_mul(before))
                    .filter(|of| of.checked_mul(u128::from(roll.count.max(1))).is_some())
                    .filter(|_| roll.count <= 128);
                let Some(of) = of else {
                    self.uncounted = true;
                    return Err(Stop::Missing(format!(
                        "{} has more outcomes than can be counted",
                        asked(ask)
                    )));
                };
                (Given::Dice(vec![1; roll.count as usize]), of)
            }
        };
        let ways = match ask {
            Ask::Decide(secrets) if self.choices == Choices::Each => {
                let every = secrets
                    .every(MOST_DECISIONS)
                    .ok_or_else(|| Stop::Missing(format!("{} can come out in too many ways", asked(ask))))?;
                every.into_iter().rev().collect()
            }
            _ => Vec::new(),
        };
        Ok(Step { ask: ask.clone(), given, of, ways })
    }
}

impl Answers for Enumerating {
    fn answer(&mut self, ask: &Ask) -> Result<Answer, Stop> {
        match self.path.get(self.depth) {
            None => {
                let first = self.first(ask)?;
                self.path.push(first);
            }
            Some(before) if before.ask != *ask => {
                return Err(Stop::Misfit(format!(
                    "given the same answers, the rule asked for {} before and for {} now",
                    asked(&before.ask),
                    asked(ask)
                )));
            }
            Some(_) => {}
        }
        let given = self.path[self.depth].given.clone();
        self.depth += 1;
        Ok(Answer { given, by: every_outcome() })
    }
}

/// Who answers here.
fn every_outcome() -> By {
    By::Policy("every outcome".into())
}

impl Step {
    /// Turns to the next answer; false after the last.
    fn go_on(&mut self, choices: Choices, pools: Pools) -> bool {
        match (&mut self.given, &self.ask) {
            (Given::Dice(faces), Ask::Roll(roll)) => {
                let Some(at) = faces.iter().rposition(|&face| face < roll.sides) else { return false };
                let next = faces[at] + 1;
                faces[at] = next;
                faces[at + 1..].fill(if pools == Pools::Sorted { next } else { 1 });
                true
            }
            (Given::Chosen(at), Ask::Choose(choice)) if choices.tries_options() => {
                *at += 1;
                *at < choice.options.len()
            }
            (Given::Revealed(_), Ask::Decide(_)) => {
                self.ways.pop();
                let Some(next) = self.ways.last() else { return false };
                self.given = Given::written_by(next.clone(), &every_outcome());
                true
            }
            _ => false,
        }
    }
}

/// In how many orders sorted faces can fall: a multinomial coefficient, 1 for anything else than dice.
fn orders(given: &Given) -> u128 {
    let Given::Dice(faces) = given else { return 1 };
    let (mut ways, mut run) = (1, 0);
    for (place, face) in faces.iter().enumerate() {
        run = if place > 0 && faces[place - 1] == *face { run + 1 } else { 1 };
        // The product over a run of equal faces is a binomial coefficient, so each division leaves no remainder.
        ways = ways * (place as u128 + 1) / run;
    }
    ways
}

#[cfg(test)]
mod tests;

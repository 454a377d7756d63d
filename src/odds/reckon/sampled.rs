//! Odds by playing the command many times, where the exact ones would take too long.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::super::{NoOdds, is_refused, refused_for, wilson};
use super::Reckoner;
use crate::kernel::dice::{Generator, Seeded};
use crate::kernel::door::{Answer, Answers, Ask, By, Given, Stop};
use crate::kernel::secret::Written;
use crate::kernel::state::State;
use crate::kernel::value::Value;
use crate::rules::{Door, Failure, Recall};

/// How often each outcome came up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Estimate {
    /// By outcome.
    pub counts: BTreeMap<String, u64>,
    /// How often the command was played.
    pub of: u64,
}

impl Estimate {
    /// How often an outcome comes up, and between what the true probability lies in 95 of 100 such estimates.
    pub fn share(&self, outcome: &str) -> (f64, (f64, f64)) {
        let hits = self.counts.get(outcome).copied().unwrap_or_default();
        (hits as f64 / self.of.max(1) as f64, wilson(hits, self.of))
    }
}

/// How a command is played for an estimate.
#[derive(Debug, Clone, Copy, Default)]
pub struct Plays<'a> {
    /// How often.
    pub times: u64,
    /// What the dice follow from.
    pub seed: u64,
    /// What the sides have decided in secret, a sheet each; none for the first option and the least numbers.
    pub revealed: Option<&'a [Vec<Written>]>,
}

/// Thrown dice, and always the first option but for what is decided in secret.
struct Thrown {
    dice: Seeded,
    revealed: Option<Vec<Vec<Written>>>,
}

impl Answers for Thrown {
    fn answer(&mut self, ask: &Ask) -> Result<Answer, Stop> {
        match ask {
            Ask::Roll(_) => self.dice.answer(ask),
            Ask::Choose(_) => Ok(Answer { given: Given::Chosen(0), by: By::Policy("first".into()) }),
            Ask::Decide(secrets) => {
                let by = By::Policy("first".into());
                let written = self.revealed.clone().unwrap_or_else(|| secrets.first());
                Ok(Answer { given: Given::written_by(written, &by), by })
            }
            Ask::Seal(secrets) => {
                let by = By::Policy("first".into());
                Ok(Answer { given: Given::supposed(secrets, &by), by })
            }
        }
    }
}

impl Reckoner {
    /// Plays a rule again and again from a state, until broken off. The same seed gives the same estimate.
    ///
    /// # Errors
    /// A rule that fails, or refuses whatever falls.
    pub fn estimate(
        &self,
        start: &State,
        rule: &str,
        arguments: &[Value],
        plays: Plays<'_>,
        cancel: &AtomicBool,
    ) -> Result<Estimate, NoOdds> {
        let mut estimate = Estimate { counts: BTreeMap::new(), of: 0 };
        // Memory knows a rule by the very text that names it.
        let rule: Arc<str> = Arc::from(rule);
        let recall = self.recall.get_or_init(|| Recall::new(&self.rules));
        let dice = Seeded { generator: Generator::new(plays.seed) };
        let door: Door = Rc::new(RefCell::new(Thrown { dice, revealed: plays.revealed.map(<[_]>::to_vec) }));
        let mut state = start.clone();
        let keep = state.pending();
        let mut reason = None;
        while estimate.of < plays.times && !cancel.load(Ordering::Relaxed) {
            let outcome = match recall.call(&mut state, &door, &rule, arguments, None) {
                Ok(_) => recall.outcomes().join(", "),
                Err(Failure::Refused(refusal)) => {
                    let outcome = refused_for(&refusal.reason);
                    reason = Some(refusal.reason);
                    outcome
                }
                Err(Failure::Stopped(Stop::Cancelled)) => break,
                Err(failure) => return Err(NoOdds::Failed(failure)),
            };
            state.roll_back(keep);
            *estimate.counts.entry(outcome).or_default() += 1;
            estimate.of += 1;
        }
        match reason {
            Some(reason) if estimate.counts.keys().all(|outcome| is_refused(outcome)) => {
                Err(NoOdds::Refused(reason))
            }
            _ if estimate.of == 0 => Err(NoOdds::Cancelled),
            _ => Ok(estimate),
        }
    }
}

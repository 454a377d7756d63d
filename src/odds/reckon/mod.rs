//! The odds of a command, from the very rules that will resolve it.
//!
//! The rules are run with random numbers in place of thrown ones ([`Lifted`]), once for each way that they can go; what the
//! runs come to is added up in whole weights. Where that takes more than it may, an estimate can be had, which says
//! how far off it may be.

mod listed;
mod pot;
mod repeated;
mod sampled;
mod secret;
mod spreads;
mod states;
mod willed;

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

use super::distribution::Distribution;
use super::limits::TooMuch;
use super::natural::Natural;
use super::outcome::{is_refused, refused_for};
use super::{Asked, NoOdds};
use crate::kernel::door::{Answer, By, Given};
use crate::kernel::secret::Written;
use crate::kernel::state::State;
use crate::kernel::value::Value;
use crate::rules::{Account, Choosing, Halted, Lifted, Limit, Recall, Ruleset, Stuck};
use pot::Pot;
use spreads::Algebra;

pub use repeated::{Chain, Course, Ends, Reached};
pub use sampled::{Estimate, Plays};
pub use secret::{Measure, SecretGame};
pub use willed::Policy;

/// Rules of which odds are asked. Belongs to one thread.
#[derive(Debug)]
pub struct Reckoner {
    rules: Rc<Ruleset>,
    lifted: Option<Lifted>,
    /// For estimates, where the same is run again and again.
    recall: OnceCell<Recall>,
    limit: RefCell<Limit>,
}

impl Reckoner {
    /// For the odds of these rules.
    pub fn new(rules: &Rc<Ruleset>) -> Reckoner {
        let lifted = Lifted::new(rules, Rc::new(Algebra));
        Reckoner { rules: rules.clone(), lifted, recall: OnceCell::new(), limit: RefCell::default() }
    }

    /// The same for these rules over other data ([`Ruleset::over`]), which are not made ready anew.
    pub fn over(&self, rules: &Rc<Ruleset>) -> Reckoner {
        let lifted = self.lifted.as_ref().map(|lifted| lifted.over(rules));
        Reckoner { rules: rules.clone(), lifted, recall: OnceCell::new(), limit: self.limit.clone() }
    }

    /// Sets what an answer may cost.
    pub fn set_limit(&self, limit: Limit) {
        *self.limit.borrow_mut() = limit;
    }

    /// Whether all rules run with random numbers in place of thrown ones. Otherwise some run die by die, which takes longer.
    pub fn is_lifted(&self) -> bool {
        self.lifted.as_ref().is_some_and(Lifted::is_whole)
    }

    /// The rules.
    pub fn rules(&self) -> &Rc<Ruleset> {
        &self.rules
    }

    /// The same where the sides have decided in secret so, a sheet each, in the order in which they are asked. Their decision must be
    /// the only one in secret, and come before any dice. A policy is for decisions behind it; those before take their first option.
    ///
    /// # Errors
    /// As for [`Reckoner::once`], and where they cannot have decided so.
    pub fn once_revealed(
        &self,
        start: &State,
        rule: &str,
        arguments: &[Value],
        policy: &Policy,
        written: &[Vec<Written>],
    ) -> Result<Distribution<String>, NoOdds> {
        self.once_with(start, rule, arguments, policy, Some(written))
    }

    /// The exact distribution of what a rule names as its outcomes: several of one run as one text, with commas; an empty
    /// text where it names none; [`refused_for`] a reason where it refuses after a throw.
    ///
    /// # Errors
    /// [`NoOdds`]: too much work, a refusal that is certain, a rule that fails.
    pub fn once(
        &self,
        start: &State,
        rule: &str,
        arguments: &[Value],
        policy: &Policy,
    ) -> Result<Distribution<String>, NoOdds> {
        self.once_with(start, rule, arguments, policy, None)
    }

    fn once_with(
        &self,
        start: &State,
        rule: &str,
        arguments: &[Value],
        policy: &Policy,
        written: Option<&[Vec<Written>]>,
    ) -> Result<Distribution<String>, NoOdds> {
        let account = Rc::new(Account::of(*self.limit.borrow()));
        let plainly = || self.plainly(start, rule, arguments, (policy, written), &account);
        let Some(lifted) = &self.lifted else { return plainly() };
        let mut pot: Pot<String> = Pot::default();
        let mut ways = willed::Ways::default();
        let mut reason = None;
        let choosing = match (policy, written) {
            (Policy::First, _) => Choosing::First,
            (_, None) => Choosing::Each,
            (_, Some(_)) => Choosing::Behind,
        };
        lifted.give_sheets(written.map(<[_]>::to_vec));
        let collected = RefCell::new((&mut pot, &mut ways));
        let explored = lifted.explore_outcomes(
            (&mut start.clone(), choosing, &account),
            &mut |running| running.call(rule, arguments).map(|_| ()),
            &mut || {
                let mut collected = collected.borrow_mut();
                collected.0.clear();
                collected.1.clear();
            },
            &mut |leaf, refused| {
                let mut collected = collected.borrow_mut();
                let total = leaf.total();
                let mut add = |outcome: &str, weight: Natural| match choosing {
                    Choosing::First => collected.0.add(outcome, weight, &total),
                    Choosing::Each | Choosing::Behind => {
                        collected.1.add(leaf.turns(), outcome, weight, &total)
                    }
                };
                leaf.results(|outcome, _, weight| match refused {
                    Some(why) => {
                        reason = Some(why.to_owned());
                        add(&refused_for(why), weight);
                    }
                    None => add(outcome, weight),
                });
            },
        );
        lifted.give_sheets(None);
        match explored {
            Ok(()) => {}
            Err(Stuck::Failed) => return plainly(),
            Err(stuck) => return Err(NoOdds::from(stuck)),
        }
        let odds = match policy {
            Policy::First => pot.into_outcomes(),
            policy => ways.folded(policy),
        };
        let odds = odds.ok_or(NoOdds::TooMany)?;
        match reason {
            Some(reason) if odds.outcomes().all(|outcome| is_refused(outcome)) => {
                Err(NoOdds::Refused(reason))
            }
            _ => Ok(odds.reduced()),
        }
    }

    /// The same from the plain engine, dice by dice; it also tells what is wrong with a rule.
    fn plainly(
        &self,
        start: &State,
        rule: &str,
        arguments: &[Value],
        (policy, written): (&Policy, Option<&[Vec<Written>]>),
        account: &Account,
    ) -> Result<Distribution<String>, NoOdds> {
        let asked = Asked { rules: &self.rules, start, rule, arguments };
        let by = By::Policy("supposed".into());
        let known = written.map(|written| Answer { given: Given::written_by(written.to_vec(), &by), by });
        let found = listed::outcomes_by(asked, known.as_slice(), policy, account)?;
        let rows = found.into_iter().map(|(outcome, chance)| (outcome, chance.ways, chance.of));
        let mut pot = Pot::default();
        for (outcome, ways, of) in rows {
            pot.add(&outcome, Natural::from(ways), &Natural::from(of));
        }
        pot.into_distribution().ok_or(NoOdds::TooMany)
    }
}

impl From<Stuck> for NoOdds {
    fn from(stuck: Stuck) -> NoOdds {
        match stuck {
            Stuck::Cancelled => NoOdds::Cancelled,
            Stuck::TooMany => NoOdds::TooMany,
            Stuck::Failed => NoOdds::Unknown("a rule fails".to_owned()),
            Stuck::Dice(why) => NoOdds::Unknown(why),
            Stuck::Stopped(stop) => NoOdds::Unknown(stop.to_string()),
        }
    }
}

impl From<TooMuch> for NoOdds {
    fn from(why: TooMuch) -> NoOdds {
        match why {
            TooMuch::Cancelled => NoOdds::Cancelled,
            why => NoOdds::TooMuch(why),
        }
    }
}

impl From<Halted> for NoOdds {
    fn from(halted: Halted) -> NoOdds {
        match halted {
            Halted::Refused(reason) => NoOdds::Refused(reason),
            Halted::Stuck(stuck) => stuck.into(),
        }
    }
}

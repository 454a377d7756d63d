//! A command again and again: a chain of states, in which equal states are one.

use std::cell::RefCell;
use std::rc::Rc;

use super::super::chain::{absorb, each_step, repeat};
use super::super::distribution::Distribution;
use super::super::limits::{TooMuch, Work};
use super::super::ratio::Ratio;
use super::super::{NoOdds, OVER_BEFORE, REFUSED, has_any_outcome};
use super::pot::Pot;
use super::states::{Is, Met, States, What};
use super::{Policy, Reckoner};
use crate::kernel::state::{Ending, State};
use crate::kernel::value::{SideId, Value};
use crate::rules::{Account, Choosing, Halted, Running, Stuck};

/// What is repeated, and until when.
#[derive(Debug, Clone)]
pub struct Course<'a> {
    /// The rule that is called each time.
    pub rule: &'a str,
    /// Its arguments.
    pub arguments: &'a [Value],
    /// What the rules do after every command, where they do something.
    pub after: Option<&'a str>,
    /// How the game is won: by whom, by which rule, and in whose words.
    pub victory: Vec<(Option<SideId>, Rc<str>, std::sync::Arc<str>)>,
    /// The outcomes that end it. The end of the game and a refusal always do. Where there are none, and no rule tells the state, each
    /// time is told by what it came to.
    pub until: Vec<String>,
    /// The rule that names the state in which it ended, by what it answers; none for the last outcome.
    pub telling: Option<&'a str>,
}

/// How a chain ends: each end with its probability, the probability of never, the expected number of times.
pub type Ends = (Vec<(String, Ratio)>, Ratio, Option<Ratio>);

/// A chain, of which more can be asked without running the same rules again.
#[derive(Debug)]
pub struct Chain<'a> {
    reckoner: &'a Reckoner,
    course: Course<'a>,
    states: RefCell<States>,
    account: Rc<Account>,
    steps: RefCell<std::collections::BTreeMap<u32, Option<Distribution<u32>>>>,
    first: u32,
}

/// Where a chain has come to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reached {
    /// How it ended, or what the state was called where it had not: each with its probability.
    pub outcomes: Distribution<String>,
    /// The probability that it has ended.
    pub over: Ratio,
}

impl Reckoner {
    /// The chain of a command that is repeated from a state on. What may be done only once in a turn may be done each
    /// time: the check of the command is not asked again, nor does anything happen in between.
    pub fn chain<'a>(&'a self, start: &State, course: Course<'a>) -> Chain<'a> {
        let mut states = States::new(start, self.rules.catalogue());
        let first = states.number(Met { difference: Vec::new(), over: None, came: None });
        let account = Rc::new(Account::of(*self.limit.borrow()));
        let states = RefCell::new(states);
        Chain { reckoner: self, course, states, account, steps: RefCell::default(), first }
    }
}

impl Chain<'_> {
    /// Where it has come to after so many times at most.
    ///
    /// # Errors
    /// [`NoOdds`] as for [`Reckoner::once`].
    pub fn within(&self, times: u32) -> Result<Reached, NoOdds> {
        let all = repeat(self.first, times, &mut Work::without_end().until(self.cancel()), |state| {
            self.step(*state)
        })?;
        let over = all.states.chance_where(|state| self.is_over(*state));
        Ok(Reached { outcomes: self.named(&all.states)?, over })
    }

    /// Where it has come to after each of these numbers of times, which rise; up to the first after which it goes on no more.
    ///
    /// # Errors
    /// [`NoOdds`] as for [`Reckoner::once`]; what was told before it stands.
    pub fn after_each(&self, times: &[u32], mut told: impl FnMut(u32, Reached)) -> Result<(), NoOdds> {
        let most = times.last().copied().unwrap_or_default();
        let mut work = Work::without_end().until(self.cancel());
        each_step(
            self.first,
            most,
            &mut work,
            |state| self.step(*state),
            |made, states| {
                let over = states.chance_where(|state| self.is_over(*state));
                let goes_on = over != Ratio::ONE;
                if times.contains(&made) || !goes_on {
                    told(made, Reached { outcomes: self.named(states)?, over });
                }
                Ok::<bool, NoOdds>(goes_on)
            },
        )
    }

    /// States by what they are called.
    fn named(&self, states: &Distribution<u32>) -> Result<Distribution<String>, NoOdds> {
        let mut names: Pot<String> = Pot::default();
        for (state, weight) in states.rows() {
            names.add(&self.name(*state)?, weight.clone(), states.total());
        }
        Ok(names.into_distribution().ok_or(NoOdds::TooMany)?.reduced())
    }

    /// How it ends, however long that takes, and the expected number of times; the probability of what never ends is left
    /// out of the outcomes.
    ///
    /// # Errors
    /// [`NoOdds`] as for [`Reckoner::once`].
    pub fn in_the_end(&self) -> Result<Ends, NoOdds> {
        let all = absorb(self.first, &mut Work::new().until(self.cancel()), |state| self.step(*state))?;
        let mut names: Vec<(String, Ratio)> = Vec::new();
        for (state, chance) in all.ends {
            let name = self.name(state)?;
            match names.iter_mut().find(|(known, _)| *known == name) {
                Some((_, sum)) => *sum = sum.plus(&chance),
                None => names.push((name, chance)),
            }
        }
        names.sort_by(|a, b| a.0.cmp(&b.0));
        Ok((names, all.never, all.steps))
    }

    /// The flag that breaks it off.
    fn cancel(&self) -> &std::sync::Arc<std::sync::atomic::AtomicBool> {
        self.reckoner.rules.cancel()
    }

    /// Whether each time is told by what it came to.
    fn tells_each(&self) -> bool {
        self.course.telling.is_none() && self.course.until.is_empty()
    }

    fn is_over(&self, state: u32) -> bool {
        self.states.borrow().met(state).over.is_some()
    }

    /// The states after one more time.
    fn step(&self, number: u32) -> Result<Option<Distribution<u32>>, NoOdds> {
        if let Some(known) = self.steps.borrow().get(&number) {
            return Ok(known.clone());
        }
        let met = self.states.borrow().met(number);
        let next = match &met.over {
            None => Some(self.next(&met)?),
            Some(over) if self.tells_each() && ![REFUSED, OVER_BEFORE].contains(&&**over) => {
                let later = Met { over: Some(Rc::from(OVER_BEFORE)), came: None, ..(*met).clone() };
                Some(Distribution::certain(self.states.borrow_mut().number(later)))
            }
            Some(_) => None,
        };
        self.steps.borrow_mut().insert(number, next.clone());
        Ok(next)
    }

    fn next(&self, met: &Met) -> Result<Distribution<u32>, NoOdds> {
        let Some(lifted) = &self.reckoner.lifted else {
            return Err(NoOdds::TooMuch(TooMuch::Unfollowed));
        };
        let mut state = self.states.borrow().state(&met.difference);
        let pot: RefCell<Pot<u32>> = RefCell::default();
        let course = &self.course;
        let ended: RefCell<Option<Ending>> = RefCell::default();
        let explored = lifted.explore(
            (&mut state, Choosing::First, &self.account),
            &mut |running| {
                *ended.borrow_mut() = None;
                running.call(course.rule, course.arguments)?;
                *ended.borrow_mut() = follow(running, course)?;
                Ok(())
            },
            &mut || pot.borrow_mut().clear(),
            &mut |leaf, state, refused| {
                if let Some(ending) = ended.borrow_mut().take() {
                    state.end(ending);
                }
                let changes = state.commit();
                let mut states = self.states.borrow_mut();
                let mut difference = states.after(&met.difference, &changes);
                state.undo(&changes);
                let slots: Vec<_> = leaf.slots().collect();
                let is_ended = difference.iter().any(|(what, _)| *what == What::Ending);
                let total = leaf.total();
                let mut pot = pot.borrow_mut();
                leaf.results(|outcome, values, weight| {
                    for ((target, property), value) in slots.iter().zip(values) {
                        let is = Is::Holds(Value::Int(*value));
                        states.set(&mut difference, What::Property(*target, *property), is);
                    }
                    let over = match refused {
                        Some(_) => Some(Rc::from(REFUSED)),
                        None if is_ended || has_any_outcome(outcome, &course.until) => {
                            Some(Rc::from(outcome))
                        }
                        None => None,
                    };
                    let difference =
                        if refused.is_some() { met.difference.clone() } else { difference.clone() };
                    let came = (self.tells_each() && over.is_none()).then(|| Rc::from(outcome));
                    let next = states.number(Met { difference, over, came });
                    pot.add(&next, weight, &total);
                });
            },
        );
        match explored {
            Ok(()) => {}
            // The plain engine tells what is wrong.
            Err(Stuck::Failed) => {
                let told = self.reckoner.plainly(
                    &state,
                    course.rule,
                    course.arguments,
                    (&Policy::First, None),
                    &self.account,
                );
                return Err(told.err().unwrap_or(NoOdds::TooMuch(TooMuch::Unfollowed)));
            }
            Err(stuck) => return Err(stuck.into()),
        }
        pot.into_inner().into_distribution().ok_or(NoOdds::TooMany)
    }

    /// What the end is called.
    fn name(&self, number: u32) -> Result<String, NoOdds> {
        let met = self.states.borrow().met(number);
        let (Some(rule), Some(lifted)) = (self.course.telling, &self.reckoner.lifted) else {
            let name = met.over.as_ref().or(met.came.as_ref());
            return Ok(name.map_or_else(|| "still going on".to_owned(), ToString::to_string));
        };
        let mut state = self.states.borrow().state(&met.difference);
        let mut name = String::new();
        lifted.explore(
            (&mut state, Choosing::First, &self.account),
            &mut |running| {
                name = running.named(rule, self.course.arguments)?;
                Ok(())
            },
            &mut || {},
            &mut |_, _, _| {},
        )?;
        Ok(name)
    }
}

/// What the rules do after a command, and whether it has won the game.
fn follow(running: Running<'_>, course: &Course<'_>) -> Result<Option<Ending>, Halted> {
    if let Some(rule) = course.after {
        running.call(rule, &[])?;
    }
    for (winner, rule, reason) in &course.victory {
        if running.state(|state| state.ending().is_some()) == Some(true) {
            return Ok(None);
        }
        match running.call(rule, &[])? {
            Value::Bool(true) => return Ok(Some(Ending { winner: *winner, reason: reason.clone() })),
            Value::Bool(false) => {}
            // The plain engine tells what is wrong with it.
            _ => return Err(Halted::Stuck(Stuck::Failed)),
        }
    }
    Ok(None)
}

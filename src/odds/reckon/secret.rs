//! What a command comes to once all have decided in secret: a figure for each way to fill the sheets in.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::atomic::Ordering;

use super::super::limits::TooMuch;
use super::super::natural::{Natural, Whole, common_multiple};
use super::super::ratio::Ratio;
use super::super::{LONG_RUN, NoOdds, has_any_outcome, word_of};
use super::willed::Ways;
use super::{Policy, Reckoner};
use crate::kernel::dice::{Choices, Enumerating, Pools};
use crate::kernel::door::{Answer, Answers, Ask, By, Given, Stop};
use crate::kernel::secret::{GivenSheets, Secrets, Written};
use crate::kernel::state::State;
use crate::kernel::value::Value;
use crate::rules::{Account, Choosing, Expression, Failure, Measured, Stuck};

/// What is measured of a command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Measure {
    /// The probability of any of these outcomes.
    Chance(Vec<String>),
    /// The mean of an expression over the state behind the command; true is 1, false 0.
    Mean(String),
}

/// A command whose sides decide in secret, under one account for all that is asked of it. Their decision must be the only
/// one in secret, and come before any dice.
pub struct SecretGame<'r> {
    reckoner: &'r Reckoner,
    start: &'r State,
    rule: &'r str,
    arguments: &'r [Value],
    measure: &'r Measure,
    /// What is decided openly, behind what is decided in secret.
    policy: &'r Policy,
    expression: Option<Expression>,
    account: Rc<Account>,
    /// Outcomes that were named.
    names: RefCell<BTreeSet<String>>,
}

/// So many names of outcomes are kept beside those that are asked about.
const MOST_NAMES: usize = 1000;

impl std::fmt::Debug for SecretGame<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SecretGame").field("rule", &self.rule).finish_non_exhaustive()
    }
}

impl Reckoner {
    /// What may come of a command by what its sides decide in secret. An expression is one that the rules can evaluate.
    pub fn in_secret<'r>(
        &'r self,
        start: &'r State,
        rule: &'r str,
        arguments: &'r [Value],
        measure: &'r Measure,
        policy: &'r Policy,
    ) -> SecretGame<'r> {
        let lifted = self.lifted.as_ref();
        let expression = match measure {
            Measure::Chance(_) => None,
            Measure::Mean(text) => lifted.and_then(|lifted| lifted.expression(text)),
        };
        let account = Rc::new(Account::of(*self.limit.borrow()));
        let names = RefCell::default();
        SecretGame { reckoner: self, start, rule, arguments, measure, policy, expression, account, names }
    }
}

impl SecretGame<'_> {
    /// What the sides are asked; none where they are not asked at all.
    ///
    /// # Errors
    /// A rule that fails or refuses.
    pub fn asks(&self) -> Result<Option<Secrets>, NoOdds> {
        let sheets = Rc::new(GivenSheets::default());
        // Plainly: a few throws are enough to come to a question that stands before all dice.
        let door = Rc::new(RefCell::new(Pinned::new(sheets.clone())));
        let mut state = self.start.clone();
        match self.reckoner.rules.run(&mut state, door, self.rule, self.arguments) {
            Ok(_) => Ok(sheets.asked()),
            // What is refused to the first sheets may be allowed to others.
            Err(Failure::Refused(refusal)) => match sheets.asked() {
                Some(asked) => Ok(Some(asked)),
                None => Err(NoOdds::Refused(refusal.reason)),
            },
            Err(failure) => Err(NoOdds::Failed(failure)),
        }
    }

    /// The measure where these sheets are filled in, in the order in which the sides are asked, exactly.
    ///
    /// # Errors
    /// [`NoOdds`]: the account is used up, a refusal, a rule that fails, a decision that is not the only one in secret.
    pub fn value(&self, written: &[Vec<Written>]) -> Result<Ratio, NoOdds> {
        let is_ready = self.expression.is_some() || matches!(self.measure, Measure::Chance(_));
        let Some(lifted) = self.reckoner.lifted.as_ref().filter(|_| is_ready) else {
            return self.plainly(written);
        };
        lifted.give_sheets(Some(written.to_vec()));
        let (sum, ways) = (RefCell::new(Sum::default()), RefCell::new(Ways::default()));
        let choosing = if *self.policy == Policy::First { Choosing::First } else { Choosing::Behind };
        let measured: RefCell<Option<Measured>> = RefCell::default();
        let mut reason = None;
        let explored = lifted.explore(
            (&mut self.start.clone(), choosing, &self.account),
            &mut |running| {
                *measured.borrow_mut() = None;
                running.call(self.rule, self.arguments)?;
                if let Some(expression) = &self.expression {
                    *measured.borrow_mut() = Some(running.measure(expression)?);
                }
                Ok(())
            },
            &mut || {
                *sum.borrow_mut() = Sum::default();
                ways.borrow_mut().clear();
            },
            &mut |leaf, _, refused| {
                let (mut sum, total) = (sum.borrow_mut(), leaf.total());
                match (&*measured.borrow(), self.measure) {
                    _ if refused.is_some() => reason = refused.map(str::to_owned),
                    (Some(number), _) => leaf.numbers(number, |number, weight| {
                        sum.add(Whole::from(number) * Whole::from(weight), &total);
                    }),
                    (None, Measure::Chance(words)) => leaf.results(|outcome, _, weight| {
                        self.keep(outcome);
                        if choosing == Choosing::Behind {
                            ways.borrow_mut().add(leaf.turns(), outcome, weight, &total);
                        } else if has_any_outcome(outcome, words) {
                            sum.add(Whole::from(weight), &total);
                        }
                    }),
                    (None, Measure::Mean(_)) => {}
                }
            },
        );
        lifted.give_sheets(None);
        match (explored, reason) {
            (Ok(()), Some(reason)) => Err(NoOdds::Refused(reason)),
            (Ok(()), None) => match (self.policy, self.measure) {
                (Policy::First, _) | (_, Measure::Mean(_)) => Ok(sum.into_inner().into_ratio()),
                (policy, Measure::Chance(words)) => {
                    let taken = ways.into_inner().folded(policy).ok_or(NoOdds::TooMany)?;
                    let wanted = taken.outcomes().filter(|outcome| has_any_outcome(outcome, words));
                    Ok(wanted.fold(Ratio::ZERO, |sum, outcome| sum.plus(&taken.chance(outcome))))
                }
            },
            (Err(Stuck::Failed), _) => self.plainly(written),
            (Err(stuck), _) => Err(stuck.into()),
        }
    }

    /// The outcomes that have come up so far: all that are asked about, of others those of long lists not all.
    pub fn outcomes(&self) -> Vec<String> {
        self.names.borrow().iter().cloned().collect()
    }

    fn keep(&self, outcome: &str) {
        let mut names = self.names.borrow_mut();
        if names.contains(outcome) {
            return;
        }
        let is_wanted = matches!(self.measure, Measure::Chance(words) if has_any_outcome(outcome, words))
            || has_any_outcome(outcome, self.policy.words());
        if names.len() < MOST_NAMES || is_wanted {
            names.insert(outcome.to_owned());
        } else if let Some(word) = word_of(outcome).filter(|word| !names.contains(*word)) {
            // Of long lists of numbers the words are what somebody may have meant.
            names.insert(word.to_owned());
        }
    }

    /// The same from the plain engine, die by die; it also tells what is wrong with a rule.
    fn plainly(&self, written: &[Vec<Written>]) -> Result<Ratio, NoOdds> {
        if *self.policy != Policy::First {
            let told = "its rules run die by die, and decisions in them take their first option";
            return Err(NoOdds::Unknown(told.to_owned()));
        }
        let sheets = Rc::new(GivenSheets::default());
        sheets.give(Some(written.to_vec()));
        let door = Rc::new(RefCell::new(Pinned::new(sheets)));
        let rules = &self.reckoner.rules;
        let mut sum = Sum::default();
        loop {
            // All meetings are paid from one account, whichever engine works them out.
            if !self.account.take() {
                return Err(NoOdds::TooMany);
            }
            if rules.cancel().load(Ordering::Relaxed) {
                return Err(NoOdds::Cancelled);
            }
            door.borrow_mut().begin();
            let mut state = self.start.clone();
            let run = match rules.run(&mut state, door.clone(), self.rule, self.arguments) {
                Ok(run) => run,
                Err(Failure::Refused(refusal)) => return Err(NoOdds::Refused(refusal.reason)),
                Err(Failure::Stopped(Stop::Missing(_))) if door.borrow().rest.is_uncounted() => {
                    return Err(NoOdds::TooMuch(TooMuch::Uncounted));
                }
                Err(Failure::Stopped(Stop::Missing(why))) => return Err(NoOdds::Unknown(why)),
                Err(Failure::Stopped(Stop::Cancelled)) => return Err(NoOdds::Cancelled),
                Err(failure) => return Err(NoOdds::Failed(failure)),
            };
            self.account.charge(run.trace.operations / LONG_RUN);
            let weight = door.borrow().rest.weight();
            let number = match self.measure {
                Measure::Chance(words) => {
                    let outcome = run.trace.outcome();
                    self.keep(&outcome);
                    i64::from(has_any_outcome(&outcome, words))
                }
                Measure::Mean(text) => {
                    let nobody = Rc::new(RefCell::new(Nobody));
                    match rules.evaluate(&mut state, nobody, text).map_err(NoOdds::Failed)?.value {
                        Value::Int(number) => number,
                        Value::Bool(is) => i64::from(is),
                        _ => return Err(NoOdds::Unknown(format!("`{text}` is no number"))),
                    }
                }
            };
            sum.add(Whole::from(number) * Whole::from(weight.ways), &Natural::from(weight.of));
            let more = door.borrow_mut().rest.next_leaf();
            if !more.map_err(|stop| NoOdds::Failed(Failure::Stopped(stop)))? {
                return Ok(sum.into_ratio());
            }
        }
    }
}

/// A sum of parts out of different totals.
struct Sum {
    above: Whole,
    of: Natural,
}

impl Default for Sum {
    fn default() -> Sum {
        Sum { above: Whole::ZERO, of: Natural::ONE }
    }
}

impl Sum {
    fn add(&mut self, part: Whole, of: &Natural) {
        if *of != self.of {
            let common = common_multiple(&self.of, of);
            self.above *= Whole::from(&common / &self.of);
            self.of = common;
        }
        self.above += part * Whole::from(&self.of / of);
    }

    fn into_ratio(self) -> Ratio {
        Ratio::new(self.above, self.of)
    }
}

/// Sheets that are filled in, and every way that dice can fall.
struct Pinned {
    sheets: Rc<GivenSheets>,
    rest: Enumerating,
    has_rolled: bool,
}

impl Pinned {
    fn new(sheets: Rc<GivenSheets>) -> Pinned {
        Pinned { sheets, rest: Enumerating::new(Choices::First, Pools::Ordered), has_rolled: false }
    }

    /// A run begins.
    fn begin(&mut self) {
        self.sheets.begin();
        self.has_rolled = false;
    }
}

impl Answers for Pinned {
    fn answer(&mut self, ask: &Ask) -> Result<Answer, Stop> {
        let Ask::Decide(secrets) = ask else {
            self.has_rolled |= matches!(ask, Ask::Roll(_));
            return self.rest.answer(ask);
        };
        let written = self.sheets.write(secrets, !self.has_rolled);
        let by = By::Policy("supposed".into());
        let given = Given::written_by(written.map_err(|why| Stop::Missing(why.to_owned()))?, &by);
        Ok(Answer { given, by })
    }
}

/// Nobody is asked while a state is measured.
struct Nobody;

impl Answers for Nobody {
    fn answer(&mut self, _: &Ask) -> Result<Answer, Stop> {
        Err(Stop::Missing("nobody answers while a state is measured".to_owned()))
    }
}

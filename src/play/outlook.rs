//! What a command may come to: its value to a side, as a share of a won game, over every outcome, by the very rules that will carry it out.
//!
//! Chance counts by its exact weight. A decision of the side itself counts by its best option, one of anybody else by
//! the worst. What is decided in secret counts as if it were drawn by lot, so that nobody decides by what he cannot know.
//! Where there are more outcomes than are worth the time, some are thrown instead.

use std::cell::RefCell;
use std::rc::Rc;

use super::bout::Bout;
use super::estimate::Estimate;
use super::moves::Move;
use super::player::{below, by_lot};
use crate::kernel::dice::{Choices, Enumerating, Generator, Pools};
use crate::kernel::door::{Answer, Answers, Ask, By, Given, Stop};
use crate::kernel::value::SideId;
use crate::rules::{Door, Failure};

/// More outcomes of one command are not gone through one by one.
const MOST_OUTCOMES: u64 = 400;
/// So many are thrown instead.
const THROWN: u32 = 24;

/// The value of an allowed command to a side, its first answers given. The game is as it was before.
///
/// # Errors
/// A mistake in the rules, or a run that was broken off.
pub(super) fn outlook(
    bout: &mut Bout,
    command: &Move,
    side: SideId,
    given: &[Answer],
    estimate: &mut Estimate,
    generator: &Generator,
) -> Result<f64, Failure> {
    match every_outcome(bout, command, side, given, estimate)? {
        Some(value) => Ok(value),
        None => thrown_outcomes(bout, command, side, given, estimate, generator),
    }
}

/// Exact; nothing where there are too many outcomes.
fn every_outcome(
    bout: &mut Bout,
    command: &Move,
    side: SideId,
    given: &[Answer],
    estimate: &mut Estimate,
) -> Result<Option<f64>, Failure> {
    let before = bout.moment();
    let paths = Rc::new(RefCell::new(Paths {
        given: given.to_vec(),
        asked: 0,
        rest: Enumerating::new(Choices::Each, Pools::Ordered),
        path: Vec::new(),
    }));
    let door: Door = paths.clone();
    let mut sums: Vec<Sum> = Vec::new();
    loop {
        if let Err(failure) = bout.act(command, &door) {
            // That there are too many to be counted is no mistake of the rules.
            let too_many = matches!(failure, Failure::Stopped(Stop::Missing(_)));
            return if too_many { Ok(None) } else { Err(failure) };
        }
        let value = estimate.judged(bout, side);
        bout.back_to(before);
        let value = value?;
        let mut paths = paths.borrow_mut();
        let path = std::mem::take(&mut paths.path);
        paths.asked = 0;
        let weight = paths.rest.weight();
        if weight.of > u128::from(MOST_OUTCOMES) || paths.rest.leaves() >= MOST_OUTCOMES {
            return Ok(None);
        }
        // What this outcome has in common with the last one stays open; the rest is summed up.
        let common = sums.iter().zip(&path).take_while(|(sum, fork)| sum.answer == fork.answer).count();
        close(&mut sums, common + 1, side);
        if let (Some(open), Some(fork)) = (sums.get_mut(common), path.get(common)) {
            open.answer = fork.answer.clone();
        }
        for fork in &path[sums.len().min(path.len())..] {
            sums.push(Sum { answer: fork.answer.clone(), who: fork.who, values: Vec::new() });
        }
        match sums.last_mut() {
            Some(last) => last.values.push(value),
            None => return Ok(Some(value)),
        }
        let more = paths.rest.next_leaf().map_err(Failure::Stopped)?;
        if !more {
            close(&mut sums, 1, side);
            return Ok(sums.pop().map(|sum| sum.value(side)));
        }
    }
}

/// Adds up what is deeper than so many forks.
fn close(sums: &mut Vec<Sum>, keep: usize, side: SideId) {
    while sums.len() > keep {
        if let Some(sum) = sums.pop()
            && let Some(above) = sums.last_mut()
        {
            above.values.push(sum.value(side));
        }
    }
}

/// A fork of the way through a command, with the values of what lies behind it so far.
struct Sum {
    answer: Given,
    who: Who,
    values: Vec<f64>,
}

impl Sum {
    fn value(&self, side: SideId) -> f64 {
        match self.who {
            // Every order of the faces is one branch, so all are equally likely.
            Who::Chance => self.values.iter().sum::<f64>() / self.values.len() as f64,
            Who::Side(who) if who == side => self.values.iter().copied().fold(f64::NEG_INFINITY, f64::max),
            Who::Side(_) => self.values.iter().copied().fold(f64::INFINITY, f64::min),
        }
    }
}

/// Who answers at a fork.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Who {
    Chance,
    Side(SideId),
}

struct Fork {
    answer: Given,
    who: Who,
}

/// Answers that are known, then every way the rest may go, with the way that was gone.
struct Paths {
    given: Vec<Answer>,
    asked: usize,
    rest: Enumerating,
    path: Vec<Fork>,
}

impl Answers for Paths {
    fn answer(&mut self, ask: &Ask) -> Result<Answer, Stop> {
        if let Some(answer) = self.given.get(self.asked) {
            self.asked += 1;
            return Ok(answer.clone());
        }
        let answer = self.rest.answer(ask)?;
        let who = match ask {
            // What is decided in secret is as likely one as another to whoever does not know it, under seal or not.
            Ask::Roll(_) | Ask::Decide(_) | Ask::Seal(_) => Who::Chance,
            // What nobody in particular decides may as well be decided by the enemy.
            Ask::Choose(choice) => Who::Side(choice.side.unwrap_or(SideId(u32::MAX))),
        };
        self.path.push(Fork { answer: answer.given.clone(), who });
        Ok(answer)
    }
}

/// The mean of some outcomes. Every command is thrown for with the same dice, so that luck makes no difference.
fn thrown_outcomes(
    bout: &mut Bout,
    command: &Move,
    side: SideId,
    given: &[Answer],
    estimate: &mut Estimate,
    generator: &Generator,
) -> Result<f64, Failure> {
    let before = bout.moment();
    let throws =
        Rc::new(RefCell::new(Throws { given: given.to_vec(), asked: 0, generator: generator.clone() }));
    let door: Door = throws.clone();
    let mut sum = 0.0;
    for _ in 0..THROWN {
        throws.borrow_mut().asked = 0;
        bout.act(command, &door)?;
        let value = estimate.judged(bout, side);
        bout.back_to(before);
        sum += value?;
    }
    Ok(sum / f64::from(THROWN))
}

/// Answers that are known, then thrown dice and decisions made by lot.
pub(super) struct Throws {
    pub(super) given: Vec<Answer>,
    pub(super) asked: usize,
    pub(super) generator: Generator,
}

impl Answers for Throws {
    fn answer(&mut self, ask: &Ask) -> Result<Answer, Stop> {
        if let Some(answer) = self.given.get(self.asked) {
            self.asked += 1;
            return Ok(answer.clone());
        }
        let by = By::Auto(self.generator.thrown());
        let given = match ask {
            Ask::Roll(roll) => Given::Dice((0..roll.count).map(|_| self.generator.die(roll.sides)).collect()),
            Ask::Choose(choice) => Given::Chosen(below(&mut self.generator, choice.options.len())),
            Ask::Decide(secrets) => {
                let all = secrets.drawn(|count| by_lot(&mut self.generator, count));
                Given::written_by(all, &by)
            }
            Ask::Seal(secrets) => Given::supposed(secrets, &by),
        };
        Ok(Answer { given, by })
    }

    fn at_once(&mut self, ask: &Ask) -> Option<Answer> {
        self.answer(ask).ok()
    }
}

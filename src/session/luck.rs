//! The luck ledger: each roll of a game against all that could have come, and what each side's rolls come to.
//!
//! Nothing is kept for it. It is read from what was asked and answered in the log, so what is undone is out of it again,
//! and dice typed in at the table count like the program's. Higher is better for whoever rolls; where dice are written
//! with a number to reach (`dice("(2d6) <= 7", ...)`), reaching it is. Dice that a referee has fixed are no luck.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use super::Session;
use super::log::LogEntry;
use crate::kernel::dice::formula::{Die, Formula, Pool};
use crate::kernel::door::{By, dice};
use crate::kernel::value::SideId;
use crate::odds::{Distribution, Luck, TotalLuck, distribution_of};
use crate::rules::{Event, Trace};

/// One roll of the log.
#[derive(Debug, Clone)]
pub struct RollLuck {
    /// The number of its log entry.
    pub entry: usize,
    /// Whose roll; none where no side rolled.
    pub side: Option<SideId>,
    /// What it was for, in the rule's words, or its kind.
    pub purpose: Arc<str>,
    /// The dice as they are written.
    pub dice: String,
    /// What they came to.
    pub result: i64,
    /// True where the dice were compared, so that the result is 1 for yes and 0 for no.
    pub is_test: bool,
    /// Where it stands among all that could have come; none where the dice have no exact odds.
    pub luck: Option<Luck>,
    /// True where a referee has fixed the dice.
    pub fixed: bool,
    /// Who has thrown the dice, or the first of them.
    pub by: Option<By>,
    odds: Option<Rc<Distribution<i64>>>,
}

/// The rolls of a game with what they come to.
#[derive(Debug, Clone)]
pub struct LuckLedger {
    /// Every roll, in order.
    pub rolls: Vec<RollLuck>,
    /// Each side with what its rolls come to, in the order of the sides.
    pub sides: Vec<(SideId, TotalLuck)>,
    /// The roll of a side with the highest percentile, and the one with the lowest; of equal ones the first.
    pub extremes: Option<(usize, usize)>,
}

/// Odds that were worked out, by the dice as they are written.
type Known = BTreeMap<String, Option<Rc<Distribution<i64>>>>;

impl RollLuck {
    /// True where it counts for a side.
    pub fn counts(&self) -> bool {
        self.side.is_some() && !self.fixed && self.luck.is_some()
    }
}

impl Session {
    /// The luck of all rolls that were not taken back.
    pub fn luck(&self) -> LuckLedger {
        let mut known = Known::new();
        let standing = self.log.iter().filter(|entry| !entry.taken_back);
        let rolls: Vec<RollLuck> = standing.flat_map(|entry| rolls_of(entry, &mut known)).collect();
        let sides = (0..self.now.loaded.rules.catalogue().sides.len()).map(|at| SideId(at as u32));
        let sides = sides.map(|side| (side, total(&rolls, side))).collect();
        let counted = || rolls.iter().enumerate().filter(|(_, roll)| roll.counts());
        let percentile = |roll: &RollLuck| roll.luck.as_ref().map(Luck::percentile);
        let lowest = counted().min_by_key(|(_, roll)| percentile(roll)).map(|(at, _)| at);
        // Of equal ones the last is the greatest, so they are gone through from the end.
        let last_first = || (0..rolls.len()).rev().filter(|at| rolls[*at].counts());
        let highest = last_first().max_by_key(|at| percentile(&rolls[*at]));
        LuckLedger { extremes: highest.zip(lowest), sides, rolls }
    }
}

impl LogEntry {
    /// The luck of its rolls, in order.
    pub fn luck(&self) -> Vec<RollLuck> {
        rolls_of(self, &mut Known::new())
    }
}

fn total(rolls: &[RollLuck], side: SideId) -> TotalLuck {
    let mut kinds: BTreeMap<&str, (Rc<Distribution<i64>>, Vec<i64>)> = BTreeMap::new();
    for roll in rolls.iter().filter(|roll| roll.counts() && roll.side == Some(side)) {
        if let Some(odds) = &roll.odds {
            kinds.entry(&roll.dice).or_insert_with(|| (odds.clone(), Vec::new())).1.push(roll.result);
        }
    }
    let kinds: Vec<(&Distribution<i64>, &[i64])> = kinds.values().map(|(o, r)| (&**o, &r[..])).collect();
    TotalLuck::of(&kinds)
}

fn rolls_of(entry: &LogEntry, known: &mut Known) -> Vec<RollLuck> {
    let mut rolls: Vec<RollLuck> = Vec::new();
    for event in entry.trace.iter().flat_map(|trace: &Rc<Trace>| &trace.events) {
        match event {
            Event::Rolled { ask, answer } => {
                let formula = Pool::new(ask.count, Die::Faces(ask.sides)).ok().map(Formula::Total);
                let written = formula.as_ref().map_or_else(|| dice(ask.count, ask.sides), Formula::to_string);
                let purpose = if ask.purpose.is_empty() { &ask.kind } else { &ask.purpose };
                rolls.push(RollLuck {
                    entry: entry.number,
                    side: ask.side,
                    purpose: purpose.clone(),
                    dice: written,
                    result: answer.given.total(),
                    is_test: false,
                    luck: None,
                    fixed: answer.by == By::Forced,
                    by: Some(answer.by.clone()),
                    odds: formula.and_then(|formula| odds_of(&formula, known)),
                });
            }
            Event::Reckoned(reckoned) => {
                let parts = rolls.split_off(rolls.len().saturating_sub(reckoned.rolls));
                let purpose = if reckoned.purpose.is_empty() { &reckoned.kind } else { &reckoned.purpose };
                rolls.push(RollLuck {
                    entry: entry.number,
                    side: reckoned.side,
                    purpose: purpose.clone(),
                    dice: reckoned.formula.to_string(),
                    result: reckoned.result,
                    is_test: matches!(*reckoned.formula, Formula::Compare(..)),
                    luck: None,
                    fixed: parts.iter().any(|part| part.fixed),
                    by: parts.into_iter().find_map(|part| part.by),
                    odds: odds_of(&reckoned.formula, known),
                });
            }
            _ => {}
        }
    }
    for roll in &mut rolls {
        roll.luck = roll.odds.as_ref().map(|odds| Luck::of(odds, roll.result));
    }
    rolls
}

fn odds_of(formula: &Formula, known: &mut Known) -> Option<Rc<Distribution<i64>>> {
    let odds = known.entry(formula.to_string()).or_insert_with(|| distribution_of(formula).ok().map(Rc::new));
    odds.clone()
}

//! Decisions of players inside a command: odds under a stated policy.

use super::super::distribution::Distribution;
use super::super::natural::{Natural, common_multiple};
use super::super::outcome::has_any_outcome;
use crate::rules::Turn;

/// What players decide where a rule asks them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Policy {
    /// Always the first option.
    #[default]
    First,
    /// Whatever makes one of these outcomes likeliest, knowing all dice that have fallen.
    Best(Vec<String>),
    /// Whatever makes them least likely.
    Worst(Vec<String>),
}

impl Policy {
    /// The outcomes that it is about.
    pub fn words(&self) -> &[String] {
        match self {
            Policy::First => &[],
            Policy::Best(words) | Policy::Worst(words) => words,
        }
    }
}

/// One result of a run: the forks of its way, the outcome, its weight and what that is out of.
type Way = (Vec<Turn>, String, Natural, Natural);

/// All ways of a command with decisions.
#[derive(Debug, Default)]
pub(super) struct Ways(Vec<Way>);

impl Ways {
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    pub(super) fn add(&mut self, turns: &[Turn], outcome: &str, weight: Natural, of: &Natural) {
        self.0.push((turns.to_vec(), outcome.to_owned(), weight, of.clone()));
    }

    /// The outcomes where at every decision the branch is taken that the policy wants. None where there are none.
    pub(super) fn folded(mut self, policy: &Policy) -> Option<Distribution<String>> {
        let common = self.0.iter().fold(Natural::ONE, |common, (.., of)| common_multiple(&common, of));
        for (_, _, weight, of) in &mut self.0 {
            *weight *= &common / &*of;
        }
        let rows = chosen(&self.0.iter().collect::<Vec<_>>(), 0, policy);
        Distribution::of(rows.into_iter().map(|(_, outcome, weight, _)| (outcome.clone(), weight.clone())))
    }
}

/// Of the ways that agree up to a fork, those that are taken. They come in the order in which they were gone.
fn chosen<'w>(ways: &[&'w Way], fork: usize, policy: &Policy) -> Vec<&'w Way> {
    let Some(turn) = ways.first().and_then(|(turns, ..)| turns.get(fork)) else { return ways.to_vec() };
    let branches = ways.chunk_by(|a, b| a.0[fork].taken == b.0[fork].taken);
    let branches = branches.map(|branch| chosen(branch, fork + 1, policy));
    if !turn.chosen {
        return branches.flatten().collect();
    }
    let (words, least) = match policy {
        Policy::First => return branches.take(1).flatten().collect(),
        Policy::Best(words) => (words, false),
        Policy::Worst(words) => (words, true),
    };
    let hoped_for = |branch: &Vec<&Way>| -> Natural {
        branch.iter().filter(|way| has_any_outcome(&way.1, words)).map(|way| &way.2).sum()
    };
    // Of equal options the first is taken, as a player would who does not care.
    branches
        .reduce(|best, branch| {
            let (known, new) = (hoped_for(&best), hoped_for(&branch));
            if (least && new < known) || (!least && new > known) { branch } else { best }
        })
        .unwrap_or_default()
}

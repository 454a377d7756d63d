//! A command on its way through the pairs of a scenario. All commands go round together, a pair of each in turn, so that none waits
//! for another where there is little time.

use super::deeds::Deed;
use super::field::{Field, Found};
use super::meeting::{Meeting, Unmet};
use super::meetings::Meetings;
use super::types::Type;
use crate::diagnostic::counted;

/// So many reasons are told for a command that no pair may give.
const MOST_REASONS: usize = 4;

/// A command, and how far it has come.
pub(super) struct Tour {
    deed: Deed,
    /// Which types meet, as numbers of theirs: who acts on whom, in the order in which they do.
    pairs: Vec<(usize, usize)>,
    /// How many of them have met, as foes or as friends.
    next: usize,
    /// Foes meet first; where no two can, friends do.
    friends: bool,
    found: Vec<(usize, usize, Found)>,
    refused: Vec<(bool, usize, usize, String)>,
    is_over: bool,
}

/// What came of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    /// Two foes have met, or cannot.
    Foes,
    /// Two friends.
    Friends,
    /// It was broken off before that was known.
    BrokenOff,
}

impl Tour {
    /// Of a command through these pairs.
    pub(super) fn new(deed: Deed, pairs: &[(usize, usize)]) -> Tour {
        let pairs = in_turn(pairs);
        let is_over = pairs.is_empty();
        Tour { deed, pairs, next: 0, friends: false, found: Vec::new(), refused: Vec::new(), is_over }
    }

    /// Whether all pairs have met.
    pub(super) fn is_over(&self) -> bool {
        self.is_over
    }

    /// Lets the next pair meet.
    pub(super) fn step(&mut self, field: &mut Field, types: &[Type]) -> Step {
        let Some(&(actor, target)) = self.pairs.get(self.next) else { return Step::BrokenOff };
        let found = field.meet(&self.deed, &types[actor], &types[target], self.friends);
        match &found {
            Found::Met(..) => {}
            Found::Not(reason) => self.refused.push((self.friends, actor, target, reason.clone())),
            Found::BrokenOff => return Step::BrokenOff,
        }
        self.found.push((actor, target, found));
        let step = if self.friends { Step::Friends } else { Step::Foes };
        self.next += 1;
        if self.next == self.pairs.len() {
            let is_met = self.found.iter().any(|(.., found)| found.is_met());
            if is_met || self.friends || self.deed.units.is_none() {
                self.is_over = true;
            } else {
                (self.friends, self.next) = (true, 0);
                self.found.clear();
            }
        }
        step
    }

    /// Adds what was found, in the order of the types. Of a command that did not come to its end only what is sure is told: what no pair
    /// has done so far another may yet do.
    pub(super) fn keep(mut self, scenario: &str, types: &[Type], all: &mut Meetings) {
        let is_chancy = self.found.iter().any(|(.., found)| found.is_chancy());
        if !self.is_over && !is_chancy {
            return;
        }
        let verb = self.deed.verb.to_string();
        let unmet = |pair, reason| Unmet { scenario: scenario.to_owned(), verb: verb.clone(), pair, reason };
        // Most steps end without anything that dice decide.
        if self.deed.units.is_none() {
            self.found.retain(|(.., found)| found.is_chancy());
            if self.found.is_empty() {
                return;
            }
        }
        if !self.found.iter().any(|(.., found)| found.is_met()) {
            // What no two units can do is told once.
            self.refused.sort_by_key(|(friends, actor, target, _)| (*friends, *actor, *target));
            if let Some(reason) = in_one(self.refused.iter().map(|(.., reason)| reason)) {
                all.unmet.push(unmet(None, reason));
            }
            return;
        }
        if !is_chancy {
            return all.unmet.push(unmet(None, "it leaves nothing to chance".to_owned()));
        }
        self.found.sort_by_key(|(actor, target, _)| (*actor, *target));
        for (actor, target, found) in self.found {
            let (actor, target) = (types[actor].title.clone(), types[target].title.clone());
            match found {
                Found::Met(place, before, after) => all.met.push(Meeting {
                    scenario: scenario.to_owned(),
                    verb: verb.clone(),
                    actor,
                    target,
                    friends: self.friends,
                    place,
                    before,
                    after,
                }),
                Found::Not(reason) => all.unmet.push(unmet(Some((actor, target)), reason)),
                Found::BrokenOff => {}
            }
        }
    }
}

/// The same pairs, so that every type soon has its turn: each with its like, then each with the next, and so on.
fn in_turn(pairs: &[(usize, usize)]) -> Vec<(usize, usize)> {
    let many = pairs.iter().map(|(actor, target)| actor.max(target) + 1).max().unwrap_or(1);
    let mut pairs = pairs.to_vec();
    pairs.sort_by_key(|(actor, target)| ((target + many - actor) % many, *actor));
    pairs
}

/// All that the rules say against a command that no pair may give, what most are told first.
fn in_one<'a>(refused: impl Iterator<Item = &'a String>) -> Option<String> {
    let mut counts: Vec<(&String, usize)> = Vec::new();
    for reason in refused {
        match counts.iter_mut().find(|(known, _)| *known == reason) {
            Some((_, count)) => *count += 1,
            None => counts.push((reason, 1)),
        }
    }
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let mut told: Vec<String> =
        counts.iter().take(MOST_REASONS).map(|(reason, _)| (*reason).clone()).collect();
    if counts.len() > MOST_REASONS {
        told.push(counted(counts.len() - MOST_REASONS, "other reason"));
    }
    (!told.is_empty()).then(|| told.join("; or "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_type_has_its_turn_before_one_has_a_second() {
        let all: Vec<(usize, usize)> =
            (0..3).flat_map(|actor| (0..3).map(move |target| (actor, target))).collect();
        let turns = in_turn(&all);
        for round in turns.chunks(3) {
            let (actors, mut targets): (Vec<usize>, Vec<usize>) = round.iter().copied().unzip();
            targets.sort_unstable();
            assert_eq!((actors, targets), (vec![0, 1, 2], vec![0, 1, 2]), "{turns:?}");
        }
        let mut sorted = turns;
        sorted.sort_unstable();
        assert_eq!(sorted, all, "none is lost");
    }
}

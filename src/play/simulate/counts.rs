//! What was counted over many games. Whole numbers only, so that parts add up to the same in any order.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::plan::Head;
use super::ranges::Ranges;
use crate::diagnostic::counted;
use crate::pack::Loaded;

/// So many games that failed are listed, those with the lowest numbers.
const MOST_LISTED: usize = 20;

/// So many reasons are told apart: rules may name whatever was the case, and would have no end of them.
const MOST_REASONS: usize = 200;

/// Why all other games ended.
const OTHER_REASON: &str = "another reason";

/// What was counted, by name.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Counts {
    /// All games: those that were won, drawn, unfinished and failed together.
    pub games: u64,
    /// Games won, by side.
    pub won: BTreeMap<String, u64>,
    /// Draws.
    pub drawn: u64,
    /// Games that had not ended after the most turns.
    pub unfinished: u64,
    /// Games that could not go on: a mistake in the rules, a dead end, commands without end.
    pub failed: u64,
    /// Games that ended so, by the reason that the scenario or a rule gives. There are so many at most, the first by the alphabet, which
    /// depends on no order in which games are added up; the rest is `another reason`.
    pub endings: BTreeMap<String, u64>,
    /// Games that ended, by the turn in which their last command was given.
    pub turns: BTreeMap<u32, u64>,
    /// Units that left play, by side and unit type.
    pub lost: BTreeMap<String, BTreeMap<String, u64>>,
    /// How those fared who moved first, by side.
    pub first: BTreeMap<String, First>,
    /// Commands given.
    pub commands: u64,
    /// Dice thrown.
    pub dice: u64,
    /// The games that failed, the 20 of them with the lowest numbers.
    pub failures: Vec<Failed>,
}

/// How a side fared in the games in which it moved first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct First {
    /// All of them.
    pub games: u64,
    /// Those that it won.
    pub won: u64,
    /// Those that nobody won.
    pub drawn: u64,
    /// Those that had not ended, or failed.
    pub open: u64,
}

/// A game that failed.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Failed {
    /// Its number.
    pub game: u64,
    /// Why.
    pub what: String,
}

impl Counts {
    /// Adds what was counted elsewhere.
    pub fn add(&mut self, other: &Counts) {
        self.games += other.games;
        self.drawn += other.drawn;
        self.unfinished += other.unfinished;
        self.failed += other.failed;
        self.commands += other.commands;
        self.dice += other.dice;
        add_all(&mut self.won, &other.won);
        add_all(&mut self.endings, &other.endings);
        self.pool_reasons();
        add_all(&mut self.turns, &other.turns);
        for (side, lost) in &other.lost {
            add_all(self.lost.entry(side.clone()).or_default(), lost);
        }
        for (side, first) in &other.first {
            let own = self.first.entry(side.clone()).or_default();
            own.games += first.games;
            own.won += first.won;
            own.drawn += first.drawn;
            own.open += first.open;
        }
        self.failures.extend(other.failures.iter().cloned());
        self.failures.sort();
        self.failures.truncate(MOST_LISTED);
    }

    /// How many games failed beside those that are listed.
    pub fn unlisted(&self) -> u64 {
        self.failed.saturating_sub(self.failures.len() as u64)
    }

    /// Counts a game that ended for a reason.
    pub(super) fn add_ending(&mut self, reason: String) {
        *self.endings.entry(reason).or_default() += 1;
        self.pool_reasons();
    }

    /// Puts the last reasons together where there are too many.
    fn pool_reasons(&mut self) {
        if self.endings.len() <= MOST_REASONS {
            return;
        }
        let mut pooled = self.endings.remove(OTHER_REASON).unwrap_or(0);
        while self.endings.len() > MOST_REASONS
            && let Some((_, games)) = self.endings.pop_last()
        {
            pooled += games;
        }
        if pooled > 0 {
            self.endings.insert(OTHER_REASON.to_owned(), pooled);
        }
    }

    /// The sum of all numbers, which none of them is above.
    pub(super) fn weight(&self) -> u128 {
        let first = self.first.values().flat_map(|f| [f.games, f.won, f.drawn, f.open]);
        let single = [self.games, self.drawn, self.unfinished, self.failed, self.commands, self.dice];
        sum(self.won.values())
            + sum(self.endings.values())
            + sum(self.turns.values())
            + sum(self.lost.values().flat_map(BTreeMap::values))
            + first.chain(single).map(u128::from).sum::<u128>()
    }

    /// What in these counts cannot be of these games, in words.
    pub(super) fn contradiction(&self, head: &Head, played: &Ranges) -> Option<String> {
        let won = sum(self.won.values());
        let open = u128::from(self.unfinished) + u128::from(self.failed);
        let ended = won + u128::from(self.drawn);
        let all = ended + open;
        if self.games != played.count() || all != u128::from(self.games) {
            return Some(format!(
                "its ranges have {} games, {} are counted, and {all} came to some end",
                played.count(),
                self.games
            ));
        }
        for (what, told) in [("turns", sum(self.turns.values())), ("reasons", sum(self.endings.values()))] {
            if told != ended {
                return Some(format!(
                    "{ended} games were won or drawn, and {told} are counted by their {what}"
                ));
            }
        }
        let last = self.turns.keys().next_back().filter(|turn| **turn > head.turns);
        if let Some(turn) = last {
            return Some(format!("a game ended in turn {turn}, and none has more than {} turns", head.turns));
        }
        if u128::from(self.commands) > u128::from(self.games) * u128::from(head.commands) {
            return Some(format!(
                "{} commands are counted, and no game has more than {}",
                self.commands, head.commands
            ));
        }
        let mut sides = self.won.keys().chain(self.lost.keys()).chain(self.first.keys());
        if let Some(side) = sides.find(|side| !head.players.iter().any(|seat| seat.side == **side)) {
            return Some(format!("it counts for a side {side}, which nobody plays"));
        }
        if all == 0 && self.weight() > 0 {
            return Some("it has no game, and counts what came of games".to_owned());
        }
        let first = |of: fn(&First) -> u64| self.first.values().map(of).map(u128::from).sum::<u128>();
        let fits = |side: &str, first: &First| {
            let told = u128::from(first.won) + u128::from(first.drawn) + u128::from(first.open);
            let own = self.won.get(side).copied().unwrap_or(0);
            // What is left of its games the others have won.
            let lost = u128::from(first.games).checked_sub(told);
            first.won <= own && lost.is_some_and(|lost| lost <= sum(self.won.values()) - u128::from(own))
        };
        // Games that went to another side than the first are wins that no side has had as the first.
        let lost = first(|f| f.games).checked_sub(first(|f| f.won) + first(|f| f.drawn) + first(|f| f.open));
        let misfit = self.first.iter().find(|(side, first)| !fits(side, first));
        if let Some((side, _)) = misfit {
            return Some(format!("the games in which {side} moved first do not go with those that it won"));
        }
        let is_more = first(|f| f.drawn) > u128::from(self.drawn) || first(|f| f.open) > open;
        if first(|f| f.games) > all || is_more || lost.is_none_or(|lost| first(|f| f.won) + lost > won) {
            return Some("more games are counted by who moved first than were played".to_owned());
        }
        let is_listed =
            self.failures.iter().all(|failed| played.first_from(failed.game) == Some(failed.game));
        let is_ordered = self.failures.is_sorted_by(|one, next| one.game < next.game);
        if !is_listed || !is_ordered || self.failures.len() as u64 != self.failed.min(MOST_LISTED as u64) {
            return Some(format!("the failures that it lists are not those of {} games", self.failed));
        }
        None
    }
}

/// In words, of which side and type more units were lost than all games of a scenario have; rules make no new ones.
pub(super) fn lost_beyond(counts: &Counts, loaded: &Loaded) -> Option<String> {
    let catalogue = loaded.rules.catalogue();
    let placed = loaded.data.set_up.iter().flat_map(|set_up| &set_up.placed);
    let mut there: BTreeMap<(&str, &str), u128> = BTreeMap::new();
    for unit in placed {
        let of = catalogue.unit_type(catalogue.printed_type(&unit.name, unit.unit_type));
        *there.entry((&catalogue.side(unit.side).name, &of.name)).or_default() += 1;
    }
    for (side, lost) in &counts.lost {
        for (of, lost) in lost {
            let units = there.get(&(side.as_str(), of.as_str())).copied().unwrap_or(0);
            if u128::from(*lost) > units * u128::from(counts.games) {
                let games = counted(counts.games, "game");
                return Some(format!("{side} lost {lost} of {of}, and had {units} in each of {games}"));
            }
        }
    }
    None
}

fn sum<'a>(numbers: impl Iterator<Item = &'a u64>) -> u128 {
    numbers.copied().map(u128::from).sum()
}

fn add_all<K: Ord + Clone>(to: &mut BTreeMap<K, u64>, from: &BTreeMap<K, u64>) {
    for (key, count) in from {
        match to.get_mut(key) {
            Some(sum) => *sum += count,
            None => {
                to.insert(key.clone(), *count);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn counts(numbers: &[u64]) -> Counts {
        let mut all = Counts::default();
        for &n in numbers {
            let side = if n % 2 == 0 { "red" } else { "blue" };
            let one = |count| BTreeMap::from([(side.to_owned(), count)]);
            all.add(&Counts {
                games: 1,
                won: one(1),
                endings: BTreeMap::from([(format!("{n} were left"), 1)]),
                turns: BTreeMap::from([(n as u32 % 7, 1)]),
                lost: BTreeMap::from([(side.to_owned(), one(n % 3))]),
                first: BTreeMap::from([(
                    side.to_owned(),
                    First { games: 1, won: n % 2, ..First::default() },
                )]),
                dice: n,
                failures: vec![Failed { game: n, what: format!("{n}") }],
                ..Counts::default()
            });
        }
        all
    }

    proptest! {
        #[test]
        fn parts_add_up_to_the_same_in_any_order(numbers in proptest::collection::vec(0u64..1000, 0..500), cut in 0usize..500) {
            let cut = cut.min(numbers.len());
            let (left, right) = numbers.split_at(cut);
            let whole = counts(&numbers);
            let mut sum = counts(right);
            sum.add(&counts(left));
            prop_assert_eq!(&sum, &whole);
            prop_assert!(whole.failures.len() <= MOST_LISTED && whole.endings.len() <= MOST_REASONS + 1);
            prop_assert_eq!(whole.endings.values().sum::<u64>(), whole.games);
        }
    }
}

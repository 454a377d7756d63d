//! Whole games without and with a house rule, played with the same dice and the same players' lots for as long as both
//! go the same way.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::pack::{Loaded, Mistakes};
use crate::play::simulate::{Job, Plan, Ranges, run};

/// How a side fared.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Side {
    /// Its name.
    pub name: String,
    /// Its long name.
    pub title: String,
    /// Games that it won without the house rule.
    pub before: u64,
    /// Games that it won with it.
    pub after: u64,
    /// Games that it won only with the house rule.
    pub gained: u64,
    /// Games that it won only without.
    pub lost: u64,
}

/// The games of one scenario.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Contest {
    /// The scenario.
    pub scenario: String,
    /// Its long name.
    pub title: String,
    /// Games that were played to an end both without and with the house rule: those that are compared.
    pub games: u64,
    /// How many were wanted.
    pub wanted: u64,
    /// The sides in the order of play.
    pub sides: Vec<Side>,
    /// Games that ended without a winner or not at all, without and with the house rule.
    pub open: (u64, u64),
    /// Games that failed without and with the house rule: a mistake in the rules, or a dead end.
    pub failed: (u64, u64),
    /// Why the first of them did, without and with the house rule.
    pub why: (Option<String>, Option<String>),
    /// Games that failed one way or both. Nobody knows who would have won them, so they are in none of the other counts.
    pub left_out: u64,
    /// Games that came to another winner.
    pub otherwise: u64,
}

/// How games ended, and who won them, by their numbers.
type Ends = BTreeMap<u64, (String, String)>;

/// Plays the games of a scenario without and with the house rule. `goes_on` is told how many games of both are done, and
/// answers whether to go on; games that were only played once do not count.
///
/// # Errors
/// What is wrong with packs and house files.
pub fn contest(
    before: &Plan,
    after: &Plan,
    games: u64,
    threads: usize,
    goes_on: &mut dyn FnMut(u64) -> bool,
) -> Result<Contest, Mistakes> {
    let [loaded, loaded_after] = [before.load(&Arc::default())?, after.load(&Arc::default())?];
    // The key of all dice is made from the head, so one head gives both the same dice.
    let head = before.head(&loaded);
    let wanted = Ranges::of(0..games);
    let mut done = 0;
    let mut play = |plan: &Plan, loaded: &Loaded| -> (Ends, Option<String>) {
        let mut ends = Ends::new();
        let mut row = |text: &str| {
            for line in text.lines() {
                let mut cells = line.split(',');
                let number = cells.next().and_then(|n| n.parse().ok());
                if let (Some(number), Some(end), Some(winner)) = (number, cells.next(), cells.next()) {
                    ends.insert(number, (end.to_owned(), winner.to_owned()));
                }
            }
        };
        let from = done;
        let mut goes_on = |now: u64| goes_on(from + now);
        let job = Job {
            plan,
            loaded,
            head: &head,
            wanted: &wanted,
            threads,
            until: None,
            rows: Some(&mut row),
            goes_on: &mut goes_on,
        };
        let played = run(job);
        done += ends.len() as u64;
        (ends, played.counts.failures.first().map(|failed| failed.what.clone()))
    };
    let ((old, old_why), (new, new_why)) = (play(before, &loaded), play(after, &loaded_after));
    let sides = loaded.rules.catalogue().sides.iter();
    let mut contest = Contest {
        scenario: before.scenario.clone(),
        title: loaded.data.set_up.as_ref().map_or_else(String::new, |s| s.title.to_string()),
        wanted: games,
        why: (old_why, new_why),
        sides: sides
            .map(|s| Side { name: s.name.to_string(), title: s.title.to_string(), ..Side::default() })
            .collect(),
        ..Contest::default()
    };
    for (number, (end, winner)) in &old {
        let Some((new_end, new_winner)) = new.get(number) else { continue };
        let failed = (end == "failed", new_end == "failed");
        contest.failed.0 += u64::from(failed.0);
        contest.failed.1 += u64::from(failed.1);
        if failed.0 || failed.1 {
            contest.left_out += 1;
            continue;
        }
        contest.games += 1;
        contest.otherwise += u64::from((end, winner) != (new_end, new_winner));
        contest.open.0 += u64::from(winner.is_empty());
        contest.open.1 += u64::from(new_winner.is_empty());
        for side in &mut contest.sides {
            let (old, new) = (side.name == *winner, side.name == *new_winner);
            side.before += u64::from(old);
            side.after += u64::from(new);
            side.gained += u64::from(new && !old);
            side.lost += u64::from(old && !new);
        }
    }
    Ok(contest)
}

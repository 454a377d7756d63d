//! Results as they are kept: what was played, which games, what was counted. Files of parts add up.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::counts::{Counts, lost_beyond};
use super::plan::{Head, MOST_GAMES, SCHEMA};
use super::ranges::Ranges;
use crate::diagnostic::{Code, Diagnostic};
use crate::pack::Loaded;

/// All numbers that were counted come to less, and so does what they are added up to.
const MOST_WEIGHT: u128 = 1 << 63;
const TOO_MUCH: &str = "more is counted than any number of games can come to";

/// The result of some of the games of a plan.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Results {
    /// What was played.
    #[serde(flatten)]
    pub head: Head,
    /// How many games are wanted in all, from number 0 on.
    pub games: u64,
    /// The games that were played.
    pub ranges: Ranges,
    /// What was counted over them.
    pub counts: Counts,
}

impl Results {
    /// Reads results.
    ///
    /// # Errors
    /// E0601 for a text that is none, or does not hold together.
    pub fn read(name: &str, text: &str) -> Result<Results, Diagnostic> {
        let bad = |why| damaged(name, why);
        let results: Results = serde_json::from_str(text).map_err(|e| bad(e.to_string()))?;
        if results.head.schema != SCHEMA {
            return Err(bad(format!("its schema is `{}`, and `{SCHEMA}` is read", results.head.schema)));
        }
        let key = blake3::hash(results.head.key_text().as_bytes()).to_hex();
        if *results.head.key != *key {
            return Err(bad("its key does not follow from what it says was played".to_owned()));
        }
        let (wanted, end) = (results.games, results.ranges.end());
        if end > wanted || wanted > MOST_GAMES {
            return Err(bad(format!("{wanted} games are wanted, and its ranges go up to {end}")));
        }
        match results.counts.contradiction(&results.head, &results.ranges) {
            Some(why) => Err(bad(why)),
            None if results.counts.weight() > MOST_WEIGHT => Err(bad(TOO_MUCH.to_owned())),
            None => Ok(results),
        }
    }

    /// Holds what was lost against the order of battle of what is loaded, which is what was played.
    ///
    /// # Errors
    /// E0601 where more was lost than there was.
    pub fn check_losses(&self, name: &str, loaded: &Loaded) -> Result<(), Diagnostic> {
        lost_beyond(&self.counts, loaded).map_or(Ok(()), |why| Err(damaged(name, why)))
    }

    /// The text that [`Results::read`] reads.
    pub fn text(&self) -> String {
        // Nothing in it can fail to be written.
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }

    /// Adds the results of other games of the same plan.
    ///
    /// # Errors
    /// E0702 where another plan was played, the same games are in both, or too much is counted; nothing is added then.
    pub fn merge(&mut self, other: &Results, names: [&str; 2]) -> Result<(), Diagnostic> {
        let [own, others] = names;
        let refuse = |what: String| {
            Diagnostic::error(Code::USAGE, format!("`{own}` and `{others}` cannot be added up: {what}"))
        };
        if let Some(differs) = difference(&self.head, &other.head) {
            return Err(refuse(differs).help("only games of one plan add up"));
        }
        if self.counts.weight() + other.counts.weight() > MOST_WEIGHT {
            return Err(refuse(TOO_MUCH.to_owned()).help("leave out the one with counts of no real games"));
        }
        self.ranges.join(&other.ranges).map_err(|both: Range<u64>| {
            refuse(format!("both have the games from {} to {}", both.start, both.end - 1))
                .help("name each part once")
        })?;
        self.games = self.games.max(other.games);
        self.counts.add(&other.counts);
        Ok(())
    }

    /// The games that are wanted and were not played.
    pub fn gaps(&self) -> Ranges {
        self.ranges.missing(0..self.games)
    }
}

fn damaged(name: &str, why: String) -> Diagnostic {
    Diagnostic::error(Code::JOURNAL_DAMAGED, format!("`{name}` holds no results of `sim`")).note(why)
}

/// In what two plans differ, in words.
pub fn difference(one: &Head, other: &Head) -> Option<String> {
    let parts = |parts: &[super::plan::Part]| -> String {
        let all: Vec<String> = parts.iter().map(|p| format!("{} {}", p.name, p.hash)).collect();
        if all.is_empty() { "none".to_owned() } else { all.join(", ") }
    };
    let told = |what: &str, one: String, other: String| {
        (one != other).then(|| format!("the {what} differs: {one} and {other}"))
    };
    let hashes = |parts: &[super::plan::Part]| parts.iter().map(|p| p.hash.clone()).collect::<Vec<_>>();
    told("game", one.game(), other.game())
        .or_else(|| told("seed", one.seed.to_string(), other.seed.to_string()))
        .or_else(|| told("text of the packs", parts(&one.packs), parts(&other.packs)))
        .or_else(|| match hashes(&one.house) == hashes(&other.house) {
            true => None,
            false => told("list of house rules", parts(&one.house), parts(&other.house)),
        })
        .or_else(|| told("list of players", one.seats(), other.seats()))
        .or_else(|| told("most turns", one.turns.to_string(), other.turns.to_string()))
        .or_else(|| told("most commands", one.commands.to_string(), other.commands.to_string()))
        .or_else(|| told("version of the program", one.program.clone(), other.program.clone()))
        .or_else(|| told("key", one.key.clone(), other.key.clone()))
}

//! What tests of `odds` ask alike.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use houserule::repl::Console;

use super::{opened, told};

/// Thirty dice, each of which is looked at alone: more ways than anybody goes through.
pub const ENDLESS: &str = "ruling \"fn shoot_at(who, whom, why) { let n = 0; for i in 0..30 { \
    n += if roll(1, 6, `shot`, whom.side, `die`) > 3 { 1 } else { 2 }; } \
    outcome(if n > 45 { `many` } else { `few` }); }\"";

/// A duel in which a2 reaches everybody.
pub fn console(cancel: &Arc<AtomicBool>) -> Console {
    let mut console = opened("duel", Vec::new(), cancel);
    told(&mut console, "set a2 RNG 9");
    console
}

/// Times, outcome and fraction of each row.
pub fn csv(console: &mut Console, line: &str) -> Vec<[String; 3]> {
    let text = told(console, &format!("{line} --csv"));
    let rows = text.lines().skip(1).map(|row| {
        // The command may have commas, and is in quotes then.
        let behind = match row.strip_prefix('"') {
            Some(quoted) => quoted.split_once("\",").unwrap().1,
            None => row.split_once(',').unwrap().1,
        };
        let fields: Vec<&str> = behind.split(',').collect();
        [fields[0].to_owned(), fields[1].to_owned(), fields[2].to_owned()]
    });
    rows.collect()
}

/// Outcome and fraction of each row.
pub fn fractions(console: &mut Console, line: &str) -> Vec<(String, String)> {
    csv(console, line).into_iter().map(|[_, outcome, fraction]| (outcome, fraction)).collect()
}

/// The same, as a test writes it.
pub fn pairs(all: &[(&str, &str)]) -> Vec<(String, String)> {
    all.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect()
}

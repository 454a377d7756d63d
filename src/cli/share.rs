//! Which games of a simulation are to be played: all, a range, or one of several equal parts.

use std::fmt;
use std::ops::Range;

use super::failure::Failure;
use crate::diagnostic::{Code, Diagnostic};
use crate::play::simulate::MOST_GAMES;

/// Where the part comes from that `--shard auto/N` asks for, each with the variable that says at which number its parts
/// begin.
const INDEXES: [(&str, Option<&str>); 2] =
    [("SLURM_ARRAY_TASK_ID", Some("SLURM_ARRAY_TASK_MIN")), ("JOB_COMPLETION_INDEX", None)];

fn usage(told: String, help: &str) -> Failure {
    Diagnostic::error(Code::USAGE, told).help(help).into()
}

/// `5000`, `5_000`, `5e3`.
pub(super) fn number(text: &str) -> Option<u64> {
    let digits: String = text.trim().chars().filter(|c| *c != '_').collect();
    let (digits, zeros) = match digits.split_once(['e', 'E']) {
        Some((digits, zeros)) => (digits, zeros.parse::<u32>().ok()?),
        None => (&*digits, 0),
    };
    digits.parse::<u64>().ok()?.checked_mul(10_u64.checked_pow(zeros)?)
}

/// How many games there are in all.
pub(super) fn games(text: &str) -> Result<u64, Failure> {
    count(text, "games")
}

/// How many there are of something that there is at least one of.
pub(super) fn count(text: &str, what: &str) -> Result<u64, Failure> {
    match number(text).filter(|n| (1..MOST_GAMES).contains(n)) {
        Some(count) => Ok(count),
        None => {
            Err(usage(format!("`{text}` is no number of {what}"), "write it like `5000`, `5_000` or `5e3`"))
        }
    }
}

/// The same where none at all may be wanted.
pub(super) fn games_or_none(text: &str) -> Result<u64, Failure> {
    if number(text) == Some(0) { Ok(0) } else { games(text) }
}

/// The games from A up to but without B of `A..B`.
pub(super) fn range(text: &str) -> Result<Range<u64>, Failure> {
    let ends = text.split_once("..").and_then(|(a, b)| Some((number(a)?, number(b)?)));
    match ends.filter(|(a, b)| a < b && *b < MOST_GAMES) {
        Some((a, b)) => Ok(a..b),
        None => Err(usage(
            format!("`{text}` is no range of games"),
            "write it like `0..500`: from the first number up to but without the last",
        )),
    }
}

/// Part K of N, K from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Part {
    number: u64,
    of: u64,
}

impl Part {
    /// Reads `3/8`, or `auto/8` where the environment says which one it is.
    pub(super) fn parse(text: &str, variable: impl Fn(&str) -> Option<String>) -> Result<Part, Failure> {
        let help = "write it like `3/8`: the third of eight parts, or `auto/8`";
        let bad = || usage(format!("`{text}` is no part"), help);
        let (number_of_part, of) = text.split_once('/').ok_or_else(bad)?;
        let of = number(of).filter(|n| *n > 0).ok_or_else(bad)?;
        let number = match number_of_part.trim() {
            "auto" | "" => from_environment(variable)?,
            part => number(part).ok_or_else(bad)?,
        };
        if !(1..=of).contains(&number) {
            return Err(usage(format!("there is no part {number} of {of}"), "parts are counted from 1"));
        }
        Ok(Part { number, of })
    }

    /// The games of this part; the parts differ by one game at most.
    pub(super) fn games(self, all: u64) -> Range<u64> {
        let cut = |k: u64| (u128::from(all) * u128::from(k) / u128::from(self.of)) as u64;
        cut(self.number - 1)..cut(self.number)
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "part {} of {}", self.number, self.of)
    }
}

/// The part that the scheduler says this is, counted from 1.
fn from_environment(variable: impl Fn(&str) -> Option<String>) -> Result<u64, Failure> {
    for (name, first) in INDEXES {
        let Some(text) = variable(name) else { continue };
        let first = first.and_then(&variable).and_then(|f| number(&f)).unwrap_or(0);
        return match number(&text).and_then(|n| n.checked_sub(first)) {
            Some(index) => Ok(index + 1),
            None => Err(usage(format!("`{name}` is `{text}`, which is no number"), "write `--shard K/N`")),
        };
    }
    let names: Vec<&str> = INDEXES.iter().map(|(name, _)| *name).collect();
    Err(usage(format!("neither {} is set", names.join(" nor ")), "write `--shard K/N`"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nothing(_: &str) -> Option<String> {
        None
    }

    #[test]
    fn numbers_may_be_written_short() {
        assert_eq!(number("5000"), Some(5000));
        assert_eq!(number("5_000"), Some(5000));
        assert_eq!(number("2e9"), Some(2_000_000_000));
        for wrong in ["", "-1", "1.5", "1e99", "e3", "99999999999999999999"] {
            assert_eq!(number(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn the_parts_are_all_games_once() {
        for (games, parts) in [(100, 7), (1000, 64), (3, 5), (1, 1)] {
            let mut at = 0;
            for part in 1..=parts {
                let range = Part::parse(&format!("{part}/{parts}"), nothing).unwrap().games(games);
                assert_eq!(range.start, at);
                at = range.end;
            }
            assert_eq!(at, games);
        }
        for wrong in ["0/3", "4/3", "3", "a/3", "1/0", "auto/3"] {
            assert!(Part::parse(wrong, nothing).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_scheduler_says_which_part_it_is() {
        let slurm = |name: &str| match name {
            "SLURM_ARRAY_TASK_ID" => Some("4".to_owned()),
            "SLURM_ARRAY_TASK_MIN" => Some("1".to_owned()),
            _ => None,
        };
        assert_eq!(Part::parse("auto/4", slurm).unwrap().games(100), 75..100);
        let job = |name: &str| (name == "JOB_COMPLETION_INDEX").then(|| "0".to_owned());
        assert_eq!(Part::parse("auto/4", job).unwrap().games(100), 0..25);
        assert!(Part::parse("auto/3", slurm).is_err());
    }

    #[test]
    fn ranges_are_told_by_both_ends() {
        assert_eq!(range("10..1e3").unwrap(), 10..1000);
        for wrong in ["10", "10..", "..10", "5..5", "9..3", "a..b"] {
            assert!(range(wrong).is_err(), "{wrong}");
        }
    }
}

//! Which games of a simulation are to be played: all, a range, or one of several equal parts.

use std::fmt;
use std::ops::Range;

use super::failure::{Failure, usage};
use crate::play::simulate::MOST_GAMES;

/// The number of a task of an array of Slurm, and the lowest number of the tasks that were submitted with it.
const SLURM: [&str; 2] = ["SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_MIN"];
/// The number of a Kubernetes job with indexes, which always count from 0.
const KUBERNETES: &str = "JOB_COMPLETION_INDEX";

/// `5000`, `5_000`, `5e3`.
pub(super) fn number(text: &str) -> Option<u64> {
    let digits: String = text.trim().chars().filter(|c| *c != '_').collect();
    let (digits, zeros) = match digits.split_once(['e', 'E']) {
        Some((digits, zeros)) => (digits, zeros.parse::<u32>().ok()?),
        None => (&*digits, 0),
    };
    digits.parse::<u64>().ok()?.checked_mul(10_u64.checked_pow(zeros)?)
}

/// Whether a number is written as it should be and is above all that are counted.
fn is_too_large(text: &str) -> bool {
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let digits: String = text.trim().chars().filter(|c| *c != '_').collect();
    digits.splitn(2, ['e', 'E']).all(is_number) && number(text).is_none_or(|number| number >= MOST_GAMES)
}

fn too_large(text: &str, what: &str) -> Failure {
    usage(format!("`{text}` is too many {what}"), &format!("at most {} are counted", MOST_GAMES - 1))
}

/// How many games there are in all.
pub(super) fn games(text: &str) -> Result<u64, Failure> {
    count(text, "games")
}

/// How many there are of something that there is at least one of.
pub(super) fn count(text: &str, what: &str) -> Result<u64, Failure> {
    match number(text).filter(|n| (1..MOST_GAMES).contains(n)) {
        Some(count) => Ok(count),
        None if is_too_large(text) => Err(too_large(text, what)),
        None if number(text) == Some(0) => {
            Err(usage(format!("`{text}` is no number of {what}"), "there is at least one"))
        }
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
        None if text.split_once("..").is_some_and(|(_, end)| is_too_large(end)) => {
            Err(too_large(text, "games"))
        }
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
            "auto" => from_environment(variable)?,
            part => number(part).ok_or_else(bad)?,
        };
        if !(1..=of).contains(&number) {
            return Err(usage(format!("there is no part {number} of {of}"), "parts count from 1"));
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
///
/// A task of Slurm that is submitted again by itself is not told where the whole array began. So its number is the number of the
/// part, whichever tasks are submitted with it, and an array that counts from 0 is refused in all its tasks.
fn from_environment(variable: impl Fn(&str) -> Option<String>) -> Result<u64, Failure> {
    let read = |name: &str| {
        let text = variable(name)?;
        let told = || usage(format!("`{name}` is `{text}`, which is no number"), "write `--shard K/N`");
        Some(number(&text).ok_or_else(told))
    };
    let [task, lowest] = SLURM;
    if let Some(task) = read(task).transpose()? {
        if task == 0 || read(lowest).transpose()? == Some(0) {
            return Err(usage(
                "the tasks of this array count from 0, and parts count from 1".to_owned(),
                "submit it with `--array=1-N`, or write `--shard \"$((SLURM_ARRAY_TASK_ID + 1))/N\"`",
            ));
        }
        return Ok(task);
    }
    match read(KUBERNETES).transpose()? {
        Some(index) => Ok(index.saturating_add(1)),
        None => Err(usage(format!("neither {task} nor {KUBERNETES} is set"), "write `--shard K/N`")),
    }
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
    fn numbers_that_are_too_large_are_told_as_that() {
        let told = |failure: Failure| failure.diagnostics[0].title.clone();
        for text in ["1e17", "1e99", "99999999999999999999", "9_000_000_000_000_000_000"] {
            assert_eq!(told(games(text).unwrap_err()), format!("`{text}` is too many games"));
        }
        assert_eq!(told(range("0..1e18").unwrap_err()), "`0..1e18` is too many games");
        for text in ["0", "-1", "x", "e99", "1e9e9"] {
            assert_eq!(told(games(text).unwrap_err()), format!("`{text}` is no number of games"));
        }
        assert_eq!(told(range("5..3").unwrap_err()), "`5..3` is no range of games");
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

    fn environment<'a>(set: &'a [(&str, &str)]) -> impl Fn(&str) -> Option<String> + 'a {
        |name| set.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
    }

    #[test]
    fn a_scheduler_says_which_part_it_is() {
        let slurm = [("SLURM_ARRAY_TASK_ID", "4"), ("SLURM_ARRAY_TASK_MIN", "1")];
        assert_eq!(Part::parse("auto/4", environment(&slurm)).unwrap().games(100), 75..100);
        // A number that is lost is none that the environment tells.
        assert!(Part::parse("/4", environment(&slurm)).is_err());
        let told = Part::parse("auto/3", environment(&slurm)).unwrap_err();
        assert_eq!(told.diagnostics[0].title, "there is no part 4 of 3");
        let job = [("JOB_COMPLETION_INDEX", "0")];
        assert_eq!(Part::parse("auto/4", environment(&job)).unwrap().games(100), 0..25);
        assert!(Part::parse("auto/4", environment(&[("JOB_COMPLETION_INDEX", "4")])).is_err());
    }

    #[test]
    fn a_task_that_is_submitted_again_plays_the_part_that_it_played_before() {
        for lowest in ["1", "3", "5"] {
            let slurm = [("SLURM_ARRAY_TASK_ID", "5"), ("SLURM_ARRAY_TASK_MIN", lowest)];
            assert_eq!(Part::parse("auto/10", environment(&slurm)).unwrap().games(100), 40..50, "{lowest}");
        }
        // Of an array from 0 it could not be known again, so none of its tasks plays.
        for task in ["0", "1", "9"] {
            let slurm = [("SLURM_ARRAY_TASK_ID", task), ("SLURM_ARRAY_TASK_MIN", "0")];
            let told = Part::parse("auto/10", environment(&slurm)).unwrap_err();
            assert!(told.diagnostics[0].title.contains("count from 0"), "{told:?}");
        }
        assert!(Part::parse("auto/10", environment(&[("SLURM_ARRAY_TASK_ID", "0")])).is_err());
        assert!(Part::parse("auto/10", environment(&[("SLURM_ARRAY_TASK_ID", "five")])).is_err());
    }

    #[test]
    fn ranges_are_told_by_both_ends() {
        assert_eq!(range("10..1e3").unwrap(), 10..1000);
        for wrong in ["10", "10..", "..10", "5..5", "9..3", "a..b"] {
            assert!(range(wrong).is_err(), "{wrong}");
        }
    }
}

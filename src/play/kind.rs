//! Which player is meant, from what was written: `random`, `greedy`, `tree`, `tree:500`, `tree:2s`.

use std::fmt;
use std::time::Duration;

use super::greedy::GreedyPlayer;
use super::player::Player;
use super::random::RandomPlayer;
use super::tree::{Effort, TreePlayer};
use crate::kernel::dice::Generator;

/// Ways that a tree search goes where nothing is said.
const USUAL_WAYS: u32 = 200;
/// More ways, or a longer time, are a slip.
const MOST_WAYS: u32 = 10_000_000;
const LONGEST: Duration = Duration::from_secs(3600);

/// A kind of player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlayerKind {
    /// Any legal command.
    Random,
    /// The best by exact odds, one command ahead.
    Greedy,
    /// Tree search.
    Tree(Effort),
}

impl PlayerKind {
    /// The words for all kinds.
    pub const NAMES: [&'static str; 3] = ["random", "greedy", "tree"];

    /// Reads `random`, `greedy`, `tree`, `tree:500` or `tree:2s`.
    ///
    /// # Errors
    /// What is wrong, in words.
    pub fn parse(text: &str) -> Result<PlayerKind, String> {
        let (name, effort) = match text.split_once(':') {
            Some((name, effort)) => (name, Some(effort)),
            None => (text, None),
        };
        PlayerKind::of(name, effort)
    }

    /// The same in two words, the second how long a tree search thinks.
    ///
    /// # Errors
    /// What is wrong, in words.
    pub fn of(name: &str, effort: Option<&str>) -> Result<PlayerKind, String> {
        match (name.to_lowercase().as_str(), effort) {
            ("random", None) => Ok(PlayerKind::Random),
            ("greedy", None) => Ok(PlayerKind::Greedy),
            ("random" | "greedy", Some(effort)) => {
                Err(format!("only `tree` takes a number, and `{effort}` stands behind `{name}`"))
            }
            ("tree", None) => Ok(PlayerKind::Tree(Effort::Ways(USUAL_WAYS))),
            ("tree", Some(effort)) => parse_effort(effort).map(PlayerKind::Tree).ok_or_else(|| {
                format!("`{effort}` is no number of ways (`500`) and no time (`2s`, `500ms`) for `tree`")
            }),
            _ => Err(format!("players are `random`, `greedy` and `tree`, not `{name}`")),
        }
    }

    /// A player of this kind, whose choices follow from a generator.
    pub fn player(self, generator: Generator) -> Box<dyn Player> {
        match self {
            PlayerKind::Random => Box::new(RandomPlayer::of(generator)),
            PlayerKind::Greedy => Box::new(GreedyPlayer::of(generator)),
            PlayerKind::Tree(effort) => Box::new(TreePlayer::of(effort, generator)),
        }
    }

    /// Whether the same game always gives the same choice, however fast the machine is.
    pub fn is_repeatable(self) -> bool {
        !matches!(self, PlayerKind::Tree(Effort::Time(_)))
    }
}

impl fmt::Display for PlayerKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayerKind::Random => f.write_str("random"),
            PlayerKind::Greedy => f.write_str("greedy"),
            PlayerKind::Tree(Effort::Ways(ways)) => write!(f, "tree:{ways}"),
            PlayerKind::Tree(Effort::Time(time)) if time.subsec_millis() == 0 => {
                write!(f, "tree:{}s", time.as_secs())
            }
            PlayerKind::Tree(Effort::Time(time)) => write!(f, "tree:{}ms", time.as_millis()),
        }
    }
}

fn parse_effort(text: &str) -> Option<Effort> {
    let number = |digits: &str| digits.parse::<u32>().ok().filter(|n| *n > 0);
    let time = match (text.strip_suffix("ms"), text.strip_suffix('s')) {
        (Some(ms), _) => Some(Duration::from_millis(u64::from(number(ms)?))),
        (None, Some(seconds)) => Some(Duration::from_secs(u64::from(number(seconds)?))),
        (None, None) => None,
    };
    match time {
        Some(time) => Some(Effort::Time(time)).filter(|_| time <= LONGEST),
        None => number(text).filter(|ways| *ways <= MOST_WAYS).map(Effort::Ways),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kind_reads_as_it_is_written() {
        for text in ["random", "greedy", "tree:200", "tree:7", "tree:500ms"] {
            assert_eq!(PlayerKind::parse(text).unwrap().to_string(), text);
        }
        assert_eq!(PlayerKind::parse("tree"), PlayerKind::parse("Tree:200"));
        assert_eq!(PlayerKind::parse("tree:2s").unwrap().to_string(), "tree:2s");
        for wrong in
            ["", "clever", "tree:0", "tree:-1", "tree:2h", "greedy:3", "tree:99999999999", "tree:4000s"]
        {
            assert!(PlayerKind::parse(wrong).is_err(), "{wrong}");
        }
    }
}

//! The ranks of precedence, and layers: one rank's share of a pack, one house file, or one ruling.

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

/// The six ranks, lowest first. The highest definition that applies wins for every caller.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Rank {
    /// The core rules of a system.
    Core,
    /// A game world, and its scenarios.
    World,
    /// What one unit type says of itself.
    Unit,
    /// House rules.
    House,
    /// What the players agreed on during the game.
    CommonSense,
    /// The referee's word.
    Referee,
}

impl Rank {
    /// All ranks, lowest first.
    pub const ALL: [Rank; 6] =
        [Rank::Core, Rank::World, Rank::Unit, Rank::House, Rank::CommonSense, Rank::Referee];

    /// The rank in words.
    pub fn words(self) -> &'static str {
        match self {
            Rank::Core => "core",
            Rank::World => "world",
            Rank::Unit => "unit",
            Rank::House => "house",
            Rank::CommonSense => "common sense",
            Rank::Referee => "referee",
        }
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.words())
    }
}

/// One layer of the stack: its rank and what it is called.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Layer {
    /// Its rank.
    pub rank: Rank,
    /// The pack's id, the house file's name, or the ruling's number.
    pub name: Arc<str>,
}

impl fmt::Display for Layer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.rank, self.name)
    }
}

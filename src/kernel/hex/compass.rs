//! The two ways to lay hexes on paper, and the compass names that the six directions have in each.

use std::error::Error;
use std::fmt;

use serde::{Deserialize, Serialize};

use super::direction::Direction;

/// Which way up the hexes are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Orientation {
    /// A flat side on top; hexes form straight columns.
    ///
    /// ```text
    ///             _____
    ///            /     \
    ///      _____/   N   \_____
    ///     /     \       /     \
    ///    /  NW   \_____/  NE   \
    ///    \       /     \       /
    ///     \_____/       \_____/
    ///     /     \       /     \
    ///    /  SW   \_____/  SE   \
    ///    \       /     \       /
    ///     \_____/   S   \_____/
    ///           \       /
    ///            \_____/
    /// ```
    #[default]
    Flat,
    /// A point on top; hexes form straight rows.
    ///
    /// ```text
    ///          / \   / \
    ///         /   \ /   \
    ///        | NW  | NE  |
    ///        |     |     |
    ///       / \   / \   / \
    ///      /   \ /   \ /   \
    ///     |  W  |     |  E  |
    ///     |     |     |     |
    ///      \   / \   / \   /
    ///       \ /   \ /   \ /
    ///        | SW  | SE  |
    ///        |     |     |
    ///         \   / \   /
    ///          \ /   \ /
    /// ```
    Pointy,
}

impl Orientation {
    /// The compass names of the six directions, in the order of [`Direction::ALL`].
    pub const fn compass(self) -> [&'static str; 6] {
        match self {
            Orientation::Flat => ["N", "NE", "SE", "S", "SW", "NW"],
            Orientation::Pointy => ["NW", "NE", "E", "SE", "SW", "W"],
        }
    }

    /// The compass name of a direction, such as `NE`.
    pub fn name(self, direction: Direction) -> &'static str {
        self.compass()[direction.index()]
    }

    /// The direction of a compass name, in capitals or not.
    ///
    /// # Errors
    /// A name that hexes of this orientation do not have, such as `E` on a flat map.
    pub fn parse_direction(self, text: &str) -> Result<Direction, DirectionError> {
        Direction::ALL
            .into_iter()
            .find(|direction| self.name(*direction).eq_ignore_ascii_case(text))
            .ok_or_else(|| DirectionError { text: text.to_owned(), orientation: self })
    }
}

/// Text that is no direction of a hex of this orientation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DirectionError {
    /// What was written.
    pub text: String,
    /// The orientation whose names were expected.
    pub orientation: Orientation,
}

impl fmt::Display for DirectionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.orientation.compass().map(|name| format!("`{name}`")).join(", ");
        write!(f, "expected a direction of {names}, found `{}`", self.text)
    }
}

impl Error for DirectionError {}

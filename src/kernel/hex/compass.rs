//! The two ways to lay hexes on paper, and the compass names that the six directions have in each.

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
}

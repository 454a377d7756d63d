//! The six directions from hex to hex, numbered clockwise. Their compass names are the orientation's to give.

use serde::{Deserialize, Serialize};

use super::coordinate::Hex;

/// One of the six directions from a hex to a neighbour, numbered 0 to 5 clockwise.
///
/// ```text
///           flat: 0 is north            pointy: 0 is north-west
///
///               _____                         / \   / \
///              /     \                       /   \ /   \
///        _____/       \_____                |     |     |
///       /     \   0   /     \               |  0  |  1  |
///      /   5   \_____/   1   \             / \   / \   / \
///      \       /     \       /            /   \ /   \ /   \
///       \_____/       \_____/            |     |     |     |
///       /     \       /     \            |  5  |     |  2  |
///      /   4   \_____/   2   \            \   / \   / \   /
///      \       /     \       /             \ /   \ /   \ /
///       \_____/   3   \_____/               |  4  |  3  |
///             \       /                     |     |     |
///              \_____/                       \   / \   /
///                                             \ /   \ /
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Direction(u8);

impl Direction {
    /// All six, clockwise from 0.
    pub const ALL: [Direction; 6] =
        [Direction(0), Direction(1), Direction(2), Direction(3), Direction(4), Direction(5)];

    /// The direction of a number from 0 to 5; nothing for another number.
    pub fn new(number: u8) -> Option<Direction> {
        (number < 6).then_some(Direction(number))
    }

    /// The number, 0 to 5.
    pub fn number(self) -> u8 {
        self.0
    }

    /// The place of this direction in [`Direction::ALL`].
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The way back.
    pub fn opposite(self) -> Direction {
        self.turned(3)
    }

    /// This direction turned clockwise by so many hexsides; counter-clockwise where negative.
    pub fn turned(self, hexsides: i32) -> Direction {
        // The remainder is 0 to 5, so neither the sum nor the index can go wrong.
        let turn = hexsides.rem_euclid(6) as usize;
        Direction::ALL[(self.index() + turn) % 6]
    }

    /// The hex one step from the origin.
    #[inline]
    pub const fn step(self) -> Hex {
        match self.0 {
            0 => Hex::new(0, -1),
            1 => Hex::new(1, -1),
            2 => Hex::new(1, 0),
            3 => Hex::new(0, 1),
            4 => Hex::new(-1, 1),
            _ => Hex::new(-1, 0),
        }
    }
}

impl TryFrom<u8> for Direction {
    type Error = String;

    fn try_from(number: u8) -> Result<Self, String> {
        Direction::new(number).ok_or_else(|| format!("expected a direction from 0 to 5, found {number}"))
    }
}

impl From<Direction> for u8 {
    fn from(direction: Direction) -> u8 {
        direction.0
    }
}

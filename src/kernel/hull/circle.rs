//! One circle of a hull: where it is drawn, how deep it lies, on which flank.

use std::fmt;

/// A place in the drawing of a hull. Columns count from the left, rows from the front, both from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Spot {
    /// The column.
    pub column: u8,
    /// The row.
    pub row: u8,
}

impl Spot {
    /// The place of a name: a letter for the column and a number for the row, `b3`.
    pub fn named(name: &str) -> Option<Spot> {
        let mut letters = name.chars();
        let letter = letters.next().filter(char::is_ascii_alphabetic)?.to_ascii_lowercase();
        let digits = letters.as_str();
        if !digits.starts_with(|c: char| ('1'..='9').contains(&c)) {
            return None;
        }
        let row: u8 = digits.parse().ok().filter(|row| (1..=26).contains(row))?;
        Some(Spot { column: letter as u8 - b'a', row: row - 1 })
    }

    /// Whether two places touch, at a corner too.
    pub(super) fn touches(self, other: Spot) -> bool {
        let near = |a: u8, b: u8| a.abs_diff(b) <= 1;
        self != other && near(self.column, other.column) && near(self.row, other.row)
    }

    /// The side of a drawing of so many columns and rows that a place is nearest to.
    pub(super) fn flank(self, (columns, rows): (usize, usize)) -> Option<Flank> {
        let from_middle = |at: u8, size: usize| 2 * i64::from(at) + 1 - size as i64;
        let across = from_middle(self.column, columns);
        let along = from_middle(self.row, rows);
        let (wide, deep) = (across.abs() * rows as i64, along.abs() * columns as i64);
        match (across, along) {
            (0, 0) => None,
            _ if deep >= wide => Some(if along < 0 { Flank::Front } else { Flank::Rear }),
            _ => Some(if across < 0 { Flank::Left } else { Flank::Right }),
        }
    }
}

impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.column), self.row + 1)
    }
}

/// A side of a hull.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Flank {
    /// Before the hull.
    Front,
    /// To its left.
    Left,
    /// To its right.
    Right,
    /// Behind it.
    Rear,
}

impl Flank {
    /// Every flank with its word.
    pub const ALL: [(&'static str, Flank); 4] =
        [("front", Flank::Front), ("left", Flank::Left), ("right", Flank::Right), ("rear", Flank::Rear)];

    /// Its word.
    pub fn word(self) -> &'static str {
        Flank::ALL.iter().find(|(_, flank)| *flank == self).map_or("", |(word, _)| word)
    }
}

/// A circle of a hull.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Circle {
    /// Where it is drawn.
    pub spot: Spot,
    /// How deep it lies: a place in the hull's depths, 0 the outermost.
    pub depth: usize,
    /// What it stands for: a place in the hull's kinds.
    pub kind: usize,
    /// On which flank; none for one in the very middle.
    pub flank: Option<Flank>,
    /// The circles next to it, as places in the hull's circles, ascending.
    pub neighbours: Vec<usize>,
}

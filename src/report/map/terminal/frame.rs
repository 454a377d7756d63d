//! Where the parts of a hex are drawn: its hexsides, its number and its two lines of units.

use crate::kernel::hex::{Direction, Layout, Orientation, Shove};

/// A hexside's stroke: columns to the right, lines down, and what it is drawn with.
pub(super) type Stroke = (i64, i64, Edge);

/// The four strokes that hexsides are made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Edge {
    Level,
    Rising,
    Falling,
    Upright,
}

/// A place for text within a hex: columns to the right, lines down, how many columns.
#[derive(Debug, Clone, Copy)]
pub(super) struct Slot {
    pub(super) right: i64,
    pub(super) down: i64,
    pub(super) columns: usize,
}

/// How large hexes are drawn. Both kinds are four lines high and share their outlines with their neighbours:
///
/// ```text
///   flat, level 7                      pointy, half 4
///
///     _______                               _/ \_
///    / 0102 f\                            _/0102f\_
///   /  f   f  \_______                   | f   f |
///   \[t1 t2]  / 0202  \                  |[t1]   |
///    \_______/         \                  \_   _/ \_
///            \         /                    \_/0103 \_
///             \_______/
/// ```
#[derive(Debug, Clone, Copy)]
pub(super) struct Frame {
    orientation: Orientation,
    shoved: Shove,
    /// Flat: the columns of the level hexside. Pointy: half the columns of a hex.
    size: i64,
}

impl Frame {
    /// The largest hexes with which all columns of the sheet fit; where none do, those of the middle.
    pub(super) fn fitting(layout: &Layout, width: usize) -> Frame {
        let (orientation, shoved) = (layout.orientation(), layout.shoved());
        let long_numbers = layout.number_digits() > 2;
        let sizes: &[i64] = match orientation {
            Orientation::Flat if long_numbers => &[9],
            Orientation::Flat => &[9, 7, 5],
            Orientation::Pointy if long_numbers => &[6],
            Orientation::Pointy => &[6, 4],
        };
        let frames = || sizes.iter().map(|size| Frame { orientation, shoved, size: *size });
        let fitting = frames().find(|frame| layout.columns() <= frame.columns_in(width));
        fitting.or_else(|| frames().nth(1)).unwrap_or(Frame { orientation, shoved, size: sizes[0] })
    }

    /// How many columns of hexes fit a width; one at least.
    pub(super) fn columns_in(&self, width: usize) -> u32 {
        let beyond = match self.orientation {
            Orientation::Flat => 2,
            Orientation::Pointy => self.size + 1,
        };
        let width = i64::try_from(width).unwrap_or(i64::MAX);
        u32::try_from((width.saturating_sub(beyond) / self.pitch()).max(1)).unwrap_or(u32::MAX)
    }

    /// From one column of hexes to the next.
    fn pitch(&self) -> i64 {
        match self.orientation {
            Orientation::Flat => self.size + 2,
            Orientation::Pointy => 2 * self.size,
        }
    }

    /// The upper left corner of the hex in a column and row, counted from those of the first hex shown.
    pub(super) fn corner(&self, first: (u32, u32), column: u32, row: u32) -> (i64, i64) {
        let right = i64::from(column - first.0) * self.pitch();
        let down = i64::from(row - first.1) * 4;
        let is_shoved = |number: u32| (number % 2 == 1) == (self.shoved == Shove::Odd);
        match self.orientation {
            Orientation::Flat => (right, down + if is_shoved(column) { 2 } else { 0 }),
            Orientation::Pointy => (right + if is_shoved(row) { self.size } else { 0 }, down),
        }
    }

    /// The strokes of the hexside in a direction.
    pub(super) fn hexside(&self, direction: Direction) -> Vec<Stroke> {
        match self.orientation {
            Orientation::Flat => self.flat_hexside(direction),
            Orientation::Pointy => self.pointy_hexside(direction),
        }
    }

    fn flat_hexside(&self, direction: Direction) -> Vec<Stroke> {
        let level = self.size;
        let along = |down| (2..level + 2).map(|right| (right, down, Edge::Level)).collect();
        match direction.number() {
            0 => along(0),
            1 => vec![(level + 2, 1, Edge::Falling), (level + 3, 2, Edge::Falling)],
            2 => vec![(level + 3, 3, Edge::Rising), (level + 2, 4, Edge::Rising)],
            3 => along(4),
            4 => vec![(0, 3, Edge::Falling), (1, 4, Edge::Falling)],
            _ => vec![(1, 1, Edge::Rising), (0, 2, Edge::Rising)],
        }
    }

    fn pointy_hexside(&self, direction: Direction) -> Vec<Stroke> {
        let half = self.size;
        let quarter = half / 2;
        // From the top point outwards: a slanted stroke, then level ones, twice.
        let slope = |sign: i64, slant: Edge, right: i64, down: i64| -> Vec<Stroke> {
            let stroke = |away: i64| {
                let edge = if away == 1 || away == quarter + 1 { slant } else { Edge::Level };
                (right + half + sign * away, down + (away - 1) / quarter, edge)
            };
            (1..=half).map(stroke).collect()
        };
        match direction.number() {
            0 => slope(-1, Edge::Rising, 0, 0),
            1 => slope(1, Edge::Falling, 0, 0),
            2 => vec![(2 * half, 2, Edge::Upright), (2 * half, 3, Edge::Upright)],
            3 => slope(-1, Edge::Rising, half, 4),
            4 => slope(1, Edge::Falling, -half, 4),
            _ => vec![(0, 2, Edge::Upright), (0, 3, Edge::Upright)],
        }
    }

    /// Where the number stands, with terrain signs behind it.
    pub(super) fn number_slot(&self) -> Slot {
        match self.orientation {
            Orientation::Flat => Slot { right: 2, down: 1, columns: self.size as usize },
            Orientation::Pointy => {
                let quarter = self.size / 2;
                Slot { right: quarter, down: 1, columns: (self.size + 1) as usize }
            }
        }
    }

    /// The two lines for units, upper first.
    pub(super) fn lines(&self) -> [Slot; 2] {
        let columns = match self.orientation {
            Orientation::Flat => self.size + 2,
            Orientation::Pointy => 2 * self.size - 1,
        };
        [2, 3].map(|down| Slot { right: 1, down, columns: columns as usize })
    }

    /// Lines and columns of a drawing of so many columns and rows of hexes.
    pub(super) fn sheet(&self, columns: u32, rows: u32) -> (usize, usize) {
        if columns == 0 || rows == 0 {
            return (0, 0);
        }
        let (columns, rows) = (i64::from(columns), i64::from(rows));
        let (right, down) = match self.orientation {
            Orientation::Flat => (columns * self.pitch() + 2, rows * 4 + 3),
            Orientation::Pointy => (columns * self.pitch() + self.size + 1, rows * 4 + 2),
        };
        (right as usize, down as usize)
    }
}

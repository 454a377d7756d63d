//! How hexes lie on the printed sheet: columns and rows, which of them are shoved, where a hex is drawn.

use std::error::Error;
use std::fmt;

use serde::{Deserialize, Serialize};

use super::compass::Orientation;
use super::coordinate::Hex;

/// Which columns (flat) or rows (pointy) are shoved half a hex, by the parity of their printed number.
///
/// Flat columns are shoved down the page, pointy rows to the right:
///
/// ```text
///        flat, even shoved                pointy, even shoved
///         _____         _____             / \   / \   / \
///        / 01  \       / 03  \           | 01  | 02  | 03  |
///       /  01   \_____/  01   \          | 01  | 01  | 01  |
///       \       / 02  \       /           \   / \   / \   / \
///        \_____/  01   \_____/             \ /   \ /   \ /   \
///        / 01  \       / 03  \              | 01  | 02  | 03  |
///       /  02   \_____/  02   \             | 02  | 02  | 02  |
///       \       /     \       /              \   / \   / \   /
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Shove {
    /// Columns (rows) 01, 03, 05 ….
    Odd,
    /// Columns (rows) 02, 04, 06 ….
    #[default]
    Even,
}

/// A sheet of hexes in columns and rows: which hexes it has, in which order, where each is drawn.
///
/// Columns are counted to the right and rows down the page, from 1 unless [`Layout::counted_from`] says
/// otherwise. The sheet is a full rectangle; what is cut out of it is the map's to know.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "LayoutForm", into = "LayoutForm")]
pub struct Layout {
    orientation: Orientation,
    shoved: Shove,
    columns: u32,
    rows: u32,
    first_column: u32,
    first_row: u32,
}

impl Layout {
    /// The highest number that a column or a row can have: three digits.
    pub const HIGHEST: u32 = 999;

    /// A sheet of so many columns and rows, counted from 1. Either may be 0: a sheet without hexes.
    ///
    /// # Errors
    /// A column or row numbered above [`Layout::HIGHEST`].
    pub fn new(
        orientation: Orientation,
        shoved: Shove,
        columns: u32,
        rows: u32,
    ) -> Result<Layout, LayoutError> {
        Layout { orientation, shoved, columns, rows, first_column: 1, first_row: 1 }.check_highest()
    }

    /// The same sheet with its first column and first row numbered so.
    ///
    /// # Errors
    /// A column or row numbered above [`Layout::HIGHEST`].
    pub fn counted_from(self, first_column: u32, first_row: u32) -> Result<Layout, LayoutError> {
        Layout { first_column, first_row, ..self }.check_highest()
    }

    fn check_highest(self) -> Result<Layout, LayoutError> {
        for (what, first, count) in
            [("column", self.first_column, self.columns), ("row", self.first_row, self.rows)]
        {
            let last = (u64::from(first) + u64::from(count)).saturating_sub(1);
            if last > u64::from(Layout::HIGHEST) {
                return Err(LayoutError { what, last });
            }
        }
        Ok(self)
    }

    /// Which way up the hexes are.
    pub fn orientation(&self) -> Orientation {
        self.orientation
    }

    /// Which columns or rows are shoved half a hex.
    pub fn shoved(&self) -> Shove {
        self.shoved
    }

    /// How many columns.
    pub fn columns(&self) -> u32 {
        self.columns
    }

    /// How many rows.
    pub fn rows(&self) -> u32 {
        self.rows
    }

    /// The number of the first column.
    pub fn first_column(&self) -> u32 {
        self.first_column
    }

    /// The number of the first row.
    pub fn first_row(&self) -> u32 {
        self.first_row
    }

    /// How many hexes.
    pub fn len(&self) -> usize {
        self.columns as usize * self.rows as usize
    }

    /// Whether the sheet has no hexes.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The hex in a column and a row, both as numbered on the sheet; nothing off the sheet.
    pub fn hex(&self, column: u32, row: u32) -> Option<Hex> {
        // Numbers on the sheet have three digits at most, so they fit.
        self.has(column, row).then(|| self.hex_at(column as i32, row as i32))
    }

    /// The column and row of a hex, as numbered on the sheet; nothing off the sheet.
    pub fn column_row(&self, hex: Hex) -> Option<(u32, u32)> {
        let (column, row) = match self.orientation {
            Orientation::Flat => (i64::from(hex.q), i64::from(hex.r) + self.half(hex.q)),
            Orientation::Pointy => (i64::from(hex.q) + self.half(hex.r), i64::from(hex.r)),
        };
        let (column, row) = (u32::try_from(column).ok()?, u32::try_from(row).ok()?);
        self.has(column, row).then_some((column, row))
    }

    /// Whether a hex is on the sheet.
    pub fn contains(&self, hex: Hex) -> bool {
        self.column_row(hex).is_some()
    }

    /// All hexes in map order: column by column, each from its first row on.
    pub fn hexes(&self) -> impl Iterator<Item = Hex> {
        let layout = *self;
        (0..layout.columns as i32).flat_map(move |column| {
            (0..layout.rows as i32).map(move |row| {
                layout.hex_at(layout.first_column as i32 + column, layout.first_row as i32 + row)
            })
        })
    }

    /// The place of a hex in map order, from 0 and without gaps; nothing off the sheet.
    pub fn index(&self, hex: Hex) -> Option<usize> {
        let (column, row) = self.column_row(hex)?;
        let (column, row) = (column - self.first_column, row - self.first_row);
        Some(column as usize * self.rows as usize + row as usize)
    }

    /// Where a hex comes to lie when the sheet is turned by half, its first hex upon its last; nothing where that is off
    /// the sheet.
    ///
    /// A flat sheet with an even number of columns, a pointy one with an even number of rows, or either with one only,
    /// comes to lie upon itself. Of any other the columns (rows) that are shoved unlike the first stick out by one hex
    /// each, at the end to which they are shoved.
    ///
    /// ```text
    ///      _____             _____         Flat, three columns: 0101 and 0302 change
    ///     / 01  \_____/ 03  \             places, 0201 is its own half turn, and 0202
    ///     \  01  / 02  \  01  /             sticks out.
    ///      \_____/  01  \_____/
    ///     / 01  \_____/ 03  \
    ///     \  02  / 02  \  02  /
    ///      \_____/  02  \_____/
    ///            \_____/
    /// ```
    pub fn half_turn(&self, hex: Hex) -> Option<Hex> {
        let corner = |column: u32, row: u32| self.hex(self.first_column + column, self.first_row + row);
        let first = corner(0, 0)?;
        let last = corner(self.columns - 1, self.rows - 1)?;
        Some(first + last - hex).filter(|turned| self.contains(hex) && self.contains(*turned))
    }

    /// Where the centre of a hex is drawn, as (x to the right, y down the page) in whole numbers.
    ///
    /// With hexsides of length 2, one unit is 1 across the corners and √3 across the flats: for flat hexes x
    /// × 1 and y × √3, for pointy hexes x × √3 and y × 1. The root is left to whoever draws.
    pub fn centre(&self, hex: Hex) -> (i64, i64) {
        let (q, r) = (i64::from(hex.q), i64::from(hex.r));
        match self.orientation {
            Orientation::Flat => (3 * q, 2 * r + q),
            Orientation::Pointy => (2 * q + r, 3 * r),
        }
    }

    /// The six corners of a hex in the units of [`Layout::centre`], clockwise; the hexside in direction `d`
    /// runs from corner `d` to the next.
    pub fn corners(&self, hex: Hex) -> [(i64, i64); 6] {
        let (x, y) = self.centre(hex);
        let around = match self.orientation {
            Orientation::Flat => [(-1, -1), (1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0)],
            Orientation::Pointy => [(-1, -1), (0, -2), (1, -1), (1, 1), (0, 2), (-1, 1)],
        };
        around.map(|(right, down)| (x + right, y + down))
    }

    fn has(&self, column: u32, row: u32) -> bool {
        (self.first_column..self.first_column + self.columns).contains(&column)
            && (self.first_row..self.first_row + self.rows).contains(&row)
    }

    fn hex_at(&self, column: i32, row: i32) -> Hex {
        match self.orientation {
            Orientation::Flat => Hex::new(column, row - self.half(column) as i32),
            Orientation::Pointy => Hex::new(column - self.half(row) as i32, row),
        }
    }

    /// How far the straight axis has drifted from the zigzag of columns (rows) at this one: half its number,
    /// rounded so that the shoved ones are those that the layout says.
    fn half(&self, number: i32) -> i64 {
        let number = i64::from(number);
        match self.shoved {
            Shove::Odd => number.div_euclid(2),
            Shove::Even => (number + 1).div_euclid(2),
        }
    }
}

impl Default for Layout {
    /// A sheet without hexes, counted from 1.
    fn default() -> Self {
        Layout {
            orientation: Orientation::default(),
            shoved: Shove::default(),
            columns: 0,
            rows: 0,
            first_column: 1,
            first_row: 1,
        }
    }
}

/// A layout as it is stored, before it is known to be in bounds.
#[derive(Serialize, Deserialize)]
struct LayoutForm {
    orientation: Orientation,
    shoved: Shove,
    columns: u32,
    rows: u32,
    first_column: u32,
    first_row: u32,
}

impl TryFrom<LayoutForm> for Layout {
    type Error = LayoutError;

    fn try_from(form: LayoutForm) -> Result<Self, LayoutError> {
        let LayoutForm { orientation, shoved, columns, rows, first_column, first_row } = form;
        Layout { orientation, shoved, columns, rows, first_column, first_row }.check_highest()
    }
}

impl From<Layout> for LayoutForm {
    fn from(layout: Layout) -> Self {
        let Layout { orientation, shoved, columns, rows, first_column, first_row } = layout;
        LayoutForm { orientation, shoved, columns, rows, first_column, first_row }
    }
}

/// A sheet whose columns or rows run past three digits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LayoutError {
    /// `column` or `row`.
    pub what: &'static str,
    /// The number that the last of them would have.
    pub last: u64,
}

impl fmt::Display for LayoutError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "expected {}s numbered up to {}, found {} {}",
            self.what,
            Layout::HIGHEST,
            self.what,
            self.last
        )
    }
}

impl Error for LayoutError {}

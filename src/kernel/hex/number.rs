//! Hex numbers as printed on the map: `0304` is column 03, row 04.

use std::error::Error;
use std::fmt;

use super::coordinate::Hex;
use super::layout::Layout;

/// The number of a hex as printed: the column, then the row, each with as many digits as the map needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HexNumber {
    /// The column as numbered on the map.
    pub column: u32,
    /// The row as numbered on the map.
    pub row: u32,
    digits: usize,
}

impl fmt::Display for HexNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A large map has many: they are written without the formatter. Nothing is numbered past three digits.
        let mut text = [b'0'; 6];
        for (part, mut left) in text.chunks_mut(self.digits).zip([self.column, self.row]) {
            for digit in part.iter_mut().rev() {
                *digit = b'0' + (left % 10) as u8;
                left /= 10;
            }
        }
        f.write_str(std::str::from_utf8(&text[..2 * self.digits]).unwrap_or_default())
    }
}

impl Layout {
    /// How many digits a column and a row have each: two, or three where a column or row goes past 99.
    pub fn number_digits(&self) -> usize {
        let past_the_last = (self.first_column() + self.columns()).max(self.first_row() + self.rows());
        if past_the_last > 100 { 3 } else { 2 }
    }

    /// The number printed in a hex, such as `0304`; nothing off the sheet.
    pub fn number(&self, hex: Hex) -> Option<HexNumber> {
        let (column, row) = self.column_row(hex)?;
        Some(HexNumber { column, row, digits: self.number_digits() })
    }

    /// The hex of a number as printed, such as `0304`.
    ///
    /// # Errors
    /// Text that is not all digits, has too many or too few of them, or names a hex off the sheet.
    pub fn parse_number(&self, text: &str) -> Result<Hex, NumberError> {
        let digits = self.number_digits();
        if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(NumberError::NotDigits { text: text.to_owned(), expected: 2 * digits });
        }
        if text.len() != 2 * digits {
            return Err(NumberError::WrongLength { text: text.to_owned(), expected: 2 * digits });
        }
        let (column, row) = text.split_at(digits);
        let hex = match (column.parse(), row.parse()) {
            (Ok(column), Ok(row)) => self.hex(column, row),
            _ => None,
        };
        hex.ok_or_else(|| NumberError::OffTheSheet { text: text.to_owned(), layout: *self })
    }
}

/// Why text is not the number of a hex on this sheet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NumberError {
    /// Something other than the digits 0 to 9.
    NotDigits {
        /// What was written.
        text: String,
        /// How many digits a hex number has here, column and row together.
        expected: usize,
    },
    /// Digits, but too many or too few.
    WrongLength {
        /// What was written.
        text: String,
        /// How many digits a hex number has here, column and row together.
        expected: usize,
    },
    /// A number that the sheet does not have.
    OffTheSheet {
        /// What was written.
        text: String,
        /// The sheet.
        layout: Layout,
    },
}

impl fmt::Display for NumberError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NumberError::NotDigits { text, expected } => {
                write!(f, "expected a hex number of {expected} digits, found `{text}`")
            }
            NumberError::WrongLength { text, expected } => {
                let found = text.len();
                let s = if found == 1 { "" } else { "s" };
                write!(f, "expected a hex number of {expected} digits, found `{text}` with {found} digit{s}")
            }
            NumberError::OffTheSheet { text, layout } if layout.is_empty() => {
                write!(f, "hex number `{text}` is off the map, which has no hexes")
            }
            NumberError::OffTheSheet { text, layout } => {
                let digits = layout.number_digits();
                let (column, row) = (layout.first_column(), layout.first_row());
                let (last_column, last_row) = (column + layout.columns() - 1, row + layout.rows() - 1);
                write!(
                    f,
                    "hex number `{text}` is off the map: columns run from {column:0digits$} to \
                     {last_column:0digits$}, rows from {row:0digits$} to {last_row:0digits$}"
                )
            }
        }
    }
}

impl Error for NumberError {}

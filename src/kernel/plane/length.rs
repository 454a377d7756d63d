//! Lengths on the table: whole thousandths of an inch.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Neg, Sub, SubAssign};
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::decimal::written;

/// A length in thousandths of an inch. Sums hold at the ends of `i64`, so no length that a script makes up can
/// stop the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Length(i64);

/// Why a text is no length.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LengthError {
    /// It is not a decimal number with at most one `"` behind it.
    NotANumber,
    /// It has more than three decimals.
    TooFine,
    /// It is longer than [`Length::LONGEST`].
    TooLong,
}

impl Length {
    /// Nothing.
    pub const ZERO: Length = Length(0);
    /// The least length there is: one thousandth of an inch.
    pub const LEAST: Length = Length(1);
    /// One inch.
    pub const INCH: Length = Length(1000);
    /// A thousand inches: the longest that is read from a text, and how far the plane reaches from its origin.
    pub const LONGEST: Length = Length(1_000_000);

    /// So many thousandths of an inch.
    pub const fn thousandths(thousandths: i64) -> Length {
        Length(thousandths)
    }

    /// So many whole inches.
    pub const fn inches(inches: i64) -> Length {
        Length(inches.saturating_mul(1000))
    }

    /// So many millimetres, at 25.4 to the inch, to the nearest thousandth: 25 mm are 0.984".
    pub const fn millimetres(millimetres: i64) -> Length {
        let tenths = millimetres.saturating_mul(10_000);
        Length((tenths + 127 * tenths.signum()) / 254)
    }

    /// The number of thousandths of an inch.
    pub const fn in_thousandths(self) -> i64 {
        self.0
    }

    /// The same length, never below zero.
    pub const fn abs(self) -> Length {
        Length(self.0.saturating_abs())
    }

    /// Whether it is nothing at all.
    pub const fn is_zero(self) -> bool {
        self.0 == 0
    }
}

impl Add for Length {
    type Output = Length;

    fn add(self, other: Length) -> Length {
        Length(self.0.saturating_add(other.0))
    }
}

impl Sub for Length {
    type Output = Length;

    fn sub(self, other: Length) -> Length {
        Length(self.0.saturating_sub(other.0))
    }
}

impl Neg for Length {
    type Output = Length;

    fn neg(self) -> Length {
        Length(self.0.saturating_neg())
    }
}

impl AddAssign for Length {
    fn add_assign(&mut self, other: Length) {
        *self = *self + other;
    }
}

impl SubAssign for Length {
    fn sub_assign(&mut self, other: Length) {
        *self = *self - other;
    }
}

impl Sum for Length {
    fn sum<I: Iterator<Item = Length>>(lengths: I) -> Length {
        lengths.fold(Length::ZERO, Add::add)
    }
}

/// Four inches are `4"`, three and a half `3.5"`.
impl fmt::Display for Length {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\"", written(self.0, 3))
    }
}

/// Reads `4`, `3.5` and `3.5"`, a sign before it allowed.
impl FromStr for Length {
    type Err = LengthError;

    fn from_str(text: &str) -> Result<Length, LengthError> {
        let text = text.strip_suffix('"').unwrap_or(text);
        let (sign, digits) = match text.strip_prefix('-') {
            Some(digits) => (-1, digits),
            None => (1, text.strip_prefix('+').unwrap_or(text)),
        };
        let (inches, decimals) = digits.split_once('.').map_or((digits, None), |(i, d)| (i, Some(d)));
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        if !is_number(inches) || decimals.is_some_and(|decimals| !is_number(decimals)) {
            return Err(LengthError::NotANumber);
        }
        let decimals = decimals.unwrap_or_default();
        if decimals.len() > 3 {
            return Err(LengthError::TooFine);
        }
        let inches: i64 = inches.parse().map_err(|_| LengthError::TooLong)?;
        let part: i64 = format!("{decimals:0<3}").parse().map_err(|_| LengthError::NotANumber)?;
        let length = Length::inches(inches) + Length(part);
        if length > Length::LONGEST { Err(LengthError::TooLong) } else { Ok(Length(sign * length.0)) }
    }
}

impl fmt::Display for LengthError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            LengthError::NotANumber => "expected inches such as `4` or `3.5\"`",
            LengthError::TooFine => "expected at most three decimals of an inch",
            LengthError::TooLong => "expected at most 1000\"",
        })
    }
}

impl std::error::Error for LengthError {}

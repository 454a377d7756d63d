//! Where corners of bases are: places to the millionth of an inch, and the differences between them.
//!
//! A model's place is told in thousandths, but the corners of a base that is turned, and the models of a
//! block that is, lie between them. They are rounded once, to the nearest millionth, a half away from zero,
//! and always as a difference from the place of their base: so shifting the table or turning it by quarters
//! changes no digit.

use std::ops::{Add, Sub};

use super::facing::Facing;
use super::length::Length;

/// How many millionths of an inch a thousandth has.
pub(super) const FINE: i64 = 1000;

/// The components of a unit vector are in parts of this.
pub(super) const UNIT: i64 = 1 << 30;

/// How far from the origin a spot may be: a thousand inches, and half the diagonal of the largest base.
const EDGE: i64 = 1_071_000_000;

/// Longer than the plane is across, in millionths.
pub(super) const ACROSS: i64 = 3_100_000_000;

/// A place in millionths of an inch.
///
/// It is held within 1,071 inches of the origin on either axis, so that two differences multiply to less than
/// 2^63 and the squares of such products to less than 2^127: nothing here can overflow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub(super) struct Spot {
    pub(super) x: i64,
    pub(super) y: i64,
}

/// A difference of two spots in millionths of an inch, or a unit vector in parts of [`UNIT`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Vector {
    pub(super) x: i64,
    pub(super) y: i64,
}

impl Spot {
    pub(super) fn new(x: i64, y: i64) -> Spot {
        Spot { x: x.clamp(-EDGE, EDGE), y: y.clamp(-EDGE, EDGE) }
    }

    /// The spot in the middle of two.
    pub(super) fn middle(self, other: Spot) -> Spot {
        self + (other - self).part(1, 2)
    }
}

impl Vector {
    /// What lies so far to the right of a facing and so far ahead of it, both in half millionths, so that half a
    /// width of a base is exact.
    pub(super) fn seen_from(facing: Facing, right: i64, ahead: i64) -> Vector {
        let unit = facing.unit();
        let (right, ahead) = (i128::from(right), i128::from(ahead));
        let (x, y) = (i128::from(unit.x), i128::from(unit.y));
        let scale = 2 * i128::from(UNIT);
        Vector {
            x: small(divided(right * y + ahead * x, scale)),
            y: small(divided(ahead * y - right * x, scale)),
        }
    }

    pub(super) fn dot(self, other: Vector) -> i128 {
        i128::from(self.x) * i128::from(other.x) + i128::from(self.y) * i128::from(other.y)
    }

    /// Above zero where `other` lies to the left of this one, below where it lies to the right.
    pub(super) fn cross(self, other: Vector) -> i128 {
        i128::from(self.x) * i128::from(other.y) - i128::from(self.y) * i128::from(other.x)
    }

    pub(super) fn square(self) -> i128 {
        self.dot(self)
    }

    pub(super) fn is_zero(self) -> bool {
        self.x == 0 && self.y == 0
    }

    /// A quarter turn clockwise: from ahead to the right.
    pub(super) fn to_the_right(self) -> Vector {
        Vector { x: self.y, y: -self.x }
    }

    pub(super) fn reversed(self) -> Vector {
        Vector { x: -self.x, y: -self.y }
    }

    /// `of / out_of` of this vector, each component to the nearest.
    pub(super) fn part(self, of: i128, out_of: i128) -> Vector {
        Vector {
            x: small(divided(i128::from(self.x) * of, out_of)),
            y: small(divided(i128::from(self.y) * of, out_of)),
        }
    }
}

impl Sub for Spot {
    type Output = Vector;

    fn sub(self, other: Spot) -> Vector {
        Vector { x: self.x - other.x, y: self.y - other.y }
    }
}

impl Add<Vector> for Spot {
    type Output = Spot;

    fn add(self, step: Vector) -> Spot {
        Spot::new(self.x.saturating_add(step.x), self.y.saturating_add(step.y))
    }
}

/// A length in millionths, held at what is longer than the plane.
pub(super) fn fine(length: Length) -> i64 {
    length.in_thousandths().clamp(-ACROSS / FINE, ACROSS / FINE) * FINE
}

/// Millionths to the nearest thousandth, a half away from zero.
pub(super) fn coarse(millionths: i64) -> Length {
    Length::thousandths(small(divided(i128::from(millionths), i128::from(FINE))))
}

/// Division to the nearest, a half away from zero; the divisor is above zero.
pub(super) fn divided(number: i128, by: i128) -> i128 {
    let whole = number.abs();
    // Most numbers are small, and those are divided many times as fast.
    let quotient = match (u64::try_from(whole), u64::try_from(by)) {
        (Ok(whole), Ok(by)) => i128::from(whole / by),
        _ => whole / by,
    };
    let rest = whole - quotient * by;
    (quotient + i128::from(rest >= by - rest)) * number.signum()
}

/// The largest whole number whose square is not above `number`, which is not below zero.
pub(super) fn root(number: i128) -> i128 {
    number.unsigned_abs().isqrt().cast_signed()
}

/// Back to 64 bits; what is larger is held at the end, and leaves the plane anyway.
pub(super) fn small(number: i128) -> i64 {
    i64::try_from(number).unwrap_or(if number < 0 { i64::MIN } else { i64::MAX })
}

//! Directions on the table and turns between them, in whole millionths of a degree.
//!
//! The unit vector of a facing is worked out in whole numbers, so it is the same on every platform: exact for
//! quarters, with equal components for eighths, and elsewhere within 2^-31 of the true one. Turning a facing by
//! a quarter turns its vector exactly.

use std::fmt;
use std::ops::{Add, Neg, Sub};
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::decimal::written;
use super::length::Length;
use super::point::Point;
use super::spot::{Vector, divided, fine, small};
use super::trigonometry::{angle_of, arc_of, sine_and_cosine};

const DEGREE: i64 = 1_000_000;
const ROUND: i64 = 360 * DEGREE;

/// A direction on the table: clockwise from straight up, in millionths of a degree from 0 to below 360.
///
/// ```text
///                  0
///        315       |       45
///                 12
///            10    |    2
///    270 ----- 9 --o-- 3 ----- 90      inside: the clock
///             8    |    4
///                  6
///        225       |       135
///                 180
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(from = "Turn", into = "Turn")]
pub struct Facing(Turn);

/// A turn in millionths of a degree, clockwise above zero; more than once round is possible. Sums hold at the
/// ends of `i64`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Turn(i64);

/// One of the two hands of a base that looks along its facing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Hand {
    /// Where a turn against the clock leads.
    Left,
    /// Where a turn with the clock leads.
    Right,
}

/// The text is no number of degrees with at most six decimals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DegreesError;

impl Turn {
    /// No turn.
    pub const NONE: Turn = Turn(0);
    /// A quarter turn clockwise.
    pub const QUARTER: Turn = Turn(ROUND / 4);
    /// To the opposite direction.
    pub const HALF: Turn = Turn(ROUND / 2);
    /// Once round.
    pub const ROUND: Turn = Turn(ROUND);

    /// So many whole degrees, clockwise.
    pub const fn degrees(degrees: i64) -> Turn {
        Turn(degrees.saturating_mul(DEGREE))
    }

    /// So many millionths of a degree, clockwise.
    pub const fn millionths(millionths: i64) -> Turn {
        Turn(millionths)
    }

    /// The number of millionths of a degree.
    pub const fn in_millionths(self) -> i64 {
        self.0
    }

    /// The same turn, never against the clock.
    pub const fn abs(self) -> Turn {
        Turn(self.0.saturating_abs())
    }

    /// Half of it; of an odd number of millionths the smaller half.
    pub const fn half(self) -> Turn {
        Turn(self.0 / 2)
    }

    /// The turn towards a hand of this size: below zero to the left.
    pub fn to(self, hand: Hand) -> Turn {
        if hand == Hand::Left { -self } else { self }
    }

    /// The turn that leads a point at this radius along so long an arc, to the nearest millionth of a degree;
    /// none at all for a radius that is not above zero.
    pub fn of_arc(arc: Length, radius: Length) -> Turn {
        if radius <= Length::ZERO {
            return Turn::NONE;
        }
        Turn(small(angle_of(fine(arc), fine(radius))))
    }

    /// How long the arc is that a point at this radius goes in this turn, whichever its hand, to the nearest
    /// thousandth.
    pub fn arc(self, radius: Length) -> Length {
        let turn = self.0.saturating_abs();
        Length::thousandths(small(arc_of(turn, radius.abs().in_thousandths())))
    }

    /// `of / out_of` of the turn, to the nearest.
    pub(super) fn part(self, of: i64, out_of: i64) -> Turn {
        Turn(small(divided(i128::from(self.0) * i128::from(of), i128::from(out_of))))
    }
}

impl Facing {
    /// Straight up the table: bearing 0, 12 o'clock.
    pub const UP: Facing = Facing(Turn(0));

    /// The facing at so many whole degrees clockwise from straight up.
    pub fn bearing(degrees: i64) -> Facing {
        Facing(Turn(degrees.rem_euclid(360) * DEGREE))
    }

    /// How far clockwise from straight up it is: from 0 to below once round.
    pub fn turn(self) -> Turn {
        self.0
    }

    /// The direction of an hour of the clock, 12 and 0 straight up.
    pub fn clock(hour: u8) -> Facing {
        Facing::bearing(30 * i64::from(hour))
    }

    /// This facing, turned.
    pub fn turned(self, turn: Turn) -> Facing {
        Facing(Turn((self.0.0 + turn.0.rem_euclid(ROUND)).rem_euclid(ROUND)))
    }

    /// The facing the other way.
    pub fn opposite(self) -> Facing {
        self.turned(Turn::HALF)
    }

    /// The facing from a point to another, to the nearest millionth of a degree; none to the same point.
    pub fn towards(from: Point, to: Point) -> Option<Facing> {
        Facing::of(to.spot() - from.spot())
    }

    /// The shortest turn from here to another facing: above -180 and up to 180 degrees.
    pub fn turn_to(self, other: Facing) -> Turn {
        let turn = (other.0.0 - self.0.0).rem_euclid(ROUND);
        Turn(if turn > ROUND / 2 { turn - ROUND } else { turn })
    }

    /// The facing along a vector.
    pub(super) fn of(way: Vector) -> Option<Facing> {
        if way.is_zero() {
            return None;
        }
        // How far past the nearest of the four quarters the vector is, and which quarter it begins from.
        let (quarter, past, along) = match (way.x, way.y) {
            (x, y) if x >= 0 && y > 0 => (0, x, y),
            (x, y) if x > 0 => (1, -y, x),
            (x, y) if y < 0 => (2, -x, -y),
            (x, y) => (3, y, -x),
        };
        let turn =
            if past <= along { angle_between(past, along) } else { ROUND / 4 - angle_between(along, past) };
        Some(Facing(Turn((quarter * (ROUND / 4) + turn).rem_euclid(ROUND))))
    }

    /// The unit vector of this facing, in parts of 2^30.
    pub(super) fn unit(self) -> Vector {
        let (quarter, rest) = (self.0.0 / (ROUND / 4), self.0.0 % (ROUND / 4));
        let (sine, cosine) = if rest <= ROUND / 8 {
            sine_and_cosine(2 * rest)
        } else {
            let (sine, cosine) = sine_and_cosine(2 * (ROUND / 4 - rest));
            (cosine, sine)
        };
        let part = |number: i128| small(divided(number, 1 << 30));
        let mut unit = Vector { x: part(sine), y: part(cosine) };
        for _ in 0..quarter {
            unit = unit.to_the_right();
        }
        unit
    }
}

/// The angle whose tangent is `past / along`, which is at most 1, to the nearest millionth of a degree.
fn angle_between(past: i64, along: i64) -> i64 {
    // The largest number of half millionths that is not above the angle.
    let (mut low, mut high) = (0, ROUND / 4 + 1);
    while high - low > 1 {
        let middle = i64::midpoint(low, high);
        let (sine, cosine) = sine_and_cosine(middle);
        if sine * i128::from(along) <= cosine * i128::from(past) {
            low = middle;
        } else {
            high = middle;
        }
    }
    (low + 1) / 2
}

impl Add for Turn {
    type Output = Turn;

    fn add(self, other: Turn) -> Turn {
        Turn(self.0.saturating_add(other.0))
    }
}

impl Sub for Turn {
    type Output = Turn;

    fn sub(self, other: Turn) -> Turn {
        Turn(self.0.saturating_sub(other.0))
    }
}

impl Neg for Turn {
    type Output = Turn;

    fn neg(self) -> Turn {
        Turn(self.0.saturating_neg())
    }
}

impl From<Turn> for Facing {
    fn from(turn: Turn) -> Facing {
        Facing::UP.turned(turn)
    }
}

impl From<Facing> for Turn {
    fn from(facing: Facing) -> Turn {
        facing.0
    }
}

/// Degrees with the decimals that they have: `45`, `-22.5`.
impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&written(self.0, 6))
    }
}

/// `bearing 45`.
impl fmt::Display for Facing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "bearing {}", self.0)
    }
}

/// Reads degrees: `45`, `-22.5`, with at most six decimals and at most a million of them.
impl FromStr for Turn {
    type Err = DegreesError;

    fn from_str(text: &str) -> Result<Turn, DegreesError> {
        let (sign, digits) = text.strip_prefix('-').map_or((1, text), |digits| (-1, digits));
        let (whole, decimals) = digits.split_once('.').unwrap_or((digits, "0"));
        let is_number = |text: &str, longest| {
            (1..=longest).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
        };
        if !is_number(whole, 6) || !is_number(decimals, 6) {
            return Err(DegreesError);
        }
        let whole: i64 = whole.parse().map_err(|_| DegreesError)?;
        let part: i64 = format!("{decimals:0<6}").parse().map_err(|_| DegreesError)?;
        Ok(Turn(sign * (whole * DEGREE + part)))
    }
}

impl fmt::Display for DegreesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected degrees such as `45` or `22.5`")
    }
}

impl std::error::Error for DegreesError {}

//! Bases of models, and where they stand.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::facing::{Facing, Hand};
use super::length::Length;
use super::outline::{Nearest, Outline};
use super::point::Point;
use super::spot::{FINE, Spot, Vector};

/// The shape and size of a base.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "(Length, Option<Length>)", into = "(Length, Option<Length>)")]
pub struct Base {
    width: Length,
    /// Nothing for a round one.
    depth: Option<Length>,
}

/// A size is not above zero, or above [`Base::LARGEST`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BaseError;

/// A base where it stands. Where it is told of in public it is rounded to thousandths of an inch; models of a
/// block that is turned stand between those, to the millionth.
///
/// ```text
///             front
///          ____________        ahead: the facing
///         |            |         ^
///    left |     o      | right   |
///         |____________|
///             rear
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Placed {
    base: Base,
    centre: Spot,
    facing: Facing,
}

/// A place on a base that can be followed while it moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Mark {
    /// Its centre.
    Centre,
    /// The middle of its front edge.
    Front,
    /// An end of its front edge.
    FrontCorner(Hand),
    /// The middle of its rear edge.
    Rear,
    /// An end of its rear edge.
    RearCorner(Hand),
}

impl Base {
    /// The longest side of a base: 100 inches, which is room for a whole unit as one rectangle.
    pub const LARGEST: Length = Length::inches(100);

    /// A rectangle: its width across the front, then its depth.
    ///
    /// # Errors
    /// [`BaseError`] unless both are above zero and at most [`Base::LARGEST`].
    pub fn rectangle(width: Length, depth: Length) -> Result<Base, BaseError> {
        Base { width, depth: Some(depth) }.checked()
    }

    /// A round base of a diameter.
    ///
    /// # Errors
    /// [`BaseError`] unless it is above zero and at most [`Base::LARGEST`].
    pub fn round(diameter: Length) -> Result<Base, BaseError> {
        Base { width: diameter, depth: None }.checked()
    }

    fn checked(self) -> Result<Base, BaseError> {
        let fits = |size: Length| size > Length::ZERO && size <= Base::LARGEST;
        if fits(self.width) && fits(self.depth()) { Ok(self) } else { Err(BaseError) }
    }

    /// Across the front: the diameter of a round base.
    pub fn width(self) -> Length {
        self.width
    }

    /// From front to rear: the diameter of a round base.
    pub fn depth(self) -> Length {
        self.depth.unwrap_or(self.width)
    }

    /// Whether it is round.
    pub fn is_round(self) -> bool {
        self.depth.is_none()
    }

    /// Half the width and half the depth, in millionths.
    pub(super) fn halves(self) -> (i64, i64) {
        let half = |size: Length| size.in_thousandths() * (FINE / 2);
        (half(self.width), half(self.depth()))
    }
}

impl Placed {
    /// A base with its centre at a point.
    pub fn new(base: Base, centre: Point, facing: Facing) -> Placed {
        Placed { base, centre: centre.spot(), facing }
    }

    pub(super) fn at(base: Base, centre: Spot, facing: Facing) -> Placed {
        Placed { base, centre, facing }
    }

    /// Its shape and size.
    pub fn base(&self) -> Base {
        self.base
    }

    /// Where its centre is, to the nearest thousandth.
    pub fn centre(&self) -> Point {
        Point::nearest(self.centre)
    }

    /// Where it looks.
    pub fn facing(&self) -> Facing {
        self.facing
    }

    /// Where a place on it is, to the nearest thousandth.
    pub fn point(&self, mark: Mark) -> Point {
        Point::nearest(self.spot(mark))
    }

    /// Its outline on the table.
    pub fn outline(&self) -> Outline {
        let (half_width, half_depth) = self.base.halves();
        if self.base.is_round() {
            return Outline::convex(&[self.centre], half_width);
        }
        // Opposite corners are one vector forth and back, so that their middle is the centre.
        let right = Vector::seen_from(self.facing, 2 * half_width, 2 * half_depth);
        let left = Vector::seen_from(self.facing, -2 * half_width, 2 * half_depth);
        let steps = [left, right, left.reversed(), right.reversed()];
        Outline::convex(&steps.map(|step| self.centre + step), 0)
    }

    /// How far two bases are apart, and where: exact for their corners, which are rounded to millionths of an
    /// inch.
    pub fn nearest(&self, other: &Placed) -> Nearest {
        self.outline().nearest(&other.outline())
    }

    /// Whether another base is at most so far off, exactly so far included.
    pub fn is_within(&self, length: Length, other: &Placed) -> bool {
        self.outline().is_within(length, &other.outline())
    }

    /// The same base at another place, with another facing.
    pub fn moved(&self, centre: Point, facing: Facing) -> Placed {
        Placed::new(self.base, centre, facing)
    }

    pub(super) fn centre_spot(&self) -> Spot {
        self.centre
    }

    pub(super) fn spot(&self, mark: Mark) -> Spot {
        let (half_width, half_depth) = self.base.halves();
        let side = |hand: Hand| if hand == Hand::Left { -half_width } else { half_width };
        let (right, ahead) = match mark {
            Mark::Centre => (0, 0),
            Mark::Front => (0, half_depth),
            Mark::FrontCorner(hand) => (side(hand), half_depth),
            Mark::Rear => (0, -half_depth),
            Mark::RearCorner(hand) => (side(hand), -half_depth),
        };
        // A round base has its ends of the front at its sides, where it is widest.
        let ahead = match mark {
            Mark::FrontCorner(_) | Mark::RearCorner(_) if self.base.is_round() => 0,
            _ => ahead,
        };
        self.centre + Vector::seen_from(self.facing, 2 * right, 2 * ahead)
    }
}

impl TryFrom<(Length, Option<Length>)> for Base {
    type Error = BaseError;

    fn try_from((width, depth): (Length, Option<Length>)) -> Result<Base, BaseError> {
        Base { width, depth }.checked()
    }
}

impl From<Base> for (Length, Option<Length>) {
    fn from(base: Base) -> (Length, Option<Length>) {
        (base.width, base.depth)
    }
}

/// `1" x 2"`, or `1" round`.
impl fmt::Display for Base {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.depth {
            Some(depth) => write!(f, "{} x {depth}", self.width),
            None => write!(f, "{} round", self.width),
        }
    }
}

impl fmt::Display for BaseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected sizes above 0\" and up to {}", Base::LARGEST)
    }
}

impl std::error::Error for BaseError {}

//! A place on the table.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::apart::Apart;
use super::facing::Facing;
use super::length::Length;
use super::outline::Outline;
use super::spot::{FINE, Spot, Vector, coarse, fine};

/// A place on the table in thousandths of an inch, seen from above.
///
/// ```text
///        y   bearing 0, 12 o'clock
///        |
///        |      . (3", 2")
///        |
///        o-------- x   bearing 90, 3 o'clock
/// ```
///
/// The plane ends 1,000 inches from its origin on either axis; a point beyond is held at that edge. A table is
/// smaller, and where its own edges are is for the caller to say.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(from = "(Length, Length)", into = "(Length, Length)")]
pub struct Point {
    x: Length,
    y: Length,
}

impl Point {
    /// The place so far to the right of the origin and so far up the table.
    pub fn new(x: Length, y: Length) -> Point {
        let held = |length: Length| length.clamp(-Length::LONGEST, Length::LONGEST);
        Point { x: held(x), y: held(y) }
    }

    /// The place at so many whole inches.
    pub fn inches(x: i64, y: i64) -> Point {
        Point::new(Length::inches(x), Length::inches(y))
    }

    /// How far it is to the right of the origin.
    pub fn x(self) -> Length {
        self.x
    }

    /// How far it is up the table from the origin.
    pub fn y(self) -> Length {
        self.y
    }

    /// This point, so much farther to the right and up the table.
    pub fn shifted(self, right: Length, up: Length) -> Point {
        Point::new(self.x + right, self.y + up)
    }

    /// The point so far off in a direction, to the nearest thousandth. Going on by the same length in the
    /// opposite direction leads back exactly.
    pub fn towards(self, direction: Facing, distance: Length) -> Point {
        let step = Vector::seen_from(direction, 0, 2 * fine(distance));
        self.shifted(coarse(step.x), coarse(step.y))
    }

    /// How far two points are apart.
    pub fn distance(self, other: Point) -> Apart {
        Outline::point(self).nearest(&Outline::point(other)).apart
    }

    pub(super) fn spot(self) -> Spot {
        Spot::new(self.x.in_thousandths() * FINE, self.y.in_thousandths() * FINE)
    }

    /// The nearest point to a spot, of two as near the one farther to the right and up the table: wherever the
    /// table is shifted, the same one.
    pub(super) fn nearest(spot: Spot) -> Point {
        let held = |place: i64| Length::thousandths((place + FINE / 2).div_euclid(FINE));
        Point::new(held(spot.x), held(spot.y))
    }
}

impl From<(Length, Length)> for Point {
    fn from((x, y): (Length, Length)) -> Point {
        Point::new(x, y)
    }
}

impl From<Point> for (Length, Length) {
    fn from(point: Point) -> (Length, Length) {
        (point.x, point.y)
    }
}

/// `(3", 2.5")`: to the right, then up the table.
impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.x, self.y)
    }
}

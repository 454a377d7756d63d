//! The straight lines along a front and along a rear, and which side of them things lie on.

use super::base::{Mark, Placed};
use super::facing::Facing;
use super::length::Length;
use super::outline::Outline;
use super::point::Point;
use super::spot::{Spot, UNIT, divided, small};

/// A straight line across the whole table, with a side before it and a side behind it.
///
/// ```text
///                    before
///    - - - - - - - -_________- - - - - - - -   front line
///                  |         |
///                  |    o    |     behind the front line
///    - - - - - - - |_________|- - - - - - -    rear line
///
///              behind the rear line
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bound {
    through: Spot,
    facing: Facing,
}

/// Where a shape lies of a [`Bound`]. The line belongs to both sides: what only touches it is wholly on its side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Lie {
    /// Wholly before the line.
    Before,
    /// On both sides of it.
    Across,
    /// Wholly behind it.
    Behind,
}

impl Bound {
    /// The line through a point, across a facing.
    pub fn new(through: Point, facing: Facing) -> Bound {
        Bound { through: through.spot(), facing }
    }

    /// Where a shape lies; what has no extent and is on the line lies before it.
    pub fn lie(&self, shape: &Outline) -> Lie {
        let reach = i128::from(shape.radius()) * i128::from(UNIT);
        let ahead = self.facing.unit();
        let mut depths = shape.corners().iter().map(|corner| ahead.dot(*corner - self.through));
        if depths.clone().all(|depth| depth >= reach) {
            Lie::Before
        } else if depths.all(|depth| depth <= -reach) {
            Lie::Behind
        } else {
            Lie::Across
        }
    }

    /// Where several shapes lie together: before or behind only if each of them is, and across if there are none.
    pub fn lie_of_all<'a>(&self, shapes: impl IntoIterator<Item = &'a Outline>) -> Lie {
        let mut lies = shapes.into_iter().map(|shape| self.lie(shape));
        let first = lies.next().unwrap_or(Lie::Across);
        lies.fold(first, |all, lie| if all == lie { all } else { Lie::Across })
    }

    /// How far before the line a point is, below zero behind it, to the nearest thousandth.
    pub fn depth(&self, point: Point) -> Length {
        let depth = self.facing.unit().dot(point.spot() - self.through);
        Length::thousandths(small(divided(depth, 1000 * i128::from(UNIT))))
    }
}

impl Placed {
    /// The line along its front; for a round base the tangent.
    pub fn front_line(&self) -> Bound {
        Bound { through: self.spot(Mark::Front), facing: self.facing() }
    }

    /// The line along its rear.
    pub fn rear_line(&self) -> Bound {
        Bound { through: self.spot(Mark::Rear), facing: self.facing() }
    }
}

//! Whether a shape lies within another wholly, partly or not at all.

use std::cmp::Ordering;

use super::outline::{Outline, spot_to_stretch};
use super::spot::{Spot, Vector};

/// How much of a shape lies within another.
///
/// The edge belongs to neither side: a base that touches a wood from outside is not in it, and one that touches
/// its edge from inside is wholly in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Within {
    /// None of it.
    Not,
    /// Some of it, and some not.
    Partly,
    /// All of it.
    Wholly,
}

impl Within {
    /// Whether any of it is within.
    pub fn is_any(self) -> bool {
        self != Within::Not
    }

    /// How much lies within all that the other shape leaves out.
    pub fn complement(self) -> Within {
        match self {
            Within::Not => Within::Wholly,
            Within::Partly => Within::Partly,
            Within::Wholly => Within::Not,
        }
    }
}

impl Outline {
    /// How much of this shape lies within another one.
    pub fn within(&self, other: &Outline) -> Within {
        if self.corners().iter().all(|corner| other.holds_circle(*corner, self.radius())) {
            Within::Wholly
        } else if self.overlaps(other) {
            Within::Partly
        } else {
            Within::Not
        }
    }

    /// Whether the two share more than a touch.
    pub fn overlaps(&self, other: &Outline) -> bool {
        let reach = self.radius() + other.radius();
        if reach > 0 {
            return self.cores_apart(other).0.compare_root(reach) == Ordering::Less;
        }
        let parts = |of: &Outline, other: &Outline| {
            // A single stretch has both of its sides outside.
            let both = of.corners().len() == 2;
            of.edges().any(|(from, to)| {
                let side = |corner: &Spot| (to - from).cross(*corner - from);
                other.corners().iter().all(|corner| side(corner) >= 0)
                    || both && other.corners().iter().all(|corner| side(corner) <= 0)
            })
        };
        // A point has no edge that could part it from anything.
        let parted = (self.corners().len() > 1 && parts(self, other))
            || (other.corners().len() > 1 && parts(other, self));
        !parted && self.corners().len() + other.corners().len() > 2
    }

    /// Whether a circle lies wholly within, its touching the edge included.
    fn holds_circle(&self, centre: Spot, radius: i64) -> bool {
        let room = self.radius() - radius;
        if room >= 0 {
            let near =
                |(from, to)| spot_to_stretch(centre, from, to).0.compare_root(room) != Ordering::Greater;
            return self.has_in_core(centre) || self.edges().any(near);
        }
        // The circle is larger than the rounding, so it must keep off every edge of the core.
        self.has_in_core(centre)
            && self.edges().all(|(from, to)| {
                let beside = (to - from).cross(centre - from);
                let least = i128::from(room) * i128::from(room);
                // Both sides are below 2^127, since a radius is not longer than the plane.
                beside * beside >= least * (to - from).square()
            })
    }
}

/// Whether the stretch between two spots has more than a touch in common with the inside of a convex shape that
/// is given by what each of its edges says of the two ends: above zero inside.
///
/// The part of the stretch that is inside every edge is an interval of fractions, compared by cross-multiplying;
/// no fraction is worked out.
pub(super) fn is_cut(sides: impl Iterator<Item = (i128, i128)>) -> bool {
    let (mut enter, mut leave) = ((0, 1), (1, 1));
    for (first, second) in sides {
        match (first > 0, second > 0) {
            (true, true) => {}
            (false, false) => return false,
            (false, true) => {
                let at = (-first, second - first);
                if at.0 * enter.1 > enter.0 * at.1 {
                    enter = at;
                }
            }
            (true, false) => {
                let at = (first, first - second);
                if at.0 * leave.1 < leave.0 * at.1 {
                    leave = at;
                }
            }
        }
    }
    enter.0 * leave.1 < leave.0 * enter.1
}

/// What each edge of a core with an inside says of two spots, for [`is_cut`].
pub(super) fn sides_of(core: &Outline, from: Spot, to: Spot) -> impl Iterator<Item = (i128, i128)> {
    let inside = |edge: Vector, out: Vector| -edge.cross(out);
    core.edges().map(move |(a, b)| (inside(b - a, from - a), inside(b - a, to - a)))
}

//! Arcs measured from a base: what lies in them wholly, partly or not.

use super::apart::Squared;
use super::base::{Mark, Placed};
use super::facing::{Facing, Hand, Turn};
use super::outline::{Outline, spot_to_stretch};
use super::point::Point;
use super::spot::{Spot, UNIT, Vector};
use super::within::{Within, is_cut};

/// A part of the table as a base sees it. Its edges belong to it, for points; for shapes see [`Within`].
///
/// ```text
///      ahead           lean 30 each       centred, 90 wide
///
///     |     |           \       /           \       /
///     |     |            \     /             \     /
///     |_____|             \___/              _\___/_
///     |     |             |   |             |  \ /  |
///     |_____|             |___|             |___o___|
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Arc {
    /// Any direction.
    Any,
    /// Before the front, between two lines from the ends of the front edge that lean outward.
    Ahead {
        /// How far each line leans outward: none for straight ahead, at most a quarter turn.
        lean: Turn,
    },
    /// Clockwise from one direction to another, both as turns from the facing, seen from the centre.
    Between {
        /// Where it begins: below zero for left of the facing.
        from: Turn,
        /// Where it ends; from once round on beyond its beginning it is every direction.
        to: Turn,
    },
}

/// An angle with its two edges, of at most half a turn, cut off straight at the front.
struct Wedge {
    left: Edge,
    right: Edge,
    ahead: Vector,
}

/// An edge of a wedge: where it begins, and the unit vector along it.
#[derive(Clone, Copy)]
struct Edge {
    from: Spot,
    along: Vector,
}

impl Arc {
    /// Straight ahead from each end of the front.
    pub const AHEAD: Arc = Arc::Ahead { lean: Turn::NONE };

    /// So wide in all, centred on the facing. An odd millionth of a degree is left out.
    pub fn centred(width: Turn) -> Arc {
        let half = width.abs().half();
        Arc::Between { from: -half, to: half }
    }

    /// How much of a shape lies in this arc of a base.
    pub fn takes(&self, base: &Placed, target: &Outline) -> Within {
        match *self {
            Arc::Any => Within::Wholly,
            Arc::Ahead { lean } => Wedge::ahead(base, lean).takes(target),
            Arc::Between { from, to } => {
                let width = to - from;
                if width <= Turn::NONE {
                    // A single direction has no inside.
                    Within::Not
                } else if width >= Turn::ROUND {
                    Within::Wholly
                } else if width <= Turn::HALF {
                    Wedge::between(base, from, to).takes(target)
                } else {
                    Wedge::between(base, to, from + Turn::ROUND).takes(target).complement()
                }
            }
        }
    }

    /// Whether a point lies in this arc of a base, its edges included.
    pub fn has(&self, base: &Placed, point: Point) -> bool {
        let spot = point.spot();
        match *self {
            Arc::Any => true,
            Arc::Ahead { lean } => Wedge::ahead(base, lean).has(spot),
            Arc::Between { from, to } => {
                let width = to - from;
                if width < Turn::NONE {
                    false
                } else if width <= Turn::HALF {
                    Wedge::between(base, from, to).has(spot)
                } else {
                    width >= Turn::ROUND || !Wedge::between(base, to, from + Turn::ROUND).has_inside(spot)
                }
            }
        }
    }
}

impl Wedge {
    fn ahead(base: &Placed, lean: Turn) -> Wedge {
        let lean = lean.clamp(Turn::NONE, Turn::QUARTER);
        let edge = |hand| Edge {
            from: base.spot(Mark::FrontCorner(hand)),
            along: base.facing().turned(lean.to(hand)).unit(),
        };
        Wedge { left: edge(Hand::Left), right: edge(Hand::Right), ahead: base.facing().unit() }
    }

    fn between(base: &Placed, from: Turn, to: Turn) -> Wedge {
        let edge = |turn| Edge { from: base.spot(Mark::Centre), along: base.facing().turned(turn).unit() };
        let middle: Facing = base.facing().turned(from + (to - from).half());
        Wedge { left: edge(from), right: edge(to), ahead: middle.unit() }
    }

    /// How far inside each of the three edges a spot is, in millionths times 2^30.
    fn depths(&self, spot: Spot) -> [i128; 3] {
        [
            -self.left.along.cross(spot - self.left.from),
            self.right.along.cross(spot - self.right.from),
            self.ahead.dot(spot - self.left.from),
        ]
    }

    fn has(&self, spot: Spot) -> bool {
        self.depths(spot).into_iter().all(|depth| depth >= 0)
    }

    fn has_inside(&self, spot: Spot) -> bool {
        self.depths(spot).into_iter().all(|depth| depth > 0)
    }

    fn takes(&self, target: &Outline) -> Within {
        let reach = i128::from(target.radius()) * i128::from(UNIT);
        let is_in = |corner: &Spot| self.depths(*corner).into_iter().all(|depth| depth >= reach);
        if target.corners().iter().all(is_in) {
            Within::Wholly
        } else if self.meets(target) {
            Within::Partly
        } else {
            Within::Not
        }
    }

    /// Whether a shape and the wedge share more than a touch. The wedge has no end, so the edges of a shape tell.
    fn meets(&self, target: &Outline) -> bool {
        let reach = target.radius();
        target.edges().any(|(from, to)| {
            let (first, second) = (self.depths(from), self.depths(to));
            is_cut(first.into_iter().zip(second))
                || (reach > 0 && (self.comes_near(from, reach) || self.comes_near(to, reach)))
        })
    }

    /// Whether the wedge comes nearer to a spot than so far.
    fn comes_near(&self, spot: Spot, reach: i64) -> bool {
        let nearer = |square: Squared| square.compare_root(reach).is_lt();
        let front = spot_to_stretch(spot, self.left.from, self.right.from).0;
        self.has_inside(spot)
            || nearer(front)
            || [self.left, self.right].into_iter().any(|edge| {
                let out = spot - edge.from;
                let beside = edge.along.cross(out).abs();
                edge.along.dot(out) > 0 && beside < i128::from(reach) * i128::from(UNIT)
            })
    }
}

//! Whether two bases touch, and with which of their sides.

use super::base::Placed;
use super::facing::Facing;
use super::length::Length;
use super::point::Point;
use super::spot::{FINE, Spot, UNIT, Vector};

/// What counts as touching: up to two thousandths of an inch. Places are told to the nearest thousandth, on both
/// axes, so two bases that were moved up to each other stand up to that far apart.
pub const TOUCH: Length = Length::thousandths(2);

/// Sides whose gaps differ by less than this, in millionths times 2^30, face the other base alike.
const ALIKE: i128 = TOUCH.in_thousandths() as i128 * FINE as i128 * UNIT as i128;

/// A side of a base. A round base has quarters in place of sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// Towards its facing.
    Front,
    /// The flank at its left hand.
    Left,
    /// The flank at its right hand.
    Right,
    /// Away from its facing.
    Rear,
}

/// How two bases touch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Contact {
    /// Where, to the nearest thousandth.
    pub at: Point,
    /// The side of the first that touches the other. Where they meet at corners, the front comes before the
    /// flanks, and these before the rear.
    pub on_one: Side,
    /// The side of the other.
    pub on_other: Side,
}

/// Whether two bases touch or overlap, and with which sides; nothing where they are more than [`TOUCH`] apart.
///
/// The side is the one that the other base is in front of, or least far behind where they overlap. A base that
/// stands at an angle with its corner against the other touches with the side that faces the other more.
pub fn contact(one: &Placed, other: &Placed) -> Option<Contact> {
    let nearest = one.nearest(other);
    let touching = || Contact {
        at: nearest.on_one,
        on_one: side_towards(one, other),
        on_other: side_towards(other, one),
    };
    nearest.apart.is_within(TOUCH).then(touching)
}

impl Side {
    /// All four, the one that counts first where two are alike first.
    pub const ALL: [Side; 4] = [Side::Front, Side::Left, Side::Right, Side::Rear];

    /// Whether it is one of the two flanks.
    pub fn is_flank(self) -> bool {
        matches!(self, Side::Left | Side::Right)
    }

    /// The unit vector out of this side, for a base with this facing.
    fn outward(self, facing: Facing) -> Vector {
        let ahead = facing.unit();
        match self {
            Side::Front => ahead,
            Side::Left => ahead.to_the_right().reversed(),
            Side::Right => ahead.to_the_right(),
            Side::Rear => ahead.reversed(),
        }
    }
}

/// The side of a base that faces another one.
fn side_towards(base: &Placed, other: &Placed) -> Side {
    let centre = base.centre_spot();
    if base.base().is_round() {
        let (_, _, nearest) = base.outline().cores_apart(&other.outline());
        let way = if nearest == centre { other.centre_spot() - centre } else { nearest - centre };
        return best(|side| side.outward(base.facing()).dot(way), ALIKE).0;
    }
    let (own, gap) = best(|side| gap_before(side, base, other.outline().corners()), ALIKE);
    if other.base().is_round() {
        return own;
    }
    let (theirs, their_gap) = best(|side| gap_before(side, other, base.outline().corners()), ALIKE);
    if their_gap <= gap + ALIKE {
        return own;
    }
    // A corner of this base is against a side of the other.
    let against = theirs.outward(other.facing()).reversed();
    best(|side| side.outward(base.facing()).dot(against), i128::from(UNIT)).0
}

/// How far all of these corners are before a side of a rectangle, in millionths times 2^30.
fn gap_before(side: Side, base: &Placed, corners: &[Spot]) -> i128 {
    let (half_width, half_depth) = base.base().halves();
    let half = if side.is_flank() { half_width } else { half_depth };
    let outward = side.outward(base.facing());
    let before = |corner: &Spot| outward.dot(*corner - base.centre_spot());
    let least = corners.iter().map(before).min().unwrap_or_default();
    least - i128::from(half) * i128::from(UNIT)
}

/// The first side that is as good as the best, within what counts as alike, and how good the best is.
fn best(worth: impl Fn(Side) -> i128, alike: i128) -> (Side, i128) {
    let worths = Side::ALL.map(&worth);
    let most = worths.into_iter().max().unwrap_or_default();
    let first = worths.into_iter().position(|own| own >= most - alike).unwrap_or_default();
    (Side::ALL[first], most)
}

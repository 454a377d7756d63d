//! Templates laid on the table: who is under one.

use serde::{Deserialize, Serialize};

use super::facing::Facing;
use super::index::Index;
use super::length::Length;
use super::outline::Outline;
use super::point::Point;
use super::spot::{Vector, fine};
use super::within::Within;

/// The shape of a template. Sizes below zero are none at all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Template {
    /// All within a radius of where it is laid.
    Circle {
        /// How far it reaches.
        radius: Length,
    },
    /// A strip that begins where it is laid and goes the way it faces.
    Strip {
        /// How far it goes.
        length: Length,
        /// How wide it is in all.
        width: Length,
    },
    /// A triangle with a corner where it is laid that widens the way it faces.
    Cone {
        /// How far it goes.
        length: Length,
        /// How wide it is at its far end.
        width: Length,
    },
}

/// A base that a template lies on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Under {
    /// Its number in the index.
    pub id: usize,
    /// Wholly or partly; what is only touched is not under it.
    pub within: Within,
}

impl Template {
    /// The outline of the template when it is laid at a point. A circle faces nowhere. One without a length or a
    /// width is a stretch, or the point itself.
    pub fn laid(&self, at: Point, facing: Facing) -> Outline {
        let size = |length: Length| fine(length.clamp(Length::ZERO, Length::LONGEST));
        let corner = |right: i64, ahead: i64| at.spot() + Vector::seen_from(facing, right, 2 * ahead);
        match *self {
            Template::Circle { radius } => Outline::circle(at, radius),
            Template::Strip { length, width } => {
                let (length, width) = (size(length), size(width));
                let near = Outline::between(corner(-width, 0), corner(width, 0));
                near.swept(&Outline::between(corner(-width, length), corner(width, length)))
            }
            Template::Cone { length, width } => {
                let (length, width) = (size(length), size(width));
                Outline::point(at).swept(&Outline::between(corner(-width, length), corner(width, length)))
            }
        }
    }

    /// All bases that are under the template when it is laid at a point, by their numbers.
    pub fn under(&self, at: Point, facing: Facing, bases: &Index) -> Vec<Under> {
        let laid = self.laid(at, facing);
        let near = bases.near(&laid, Length::ZERO);
        let under = near.into_iter().map(|id| Under { id, within: bases.outline(id).within(&laid) });
        under.filter(|under| under.within.is_any()).collect()
    }
}

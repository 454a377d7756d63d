//! A unit in the state.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::kernel::hex::Hex;
use crate::kernel::plane::{Facing, Point};
use crate::kernel::value::{SideId, TypeId};

/// Where a unit is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Place {
    /// In play, but not on the map.
    Reserve,
    /// On the map.
    Hex(Hex),
    /// On the table: where its mark is, and which way it faces.
    Table(Point, Facing),
    /// Out of play for good.
    Out,
}

impl Place {
    /// The hex, for a place on the map.
    pub fn hex(self) -> Option<Hex> {
        match self {
            Place::Hex(hex) => Some(hex),
            Place::Table(..) | Place::Reserve | Place::Out => None,
        }
    }

    /// The same in another hex, for a place on the map.
    #[must_use]
    #[inline]
    pub fn at(self, other: impl Fn(Hex) -> Hex) -> Place {
        match self {
            Place::Hex(hex) => Place::Hex(other(hex)),
            place => place,
        }
    }

    /// The point, for a place on the table.
    pub fn point(self) -> Option<Point> {
        match self {
            Place::Table(point, _) => Some(point),
            Place::Hex(_) | Place::Reserve | Place::Out => None,
        }
    }

    /// The facing, for a place on the table.
    pub fn facing(self) -> Option<Facing> {
        match self {
            Place::Table(_, facing) => Some(facing),
            Place::Hex(_) | Place::Reserve | Place::Out => None,
        }
    }

    /// Whether it is on the map or on the table.
    #[inline]
    pub fn is_on_board(self) -> bool {
        matches!(self, Place::Hex(_) | Place::Table(..))
    }
}

/// A unit: what it is, whose it is and where it is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Unit {
    /// Its name, unique in the game.
    pub name: Arc<str>,
    /// Its type.
    pub unit_type: TypeId,
    /// Its side.
    pub side: SideId,
    /// Where it is.
    pub place: Place,
}

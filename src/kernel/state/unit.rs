//! A unit in the state.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::kernel::hex::Hex;
use crate::kernel::value::{SideId, TypeId};

/// Where a unit is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Place {
    /// In play, but not on the map.
    Reserve,
    /// On the map.
    Hex(Hex),
    /// Out of play for good.
    Out,
}

impl Place {
    /// The hex, for a place on the map.
    pub fn hex(self) -> Option<Hex> {
        match self {
            Place::Hex(hex) => Some(hex),
            Place::Reserve | Place::Out => None,
        }
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

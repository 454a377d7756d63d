//! The questions that rules ask of the state. Nothing is read in any other way.

use serde::{Deserialize, Serialize};

use crate::kernel::catalogue::Subject;
use crate::kernel::hex::Hex;
use crate::kernel::value::{SideId, UnitId};

/// What has a property.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Target {
    /// A unit.
    Unit(UnitId),
    /// A hex.
    Hex(Hex),
    /// A side.
    Side(SideId),
    /// The game as a whole.
    Game,
}

impl Target {
    /// The kind of thing that this is.
    pub fn subject(self) -> Subject {
        match self {
            Target::Unit(_) => Subject::Unit,
            Target::Hex(_) => Subject::Hex,
            Target::Side(_) => Subject::Side,
            Target::Game => Subject::Game,
        }
    }
}

/// A question to the state. What is printed (unit types, terrain, the map) never changes and is no query.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Query {
    /// The hex of a unit; nothing where it is off the map.
    Place(UnitId),
    /// Where on the table a unit is; nothing where it is not.
    Point(UnitId),
    /// Which way a unit on the table faces.
    Facing(UnitId),
    /// Whether a unit is on the map or on the table.
    OnMap(UnitId),
    /// Whether a unit is in play.
    InPlay(UnitId),
    /// A declared property, by its place in the catalogue.
    Property(Target, u32),
    /// The hexes between two units; nothing where one is off the map.
    Apart(UnitId, UnitId),
    /// The units in a hex, in order of battle.
    UnitsAt(Hex),
    /// The sides that have units in a hex, in the order of play.
    SidesAt(Hex),
    /// The units of a side that are in play, in order of battle.
    UnitsOf(SideId),
    /// The turn.
    Turn,
    /// The phase's name.
    Phase,
    /// The side whose phase it is.
    Active,
    /// Whether the game has ended.
    Over,
    /// Which pieces of terrain lie on the table and where: a list of number, place and facing for each.
    Laid,
    /// Why help is locked; nothing where it is not.
    Help,
}

impl Query {
    /// Whether a unit is named in the question.
    pub fn is_about(&self, unit: UnitId) -> bool {
        match *self {
            Query::Place(u) | Query::Point(u) | Query::Facing(u) | Query::OnMap(u) | Query::InPlay(u) => {
                u == unit
            }
            Query::Apart(a, b) => a == unit || b == unit,
            Query::Property(target, _) => target == Target::Unit(unit),
            Query::UnitsAt(_) | Query::SidesAt(_) | Query::UnitsOf(_) => false,
            Query::Turn | Query::Phase | Query::Active | Query::Over | Query::Laid | Query::Help => false,
        }
    }

    /// Whether it is asked where a unit is, or whether it is anywhere.
    pub fn asks_where(&self, unit: UnitId) -> bool {
        self.is_about(unit) && (self.tells_places() || matches!(self, Query::OnMap(_)))
    }

    /// Whether the answer tells where something is, or how far off.
    pub fn tells_places(&self) -> bool {
        match self {
            Query::Place(_) | Query::Point(_) | Query::Facing(_) | Query::Apart(..) => true,
            Query::UnitsAt(_) | Query::SidesAt(_) | Query::Laid => true,
            Query::OnMap(_) | Query::InPlay(_) | Query::Property(..) | Query::UnitsOf(_) => false,
            Query::Turn | Query::Phase | Query::Active | Query::Over | Query::Help => false,
        }
    }
}

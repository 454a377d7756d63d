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

    /// The same with another unit in the place of this one, if it is one.
    #[must_use]
    pub fn about(self, other: impl Fn(UnitId) -> UnitId) -> Target {
        match self {
            Target::Unit(unit) => Target::Unit(other(unit)),
            Target::Hex(_) | Target::Side(_) | Target::Game => self,
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
    /// The units within so many hexes of a hex, or those of one side, in order of battle.
    UnitsWithin(Hex, u32, Option<SideId>),
    /// The sides that have units within so many hexes of a hex, in the order of play.
    SidesWithin(Hex, u32),
    /// The units of a side that are in play, in order of battle.
    UnitsOf(SideId),
    /// The hexes in which units of a side are, column by column.
    HexesOf(SideId),
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
    /// The same question with other units in the place of those that it names.
    #[must_use]
    pub fn about(self, other: impl Fn(UnitId) -> UnitId) -> Query {
        match self {
            Query::Place(unit) => Query::Place(other(unit)),
            Query::Point(unit) => Query::Point(other(unit)),
            Query::Facing(unit) => Query::Facing(other(unit)),
            Query::OnMap(unit) => Query::OnMap(other(unit)),
            Query::InPlay(unit) => Query::InPlay(other(unit)),
            Query::Property(target, number) => Query::Property(target.about(other), number),
            Query::Apart(a, b) => Query::Apart(other(a), other(b)),
            Query::UnitsAt(_) | Query::SidesAt(_) | Query::UnitsWithin(..) | Query::SidesWithin(..) => self,
            Query::UnitsOf(_) | Query::HexesOf(_) => self,
            Query::Turn | Query::Phase | Query::Active | Query::Over | Query::Laid | Query::Help => self,
        }
    }

    /// The hex that it is about.
    pub fn hex(&self) -> Option<Hex> {
        match *self {
            Query::UnitsAt(hex) | Query::SidesAt(hex) | Query::Property(Target::Hex(hex), _) => Some(hex),
            Query::UnitsWithin(hex, ..) | Query::SidesWithin(hex, _) => Some(hex),
            _ => None,
        }
    }

    /// The same question about another hex in the place of the one that it is about.
    #[must_use]
    pub fn at(self, other: impl Fn(Hex) -> Hex) -> Query {
        match self {
            Query::UnitsAt(hex) => Query::UnitsAt(other(hex)),
            Query::SidesAt(hex) => Query::SidesAt(other(hex)),
            Query::UnitsWithin(hex, far, of) => Query::UnitsWithin(other(hex), far, of),
            Query::SidesWithin(hex, far) => Query::SidesWithin(other(hex), far),
            Query::Property(Target::Hex(hex), number) => Query::Property(Target::Hex(other(hex)), number),
            _ => self,
        }
    }

    /// Whether it is asked where a unit is, or whether it is anywhere.
    pub fn asks_where(&self, unit: UnitId) -> bool {
        match *self {
            Query::Place(u) | Query::Point(u) | Query::Facing(u) | Query::OnMap(u) => u == unit,
            Query::Apart(a, b) => a == unit || b == unit,
            Query::InPlay(_) | Query::Property(..) => false,
            Query::UnitsAt(_) | Query::SidesAt(_) | Query::UnitsWithin(..) | Query::SidesWithin(..) => false,
            Query::UnitsOf(_) | Query::HexesOf(_) => false,
            Query::Turn | Query::Phase | Query::Active | Query::Over | Query::Laid | Query::Help => false,
        }
    }

    /// Whether the answer tells where something is, or how far off.
    pub fn tells_places(&self) -> bool {
        match self {
            Query::Place(_) | Query::Point(_) | Query::Facing(_) | Query::Apart(..) => true,
            Query::UnitsAt(_) | Query::SidesAt(_) | Query::UnitsWithin(..) | Query::SidesWithin(..) => true,
            Query::HexesOf(_) | Query::Laid => true,
            Query::OnMap(_) | Query::InPlay(_) | Query::Property(..) | Query::UnitsOf(_) => false,
            Query::Turn | Query::Phase | Query::Active | Query::Over | Query::Help => false,
        }
    }
}

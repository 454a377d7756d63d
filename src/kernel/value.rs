//! The values that rules read, write and pass on: scalars and handles, never structures of a game.

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::hex::Hex;
use super::plane::{Facing, Point};
use super::secret::Secret;

macro_rules! handle {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub u32);

        impl $name {
            /// The place of this handle in its table.
            #[inline]
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

handle! {
    /// A unit in the state, numbered in order of battle.
    UnitId
}
handle! {
    /// A unit type of the catalogue.
    TypeId
}
handle! {
    /// A terrain of the catalogue, of hexes or of hexsides.
    TerrainId
}
handle! {
    /// A side of the scenario, in the order of play.
    SideId
}

handle! {
    /// A hull of the catalogue.
    HullId
}

/// A circle of a hull.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct CircleId {
    /// The hull.
    pub hull: HullId,
    /// Its place in the hull's circles.
    pub at: u32,
}

/// A value as scripts, state and journal share it. Cheap to clone; ordered, so that nothing depends on hashing.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Value {
    /// Nothing: no hex, no unit, not set.
    #[default]
    Nothing,
    /// True or false.
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// Text.
    Text(Arc<str>),
    /// A hex of the map.
    Hex(Hex),
    /// A point of the table.
    Point(Point),
    /// A direction on the table.
    Facing(Facing),
    /// A unit.
    Unit(UnitId),
    /// A unit type.
    Type(TypeId),
    /// A side.
    Side(SideId),
    /// A terrain.
    Terrain(TerrainId),
    /// A circle of a hull.
    Circle(CircleId),
    /// What a side has written down under seal: the question and the digest, never the answer.
    Seal(Arc<Secret>),
    /// Several values, in order.
    List(Arc<[Value]>),
}

impl Value {
    /// Text as a value.
    pub fn text(text: impl AsRef<str>) -> Self {
        Value::Text(Arc::from(text.as_ref()))
    }

    /// The unit that arguments are about: the only one among them, or nobody where there are none. Nothing where they are anything else.
    #[inline]
    pub fn only_unit(arguments: &[Value]) -> Option<Option<UnitId>> {
        match arguments {
            [] => Some(None),
            [Value::Unit(unit)] => Some(Some(*unit)),
            _ => None,
        }
    }

    /// Whether it is a place or a direction, or a list with one in it.
    pub fn tells_place(&self) -> bool {
        match self {
            Value::Hex(_) | Value::Point(_) | Value::Facing(_) => true,
            Value::List(items) => items.iter().any(Value::tells_place),
            Value::Nothing | Value::Bool(_) | Value::Int(_) | Value::Text(_) | Value::Unit(_) => false,
            Value::Type(_) | Value::Side(_) | Value::Terrain(_) | Value::Circle(_) | Value::Seal(_) => false,
        }
    }

    /// A list of values.
    pub fn list(values: impl IntoIterator<Item = Value>) -> Self {
        Value::List(values.into_iter().collect())
    }

    /// Whether a unit is this, or in it.
    pub fn has_unit(&self, unit: UnitId) -> bool {
        match self {
            Value::Unit(u) => *u == unit,
            Value::Seal(secret) => secret.has_unit(unit),
            Value::List(items) => items.iter().any(|item| item.has_unit(unit)),
            _ => false,
        }
    }

    /// The word for this value's kind, for messages.
    pub fn kind(&self) -> &'static str {
        match self {
            Value::Nothing => "nothing",
            Value::Bool(_) => "true or false",
            Value::Int(_) => "a whole number",
            Value::Text(_) => "text",
            Value::Hex(_) => "a hex",
            Value::Point(_) => "a point",
            Value::Facing(_) => "a facing",
            Value::Unit(_) => "a unit",
            Value::Type(_) => "a unit type",
            Value::Side(_) => "a side",
            Value::Terrain(_) => "a terrain",
            Value::Circle(_) => "a circle of a hull",
            Value::Seal(_) => "a seal",
            Value::List(_) => "a list",
        }
    }
}

macro_rules! value_from {
    ($($from:ty => $variant:ident),* $(,)?) => {$(
        impl From<$from> for Value {
            fn from(value: $from) -> Self {
                Value::$variant(value.into())
            }
        }
    )*};
}
value_from!(bool => Bool, i64 => Int, &str => Text, String => Text, Hex => Hex, Point => Point, Facing => Facing, UnitId => Unit, TypeId => Type,
    SideId => Side, TerrainId => Terrain, CircleId => Circle);

impl fmt::Display for Value {
    /// The bare value; handles show their number, since names are the catalogue's.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Nothing => write!(f, "nothing"),
            Value::Bool(b) => write!(f, "{b}"),
            Value::Int(i) => write!(f, "{i}"),
            Value::Text(t) => write!(f, "{t}"),
            Value::Hex(h) => write!(f, "hex {},{}", h.q, h.r),
            Value::Point(p) => write!(f, "{p}"),
            Value::Facing(facing) => write!(f, "{facing}"),
            Value::Unit(u) => write!(f, "unit #{}", u.0),
            Value::Type(t) => write!(f, "unit type #{}", t.0),
            Value::Side(s) => write!(f, "side #{}", s.0),
            Value::Terrain(t) => write!(f, "terrain #{}", t.0),
            Value::Circle(c) => write!(f, "circle #{} of hull #{}", c.at, c.hull.0),
            Value::Seal(secret) => write!(f, "sealed ({})", secret.question),
            Value::List(l) => {
                for (i, v) in l.iter().enumerate() {
                    write!(f, "{}{v}", if i > 0 { ", " } else { "" })?;
                }
                Ok(())
            }
        }
    }
}

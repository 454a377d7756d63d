//! What kinds of value rules have to do with, and what they are called where a message is about one.

use std::any::type_name;
use std::ops::{Range, RangeInclusive};

use rhai::{Dynamic, Engine};

use super::convert::{Game, Ground, UnderSeal};
use super::lifted::Chance;
use super::primitives::{Body, Course, Feature, PassOnly, Tally};
use super::printed::Met;
use crate::kernel::hex::Hex;
use crate::kernel::plane::{Facing, Point};
use crate::kernel::secret::Sheet;
use crate::kernel::value::{CircleId, SideId, TypeId, UnitId};

macro_rules! kinds {
    ($($kind:ty => $name:literal,)*) => {
        /// Tells the engine the names of the kernel's kinds, which scripts and messages have for them.
        pub(super) fn register(engine: &mut Engine) {
            $(engine.register_type_with_name::<$kind>($name);)*
        }

        /// The name of one of the kernel's kinds, by what the compiler calls it.
        fn of_the_kernel(path: &str) -> Option<&'static str> {
            $(if path == type_name::<$kind>() {
                return Some($name);
            })*
            None
        }
    };
}

kinds! {
    Hex => "Hex",
    UnitId => "Unit",
    SideId => "Side",
    TypeId => "UnitType",
    CircleId => "Circle",
    Ground => "Terrain",
    Game => "Game",
    Point => "Point",
    Facing => "Facing",
    Body => "Body",
    Course => "Way",
    Feature => "Feature",
    Tally => "Tally",
    Met => "Modifier",
    Sheet => "Sheet",
    UnderSeal => "Seal",
    PassOnly => "PassOnly",
    Chance => "Chance",
}

/// What a value is, in words for people: `a unit`, `a value of type Tally`.
pub(super) fn kind_of(value: &Dynamic) -> String {
    kind_called(value.type_name())
}

/// The same by the name of its type, be it the compiler's or the engine's.
pub(super) fn kind_called(name: &str) -> String {
    let name = of_the_kernel(name).unwrap_or(name);
    match name {
        "Unit" => "a unit".to_owned(),
        "Hex" => "a hex".to_owned(),
        "Side" => "a side".to_owned(),
        "Terrain" => "terrain".to_owned(),
        "UnitType" => "a unit type".to_owned(),
        "Game" => "the game".to_owned(),
        // A number that odds have not decided yet is one to whoever has written the rule.
        "i64" | "Chance" => "a number".to_owned(),
        "bool" => "true or false".to_owned(),
        "string" | "&str | ImmutableString | String" | "char" => "a text".to_owned(),
        "Fn" => "a closure".to_owned(),
        "()" => "nothing, `()`".to_owned(),
        "array" => "a list".to_owned(),
        "map" => "a map".to_owned(),
        "range" | "range=" => "a range".to_owned(),
        name if name == type_name::<Range<i64>>() || name == type_name::<RangeInclusive<i64>>() => {
            "a range".to_owned()
        }
        // What has no name of ours is shown without the way to it in some library.
        other => {
            let whole = other.split('<').next().unwrap_or(other);
            format!("a value of type {}", whole.rsplit("::").next().unwrap_or(whole))
        }
    }
}

//! The types of handles: how they print, compare, and what is printed on what they stand for.

use rhai::{Dynamic, NativeCallContext};

use super::Kit;
use super::writing::write_property;
use crate::kernel::catalogue::{AttributeForm, Catalogue, Subject};
use crate::kernel::hex::Hex;
use crate::kernel::state::{Query, Target};
use crate::kernel::value::{CircleId, SideId, TypeId, UnitId, Value};
use crate::rules::convert::{Game, Ground, to_dynamic};
use crate::rules::natives::{Natives, Registrar};
use crate::rules::printed::{terrain_of, terrain_value, type_value};
use crate::rules::raise::Outcome;
use crate::rules::scene::Stage;

/// What a value is called on the table: a unit's name, a hex's number.
pub(in crate::rules) fn called(stage: &Stage, value: &Value) -> String {
    match value {
        Value::Hex(hex) => {
            let hex = stage.told(*hex);
            match stage.map.layout().number(hex) {
                Some(number) => number.to_string(),
                None => format!("a hex off the map ({},{})", hex.q, hex.r),
            }
        }
        Value::Unit(unit) => match stage.scene().inspect(|_| stage.reveal(*unit)) {
            Some(scene) if scene.state.has_unit(*unit) => scene.state.unit(*unit).name.to_string(),
            _ => value.to_string(),
        },
        Value::Type(t) => stage.catalogue.unit_type(*t).name.to_string(),
        Value::Side(s) => stage.catalogue.side(*s).title.to_string(),
        Value::Terrain(t) => stage.catalogue.terrain_def(*t).title.to_string(),
        Value::Circle(c) => stage.catalogue.circle(*c).spot.to_string(),
        Value::List(items) => items.iter().map(|v| called(stage, v)).collect::<Vec<_>>().join(", "),
        other => other.to_string(),
    }
}

macro_rules! handle_type {
    ($registrar:ident, $kit:ident, $type:ty, $value:expr) => {
        for print in ["to_string", "to_debug"] {
            let kit = $kit.clone();
            $registrar.natives.native(print, move |handle: &mut $type| called(&kit.stage, &$value(*handle)));
        }
        let kit = $kit.clone();
        $registrar.natives.native("+", move |text: &str, handle: $type| {
            format!("{text}{}", called(&kit.stage, &$value(handle)))
        });
        for (sign, when_equal) in [("==", true), ("!=", false)] {
            let kit = $kit.clone();
            $registrar.natives.native(sign, move |a: $type, b: $type| {
                for value in [$value(a), $value(b)] {
                    if let Value::Unit(unit) = value {
                        kit.stage.reveal(unit);
                    }
                }
                ($value(a) == $value(b)) == when_equal
            });
        }
    };
}

pub(super) fn register(registrar: &mut Registrar<'_>, kit: &Kit) {
    handle_type!(registrar, kit, Hex, Value::Hex);
    handle_type!(registrar, kit, UnitId, Value::Unit);
    handle_type!(registrar, kit, SideId, Value::Side);
    handle_type!(registrar, kit, TypeId, Value::Type);
    handle_type!(registrar, kit, CircleId, Value::Circle);
    handle_type!(registrar, kit, Ground, |g: Ground| Value::Terrain(g.terrain));
    units(registrar, kit);
    others(registrar, kit);
    attributes(registrar, kit);
    let (read, written) = (kit.stage.clone(), kit.stage.clone());
    properties(
        &mut registrar.natives,
        &kit.stage.catalogue,
        move |target, number| Ok(to_dynamic(&read.ask(Query::Property(target, number)))),
        move |target, number, value| write_property(&written, target, number, value),
    );
}

fn units(registrar: &mut Registrar<'_>, kit: &Kit) {
    macro_rules! unit_getter {
        ($signature:literal, $text:literal, |$stage:ident, $unit:ident| $body:expr) => {
            let kit = kit.clone();
            registrar.member($signature, $text, move |handle: &mut UnitId| -> Dynamic {
                let ($stage, $unit) = (&*kit.stage, *handle);
                $body
            });
        };
    }
    unit_getter!("unit.hex -> Hex", "The hex that it stands in; `()` where it is in none.", |stage, unit| {
        to_dynamic(&stage.ask(Query::Place(unit)))
    });
    unit_getter!("unit.on_map -> bool", "Whether it is on the map or the table.", |stage, unit| to_dynamic(
        &stage.ask(Query::OnMap(unit))
    ));
    unit_getter!(
        "unit.in_play -> bool",
        "Whether it is still in the game, on the map or off it.",
        |stage, unit| to_dynamic(&stage.ask(Query::InPlay(unit)))
    );
    unit_getter!("unit.side -> Side", "Whose it is.", |stage, unit| stage
        .scene()
        .map_or(Dynamic::UNIT, |s| Dynamic::from(s.state.unit(unit).side)));
    unit_getter!("unit.name -> text", "What it is called: `r1`.", |stage, unit| Dynamic::from(called(
        stage,
        &Value::Unit(unit)
    )));
    unit_getter!("unit.unit_type -> UnitType", "Its type.", |stage, unit| stage
        .scene()
        .map_or(Dynamic::UNIT, |s| Dynamic::from(s.state.unit(unit).unit_type)));
    let own = kit.clone();
    registrar.untold_member("kind", move |unit: &mut UnitId| -> Dynamic {
        let scene = own.stage.scene();
        scene.map_or(Dynamic::UNIT, |s| Dynamic::from(i64::from(s.state.unit(*unit).unit_type.0)))
    });
    let stage = kit.stage.clone();
    registrar.add(
        "is_a(unit: Unit, type: text) -> bool",
        "Whether a unit is of a type, or of one that inherits from it.",
        move |unit: &mut UnitId, name: &str| {
            let unit_type = stage.scene().map(|s| s.state.unit(*unit).unit_type);
            let (Some(unit_type), Some(asked)) = (unit_type, stage.catalogue.type_named(name)) else {
                return super::reading::unknown(
                    "unit type",
                    name,
                    stage.catalogue.unit_types.iter().map(|t| &*t.name),
                );
            };
            Ok(stage.catalogue.is_a(unit_type, asked))
        },
    );
    // A dispatcher of unit rules asks whatever it is given for its kind; only units have one.
    registrar.untold_member("kind", |_: &mut Hex| -1_i64);
    registrar.untold_member("kind", |_: &mut SideId| -1_i64);
    registrar.untold_member("kind", |_: &mut Ground| -1_i64);
    registrar.untold_member("kind", |unit_type: &mut TypeId| i64::from(unit_type.0));
}

fn others(registrar: &mut Registrar<'_>, kit: &Kit) {
    let stage = kit.stage.clone();
    registrar.member("hex.number -> text", "The number that is printed in it.", move |hex: &mut Hex| {
        called(&stage, &Value::Hex(*hex))
    });
    let stage = kit.stage.clone();
    registrar.member("hex.column -> int", "Its column, as it is numbered.", move |hex: &mut Hex| {
        printed_at(&stage, *hex, |(column, _)| column)
    });
    let stage = kit.stage.clone();
    registrar.member("hex.row -> int", "Its row, as it is numbered.", move |hex: &mut Hex| {
        printed_at(&stage, *hex, |(_, row)| row)
    });
    let stage = kit.stage.clone();
    registrar.member("side.name -> text", "The name in the data: `red`.", move |side: &mut SideId| {
        stage.catalogue.side(*side).name.to_string()
    });
    let stage = kit.stage.clone();
    registrar.member("side.title -> text", "What players call it.", move |side: &mut SideId| {
        stage.catalogue.side(*side).title.to_string()
    });
    let stage = kit.stage.clone();
    registrar.member("unit_type.name -> text", "The name in the data: `infantry`.", move |t: &mut TypeId| {
        stage.catalogue.unit_type(*t).name.to_string()
    });
    let stage = kit.stage.clone();
    registrar.member("unit_type.title -> text", "What players call it.", move |t: &mut TypeId| {
        stage.catalogue.unit_type(*t).title.to_string()
    });
    let stage = kit.stage.clone();
    registrar.member("terrain.name -> text", "The name in the data: `marsh`.", move |g: &mut Ground| {
        terrain_of(&stage, *g).name.to_string()
    });
    let stage = kit.stage.clone();
    registrar.member("terrain.title -> text", "What players call it.", move |g: &mut Ground| {
        terrain_of(&stage, *g).title.to_string()
    });
    let stage = kit.stage.clone();
    registrar.add(
        "is_a(terrain: Terrain, name: text) -> bool",
        "Whether a terrain is the named one, or counts as it for the unit that looks at it.",
        move |ground: &mut Ground, name: &str| match stage.catalogue.terrain_named(name) {
            Some(_) => Ok(&*terrain_of(&stage, *ground).name == name),
            None => {
                super::reading::unknown("terrain", name, stage.catalogue.terrain.iter().map(|t| &*t.name))
            }
        },
    );
}

/// The number of a hex's column or row; nothing off the sheet.
fn printed_at(stage: &Stage, hex: Hex, which: impl Fn((u32, u32)) -> u32) -> Dynamic {
    let place = stage.map.layout().column_row(hex);
    place.map_or(Dynamic::UNIT, |place| Dynamic::from(i64::from(which(place))))
}

/// A getter for every attribute that the packs declare.
fn attributes(registrar: &mut Registrar<'_>, kit: &Kit) {
    let catalogue = kit.stage.catalogue.clone();
    for ((subject, name), definition) in &catalogue.attributes {
        // A flag that is not there is false, whatever else is absent is nothing.
        let flag = definition.form == AttributeForm::Flag;
        let absent = move |value: Dynamic| if flag && value.is_unit() { Dynamic::FALSE } else { value };
        let attribute = name.clone();
        let stage = kit.stage.clone();
        match subject {
            Subject::Unit => {
                registrar.natives.getter(name, move |context: NativeCallContext<'_>, unit: &mut UnitId| {
                    let unit_type = stage.scene().map(|s| s.state.unit(*unit).unit_type).unwrap_or(TypeId(0));
                    type_value(&stage, &context, unit_type, Some(*unit), &attribute).map(absent)
                });
                let (attribute, stage) = (name.clone(), kit.stage.clone());
                registrar.natives.getter(
                    name,
                    move |context: NativeCallContext<'_>, unit_type: &mut TypeId| {
                        type_value(&stage, &context, *unit_type, None, &attribute).map(absent)
                    },
                );
            }
            Subject::Terrain => {
                registrar.natives.getter(name, move |context: NativeCallContext<'_>, ground: &mut Ground| {
                    terrain_value(&stage, &context, *ground, &attribute).map(absent)
                });
            }
            Subject::Hex | Subject::Side | Subject::Game => {}
        }
    }
}

/// A getter and a setter for every property that the packs declare.
pub(in crate::rules) fn properties(
    natives: &mut Natives,
    catalogue: &Catalogue,
    get: impl Fn(Target, u32) -> Outcome<Dynamic> + Clone + 'static,
    set: impl Fn(Target, u32, &Dynamic) -> Outcome<()> + Clone + 'static,
) {
    macro_rules! property {
        ($type:ty, $name:expr, $number:expr, $target:expr) => {{
            let get = get.clone();
            natives.getter(&$name.to_string(), move |handle: &mut $type| get($target(*handle), $number));
            let set = set.clone();
            natives.setter(&$name.to_string(), move |handle: &mut $type, value: Dynamic| {
                set($target(*handle), $number, &value)
            });
        }};
    }
    for (number, property) in catalogue.properties.iter().enumerate() {
        let number = number as u32;
        match property.subject {
            Subject::Unit => property!(UnitId, property.name, number, Target::Unit),
            Subject::Hex => property!(Hex, property.name, number, Target::Hex),
            Subject::Side => property!(SideId, property.name, number, Target::Side),
            Subject::Game => property!(Game, property.name, number, |_| Target::Game),
            Subject::Terrain => {}
        }
    }
}

//! Reading the state and what is printed.

use rhai::{Array, Dynamic, NativeCallContext};

use super::{Kit, as_distance, by_number};
use crate::diagnostic::did_you_mean;
use crate::kernel::catalogue::Subject;
use crate::kernel::hex::Hex;
use crate::kernel::state::Query;
use crate::kernel::value::{SideId, TerrainId, UnitId, Value};
use crate::rules::convert::{Game, Ground, to_dynamic};
use crate::rules::natives::Registrar;
use crate::rules::printed::{is_computed_of, named_steps};
use crate::rules::raise::{Outcome, bad};
use crate::rules::scene::Stage;

/// "No unit type is called `x`; did you mean `y`?"
pub(super) fn unknown<'n, T>(kind: &str, name: &str, names: impl Iterator<Item = &'n str>) -> Outcome<T> {
    match did_you_mean(name, names) {
        Some(near) => bad(format!("no {kind} is called `{name}`; did you mean `{near}`?")),
        None => bad(format!("no {kind} is called `{name}`")),
    }
}

pub(super) fn register(registrar: &mut Registrar<'_>, kit: &Kit) {
    game(registrar, kit);
    units(registrar, kit);
    nearby(registrar, kit);
    printed(registrar, kit);
}

fn game(registrar: &mut Registrar<'_>, kit: &Kit) {
    registrar.add("game() -> Game", "The handle for properties of the game as a whole.", || Game);
    let stage = kit.stage.clone();
    registrar.add("turn() -> int", "The turn, from 1; 0 before the game has begun.", move || {
        to_dynamic(&stage.ask(Query::Turn))
    });
    let stage = kit.stage.clone();
    registrar.add("phase() -> text", "The phase's name; empty before the game has begun.", move || {
        to_dynamic(&stage.ask(Query::Phase))
    });
    let stage = kit.stage.clone();
    registrar.add("active() -> Side", "The side whose phase it is, or `()`.", move || {
        to_dynamic(&stage.ask(Query::Active))
    });
    let stage = kit.stage.clone();
    registrar
        .add("is_over() -> bool", "Whether the game has ended.", move || to_dynamic(&stage.ask(Query::Over)));
    let stage = kit.stage.clone();
    registrar.add("sides() -> array", "All sides in the order of play.", move || -> Array {
        (0..stage.catalogue.sides.len()).map(|i| Dynamic::from(SideId(i as u32))).collect()
    });
    let stage = kit.stage.clone();
    registrar.add("side(name: text) -> Side", "The side of this name.", move |name: &str| {
        match stage.catalogue.side_named(name) {
            Some(side) => Ok(side),
            None => unknown("side", name, stage.catalogue.sides.iter().map(|s| &*s.name)),
        }
    });
}

fn units(registrar: &mut Registrar<'_>, kit: &Kit) {
    let stage = kit.stage.clone();
    registrar.add("units() -> array", "All units in play, in order of battle.", move || -> Array {
        units_in_play(&stage).into_iter().map(Dynamic::from).collect()
    });
    let stage = kit.stage.clone();
    registrar.add(
        "order_of_battle() -> array",
        "All units of the game, those out of play included. The list never changes, so what asks each unit itself whether \
         it is there hangs on none that is lost.",
        move || -> Array {
            stage.reveal_any();
            stage.scene().map(|scene| scene.state.units().map(|(unit, _)| Dynamic::from(unit)).collect()).unwrap_or_default()
        },
    );
    let stage = kit.stage.clone();
    registrar.add(
        "units_of(side: Side) -> array",
        "The units of a side that are in play, in order of battle; those off the map included.",
        move |side: SideId| to_dynamic(&stage.ask(Query::UnitsOf(side))),
    );
    let stage = kit.stage.clone();
    registrar.add(
        "units_at(hex: Hex) -> array",
        "The units in a hex, in order of battle.",
        move |hex: Hex| to_dynamic(&stage.ask(Query::UnitsAt(hex))),
    );
    let stage = kit.stage.clone();
    registrar.add(
        "sides_at(hex: Hex) -> array",
        "The sides that have units in a hex, in the order of play. Where it does not matter which units they are, \
         this is the question to ask.",
        move |hex: Hex| to_dynamic(&stage.ask(Query::SidesAt(hex))),
    );
    let stage = kit.stage.clone();
    registrar.add(
        "unit(name: text) -> Unit",
        "The unit of this name, whether in play or not.",
        move |name: &str| {
            stage.reveal_any();
            let found = stage.scene().and_then(|s| s.state.unit_named(name));
            match found {
                Some(unit) => Ok(unit),
                None => {
                    let names: Vec<String> = stage
                        .scene()
                        .map(|s| s.state.units().map(|(_, u)| u.name.to_string()).collect())
                        .unwrap_or_default();
                    unknown("unit", name, names.iter().map(String::as_str))
                }
            }
        },
    );
}

/// Who is near a hex, and where a side is.
fn nearby(registrar: &mut Registrar<'_>, kit: &Kit) {
    let stage = kit.stage.clone();
    registrar.add(
        "units_within(hex: Hex, distance: int) -> array",
        "The units up to a distance from a hex, those in it included, in order of battle.",
        move |hex: Hex, far: i64| to_dynamic(&stage.ask(Query::UnitsWithin(hex, as_distance(far), None))),
    );
    let stage = kit.stage.clone();
    registrar.add(
        "units_within(hex: Hex, distance: int, side: Side) -> array",
        "The same of one side only.",
        move |hex: Hex, far: i64, side: SideId| {
            to_dynamic(&stage.ask(Query::UnitsWithin(hex, as_distance(far), Some(side))))
        },
    );
    let stage = kit.stage.clone();
    registrar.add(
        "sides_within(hex: Hex, distance: int) -> array",
        "The sides that have units up to a distance from a hex, or in it, in the order of play. Where it does not matter \
         which units they are, nor in which of the hexes, this is the question to ask.",
        move |hex: Hex, far: i64| to_dynamic(&stage.ask(Query::SidesWithin(hex, as_distance(far)))),
    );
    let stage = kit.stage.clone();
    registrar.add(
        "hexes_of(side: Side) -> array",
        "The hexes in which a side has units, each once, nearest number first. Where it does not matter which unit is in \
         which of them, this is the question to ask.",
        move |side: SideId| -> Array { hexes_of(&stage, side).into_iter().map(Dynamic::from).collect() },
    );
}

/// The hexes in which a side has units, by their numbers.
pub(in crate::rules) fn hexes_of(stage: &Stage, side: SideId) -> Vec<Hex> {
    let Value::List(hexes) = stage.ask(Query::HexesOf(side)) else { return Vec::new() };
    let hexes = hexes.iter().filter_map(|hex| if let Value::Hex(hex) = hex { Some(*hex) } else { None });
    by_number(stage, hexes.collect())
}

fn printed(registrar: &mut Registrar<'_>, kit: &Kit) {
    let stage = kit.stage.clone();
    registrar.add(
        "value(name: text) -> int",
        "A named number of the packs (`value stacking 5`), after all layers have written to it.",
        move |context: NativeCallContext<'_>, name: &str| {
            named_steps(&stage, &context, name).map(|(value, _)| to_dynamic(&value))
        },
    );
    let stage = kit.stage.clone();
    registrar.add(
        "table(name: text, row: any, column: any) -> any",
        "A cell of a table. Rows and columns are found by their heads; beyond the first or last numbered head \
         the end one counts.",
        move |name: &str, row: Dynamic, column: Dynamic| -> Outcome<Dynamic> {
            let Some(table) = stage.catalogue.tables.get(name) else {
                return unknown("table", name, stage.catalogue.tables.keys().map(|k| &**k));
            };
            let heads: Vec<&Value> = table.rows.iter().map(|(head, _)| head).collect();
            let row_at = head_at(&heads, &row);
            let columns: Vec<&Value> = table.columns.iter().collect();
            match (row_at, head_at(&columns, &column)) {
                (Some(r), Some(c)) => Ok(to_dynamic(&table.rows[r].1[c])),
                (None, _) => bad(format!("table `{name}` has no row {row}")),
                (_, None) => bad(format!("table `{name}` has no column {column}")),
            }
        },
    );
    let stage = kit.stage.clone();
    registrar.add(
        "terrains(hex: Hex) -> array",
        "The terrains of a hex as printed, the base terrain first.",
        move |hex: Hex| -> Array {
            let hex = stage.whole(hex);
            grounds(&stage, stage.map.terrain(hex), None, hex).map(Dynamic::from).collect()
        },
    );
    let stage = kit.stage.clone();
    registrar.add(
        "terrains_for(unit: Unit, hex: Hex) -> array",
        "The terrains of a hex as a unit's type sees them: with what it ignores or counts as something else.",
        move |unit: UnitId, hex: Hex| -> Array {
            let hex = stage.whole(hex);
            grounds(&stage, stage.map.terrain(hex), Some(unit), hex).map(Dynamic::from).collect()
        },
    );
    let stage = kit.stage.clone();
    registrar.add(
        "hexside_terrains_for(unit: Unit, from: Hex, to: Hex) -> array",
        "The terrains of the hexside between two hexes, as a unit's type sees them.",
        move |unit: UnitId, from: Hex, to: Hex| -> Array {
            let (from, to) = (stage.whole(from), stage.whole(to));
            grounds(&stage, stage.map.hexside(from, to), Some(unit), to).map(Dynamic::from).collect()
        },
    );
    let stage = kit.stage.clone();
    registrar.add(
        "hexside_terrains(from: Hex, to: Hex) -> array",
        "The terrains of the hexside between two hexes, as printed.",
        move |from: Hex, to: Hex| -> Array {
            let (from, to) = (stage.whole(from), stage.whole(to));
            grounds(&stage, stage.map.hexside(from, to), None, to).map(Dynamic::from).collect()
        },
    );
    let stage = kit.stage.clone();
    registrar.add(
        "has_property(subject: text, name: text) -> bool",
        "Whether the packs declare a property for `unit`, `hex`, `side` or `game`.",
        move |subject: &str, name: &str| -> Outcome<bool> {
            let subject = holder(subject)?;
            Ok(stage.catalogue.property(subject, name).is_some())
        },
    );
}

/// What has properties, each with the word that scripts use for it.
pub(in crate::rules) const HOLDERS: [(&str, Subject); 4] =
    [("unit", Subject::Unit), ("hex", Subject::Hex), ("side", Subject::Side), ("game", Subject::Game)];

/// What has properties, by its word.
pub(super) fn holder(word: &str) -> Outcome<Subject> {
    match HOLDERS.iter().find(|(name, _)| *name == word) {
        Some((_, subject)) => Ok(*subject),
        None => unknown("holder of properties", word, HOLDERS.iter().map(|(name, _)| *name)),
    }
}

/// All units in play, in order of battle.
pub(in crate::rules) fn units_in_play(stage: &Stage) -> Vec<UnitId> {
    let sides = stage.catalogue.sides.len() as u32;
    let mut units: Vec<UnitId> = Vec::new();
    for side in 0..sides {
        if let Value::List(own) = stage.ask(Query::UnitsOf(SideId(side))) {
            units.extend(own.iter().filter_map(|v| if let Value::Unit(u) = v { Some(*u) } else { None }));
        }
    }
    units.sort_unstable();
    units
}

/// Terrain as handles, as a unit sees it where one is named.
pub(in crate::rules) fn grounds(
    stage: &Stage,
    terrain: &[TerrainId],
    unit: Option<UnitId>,
    hex: Hex,
) -> impl Iterator<Item = Ground> {
    let seen_by = unit.and_then(|u| stage.scene().map(|s| s.state.unit(u).unit_type));
    let ground = move |terrain: &TerrainId| {
        let ground = Ground { seen_by, ..Ground::printed(*terrain) };
        // Which unit looks, and where, matters only where something of the terrain has to be computed.
        let (by_type, at_all) = is_computed_of(&stage.catalogue, ground);
        Ground { unit: unit.filter(|_| by_type), hex: Some(hex).filter(|_| at_all), ..ground }
    };
    terrain.iter().map(ground)
}

/// The place of a head; numbers beyond the ends count as the end ones.
fn head_at(heads: &[&Value], wanted: &Dynamic) -> Option<usize> {
    if let Ok(number) = wanted.as_int() {
        let numbers: Vec<(usize, i64)> = heads
            .iter()
            .enumerate()
            .filter_map(|(i, h)| if let Value::Int(n) = h { Some((i, *n)) } else { None })
            .collect();
        let exact = numbers.iter().find(|(_, n)| *n == number);
        let below = numbers.iter().min_by_key(|(_, n)| *n).filter(|(_, n)| number < *n);
        let above = numbers.iter().max_by_key(|(_, n)| *n).filter(|(_, n)| number > *n);
        return exact.or(below).or(above).map(|(i, _)| *i);
    }
    let text = wanted.as_immutable_string_ref().ok()?;
    heads.iter().position(|h| matches!(h, Value::Text(t) if **t == **text))
}

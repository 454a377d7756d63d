//! Changing the state. Every change is taken back if the command fails.

use std::sync::Arc;

use rhai::Dynamic;

use super::Kit;
use crate::kernel::hex::Hex;
use crate::kernel::state::{Clock, Deed, Ending, Place, Query, Target};
use crate::kernel::value::{SideId, UnitId, Value};
use crate::rules::convert::from_dynamic;
use crate::rules::kinds::kind_of;
use crate::rules::natives::Registrar;
use crate::rules::raise::{Outcome, bad};
use crate::rules::scene::Stage;

/// Writes a property, which keeps its kind.
pub(in crate::rules) fn write_property(
    stage: &Stage,
    target: Target,
    number: u32,
    value: &Dynamic,
) -> Outcome<()> {
    match from_dynamic(value) {
        Ok(value) => write_value(stage, target, number, value),
        Err(kind) => {
            let property = &stage.catalogue.properties[number as usize];
            let kept = "a property keeps a number, a truth, a text, a thing of the game, or a list of these";
            bad(format!("`{}` cannot keep {kind}: {kept}", property.name))
        }
    }
}

/// The same of a value of the kernel.
pub(in crate::rules) fn write_value(stage: &Stage, target: Target, number: u32, value: Value) -> Outcome<()> {
    let property = &stage.catalogue.properties[number as usize];
    let same_kind = std::mem::discriminant(&value) == std::mem::discriminant(&property.default);
    if !same_kind && property.default != Value::Nothing {
        return bad(format!("`{}` is {}, not {}", property.name, property.default.kind(), value.kind()));
    }
    // The engine writes a property back after any method that is called on it: `hex.marks.contains(1)`. What is there
    // already is no change, and whether it is there has been read.
    if stage.ask(Query::Property(target, number)) == value {
        return Ok(());
    }
    stage.carry(&Deed::Write(target, number, value))
}

pub(super) fn register(registrar: &mut Registrar<'_>, kit: &Kit) {
    let stage = kit.stage.clone();
    registrar.add("place(unit: Unit, hex: Hex)", "Puts a unit into a hex.", move |unit: UnitId, hex: Hex| {
        if !stage.map.contains(hex) {
            return bad("a unit can be placed only on the map");
        }
        stage.carry(&Deed::Place(unit, Place::Hex(hex)))
    });
    let stage = kit.stage.clone();
    registrar.add("remove(unit: Unit)", "Takes a unit out of play for good.", move |unit: UnitId| {
        stage.carry(&Deed::Place(unit, Place::Out))
    });
    let stage = kit.stage.clone();
    registrar.add(
        "reserve(unit: Unit)",
        "Takes a unit off the map; it stays in play.",
        move |unit: UnitId| stage.carry(&Deed::Place(unit, Place::Reserve)),
    );
    let stage = kit.stage.clone();
    registrar.add(
        "reset(subject: text, property: text)",
        "Sets a property of all units, hexes or sides back to its value at the start.",
        move |subject: &str, name: &str| reset(&stage, subject, name),
    );
    let stage = kit.stage.clone();
    registrar.add(
        "begin_phase(turn: int, phase: text, side: Side)",
        "Begins a phase of a turn; `side` is whose phase it is, or `()`.",
        move |turn: i64, phase: &str, side: Dynamic| {
            let phase = as_phase(&stage, phase)?;
            let Ok(turn) = u32::try_from(turn) else { return bad("a turn is counted from 1") };
            let side = optional_side(&side)?;
            stage.carry(&Deed::Begin(Clock { turn, phase, side }))
        },
    );
    let stage = kit.stage.clone();
    registrar.add(
        "begin_phase(phase: text, side: Side)",
        "Begins a phase of the turn that is under way; `side` is whose phase it is, or `()`.",
        move |phase: &str, side: Dynamic| {
            let phase = as_phase(&stage, phase)?;
            let side = optional_side(&side)?;
            stage.carry(&Deed::Go(phase, side))
        },
    );
    let stage = kit.stage.clone();
    registrar.add("next_turn()", "Counts one turn more; its first phase is to be begun.", move || {
        stage.carry(&Deed::NextTurn)
    });
    let stage = kit.stage.clone();
    registrar.add(
        "end_game(winner: Side, reason: text)",
        "Ends the game; `()` for the winner is a draw. The first ending stands.",
        move |winner: Dynamic, reason: &str| {
            let winner = optional_side(&winner)?;
            stage.carry(&Deed::End(Ending { winner, reason: Arc::from(reason) }))
        },
    );
}

/// The name of a phase that there is.
pub(in crate::rules) fn as_phase(stage: &Stage, phase: &str) -> Outcome<Arc<str>> {
    let known = stage.catalogue.phases.iter().map(|p| &*p.name);
    if known.clone().any(|name| name == phase) {
        return Ok(Arc::from(phase));
    }
    super::reading::unknown("phase", phase, known)
}

/// Sets a property back everywhere.
pub(in crate::rules) fn reset(stage: &Stage, subject: &str, name: &str) -> Outcome<()> {
    let subject = super::reading::holder(subject)?;
    let Some((number, _)) = stage.catalogue.property(subject, name) else {
        let known = stage.catalogue.properties.iter().filter(|p| p.subject == subject);
        return super::reading::unknown("property", name, known.map(|p| &*p.name));
    };
    stage.carry(&Deed::Reset(subject, number as u32))
}

/// A side, or nothing.
pub(super) fn optional_side(side: &Dynamic) -> Outcome<Option<SideId>> {
    if side.is_unit() {
        return Ok(None);
    }
    match side.clone().try_cast::<SideId>() {
        Some(side) => Ok(Some(side)),
        None => bad(format!("expected a side or `()`, found {}", kind_of(side))),
    }
}

//! What a command did on the map, as a picture of it shows it: an attack, or a move.

use super::{LogEntry, Session};
use crate::kernel::hex::Hex;
use crate::kernel::state::{Change, Changes, Place, State};
use crate::kernel::value::{UnitId, Value};
use crate::rules::{Event, Trace};

/// What a command did on the map, with the places of that moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Action {
    /// What it was.
    pub deed: MapDeed,
    /// What the pack calls the result; empty where it has no word for it.
    pub outcome: String,
    /// Units that left play, with the hexes that they were in.
    pub destroyed: Vec<(UnitId, Hex)>,
}

/// What was done on the map.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MapDeed {
    /// Units of one side and a unit of another were named, and dice were thrown.
    Attack {
        /// The units that acted, with their hexes.
        attackers: Vec<(UnitId, Hex)>,
        /// The unit that they acted on, with its hex.
        target: (UnitId, Hex),
    },
    /// Units went somewhere else; for one unit, the hexes of its way, the start among them.
    Move {
        /// Empty where several units moved.
        way: Vec<Hex>,
    },
}

impl Action {
    /// What a command did: its arguments, the record of its run, what it changed, and the state that came of it.
    pub(super) fn of(arguments: &[Value], trace: &Trace, changes: &Changes, state: &State) -> Option<Action> {
        let deed = attack(arguments, trace, changes, state).or_else(|| moved(changes))?;
        let destroyed = changes.0.iter().filter_map(|change| match change {
            Change::Place { unit, was: Place::Hex(hex), is: Place::Out } => Some((*unit, *hex)),
            _ => None,
        });
        Some(Action { deed, outcome: trace.outcome(), destroyed: destroyed.collect() })
    }
}

impl Session {
    /// The last attack or move that was not taken back; other commands since do not count.
    pub fn last_action(&self) -> Option<&Action> {
        let standing = self.log.iter().rev().filter(|entry: &&LogEntry| !entry.taken_back);
        standing.filter_map(|entry| entry.action.as_ref()).next()
    }
}

/// The units that the arguments name for the acting side, and the first that they name of another.
fn attack(arguments: &[Value], trace: &Trace, changes: &Changes, state: &State) -> Option<MapDeed> {
    if !trace.events.iter().any(|event| matches!(event, Event::Rolled { .. })) {
        return None;
    }
    let named: Vec<UnitId> =
        arguments.iter().flat_map(units_of).filter(|unit| state.has_unit(*unit)).collect();
    let side = state.unit(*named.first()?).side;
    let target = named.iter().find(|unit| state.unit(**unit).side != side)?;
    let acting = named.iter().filter(|unit| state.unit(**unit).side == side);
    let placed = |unit: UnitId| Some((unit, before(unit, changes, state)?));
    let attackers: Vec<(UnitId, Hex)> = acting.filter_map(|unit| placed(*unit)).collect();
    let target = placed(*target)?;
    (!attackers.is_empty()).then_some(MapDeed::Attack { attackers, target })
}

fn units_of(argument: &Value) -> Vec<UnitId> {
    match argument {
        Value::Unit(unit) => vec![*unit],
        Value::List(values) => values.iter().flat_map(units_of).collect(),
        _ => Vec::new(),
    }
}

/// The hex that a unit was in when the command began.
fn before(unit: UnitId, changes: &Changes, state: &State) -> Option<Hex> {
    let first = changes.0.iter().find_map(|change| match change {
        Change::Place { unit: moved, was, .. } if *moved == unit => Some(*was),
        _ => None,
    });
    match first.unwrap_or(state.unit(unit).place) {
        Place::Hex(hex) => Some(hex),
        _ => None,
    }
}

/// The way of what moved.
fn moved(changes: &Changes) -> Option<MapDeed> {
    let mut units: Vec<UnitId> = Vec::new();
    let mut way: Vec<Hex> = Vec::new();
    for change in &changes.0 {
        let Change::Place { unit, was, is } = change else { continue };
        if !units.contains(unit) {
            units.push(*unit);
        }
        if let (Place::Hex(from), Place::Hex(to)) = (was, is) {
            if way.is_empty() {
                way.push(*from);
            }
            way.push(*to);
        }
    }
    match units.len() {
        0 => None,
        1 => Some(MapDeed::Move { way }),
        _ => Some(MapDeed::Move { way: Vec::new() }),
    }
}

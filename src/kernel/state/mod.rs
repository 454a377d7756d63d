//! The state of a game: where units are, what properties hold, whose phase it is.
//!
//! Everything that a rule reads is a [`Query`]; everything that it writes is a [`Change`], kept until the
//! command is committed, so that a command is a transaction and undo is its changes backwards.

mod change;
mod query;
mod unit;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use serde::{Deserialize, Serialize};

use super::catalogue::{Catalogue, Subject};
use super::hex::Hex;
use super::value::{SideId, TypeId, UnitId, Value};

pub use change::{Change, Changes};
pub use query::{Query, Target};
pub use unit::{Place, Unit};

/// The turn, the phase and whose it is.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Clock {
    /// The turn, from 1; 0 before the game has begun.
    pub turn: u32,
    /// The phase's name; empty before the game has begun.
    pub phase: Arc<str>,
    /// The side whose phase it is.
    pub side: Option<SideId>,
}

/// How a game ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ending {
    /// The winner; none is a draw.
    pub winner: Option<SideId>,
    /// Why, in the words of the rule or of the scenario.
    pub reason: Arc<str>,
}

/// A number that no other change has had, in any game of the process.
fn new_stamp() -> u64 {
    static STAMPS: AtomicU64 = AtomicU64::new(1);
    STAMPS.fetch_add(1, Ordering::Relaxed)
}

/// The state of a game.
#[derive(Debug, Clone, Default)]
pub struct State {
    units: Vec<Unit>,
    at: BTreeMap<Hex, Vec<UnitId>>,
    properties: BTreeMap<(Target, u32), Value>,
    clock: Clock,
    ending: Option<Ending>,
    pending: Vec<Change>,
    stamp: u64,
}

impl PartialEq for State {
    /// Equal games; when they came to be so does not count.
    fn eq(&self, other: &Self) -> bool {
        self.units == other.units
            && self.at == other.at
            && self.properties == other.properties
            && self.clock == other.clock
            && self.ending == other.ending
            && self.pending == other.pending
    }
}

impl Eq for State {}

impl State {
    /// A unit joins the order of battle; units are numbered as they join.
    pub fn enlist(
        &mut self,
        name: impl Into<Arc<str>>,
        unit_type: TypeId,
        side: SideId,
        place: Place,
    ) -> UnitId {
        let id = UnitId(self.units.len() as u32);
        self.stamp = new_stamp();
        self.units.push(Unit { name: name.into(), unit_type, side, place });
        self.index(id, place);
        id
    }

    /// All units that were ever in the game, in order of battle.
    pub fn units(&self) -> impl Iterator<Item = (UnitId, &Unit)> {
        self.units.iter().enumerate().map(|(i, u)| (UnitId(i as u32), u))
    }

    /// Two states with the same stamp are equal, for one is a copy of the other. A change gives another stamp.
    pub fn stamp(&self) -> u64 {
        self.stamp
    }

    /// A unit.
    pub fn unit(&self, id: UnitId) -> &Unit {
        &self.units[id.index()]
    }

    /// True where there is such a unit.
    pub fn has_unit(&self, id: UnitId) -> bool {
        id.index() < self.units.len()
    }

    /// The unit of this name.
    pub fn unit_named(&self, name: &str) -> Option<UnitId> {
        self.units.iter().position(|u| &*u.name == name).map(|i| UnitId(i as u32))
    }

    /// The units in a hex, in order of battle.
    pub fn units_at(&self, hex: Hex) -> &[UnitId] {
        self.at.get(&hex).map_or(&[], Vec::as_slice)
    }

    /// The turn, the phase and whose it is.
    pub fn clock(&self) -> &Clock {
        &self.clock
    }

    /// How the game ended, once it has.
    pub fn ending(&self) -> Option<&Ending> {
        self.ending.as_ref()
    }

    /// A property's value: what was last written, else the declared default.
    pub fn property(&self, catalogue: &Catalogue, target: Target, property: u32) -> Value {
        match self.properties.get(&(target, property)) {
            Some(value) => value.clone(),
            None => catalogue.properties[property as usize].default.clone(),
        }
    }

    /// The properties that have been written, with their values, in order.
    pub fn written(&self) -> impl Iterator<Item = (Target, u32, &Value)> {
        self.properties.iter().map(|((target, property), value)| (*target, *property, value))
    }

    /// The answer to a query.
    pub fn answer(&self, catalogue: &Catalogue, query: &Query) -> Value {
        match *query {
            Query::Place(unit) => match self.unit(unit).place {
                Place::Hex(hex) => Value::Hex(hex),
                Place::Reserve | Place::Out => Value::Nothing,
            },
            Query::InPlay(unit) => Value::Bool(self.unit(unit).place != Place::Out),
            Query::Property(target, property) => self.property(catalogue, target, property),
            Query::UnitsAt(hex) => Value::list(self.units_at(hex).iter().copied().map(Value::from)),
            Query::UnitsOf(side) => Value::list(
                self.units()
                    .filter(|(_, u)| u.side == side && u.place != Place::Out)
                    .map(|(id, _)| Value::from(id)),
            ),
            Query::Turn => Value::Int(i64::from(self.clock.turn)),
            Query::Phase => Value::Text(self.clock.phase.clone()),
            Query::Active => self.clock.side.map_or(Value::Nothing, Value::Side),
            Query::Over => Value::Bool(self.ending.is_some()),
        }
    }

    /// Puts a unit somewhere else.
    pub fn place(&mut self, unit: UnitId, place: Place) {
        self.apply(Change::Place { unit, was: self.unit(unit).place, is: place });
    }

    /// Writes a property.
    pub fn write(&mut self, target: Target, property: u32, value: Value) {
        let was = self.properties.get(&(target, property)).cloned();
        self.apply(Change::Property { target, property, was, is: Some(value) });
    }

    /// Sets a property back to its default everywhere.
    pub fn reset(&mut self, subject: Subject, property: u32) {
        let keys: Vec<Target> = self
            .properties
            .keys()
            .filter(|(t, p)| *p == property && t.subject() == subject)
            .map(|(t, _)| *t)
            .collect();
        for target in keys {
            let was = self.properties.get(&(target, property)).cloned();
            self.apply(Change::Property { target, property, was, is: None });
        }
    }

    /// Begins a phase of a turn.
    pub fn begin(&mut self, clock: Clock) {
        self.apply(Change::Clock { was: self.clock.clone(), is: clock });
    }

    /// Ends the game; the first ending stands.
    pub fn end(&mut self, ending: Ending) {
        if self.ending.is_none() {
            self.apply(Change::Ended { was: None, is: Some(ending) });
        }
    }

    /// How many changes the running command has made.
    pub fn pending(&self) -> usize {
        self.pending.len()
    }

    /// Keeps the changes of the running command and hands them out, for undo.
    pub fn commit(&mut self) -> Changes {
        Changes(std::mem::take(&mut self.pending))
    }

    /// Takes the changes of the running command back, down to the first `keep` of them.
    pub fn roll_back(&mut self, keep: usize) {
        while self.pending.len() > keep {
            if let Some(change) = self.pending.pop() {
                self.carry_out(&change.inverse());
            }
        }
    }

    /// Takes committed changes back; they must be the last that were committed.
    pub fn undo(&mut self, changes: &Changes) {
        for change in changes.0.iter().rev() {
            self.carry_out(&change.inverse());
        }
    }

    /// Does committed changes again after an undo.
    pub fn redo(&mut self, changes: &Changes) {
        for change in &changes.0 {
            self.carry_out(change);
        }
    }

    /// The same state under other printed data: units keep their places and take the types that `unit_type` names
    /// for them, properties the numbers that `property` names; one without a number is dropped.
    #[must_use]
    pub fn rebased(
        &self,
        unit_type: impl Fn(&Unit) -> TypeId,
        property: impl Fn(u32) -> Option<u32>,
    ) -> State {
        let mut state = State { stamp: new_stamp(), ..self.clone() };
        for unit in &mut state.units {
            unit.unit_type = unit_type(unit);
        }
        let properties = self.properties.iter();
        state.properties =
            properties.filter_map(|((t, p), v)| Some(((*t, property(*p)?), v.clone()))).collect();
        state
    }

    /// Every value of a property as `other` has it, for handles of printed things whose numbers have changed.
    pub fn map_values(&mut self, other: impl Fn(&Value) -> Value) {
        for value in self.properties.values_mut() {
            *value = other(value);
        }
    }

    /// Every property that is kept: whose, and its value.
    pub fn properties(&self) -> impl Iterator<Item = (Target, &Value)> {
        self.properties.iter().map(|((target, _), value)| (*target, value))
    }

    /// A hash of everything in the state, the same on every platform: 16 hex digits.
    pub fn fingerprint(&self) -> String {
        let mut hasher = blake3::Hasher::new();
        let properties: Vec<_> = self.properties.iter().collect();
        let picture =
            (&self.units, &self.at.iter().collect::<Vec<_>>(), properties, &self.clock, &self.ending);
        if let Ok(bytes) = serde_json::to_vec(&picture) {
            hasher.update(&bytes);
        }
        hasher.finalize().to_hex()[..16].to_owned()
    }

    fn apply(&mut self, change: Change) {
        self.carry_out(&change);
        self.pending.push(change);
    }

    fn carry_out(&mut self, change: &Change) {
        self.stamp = new_stamp();
        match change {
            Change::Place { unit, was, is } => {
                self.unindex(*unit, *was);
                self.units[unit.index()].place = *is;
                self.index(*unit, *is);
            }
            Change::Property { target, property, is, .. } => match is {
                Some(value) => {
                    self.properties.insert((*target, *property), value.clone());
                }
                None => {
                    self.properties.remove(&(*target, *property));
                }
            },
            Change::Clock { is, .. } => self.clock = is.clone(),
            Change::Ended { is, .. } => self.ending = is.clone(),
        }
    }

    /// Units of a hex are kept in order of battle, so that undo needs no memory of who came first.
    fn index(&mut self, unit: UnitId, place: Place) {
        if let Place::Hex(hex) = place {
            let here = self.at.entry(hex).or_default();
            let spot = here.partition_point(|&u| u < unit);
            here.insert(spot, unit);
        }
    }

    fn unindex(&mut self, unit: UnitId, place: Place) {
        if let Place::Hex(hex) = place
            && let Some(here) = self.at.get_mut(&hex)
        {
            here.retain(|&u| u != unit);
            if here.is_empty() {
                self.at.remove(&hex);
            }
        }
    }
}

#[cfg(test)]
mod tests;

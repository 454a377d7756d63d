//! The state of a game: where units are, what properties hold, whose phase it is.
//!
//! Everything that a rule reads is a [`Query`]; everything that it writes is a [`Change`], kept until the
//! command is committed, so that a command is a transaction and undo is its changes backwards.

mod change;
mod deed;
mod phase;
mod properties;
mod query;
mod stacks;
mod stamp;
mod unit;
mod version;

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::catalogue::{Catalogue, Subject};
use super::hex::{Direction, Hex, Occupied};
use super::plane::{Facing, Laid, Point};
use super::value::{SideId, TypeId, UnitId, Value};

pub use change::{Change, Changes};
pub use deed::{Bearing, Deed};
pub use phase::PhaseNumber;
pub use query::{Query, Target};
pub use stacks::Sides;
pub use unit::{Place, Unit};
pub use version::{Part, Parts, Versions};

use properties::Properties;
use stacks::Stacks;
use stamp::new_stamp;

/// The turn, the phase and whose it is.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Clock {
    /// The turn, from 1; 0 before the game has begun.
    pub turn: u32,
    /// The phase's name; empty before the game has begun.
    pub phase: Arc<str>,
    /// The side whose phase it is.
    pub side: Option<SideId>,
}

/// How a game ended.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Ending {
    /// The winner; none is a draw.
    pub winner: Option<SideId>,
    /// Why, in the words of the rule or of the scenario.
    pub reason: Arc<str>,
}

/// The state of a game.
#[derive(Debug, Clone, Default)]
pub struct State {
    units: Vec<Unit>,
    at: Stacks,
    properties: Properties,
    clock: Clock,
    ending: Option<Ending>,
    laid: Laid,
    help_lock: Option<Arc<str>>,
    pending: Vec<Change>,
    stamp: u64,
    muster: u64,
    versions: Versions,
}

impl PartialEq for State {
    /// Equal games; when they came to be so does not count.
    fn eq(&self, other: &Self) -> bool {
        self.units == other.units
            && self.properties == other.properties
            && self.clock == other.clock
            && self.ending == other.ending
            && self.laid == other.laid
            && self.help_lock == other.help_lock
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
        self.muster = self.stamp;
        self.units.push(Unit { name: name.into(), unit_type, side, place });
        self.versions.all(self.stamp);
        self.index(id, None, place.hex());
        id
    }

    /// All units that were ever in the game, in order of battle.
    pub fn units(&self) -> impl Iterator<Item = (UnitId, &Unit)> + Clone {
        self.units.iter().enumerate().map(|(i, u)| (UnitId(i as u32), u))
    }

    /// Two states with the same stamp are equal, for one is a copy of the other. A change gives another stamp.
    #[inline]
    pub fn stamp(&self) -> u64 {
        self.stamp
    }

    /// Two states with the same muster have the same units, of the same types and sides; where they are may differ.
    #[inline]
    pub fn muster(&self) -> u64 {
        self.muster
    }

    /// A unit.
    #[inline]
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
    #[inline]
    pub fn units_at(&self, hex: Hex) -> &[UnitId] {
        self.at.at(hex)
    }

    /// Whether nobody is in a hex.
    #[inline]
    pub fn is_empty_at(&self, hex: Hex) -> bool {
        self.at.is_empty_at(hex)
    }

    /// The directions, a bit each, in which somebody is in the hex beside this one.
    #[inline]
    pub fn occupied_beside(&self, hex: Hex) -> u8 {
        self.at.occupied_beside(hex)
    }

    /// The hexes within a distance of a hex, of [`Cluster::FAR`](super::hex::Cluster::FAR) at most, in which somebody is, seen from there, the
    /// camps being the first two sides; among those that are further off some may be told, too. Nothing while somebody is so far from the
    /// others that it has to be asked for each.
    #[inline]
    pub fn occupied_within(&self, middle: Hex, far: u32) -> Option<Occupied> {
        self.at.occupied_within(middle, far)
    }

    /// The sides that have units in a hex, found without looking at the units.
    #[inline]
    pub fn whose_at(&self, hex: Hex) -> Sides {
        self.at.sides_at(hex)
    }

    /// The hexes between two units; nothing where one is off the map.
    pub fn apart(&self, one: UnitId, other: UnitId) -> Option<i64> {
        let (one, other) = (self.unit(one).place.hex()?, self.unit(other).place.hex()?);
        Some(i64::from(one.distance(other)))
    }

    /// The sides that have units in a hex, in the order of play.
    pub fn sides_at(&self, hex: Hex) -> Vec<SideId> {
        let mut sides: Vec<SideId> = self.units_at(hex).iter().map(|u| self.unit(*u).side).collect();
        sides.sort_unstable();
        sides.dedup();
        sides
    }

    /// The units within so many hexes of a hex, or those of one side, in order of battle.
    pub fn units_within(&self, hex: Hex, far: u32, side: Option<SideId>) -> Vec<UnitId> {
        let mut units = Vec::new();
        let counts = |unit: &UnitId| side.is_none_or(|side| self.unit(*unit).side == side);
        self.each_within(hex, far, |here| units.extend(self.units_at(here).iter().copied().filter(counts)));
        units.sort_unstable();
        units
    }

    /// The sides that have units within so many hexes of a hex, in the order of play.
    pub fn sides_within(&self, hex: Hex, far: u32) -> Vec<SideId> {
        let mut sides = Vec::new();
        self.each_within(hex, far, |here| sides.extend(self.sides_at(here)));
        sides.sort_unstable();
        sides.dedup();
        sides
    }

    /// The same, found without looking at the units.
    pub fn whose_within(&self, hex: Hex, far: u32) -> Sides {
        let mut sides = Sides::NONE;
        self.each_within(hex, far, |here| sides.join(self.whose_at(here)));
        sides
    }

    /// Does something for hexes within a distance of a hex, once for each in which somebody is.
    #[inline]
    fn each_within(&self, hex: Hex, far: u32, mut each: impl FnMut(Hex)) {
        if far <= 1 {
            each(hex);
            let mut beside = if far == 0 { 0 } else { self.occupied_beside(hex) };
            while let Some(at) = Direction::new(beside.trailing_zeros() as u8) {
                each(hex.neighbour(at));
                beside &= beside - 1;
            }
            return;
        }
        let hexes_of_units = self.units.iter().filter_map(|unit| unit.place.hex());
        let mut near: Vec<Hex> = hexes_of_units.filter(|here| here.distance(hex) <= far).collect();
        near.sort_unstable();
        near.dedup();
        near.into_iter().for_each(each);
    }

    /// The hexes in which units of a side are, column by column.
    pub fn hexes_of(&self, side: SideId) -> Vec<Hex> {
        let own = self.units.iter().filter(|unit| unit.side == side);
        let mut hexes: Vec<Hex> = own.filter_map(|unit| unit.place.hex()).collect();
        hexes.sort_unstable();
        hexes.dedup();
        hexes
    }

    /// The turn, the phase and whose it is.
    #[inline]
    pub fn clock(&self) -> &Clock {
        &self.clock
    }

    /// How the game ended, once it has.
    #[inline]
    pub fn ending(&self) -> Option<&Ending> {
        self.ending.as_ref()
    }

    /// Which pieces of terrain lie on the table, and where.
    pub fn laid(&self) -> &Laid {
        &self.laid
    }

    /// The same as a value: a list of number, place and facing for each.
    pub fn laid_value(&self) -> Value {
        Value::list(self.laid.iter().map(|(piece, (at, facing))| {
            Value::list([Value::Int(i64::from(*piece)), Value::Point(*at), Value::Facing(*facing)])
        }))
    }

    /// Why the program may not measure, reckon or draw for the players now; nothing where it may. Commands of the game
    /// are free of it.
    pub fn help_lock(&self) -> Option<&Arc<str>> {
        self.help_lock.as_ref()
    }

    /// A property's value: what was last written, else the declared default.
    pub fn property(&self, catalogue: &Catalogue, target: Target, property: u32) -> Value {
        self.property_ref(catalogue, target, property).clone()
    }

    /// The same, lent.
    #[inline(always)]
    pub fn property_ref<'a>(&'a self, catalogue: &'a Catalogue, target: Target, property: u32) -> &'a Value {
        let written = self.properties.get(target, property);
        written.unwrap_or_else(|| &catalogue.properties[property as usize].default)
    }

    /// The properties that have been written, with their values, in order.
    pub fn written(&self) -> impl Iterator<Item = (Target, u32, &Value)> {
        self.properties.iter()
    }

    /// The answer to a query.
    pub fn answer(&self, catalogue: &Catalogue, query: &Query) -> Value {
        match *query {
            Query::Place(unit) => match self.unit(unit).place {
                Place::Hex(hex) => Value::Hex(hex),
                Place::Table(..) | Place::Reserve | Place::Out => Value::Nothing,
            },
            Query::Point(unit) => self.unit(unit).place.point().map_or(Value::Nothing, Value::Point),
            Query::Facing(unit) => self.unit(unit).place.facing().map_or(Value::Nothing, Value::Facing),
            Query::OnMap(unit) => Value::Bool(self.unit(unit).place.is_on_board()),
            Query::InPlay(unit) => Value::Bool(self.unit(unit).place != Place::Out),
            Query::Property(target, property) => self.property(catalogue, target, property),
            Query::Apart(one, other) => self.apart(one, other).map_or(Value::Nothing, Value::Int),
            Query::UnitsAt(hex) => Value::list(self.units_at(hex).iter().copied().map(Value::from)),
            Query::SidesAt(hex) => Value::list(self.sides_at(hex).into_iter().map(Value::from)),
            Query::UnitsWithin(hex, far, side) => {
                Value::list(self.units_within(hex, far, side).into_iter().map(Value::from))
            }
            Query::SidesWithin(hex, far) => {
                Value::list(self.sides_within(hex, far).into_iter().map(Value::from))
            }
            Query::HexesOf(side) => Value::list(self.hexes_of(side).into_iter().map(Value::Hex)),
            Query::UnitsOf(side) => Value::list(
                self.units()
                    .filter(|(_, u)| u.side == side && u.place != Place::Out)
                    .map(|(id, _)| Value::from(id)),
            ),
            Query::Turn => Value::Int(i64::from(self.clock.turn)),
            Query::Phase => Value::Text(self.clock.phase.clone()),
            Query::Active => self.clock.side.map_or(Value::Nothing, Value::Side),
            Query::Over => Value::Bool(self.ending.is_some()),
            Query::Laid => self.laid_value(),
            Query::Help => self.help_lock.clone().map_or(Value::Nothing, Value::Text),
        }
    }

    /// Puts a unit somewhere else.
    pub fn place(&mut self, unit: UnitId, place: Place) {
        let was = std::mem::replace(&mut self.units[unit.index()].place, place);
        self.stamp = new_stamp();
        self.versions.placed(unit, (was, place), self.stamp);
        self.index(unit, was.hex(), place.hex());
        self.pending.push(Change::Place { unit, was, is: place });
    }

    /// Writes a property.
    pub fn write(&mut self, target: Target, property: u32, value: Value) {
        match value {
            // Numbers are written most of all. They go straight where they belong.
            Value::Int(number) => self.set_property(target, property, || Some(Value::Int(number))),
            value => self.set_property(target, property, || Some(value.clone())),
        }
    }

    /// Sets a property back to its default.
    fn unwrite(&mut self, target: Target, property: u32) {
        self.set_property(target, property, || None);
    }

    #[inline(always)]
    fn set_property(&mut self, target: Target, property: u32, is: impl Fn() -> Option<Value>) {
        let was = self.properties.set(target, property, is());
        self.stamp = new_stamp();
        self.versions.wrote(target, self.stamp);
        self.pending.push(Change::Property { target, property, was, is: is() });
    }

    /// Sets a property back to its default everywhere.
    pub fn reset(&mut self, subject: Subject, property: u32) {
        if subject == Subject::Unit {
            let State { properties, versions, pending, stamp, .. } = self;
            properties.take_of_units(property, |unit, was| {
                let target = Target::Unit(unit);
                *stamp = new_stamp();
                versions.wrote(target, *stamp);
                pending.push(Change::Property { target, property, was: Some(was), is: None });
            });
            return;
        }
        for target in self.properties.holders(subject, property) {
            self.unwrite(target, property);
        }
    }

    /// Begins a phase of a turn.
    pub fn begin(&mut self, clock: Clock) {
        self.stamp = new_stamp();
        self.versions.began(&self.clock, &clock, self.stamp);
        let was = std::mem::replace(&mut self.clock, clock.clone());
        self.pending.push(Change::Clock { was, is: clock });
    }

    /// Ends the game; the first ending stands.
    pub fn end(&mut self, ending: Ending) {
        if self.ending.is_none() {
            self.apply(Change::Ended { was: None, is: Some(ending) });
        }
    }

    /// Lays a piece of terrain on the table, or takes it off.
    pub fn lay(&mut self, piece: u32, place: Option<(Point, Facing)>) {
        let was = self.laid.get(&piece).copied();
        if was != place {
            self.apply(Change::Laid { piece, was, is: place });
        }
    }

    /// Locks help for a reason, or opens it.
    pub fn lock_help(&mut self, lock: Option<Arc<str>>) {
        if self.help_lock != lock {
            self.apply(Change::Help { was: self.help_lock.clone(), is: lock });
        }
    }

    /// How many changes the running command has made.
    #[inline]
    pub fn pending(&self) -> usize {
        self.pending.len()
    }

    /// Keeps the changes of the running command and hands them out, for undo.
    pub fn commit(&mut self) -> Changes {
        Changes(std::mem::take(&mut self.pending))
    }

    /// Keeps the changes of the running command for good: there is no undo.
    pub fn settle(&mut self) {
        self.pending.clear();
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
        piece: impl Fn(u32) -> Option<u32>,
    ) -> State {
        let stamp = new_stamp();
        let laid = self.laid.iter().filter_map(|(old, place)| Some((piece(*old)?, *place))).collect();
        let mut state =
            State { stamp, muster: stamp, laid, properties: Properties::default(), ..self.clone() };
        for unit in &mut state.units {
            unit.unit_type = unit_type(unit);
        }
        for (target, old, value) in self.properties.iter() {
            if let Some(new) = property(old) {
                drop(state.properties.set(target, new, Some(value.clone())));
            }
        }
        state.versions.all(stamp);
        state
    }

    /// Every value of a property as `other` has it, for handles of printed things whose numbers have changed.
    pub fn map_values(&mut self, other: impl Fn(&Value) -> Value) {
        self.stamp = new_stamp();
        self.versions.all(self.stamp);
        for value in self.properties.values_mut() {
            *value = other(value);
        }
    }

    /// Every property that is kept: whose, and its value.
    pub fn properties(&self) -> impl Iterator<Item = (Target, &Value)> {
        self.properties.iter().map(|(target, _, value)| (target, value))
    }

    /// A hash of everything in the state, the same on every platform: 16 hex digits.
    pub fn fingerprint(&self) -> String {
        let mut hasher = blake3::Hasher::new();
        let mut at: Vec<(Hex, Vec<UnitId>)> = Vec::new();
        let mut places: Vec<(Hex, UnitId)> =
            self.units().filter_map(|(id, u)| Some((u.place.hex()?, id))).collect();
        places.sort_unstable();
        for (hex, unit) in places {
            match at.last_mut() {
                Some((last, units)) if *last == hex => units.push(unit),
                _ => at.push((hex, vec![unit])),
            }
        }
        let properties: Vec<_> = self.properties.iter().map(|(t, p, v)| ((t, p), v)).collect();
        let picture = (&self.units, at, properties, &self.clock, &self.ending);
        if let Ok(bytes) = serde_json::to_vec(&picture) {
            hasher.update(&bytes);
        }
        if !self.laid.is_empty()
            && let Ok(bytes) = serde_json::to_vec(&self.laid_value())
        {
            hasher.update(b"laid: ").update(&bytes);
        }
        if let Some(lock) = &self.help_lock {
            hasher.update(b"help locked: ").update(lock.as_bytes());
        }
        hasher.finalize().to_hex()[..16].to_owned()
    }

    fn apply(&mut self, change: Change) {
        self.carry_out(&change);
        self.pending.push(change);
    }

    fn carry_out(&mut self, change: &Change) {
        self.stamp = new_stamp();
        self.versions.change(change, self.stamp);
        match change {
            Change::Place { unit, was, is } => {
                self.units[unit.index()].place = *is;
                self.index(*unit, was.hex(), is.hex());
            }
            Change::Property { target, property, is, .. } => {
                drop(self.properties.set(*target, *property, is.clone()));
            }
            Change::Clock { is, .. } => self.clock = is.clone(),
            Change::Ended { is, .. } => self.ending = is.clone(),
            Change::Laid { piece, is: Some(place), .. } => drop(self.laid.insert(*piece, *place)),
            Change::Laid { piece, is: None, .. } => drop(self.laid.remove(piece)),
            Change::Help { is, .. } => self.help_lock = is.clone(),
        }
    }

    /// Keeps in order who is in which hex.
    fn index(&mut self, unit: UnitId, was: Option<Hex>, is: Option<Hex>) {
        let units = &self.units;
        let side_of = |unit: UnitId| units[unit.index()].side;
        match (was, is) {
            (Some(from), Some(to)) => self.at.shift((from, to), unit, side_of),
            (Some(from), None) => self.at.take(from, unit, side_of),
            (None, Some(to)) => self.at.put(to, unit, side_of(unit)),
            (None, None) => {}
        }
    }
}

#[cfg(test)]
mod tests;

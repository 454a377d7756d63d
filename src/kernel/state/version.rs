//! Which parts of the state have changed: what was worked out from some of them holds as long as those are as they were.

use super::phase::PhaseNumber;
use super::{Change, Clock, Place, Query, State, Target};
use crate::kernel::hex::{Direction, Hex};
use crate::kernel::value::UnitId;

/// A part of the state whose changes are told apart from those of the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Part(u32);

impl Part {
    /// Which units are in play.
    pub const IN_PLAY: Part = Part(0);
    /// Which units are on the map or the table.
    pub const ON_BOARD: Part = Part(1);
    /// The phase and whose it is.
    pub const PHASE: Part = Part(2);
    /// Which turn it is.
    const TURN: Part = Part(3);
    /// Whatever else is of no unit and no hex.
    const REST: Part = Part(4);
    /// The whole state.
    pub const EVERYTHING: Part = Part(5);
    /// The first of those that are of hexes, and how many there are.
    const HEXES: u32 = 6;
    const OF_HEXES: u32 = 16;
    /// The same of units, of which each has two.
    const UNITS: u32 = Part::HEXES + Part::OF_HEXES;
    const OF_UNITS: u32 = 16;

    /// Who is in a hex. Hexes near each other have a part together, two columns wide and four rows high; so have some that are far apart.
    #[inline]
    pub fn hex(hex: Hex) -> Part {
        let columns = hex.q >> 1;
        let rows = hex.r.wrapping_add(columns) >> 2;
        Part(Part::HEXES + ((columns & 3) << 2 | (rows & 3)) as u32)
    }

    /// Where a unit is. Units whose numbers are far apart have a part together.
    #[inline]
    pub fn place(unit: UnitId) -> Part {
        Part(Part::UNITS + 2 * (unit.0 % Part::OF_UNITS))
    }

    /// Whether the place of each unit is a part by itself.
    #[inline]
    pub fn are_apart(state: &State) -> bool {
        state.units.len() <= Part::OF_UNITS as usize
    }

    /// The properties of a unit; the same goes for them.
    #[inline]
    pub fn properties(unit: UnitId) -> Part {
        Part(Part::UNITS + 2 * (unit.0 % Part::OF_UNITS) + 1)
    }

    /// The properties of a unit, or those of whatever is none.
    #[inline]
    pub fn properties_of(target: Target) -> Part {
        match target {
            Target::Unit(unit) => Part::properties(unit),
            Target::Hex(_) | Target::Side(_) | Target::Game => Part::REST,
        }
    }
}

/// Further round a hex than this there are hexes of nearly every part.
const MOST_NEAR: u32 = 6;

/// Several parts, a bit each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Parts(u64);

impl Parts {
    /// None, so what comes from it never changes.
    pub const NONE: Parts = Parts(0);

    /// Who is in any hex.
    const HEXES: Parts = Parts(((1 << Part::OF_HEXES) - 1) << Part::HEXES);

    /// The whole state.
    pub const ALL: Parts = Parts(1 << Part::EVERYTHING.0);

    /// Who is in a hex and in those beside it.
    pub fn around(hex: Hex) -> Parts {
        let mut parts = Parts::NONE;
        parts.add(Part::hex(hex));
        Direction::ALL.into_iter().for_each(|at| parts.add(Part::hex(hex.neighbour(at))));
        parts
    }

    /// Who is within so many hexes of a hex.
    pub fn within(hex: Hex, far: u32) -> Parts {
        match far {
            0 | 1 => Parts::around(hex),
            2..=MOST_NEAR => {
                let mut parts = Parts::NONE;
                hex.within(far).for_each(|near| parts.add(Part::hex(near)));
                parts
            }
            _ => Parts::HEXES,
        }
    }

    /// Adds a part.
    #[inline]
    pub fn add(&mut self, part: Part) {
        self.0 |= 1 << part.0;
    }

    /// Adds all parts that a query is answered from.
    pub fn read(&mut self, query: &Query) {
        self.join(query.parts());
    }

    /// Adds other parts.
    #[inline]
    pub fn join(&mut self, parts: Parts) {
        self.0 |= parts.0;
    }

    /// Whether a part is among these.
    #[inline]
    pub fn has(self, part: Part) -> bool {
        self.0 >> part.0 & 1 == 1
    }

    /// Whether any of these is among the others.
    #[inline]
    pub fn meets(self, others: Parts) -> bool {
        self.0 & others.0 != 0
    }
}

impl Query {
    /// The parts of the state that the answer comes from.
    pub fn parts(&self) -> Parts {
        let mut parts = Parts::NONE;
        if let Query::Apart(_, other) = *self {
            parts.add(Part::place(other));
        }
        parts.add(match *self {
            Query::Place(unit) | Query::Point(unit) | Query::Facing(unit) | Query::Apart(unit, _) => {
                Part::place(unit)
            }
            Query::OnMap(_) => Part::ON_BOARD,
            Query::Property(target, _) => Part::properties_of(target),
            Query::UnitsAt(hex) | Query::SidesAt(hex) => Part::hex(hex),
            Query::UnitsWithin(hex, far, _) | Query::SidesWithin(hex, far) => return Parts::within(hex, far),
            Query::HexesOf(_) => return Parts::HEXES,
            Query::InPlay(_) | Query::UnitsOf(_) => Part::IN_PLAY,
            Query::Phase | Query::Active => Part::PHASE,
            Query::Turn => Part::TURN,
            Query::Over | Query::Laid | Query::Help => Part::REST,
        });
        parts
    }
}

/// The stamp of the last change of each part, and which phase it is.
#[derive(Debug, Clone, Copy)]
pub struct Versions {
    stamps: [u64; u64::BITS as usize],
    phase: PhaseNumber,
}

impl Default for Versions {
    fn default() -> Self {
        Versions { stamps: [0; u64::BITS as usize], phase: PhaseNumber::default() }
    }
}

impl Versions {
    /// All parts have changed.
    pub(super) fn all(&mut self, stamp: u64) {
        self.stamps.fill(stamp);
    }

    /// What a change changes.
    pub(super) fn change(&mut self, change: &Change, stamp: u64) {
        match change {
            Change::Place { unit, was, is } => self.placed(*unit, (*was, *is), stamp),
            Change::Property { target, .. } => self.wrote(*target, stamp),
            Change::Clock { was, is } => self.began(was, is, stamp),
            Change::Ended { .. } | Change::Laid { .. } | Change::Help { .. } => {
                self.set_with_all(Part::REST, stamp);
            }
        }
    }

    /// What a unit changes that was there and is here now.
    #[inline]
    pub(super) fn placed(&mut self, unit: UnitId, (was, is): (Place, Place), stamp: u64) {
        for place in [was, is] {
            if let Place::Hex(hex) = place {
                self.set(Part::hex(hex), stamp);
            }
        }
        if (was == Place::Out) != (is == Place::Out) {
            self.set(Part::IN_PLAY, stamp);
        }
        if was.is_on_board() != is.is_on_board() {
            self.set(Part::ON_BOARD, stamp);
        }
        self.set_with_all(Part::place(unit), stamp);
    }

    /// What a property changes that is written.
    #[inline]
    pub(super) fn wrote(&mut self, target: Target, stamp: u64) {
        self.set_with_all(Part::properties_of(target), stamp);
    }

    /// What a phase changes that begins.
    pub(super) fn began(&mut self, was: &Clock, is: &Clock, stamp: u64) {
        if was.turn != is.turn {
            self.set(Part::TURN, stamp);
        }
        self.phase = PhaseNumber::of(is);
        self.set_with_all(Part::PHASE, stamp);
    }

    #[inline]
    fn set_with_all(&mut self, part: Part, stamp: u64) {
        self.set(Part::EVERYTHING, stamp);
        self.set(part, stamp);
    }

    #[inline]
    fn set(&mut self, part: Part, stamp: u64) {
        self.stamps[part.0 as usize] = stamp;
    }

    /// From now on some parts have the version that they have there.
    #[inline]
    pub fn take(&mut self, parts: Parts, now: &Versions) {
        let mut left = parts.0;
        while left != 0 {
            let at = left.trailing_zeros() as usize;
            self.stamps[at] = now.stamps[at];
            left &= left - 1;
        }
    }

    /// Those of some parts that have another version than they had then.
    #[inline]
    pub fn changed(&self, then: &Versions, parts: Parts) -> Parts {
        let (mut left, mut changed) = (parts.0, 0);
        while left != 0 {
            let at = left.trailing_zeros();
            changed |= u64::from(self.stamps[at as usize] != then.stamps[at as usize]) << at;
            left &= left - 1;
        }
        Parts(changed)
    }

    /// What some parts are known by. Where it is the same in two states, all of these parts are: stamps are given once and grow, so both
    /// states come from the one that was given the latest of them, and none of the parts has changed in either since. Phases come
    /// again turn by turn, so the same phase of the same side is known by its number, whenever it began.
    #[inline]
    pub fn latest(&self, parts: Parts) -> u64 {
        let (mut left, phase) = self.by_stamps(parts);
        let mut latest = 0;
        while left != 0 {
            latest = latest.max(self.stamps[left.trailing_zeros() as usize]);
            left &= left - 1;
        }
        latest << PhaseNumber::BITS | phase
    }

    /// Whether that is still what some parts are known by. What has changed since is mostly seen before all are looked at.
    #[inline]
    pub fn holds(&self, parts: Parts, known_by: u64) -> bool {
        let (mut left, phase) = self.by_stamps(parts);
        let stamp = known_by >> PhaseNumber::BITS;
        let mut latest = 0;
        while left != 0 && latest <= stamp {
            latest = latest.max(self.stamps[left.trailing_zeros() as usize]);
            left &= left - 1;
        }
        latest << PhaseNumber::BITS | phase == known_by
    }

    /// Those of some parts that are known by their stamps, a bit each, and the number of the phase where that is one of the others.
    #[inline]
    fn by_stamps(&self, parts: Parts) -> (u64, u64) {
        let phase = if parts.has(Part::PHASE) { self.phase.bits() } else { 0 };
        (parts.0 & !(u64::from(phase != 0) << Part::PHASE.0), phase)
    }

    /// Which phase of which side it is.
    #[inline]
    pub fn phase(&self) -> PhaseNumber {
        self.phase
    }
}

impl State {
    /// The version of one part.
    #[inline]
    pub fn version(&self, part: Part) -> u64 {
        self.versions.stamps[part.0 as usize]
    }

    /// The versions of all parts.
    #[inline]
    pub fn versions(&self) -> &Versions {
        &self.versions
    }

    /// What some parts are known by ([`Versions::latest`]).
    #[inline]
    pub fn latest(&self, parts: Parts) -> u64 {
        self.versions.latest(parts)
    }

    /// Whether that is still what some parts are known by ([`Versions::holds`]).
    #[inline]
    pub fn holds(&self, parts: Parts, known_by: u64) -> bool {
        self.versions.holds(parts, known_by)
    }
}

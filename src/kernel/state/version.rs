//! Which parts of the state have changed: what was worked out from some of them holds as long as those are as they were.

use super::{Change, Place, Query, State, Target};
use crate::kernel::value::UnitId;

/// A part of the state whose changes are told apart from those of the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Part(u32);

impl Part {
    /// Nothing, which never changes.
    pub const NOTHING: Part = Part(0);
    /// Where any unit is, so who is in which hex.
    pub const PLACES: Part = Part(1);
    /// Which units are in play.
    pub const IN_PLAY: Part = Part(2);
    /// The turn, the phase and whose it is.
    const CLOCK: Part = Part(3);
    /// Whatever else is of no unit.
    const REST: Part = Part(4);
    /// The whole state.
    pub const EVERYTHING: Part = Part(5);
    /// So many parts are of no unit.
    const OF_NONE: u32 = 6;

    /// Where a unit is.
    #[inline]
    pub fn place(unit: UnitId) -> Part {
        Part(Part::OF_NONE + 2 * unit.0)
    }

    /// The properties of a unit.
    #[inline]
    pub fn properties(unit: UnitId) -> Part {
        Part(Part::OF_NONE + 2 * unit.0 + 1)
    }
}

/// Several parts, a bit each. What is of units with high numbers is taken in the broad.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Parts(u64);

impl Parts {
    /// None, so what comes from it never changes.
    pub const NONE: Parts = Parts(0);

    /// The whole state.
    pub const ALL: Parts = Parts(1 << Part::EVERYTHING.0);

    /// Adds a part.
    #[inline]
    pub fn add(&mut self, part: Part) {
        let number = match part {
            Part::NOTHING => return,
            Part(number) if number < u64::BITS => number,
            Part(number) if (number - Part::OF_NONE).is_multiple_of(2) => Part::PLACES.0,
            _ => Part::EVERYTHING.0,
        };
        self.0 |= 1 << number;
    }

    /// Adds all parts that a query is answered from.
    pub fn read(&mut self, query: &Query) {
        query.parts().into_iter().for_each(|part| self.add(part));
    }

    /// Adds other parts.
    #[inline]
    pub fn join(&mut self, parts: Parts) {
        self.0 |= parts.0;
    }
}

impl Query {
    /// The parts of the state that the answer comes from.
    pub fn parts(&self) -> [Part; 2] {
        let part = match *self {
            Query::Place(unit)
            | Query::Point(unit)
            | Query::Facing(unit)
            | Query::OnMap(unit)
            | Query::InPlay(unit) => Part::place(unit),
            Query::Property(Target::Unit(unit), _) => Part::properties(unit),
            Query::Apart(one, other) => return [Part::place(one), Part::place(other)],
            Query::UnitsAt(_) | Query::SidesAt(_) => Part::PLACES,
            Query::UnitsOf(_) => Part::IN_PLAY,
            Query::Turn | Query::Phase | Query::Active => Part::CLOCK,
            Query::Property(..) | Query::Over | Query::Laid | Query::Help => Part::REST,
        };
        [part, Part::NOTHING]
    }
}

/// The stamp of the last change of each part.
#[derive(Debug, Clone)]
pub(super) struct Versions(Vec<u64>);

impl Default for Versions {
    fn default() -> Self {
        Versions(vec![0; Part::OF_NONE as usize])
    }
}

impl Versions {
    /// All parts have changed, and there are so many units.
    pub(super) fn all(&mut self, units: usize, stamp: u64) {
        self.0.clear();
        self.0.resize(Part::OF_NONE as usize + 2 * units, stamp);
        self.set(Part::NOTHING, 0);
    }

    /// What a change changes.
    pub(super) fn change(&mut self, change: &Change, stamp: u64) {
        self.set(Part::EVERYTHING, stamp);
        let part = match change {
            Change::Place { unit, was, is } => {
                self.set(Part::PLACES, stamp);
                if (*was == Place::Out) != (*is == Place::Out) {
                    self.set(Part::IN_PLAY, stamp);
                }
                Part::place(*unit)
            }
            Change::Property { target: Target::Unit(unit), .. } => Part::properties(*unit),
            Change::Clock { .. } => Part::CLOCK,
            Change::Property { .. } | Change::Ended { .. } | Change::Laid { .. } | Change::Help { .. } => {
                Part::REST
            }
        };
        self.set(part, stamp);
    }

    fn set(&mut self, part: Part, stamp: u64) {
        self.0[part.0 as usize] = stamp;
    }
}

impl State {
    /// The version of one part.
    #[inline]
    pub fn version(&self, part: Part) -> u64 {
        self.versions.0[part.0 as usize]
    }

    /// The latest version of some parts. Where it is the same in two states, all of these parts are: versions are given once and
    /// grow, so both states come from the one that was given it last, and none of the parts has changed in either since.
    #[inline]
    pub fn latest(&self, parts: Parts) -> u64 {
        let (mut left, mut latest) = (parts.0, 0);
        while left != 0 {
            latest = latest.max(self.versions.0[left.trailing_zeros() as usize]);
            left &= left - 1;
        }
        latest
    }
}

//! Which parts of the state have changed: what was worked out from some of them holds as long as those are as they were.

use super::{Change, Place, Query, State, Target};
use crate::kernel::value::UnitId;

/// A part of the state whose changes are told apart from those of the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Part(u32);

impl Part {
    /// Nothing, which never changes.
    pub const NOTHING: Part = Part(0);
    /// Who is in which hex.
    const PLACES: Part = Part(1);
    /// Which units are in play.
    const IN_PLAY: Part = Part(2);
    /// The turn, the phase and whose it is.
    const CLOCK: Part = Part(3);
    /// Whatever else is of no unit.
    const REST: Part = Part(4);
    /// So many parts are of no unit.
    const OF_NONE: u32 = 5;

    fn unit(unit: UnitId) -> Part {
        Part(Part::OF_NONE + unit.0)
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
            | Query::InPlay(unit)
            | Query::Property(Target::Unit(unit), _) => Part::unit(unit),
            Query::Apart(one, other) => return [Part::unit(one), Part::unit(other)],
            Query::UnitsAt(_) | Query::SidesAt(_) => Part::PLACES,
            Query::UnitsOf(_) => Part::IN_PLAY,
            Query::Turn | Query::Phase | Query::Active => Part::CLOCK,
            Query::Property(..) | Query::Over | Query::Laid | Query::Help => Part::REST,
        };
        [part, Part::NOTHING]
    }
}

/// The stamp of the last change of each part.
#[derive(Debug, Clone, Default)]
pub(super) struct Versions {
    of_none: [u64; Part::OF_NONE as usize],
    units: Vec<u64>,
}

impl Versions {
    /// All parts have changed, and there are so many units.
    pub(super) fn all(&mut self, units: usize, stamp: u64) {
        self.of_none = [stamp; Part::OF_NONE as usize];
        self.of_none[Part::NOTHING.0 as usize] = 0;
        self.units.clear();
        self.units.resize(units, stamp);
    }

    /// What a change changes.
    pub(super) fn change(&mut self, change: &Change, stamp: u64) {
        let part = match change {
            Change::Place { unit, was, is } => {
                self.of_none[Part::PLACES.0 as usize] = stamp;
                if (*was == Place::Out) != (*is == Place::Out) {
                    self.of_none[Part::IN_PLAY.0 as usize] = stamp;
                }
                Part::unit(*unit)
            }
            Change::Property { target: Target::Unit(unit), .. } => Part::unit(*unit),
            Change::Clock { .. } => Part::CLOCK,
            Change::Property { .. } | Change::Ended { .. } | Change::Laid { .. } | Change::Help { .. } => {
                Part::REST
            }
        };
        *match part.0.checked_sub(Part::OF_NONE) {
            Some(unit) => &mut self.units[unit as usize],
            None => &mut self.of_none[part.0 as usize],
        } = stamp;
    }
}

impl State {
    /// Where a part has the same version in two states it is the same in both.
    pub fn version(&self, part: Part) -> u64 {
        match part.0.checked_sub(Part::OF_NONE) {
            Some(unit) => self.versions.units[unit as usize],
            None => self.versions.of_none[part.0 as usize],
        }
    }
}

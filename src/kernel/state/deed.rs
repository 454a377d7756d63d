//! What a rule does to the state, as one value: what can be kept and done again.

use std::sync::Arc;

use super::{Clock, Ending, Place, Query, State, Target};
use crate::kernel::catalogue::Subject;
use crate::kernel::hex::Hex;
use crate::kernel::plane::{Facing, Point};
use crate::kernel::value::{SideId, UnitId, Value};

/// A deed of a rule. What it changes depends on the state that it is done to.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Deed {
    /// Puts a unit somewhere.
    Place(UnitId, Place),
    /// Writes a property, by its place in the catalogue.
    Write(Target, u32, Value),
    /// Sets a property back to its default everywhere.
    Reset(Subject, u32),
    /// Begins a phase of a turn.
    Begin(Clock),
    /// Begins a phase of the turn under way, by its name, of a side or of nobody.
    Go(Arc<str>, Option<SideId>),
    /// Counts one turn more.
    NextTurn,
    /// Ends the game.
    End(Ending),
    /// Lays a piece of terrain on the table, or takes it off.
    Lay(u32, Option<(Point, Facing)>),
    /// Locks help for a reason, or opens it.
    Help(Option<Arc<str>>),
}

/// What a deed means for the answer to a query.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bearing {
    /// Nothing: the answer is as it was.
    None,
    /// The answer follows from the deed, whatever the state was.
    Settles,
    /// The answer may be another one.
    Changes,
}

impl Deed {
    /// What it means for the answer to a query.
    pub fn bears_on(&self, query: &Query) -> Bearing {
        match (self, *query) {
            (
                Deed::Place(unit, _),
                Query::Place(of)
                | Query::Point(of)
                | Query::Facing(of)
                | Query::OnMap(of)
                | Query::InPlay(of),
            ) if *unit == of => Bearing::Settles,
            (Deed::Place(unit, _), Query::Apart(one, other)) if [one, other].contains(unit) => {
                Bearing::Changes
            }
            (Deed::Place(..), Query::UnitsAt(_) | Query::SidesAt(_) | Query::UnitsOf(_)) => Bearing::Changes,
            (Deed::Place(..), Query::UnitsWithin(..) | Query::SidesWithin(..) | Query::HexesOf(_)) => {
                Bearing::Changes
            }
            (Deed::Write(target, number, _), Query::Property(of, property))
                if *target == of && *number == property =>
            {
                Bearing::Settles
            }
            // Whoever asks may know a hex by another name.
            (Deed::Write(Target::Hex(_), number, _), Query::Property(Target::Hex(_), property))
                if *number == property =>
            {
                Bearing::Changes
            }
            // A property is declared for one kind of things.
            (Deed::Reset(_, number), Query::Property(_, property)) if *number == property => Bearing::Settles,
            (Deed::Begin(_), Query::Turn) => Bearing::Settles,
            (Deed::Begin(_) | Deed::Go(..), Query::Phase | Query::Active) => Bearing::Settles,
            (Deed::NextTurn, Query::Turn) => Bearing::Changes,
            (Deed::End(_), Query::Over) | (Deed::Help(_), Query::Help) => Bearing::Settles,
            (Deed::Lay(..), Query::Laid) => Bearing::Changes,
            _ => Bearing::None,
        }
    }

    /// Whether a unit is in what is written.
    pub fn writes_down(&self, unit: UnitId) -> bool {
        matches!(self, Deed::Write(_, _, value) if value.has_unit(unit))
    }

    /// The same done to another unit, in another hex where it is put into one.
    #[must_use]
    pub fn about(&self, other: impl Fn(UnitId) -> UnitId, at: impl Fn(Hex) -> Hex) -> Deed {
        match self {
            Deed::Place(unit, place) => Deed::Place(other(*unit), place.at(at)),
            Deed::Write(target, number, value) => Deed::Write(target.about(other), *number, value.clone()),
            Deed::Reset(..) | Deed::Begin(_) | Deed::Go(..) | Deed::NextTurn => self.clone(),
            Deed::End(_) | Deed::Help(_) | Deed::Lay(..) => self.clone(),
        }
    }
}

impl State {
    /// Does it.
    pub fn carry(&mut self, deed: &Deed) {
        match deed {
            Deed::Place(unit, place) => self.place(*unit, *place),
            Deed::Write(target, property, value) => self.write(*target, *property, value.clone()),
            Deed::Reset(subject, property) => self.reset(*subject, *property),
            Deed::Begin(clock) => self.begin(clock.clone()),
            Deed::Go(phase, side) => {
                self.begin(Clock { turn: self.clock().turn, phase: phase.clone(), side: *side });
            }
            Deed::NextTurn => {
                let clock = self.clock().clone();
                self.begin(Clock { turn: clock.turn.saturating_add(1), ..clock });
            }
            Deed::End(ending) => self.end(ending.clone()),
            Deed::Lay(piece, place) => self.lay(*piece, *place),
            Deed::Help(lock) => self.lock_help(lock.clone()),
        }
    }
}

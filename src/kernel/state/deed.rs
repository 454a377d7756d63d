//! What a rule does to the state, as one value: what can be kept and done again.

use std::sync::Arc;

use super::{Clock, Ending, Place, State, Target};
use crate::kernel::catalogue::Subject;
use crate::kernel::plane::{Facing, Point};
use crate::kernel::value::{SideId, UnitId, Value};

/// A deed of a rule. What it changes depends on the state that it is done to.
#[derive(Debug, Clone, PartialEq, Eq)]
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

impl Deed {
    /// Whether a unit is in what is written.
    pub fn writes_down(&self, unit: UnitId) -> bool {
        matches!(self, Deed::Write(_, _, value) if value.has_unit(unit))
    }

    /// The unit to which it is done.
    pub fn unit(&self) -> Option<UnitId> {
        match self {
            Deed::Place(unit, _) | Deed::Write(Target::Unit(unit), _, _) => Some(*unit),
            Deed::Write(..) | Deed::Reset(..) | Deed::Begin(_) | Deed::Go(..) | Deed::NextTurn => None,
            Deed::End(_) | Deed::Help(_) | Deed::Lay(..) => None,
        }
    }

    /// The same done to another unit.
    #[must_use]
    pub fn about(&self, other: impl Fn(UnitId) -> UnitId) -> Deed {
        match self {
            Deed::Place(unit, place) => Deed::Place(other(*unit), *place),
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

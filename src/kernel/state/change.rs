//! What a command changes, with what was there before, so that it can be taken back.

use std::sync::Arc;

use super::{Clock, Ending, Place, Target};
use crate::kernel::plane::{Facing, Point};
use crate::kernel::value::{UnitId, Value};

/// One change of the state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// A unit is somewhere else.
    Place {
        /// The unit.
        unit: UnitId,
        /// Where it was.
        was: Place,
        /// Where it is.
        is: Place,
    },
    /// A property has another value; none is its default.
    Property {
        /// What has it.
        target: Target,
        /// Its place in the catalogue.
        property: u32,
        /// What it was.
        was: Option<Value>,
        /// What it is.
        is: Option<Value>,
    },
    /// Another phase.
    Clock {
        /// The phase before.
        was: Clock,
        /// The phase now.
        is: Clock,
    },
    /// The game has ended.
    Ended {
        /// How it had ended before; always none.
        was: Option<Ending>,
        /// How it ended.
        is: Option<Ending>,
    },
    /// A piece of terrain lies elsewhere.
    Laid {
        /// Its number.
        piece: u32,
        /// Where it lay; none where it lay beside the table.
        was: Option<(Point, Facing)>,
        /// Where it lies.
        is: Option<(Point, Facing)>,
    },
    /// Help is locked or open.
    Help {
        /// Why it was locked; none where it was open.
        was: Option<Arc<str>>,
        /// Why it is locked.
        is: Option<Arc<str>>,
    },
}

impl Change {
    /// The change that takes this one back.
    #[must_use]
    pub fn inverse(&self) -> Change {
        match self.clone() {
            Change::Place { unit, was, is } => Change::Place { unit, was: is, is: was },
            Change::Property { target, property, was, is } => {
                Change::Property { target, property, was: is, is: was }
            }
            Change::Clock { was, is } => Change::Clock { was: is, is: was },
            Change::Ended { was, is } => Change::Ended { was: is, is: was },
            Change::Laid { piece, was, is } => Change::Laid { piece, was: is, is: was },
            Change::Help { was, is } => Change::Help { was: is, is: was },
        }
    }
}

/// The changes of one command, in the order made.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Changes(pub Vec<Change>);

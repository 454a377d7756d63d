//! States by what is different in them: equal ones have one number.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::kernel::catalogue::Catalogue;
use crate::kernel::plane::{Facing, Point};
use crate::kernel::state::{Change, Changes, Clock, Deed, Ending, Place, State, Target};
use crate::kernel::value::{UnitId, Value};

/// Something of the state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum What {
    Place(UnitId),
    Property(Target, u32),
    Clock,
    Ending,
    Laid(u32),
    Help,
}

/// How it is.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Is {
    At(Place),
    Holds(Value),
    Now(Clock),
    Over(Option<Ending>),
    Lies(Option<(Point, Facing)>),
    Locked(Option<std::sync::Arc<str>>),
}

/// What is not as it was at the start, in order.
pub(super) type Difference = Vec<(What, Is)>;

/// All states met, with how the command ended there, if it did.
#[derive(Debug)]
pub(super) struct States {
    start: State,
    catalogue: std::sync::Arc<Catalogue>,
    known: FxHashMap<Rc<Met>, u32>,
    all: Vec<Rc<Met>>,
}

/// A state met.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Met {
    pub(super) difference: Difference,
    /// The outcome with which repetition ends here.
    pub(super) over: Option<Rc<str>>,
    /// What the last time came to, where each is told.
    pub(super) came: Option<Rc<str>>,
}

impl States {
    pub(super) fn new(start: &State, catalogue: &std::sync::Arc<Catalogue>) -> States {
        States {
            start: start.clone(),
            catalogue: catalogue.clone(),
            known: FxHashMap::default(),
            all: Vec::new(),
        }
    }

    /// The number of a state.
    pub(super) fn number(&mut self, met: Met) -> u32 {
        if let Some(number) = self.known.get(&met) {
            return *number;
        }
        let (number, met) = (self.all.len() as u32, Rc::new(met));
        self.all.push(met.clone());
        self.known.insert(met, number);
        number
    }

    pub(super) fn met(&self, number: u32) -> Rc<Met> {
        self.all[number as usize].clone()
    }

    /// The state itself.
    pub(super) fn state(&self, difference: &Difference) -> State {
        let mut state = self.start.clone();
        for (what, is) in difference {
            match (what, is) {
                (What::Place(unit), Is::At(place)) => state.place(*unit, *place),
                (What::Property(target, property), Is::Holds(value)) => {
                    state.carry(&Deed::Write(*target, *property, value.clone()));
                }
                (_, Is::Now(clock)) => state.begin(clock.clone()),
                (_, Is::Over(Some(ending))) => state.end(ending.clone()),
                (What::Laid(piece), Is::Lies(place)) => state.lay(*piece, *place),
                (_, Is::Locked(lock)) => state.lock_help(lock.clone()),
                _ => {}
            }
        }
        state.commit();
        state
    }

    /// What is different after some changes to a state that was different like this before. Whatever is as it was at the
    /// start is no difference.
    pub(super) fn after(&self, before: &Difference, changes: &Changes) -> Difference {
        let mut all = before.clone();
        for change in &changes.0 {
            let (what, is) = match change {
                Change::Place { unit, is, .. } => (What::Place(*unit), Is::At(*is)),
                Change::Property { target, property, is, .. } => {
                    let default = &self.catalogue.properties[*property as usize].default;
                    let value = is.as_ref().unwrap_or(default).clone();
                    (What::Property(*target, *property), Is::Holds(value))
                }
                Change::Clock { is, .. } => (What::Clock, Is::Now(is.clone())),
                Change::Ended { is, .. } => (What::Ending, Is::Over(is.clone())),
                Change::Laid { piece, is, .. } => (What::Laid(*piece), Is::Lies(*is)),
                Change::Help { is, .. } => (What::Help, Is::Locked(is.clone())),
            };
            self.set(&mut all, what, is);
        }
        all
    }

    /// Sets something in a difference.
    pub(super) fn set(&self, all: &mut Difference, what: What, is: Is) {
        let same = match (what, &is) {
            (What::Place(unit), Is::At(place)) => self.start.unit(unit).place == *place,
            (What::Property(target, property), Is::Holds(value)) => {
                self.start.property_ref(&self.catalogue, target, property) == value
            }
            (_, Is::Now(clock)) => self.start.clock() == clock,
            (_, Is::Over(ending)) => self.start.ending() == ending.as_ref(),
            (What::Laid(piece), Is::Lies(place)) => self.start.laid().get(&piece).copied() == *place,
            (_, Is::Locked(lock)) => self.start.help_lock() == lock.as_ref(),
            _ => false,
        };
        match (all.binary_search_by(|(known, _)| known.cmp(&what)), same) {
            (Ok(at), true) => {
                all.remove(at);
            }
            (Ok(at), false) => all[at].1 = is,
            (Err(_), true) => {}
            (Err(at), false) => all.insert(at, (what, is)),
        }
    }
}

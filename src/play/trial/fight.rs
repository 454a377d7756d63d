//! One fight: a few units of one type against as many of another.

use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::ground::Ground;
use super::plan::TrialPlan;
use crate::diagnostic::{SourceMap, counted};
use crate::kernel::dice::Generator;
use crate::kernel::door::Stop;
use crate::kernel::state::{Place, State};
use crate::kernel::value::{SideId, TypeId, UnitId, Value};
use crate::pack::Loaded;
use crate::play::{Bout, Step, Table};
use crate::rules::Failure;
use crate::session::procedure;

/// The two sides that fight.
const SIDES: [SideId; 2] = [SideId(0), SideId(1)];
/// A stream of choices for each side, far from that of the dice.
const STREAMS: u64 = 1 << 56;

/// How a fight came out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Came {
    /// This side has won: 0 the first, 1 the second; whether only by what was left after the last turn.
    Won(usize, bool),
    /// Nobody has.
    Drawn(bool),
    /// It could not go on, for this reason.
    Failed(String),
    /// It was broken off and does not count.
    BrokenOff,
}

/// A table at which fights are fought, one after the other.
pub(super) struct Field {
    loaded: Rc<Loaded>,
    bout: Bout,
    table: Table,
    places: [Vec<Place>; 2],
    turns: u32,
    commands: u64,
}

impl Field {
    pub(super) fn new(
        plan: &TrialPlan,
        ground: &Ground,
        loaded: Rc<Loaded>,
        cancel: &Arc<AtomicBool>,
    ) -> Field {
        let places = [false, true].map(|second| ground.places(&loaded, second));
        Field {
            bout: Bout::new(loaded.clone(), cancel),
            table: Table::new(SIDES.map(|_| plan.fighter.player()).into()),
            places,
            turns: plan.turns,
            commands: plan.commands,
            loaded,
        }
    }

    /// Units of these types where they are to meet.
    fn start(&self, types: [TypeId; 2]) -> State {
        let mut state = State::default();
        for at in [0, 1] {
            for (number, place) in self.places[at].iter().enumerate() {
                let name = format!("{}{}", ["one", "other"][at], number + 1);
                state.enlist(name, types[at], SIDES[at], *place);
            }
        }
        procedure::set_properties(&mut state, &self.loaded.data, self.loaded.rules.catalogue());
        state.commit();
        state
    }

    /// Fights once. What the dice show and what is chosen follows from the key and the number of the fight.
    pub(super) fn fight(&mut self, types: [TypeId; 2], key: [u8; 32], number: u64) -> Came {
        let start = self.start(types);
        let lots = |side: SideId| Generator::of_stream(key, number + (u64::from(side.0) + 1) * STREAMS);
        let dice = Generator::of_stream(key, number);
        if let Err(broken) = self.table.begin(&mut self.bout, &start, dice, lots) {
            return self.failed(broken.failure);
        }
        let before = match self.forces() {
            Ok(before) => before,
            Err(failure) => return self.failed(failure),
        };
        for _ in 0..self.commands {
            if let Some(ending) = self.bout.state().ending() {
                let winner = ending.winner.and_then(|winner| SIDES.iter().position(|side| *side == winner));
                return winner.map_or(Came::Drawn(false), |winner| Came::Won(winner, false));
            }
            if self.bout.state().clock().turn > self.turns {
                return self.by_what_is_left(&before);
            }
            match self.table.step(&mut self.bout) {
                Ok(Step::Played(_)) => {}
                Ok(Step::DeadEnd) => return self.by_what_is_left(&before),
                Err(broken) => return self.failed(broken.failure),
            }
        }
        Came::Failed(format!("a fight has more than {}", counted(self.commands, "command")))
    }

    /// The side that has kept the larger share of its points.
    fn by_what_is_left(&mut self, before: &[i64; 2]) -> Came {
        let after = match self.forces() {
            Ok(after) => after,
            Err(failure) => return self.failed(failure),
        };
        let share = |one: usize| i128::from(after[one]) * i128::from(before[1 - one]);
        match share(0).cmp(&share(1)) {
            std::cmp::Ordering::Greater => Came::Won(0, true),
            std::cmp::Ordering::Less => Came::Won(1, true),
            std::cmp::Ordering::Equal => Came::Drawn(true),
        }
    }

    /// What the units in play of both sides are worth.
    fn forces(&mut self) -> Result<[i64; 2], Failure> {
        let units = self.bout.state().units().filter(|(_, unit)| unit.place != Place::Out);
        let units: Vec<(UnitId, SideId)> = units.map(|(id, unit)| (id, unit.side)).collect();
        let rule = self.loaded.data.hooks.get("worth").map(|(rule, _)| rule.clone());
        let mut forces = [0i64; 2];
        for (unit, side) in units {
            let worth = match &rule {
                None => 1,
                Some(rule) => match self.bout.ask(rule, &[Value::Unit(unit)])? {
                    Value::Int(worth) => worth,
                    _ => 1,
                },
            };
            if let Some(sum) = forces.get_mut(side.index()) {
                *sum = sum.saturating_add(worth);
            }
        }
        Ok(forces)
    }

    fn failed(&self, failure: Failure) -> Came {
        match failure {
            Failure::Stopped(Stop::Cancelled) => Came::BrokenOff,
            failure => Came::Failed(in_words(&failure, &self.loaded.sources)),
        }
    }
}

/// Why something could not go on, in a line.
pub(super) fn in_words(failure: &Failure, sources: &SourceMap) -> String {
    match failure {
        Failure::Stopped(stop) => stop.to_string(),
        Failure::Refused(refusal) => refusal.reason.clone(),
        Failure::Broken(told) => {
            let place = told.labels.first().map(|l| format!(" at {}", sources.place(l.span)));
            format!("{} {}{}", told.code, told.title, place.unwrap_or_default())
        }
    }
}

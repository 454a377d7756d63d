//! Two units on a map under one stack of rules: set up, asked what is allowed, and what it comes to.

use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use super::deeds::Deed;
use super::ground::{Spot, Whose};
use super::meeting::Came;
use crate::data::ParamKind;
use crate::kernel::door::Stop;
use crate::kernel::state::{Clock, Place, State};
use crate::kernel::value::{SideId, UnitId, Value};
use crate::odds::{Limit, NoOdds, Policy};
use crate::pack::Loaded;
use crate::play::Bout;
use crate::rules::Failure;
use crate::session::procedure;

/// What the odds of meetings may cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cost {
    /// So many runs of its rule for one meeting in one place.
    pub runs: u64,
    /// So much time for all meetings together; none for as much as they take.
    pub time: Option<Duration>,
}

impl Default for Cost {
    fn default() -> Cost {
        Cost { runs: 200_000, time: None }
    }
}

/// What was set up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Pair<'a> {
    /// The type of whoever acts, and its side.
    pub(super) actor: (&'a str, SideId),
    /// The type of the other, and its side.
    pub(super) target: (&'a str, SideId),
}

/// One stack of rules, with a bare map.
pub(super) struct Stage {
    pub(super) loaded: Rc<Loaded>,
    bout: Bout,
    runs: u64,
    until: Option<Instant>,
}

impl Stage {
    /// Odds take so many runs at most, and are worked out until a certain time.
    pub(super) fn new(
        loaded: Rc<Loaded>,
        cancel: &Arc<AtomicBool>,
        (runs, until): (u64, Option<Instant>),
    ) -> Stage {
        let bout = Bout::new(loaded.clone(), cancel);
        Stage { loaded, bout, runs, until }
    }

    /// The two units where they are to meet; nothing where this stack knows one of the types, or a hex, not at all.
    pub(super) fn set_up(&mut self, pair: &Pair<'_>, spot: &Spot) -> Option<State> {
        let catalogue = self.loaded.rules.catalogue().clone();
        let types = [catalogue.type_named(pair.actor.0)?, catalogue.type_named(pair.target.0)?];
        let map = self.loaded.rules.map();
        if !map.contains(spot.from) || !map.contains(spot.to) {
            return None;
        }
        let mut state = State::default();
        state.enlist("attacker", types[0], pair.actor.1, Place::Hex(spot.from));
        state.enlist("target", types[1], pair.target.1, Place::Hex(spot.to));
        if let Some((whose, hex)) = spot.beside {
            let (unit_type, side) = match whose {
                Whose::Actor => (types[0], pair.actor.1),
                Whose::Target => (types[1], pair.target.1),
            };
            state.enlist("comrade", unit_type, side, Place::Hex(hex));
        }
        procedure::set_properties(&mut state, &self.loaded.data, &catalogue);
        state.commit();
        // The pack's own first rule may set what others rely on. Where it throws dice, ends the game that two units make, or
        // takes them from the map, the units meet without it.
        let door = self.bout.nobody();
        let begun = self.bout.begin(&state, &door).is_ok();
        let stands = |place: usize, hex| {
            let now = self.bout.state();
            now.unit(UnitId(place as u32)).place == Place::Hex(hex)
        };
        if begun && self.bout.state().ending().is_none() && stands(0, spot.from) && stands(1, spot.to) {
            state.clone_from(self.bout.state());
        }
        Some(state)
    }

    /// What a deed comes to in a phase of the actor's side.
    pub(super) fn reckon(&mut self, start: &State, deed: &Deed, phase: &str, side: SideId) -> Came {
        let Some(verb) = self.loaded.data.verbs.iter().position(|v| v.name == deed.verb) else {
            return Came::Refused(format!("there is no command `{}`", deed.verb));
        };
        if !self.loaded.data.verbs[verb].is_of(phase) {
            return Came::Refused(format!("`{}` is not of this phase", deed.verb));
        }
        let mut state = start.clone();
        state.begin(Clock { turn: start.clock().turn.max(1), phase: Arc::from(phase), side: Some(side) });
        state.commit();
        self.bout.stand(&state);
        let arguments = match self.arguments(verb, deed) {
            Ok(Some(arguments)) => arguments,
            Ok(None) => return Came::Refused("nothing can be named for one of its words".to_owned()),
            Err(failure) => return of_failure(failure),
        };
        if let Err(failure) = self.bout.check(verb, &arguments) {
            return of_failure(failure);
        }
        let rule = &self.loaded.data.verbs[verb].rule;
        let usual = Limit::default().time;
        let left = self.until.map(|until| until.saturating_duration_since(Instant::now()));
        let time = left.map_or(usual, |left| left.min(usual));
        self.loaded.reckoner().set_limit(Limit { runs: self.runs, time });
        match self.loaded.reckoner().once(&state, rule, &arguments, &Policy::First) {
            Ok(odds) => Came::Odds(odds),
            Err(NoOdds::Refused(why)) => Came::Refused(why),
            Err(NoOdds::Cancelled) => Came::BrokenOff,
            Err(NoOdds::Failed(failure)) => of_failure(failure),
            Err(NoOdds::TooMany) if self.until.is_some_and(|until| Instant::now() >= until) => {
                Came::Unknown("there was no time left".to_owned())
            }
            Err(NoOdds::TooMany) => Came::Unknown("its dice can fall in too many ways".to_owned()),
            Err(NoOdds::TooMuch(why)) => Came::Unknown(why.to_string()),
            Err(NoOdds::Unknown(why)) => Came::Unknown(why),
        }
    }

    /// The arguments of a deed: the two units, and for whatever else it needs the first that the pack lists.
    fn arguments(&mut self, verb: usize, deed: &Deed) -> Result<Option<Vec<Value>>, Failure> {
        let slots = self.bout.slots(verb).to_vec();
        let mut arguments: Vec<Value> = Vec::with_capacity(slots.len());
        for (at, slot) in slots.iter().enumerate() {
            let unit = [deed.actor, deed.target].iter().position(|place| *place == at);
            let value = match unit {
                Some(unit) => Value::Unit(UnitId(unit as u32)),
                None if slot.optional => Value::Nothing,
                None => match self.bout.choices(verb, at, &arguments)?.first() {
                    Some(first) => first.clone(),
                    None => return Ok(None),
                },
            };
            arguments.push(match (slot.kind, value) {
                (ParamKind::Units | ParamKind::Hexes, value) if value != Value::Nothing => {
                    Value::list([value])
                }
                (_, value) => value,
            });
        }
        Ok(Some(arguments))
    }
}

fn of_failure(failure: Failure) -> Came {
    match failure {
        Failure::Refused(refusal) => Came::Refused(refusal.reason),
        Failure::Stopped(Stop::Cancelled) => Came::BrokenOff,
        Failure::Stopped(stop) => Came::Unknown(stop.to_string()),
        Failure::Broken(told) => Came::Unknown(format!("{} {}", told.code, told.title)),
    }
}

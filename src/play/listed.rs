//! What was listed for parameters of verbs a moment ago. A player who tries again asks the same of the very same state, and most
//! tries come to nothing; and what is about no unit is mostly the same after a command.

use std::sync::Arc;

use crate::kernel::state::{Parts, State};
use crate::kernel::value::{UnitId, Value};

/// So many lists are kept.
const MOST: usize = 64;

/// The candidates for a parameter, by the state that they were listed in.
#[derive(Debug, Clone)]
struct List {
    stamp: u64,
    /// The units of the game.
    muster: u64,
    /// The parts of the state that they came from, and what these are known by.
    parts: Parts,
    version: u64,
    verb: usize,
    slot: usize,
    about: Option<UnitId>,
    candidates: Arc<[Value]>,
}

impl List {
    #[inline]
    fn holds(&self, state: &State) -> bool {
        let is_near = self.about.is_none() && self.muster == state.muster();
        self.stamp == state.stamp() || (is_near && state.holds(self.parts, self.version))
    }
}

/// The last lists, each in a place of its own as far as there is room. Behind those for no more than a unit is one for anything else, which
/// is not known again.
#[derive(Debug)]
pub(super) struct Listed([Option<List>; MOST + 1]);

impl Default for Listed {
    fn default() -> Self {
        Listed([const { None }; MOST + 1])
    }
}

impl Listed {
    /// Where that stands which was listed in this state, or in one of which it holds as well, for a parameter of a verb, given the
    /// arguments before it.
    #[inline]
    pub(super) fn known(&self, state: &State, verb: usize, slot: usize, before: &[Value]) -> Option<usize> {
        let about = Value::only_unit(before)?;
        let at = place(verb, slot, about);
        let list = self.0[at].as_ref()?;
        let is_it = list.verb == verb && list.slot == slot && list.about == about;
        (is_it && list.holds(state)).then_some(at)
    }

    /// Keeps what was listed by what came from these parts of the state, and tells where.
    pub(super) fn keep(
        &mut self,
        state: &State,
        parts: Parts,
        (verb, slot, before): (usize, usize, &[Value]),
        candidates: Arc<[Value]>,
    ) -> usize {
        let only = Value::only_unit(before);
        let at = only.map_or(MOST, |about| place(verb, slot, about));
        let about = only.flatten();
        let (stamp, muster) = (state.stamp(), state.muster());
        // What is about a unit has mostly changed when it is asked again.
        let parts = if only == Some(None) { parts } else { Parts::ALL };
        let version = state.latest(parts);
        match &mut self.0[at] {
            Some(list) => {
                (list.stamp, list.muster, list.parts, list.version) = (stamp, muster, parts, version);
                (list.verb, list.slot, list.about) = (verb, slot, about);
                list.candidates = candidates;
            }
            none => {
                *none = Some(List { stamp, muster, parts, version, verb, slot, about, candidates });
            }
        }
        at
    }

    /// What stands there.
    #[inline]
    pub(super) fn at(&self, place: usize) -> &[Value] {
        self.0[place].as_ref().map_or(&[], |list| &list.candidates)
    }
}

#[inline]
fn place(verb: usize, slot: usize, about: Option<UnitId>) -> usize {
    let unit = about.map_or(0, |unit| unit.index().wrapping_add(1));
    verb.wrapping_mul(23).wrapping_add(slot.wrapping_mul(7)).wrapping_add(unit) % MOST
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::state::{Part, Place};
    use crate::kernel::value::{SideId, TypeId};

    /// A state with some units in reserve.
    fn state() -> State {
        let mut state = State::default();
        for number in 0..4 {
            state.enlist(format!("u{number}"), TypeId(0), SideId(0), Place::Reserve);
        }
        state
    }

    #[test]
    fn a_list_holds_in_its_state_for_its_parameter_and_its_unit_alone() {
        let unit = |number| [Value::Unit(UnitId(number))];
        let candidates: Arc<[Value]> = Arc::from([Value::Int(7)]);
        let (mut listed, state) = (Listed::default(), state());
        let kept = listed.keep(&state, Parts::NONE, (2, 1, &unit(3)), candidates.clone());
        assert_eq!(listed.known(&state, 2, 1, &unit(3)), Some(kept));
        assert_eq!(listed.at(kept), &*candidates);
        let others = [(1, 1, 3), (2, 0, 3), (2, 1, 4), (2, 1, 3 + MOST as u32)];
        for (verb, slot, number) in others {
            assert_eq!(listed.known(&state, verb, slot, &unit(number)), None);
        }
        let mut moved = state.clone();
        moved.place(UnitId(0), Place::Out);
        assert_eq!(listed.known(&moved, 2, 1, &unit(3)), None);
        assert_eq!(listed.known(&state, 2, 1, &[]), None);
        let two = [unit(3), unit(3)].concat();
        let other: Arc<[Value]> = Arc::from([]);
        let last = listed.keep(&state, Parts::NONE, (2, 1, &two), other);
        assert_eq!(listed.known(&state, 2, 1, &two), None);
        assert_eq!((listed.at(last), listed.at(kept)), (&[][..], &*candidates));
    }

    #[test]
    fn a_list_about_no_unit_holds_until_the_parts_change_that_it_came_from_and_never_among_other_units() {
        let candidates: Arc<[Value]> = Arc::from([Value::Int(7)]);
        let (mut listed, mut state) = (Listed::default(), state());
        let mut parts = Parts::NONE;
        parts.add(Part::place(UnitId(1)));
        let kept = listed.keep(&state, parts, (2, 0, &[]), candidates);
        state.place(UnitId(0), Place::Out);
        assert_eq!(listed.known(&state, 2, 0, &[]), Some(kept));
        let mut joined = state.clone();
        joined.enlist("u4", TypeId(0), SideId(0), Place::Reserve);
        assert_eq!(listed.known(&joined, 2, 0, &[]), None);
        state.place(UnitId(1), Place::Out);
        assert_eq!(listed.known(&state, 2, 0, &[]), None);
    }
}

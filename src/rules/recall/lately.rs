//! What was asked from outside a moment ago, with its answer: players ask the same again and again between two changes of the
//! state, and then hardly anything has to be looked up.

use std::cell::RefCell;

use super::slots::Slots;
use super::trie::{FunctionId, RootId};
use crate::kernel::state::{Parts, State};
use crate::kernel::value::{UnitId, Value};

/// So many are kept.
const MOST: usize = 256;

/// A rule that was asked, of one unit or of none, and what it answered. What is looked at to find that stands first.
#[derive(Debug, Clone)]
#[repr(C, align(64))]
struct Asked {
    unit: Option<UnitId>,
    /// The units of the game.
    muster: u64,
    /// The parts of the state that the answer came from, and their latest version then.
    parts: Parts,
    version: u64,
    answer: Value,
    rule: String,
    called: Called,
}

/// Where a call is in the tries.
#[derive(Debug, Clone, Copy)]
pub(super) struct Called {
    pub(super) function: FunctionId,
    pub(super) root: RootId,
    pub(super) slots: Slots,
    /// Which tries these are; they may have been begun anew since.
    pub(super) tries: u64,
}

/// The last calls from outside, each in a place of its own as far as there is room.
#[derive(Debug)]
pub(super) struct Lately(RefCell<Vec<Option<Asked>>>);

impl Default for Lately {
    fn default() -> Self {
        Lately(RefCell::new(vec![None; MOST]))
    }
}

impl Lately {
    /// The answer to a call, where it holds in this state and is no refusal, with the function that gave it.
    #[inline]
    pub(super) fn recalled(
        &self,
        state: &State,
        rule: &str,
        arguments: &[Value],
    ) -> Option<(FunctionId, Value)> {
        let all = self.0.borrow();
        let asked = known(&all, state, rule, arguments)?;
        (state.latest(asked.parts) == asked.version).then(|| (asked.called.function, asked.answer.clone()))
    }

    /// Where a call is in these tries.
    pub(super) fn called(
        &self,
        state: &State,
        rule: &str,
        arguments: &[Value],
        tries: u64,
    ) -> Option<Called> {
        let all = self.0.borrow();
        known(&all, state, rule, arguments).map(|asked| asked.called).filter(|called| called.tries == tries)
    }

    /// Keeps the answer to a call that only reads.
    pub(super) fn keep(
        &self,
        state: &State,
        (rule, arguments): (&str, &[Value]),
        called: &Called,
        answer: &Value,
        parts: Parts,
    ) {
        let Some(unit) = unit_of(arguments) else { return };
        let (muster, version) = (state.muster(), state.latest(parts));
        let mut all = self.0.borrow_mut();
        let place = &mut all[place(rule, unit)];
        // The name is nearly always there already.
        let name = place.take().map(|asked| asked.rule).filter(|name| name == rule);
        let rule = name.unwrap_or_else(|| rule.to_owned());
        let (answer, called) = (answer.clone(), *called);
        *place = Some(Asked { unit, muster, parts, version, answer, rule, called });
    }
}

/// What was asked in the place of a call, if that is the same call, of units that this state has.
#[inline]
fn known<'a>(all: &'a [Option<Asked>], state: &State, rule: &str, arguments: &[Value]) -> Option<&'a Asked> {
    let unit = unit_of(arguments)?;
    let asked = all[place(rule, unit)].as_ref()?;
    (asked.unit == unit && asked.muster == state.muster() && asked.rule == rule).then_some(asked)
}

/// The unit that a rule is asked of; nothing where it is asked of something else.
#[inline]
fn unit_of(arguments: &[Value]) -> Option<Option<UnitId>> {
    match arguments {
        [] => Some(None),
        [Value::Unit(unit)] => Some(Some(*unit)),
        _ => None,
    }
}

/// A text in the same place is nearly always the same.
#[inline]
fn place(rule: &str, unit: Option<UnitId>) -> usize {
    let unit = unit.map_or(0, |unit| unit.index() + 1);
    ((rule.as_ptr() as usize >> 3) ^ rule.len() ^ unit.wrapping_mul(31)) % MOST
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::state::{Part, Place};
    use crate::kernel::value::{SideId, TypeId};

    #[test]
    fn an_answer_holds_until_its_parts_change_and_never_in_a_state_with_other_units() {
        let mut state = State::default();
        let unit = (0..3).map(|n| state.enlist(format!("u{n}"), TypeId(0), SideId(0), Place::Reserve));
        let unit = unit.last().expect("three of them");
        let called = Called { function: 1, root: 2, slots: Slots::default(), tries: 3 };
        let (call, answer) = (("rule", &[Value::Unit(unit)][..]), Value::Int(7));
        let mut parts = Parts::NONE;
        parts.add(Part::place(unit));
        let lately = Lately::default();
        lately.keep(&state, call, &called, &answer, parts);
        assert_eq!(lately.recalled(&state, call.0, call.1), Some((1, answer)));
        assert!(lately.called(&state, call.0, call.1, 3).is_some());
        assert!(lately.called(&state, call.0, call.1, 4).is_none());
        assert_eq!(lately.recalled(&state, call.0, &[]), None);
        assert_eq!(lately.recalled(&State::default(), call.0, call.1), None);
        state.place(unit, Place::Out);
        assert_eq!(lately.recalled(&state, call.0, call.1), None);
    }
}

//! What was asked from outside a moment ago, with its answer: players ask the same again and again between two changes of the
//! state, and then hardly anything has to be looked up.

use std::cell::RefCell;
use std::sync::Arc;

use super::slots::Slots;
use super::trie::{FunctionId, RootId};
use crate::kernel::state::{Parts, State};
use crate::kernel::value::{UnitId, Value};

/// So many are kept.
const MOST: usize = 256;

/// A rule that was asked, of one unit or of none, and what it answered.
#[derive(Debug, Clone)]
#[repr(align(64))]
struct Asked {
    rule: Arc<str>,
    unit: Option<UnitId>,
    /// The units of the game.
    muster: u64,
    /// The parts of the state that the answer came from, and their latest version then.
    parts: Parts,
    version: u64,
    answer: Value,
    there: There,
}

impl Asked {
    /// Whether it is this rule, named by the very same text, asked of this unit.
    #[inline]
    fn is(&self, rule: &Arc<str>, unit: Option<UnitId>) -> bool {
        Arc::ptr_eq(&self.rule, rule) && self.unit == unit
    }
}

/// Where the call of a rule of one unit or of none is in the tries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct There {
    function: FunctionId,
    root: RootId,
    /// Whether the unit is in a slot.
    by_slot: bool,
    /// Which tries these are; they may have been begun anew since.
    tries: u64,
}

impl There {
    /// The call with these arguments, unless the tries are others by now.
    #[inline]
    pub(super) fn called(self, arguments: &[Value], tries: u64) -> Option<Called> {
        let There { function, root, by_slot, tries: then } = self;
        let units = Value::only_unit(arguments).flatten().filter(|_| by_slot).into_iter().collect();
        let slots = Slots { units, ..Slots::default() };
        (then == tries).then_some(Called { function, root, slots, tries })
    }
}

/// Where a call is in the tries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Called {
    pub(super) function: FunctionId,
    pub(super) root: RootId,
    pub(super) slots: Slots,
    pub(super) tries: u64,
}

/// What is known of a call.
#[derive(Debug, PartialEq)]
pub(super) enum Last {
    Nothing,
    /// Where it was.
    There(There),
    /// What it answers, the function that does, and the parts of the state that it has looked at.
    Answer(FunctionId, Value, Parts),
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
    /// What is known of a call: the answer where it holds in this state and is no refusal.
    #[inline]
    pub(super) fn known(&self, state: &State, rule: &Arc<str>, arguments: &[Value]) -> Last {
        let Some(unit) = Value::only_unit(arguments) else { return Last::Nothing };
        let all = self.0.borrow();
        match &all[place(rule, unit)] {
            Some(asked) if asked.is(rule, unit) && asked.muster == state.muster() => {
                if state.latest(asked.parts) == asked.version {
                    return Last::Answer(asked.there.function, asked.answer.clone(), asked.parts);
                }
                Last::There(asked.there)
            }
            _ => Last::Nothing,
        }
    }

    /// Keeps the answer to a call that only reads.
    pub(super) fn keep(
        &self,
        state: &State,
        (rule, arguments): (&Arc<str>, &[Value]),
        &Called { function, root, slots, tries }: &Called,
        answer: &Value,
        parts: Parts,
    ) {
        let Some(unit) = Value::only_unit(arguments) else { return };
        let (answer, by_slot) = (answer.clone(), !slots.is_empty());
        let there = There { function, root, by_slot, tries };
        let (muster, version) = (state.muster(), state.latest(parts));
        let place = &mut self.0.borrow_mut()[place(rule, unit)];
        match place {
            Some(asked) if asked.is(rule, unit) => {
                (asked.muster, asked.parts, asked.version, asked.answer) = (muster, parts, version, answer);
                asked.there = there;
            }
            _ => {
                let rule = rule.clone();
                *place = Some(Asked { rule, unit, muster, parts, version, answer, there });
            }
        }
    }
}

#[inline]
fn place(rule: &Arc<str>, unit: Option<UnitId>) -> usize {
    let unit = unit.map_or(0, |unit| unit.index() + 1);
    ((rule.as_ptr() as usize >> 4) ^ rule.len() ^ unit.wrapping_mul(31)) % MOST
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
        let slots = Slots { units: [unit].into_iter().collect(), ..Slots::default() };
        let called = Called { function: 1, root: 2, slots, tries: 3 };
        let rule = Arc::from("rule");
        let (call, answer) = ((&rule, &[Value::Unit(unit)][..]), Value::Int(7));
        let mut parts = Parts::NONE;
        parts.add(Part::place(unit));
        let lately = Lately::default();
        lately.keep(&state, call, &called, &answer, parts);
        assert_eq!(lately.known(&state, call.0, call.1), Last::Answer(1, answer, parts));
        assert_eq!(lately.known(&state, call.0, &[]), Last::Nothing);
        assert_eq!(lately.known(&State::default(), call.0, call.1), Last::Nothing);
        state.place(unit, Place::Out);
        let Last::There(there) = lately.known(&state, call.0, call.1) else { panic!("not there any more") };
        assert_eq!(there.called(call.1, 3), Some(called));
        assert_eq!(there.called(call.1, 4), None);
    }
}

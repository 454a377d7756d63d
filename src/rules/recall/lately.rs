//! What was asked from outside a moment ago, with its answer: players ask the same again and again between two changes of the
//! state, and then hardly anything has to be looked up.

use std::cell::RefCell;

use super::slots::Slots;
use super::trie::{FunctionId, RootId};
use crate::kernel::state::{Parts, State};
use crate::kernel::value::{UnitId, Value};

/// So many are kept.
const MOST: usize = 256;

/// A rule that was asked, of one unit or of none. What is looked at to find its answer stands together.
#[derive(Debug, Clone)]
#[repr(C, align(64))]
struct Asked {
    unit: Option<UnitId>,
    function: FunctionId,
    /// The units of the game.
    muster: u64,
    answer: Option<Answered>,
    rule: String,
    /// Where it is in the tries, as long as those have not been begun anew.
    root: RootId,
    slots: Slots,
    tries: u64,
}

/// An answer, the parts of the state that it came from, and their latest version then.
#[derive(Debug, Clone)]
struct Answered {
    value: Value,
    parts: Parts,
    version: u64,
}

/// A call in the tries.
#[derive(Debug, Clone, Copy)]
pub(super) struct Called {
    pub(super) function: FunctionId,
    pub(super) root: RootId,
    pub(super) slots: Slots,
    /// Which tries these are.
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
        let unit = unit_of(arguments)?;
        let all = self.0.borrow();
        let asked = all[place(rule, unit)].as_ref()?;
        let answer = asked.answer.as_ref()?;
        // Parts of units that a state has not are no parts of it.
        let holds = asked.is(state, rule, unit) && state.latest(answer.parts) == answer.version;
        holds.then(|| (asked.function, answer.value.clone()))
    }

    /// Where a call is in these tries.
    pub(super) fn called(
        &self,
        state: &State,
        rule: &str,
        arguments: &[Value],
        tries: u64,
    ) -> Option<Called> {
        let unit = unit_of(arguments)?;
        let all = self.0.borrow();
        let asked = all[place(rule, unit)].as_ref()?;
        let Asked { function, root, slots, .. } = *asked;
        (asked.tries == tries && asked.is(state, rule, unit)).then_some(Called {
            function,
            root,
            slots,
            tries,
        })
    }

    /// Keeps the answer to a call that only reads.
    pub(super) fn keep(
        &self,
        state: &State,
        (rule, arguments): (&str, &[Value]),
        called: &Called,
        value: &Value,
        parts: Parts,
    ) {
        let Some(unit) = unit_of(arguments) else { return };
        let answer = Answered { value: value.clone(), parts, version: state.latest(parts) };
        let mut all = self.0.borrow_mut();
        let place = &mut all[place(rule, unit)];
        if let Some(asked) = place
            && asked.tries == called.tries
            && asked.is(state, rule, unit)
        {
            asked.answer = Some(answer);
            return;
        }
        let Called { function, root, slots, tries } = *called;
        let (rule, muster) = (rule.to_owned(), state.muster());
        *place = Some(Asked { rule, unit, muster, function, root, slots, tries, answer: Some(answer) });
    }
}

impl Asked {
    #[inline]
    fn is(&self, state: &State, rule: &str, unit: Option<UnitId>) -> bool {
        self.unit == unit && self.muster == state.muster() && self.rule == rule
    }
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

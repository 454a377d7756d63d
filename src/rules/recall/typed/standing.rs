//! What stands for hexes of slots among the values that trees work on. It goes wherever values go; what needs to know which hex that is
//! has the rule told first.

use std::rc::Rc;

use super::value::{Closure, Val};
use crate::rules::recall::brought::Brought;
use crate::rules::recall::memory::Memory;
use crate::rules::recall::slots::as_spot;

impl Val {
    /// Whether what stands for a hex of a slot is in it.
    fn has_standing(&self) -> bool {
        match self {
            Val::Hex(hex) => as_spot(*hex).is_some(),
            Val::List(items) => items.iter().any(Val::has_standing),
            Val::Map(items) => items.values().any(Val::has_standing),
            Val::Closure(closure) => closure.captured.iter().any(Val::has_standing),
            _ => false,
        }
    }

    /// Nothing but what stands for hexes, one or a list.
    pub(in crate::rules::recall) fn as_brought(&self) -> Option<Brought> {
        let standing = |value: &Val| match value {
            Val::Hex(hex) if as_spot(*hex).is_some() => Some(*hex),
            _ => None,
        };
        match self {
            Val::List(items) => {
                let hexes: Option<Vec<_>> = items.iter().map(standing).collect();
                Brought::list(&hexes?)
            }
            one => Some(Brought { hexes: [standing(one)?].into_iter().collect(), is_list: false }),
        }
    }
}

impl Memory {
    /// Whether what stands for a hex of a slot is in any of these values.
    pub(super) fn is_any_standing(&self, values: &[Val]) -> bool {
        self.has_hexes_in_slots() && values.iter().any(Val::has_standing)
    }

    /// A value in which every hex is known; the rule has been told of those that stood in slots.
    pub(in crate::rules::recall) fn told_val(&self, value: &Val) -> Val {
        if !self.is_any_standing(std::slice::from_ref(value)) {
            return value.clone();
        }
        match value {
            Val::Hex(hex) => Val::Hex(self.told(*hex)),
            Val::List(items) => Val::list(items.iter().map(|item| self.told_val(item)).collect()),
            Val::Map(items) => {
                let told = items.iter().map(|(name, value)| (name.clone(), self.told_val(value)));
                Val::Map(Rc::new(told.collect()))
            }
            Val::Closure(closure) => {
                let captured = closure.captured.iter().map(|value| self.told_val(value)).collect();
                Val::Closure(Rc::new(Closure { captured, ..Closure::clone(closure) }))
            }
            value => value.clone(),
        }
    }
}

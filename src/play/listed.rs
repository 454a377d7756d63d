//! What was listed for parameters of verbs a moment ago. A player who tries again asks the same of the very same state, and most
//! tries come to nothing.

use std::sync::Arc;

use crate::kernel::value::{UnitId, Value};

/// So many lists are kept.
const MOST: usize = 64;

/// The candidates for a parameter, by the state that they were listed in.
#[derive(Debug, Clone)]
struct List {
    stamp: u64,
    verb: usize,
    slot: usize,
    about: Option<UnitId>,
    candidates: Arc<[Value]>,
}

/// The last lists, each in a place of its own as far as there is room.
#[derive(Debug)]
pub(super) struct Listed([Option<List>; MOST]);

impl Default for Listed {
    fn default() -> Self {
        Listed([const { None }; MOST])
    }
}

impl Listed {
    /// What was listed in the state of this stamp, for a parameter of a verb, given the arguments before it.
    #[inline]
    pub(super) fn known(
        &self,
        stamp: u64,
        verb: usize,
        slot: usize,
        before: &[Value],
    ) -> Option<&Arc<[Value]>> {
        let about = Value::only_unit(before)?;
        let list = self.0[place(verb, slot, about)].as_ref()?;
        let same = list.stamp == stamp && list.verb == verb && list.slot == slot && list.about == about;
        same.then_some(&list.candidates)
    }

    /// Keeps what was listed.
    pub(super) fn keep(
        &mut self,
        stamp: u64,
        verb: usize,
        slot: usize,
        before: &[Value],
        candidates: &Arc<[Value]>,
    ) {
        if let Some(about) = Value::only_unit(before) {
            let list = List { stamp, verb, slot, about, candidates: candidates.clone() };
            self.0[place(verb, slot, about)] = Some(list);
        }
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

    #[test]
    fn a_list_holds_in_its_state_for_its_parameter_and_its_unit_alone() {
        let unit = |number| [Value::Unit(UnitId(number))];
        let candidates: Arc<[Value]> = Arc::from([Value::Int(7)]);
        let mut listed = Listed::default();
        listed.keep(5, 2, 1, &unit(3), &candidates);
        assert_eq!(listed.known(5, 2, 1, &unit(3)), Some(&candidates));
        let others = [(6, 2, 1, 3), (5, 1, 1, 3), (5, 2, 0, 3), (5, 2, 1, 4), (5, 2, 1, 3 + MOST as u32)];
        for (stamp, verb, slot, number) in others {
            assert_eq!(listed.known(stamp, verb, slot, &unit(number)), None);
        }
        assert_eq!(listed.known(5, 2, 1, &[]), None);
        let two = [unit(3), unit(3)].concat();
        listed.keep(5, 2, 1, &two, &candidates);
        assert_eq!(listed.known(5, 2, 1, &two), None);
    }
}

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
    /// Where that stands which was listed in the state of this stamp, for a parameter of a verb, given the arguments before it.
    #[inline]
    pub(super) fn known(&self, stamp: u64, verb: usize, slot: usize, before: &[Value]) -> Option<usize> {
        let about = Value::only_unit(before)?;
        let at = place(verb, slot, about);
        let list = self.0[at].as_ref()?;
        let same = list.stamp == stamp && list.verb == verb && list.slot == slot && list.about == about;
        same.then_some(at)
    }

    /// Keeps what was listed, and tells where.
    pub(super) fn keep(
        &mut self,
        stamp: u64,
        verb: usize,
        slot: usize,
        before: &[Value],
        candidates: Arc<[Value]>,
    ) -> usize {
        let only = Value::only_unit(before);
        let at = only.map_or(MOST, |about| place(verb, slot, about));
        let about = only.flatten();
        match &mut self.0[at] {
            Some(list) => {
                (list.stamp, list.verb, list.slot, list.about) = (stamp, verb, slot, about);
                list.candidates = candidates;
            }
            none => *none = Some(List { stamp, verb, slot, about, candidates }),
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

    #[test]
    fn a_list_holds_in_its_state_for_its_parameter_and_its_unit_alone() {
        let unit = |number| [Value::Unit(UnitId(number))];
        let candidates: Arc<[Value]> = Arc::from([Value::Int(7)]);
        let mut listed = Listed::default();
        let kept = listed.keep(5, 2, 1, &unit(3), candidates.clone());
        assert_eq!(listed.known(5, 2, 1, &unit(3)), Some(kept));
        assert_eq!(listed.at(kept), &*candidates);
        let others = [(6, 2, 1, 3), (5, 1, 1, 3), (5, 2, 0, 3), (5, 2, 1, 4), (5, 2, 1, 3 + MOST as u32)];
        for (stamp, verb, slot, number) in others {
            assert_eq!(listed.known(stamp, verb, slot, &unit(number)), None);
        }
        assert_eq!(listed.known(5, 2, 1, &[]), None);
        let two = [unit(3), unit(3)].concat();
        let other: Arc<[Value]> = Arc::from([]);
        let last = listed.keep(5, 2, 1, &two, other);
        assert_eq!(listed.known(5, 2, 1, &two), None);
        assert_eq!((listed.at(last), listed.at(kept)), (&[][..], &*candidates));
    }
}

//! The last answer of a function with its arguments, which holds as long as the parts of the state that it came from have
//! not changed. Most rules are asked the same again before anything has changed that they look at.

use std::cell::Cell;

use super::code::Code;
use super::slots::Slots;
use super::trie::{FunctionId, RootId};
use crate::kernel::state::{Part, Query, State};
use crate::kernel::value::UnitId;

/// The parts of the state that an answer comes from, as far as they are few.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Parts {
    Few([Part; 2]),
    /// More, or it does not only read.
    Many,
}

impl Parts {
    pub(super) const NONE: Parts = Parts::Few([Part::NOTHING; 2]);

    pub(super) fn read(&mut self, query: &Query) {
        if *self != Parts::Many {
            query.parts().into_iter().for_each(|part| self.add(part));
        }
    }

    pub(super) fn join(&mut self, parts: Parts) {
        match parts {
            Parts::Few(few) => few.into_iter().for_each(|part| self.add(part)),
            Parts::Many => *self = Parts::Many,
        }
    }

    fn add(&mut self, part: Part) {
        let Parts::Few(few) = self else { return };
        if part == Part::NOTHING || few.contains(&part) {
            return;
        }
        match few.iter_mut().find(|known| **known == Part::NOTHING) {
            Some(free) => *free = part,
            None => *self = Parts::Many,
        }
    }
}

/// An answer with what it came from.
#[derive(Debug, Clone, Copy)]
struct Memo {
    root: RootId,
    function: FunctionId,
    units: [UnitId; 2],
    answer: Code,
    parts: [Part; 2],
    versions: [u64; 2],
}

const NOBODY: UnitId = UnitId(u32::MAX);

const NOTHING: Memo = Memo {
    root: 0,
    function: 0,
    units: [NOBODY; 2],
    answer: Code::NONE,
    parts: [Part::NOTHING; 2],
    versions: [0; 2],
};

/// The last answers, each in a place of its own as far as there is room.
#[derive(Debug, Default)]
pub(super) struct Memos(Vec<Cell<Memo>>);

impl Memos {
    /// More are not kept at a time.
    const MOST: usize = 1 << 14;

    /// There are so many roots now. What was kept may be lost.
    pub(super) fn fit(&mut self, roots: usize) {
        let room = (2 * roots).next_power_of_two().min(Memos::MOST);
        if room > self.0.len() {
            self.0.clear();
            self.0.resize(room, Cell::new(NOTHING));
        }
    }

    pub(super) fn forget(&mut self) {
        self.0.fill(Cell::new(NOTHING));
    }

    fn place(&self, root: RootId, slots: &Slots) -> Option<(&Cell<Memo>, [UnitId; 2])> {
        // What only looks into a hex is asked as fast as it is found here.
        if !slots.spots.is_empty() {
            return None;
        }
        let units = match *slots.units {
            [] => [NOBODY; 2],
            [one] => [one, NOBODY],
            [one, other] => [one, other],
            _ => return None,
        };
        let spread = |number: u32, by: u32| number.wrapping_mul(by);
        let mixed = root ^ spread(units[0].0, 0x9e37_79b1) ^ spread(units[1].0, 0x85eb_ca6b);
        // The higher bits of a product hang on all of its factor's.
        let at = (u64::from(spread(mixed, 0x9e37_79b1)) * self.0.len() as u64) >> 32;
        Some((self.0.get(at as usize)?, units))
    }

    /// The answer of a root with this in its slots, if it holds in this state, with the function's number and the parts that it came
    /// from.
    pub(super) fn recalled(
        &self,
        root: RootId,
        slots: &Slots,
        state: &State,
    ) -> Option<(Code, FunctionId, Parts)> {
        let (place, units) = self.place(root, slots)?;
        let memo = place.get();
        let holds = memo.answer != Code::NONE
            && memo.root == root
            && memo.units == units
            && memo.parts.map(|part| state.version(part)) == memo.versions;
        holds.then_some((memo.answer, memo.function, Parts::Few(memo.parts)))
    }

    /// Keeps an answer.
    pub(super) fn keep(
        &self,
        (root, function): (RootId, FunctionId),
        slots: &Slots,
        answer: Code,
        parts: Parts,
        state: &State,
    ) {
        if let (Parts::Few(parts), Some((place, units))) = (parts, self.place(root, slots)) {
            let versions = parts.map(|part| state.version(part));
            place.set(Memo { root, function, units, answer, parts, versions });
        }
    }
}

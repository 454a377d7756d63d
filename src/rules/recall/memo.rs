//! The last answer of a function with its arguments, which holds as long as the parts of the state that it came from have
//! not changed. Most rules are asked the same again before anything has changed that they look at.

use std::cell::Cell;

use super::code::Code;
use super::slots::Slots;
use super::trie::{FunctionId, RootId};
use crate::kernel::state::{Part, Query, State};
use crate::kernel::value::UnitId;

/// So many parts are told apart.
const FEW: usize = 3;

/// The parts of the state that an answer comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Parts {
    few: [Part; FEW],
    /// It does not only read.
    does_more: bool,
}

impl Parts {
    pub(super) const NONE: Parts = Parts { few: [Part::NOTHING; FEW], does_more: false };
    /// Of what does not only read.
    pub(super) const MORE: Parts = Parts { few: [Part::NOTHING; FEW], does_more: true };

    pub(super) fn read(&mut self, query: &Query) {
        query.parts().into_iter().for_each(|part| self.add(part));
    }

    #[inline]
    pub(super) fn join(&mut self, parts: Parts) {
        self.does_more |= parts.does_more;
        parts.few.into_iter().for_each(|part| self.add(part));
    }

    #[inline]
    pub(super) fn add(&mut self, part: Part) {
        if part != Part::NOTHING && !self.few.contains(&part) {
            self.add_another(part);
        }
    }

    /// Where there are too many parts they are taken in the broad, and where these are too many, it is everything.
    fn add_another(&mut self, part: Part) {
        if self.does_more || self.few[0] == Part::EVERYTHING {
            return;
        }
        if let Some(free) = self.few.iter_mut().find(|known| **known == Part::NOTHING) {
            *free = part;
            return;
        }
        let mut broad = [Part::NOTHING; FEW];
        let mut count = 0;
        for part in self.few.into_iter().chain([part]).map(Part::in_the_broad) {
            if broad.contains(&part) {
                continue;
            }
            if count == FEW || part == Part::EVERYTHING {
                self.few = [Part::EVERYTHING, Part::NOTHING, Part::NOTHING];
                return;
            }
            broad[count] = part;
            count += 1;
        }
        self.few = broad;
    }
}

/// An answer with what it came from.
#[derive(Debug, Clone, Copy)]
#[repr(align(64))]
struct Memo {
    root: RootId,
    function: FunctionId,
    units: [UnitId; 2],
    answer: Code,
    parts: [Part; FEW],
    versions: [u64; FEW],
}

const NOBODY: UnitId = UnitId(u32::MAX);

const NOTHING: Memo = Memo {
    root: 0,
    function: 0,
    units: [NOBODY; 2],
    answer: Code::NONE,
    parts: [Part::NOTHING; FEW],
    versions: [0; FEW],
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

    #[inline]
    fn place(&self, root: RootId, slots: &Slots) -> Option<(&Cell<Memo>, [UnitId; 2])> {
        // What only looks into a hex is asked as fast as it is found here.
        if !slots.spots.is_empty() {
            return None;
        }
        let units = match slots.units[..] {
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
    #[inline]
    pub(super) fn recalled(
        &self,
        root: RootId,
        slots: &Slots,
        state: &State,
    ) -> Option<(Code, FunctionId, Parts)> {
        let (place, units) = self.place(root, slots)?;
        let memo = &place.get();
        let holds = memo.answer != Code::NONE
            && memo.root == root
            && memo.units == units
            && memo.parts.iter().zip(&memo.versions).all(|(part, version)| state.version(*part) == *version);
        holds.then_some((memo.answer, memo.function, Parts { few: memo.parts, does_more: false }))
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
        // What a search finds stands elsewhere.
        if parts.does_more || answer == Code::FOUND {
            return;
        }
        if let Some((place, units)) = self.place(root, slots) {
            let parts = parts.few;
            let versions = parts.map(|part| state.version(part));
            place.set(Memo { root, function, units, answer, parts, versions });
        }
    }
}

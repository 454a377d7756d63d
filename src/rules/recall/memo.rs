//! The last answer of a function with its arguments, which holds as long as the parts of the state that it came from have
//! not changed. Most rules are asked the same again before anything has changed that they look at.

use std::cell::Cell;

use super::code::Code;
use super::slots::Slots;
use super::trie::{FunctionId, RootId};
use crate::kernel::state::{Parts, State};
use crate::kernel::value::UnitId;

/// An answer with what it came from, in half a line of the cache: to look for one is mostly waiting for memory.
#[derive(Debug, Clone, Copy)]
#[repr(align(32))]
struct Memo {
    root: RootId,
    function: FunctionId,
    units: [u16; 2],
    answer: Code,
    parts: Parts,
    /// The latest version of these parts then.
    version: u64,
}

const NOBODY: u16 = u16::MAX;

const NOTHING: Memo =
    Memo { root: 0, function: 0, units: [NOBODY; 2], answer: Code::NONE, parts: Parts::NONE, version: 0 };

/// How often the last answer of a root was of use of late: where it hardly ever is, it is not worth looking for.
#[derive(Debug, Clone)]
pub(super) struct Luck(Cell<i8>);

impl Default for Luck {
    fn default() -> Self {
        Luck(Cell::new(Luck::FIRST))
    }
}

impl Luck {
    /// So many misses more than there are hits for are too many.
    const FIRST: i8 = 64;
    const MOST: i8 = 120;
    /// A hit makes up for so many misses.
    const HIT: i8 = 4;

    /// Once it is not, it never is again.
    #[inline]
    pub(super) fn is_worth_a_try(&self) -> bool {
        self.0.get() >= 0
    }

    #[inline]
    pub(super) fn had(&self) {
        self.0.set((self.0.get() + Luck::HIT).min(Luck::MOST));
    }

    #[inline]
    pub(super) fn missed(&self) {
        self.0.set(self.0.get() - 1);
    }
}

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
    fn place(&self, root: RootId, slots: &Slots) -> Option<(&Cell<Memo>, [u16; 2])> {
        // What only looks into a hex is asked as fast as it is found here.
        if !slots.spots.is_empty() {
            return None;
        }
        let number = |unit: UnitId| u16::try_from(unit.0).ok().filter(|number| *number != NOBODY);
        let units = match slots.units[..] {
            [] => [NOBODY; 2],
            [one] => [number(one)?, NOBODY],
            [one, other] => [number(one)?, number(other)?],
            _ => return None,
        };
        let spread = |number: u32, by: u32| number.wrapping_mul(by);
        let mixed = root ^ spread(units[0].into(), 0x9e37_79b1) ^ spread(units[1].into(), 0x85eb_ca6b);
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
            && state.holds(memo.parts, memo.version);
        holds.then_some((memo.answer, memo.function, memo.parts))
    }

    /// Keeps an answer of what only reads. What a search finds stands elsewhere, and so do hexes that an answer brings.
    pub(super) fn keep(
        &self,
        (root, function): (RootId, FunctionId),
        slots: &Slots,
        answer: Code,
        parts: Parts,
        state: &State,
    ) {
        if !matches!(answer, Code::FOUND | Code::BROUGHT)
            && let Some((place, units)) = self.place(root, slots)
        {
            place.set(Memo { root, function, units, answer, parts, version: state.latest(parts) });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_last_answer_is_looked_for_while_it_is_of_use_one_time_in_five() {
        let (now_and_then, hardly) = (Luck::default(), Luck::default());
        for turn in 0..1000 {
            for (luck, of) in [(&now_and_then, 5), (&hardly, 6)] {
                match turn % of {
                    _ if !luck.is_worth_a_try() => {}
                    0 => luck.had(),
                    _ => luck.missed(),
                }
            }
        }
        assert!(now_and_then.is_worth_a_try() && !hardly.is_worth_a_try());
    }
}

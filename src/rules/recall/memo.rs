//! The last answer of a function with its arguments, which holds as long as the parts of the state that it came from have
//! not changed. Most rules are asked the same again before anything has changed that they look at. An answer that comes from nothing but
//! where a unit is holds whenever it is there again.

use std::cell::Cell;

use super::code::Code;
use super::slots::Slots;
use super::trie::{FunctionId, RootId};
use crate::kernel::hex::Hex;
use crate::kernel::state::{Part, Parts, Place, State};
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

/// An answer about a unit that came from nothing but the hex in which it was.
#[derive(Debug, Clone, Copy)]
struct There {
    root: RootId,
    unit: UnitId,
    hex: Hex,
    answer: Code,
}

/// Answers that come from where a unit is, each in a place of its own as far as there is room.
#[derive(Debug, Default)]
pub(super) struct ByPlace(Vec<Cell<There>>);

impl ByPlace {
    /// So many are kept, as a power of two.
    const BITS: u32 = 12;

    /// The unit and its hex where no other has its place in the same part of the state.
    #[inline]
    fn of(slots: &Slots, state: &State) -> Option<(UnitId, Hex)> {
        let [unit] = slots.units[..] else { return None };
        let Place::Hex(hex) = state.unit(unit).place else { return None };
        (slots.spots.is_empty() && Part::are_apart(state)).then_some((unit, hex))
    }

    #[inline]
    fn at(&self, root: RootId, unit: UnitId, hex: Hex) -> Option<&Cell<There>> {
        let mixed = root ^ unit.0 << 12 ^ (hex.q as u32) << 17 ^ (hex.r as u32) << 25;
        // The highest bits of a product hang on all of its factor's.
        self.0.get((mixed.wrapping_mul(0x9e37_79b1) >> (u32::BITS - ByPlace::BITS)) as usize)
    }

    /// The answer of a root with this in its slots, and what it came from.
    #[inline]
    pub(super) fn recalled(&self, root: RootId, slots: &Slots, state: &State) -> Option<(Code, Part)> {
        let (unit, hex) = ByPlace::of(slots, state)?;
        let there = self.at(root, unit, hex)?.get();
        let is_it =
            there.root == root && there.unit == unit && there.hex == hex && there.answer != Code::NONE;
        is_it.then_some((there.answer, Part::place(unit)))
    }

    /// Whether an answer comes from nothing but where the unit in the slots is; then it is kept.
    pub(super) fn keep(
        &self,
        root: RootId,
        slots: &Slots,
        answer: Code,
        parts: Parts,
        state: &State,
    ) -> bool {
        let Some((unit, hex)) = ByPlace::of(slots, state) else { return false };
        let mut place = Parts::NONE;
        place.add(Part::place(unit));
        if parts != place || matches!(answer, Code::FOUND | Code::BROUGHT) {
            return false;
        }
        let kept = self.at(root, unit, hex).map(|at| at.set(There { root, unit, hex, answer }));
        kept.is_some()
    }

    /// Makes room, once there is anything to know.
    pub(super) fn fit(&mut self) {
        if self.0.is_empty() {
            self.forget();
        }
    }

    /// Nothing is known any more.
    pub(super) fn forget(&mut self) {
        let nothing = There { root: 0, unit: UnitId(0), hex: Hex::default(), answer: Code::NONE };
        self.0.clear();
        self.0.resize(1 << ByPlace::BITS, Cell::new(nothing));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::value::{SideId, TypeId};

    #[test]
    fn what_comes_from_where_a_unit_is_holds_whenever_it_is_there_again() {
        let of = |units: u32| {
            let mut state = State::default();
            for number in 0..units {
                state.enlist(
                    format!("u{number}"),
                    TypeId(0),
                    SideId(0),
                    Place::Hex(Hex::new(0, number as i32)),
                );
            }
            state
        };
        let about = |unit: u32| Slots { units: [UnitId(unit)].into_iter().collect(), ..Slots::default() };
        let place_of = |unit: u32| {
            let mut parts = Parts::NONE;
            parts.add(Part::place(UnitId(unit)));
            parts
        };
        let (mut state, mut known, answer) = (of(3), ByPlace::default(), Code::bool(true));
        assert!(!known.keep(7, &about(1), answer, place_of(1), &state), "there is no room yet");
        known.fit();
        assert!(known.keep(7, &about(1), answer, place_of(1), &state));
        let there = Some((answer, Part::place(UnitId(1))));
        assert_eq!(known.recalled(7, &about(1), &state), there);
        assert_eq!(known.recalled(8, &about(1), &state), None);
        assert_eq!(known.recalled(7, &about(2), &state), None);
        state.place(UnitId(1), Place::Hex(Hex::new(5, 5)));
        assert_eq!(known.recalled(7, &about(1), &state), None);
        state.place(UnitId(1), Place::Reserve);
        assert_eq!(known.recalled(7, &about(1), &state), None);
        state.place(UnitId(2), Place::Hex(Hex::new(0, 1)));
        assert_eq!(known.recalled(7, &about(2), &state), None);
        state.place(UnitId(1), Place::Hex(Hex::new(0, 1)));
        assert_eq!(known.recalled(7, &about(1), &state), there);
        // What comes from anything else, or hangs on another unit, is not kept.
        let mut more = place_of(1);
        more.add(Part::PHASE);
        for parts in [more, place_of(2), Parts::NONE] {
            assert!(!known.keep(9, &about(1), answer, parts, &state), "{parts:?}");
        }
        // Of so many units some have a part together.
        assert!(!known.keep(9, &about(1), answer, place_of(1), &of(17)));
        known.forget();
        assert_eq!(known.recalled(7, &about(1), &state), None);
    }

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

//! The units that a function is called with, apart from what it does with them.
//!
//! What a rule does with one piece it does with any other of the same side and type that is answered the same. So a function
//! is remembered once for all of them: its arguments name classes, the units themselves stand in slots, and what it asks and
//! does names the slot. Where it matters which unit that is, because its name is told, because it is compared with another or
//! turns up in an answer, that is a question like any other ([`Step::Which`](super::trie::Step::Which)).
//!
//! Likewise a hex of which a rule need not know which it is ([`apart`](super::apart)): its terrain is in the arguments, the hex in a slot.
//! The rule itself is given what stands for the slot, so nothing that it does can hang on which hex that is unless it is told.

use super::few::Few;
use super::lexicon::Lexicon;
use super::word::{Arguments, Word};
use crate::kernel::hex::Hex;
use crate::kernel::state::Query;
use crate::kernel::value::UnitId;

/// More units than so many are known by themselves.
pub(super) const MOST_UNITS: usize = 4;
/// The same of hexes.
pub(super) const MOST_SPOTS: usize = 4;

/// The units of the slots of a function, all different.
pub(in crate::rules) type Units = Few<UnitId, MOST_UNITS>;
/// The hexes of the slots of a function.
pub(super) type Spots = Few<Hex, MOST_SPOTS>;

/// What is in the slots of a function.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(in crate::rules) struct Slots {
    pub(super) units: Units,
    pub(super) spots: Spots,
}

impl Slots {
    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.units.is_empty() && self.spots.is_empty()
    }

    /// Takes what is handed on, some of it from the slots of who calls.
    #[inline]
    pub(super) fn take(&mut self, handed: &Slots, from: &Slots) {
        self.units.take(&handed.units, |unit| filled(unit, &from.units));
        self.spots.take(&handed.spots, |hex| filled_spot(hex, &from.spots));
    }
}

/// What a call hands on to another function's slots.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Handed {
    slots: Slots,
    /// Each is what stands in the same slot of who calls.
    in_order: bool,
}

impl Handed {
    pub(super) fn new(slots: Slots) -> Handed {
        let units = slots.units.iter().enumerate().all(|(at, unit)| *unit == slot(at));
        let spots = slots.spots.iter().enumerate().all(|(at, hex)| *hex == spot(at));
        Handed { slots, in_order: units && spots }
    }

    #[inline]
    pub(super) fn slots(&self) -> &Slots {
        &self.slots
    }

    /// Whether all that is in these slots is handed on, and nothing else.
    #[inline]
    pub(super) fn is_all_of(&self, slots: &Slots) -> bool {
        self.in_order
            && self.slots.units.len() == slots.units.len()
            && self.slots.spots.len() == slots.spots.len()
    }
}

/// What stands for the unit of a slot.
#[inline]
pub(super) fn slot(at: usize) -> UnitId {
    UnitId(u32::MAX - at as u32)
}

/// The slot that this stands for.
#[inline]
pub(super) fn as_slot(unit: UnitId) -> Option<usize> {
    let at = u32::MAX - unit.0;
    (at < MOST_UNITS as u32).then_some(at as usize)
}

/// Whether this stands for a slot.
#[inline]
pub(super) fn is_slot(unit: UnitId) -> bool {
    as_slot(unit).is_some()
}

/// The unit itself where a slot is named.
#[inline]
pub(super) fn filled(unit: UnitId, units: &[UnitId]) -> UnitId {
    as_slot(unit).map_or(unit, |at| units[at])
}

/// No map reaches so far, and words still hold it.
const FAR: i32 = (1 << 27) - 1;

/// What stands for the hex of a slot.
#[inline]
pub(super) fn spot(at: usize) -> Hex {
    Hex::new(FAR, at as i32)
}

/// The slot that this stands for.
#[inline]
pub(super) fn as_spot(hex: Hex) -> Option<usize> {
    (hex.q == FAR).then_some(hex.r as usize)
}

/// The hex itself where a slot is named.
#[inline]
pub(super) fn filled_spot(hex: Hex, spots: &[Hex]) -> Hex {
    as_spot(hex).and_then(|at| spots.get(at)).copied().unwrap_or(hex)
}

/// Whether a question names a slot.
pub(super) fn names_slots(query: Query) -> bool {
    let plain = query.about(|unit| if is_slot(unit) { UnitId(0) } else { unit });
    query != plain.at(|hex| if as_spot(hex).is_some() { Hex::new(0, 0) } else { hex })
}

/// Makes arguments what a function's tries know them as; the units that are in its slots then: those that are arguments, and those that
/// are the only one of a list. `classes` has the class of each unit. A unit that is in another argument as well, inside a list of several,
/// is known by itself, or it could be taken for one of that list.
pub(super) fn put_aside(arguments: &mut [Word], classes: &[Word], lexicon: &Lexicon) -> Units {
    let mut units = Units::new();
    for at in 0..arguments.len() {
        let lone = arguments[at].as_lone_unit();
        let Some(unit) = arguments[at].as_unit().or(lone) else { continue };
        // What stands for a unit already is nothing that units are inside of.
        let inside = |other: &Word| other.may_have_units_inside() && lexicon.has_unit(*other, unit);
        let known = match units.iter().position(|known| *known == unit) {
            Some(slot) => Word::same(slot),
            None => match classes.get(unit.index()) {
                Some(class) if units.len() < MOST_UNITS && !arguments.iter().any(inside) => {
                    units.push(unit);
                    *class
                }
                _ => continue,
            },
        };
        arguments[at] = if lone.is_some() { known.alone() } else { known };
    }
    units
}

/// The arguments that a key came from; what stands for a hex in a slot is given in its place.
pub(super) fn arguments(key: &[Word], units: &[UnitId]) -> Arguments {
    let (mut next, mut spots) = (units.iter(), 0..);
    let of = |word: &Word, unit| if word.is_alone() { Word::lone_unit(unit) } else { Word::unit(unit) };
    let word = |word: &Word| match word.as_same() {
        Some(at) => of(word, units[at]),
        None if word.is_class() => next.next().map_or(*word, |unit| of(word, *unit)),
        None if word.is_spot() => {
            let hex = spots.next().map_or(*word, |at| Word::hex(spot(at)));
            if word.is_alone() { Word::lone_hex(hex.as_hex()) } else { hex }
        }
        None => *word,
    };
    key.iter().map(word).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::value::{SideId, TypeId};

    #[test]
    fn arguments_come_back_from_their_key_and_only_kinds_of_units_are_in_it() {
        let mut lexicon = Lexicon::default();
        let classes: Vec<Word> = (0..4).map(|n| Word::class(SideId(n % 2), TypeId(0))).collect();
        let unit = |n| Word::unit(UnitId(n));
        let both = lexicon.units([UnitId(1), UnitId(3)].into_iter());
        let lone = lexicon.units([UnitId(1)].into_iter());
        for (given, slots) in [
            (vec![unit(0), unit(1)], 2),
            (vec![unit(2), Word::bool(true), unit(2)], 1),
            (vec![unit(1), both], 0),
            (vec![unit(0), both, unit(0)], 1),
            (vec![both], 0),
            (vec![lone, unit(0)], 2),
            (vec![lone, unit(1), lone], 1),
            (vec![unit(1), lone], 1),
            (vec![lone, both], 0),
        ] {
            let mut known = given.clone();
            let units = put_aside(&mut known, &classes, &lexicon);
            assert_eq!(units.len(), slots, "{given:?}");
            assert_eq!(arguments(&known, &units).to_vec(), given);
        }
        let key_of = |arguments: &[Word]| {
            let mut key = arguments.to_vec();
            put_aside(&mut key, &classes, &lexicon);
            key
        };
        let of = |n| key_of(&[unit(n)]);
        assert_eq!(of(0), of(2));
        assert_ne!(of(0), of(1));
        // A unit is not the list that it is alone in.
        assert_ne!(key_of(&[lone]), of(1));
        assert_ne!(key_of(&[unit(1), lone]), key_of(&[unit(1), unit(1)]));
        // The same unit twice is not two of a kind.
        assert_ne!(key_of(&[unit(0), unit(0)]), key_of(&[unit(0), unit(2)]));
    }
}

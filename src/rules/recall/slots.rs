//! The units that a function is called with, apart from what it does with them.
//!
//! What a rule does with one piece it does with any other of the same side and type that is answered the same. So a function
//! is remembered once for all of them: its arguments name classes, the units themselves stand in slots, and what it asks and
//! does names the slot. Where it matters which unit that is, because its name is told, because it is compared with another or
//! turns up in an answer, that is a question like any other ([`Step::Which`](super::trie::Step::Which)).

use smallvec::SmallVec;

use super::lexicon::Lexicon;
use super::word::{Arguments, Word};
use crate::kernel::value::UnitId;

/// The units of the slots of a function, all different.
pub(in crate::rules) type Units = SmallVec<[UnitId; 2]>;

/// More units than so many are known by themselves.
const MOST: u32 = 16;

/// What stands for the unit of a slot.
pub(super) fn slot(at: usize) -> UnitId {
    UnitId(u32::MAX - at as u32)
}

/// The slot that this stands for.
pub(super) fn as_slot(unit: UnitId) -> Option<usize> {
    let at = u32::MAX - unit.0;
    (at < MOST).then_some(at as usize)
}

/// Whether this stands for a slot.
pub(super) fn is_slot(unit: UnitId) -> bool {
    as_slot(unit).is_some()
}

/// The unit itself where a slot is named.
pub(super) fn filled(unit: UnitId, units: &[UnitId]) -> UnitId {
    as_slot(unit).map_or(unit, |at| units[at])
}

/// Arguments as a function's tries know them, and the units in its slots. `classes` has the class of each unit. A unit that is
/// in another argument as well, inside a list, is known by itself, or it could be taken for one of that list.
pub(super) fn key(arguments: &[Word], classes: &[Word], lexicon: &Lexicon) -> (Arguments, Units) {
    let mut units = Units::new();
    let word = |word: &Word| {
        let Some(unit) = word.as_unit() else { return *word };
        if let Some(at) = units.iter().position(|known| *known == unit) {
            return Word::same(at);
        }
        let inside = |other: &Word| other.as_unit().is_none() && lexicon.has_unit(*other, unit);
        match classes.get(unit.index()) {
            Some(class) if units.len() < MOST as usize && !arguments.iter().any(inside) => {
                units.push(unit);
                *class
            }
            _ => *word,
        }
    };
    let key = arguments.iter().map(word).collect();
    (key, units)
}

/// The arguments that a key came from.
pub(super) fn arguments(key: &[Word], units: &[UnitId]) -> Arguments {
    let mut next = units.iter();
    let word = |word: &Word| match word.as_same() {
        Some(at) => Word::unit(units[at]),
        None if word.is_class() => next.next().map_or(*word, |unit| Word::unit(*unit)),
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
        for (given, slots) in [
            (vec![unit(0), unit(1)], 2),
            (vec![unit(2), Word::bool(true), unit(2)], 1),
            (vec![unit(1), both], 0),
            (vec![unit(0), both, unit(0)], 1),
            (vec![both], 0),
        ] {
            let (known, units) = key(&given, &classes, &lexicon);
            assert_eq!(units.len(), slots, "{given:?}");
            assert_eq!(arguments(&known, &units).to_vec(), given);
        }
        let of = |n| key(&[unit(n)], &classes, &lexicon).0;
        assert_eq!(of(0), of(2));
        assert_ne!(of(0), of(1));
        // The same unit twice is not two of a kind.
        assert_ne!(
            key(&[unit(0), unit(0)], &classes, &lexicon).0,
            key(&[unit(0), unit(2)], &classes, &lexicon).0
        );
    }
}

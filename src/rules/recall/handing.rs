//! How hexes are handed on from one rule to another: by slots where the other only looks into them or hands them on, too, else by name.

use super::memory::Memory;
use super::site::{Site, standing_for, stands_for};
use super::slots::{MOST_SPOTS, Slots, Spots, Units, as_spot};
use super::trie::{Callee, FunctionId, RootId};
use super::word::{Arguments, Word};
use crate::kernel::hex::Hex;

/// A call as who makes it knows it.
pub(super) struct Handing {
    pub(super) callee: Callee,
    /// The hexes that are handed on: those for the slots of the function, then those that it is told.
    pub(super) spots: Spots,
    in_slots: usize,
}

impl Handing {
    /// Of a root, with nothing in its slots.
    pub(super) fn nothing(root: RootId) -> Handing {
        Handing { callee: Callee::Root(root), spots: Spots::new(), in_slots: 0 }
    }

    /// All that is handed on, with these units.
    pub(super) fn slots(&self, units: Units) -> Slots {
        Slots { units, spots: self.spots }
    }

    /// The hexes for the slots of the function.
    pub(super) fn in_slots(&self) -> &[Hex] {
        &self.spots[..self.in_slots]
    }

    /// The hexes in slots of who calls that the function is told.
    pub(super) fn by_name(&self) -> &[Hex] {
        &self.spots[self.in_slots..]
    }
}

impl Memory {
    /// A call as who makes it knows it: of hexes that are handed on those in his slots by what stands for them.
    pub(super) fn handing(
        &self,
        (function, root): (FunctionId, RootId),
        arguments: &[Word],
        key: &[Word],
    ) -> Handing {
        // What stands inside of lists goes into no slots but a hex in a list of its own.
        for (word, _) in arguments.iter().zip(key).filter(|(word, known)| !known.is_spot() && !word.is_hex())
        {
            self.told_word(*word);
        }
        let in_slots = arguments.iter().zip(key).filter(|(_, known)| known.is_spot());
        let mut handing = Handing::nothing(root);
        handing.spots = in_slots.map(|(word, _)| word.as_hex()).collect();
        handing.in_slots = handing.spots.len();
        let is_told = |(word, known): (&Word, &Word)| stands_for(*word).is_some() && !known.is_spot();
        if !arguments.iter().zip(key).any(is_told) {
            return handing;
        }
        let mut by_name: Arguments = key.into();
        for (at, word) in arguments.iter().enumerate().filter(|(at, word)| is_told((word, &key[*at]))) {
            if handing.spots.len() == MOST_SPOTS {
                self.told(word.as_hex());
            } else {
                by_name[at] = standing_for(handing.spots.len());
                handing.spots.push(word.as_hex());
            }
        }
        if !handing.by_name().is_empty() {
            let site = Site { function, arguments: by_name, in_slots: handing.in_slots };
            handing.callee = Callee::At(self.inner.borrow_mut().trie.sites.number(&site));
        }
        handing
    }

    /// A hex as the engine takes it for a parameter of a function that it runs: what stands for one only where the function does no more
    /// than look into it or hand it on.
    pub(super) fn taken(&self, function: FunctionId, parameter: usize, hex: Hex) -> Hex {
        if as_spot(hex).is_none() || self.is_handed_on(function, parameter) { hex } else { self.told(hex) }
    }
}

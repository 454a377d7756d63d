//! Hexes that an answer brings: those of a way, or of where a unit stands. They come into slots of who asked, as far as they have room
//! there, and he is given what stands for them.

use super::grounds::{Grounds, Taken};
use super::lexicon::Lexicon;
use super::slots::{MOST_SPOTS, Slots, Spots, filled_spot, spot};
use super::trie::RootId;
use super::word::{TAKEN, Word};
use crate::kernel::hex::{Hex, HexMap};
use crate::kernel::state::{Parts, State};

/// Some hexes as an answer: a list, or one by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(in crate::rules) struct Brought {
    pub(super) hexes: Spots,
    pub(super) is_list: bool,
}

/// What was brought last, by which root with what in its slots: a check and the rule behind it ask for the same way.
#[derive(Debug)]
pub(in crate::rules) struct LastBrought {
    root: RootId,
    slots: Slots,
    /// The parts of the state that it came from, and their latest version then.
    parts: Parts,
    version: u64,
    brought: Brought,
}

impl LastBrought {
    pub(super) fn new(root: RootId, slots: &Slots, brought: &Brought, parts: Parts, state: &State) -> Self {
        LastBrought { root, slots: *slots, parts, version: state.latest(parts), brought: *brought }
    }

    /// Whether that is what a root with this in its slots brings: it was the last, and nothing has changed since that it came from.
    pub(super) fn holds(&self, root: RootId, slots: &Slots, state: &State) -> bool {
        self.root == root && self.slots == *slots && state.holds(self.parts, self.version)
    }

    pub(super) fn parts(&self) -> Parts {
        self.parts
    }

    pub(super) fn brought(&self) -> &Brought {
        &self.brought
    }
}

impl Brought {
    /// A list of hexes; nothing of more than can stand in slots, and nothing of none.
    pub(super) fn list(hexes: &[Hex]) -> Option<Brought> {
        let fits = (1..=MOST_SPOTS).contains(&hexes.len());
        fits.then(|| Brought { hexes: hexes.iter().copied().collect(), is_list: true })
    }

    /// The hexes themselves, where slots are named.
    pub(super) fn filled(&self, spots: &Spots) -> Brought {
        let mut filled = Brought::default();
        filled.take(self, spots);
        filled
    }

    /// Takes those of another answer in place of these, where slots are named the hexes themselves.
    #[inline]
    pub(super) fn take(&mut self, of: &Brought, spots: &Spots) {
        self.is_list = of.is_list;
        self.hexes.take(&of.hexes, |hex| filled_spot(hex, spots));
    }

    /// The answer as it is.
    pub(super) fn word(&self, lexicon: &mut Lexicon) -> Word {
        if self.is_list { lexicon.hexes(&self.hexes) } else { Word::hex(self.hexes.at(0)) }
    }

    /// Puts the hexes into slots behind these; what leads on tells their terrains and which of them were there already. Where they have
    /// no room, or there are many terrains, it is the answer as it is, and there are no more slots than before.
    pub(super) fn take_in(
        &self,
        spots: &mut Spots,
        grounds: &mut Grounds,
        lexicon: &mut Lexicon,
        map: &HexMap,
    ) -> Word {
        let before = spots.len();
        // Six bits for each hex; with the highest bit it is none of the codes that stand for no word.
        let mut bits = 1 << 25 | u64::from(self.is_list) << 24;
        for (at, hex) in self.hexes.iter().enumerate() {
            let known = grounds.take_in(*hex, spots, map).and_then(|taken| match taken {
                Taken::Before(slot) => Some(Brought::SLOTS | u64::from(slot)),
                Taken::Next(number) => Some(u64::from(number) + 1).filter(|known| *known < Brought::SLOTS),
            });
            let Some(known) = known else {
                spots.truncate(before);
                return self.word(lexicon);
            };
            bits |= known << (6 * at);
        }
        Word::of(TAKEN, bits)
    }

    /// Slots have numbers from here on, terrains those below.
    const SLOTS: u64 = 1 << 5;

    /// The answer with what stands for hexes that are in these slots.
    pub(super) fn standing(&self, spots: &Spots) -> Brought {
        let known = |hex: Hex| spots.iter().position(|known| *known == hex);
        Brought { hexes: self.hexes.each(|hex| known(hex).map_or(hex, spot)), ..*self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::catalogue::Catalogue;
    use crate::kernel::hex::{Layout, Orientation, Shove};

    fn brought(hexes: &[Hex]) -> Brought {
        Brought::list(hexes).expect("some, and not too many")
    }

    #[test]
    fn hexes_come_into_slots_each_once_and_all_or_none() {
        let map = HexMap::new(Layout::new(Orientation::Flat, Shove::Odd, 6, 5).unwrap());
        let (mut grounds, mut lexicon) = (Grounds::new(&Catalogue::default(), &map), Lexicon::default());
        let hexes: Vec<Hex> = map.hexes().collect();
        let mut spots: Spots = [hexes[0], hexes[1]].into_iter().collect();
        let mut take_in = |hexes: &[Hex], spots: &mut Spots| {
            let word = brought(hexes).take_in(spots, &mut grounds, &mut lexicon, &map);
            (word, lexicon.items(word))
        };
        let (first, _) = take_in(&[hexes[2], hexes[0]], &mut spots);
        assert_eq!(spots.to_vec(), &hexes[..3]);
        assert_eq!(brought(&hexes[..3]).standing(&spots), brought(&[spot(0), spot(1), spot(2)]));
        assert_eq!(brought(&[spot(2), spot(0)]).filled(&spots), brought(&[hexes[2], hexes[0]]));
        // What leads on tells which were there, in which order and how many, and nothing else of those that look alike.
        let mut others: Spots = [hexes[7], hexes[8]].into_iter().collect();
        assert_eq!(take_in(&[hexes[9], hexes[7]], &mut others).0, first);
        let ways: [&[usize]; 6] = [&[2, 0], &[0, 2], &[0], &[1], &[5], &[0, 0]];
        let mut all = vec![first];
        for way in ways {
            let way: Vec<Hex> = way.iter().map(|at| hexes[*at]).collect();
            all.push(take_in(&way, &mut { spots }).0);
        }
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 1 + ways.len());
        // There is room for four; a hex off the map has none.
        let before = spots;
        for hexes in [&hexes[3..5], &[hexes[0], Hex::new(99, 99)]] {
            let (_, items) = take_in(hexes, &mut spots);
            assert_eq!(spots, before);
            assert_eq!(items, hexes.iter().map(|hex| Word::hex(*hex)).collect::<Vec<_>>());
        }
    }

    #[test]
    fn a_way_that_is_too_long_or_leads_nowhere_is_a_list_as_it_is() {
        let hex = Hex::new(0, 0);
        assert_eq!(Brought::list(&[]), None);
        assert_eq!(Brought::list(&[hex; MOST_SPOTS + 1]), None);
        assert!(Brought::list(&[hex; MOST_SPOTS]).is_some_and(|brought| brought.is_list));
    }
}

//! Calls that hang on a hex: a rule that only hands a hex on is remembered once for all hexes that look alike, but what it hands
//! the hex to may do more with it and is remembered for each by itself. Which of these is called is told by the hex in the slot.

use std::cell::{Cell, OnceCell};

use super::slots::{Spots, as_spot, spot};
use super::trie::{FunctionId, Numbered, RootId};
use super::word::{Arguments, Word};
use crate::kernel::hex::Hex;

/// The number of a site.
pub(in crate::rules) type SiteId = u32;

/// A function with its arguments, some of them hexes that stand in slots of who calls.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Site {
    pub(super) function: FunctionId,
    /// As tries know them; in place of hexes what stands for them, by their places among what is handed on.
    pub(super) arguments: Arguments,
    /// So many of the hexes that are handed on are for slots of the function. Those that it is told itself stand behind them.
    pub(super) in_slots: usize,
}

impl Site {
    /// The arguments with these hexes handed on.
    pub(super) fn arguments_at(&self, spots: &Spots) -> Arguments {
        let at = |word: &Word| stands_for(*word).map_or(*word, |number| Word::hex(spots.at(number)));
        self.arguments.iter().map(at).collect()
    }
}

/// The number of the slot whose hex a word stands for.
#[inline]
pub(super) fn stands_for(word: Word) -> Option<usize> {
    if word.is_hex() { as_spot(word.as_hex()) } else { None }
}

/// What stands for a hex of a slot.
pub(super) fn standing_for(slot: usize) -> Word {
    Word::hex(spot(slot))
}

/// The root that a site has led to with a hex.
#[derive(Debug, Clone, Copy)]
struct Led {
    site: SiteId,
    hex: Hex,
    root: RootId,
}

const NOWHERE: Led = Led { site: SiteId::MAX, hex: Hex::new(0, 0), root: 0 };

/// All sites, with the roots that they have led to.
#[derive(Debug, Default)]
pub(super) struct Sites {
    numbered: Numbered<Site>,
    /// Of sites that hang on a single hex, by that, each in a place of its own as far as there is room; nothing before the first.
    led: OnceCell<Box<[Cell<Led>]>>,
}

impl Sites {
    /// More roots are not kept at a time.
    const MOST: usize = 1 << 12;

    /// Two by two hexes stand side by side, in one line of the cache: who asks about one soon asks about the next.
    #[inline]
    fn place(number: SiteId, hex: Hex) -> usize {
        let spread = |number: u32, by: u32| number.wrapping_mul(by);
        let (column, row) = ((hex.q >> 1) as u32, (hex.r >> 1) as u32);
        let mixed = number ^ spread(column, 0x85eb_ca6b) ^ spread(row, 0xc2b2_ae35);
        // The higher bits of a product hang on all of its factor's.
        let four = (spread(mixed, 0x9e37_79b1) >> 16) as usize % (Sites::MOST / 4);
        4 * four + (2 * (hex.q & 1) + (hex.r & 1)) as usize
    }

    /// The number of a site.
    pub(super) fn number(&mut self, site: &Site) -> SiteId {
        self.numbered.number(site)
    }

    #[inline]
    pub(super) fn site(&self, number: SiteId) -> &Site {
        self.numbered.get(number as usize)
    }

    /// The root that a site leads to which hangs on this hex alone, if it has led there before.
    #[inline]
    pub(super) fn known(&self, number: SiteId, hex: Hex) -> Option<RootId> {
        let led = self.led.get()?[Sites::place(number, hex)].get();
        (led.site == number && led.hex == hex).then_some(led.root)
    }

    /// The root that a site leads to with these hexes handed on, if there is one. `find` looks it up.
    pub(super) fn root(
        &self,
        number: SiteId,
        spots: &Spots,
        find: impl FnOnce(&Site) -> Option<RootId>,
    ) -> Option<RootId> {
        let site = self.site(number);
        let [hex] = spots[site.in_slots..] else { return find(site) };
        if let Some(known) = self.known(number, hex) {
            return Some(known);
        }
        let root = find(site)?;
        let led = self.led.get_or_init(|| vec![Cell::new(NOWHERE); Sites::MOST].into());
        led[Sites::place(number, hex)].set(Led { site: number, hex, root });
        Some(root)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn site(arguments: &[Word], in_slots: usize) -> Site {
        Site { function: 3, arguments: arguments.into(), in_slots }
    }

    #[test]
    fn a_hex_leads_to_its_root_as_soon_as_there_is_one_and_to_no_other() {
        let mut sites = Sites::default();
        let number = sites.number(&site(&[Word::bool(true), standing_for(1)], 1));
        assert_eq!(sites.number(&site(&[Word::bool(true), standing_for(1)], 1)), number);
        let [slot, near, far] = [0, 1, 2].map(|q| Hex::new(q, 0));
        let root = |hex: Hex, known: Option<RootId>| {
            let spots = [slot, hex].into_iter().collect();
            let find = |site: &Site| {
                assert_eq!(site.arguments_at(&spots).to_vec(), [Word::bool(true), Word::hex(hex)]);
                known
            };
            sites.root(number, &spots, find)
        };
        assert_eq!(root(near, None), None);
        assert_eq!(root(near, Some(7)), Some(7));
        // It is not looked for any more.
        assert_eq!(root(near, None), Some(7));
        assert_eq!(root(far, None), None);
    }

    #[test]
    fn several_hexes_are_looked_up_together_each_time() {
        let mut sites = Sites::default();
        let number = sites.number(&site(&[standing_for(1), standing_for(0)], 0));
        let [one, other] = [0, 1].map(|q| Hex::new(q, 0));
        let found = |spots: [Hex; 2], known: Option<RootId>| {
            let find = |site: &Site| {
                let spots = spots.into_iter().collect();
                assert_eq!(
                    site.arguments_at(&spots).to_vec(),
                    spots.iter().rev().map(|hex| Word::hex(*hex)).collect::<Vec<_>>()
                );
                known
            };
            sites.root(number, &spots.into_iter().collect(), find)
        };
        assert_eq!(found([one, other], Some(1)), Some(1));
        assert_eq!(found([other, one], Some(2)), Some(2));
        assert_eq!(found([one, other], None), None);
    }
}

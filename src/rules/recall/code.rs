//! Words in half the room, as tries keep them.

use rustc_hash::FxHashMap;

use super::word::{
    BOOL, CLASS, GROUND, HEX, INT, LIST, NOTHING, ONE_HEX, PASS, REST, SEAL, SIDES, SPOT, UNIT, UNITS, Word,
};
use crate::kernel::hex::Hex;
use crate::kernel::state::Sides;

/// A word as 31 bits: as it is where it is short, else its number. The highest bit is left for [`Code::by_deeds`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(in crate::rules) struct Code(u32);

/// Higher than all tags of words.
const LONG: u32 = 31;

impl Code {
    /// No word.
    pub(in crate::rules) const NONE: Code = Code(0);

    /// The hexes that a search has found, which are not written down. No word has this code.
    pub(in crate::rules) const FOUND: Code = Code(1);
    /// Hexes that come into slots of who asked. No word has this code.
    pub(super) const BROUGHT: Code = Code(2);
    pub(super) const NOTHING: Code = Code((NOTHING as u32) << Word::SHORT);
    pub(super) const EMPTY: Code = Code((UNITS as u32) << Word::SHORT);

    /// The kinds of words in which units can be, a bit each, and those that are too long to tell.
    const WITH_UNITS: u32 = 1 << UNIT | 1 << UNITS | 1 << LIST | 1 << SEAL | 1 << GROUND | 1 << LONG;

    #[inline]
    pub(in crate::rules) fn bits(self) -> u32 {
        self.0
    }

    #[inline]
    pub(in crate::rules) fn from_bits(bits: u32) -> Code {
        Code(bits)
    }

    /// The same answer of a call that did more than look: what its caller knew before may no longer be so. No word has this code; it
    /// tells branches apart.
    #[inline]
    pub(super) fn by_deeds(self) -> Code {
        Code(self.0 | 1 << 31)
    }

    #[inline]
    pub(super) fn bool(value: bool) -> Code {
        Code((BOOL as u32) << Word::SHORT | u32::from(value))
    }

    /// The code of a hex that is not too far out.
    #[inline]
    pub(super) fn hex(hex: Hex) -> Option<Code> {
        let near = |half: i32| half.wrapping_add(1 << 12) as u32 & !0x1fff == 0;
        let bits = (hex.q as u32 & 0x1fff) << 13 | (hex.r as u32 & 0x1fff);
        (near(hex.q) && near(hex.r)).then_some(Code((HEX as u32) << Word::SHORT | bits))
    }

    /// The code of a number that is not too large.
    #[inline]
    pub(super) fn int(number: i64) -> Option<Code> {
        const SPARE: u32 = 64 - Word::SHORT;
        let bits = number as u32 & ((1 << Word::SHORT) - 1);
        ((number << SPARE) >> SPARE == number).then_some(Code((INT as u32) << Word::SHORT | bits))
    }

    /// The code of a list of sides with low numbers.
    #[inline]
    pub(super) fn sides(sides: Sides) -> Option<Code> {
        match sides.bits()? {
            0 => Some(Code::EMPTY),
            bits => (bits >> Word::SHORT == 0).then_some(Code((SIDES as u32) << Word::SHORT | bits)),
        }
    }

    /// Whether no unit can be in the word.
    #[inline]
    pub(super) fn has_no_units(self) -> bool {
        Code::WITH_UNITS >> (self.0 >> Word::SHORT) & 1 == 0
    }

    /// What it costs to enter a hex, and whether a move may end there, where a short word says so.
    #[inline]
    pub(super) fn cost(self) -> Option<(i64, bool)> {
        const SPARE: u32 = 32 - Word::SHORT;
        let is_pass = match u64::from(self.0 >> Word::SHORT) {
            INT => false,
            PASS => true,
            _ => return None,
        };
        Some((i64::from((self.0 << SPARE) as i32 >> SPARE), !is_pass))
    }
}

impl Word {
    /// So many bits of a short word are what its tag, above them, stands for.
    pub(in crate::rules) const SHORT: u32 = 26;

    /// The word as 31 bits, never zero, where it fits: numbers and handles that are not too large, hexes that are not too
    /// far out.
    #[inline(always)]
    pub(in crate::rules) fn short(self) -> Option<u32> {
        const SPARE: u32 = 64 - Word::SHORT;
        let rest = self.rest();
        let bits = match self.tag() {
            HEX | ONE_HEX => {
                let (q, r) = (rest >> 28, rest & ((1 << 28) - 1));
                // Thirteen bits each, the highest of them the sign.
                let near = |half: u64| (half + (1 << 12)) & ((1 << 28) - 1) < 1 << 13;
                (near(q) && near(r)).then_some((q & 0x1fff) << 13 | (r & 0x1fff))?
            }
            INT | PASS => {
                let number = self.small();
                ((number << SPARE) >> SPARE == number).then_some(rest & ((1 << Word::SHORT) - 1))?
            }
            CLASS => {
                let (side, of) = (rest >> 32, rest & u64::from(u32::MAX));
                (side < 1 << 10 && of < 1 << 16).then_some(side << 16 | of)?
            }
            SPOT => None?,
            _ => (rest < 1 << Word::SHORT).then_some(rest)?,
        };
        Some((self.tag() << Word::SHORT | bits) as u32)
    }

    /// The word of what [`Word::short`] gave.
    #[inline]
    pub(in crate::rules) fn of_short(short: u32) -> Word {
        const SPARE: u32 = 64 - Word::SHORT;
        let tag = u64::from(short >> Word::SHORT);
        let bits = u64::from(short) & ((1 << Word::SHORT) - 1);
        let rest = match tag {
            HEX | ONE_HEX => {
                let half = |bits: u64| ((bits as i64) << 51 >> 51) as u64 & ((1 << 28) - 1);
                half(bits >> 13) << 28 | half(bits)
            }
            INT | PASS => ((bits as i64) << SPARE >> SPARE) as u64 & REST,
            CLASS => (bits >> 16) << 32 | (bits & 0xffff),
            _ => bits,
        };
        Word::of(tag, rest)
    }
}

/// The words that are too long, numbered as they come.
#[derive(Debug, Default)]
pub(in crate::rules) struct Codes {
    numbers: FxHashMap<Word, u32>,
    long: Vec<Word>,
}

impl Codes {
    /// The code of a word.
    pub(in crate::rules) fn of(&mut self, word: Word) -> Code {
        let known = self.known(word);
        if known != Code::NONE {
            return known;
        }
        let number = self.long.len() as u32;
        self.long.push(word);
        self.numbers.insert(word, number);
        Code(LONG << Word::SHORT | number)
    }

    /// The code of a word; [`Code::NONE`] where it has none yet.
    #[inline(always)]
    pub(in crate::rules) fn known(&self, word: Word) -> Code {
        match word.short() {
            Some(bits) => Code(bits),
            None => self.known_long(word),
        }
    }

    /// The same of a word that is too long.
    fn known_long(&self, word: Word) -> Code {
        self.numbers.get(&word).map_or(Code::NONE, |number| Code(LONG << Word::SHORT | number))
    }

    /// The word of a code.
    #[inline]
    pub(in crate::rules) fn word(&self, code: Code) -> Word {
        match code.0 >> Word::SHORT {
            LONG => self.long[(code.0 & ((1 << Word::SHORT) - 1)) as usize],
            _ => Word::of_short(code.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::value::SideId;
    use crate::rules::recall::lexicon::Lexicon;

    #[test]
    fn every_word_comes_back_from_its_code_and_equal_codes_are_equal_words() {
        let mut lexicon = Lexicon::default();
        let edge = 1_i64 << (Word::SHORT - 1);
        let numbers = [0, 1, -1, edge - 1, edge, -edge, -edge - 1, i64::MAX, i64::MIN, 1 << 55];
        let mut words: Vec<Word> = numbers.iter().map(|n| lexicon.int(*n)).collect();
        let places = [0, 1, -1, 4095, 4096, -4096, -4097, 1 << 20, -(1 << 20)];
        words.extend(places.iter().flat_map(|q| places.map(|r| Word::hex(Hex { q: *q, r }))));
        words.extend([Word::NOTHING, Word::EMPTY, Word::bool(true), Word::bool(false)]);
        let mut codes = Codes::default();
        for number in numbers {
            let word = lexicon.int(number);
            // What is too large for a word has the number of its place instead.
            let short = word.short().filter(|_| word.tag() == INT);
            assert_eq!(Code::int(number).map(Code::bits), short);
            assert_eq!(Code::int(number).and_then(Code::cost), short.and_then(|_| word.cost()));
        }
        for hex in places.iter().flat_map(|q| places.map(|r| Hex { q: *q, r })) {
            assert_eq!(Code::hex(hex).map(Code::bits), Word::hex(hex).short());
        }
        assert_eq!(codes.known(Word::EMPTY), Code::EMPTY);
        assert_eq!(codes.known(Word::NOTHING), Code::NOTHING);
        assert_eq!(codes.known(Word::bool(true)), Code::bool(true));
        for sides in [&[][..], &[0], &[1], &[25], &[26], &[31], &[32], &[55], &[0, 1], &[1, 25], &[0, 31]] {
            let sides = sides.iter().copied().map(SideId);
            let short = Code::sides(sides.clone().collect());
            assert_eq!(short.map(Code::bits), lexicon.sides(sides.clone()).short(), "{sides:?}");
        }
        for (at, word) in words.iter().enumerate() {
            assert_eq!(codes.known(*word) != Code::NONE, word.short().is_some());
            let code = codes.of(*word);
            assert_eq!((codes.word(code), codes.known(*word)), (*word, code), "{word:?}");
            assert_ne!(code, Code::NONE);
            for other in &words[..at] {
                assert!(*other == *word || codes.of(*other) != code, "{word:?} and {other:?}");
            }
        }
    }
}

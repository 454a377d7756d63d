//! Words in half the room, as tries keep them.

use rustc_hash::FxHashMap;

use super::word::Word;

/// A word as 31 bits: as it is where it is short, else its number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(in crate::rules) struct Code(u32);

/// Higher than all tags of words.
const LONG: u32 = 31;

impl Code {
    /// No word.
    pub(in crate::rules) const NONE: Code = Code(0);

    pub(in crate::rules) fn bits(self) -> u32 {
        self.0
    }

    pub(in crate::rules) fn from_bits(bits: u32) -> Code {
        Code(bits)
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
        self.known(word).unwrap_or_else(|| {
            let number = self.long.len() as u32;
            self.long.push(word);
            self.numbers.insert(word, number);
            Code(LONG << Word::SHORT | number)
        })
    }

    /// The code of a word, where it has one already.
    pub(in crate::rules) fn known(&self, word: Word) -> Option<Code> {
        match word.short() {
            Some(bits) => Some(Code(bits)),
            None => self.numbers.get(&word).map(|number| Code(LONG << Word::SHORT | number)),
        }
    }

    /// The word of a code.
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
    use crate::kernel::hex::Hex;
    use crate::rules::recall::word::Lexicon;

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
        for (at, word) in words.iter().enumerate() {
            assert_eq!(codes.known(*word).is_some(), word.short().is_some());
            let code = codes.of(*word);
            assert_eq!((codes.word(code), codes.known(*word)), (*word, Some(code)), "{word:?}");
            assert_ne!(code, Code::NONE);
            for other in &words[..at] {
                assert!(*other == *word || codes.of(*other) != code, "{word:?} and {other:?}");
            }
        }
    }
}

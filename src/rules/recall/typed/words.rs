//! Values of typed trees as words, and back.

use super::value::Val;
use crate::kernel::value::{SideId, TypeId, UnitId};
use crate::rules::recall::lexicon::Lexicon;
use crate::rules::recall::word::{
    BOOL, GAME, GROUND, HEX, INT, LIST, ONE_HEX, PASS, REST, SIDE, SIDES, TEXT, TYPE, UNIT, UNITS, Word,
};

impl Lexicon {
    /// A value as a word; nothing for one that is more: a map, a tally, a closure.
    pub(in crate::rules::recall) fn of_val(&mut self, value: &Val) -> Option<Word> {
        Some(match value {
            Val::Nothing => Word::NOTHING,
            Val::Bool(b) => Word::bool(*b),
            Val::Int(i) => self.int(*i),
            Val::Text(text) => self.text(text.as_str()),
            Val::Hex(hex) => Word::hex(*hex),
            Val::Unit(unit) => Word::unit(*unit),
            Val::Side(side) => Word::side(*side),
            Val::Type(of) => Word::of(TYPE, u64::from(of.0)),
            Val::Ground(ground) => self.numbered_ground(*ground),
            Val::List(items) => {
                let mut words = Vec::with_capacity(items.len());
                for item in items.iter() {
                    words.push(self.of_val(item)?);
                }
                self.list(&words)
            }
            Val::Pass(cost) => {
                return ((*cost << 8) >> 8 == *cost).then(|| Word::of(PASS, *cost as u64 & REST));
            }
            Val::Game => Word::of(GAME, 0),
            Val::Other(value) => return self.of_dynamic(value),
            Val::Map(_) | Val::Tally(_) | Val::Closure(_) => return None,
        })
    }

    /// The value of a word.
    pub(in crate::rules::recall) fn val(&self, word: Word) -> Val {
        match word.tag() {
            BOOL => Val::Bool(word.rest() != 0),
            INT => Val::Int(word.small()),
            TEXT => Val::text(self.text_of(word)),
            HEX => Val::Hex(word.as_hex()),
            UNIT => Val::Unit(UnitId(word.rest() as u32)),
            TYPE => Val::Type(TypeId(word.rest() as u32)),
            SIDE => Val::Side(SideId(word.rest() as u32)),
            GROUND => Val::Ground(self.ground_of(word)),
            PASS => Val::Pass(word.small()),
            GAME => Val::Game,
            LIST | UNITS | SIDES | ONE_HEX => {
                Val::list(self.items(word).into_iter().map(|word| self.val(word)).collect())
            }
            _ => Val::of(self.dynamic(word)),
        }
    }
}

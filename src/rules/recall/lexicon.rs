//! Values of scripts and of the kernel as words, and back.

use std::cell::{OnceCell, RefCell};
use std::sync::Arc;

use rhai::{Array, Dynamic};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::slots::as_spot;
use super::word::{
    BITS, BOOL, CHOSEN, CIRCLE, DICE, DIE, FACING, GAME, GROUND, HEX, INT, LIST, MARKED, ONE_HEX, PASS,
    POINT, REFUSED, REST, REVEALED, SEAL, SEALED, SIDE, SIDES, TEXT, TOTAL, TYPE, UNIT, UNITS, WIDE, Word,
};
use crate::kernel::door::Given;
use crate::kernel::hex::Hex;
use crate::kernel::plane::{Facing, Point};
use crate::kernel::secret::{Secret, Written};
use crate::kernel::state::{Part, Place, State};
use crate::kernel::value::{CircleId, SideId, TerrainId, TypeId, UnitId, Value};
use crate::rules::convert::{Game, Ground, UnderSeal};
use crate::rules::primitives::PassOnly;

/// More lists of units are not kept at a time.
const MOST_UNIT_LISTS: usize = 1 << 12;

/// A list: its items, and itself as the kernel keeps it, once it was asked for.
#[derive(Debug)]
struct Listed {
    items: Arc<[Word]>,
    /// Whether units may be inside of it.
    has_units: bool,
    /// Whether what stands for hexes of slots is inside of it.
    has_standing: bool,
    value: OnceCell<Value>,
}

/// Texts, lists and the like, numbered as they come.
#[derive(Debug, Default)]
pub(in crate::rules) struct Lexicon {
    /// The units of each side that are in play, and the version of the state's part that tells it.
    in_play: Vec<Option<(u64, Word)>>,
    numbers: FxHashMap<i64, u64>,
    number: Vec<i64>,
    texts: FxHashMap<Arc<str>, u64>,
    text: Vec<Arc<str>>,
    lists: FxHashMap<Arc<[Word]>, u64>,
    list: Vec<Listed>,
    grounds: FxHashMap<Ground, u64>,
    ground: Vec<Ground>,
    seals: FxHashMap<Arc<Secret>, u64>,
    seal: Vec<Arc<Secret>>,
    marked: FxHashMap<(Word, u32), u64>,
    /// Lists of units as the kernel keeps them, by their words: the same few are asked for again and again.
    unit_lists: RefCell<FxHashMap<Word, Value>>,
    /// The phase asked for last: the same text in the same place, nearly always.
    phase: Option<(Arc<str>, Word)>,
}

impl Lexicon {
    /// How many things are numbered.
    pub(in crate::rules) fn len(&self) -> usize {
        self.number.len()
            + self.text.len()
            + self.list.len()
            + self.ground.len()
            + self.seal.len()
            + self.marked.len()
    }

    #[inline]
    pub(in crate::rules) fn int(&mut self, value: i64) -> Word {
        if (value << 8) >> 8 == value {
            return Word::of(INT, value as u64 & REST);
        }
        let next = self.number.len() as u64;
        let number = *self.numbers.entry(value).or_insert(next);
        if number == next {
            self.number.push(value);
        }
        Word::of(WIDE, number)
    }

    pub(super) fn text(&mut self, text: &str) -> Word {
        Word::of(TEXT, self.text_number(text))
    }

    /// The text of a word.
    pub(super) fn text_of(&self, word: Word) -> &str {
        &self.text[word.rest() as usize]
    }

    fn text_number(&mut self, text: &str) -> u64 {
        if let Some(number) = self.texts.get(text) {
            return *number;
        }
        let text: Arc<str> = Arc::from(text);
        self.text.push(text.clone());
        let number = self.text.len() as u64 - 1;
        self.texts.insert(text, number);
        number
    }

    #[inline]
    pub(in crate::rules) fn phase(&mut self, phase: &Arc<str>) -> Word {
        if let Some((known, word)) = &self.phase
            && Arc::ptr_eq(known, phase)
        {
            return *word;
        }
        let word = Word::of(TEXT, self.text_number(phase));
        self.phase = Some((phase.clone(), word));
        word
    }

    pub(in crate::rules) fn refused(&mut self, reason: &str) -> Word {
        Word::of(REFUSED, self.text_number(reason))
    }

    /// The reason of a refusal.
    pub(in crate::rules) fn reason(&self, word: Word) -> Arc<str> {
        self.text[word.rest() as usize].clone()
    }

    pub(in crate::rules) fn list(&mut self, items: &[Word]) -> Word {
        match items {
            [] => return Word::EMPTY,
            [one] if one.tag() == HEX => return Word::of(ONE_HEX, one.rest()),
            [first, ..] if matches!(first.tag(), UNIT | SIDE) => {
                let fits = items.iter().all(|w| w.tag() == first.tag() && w.rest() < u64::from(BITS));
                if fits && items.windows(2).all(|pair| pair[0] < pair[1]) {
                    let bits = items.iter().fold(0, |bits, w| bits | 1 << w.rest());
                    return Word::of(if first.tag() == UNIT { UNITS } else { SIDES }, bits);
                }
            }
            _ => {}
        }
        if let Some(number) = self.lists.get(items) {
            return Word::of(LIST, *number);
        }
        let items: Arc<[Word]> = Arc::from(items);
        let has_units = items.iter().any(|word| self.may_have_units(*word));
        let has_standing = items.iter().any(|word| self.has_standing(*word));
        self.list.push(Listed { items: items.clone(), has_units, has_standing, value: OnceCell::new() });
        let number = self.list.len() as u64 - 1;
        self.lists.insert(items, number);
        Word::of(LIST, number)
    }

    /// Units in order of battle.
    #[inline]
    pub(in crate::rules) fn units(&mut self, units: impl Iterator<Item = UnitId> + Clone) -> Word {
        let mut bits = 0_u64;
        for unit in units.clone() {
            if unit.0 >= BITS {
                let words: Vec<Word> = units.map(|u| Word::of(UNIT, u64::from(u.0))).collect();
                return self.list(&words);
            }
            bits |= 1 << unit.0;
        }
        Word::of(UNITS, bits)
    }

    /// The units of a side that are in play, as long as they are the same.
    #[inline]
    pub(super) fn units_of(&mut self, state: &State, side: SideId) -> Word {
        let version = state.version(Part::IN_PLAY);
        match self.in_play.get(side.index()) {
            Some(Some((known, word))) if *known == version => *word,
            _ => self.units_of_anew(state, side, version),
        }
    }

    fn units_of_anew(&mut self, state: &State, side: SideId, version: u64) -> Word {
        let own = state.units().filter(|(_, u)| u.side == side && u.place != Place::Out);
        let word = self.units(own.map(|(id, _)| id));
        if self.in_play.len() <= side.index() {
            self.in_play.resize(side.index() + 1, None);
        }
        self.in_play[side.index()] = Some((version, word));
        word
    }

    /// Sides in any order, each as often as it likes.
    #[inline]
    pub(in crate::rules) fn sides(&mut self, sides: impl Iterator<Item = SideId> + Clone) -> Word {
        let mut bits = 0_u64;
        for side in sides.clone() {
            if side.0 >= BITS {
                let mut words: Vec<Word> = sides.map(Word::side).collect();
                words.sort_unstable();
                words.dedup();
                return self.list(&words);
            }
            bits |= 1 << side.0;
        }
        if bits == 0 { Word::EMPTY } else { Word::of(SIDES, bits) }
    }

    pub(in crate::rules) fn hexes(&mut self, hexes: &[Hex]) -> Word {
        let words: Vec<Word> = hexes.iter().map(|h| Word::hex(*h)).collect();
        self.list(&words)
    }

    pub(super) fn numbered_ground(&mut self, ground: Ground) -> Word {
        let next = self.ground.len() as u64;
        let number = *self.grounds.entry(ground).or_insert(next);
        if number == next {
            self.ground.push(ground);
        }
        Word::of(GROUND, number)
    }

    pub(in crate::rules) fn given(&mut self, given: &Given) -> Word {
        match given {
            Given::Dice(faces) => match faces[..] {
                [face] => Word::of(DIE, u64::from(face)),
                _ => {
                    let faces: Vec<Word> = faces.iter().map(|f| self.int(i64::from(*f))).collect();
                    let list = self.list(&faces);
                    Word::of(DICE, list.rest())
                }
            },
            Given::Total(total) => Word::of(TOTAL, u64::from(*total)),
            Given::Chosen(at) => Word::of(CHOSEN, *at as u64),
            Given::Revealed(all) => {
                let sheets: Vec<Word> = all
                    .iter()
                    .map(|revealed| {
                        let rows = revealed.written.iter();
                        let rows: Vec<Word> = rows.map(|written| self.written(written)).collect();
                        self.list(&rows)
                    })
                    .collect();
                let list = self.list(&sheets);
                Word::of(REVEALED, list.rest())
            }
            Given::Sealed(all) => {
                let mut digests = Vec::new();
                for sealed in all {
                    for digest in [sealed.closed.moment, sealed.closed.commitment] {
                        digests.push(Word::of(TEXT, self.text_number(&digest.to_string())));
                    }
                }
                let list = self.list(&digests);
                Word::of(SEALED, list.rest())
            }
        }
    }

    fn sealed(&mut self, secret: &Arc<Secret>) -> Word {
        let next = self.seal.len() as u64;
        let number = *self.seals.entry(secret.clone()).or_insert(next);
        if number == next {
            self.seal.push(secret.clone());
        }
        Word::of(SEAL, number)
    }

    fn written(&mut self, written: &Written) -> Word {
        match written {
            Written::Option(at) => Word::of(CHOSEN, *at as u64),
            Written::Number(number) => self.int(*number),
            Written::Text(text) => Word::of(TEXT, self.text_number(text)),
        }
    }

    pub(in crate::rules) fn of_value(&mut self, value: &Value) -> Word {
        match value {
            Value::Nothing => Word::NOTHING,
            Value::Bool(b) => Word::bool(*b),
            Value::Int(i) => self.int(*i),
            Value::Text(text) => Word::of(TEXT, self.text_number(text)),
            Value::Hex(hex) => Word::hex(*hex),
            Value::Point(point) => Word::point(*point),
            Value::Facing(facing) => Word::facing(*facing),
            Value::Unit(unit) => Word::of(UNIT, u64::from(unit.0)),
            Value::Type(t) => Word::of(TYPE, u64::from(t.0)),
            Value::Side(side) => Word::side(*side),
            Value::Terrain(t) => self.numbered_ground(Ground::printed(*t)),
            Value::Circle(circle) => Word::circle(*circle),
            Value::Seal(secret) => self.sealed(secret),
            Value::List(items) => match items[..] {
                [Value::Hex(hex)] => Word::of(ONE_HEX, Word::hex(hex).rest()),
                _ => {
                    let words: SmallVec<[Word; 8]> = items.iter().map(|v| self.of_value(v)).collect();
                    self.list(&words)
                }
            },
        }
    }

    /// A script's value; nothing for one that is more than a value: a map, a tally, a closure.
    pub(in crate::rules) fn of_dynamic(&mut self, value: &Dynamic) -> Option<Word> {
        if value.is_unit() {
            return Some(Word::NOTHING);
        }
        if let Ok(b) = value.as_bool() {
            return Some(Word::bool(b));
        }
        if let Ok(i) = value.as_int() {
            return Some(self.int(i));
        }
        if let Ok(text) = value.as_immutable_string_ref() {
            return Some(Word::of(TEXT, self.text_number(&text)));
        }
        if let Ok(items) = value.as_array_ref() {
            let words = items.iter().map(|item| self.of_dynamic(item)).collect::<Option<Vec<_>>>()?;
            return Some(self.list(&words));
        }
        let id = value.type_id();
        macro_rules! handle {
            ($type:ty, $word:expr) => {
                if id == std::any::TypeId::of::<$type>() {
                    return value.read_lock::<$type>().map(|handle| $word(*handle));
                }
            };
        }
        handle!(Hex, Word::hex);
        handle!(UnitId, Word::unit);
        handle!(CircleId, Word::circle);
        handle!(Point, Word::point);
        handle!(Facing, Word::facing);
        handle!(SideId, Word::side);
        handle!(TypeId, |t: TypeId| Word::of(TYPE, u64::from(t.0)));
        handle!(Ground, |g| self.numbered_ground(g));
        if let Some(seal) = value.read_lock::<UnderSeal>() {
            return Some(self.sealed(&seal.0));
        }
        if id == std::any::TypeId::of::<PassOnly>() {
            let PassOnly(cost) = *value.read_lock::<PassOnly>()?;
            return ((cost << 8) >> 8 == cost).then(|| Word::of(PASS, cost as u64 & REST));
        }
        handle!(Game, |_| Word::of(GAME, 0));
        None
    }

    /// The value as a script takes it.
    pub(in crate::rules) fn dynamic(&self, word: Word) -> Dynamic {
        match word.tag() {
            BOOL => Dynamic::from(word.rest() != 0),
            INT => Dynamic::from(word.small()),
            WIDE => Dynamic::from(self.number[word.rest() as usize]),
            TEXT => Dynamic::from(rhai::ImmutableString::from(&*self.text[word.rest() as usize])),
            HEX => Dynamic::from(word.as_hex()),
            POINT => Dynamic::from(word.as_point()),
            FACING => Dynamic::from(word.as_facing()),
            UNIT => Dynamic::from(UnitId(word.rest() as u32)),
            TYPE => Dynamic::from(TypeId(word.rest() as u32)),
            SIDE => Dynamic::from(SideId(word.rest() as u32)),
            CIRCLE => Dynamic::from(word.as_circle()),
            SEAL => Dynamic::from(UnderSeal(self.seal[word.rest() as usize].clone())),
            GROUND => Dynamic::from(self.ground[word.rest() as usize]),
            PASS => Dynamic::from(PassOnly(word.small())),
            GAME => Dynamic::from(Game),
            LIST | UNITS | SIDES | ONE_HEX => {
                Dynamic::from_array(self.items(word).into_iter().map(|w| self.dynamic(w)).collect::<Array>())
            }
            _ => Dynamic::UNIT,
        }
    }

    /// The value as the kernel keeps it.
    pub(in crate::rules) fn value(&self, word: Word) -> Value {
        match word.tag() {
            BOOL => Value::Bool(word.rest() != 0),
            INT => Value::Int(word.small()),
            WIDE => Value::Int(self.number[word.rest() as usize]),
            TEXT => Value::Text(self.text[word.rest() as usize].clone()),
            HEX => Value::Hex(word.as_hex()),
            POINT => Value::Point(word.as_point()),
            FACING => Value::Facing(word.as_facing()),
            UNIT => Value::Unit(UnitId(word.rest() as u32)),
            TYPE => Value::Type(TypeId(word.rest() as u32)),
            SIDE => Value::Side(SideId(word.rest() as u32)),
            CIRCLE => Value::Circle(word.as_circle()),
            SEAL => Value::Seal(self.seal[word.rest() as usize].clone()),
            GROUND => Value::Terrain(self.terrain(word)),
            LIST => {
                let listed = &self.list[word.rest() as usize];
                let value = || Value::list(listed.items.iter().map(|w| self.value(*w)));
                listed.value.get_or_init(value).clone()
            }
            UNITS => self.unit_list(word),
            SIDES | ONE_HEX => Value::list(self.items(word).into_iter().map(|w| self.value(w))),
            _ => Value::Nothing,
        }
    }

    fn unit_list(&self, word: Word) -> Value {
        let mut known = self.unit_lists.borrow_mut();
        if let Some(value) = known.get(&word) {
            return value.clone();
        }
        if known.len() >= MOST_UNIT_LISTS {
            known.clear();
        }
        let value = Value::list(self.items(word).into_iter().map(|w| self.value(w)));
        known.insert(word, value.clone());
        value
    }

    /// An answer as a function branches on it: where units of its slots are in it, it matters which slots they are.
    #[inline]
    pub(super) fn branch(&mut self, word: Word, units: &[UnitId]) -> Word {
        if !self.may_have_units(word) {
            return word;
        }
        let mut slots = 0_u32;
        for (at, unit) in units.iter().enumerate() {
            slots |= u32::from(self.has_unit(word, *unit)) << at;
        }
        if slots == 0 {
            return word;
        }
        let next = self.marked.len() as u64;
        Word::of(MARKED, *self.marked.entry((word, slots)).or_insert(next))
    }

    /// Whether a unit is in a value.
    #[inline]
    pub(in crate::rules) fn has_unit(&self, word: Word, unit: UnitId) -> bool {
        match word.tag() {
            UNIT => word.rest() == u64::from(unit.0),
            UNITS => unit.0 < BITS && word.rest() >> unit.0 & 1 == 1,
            LIST => {
                let list = &self.list[word.rest() as usize];
                list.has_units && list.items.iter().any(|w| self.has_unit(*w, unit))
            }
            SEAL => self.seal[word.rest() as usize].has_unit(unit),
            GROUND => self.ground[word.rest() as usize].unit == Some(unit),
            _ => false,
        }
    }

    /// Whether any unit can be in a value.
    fn may_have_units(&self, word: Word) -> bool {
        match word.tag() {
            LIST => self.list[word.rest() as usize].has_units,
            tag => matches!(tag, UNIT | UNITS | SEAL | GROUND),
        }
    }

    /// Whether what stands for hexes of slots is in a value.
    #[inline]
    pub(super) fn has_standing(&self, word: Word) -> bool {
        match word.tag() {
            HEX | ONE_HEX => as_spot(word.as_hex()).is_some(),
            LIST => self.list[word.rest() as usize].has_standing,
            _ => false,
        }
    }

    fn terrain(&self, word: Word) -> TerrainId {
        self.ground_of(word).terrain
    }

    /// The terrain of a word as somebody sees it.
    pub(super) fn ground_of(&self, word: Word) -> Ground {
        self.ground[word.rest() as usize]
    }

    pub(super) fn items(&self, word: Word) -> Vec<Word> {
        let bits = |tag: u64| {
            let mut left = word.rest();
            (0..left.count_ones()).map(move |_| {
                let bit = left.trailing_zeros();
                left &= left - 1;
                Word::of(tag, bit.into())
            })
        };
        match word.tag() {
            LIST => self.list[word.rest() as usize].items.to_vec(),
            UNITS => bits(UNIT).collect(),
            SIDES => bits(SIDE).collect(),
            ONE_HEX => vec![Word::of(HEX, word.rest())],
            _ => Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_comes_back_from_its_word_and_equal_values_have_equal_words() {
        let hex = |q, r| Value::Hex(Hex { q, r });
        let unit = |n| Value::Unit(UnitId(n));
        let side = |n| Value::Side(SideId(n));
        let values = [
            Value::Nothing,
            Value::Bool(true),
            Value::Bool(false),
            Value::Int(0),
            Value::Int(-1),
            Value::Int(1 << 54),
            Value::Int(-(1 << 55)),
            Value::Int(1 << 55),
            Value::Int(i64::MAX),
            Value::Int(i64::MIN),
            Value::text("woods"),
            Value::text(""),
            hex(0, 0),
            hex(-3, 7),
            hex(1000, -1500),
            unit(0),
            side(0),
            Value::Type(TypeId(3)),
            Value::Terrain(TerrainId(2)),
            Value::list([]),
            Value::list([unit(1), unit(5)]),
            Value::list([unit(5), unit(1)]),
            Value::list([unit(1), unit(1)]),
            Value::list([unit(60), unit(61)]),
            Value::list([side(0), side(1)]),
            Value::list([side(1), side(0)]),
            Value::list([hex(1, 2)]),
            Value::list([hex(1, 2), hex(2, 2)]),
            Value::list([Value::list([]), Value::list([Value::Int(1)])]),
        ];
        let mut lexicon = Lexicon::default();
        let words: Vec<Word> = values.iter().map(|v| lexicon.of_value(v)).collect();
        for (at, value) in values.iter().enumerate() {
            assert_eq!(lexicon.value(words[at]), *value);
            assert_eq!(lexicon.of_value(value), words[at], "{value:?}");
            let back = lexicon.dynamic(words[at]);
            assert_eq!(lexicon.of_dynamic(&back), Some(words[at]), "{value:?}");
            assert_eq!(words.iter().filter(|w| **w == words[at]).count(), 1, "{value:?}");
        }
    }
}

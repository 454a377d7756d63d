//! Values as single words, equal where the values are equal: what tries branch on.

use smallvec::SmallVec;

use crate::kernel::hex::Hex;
use crate::kernel::plane::{Facing, Length, Point, Turn};
use crate::kernel::value::{CircleId, HullId, SideId, TypeId, UnitId};

/// The arguments of a function; most have few.
pub(in crate::rules) type Arguments = SmallVec<[Word; 3]>;

/// A value: a tag in the highest byte, well below 255, and what it stands for below. What does not fit is numbered by a
/// [`Lexicon`](super::lexicon::Lexicon).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(in crate::rules) struct Word(u64);

pub(super) const TAG: u32 = 56;
pub(super) const REST: u64 = (1 << TAG) - 1;

/// Hexes that have come into slots, as what leads on from there.
pub(super) const TAKEN: u64 = 0;
pub(super) const NOTHING: u64 = 1;
pub(super) const BOOL: u64 = 2;
pub(super) const INT: u64 = 3;
/// A number too large for a word.
pub(super) const WIDE: u64 = 4;
pub(super) const TEXT: u64 = 5;
pub(super) const HEX: u64 = 6;
pub(super) const UNIT: u64 = 7;
pub(super) const TYPE: u64 = 8;
pub(super) const SIDE: u64 = 9;
pub(super) const GROUND: u64 = 10;
pub(super) const LIST: u64 = 11;
/// A list of different units in order of battle, all with low numbers; the empty list too.
pub(super) const UNITS: u64 = 12;
/// A list of different sides in the order of play, at least one.
pub(super) const SIDES: u64 = 13;
/// A list of one hex.
pub(super) const ONE_HEX: u64 = 14;
pub(super) const PASS: u64 = 15;
pub(super) const GAME: u64 = 16;
pub(super) const DIE: u64 = 17;
pub(super) const DICE: u64 = 18;
pub(super) const TOTAL: u64 = 19;
pub(super) const CHOSEN: u64 = 20;
pub(super) const REFUSED: u64 = 21;
/// The unit in a slot of a function, whichever of a side and a type that is.
pub(super) const CLASS: u64 = 22;
/// What was decided in secret.
pub(super) const REVEALED: u64 = 23;

pub(super) const POINT: u64 = 24;
pub(super) const FACING: u64 = 25;
/// A circle of a hull.
pub(super) const CIRCLE: u64 = 26;
/// What a side has written under seal.
pub(super) const SEAL: u64 = 27;
/// Seals that were given in answer.
pub(super) const SEALED: u64 = 28;
/// An answer in which units of slots are, with which slots these are.
pub(super) const MARKED: u64 = 29;
/// The unit or the hex of an earlier slot once more.
pub(super) const SAME: u64 = 30;

/// What stands for a unit or a hex in a slot stands in a list of its own there.
const ALONE: u64 = 1 << (TAG - 1);

/// A hex in a slot of a function, whichever of its terrain that is. It stands in keys, and in what leads from one node to the next.
pub(super) const SPOT: u64 = 32;

/// Units and sides with lower numbers than this fit into the bits of a word.
pub(super) const BITS: u32 = TAG;

impl Word {
    pub(in crate::rules) const NOTHING: Word = Word(NOTHING << TAG);
    pub(in crate::rules) const EMPTY: Word = Word(UNITS << TAG);

    #[inline]
    pub(super) const fn of(tag: u64, rest: u64) -> Word {
        Word(tag << TAG | rest)
    }

    #[inline]
    pub(super) fn bits(self) -> u64 {
        self.0
    }

    #[inline]
    pub(super) fn tag(self) -> u64 {
        self.0 >> TAG
    }

    #[inline]
    pub(super) fn rest(self) -> u64 {
        self.0 & REST
    }

    #[inline]
    pub(in crate::rules) fn bool(value: bool) -> Word {
        Word::of(BOOL, u64::from(value))
    }

    #[inline]
    pub(in crate::rules) fn hex(hex: Hex) -> Word {
        const HALF: u64 = (1 << 28) - 1;
        Word::of(HEX, (hex.q as u64 & HALF) << 28 | (hex.r as u64 & HALF))
    }

    #[inline]
    pub(super) fn as_hex(self) -> Hex {
        // The sign of each half is drawn out again.
        let half = |bits: u64| ((bits as u32) << 4) as i32 >> 4;
        Hex { q: half(self.rest() >> 28), r: half(self.rest() & ((1 << 28) - 1)) }
    }

    pub(in crate::rules) fn point(point: Point) -> Word {
        const HALF: u64 = (1 << 28) - 1;
        let half = |length: Length| length.in_thousandths() as u64 & HALF;
        Word::of(POINT, half(point.x()) << 28 | half(point.y()))
    }

    pub(super) fn as_point(self) -> Point {
        let hex = Word::of(HEX, self.rest()).as_hex();
        Point::new(Length::thousandths(hex.q.into()), Length::thousandths(hex.r.into()))
    }

    pub(in crate::rules) fn facing(facing: Facing) -> Word {
        Word::of(FACING, facing.turn().in_millionths() as u64)
    }

    pub(super) fn as_facing(self) -> Facing {
        Facing::UP.turned(Turn::millionths(self.rest() as i64))
    }

    pub(super) fn circle(circle: CircleId) -> Word {
        Word::of(CIRCLE, u64::from(circle.hull.0 & 0xFF_FFFF) << 32 | u64::from(circle.at))
    }

    pub(super) fn as_circle(self) -> CircleId {
        CircleId { hull: HullId((self.rest() >> 32) as u32), at: self.rest() as u32 }
    }

    #[inline]
    pub(in crate::rules) fn unit(unit: UnitId) -> Word {
        Word::of(UNIT, u64::from(unit.0))
    }

    #[inline]
    pub(in crate::rules) fn as_unit(self) -> Option<UnitId> {
        (self.tag() == UNIT).then(|| UnitId(self.rest() as u32))
    }

    /// The unit in a slot, whichever of a side and a type that is.
    pub(in crate::rules) fn class(side: SideId, unit_type: TypeId) -> Word {
        Word::of(CLASS, u64::from(side.0) << 32 | u64::from(unit_type.0))
    }

    #[inline]
    pub(super) fn is_class(self) -> bool {
        self.tag() == CLASS
    }

    /// The unit or the hex of a slot, once more.
    #[inline]
    pub(super) fn same(slot: usize) -> Word {
        Word::of(SAME, slot as u64)
    }

    /// The slot of which it is that once more.
    #[inline]
    pub(super) fn as_same(self) -> Option<usize> {
        (self.tag() == SAME).then_some((self.rest() & !ALONE) as usize)
    }

    /// The only unit of a list.
    #[inline]
    pub(super) fn as_lone_unit(self) -> Option<UnitId> {
        (self.tag() == UNITS && self.rest().is_power_of_two()).then(|| UnitId(self.rest().trailing_zeros()))
    }

    /// Whether units may be inside of it, other than a single one in a list.
    #[inline]
    pub(super) fn may_have_units_inside(self) -> bool {
        match self.tag() {
            UNITS => !self.rest().is_power_of_two(),
            tag => matches!(tag, LIST | SEAL | GROUND),
        }
    }

    /// A list of nothing but a unit that fits into the bits of a word.
    #[inline]
    pub(super) fn lone_unit(unit: UnitId) -> Word {
        Word::of(UNITS, 1 << unit.0)
    }

    /// A list of nothing but what is in a slot, for which this stands.
    #[inline]
    pub(super) fn alone(self) -> Word {
        Word(self.0 | ALONE)
    }

    /// Whether this stands for such a list, and not for what is in it.
    #[inline]
    pub(super) fn is_alone(self) -> bool {
        self.0 & ALONE != 0
    }

    /// A list of nothing but a hex.
    #[inline]
    pub(super) fn lone_hex(hex: Hex) -> Word {
        Word::of(ONE_HEX, Word::hex(hex).rest())
    }

    /// The hex that it is, or the only one of the list that it is.
    #[inline]
    pub(super) fn as_hex_or_lone(self) -> Option<Hex> {
        matches!(self.tag(), HEX | ONE_HEX).then(|| self.as_hex())
    }

    /// The hex in a slot, by the number of its terrain.
    #[inline]
    pub(super) fn spot(ground: usize) -> Word {
        Word::of(SPOT, ground as u64)
    }

    #[inline]
    pub(super) fn is_spot(self) -> bool {
        self.tag() == SPOT
    }

    #[inline]
    pub(super) fn is_hex(self) -> bool {
        self.tag() == HEX
    }

    #[inline]
    pub(in crate::rules) fn side(side: SideId) -> Word {
        Word::of(SIDE, u64::from(side.0))
    }

    /// What it costs to enter a hex, and whether a move may end there.
    #[inline]
    pub(in crate::rules) fn cost(self) -> Option<(i64, bool)> {
        match self.tag() {
            INT => Some((self.small(), true)),
            PASS => Some((self.small(), false)),
            _ => None,
        }
    }

    #[inline]
    pub(super) fn small(self) -> i64 {
        ((self.0 << 8) as i64) >> 8
    }

    #[inline]
    pub(in crate::rules) fn is_refused(self) -> bool {
        self.tag() == REFUSED
    }
}

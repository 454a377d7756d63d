//! What is done at a node as a single number: a walk reads it with the node, and most of it needs to look up nothing more.

use super::code::Code;
use super::slots::{as_slot, as_spot, slot, spot};
use super::trie::RootId;
use super::word::{HEX, Word};
use crate::kernel::hex::Hex;
use crate::kernel::state::{Query, Target};
use crate::kernel::value::{SideId, UnitId};

/// What is done, in the highest bits, and what it is done to, or its number among what is done so.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Brief(u32);

/// So many bits are left for what it is done to.
const REST: u32 = 26;
/// A call that hands something on has so many bits for the root, and the others for what it hands on.
const ROOT: u32 = 22;

/// A query by its number.
pub(super) const READ: u32 = 0;
/// The same of what is in slots.
pub(super) const READ_OF: u32 = 1;
// Queries about a unit, and about that of a slot.
pub(super) const PLACE: u32 = 2;
pub(super) const PLACE_OF: u32 = 3;
pub(super) const ON_MAP: u32 = 4;
pub(super) const ON_MAP_OF: u32 = 5;
pub(super) const IN_PLAY: u32 = 6;
pub(super) const IN_PLAY_OF: u32 = 7;
pub(super) const PROPERTY_OF: u32 = 8;
// Queries about a hex, and about that of a slot.
pub(super) const SIDES_AT: u32 = 9;
pub(super) const SIDES_AT_SPOT: u32 = 10;
pub(super) const UNITS_AT: u32 = 11;
pub(super) const UNITS_AT_SPOT: u32 = 12;
// Queries about the game.
pub(super) const ACTIVE: u32 = 13;
pub(super) const PHASE: u32 = 14;
pub(super) const UNITS_OF: u32 = 15;
/// Who is near the hex of a slot.
pub(super) const SIDES_WITHIN_SPOT: u32 = 16;
/// A property of the game or of a side.
pub(super) const PROPERTY: u32 = 17;
/// The last kind of query.
const LAST_READ: u32 = PROPERTY;
pub(super) const WHICH: u32 = 18;
pub(super) const WHERE: u32 = 19;
/// A call that hands nothing on.
pub(super) const CALL: u32 = 20;
/// A call that hands something on, by its number.
pub(super) const CALL_BY_NUMBER: u32 = 21;
pub(super) const ASK: u32 = 22;
pub(super) const SEARCH: u32 = 23;
pub(super) const DO: u32 = 24;
pub(super) const NAME: u32 = 25;
pub(super) const FOUND: u32 = 26;
/// A call of what hangs on a hex in a slot, by its number.
pub(super) const CALL_AT: u32 = 27;
// What a unit stands on, and that of a slot.
pub(super) const STAND: u32 = 28;
pub(super) const STAND_OF: u32 = 29;
/// What is between two hexes, by its number.
pub(super) const BETWEEN: u32 = 30;
/// The answer is hexes, by the number of what stands for them.
pub(super) const BROUGHT: u32 = 31;
/// From here on it is a call that hands something on.
pub(super) const CALL_OF: u32 = 1 << (u32::BITS - 1 - REST);

impl Brief {
    /// Something by its number.
    #[inline]
    pub(super) fn of(kind: u32, rest: u32) -> Brief {
        Brief(kind << REST | rest)
    }

    /// A call that hands on what has this number among what is handed on, where there is room for both.
    pub(super) fn call(root: RootId, handed: u32) -> Option<Brief> {
        let fits = root < 1 << ROOT && handed < 1 << (u32::BITS - 1 - ROOT);
        fits.then_some(Brief(1 << (u32::BITS - 1) | handed << ROOT | root))
    }

    #[inline]
    pub(super) fn kind(self) -> u32 {
        self.0 >> REST
    }

    #[inline]
    pub(super) fn rest(self) -> usize {
        (self.0 & ((1 << REST) - 1)) as usize
    }

    /// What is called by a call that hands something on, and the number of what it hands on.
    #[inline]
    pub(super) fn called(self) -> (RootId, usize) {
        let handed = self.0 >> ROOT & ((1 << (u32::BITS - 1 - ROOT)) - 1);
        (self.0 & ((1 << ROOT) - 1), handed as usize)
    }

    /// What a unit stands on.
    pub(super) fn stand(unit: UnitId) -> Brief {
        match as_slot(unit) {
            Some(at) => Brief::of(STAND_OF, at as u32),
            None => Brief::of(STAND, unit.0),
        }
    }

    #[inline]
    pub(super) fn is_read(self) -> bool {
        self.kind() <= LAST_READ
    }

    /// The unit of which it asks what it stands on, whose hex comes into a slot by that.
    #[inline]
    pub(super) fn who_stands(self) -> Option<UnitId> {
        match self.kind() {
            STAND => Some(UnitId(self.rest() as u32)),
            STAND_OF => Some(slot(self.rest())),
            _ => None,
        }
    }

    /// Whether it asks who is in a hex, by its bits or by its slot.
    #[inline]
    pub(super) fn asks_who_is_at(self, bits: Option<u32>, spot: Option<usize>) -> bool {
        match self.kind() {
            SIDES_AT | UNITS_AT => bits == Some(self.rest() as u32),
            SIDES_AT_SPOT | UNITS_AT_SPOT => spot == Some(self.rest()),
            _ => false,
        }
    }

    /// The bits of a hex that is not too far out.
    #[inline]
    pub(super) fn bits_of(hex: Hex) -> Option<u32> {
        Code::hex(hex).map(|code| code.bits() & ((1 << REST) - 1))
    }

    /// A slot and a number: of a unit and its property, or of a hex and how far round it.
    #[inline]
    pub(super) fn slot_and_number(self) -> (usize, u32) {
        (self.rest() & 0xf, (self.rest() >> 4) as u32)
    }

    /// The game or a side, and its property.
    #[inline]
    pub(super) fn whose_property(self) -> (Target, u32) {
        let (whose, property) = self.slot_and_number();
        let side = (whose as u32).checked_sub(1);
        (side.map_or(Target::Game, |side| Target::Side(SideId(side))), property)
    }

    /// The hex that it is about.
    #[inline]
    pub(super) fn hex(self) -> Hex {
        Word::of_short((HEX as u32) << REST | self.rest() as u32).as_hex()
    }

    /// A query that needs no number.
    pub(super) fn of_query(query: Query) -> Option<Brief> {
        let about = |unit: UnitId, kind: u32, kind_of: u32| match as_slot(unit) {
            Some(at) => Some(Brief::of(kind_of, at as u32)),
            None => (unit.0 < 1 << REST).then(|| Brief::of(kind, unit.0)),
        };
        let at = |hex: Hex, kind: u32, kind_spot: u32| match as_spot(hex) {
            Some(at) => Some(Brief::of(kind_spot, at as u32)),
            None => Brief::bits_of(hex).map(|bits| Brief::of(kind, bits)),
        };
        match query {
            Query::Place(unit) => about(unit, PLACE, PLACE_OF),
            Query::OnMap(unit) => about(unit, ON_MAP, ON_MAP_OF),
            Query::InPlay(unit) => about(unit, IN_PLAY, IN_PLAY_OF),
            Query::Property(target, property) if property < 1 << (REST - 4) => match target {
                Target::Unit(unit) => {
                    as_slot(unit).map(|at| Brief::of(PROPERTY_OF, property << 4 | at as u32))
                }
                Target::Game => Some(Brief::of(PROPERTY, property << 4)),
                Target::Side(side) if side.0 < 0xf => Some(Brief::of(PROPERTY, property << 4 | (side.0 + 1))),
                Target::Side(_) | Target::Hex(_) => None,
            },
            Query::SidesAt(hex) => at(hex, SIDES_AT, SIDES_AT_SPOT),
            Query::UnitsAt(hex) => at(hex, UNITS_AT, UNITS_AT_SPOT),
            Query::SidesWithin(hex, far) if far < 1 << (REST - 4) => {
                as_spot(hex).map(|at| Brief::of(SIDES_WITHIN_SPOT, far << 4 | at as u32))
            }
            Query::Active => Some(Brief::of(ACTIVE, 0)),
            Query::Phase => Some(Brief::of(PHASE, 0)),
            Query::UnitsOf(side) if side.0 < 1 << REST => Some(Brief::of(UNITS_OF, side.0)),
            _ => None,
        }
    }

    /// The query, where it needs no number.
    pub(super) fn query(self) -> Option<Query> {
        let unit = UnitId(self.rest() as u32);
        Some(match self.kind() {
            PLACE => Query::Place(unit),
            PLACE_OF => Query::Place(slot(self.rest())),
            ON_MAP => Query::OnMap(unit),
            ON_MAP_OF => Query::OnMap(slot(self.rest())),
            IN_PLAY => Query::InPlay(unit),
            IN_PLAY_OF => Query::InPlay(slot(self.rest())),
            PROPERTY_OF => {
                let (at, property) = self.slot_and_number();
                Query::Property(Target::Unit(slot(at)), property)
            }
            SIDES_AT => Query::SidesAt(self.hex()),
            SIDES_AT_SPOT => Query::SidesAt(spot(self.rest())),
            UNITS_AT => Query::UnitsAt(self.hex()),
            UNITS_AT_SPOT => Query::UnitsAt(spot(self.rest())),
            SIDES_WITHIN_SPOT => {
                let (at, far) = self.slot_and_number();
                Query::SidesWithin(spot(at), far)
            }
            PROPERTY => {
                let (target, property) = self.whose_property();
                Query::Property(target, property)
            }
            ACTIVE => Query::Active,
            PHASE => Query::Phase,
            UNITS_OF => Query::UnitsOf(SideId(self.rest() as u32)),
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_query_comes_back_from_its_brief() {
        let (units, hexes) = ([UnitId(0), UnitId(7), slot(0), slot(3)], [Hex::new(-3, 9), spot(0), spot(2)]);
        let of_units = units.into_iter().flat_map(|unit| {
            let property = Query::Property(Target::Unit(unit), 12);
            [Query::Place(unit), Query::OnMap(unit), Query::InPlay(unit), property]
        });
        let of_hexes = hexes
            .into_iter()
            .flat_map(|hex| [Query::SidesAt(hex), Query::UnitsAt(hex), Query::SidesWithin(hex, 3)]);
        let whose =
            [Target::Game, Target::Side(SideId(0)), Target::Side(SideId(14)), Target::Side(SideId(15))];
        let of_others = whose.map(|target| Query::Property(target, 12));
        let all = of_units.chain(of_hexes).chain(of_others);
        let all = all.chain([Query::Active, Query::Phase, Query::UnitsOf(SideId(1))]);
        for query in all {
            if let Some(brief) = Brief::of_query(query) {
                assert_eq!(brief.query(), Some(query));
                assert!(brief.is_read());
            }
        }
        assert_eq!(Brief::call(70, 5).map(Brief::called), Some((70, 5)));
        assert_eq!(Brief::call(1 << ROOT, 0), None);
    }
}

//! What a caller is told of a call: what it began by reading, which the caller may know already.

use smallvec::SmallVec;

use super::slots::{Spots, as_spot};
use super::word::Word;
use crate::kernel::hex::Hex;
use crate::kernel::state::Query;
use crate::kernel::value::UnitId;

/// Who asks is told of so many reads.
const MOST_LEADING: usize = 8;

/// What a function did, as far as its caller has to know.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(in crate::rules) struct Summary {
    /// The reads that it began with.
    pub(in crate::rules) leading: SmallVec<[Leading; MOST_LEADING]>,
    /// Whether there was anything more.
    pub(in crate::rules) more: bool,
    /// Whether it did more than look.
    pub(in crate::rules) did_more: bool,
}

/// What a function began with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::rules) enum Leading {
    Read(Query, Word),
    /// It asked what a unit stands on.
    Stand(UnitId),
    /// It had an answer that comes from nothing but these hexes.
    Printed(Spots),
}

impl Summary {
    /// Told that it was asked what a unit stands on, and answered this. That it is one of the hexes which the function was called with is
    /// more than its caller knows who knows where the unit is: another hex of the caller's may be the same.
    pub(super) fn stood(&mut self, unit: UnitId, answer: Word) {
        if answer.as_same().is_some() {
            self.more = true;
        } else if answer.is_hex() {
            self.add(Leading::Read(Query::Place(unit), answer), 0);
        } else {
            self.add(Leading::Stand(unit), 0);
        }
    }

    /// Told one more read by a function that was called with so many hexes in its slots. In which hex it has found a unit standing its
    /// caller does not know.
    pub(in crate::rules) fn add(&mut self, read: Leading, in_slots: usize) {
        let is_callers = |hex: Hex| as_spot(hex).is_none_or(|spot| spot < in_slots);
        let is_known = match read {
            Leading::Read(query, _) => query.hex().is_none_or(is_callers),
            Leading::Stand(_) => true,
            Leading::Printed(spots) => spots.iter().all(|hex| is_callers(*hex)),
        };
        if self.more || !is_known || self.leading.len() == MOST_LEADING {
            self.more = true;
        } else {
            self.leading.push(read);
        }
    }
}

/// A question with few answers, which a caller can ask itself as well.
pub(in crate::rules) fn is_narrow(query: &Query) -> bool {
    matches!(
        query,
        Query::SidesAt(_)
            | Query::SidesWithin(..)
            | Query::OnMap(_)
            | Query::InPlay(_)
            | Query::Active
            | Query::Phase
            | Query::Over
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::recall::word::INT;

    #[test]
    fn that_a_unit_stands_in_a_hex_that_was_handed_on_is_more_than_who_knows_where_it_is_can_tell() {
        let unit = UnitId(3);
        let told = |answer: Word| {
            let mut summary = Summary::default();
            summary.stood(unit, answer);
            (summary.leading.to_vec(), summary.more)
        };
        let ground = Word::of(INT, 2);
        assert_eq!(told(ground), (vec![Leading::Stand(unit)], false));
        assert_eq!(told(Word::NOTHING), (vec![Leading::Stand(unit)], false));
        let at = Word::hex(Hex::new(1, 1));
        assert_eq!(told(at), (vec![Leading::Read(Query::Place(unit), at)], false));
        assert_eq!(told(Word::same(0)), (vec![], true));
    }
}

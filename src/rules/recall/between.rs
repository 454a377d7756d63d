//! What is asked of two hexes of which a rule has what stands for them.

use super::slots::as_spot;
use super::word::{INT, Word};
use crate::kernel::hex::Hex;

/// What is between two hexes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(in crate::rules) enum Between {
    /// Whether they are the same.
    Same(Hex, Hex),
    /// How many hexes it is from one to the other.
    Distance(Hex, Hex),
}

impl Between {
    /// The same of other hexes.
    #[inline]
    pub(super) fn at(self, other: impl Fn(Hex) -> Hex) -> Between {
        match self {
            Between::Same(a, b) => Between::Same(other(a), other(b)),
            Between::Distance(a, b) => Between::Distance(other(a), other(b)),
        }
    }

    /// Whether that hangs on which hexes they are: one at least stands in a slot, and not both in the same.
    pub(super) fn is_open(self) -> bool {
        let (Between::Same(a, b) | Between::Distance(a, b)) = self;
        a != b && (as_spot(a).is_some() || as_spot(b).is_some())
    }

    /// The answer, for hexes themselves.
    #[inline]
    pub(super) fn answer(self) -> Word {
        match self {
            Between::Same(a, b) => Word::bool(a == b),
            Between::Distance(a, b) => Word::of(INT, u64::from(a.distance(b))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::recall::slots::{Spots, filled_spot, spot};

    #[test]
    fn what_stands_for_hexes_leaves_open_what_it_does_not_tell() {
        let (near, far) = (Hex::new(0, 0), Hex::new(2, 1));
        for (a, b, open) in [
            (near, far, false),
            (near, near, false),
            (spot(0), spot(0), false),
            (spot(0), spot(1), true),
            (near, spot(0), true),
            (spot(1), near, true),
        ] {
            assert_eq!(Between::Same(a, b).is_open(), open, "{a:?} {b:?}");
            assert_eq!(Between::Distance(a, b).is_open(), open, "{a:?} {b:?}");
        }
        let spots: Spots = [near, far, far].into_iter().collect();
        let answer = |between: Between| between.at(|hex| filled_spot(hex, &spots)).answer();
        assert_eq!(answer(Between::Same(spot(1), spot(2))), Word::bool(true));
        assert_eq!(answer(Between::Same(spot(0), far)), Word::bool(false));
        assert_eq!(answer(Between::Distance(spot(0), spot(2))).small(), i64::from(near.distance(far)));
    }
}

//! How far two things are apart, kept exact: a comparison never goes over a rounded root.

use std::cmp::Ordering;
use std::fmt;

use super::length::Length;
use super::spot::{fine, root, small};

/// How far two things are apart. Where a rule is decided it is compared exactly; shown, it is rounded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Apart {
    core: Squared,
    offset: i64,
    inward: bool,
}

/// A squared length in square millionths of an inch: a whole number and a fraction below 1.
#[derive(Debug, Clone, Copy)]
pub(super) struct Squared {
    whole: i128,
    part: i128,
    out_of: i128,
}

impl Apart {
    /// So far apart at the core, less what the two round shapes reach out from there.
    pub(super) fn outward(core: Squared, reach: i64) -> Apart {
        Apart { core, offset: reach, inward: false }
    }

    /// As far as `limit` is beyond the core: from inside a circle to its edge.
    pub(super) fn inward(core: Squared, limit: i64) -> Apart {
        Apart { core, offset: limit, inward: true }
    }

    /// Nothing apart.
    pub(super) fn none() -> Apart {
        Apart::outward(Squared::whole(0), 0)
    }

    /// This distance against a length, exactly: a base one inch off is `Equal` to one inch, whichever way it
    /// faces as long as its corners are.
    pub fn compare(&self, length: Length) -> Ordering {
        if length < Length::ZERO {
            return Ordering::Greater;
        }
        if self.is_zero() {
            return Length::ZERO.cmp(&length);
        }
        let length = fine(length);
        if self.inward {
            self.core.compare_root(self.offset - length).reverse()
        } else {
            self.core.compare_root(self.offset + length)
        }
    }

    /// Whether it is at most so far, exactly so far included.
    pub fn is_within(&self, length: Length) -> bool {
        self.compare(length) != Ordering::Greater
    }

    /// Whether there is nothing between them: they touch or overlap.
    pub fn is_zero(&self) -> bool {
        let core = self.core.compare_root(self.offset);
        if self.inward { core != Ordering::Less } else { core != Ordering::Greater }
    }

    /// To the nearest thousandth of an inch, a half up: to be shown, not to be compared.
    pub fn rounded(&self) -> Length {
        Length::thousandths((self.millionths() + 500) / 1000)
    }

    /// Whole millionths, rounded down: what decides which of several is nearest.
    pub(super) fn millionths(&self) -> i64 {
        if self.is_zero() {
            0
        } else if self.inward {
            self.offset - self.core.root_up()
        } else {
            self.core.root_down() - self.offset
        }
    }
}

/// To the nearest thousandth.
impl fmt::Display for Apart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.rounded().fmt(f)
    }
}

impl Squared {
    pub(super) fn whole(whole: i128) -> Squared {
        Squared { whole, part: 0, out_of: 1 }
    }

    /// A fraction of two numbers, the first not below zero, the second above it.
    pub(super) fn fraction(number: i128, out_of: i128) -> Squared {
        Squared { whole: number / out_of, part: number % out_of, out_of }
    }

    /// The root of this against a length in millionths, exactly.
    pub(super) fn compare_root(&self, length: i64) -> Ordering {
        if length < 0 {
            return Ordering::Greater;
        }
        let square = i128::from(length) * i128::from(length);
        self.whole.cmp(&square).then(self.part.cmp(&0))
    }

    /// The root, down to a whole millionth.
    pub(super) fn root_down(&self) -> i64 {
        small(root(self.whole))
    }

    /// The root, up to a whole millionth.
    fn root_up(&self) -> i64 {
        let down = self.root_down();
        down + i64::from(self.compare_root(down) == Ordering::Greater)
    }
}

impl Ord for Squared {
    fn cmp(&self, other: &Squared) -> Ordering {
        let parts = || (self.part * other.out_of).cmp(&(other.part * self.out_of));
        self.whole.cmp(&other.whole).then_with(parts)
    }
}

impl PartialOrd for Squared {
    fn partial_cmp(&self, other: &Squared) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Squared {
    fn eq(&self, other: &Squared) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Squared {}

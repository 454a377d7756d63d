//! Whole numbers from 0 on, of any size: the weights of outcomes.
//!
//! Up to 128 bits they stand in place, beyond that in memory of their own. The loops that most is counted in are
//! written for any [`Weight`], and run in plain 128 bits where the total of all weights fits.

use dashu_int::ops::{BitTest, Gcd};

/// A whole number from 0 on, of any size.
pub type Natural = dashu_int::UBig;

/// A whole number of any size, with a sign.
pub type Whole = dashu_int::IBig;

/// What weights are counted in, chosen so that the total of all of them fits.
pub(super) trait Weight: Clone {
    /// No weight.
    const ZERO: Self;
    /// A number that fits.
    fn of(number: &Natural) -> Self;
    /// As a number of any size.
    fn natural(self) -> Natural;
    /// Adds another.
    fn add(&mut self, other: &Self);
    /// The product of two.
    fn times(&self, other: &Self) -> Self;
    /// Times a number and over another, without remainder.
    fn scaled(&self, by: u32, over: u32) -> Self;
}

impl Weight for u128 {
    const ZERO: u128 = 0;

    fn of(number: &Natural) -> u128 {
        u128::try_from(number).unwrap_or(u128::MAX)
    }

    fn natural(self) -> Natural {
        Natural::from(self)
    }

    fn add(&mut self, other: &u128) {
        *self += other;
    }

    fn times(&self, other: &u128) -> u128 {
        self * other
    }

    fn scaled(&self, by: u32, over: u32) -> u128 {
        self * u128::from(by) / u128::from(over)
    }
}

impl Weight for Natural {
    const ZERO: Natural = Natural::ZERO;

    fn of(number: &Natural) -> Natural {
        number.clone()
    }

    fn natural(self) -> Natural {
        self
    }

    fn add(&mut self, other: &Natural) {
        *self += other;
    }

    fn times(&self, other: &Natural) -> Natural {
        self * other
    }

    fn scaled(&self, by: u32, over: u32) -> Natural {
        self * by / over
    }
}

/// True where weights up to this total, and their sums and products on the way, fit 128 bits.
pub(super) fn is_small(total: &Natural) -> bool {
    total.bit_len() < u128::BITS as usize
}

/// How many words of 64 bits a number takes; at least one.
pub(super) fn words(number: &Natural) -> u64 {
    (number.bit_len() as u64).div_ceil(64).max(1)
}

/// The greatest number that divides both.
pub(super) fn common_divisor(left: &Natural, right: &Natural) -> Natural {
    match (left.is_zero(), right.is_zero()) {
        (true, _) => right.clone(),
        (_, true) => left.clone(),
        _ => left.gcd(right),
    }
}

/// The least number that both divide; both above zero.
pub fn common_multiple(left: &Natural, right: &Natural) -> Natural {
    // Totals are mostly powers of each other, and a division is far cheaper than a common divisor.
    match () {
        () if left == right || (left % right).is_zero() => left.clone(),
        () if (right % left).is_zero() => right.clone(),
        () => left / common_divisor(left, right) * right,
    }
}

/// How many ways there are to choose `chosen` of `all`, for each `chosen` from 0 on up to `all`.
pub(super) fn binomials(all: u32) -> impl Iterator<Item = Natural> {
    let first = Some((0, Natural::ONE));
    std::iter::successors(first, move |(chosen, ways)| {
        (*chosen < all).then(|| (chosen + 1, ways * (all - chosen) / (chosen + 1)))
    })
    .map(|(_, ways)| ways)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn binomials_are_the_rows_of_pascals_triangle() {
        let rows: Vec<Vec<Natural>> = (0..40).map(|n| binomials(n).collect()).collect();
        for (upper, lower) in rows.iter().zip(&rows[1..]) {
            for k in 1..upper.len() {
                assert_eq!(&upper[k - 1] + &upper[k], lower[k]);
            }
            assert!(lower[0].is_one() && lower[lower.len() - 1].is_one());
        }
    }

    #[test]
    fn the_common_multiple_is_divided_by_both() {
        let of = |a: u32, b: u32| common_multiple(&Natural::from(a), &Natural::from(b));
        assert_eq!(of(6, 36), Natural::from(36u32));
        assert_eq!(of(36, 6), Natural::from(36u32));
        assert_eq!(of(12, 18), Natural::from(36u32));
    }
}

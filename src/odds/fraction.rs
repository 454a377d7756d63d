//! A probability as a fraction in lowest terms.

use std::fmt;

/// A fraction from 0 on, in lowest terms.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Fraction {
    /// Numerator.
    pub ways: u128,
    /// Denominator, above zero.
    pub of: u128,
}

impl Fraction {
    /// Nothing.
    pub const ZERO: Fraction = Fraction { ways: 0, of: 1 };

    /// `ways` out of `of`, in lowest terms; nothing out of nothing is nothing.
    pub fn new(ways: u128, of: u128) -> Fraction {
        let common = gcd(ways, of);
        match (ways.checked_div(common), of.checked_div(common)) {
            (Some(ways), Some(of)) => Fraction { ways, of: of.max(1) },
            _ => Fraction::ZERO,
        }
    }

    /// The sum; nothing where it does not fit 128 bits.
    pub fn plus(self, other: Fraction) -> Option<Fraction> {
        let common = gcd(self.of, other.of).max(1);
        let of = (self.of / common).checked_mul(other.of)?;
        let left = self.ways.checked_mul(of / self.of)?;
        let right = other.ways.checked_mul(of / other.of)?;
        Some(Fraction::new(left.checked_add(right)?, of))
    }

    /// The same divided by a whole number above zero; nothing where it does not fit 128 bits.
    pub fn over(self, by: u128) -> Option<Fraction> {
        Some(Fraction::new(self.ways, self.of.checked_mul(by.max(1))?))
    }
}

impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.of == 1 { write!(f, "{}", self.ways) } else { write!(f, "{}/{}", self.ways, self.of) }
    }
}

fn gcd(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn sums_are_those_of_the_numerators_over_a_common_denominator(a in 0u128..1000, b in 0u128..1000, of in 1u128..1000) {
            prop_assert_eq!(Fraction::new(a, of).plus(Fraction::new(b, of)), Some(Fraction::new(a + b, of)));
        }

        #[test]
        fn a_sum_does_not_depend_on_its_order(a in 0u128..99, b in 1u128..99, c in 0u128..99, d in 1u128..99) {
            let (x, y) = (Fraction::new(a, b), Fraction::new(c, d));
            prop_assert_eq!(x.plus(y), y.plus(x));
            prop_assert_eq!(x.plus(Fraction::ZERO), Some(x));
        }
    }

    #[test]
    fn fractions_are_in_lowest_terms() {
        assert_eq!(Fraction::new(15, 36).to_string(), "5/12");
        assert_eq!(Fraction::new(36, 36).to_string(), "1");
        assert_eq!(Fraction::new(0, 0), Fraction::ZERO);
        assert_eq!(Fraction::new(u128::MAX, 1).plus(Fraction::new(1, 1)), None);
    }
}

//! Numbers of 128 binary places, for what no fraction can tell: logarithms, their inverse, roots. No float has a part in
//! them, so they are the same on every machine. The last few places are rounded.

use dashu_int::ops::{BitTest, SquareRoot, UnsignedAbs};

use super::natural::{Natural, Whole};
use super::ratio::Ratio;

/// Binary places.
const PLACES: usize = 128;
/// Terms of a series: each adds more than four places.
const TERMS: u32 = 36;
/// Powers of two beyond this are not told apart any more.
const MOST_DOUBLINGS: i64 = 4096;

/// A number of 128 binary places.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fixed(Whole);

impl Fixed {
    /// Nothing.
    pub const ZERO: Fixed = Fixed(Whole::ZERO);

    /// One.
    pub fn one() -> Fixed {
        Fixed::from(1)
    }

    /// The sum.
    #[must_use]
    pub fn plus(&self, other: &Fixed) -> Fixed {
        Fixed(&self.0 + &other.0)
    }

    /// The difference.
    #[must_use]
    pub fn minus(&self, other: &Fixed) -> Fixed {
        Fixed(&self.0 - &other.0)
    }

    /// The product, rounded down.
    #[must_use]
    pub fn times(&self, other: &Fixed) -> Fixed {
        Fixed((&self.0 * &other.0) >> PLACES)
    }

    /// The quotient, rounded towards zero; zero where the other is zero.
    #[must_use]
    pub fn over(&self, other: &Fixed) -> Fixed {
        if other.0.is_zero() { Fixed::ZERO } else { Fixed((&self.0 << PLACES) / &other.0) }
    }

    /// True above zero.
    pub fn is_positive(&self) -> bool {
        self.0 > Whole::ZERO
    }

    /// Without its sign.
    #[must_use]
    pub fn abs(&self) -> Fixed {
        Fixed(Whole::from((&self.0).unsigned_abs()))
    }

    /// The square root, rounded down; zero of what is below zero.
    #[must_use]
    pub fn root(&self) -> Fixed {
        match Natural::try_from(self.0.clone()) {
            Ok(number) => Fixed(Whole::from((number << PLACES).sqrt())),
            Err(_) => Fixed::ZERO,
        }
    }

    /// The natural logarithm of a whole number; zero of zero.
    pub fn logarithm(of: &Natural) -> Fixed {
        let length = of.bit_len();
        if length == 0 {
            return Fixed::ZERO;
        }
        // `part` times two to the power of `doublings`, and from two thirds to four thirds.
        let mut doublings = length as i64 - 1;
        let mut part = Fixed((Whole::from(of.clone()) << PLACES) >> (length - 1));
        if &part.0 * 3 > (Whole::ONE << PLACES) * 4 {
            part = Fixed(part.0 >> 1);
            doublings += 1;
        }
        let turned = part.minus(&Fixed::one()).over(&part.plus(&Fixed::one()));
        two_to_the(doublings).plus(&area_tangent(&turned).times(&Fixed::from(2)))
    }

    /// The natural logarithm of a fraction above zero; zero of others.
    pub fn logarithm_of(of: &Ratio) -> Fixed {
        match Natural::try_from(of.above().clone()) {
            Ok(above) if !above.is_zero() => Fixed::logarithm(&above).minus(&Fixed::logarithm(of.below())),
            _ => Fixed::ZERO,
        }
    }

    /// The number whose natural logarithm it is.
    #[must_use]
    pub fn exponential(&self) -> Fixed {
        let two = two_to_the(1);
        let half = Fixed(Whole::ONE << (PLACES - 1));
        let doublings: Whole = self.over(&two).plus(&half).0 >> PLACES;
        let limit = Whole::from(MOST_DOUBLINGS);
        let doublings = i64::try_from(doublings.clamp(-&limit, limit)).unwrap_or(0);
        let rest = self.minus(&two_to_the(doublings));
        let (mut term, mut sum) = (Fixed::one(), Fixed::one());
        for number in 1..=TERMS {
            term = Fixed(term.times(&rest).0 / Whole::from(number));
            sum = sum.plus(&term);
        }
        let by = usize::try_from(doublings.unsigned_abs()).unwrap_or(0);
        if doublings < 0 { Fixed(sum.0 >> by) } else { Fixed(sum.0 << by) }
    }

    /// As a fraction, exactly.
    pub fn ratio(&self) -> Ratio {
        Ratio::new(self.0.clone(), Natural::ONE << PLACES)
    }
}

impl From<i64> for Fixed {
    fn from(number: i64) -> Fixed {
        Fixed(Whole::from(number) << PLACES)
    }
}

impl From<&Ratio> for Fixed {
    fn from(ratio: &Ratio) -> Fixed {
        Fixed((ratio.above() << PLACES) / Whole::from(ratio.below().clone()))
    }
}

/// The logarithm of so many powers of two.
fn two_to_the(doublings: i64) -> Fixed {
    let third = Fixed((Whole::ONE << PLACES) / Whole::from(3));
    Fixed(area_tangent(&third).0 * Whole::from(2 * doublings))
}

/// `x + x³/3 + x⁵/5 + …` for numbers up to a third.
fn area_tangent(of: &Fixed) -> Fixed {
    let square = of.times(of);
    let (mut power, mut sum) = (of.clone(), Fixed::ZERO);
    for number in 0..2 * TERMS {
        sum = sum.plus(&Fixed(&power.0 / Whole::from(2 * number + 1)));
        power = power.times(&square);
    }
    sum
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn shown(number: &Fixed) -> String {
        number.ratio().decimal(30)
    }

    /// Digits as they are printed in tables.
    #[test]
    fn logarithms_are_those_of_the_tables() {
        let of = |number: u32| shown(&Fixed::logarithm(&Natural::from(number)));
        assert_eq!(of(1), "0");
        assert_eq!(of(2), "0.693147180559945309417232121458");
        assert_eq!(of(3), "1.098612288668109691395245236923");
        assert_eq!(of(10), "2.302585092994045684017991454684");
        assert_eq!(shown(&Fixed::one().exponential()), "2.718281828459045235360287471353");
        assert_eq!(shown(&Fixed::from(2).root()), "1.41421356237309504880168872421");
    }

    proptest! {
        #[test]
        fn the_exponential_turns_the_logarithm_round(number in 1u64..u64::MAX) {
            let back = Fixed::logarithm(&Natural::from(number)).exponential();
            let whole = Fixed(Whole::from(number) << PLACES);
            // To some thirty digits of the number.
            prop_assert!(back.minus(&whole).abs().times(&Fixed(Whole::ONE << (PLACES + 100))) < whole);
        }

        #[test]
        fn a_logarithm_of_a_product_is_the_sum(a in 1u32.., b in 1u32..) {
            let of = |number: u64| Fixed::logarithm(&Natural::from(number));
            let apart = of(u64::from(a) * u64::from(b)).minus(&of(a.into()).plus(&of(b.into())));
            prop_assert!(apart.abs().0 < Whole::from(1u64 << 20));
        }

        #[test]
        fn a_root_squared_is_the_number(a in 0i64..1_000_000_000) {
            let root = Fixed::from(a).root();
            let apart = Fixed::from(a).minus(&root.times(&root));
            prop_assert!(apart >= Fixed::ZERO && apart.0 < Whole::from(1u64 << 40));
        }
    }
}

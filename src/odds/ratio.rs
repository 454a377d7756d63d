//! Fractions of any size, with a sign, in lowest terms; and how they are told in decimals without a float.

use std::cmp::Ordering;
use std::fmt;

use dashu_int::ops::{BitTest, SquareRoot, UnsignedAbs};

use super::natural::{Natural, Whole, common_divisor};

/// A fraction in lowest terms.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Ratio {
    above: Whole,
    below: Natural,
}

impl Ratio {
    /// Nothing.
    pub const ZERO: Ratio = Ratio { above: Whole::ZERO, below: Natural::ONE };
    /// One.
    pub const ONE: Ratio = Ratio { above: Whole::ONE, below: Natural::ONE };

    /// One number over another, in lowest terms; nothing where the lower is zero.
    pub fn new(above: impl Into<Whole>, below: impl Into<Natural>) -> Ratio {
        let (above, below) = (above.into(), below.into());
        if below.is_zero() || above.is_zero() {
            return Ratio::ZERO;
        }
        let common = common_divisor(&(&above).unsigned_abs(), &below);
        match common.is_one() {
            true => Ratio { above, below },
            false => Ratio { above: above / &common, below: below / common },
        }
    }

    /// The numerator, with the sign.
    pub fn above(&self) -> &Whole {
        &self.above
    }

    /// The denominator, above zero.
    pub fn below(&self) -> &Natural {
        &self.below
    }

    /// True where it is zero.
    pub fn is_zero(&self) -> bool {
        self.above.is_zero()
    }

    /// The sum.
    #[must_use]
    pub fn plus(&self, other: &Ratio) -> Ratio {
        if self.below == other.below {
            return Ratio::new(&self.above + &other.above, self.below.clone());
        }
        let above = &self.above * &other.below + &other.above * &self.below;
        Ratio::new(above, &self.below * &other.below)
    }

    /// The difference.
    #[must_use]
    pub fn minus(&self, other: &Ratio) -> Ratio {
        self.plus(&Ratio { above: -&other.above, below: other.below.clone() })
    }

    /// The product.
    #[must_use]
    pub fn times(&self, other: &Ratio) -> Ratio {
        Ratio::new(&self.above * &other.above, &self.below * &other.below)
    }

    /// The quotient; zero where the other is zero.
    #[must_use]
    pub fn over(&self, other: &Ratio) -> Ratio {
        let below = &self.below * (&other.above).unsigned_abs();
        let above = &self.above * &other.below;
        Ratio::new(if other.above < Whole::ZERO { -above } else { above }, below)
    }

    /// In decimals, rounded to so many places, a half away from zero: `12.24`, `-0.5`, `3`. Zeros at the end are left
    /// out.
    pub fn decimal(&self, places: u32) -> String {
        shorten(self.with_places(places))
    }

    /// The same with all its places, for numbers that stand below each other: `12.24`, `3.00`.
    pub fn with_places(&self, places: u32) -> String {
        let scaled = (&self.above).unsigned_abs() * ten_to(places);
        point(half_up(scaled, &self.below), places, self.above < Whole::ZERO)
    }

    /// How many places numbers that stand below each other have: as few as tell each of them exactly, or else `most`.
    pub fn places<'a>(column: impl IntoIterator<Item = &'a Ratio>, most: u32) -> u32 {
        let is_exact =
            |of: &Ratio, places| ((&of.above).unsigned_abs() * ten_to(places) % &of.below).is_zero();
        let own = |of| (0..most).find(|places| is_exact(of, *places)).unwrap_or(most);
        column.into_iter().map(own).max().unwrap_or(0)
    }

    /// The square root in decimals, rounded to so many places; of a negative number that of zero.
    pub fn root(&self, places: u32) -> String {
        let Ok(above) = Natural::try_from(self.above.clone()) else { return "0".to_owned() };
        let scaled = above * ten_to(places) * ten_to(places);
        shorten(point(nearest_root(&scaled, &self.below), places, false))
    }

    /// The same for readers: what is rounded does not look exact. It keeps its zeros at the end, `2.50`, and is never a whole
    /// number where it is none: `<0.01`, `>17.99`.
    pub fn about(&self, places: u32) -> String {
        let scaled = (&self.above).unsigned_abs() * ten_to(places);
        let digits = half_up(scaled.clone(), &self.below);
        let is_greater = &digits * &self.below > scaled;
        told(digits, places, (&scaled % &self.below).is_zero(), is_greater, self.above < Whole::ZERO)
    }

    /// The square root for readers, as [`Ratio::about`] tells numbers; of a negative number that of zero.
    pub fn root_about(&self, places: u32) -> String {
        let Ok(above) = Natural::try_from(self.above.clone()) else { return "0".to_owned() };
        let scaled = above * ten_to(places) * ten_to(places);
        let digits = nearest_root(&scaled, &self.below);
        let square = &digits * &digits * &self.below;
        told(digits, places, square == scaled, square > scaled, false)
    }

    /// As a percentage with two decimals, `41.67 %`. Never 0 or 100 where it is not: `<0.01 %`, `>99.99 %`.
    pub fn percent(&self) -> String {
        Percent { part: (&self.above).unsigned_abs(), of: self.below.clone() }.to_string()
    }
}

/// A share of a total as a percentage, without working out its lowest terms.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Percent {
    /// The part.
    pub part: Natural,
    /// The whole, above zero.
    pub of: Natural,
}

impl Percent {
    /// The share in hundredths of a percent, rounded, a half up.
    pub fn hundredths(&self) -> u64 {
        // Of long numbers the upper bits decide, but where a rounding hangs on the lower ones.
        let drop = self.of.bit_len().saturating_sub(192);
        if drop > 0 {
            let (part, of) = (&self.part >> drop, &self.of >> drop);
            let lower = half_up(&part * 10_000u32, &(&of + 1u8));
            if lower == half_up((&part + 1u8) * 10_000u32, &of) {
                return u64::try_from(lower).unwrap_or(u64::MAX);
            }
        }
        u64::try_from(half_up(&self.part * 10_000u32, &self.of)).unwrap_or(u64::MAX)
    }
}

impl fmt::Display for Percent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.hundredths() {
            _ if self.part.is_zero() => f.write_str("0 %"),
            _ if self.part == self.of => f.write_str("100 %"),
            0 => f.write_str("<0.01 %"),
            10_000 => f.write_str(">99.99 %"),
            hundredths => write!(f, "{}.{:02} %", hundredths / 100, hundredths % 100),
        }
    }
}

impl From<i64> for Ratio {
    fn from(number: i64) -> Self {
        Ratio { above: number.into(), below: Natural::ONE }
    }
}

impl PartialOrd for Ratio {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Ratio {
    fn cmp(&self, other: &Self) -> Ordering {
        (&self.above * &other.below).cmp(&(&other.above * &self.below))
    }
}

impl fmt::Display for Ratio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.above)?;
        if self.below.is_one() { Ok(()) } else { write!(f, "/{}", self.below) }
    }
}

fn ten_to(places: u32) -> Natural {
    Natural::from(10u8).pow(places as usize)
}

/// The quotient rounded to the nearest whole number, a half up.
fn half_up(above: Natural, below: &Natural) -> Natural {
    (above * 2u8 + below) / (below * 2u8)
}

/// The square root of the quotient rounded to the nearest whole number, a half up.
fn nearest_root(above: &Natural, below: &Natural) -> Natural {
    let floor = (above / below).sqrt();
    // The root is nearer to the next where (floor + 1/2)² does not exceed the number.
    let twice = &floor * 2u8 + 1u8;
    let up = &twice * &twice * below <= above * 4u8;
    floor + u8::from(up)
}

/// A number without its sign that was rounded to these digits, for readers. `is_greater` where the digits are more than it.
fn told(digits: Natural, places: u32, is_exact: bool, is_greater: bool, negative: bool) -> String {
    if is_exact {
        return shorten(point(digits, places, negative));
    }
    if !(&digits % ten_to(places)).is_zero() {
        return point(digits, places, negative);
    }
    // Below zero the signs turn: -2.999 is less than -2.99.
    match is_greater {
        true => format!("{}{}", if negative { '<' } else { '>' }, point(digits - 1u8, places, negative)),
        false => format!("{}{}", if negative { '>' } else { '<' }, point(digits + 1u8, places, negative)),
    }
}

/// Digits with a decimal point so many places from the right.
fn point(digits: Natural, places: u32, negative: bool) -> String {
    let sign = if negative && !digits.is_zero() { "-" } else { "" };
    let digits = format!("{:0>width$}", digits.to_string(), width = places as usize + 1);
    let (whole, part) = digits.split_at(digits.len() - places as usize);
    if part.is_empty() { format!("{sign}{whole}") } else { format!("{sign}{whole}.{part}") }
}

fn shorten(decimal: String) -> String {
    match decimal.contains('.') {
        true => decimal.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => decimal,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn ratio(above: i64, below: u64) -> Ratio {
        Ratio::new(above, below)
    }

    #[test]
    fn decimals_are_rounded_by_whole_numbers() {
        assert_eq!(ratio(15869, 1296).decimal(2), "12.24");
        assert_eq!(ratio(-1, 2).decimal(2), "-0.5");
        assert_eq!(ratio(-1, 1000).decimal(2), "0");
        assert_eq!(ratio(2, 3).decimal(0), "1");
        assert_eq!(ratio(-5, 2).decimal(0), "-3");
        assert_eq!(ratio(200, 1).decimal(0), "200");
        assert_eq!(ratio(35, 12).root(2), "1.71");
        assert_eq!(ratio(2, 1).root(10), "1.4142135624");
        assert_eq!(ratio(9, 4).root(3), "1.5");
        assert_eq!(Ratio::ZERO.root(2), "0");
    }

    #[test]
    fn numbers_below_each_other_have_as_many_places() {
        let told = |column: &[Ratio]| -> Vec<String> {
            let places = Ratio::places(column, 2);
            column.iter().map(|number| number.with_places(places)).collect()
        };
        assert_eq!(told(&[ratio(27, 1), ratio(-4, 1)]), ["27", "-4"]);
        assert_eq!(told(&[ratio(27, 1), ratio(1, 2)]), ["27.0", "0.5"]);
        assert_eq!(told(&[ratio(27, 1), ratio(2, 3), ratio(1, 1000)]), ["27.00", "0.67", "0.00"]);
        assert_eq!(Ratio::places([], 2), 0);
    }

    #[test]
    fn what_is_rounded_does_not_look_exact() {
        let about = |above, below| ratio(above, below).about(2);
        assert_eq!([about(21, 2), about(18, 1), about(15869, 1296)], ["10.5", "18", "12.24"]);
        assert_eq!([about(2499, 1000), about(9_999, 10_000), about(1, 1000)], ["2.50", ">0.99", "<0.01"]);
        assert_eq!([about(3001, 1000), about(-2999, 1000), about(-1, 1000)], ["<3.01", "<-2.99", ">-0.01"]);
        let root = |above, below| ratio(above, below).root_about(2);
        assert_eq!([root(9, 4), root(2, 1), root(84, 10), root(0, 1)], ["1.5", "1.41", "2.90", "0"]);
        assert_eq!([root(1, 1_000_000), root(899_999, 100_000)], ["<0.01", ">2.99"]);
    }

    #[test]
    fn a_percentage_is_never_0_or_100_where_it_is_not() {
        assert_eq!(ratio(5, 12).percent(), "41.67 %");
        assert_eq!(ratio(1, 20).percent(), "5.00 %");
        assert_eq!(ratio(1, 1_000_000).percent(), "<0.01 %");
        assert_eq!(ratio(999_999, 1_000_000).percent(), ">99.99 %");
        assert_eq!((Ratio::ZERO.percent(), Ratio::ONE.percent()), ("0 %".into(), "100 %".into()));
    }

    proptest! {
        #[test]
        fn a_root_is_the_nearest_number_of_so_many_places(above in 0u64..1_000_000, below in 1u64..1000) {
            let of = ratio(above as i64, below);
            let root: u128 = of.root(3).parse::<f64>().map(|r| (r * 1000.0).round() as u128).unwrap();
            // (2r-1)² and (2r+1)² of thousandths stand round 4·10^6 times the number.
            let number = 4_000_000 * u128::from(above);
            let below = u128::from(below);
            prop_assert!((2 * root + 1).pow(2) * below >= number);
            prop_assert!(root == 0 || (2 * root - 1).pow(2) * below <= number);
        }

        #[test]
        fn sums_and_products_obey_their_laws(a in -99i64..99, b in 1u64..99, c in -99i64..99, d in 1u64..99) {
            let (x, y) = (ratio(a, b), ratio(c, d));
            prop_assert_eq!(x.plus(&y), y.plus(&x));
            prop_assert_eq!(x.plus(&y).minus(&y), x.clone());
            prop_assert_eq!(x.times(&y).over(&y), if c == 0 { Ratio::ZERO } else { x.clone() });
            prop_assert_eq!(x.cmp(&y), (a * d as i64).cmp(&(c * b as i64)));
        }

        #[test]
        fn long_weights_have_the_percentage_of_all_their_digits(part in any::<u64>(), shift in 0usize..900) {
            let of = (Natural::from(u64::MAX) << shift) + 12345u32;
            let part = (Natural::from(part) << shift) + 1u8;
            let exact = (&part * 20_000u32 + &of) / (&of * 2u8);
            prop_assert_eq!(Natural::from(Percent { part, of }.hundredths()), exact);
        }
    }
}

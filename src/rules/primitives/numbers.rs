//! Division that names its direction: whole numbers have no other.

use crate::rules::natives::Registrar;
use crate::rules::raise::{Outcome, bad};

pub(super) fn register(registrar: &mut Registrar<'_>) {
    registrar.add(
        "floor_div(a: int, b: int) -> int",
        "a / b rounded down, also below zero.",
        |a: i64, b: i64| divide(a, b, |q, exact, negative| if exact || !negative { q } else { q - 1 }),
    );
    registrar.add(
        "ceil_div(a: int, b: int) -> int",
        "a / b rounded up, also below zero.",
        |a: i64, b: i64| divide(a, b, |q, exact, negative| if exact || negative { q } else { q + 1 }),
    );
    registrar.add("trunc_div(a: int, b: int) -> int", "a / b rounded toward zero.", |a: i64, b: i64| {
        divide(a, b, |q, _, _| q)
    });
    registrar.add(
        "half_up_div(a: int, b: int) -> int",
        "a / b rounded to the nearest, halves up.",
        |a: i64, b: i64| -> Outcome<i64> {
            if b == 0 {
                return bad("nothing can be divided by 0");
            }
            let (a, b) = (i128::from(a) * i128::from(b.signum()), i128::from(b).abs());
            i64::try_from((2 * a + b).div_euclid(2 * b)).or_else(|_| bad("the quotient is too large"))
        },
    );
}

/// Quotient toward zero, whether it is exact and whether it is negative, to the rounded one.
fn divide(a: i64, b: i64, round: impl Fn(i64, bool, bool) -> i64) -> Outcome<i64> {
    match (a.checked_div(b), a.checked_rem(b)) {
        (Some(quotient), Some(rest)) => Ok(round(quotient, rest == 0, (a < 0) != (b < 0))),
        _ if b == 0 => bad("nothing can be divided by 0"),
        _ => bad("the quotient is too large"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounding_goes_where_it_says() {
        let floor = |a, b| divide(a, b, |q, exact, negative| if exact || !negative { q } else { q - 1 }).ok();
        let ceil = |a, b| divide(a, b, |q, exact, negative| if exact || negative { q } else { q + 1 }).ok();
        assert_eq!(
            [floor(7, 2), floor(-7, 2), floor(7, -2), floor(-6, 2)],
            [Some(3), Some(-4), Some(-4), Some(-3)]
        );
        assert_eq!([ceil(7, 2), ceil(-7, 2), ceil(1, 2), ceil(-1, 2)], [Some(4), Some(-3), Some(1), Some(0)]);
        assert_eq!(floor(1, 0), None);
        assert_eq!(floor(i64::MIN, -1), None);
    }
}

//! The tail of the chi-square distribution, by the regularised incomplete gamma function.
//!
//! In floating point, unlike all odds: it only ever feeds a figure that is shown rounded.

/// The probability that a chi-square variable of `freedom` degrees is at least `statistic`; `freedom` is at least 1.
pub(super) fn chi_square_tail(statistic: f64, freedom: u64) -> f64 {
    upper_gamma(freedom as f64 / 2.0, statistic / 2.0)
}

/// The probability that a normal variable is at least so many standard deviations above its mean; not below 0.
pub fn normal_tail(deviations: f64) -> f64 {
    upper_gamma(0.5, deviations * deviations / 2.0) / 2.0
}

/// Q(a, x), for a > 0 and x >= 0: the series below a + 1, the continued fraction (by Lentz) above.
fn upper_gamma(a: f64, x: f64) -> f64 {
    const MOST_TERMS: u32 = 100_000;
    if x <= 0.0 {
        return 1.0;
    }
    let scale = (a * x.ln() - x - ln_gamma(a)).exp();
    if x < a + 1.0 {
        let (mut term, mut sum) = (1.0 / a, 1.0 / a);
        for n in 1..MOST_TERMS {
            term *= x / (a + f64::from(n));
            sum += term;
            if term < sum * f64::EPSILON {
                break;
            }
        }
        return (1.0 - sum * scale).clamp(0.0, 1.0);
    }
    let tiny = f64::MIN_POSITIVE / f64::EPSILON;
    let mut b = x + 1.0 - a;
    let mut c = 1.0 / tiny;
    let mut d = 1.0 / b;
    let mut fraction = d;
    for n in 1..MOST_TERMS {
        let n = f64::from(n);
        let numerator = -n * (n - a);
        b += 2.0;
        d = 1.0 / away_from_zero(numerator * d + b, tiny);
        c = away_from_zero(b + numerator / c, tiny);
        fraction *= d * c;
        if (d * c - 1.0).abs() < f64::EPSILON {
            break;
        }
    }
    (scale * fraction).clamp(0.0, 1.0)
}

fn away_from_zero(x: f64, tiny: f64) -> f64 {
    if x.abs() < tiny { tiny } else { x }
}

/// ln Γ(a) for a > 0: Stirling's series, after stepping up to where it is good to 15 digits.
fn ln_gamma(mut a: f64) -> f64 {
    let mut below = 0.0;
    while a < 12.0 {
        below += a.ln();
        a += 1.0;
    }
    let r = 1.0 / (a * a);
    let series = (1.0 / 12.0 - r * (1.0 / 360.0 - r * (1.0 / 1260.0 - r * (1.0 / 1680.0 - r / 1188.0)))) / a;
    (a - 0.5) * a.ln() - a + 0.5 * std::f64::consts::TAU.ln() + series - below
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tails_are_those_of_the_published_tables() {
        // Upper critical values: NIST/SEMATECH e-Handbook of Statistical Methods, table 1.3.6.7.4.
        let table = [
            (1, 0.10, 2.706),
            (1, 0.05, 3.841),
            (1, 0.001, 10.828),
            (2, 0.05, 5.991),
            (5, 0.05, 11.070),
            (5, 0.01, 15.086),
            (10, 0.05, 18.307),
            (19, 0.05, 30.144),
            (19, 0.001, 43.820),
            (99, 0.05, 123.225),
            (100, 0.01, 135.807),
        ];
        for (freedom, p, statistic) in table {
            let found = chi_square_tail(statistic, freedom);
            assert!((found - p).abs() < p * 2e-3, "{freedom} degrees, {statistic}: {found} for {p}");
        }
    }

    #[test]
    fn two_degrees_are_an_exponential() {
        for x in [0.1, 1.0, 3.9, 4.1, 20.0, 200.0, 1000.0] {
            let exact = f64::exp(-x / 2.0);
            assert!((chi_square_tail(x, 2) - exact).abs() <= exact * 1e-12, "{x}");
        }
    }

    #[test]
    fn the_tail_falls_from_one_to_nothing() {
        for freedom in [1, 2, 5, 99, 9999] {
            let tails: Vec<f64> = (0..300).map(|i| chi_square_tail(f64::from(i * i), freedom)).collect();
            assert!(tails.windows(2).all(|w| w[0] >= w[1]), "{freedom}");
            assert_eq!((tails[0], tails[299]), (1.0, 0.0));
        }
    }

    #[test]
    fn logarithms_of_factorials_come_out() {
        let mut factorial: f64 = 1.0;
        for n in 1..20_u32 {
            assert!((ln_gamma(f64::from(n)) - factorial.ln()).abs() < 1e-12, "{n}");
            factorial *= f64::from(n);
        }
        assert!((ln_gamma(0.5) - std::f64::consts::PI.sqrt().ln()).abs() < 1e-13);
    }
}

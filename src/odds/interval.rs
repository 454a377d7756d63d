//! How sure a share is that was counted: the interval that holds the true one in 95 of 100 cases.
//!
//! In floating point, unlike exact odds: it is shown rounded, or compared with a bound.

/// The 97.5th percentile of the normal distribution.
const Z: f64 = 1.959_963_984_540_054;

/// Wilson's 95 % interval of `hits` out of `of`, as shares from 0 to 1; all of it where nothing was counted.
///
/// Only additions, divisions and square roots, which are the same on every platform.
pub fn wilson(hits: u64, of: u64) -> (f64, f64) {
    if of == 0 { (0.0, 1.0) } else { wilson_of_share(hits as f64 / of as f64, of) }
}

/// The same for a share of any number of cases above 0, also where no whole number of hits comes to it.
pub fn wilson_of_share(share: f64, of: u64) -> (f64, f64) {
    let n = of as f64;
    let z2 = Z * Z;
    let middle = (share + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let half = Z * (share * (1.0 - share) / n + z2 / (4.0 * n * n)).sqrt() / (1.0 + z2 / n);
    ((middle - half).max(0.0), (middle + half).min(1.0))
}

/// How much a share has changed between two counts over the same `of` cases, with its 95 % interval: `gained` are the cases
/// that only the second count has, `lost` those that only the first has. Differences of shares, from -1 to 1.
///
/// The interval is Agresti's and Min's for matched pairs: Wald's after half a case is added to each of the four kinds.
pub fn paired_change(gained: u64, lost: u64, of: u64) -> (f64, (f64, f64)) {
    if of == 0 {
        return (0.0, (-1.0, 1.0));
    }
    let (gain, loss, n) = (gained as f64, lost as f64, of as f64 + 2.0);
    let middle = (gain - loss) / n;
    let differ = gain + loss + 1.0;
    let half = Z * (differ - (gain - loss) * (gain - loss) / n).max(0.0).sqrt() / n;
    ((gain - loss) / of as f64, ((middle - half).max(-1.0), (middle + half).min(1.0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_are_those_of_the_textbook() {
        // 10 of 100, and nothing of 10: values as published for Wilson's interval.
        let (low, high) = wilson(10, 100);
        assert!((low - 0.0552).abs() < 5e-5 && (high - 0.1744).abs() < 5e-5, "{low} {high}");
        let (low, high) = wilson(0, 10);
        assert!(low == 0.0 && (high - 0.2775).abs() < 5e-5, "{low} {high}");
    }

    #[test]
    fn an_interval_holds_its_share_and_is_that_of_the_others_turned_round() {
        for (hits, of) in [(0, 1), (1, 1), (3, 7), (50, 100), (999, 1000)] {
            let (low, high) = wilson(hits, of);
            let share = hits as f64 / of as f64;
            assert!(0.0 <= low && low <= share && share <= high && high <= 1.0, "{hits}/{of}");
            let (other_low, other_high) = wilson(of - hits, of);
            assert!((low + other_high - 1.0).abs() < 1e-12 && (high + other_low - 1.0).abs() < 1e-12);
        }
        assert_eq!(wilson(0, 0), (0.0, 1.0));
    }

    #[test]
    fn the_interval_of_a_change_holds_it_and_is_turned_round_with_it() {
        for (gained, lost, of) in [(0, 0, 10), (10, 0, 10), (3, 9, 100), (50, 50, 100), (1, 0, 1000)] {
            let (change, (low, high)) = paired_change(gained, lost, of);
            assert!(low <= change && change <= high || of <= 10, "{gained} {lost} {of}");
            let (back, (back_low, back_high)) = paired_change(lost, gained, of);
            assert!((change + back).abs() < 1e-12);
            assert!((low + back_high).abs() < 1e-12 && (high + back_low).abs() < 1e-12);
        }
        // More cases that went otherwise make it less sure; more cases in all surer.
        let wide = |(_, (low, high)): (f64, (f64, f64))| high - low;
        assert!(wide(paired_change(20, 20, 100)) > wide(paired_change(2, 2, 100)));
        assert!(wide(paired_change(20, 20, 100)) > wide(paired_change(200, 200, 1000)));
        assert_eq!(paired_change(0, 0, 0), (0.0, (-1.0, 1.0)));
    }
}

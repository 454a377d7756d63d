//! How sure a share is that was counted.

use super::counts::Counts;

/// Wilson's interval of 95 % for a share of `hits` out of `of`: lower and upper end, from 0 to 1.
pub fn share_interval(hits: u64, of: u64) -> (f64, f64) {
    const Z: f64 = 1.959_963_984_540_054;
    if of == 0 {
        return (0.0, 1.0);
    }
    let (n, p) = (of as f64, hits as f64 / of as f64);
    let scale = 1.0 + Z * Z / n;
    let centre = (p + Z * Z / (2.0 * n)) / scale;
    let half = Z / scale * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt();
    ((centre - half).max(0.0), (centre + half).min(1.0))
}

/// Half the width of the widest interval of any side's share of wins.
pub fn widest(counts: &Counts) -> f64 {
    let halves = counts.wins.iter().map(|wins| {
        let (low, high) = share_interval(*wins, counts.games);
        (high - low) / 2.0
    });
    halves.fold(0.0, f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wilsons_interval_is_as_published() {
        // Newcombe 1998, method 3: 81 of 263, 15 of 148, 0 of 20, 1 of 29.
        for (hits, of, low, high) in [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0, 0.1611),
            (1, 29, 0.0061, 0.1718),
        ] {
            let (l, h) = share_interval(hits, of);
            assert!((l - low).abs() < 5e-5 && (h - high).abs() < 5e-5, "{hits} of {of}: {l} to {h}");
        }
    }
}

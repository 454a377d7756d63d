//! Sines, cosines and arcs in whole numbers: fixed point with 60 bits behind the point.

use super::spot::divided;

/// Pi in parts of 2^60, to the nearest.
const PI: i128 = 3_622_009_729_038_561_421;

/// Millionths of a degree in half a turn.
const HALF_ROUND: i128 = 180_000_000;

/// Sine and cosine, in parts of 2^60, of an angle from 0 to 45 degrees in half millionths of a degree.
///
/// By their series; what is left out and what is cut off is together below 2^-54.
pub(super) fn sine_and_cosine(half_millionths: i64) -> (i128, i128) {
    let angle = i128::from(half_millionths) * PI / (2 * HALF_ROUND);
    let square = (angle * angle) >> 60;
    let (mut sine, mut cosine) = (0, 0);
    let (mut odd, mut even) = (angle, 1_i128 << 60);
    // Only products are wide. A term fits into 64 bits, in which it is divided in a fraction of the time.
    let narrow = |product: i128| (product >> 60) as i64;
    for step in 0..10 {
        let sign = if step % 2 == 0 { 1 } else { -1 };
        sine += sign * odd;
        cosine += sign * even;
        even = i128::from(narrow(even * square) / ((2 * step + 1) * (2 * step + 2)));
        odd = i128::from(narrow(odd * square) / ((2 * step + 2) * (2 * step + 3)));
    }
    (sine, cosine)
}

/// The angle in millionths of a degree of an arc at a radius above zero, to the nearest.
pub(super) fn angle_of(arc: i64, radius: i64) -> i128 {
    // Two bits fewer leave room for the longest arc.
    let turns = i128::from(arc) * HALF_ROUND * (1 << 58);
    divided(turns, i128::from(radius) * (PI >> 2))
}

/// How long the arc of an angle in millionths of a degree is, in the units of its radius, to the nearest.
pub(super) fn arc_of(millionths: i64, radius: i64) -> i128 {
    // A turn is at most a few times round; more is held at a million times.
    let turn = i128::from(millionths.min(360_000_000_000_000));
    let radius = i128::from(radius.min(100_000_000));
    divided(divided(turn * PI, HALF_ROUND) * radius, 1 << 60)
}

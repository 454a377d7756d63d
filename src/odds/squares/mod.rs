//! Least squares: how strong things are that have met in pairs, and how well other numbers tell it.

mod fit;
mod strengths;

use super::fixed::Fixed;

pub use fit::{Fit, Line, Slope, covariance_of, fit, line, quotient_ends};
pub use strengths::{Met, Strengths, strengths};

fn product(one: &[Fixed], other: &[Fixed]) -> Fixed {
    one.iter().zip(other).fold(Fixed::ZERO, |sum, (a, b)| sum.plus(&a.times(b)))
}

/// A pivot below this part of what stood in its place before is what rounding has left of nothing.
const LEAST: i64 = 1 << 40;

/// The inverse of a symmetric matrix whose pivots are above zero; none where one is not.
fn inverse(mut matrix: Vec<Vec<Fixed>>) -> Option<Vec<Vec<Fixed>>> {
    let count = matrix.len();
    let least: Vec<Fixed> = (0..count).map(|at| matrix[at][at].over(&Fixed::from(LEAST))).collect();
    for (at, row) in matrix.iter_mut().enumerate() {
        row.extend((0..count).map(|other| if at == other { Fixed::one() } else { Fixed::ZERO }));
    }
    for at in 0..count {
        let pivot = matrix[at][at].clone();
        if !pivot.is_positive() || pivot <= least[at] {
            return None;
        }
        let own: Vec<Fixed> = matrix[at].iter().map(|entry| entry.over(&pivot)).collect();
        for (_, row) in matrix.iter_mut().enumerate().filter(|(other, _)| *other != at) {
            let factor = row[at].clone();
            if factor == Fixed::ZERO {
                continue;
            }
            for (entry, of_own) in row.iter_mut().zip(&own) {
                *entry = entry.minus(&factor.times(of_own));
            }
        }
        matrix[at] = own;
    }
    Some(matrix.into_iter().map(|row| row[count..].to_vec()).collect())
}

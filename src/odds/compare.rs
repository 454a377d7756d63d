//! Two results that have nothing to do with each other: which is greater, and the greatest or least of several.

use super::distribution::Distribution;
use super::limits::{LOOK_UP, TooMuch, Work, check_size, cost_of_product};
use super::natural::{Natural, words};
use super::ratio::Ratio;
use crate::kernel::dice::formula::{Comparison, Extreme};

/// The weights of less, equal and more, out of a common total.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Compared {
    /// The left is less.
    pub less: Natural,
    /// They are equal.
    pub equal: Natural,
    /// The left is more.
    pub more: Natural,
}

impl Compared {
    /// The sum of the three.
    pub fn total(&self) -> Natural {
        &self.less + &self.equal + &self.more
    }

    /// The weight of a comparison of the left with the right.
    pub fn weight(&self, comparison: Comparison) -> Natural {
        match comparison {
            Comparison::Less => self.less.clone(),
            Comparison::AtMost => &self.less + &self.equal,
            Comparison::Equal => self.equal.clone(),
            Comparison::Unequal => &self.less + &self.more,
            Comparison::AtLeast => &self.equal + &self.more,
            Comparison::More => self.more.clone(),
        }
    }
}

/// Compares two.
///
/// # Errors
/// [`TooMuch`] where they have too many outcomes with too long weights.
pub fn compare<T: Ord>(
    left: &Distribution<T>,
    right: &Distribution<T>,
    work: &mut Work,
) -> Result<Compared, TooMuch> {
    let cost = cost_of_product(words(left.total()), words(right.total()));
    work.spend((left.len() + right.len()) as u64, 2 * cost)?;
    let mut compared = Compared { less: Natural::ZERO, equal: Natural::ZERO, more: Natural::ZERO };
    let mut lower = Natural::ZERO;
    let mut others = right.rows().iter().peekable();
    for (outcome, weight) in left.rows() {
        while let Some((_, other)) = others.next_if(|(other, _)| other < outcome) {
            lower += other;
        }
        let equal = others.peek().filter(|(other, _)| other == outcome).map(|(_, w)| w);
        let higher = right.total() - &lower - equal.unwrap_or(&Natural::ZERO);
        compared.more += weight * &lower;
        compared.less += weight * higher;
        if let Some(equal) = equal {
            compared.equal += weight * equal;
        }
    }
    Ok(compared)
}

/// The greatest, or the least, of two.
///
/// # Errors
/// [`TooMuch`] where they have too many outcomes with too long weights.
pub fn extreme(
    which: Extreme,
    left: &Distribution<i64>,
    right: &Distribution<i64>,
    work: &mut Work,
) -> Result<Distribution<i64>, TooMuch> {
    let total = left.total() * right.total();
    let mut faces: Vec<i64> = left.outcomes().chain(right.outcomes()).copied().collect();
    faces.sort_unstable();
    faces.dedup();
    // Nothing is beyond what both always reach.
    let bound = match which {
        Extreme::Greatest => left.least().max(right.least()),
        Extreme::Least => left.greatest().min(right.greatest()),
    };
    let is_met = |face: &&i64| if which == Extreme::Greatest { **face >= bound } else { **face <= bound };
    check_size(faces.iter().filter(is_met).count() as u128, words(&total))?;
    work.spend(faces.len() as u64, cost_of_product(words(left.total()), words(right.total())) + LOOK_UP)?;
    if which == Extreme::Least {
        faces.reverse();
    }
    // From the end where both are beyond, the product of how many are so far is how many have their extreme so far.
    let (mut so_far, mut last) = ((Natural::ZERO, Natural::ZERO), Natural::ZERO);
    let mut rows = Vec::with_capacity(faces.len());
    for face in faces {
        so_far.0 += left.weight(&face);
        so_far.1 += right.weight(&face);
        let product = &so_far.0 * &so_far.1;
        rows.push((face, &product - &last));
        last = product;
    }
    if which == Extreme::Least {
        rows.reverse();
    }
    Ok(Distribution::of_sorted(rows.into_iter().filter(|(_, w)| !w.is_zero()).collect()))
}

/// How far two distributions are apart: the greatest difference that they give any event, which is half the sum of what
/// the outcomes differ (total variation). 0 where they are equal, 1 where they have no outcome in common.
pub fn apart<T: Ord>(left: &Distribution<T>, right: &Distribution<T>) -> Ratio {
    let mut more = Natural::ZERO;
    for (outcome, weight) in left.rows() {
        let (ours, theirs) = (weight * right.total(), right.weight(outcome) * left.total());
        if ours > theirs {
            more += ours - theirs;
        }
    }
    Ratio::new(more, left.total() * right.total())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn of(weights: &[u8]) -> Option<Distribution<usize>> {
        Distribution::of(weights.iter().enumerate().map(|(at, w)| (at, Natural::from(*w))))
    }

    #[test]
    fn what_has_nothing_in_common_is_one_apart() {
        let (left, right) = (of(&[1, 2]).unwrap(), of(&[0, 0, 5]).unwrap());
        assert_eq!(apart(&left, &right), Ratio::ONE);
        assert_eq!(apart(&left, &left), Ratio::ZERO);
        assert_eq!(apart(&of(&[1, 3]).unwrap(), &of(&[1, 1]).unwrap()), Ratio::new(1, 4u8));
    }

    proptest! {
        #[test]
        fn the_distance_is_symmetric_and_half_the_sum_of_the_differences(
            left in proptest::collection::vec(0u8..9, 1..6), right in proptest::collection::vec(0u8..9, 1..6)
        ) {
            let (Some(left), Some(right)) = (of(&left), of(&right)) else { return Ok(()) };
            let distance = apart(&left, &right);
            prop_assert_eq!(&distance, &apart(&right, &left));
            let sum = (0..6).fold(Ratio::ZERO, |sum, at| {
                let difference = left.chance(&at).minus(&right.chance(&at));
                let size = if difference < Ratio::ZERO { Ratio::ZERO.minus(&difference) } else { difference };
                sum.plus(&size)
            });
            prop_assert_eq!(distance.plus(&distance), sum);
        }
    }
}

//! How strong things are that have met in pairs.
//!
//! Who meets whom wins with the odds that the difference of their strengths says (Bradley and Terry's model): where it is 0
//! as often as not, where it is the logarithm of 3 three times in four. The strengths are those whose differences come
//! nearest to the logarithms of the odds that were seen, each weighted by how well it is known. So that nobody has won
//! for certain after a few games, half a win is added to both.

use super::super::fixed::Fixed;
use super::super::natural::Natural;
use super::{inverse, product};

/// How two of them fared against each other, in games.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Met {
    /// The one, by its place.
    pub one: usize,
    /// The other.
    pub other: usize,
    /// Games that the one won.
    pub won: u64,
    /// Games that the other won.
    pub lost: u64,
    /// Games that nobody won: half a win for each.
    pub drawn: u64,
}

impl Met {
    /// The odds of the one, in half games, with half a win added to both.
    fn halves(&self) -> (u64, u64) {
        (2 * self.won + self.drawn + 1, 2 * self.lost + self.drawn + 1)
    }

    /// The logarithm of the odds.
    fn log_odds(&self) -> Fixed {
        let (won, lost) = self.halves();
        Fixed::logarithm(&Natural::from(won)).minus(&Fixed::logarithm(&Natural::from(lost)))
    }

    /// One over its variance.
    fn weight(&self) -> Fixed {
        let (won, lost) = self.halves();
        let product = i64::try_from(u128::from(won) * u128::from(lost)).unwrap_or(i64::MAX);
        Fixed::from(product).over(&Fixed::from(i64::try_from(2 * (won + lost)).unwrap_or(i64::MAX)))
    }
}

/// How strong each is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Strengths {
    /// By place; together they are zero.
    pub of: Vec<Fixed>,
    /// How sure they are: their covariances, widened where single strengths do not explain who beats whom.
    pub covariance: Vec<Vec<Fixed>>,
    /// By how much more the odds that were seen differ from those of the strengths than chance alone would have it: about 1
    /// where strengths explain them. None where there is nothing to compare.
    pub misfit: Option<Fixed>,
}

/// The strengths of so many that have met. None where they have not all met, directly or through others.
pub fn strengths(count: usize, met: &[Met]) -> Option<Strengths> {
    if count == 0 || !is_connected(count, met) {
        return None;
    }
    // The normal equations leave it open where zero is; that all strengths come to zero together is added to them.
    let share = Fixed::one().over(&Fixed::from(i64::try_from(count).ok()?));
    let mut equations = vec![vec![share.clone(); count]; count];
    let mut wanted = vec![Fixed::ZERO; count];
    for one in met {
        let (weight, log_odds) = (one.weight(), one.log_odds());
        let pull = weight.times(&log_odds);
        for (at, other, is_first) in [(one.one, one.other, true), (one.other, one.one, false)] {
            equations[at][at] = equations[at][at].plus(&weight);
            equations[at][other] = equations[at][other].minus(&weight);
            wanted[at] = if is_first { wanted[at].plus(&pull) } else { wanted[at].minus(&pull) };
        }
    }
    let inverse = inverse(equations)?;
    let of: Vec<Fixed> = inverse.iter().map(|row| product(row, &wanted)).collect();
    let free = met.len() as i64 - (count as i64 - 1);
    let misfit = (free > 0).then(|| {
        let square = |one: &Met| {
            let apart = one.log_odds().minus(&of[one.one].minus(&of[one.other]));
            apart.times(&apart).times(&one.weight())
        };
        met.iter().fold(Fixed::ZERO, |sum, one| sum.plus(&square(one))).over(&Fixed::from(free))
    });
    let wider = misfit.clone().unwrap_or(Fixed::ZERO).max(Fixed::one());
    let covariance = inverse
        .iter()
        .map(|row| row.iter().map(|entry| entry.minus(&share).times(&wider)).collect())
        .collect();
    Some(Strengths { of, covariance, misfit })
}

fn is_connected(count: usize, met: &[Met]) -> bool {
    let mut reached = vec![false; count];
    let mut open = vec![0];
    while let Some(at) = open.pop() {
        if std::mem::replace(&mut reached[at], true) {
            continue;
        }
        for one in met {
            let ends = [(one.one, one.other), (one.other, one.one)];
            open.extend(ends.into_iter().filter(|(from, _)| *from == at).map(|(_, to)| to));
        }
    }
    reached.into_iter().all(|is| is)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn met(one: usize, other: usize, won: u64, lost: u64, drawn: u64) -> Met {
        Met { one, other, won, lost, drawn }
    }

    fn shown(number: &Fixed) -> String {
        number.ratio().decimal(9)
    }

    fn is_near(one: &Fixed, other: &Fixed) -> bool {
        one.minus(other).abs() < Fixed::from(1).over(&Fixed::from(1_000_000_000_000))
    }

    #[test]
    fn of_two_the_difference_is_the_logarithm_of_the_odds() {
        // 30.5 to 10.5, or 61 to 21.
        let found = strengths(2, &[met(0, 1, 30, 10, 0)]).unwrap();
        let odds = Fixed::logarithm(&61u8.into()).minus(&Fixed::logarithm(&21u8.into()));
        assert!(is_near(&found.of[0].minus(&found.of[1]), &odds));
        assert_eq!(found.misfit, None);
        // The variance of the difference is 1/30.5 + 1/10.5.
        let [[a, b], [c, d]] = [0, 1].map(|at| [0, 1].map(|other| found.covariance[at][other].clone()));
        assert_eq!(shown(&a.plus(&d).minus(&b).minus(&c)), "0.12802498");
    }

    #[test]
    fn who_has_met_nobody_has_no_strength() {
        assert_eq!(strengths(3, &[met(0, 1, 3, 4, 0)]), None);
        assert_eq!(strengths(0, &[]), None);
    }

    #[test]
    fn a_circle_is_a_misfit() {
        let circle = [met(0, 1, 40, 0, 0), met(1, 2, 40, 0, 0), met(2, 0, 40, 0, 0)];
        let found = strengths(3, &circle).unwrap();
        assert!(found.of.iter().all(|one| is_near(one, &Fixed::ZERO)));
        assert!(found.misfit.unwrap() > Fixed::from(5));
    }

    fn meetings() -> impl Strategy<Value = Vec<Met>> {
        let games = (0u64..30, 0u64..30, 0u64..5);
        prop::collection::vec(games, 6).prop_map(|all| {
            let pairs = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)];
            pairs
                .iter()
                .zip(all)
                .map(|((one, other), (won, lost, drawn))| met(*one, *other, won, lost, drawn))
                .collect()
        })
    }

    proptest! {
        #[test]
        fn whoever_is_named_first_makes_no_difference(all in meetings()) {
            let turned: Vec<Met> = all.iter().rev().map(|m| met(m.other, m.one, m.lost, m.won, m.drawn)).collect();
            let (one, other) = (strengths(4, &all).unwrap(), strengths(4, &turned).unwrap());
            prop_assert!(one.of.iter().zip(&other.of).all(|(a, b)| is_near(a, b)));
        }

        #[test]
        fn strengths_are_least_squares(all in meetings(), at in 0usize..4, up in prop::bool::ANY) {
            let found = strengths(4, &all).unwrap();
            let sum = |of: &[Fixed]| all.iter().fold(Fixed::ZERO, |sum, m| {
                let apart = m.log_odds().minus(&of[m.one].minus(&of[m.other]));
                sum.plus(&apart.times(&apart).times(&m.weight()))
            });
            let mut other = found.of.clone();
            let step = Fixed::one().over(&Fixed::from(if up { 1000 } else { -1000 }));
            other[at] = other[at].plus(&step);
            prop_assert!(sum(&found.of) < sum(&other));
            let whole = found.of.iter().fold(Fixed::ZERO, |sum, one| sum.plus(one));
            prop_assert!(is_near(&whole, &Fixed::ZERO));
        }
    }
}

//! How lucky dice were, exactly: where a result stands among all that could have come, and what many results come to.
//!
//! A result's percentile is the probability of less, and half of that of the same: half the ties count as less. So
//! fair dice of any kind have 50 % in the mean, and a roll against a number, true or false, is measured with the
//! measure of all others. Over many rolls their scores, from -1 to 1, are added up.

use super::distribution::Distribution;
use super::limits::Work;
use super::natural::{Natural, Whole, common_multiple};
use super::ratio::Ratio;
use super::sums::{add, sum_of};

/// Where a result stands among all that could have come.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Luck {
    /// The probability of less.
    pub less: Ratio,
    /// The probability of the same.
    pub same: Ratio,
}

/// What rolls come to together. Each counts alike, whatever its dice.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TotalLuck {
    /// How many rolls.
    pub rolls: u32,
    /// The sum of their scores as a multiple of its own standard deviation, squared, with the sign of the sum:
    /// [`TotalLuck::deviations`] tells it in decimals. None where nothing could have come otherwise.
    squared: Option<(bool, Ratio)>,
    /// The mean of the percentiles; none without rolls.
    pub mean: Option<Ratio>,
    /// The probability of a sum at least so far from the middle, on the same side of it. None where an exact answer
    /// would take too long.
    pub chance: Option<Ratio>,
}

impl Luck {
    /// The luck of a result.
    pub fn of(odds: &Distribution<i64>, result: i64) -> Luck {
        Luck { less: odds.chance_where(|o| *o < result), same: odds.chance(&result) }
    }

    /// The probability of less, and half of that of the same.
    pub fn percentile(&self) -> Ratio {
        self.less.plus(&self.same.times(&Ratio::new(1, 2u8)))
    }

    /// The probability of a result at most as good.
    pub fn at_most(&self) -> Ratio {
        self.less.plus(&self.same)
    }
}

impl TotalLuck {
    /// What rolls come to: for each kind of dice its odds, with what was rolled.
    pub fn of(kinds: &[(&Distribution<i64>, &[i64])]) -> TotalLuck {
        let rolls: usize = kinds.iter().map(|(_, results)| results.len()).sum();
        if rolls == 0 {
            return TotalLuck::default();
        }
        let scored: Vec<Scored> = kinds.iter().map(|(odds, results)| Scored::of(odds, results)).collect();
        let sum = scored.iter().fold(Ratio::ZERO, |sum, s| sum.plus(&s.sum()));
        let variance = scored.iter().fold(Ratio::ZERO, |sum, s| sum.plus(&s.variance()));
        let squared = (!variance.is_zero()).then(|| (sum < Ratio::ZERO, sum.times(&sum).over(&variance)));
        let many = u64::try_from(rolls).unwrap_or(u64::MAX);
        let half = Ratio::new(1, 2u8);
        TotalLuck {
            rolls: u32::try_from(rolls).unwrap_or(u32::MAX),
            squared,
            mean: Some(half.plus(&sum.over(&Ratio::new(2 * many, 1u8)))),
            chance: chance(&scored),
        }
    }

    /// How many of its standard deviations the sum of the scores is off the middle: `1.31`, `-0.4`. None where nothing
    /// could have come otherwise.
    pub fn deviations(&self, places: u32) -> Option<String> {
        let (negative, squared) = self.squared.as_ref()?;
        let root = squared.root(places);
        Some(if *negative && root != "0" { format!("-{root}") } else { root })
    }

    /// True where the rolls were worse than the mean of fair dice.
    pub fn is_bad(&self) -> bool {
        self.squared.as_ref().is_some_and(|(negative, _)| *negative)
    }
}

/// Rolls of one kind: the score of a result is the weight of all that is less, without that of all that is more.
struct Scored {
    scores: Vec<(Whole, Natural)>,
    total: Natural,
    came: Vec<Whole>,
}

impl Scored {
    fn of(odds: &Distribution<i64>, results: &[i64]) -> Scored {
        let total = odds.total().clone();
        let mut less = Natural::ZERO;
        let mut scores = Vec::with_capacity(odds.len());
        for (_, weight) in odds.rows() {
            scores.push((Whole::from(&less * 2u8 + weight) - Whole::from(total.clone()), weight.clone()));
            less += weight;
        }
        let came = results.iter().map(|result| {
            let at = odds.rows().partition_point(|(o, _)| o < result);
            scores.get(at).map_or(Whole::ZERO, |(score, _)| score.clone())
        });
        let came = came.collect();
        Scored { scores, total, came }
    }

    fn sum(&self) -> Ratio {
        Ratio::new(self.came.iter().sum::<Whole>(), self.total.clone())
    }

    /// Of all the rolls together; a score is 0 in the mean.
    fn variance(&self) -> Ratio {
        let squares: Whole = self.scores.iter().map(|(score, weight)| score * score * weight).sum();
        let one = Ratio::new(squares, &self.total * &self.total * &self.total);
        one.times(&Ratio::from(i64::try_from(self.came.len()).unwrap_or(i64::MAX)))
    }
}

/// The scores of all kinds out of one total, added up as whole numbers.
fn chance(scored: &[Scored]) -> Option<Ratio> {
    let common = scored.iter().fold(Natural::ONE, |common, s| common_multiple(&common, &s.total));
    let mut work = Work::little();
    let mut all = Distribution::certain(0);
    let mut came = 0i64;
    for kind in scored {
        let factor = Whole::from(&common / &kind.total);
        let whole = |score: &Whole| i64::try_from(score * &factor).ok();
        let rows: Option<Vec<(i64, Natural)>> =
            kind.scores.iter().map(|(score, weight)| Some((whole(score)?, weight.clone()))).collect();
        let one = Distribution::of(rows?)?.reduced();
        let count = u32::try_from(kind.came.len()).ok()?;
        all = add(&all, &sum_of(&one, count, &mut work).ok()?, &mut work).ok()?;
        for score in &kind.came {
            came = came.checked_add(whole(score)?)?;
        }
    }
    Some(if came < 0 { all.at_most(came) } else { all.at_least(came) })
}

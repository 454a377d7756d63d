//! What the fights say of the points: how strong each type is, how well its points tell that, and what would be fair.

use super::factors::{Refit, refit};
use super::run::Tried;
use crate::odds::{Fixed, Line, Met, Ratio, Strengths, line, quotient_ends, strengths};

/// Whether a type costs what it is worth in fights.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// It is stronger than its points say, by more than chance would have it.
    Cheap,
    /// It is as strong as its points say, as far as can be told.
    Fair,
    /// It is weaker.
    Dear,
}

/// A type, judged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rated {
    /// What it costs.
    pub points: Ratio,
    /// The share of its fights that it won, a drawn one half.
    pub won: Ratio,
    /// How strong it is: the logarithm of its odds against a type of the mean strength.
    pub strength: Fixed,
    /// By how much more than its points say.
    pub residual: Fixed,
    /// The standard error of that.
    pub error: Fixed,
    /// The points that would tell its strength, and between what they lie in 95 of 100 such trials. None where it may be
    /// chance that points rise with strength.
    pub fair: Option<[Ratio; 3]>,
    /// Whether what it costs is outside of these.
    pub verdict: Verdict,
}

/// A trial, judged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judged {
    /// The types, in their order.
    pub rated: Vec<Rated>,
    /// The strengths that explain the fights best.
    pub strengths: Strengths,
    /// The line of strengths over the logarithms of points; none where all cost the same.
    pub line: Option<Line>,
    /// How often a type wins against one of half its points, by that line.
    pub double: Option<Ratio>,
    /// Points taken apart; none where that was not asked.
    pub refit: Option<Refit>,
}

/// Fewer lie on a line, whatever they cost.
const FEWEST: usize = 3;

/// The ends of an interval of 95 %, in standard errors.
pub(super) fn ends() -> Fixed {
    Fixed::from(196).over(&Fixed::from(100))
}

/// Judges the points of types by their fights. None where types have not met, directly or through others.
pub fn judge(tried: &Tried) -> Option<Judged> {
    let fights = tried.fought.iter().filter(|f| f.fights() > 0);
    let met: Vec<Met> = fights
        .map(|f| Met { one: f.one, other: f.other, won: f.won, lost: f.lost, drawn: f.drawn })
        .collect();
    let strengths = strengths(tried.types.len(), &met)?;
    let points: Vec<Ratio> = tried.types.iter().map(|t| t.points(tried.per)).collect();
    let across: Vec<Fixed> = points.iter().map(Fixed::logarithm_of).collect();
    let line = line(&across, &strengths.of, &strengths.covariance);
    let is_steep = |line: &&Line| line.slope.by.minus(&ends().times(&line.slope.error)).is_positive();
    let rising = line.as_ref().filter(|_| points.len() >= FEWEST).filter(is_steep);
    let rated = (0..points.len())
        .map(|at| {
            let zero = (Fixed::ZERO, Fixed::ZERO);
            let (residual, error) =
                line.as_ref().map_or(zero, |line| (line.residuals[at].clone(), line.errors[at].clone()));
            let reach = ends().times(&error);
            let fair = rising.and_then(|line| {
                let own = (&residual, &error);
                let slope = (&line.slope.by, &line.slope.error);
                let [low, high] = quotient_ends(own, slope, &line.with_slope[at], &ends())?;
                let times = |more: &Fixed| points[at].times(&more.exponential().ratio());
                Some([&residual.over(&line.slope.by), &low, &high].map(times))
            });
            let verdict = match () {
                () if rising.is_none() => Verdict::Fair,
                () if residual.minus(&reach).is_positive() => Verdict::Cheap,
                () if Fixed::ZERO.minus(&residual).minus(&reach).is_positive() => Verdict::Dear,
                () => Verdict::Fair,
            };
            Rated {
                points: points[at].clone(),
                won: won(tried, at),
                strength: strengths.of[at].clone(),
                residual,
                error,
                fair,
                verdict,
            }
        })
        .collect();
    let double = line.as_ref().map(|line| {
        let odds = line.slope.by.times(&Fixed::logarithm(&2u8.into())).exponential();
        odds.over(&odds.plus(&Fixed::one())).ratio()
    });
    let refit = refit(tried, &strengths, rising);
    Some(Judged { rated, strengths, line, double, refit })
}

/// The share of fights that a type has won.
fn won(tried: &Tried, at: usize) -> Ratio {
    let (mut halves, mut fights) = (0, 0);
    for f in &tried.fought {
        let own = if f.one == at {
            f.won
        } else if f.other == at {
            f.lost
        } else {
            continue;
        };
        halves += 2 * own + f.drawn;
        fights += f.fights();
    }
    Ratio::new(halves, 2 * fights.max(1))
}

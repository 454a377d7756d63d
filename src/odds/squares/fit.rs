//! How well some numbers tell others: a straight line through points, or what several factors do together.

use super::super::fixed::Fixed;
use super::{inverse, product};

/// What a factor does to the heights.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Slope {
    /// By how much they rise where it rises by one.
    pub by: Fixed,
    /// The standard error of that: by the covariances, or by how far the points lie off, whichever is more.
    pub error: Fixed,
    /// How much of each height it takes: the sum of these parts of all heights is the slope.
    pub takes: Vec<Fixed>,
}

/// Heights as the sum of an intercept and what each factor does, by least squares.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fit {
    /// Where it is with all factors at zero.
    pub intercept: Fixed,
    /// What each factor does.
    pub slopes: Vec<Slope>,
    /// The share of the spread of the heights that it explains; none where they do not spread.
    pub explained: Option<Fixed>,
    /// By how much each height lies above it.
    pub residuals: Vec<Fixed>,
    /// The standard error of each of these.
    pub errors: Vec<Fixed>,
    /// How much of each height each residual takes.
    pub parts: Vec<Vec<Fixed>>,
    /// The variance of heights by how far they lie off; zero where the fit leaves nothing free.
    scatter: Fixed,
}

impl Fit {
    /// The standard error of a sum of parts of the heights, these having such covariances: by those, or by how far heights lie
    /// off, whichever is more.
    fn error_of(&self, parts: &[Fixed], covariance: &[Vec<Fixed>]) -> Fixed {
        let by_scatter = product(parts, parts).times(&self.scatter).root();
        error(parts, covariance).max(by_scatter)
    }
}

/// The covariance of two sums of parts of numbers with these covariances.
pub fn covariance_of(one: &[Fixed], other: &[Fixed], covariance: &[Vec<Fixed>]) -> Fixed {
    let rows = covariance.iter().map(|row| product(row, other)).collect::<Vec<_>>();
    product(one, &rows)
}

fn error(parts: &[Fixed], covariance: &[Vec<Fixed>]) -> Fixed {
    covariance_of(parts, parts, covariance).root()
}

/// Between what the quotient of two numbers lies, each with its standard error, where all is within so many standard errors
/// (Fieller): the quotients for which one number less so many times the other may be nothing. None where the divisor may be
/// nothing or less itself.
pub fn quotient_ends(
    (above, above_error): (&Fixed, &Fixed),
    (below, below_error): (&Fixed, &Fixed),
    covariance: &Fixed,
    reach: &Fixed,
) -> Option<[Fixed; 2]> {
    let square = |of: &Fixed| of.times(of);
    let wide = |of: &Fixed| square(&reach.times(of));
    // Where `(above - q below)²` is the square of the reach: a q² - 2 b q + c = 0.
    let a = square(below).minus(&wide(below_error));
    let b = above.times(below).minus(&square(reach).times(covariance));
    let c = square(above).minus(&wide(above_error));
    if !a.is_positive() || !below.is_positive() {
        return None;
    }
    let root = square(&b).minus(&a.times(&c)).root();
    Some([b.minus(&root), b.plus(&root)].map(|end| end.over(&a)))
}

/// The fit of heights with these covariances to factors, each a list of numbers as long as that of the heights; all points
/// count alike. None without factors, or where they cannot be told apart: one of them is the same for all points, or the
/// others make it up.
pub fn fit(factors: &[Vec<Fixed>], heights: &[Fixed], covariance: &[Vec<Fixed>]) -> Option<Fit> {
    let count = Fixed::from(i64::try_from(heights.len()).ok()?);
    let mean = |of: &[Fixed]| of.iter().fold(Fixed::ZERO, |sum, one| sum.plus(one)).over(&count);
    let from_mean = |of: &[Fixed], mean: &Fixed| of.iter().map(|one| one.minus(mean)).collect::<Vec<_>>();
    let means: Vec<Fixed> = factors.iter().map(|factor| mean(factor)).collect();
    let right: Vec<Vec<Fixed>> = factors.iter().zip(&means).map(|(of, mean)| from_mean(of, mean)).collect();
    let mean_height = mean(heights);
    let high = from_mean(heights, &mean_height);
    let spread = right.iter().map(|one| right.iter().map(|other| product(one, other)).collect()).collect();
    let spread: Vec<Vec<Fixed>> = inverse(spread).filter(|spread| !spread.is_empty())?;
    // What each slope takes of each height.
    let takes: Vec<Vec<Fixed>> = spread
        .iter()
        .map(|row| {
            let at = |point: usize| right.iter().map(|of| of[point].clone()).collect::<Vec<_>>();
            (0..high.len()).map(|point| product(row, &at(point))).collect()
        })
        .collect();
    let slopes: Vec<Fixed> = takes.iter().map(|takes| product(takes, &high)).collect();
    // What the fit comes to at a point, of the heights less their mean, by what is taken of each.
    let told = |point: usize, of: &dyn Fn(usize) -> Fixed| {
        (0..right.len()).fold(Fixed::ZERO, |sum, factor| sum.plus(&right[factor][point].times(&of(factor))))
    };
    let residuals: Vec<Fixed> = (0..high.len())
        .map(|point| high[point].minus(&told(point, &|factor| slopes[factor].clone())))
        .collect();
    let whole = product(&high, &high);
    let left = product(&residuals, &residuals);
    let explained = whole.is_positive().then(|| Fixed::one().minus(&left.over(&whole)));
    // What a residual is of all heights together: its own less what the fit takes of each.
    let share = Fixed::one().over(&count);
    let parts = |point: usize| -> Vec<Fixed> {
        let of = |other: usize| {
            let taken = share.plus(&told(point, &|factor| takes[factor][other].clone()));
            if point == other { Fixed::one().minus(&taken) } else { Fixed::ZERO.minus(&taken) }
        };
        (0..high.len()).map(of).collect()
    };
    let parts: Vec<Vec<Fixed>> = (0..high.len()).map(parts).collect();
    let errors = parts.iter().map(|parts| error(parts, covariance)).collect();
    let free = Fixed::from(high.len() as i64 - 1 - right.len() as i64);
    let scatter = if free.is_positive() { left.over(&free) } else { Fixed::ZERO };
    let at_means =
        slopes.iter().zip(&means).fold(Fixed::ZERO, |sum, (slope, mean)| sum.plus(&slope.times(mean)));
    let intercept = mean_height.minus(&at_means);
    let mut fit = Fit { intercept, slopes: Vec::new(), explained, residuals, errors, parts, scatter };
    fit.slopes = slopes
        .into_iter()
        .zip(takes)
        .map(|(by, takes)| Slope { by, error: fit.error_of(&takes, covariance), takes })
        .collect();
    Some(fit)
}

/// A straight line through points, by least squares.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// Where it is at zero.
    pub intercept: Fixed,
    /// How steep it is.
    pub slope: Slope,
    /// The share of the spread of the points that it explains; none where they do not spread.
    pub explained: Option<Fixed>,
    /// By how much each point lies above it.
    pub residuals: Vec<Fixed>,
    /// The standard error of each of these.
    pub errors: Vec<Fixed>,
    /// The covariance of each of these with the slope.
    pub with_slope: Vec<Fixed>,
}

/// The line through points with these covariances of their heights; all points count alike. None where it would be upright.
pub fn line(across: &[Fixed], up: &[Fixed], covariance: &[Vec<Fixed>]) -> Option<Line> {
    let Fit { intercept, slopes, explained, residuals, errors, parts, .. } =
        fit(&[across.to_vec()], up, covariance)?;
    let slope = slopes.into_iter().next()?;
    let with_slope = parts.iter().map(|parts| covariance_of(parts, &slope.takes, covariance)).collect();
    Some(Line { intercept, slope, explained, residuals, errors, with_slope })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn shown(number: &Fixed) -> String {
        number.ratio().decimal(9)
    }

    fn is_near(one: &Fixed, other: &Fixed) -> bool {
        one.minus(other).abs() < Fixed::from(1).over(&Fixed::from(1_000_000_000_000))
    }

    fn numbers(of: &[i64]) -> Vec<Fixed> {
        of.iter().copied().map(Fixed::from).collect()
    }

    fn certain(count: usize) -> Vec<Vec<Fixed>> {
        vec![vec![Fixed::ZERO; count]; count]
    }

    #[test]
    fn points_on_a_line_have_no_residuals() {
        let across: Vec<Fixed> = [1, 2, 4, 9].map(Fixed::from).to_vec();
        let up: Vec<Fixed> = [5, 8, 14, 29].map(Fixed::from).to_vec();
        let none = vec![vec![Fixed::ZERO; 4]; 4];
        let found = line(&across, &up, &none).unwrap();
        assert!(is_near(&found.slope.by, &Fixed::from(3)) && is_near(&found.intercept, &Fixed::from(2)));
        assert!(found.residuals.iter().all(|one| is_near(one, &Fixed::ZERO)));
        assert!(is_near(&found.explained.unwrap(), &Fixed::one()));
        assert_eq!(line(&[Fixed::one(), Fixed::one()], &[Fixed::ZERO, Fixed::one()], &none), None);
    }

    #[test]
    fn residuals_and_their_errors_are_those_worked_out_elsewhere() {
        // Four points at 0, 1, 2, 3 with heights 0, 2, 1, 3 of variance 1 each: slope 8/10, residuals by hand, and the
        // variance of a residual is 1 - 1/4 - (x - 3/2)²/5.
        let across: Vec<Fixed> = [0, 1, 2, 3].map(Fixed::from).to_vec();
        let up: Vec<Fixed> = [0, 2, 1, 3].map(Fixed::from).to_vec();
        let mut one = vec![vec![Fixed::ZERO; 4]; 4];
        (0..4).for_each(|at| one[at][at] = Fixed::one());
        let found = line(&across, &up, &one).unwrap();
        assert_eq!(shown(&found.slope.by), "0.8");
        let residuals: Vec<String> = found.residuals.iter().map(shown).collect();
        assert_eq!(residuals, ["-0.3", "0.9", "-0.9", "0.3"]);
        assert_eq!(shown(&found.explained.clone().unwrap()), "0.64");
        let squares: Vec<String> = found.errors.iter().map(|error| shown(&error.times(error))).collect();
        assert_eq!(squares, ["0.3", "0.7", "0.7", "0.3"]);
        assert_eq!(shown(&found.slope.error.times(&found.slope.error)), "0.2");
        // Without any, the squares of the residuals come to 1.8, over 2 and over 5.
        let none = vec![vec![Fixed::ZERO; 4]; 4];
        let found = line(&across, &up, &none).unwrap();
        assert_eq!(shown(&found.slope.error.times(&found.slope.error)), "0.18");
    }

    #[test]
    fn factors_that_make_the_heights_up_are_found() {
        // 7 + 3a - 2b.
        let factors = [numbers(&[1, 2, 4, 9, 3]), numbers(&[5, 1, 1, 2, 8])];
        let heights = numbers(&[0, 11, 17, 30, 0]);
        let found = fit(&factors, &heights, &certain(5)).unwrap();
        assert!(is_near(&found.intercept, &Fixed::from(7)));
        assert!(
            is_near(&found.slopes[0].by, &Fixed::from(3)) && is_near(&found.slopes[1].by, &Fixed::from(-2))
        );
        assert!(found.residuals.iter().all(|one| is_near(one, &Fixed::ZERO)));
        assert!(is_near(&found.explained.unwrap(), &Fixed::one()));
    }

    #[test]
    fn two_factors_are_those_worked_out_elsewhere() {
        // A cross of four points and its middle: each slope is that of its own arm, 3/2 and 2, the variance of each 1/2.
        let factors = [numbers(&[-1, 1, 0, 0, 0]), numbers(&[0, 0, -1, 1, 0])];
        let heights = numbers(&[1, 4, 0, 4, 1]);
        let mut one = certain(5);
        (0..5).for_each(|at| one[at][at] = Fixed::one());
        let found = fit(&factors, &heights, &one).unwrap();
        let slopes: Vec<String> = found.slopes.iter().map(|slope| shown(&slope.by)).collect();
        assert_eq!(slopes, ["1.5", "2"]);
        assert_eq!(shown(&found.intercept), "2");
        let residuals: Vec<String> = found.residuals.iter().map(shown).collect();
        assert_eq!(residuals, ["0.5", "0.5", "0", "0", "-1"]);
        // What is left, 3/2 over the two that are free, halved, is 3/8: less than the 1/2 of the heights themselves.
        assert_eq!(shown(&found.slopes[0].error.times(&found.slopes[0].error)), "0.5");
        let found = fit(&factors, &heights, &certain(5)).unwrap();
        assert_eq!(shown(&found.slopes[0].error.times(&found.slopes[0].error)), "0.375");
    }

    #[test]
    fn factors_that_cannot_be_told_apart_have_no_fit() {
        let heights = numbers(&[1, 2, 4, 3]);
        let (one, other) = (numbers(&[1, 2, 3, 5]), numbers(&[3, 5, 7, 11]));
        assert_eq!(fit(&[one.clone(), other], &heights, &certain(4)), None);
        assert_eq!(fit(&[one, numbers(&[2, 2, 2, 2])], &heights, &certain(4)), None);
        assert_eq!(fit(&[], &heights, &certain(4)), None);
    }

    #[test]
    fn ends_of_a_quotient_are_fiellers() {
        // 12 with an error of 1 over 4 with one of 1/2, each by itself, to two errors: 15 q² - 96 q + 140 = 0.
        let half = Fixed::one().over(&Fixed::from(2));
        let ends = |below: i64, covariance: i64| {
            let above = (&Fixed::from(12), &Fixed::one());
            quotient_ends(above, (&Fixed::from(below), &half), &Fixed::from(covariance), &Fixed::from(2))
        };
        let [low, high] = ends(4, 0).unwrap();
        assert_eq!([shown(&low), shown(&high)], ["2.247809543", "4.152190457"]);
        let zero = |q: &Fixed| {
            Fixed::from(15).times(q).times(q).minus(&Fixed::from(96).times(q)).plus(&Fixed::from(140))
        };
        assert!(is_near(&zero(&low), &Fixed::ZERO) && is_near(&zero(&high), &Fixed::ZERO));
        // A divisor that may be nothing says nothing.
        assert_eq!(ends(1, 0), None);
        assert_eq!(ends(-4, 0), None);
    }

    proptest! {
        #[test]
        fn a_fit_is_the_least_of_squares(
            all in prop::collection::vec((-9i64..10, -9i64..10, -9i64..10), 5..9),
            of in 0usize..3,
            up in prop::bool::ANY,
        ) {
            let column = |of: &dyn Fn(&(i64, i64, i64)) -> i64| numbers(&all.iter().map(of).collect::<Vec<_>>());
            let factors = [column(&|row| row.0), column(&|row| row.1)];
            let heights = column(&|row| row.2);
            let Some(found) = fit(&factors, &heights, &certain(all.len())) else { return Ok(()) };
            let squares = |by: &[Fixed]| (0..all.len()).fold(Fixed::ZERO, |sum, at| {
                let told = by[0].plus(&by[1].times(&factors[0][at])).plus(&by[2].times(&factors[1][at]));
                let apart = heights[at].minus(&told);
                sum.plus(&apart.times(&apart))
            });
            let best = [found.intercept, found.slopes[0].by.clone(), found.slopes[1].by.clone()];
            let mut other = best.clone();
            other[of] = other[of].plus(&Fixed::one().over(&Fixed::from(if up { 1000 } else { -1000 })));
            prop_assert!(squares(&best) < squares(&other));
        }
    }
}

//! Points taken apart: how much each of some numbers of a unit type counts in its points, and how much in fights.
//!
//! Points and strengths are both told by the logarithms of the factors, so that a factor has an exponent: with 1 twice as
//! much of it is worth twice the points, with 1/2 the root of that. Formulas that add are told as well as exponents can.

use std::cell::RefCell;
use std::rc::Rc;

use super::fight::in_words;
use super::judged::{Verdict, ends};
use super::run::{Tried, Worth};
use crate::diagnostic::{Code, Diagnostic, counted};
use crate::kernel::catalogue::Subject;
use crate::kernel::dice::Generator;
use crate::kernel::state::State;
use crate::kernel::value::{UnitId, Value};
use crate::odds::{Fit, Fixed, Line, Natural, Ratio, Strengths, covariance_of, fit, quotient_ends};
use crate::pack::{Loaded, Mistakes};
use crate::play::outlook::Throws;
use crate::rules::{Door, Failure};

/// How much a factor counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Factor {
    /// What it is called.
    pub name: String,
    /// Its exponent in the points.
    pub in_points: Ratio,
    /// The exponent that would tell the fights, and between what it lies in 95 of 100 such trials. None where it may be
    /// chance that points rise with strength.
    pub in_fights: Option<[Ratio; 3]>,
    /// Whether that of the points lies outside: `Cheap` where the points count it too little.
    pub verdict: Verdict,
}

/// Points taken apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refit {
    /// By factor.
    pub factors: Vec<Factor>,
    /// The share of the spread of points, as logarithms, that the factors explain.
    pub points_explained: Option<Ratio>,
    /// The share of the spread of strengths that they explain.
    pub fights_explained: Option<Ratio>,
}

/// What the factors of a unit are, each above 0: `OFF` is what the rules answer to `unit("foot").OFF`.
///
/// # Errors
/// A factor that the unit has not, or that is no number above 0.
pub(super) fn factors_of(
    names: &[String],
    loaded: &Loaded,
    state: &mut State,
    unit: UnitId,
) -> Result<Vec<i64>, Mistakes> {
    let who = state.unit(unit).name.clone();
    names
        .iter()
        .map(|name| {
            let mistake = |told: String, help: &str| {
                let told = Diagnostic::error(Code::USAGE, told).help(help.to_owned());
                (loaded.sources.clone(), vec![told])
            };
            let all = loaded.rules.catalogue().attributes.values();
            let attributes = all.filter(|of| of.subject == Subject::Unit).map(|of| &*of.name);
            let is_name = name.chars().all(|of| of.is_alphanumeric() || of == '_');
            if !is_name || !attributes.clone().any(|of| of == name) {
                let told = Diagnostic::error(Code::USAGE, format!("no attribute is called `{name}`"));
                return Err((loaded.sources.clone(), vec![told.near(name, attributes)]));
            }
            let throws = Throws { given: Vec::new(), asked: 0, generator: Generator::new(1) };
            let door: Door = Rc::new(RefCell::new(throws));
            match loaded.rules.evaluate(state, door, &format!("unit(\"{who}\").{name}")) {
                Ok(run) => match run.value {
                    Value::Int(number) if number > 0 => Ok(number),
                    other => Err(mistake(
                        format!("the {name} of `{who}` is `{other}`, and a factor is a number above 0 for all that meet"),
                        "leave the factor out, or name other types",
                    )),
                },
                Err(Failure::Broken(told)) => Err((loaded.sources.clone(), vec![*told])),
                Err(failure) => {
                    let why = in_words(&failure, &loaded.sources);
                    Err(mistake(format!("the {name} of `{who}` cannot be told: {why}"), "leave it out"))
                }
            }
        })
        .collect()
}

/// Whether so many types can tell so many factors apart.
///
/// # Errors
/// Too few types; factors that are the same for all types, or follow from others.
pub(super) fn check_factors(names: &[String], types: &[Worth], per: i64) -> Result<(), Mistakes> {
    if names.is_empty() {
        return Ok(());
    }
    let mistake = |told: String, help: &str| {
        Err((Default::default(), vec![Diagnostic::error(Code::USAGE, told).help(help.to_owned())]))
    };
    if types.len() < names.len() + 2 {
        let told = format!(
            "{} cannot tell what counts how much: as many as factors and two more can",
            counted(types.len(), "type")
        );
        return mistake(told, "name more types, or fewer factors");
    }
    if points_by_factor(types, names.len(), per).is_none() {
        let same =
            (0..names.len()).find(|at| types.iter().all(|of| of.factors[*at] == types[0].factors[*at]));
        let told = match same {
            Some(at) => format!("the {} of all these types is {}", names[at], types[0].factors[at]),
            None => format!(
                "by these types {} cannot be told apart: one follows from the others",
                names.join(", ")
            ),
        };
        return mistake(told, "leave a factor out, or name more types");
    }
    Ok(())
}

fn logarithms(types: &[Worth], factors: usize) -> Vec<Vec<Fixed>> {
    let of = |number: i64| Fixed::logarithm(&Natural::from(number.unsigned_abs()));
    (0..factors).map(|at| types.iter().map(|one| of(one.factors[at])).collect()).collect()
}

/// Points are known for certain.
fn points_by_factor(types: &[Worth], factors: usize, per: i64) -> Option<Fit> {
    let certain = vec![vec![Fixed::ZERO; types.len()]; types.len()];
    fit(&logarithms(types, factors), &logarithms_of_points(types, per), &certain)
}

fn logarithms_of_points(types: &[Worth], per: i64) -> Vec<Fixed> {
    types.iter().map(|of| Fixed::logarithm_of(&of.points(per))).collect()
}

/// How much each factor counts in points and in fights. `rising` is the line of strengths over points, where more than
/// chance says that they rise. None without factors.
pub(super) fn refit(tried: &Tried, strengths: &Strengths, rising: Option<&Line>) -> Option<Refit> {
    let (names, types) = (&tried.factors, &tried.types);
    let (heights, covariance) = (&strengths.of, &strengths.covariance);
    let points = points_by_factor(types, names.len(), tried.per)?;
    let fights = fit(&logarithms(types, names.len()), heights, covariance)?;
    let line = rising.map(|line| &line.slope);
    let factors = names.iter().zip(points.slopes.iter().zip(&fights.slopes)).map(|(name, (asked, seen))| {
        // An exponent is the slope of the factor over that of points, and both come of the same fights.
        let in_fights = line.and_then(|line| {
            let both = covariance_of(&seen.takes, &line.takes, covariance);
            let ends = quotient_ends((&seen.by, &seen.error), (&line.by, &line.error), &both, &ends())?;
            let [low, high] = ends;
            Some([seen.by.over(&line.by), low, high])
        });
        let verdict = match &in_fights {
            Some([_, low, _]) if asked.by < *low => Verdict::Cheap,
            Some([_, _, high]) if asked.by > *high => Verdict::Dear,
            _ => Verdict::Fair,
        };
        Factor {
            name: name.clone(),
            in_points: asked.by.ratio(),
            in_fights: in_fights.map(|ends| ends.map(|of| of.ratio())),
            verdict,
        }
    });
    let explained = |fit: &Fit| fit.explained.as_ref().map(Fixed::ratio);
    Some(Refit {
        factors: factors.collect(),
        points_explained: explained(&points),
        fights_explained: explained(&fights),
    })
}

//! The points of unit types, tried in fights: as a table, as points on a plane, and for other programs.

mod listed;
mod picture;
mod told;

use crate::odds::Ratio;

pub use listed::{trial_csv, trial_json, trial_meetings_csv};
pub use picture::trial_picture;
pub use told::trial_told;

/// Whether a type costs what it is worth in fights.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TrialVerdict {
    /// Stronger than its points say.
    Cheap,
    /// As strong, as far as can be told.
    Fair,
    /// Weaker.
    Dear,
}

/// How a type stands under one stack of rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TrialStanding {
    /// What it costs.
    pub points: Ratio,
    /// The share of fights that it won.
    pub won: Ratio,
    /// Its strength, and by how much that lies above what its points say, with the standard error.
    pub strength: Ratio,
    /// By how much its strength lies above what its points say.
    pub residual: Ratio,
    /// The standard error of that.
    pub error: Ratio,
    /// Points that would be fair, with the ends of their interval.
    pub fair: Option<[Ratio; 3]>,
    /// What that says.
    pub verdict: TrialVerdict,
}

/// How two types fared under one stack of rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct TrialFought {
    /// Fights won by the one.
    pub won: u64,
    /// Fights won by the other.
    pub lost: u64,
    /// Fights won by nobody.
    pub drawn: u64,
    /// Of all these, decided by what was left.
    pub late: u64,
    /// Fights that could not go on.
    pub failed: u64,
}

/// All of a trial under one stack of rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TrialStack {
    /// By type.
    pub standings: Vec<TrialStanding>,
    /// By meeting.
    pub fought: Vec<TrialFought>,
    /// How the strengths rise with the logarithm of points: where at zero, how steeply, and the standard error of that.
    pub line: Option<[Ratio; 3]>,
    /// The share of the spread of strengths that points explain.
    pub explained: Option<Ratio>,
    /// How often twice the points win.
    pub double: Option<Ratio>,
    /// How badly single strengths explain who beats whom; about 1 where they do.
    pub misfit: Option<Ratio>,
    /// Points taken apart; none where that was not asked.
    pub refit: Option<TrialRefit>,
}

/// How much a factor counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TrialFactor {
    /// What it is called.
    pub name: String,
    /// Its exponent in the points.
    pub in_points: Ratio,
    /// The exponent that would tell the fights, with the ends of its interval.
    pub in_fights: Option<[Ratio; 3]>,
    /// What that says.
    pub verdict: TrialVerdict,
}

/// Points taken apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TrialRefit {
    /// By factor.
    pub factors: Vec<TrialFactor>,
    /// The share of the spread of points that the factors explain.
    pub points_explained: Option<Ratio>,
    /// The share of the spread of strengths that they explain.
    pub fights_explained: Option<Ratio>,
}

/// A trial.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TrialTold {
    /// Of which game, by which rule.
    pub title: String,
    /// How it was fought.
    pub how: String,
    /// The types: name and long name.
    pub types: Vec<(String, String)>,
    /// The meetings, by the places of their types.
    pub meetings: Vec<(usize, usize)>,
    /// Without house rules.
    pub before: TrialStack,
    /// With them.
    pub after: Option<TrialStack>,
    /// The house rules.
    pub house: Vec<String>,
    /// What is to be known besides.
    pub remarks: Vec<String>,
}

impl TrialTold {
    /// Both stacks, each with what it is called.
    fn stacks(&self) -> impl Iterator<Item = (&'static str, &TrialStack)> {
        let first = if self.after.is_some() { "without" } else { "" };
        [(first, &self.before)].into_iter().chain(self.after.iter().map(|after| ("with", after)))
    }
}

fn verdict(of: TrialVerdict) -> &'static str {
    match of {
        TrialVerdict::Cheap => "too cheap",
        TrialVerdict::Fair => "",
        TrialVerdict::Dear => "too dear",
    }
}

fn weight(of: TrialVerdict) -> &'static str {
    match of {
        TrialVerdict::Cheap => "counts too little",
        TrialVerdict::Fair => "",
        TrialVerdict::Dear => "counts too much",
    }
}

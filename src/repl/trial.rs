//! The points of a pack's unit types on trial: fought without and with house rules, judged, and put into words for the report.

use crate::odds::Fixed;
use crate::pack::{HouseFile, Mistakes, house_stem};
use crate::play::trial::{Fought, Judged, TrialPlan, Tried, Verdict, judge, trial};
use crate::report::{TrialFought, TrialStack, TrialStanding, TrialTold, TrialVerdict};

/// What is asked.
#[derive(Debug, Clone)]
pub struct TrialAsked {
    /// What is fought without the house rules.
    pub plan: TrialPlan,
    /// House files that it is fought with too; none for no second time.
    pub house: Vec<HouseFile>,
    /// How many threads.
    pub threads: usize,
}

/// A trial, and whether it was broken off.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trial {
    /// What came of it; none where too little was fought to be judged.
    pub told: Option<TrialTold>,
    /// Whether it was broken off.
    pub broken_off: bool,
}

impl TrialAsked {
    /// Fights and judges. `goes_on` is told how many fights are done and of how many, and answers whether to go on.
    ///
    /// # Errors
    /// As for [`trial`].
    pub fn told(&self, goes_on: &mut dyn FnMut(u64, u64) -> bool) -> Result<Trial, Mistakes> {
        let times = if self.house.is_empty() { 1 } else { 2 };
        let before = trial(&self.plan, self.threads, &mut |done, all| goes_on(done, times * all))?;
        let mut broken_off = before.broken_off;
        let mut after = None;
        if !self.house.is_empty() && !broken_off {
            let plan = TrialPlan { house: [&self.plan.house[..], &self.house].concat(), ..self.plan.clone() };
            let with = trial(&plan, self.threads, &mut |done, all| goes_on(all + done, times * all))?;
            broken_off = with.broken_off;
            after = Some(with);
        }
        let (Some(judged), fought) = (judge(&before), &before) else {
            return Ok(Trial { told: None, broken_off });
        };
        let with = after.as_ref().and_then(|tried| Some((tried, judge(tried)?)));
        Ok(Trial { told: Some(self.in_words(fought, &judged, with)), broken_off })
    }

    fn in_words(&self, tried: &Tried, judged: &Judged, with: Option<(&Tried, Judged)>) -> TrialTold {
        let plan = &self.plan;
        let games = plan.games.div_ceil(2) * 2;
        let fights = tried.fought.iter().map(|f| f.won + f.lost + f.drawn).sum::<u64>();
        let units = if plan.count == 1 { "1 unit".to_owned() } else { format!("{} units", plan.count) };
        let how = format!(
            "{games} fights of each pair, half of them the other way round: {units} a side, {}, played by {}, up to {} turns, \
             seed {}; {fights} fights",
            tried.place, plan.fighter, plan.turns, plan.seed
        );
        let mut remarks = Vec::new();
        for (name, tried) in
            [("", Some(tried)), ("with the house rules: ", with.as_ref().map(|(tried, _)| *tried))]
        {
            let Some(tried) = tried else { continue };
            let sum = |of: fn(&Fought) -> u64| tried.fought.iter().map(of).sum::<u64>();
            let fought = sum(|f| f.won + f.lost + f.drawn).max(1);
            let late = sum(|f| f.late);
            if late > 0 {
                let share = crate::odds::Ratio::new(late, fought).percent();
                remarks.push(format!(
                    "{name}{share} of the fights were decided by the larger share of points that was left after the last turn"
                ));
            }
            let failed = sum(|f| f.failed);
            if failed > 0 {
                let often = tried.failures.iter().max_by_key(|(_, often)| **often);
                let why = often.map_or_else(String::new, |(why, _)| format!(", mostly: {why}"));
                remarks.push(format!("{name}{failed} fights could not go on and count for nobody{why}"));
            }
        }
        let stem = |file: &HouseFile| {
            let last = file.name.rsplit('/').next().unwrap_or(&file.name).to_owned();
            house_stem(&last).unwrap_or(&last).to_owned()
        };
        TrialTold {
            title: format!("points of {} on trial", tried.game),
            how,
            types: tried.types.iter().map(|t| (t.name.clone(), t.title.clone())).collect(),
            meetings: tried.fought.iter().map(|f| (f.one, f.other)).collect(),
            before: stack(tried, judged),
            house: if with.is_some() { self.house.iter().map(stem).collect() } else { Vec::new() },
            after: with.map(|(tried, judged)| stack(tried, &judged)),
            remarks,
        }
    }
}

fn stack(tried: &Tried, judged: &Judged) -> TrialStack {
    let standings = judged.rated.iter().map(|rated| TrialStanding {
        points: rated.points.clone(),
        won: rated.won.clone(),
        strength: rated.strength.ratio(),
        residual: rated.residual.ratio(),
        error: rated.error.ratio(),
        fair: rated.fair.clone(),
        verdict: match rated.verdict {
            Verdict::Cheap => TrialVerdict::Cheap,
            Verdict::Fair => TrialVerdict::Fair,
            Verdict::Dear => TrialVerdict::Dear,
        },
    });
    let fought = tried.fought.iter().map(|f| TrialFought {
        won: f.won,
        lost: f.lost,
        drawn: f.drawn,
        late: f.late,
        failed: f.failed,
    });
    let line = judged.line.as_ref();
    TrialStack {
        standings: standings.collect(),
        fought: fought.collect(),
        line: line.map(|l| [&l.intercept, &l.slope, &l.slope_error].map(Fixed::ratio)),
        explained: line.and_then(|l| l.explained.as_ref()).map(Fixed::ratio),
        double: judged.double.clone(),
        misfit: judged.strengths.misfit.as_ref().map(Fixed::ratio),
    }
}

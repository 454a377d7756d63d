//! The points of a pack's unit types on trial, asked at the console or from the shell: fought without and with house rules,
//! judged, and put into words for the report.

use std::ops::RangeInclusive;

use super::own_file::{may_write_picture, write_picture};
use super::told::{Status, Told};
use super::weighed::Weighed;
use crate::diagnostic::{Code, Diagnostic, counted};
use crate::odds::{Fixed, Ratio};
use crate::pack::{Library, Mistakes};
use crate::play::processors;
use crate::play::trial::{Factor, Fighter, Fought, Judged, Refit, TrialPlan, Tried, Verdict, judge, trial};
use crate::report::{
    Style, TrialFactor, TrialFought, TrialRefit, TrialStack, TrialStanding, TrialTold, TrialVerdict,
    trial_csv, trial_json, trial_meetings_csv, trial_picture, trial_told,
};
use crate::session::Trouble;

/// A fight with more commands has failed: nobody gives so many.
const MOST_COMMANDS: u64 = 5000;

/// How a trial is wanted, as it was typed at the console or in the shell.
#[derive(Debug, Clone)]
pub struct TrialWanted {
    /// Unit types, or `all`; those of the scenario where none is named.
    pub types: Vec<String>,
    /// Fights of each pair.
    pub games: u64,
    /// Attributes that the points are taken apart by.
    pub factors: Vec<String>,
    /// Units a side.
    pub count: u64,
    /// How far apart fights begin, in hexes or inches; the usual way where nothing is said.
    pub apart: Option<u64>,
    /// A longer fight is decided by what is left.
    pub turns: u64,
    /// Who plays both sides.
    pub players: String,
    /// The seed.
    pub seed: u64,
    /// How many threads; as many as there are processors where nothing is said.
    pub threads: Option<usize>,
    /// In which form it is told.
    pub form: TrialForm,
    /// Whether who beat whom how often is told too, or in CSV instead.
    pub meetings: bool,
    /// The file of the picture.
    pub svg: Option<String>,
    /// Whether any file is written over.
    pub force: bool,
}

/// In which form a trial is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum TrialForm {
    /// In words, with tables.
    #[default]
    Text,
    /// Comma-separated values.
    Csv,
    /// JSON.
    Json,
}

impl TrialForm {
    /// The form that flags ask for.
    ///
    /// # Errors
    /// E0702 where they ask for two.
    pub fn of_flags(json: bool, csv: bool) -> Result<TrialForm, Trouble> {
        match (json, csv) {
            (true, true) => Err(usage("one of `--json` and `--csv`".to_owned(), "leave one of them out")),
            (true, false) => Ok(TrialForm::Json),
            (false, true) => Ok(TrialForm::Csv),
            (false, false) => Ok(TrialForm::Text),
        }
    }
}

impl Default for TrialWanted {
    fn default() -> Self {
        TrialWanted {
            types: Vec::new(),
            games: 40,
            factors: Vec::new(),
            count: 1,
            apart: None,
            turns: 30,
            players: "attack".to_owned(),
            seed: 1,
            threads: None,
            form: TrialForm::Text,
            meetings: false,
            svg: None,
            force: false,
        }
    }
}

fn usage(told: String, help: &str) -> Trouble {
    Trouble::plain(Diagnostic::usage(told).help(help))
}

impl TrialWanted {
    /// Fights and tells, of a game with house files. `goes_on` is told how many fights are done and of how many, and answers
    /// whether to go on.
    ///
    /// # Errors
    /// E0702 for a number that is out of range, what is wrong with the file of the picture (both before anything is fought), and
    /// as for [`TrialAsked::told`].
    pub fn answer(
        &self,
        library: &Library,
        (pack, scenario): (&str, Option<&str>),
        files: Weighed,
        style: &Style,
        goes_on: &mut dyn FnMut(u64, u64) -> bool,
    ) -> Result<Told, Trouble> {
        let asked = self.asked(library, (pack, scenario), files)?;
        if let Some(file) = &self.svg {
            may_write_picture(file, self.force)?;
        }
        let found = asked.told(goes_on)?;
        let mut answer = match &found.told {
            Some(told) => self.tell(told, style)?,
            None if found.broken_off => Told::default(),
            None => {
                let mut told = Diagnostic::error(Code::USAGE, UNKNOWN);
                told.notes.extend(found.remarks);
                return Err(Trouble::plain(told.help("have more `--games`, or other `--players`")));
            }
        };
        if found.broken_off {
            answer.err.push_str(match found.told {
                Some(_) => "broken off: this is what was known by then\n",
                None => "broken off: not all types had met by then, so nothing can be told\n",
            });
            answer.status = Status::Broken;
        }
        Ok(answer)
    }

    fn asked(
        &self,
        library: &Library,
        (pack, scenario): (&str, Option<&str>),
        files: Weighed,
    ) -> Result<TrialAsked, Trouble> {
        let number = |flag: &str, number: u64, range: RangeInclusive<u32>| {
            let told = || format!("`--{flag}` takes a number from {} to {}", range.start(), range.end());
            let number = u32::try_from(number).ok().filter(|number| range.contains(number));
            number.ok_or_else(|| usage(told(), "`help trial` tells what each is"))
        };
        let fighter = Fighter::parse(&self.players).map_err(|why| {
            Trouble::plain(Diagnostic::error(Code::USAGE, why).near(&self.players, Fighter::NAMES))
        })?;
        let plan = TrialPlan {
            library: library.clone(),
            pack: pack.to_owned(),
            scenario: scenario.map(str::to_owned),
            types: self.types.clone(),
            factors: self.factors.clone(),
            // More units a side are no trial but a battle, and farther apart nobody meets.
            count: number("count", self.count, 1..=20)?,
            apart: self.apart.map(|apart| number("apart", apart, 0..=40)).transpose()?,
            games: number("games", self.games, 1..=1_000_000)?.into(),
            seed: self.seed,
            turns: number("turns", self.turns, 1..=1000)?,
            commands: MOST_COMMANDS,
            fighter,
        };
        Ok(TrialAsked { plan, files, threads: self.threads.unwrap_or_else(processors) })
    }

    fn tell(&self, told: &TrialTold, style: &Style) -> Result<Told, Trouble> {
        if let Some(file) = &self.svg {
            write_picture(file, &trial_picture(told), self.force)?;
        }
        Ok(Told::fine(match (self.form, self.meetings) {
            (TrialForm::Json, _) => trial_json(told).to_string(),
            (TrialForm::Csv, true) => trial_meetings_csv(told),
            (TrialForm::Csv, false) => trial_csv(told),
            (TrialForm::Text, meetings) => {
                let mut text = trial_told(told, meetings, style);
                if let Some(file) = &self.svg {
                    text.push_str(&format!("{}\n", style.clean(&format!("the picture is in {file}"))));
                }
                text
            }
        }))
    }
}

/// What is asked.
#[derive(Debug, Clone)]
pub struct TrialAsked {
    /// What is fought.
    pub plan: TrialPlan,
    /// House files; where some are new it is all fought a second time, with them.
    pub files: Weighed,
    /// How many threads.
    pub threads: usize,
}

/// A trial, and whether it was broken off.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trial {
    /// What came of it; none where too little was fought to be judged.
    pub told: Option<TrialTold>,
    /// What is to be known of the fights where they could not be judged.
    pub remarks: Vec<String>,
    /// Whether it was broken off.
    pub broken_off: bool,
}

/// Why fights cannot be judged.
const UNKNOWN: &str = "the fights came to nothing that strengths could be told from";

impl TrialAsked {
    /// Fights and judges. `goes_on` is told how many fights are done and of how many, and answers whether to go on.
    ///
    /// # Errors
    /// As for [`trial`].
    pub fn told(&self, goes_on: &mut dyn FnMut(u64, u64) -> bool) -> Result<Trial, Mistakes> {
        let has_new = !self.files.house.is_empty();
        let times = if has_new { 2 } else { 1 };
        let threads = self.threads;
        let before = trial(&self.plan, &self.files.files(false), threads, &mut |done, all| {
            goes_on(done, times * all)
        })?;
        let mut broken_off = before.broken_off;
        let mut after = None;
        if has_new && !broken_off {
            let with = trial(&self.plan, &self.files.files(true), threads, &mut |done, all| {
                goes_on(all + done, times * all)
            })?;
            broken_off = with.broken_off;
            after = Some(with);
        }
        let Some(judged) = judge(&before) else {
            return Ok(Trial { told: None, remarks: remarks("", &before), broken_off });
        };
        Ok(Trial {
            told: Some(self.in_words(&before, &judged, after.as_ref())),
            remarks: Vec::new(),
            broken_off,
        })
    }

    fn in_words(&self, tried: &Tried, judged: &Judged, after: Option<&Tried>) -> TrialTold {
        let plan = &self.plan;
        let games = plan.games.div_ceil(2) * 2;
        let fights = tried.fought.iter().map(Fought::fights).sum::<u64>();
        let how = format!(
            "{games} fights of each pair, half of them the other way round: {} a side, {}, played by {}, up to {}, \
             seed {}; {fights} fights",
            counted(plan.count, "unit"),
            tried.place,
            plan.fighter,
            counted(plan.turns, "turn"),
            plan.seed
        );
        let house = self.files.names();
        let name = format!("with {}: ", house.join(", "));
        let mut told = remarks("", tried);
        told.extend(after.iter().flat_map(|tried| remarks(&name, tried)));
        let with = after.and_then(|tried| Some((tried, judge(tried)?)));
        if with.is_none() && !house.is_empty() {
            told.push(match after {
                Some(_) => format!("{name}{UNKNOWN}"),
                None => format!("{name}nothing was fought any more"),
            });
        }
        TrialTold {
            title: format!("points of {} on trial", tried.game),
            how,
            types: tried.types.iter().map(|t| (t.name.clone(), t.title.clone())).collect(),
            meetings: tried.fought.iter().map(|f| (f.one, f.other)).collect(),
            before: stack(tried, judged),
            house,
            after: with.map(|(tried, judged)| stack(tried, &judged)),
            remarks: told,
        }
    }
}

/// What is to be known of fights besides who won: how many were decided late, how many could not go on, and why.
fn remarks(name: &str, tried: &Tried) -> Vec<String> {
    let sum = |of: fn(&Fought) -> u64| tried.fought.iter().map(of).sum::<u64>();
    let mut remarks = Vec::new();
    let late = sum(|f| f.late);
    if late > 0 {
        let share = Ratio::new(late, sum(Fought::fights).max(1)).percent();
        remarks.push(format!(
            "{name}{share} of the fights were decided by the larger share of points that was left after the last turn"
        ));
    }
    let failed = sum(|f| f.failed);
    if failed > 0 {
        let often = tried.failures.iter().max_by_key(|(_, often)| **often);
        let why = often.map_or_else(String::new, |(why, _)| format!(", mostly: {why}"));
        let count = if failed == 1 { "counts" } else { "count" };
        remarks
            .push(format!("{name}{} could not go on and {count} for nobody{why}", counted(failed, "fight")));
    }
    remarks
}

fn told_verdict(verdict: Verdict) -> TrialVerdict {
    match verdict {
        Verdict::Cheap => TrialVerdict::Cheap,
        Verdict::Fair => TrialVerdict::Fair,
        Verdict::Dear => TrialVerdict::Dear,
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
        verdict: told_verdict(rated.verdict),
    });
    let fought = tried.fought.iter().map(|f| TrialFought {
        won: f.won,
        lost: f.lost,
        drawn: f.drawn,
        late: f.late,
        failed: f.failed,
    });
    let line = judged.line.as_ref();
    let factor = |of: &Factor| TrialFactor {
        name: of.name.clone(),
        in_points: of.in_points.clone(),
        in_fights: of.in_fights.clone(),
        verdict: told_verdict(of.verdict),
    };
    let refit = |of: &Refit| TrialRefit {
        factors: of.factors.iter().map(factor).collect(),
        points_explained: of.points_explained.clone(),
        fights_explained: of.fights_explained.clone(),
    };
    TrialStack {
        standings: standings.collect(),
        fought: fought.collect(),
        line: line.map(|l| [&l.intercept, &l.slope.by, &l.slope.error].map(Fixed::ratio)),
        explained: line.and_then(|l| l.explained.as_ref()).map(Fixed::ratio),
        double: judged.double.clone(),
        misfit: judged.strengths.misfit.as_ref().map(Fixed::ratio),
        refit: judged.refit.as_ref().map(refit),
    }
}

//! What a house rule does to a whole game: for the terminal, for programs, and as a page to show to a group.

mod words;

mod unmet;

mod table;

mod json;

mod bars;
mod heat;
mod page;
mod pen;
mod rates;

use crate::odds::{Distribution, Ratio, paired_change, wilson};

pub use json::impact_json;
pub use page::{PAGE_HEAD, impact_page};
pub use table::impact_told;

/// What a meeting comes to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MeetingCame {
    /// These outcomes; one without a name where the rule names none.
    Odds(Distribution<String>),
    /// The rules refuse it.
    Refused(String),
    /// It is not known.
    Unknown(String),
}

/// A meeting of two unit types.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MeetingTold {
    /// On whose map.
    pub scenario: String,
    /// The command.
    pub verb: String,
    /// The type that acts.
    pub actor: String,
    /// The type of its target.
    pub target: String,
    /// Where.
    pub place: String,
    /// Without the house rule.
    pub before: MeetingCame,
    /// With it.
    pub after: MeetingCame,
    /// How much it changes, from 0 to 1; none where that is not known.
    pub change: Option<Ratio>,
}

/// Types that could not be set up to meet; without types where a command could not at all.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnmetTold {
    /// On whose map.
    pub scenario: String,
    /// The command.
    pub verb: String,
    /// Who on whom.
    pub pair: Option<(String, String)>,
    /// Why.
    pub reason: String,
}

/// Options of a word of a command, of which not all met.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeftOutTold {
    /// The command.
    pub verb: String,
    /// The word of its form.
    pub word: String,
    /// Those that were taken.
    pub taken: Vec<String>,
    /// Those that were not.
    pub others: Vec<String>,
}

/// A rule of the house.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleTold {
    /// Its name.
    pub name: String,
    /// Its layer.
    pub layer: String,
    /// Its file and line.
    pub place: String,
    /// What it is for.
    pub purpose: String,
    /// What it stands above: layer, place, ids of the source, and whether it calls that; none for a new one.
    pub replaces: Option<(String, String, Vec<String>, bool)>,
}

/// A datum that is another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DatumTold {
    /// What.
    pub what: String,
    /// What it was.
    pub before: Option<String>,
    /// What it is.
    pub after: Option<String>,
    /// Where that is written.
    pub place: String,
}

/// A session that comes out otherwise.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SessionTold {
    /// Its name.
    pub name: String,
    /// The first line of its transcript that differs, from 1.
    pub line: usize,
    /// That line without the house rule; empty where the transcript ends before.
    pub before: String,
    /// With it.
    pub after: String,
}

/// A side in the games of a scenario.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SideRate {
    /// The side.
    pub title: String,
    /// Games that it won without and with the house rule.
    pub won: (u64, u64),
    /// Games that it won only with the house rule, and only without.
    pub moved: (u64, u64),
}

impl SideRate {
    /// The share of wins without the house rule, with its interval.
    fn before(&self, games: u64) -> (f64, (f64, f64)) {
        (self.won.0 as f64 / games.max(1) as f64, wilson(self.won.0, games))
    }

    /// The share with it.
    fn after(&self, games: u64) -> (f64, (f64, f64)) {
        (self.won.1 as f64 / games.max(1) as f64, wilson(self.won.1, games))
    }

    /// The difference.
    fn change(&self, games: u64) -> (f64, (f64, f64)) {
        paired_change(self.moved.0, self.moved.1, games)
    }
}

/// The games of a scenario.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GamesTold {
    /// The scenario.
    pub scenario: String,
    /// Its long name.
    pub title: String,
    /// Games played to an end both ways: those that are compared.
    pub games: u64,
    /// Games wanted.
    pub wanted: u64,
    /// The sides.
    pub sides: Vec<SideRate>,
    /// Games that came to another end.
    pub otherwise: u64,
    /// Games that nobody won, both ways.
    pub open: (u64, u64),
    /// Games that failed, both ways.
    pub failed: (u64, u64),
    /// Why the first of them did, both ways.
    pub why: (Option<String>, Option<String>),
    /// Games that failed one way or both, and are not compared.
    pub left_out: u64,
}

/// Everything about a house rule.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ImpactTold {
    /// The game's long name.
    pub title: String,
    /// The game as it was named: `marches`.
    pub game: String,
    /// The house rules that this is about.
    pub house: Vec<String>,
    /// Other house rules and rulings, in force both ways.
    pub besides: Vec<String>,
    /// The meetings, the most changed first.
    pub meetings: Vec<MeetingTold>,
    /// Those that could not be set up.
    pub unmet: Vec<UnmetTold>,
    /// Options of commands that no pair took.
    pub left_out: Vec<LeftOutTold>,
    /// Places and phases that were reckoned.
    pub set_ups: u64,
    /// Pairs that were gone through, and how many there are.
    pub pairs: (u64, u64),
    /// The seconds within which no more of them could be gone through, where that was so.
    pub late: Option<u64>,
    /// Rules that it has.
    pub rules: Vec<RuleTold>,
    /// Data that it changes.
    pub data: Vec<DatumTold>,
    /// How many sessions were run both ways; none where they were left out.
    pub sessions: Option<u64>,
    /// Those that come out otherwise.
    pub changed_sessions: Vec<SessionTold>,
    /// Games, scenario by scenario.
    pub games: Vec<GamesTold>,
    /// Who played them: `random`.
    pub players: String,
    /// The seed of the games.
    pub seed: u64,
    /// It was broken off.
    pub broken_off: bool,
}

impl ImpactTold {
    /// The meetings that change.
    pub fn changed(&self) -> impl Iterator<Item = &MeetingTold> + Clone {
        self.meetings.iter().filter(|m| m.change.as_ref().is_some_and(|change| !change.is_zero()))
    }

    /// Meetings of which it is not known whether they change.
    fn unknown(&self) -> usize {
        self.meetings.iter().filter(|m| m.change.is_none()).count()
    }
}

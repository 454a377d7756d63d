//! One meeting of two unit types, before and after.

use crate::odds::{Distribution, Ratio, apart};

/// What a meeting comes to under one stack of rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Came {
    /// These outcomes.
    Odds(Distribution<String>),
    /// The rules refuse it, for this reason.
    Refused(String),
    /// It could not be reckoned, for this reason.
    Unknown(String),
    /// It was broken off.
    BrokenOff,
}

impl Came {
    /// Whether its outcomes are known.
    pub fn is_known(&self) -> bool {
        matches!(self, Came::Odds(_))
    }

    /// Whether chance has a say in it.
    pub fn is_chancy(&self) -> bool {
        matches!(self, Came::Odds(odds) if odds.len() > 1)
    }
}

/// How much a meeting has changed.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Change {
    /// One of the two could not be reckoned, so nobody knows.
    Unknown,
    /// The total variation distance of the outcomes: 0 where nothing has changed, 1 where they have nothing in common, or
    /// where one of the stacks does not allow the meeting at all.
    By(Ratio),
}

/// A meeting.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Meeting {
    /// The scenario on whose map it takes place.
    pub scenario: String,
    /// The command.
    pub verb: String,
    /// The long name of the type that acts.
    pub actor: String,
    /// That of its target.
    pub target: String,
    /// Whether both are of the same side.
    pub friends: bool,
    /// Where, in words.
    pub place: String,
    /// Without the house rule.
    pub before: Came,
    /// With it.
    pub after: Came,
}

impl Meeting {
    /// How much it has changed.
    pub fn change(&self) -> Change {
        change(&self.before, &self.after)
    }
}

/// How much two results differ.
pub(super) fn change(before: &Came, after: &Came) -> Change {
    match (before, after) {
        (Came::Odds(before), Came::Odds(after)) => Change::By(apart(before, after)),
        (Came::Odds(_), Came::Refused(_)) | (Came::Refused(_), Came::Odds(_)) => Change::By(Ratio::ONE),
        (Came::Refused(_), Came::Refused(_)) => Change::By(Ratio::ZERO),
        _ => Change::Unknown,
    }
}

/// Two types that could not be set up to meet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unmet {
    /// The scenario.
    pub scenario: String,
    /// The command.
    pub verb: String,
    /// The type that acts; none where the command was never allowed for any pair.
    pub pair: Option<(String, String)>,
    /// What the rules say to it where the two stand as is most usual.
    pub reason: String,
}

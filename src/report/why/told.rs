//! The parts of an account, in words, as the JSON has them.

use serde::Serialize;

/// Where something comes from. Absent parts are not written.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub(super) struct Source {
    /// Its layer: rank and name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) layer: Option<String>,
    /// `path:line`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) place: Option<String>,
    /// The rule with its layer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) rule: Option<String>,
    /// What the printed source calls it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) cites: Vec<String>,
}

/// A labelled sum.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct Tally {
    pub(super) label: String,
    pub(super) total: i64,
    pub(super) source: Source,
    pub(super) items: Vec<Item>,
}

/// One entry of a labelled sum.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct Item {
    pub(super) value: i64,
    pub(super) reason: String,
    pub(super) applied: bool,
    /// Why it did not apply.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) because: Option<String>,
    pub(super) source: Source,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) parts: Vec<Tally>,
}

/// A hex in reach.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct ReachedHex {
    pub(super) hex: String,
    pub(super) cost: i64,
    pub(super) steps: u32,
    pub(super) may_stop: bool,
}

/// A refusal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct Refused {
    pub(super) reason: String,
    pub(super) source: Source,
}

/// Something that was read from the state.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct Fact {
    pub(super) what: String,
    pub(super) is: String,
}

/// Dice that were thrown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct Rolled {
    /// `2d6`.
    pub(super) dice: String,
    pub(super) purpose: String,
    pub(super) kind: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) side: Option<String>,
    /// Each die in the order thrown; empty where only the total was told.
    pub(super) faces: Vec<u32>,
    pub(super) total: i64,
    /// Who answered.
    pub(super) by: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) place: Option<String>,
}

/// A decision.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct Chose {
    pub(super) question: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) side: Option<String>,
    pub(super) options: Vec<String>,
    /// The place of the chosen option, from 0.
    pub(super) chosen: usize,
    pub(super) answer: String,
    pub(super) by: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) place: Option<String>,
}

/// A side's decision in secret, revealed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct Decided {
    pub(super) side: String,
    pub(super) question: String,
    /// What stands in each row: `fire 3`.
    pub(super) rows: Vec<String>,
    pub(super) by: String,
    /// What it was sealed with, where the sides sit at different machines.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) commitment: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) place: Option<String>,
}

/// A side's decision in secret, under seal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct Sealed {
    pub(super) side: String,
    pub(super) question: String,
    pub(super) by: String,
    /// The digest that binds.
    pub(super) commitment: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) place: Option<String>,
}

/// One event of a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub(super) enum Step {
    Tally(Tally),
    Rolled(Rolled),
    Reckoned { dice: String, result: i64 },
    Chose(Chose),
    Decided { sides: Vec<Decided> },
    Sealed { sides: Vec<Sealed> },
    Said { text: String, source: Source },
    Outcome { word: String, source: Source },
    Met { text: String, source: Source },
    Reach { hexes: Vec<ReachedHex> },
}

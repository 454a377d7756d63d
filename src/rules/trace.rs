//! What a run of rules leaves behind: every number with its reasons, every roll, every refusal. Made by the run
//! itself, not by a second text about it.

use std::rc::Rc;
use std::sync::Arc;

use crate::diagnostic::Span;
use crate::kernel::catalogue::Origin;
use crate::kernel::dice::formula::Formula;
use crate::kernel::door::{Answer, Choice, Roll};
use crate::kernel::hex::Hex;
use crate::kernel::plane::{Facing, Length, Point, Sketch};
use crate::kernel::secret::Secrets;
use crate::kernel::state::Query;
use crate::kernel::value::{SideId, Value};

/// Where in the rules something happened.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Spot {
    /// The place in a script; none where the kernel itself acts.
    pub span: Option<Span>,
    /// The rule that contains it, by its place in [`super::Ruleset::rules`].
    pub rule: Option<usize>,
}

/// One entry of a tally.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// What it adds; 0 for one that does not apply.
    pub value: i64,
    /// Why.
    pub reason: Arc<str>,
    /// For an entry that was considered and does not apply: why not.
    pub because: Option<Arc<str>>,
    /// The rule that entered it.
    pub spot: Spot,
    /// The datum that it comes from.
    pub origin: Option<Origin>,
    /// Tallies that arrived at this number.
    pub parts: Vec<TallyRecord>,
}

/// A labelled sum.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TallyRecord {
    /// What is counted up.
    pub label: Arc<str>,
    /// Its entries in order.
    pub items: Vec<Item>,
    /// The rule that began it.
    pub spot: Spot,
}

impl TallyRecord {
    /// The sum of what applies; at the ends of the numbers it stays there.
    pub fn total(&self) -> i64 {
        self.items.iter().fold(0, |sum, item| sum.saturating_add(item.value))
    }
}

/// One hex of a reach.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reached {
    /// The hex.
    pub hex: Hex,
    /// What it costs to get there.
    pub cost: i64,
    /// How many hexes the way has.
    pub steps: u32,
    /// Whether a move may end there.
    pub may_stop: bool,
}

/// One straight stretch of a reach on a table. Costs are in thousandths of an inch, or whatever the rules count in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stretch {
    /// What a player calls its direction; empty for one that is only shown.
    pub name: Rc<str>,
    /// Where it begins.
    pub from: Point,
    /// Which way it leads.
    pub facing: Facing,
    /// How far.
    pub gone: Length,
    /// Where it ends.
    pub end: Point,
    /// What has been spent where it begins.
    pub before: i64,
    /// What has been spent where it ends.
    pub cost: i64,
    /// What the parts of its own cost are, in words.
    pub parts: Rc<str>,
    /// What ends it; none where there is only nothing left to spend.
    pub stopped: Option<Rc<str>>,
}

/// How far one may go straight on in directions beside each other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Roamed {
    /// The places that lead to it, the start first; empty where that is not told.
    pub way: Vec<Point>,
    /// Whether the last direction lies beside the first.
    pub is_round: bool,
    /// The directions, clockwise.
    pub stretches: Vec<Stretch>,
}

/// What a dice formula came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reckoned {
    /// The formula.
    pub formula: Arc<Formula>,
    /// Whose dice; none where no side rolled.
    pub side: Option<SideId>,
    /// The kind of roll.
    pub kind: Arc<str>,
    /// What it was for, in the rule's words.
    pub purpose: Arc<str>,
    /// So many of the rolls right before were its dice.
    pub rolls: usize,
    /// What the dice came to; 1 or 0 for a comparison that holds or does not.
    pub result: i64,
}

/// Something that a run did, in order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// A number was arrived at.
    Tally(TallyRecord),
    /// Dice were thrown.
    Rolled {
        /// What was asked.
        ask: Roll,
        /// What was answered.
        answer: Answer,
    },
    /// The dice thrown last were read as a formula.
    Reckoned(Reckoned),
    /// A player decided.
    Chose {
        /// What was asked.
        ask: Choice,
        /// What was answered.
        answer: Answer,
    },
    /// Several sides decided in secret, and it was revealed.
    Decided {
        /// What was asked.
        ask: Secrets,
        /// What was answered.
        answer: Answer,
    },
    /// Sides have decided in secret, and it stays under seal.
    Sealed {
        /// What was asked.
        ask: Secrets,
        /// The seals.
        answer: Answer,
    },
    /// Text for the players.
    Said {
        /// The text.
        text: Arc<str>,
        /// The rule that says it.
        spot: Spot,
    },
    /// What the pack calls the result.
    Outcome {
        /// The word.
        word: Arc<str>,
        /// The rule that names it.
        spot: Spot,
    },
    /// A requirement that was met.
    Met {
        /// What would have been said had it not been met.
        text: Arc<str>,
        /// The rule that requires it.
        spot: Spot,
    },
    /// A figure for pictures of the table.
    Drawn(Sketch),
    /// Hexes that can be reached.
    Reach(Vec<Reached>),
    /// Places on the table that can be reached.
    Roamed(Roamed),
}

/// The record of one run.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Trace {
    /// What happened, in order.
    pub events: Vec<Event>,
    /// What the check of a command looked at before it was carried out.
    pub checked: Vec<Event>,
    /// What was read from the state with the answers, in order; empty unless recording was on.
    pub reads: Vec<(Query, Value)>,
    /// Whether a primitive was called that tells where something is or how far off, whatever the state has to say to it.
    pub measured: bool,
    /// How many figures for pictures were left out, because there were too many.
    pub undrawn: usize,
    /// Steps of the engine.
    pub operations: u64,
}

impl Trace {
    /// The words for the result, in order.
    pub fn outcomes(&self) -> impl Iterator<Item = &str> {
        self.events.iter().filter_map(|e| match e {
            Event::Outcome { word, .. } => Some(&**word),
            _ => None,
        })
    }

    /// The outcome as one text; empty where the run named none.
    pub fn outcome(&self) -> String {
        self.outcomes().collect::<Vec<_>>().join(", ")
    }

    /// Whether the run may have come to know where something is, or how far off; of what it read only where recording was on.
    pub fn tells_places(&self) -> bool {
        self.measured || self.reads.iter().any(|(query, value)| query.tells_places() || value.tells_place())
    }

    /// The texts for the players, in order.
    pub fn said(&self) -> impl Iterator<Item = &str> {
        self.events.iter().filter_map(|e| match e {
            Event::Said { text, .. } => Some(&**text),
            _ => None,
        })
    }

    /// The answers that were given, in order.
    pub fn answers(&self) -> impl Iterator<Item = &Answer> {
        self.events.iter().filter_map(|e| match e {
            Event::Rolled { answer, .. }
            | Event::Chose { answer, .. }
            | Event::Decided { answer, .. }
            | Event::Sealed { answer, .. } => Some(answer),
            _ => None,
        })
    }
}

//! Chance and choice through one door: what a rule cannot know, it asks here.
//!
//! A rule cannot tell who answers: a seeded generator, dice typed in at the table, a recording, a bot, or an
//! enumerator that tries every outcome. So one rule text serves play, exact odds, replay and explanation.

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::secret::{Closed, Seal, Secrets, Written};
use super::value::{SideId, Value};
use crate::diagnostic::{Span, counted};

/// A request for dice of one size, thrown together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Roll {
    /// How many dice, at least one.
    pub count: u32,
    /// Faces of each die, at least two; they show 1 to `sides`.
    pub sides: u32,
    /// The kind of roll as the pack declares it, so that a side can roll this kind with real dice.
    pub kind: Arc<str>,
    /// Whose dice; none where no side rolls (a hazard, the weather).
    pub side: Option<SideId>,
    /// What the roll is for, in the rule's words ("attack on t3").
    pub purpose: Arc<str>,
    /// Where a rule reads the dice one by one, so that their total is not enough: how, in dice notation, or an empty text.
    pub one_by_one: Option<Arc<str>>,
    /// Which rule asks, where.
    pub asked_at: Option<Span>,
}

impl Roll {
    /// Whether the total of the dice is all that the rule asks for, or there is but one.
    pub fn takes_total(&self) -> bool {
        self.one_by_one.is_none() || self.count == 1
    }
}

/// A request for a decision of a player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    /// What is to be decided, in the rule's words.
    pub question: Arc<str>,
    /// Who decides; none where all agree.
    pub side: Option<SideId>,
    /// What can be chosen; never empty.
    pub options: Vec<Value>,
    /// Which rule asks, where.
    pub asked_at: Option<Span>,
}

/// What a rule asks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ask {
    /// Chance.
    Roll(Roll),
    /// Choice.
    Choose(Choice),
    /// Decisions of several sides, taken in secret and revealed together; or openings of what lies under seal.
    Decide(Secrets),
    /// Decisions in secret that stay under seal.
    Seal(Secrets),
}

/// Who gave an answer, as the log shows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum By {
    /// The program's generator: how many dice it had thrown before in this game.
    Auto(u64),
    /// Typed in from real dice or decided by a player, with the side's name where one was asked.
    Entered(Option<Arc<str>>),
    /// Fixed by a ruling.
    Forced,
    /// A policy or bot.
    Policy(Arc<str>),
}

/// What is answered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Given {
    /// The faces of the dice, as many as asked, in the order thrown.
    Dice(Vec<u32>),
    /// The total of dice that were not told singly.
    Total(u32),
    /// The place of the chosen option.
    Chosen(usize),
    /// What each side wrote in secret, in the order asked.
    Revealed(Vec<Revealed>),
    /// The seals under which the sides have written, in the order asked.
    Sealed(Vec<SealedUp>),
}

/// What a side wrote in secret, once it is no secret any more.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Revealed {
    /// What stands in each row.
    pub written: Vec<Written>,
    /// Who wrote it.
    pub by: By,
    /// What it was sealed with, where the sides sit at different machines.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seal: Option<Seal>,
}

/// What a side has written under seal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SealedUp {
    /// The seal.
    pub closed: Closed,
    /// Who wrote it.
    pub by: By,
    /// What was written, where it was no secret: it was told with the line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub told: Option<Vec<Written>>,
}

/// An answer with who gave it. The journal keeps these.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    /// What is answered.
    #[serde(flatten)]
    pub given: Given,
    /// Who gave it.
    pub by: By,
}

impl Given {
    /// What all wrote in secret, by the same player.
    pub fn written_by(all: Vec<Vec<Written>>, by: &By) -> Given {
        let one = |written| Revealed { written, by: by.clone(), seal: None };
        Given::Revealed(all.into_iter().map(one).collect())
    }

    /// Seals that are only supposed, where nobody writes anything.
    pub fn supposed(secrets: &Secrets, by: &By) -> Given {
        let one = |secret| SealedUp { closed: Closed::supposed(secret), by: by.clone(), told: None };
        Given::Sealed(secrets.of.iter().map(one).collect())
    }

    /// The total of the dice; 0 for a decision.
    pub fn total(&self) -> i64 {
        match self {
            Given::Dice(faces) => faces.iter().map(|&f| i64::from(f)).sum(),
            Given::Total(total) => i64::from(*total),
            Given::Chosen(_) | Given::Revealed(_) | Given::Sealed(_) => 0,
        }
    }

    /// Why this does not answer `ask`, if it does not.
    pub fn misfit(&self, ask: &Ask) -> Option<String> {
        match (self, ask) {
            (Given::Dice(faces), Ask::Roll(roll)) => {
                if faces.len() != roll.count as usize {
                    return Some(format!("{} asked, {} given", dice(roll.count, roll.sides), faces.len()));
                }
                let bad = faces.iter().find(|&&f| f < 1 || f > roll.sides)?;
                Some(format!("a d{} has no {bad}", roll.sides))
            }
            (Given::Total(_), Ask::Roll(roll)) if !roll.takes_total() => {
                Some(format!("{} asked one by one, their total is not enough", dice(roll.count, roll.sides)))
            }
            (Given::Total(total), Ask::Roll(roll)) => {
                let most = u64::from(roll.count) * u64::from(roll.sides);
                (u64::from(*total) < u64::from(roll.count) || u64::from(*total) > most).then(|| {
                    format!("{} make {} to {most}, not {total}", dice(roll.count, roll.sides), roll.count)
                })
            }
            (Given::Chosen(at), Ask::Choose(choice)) => (*at >= choice.options.len())
                .then(|| format!("choose 1 to {}, not {}", choice.options.len(), at + 1)),
            (Given::Revealed(all), Ask::Decide(secrets)) => {
                if all.len() != secrets.of.len() {
                    return Some(format!(
                        "{} asked, {} given",
                        counted(secrets.of.len(), "decision"),
                        all.len()
                    ));
                }
                let mut pairs = secrets.of.iter().zip(all);
                pairs.find_map(|(secret, revealed)| {
                    let misfit = secret.sheet.misfit(&revealed.written)?;
                    Some(format!("{}: {misfit}", secret.question))
                })
            }
            (Given::Sealed(all), Ask::Seal(secrets)) => {
                if all.len() != secrets.of.len() {
                    return Some(format!(
                        "{} asked, {} given",
                        counted(secrets.of.len(), "decision"),
                        all.len()
                    ));
                }
                let mut pairs = secrets.of.iter().zip(all);
                pairs.find_map(|(secret, sealed)| {
                    let misfit = secret.sheet.misfit(sealed.told.as_deref()?)?;
                    Some(format!("{}: {misfit}", secret.question))
                })
            }
            (_, Ask::Seal(_)) => Some("decisions under seal asked, something else given".to_owned()),
            (Given::Sealed(_), _) => Some("a seal given, which was not asked".to_owned()),
            (Given::Chosen(_) | Given::Revealed(_), Ask::Roll(roll)) => {
                Some(format!("{} asked, a decision given", dice(roll.count, roll.sides)))
            }
            (Given::Revealed(_), Ask::Choose(_)) => Some("one decision asked, several given".to_owned()),
            (Given::Chosen(_), Ask::Decide(_)) => Some("decisions in secret asked, one given".to_owned()),
            (_, Ask::Choose(_) | Ask::Decide(_)) => Some("a decision asked, dice given".to_owned()),
        }
    }
}

/// `2d6`, as dice are written.
pub fn dice(count: u32, sides: u32) -> String {
    format!("{count}d{sides}")
}

/// Why no answer came; the command is then given up and changes nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stop {
    /// The player broke off (Ctrl-C, end of input).
    Cancelled,
    /// A recording or script has no further answer.
    Missing(String),
    /// A recorded answer does not fit what is asked.
    Misfit(String),
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stop::Cancelled => write!(f, "broken off"),
            Stop::Missing(what) | Stop::Misfit(what) => f.write_str(what),
        }
    }
}

impl std::error::Error for Stop {}

/// Who answers what rules ask.
pub trait Answers {
    /// The answer to `ask`, fitting it ([`Given::misfit`] is `None`).
    ///
    /// # Errors
    /// [`Stop`] where there is none; the rule that asked is given up.
    fn answer(&mut self, ask: &Ask) -> Result<Answer, Stop>;

    /// The same where it is known without looking at a rule, so that whoever asks may hold on to what rules work on. Nothing where
    /// it is not; then nothing was answered, and `ask` can be asked.
    fn at_once(&mut self, ask: &Ask) -> Option<Answer> {
        let _ = ask;
        None
    }

    /// A rule has told the players a line, before or between what it asks. Rules that only look tell nobody.
    fn hears(&mut self, text: &str) {
        let _ = text;
    }
}

impl<A: Answers + ?Sized> Answers for &mut A {
    fn answer(&mut self, ask: &Ask) -> Result<Answer, Stop> {
        (**self).answer(ask)
    }

    fn at_once(&mut self, ask: &Ask) -> Option<Answer> {
        (**self).at_once(ask)
    }

    fn hears(&mut self, text: &str) {
        (**self).hears(text);
    }
}

impl<A: Answers + ?Sized> Answers for Box<A> {
    fn answer(&mut self, ask: &Ask) -> Result<Answer, Stop> {
        (**self).answer(ask)
    }

    fn at_once(&mut self, ask: &Ask) -> Option<Answer> {
        (**self).at_once(ask)
    }

    fn hears(&mut self, text: &str) {
        (**self).hears(text);
    }
}

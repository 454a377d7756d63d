//! What happened in a session, entry by entry, as `log` and `why` show it.

use std::rc::Rc;
use std::sync::Arc;

use crate::kernel::door::{Answer, Given};
use crate::kernel::journal::HouseAction;
use crate::kernel::state::Ending;
use crate::kernel::value::SideId;
use crate::pack::Loaded;
use crate::rules::Trace;

use super::action::Action;
use super::secret;

/// What kind of entry it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Deed {
    /// The game was set up.
    Start,
    /// A command of the game.
    Command,
    /// A ruling.
    Ruling {
        /// Its number among the rulings.
        number: usize,
        /// What it says, as it was typed.
        what: String,
        /// Why.
        reason: String,
    },
    /// Rulings that no longer hold.
    Expired,
    /// A house file was added, removed or reloaded.
    House(HouseAction),
    /// A note of the players.
    Note,
    /// What players know was taken back or left behind: rolls, reveals, what help may have told, a command that was broken off.
    PastDice,
    /// Who throws the dice was changed.
    Dice,
    /// The generator was begun anew.
    Seed,
}

/// The flags with which a line gives answers again: `--dice 3,5 --choose 1 --revealed 2,1`; empty where nothing was answered.
pub fn given_again(answers: &[&Answer]) -> String {
    let mut dice: Vec<String> = Vec::new();
    let mut choices: Vec<String> = Vec::new();
    let mut revealed: Vec<String> = Vec::new();
    let mut sealed: Vec<String> = Vec::new();
    for answer in answers {
        match &answer.given {
            Given::Dice(faces) => dice.extend(faces.iter().map(ToString::to_string)),
            Given::Total(total) => dice.push(format!("={total}")),
            Given::Chosen(at) => choices.push((at + 1).to_string()),
            Given::Revealed(all) => revealed.extend(secret::again(all)),
            Given::Sealed(all) => sealed.extend(secret::sealed_again(all)),
        }
    }
    let flag = |name: &str, parts: &[String]| match parts.is_empty() {
        true => String::new(),
        false => format!("--{name} {}", parts.join(",")),
    };
    let flags =
        [flag("dice", &dice), flag("choose", &choices), flag("revealed", &revealed), flag("sealed", &sealed)];
    flags.iter().filter(|flag| !flag.is_empty()).cloned().collect::<Vec<_>>().join(" ")
}

/// One entry.
#[derive(Debug, Clone)]
pub struct LogEntry {
    /// Its number, from 1.
    pub number: usize,
    /// What kind of entry it is.
    pub deed: Deed,
    /// The line as typed, or what was done in words.
    pub line: String,
    /// The line that does the same again, for what is no command of the game.
    pub typed: String,
    /// The player that gave it and is no person; none for people.
    pub by: Option<Arc<str>>,
    /// The turn in which it was done.
    pub turn: u32,
    /// The phase's name in which it was done.
    pub phase: Arc<str>,
    /// The side whose phase it was.
    pub side: Option<SideId>,
    /// What the rules said.
    pub said: Vec<String>,
    /// So many of these lines the players have heard already, before they were asked something.
    pub heard: usize,
    /// The record of the run.
    pub trace: Option<Rc<Trace>>,
    /// What was in force.
    pub loaded: Rc<Loaded>,
    /// Units that left play: name, side.
    pub lost: Vec<(Arc<str>, SideId)>,
    /// What it did on the map.
    pub action: Option<Action>,
    /// How the game ended, where it ended here.
    pub ending: Option<Ending>,
    /// True where it was taken back since.
    pub taken_back: bool,
}

//! What may be typed at a question beside its answer: a call for help, and the last answer taken back.
//!
//! A command is a transaction, so an answer is taken back by giving the command up and running it again with the answers
//! before that one. What chance or another player has shown in between is not unlearnt: back goes only to there.

use std::collections::VecDeque;

use super::door::{CommandDoor, DieGiven, Fallen, option_of};
use crate::kernel::dice::Generator;
use crate::kernel::door::{Answer, Roll, Stop};
use crate::kernel::journal::DiceSetting;
use crate::kernel::secret::Takes;
use crate::kernel::value::SideId;

/// The door as it stood when a question was asked that was then answered by typing.
pub(super) struct Before {
    /// What was typed.
    typed: String,
    /// How many answers there were.
    given: usize,
    /// How many lines the rules had said.
    said: usize,
    dice: VecDeque<DieGiven>,
    standing: Vec<Fallen>,
    choices: VecDeque<String>,
    generator: Generator,
}

/// The answers that were typed, and those that are to be given anew after a step back.
#[derive(Default)]
pub(super) struct Retake {
    typed: Vec<Before>,
    /// Who decided last by typing.
    decided: Option<SideId>,
    anew: VecDeque<Answer>,
    is_back: bool,
    /// Options that were named in one line with the one before, for the questions to come.
    ahead: VecDeque<String>,
    /// Who named them.
    ahead_of: Option<SideId>,
}

/// What a line at a question asks for, where it is no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Aside {
    Help,
    Back,
}

/// Whether a line is no answer.
pub(super) fn aside(line: &str) -> Option<Aside> {
    match line.to_lowercase().as_str() {
        "?" | "help" => Some(Aside::Help),
        "back" | "undo" => Some(Aside::Back),
        _ => None,
    }
}

/// What may be typed where dice are asked for.
pub(super) fn help_with_dice(roll: &Roll, setting: DiceSetting) -> String {
    let mut told = match roll.count {
        1 => format!("type the face of the die, 1 to {}", roll.sides),
        count => {
            format!("type the {count} faces in the order asked for, 1 to {} each: `3 5` or `3,5`", roll.sides)
        }
    };
    if roll.count > 1 && roll.sides < 10 {
        told.push_str(", or `35`");
    }
    if roll.sides == 10 {
        told.push_str("; 0 is a 10");
    }
    if roll.count > 1 && roll.one_by_one.is_none() {
        told.push_str("; `=8` is a total");
    }
    told.push_str(match setting {
        DiceSetting::Ask => "; Enter or `r` lets the program throw",
        _ => "; `r` lets the program throw",
    });
    told + BACK
}

/// What may be typed where an option is asked for.
pub(super) fn help_with_options(options: &[String]) -> String {
    let count = options.len();
    format!(
        "type the number of an option, 1 to {count}, or its name, of which the beginning will do; several in a line, as \
         `1 3`, also answer the questions that follow{BACK}"
    )
}

/// What may be typed into a row of what is decided in secret.
pub(super) fn help_with_row(takes: &Takes) -> String {
    let wanted = wanted_in_row(takes);
    let back = "`back` goes back to the row before, Ctrl-C gives the whole command up";
    format!("{wanted}; it is not shown; {back}")
}

/// What a row of what is decided in secret takes.
pub(super) fn wanted_in_row(takes: &Takes) -> String {
    match takes {
        Takes::Options(options) => format!("type a number from 1 to {}, or a name", options.len()),
        Takes::Number { least, most } => format!("type a number from {least} to {most}"),
        Takes::Text => "type one line of text".to_owned(),
    }
}

const BACK: &str =
    "; `back` takes back what was typed last in this command, Ctrl-C gives the whole command up";

impl CommandDoor {
    /// An answer that was given before a step back.
    pub(super) fn given_anew(&mut self) -> Option<Answer> {
        self.retake.anew.pop_front()
    }

    /// Keeps what the door is before a typed answer is taken; `decides` is whose decision it is. What was typed before another
    /// player decides stands. To be called before anything of it changes.
    pub(super) fn before_typed(&mut self, typed: &str, decides: Option<SideId>) {
        if let Some(side) = decides
            && self.retake.decided.replace(side).is_some_and(|before| before != side)
        {
            self.has_shown();
        }
        let before = Before {
            typed: typed.to_owned(),
            given: self.given.len(),
            said: self.hearing.said(),
            dice: self.dice.clone(),
            standing: self.standing.clone(),
            choices: self.choices.clone(),
            generator: self.generator.clone(),
        };
        self.retake.typed.push(before);
    }

    /// Chance or another player has shown something: what was typed before stands.
    pub(super) fn has_shown(&mut self) {
        self.retake.typed.clear();
    }

    /// Goes back to the last typed answer: the command is given up, to be run again. Where there is none the players
    /// are told so, and the question stands.
    pub(super) fn step_back(&mut self) -> Result<(), Stop> {
        if self.retake.typed.is_empty() {
            let told = "there is nothing to take back: nothing was typed in this command since dice were thrown or \
                        another player decided";
            self.asker.borrow_mut().tell(told);
            return Ok(());
        }
        self.retake.is_back = true;
        Err(Stop::Cancelled)
    }

    /// What was named for this question in the line before, told as if it were typed now.
    pub(super) fn typed_ahead(&mut self, question: &str, decides: Option<SideId>) -> Option<String> {
        if self.retake.ahead_of != decides {
            self.drop_ahead(None);
        }
        let word = self.retake.ahead.pop_front()?;
        self.asker.borrow_mut().note(&format!("{question} {word}"));
        Some(word)
    }

    /// Keeps the options behind the first of a line of several, for the questions to come; the first is answered. Nothing
    /// where a word of the line is none of these options.
    pub(super) fn several(
        &mut self,
        line: &str,
        options: &[String],
        decides: Option<SideId>,
    ) -> Option<String> {
        let words = line.split([' ', ',']).filter(|word| !word.is_empty());
        let named: Option<Vec<String>> =
            words.map(|word| option_of(word, options).map(|at| options[at].clone())).collect();
        let mut named = named.filter(|named| named.len() > 1)?;
        let first = named.remove(0);
        (self.retake.ahead, self.retake.ahead_of) = (named.into(), decides);
        Some(first)
    }

    /// What was named ahead and is no option now, or was never asked for, with the rest of it.
    pub(super) fn drop_ahead(&mut self, word: Option<String>) {
        let rest: Vec<String> = word.into_iter().chain(std::mem::take(&mut self.retake.ahead)).collect();
        if !rest.is_empty() {
            self.asker.borrow_mut().note(&format!("not asked for, and passed over: {}", rest.join(", ")));
        }
    }

    /// Whether the command was given up to go back; the door is then ready for it to be run again.
    pub(super) fn is_to_run_again(&mut self) -> bool {
        if !std::mem::take(&mut self.retake.is_back) {
            return false;
        }
        let Some(before) = self.retake.typed.pop() else { return false };
        self.given.truncate(before.given);
        self.retake.anew = std::mem::take(&mut self.given).into();
        self.retake.ahead.clear();
        self.hearing.again(before.said);
        (self.dice, self.standing) = (before.dice, before.standing);
        (self.choices, self.generator) = (before.choices, before.generator);
        self.asker.borrow_mut().note(&format!("taken back: {}", before.typed));
        true
    }
}

//! Dice and decisions, asked at the terminal while a command runs.

use std::cell::RefCell;
use std::rc::Rc;

use super::interrupt;
use super::keyboard::{Keyboard, Typed};
use super::scene::say;
use crate::diagnostic::{Code, Diagnostic};
use crate::kernel::door::{Ask, Stop};
use crate::report::{Style, wrap};
use crate::session::{Asker, Question, SharedAsker};

/// Asks at the terminal. Made before the game is opened, for the set-up may ask already; the game is then played
/// with the same keyboard.
#[derive(Clone)]
pub struct TerminalAsker {
    pub(super) keyboard: Rc<RefCell<Keyboard>>,
    asking: Rc<RefCell<Asking>>,
}

impl std::fmt::Debug for TerminalAsker {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TerminalAsker").finish_non_exhaustive()
    }
}

/// What the session holds.
struct Asking {
    keyboard: Rc<RefCell<Keyboard>>,
    /// True where the last answer was not taken: the question still stands on the screen.
    again: bool,
}

impl TerminalAsker {
    /// Asks in a style.
    ///
    /// # Errors
    /// E0606 where there is no terminal to be read from.
    pub fn new(style: Style) -> Result<TerminalAsker, Diagnostic> {
        let keyboard = Keyboard::new(style).map_err(|error| {
            Diagnostic::error(Code::CANNOT_READ, format!("the terminal cannot be used: {error}"))
        })?;
        let keyboard = Rc::new(RefCell::new(keyboard));
        let asking = Rc::new(RefCell::new(Asking { keyboard: keyboard.clone(), again: false }));
        Ok(TerminalAsker { keyboard, asking })
    }

    /// The same as a session wants it.
    pub fn shared(&self) -> SharedAsker {
        self.asking.clone()
    }
}

impl Asker for Asking {
    fn ask(&mut self, question: &Question) -> Result<String, Stop> {
        let mut keyboard = self.keyboard.borrow_mut();
        if !std::mem::take(&mut self.again) {
            say(&shown(question, &keyboard.style()));
        }
        let pasted = keyboard.pending.front().is_some_and(|line| looks_like_answer(&question.ask, line));
        if let Some(line) = pasted.then(|| keyboard.pending.pop_front()).flatten() {
            say(&format!("> {line}\n"));
            return Ok(line);
        }
        answer_of(keyboard.answer())
    }

    fn ask_hidden(&mut self, question: &Question) -> Result<String, Stop> {
        let mut keyboard = self.keyboard.borrow_mut();
        if !std::mem::take(&mut self.again) {
            say(&shown(question, &keyboard.style()));
            say("(nothing is shown while you type)\n");
        }
        answer_of(keyboard.hidden_answer())
    }

    fn pass_seat(&mut self, text: &str) -> Result<(), Stop> {
        self.note(text);
        answer_of(self.keyboard.borrow_mut().hidden_answer()).map(drop)
    }

    fn note(&mut self, text: &str) {
        let style = self.keyboard.borrow().style();
        let lines = wrap(&style.clean(text), style.line_width());
        say(&(lines.join("\n") + "\n"));
        self.again = false;
    }

    fn hears(&mut self, text: &str) -> bool {
        self.note(text);
        true
    }

    fn tell(&mut self, text: &str) {
        self.note(text);
        self.again = true;
    }
}

/// The line, where one was typed.
fn answer_of(typed: Typed) -> Result<String, Stop> {
    match typed {
        // Where the terminal edits the line itself, Ctrl-C does not end it.
        Typed::Line(_) if interrupt::was_pressed() => Err(Stop::Cancelled),
        Typed::Line(line) => Ok(line),
        Typed::Cleared | Typed::Interrupted | Typed::End => Err(Stop::Cancelled),
    }
}

/// The question, and for a choice its options with their numbers.
fn shown(question: &Question, style: &Style) -> String {
    let width = style.line_width();
    let mut text = wrap(&style.clean(&question.text), width).join("\n") + "\n";
    let digits = question.options.len().to_string().len();
    for (at, option) in question.options.iter().enumerate() {
        let lines = wrap(&style.clean(option), width.saturating_sub(digits + 3));
        let indented = lines.join(&format!("\n{:1$}", "", digits + 3));
        text.push_str(&format!("  {:>digits$} {indented}\n", at + 1));
    }
    text
}

/// Whether a line that was pasted behind a command may be meant for its question. A command is not.
fn looks_like_answer(ask: &Ask, line: &str) -> bool {
    let line = line.trim();
    match ask {
        Ask::Roll(_) => {
            line == "r"
                || !line.is_empty()
                    && line.chars().all(|c| c.is_ascii_digit() || matches!(c, ' ' | ',' | '='))
        }
        Ask::Choose(_) => !line.is_empty() && line.chars().all(|c| c.is_ascii_digit()),
        // What was pasted has been on the screen.
        Ask::Decide(_) | Ask::Seal(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::door::{Choice, Roll};

    fn roll() -> Ask {
        Ask::Roll(Roll {
            count: 1,
            sides: 6,
            kind: "attack".into(),
            side: None,
            purpose: "attack of i1".into(),
            one_by_one: None,
            asked_at: None,
        })
    }

    #[test]
    fn a_long_question_is_wrapped_and_options_are_numbered() {
        let choice = Choice { question: "".into(), side: None, options: Vec::new(), asked_at: None };
        let question = Question {
            ask: Ask::Choose(choice),
            who: None,
            text: "Red, which of the units that were hit takes the loss?".into(),
            options: vec!["i1".into(), "the second company of the guards of the line".into()],
        };
        let style = Style { width: 30, ..Style::default() };
        assert_eq!(
            shown(&question, &style),
            "Red, which of the units that\nwere hit takes the loss?\n  1 i1\n  2 the second company of the\n    guards of the line\n"
        );
    }

    #[test]
    fn a_pasted_command_is_no_answer() {
        for answer in ["3", "3 5", "=9", "r", "351", "3,5"] {
            assert!(looks_like_answer(&roll(), answer), "{answer}");
        }
        for line in ["attack i1 on b1", "", "done", "redo"] {
            assert!(!looks_like_answer(&roll(), line), "{line}");
        }
    }
}

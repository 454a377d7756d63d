//! How a session asks people: one line at a time, and no word about terminals.

use std::sync::Arc;

use crate::kernel::door::{Answer, Ask, Choice, Stop};
use crate::kernel::secret::{Secret, Written};

/// What a question is about, with what helps to answer it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    /// What the rule asks.
    pub ask: Ask,
    /// Whose turn it is to answer, by name; all together where none is named.
    pub who: Option<String>,
    /// The question in words: `attacker: 1d6, needs 4+ destroy, 2+ wound`.
    pub text: String,
    /// For a choice: the options by name and with what they are, to be numbered from 1.
    pub options: Vec<String>,
}

/// How well seals hide what lies under them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Sealing {
    /// By the randomness of the operating system.
    #[default]
    Secret,
    /// The same each time, for sessions whose answers stand in a file beside the commands: they give the same bytes again.
    Repeated,
    /// The same, and what lies under them is told with the lines, for games that nobody plays.
    Told,
}

/// Who answers for people: a terminal, a file of lines, a test.
pub trait Asker {
    /// The line typed in answer.
    ///
    /// # Errors
    /// [`Stop`] where nobody answers; the command is then given up.
    fn ask(&mut self, question: &Question) -> Result<String, Stop>;

    /// The line typed in answer, of which nothing is shown or kept, here or anywhere.
    ///
    /// # Errors
    /// As for [`Asker::ask`].
    fn ask_hidden(&mut self, question: &Question) -> Result<String, Stop>;

    /// Waits until somebody else sits at the keyboard.
    ///
    /// # Errors
    /// As for [`Asker::ask`].
    fn pass_seat(&mut self, text: &str) -> Result<(), Stop> {
        let _ = text;
        Ok(())
    }

    /// What a player that is no person writes down in secret, and what the player is called. Nothing where people do.
    fn write(&mut self, secret: &Secret) -> Option<(Vec<Written>, Arc<str>)> {
        let _ = secret;
        None
    }

    /// How well what is sealed here must be hidden.
    fn sealing(&self) -> Sealing {
        Sealing::Secret
    }

    /// Tells the players something before the next question.
    fn note(&mut self, text: &str) {
        self.tell(text);
    }

    /// Tells what the running rule has said, before the next question. Whether the players hear it now; where they do not, the result
    /// of the command tells it.
    fn hears(&mut self, text: &str) -> bool {
        let _ = text;
        false
    }

    /// Says why the last answer was not taken; the question comes again.
    fn tell(&mut self, text: &str);

    /// The last answer does not fit, for this reason: at a keyboard the question comes again.
    ///
    /// # Errors
    /// [`Stop`] where a wrong answer ends the lines that answers are read from; the command is then given up.
    fn wrong(&mut self, why: &str) -> Result<(), Stop> {
        let _ = why;
        Ok(())
    }

    /// The decision of a player that is no person: the place of the option, and what the player is called. Nothing where
    /// people decide. `given` is what the command was answered until now.
    fn decide(&mut self, choice: &Choice, given: &[Answer]) -> Option<Result<(usize, Arc<str>), Stop>> {
        let _ = (choice, given);
        None
    }
}

/// Nobody there: every question breaks the command off.
#[derive(Debug, Clone, Copy, Default)]
pub struct Nobody;

impl Asker for Nobody {
    fn ask(&mut self, question: &Question) -> Result<String, Stop> {
        Err(Stop::Missing(format!("nobody is here to answer: {}", question.text)))
    }

    fn ask_hidden(&mut self, question: &Question) -> Result<String, Stop> {
        self.ask(question)
    }

    fn tell(&mut self, _: &str) {}
}

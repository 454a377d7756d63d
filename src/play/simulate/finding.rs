//! A game that went wrong, as a session that plays it again.

use crate::kernel::door::{Answer, Given};

/// A game that could not be played to its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// Its number.
    pub game: u64,
    /// What went wrong.
    pub what: String,
    /// A session file that comes to the same.
    pub session: String,
}

/// A line with the answers that its rules were given.
pub(super) fn with_answers(line: &str, given: &[Answer]) -> String {
    let (mut dice, mut choices) = (Vec::new(), Vec::new());
    for answer in given {
        match &answer.given {
            Given::Dice(faces) => dice.extend(faces.iter().map(u32::to_string)),
            Given::Total(total) => dice.push(format!("={total}")),
            Given::Chosen(at) => choices.push((at + 1).to_string()),
        }
    }
    let mut line = line.to_owned();
    if !dice.is_empty() {
        line.push_str(&format!(" --dice {}", dice.join(",")));
    }
    if !choices.is_empty() {
        line.push_str(&format!(" --choose {}", choices.join(",")));
    }
    line
}

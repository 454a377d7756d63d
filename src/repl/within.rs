//! Commands of the game within lines of the program: `now move i1`, `why not move i1 0707`, `odds attack i1 on b1 | b2`.

use super::best;
use super::input::Input;
use super::odds;
use super::verbs::{built_in, chance};
use crate::data::{CommandLine, Verb};
use crate::session::{TypedLine, place_in};

/// A command that a line of the program asks about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Within {
    /// As it stands in that line.
    pub line: TypedLine,
    /// Whether it need only be begun.
    pub is_begun: bool,
}

/// The commands that a line asks about, in a game that has these verbs. There are none where its other words cannot be read.
pub fn commands_within(text: &str, line: &CommandLine, verbs: &[Verb]) -> Vec<Within> {
    let input = Input { text, line };
    let name = built_in(&line.verb.text).map_or("", |verb| verb.name);
    let behind = |from: usize| TypedLine::of(text, [place_in(text, text[from..].trim())]);
    let first = line.words.first();
    let is_first = |word: &str| first.is_some_and(|first| first.text.eq_ignore_ascii_case(word));
    let lines = match (name, first) {
        ("now", Some(_)) => vec![TypedLine::of(text, [place_in(text, input.rest())])],
        ("why", Some(not)) if is_first("not") => vec![behind(not.end)],
        ("expect", Some(refused)) if &*refused.text == "refused" => vec![behind(refused.end)],
        ("expect", _) if chance::is_about_chance(&input) => chance::command_of(&input).into_iter().collect(),
        ("odds", _) => odds::commands_of(&input, verbs),
        ("best", _) => best::commands_of(&input),
        _ => Vec::new(),
    };
    lines.into_iter().map(|line| Within { line, is_begun: name == "now" }).collect()
}

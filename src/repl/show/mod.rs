//! What the console shows, from the session's typed results.

mod entry;
mod examples;
mod following;
mod force;
mod game;
mod idle;
mod luck;
mod rolls;
mod story;

pub(super) use entry::{ENTRY_SCHEMA, entry, entry_json};
pub(in crate::repl) use examples::{of_a_verb, of_the_program as example};
pub(super) use following::{following, following_json};
pub(super) use force::{differences, house, layers, layers_json, origin, rule_text, rulings, scope};
pub(super) use game::{begun, map_json, moment, now, now_json, opening, reach_json};
pub(super) use idle::idle;
pub(super) use luck::{luck, luck_json};
pub(super) use rolls::{dice_policy, dice_stats, dice_stats_json};
pub(super) use story::{chronicle, page, play_file, report};

use super::verbs::BuiltIn;
use crate::kernel::state::State;
use crate::pack::Loaded;
use crate::report::{GameNames, Style};
use crate::session::Session;

/// The names of what is in force now.
pub(super) fn names(session: &Session) -> GameNames<'_> {
    names_of(session.loaded(), session.state())
}

/// The names of what was in force then.
pub(super) fn names_of<'a>(loaded: &'a Loaded, state: &'a State) -> GameNames<'a> {
    GameNames { rules: &loaded.rules, state }
}

/// The help of one of the program's verbs.
pub(super) fn built_in_help(session: &Session, verb: &BuiltIn, style: &Style) -> String {
    let mut text = style.outdented(&format!("{} {}", verb.name, verb.form));
    text.push_str(&style.indented(&format!("{}. {}", capital(verb.about), verb.help)));
    if !verb.aliases.is_empty() {
        text.push_str(&format!("  short: {}\n", verb.aliases.join(", ")));
    }
    let examples = verb.examples.iter().filter_map(|example| examples::of_the_program(session, example));
    text.extend(examples.map(|example| format!("  for example: {example}\n")));
    text
}

/// The same text with a capital letter.
pub(super) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

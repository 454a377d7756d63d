//! Examples of lines that can be typed in the very game that is played: those of the program have places for its names, and of
//! those of a pack the ones come first whose names are there.

use crate::data::{Verb, parse_line};
use crate::kernel::catalogue::{AttributeForm, Subject};
use crate::kernel::value::Value;
use crate::session::{Session, match_words};

/// An example of the program with the names of the game; nothing where the game has nothing of that kind.
pub(in crate::repl) fn of_the_program(session: &Session, example: &str) -> Option<String> {
    let mut text = String::new();
    let mut rest = example;
    while let Some((before, behind)) = rest.split_once('{') {
        let Some((place, after)) = behind.split_once('}').filter(|(place, _)| PLACES.contains(place)) else {
            text.push_str(before);
            text.push('{');
            rest = behind;
            continue;
        };
        text.push_str(before);
        text.push_str(&filled(session, place)?);
        rest = after;
    }
    text.push_str(rest);
    is_of_this_game(session, &text).then_some(text)
}

/// Whether the command that an example is about, and the rule that it overrides, are there.
fn is_of_this_game(session: &Session, example: &str) -> bool {
    let line = example.strip_prefix("best ").and_then(|rest| rest.split_once(" for ")).map(|(_, line)| line);
    let has_line = line.is_none_or(|line| {
        let name = line.split_whitespace().next().unwrap_or_default();
        session.verb(name).is_some_and(|verb| is_read(session, verb, line))
    });
    let rule = example.split_once("fn ").and_then(|(_, rest)| rest.split_once('(')).map(|(name, _)| name);
    let rules = &session.loaded().rules;
    has_line && rule.is_none_or(|name| rules.rules().iter().any(|own| &*own.name == name))
}

/// What examples have places for.
const PLACES: [&str; 10] =
    ["unit", "enemy", "hex", "point", "side", "other", "attribute", "value", "verb", "command"];

fn filled(session: &Session, place: &str) -> Option<String> {
    let loaded = session.loaded();
    let (catalogue, state) = (loaded.rules.catalogue(), session.state());
    let own = state.clock().side.or_else(|| state.units().next().map(|(_, unit)| unit.side));
    let unit = |is_own: bool| {
        let mut units = state.units().filter(|(_, unit)| unit.place.is_on_board());
        units.find(|(_, unit)| (Some(unit.side) == own) == is_own).map(|(_, unit)| unit.name.to_string())
    };
    let is_table = catalogue.tabletop.is_some();
    let side = |at: usize| catalogue.sides.get(at).map(|side| side.name.to_string());
    match place {
        "unit" => unit(true),
        "enemy" => unit(false),
        "hex" if !is_table => {
            let map = loaded.rules.map();
            let hexes: Vec<_> = map.hexes().collect();
            let middle = hexes.get(hexes.len() / 2)?;
            Some(session.called(&Value::Hex(*middle)))
        }
        "point" if is_table => Some("24,12".to_owned()),
        "side" => side(0),
        "other" => side(1),
        "attribute" => {
            let of_units = catalogue.attributes.values().filter(|of| of.subject == Subject::Unit);
            let numbers = of_units.filter(|of| of.form == AttributeForm::Number && !of.listed.inner);
            numbers.min_by_key(|of| of.first).map(|of| of.name.to_string())
        }
        "value" => catalogue.values.keys().next().map(ToString::to_string),
        "verb" => verb_of_now(session).map(|verb| verb.name.to_string()),
        "command" => verb_of_now(session).and_then(|verb| of_a_verb(session, verb).into_iter().next()),
        _ => None,
    }
}

/// A command of this phase with an example that can be read here; rather one of several words.
fn verb_of_now(session: &Session) -> Option<&Verb> {
    let phase = &session.state().clock().phase;
    let of_phase = session.loaded().data.verbs.iter().filter(|verb| verb.is_of(phase));
    let has_words = |verb: &&Verb| verb.examples.iter().any(|e| e.contains(' ') && is_read(session, verb, e));
    of_phase.clone().find(has_words).or_else(|| {
        of_phase.clone().find(|verb| verb.examples.iter().any(|example| is_read(session, verb, example)))
    })
}

/// The examples of a command of the pack that name what is there; all of them where none does.
pub(in crate::repl) fn of_a_verb(session: &Session, verb: &Verb) -> Vec<String> {
    let read = verb.examples.iter().filter(|example| is_read(session, verb, example));
    let read: Vec<String> = read.map(ToString::to_string).collect();
    if read.is_empty() { verb.examples.iter().map(ToString::to_string).collect() } else { read }
}

/// Whether all that an example names is there.
fn is_read(session: &Session, verb: &Verb, example: &str) -> bool {
    let Ok(line) = parse_line(example) else { return false };
    let is_of = verb.name.eq_ignore_ascii_case(&line.verb.text) || verb.is_short(&line.verb.text);
    !is_of || match_words(verb, &line, session.names()).is_ok()
}

//! What may be typed at a place of a line, each with what it is. Knows no terminal: a line, a cursor and a session
//! in, candidates out.

mod cut;
mod files;
mod form;
mod slots;

use crate::data::{CommandLine, FLAGS_WITH_VALUE, line_word, parse_line, quoted};
use crate::repl::verbs::{BUILT_IN, built_in};
use crate::session::{Candidate, Session};

use cut::{Cut, Sort, cut};
use form::{Form, Next, Part};

/// More are never offered at once; who sees so many types another letter.
const MOST: usize = 5000;

/// Flags that every verb of the game takes.
const GAME_FLAGS: [(&str, &str); 6] = [
    ("dice", "the faces that you threw: 3,2"),
    ("choose", "your decisions, by number: 1"),
    ("revealed", "what was decided in secret, once it is none"),
    ("sealed", "what is to stay under seal, where it is no secret"),
    ("verbose", "with the whole explanation"),
    ("json", "as JSON"),
];

/// What flags without a value do.
const SWITCHES: [(&str, &str); 5] = [
    ("past-dice", "also past rolls of the dice; the log says so"),
    ("md", "as a battle report in Markdown"),
    ("blank", "without units"),
    ("no-numbers", "without the numbers of the hexes"),
    ("force", "also over a file that is no picture of this program"),
];

/// Something that may be typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::repl) struct Offer {
    /// What is put into the line in place of the word under way.
    pub(in crate::repl) insert: String,
    /// What is shown.
    pub(in crate::repl) shown: String,
    /// What it is, in a line; may be empty.
    pub(in crate::repl) about: String,
}

/// What may be typed at the cursor.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(in crate::repl) struct Offers {
    /// The byte of the line where the word under way begins.
    pub(in crate::repl) start: usize,
    /// What may stand there, the likeliest first.
    pub(in crate::repl) offers: Vec<Offer>,
}

/// What may be typed at a place of a line. `cursor` is a byte of the line.
pub(in crate::repl) fn complete(line: &str, cursor: usize, session: &mut Session) -> Offers {
    let head = line.get(..cursor).unwrap_or(line);
    if head.trim_start().starts_with('#') {
        return Offers::default();
    }
    let cut = cut(head);
    if cut.sort == Sort::Expression {
        return expression(session, head);
    }
    let blank_follows = line[head.len()..].starts_with(char::is_whitespace);
    let typed = cut.word.strip_prefix('"').unwrap_or(cut.word);
    let found = candidates(session, &cut, typed);
    let lower = typed.to_lowercase();
    let mut offers: Vec<Offer> = Vec::new();
    for Found { candidate, goes_on } in found {
        if offers.len() == MOST {
            break;
        }
        let fits = candidate.text.to_lowercase().starts_with(&lower);
        if !fits || offers.iter().any(|o| o.shown == candidate.text) {
            continue;
        }
        let mut insert = typed_as(&candidate.text, cut.sort);
        if !goes_on && !blank_follows {
            insert.push(' ');
        }
        offers.push(Offer { insert, shown: candidate.text, about: candidate.about });
    }
    Offers { start: cut.before.len(), offers }
}

/// A candidate, and whether the word goes on behind it: a folder, the name of a function.
struct Found {
    candidate: Candidate,
    goes_on: bool,
}

fn found(text: impl Into<String>, about: impl Into<String>) -> Found {
    Found { candidate: Candidate { text: text.into(), about: about.into() }, goes_on: false }
}

/// A name as it must be typed.
fn typed_as(text: &str, sort: Sort) -> String {
    match sort {
        Sort::Bare => line_word(text),
        _ => quoted(text),
    }
}

fn candidates(session: &mut Session, cut: &Cut<'_>, typed: &str) -> Vec<Found> {
    let line = match parse_line(cut.before) {
        Ok(line) => line,
        Err(_) => return verbs(session),
    };
    let is_game = session.verb(&line.verb.text).is_some();
    // A line within the line begins at its own verb, and its flags are its own.
    if !is_game && let Some(from) = line_within(&line, cut) {
        let inner = Cut { before: &cut.before[from..], ..*cut };
        return candidates(session, &inner, typed);
    }
    if let Some(flag) = flag_under_way(&line, cut.before) {
        return flag_values(session, &line, is_game, flag, typed);
    }
    if cut.word.starts_with('-') {
        return flags(&line, is_game);
    }
    words(session, &line, typed)
}

/// Where the line begins that a verb of the program takes, as `try` does.
fn line_within(line: &CommandLine, cut: &Cut<'_>) -> Option<usize> {
    let verb = built_in(&line.verb.text)?;
    let before: Vec<&str> = line.words.iter().map(|w| &*w.text).collect();
    match Form::read(verb.form).next(&before) {
        Next::Line(number) => Some(line.words.get(number).map_or(cut.before.len(), |w| w.start)),
        Next::Parts(_) => None,
    }
}

/// What may stand behind the words of a line.
fn words(session: &mut Session, line: &CommandLine, typed: &str) -> Vec<Found> {
    if session.verb(&line.verb.text).is_some() {
        let next = session.next_words(&line.verb.text, &line.words);
        return next.into_iter().map(|candidate| Found { candidate, goes_on: false }).collect();
    }
    let Some(verb) = built_in(&line.verb.text) else { return Vec::new() };
    let form = Form::read(verb.form);
    let before: Vec<&str> = line.words.iter().map(|w| &*w.text).collect();
    match form.next(&before) {
        Next::Line(_) => Vec::new(),
        // Nothing more is needed; what is left are the flags that the form itself names.
        Next::Parts(parts) if parts.is_empty() && typed.is_empty() && !form.flags.is_empty() => {
            flags(line, false)
        }
        Next::Parts(parts) => {
            let mut all = Vec::new();
            for part in parts {
                match part {
                    Part::Words(words) => all.extend(words.into_iter().map(|w| found(w, ""))),
                    Part::Slot(slot) => all.extend(slots::fill(session, verb.name, slot, &before, typed)),
                }
            }
            all
        }
    }
}

/// The verbs of the game that can be used now, those of the program, then those for other phases.
fn verbs(session: &Session) -> Vec<Found> {
    let phase = &session.state().clock().phase;
    let now = session.usable_verbs();
    let later = session.loaded().data.verbs.iter().filter(|v| !now.iter().any(|n| n.name == v.name));
    let later = later.map(|v| (v, if v.is_of(phase) { "not possible now" } else { "not in this phase" }));
    let mut all: Vec<Found> = now.iter().map(|v| found(&*v.name, &*v.title)).collect();
    all.extend(BUILT_IN.iter().map(|v| found(v.name, v.about)));
    all.extend(later.map(|(v, why)| found(&*v.name, format!("{} ({why})", v.title))));
    all
}

/// The flag whose value is the next word.
fn flag_under_way<'l>(line: &'l CommandLine, before: &str) -> Option<&'l str> {
    let (name, value) = line.flags.last()?;
    let waits = value.is_none() && name.end == before.trim_end().len();
    (waits && FLAGS_WITH_VALUE.contains(&&*name.text)).then_some(&*name.text)
}

fn flags(line: &CommandLine, is_game: bool) -> Vec<Found> {
    let mut all: Vec<(String, String)> = Vec::new();
    if is_game {
        all.extend(GAME_FLAGS.map(|(name, about)| (name.to_owned(), about.to_owned())));
    } else if let Some(verb) = built_in(&line.verb.text) {
        let form = Form::read(verb.form);
        all.extend(form.flags.iter().map(|(name, value)| {
            let about = match value {
                Some(Part::Words(words)) => words.join(" or "),
                Some(Part::Slot(slot)) => slot.to_lowercase(),
                None => SWITCHES.iter().find(|(n, _)| n == name).map_or("", |(_, about)| about).to_owned(),
            };
            ((*name).to_owned(), about)
        }));
        if verb.examples.iter().any(|e| e.contains("--json")) {
            all.push(("json".to_owned(), "as JSON".to_owned()));
        }
        all.push(("help".to_owned(), "what the verb does".to_owned()));
    }
    all.retain(|(name, _)| line.flag(name).is_none());
    all.into_iter().map(|(name, about)| found(format!("--{name}"), about)).collect()
}

fn flag_values(session: &Session, line: &CommandLine, is_game: bool, flag: &str, typed: &str) -> Vec<Found> {
    let Some(verb) = built_in(&line.verb.text).filter(|_| !is_game) else { return Vec::new() };
    let form = Form::read(verb.form);
    let value = form.flags.into_iter().find(|(name, _)| *name == flag).and_then(|(_, value)| value);
    match value {
        Some(Part::Words(words)) => words.into_iter().map(|w| found(w, "")).collect(),
        Some(Part::Slot(slot)) => slots::fill(session, verb.name, slot, &[], typed),
        None => Vec::new(),
    }
}

/// Names of rules and primitives, inside an expression.
fn expression(session: &Session, head: &str) -> Offers {
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let start = head.rfind(|c| !is_name(c)).map_or(0, |at| at + 1);
    let typed = &head[start..];
    let all = if typed.is_empty() { Vec::new() } else { slots::functions(session) };
    let fitting = all.into_iter().filter(|(name, _)| name.starts_with(typed));
    let mut offers: Vec<Offer> = Vec::new();
    for (name, about) in fitting {
        if !offers.iter().any(|o| o.shown == name) {
            offers.push(Offer { insert: format!("{name}("), shown: name, about });
        }
    }
    Offers { start, offers }
}

#[cfg(test)]
mod tests;

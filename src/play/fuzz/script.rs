//! What was typed in a game, to be typed again, and with fewer lines.

use std::cell::RefCell;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

use super::game::Field;
use crate::data::parse_line;
use crate::kernel::door::Answer;
use crate::kernel::journal::{Encoder, Record};
use crate::play::simulate::SET_UP_REFUSES;
use crate::session::{Nobody, Opening, Session, SharedAsker, Trouble};

/// So often a shorter script is tried.
const TRIALS: usize = 150;
/// With so many lines in all: a finding late in a long game is worth seconds, and not minutes.
const MOST_TYPED: usize = 8000;

/// One line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Line {
    /// A command of the game, with its dice and decisions.
    Command(String),
    /// Commands taken back.
    Undo(usize),
    /// Commands done again.
    Redo(usize),
    /// An expression in brackets.
    Ask(String),
    /// A line begun, behind `now`, which asks what may follow it.
    Begun(String),
}

impl Line {
    /// The line that asks the rules what a player asked them.
    pub(super) fn asking(text: String) -> Line {
        match text.strip_prefix("now ") {
            Some(begun) => Line::Begun(begun.to_owned()),
            None if text.starts_with('(') => Line::Ask(text),
            None => Line::Command(text),
        }
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Line::Command(text) | Line::Ask(text) => f.write_str(text),
            Line::Undo(count) => write!(f, "undo {count} --past-dice"),
            Line::Redo(count) => write!(f, "redo {count}"),
            Line::Begun(text) => write!(f, "now {text}"),
        }
    }
}

/// What is wrong with a game, in a line: the same words for the same fault.
pub(super) type Wrong = String;

/// What went wrong in a set-up.
pub(super) fn wrong_of_set_up(trouble: &Trouble) -> Wrong {
    match trouble {
        Trouble::Refused(refusal) => format!("{SET_UP_REFUSES}: {}", refusal.reason),
        other => wrong_of(other),
    }
}

/// What went wrong in a line.
pub(super) fn wrong_of(trouble: &Trouble) -> Wrong {
    match trouble {
        Trouble::Refused(refusal) => format!("the check allows what the rule refuses: {}", refusal.reason),
        Trouble::Stopped(stop) => stop.to_string(),
        Trouble::Mistakes(told) => {
            let (sources, diagnostics) = &**told;
            diagnostics.first().map_or_else(String::new, |first| {
                let place = first
                    .labels
                    .first()
                    .map_or_else(String::new, |l| format!(" at {}", sources.place(l.span)));
                format!("{} {}{place}", first.code, first.title)
            })
        }
    }
}

/// Does work in which a panic is a finding like any other.
pub(super) fn guarded<T>(work: impl FnOnce() -> Result<T, Wrong>) -> Result<T, Wrong> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| {
        let words = panic.downcast_ref::<String>().map(String::as_str);
        let words = words.or(panic.downcast_ref::<&str>().copied()).unwrap_or("it does not say why");
        Err(format!("internal error: {words}"))
    })
}

/// Opens the game of a field.
///
/// # Errors
/// What is wrong with its set-up, and what that was answered until then.
pub(super) fn open(field: &Field, seed: u64, asker: SharedAsker) -> Result<Session, (Wrong, Vec<Answer>)> {
    let opened = Session::open_told(Opening { asker, ..opening(field, seed) });
    opened.map_err(|(trouble, answered)| (wrong_of_set_up(&trouble), answered))
}

fn opening(field: &Field, seed: u64) -> Opening {
    Opening {
        library: field.library.clone(),
        pack: field.pack.clone(),
        scenario: Some(field.scenario.clone()),
        house: field.house.iter().map(|file| (file.clone(), None)).collect(),
        seed,
        asker: Rc::new(RefCell::new(Nobody)),
        cancel: field.cancel.clone(),
        journal: None,
    }
}

/// Does what a line says.
pub(super) fn type_line(session: &mut Session, line: &Line) -> Result<(), Trouble> {
    match line {
        Line::Command(text) => {
            let Ok(parsed) = parse_line(text) else { return Ok(()) };
            session.command(text, &parsed).map(drop)
        }
        Line::Undo(count) => session.undo(*count, true).map(drop),
        Line::Redo(count) => session.redo(*count).map(drop),
        Line::Ask(text) => session.evaluate(text).map(drop),
        Line::Begun(text) => {
            let Ok(parsed) = parse_line(text) else { return Ok(()) };
            session.following(text, &parsed).map(drop)
        }
    }
}

/// The laws of every game: all can be taken back and done again, and the journal plays the same game.
///
/// # Errors
/// Which of them does not hold.
pub(super) fn check_laws(field: &Field, session: &mut Session, begin: &str) -> Result<(), Wrong> {
    let end = session.state().fingerprint();
    let records = session.records().to_vec();
    let steps = session.undoable();
    if steps > 0 {
        session.undo(steps, true).map_err(|t| wrong_of(&t))?;
        if session.state().fingerprint() != begin {
            return Err("undo of all comes to another state than the game began with".to_owned());
        }
        session.redo(steps).map_err(|t| wrong_of(&t))?;
        if session.state().fingerprint() != end {
            return Err("redo of all comes to another state".to_owned());
        }
    }
    // The seed of the opening does not count: the journal has its own.
    let replayed = Session::replay(records.clone(), opening(field, 0), &mut Vec::new());
    let replayed = replayed.map_err(|t| format!("the journal cannot be played again: {}", wrong_of(&t)))?;
    if replayed.state().fingerprint() != end {
        return Err("the journal comes to another state".to_owned());
    }
    if replayed.undoable() != steps {
        return Err("the journal comes to another past".to_owned());
    }
    if bytes(replayed.records()) != bytes(&records) {
        return Err("the journal of the replay has other bytes".to_owned());
    }
    Ok(())
}

fn bytes(records: &[Record]) -> Vec<u8> {
    let mut encoder = Encoder::new();
    records.iter().flat_map(|r| encoder.encode(r)).collect()
}

/// The first thing that goes wrong when these lines are typed, which adds to how many were.
fn first_wrong(
    field: &Field,
    seed: u64,
    set_up: &str,
    lines: &[Line],
    typed: &mut usize,
) -> Result<(), Wrong> {
    guarded(|| {
        let opened = Session::open_given(opening(field, seed), set_up);
        let mut session = opened.map_err(|t| wrong_of_set_up(&t))?;
        let begin = session.state().fingerprint();
        for line in lines {
            *typed += 1;
            type_line(&mut session, line).map_err(|t| wrong_of(&t))?;
        }
        check_laws(field, &mut session, &begin)
    })
}

/// The lines without those that are not needed for the same thing to go wrong, as far as that can be found out soon. Where typing
/// them does not show it at all (a dead end is no line), they are left as they are.
pub(super) fn shortened(field: &Field, seed: u64, set_up: &str, lines: Vec<Line>, wrong: &str) -> Vec<Line> {
    let (mut trials, mut typed) = (0, 0);
    let mut shows = |lines: &[Line]| {
        trials += 1;
        trials <= TRIALS
            && typed < MOST_TYPED
            && first_wrong(field, seed, set_up, lines, &mut typed) == Err(wrong.to_owned())
    };
    if !shows(&lines) {
        return lines;
    }
    let mut kept = lines;
    let mut chunk = kept.len().div_ceil(2);
    while chunk > 0 {
        let mut at = 0;
        while at < kept.len() {
            let end = (at + chunk).min(kept.len());
            let mut fewer = kept.clone();
            fewer.drain(at..end);
            if shows(&fewer) {
                kept = fewer;
            } else {
                at = end;
            }
        }
        chunk = if chunk == 1 { 0 } else { chunk.div_ceil(2) };
    }
    kept
}

/// The text of a session file.
pub(super) fn text(field: &Field, seed: u64, set_up: &str, lines: &[Line], wrong: &str) -> String {
    let mut text = format!("# Scenario: {}/{}\n# Seed: {seed}\n", field.pack, field.scenario);
    for house in &field.house {
        text.push_str(&format!("# House: {}\n", house.name));
    }
    if !set_up.is_empty() {
        text.push_str(&format!("# Set-up: {set_up}\n"));
    }
    text.push_str(&format!("# Found by `fuzz`: {}\n", wrong.replace('\n', " ")));
    text.extend(lines.iter().map(|line| format!("{line}\n")));
    text
}

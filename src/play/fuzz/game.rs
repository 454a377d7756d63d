//! One game of random legal play.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::script::{Line, Wrong, check_laws, guarded, open, shortened, text, type_line, wrong_of};
use crate::diagnostic::SourceMap;
use crate::kernel::dice::{Generator, Recorded};
use crate::kernel::door::{Answer, Choice, Stop};
use crate::kernel::secret::{Secret, Written};
use crate::pack::{HouseFile, Library};
use crate::play::player::{below, by_lot};
use crate::play::simulate::{Fault, last_line};
use crate::play::{Bout, Move, Player, RandomPlayer, on_deep_stack};
use crate::rules::Door;
use crate::session::{Asker, LogEntry, Question, Sealing, Session, given_again};

/// One in so many commands is followed by some undo.
const UNDO_AFTER: u32 = 12;

/// Where it is played.
#[derive(Debug, Clone)]
pub struct Field {
    /// Where packs are found.
    pub library: Library,
    /// The pack, by id or path.
    pub pack: String,
    /// The scenario.
    pub scenario: String,
    /// House files, lowest first.
    pub house: Vec<HouseFile>,
    /// A game that has not ended after so many commands is stopped.
    pub commands: usize,
    /// A game that has not ended after so many commands has no end, which is a finding.
    pub endless: usize,
    /// Breaks off whatever runs when set.
    pub cancel: Arc<AtomicBool>,
}

/// Something that breaks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// What is wrong, in a line.
    pub what: String,
    /// A session file that shows it.
    pub session: String,
    /// How many commands were given until then.
    pub commands: usize,
}

/// What a game came to in which nothing was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Played {
    /// How many commands were given.
    pub commands: usize,
    /// Whether it came to its end; otherwise it was stopped.
    pub ended: bool,
}

/// Decides at random what rules ask.
struct Lot(Generator);

impl Asker for Lot {
    fn ask(&mut self, question: &Question) -> Result<String, Stop> {
        Err(Stop::Missing(format!("nobody is here to answer: {}", question.text)))
    }

    fn ask_hidden(&mut self, question: &Question) -> Result<String, Stop> {
        self.ask(question)
    }

    fn write(&mut self, secret: &Secret) -> Option<(Vec<Written>, Arc<str>)> {
        Some((secret.sheet.drawn(|count| by_lot(&mut self.0, count)), Arc::from("random")))
    }

    fn sealing(&self) -> Sealing {
        Sealing::Told
    }

    fn tell(&mut self, _: &str) {}

    fn decide(&mut self, choice: &Choice, _: &[Answer]) -> Option<Result<(usize, Arc<str>), Stop>> {
        Some(Ok((below(&mut self.0, choice.options.len()), Arc::from("random"))))
    }
}

/// Plays one game, which follows from the seed, and answers what it came to; nothing where it was broken off.
///
/// # Errors
/// What breaks in it.
pub fn play(field: &Field, seed: u64) -> Result<Option<Played>, Box<Finding>> {
    on_deep_stack(|| {
        let mut script = Script::default();
        let played = guarded(|| game(field, seed, &mut script));
        if field.cancel.load(Ordering::Relaxed) {
            return Ok(None);
        }
        played.map(Some).map_err(|what| {
            // Fewer commands would not show that there is no end.
            let lines = match what == Fault::Endless.words(&SourceMap::default()) {
                true => script.lines,
                false => shortened(field, seed, &script.set_up, script.lines, &what),
            };
            let session = text(field, seed, &script.set_up, &lines, &what);
            Box::new(Finding { what, session, commands: script.commands })
        })
    })
}

/// What was typed so far, with the answers to the set-up.
#[derive(Debug, Default)]
struct Script {
    set_up: String,
    lines: Vec<Line>,
    /// How many commands were given.
    commands: usize,
}

fn game(field: &Field, seed: u64, script: &mut Script) -> Result<Played, Wrong> {
    let asker = Rc::new(RefCell::new(Lot(Generator::new(seed ^ 1))));
    let mut session = open(field, seed, asker).map_err(|(wrong, answered)| {
        script.set_up = flags(&answered);
        wrong
    })?;
    script.set_up = session.entry(Some(1)).map(answers_of).map_or_else(String::new, |a| flags(&a));
    let begin = session.state().fingerprint();
    let mut bout = Bout::of_session(&session);
    let mut player = RandomPlayer::new(seed);
    let mut lot = Generator::new(seed ^ 2);
    let most = field.commands.min(field.endless);
    while script.commands < most && session.state().ending().is_none() {
        if lot.die(UNDO_AFTER) == 1 && session.undoable() > 0 {
            let count = 1 + below(&mut lot, session.undoable().min(3));
            let back = [Line::Undo(count), Line::Redo(1 + below(&mut lot, count))];
            // Half of the time it is played on from there.
            for line in &back[..1 + below(&mut lot, 2)] {
                script.lines.push(line.clone());
                type_line(&mut session, line).map_err(|t| wrong_of(&t))?;
            }
            bout = Bout::of_session(&session);
            continue;
        }
        let command = match player.choose(&mut bout) {
            Ok(Some(command)) => command,
            Ok(None) => {
                script.lines.extend(last_line(&bout, &Fault::DeadEnd, &[]).map(Line::Command));
                return Err(Fault::DeadEnd.words(&session.loaded().sources));
            }
            Err(failure) => {
                let fault = Fault::Rules(None, failure);
                script.lines.extend(last_line(&bout, &fault, &[]).map(Line::asking));
                return Err(fault.words(&session.loaded().sources));
            }
        };
        let bare = command.line(&bout);
        script.lines.push(Line::Command(bare.clone()));
        let done = type_line(&mut session, &Line::Command(bare.clone()));
        // Its dice are told in any case: those of the lines before are in these, so the seed would throw others.
        let answers = match &done {
            Ok(()) => session.entry(None).map(answers_of).unwrap_or_default(),
            Err(_) => session.answered().to_vec(),
        };
        let line = format!("{bare} {}", flags(&answers));
        if let Some(last) = script.lines.last_mut() {
            *last = Line::Command(line.trim_end().to_owned());
        }
        done.map_err(|t| wrong_of(&t))?;
        goes_the_same_way(&mut bout, &command, answers, &session)?;
        script.commands += 1;
    }
    let ended = session.state().ending().is_some();
    check_laws(field, &mut session, &begin)?;
    if !ended && script.commands >= field.endless {
        return Err(Fault::Endless.words(&session.loaded().sources));
    }
    Ok(Played { commands: script.commands, ended })
}

/// The game without journal must come to the same state as the session.
fn goes_the_same_way(
    bout: &mut Bout,
    command: &Move,
    answers: Vec<Answer>,
    session: &Session,
) -> Result<(), Wrong> {
    let door: Door = Rc::new(RefCell::new(Recorded::new(answers)));
    let played = bout.play(command, &door);
    bout.forget();
    match played {
        Ok(()) if bout.state() == session.state() => Ok(()),
        Ok(()) => Err("a game without journal comes to another state".to_owned()),
        Err(_) => Err("a game without journal cannot do what the session did".to_owned()),
    }
}

fn answers_of(entry: &LogEntry) -> Vec<Answer> {
    entry.trace.iter().flat_map(|t| t.answers().cloned().collect::<Vec<_>>()).collect()
}

fn flags(answers: &[Answer]) -> String {
    given_again(&answers.iter().collect::<Vec<_>>())
}

//! Random legal play of every scenario of every pack: no dead end, no mistake in the rules, and undo, redo, replay
//! and resume come to the same state and the same bytes.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use houserule::data::parse_line;
use houserule::diagnostic::render;
use houserule::kernel::door::{Ask, Stop};
use houserule::kernel::journal::{Encoder, Record};
use houserule::pack::{Library, Request, load};
use houserule::play::{RandomPlayer, next_line};
use houserule::session::{Asker, Opening, Question, Session, Trouble};

/// Takes the first option of every choice; dice are the program's.
struct First;

impl Asker for First {
    fn ask(&mut self, question: &Question) -> Result<String, Stop> {
        match question.ask {
            Ask::Choose(_) => Ok("1".to_owned()),
            Ask::Roll(_) => Ok("r".to_owned()),
        }
    }

    fn tell(&mut self, text: &str) {
        panic!("{text}");
    }
}

fn opening(pack: &str, scenario: &str, seed: u64) -> Opening {
    Opening {
        library: Library::standard(),
        pack: pack.to_owned(),
        scenario: Some(scenario.to_owned()),
        house: Vec::new(),
        seed,
        asker: Rc::new(RefCell::new(First)),
        cancel: Arc::default(),
        journal: None,
    }
}

fn told(trouble: &Trouble) -> String {
    match trouble {
        Trouble::Mistakes(told) => render(&told.1, &told.0, false),
        other => format!("{other:?}"),
    }
}

/// Every scenario of every pack that can be loaded here.
fn scenarios() -> Vec<(String, String)> {
    let library = Library::standard();
    let mut all = Vec::new();
    for pack in library.packs() {
        let request = Request { pack: pack.id.clone(), ..Request::default() };
        match load(&library, &request, &Arc::default()) {
            Ok(loaded) => all.extend(loaded.data.scenarios.keys().map(|s| (pack.id.clone(), s.to_string()))),
            Err((_, told)) => eprintln!("{} is skipped: {}", pack.id, told[0].title),
        }
    }
    all
}

fn bytes(records: &[Record]) -> Vec<u8> {
    let mut encoder = Encoder::new();
    records.iter().flat_map(|r| encoder.encode(r)).collect()
}

/// Plays until the game is over or `most` commands are done, and answers the session with how many.
fn play(pack: &str, scenario: &str, seed: u64, most: usize) -> (Session, usize) {
    let place = format!("{pack}/{scenario}, seed {seed}");
    let mut session =
        Session::open(opening(pack, scenario, seed)).unwrap_or_else(|t| panic!("{place}: {}", told(&t)));
    let mut player = RandomPlayer::new(seed);
    for done in 0..most {
        if session.state().ending().is_some() {
            return (session, done);
        }
        let next = next_line(&mut player, &session)
            .unwrap_or_else(|t| panic!("{place}, command {done}: {}", told(&t)));
        let Some(text) = next else { panic!("{place}: a dead end after {done} commands") };
        let line = parse_line(&text).unwrap();
        session.command(&text, &line).unwrap_or_else(|t| panic!("{place}: `{text}`: {}", told(&t)));
    }
    (session, most)
}

#[test]
fn random_legal_play_meets_no_dead_end_and_undo_redo_and_replay_agree() {
    for (pack, scenario) in scenarios() {
        for seed in 0..3 {
            let place = format!("{pack}/{scenario}, seed {seed}");
            let (mut session, _) = play(&pack, &scenario, seed, 120);
            let end = session.state().fingerprint();
            let steps = session.undoable();
            let records = session.records().to_vec();

            let opened = Session::open(opening(&pack, &scenario, seed)).unwrap();
            let begin = opened.state().fingerprint();
            session.undo(steps, true).unwrap();
            assert_eq!(session.state().fingerprint(), begin, "{place}: undo of all");
            session.redo(steps).unwrap();
            assert_eq!(session.state().fingerprint(), end, "{place}: redo of all");

            let replayed = Session::replay(records.clone(), opening(&pack, &scenario, 99), &mut Vec::new());
            let replayed = replayed.unwrap_or_else(|t| panic!("{place}: {}", told(&t)));
            assert_eq!(replayed.state().fingerprint(), end, "{place}: replay");
            assert_eq!(bytes(replayed.records()), bytes(&records), "{place}: the journal of the replay");
        }
    }
}

#[test]
fn undo_of_any_step_and_playing_on_is_the_fold_of_the_journal() {
    for (pack, scenario) in scenarios() {
        let place = format!("{pack}/{scenario}");
        let mut session = Session::open(opening(&pack, &scenario, 5)).unwrap();
        let mut player = RandomPlayer::new(5);
        let mut coin = RandomPlayer::new(6);
        for turn in 0..60 {
            if session.state().ending().is_some() {
                break;
            }
            if turn % 3 == 2 && session.undoable() > 0 {
                session.undo(1 + turn % session.undoable().min(3), true).unwrap();
                if turn % 2 == 0 {
                    session.redo(1).unwrap();
                }
                continue;
            }
            let chosen = if turn % 5 == 0 { &mut coin } else { &mut player };
            let Some(text) = next_line(chosen, &session).unwrap() else { panic!("{place}: dead end") };
            let line = parse_line(&text).unwrap();
            session.command(&text, &line).unwrap_or_else(|t| panic!("{place}: {text}: {}", told(&t)));
        }
        let replayed =
            Session::replay(session.records().to_vec(), opening(&pack, &scenario, 0), &mut Vec::new());
        let replayed = replayed.unwrap_or_else(|t| panic!("{place}: {}", told(&t)));
        assert_eq!(replayed.state().fingerprint(), session.state().fingerprint(), "{place}");
        assert_eq!(replayed.undoable(), session.undoable(), "{place}");
    }
}

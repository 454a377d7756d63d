//! A console over a game of `tests/fixtures`, at which a test types lines.

// Each test program uses what it needs of this.
#![allow(dead_code)]

pub mod odds;

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use houserule::pack::{HouseFile, Library};
use houserule::repl::{Console, Front, Status};
use houserule::report::Style;
use houserule::session::{Nobody, Opening, Session};
use serde_json::Value;

/// Where the packs of the tests are.
pub fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures")
}

/// The first scenario of a pack under these house rules, seed 5, with nobody to answer.
pub fn opened(pack: &str, house: Vec<HouseFile>, cancel: &Arc<AtomicBool>) -> Console {
    opened_of(Library::of_folders([fixtures()]), pack, house, cancel)
}

/// The same of a pack of any library.
pub fn opened_of(library: Library, pack: &str, house: Vec<HouseFile>, cancel: &Arc<AtomicBool>) -> Console {
    let session = Session::open(Opening {
        library,
        pack: pack.to_owned(),
        scenario: None,
        house: house.into_iter().map(|file| (file, None)).collect(),
        seed: 5,
        asker: Rc::new(RefCell::new(Nobody)),
        cancel: cancel.clone(),
        journal: None,
    });
    let front = Front { style: Style::default(), json: false, verbose: false, interactive: false };
    Console::new(session.unwrap_or_else(|trouble| panic!("{trouble:#?}")), front)
}

/// The game of a console as its records tell it, in a session of its own.
pub fn taken_up(console: &Console) -> Session {
    let opening = Opening {
        library: Library::of_folders([fixtures()]),
        pack: String::new(),
        scenario: None,
        house: Vec::new(),
        seed: 0,
        asker: Rc::new(RefCell::new(Nobody)),
        cancel: Arc::default(),
        journal: None,
    };
    let session = Session::replay(console.session.records().to_vec(), opening, &mut Vec::new());
    session.unwrap_or_else(|trouble| panic!("{trouble:#?}"))
}

/// What is told of a line that is carried out.
pub fn told(console: &mut Console, line: &str) -> String {
    let told = console.line(line);
    assert_eq!((told.err.as_str(), told.status), ("", Status::Fine), "{line}");
    told.out
}

/// What is told of a line that is not.
pub fn refused(console: &mut Console, line: &str) -> String {
    let told = console.line(line);
    assert_ne!(told.status, Status::Fine, "{line}");
    told.out + &told.err
}

/// The same as for programs.
pub fn json(console: &mut Console, line: &str) -> Value {
    serde_json::from_str(&told(console, &format!("{line} --json"))).unwrap()
}

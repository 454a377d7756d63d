//! The `houserule` program.

use std::cell::RefCell;
use std::io::BufRead;
use std::rc::Rc;
use std::sync::Arc;

use houserule::pack::Library;
use houserule::repl::{Console, Front};
use houserule::report::Style;
use houserule::session::{Nobody, Opening, Session};

fn main() {
    let session = Session::open(Opening {
        library: Library::standard(),
        pack: "cgme".into(),
        scenario: None,
        house: Vec::new(),
        seed: 1,
        asker: Rc::new(RefCell::new(Nobody)),
        cancel: Arc::default(),
        journal: None,
    });
    let Ok(session) = session else { panic!("{:?}", session.err()) };
    let front = Front { style: Style::default(), json: false, verbose: false, interactive: false };
    let mut console = Console::new(session, front);
    for line in std::io::stdin().lock().lines().map_while(Result::ok) {
        println!("> {line}");
        let told = console.line(&line);
        print!("{}{}", told.out, told.err);
    }
}

//! What a player at the table waits for: the program's start, a command, its explanation, the check of a pack.

#[path = "measure/allocator.rs"]
mod allocator;

use std::cell::RefCell;
use std::fmt::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::rc::Rc;
use std::sync::Arc;

use criterion::{BatchSize, Criterion, criterion_group};
use houserule::data::parse_line;
use houserule::kernel::dice::Seeded;
use houserule::pack::{Library, Request, check_pack, load};
use houserule::play::on_deep_stack;
use houserule::session::{Nobody, Opening, Session};

const PACK: &str = "cgme";

fn open() -> Session {
    open_scenario("crossroads")
}

fn open_scenario(scenario: &str) -> Session {
    let opening = Opening {
        library: Library::standard(),
        pack: PACK.to_owned(),
        scenario: Some(scenario.to_owned()),
        house: Vec::new(),
        seed: 1,
        asker: Rc::new(RefCell::new(Nobody)),
        cancel: Arc::default(),
        journal: None,
    };
    Session::open(opening).unwrap_or_else(|t| panic!("{t:?}"))
}

fn carry_out(session: &mut Session, text: &str) {
    let line = parse_line(text).unwrap_or_else(|e| panic!("{e:?}"));
    session.command(text, &line).unwrap_or_else(|t| panic!("{text}: {t:?}"));
}

/// Two lines of foot next to each other, in the attack step.
fn ready() -> Session {
    let mut session = open_scenario("firing-line");
    carry_out(&mut session, "done");
    session
}

fn start(criterion: &mut Criterion) {
    criterion.bench_function("start: whole process to its first answer", |bencher| {
        bencher.iter(|| {
            let status = Command::new(env!("CARGO_BIN_EXE_houserule"))
                .args(["-e", "now"])
                .stdout(Stdio::null())
                .status();
            assert!(status.is_ok_and(|s| s.success()));
        });
    });
    criterion.bench_function("start: a game opened inside the process", |bencher| bencher.iter(open));
}

fn commands(criterion: &mut Criterion) {
    criterion.bench_function("command: an attack, with its explanation recorded", |bencher| {
        bencher.iter_batched_ref(
            ready,
            |session| carry_out(session, "attack f1 on b4"),
            BatchSize::LargeInput,
        );
    });
    criterion.bench_function("command: a move along a path found by the program", |bencher| {
        bencher.iter_batched_ref(open, |session| carry_out(session, "move h1 0503"), BatchSize::LargeInput);
    });
    for (name, recording) in [("plain", false), ("recorded", true)] {
        let session = ready();
        let rules = session.loaded().rules.clone();
        rules.set_recording(recording);
        let attackers = houserule::kernel::value::Value::list(
            session.state().unit_named("f1").map(houserule::kernel::value::Value::Unit),
        );
        let target =
            session.state().unit_named("b4").map(houserule::kernel::value::Value::Unit).unwrap_or_default();
        let arguments = [attackers, target];
        let door = Rc::new(RefCell::new(Seeded::new(1)));
        criterion.bench_function(&format!("rule: an attack, {name}"), |bencher| {
            bencher.iter_batched_ref(
                || session.state().clone(),
                |state| assert!(rules.run(state, door.clone(), "attack", &arguments).is_ok()),
                BatchSize::SmallInput,
            );
        });
    }
}

/// A pack of so many unit types.
fn large_pack(folder: &Path, types: usize) {
    let pack = folder.join("large");
    std::fs::create_dir_all(&pack).unwrap_or_else(|e| panic!("{e}"));
    let mut text = String::from(
        "pack large \"Large\" { version 1.0.0 }\nattribute ATT \"attack\" { range -99..99 }\n\
         attribute DEF \"defence\" { range -99..99 }\nattribute MOV \"movement\" { range 0..99; qualifier Max \"hexes\" }\n",
    );
    for number in 0..types {
        let base = if number % 3 == 1 { format!(" from type{}", number - 1) } else { String::new() };
        let _ = writeln!(
            text,
            "unit type{number} \"Type {number}\"{base} {{ ATT 3, DEF {}, MOV 3, Max 1 }}",
            number % 7
        );
    }
    std::fs::write(pack.join("manifest.pack"), text).unwrap_or_else(|e| panic!("{e}"));
}

fn check(criterion: &mut Criterion) {
    let folder = tempfile::tempdir().unwrap_or_else(|e| panic!("{e}"));
    large_pack(folder.path(), 1000);
    let library = Library::of_folders([folder.path().to_owned()]);
    let request = Request { pack: "large".to_owned(), ..Request::default() };
    criterion.bench_function("check: a pack of 1,000 unit types", |bencher| {
        bencher.iter(|| {
            let loaded = load(&library, &request, &Arc::default()).unwrap_or_else(|told| panic!("{told:?}"));
            check_pack(&loaded, &[])
        });
    });
}

criterion_group! {
    name = table;
    config = Criterion::default().sample_size(30).without_plots();
    targets = start, commands, check
}

fn main() {
    // As the program does, for all that it runs.
    on_deep_stack(table);
    Criterion::default().configure_from_args().final_summary();
}

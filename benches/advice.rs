//! Advice for a decision in secret: six dice against four over three depths, 28 by 15 answers, each meeting by the rules.

#[path = "measure/allocator.rs"]
mod allocator;

use std::cell::RefCell;
use std::hint::black_box;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

use criterion::{Criterion, criterion_group};
use houserule::data::parse_line;
use houserule::kernel::secret::Written;
use houserule::kernel::state::State;
use houserule::kernel::value::Value;
use houserule::odds::{Measure, Policy, Reckoner};
use houserule::pack::{Library, Loaded, Request, load};
use houserule::play::on_deep_stack;
use houserule::session::{Asking, Nobody, Opening, Session};

const COMMAND: &str = "drop on boat";

fn library() -> Library {
    Library::of_folders([Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures")])
}

fn session() -> Session {
    let opening = Opening {
        library: library(),
        pack: "depths".to_owned(),
        scenario: None,
        house: Vec::new(),
        seed: 1,
        asker: Rc::new(RefCell::new(Nobody)),
        cancel: Arc::default(),
        journal: None,
    };
    Session::open(opening).expect("the fixture opens")
}

fn asking(session: &mut Session) -> Asking {
    let line = parse_line(COMMAND).expect("a line");
    session.asking(COMMAND, &line).expect("allowed")
}

fn measures() -> [(&'static str, Measure); 2] {
    [
        ("a chance", Measure::Chance(vec!["broken".to_owned()])),
        ("a mean", Measure::Mean("unit(\"boat\").harm".to_owned())),
    ]
}

/// The rules are loaded and linked anew for each, which is not counted: nothing is known beforehand.
fn matrix(criterion: &mut Criterion) {
    for (name, measure) in measures() {
        criterion.bench_function(&format!("28 by 15 answers, {name}"), |bencher| {
            bencher.iter_batched(
                || {
                    let mut session = session();
                    let asking = asking(&mut session);
                    session.loaded().reckoner();
                    (session, asking)
                },
                |(_session, asking)| {
                    black_box(asking.advice(&measure, &Policy::First, None, 1000).expect("advice").game.value)
                },
                criterion::BatchSize::PerIteration,
            );
        });
    }
}

fn numbers(of: [i64; 3]) -> Vec<Written> {
    of.map(Written::Number).to_vec()
}

fn table() -> (Loaded, State) {
    let request = Request { pack: "depths".into(), scenario: Some("hunt".into()), ..Request::default() };
    let loaded = load(&library(), &request, &Arc::default()).expect("the fixture loads");
    (loaded, session().state().clone())
}

fn meeting(criterion: &mut Criterion) {
    let (loaded, state) = table();
    let boat = [Value::Unit(state.unit_named("boat").expect("the boat"))];
    let written = [numbers([2, 2, 2]), numbers([2, 1, 1])];
    for (name, measure) in measures() {
        criterion.bench_function(&format!("one meeting, {name}"), |bencher| {
            bencher.iter_batched(
                || Reckoner::new(&loaded.rules),
                |reckoner| {
                    let game = reckoner.in_secret(&state, "drop_charges", &boat, &measure, &Policy::First);
                    black_box(game.value(&written).expect("a figure"))
                },
                criterion::BatchSize::PerIteration,
            );
        });
    }
}

criterion_group! {
    name = advice;
    config = Criterion::default().sample_size(20).without_plots();
    targets = matrix, meeting
}

fn main() {
    // As the program does, for all that it runs.
    on_deep_stack(advice);
    Criterion::default().configure_from_args().final_summary();
}

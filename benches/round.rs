//! What both sides of a tabletop battle wait for in a round, beside their own thinking: every command of it, carried out one after
//! the other.

#[path = "measure/allocator.rs"]
mod allocator;

use std::cell::RefCell;
use std::fmt::Write as _;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

use houserule::data::parse_line;
use houserule::pack::Library;
use houserule::play::on_deep_stack;
use houserule::session::{Nobody, Opening, Session};

/// How often a round is played.
const TIMES: usize = 21;

/// Two lines of blocks of 20 spearmen, four inches apart, and behind each line archers.
fn scenario(blocks: usize) -> String {
    let mut text = format!(
        "scenario field \"Field\" {{\n  map {{ table {} x 40; hill circle 20 18 4; hedge line 4 19  30 19 }}\n",
        blocks * 9 + 4
    );
    text.push_str("  side red \"Red\"\n  side blue \"Blue\"\n");
    for (side, letter, front, rear, facing) in [("red", 'r', 16, 12, 0), ("blue", 'b', 20, 24, 180)] {
        let _ = writeln!(text, "  units {side} {{");
        for at in 0..blocks {
            let x = 6 + at * 9;
            let _ = writeln!(
                text,
                "    spear {letter}{at} at {x} {front} facing {facing} {{ MODELS = 16; FRONT = 8 }}"
            );
            let _ = writeln!(
                text,
                "    archer {letter}x{at} at {x} {rear} facing {facing} {{ MODELS = 4; FRONT = 2 }}"
            );
        }
        text.push_str("  }\n");
    }
    text.push_str("  victory draw when (turn() > 9) \"time is up\"\n}\n");
    text
}

fn open(folder: &Path) -> Session {
    let opening = Opening {
        library: Library::standard().with_folder(folder.to_path_buf()),
        pack: "field".to_owned(),
        scenario: Some("field".to_owned()),
        house: Vec::new(),
        seed: 1,
        asker: Rc::new(RefCell::new(Nobody)),
        cancel: Arc::default(),
        journal: None,
    };
    Session::open(opening).unwrap_or_else(|told| panic!("{told:?}"))
}

fn carry_out(session: &mut Session, text: &str) {
    let line = parse_line(text).unwrap_or_else(|told| panic!("{told:?}"));
    session.command(text, &line).unwrap_or_else(|told| panic!("{text}: {told:?}"));
}

/// A round: the first side charges along the line, the second marches its archers up, all archers that can shoot, then melee and
/// morale.
fn round(session: &mut Session, blocks: usize) -> (Duration, Duration) {
    let began = Instant::now();
    let mut slowest = Duration::ZERO;
    let mut timed = |session: &mut Session, line: &str| {
        let began = Instant::now();
        carry_out(session, line);
        slowest = slowest.max(began.elapsed());
    };
    let red_first = session.state().clock().side.is_some_and(|side| side.0 == 0);
    let (first, second) = if red_first { ('r', 'b') } else { ('b', 'r') };
    for at in 0..blocks {
        timed(session, &format!("charge {first}{at} on {second}{at}"));
    }
    timed(session, "done");
    for at in 0..blocks {
        timed(session, &format!("advance {second}x{at} 2"));
    }
    for _ in 0..3 {
        timed(session, "done");
    }
    (began.elapsed(), slowest)
}

fn main() {
    // As the program does, for all that it runs.
    on_deep_stack(|| [5, 10].into_iter().for_each(rounds));
}

/// So many blocks a side fight the same round again and again; tells how long it takes.
fn rounds(blocks: usize) {
    let folder = tempfile::tempdir().unwrap_or_else(|error| panic!("{error}"));
    let own = folder.path().join("field");
    let write = |name: &str, text: &str| {
        std::fs::write(own.join(name), text).unwrap_or_else(|error| panic!("{error}"));
    };
    std::fs::create_dir_all(&own).unwrap_or_else(|error| panic!("{error}"));
    write(
        "manifest.pack",
        "pack field \"Field\" { version 1.0.0; extends gem 0.1; source \"for the bench\"; scenario field }\n",
    );
    write("field.scenario", &scenario(blocks));
    let mut times: Vec<(Duration, Duration)> = Vec::new();
    for _ in 0..TIMES {
        times.push(round(&mut open(folder.path()), blocks));
    }
    times.sort();
    let (whole, slowest) = times[TIMES / 2];
    let models = blocks * 40;
    println!(
        "{models} models: a round in {whole:.1?} (median of {TIMES}), its slowest command in {slowest:.1?}"
    );
}

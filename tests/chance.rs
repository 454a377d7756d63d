//! Lines, journals and house files of chance: nothing panics, the state moves only by a command of the game, a broken
//! file leaves the old rules in force.

#[path = "hostile/bench.rs"]
#[allow(dead_code)]
mod bench;

use std::cell::RefCell;

use houserule::data::parse_line;
use houserule::kernel::journal::{Encoder, decode};
use houserule::repl::{BUILT_IN, Console};
use houserule::session::Session;
use proptest::prelude::*;

use bench::{Bench, RULES};

/// Words that mean something to the console, so that chance comes upon its corners.
fn words() -> impl Strategy<Value = String> {
    let own: Vec<String> =
        BUILT_IN.iter().map(|v| v.name.to_owned()).filter(|n| n != "save" && n != "export").collect();
    let pieces = [
        "act",
        "plain",
        "m",
        "l",
        "b",
        "0101",
        "0202",
        "9999",
        "--dice",
        "3,2",
        "=9",
        "--choose",
        "1",
        "--as",
        "referee",
        "--json",
        "--verbose",
        "--all",
        "--past-dice",
        "--because",
        "--side",
        "--seconds",
        "--with",
        "-o",
        "P(hit)",
        "mean(1)",
        "for",
        "until",
        "not",
        "origin",
        "diff",
        "ATT",
        "limit",
        "unit",
        "value",
        "(turn())",
        "(unit(\"m\").hits)",
        "(strength(unit(\"m\")))",
        "({ loop { } })",
        "outcome",
        "refused",
        "real",
        "auto",
        "red",
        "stats",
        "\"",
        "(",
        ")",
        "#",
        "?",
        "u",
        "q",
        "99999999999999999999",
        "-1",
        "x",
        "\u{1b}[2J",
        "\u{202E}",
        "é",
        "\0",
        "\"fn plain() { prior(); }\"",
        "main",
        "[",
        "`${",
        ",",
        "\\",
    ];
    let pieces: Vec<String> = pieces.iter().map(|p| (*p).to_owned()).chain(own).collect();
    let word = prop_oneof![4 => proptest::sample::select(pieces), 1 => "[ -~]{0,5}", 1 => any::<char>().prop_map(String::from)];
    proptest::collection::vec(word, 0..7).prop_map(|words| words.join(" "))
}

/// Whether a line may change the state: a command of the game, or one that goes through time.
fn may_change(console: &Console, line: &str) -> bool {
    let line = line.trim_start().trim_start_matches("try ").trim_start();
    let Ok(parsed) = parse_line(line) else { return false };
    let verb = parsed.verb.text.to_lowercase();
    let moving = ["undo", "u", "redo", "goto", "switch", "fix", "ruling", "set", "house"];
    console.session.verb(&verb).is_some() || moving.contains(&verb.as_str())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn lines_of_chance_change_nothing_but_by_commands(lines in proptest::collection::vec(words(), 1..8)) {
        thread_local! {
            static CONSOLE: RefCell<Option<(Bench, Console)>> = const { RefCell::new(None) };
        }
        CONSOLE.with_borrow_mut(|kept| {
            let (_, console) = kept.get_or_insert_with(|| {
                let bench = Bench::new();
                let console = bench.console();
                (bench, console)
            });
            // Dice of a table would ask somebody who is not there, which is tried elsewhere.
            for line in &lines {
                let before = console.session.state().fingerprint();
                let may_change = may_change(console, line);
                let told = console.line(line);
                assert!(!told.out.contains('\u{1b}') && !told.err.contains('\u{1b}'), "an escape of {line:?}");
                if !may_change {
                    assert_eq!(console.session.state().fingerprint(), before, "{line:?} changed the state");
                }
            }
        });
    }

    #[test]
    fn any_text_is_a_line_or_a_mistake(text in any::<String>(), ascii in "[ -~]{0,60}") {
        for text in [text, ascii] {
            if let Ok(line) = parse_line(&text) {
                for word in [&line.verb].into_iter().chain(&line.words) {
                    prop_assert!(text.get(word.start..word.end).is_some(), "{text:?}: {word:?}");
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_are_a_journal_or_a_fault(bytes in proptest::collection::vec(any::<u8>(), 0..400), text in "[0-9a-f]{16} \\{\"[a-z]{0,9}\":[ -~]{0,40}\n") {
        for bytes in [bytes, text.into_bytes()] {
            let decoded = decode(&bytes);
            prop_assert!(decoded.records.is_empty() || decoded.fault.is_none() || decoded.valid_bytes < bytes.len() as u64);
        }
    }

    /// Whatever is done to a journal, what is read of it is a beginning of what was written.
    #[test]
    fn a_spoilt_journal_is_a_beginning_of_the_game(at in 0usize..3000, cut in 0usize..200, new in proptest::collection::vec(any::<u8>(), 0..40)) {
        thread_local! {
            static JOURNAL: (Bench, Vec<u8>) = {
                let bench = Bench::new();
                let mut console = bench.console();
                for line in ["act m", "plain", "note \"a note\"", "undo", "plain", "mark here"] {
                    console.line(line);
                }
                let mut encoder = Encoder::new();
                let bytes = console.session.records().iter().flat_map(|r| encoder.encode(r)).collect();
                (bench, bytes)
            };
        }
        JOURNAL.with(|(bench, good)| {
            let whole = decode(good).records;
            let mut bytes = good.clone();
            let from = at.min(bytes.len());
            let to = (from + cut).min(bytes.len());
            bytes.splice(from..to, new);
            let read = decode(&bytes).records;
            assert_eq!(read[..], whole[..read.len()]);
            let mut warnings = Vec::new();
            if let Ok(session) = Session::replay(read.clone(), bench.opening("small"), &mut warnings) {
                assert_eq!(session.records(), &read[..]);
            }
        });
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    /// A house file is in force whole, or the rules stay as they were.
    #[test]
    fn a_spoilt_house_file_leaves_the_old_rules(at in 0usize..900, cut in 0usize..30, new in prop_oneof![
        "[a-z(){};,.|+`$\"/*=! \n]{0,12}",
        proptest::sample::select(vec!["loop { }", "prior()", "fn ", "/*", "\"", "private ", "let x = ", "#{", "${", "u.hits += 1;", "eval(", "roll(1, 6, \"fate\", (), \"x\");", "99999999999999999999", "\u{202E}", "\0"]).prop_map(str::to_owned),
    ]) {
        thread_local! {
            static GAME: RefCell<Option<(Bench, Console)>> = const { RefCell::new(None) };
        }
        GAME.with_borrow_mut(|kept| {
            let (bench, console) = kept.get_or_insert_with(|| {
                let bench = Bench::new();
                let console = bench.console();
                (bench, console)
            });
            let mut text = RULES.to_owned();
            let floor = |at: usize, text: &str| (0..=at.min(text.len())).rev().find(|b| text.is_char_boundary(*b)).unwrap();
            let (from, to) = (floor(at, &text), floor(at + cut, &text));
            text.replace_range(from..to, &new);
            let file = bench.write("mine.rhai", &text);
            let before = console.session.state().fingerprint();
            let layers = console.session.loaded().layers.len();
            let in_force = console.session.add_house(&file.display().to_string()).is_ok();
            assert_eq!(console.session.state().fingerprint(), before);
            if in_force {
                let told = console.line("act m");
                if bench::outcome(&told) != "fine" {
                    assert_eq!(console.session.state().fingerprint(), before, "{text}");
                }
                assert!(console.session.remove_house(&file.display().to_string()).is_ok());
            }
            assert_eq!(console.session.loaded().layers.len(), layers);
            assert_eq!(bench::outcome(&console.line("plain")), "fine");
            console.session.undo(console.session.undoable(), true).unwrap();
        });
    }
}

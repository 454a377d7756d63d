//! A battle report.

use crate::report::{BattleReport, Entry, EntrySort, Losses, Phase, Turn, battle_report};

fn entry(number: u64, line: &str, sort: EntrySort) -> Entry {
    Entry { number, line: line.to_owned(), sort, ..Entry::default() }
}

#[test]
fn a_game_is_told_in_markdown() {
    let attack = Entry {
        said: vec!["b1 is driven back to 0405".to_owned(), "1 step lost | *heavily*".to_owned()],
        dice: vec!["attacker 5 (auto #12)".to_owned(), "defender 2 (entered by Blue)".to_owned()],
        ..entry(3, "attack t1, t2 on b1", EntrySort::Deed)
    };
    let ruling = EntrySort::Ruling { number: 1, because: "the bridge was <blown>".to_owned() };
    let phase = |title: &str, side: Option<&str>, entries: Vec<Entry>| Phase {
        title: title.to_owned(),
        side: side.map(str::to_owned),
        entries,
    };
    let report = BattleReport {
        title: "The bridge at 0403\x1b[2J".to_owned(),
        packs: vec!["core 1.0".to_owned(), "world 2.1".to_owned()],
        house_rules: vec!["wide_rivers".to_owned()],
        seed: Some("1234".to_owned()),
        turns: vec![
            Turn { number: 0, phases: vec![phase("", None, vec![entry(1, "hello", EntrySort::Note)])] },
            Turn {
                number: 1,
                phases: vec![
                    phase("movement", Some("Red"), Vec::new()),
                    phase(
                        "combat",
                        Some("Red"),
                        vec![
                            attack,
                            entry(4, "dice taken back: attack t3 on b2", EntrySort::Undo),
                            entry(5, "set b2 wounds 1", ruling),
                            entry(6, "# 1. no_heading", EntrySort::Deed),
                        ],
                    ),
                ],
            },
            Turn { number: 2, phases: Vec::new() },
        ],
        losses: vec![
            Losses { side: "Red".to_owned(), lost: vec!["t2".to_owned()], of: 4 },
            Losses { side: "Blue".to_owned(), lost: Vec::new(), of: 3 },
        ],
        ending: Some("Red wins: the bridge is held".to_owned()),
    };
    insta::assert_snapshot!("battle_report", battle_report(&report));
}

#[test]
fn an_empty_report_has_its_heading() {
    assert_eq!(battle_report(&BattleReport::default()), "# Battle report\n");
}

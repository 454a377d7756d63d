//! The laws of the codec: every cut and every flipped bit is noticed, and what is whole is read.

use super::super::record::*;
use super::*;
use crate::kernel::door::{Answer, By, Given};
use crate::kernel::layer::Rank;

fn header() -> Record {
    Record::Header(Header {
        format: FORMAT,
        program: "0.1.0".into(),
        packs: vec![PackUse { id: "demo".into(), version: "1.0".into(), hash: "00ff".into() }],
        scenario: "bridge".into(),
        seed: u64::MAX,
        generator: "chacha8/1".into(),
        house: vec![HouseText { name: "snow".into(), text: "fn cost(hex) {\n  prior(hex) * 2\n}\n".into() }],
    })
}

/// One record of each kind.
fn every_kind() -> Vec<Record> {
    let answer = |given, by| Answer { given, by };
    vec![
        header(),
        Record::Command {
            line: "attack \"t3\" on i1 — Zwölf\u{202e}".into(),
            answers: vec![
                answer(Given::Dice(vec![3, 5]), By::Auto(17)),
                answer(Given::Total(9), By::Entered(Some("Ann".into()))),
                answer(Given::Chosen(2), By::Policy("first".into())),
                answer(Given::Dice(vec![]), By::Forced),
                answer(Given::Dice(vec![1]), By::Entered(None)),
            ],
            state: "8b8e9f42c2a92d1b".into(),
            by: None,
        },
        Record::Command {
            line: "done".into(),
            answers: vec![],
            state: "8b8e9f42c2a92d1c".into(),
            by: Some("random".into()),
        },
        Record::Ruling {
            rank: Rank::CommonSense,
            scope: Scope::Turn,
            reason: "mud".into(),
            text: "change tank { MOV -= 1 }".into(),
            what: "MOV of tank".into(),
        },
        Record::House {
            action: HouseAction::Reload,
            name: "snow".into(),
            text: "\u{0}\\".into(),
            hash: "1".into(),
        },
        Record::Undo { count: 2, past_dice: true },
        Record::Redo { count: 1 },
        Record::Note { text: "lunch".into() },
        Record::Mark { name: "turn 3".into() },
        Record::Goto { mark: "turn 3".into() },
        Record::Fork { name: "left".into() },
        Record::Switch { name: "main".into(), past_dice: true },
        Record::BrokenOff { line: "fire r2 at b2".into() },
        Record::Discard { name: "left".into() },
        Record::Dice { side: Some("Red".into()), kind: None, setting: DiceSetting::Real },
        Record::Player { side: "Blue".into(), player: Some("tree:500".into()) },
        Record::Player { side: "Blue".into(), player: None },
        Record::Seed { seed: 1234 },
    ]
}

fn encode(records: &[Record]) -> Vec<u8> {
    let mut encoder = Encoder::new();
    records.iter().flat_map(|record| encoder.encode(record)).collect()
}

/// A journal of at least `bytes` bytes: one record of each kind, then long ones, to keep the tests quick.
fn journal(bytes: usize) -> (Vec<Record>, Vec<u8>) {
    let mut records = every_kind();
    while encode(&records).len() < bytes {
        records.push(Record::Note { text: format!("{:x<900}", records.len()) });
    }
    let bytes = encode(&records);
    (records, bytes)
}

#[test]
fn what_is_written_is_read() {
    let (records, bytes) = journal(4000);
    let decoded = decode(&bytes);
    assert_eq!((decoded.fault, decoded.valid_bytes), (None, bytes.len() as u64));
    assert_eq!(decoded.records, records);
}

#[test]
fn the_text_of_a_journal_is_frozen() {
    let text = String::from_utf8(encode(&[header(), Record::Undo { count: 1, past_dice: false }])).unwrap();
    insta::assert_snapshot!("journal_text", text);
}

#[test]
fn a_journal_is_known_by_its_beginning_alone() {
    let whole = encode(&every_kind());
    assert!(is_journal(&whole) && is_journal(&whole[..HEAD_BYTES]));
    for cut in 0..HEAD_BYTES {
        assert!(!is_journal(&whole[..cut]), "{cut}");
    }
    for text in
        ["# Scenario: a/b\nnow, and then\n", "{\"header\":{\"format\":1}}", "0123456789ABCDEF {\"header\":{"]
    {
        assert!(!is_journal(text.as_bytes()), "{text}");
    }
}

#[test]
fn writing_goes_on_where_reading_ended() {
    let (records, bytes) = journal(3000);
    let mut begun = encode(&records[..9]);
    let mut encoder = decode(&begun).encoder;
    records[9..].iter().for_each(|record| begun.extend(encoder.encode(record)));
    assert_eq!(begun, bytes);
}

#[test]
fn a_journal_cut_anywhere_keeps_exactly_its_whole_records() {
    let (records, bytes) = journal(20_000);
    // Where lines begin, and the end of the last.
    let mut begins = vec![0];
    begins.extend(bytes.iter().enumerate().filter(|(_, b)| **b == b'\n').map(|(at, _)| at + 1));
    let check = |cut: usize| {
        let whole = begins.partition_point(|&begin| begin <= cut) - 1;
        let begin = begins[whole];
        let decoded = decode(&bytes[..cut]);
        assert!(decoded.records == records[..whole], "cut at {cut}");
        assert_eq!(decoded.valid_bytes, begin as u64, "cut at {cut}");
        let torn = Fault::Torn { line: whole + 1, bytes: (cut - begin) as u64 };
        assert_eq!(decoded.fault, (cut > begin).then_some(torn), "cut at {cut}");
    };
    std::thread::scope(|scope| {
        let (check, end) = (&check, bytes.len());
        (0..4).for_each(|first| drop(scope.spawn(move || (first..=end).step_by(4).for_each(check))));
    });
}

#[test]
fn every_flipped_bit_is_noticed_and_only_the_last_line_counts_as_torn() {
    let (records, bytes) = journal(3000);
    let last_line = bytes[..bytes.len() - 1].iter().rposition(|&b| b == b'\n').unwrap() + 1;
    for bit in 0..bytes.len() * 8 {
        let mut flipped = bytes.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        let decoded = decode(&flipped);
        let line = bytes[..bit / 8].iter().filter(|&&b| b == b'\n').count();
        assert!(decoded.records == records[..line], "bit {bit}");
        match decoded.fault {
            Some(Fault::Damaged { line: found, .. }) => assert_eq!(found, line + 1, "bit {bit}"),
            Some(Fault::Torn { line: found, .. }) => {
                assert_eq!(found, line + 1, "bit {bit}");
                assert!(bit / 8 >= last_line, "bit {bit} in the middle counts as torn");
            }
            other => panic!("bit {bit}: {other:?}"),
        }
    }
}

#[test]
fn digits_in_upper_case_are_noticed() {
    let bytes = encode(&every_kind());
    let mut letters = 0;
    for at in 0..bytes.len() {
        let digit = (at == 0 || bytes[at - 1] == b'\n').then_some(at..at + DIGITS);
        for at in digit.into_iter().flatten().filter(|&at| bytes[at].is_ascii_lowercase()) {
            let mut flipped = bytes.clone();
            flipped[at].make_ascii_uppercase();
            assert!(decode(&flipped).fault.is_some(), "byte {at}");
            letters += 1;
        }
    }
    assert!(letters > 30);
}

#[test]
fn lines_that_are_missing_moved_or_doubled_are_noticed() {
    let records = every_kind();
    let bytes = encode(&records);
    let lines: Vec<&[u8]> = bytes.split_inclusive(|&b| b == b'\n').collect();
    for at in 0..lines.len() - 1 {
        let mut missing = lines.clone();
        missing.remove(at);
        let mut moved = lines.clone();
        moved.swap(at, at + 1);
        let mut doubled = lines.clone();
        doubled.insert(at, lines[at]);
        let good = [(missing, at), (moved, at), (doubled, at + 1)];
        for (lines, good) in good {
            let decoded = decode(&lines.concat());
            assert!(decoded.fault.is_some(), "line {at}");
            assert_eq!(decoded.records, records[..good]);
        }
    }
}

#[test]
fn a_torn_record_may_be_patchy_but_not_long() {
    let mut encoder = Encoder::new();
    let good = encoder.encode(&header());
    let last = encoder.encode(&Record::Note { text: "x".repeat(1000) });
    let mut patchy = last.clone();
    patchy[..512].fill(0);
    let decoded = decode(&[good.clone(), patchy].concat());
    assert_eq!(decoded.fault, Some(Fault::Torn { line: 2, bytes: last.len() as u64 }));
    let two_lines = [good, b"garbage\nmore garbage\n".to_vec()].concat();
    assert!(matches!(decode(&two_lines).fault, Some(Fault::Damaged { line: 2, .. })));
}

/// A line with right digits around any text.
fn forged(before: Option<Link>, json: &str) -> Vec<u8> {
    format!("{} {json}\n", digits(link(before, json.as_bytes()))).into_bytes()
}

#[test]
fn unknown_records_fields_and_spellings_are_refused() {
    let mut encoder = Encoder::new();
    let good = encoder.encode(&header());
    for json in [
        r#"{"teleport":{"hex":"0304"}}"#,
        r#"{"redo":{"count":1,"why":"x"}}"#,
        r#"{"command":{"line":"x","answers":[{"dice":[1],"by":{"auto":0},"loaded":true}],"state":"0"}}"#,
        r#"{"redo":{"count": 1}}"#,
        r#"{"redo":{"count":-1}}"#,
        r#"{"dice":{"side":null,"kind":null}}"#,
        "",
        "{",
    ] {
        let decoded = decode(&[good.clone(), forged(encoder.last, json)].concat());
        assert!(matches!(decoded.fault, Some(Fault::Damaged { line: 2, .. })), "{json}: {:?}", decoded.fault);
        assert_eq!(decoded.records.len(), 1);
    }
    let twice = decode(&[good, encoder.encode(&header())].concat());
    assert!(matches!(twice.fault, Some(Fault::Damaged { line: 2, .. })));
    let none = decode(&encode(&[Record::Redo { count: 1 }]));
    assert!(matches!(none.fault, Some(Fault::Damaged { line: 1, .. })));
}

#[test]
fn another_format_is_named_whatever_else_it_has() {
    let decoded = decode(&forged(None, r#"{"header":{"format":2,"planet":"Mars"}}"#));
    assert_eq!(decoded.fault, Some(Fault::Version { found: "2".to_owned() }));
}

#[test]
fn no_bytes_make_the_reader_panic() {
    let good = encode(&every_kind());
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let mut random = move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state as usize
    };
    for _ in 0..3000 {
        let mut bytes = good[..random() % good.len()].to_vec();
        for _ in 0..random() % 8 {
            let at = random() % (bytes.len() + 1);
            bytes.insert(at, random() as u8);
        }
        let decoded = decode(&bytes);
        assert!(decoded.valid_bytes <= bytes.len() as u64);
    }
}

//! Files that mean harm, and files of chance: the reader says no, or reads; it never falls over.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use proptest::prelude::*;

use super::{Stack, fixture};
use crate::data::nesting::{DEEPEST, check_nesting};
use crate::data::{MOST_BYTES, parse, parse_form, parse_ledger, parse_line};
use crate::diagnostic::{Diagnostic, SourceMap, render, to_json};
use crate::kernel::layer::Rank;

/// Everything that can be done with a text, and what is told of it.
fn all_of(text: &str) -> String {
    let mut sources = SourceMap::default();
    let file = sources.add("x.units", text);
    let mut told: Vec<Diagnostic> = parse(file, &sources).1;
    told.extend(parse_ledger(file, &sources).1);
    let first = render(&told, &sources, false);
    to_json(&told, &sources);
    let (_, told) = fixture().layer(Rank::World, "x", text).assemble(Some("dusk"));
    let _ = parse_line(text);
    let _ = parse_form(text);
    format!("{first}{told}")
}

fn quickly(text: &str) -> String {
    let start = Instant::now();
    let told = all_of(text);
    assert!(start.elapsed() < Duration::from_secs(20), "{:?} for {}…", start.elapsed(), &text[..40]);
    told
}

#[test]
fn deep_nesting_is_refused() {
    for bracket in ["(", "{", "unit x { ", "[", "rules { (", "rules { `${", "/*", "x (a[{", "\"(", "'("] {
        let told = quickly(&bracket.repeat(100_000));
        assert!(told.contains("error"), "{bracket}");
    }
    let told = quickly(&format!("unit x {{ STR {}1{} }}", "(".repeat(1000), ")".repeat(1000)));
    assert!(told.contains("E0111"));
}

#[test]
fn long_lines_and_names_are_refused_or_read() {
    let long = 500_000;
    assert!(quickly(&format!("unit {} {{ }}", "a".repeat(long))).contains("E0111"));
    assert!(quickly(&"9".repeat(long)).contains("E0111"));
    assert!(quickly(&format!("unit x {{ {} }}", "STR 1,".repeat(long / 6))).contains("E0111"));
    let told = quickly(&format!("unit x {{ {} }}", "wings ".repeat(long / 6)));
    assert!(told.len() < 20_000, "a long line is not shown whole: {}", told.len());
    assert!(quickly(&"x".repeat(MOST_BYTES + 1)).contains("E0111"));
}

#[test]
fn many_mistakes_are_told_up_to_a_limit() {
    for line in
        ["unit x\n", "change unit q TGH = 1\n", "bogus\n", ")\n", "unit y from z\n", "\u{202E}\n", "\"x\n"]
    {
        let told = quickly(&line.repeat(100_000 / line.len()));
        assert!(told.contains("more"), "{line}: {}", &told[told.len() - 200..]);
    }
}

#[test]
fn many_declarations_are_refused() {
    for kind in ["phase p", "roll p", "property game p", "attribute A", "command c"] {
        let mut text = String::new();
        for i in 0..3000 {
            let _ = writeln!(text, "{kind}{i}");
        }
        assert!(quickly(&text).contains("E0111"), "{kind}");
    }
}

#[test]
fn large_maps_are_refused() {
    let maps: String = (0..50).map(|i| format!("map m{i} {{ hexes flat odd 999 x 999 }}\n")).collect();
    assert!(quickly(&maps).contains("E0111"));
    let again = "base clear; woods at 001001..999999\n".repeat(1000);
    assert!(quickly(&format!("map m {{ hexes flat odd 999 x 999\n{again} }}")).contains("E0111"));
}

#[test]
fn inherited_numbers_cannot_fill_the_memory() {
    let mut text = format!("unit a0 {{ {} }}\n", "STR += 0;".repeat(900));
    for i in 1..6000 {
        let _ = writeln!(text, "unit a{i} from a{}", (i - 1).min(20));
    }
    assert!(quickly(&text).contains("E0111"));
}

#[test]
fn long_chains_of_inheritance_are_refused() {
    let chain: String = (1..5000).map(|i| format!("unit a{i} from a{}\n", i - 1)).collect();
    assert!(quickly(&format!("unit a0\n{chain}")).contains("E0111"));
    assert!(quickly(&format!("unit a0 from a4999\n{chain}")).contains("E0206"));
}

#[test]
fn ten_thousand_unit_types_are_read_soon() {
    let mut text = String::new();
    for i in 0..10_000 {
        let _ = writeln!(
            text,
            "unit u{i} \"Unit {i}\" {{ STR 2, TGH 3, RNG 1, MOV 3, Max 2; in swamp {{ cost 1 }} }}"
        );
    }
    let start = Instant::now();
    let data = fixture().layer(Rank::World, "world", &text).good(None);
    assert_eq!(data.catalogue.unit_types.len(), 10_003);
    // A release build takes about a tenth of this.
    assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
}

/// Pieces that mean something to the reader, so that chance comes upon its corners.
fn pieces() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        proptest::sample::select(vec![
            "unit ",
            "terrain ",
            "change ",
            "delete ",
            "rules",
            "map ",
            "scenario dusk ",
            "side a",
            "units a",
            "in ",
            "from ",
            "{",
            "}",
            "(",
            ")",
            "[",
            "]",
            "\"",
            "'",
            "`",
            "${",
            "//",
            "/*",
            "*/",
            "\n",
            "\r\n",
            ";",
            ",",
            "@",
            "@\"T 1\"",
            "=",
            "+=",
            "*=",
            "1/2",
            "-1",
            "+2 TGH",
            "-50% TGH",
            "when ",
            "STR",
            "TGH 3",
            "MOV 3, Max 1",
            "H3",
            "HX",
            "0304",
            "0304/0305",
            "at ",
            "along ",
            "hexes flat odd 3 x 3",
            "base clear",
            "rows ",
            "legend ",
            "tank",
            "woods",
            "\\",
            "\\\"",
            "value x ",
            "table t ",
            "columns 1 2",
            "row 1: ",
            "command c ",
            "form ",
            "<a: unit>",
            " ",
            "#",
            "--",
            "é",
            "\u{202E}",
            "\u{0}",
            "99999999999999999999",
            "-9223372036854775808",
            "set game x ",
            "victory a ",
            "symbol ",
            "colour #a0b0c0",
        ])
        .prop_map(str::to_owned),
        "[ -~]{0,6}",
        any::<char>().prop_map(String::from),
    ];
    proptest::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

/// How deep the grammar nests, by its own reading.
fn depth_of_grammar(text: &str) -> usize {
    fn depth(entries: &[crate::data::Entry]) -> usize {
        let of = |e: &crate::data::Entry| {
            usize::from(matches!(e.body, Some(crate::data::Body::Entries { .. }))) + depth(e.entries())
        };
        entries.iter().map(of).max().unwrap_or(0)
    }
    let mut sources = SourceMap::default();
    let file = sources.add("x.units", text);
    depth(&parse(file, &sources).0.entries)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn no_text_breaks_the_reader(text in pieces()) {
        all_of(&text);
    }

    #[test]
    fn no_bytes_break_the_reader(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        all_of(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn a_damaged_file_does_not_break_the_reader(at in 0usize..1500, cut in 0usize..40, new in pieces()) {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/diagnostics/fixture");
        let mut text = std::fs::read_to_string(format!("{folder}/manifest.pack")).unwrap();
        let floor = |at: usize, text: &str| (0..=at.min(text.len())).rev().find(|b| text.is_char_boundary(*b)).unwrap();
        let (from, to) = (floor(at, &text), floor(at + cut, &text));
        text.replace_range(from..to, &new);
        all_of(&text);
    }

    /// The guard before the grammar must see at least as many open blocks as the grammar does.
    #[test]
    fn the_guard_against_nesting_reads_as_the_grammar_does(text in "([a-z]|rules|[(){}\\[\\]\"'`;,\n\\\\/*@= ]|\\$\\{|/\\*|//|\nunit x){0,60}") {
        let nesting = check_nesting(&text);
        prop_assert!(nesting.depth >= depth_of_grammar(&text), "{text:?}");
    }

    /// Reading does not depend on line ends or on a mark of the byte order.
    #[test]
    fn line_ends_and_byte_order_marks_change_nothing(text in "[a-z0-9{};,\" \n]{0,80}") {
        let kinds = |text: &str| {
            let mut sources = SourceMap::default();
            let file = sources.add("x.units", text);
            let (tree, told) = parse(file, &sources);
            let words: Vec<String> = flat(&tree.entries).map(|t| sources.text(t.span).to_owned()).collect();
            (words, told.into_iter().map(|d| d.title).collect::<Vec<_>>())
        };
        prop_assert_eq!(kinds(&text), kinds(&format!("\u{FEFF}{}", text.replace('\n', "\r\n"))));
    }

    /// A tree written out and read again is the same tree.
    #[test]
    fn what_is_written_out_reads_the_same(text in pieces()) {
        let read = |text: &str| {
            let mut sources = SourceMap::default();
            let file = sources.add("x.units", text);
            let (tree, told) = parse(file, &sources);
            (told.is_empty(), written(&tree.entries, &sources))
        };
        let (good, once) = read(&text);
        if good {
            let (again_good, twice) = read(&once);
            prop_assert!(again_good, "{once}");
            prop_assert_eq!(once, twice);
        }
    }
}

fn flat(entries: &[crate::data::Entry]) -> Box<dyn Iterator<Item = crate::data::Token> + '_> {
    Box::new(entries.iter().flat_map(|e| e.tokens.iter().copied().chain(flat(e.entries()))))
}

/// A tree as text, in one form for all that mean the same.
fn written(entries: &[crate::data::Entry], sources: &SourceMap) -> String {
    let mut out = String::new();
    for entry in entries {
        out.push_str(if entry.after_comma { ", " } else { "; " });
        for token in &entry.tokens {
            let text = sources.text(token.span);
            let _ = match token.kind {
                crate::data::TokenKind::Expression => write!(out, "({text}) "),
                _ => write!(out, "{text} "),
            };
        }
        match &entry.body {
            Some(crate::data::Body::Entries { entries, .. }) => {
                let _ = write!(out, "{{ {} }} ", written(entries, sources));
            }
            Some(crate::data::Body::Script(span)) => {
                let _ = write!(out, "{{{}}} ", sources.text(*span));
            }
            None => {}
        }
        if let Some(cite) = entry.cite {
            // A bare cite has no escapes, so its backslashes are written as two.
            let before = &sources.file(cite.file).text[..cite.start as usize];
            let text = sources.text(cite);
            let text = if before.ends_with('"') { text.to_owned() } else { text.replace('\\', "\\\\") };
            let _ = write!(out, "@\"{text}\"");
        }
    }
    out
}

#[test]
fn a_stack_without_anything_is_no_mistake() {
    let (data, told) = Stack::default().assemble(None);
    assert!(told.is_empty() && data.catalogue.unit_types.is_empty());
    assert_eq!(check_nesting(&"(".repeat(DEEPEST)).too_deep, None);
    assert_eq!(check_nesting(&"(".repeat(DEEPEST + 1)).too_deep, Some(DEEPEST));
}

//! One case a mistake: each file of `tests/diagnostics` is loaded over the small pack in its `fixture` folder, and what
//! is told of it is held in a snapshot together with the file.
//!
//! `*.units` stands as a house file. `*.scenario` stands in the world, and its first scenario is set up. `*.pack` stands
//! in the world. `*.ledger` is a ledger. A line `// === name.units` begins a second file, a layer of its own. The name of
//! a case begins with the code that it is about: `e0104_misspelt_attribute.units`. `*.game` is played: see `play.rs`.

#[path = "diagnostics/play.rs"]
mod play;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use houserule::data::{LayerFiles, assemble, parse, parse_ledger};
use houserule::diagnostic::{CODES, Diagnostic, SourceMap, render, to_json};
use houserule::kernel::layer::{Layer, Rank};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/diagnostics");

fn files(folder: &str, endings: &[&str]) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let of_kind = |path: &PathBuf| path.extension().is_some_and(|e| endings.contains(&e.to_str().unwrap()));
    let mut files: Vec<PathBuf> = entries.filter(of_kind).collect();
    files.sort();
    files
}

fn cases() -> Vec<PathBuf> {
    files(FOLDER, &["units", "scenario", "pack", "ledger"])
}

/// The files of a case: one, or several after lines `// === name`.
fn parts(name: &str, text: &str) -> Vec<(String, String)> {
    let mut parts = vec![(name.to_owned(), String::new())];
    for line in text.split_inclusive('\n') {
        match line.strip_prefix("// === ") {
            Some(name) => parts.push((name.trim().to_owned(), String::new())),
            None => parts.last_mut().unwrap().1.push_str(line),
        }
    }
    parts
}

/// Everything that is told of a case.
fn told(path: &Path) -> (SourceMap, Vec<Diagnostic>) {
    let mut sources = SourceMap::default();
    let name = path.file_name().unwrap().to_str().unwrap();
    let text = fs::read_to_string(path).unwrap();
    if name.ends_with(".ledger") {
        let file = sources.add(name, text);
        let (_, told) = parse_ledger(file, &sources);
        return (sources, told);
    }
    let mut told = Vec::new();
    let layer = |rank, name: &str| Arc::new(Layer { rank, name: name.into() });
    let mut layers = vec![LayerFiles { layer: layer(Rank::Core, "fixture"), trees: Vec::new() }];
    for path in files(&format!("{FOLDER}/fixture"), &["pack", "units"]) {
        let file =
            sources.add(path.file_name().unwrap().to_str().unwrap(), fs::read_to_string(&path).unwrap());
        let (tree, mistakes) = parse(file, &sources);
        assert!(mistakes.is_empty(), "the fixture has mistakes: {mistakes:?}");
        layers[0].trees.push(Arc::new(tree));
    }
    let mut scenario = None;
    for (name, text) in parts(name, &text) {
        let rank = if name.ends_with(".units") { Rank::House } else { Rank::World };
        let stem = name.split('.').next().unwrap();
        let file = sources.add(&*name, text.clone());
        let (tree, mistakes) = parse(file, &sources);
        told.extend(mistakes);
        layers.push(LayerFiles { layer: layer(rank, stem), trees: vec![Arc::new(tree)] });
        let first = text.lines().find_map(|line| line.strip_prefix("scenario "));
        scenario = scenario.or(first.and_then(|rest| rest.split_whitespace().next()).map(str::to_owned));
    }
    let (_, mistakes) = assemble(&layers, scenario.as_deref(), &sources);
    told.extend(mistakes);
    (sources, told)
}

#[test]
fn every_case_is_told_as_its_snapshot_shows() {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("diagnostics/snapshots");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| {
        for path in cases() {
            let name = path.file_stem().unwrap().to_str().unwrap();
            let (sources, told) = told(&path);
            let code = name.split('_').next().unwrap().to_uppercase();
            assert!(told.iter().any(|d| d.code.0 == code), "{name} does not tell {code}");
            let input = fs::read_to_string(&path).unwrap();
            let visible: String = input.chars().map(show).collect();
            let shown = format!("{visible}\n--- told:\n\n{}", render(&told, &sources, false));
            insta::assert_snapshot!(name, shown);
        }
    });
}

/// Characters that cannot be seen, made visible for the snapshot.
fn show(c: char) -> char {
    match c {
        '\n' => '\n',
        c if c.is_control()
            || matches!(c, '\u{200B}'..='\u{202E}' | '\u{2060}'..='\u{2069}' | '\u{FEFF}') =>
        {
            '\u{FFFD}'
        }
        c => c,
    }
}

/// Codes whose mistakes are found outside of what is tried here.
const ELSEWHERE: [&str; 2] = ["E0801", "W0803"];

#[test]
fn every_code_has_a_case() {
    let names = files(FOLDER, &["units", "scenario", "pack", "ledger", "game"]);
    let cases: BTreeSet<String> = names
        .iter()
        .map(|path| path.file_name().unwrap().to_str().unwrap().split('_').next().unwrap().to_uppercase())
        .collect();
    for (code, _) in CODES.iter().filter(|(code, _)| !ELSEWHERE.contains(&code.0)) {
        assert!(cases.contains(code.0), "no case in tests/diagnostics is about {code}");
    }
    for case in &cases {
        assert!(CODES.iter().any(|(code, _)| code.0 == case), "no code is called {case}");
    }
    for code in ELSEWHERE {
        assert!(!cases.contains(code), "{code} has a case now and need not be left out");
    }
}

/// Cases that are played, each in its folder.
#[test]
fn every_played_case_is_told_as_its_snapshot_shows() {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("diagnostics/snapshots");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| {
        for path in files(FOLDER, &["game"]) {
            let name = path.file_stem().unwrap().to_str().unwrap();
            let told = play::told(&path);
            let code = name.split('_').next().unwrap().to_uppercase();
            assert!(told.contains(&format!("[{code}]")), "{name} does not tell {code}:\n{told}");
            let input = fs::read_to_string(&path).unwrap();
            insta::assert_snapshot!(name, format!("{input}\n--- told:\n\n{told}"));
        }
    });
}

#[test]
fn diagnostics_for_programs_have_a_schema() {
    let (sources, told) = told(Path::new(&format!("{FOLDER}/e0208_unknown_map.scenario")));
    insta::with_settings!({snapshot_path => "diagnostics/snapshots", prepend_module_to_snapshot => false,
        omit_expression => true}, {
        insta::assert_json_snapshot!("json_of_e0208", to_json(&told, &sources));
    });
}

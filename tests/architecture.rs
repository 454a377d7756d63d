//! The invariants of `docs/ARCHITECTURE.md`, held by reading the sources.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The modules, lowest first: each may use those before it, and itself.
const ORDER: [&str; 11] =
    ["diagnostic", "kernel", "data", "rules", "odds", "pack", "session", "play", "report", "repl", "cli"];

/// Modules that may not use each other although the order alone would allow it.
const APART: [(&str, &str); 5] =
    [("rules", "data"), ("odds", "data"), ("report", "session"), ("report", "play"), ("report", "pack")];

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut entries: Vec<PathBuf> =
        fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok).map(|e| e.path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            found.extend(files(&path, ending));
        } else if path.extension().is_some_and(|e| e == ending) {
            found.push(path);
        }
    }
    found
}

fn sources() -> Vec<(String, String)> {
    let src = root().join("src");
    files(&src, "rs")
        .into_iter()
        .map(|path| {
            let name = path.strip_prefix(&src).unwrap().to_string_lossy().replace('\\', "/");
            (name, fs::read_to_string(&path).unwrap())
        })
        .collect()
}

/// Tests that have a file of their own. Those beside the code are part of it.
fn is_test(file: &str) -> bool {
    file.ends_with("tests.rs") || file.contains("/tests/")
}

fn module(file: &str) -> &str {
    file.split('/').next().unwrap().trim_end_matches(".rs")
}

/// Lines of code, comments left out, with their numbers.
fn code(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.lines().enumerate().map(|(i, l)| (i + 1, l)).filter(|(_, l)| !l.trim_start().starts_with("//"))
}

#[test]
fn uses_run_downward_only() {
    let place = |name: &str| ORDER.iter().position(|m| *m == name);
    for (file, text) in sources() {
        let Some(own) = place(module(&file)) else { continue };
        for (line, code) in code(&text) {
            // What is used is looked for line by line, and in a list of this kind the names would stand in others.
            assert!(!code.contains("crate::{"), "src/{file}:{line}: write a `use` for each module: {code}");
            for other in ORDER.iter().filter(|m| code.contains(&format!("crate::{m}"))) {
                let upward = place(other).unwrap() > own;
                let apart = APART.contains(&(module(&file), other));
                // Tests beside the code may look at what stands above it.
                let test = is_test(&file);
                assert!(test || !(upward || apart), "src/{file}:{line} uses `{other}`: {code}");
            }
        }
    }
}

#[test]
fn each_engine_has_one_user() {
    let users = [
        ("rhai", "rules"),
        ("pest", "data"),
        ("pest_derive", "data"),
        ("rustyline", "repl"),
        ("clap", "cli"),
        ("dashu_int", "odds"),
    ];
    for (file, text) in sources() {
        for (line, code) in code(&text) {
            for (engine, user) in users {
                let named = code.contains(&format!("{engine}::"))
                    || code.trim_start().starts_with(&format!("use {engine};"));
                let whole = !code.contains(&format!("_{engine}::"));
                // Random numbers of rules are weighed as the odds of dice are.
                let weighs = engine == "dashu_int" && file.starts_with("rules/lifted/");
                assert!(
                    !(named && whole) || module(&file) == user || weighs,
                    "src/{file}:{line} uses {engine}: {code}"
                );
            }
        }
    }
}

/// What is registered before the seed is set is found by no engine that is made after it.
#[test]
fn engines_are_made_in_one_place_where_the_seed_is_set() {
    for (file, text) in sources().into_iter().filter(|(file, _)| file != "rules/engine.rs") {
        for (line, code) in code(&text) {
            assert!(!code.contains("Engine::new"), "src/{file}:{line} makes an engine of its own: {code}");
        }
    }
}

#[test]
fn the_kernel_and_the_odds_are_pure() {
    let is_pure = |file: &str| ["kernel", "odds"].contains(&module(file)) && !is_test(file);
    for (file, text) in sources().into_iter().filter(|(f, _)| is_pure(f)) {
        for (line, code) in code(&text) {
            // What is counted in simulations is shown rounded, and says so.
            let is_estimate = ["odds/interval.rs", "odds/reckon/sampled.rs"].contains(&file.as_str());
            // Equal states are found by their hash; nothing is told in that order, weights are sorted first.
            let is_looked_up = ["odds/reckon/pot.rs", "odds/reckon/states.rs"].contains(&file.as_str())
                && code.contains("HashMap");
            for impure in [
                "std::fs",
                "std::env",
                "std::time",
                "std::io",
                "std::process",
                "HashMap",
                "HashSet",
                "f64",
                "f32",
            ] {
                let statistics = file.contains("dice/gamma") || file.contains("dice/stats");
                let test = text[..].find("#[cfg(test)]").is_some_and(|at| text[..at].lines().count() < line);
                assert!(
                    !code.contains(impure) || statistics || is_estimate || is_looked_up || test,
                    "src/{file}:{line} has `{impure}`: {code}"
                );
            }
        }
    }
}

#[test]
fn no_pack_and_no_attribute_of_one_is_named_in_the_program() {
    let mut words: BTreeSet<String> = BTreeSet::new();
    let mut packs: BTreeSet<String> = BTreeSet::new();
    for manifest in files(&root().join("rulesets"), "pack") {
        let text = fs::read_to_string(&manifest).unwrap();
        for line in text.lines().map(str::trim) {
            let mut parts = line.split_whitespace();
            match (parts.next(), parts.next(), parts.next()) {
                (Some("pack"), Some(id), _) => {
                    words.insert(id.to_owned());
                    packs.insert(id.to_owned());
                }
                (Some("attribute"), Some(name), _)
                    if name.chars().all(char::is_uppercase) && name.len() > 1 =>
                {
                    words.insert(name.to_owned());
                }
                _ => {}
            }
        }
    }
    for (file, text) in sources().into_iter().filter(|(f, _)| !is_test(f)) {
        let before_tests = text.split("#[cfg(test)]").next().unwrap();
        // Not even an example of a command line names a pack: it may be gone.
        for (line, code) in code(before_tests).filter(|(_, l)| l.contains("houserule ")) {
            let is_word = |of: char| of.is_alphanumeric() || of == '-';
            let named = code.split(|of| !is_word(of)).find(|word| packs.contains(*word));
            assert!(named.is_none(), "src/{file}:{line} names a pack: {code}");
        }
        // Help texts may show a game's words as examples; code that acts on them may not.
        for (line, code) in code(before_tests).filter(|(_, l)| !is_help(&file, l)) {
            for word in &words {
                let quoted = code.contains(&format!("\"{word}\""));
                assert!(!quoted, "src/{file}:{line} names `{word}` of a pack: {code}");
            }
        }
    }
}

fn is_help(file: &str, line: &str) -> bool {
    file == "diagnostic/codes.rs" || file == "repl/verbs/mod.rs" || line.contains("help(")
}

/// What the compiler calls a type is a path in this program, which nobody who writes rules has heard of.
#[test]
fn kinds_of_values_are_named_in_one_place() {
    for (file, text) in sources().iter().filter(|(file, _)| file != "rules/kinds.rs") {
        for (line, code) in code(text) {
            let names = [".type_name()", "register_type_with_name"].iter().any(|word| code.contains(word));
            assert!(!names, "{file}:{line} names a kind of value by itself: `kind_of` does that");
        }
    }
}

#[test]
fn files_are_short_and_nothing_is_left_behind() {
    for (file, text) in sources() {
        let lines = text.lines().count();
        assert!(lines <= 800, "src/{file} has {lines} lines: split it by stage");
        let name = file.rsplit('/').next().unwrap();
        for bad in ["misc", "util", "helper", "common"] {
            assert!(!name.contains(bad), "src/{file}: name it for its one idea");
        }
        for left in ["todo!(", "unimplemented!(", "dbg!(", "#[ignore"] {
            assert!(!text.contains(left), "src/{file} has `{left}`");
        }
    }
}

#[test]
fn every_module_says_what_it_is() {
    for (file, text) in sources() {
        let first = text.lines().next().unwrap_or_default();
        assert!(
            first.starts_with("//!") || file.contains("tests"),
            "src/{file} begins without a module comment"
        );
    }
}

#[test]
fn only_the_counting_allocator_is_unsafe() {
    for (file, text) in sources() {
        let uses = code(&text).any(|(_, l)| l.contains("unsafe ") || l.contains("allow(unsafe_code)"));
        assert!(!uses || file == "rules/memory.rs", "src/{file} has unsafe code");
    }
}

#[test]
fn every_schema_of_the_json_stands_in_its_page() {
    let page = fs::read_to_string(root().join("docs/json.md")).unwrap();
    let mut schemas: BTreeSet<String> = BTreeSet::new();
    for (_, text) in sources() {
        for (_, code) in code(&text) {
            let behind = code.split("\"houserule.").skip(1).filter_map(|rest| rest.split('"').next());
            let numbered = behind.filter(|name| {
                let number = name.rsplit_once('/').map(|(_, number)| number);
                let is_number = number.is_some_and(|number| number.bytes().all(|b| b.is_ascii_digit()));
                is_number && !name.contains('{')
            });
            schemas.extend(numbered.map(|name| format!("`houserule.{name}`")));
        }
    }
    assert!(schemas.len() > 40, "{schemas:?}");
    let missing: Vec<&String> = schemas.iter().filter(|schema| !page.contains(schema.as_str())).collect();
    assert!(missing.is_empty(), "docs/json.md has no {missing:?}");
}

//! Every pack in `rulesets/` is whole, and its sessions say what their snapshots say.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("rulesets")
}

/// The packs that are here, with the pack that each stands on.
fn packs() -> Vec<(String, Option<String>)> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(root()).into_iter().flatten().filter_map(Result::ok) {
        let Ok(manifest) = std::fs::read_to_string(entry.path().join("manifest.pack")) else { continue };
        let base =
            manifest.lines().find_map(|l| l.trim().strip_prefix("extends ")?.split_whitespace().next());
        found.push((entry.file_name().to_string_lossy().into_owned(), base.map(str::to_owned)));
    }
    found.sort();
    found
}

/// The packs whose base is here, too; the others are named and left out.
fn whole_packs() -> Vec<String> {
    let all = packs();
    let is_here = |id: &str| all.iter().any(|(other, _)| other == id);
    let mut whole = Vec::new();
    for (id, base) in &all {
        match base.as_ref().filter(|base| !is_here(base)) {
            Some(base) => eprintln!("skipped: {id}, for {base} is not here"),
            None => whole.push(id.clone()),
        }
    }
    whole
}

fn run(arguments: &[&str]) -> Output {
    let folder = std::env::temp_dir();
    Command::new(env!("CARGO_BIN_EXE_houserule"))
        .args(arguments)
        .current_dir(folder)
        .env("HOUSERULE_PACKS", root())
        .env("CI", "1")
        .output()
        .unwrap()
}

fn told(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

#[test]
fn every_pack_is_whole() {
    for id in whole_packs() {
        let checked = run(&["check", &id]);
        assert!(checked.status.success(), "{id}: {}", told(&checked));
    }
}

#[test]
fn every_session_says_what_its_snapshot_says() {
    for id in whole_packs() {
        let tested = run(&["test", &id]);
        assert!(tested.status.success(), "{id}: {}", told(&tested));
    }
}

#[test]
fn every_example_of_a_house_file_can_be_used_as_it_stands() {
    let folder = tempfile::tempdir().unwrap();
    for id in whole_packs() {
        for entry in std::fs::read_dir(root().join(&id).join("house")).into_iter().flatten().flatten() {
            let Some(name) =
                entry.file_name().to_str().and_then(|name| name.strip_suffix(".example")).map(str::to_owned)
            else {
                continue;
            };
            let copy = folder.path().join(&name);
            std::fs::copy(entry.path(), &copy).unwrap();
            let copy = copy.display().to_string();
            let checked = run(&["check", &copy, "--on", &id, "--deny-warnings"]);
            assert!(checked.status.success(), "{id}, {name}: {}", told(&checked));
            // What cannot be is told: a row of the charts with a number too many.
            let text = std::fs::read_to_string(&copy).unwrap();
            let row = text.lines().find(|line| line.trim_start().starts_with("row "));
            if let Some(row) = row {
                std::fs::write(&copy, text.replace(row, &format!("{row} 1"))).unwrap();
                assert!(!run(&["check", &copy, "--on", &id]).status.success(), "{id}, {name}: a long row");
            }
        }
    }
}

#[test]
fn every_pack_reaches_most_of_its_rules_in_its_own_sessions() {
    for id in whole_packs() {
        let tested = run(&["test", &id, "--coverage-at-least", "80"]);
        assert!(tested.status.success(), "{id}: {}", told(&tested));
    }
}

#[test]
fn every_snapshot_has_the_head_that_insta_reads_and_a_session() {
    for id in whole_packs() {
        let folder = root().join(&id).join("tests");
        for entry in std::fs::read_dir(&folder).into_iter().flatten().filter_map(Result::ok) {
            let path = entry.path();
            if path.extension().is_none_or(|e| e != "snap") {
                continue;
            }
            let text = std::fs::read_to_string(&path).unwrap();
            let name = path.file_stem().unwrap().to_string_lossy().into_owned();
            let head = format!("---\nsource: tests/{name}.play\nexpression: transcript\n---\n");
            assert!(text.starts_with(&head) && text.ends_with('\n'), "{}", path.display());
            assert!(path.with_extension("play").is_file(), "{} has no session", path.display());
            let mut settings = insta::Settings::clone_current();
            settings.set_snapshot_path(&folder);
            settings.set_prepend_module_to_snapshot(false);
            settings.bind(|| insta::assert_snapshot!(name, &text[head.len()..]));
        }
    }
}

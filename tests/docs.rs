//! Every session in the README, the docs and the packs' READMEs gives the output that is printed there, and the
//! session files in them and the scripts for newcomers run to their end.
//!
//! A fence that begins with ```` ```houserule PACK/SCENARIO ```` is a session: lines behind `> ` are typed, the others
//! are the answer. With `HOUSERULE_DOCS=write` the answers are written into the texts instead of being compared.
//! One that begins with ```` ```play ```` is a session file.

use std::cell::RefCell;
use std::fs;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use houserule::pack::Library;
use houserule::pack::read_head;
use houserule::repl::{Console, Front, Status};
use houserule::report::Style;
use houserule::session::{Nobody, Opening, Session};

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn console(game: &str, seed: u64) -> Option<Console> {
    let (pack, scenario) = game.split_once('/').unwrap_or((game, ""));
    // Games of the tests show what no pack has yet.
    let library = Library::of_folders([root().join("rulesets"), root().join("tests/fixtures")]);
    if !library.packs().iter().any(|p| p.id == pack) {
        eprintln!("skipped: there is no pack {pack} here");
        return None;
    }
    let session = Session::open(Opening {
        library,
        pack: pack.to_owned(),
        scenario: (!scenario.is_empty()).then(|| scenario.to_owned()),
        house: Vec::new(),
        seed,
        asker: Rc::new(RefCell::new(Nobody)),
        cancel: Arc::default(),
        journal: None,
    });
    let session = session.unwrap_or_else(|t| panic!("{game}: {t:?}"));
    let front = Front { style: Style::default(), json: false, verbose: false, interactive: false };
    Some(Console::new(session, front))
}

/// The fences of a text that begin so: line number of the first line, what stands behind that, lines.
fn fences<'t>(text: &'t str, begin: &str) -> Vec<(usize, String, Vec<&'t str>)> {
    let mut found: Vec<(usize, String, Vec<&str>)> = Vec::new();
    let mut open = false;
    for (number, line) in text.lines().enumerate() {
        match line.strip_prefix(begin) {
            Some(game) if !open => {
                open = true;
                found.push((number + 2, game.trim().to_owned(), Vec::new()));
            }
            _ if line.starts_with("```") => open = false,
            _ if open => found.last_mut().unwrap().2.push(line),
            _ => {}
        }
    }
    found
}

fn texts() -> Vec<PathBuf> {
    let mut paths = vec![root().join("README.md")];
    let folders = [root().join("docs"), root().join("grammar")];
    let packs = fs::read_dir(root().join("rulesets")).into_iter().flatten().flatten().map(|e| e.path());
    for folder in folders.into_iter().chain(packs) {
        let inside = fs::read_dir(folder).into_iter().flatten().flatten().map(|e| e.path());
        paths.extend(inside.filter(|p| p.extension().is_some_and(|e| e == "md")));
    }
    paths.retain(|p| p.is_file());
    paths.sort();
    paths
}

#[test]
fn every_session_in_the_docs_gives_what_is_printed() {
    let mut sessions = 0;
    for path in texts() {
        let text = fs::read_to_string(&path).unwrap();
        for (line, game, printed) in fences(&text, "```houserule ") {
            let Some(mut console) = console(&game, 1) else { continue };
            let mut given: Vec<String> = Vec::new();
            for typed in printed.iter().filter_map(|l| l.strip_prefix("> ")) {
                let told = console.line(typed);
                given.push(format!("> {typed}"));
                given.extend(told.out.lines().chain(told.err.lines()).map(|l| l.trim_end().to_owned()));
            }
            let printed: Vec<String> = printed.iter().map(|l| l.trim_end().to_owned()).collect();
            sessions += 1;
            if std::env::var("HOUSERULE_DOCS").is_ok_and(|v| v == "write") {
                let now = fs::read_to_string(&path).unwrap();
                let (old, new) = (printed.join("\n"), given.join("\n"));
                fs::write(&path, now.replacen(&format!("{game}\n{old}\n"), &format!("{game}\n{new}\n"), 1))
                    .unwrap();
            } else {
                assert_eq!(printed.join("\n"), given.join("\n"), "{}:{line}", path.display());
            }
        }
    }
    eprintln!("{sessions} sessions");
}

fn run(path: &Path, text: &str) {
    let head = read_head(text);
    let game = head.scenario.unwrap_or_else(|| panic!("{}: the head names no scenario", path.display()));
    let Some(mut console) = console(&game, head.seed.unwrap_or(1)) else { return };
    for house in &head.house {
        console.session.add_house(house).unwrap_or_else(|t| panic!("{}: {t:?}", path.display()));
    }
    for (number, line) in text.lines().enumerate() {
        let told = console.line(line);
        assert_eq!(told.status, Status::Fine, "{}:{}: {}{}", path.display(), number + 1, told.out, told.err);
    }
}

#[test]
fn every_script_for_newcomers_runs() {
    let mut scripts: Vec<PathBuf> =
        fs::read_dir(root().join("scripts")).into_iter().flatten().flatten().map(|e| e.path()).collect();
    scripts.retain(|p| p.extension().is_some_and(|e| e == "play"));
    scripts.sort();
    scripts.iter().for_each(|script| run(script, &fs::read_to_string(script).unwrap()));
}

#[test]
fn every_session_file_in_the_docs_runs() {
    for path in texts() {
        let text = fs::read_to_string(&path).unwrap();
        fences(&text, "```play").iter().for_each(|(_, _, lines)| run(&path, &lines.join("\n")));
    }
}

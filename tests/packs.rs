//! Every pack in `rulesets/` is whole, and its sessions say what their snapshots say.

mod all_cores;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Arc;

use houserule::kernel::catalogue::{Origin, Terrain};
use houserule::pack::{Library, Request, load};

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
    all_cores::for_each(&whole_packs(), |id| {
        let checked = run(&["check", id]);
        assert!(checked.status.success(), "{id}: {}", told(&checked));
    });
}

#[test]
fn every_session_says_what_its_snapshot_says() {
    all_cores::for_each(&whole_packs(), |id| {
        let tested = run(&["test", id]);
        assert!(tested.status.success(), "{id}: {}", told(&tested));
    });
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
    all_cores::for_each(&whole_packs(), |id| {
        let tested = run(&["test", id, "--coverage-at-least", "80"]);
        assert!(tested.status.success(), "{id}: {}", told(&tested));
    });
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

/// So far apart colours of terrains are at least, by the colour difference of CIE 1976 (at about 2 two that touch can just be told apart),
/// for those who see all colours and for those who lack one of the three cones.
const APART: f64 = 10.0;

/// What is left of a colour, in linear light, for those who lack the cones of long, middle or short waves (Viénot, Brettel and Mollon 1999;
/// the last after Machado and others 2009).
const CONES: [(&str, [[f64; 3]; 3]); 4] = [
    ("all cones", [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]),
    ("no long waves", [[0.11238, 0.88762, 0.0], [0.11238, 0.88762, 0.0], [0.00401, -0.00401, 1.0]]),
    ("no middle waves", [[0.29275, 0.70725, 0.0], [0.29275, 0.70725, 0.0], [-0.02234, 0.02234, 1.0]]),
    (
        "no short waves",
        [[1.25553, -0.07675, -0.17878], [-0.07841, 0.93081, 0.1476], [0.00473, 0.69137, 0.3039]],
    ),
];

/// Lightness and the two axes of colour (CIE L*a*b*, by daylight) of a colour `#rrggbb`, as it is seen with these cones.
fn seen(colour: &str, cones: &[[f64; 3]; 3]) -> [f64; 3] {
    let light = [1, 3, 5].map(|at| {
        let part = f64::from(u8::from_str_radix(&colour[at..at + 2], 16).unwrap()) / 255.0;
        if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    });
    let by = |row: &[f64; 3], of: &[f64; 3]| row.iter().zip(of).map(|(a, b)| a * b).sum::<f64>();
    let left = [0, 1, 2].map(|at| by(&cones[at], &light).clamp(0.0, 1.0));
    let white = [[0.4339, 0.3762, 0.1899], [0.2126, 0.7152, 0.0722], [0.0177, 0.1095, 0.8729]];
    let [x, y, z] = white.map(|row| {
        let part = by(&row, &left);
        if part > 0.008856 { part.cbrt() } else { 7.787 * part + 16.0 / 116.0 }
    });
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

#[test]
fn no_two_terrains_of_a_scenario_look_alike() {
    let library = Library::of_folders([root()]);
    let mut alike = BTreeSet::new();
    for id in whole_packs() {
        let with = |scenario: Option<String>| {
            let request = Request { pack: id.clone(), scenario, ..Request::default() };
            load(&library, &request, &Arc::default()).unwrap_or_else(|(_, told)| panic!("{id}: {told:?}"))
        };
        let bare = with(None);
        let own = |layer: &str| *layer == *bare.pack().files.name;
        for (name, scenario) in bare.data.scenarios.iter().filter(|(_, s)| own(&s.origin.layer.name)) {
            let loaded = with(Some(name.to_string()));
            // What the file of a scenario describes is only for its map.
            let path = |origin: &Origin| loaded.sources.file(origin.span.file).path.clone();
            let is_here = |terrain: &&Terrain| match path(&terrain.origin) {
                file if file.ends_with(".scenario") => {
                    *file == *bare.sources.file(scenario.origin.span.file).path
                }
                _ => true,
            };
            let all: Vec<&Terrain> = loaded.data.catalogue.terrain.iter().filter(is_here).collect();
            for (at, one) in all.iter().enumerate() {
                for other in all[at + 1..].iter().filter(|other| other.hexside == one.hexside) {
                    if one.symbol == other.symbol {
                        alike.insert(format!(
                            "{id}: {} and {} are both `{}`",
                            one.name, other.name, one.symbol
                        ));
                    }
                    let (Some(a), Some(b)) = (&one.colour, &other.colour) else { continue };
                    for (who, cones) in &CONES {
                        let (a_seen, b_seen) = (seen(a, cones), seen(b, cones));
                        let apart =
                            a_seen.iter().zip(b_seen).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt();
                        if apart < APART {
                            alike.insert(format!(
                                "{id}: {} {a} and {} {b}, {who}: {apart:.1}",
                                one.name, other.name
                            ));
                        }
                    }
                }
            }
        }
    }
    assert!(alike.is_empty(), "{}", alike.into_iter().collect::<Vec<_>>().join("\n"));
}

/// What `help` shows of the program's own commands names what is there in each game.
#[test]
fn examples_in_help_can_be_typed() {
    const VERBS: [&str; 9] = ["units", "reach", "los", "distance", "now", "why", "odds", "expect", "rules"];
    all_cores::for_each(&whole_packs(), |id| {
        let mut help = vec!["play", id, "--no-journal", "--seed", "1"];
        let lines = VERBS.map(|verb| format!("help {verb}"));
        help.extend(lines.iter().flat_map(|line| ["-e", line.as_str()]));
        let helped = told(&run(&help));
        let examples = helped.lines().filter_map(|line| line.trim().strip_prefix("for example: "));
        let examples: Vec<&str> = examples.collect();
        assert!(examples.len() > VERBS.len(), "{id}: {helped}");
        for example in examples {
            let typed = told(&run(&["play", id, "--no-journal", "--seed", "1", "-e", example]));
            // The rules may refuse it.
            for code in ["E02", "E0701", "E0702", "E0703", "E0706"] {
                assert!(!typed.contains(&format!("error[{code}")), "{id}: {example}: {typed}");
            }
        }
    });
}

//! Every example of the guide for authors loads as it stands, as a house file on the game that the guide names.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use houserule::diagnostic::render;
use houserule::pack::{HouseFile, Library, Request, load};

#[test]
fn every_example_of_the_guide_loads() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let guide = fs::read_to_string(root.join("docs/rules-guide.md")).unwrap();
    let library = Library::of_folders([root.join("rulesets")]);
    let game =
        guide.split("loads as a house file on `").nth(1).and_then(|rest| rest.split('`').next()).unwrap();
    let (pack, scenario) = game.split_once('/').unwrap();
    if !library.packs().iter().any(|p| p.id == pack) {
        return eprintln!("skipped: there is no pack {pack} here");
    }
    let mut examples = 0;
    if !library.packs().iter().any(|p| p.id == "cgme") {
        eprintln!("skipped: there is no pack cgme here");
        return;
    }
    for fence in guide.split("\n```").skip(1).step_by(2) {
        let (ending, text) = fence.split_once('\n').unwrap();
        if !matches!(ending, "units" | "rhai") {
            continue;
        }
        examples += 1;
        let house = HouseFile { name: format!("example {examples}.{ending}").into(), text: text.into() };
        let request = Request {
            pack: pack.to_owned(),
            scenario: Some(scenario.to_owned()),
            house: vec![house],
            rulings: Vec::new(),
        };
        if let Err((sources, told)) = load(&library, &request, &Arc::default()) {
            panic!("example {examples}\n{text}\n{}", render(&told, &sources, false));
        }
    }
    assert!(examples > 5, "{examples} examples");
}

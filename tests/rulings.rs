//! Rulings: what they are made of, what is told of them, and what they leave as it was printed.

mod desk;

use std::path::Path;
use std::sync::Arc;

use desk::{fixtures, opened, opened_of, refused, told};
use houserule::pack::Library;
use houserule::repl::Console;

/// A world with two scenarios, each with units of its own.
const WORLD: &str = "pack steppe \"Steppe\" { version 1.0.0; extends arena 1.0; scenario camp }\n\
    unit rider \"Rider\" { symbol r; ATT 5; DEF 4 }\n\
    terrain grass \"Grass\" { symbol g }\n";
const SCENARIOS: [&str; 2] = [
    "scenario camp \"The camp\" {\n map { hexes flat odd 5 x 5; base grass }\n side red \"Red\"\n side blue \"Blue\"\n\
     units red { rider r1 at 0202 }\n units blue { rider r2 at 0404 }\n}\n",
    "unit khan \"Khan\" { symbol k }\nterrain tent \"Tent\" { symbol t }\n\
     scenario court \"The court\" {\n map { hexes flat odd 5 x 5; base tent }\n side red \"Red\"\n side blue \"Blue\"\n\
     units red { khan r9 at 0202 }\n units blue { rider r8 at 0404 }\n}\n",
];

fn camp(folder: &Path) -> Console {
    let world = folder.join("steppe");
    std::fs::create_dir_all(world.join("scenarios")).unwrap();
    std::fs::write(world.join("manifest.pack"), WORLD).unwrap();
    for (name, text) in ["camp", "court"].into_iter().zip(SCENARIOS) {
        std::fs::write(world.join(format!("scenarios/{name}.scenario")), text).unwrap();
    }
    let library = Library::of_folders([folder.to_owned(), fixtures()]);
    opened_of(library, "steppe", Vec::new(), &Arc::default())
}

#[test]
fn what_rulings_change_is_listed_with_what_is_printed() {
    let mut console = opened("skiffs", Vec::new(), &Arc::default());
    assert_eq!(told(&mut console, "rules diff"), "no house rule or ruling changes anything\n");
    told(&mut console, "set a1 CREW 5 --because \"a passenger\"");
    assert_eq!(told(&mut console, "rules diff"), "unit a1 CREW: 5, printed 2 (ruling 1:1)\n");
    told(&mut console, "set sinks 1");
    told(&mut console, "set barge CREW +=1");
    let listed = told(&mut console, "rules diff");
    for line in [
        "unit a1 CREW: 5, printed 2 (ruling 1:1)",
        "value sinks: 1, printed 2 (ruling 2:1)",
        "unit barge CREW: 4, printed 3 (ruling 3:1)",
    ] {
        assert!(listed.lines().any(|l| l == line), "{line}: {listed}");
    }
    told(&mut console, "undo 3");
    assert_eq!(told(&mut console, "rules diff"), "no house rule or ruling changes anything\n");
}

#[test]
fn a_ruling_about_what_only_another_scenario_has_is_about_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let mut console = camp(folder.path());
    for name in ["r9", "khan"] {
        let of_another = refused(&mut console, &format!("set {name} DEF 3"));
        let of_none = refused(&mut console, "set zz9 DEF 3");
        assert!(of_another.contains(&format!("no unit type is called `{name}`")), "{of_another}");
        assert_eq!(of_another.lines().next().unwrap().replace(name, "zz9"), of_none.lines().next().unwrap());
    }
    assert!(refused(&mut console, "ruling \"change terrain tent { cost 2 }\"").contains("`tent`"));
    assert!(console.session.rulings().is_empty());
    // A house file may be for several scenarios.
    let house = folder.path().join("weak.units");
    std::fs::write(&house, "change unit khan { DEF 1 }\n").unwrap();
    told(&mut console, &format!("house add \"{}\"", house.display()));
}

#[test]
fn only_the_number_that_a_ruling_sets_has_a_star() {
    let folder = tempfile::tempdir().unwrap();
    let mut console = camp(folder.path());
    told(&mut console, "set r1 DEF 6");
    let listed = told(&mut console, "units");
    assert_eq!(listed.matches('*').count(), 2, "one number, and what the star means: {listed}");
    assert!(listed.contains("*6"), "{listed}");
}

#[test]
fn a_ruling_over_an_earlier_one_is_no_mistake() {
    let mut console = opened("skiffs", Vec::new(), &Arc::default());
    for line in [
        "set a1 CREW 4",
        "set a1 CREW 3",
        "ruling \"fn afloat(side) { 1 }\"",
        "ruling \"fn afloat(side) { 2 }\"",
    ] {
        told(&mut console, line);
    }
    let wrong = refused(&mut console, "set zz9 CREW 3");
    assert!(wrong.contains("E0209") && !wrong.contains("W0311"), "{wrong}");
    assert_eq!(told(&mut console, "(unit(\"a1\").CREW)"), "= 3\n");
}

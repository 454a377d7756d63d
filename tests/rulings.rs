//! Rulings: what they are made of, what is told of them, and what they leave as it was printed.

mod desk;

use std::path::Path;
use std::sync::Arc;

use desk::{fixtures, opened, opened_of, refused, taken_up, told};
use houserule::pack::{HouseFile, Library};
use houserule::repl::Console;
use houserule::session::Trouble;

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
fn a_mistake_in_a_ruling_is_told_with_what_was_typed() {
    let mut console = opened("skiffs", Vec::new(), &Arc::default());
    for (rule, caret, told_of) in [
        ("fn may_row(skiff, to) { ", "{", "this bracket is never closed"),
        ("fn may_row(skiff, to) { 2 } }", "}", "this bracket closes nothing"),
        ("fn may_row(skiff, to { 2 }", "(", "this bracket is never closed"),
        ("fn may_row(skiff, to) { 2 + }", "}", "error[E0301]"),
    ] {
        let told = refused(&mut console, &format!("ruling \"{rule}\" --because late"));
        assert!(told.contains(told_of) && told.contains(rule.trim()), "{told}");
        assert!(!told.contains("rules {"), "{told}");
        let lines: Vec<&str> = told.lines().collect();
        let at = lines.iter().position(|line| line.contains(rule.trim())).expect("it shows what was typed");
        let column = lines[at + 1].chars().position(|c| c == '^').expect("it shows where");
        assert_eq!(
            lines[at].chars().skip(column).collect::<String>().chars().next(),
            caret.chars().next(),
            "{told}"
        );
    }
    assert_eq!(told(&mut console, "rules diff"), "no house rule or ruling changes anything\n");
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
        assert!(of_another.contains(&format!("no unit or unit type is called `{name}`")), "{of_another}");
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
fn what_is_proposed_in_the_place_of_a_name_is_of_a_kind_that_was_wanted() {
    let folder = tempfile::tempdir().unwrap();
    let mut console = camp(folder.path());
    // Units may be set, and so may their types.
    for (line, title, near) in [
        ("set rr1 DEF 3", "no unit or unit type is called `rr1`", "did you mean `r1`?"),
        ("set riderr DEF 3", "no unit or unit type is called `riderr`", "did you mean `rider`?"),
    ] {
        let told = refused(&mut console, line);
        assert!(told.contains(title) && told.contains(near), "{line}: {told}");
    }
    // A unit with a number of its own is no unit type for it.
    told(&mut console, "set r1 DEF 6");
    for line in ["ruling \"unit lancer from rr1 { DEF 2 }\"", "ruling \"delete unit rr1\""] {
        let told = refused(&mut console, line);
        assert!(told.contains("no unit type is called `rr1`"), "{line}: {told}");
        assert!(!told.contains("`r1`") && !told.contains("r1,"), "{line}: {told}");
    }
    let twice = refused(&mut console, "set zzzzzz DEF 3");
    assert_eq!(twice.matches("r1").count(), 1, "{twice}");
    // A number that terrain alone has tells what is meant.
    let mut console = opened("oddities", Vec::new(), &Arc::default());
    let terrain = refused(&mut console, "set reds depth 2");
    let is_told = terrain.contains("no terrain is called `reds`") && terrain.contains("`reeds`");
    assert!(is_told, "{terrain}");
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

#[test]
fn a_game_is_taken_up_again_after_a_ruling_that_has_run_out() {
    for (scope, line) in [("roll", "shoot a1 at b1 --dice 1,2,3"), ("turn", "done")] {
        let mut console = opened("skiffs", Vec::new(), &Arc::default());
        told(&mut console, &format!("set a1 CREW 3 --for {scope}"));
        let mut commands = 0;
        while !console.session.rulings().is_empty() {
            told(&mut console, line);
            commands += 1;
            assert!(commands < 9, "it never runs out");
        }
        let again = taken_up(&console);
        assert_eq!(again.state().fingerprint(), console.session.state().fingerprint());
        assert!(again.rulings().is_empty());
        assert_eq!(again.records(), console.session.records());
    }
}

#[test]
fn a_ruling_says_the_same_when_the_game_is_taken_up() {
    let mut console = opened("skiffs", Vec::new(), &Arc::default());
    told(&mut console, "set a1 CREW 5");
    told(&mut console, "ruling \"fn shots_of(skiff) { 3 }\"");
    let again = taken_up(&console);
    assert_eq!(again.rulings(), console.session.rulings());
    assert_eq!(again.records(), console.session.records());
}

/// What a line tells where only the rulings of a console are in force, as the house file that they are saved as.
fn with_house_of(console: &Console, line: &str) -> String {
    let text = console.session.rulings_as_house().unwrap().text;
    let house = HouseFile { name: "saved.units".into(), text: text.into() };
    told(&mut opened("skiffs", vec![house], &Arc::default()), line)
}

#[test]
fn rulings_that_are_saved_do_what_they_do_in_the_game() {
    let mut console = opened("skiffs", Vec::new(), &Arc::default());
    let (crew, shots) = ("(unit(\"a1\").CREW)", "(shots_of(unit(\"b1\")))");
    // The referee's word is above what is agreed on later, and of two words the later one holds.
    for line in [
        "set a1 CREW 5",
        "set a1 CREW 7 --as common",
        "ruling \"fn shots_of(skiff) { 6 }\"",
        "ruling \"fn shots_of(skiff) { 4 }\"",
        "set a1 CREW 9 --for roll",
        "set sinks 5 --for turn",
    ] {
        told(&mut console, line);
    }
    told(&mut console, "undo 2");
    for line in [crew, shots] {
        assert_eq!(with_house_of(&console, line), told(&mut console, line));
    }
    assert_eq!(console.session.rulings_as_house().unwrap().count, 4);
    told(&mut console, "set sinks 5 --for turn");
    let house = console.session.rulings_as_house().unwrap();
    assert_eq!((house.count, &house.passing[..]), (4, &[7][..]));
    assert!(!house.text.contains("sinks"), "{}", house.text);
    // What builds on another ruling cannot be told from it in one layer.
    told(&mut console, "ruling \"fn shots_of(skiff) { prior(skiff) + 1 }\"");
    let Err(Trouble::Mistakes(mistakes)) = console.session.rulings_as_house() else { panic!("it can") };
    assert_eq!(mistakes.1[0].title, "rulings 4 and 8 both rule on `shots_of`, and one file cannot hold both");
}

#[test]
fn rulings_are_saved_as_the_house_file_that_they_are() {
    let mut console = opened("skiffs", Vec::new(), &Arc::default());
    told(&mut console, "set a1 CREW 5");
    for name in ["q.rhai", "q.txt", "q"] {
        let refused = refused(&mut console, &format!("ruling save {name}"));
        assert!(refused.contains(&format!("`{name}` does not end in `.units`")), "{refused}");
    }
}

#[test]
fn a_ruling_may_begin_with_its_comment_and_with_any_blank() {
    let mut console = opened("skiffs", Vec::new(), &Arc::default());
    told(&mut console, "ruling \"/// Why.\nfn shots_of(skiff) { 6 }\"");
    assert_eq!(told(&mut console, "(shots_of(unit(\"a1\")))").lines().next(), Some("= 6"));
    told(&mut console, "ruling \"change\tvalue sinks 5\"");
    let refused = refused(&mut console, "ruling \"changes value sinks 5\"");
    assert!(refused.contains("a ruling is a rule or a change of the data"), "{refused}");
}

/// A unit type's version is for its units, and takes the rule of all others out of force for nobody else.
#[test]
fn a_rule_of_a_unit_type_leaves_the_rule_of_all_others_in_force() {
    let mut console = opened("oddities", Vec::new(), &Arc::default());
    let origin = told(&mut console, "rules origin crowd_for");
    assert_eq!(origin.matches("in force").count(), 2, "{origin}");
    assert!(!origin.contains("overridden"), "{origin}");
    told(&mut console, "ruling \"fn crowd_for(unit, hex) { 1 }\"");
    let origin = told(&mut console, "rules origin crowd_for");
    assert_eq!(
        (origin.matches("in force").count(), origin.matches("overridden").count()),
        (1, 2),
        "{origin}"
    );
}

#[test]
fn help_is_where_messages_send_to() {
    let mut console = opened("oddities", Vec::new(), &Arc::default());
    let rules = told(&mut console, "help rules");
    assert!(
        rules.contains("rules [origin NAME") && rules.contains("\ncrowd_for(me, hex) of guard: "),
        "{rules}"
    );
    assert!(told(&mut console, "help max").starts_with("max(a, b)\n"));
    assert!(told(&mut console, "help members").contains("\nunit.side -> Side\n  Whose it is.\n"));
    assert!(told(&mut console, "help column").starts_with("hex.column -> int\n"));
    let done = told(&mut console, "help done");
    assert!(done.contains("`rules end_turn` shows the rule"), "{done}");
    assert!(told(&mut console, "rules end_turn").contains("fn end_turn() {"));
    assert!(refused(&mut console, "help crowd_far").contains("did you mean `crowd_for`?"));
}

#[test]
fn a_decimal_with_a_comma_is_told_how_it_is_written() {
    let mut console = opened("skiffs", Vec::new(), &Arc::default());
    let told = refused(&mut console, "set sinks 5,5");
    assert!(
        told.contains("`5` is one word too many: `sinks` is one number") && told.contains("a point: `5.5`"),
        "{told}"
    );
    let told = refused(&mut console, "set value sinks 12,75");
    assert!(told.contains("one number") && told.contains("`12.75`"), "{told}");
    let told = refused(&mut console, "set sinks 5 5");
    assert!(told.contains("one number") && !told.contains("a point"), "{told}");
    assert!(!refused(&mut console, "done 5").contains("a point"));
}

#[test]
fn an_attribute_that_is_changed_keeps_its_column() {
    let house =
        HouseFile { name: "stronger.units".into(), text: "change attribute ATT { range -9..99 }\n".into() };
    let columns = |house: Vec<HouseFile>| {
        let told = told(&mut opened("arena", house, &Arc::default()), "units");
        let head = told.lines().find(|line| line.contains("ATT")).expect("a column").to_owned();
        head.split_whitespace().map(str::to_owned).collect::<Vec<_>>()
    };
    let printed = columns(Vec::new());
    assert!(
        printed.iter().position(|name| name == "ATT") < printed.iter().position(|name| name == "DEF"),
        "{printed:?}"
    );
    assert_eq!(columns(vec![house]), printed);
}

#[test]
fn forms_rules_and_origins_are_broken_between_words() {
    let mut console = opened("skiffs", Vec::new(), &Arc::default());
    for line in [
        "note The wind turns, and nobody on either side has seen it coming from where it does",
        "set a1 CREW 3 --because \"three of them have been put ashore since then, by word of the referee\"",
    ] {
        console.line(line);
    }
    let lines =
        ["help dice", "help best", "help rules", "help shoot", "rules origin CREW", "house", "log", "ruling"];
    for line in lines {
        console.front.style.width = usize::MAX;
        let whole = console.line(line).out;
        let words: Vec<&str> = whole.split_whitespace().collect();
        console.front.style.width = 48;
        let told = console.line(line).out;
        for shown in told.lines().filter(|shown| !shown.contains("for example:")) {
            assert!(shown.len() <= 48 || !shown.contains(' '), "{line}: {shown}");
        }
        assert!(told.split_whitespace().eq(words), "{line}: {told}");
    }
}

//! Hulls: how they are typed, what rules ask of them, how they are drawn, and that marks survive saving.

use std::process::Command;

const PACK: &str = r#"
pack barge "Barges" { version 1.0.0; source "for the tests"; start begin_game; marked marks_of; scenario lock }
phase play "phase"
roll hit "hit"
property unit marks nothing "circles that are marked"
property unit log nothing "the circle that was marked first, and how many are"
command ram "ram" { form "<unit: unit>"; rule ram; help "Marks a circle of the skin by choice."; example "ram a1" }
hull small "Small hull" {
  depths skin bone
  kinds P "plank" R "rudder"
  rows {
    .  P1 .
    P1 P2 P1
    .  R1 .
  }
  part b1 a2
  side left b2
}
unit barge "Barge" { symbol b; hull small }
unit long from barge { symbol l }
unit raft "Raft" { symbol r }
scenario lock "The lock" {
  map { table 24 x 18 }
  side red "Red"
  side blue "Blue"
  units red { barge a1 a2 at 4 9  12 9 facing 90 }
  units blue { long b1 at 20 15 facing 270; raft b2 at 2 2 facing 0 }
  victory draw when (turn() > 3) "time is up"
}
"#;

const RULES: &str = r#"
//! Rules.

/// House: for the tests
fn begin_game() {
    begin_phase(turn() + 1, "play", sides()[0]);
    for unit in units() { unit.marks = []; }
}

/// House: for the tests
fn marks_of(unit) { unit.marks }

/// House: for the tests
fn open(unit) {
    circles(unit).filter(|circle| circle.depth == 1 && !unit.marks.contains(circle))
}

/// House: for the tests
fn ram(unit) {
    let circle = choose(unit.side, "which circle", open(unit));
    let marks = unit.marks;
    marks.push(circle);
    unit.marks = marks;
    unit.log = [marks[0], marks.len()];
    let near = circle.neighbours;
    say(`${circle}: ${circle.depth_name}, ${circle.title}, ${circle.flank}, beside ${near}`);
}
"#;

struct Place(tempfile::TempDir);

impl Place {
    fn new() -> Place {
        let folder = tempfile::tempdir().unwrap();
        let own = folder.path().join("barge");
        std::fs::create_dir_all(own.join("rules")).unwrap();
        std::fs::write(own.join("manifest.pack"), PACK).unwrap();
        std::fs::write(own.join("rules/10-rules.rhai"), RULES).unwrap();
        Place(folder)
    }

    /// What the program says, and how it ends.
    fn says(&self, arguments: &[&str]) -> (String, i32) {
        let out = Command::new(env!("CARGO_BIN_EXE_houserule"))
            .args(arguments)
            .current_dir(self.0.path())
            .env("HOUSERULE_HOME", self.0.path())
            .env("HOUSERULE_PACKS", self.0.path())
            .env("HOUSERULE_ASCII", "1")
            .output()
            .unwrap();
        let text = [out.stdout, out.stderr].map(|bytes| String::from_utf8(bytes).unwrap()).concat();
        (text, out.status.code().unwrap())
    }
}

#[test]
fn rules_know_what_is_drawn() {
    let (told, status) = Place::new().says(&[
        "play",
        "barge",
        "-e",
        "ram a1 --choose b1",
        "-e",
        "ram a1 --choose a2",
        "-e",
        "ram a1 --choose b3",
    ]);
    assert_eq!(status, 0, "{told}");
    for line in [
        "b1: skin, plank, front, beside [b2, c2]",
        "a2: skin, plank, left, beside [b2, b3]",
        "b3: skin, rudder, rear, beside [a2, b2, c2]",
    ] {
        assert!(told.contains(line), "{line} is not in\n{told}");
    }
}

#[test]
fn a_log_is_drawn_with_its_marks() {
    let place = Place::new();
    let line = ["play", "barge", "-e", "ram a1 --choose b1", "-e", "ram a1 --choose c2", "-e", "hull a1 b1"];
    let (told, status) = place.says(&line);
    assert_eq!(status, 0, "{told}");
    insta::assert_snapshot!(told.split_once("a1 (Barge)").map(|(_, rest)| rest).unwrap());
    let (listed, _) = place.says(&[&line[..], &["--plain"]].concat());
    assert!(listed.contains("b1: skin, plank, front, marked"), "{listed}");
    assert!(listed.contains("b2: bone, plank, left\n"), "{listed}");
    let json = place.says(&[&line[..], &["--json"]].concat()).0;
    let last: serde_json::Value = serde_json::from_str(json.lines().last().unwrap()).unwrap();
    let marked = |log: usize| {
        let circles = last["hit_logs"][log]["circles"].as_array().unwrap();
        circles.iter().filter(|circle| circle["marked"] == true).count()
    };
    assert_eq!((marked(0), marked(1)), (2, 0), "{last}");
}

#[test]
fn marks_come_back_with_a_saved_game_and_go_with_undo() {
    let place = Place::new();
    let (told, status) = place.says(&[
        "play",
        "barge",
        "-e",
        "ram a1 --choose b1",
        "-e",
        "ram b1 --choose b3",
        "-e",
        "save game.journal",
    ]);
    assert_eq!(status, 0, "{told}");
    let (resumed, _) =
        place.says(&["play", "--resume", "game.journal", "-e", "hull", "-e", "undo", "-e", "hull b1"]);
    let shown: Vec<&str> = resumed.lines().filter(|line| line.contains(" skin ")).collect();
    let one = "() skin 1 of 4, [] bone 0 of 1";
    let none = "() skin 0 of 4, [] bone 0 of 1";
    assert_eq!(shown, [one, none, one, none], "{resumed}");
}

#[test]
fn a_sheet_to_print_has_every_circle_of_every_type_with_a_hull() {
    let place = Place::new();
    let (told, status) = place.says(&["hulls", "barge", "--blank", "-o", "logs.svg"]);
    assert_eq!((told.as_str(), status), ("written to logs.svg\n", 0));
    let svg = std::fs::read_to_string(place.0.path().join("logs.svg")).unwrap();
    // Two types have the hull of five circles.
    assert_eq!(svg.matches("<circle ").count(), 10);
    assert_eq!(svg.matches("#c02020").count(), 0, "nothing is marked");
    assert!(is_whole(&svg));
    let (refused, status) = place.says(&["hulls", "barge", "raft"]);
    assert_eq!(status, 2, "{refused}");
    assert!(refused.contains("`raft` has no hull"), "{refused}");
}

/// Whether every element that is opened is closed.
fn is_whole(svg: &str) -> bool {
    let opened = svg.matches('<').count()
        - svg.matches("</").count()
        - svg.matches("<?").count()
        - svg.matches("<!").count();
    opened == svg.matches("</").count() + svg.matches("/>").count()
}

#[test]
fn marks_of_circles_that_are_gone_go_with_them() {
    let place = Place::new();
    // The same hull without the circle a2, and another that a type may get.
    let hull = &PACK[PACK.find("hull small").unwrap()..PACK.find("unit barge").unwrap()];
    let smaller = hull.replace("P1 P2 P1", ".  P2 P1").replace("  part b1 a2\n", "");
    std::fs::write(place.0.path().join("smaller.units"), smaller).unwrap();
    let other = hull.replace("hull small", "hull other") + "change unit barge { hull other }\n";
    std::fs::write(place.0.path().join("other.units"), other).unwrap();
    let marked = ["play", "barge", "-e", "ram a1 --choose a2", "-e", "ram a1 --choose b1"];
    let under = |house: &str, line: &str| {
        let (told, status) = place.says(&[&marked[..], &["-e", house, "-e", line, "-e", "hull a1"]].concat());
        assert_eq!(status, 0, "{told}");
        told
    };
    let told = under("house add smaller.units", "(unit(\"a1\").marks)");
    assert!(told.contains("= b1\n"), "{told}");
    assert!(told.contains("() skin 1 of 3"), "{told}");
    // Among other things it leaves its place, so that they keep theirs.
    let told = under("house add smaller.units", "(unit(\"a1\").log[0] == () && unit(\"a1\").log[1] == 2)");
    assert!(told.contains("= true\n"), "{told}");
    // Circles of the hull that it had are no circles of the one that it has.
    let told = under("house add other.units", "(unit(\"a1\").marks)");
    assert!(told.contains("= a2, b1\n"), "{told}");
    assert!(told.contains("() skin 0 of 4"), "{told}");
}

#[test]
fn a_blank_sheet_has_the_rows_of_boxes_that_players_mark() {
    let place = Place::new();
    let boxes =
        "hull small { depths skin\n kinds P \"plank\"\n boxes \"speed\" 3 . \"2 1\"\n rows { P1 P1 } }\n";
    std::fs::write(place.0.path().join("boxes.units"), boxes).unwrap();
    let (told, status) = place.says(&["hulls", "barge", "--blank", "--house", "boxes.units"]);
    assert_eq!(status, 0, "{told}");
    assert_eq!(told.matches("speed [3] [ ] [2 1]").count(), 2, "{told}");
    // What is marked in a game the program knows.
    let (told, _) = place.says(&["hulls", "barge", "b1", "--house", "boxes.units"]);
    assert!(!told.contains("speed"), "{told}");
    std::fs::write(place.0.path().join("boxes.units"), boxes.replace("3 . \"2 1\"", "")).unwrap();
    let (told, _) = place.says(&["hulls", "barge", "--house", "boxes.units"]);
    assert!(told.contains("expected what stands in a box"), "{told}");
}

#[test]
fn neighbours_and_sides_are_stated_where_the_drawing_has_them_otherwise() {
    let place = Place::new();
    let pack = PACK.replace("  part b1 a2\n", "  part b1 a2 c2\n  join b1 b3\n  side rear b1\n");
    std::fs::write(place.0.path().join("barge/manifest.pack"), pack).unwrap();
    let (told, status) =
        place.says(&["play", "barge", "-e", "ram a1 --choose b1", "-e", "ram a1 --choose a2"]);
    assert_eq!(status, 0, "{told}");
    for line in ["b1: skin, plank, rear, beside [b2, b3]", "a2: skin, plank, left, beside [b2, b3]"] {
        assert!(told.contains(line), "{line} is not in\n{told}");
    }
    // The sheet has a line from each circle to its neighbours: eight of the drawing without two, and one more.
    let (svg, _) = place.says(&["hulls", "barge", "--blank", "-o", "-"]);
    let lines = svg.split("stroke=\"#999999\"").nth(1).and_then(|rest| rest.split_once("</g>")).unwrap().0;
    assert_eq!(lines.matches("<line").count(), 7, "{svg}");
}

/// A world on a game of vehicles whose rules say when no hit could be marked on a circle, and where nobody may stand.
const YARD: &str = r#"
pack yard "Yard" { version 1.0.0; extends mgv 0.1; source "for the tests"; scenario scrap }
hull L35 {
  depths surface core heart
  kinds S "plain" P "propulsion" B "burn"
  rows { S1 S2 S3 S1 S3 }
}
scenario scrap "Scrap" {
  map { table 24 x 24; gravel "Heap" box 4 4  8 8 }
  side red "Red"; side blue "Blue"
  units red { L35 r1 r2 at 6 6  12 12 facing 0 }
  units blue { L35 b1 b2 at 12.2 12  23.9 20 facing 0 }
  victory draw when (turn() > 3) "time is up"
}
"#;

#[test]
fn a_pack_says_which_circles_and_places_may_not_be() {
    if !std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("rulesets/mgv").exists() {
        return;
    }
    let place = Place::new();
    let yard = place.0.path().join("yard");
    std::fs::create_dir_all(&yard).unwrap();
    std::fs::write(yard.join("manifest.pack"), YARD).unwrap();
    let (told, _) = place.says(&["check", "yard"]);
    for line in [
        "`r1`, `r2`, `b1`, `b2`: no hit could be marked on e1 of its hull",
        "`r1`: stands in Heap, which is impassable",
        "`r2`: stands on b1",
        "`b1`: stands on r2",
        "`b2`: not wholly on the table",
    ] {
        assert!(told.contains(line), "{line} is not in\n{told}");
    }
    assert!(!told.contains("marked on c1"), "{told}");
}

//! `houserule map`, and `-o` behind `map`, `reach` and `los`: files, streams and exit status.

use houserule::kernel::catalogue::Catalogue;
use houserule::kernel::hex::{HexMap, Layout, Orientation, Shove};
use houserule::kernel::state::State;
use houserule::report::{Overlay, Scene, Style, Window, draw_map};
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use roxmltree::{Document, Node};
use tempfile::TempDir;

/// A small game with everything that a picture can show: a reach, a sight, an attack that destroys.
const MANIFEST: &str = "\
pack dunes \"Dunes\" {
  version 1.0.0
  source \"made up for the tests\"
  start begin_game
  reach steps
  sight hidden_by
  scenario wells
}

attribute GUNS \"guns\" { range 0..9; default 1 }
attribute WALK \"steps\" { range 0..9; default 2 }
property hex trodden nothing \"what was trodden down\"
phase fight \"fight\"
roll shot \"shot\"

command shoot \"shoot at a unit\" {
  form \"<shooters: units> at <target: unit>\"
  rule shoot
  help \"A six destroys.\"
  example \"shoot a1 at b1\"
  example \"shoot a1 a2 at b1 --dice 6\"
}

command go \"go to a hex\" {
  form \"<unit: unit> <hex: hex>\"
  rule walk_to
  help \"Anywhere.\"
  example \"go a1 0202\"
  example \"go b1 0202\"
}
";

const RULES: &str = "\
/// The first phase of the first turn.
/// House: made up
fn begin_game() {
    begin_phase(1, \"fight\", side(\"amber\"));
}

/// Where a unit may go: a step a hex, and through the hills without a rest.
/// House: made up
fn steps(unit) {
    reach(unit.hex, unit.WALK, (), |from, to| if terrains(to).some(|t| t.is_a(\"hill\")) { pass_only(1) } else { 1 })
}

/// Hills hide what is behind them.
/// House: made up
fn hidden_by(from, to) {
    sight(from, to, |how, hexes| {
        let hills = hexes.filter(|h| terrains(h).some(|t| t.is_a(\"hill\")));
        if how == \"through\" && !hills.is_empty() { `a hill in ${hills[0]}` }
    })
}

/// A six destroys.
/// House: made up
fn shoot(shooters, target) {
    if roll(1, 6, \"shot\", shooters[0].side, \"shot\") == 6 {
        outcome(\"destroyed\");
        remove(target);
    } else {
        outcome(\"missed\");
    }
}

/// Goes there.
/// House: made up
fn walk_to(unit, hex) {
    place(unit, hex);
    hex.trodden = [\"salt\", \"sand\"];
}
";

const SCENARIO: &str = "\
unit rider \"Rider\" { symbol r }
unit tower \"Tower <of> \\\"salt\\\" & sand\" { symbol T; GUNS (unit.WALK + 5); WALK 1 }
terrain sand \"Sand\" { symbol .; colour #e8d8a0 }
terrain hill \"Hill\" { symbol ^; colour #a08050 }

map oasis \"The oasis\" { hexes pointy odd 3 x 2; base sand; hill at 0202 }

scenario wells \"The wells\" {
  map { hexes flat odd 5 x 4; base sand; hill at 0302 }
  side amber \"Amber\"
  side blue \"Blue\"
  units amber { rider a1 a2 at 0102; tower a3 }
  units blue { tower b1 at 0502; rider b2 at 0401 }
  victory amber when (units_of(side(\"blue\")).is_empty()) \"nobody is left\"
}
";

struct Desk {
    folder: TempDir,
}

struct Ran {
    status: i32,
    out: String,
    err: String,
}

impl Desk {
    fn new() -> Desk {
        let desk = Desk { folder: TempDir::new().unwrap() };
        desk.write("packs/dunes/manifest.pack", MANIFEST);
        desk.write("packs/dunes/rules/10-all.rhai", RULES);
        desk.write("packs/dunes/scenarios/wells.scenario", SCENARIO);
        desk
    }

    fn at(&self, path: &str) -> PathBuf {
        self.folder.path().join(path)
    }

    fn write(&self, path: &str, text: &str) {
        fs::create_dir_all(self.at(path).parent().unwrap()).unwrap();
        fs::write(self.at(path), text).unwrap();
    }

    fn read(&self, path: &str) -> String {
        fs::read_to_string(self.at(path)).unwrap()
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_houserule"));
        command.args(arguments).current_dir(self.folder.path()).stdin(Stdio::null()).env("TERM", "xterm");
        command.env("HOUSERULE_HOME", self.at("home")).env("HOUSERULE_PACKS", self.at("packs"));
        for name in ["NO_COLOR", "CLICOLOR_FORCE", "FORCE_COLOR", "HOUSERULE_ASCII", "HOUSERULE_PLAIN"] {
            command.env_remove(name);
        }
        command
    }

    fn run(&self, arguments: &[&str]) -> Ran {
        let output = self.command(arguments).output().unwrap();
        Ran {
            status: output.status.code().unwrap_or(-1),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }

    /// Runs what must succeed.
    fn fine(&self, arguments: &[&str]) -> String {
        let ran = self.run(arguments);
        assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{arguments:?}: {}", ran.out);
        ran.out
    }
}

/// The tooltips of the elements of a class.
fn tooltips(svg: &str, class: &str) -> Vec<String> {
    let document = Document::parse(svg).unwrap_or_else(|e| panic!("{e}\n{svg}"));
    let nodes = document.descendants().filter(|node| node.attribute("class") == Some(class));
    let title = |node: Node<'_, '_>| {
        let title = node.children().find(|child| child.has_tag_name("title"));
        title.and_then(|t| t.text()).unwrap_or_default().to_owned()
    };
    nodes.map(title).collect()
}

#[test]
fn a_scenario_is_drawn_at_the_terminal_or_into_a_file() {
    let desk = Desk::new();
    let terminal = desk.fine(&["map", "dunes/wells"]);
    assert!(terminal.contains("[a1 a2]") && terminal.contains("off the map: [a3]"), "{terminal}");
    assert_eq!(terminal, desk.fine(&["map", "dunes"]));
    assert_eq!(desk.fine(&["map", "dunes", "-o", "board.svg"]), "written to board.svg\n");
    let svg = desk.read("board.svg");
    assert_eq!(tooltips(&svg, "hex").len(), 20);
    let mut units = tooltips(&svg, "unit");
    units.sort();
    assert_eq!(
        units,
        [
            "Amber a1, 0102: Rider; GUNS 1, WALK 2",
            "Amber a2, 0102: Rider; GUNS 1, WALK 2",
            "Amber a3, reserve: Tower <of> \"salt\" & sand; GUNS 6, WALK 1",
            "Blue b1, 0502: Tower <of> \"salt\" & sand; GUNS 6, WALK 1",
            "Blue b2, 0401: Rider; GUNS 1, WALK 2",
        ]
    );
    assert!(svg.contains("The wells") && svg.contains("Turn 1, Amber, fight"));
    assert_eq!(desk.fine(&["map", "dunes", "-o", "-"]), svg);
    let bare = desk.fine(&["map", "dunes", "--blank", "--no-numbers", "-o", "-"]);
    assert_eq!(tooltips(&bare, "unit"), [""; 0]);
    assert!(!bare.contains(">0101</text>") && svg.contains(">0101</text>"));
}

/// Whoever opened it to look into it would wait for ever.
#[cfg(unix)]
#[test]
fn a_pipe_is_neither_read_nor_written_over() {
    use std::os::unix::fs::FileTypeExt;
    let desk = Desk::new();
    let pipe = desk.folder.path().join("f.svg");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    for line in [&["map", "dunes", "-o", "f.svg"][..], &["dice", "3d6", "--svg", "f.svg"]] {
        for force in [&[][..], &["--force"]] {
            let ran = desk.run(&[line, force].concat());
            assert_eq!(ran.status, 4, "{line:?}: {}", ran.err);
            assert!(ran.err.contains("`f.svg` is there already, and is no file"), "{line:?}: {}", ran.err);
            assert!(pipe.metadata().unwrap().file_type().is_fifo());
        }
    }
}

#[test]
fn only_a_picture_of_the_program_is_written_over() {
    let desk = Desk::new();
    desk.write("mine.svg", "<svg>my own drawing</svg>");
    let ran = desk.run(&["map", "dunes", "-o", "mine.svg"]);
    assert_eq!(ran.status, 4);
    assert!(ran.err.contains("E0607") && ran.err.contains("--force"), "{}", ran.err);
    assert_eq!(desk.read("mine.svg"), "<svg>my own drawing</svg>");
    desk.fine(&["map", "dunes", "-o", "mine.svg", "--force"]);
    let first = desk.read("mine.svg");
    desk.fine(&["map", "dunes", "--blank", "-o", "mine.svg"]);
    assert_ne!(first, desk.read("mine.svg"));
    desk.write("empty.svg", "");
    desk.fine(&["map", "dunes", "-o", "empty.svg"]);
    let ran = desk.run(&["map", "dunes", "-o", "board.png"]);
    assert_eq!((ran.status, desk.at("board.png").exists()), (2, false), "{}", ran.err);
    let ran = desk.run(&["map", "dunes", "-o", "no-such-folder/board.svg"]);
    assert_eq!(ran.status, 4, "{}", ran.err);
}

#[test]
fn a_reach_and_a_line_of_sight_are_laid_over_it() {
    let desk = Desk::new();
    let out = desk.fine(&["map", "dunes", "--reach", "a1", "--los", "a1", "b1", "-o", "seen.svg"]);
    assert!(out.contains("a1 may move to: ") && out.contains("0302 2 (passing only)"), "{out}");
    assert!(out.contains("blocked: a hill in 0302"), "{out}");
    let svg = desk.read("seen.svg");
    let hexes = tooltips(&svg, "hex");
    assert!(
        hexes.contains(&"0202: Sand; in reach at a cost of 1; touched by the line of sight".to_owned()),
        "{hexes:?}"
    );
    let hill = "0302: Hill; in reach at a cost of 2, to pass through only; line of sight blocked here";
    assert!(hexes.contains(&hill.to_owned()), "{hexes:?}");
    assert!(svg.contains("blocked: a hill in 0302"));
    let terminal = desk.fine(&["map", "dunes", "--los", "a1", "b1"]);
    assert!(terminal.contains("X blocked"), "{terminal}");
    let ran = desk.run(&["map", "dunes", "--reach", "a9"]);
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("map --reach a9") && ran.err.contains("E0703"), "{}", ran.err);
    let ran = desk.run(&["map", "dunes", "--hex", "9999"]);
    assert_eq!(ran.status, 2, "{}", ran.err);
}

#[test]
fn who_is_on_no_map_is_told_as_such() {
    let desk = Desk::new();
    let packs = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("rulesets");
    let line = |line: &str| {
        let asked = ["play", "countercolors/basic", "--no-journal", "-e", line];
        desk.command(&asked).env("HOUSERULE_PACKS", &packs).output().unwrap()
    };
    let reach = String::from_utf8(line("reach w1").stdout).unwrap();
    assert!(reach.contains("w1 is not on the map") && !reach.contains("nowhere"), "{reach}");
    for (asked, told) in
        [("los 0101 w9", "called `w9`"), ("los 0101 9999", "9999"), ("los w1 w2", "not on the map")]
    {
        let ran = line(asked);
        let err = String::from_utf8(ran.stderr).unwrap();
        assert!(ran.status.code() == Some(2) && err.contains(told), "{asked}: {err}");
        assert!(!err.contains("found `w"), "{asked}: {err}");
    }
}

#[test]
fn in_a_file_a_line_of_sight_cuts_nothing_off() {
    let desk = Desk::new();
    let packs = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("rulesets");
    let asked = ["map", "countercolors/ambush", "--los", "0101", "1611"];
    let output = desk.command(&asked).env("HOUSERULE_PACKS", packs).output().unwrap();
    let drawn = String::from_utf8(output.stdout).unwrap();
    let (map, _) = drawn.split_once("line of sight").unwrap_or_else(|| panic!("{drawn}"));
    assert!(map.contains("0101") && map.contains("1611") && !drawn.contains("not shown"), "{drawn}");
}

#[test]
fn at_a_terminal_both_ends_of_a_line_of_sight_are_in_view() {
    let map = HexMap::new(Layout::new(Orientation::Flat, Shove::Odd, 40, 30).unwrap());
    let (catalogue, state, overlay) = (Catalogue::default(), State::default(), Overlay::default());
    let style = Style { width: 80, ..Style::default() };
    let all = ["0101", "0130", "0901", "0930", "1515", "2010", "2015", "4001", "4030"];
    for from in all {
        for to in all {
            let ends = [from, to].map(|number| map.layout().parse_number(number).unwrap());
            let window = Window { ends: Some(ends), ..Window::default() };
            let scene = Scene::new(&map, &catalogue, &state, &overlay).within(window);
            let drawn = draw_map(&scene, &style, None);
            assert!(drawn.contains(from), "{from} {to}:\n{drawn}");
            // Where the width has no room for both the line begins at the edge and goes as far as it may.
            let is_near = from[..2].parse::<i32>().unwrap().abs_diff(to[..2].parse().unwrap()) < 8;
            assert!(drawn.contains(to) || !is_near, "{from} {to}:\n{drawn}");
        }
    }
}

#[test]
fn the_end_of_a_session_is_drawn_with_its_last_attack() {
    let desk = Desk::new();
    desk.write(
        "shot.play",
        "# Scenario: dunes/wells\ngo a1 0401\nshoot a1 a2 at b1 --dice 6\nnote it falls\n",
    );
    desk.fine(&["map", "shot.play", "-o", "shot.svg"]);
    let svg = desk.read("shot.svg");
    let lost = tooltips(&svg, "out");
    assert_eq!(lost.len(), 1);
    assert!(lost[0].starts_with("Blue b1") && lost[0].ends_with("(destroyed)"), "{lost:?}");
    assert!(svg.contains("last attack: a1 in 0401, a2 in 0102 on b1 in 0502: destroyed"));
    let terminal = desk.fine(&["map", "shot.play"]);
    assert!(terminal.contains("last attack: a1 in 0401, a2 in 0102 on b1 in 0502: destroyed"), "{terminal}");
    desk.write("on.play", "# Scenario: dunes/wells\nshoot a1 at b1 --dice 6\ngo a1 0401\n");
    desk.fine(&["map", "on.play", "-o", "on.svg"]);
    let svg = desk.read("on.svg");
    assert!(!svg.contains("last attack") && svg.contains("way of the last move"), "a move makes it history");
    let trodden = "0401: Sand; Amber a1; Blue b2; hex 1 of the way; trodden:salt, sand".to_owned();
    assert!(tooltips(&svg, "hex").contains(&trodden), "{:?}", tooltips(&svg, "hex"));
    desk.write("back.play", "# Scenario: dunes/wells\nshoot a1 at b1 --dice 1\nundo --past-dice\n");
    desk.fine(&["map", "back.play", "-o", "back.svg"]);
    assert!(!desk.read("back.svg").contains("last attack"), "what was taken back did not happen");
    desk.write("broken.play", "# Scenario: dunes/wells\ngo a1 0401\ngo a1 9999\n");
    let ran = desk.run(&["map", "broken.play", "-o", "broken.svg"]);
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("the session stops here"), "{}", ran.err);
    assert!(tooltips(&desk.read("broken.svg"), "unit").iter().any(|told| told.contains("a1, 0401")));
}

#[test]
fn a_saved_game_is_drawn_while_it_is_played() {
    let desk = Desk::new();
    let mut playing =
        desk.command(&["play", "dunes"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut lines = playing.stdin.take().unwrap();
    lines.write_all(b"go a1 0401\n").unwrap();
    lines.flush().unwrap();
    let games = desk.at("home/games");
    let moved = |svg: &str| tooltips(svg, "unit").iter().any(|told| told.starts_with("Amber a1, 0401"));
    let mut drawn = String::new();
    for _ in 0..200 {
        std::thread::sleep(std::time::Duration::from_millis(50));
        if fs::read_dir(&games).is_ok_and(|mut entries| entries.next().is_some()) {
            // The journal may just be begun.
            let ran = desk.run(&["map", "dunes", "--resume", "-o", "-"]);
            if ran.status == 0 && moved(&ran.out) {
                drawn = ran.out;
                break;
            }
        }
    }
    assert!(moved(&drawn), "the game is drawn while another program has it open");
    drop(lines);
    assert!(playing.wait().unwrap().success());
    let journal = fs::read_dir(&games).unwrap().next().unwrap().unwrap().path();
    let before = fs::read(&journal).unwrap();
    assert!(moved(&desk.fine(&["map", journal.to_str().unwrap(), "-o", "-"])));
    assert_eq!(fs::read(&journal).unwrap(), before, "it is only looked at");
}

#[test]
fn a_map_that_no_scenario_uses_is_drawn() {
    let desk = Desk::new();
    desk.write(
        "packs/dunes/maps/ridge.map",
        "map ridge { hexes flat even 2 x 2; base dune }\nterrain dune \"Dune\"\n",
    );
    assert!(desk.fine(&["map", "dunes/ridge"]).contains("Dune"));
    desk.fine(&["map", "dunes/oasis", "-o", "oasis.svg"]);
    let svg = desk.read("oasis.svg");
    assert_eq!((tooltips(&svg, "hex").len(), tooltips(&svg, "unit").len()), (6, 0));
    assert!(desk.fine(&["map", "dunes/oasis"]).contains("Hill"));
    let json = desk.fine(&["map", "dunes/oasis", "--json"]);
    assert_eq!(serde_json::from_str::<serde_json::Value>(&json).unwrap()["schema"], "houserule.map/1");
    let ran = desk.run(&["map", "dunes/oasis", "--reach", "a1"]);
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("map without a scenario"), "{}", ran.err);
    let ran = desk.run(&["map", "dunes/oasi"]);
    assert_eq!(ran.status, 3);
    assert!(ran.err.contains("there are `wells`") && ran.err.contains("maps: oasis, ridge"), "{}", ran.err);
}

#[test]
fn the_console_draws_the_same() {
    let desk = Desk::new();
    let lines = [
        "map -o map.svg",
        "reach a1 -o reach.svg",
        "los a1 b1 --out \"the sight.svg\" --hex 0302",
        "map -o -",
    ];
    let arguments: Vec<&str> =
        ["play", "dunes"].into_iter().chain(lines.iter().flat_map(|l| ["-e", l])).collect();
    let out = desk.fine(&arguments);
    assert!(out.starts_with("written to map.svg\na1 may move to: "), "{out}");
    assert!(out.contains("written to reach.svg\n0102 to 0502"), "{out}");
    assert_eq!(desk.fine(&["map", "dunes", "-o", "-"]), desk.read("map.svg"));
    assert!(out.ends_with(&desk.read("map.svg")));
    assert!(desk.read("reach.svg").contains("in reach, with its cost"));
    assert!(desk.read("the sight.svg").contains("blocked here"));
    let json = desk.fine(&["play", "dunes", "--json", "-e", "reach a1 -o reach.svg", "-e", "reach a1"]);
    let mut objects = json.lines();
    assert_eq!(objects.next(), objects.next(), "with a file the JSON is as it is without");
    let wrong = [
        ("map -o", "to which file?"),
        ("map --blnk", "--blank"),
        ("reach a1 a2", "one word too many"),
        ("los a1", "missing"),
    ];
    for (line, told) in wrong {
        let ran = desk.run(&["play", "dunes", "-e", line]);
        assert_eq!(ran.status, 2, "{line}");
        assert!(ran.err.contains(told), "{line}: {}", ran.err);
    }
    let noted = desk.fine(&["play", "dunes", "-e", "note left -o it", "-e", "log"]);
    assert!(noted.contains("left -o it"), "{noted}");
}

#[test]
fn the_same_game_gives_the_same_bytes() {
    let desk = Desk::new();
    let draw = || desk.fine(&["map", "dunes", "--reach", "a1", "--los", "0101", "0504", "-o", "-"]);
    assert_eq!(draw(), draw());
}

#[test]
fn every_map_that_the_readme_draws_is_drawn() {
    let desk = Desk::new();
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let readme = fs::read_to_string(root.join("README.md")).unwrap();
    let commands: Vec<&str> = readme.lines().filter(|line| line.starts_with("houserule map ")).collect();
    assert!(!commands.is_empty());
    for command in commands {
        let words: Vec<&str> = command.split_whitespace().skip(1).collect();
        let pack = words[1].split('/').next().unwrap();
        if !root.join("rulesets").join(pack).is_dir() {
            eprintln!("skipped: there is no pack {pack} here");
            continue;
        }
        let packs = root.join("rulesets");
        let output = desk.command(&words).env("HOUSERULE_PACKS", packs).output().unwrap();
        assert!(output.status.success(), "{command}: {}", String::from_utf8_lossy(&output.stderr));
        let file = words.iter().skip_while(|word| **word != "-o").nth(1).expect("a file");
        assert!(!tooltips(&desk.read(file), "unit").is_empty(), "{command}");
    }
}

#[test]
fn castles_of_a_pack_are_seen_wherever_the_game_is_shown() {
    let desk = Desk::new();
    desk.write("castles.play", "# Scenario: countercolors/castle-napping\ncastle 0101\ncastle 1204\n");
    let fine = |arguments: &[&str]| {
        let rulesets = concat!(env!("CARGO_MANIFEST_DIR"), "/rulesets");
        let output = desk.command(arguments).env("HOUSERULE_PACKS", rulesets).output().unwrap();
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    let terminal = fine(&["map", "castles.play"]);
    assert!(terminal.contains("[^c] castle of White: 0101   (^c) castle of Black: 1204\n"), "{terminal}");
    assert_eq!(terminal.matches("[^c]").count(), 2, "in its hex and in the legend: {terminal}");
    let plain = fine(&["map", "castles.play", "--plain"]);
    assert!(plain.contains("0101: castle of White.\n"), "{plain}");
    fine(&["map", "castles.play", "-o", "castles.svg"]);
    assert_eq!(tooltips(&desk.read("castles.svg"), "mark"), ["castle of White", "castle of Black"]);
    let json: serde_json::Value = serde_json::from_str(&fine(&["map", "castles.play", "--json"])).unwrap();
    assert_eq!(json["marked"][1], serde_json::json!({"mark": "castle", "of": "black", "hex": "1204"}));
    let lines = ["-e", "castle 0101", "-e", "now"];
    let now = fine(&[&["play", "countercolors/castle-napping"][..], &lines].concat());
    assert!(now.contains("castle of White: 0101\n"), "{now}");
    assert!(!fine(&["map", "castles.play", "--blank"]).contains("castle"), "a blank map is blank");
}

fn copy_all(from: &std::path::Path, to: &std::path::Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap().map(Result::unwrap) {
        let to = to.join(entry.file_name());
        match entry.file_type().unwrap().is_dir() {
            true => copy_all(&entry.path(), &to),
            false => drop(std::fs::copy(entry.path(), to).unwrap()),
        }
    }
}

/// From a hundred units on their numbers are recalled, and are what the rules say of each alone.
#[test]
fn the_numbers_of_a_crowd_are_those_of_each_unit() {
    let desk = Desk::new();
    let folder = tempfile::tempdir().unwrap();
    let rulesets = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("rulesets");
    for pack in ["cgme", "countercolors"] {
        copy_all(&rulesets.join(pack), &folder.path().join(pack));
    }
    let places = |columns: [u32; 2]| {
        let hexes = columns.into_iter().flat_map(|c| (1..=60).map(move |r| format!("{c:02}{r:02}")));
        hexes.collect::<Vec<_>>().join(" ")
    };
    let names = |letter: char| (1..=120).map(|n| format!("{letter}{n}")).collect::<Vec<_>>().join(" ");
    let scenario = format!(
        "map crowd {{ hexes flat odd 12 x 60; patchwork white black seed 7 }}
         scenario crowd \"A crowd\" {{ map crowd; side white \"White\"; side black \"Black\"
           units white {{ white-piece {} at {} }}
           units black {{ black-piece {} at {} }} }}",
        names('w'),
        places([2, 5]),
        names('b'),
        places([7, 10])
    );
    std::fs::write(folder.path().join("countercolors/scenarios/crowd.scenario"), scenario).unwrap();
    let run = |arguments: &[&str]| {
        let output = desk.command(arguments).env("HOUSERULE_PACKS", folder.path()).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    let svg = run(&["map", "countercolors/crowd", "-o", "-"]);
    let drawn = tooltips(&svg, "unit");
    let told = run(&["play", "countercolors/crowd", "--no-journal", "-e", "units --json"]);
    let line =
        told.lines().find(|line| line.contains("houserule.units/1")).unwrap_or_else(|| panic!("{told}"));
    let units: serde_json::Value = serde_json::from_str(line).unwrap();
    let mut compared = 0;
    for unit in units["units"].as_array().unwrap().iter().filter(|unit| unit["place"] == "map") {
        let name = format!(" {}, ", unit["name"].as_str().unwrap());
        let tooltip = drawn.iter().find(|told| told.contains(&name)).unwrap_or_else(|| panic!("{name}"));
        let numbers = &unit["attributes"];
        let wanted = format!("ATT {}, DEF {}", numbers["ATT"]["value"], numbers["DEF"]["value"]);
        assert!(tooltip.contains(&wanted), "{tooltip}: {wanted}");
        compared += 1;
    }
    assert!(compared > 100, "{compared}");
}

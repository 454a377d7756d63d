//! Help that rules lock: nothing that the program tells beside the game's own commands says where something is, and the lock
//! is part of the game.

use std::cell::RefCell;
use std::fs;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

use houserule::data::parse_line;
use houserule::kernel::door::Stop;
use houserule::kernel::journal::Record;
use houserule::pack::Library;
use houserule::repl::{Console, Front, Status, Told};
use houserule::report::Style;
use houserule::session::{Asker, Nobody, Opening, Question, Session};

const PACK: &str = r#"
pack range "Range" { version 1.0.0; source "for the tests"; start begin_game; footprint footprint_of; reach reach_of; sight seen; line seen; worth worth_of; scenario field }
phase play "phase"
roll luck "luck"
property unit guess nothing "range guessed"
property unit seen nothing "where it was seen"
command guess "guess a range" { form "<unit: unit> <range: inches>"; check may_guess; rule guess; choices unit all_units; choices range ranges; help "Guesses."; example "guess a1 4" }
command ram "ram" { form "<unit: unit> into <target: unit>"; check may_ram; rule ram; help "Rams."; example "ram a1 into b1" }
command wait "wait" { form ""; check may_wait; rule wait; help "Locks."; example "wait" }
command fire "fire" { form "<unit: unit> at <target: unit>"; rule fire; help "Fires and opens."; example "fire a1 at b1" }
command peer "peer" { form ""; rule peer; help "Opens."; example "peer" }
command probe "probe" { form "<unit: unit> at <target: unit>"; rule probe; help "Opens and asks."; example "probe a1 at b1" }
unit piece "Piece" { symbol p }
terrain woods "Woods" { symbol w }
scenario field "Field" {
  map { table 24 x 18; woods box 2 2  6 6 }
  side red "Red"
  side blue "Blue"
  units red { piece a1 at 4.321 9 facing 90 }
  units blue { piece b1 at 20.987 15 facing 270 }
  victory draw when (turn() > 3) "time is up"
}
"#;

const RULES: &str = r#"
//! Rules.

/// House: for the tests
fn begin_game() { begin_phase(1, "play", sides()[0]); }

/// House: for the tests
fn footprint_of(unit) { footprint(round_base(inches(1), unit.point, unit.facing)) }

/// House: for the tests
fn all_units() { units() }

/// House: for the tests
fn ranges(unit) { units().filter(|other| other != unit).map(|other| length_between(unit.point, other.point)) }

/// House: for the tests
fn worth_of(unit) { let worth = tally("worth"); worth.add(length_between(unit.point, point(0, 0)), "how far off it is"); worth.total }

/// House: for the tests
fn reach_of(unit) { show_reach([["ahead", unit.point, unit.facing, inches(4), 0, inches(4), "4 open", ()]]); }

/// House: for the tests
fn seen(one, other) { `${length_text(length_between(point_of(one), point_of(other)))} are between` }

/// House: for the tests
fn may_ram(unit, target) { require(is_within(unit.point, inches(5), target.point), "it is too far off"); }

/// House: for the tests
fn ram(unit, target) { outcome("rammed"); }

/// House: for the tests
fn may_wait() { require(turn() > 0, "the game has not begun"); }

/// House: for the tests
fn wait() { for unit in units() { unit.seen = unit.point; } lock_help("by eye"); }

/// House: for the tests
fn may_guess(unit, range) { require(is_within(unit.point, inches(100), unit.point), "never"); }

/// House: for the tests
fn guess(unit, range) { unit.guess = range; say(`noted for ${unit}`); }

/// House: for the tests
fn peer() { open_help(); }

/// House: for the tests
fn probe(unit, target) {
    open_help();
    choose(unit.side, `${length_text(length_between(unit.point, target.point))} off: go on?`, ["yes", "no"]);
}

/// House: for the tests
fn fire(unit, target) {
    let far = length_between(unit.point, target.point);
    open_help();
    outcome(if roll(1, 6, "luck", unit.side, "shot") > 3 { "hit" } else { "miss" });
    say(`it was ${length_text(far)}`);
}
"#;

/// What would tell where the units are: their coordinates, and how far they are apart.
const TELLING: [&str; 6] = ["4.321", "4321", "20.987", "20987", "17.7", "1771"];

struct Table {
    folder: tempfile::TempDir,
    console: Console,
}

fn opening(folder: &Path) -> Opening {
    Opening {
        library: Library::of_folders([folder.to_path_buf()]),
        pack: "range".into(),
        scenario: None,
        house: Vec::new(),
        seed: 1,
        asker: Rc::new(RefCell::new(Nobody)),
        cancel: Arc::default(),
        journal: Some(folder.join("game.journal")),
    }
}

fn console(session: Session) -> Console {
    let front = Front { style: Style::default(), json: false, verbose: false, interactive: false };
    Console::new(session, front)
}

impl Table {
    fn new() -> Table {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir_all(folder.path().join("range/rules")).unwrap();
        fs::write(folder.path().join("range/manifest.pack"), PACK).unwrap();
        fs::write(folder.path().join("range/rules/10-rules.rhai"), RULES).unwrap();
        let session = Session::open(opening(folder.path())).unwrap_or_else(|told| panic!("{told:?}"));
        Table { console: console(session), folder }
    }

    fn line(&mut self, text: &str) -> Told {
        self.console.line(text)
    }

    fn fine(&mut self, text: &str) -> String {
        let told = self.line(text);
        assert_eq!(told.status, Status::Fine, "{text}: {}{}", told.out, told.err);
        told.out
    }

    fn is_locked(&self) -> bool {
        self.console.session.state().help_lock().is_some()
    }
}

fn tells_nothing(line: &str, text: &str) {
    for telling in TELLING {
        assert!(!text.contains(telling), "`{line}` tells `{telling}`:\n{text}");
    }
}

/// What players might ask: each has to be refused while help is locked, and answered before and after.
const HELP: [&str; 29] = [
    "map",
    "map --blank",
    "map -o -",
    "odds fire a1 at b1",
    "odds fire a1 at b1 --json",
    "expect P(hit) == 1/2 for fire a1 at b1",
    "hint random",
    "(unit(\"a1\").point)",
    "(length_between(unit(\"a1\").point, unit(\"b1\").point))",
    "(unit(\"a1\").facing)",
    "(ranges(unit(\"a1\"))[0] + 0)",
    "expect (is_within(unit(\"a1\").point, inches(18), unit(\"b1\").point))",
    // Nothing of the state is asked here, but the program is the tape all the same.
    "(length_between(point(4321, 9000), point(20987, 15000)))",
    "(is_within(point(4321, 9000), inches(18), point(20987, 15000)))",
    "([3].map(|y| length_between(point(0, 0), point(0, y))))",
    "(Fn(\"length_between\").call(point(0, 0), point(3, 4)))",
    "(features().len())",
    "(is_within(point(0, 0), 1, point(0, 0)))",
    // What a command would be refused for is a range as well.
    "why not guess a1 3",
    "why not guess a1 3 --json",
    "expect refused ram a1 into b1",
    "points a1",
    "distance a1 b1",
    "distance a1 12,9",
    "measure a1 b1 --json",
    "reach a1",
    "reach a1 --json",
    "los a1 b1",
    "los a1 12,9",
];

#[test]
fn nothing_is_measured_reckoned_or_drawn_while_help_is_locked() {
    let mut table = Table::new();
    for line in HELP {
        table.fine(line);
    }
    table.fine("wait");
    for line in HELP {
        let told = table.line(line);
        assert_eq!(told.status, Status::Refused, "{line}: {}{}", told.out, told.err);
        assert!(told.err.contains("E0710") && told.err.contains("by eye"), "{line}: {}", told.err);
        tells_nothing(line, &(told.out + &told.err));
    }
    // What these would need here to be answered does not matter: they are not even asked.
    for line in ["impact closer --games 0", "trial piece"] {
        let told = table.line(line);
        assert_eq!(told.status, Status::Refused, "{line}: {}{}", told.out, told.err);
        assert!(told.err.contains("E0710") && told.err.contains("by eye"), "{line}: {}", told.err);
    }
    table.fine("fire a1 at b1 --dice 6");
    for line in HELP {
        table.fine(line);
    }
}

#[test]
fn what_is_still_told_names_no_place() {
    let mut table = Table::new();
    let before = ["units", "units --json", "why not guess a1 3", "why not guess a1 3 --json"];
    let told: String = before.iter().map(|line| table.fine(line)).collect();
    assert!(TELLING.iter().any(|telling| told.contains(telling)), "it is told while help is open");
    table.fine("wait");
    table.fine("guess a1 5");
    let lines = [
        "units",
        "units --json",
        "why",
        "why --all",
        "why --json",
        "why not wait",
        "(inches(3) + millimetres(25))",
        "log",
        "log --md",
        "now",
        "now guess",
        "now guess a1",
        "(help_lock())",
        "(unit(\"a1\").guess)",
        "(units().len())",
    ];
    for line in lines {
        let told = table.fine(line);
        tells_nothing(line, &told);
    }
    // An expression that breaks off says nothing either.
    for line in [
        "(throw `${unit(\"a1\").point}`)",
        "(refuse(`${unit(\"a1\").point}`))",
        "(unit(\"a1\").point + 1)",
        "(unit(\"a1\").seen)",
        "(table(`${unit(\"a1\").point}`, 1, 1))",
    ] {
        let told = table.line(line);
        assert_ne!(told.status, Status::Fine, "{line}");
        tells_nothing(line, &(told.out + &told.err));
    }
}

/// Somebody at the keyboard who notes what they are asked.
struct Curious(Rc<RefCell<String>>);

impl Asker for Curious {
    fn ask(&mut self, question: &Question) -> Result<String, Stop> {
        self.0.borrow_mut().push_str(&format!("{} {:?}\n", question.text, question.options));
        Ok("1".to_owned())
    }

    fn ask_hidden(&mut self, question: &Question) -> Result<String, Stop> {
        self.ask(question)
    }

    fn tell(&mut self, _: &str) {}
}

#[test]
fn no_question_tells_a_range_either() {
    let mut table = Table::new();
    let asked = Rc::new(RefCell::new(String::new()));
    table.console.session.set_asker(Rc::new(RefCell::new(Curious(asked.clone()))));
    let lines = [
        "(choose(side(\"red\"), `far: ${length_between(unit(\"a1\").point, unit(\"b1\").point)}`, [1, 2]))",
        // Whether anybody is asked at all would tell it too.
        "(if length_between(unit(\"a1\").point, unit(\"b1\").point) > 1 { choose(side(\"red\"), \"q\", [1, 2]) })",
    ];
    for line in lines {
        table.fine(line);
    }
    assert!(asked.borrow().contains("177"), "it is asked while help is open: {}", asked.borrow());
    table.fine("wait");
    asked.borrow_mut().clear();
    for line in lines {
        let told = table.line(line);
        assert!(told.err.contains("E0710"), "{line}: {}{}", told.out, told.err);
    }
    assert_eq!(*asked.borrow(), "");
}

#[test]
fn completion_offers_no_measured_ranges() {
    let mut table = Table::new();
    let offered = |table: &mut Table| {
        let line = parse_line("guess a1").unwrap();
        let all = table.console.session.next_words("guess", &line.words);
        all.iter().map(|candidate| format!("{} {}\n", candidate.text, candidate.about)).collect::<String>()
    };
    assert!(!offered(&mut table).is_empty(), "ranges are offered while help is open");
    table.fine("wait");
    tells_nothing("completion", &offered(&mut table));
    let units: Vec<String> =
        table.console.session.next_words("guess", &[]).into_iter().map(|c| c.about).collect();
    assert_eq!(units.len(), 2);
    tells_nothing("completion", &units.concat());
}

#[test]
fn commands_of_the_game_are_free_of_the_lock() {
    let mut table = Table::new();
    table.fine("wait");
    assert!(table.fine("guess a1 5").contains("noted for a1"));
    assert!(table.is_locked());
    let told = table.fine("fire a1 at b1 --dice 4");
    assert!(told.contains("it was 17.7"), "{told}");
    assert!(!table.is_locked());
}

#[test]
fn the_lock_is_undone_done_again_saved_and_replayed() {
    let mut table = Table::new();
    table.fine("wait");
    table.fine("guess a1 5");
    table.fine("undo 2");
    assert!(!table.is_locked());
    table.fine("redo");
    assert!(table.is_locked());
    table.fine("undo");
    table.fine("mark open");
    table.fine("redo");
    table.fine("guess a1 5");
    table.fine("goto open");
    assert!(!table.is_locked());
    table.fine("wait");
    let state = table.console.session.state().fingerprint();
    let saved = table.folder.path().join("game.journal");
    let play = table.folder.path().join("game.play");
    table.fine(&format!("export \"{}\"", play.display()));
    let Table { folder, console: before } = table;
    drop(before);
    // The saved game comes back locked.
    let opening = Opening { journal: None, ..opening(folder.path()) };
    let (again, _) = Session::resume(&saved, opening).unwrap_or_else(|told| panic!("{told:?}"));
    assert_eq!(again.state().fingerprint(), state);
    assert_eq!(again.state().help_lock().map(|reason| &**reason), Some("by eye"));
    let mut again = console(again);
    assert_eq!(again.line("map").status, Status::Refused);
    // So does the exported session, played anew.
    let opening = Opening { journal: None, ..self::opening(folder.path()) };
    let mut replayed = console(Session::open(opening).unwrap());
    for line in fs::read_to_string(play).unwrap().lines() {
        replayed.line(line);
    }
    assert_eq!(replayed.session.state().fingerprint(), state);
}

/// What is told where a line goes past what is known.
fn knows(table: &mut Table, line: &str, told: &str) {
    let refused = table.line(line);
    assert_eq!(refused.status, Status::Refused, "{line}: {}{}", refused.out, refused.err);
    let err = &refused.err;
    assert!(err.contains("E0708") && err.contains(told) && err.contains("--past-dice"), "{line}: {err}");
}

#[test]
fn undo_stops_before_help_that_was_opened() {
    let mut table = Table::new();
    table.fine("peer");
    table.fine("undo");
    table.fine("wait");
    table.fine("mark here");
    table.fine("guess a1 5");
    table.fine("undo");
    table.fine("guess a1 6");
    table.fine("peer");
    table.fine("distance a1 b1");
    for line in ["undo", "undo 2", "goto here"] {
        knows(&mut table, line, "`peer` has opened help again");
    }
    table.fine("undo 2 --past-dice");
    assert!(table.is_locked());
    let log = table.fine("log");
    assert!(log.contains("what help may have told taken back: peer; guess"), "{log}");
}

#[test]
fn no_branch_leads_round_help_that_was_opened() {
    let mut table = Table::new();
    table.fine("wait");
    table.fine("fork other");
    table.fine("guess a1 5");
    // Nothing is known yet.
    table.fine("switch main");
    table.fine("switch other");
    table.fine("peer");
    knows(&mut table, "switch main", "`peer` has opened help again");
    // A branch that has seen the same is open, and leads no further.
    table.fine("fork third");
    table.fine("switch other");
    table.fine("switch third");
    knows(&mut table, "switch main", "`peer` has opened help again");
    table.fine("switch main --past-dice");
    assert!(table.is_locked());
    assert!(table.fine("log").contains("what help may have told left behind: peer"));
    // The saved game goes the same ways.
    let Table { folder, console: before } = table;
    let records = before.session.records().to_vec();
    drop(before);
    let opening = Opening { journal: None, ..opening(folder.path()) };
    let (again, _) = Session::resume(&folder.path().join("game.journal"), opening).unwrap();
    assert_eq!(again.records(), records);
    assert!(again.log().last().unwrap().line.contains("left behind"));
}

#[test]
fn a_command_that_is_broken_off_has_told_something_while_help_is_locked() {
    let mut table = Table::new();
    table.fine("guess a1 5");
    for line in ["probe a1 at b1", "probe a1 at b1 --choose maybe"] {
        assert_ne!(table.line(line).status, Status::Fine, "{line}");
    }
    // While help is open that tells nothing new.
    table.fine("undo");
    table.fine("wait");
    table.fine("guess a1 5");
    for line in ["ram a1 into b1", "guess a1 nobody", "prob a1"] {
        assert_ne!(table.line(line).status, Status::Fine, "{line}");
    }
    table.fine("undo");
    table.fine("guess a1 5");
    table.fine("fork other");
    assert!(table.line("probe a1 at b1").err.contains("17.7"), "it is asked, and tells a range");
    let broken_off = "`probe a1 at b1` was begun behind `guess a1 5` and broken off";
    knows(&mut table, "undo", broken_off);
    table.fine("switch main");
    knows(&mut table, "undo", broken_off);
    assert!(table.is_locked());
    // Nor is it forgotten when the game is taken up again.
    let Table { folder, console: before } = table;
    drop(before);
    let opening = Opening { journal: None, ..opening(folder.path()) };
    let (again, _) = Session::resume(&folder.path().join("game.journal"), opening).unwrap();
    let mut table = Table { folder, console: console(again) };
    knows(&mut table, "undo", broken_off);
    table.fine("undo --past-dice");
    assert!(table.fine("log").contains("what was told before it was broken off taken back"));
}

#[test]
fn a_journal_that_went_back_freely_is_taken_up_all_the_same() {
    let mut table = Table::new();
    table.fine("wait");
    table.fine("peer");
    table.fine("undo --past-dice");
    let mut records = table.console.session.records().to_vec();
    let Some(Record::Undo { past_dice, .. }) = records.last_mut() else { panic!() };
    *past_dice = false;
    let opening = Opening { journal: None, ..opening(table.folder.path()) };
    let again = Session::replay(records, opening, &mut Vec::new()).unwrap_or_else(|told| panic!("{told:?}"));
    assert!(again.state().help_lock().is_some());
}

#[test]
fn a_reason_is_needed_and_is_short() {
    let mut table = Table::new();
    for line in ["(lock_help(\"\"))", "(lock_help(\"  \"))", "(lock_help(\"x\".pad(201, \"x\")))"] {
        assert_eq!(table.line(line).status, Status::Rules, "{line}");
    }
    table.fine("(lock_help(\"a reason\"))");
    assert!(!table.is_locked(), "what an expression does is taken back");
}

//! Sides that the program plays in a game of people.

use std::cell::RefCell;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use houserule::kernel::door::{By, Stop};
use houserule::kernel::journal::Record;
use houserule::kernel::value::SideId;
use houserule::pack::{HouseFile, Library};
use houserule::play::{Bout, Move, PlayerKind};
use houserule::repl::{Console, Front, Status};
use houserule::report::Style;
use houserule::session::{Asker, Opening, Question, Session};

/// Takes the last option, and says that it was asked.
struct Person(Rc<RefCell<Vec<String>>>);

impl Asker for Person {
    fn ask(&mut self, question: &Question) -> Result<String, Stop> {
        self.0.borrow_mut().push(question.text.clone());
        Ok(question.options.len().to_string())
    }

    fn ask_hidden(&mut self, question: &Question) -> Result<String, Stop> {
        self.ask(question)
    }

    fn note(&mut self, text: &str) {
        self.0.borrow_mut().push(format!("noted: {text}"));
    }

    fn tell(&mut self, text: &str) {
        panic!("{text}");
    }
}

fn opening(asked: &Rc<RefCell<Vec<String>>>) -> Opening {
    Opening {
        library: Library::of_folders([Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures")]),
        pack: "duel".to_owned(),
        scenario: Some("strip".to_owned()),
        house: Vec::new(),
        seed: 7,
        asker: Rc::new(RefCell::new(Person(asked.clone()))),
        cancel: Arc::default(),
        journal: None,
    }
}

fn console_of(session: Session, json: bool) -> Console {
    Console::new(session, Front { style: Style::default(), json, verbose: false, interactive: false })
}

fn console() -> Console {
    console_of(Session::open(opening(&Rc::default())).unwrap(), false)
}

fn fine(console: &mut Console, line: &str) -> String {
    let told = console.line(line);
    assert_eq!(told.status, Status::Fine, "{line}: {}{}", told.out, told.err);
    told.out
}

fn side(console: &Console) -> u32 {
    console.session.state().clock().side.unwrap().0
}

#[test]
fn the_program_plays_when_it_is_the_turn_of_its_side_and_stops_when_it_is_not() {
    let mut console = console();
    fine(&mut console, "bot blue random");
    assert_eq!(console.session.undoable(), 0);
    let told = fine(&mut console, "pass");
    assert!(told.contains("Blue (random): pass\n"), "{told}");
    assert_eq!(side(&console), 0);
    let log: Vec<Option<&str>> = console.session.log().iter().skip(1).map(|e| e.by.as_deref()).collect();
    assert_eq!(log[0], None);
    assert!(log.len() > 1 && log[1..].iter().all(|by| *by == Some("random")), "{log:?}");
    assert!(fine(&mut console, "log").contains("pass (random)\n"));
}

#[test]
fn it_plays_at_once_where_it_is_its_turn_already_and_no_more_when_it_is_sent_away() {
    let mut console = console();
    assert!(fine(&mut console, "bot red greedy").contains("Red (greedy): "));
    assert_eq!(side(&console), 1);
    assert_eq!(fine(&mut console, "bot"), "Red: greedy\nBlue: you\n");
    assert_eq!(fine(&mut console, "bot red off"), "Red is yours again\n");
    let told = console.line("bot red=greedy");
    assert!(told.err.contains("two words: `bot red greedy`"), "{}", told.err);
    let steps = console.session.undoable();
    fine(&mut console, "pass");
    assert_eq!((console.session.undoable(), side(&console)), (steps + 1, 0));
}

/// A game that is saved in a folder, and taken up again from it.
struct Saved(tempfile::TempDir);

impl Saved {
    fn begun() -> (Saved, Console) {
        let saved = Saved(tempfile::tempdir().unwrap());
        let opening = Opening { journal: Some(saved.path()), ..opening(&Rc::default()) };
        let console = console_of(Session::open(opening).unwrap(), false);
        (saved, console)
    }

    fn path(&self) -> std::path::PathBuf {
        self.0.path().join("duel.journal")
    }

    fn taken_up(&self) -> Console {
        let (session, warnings) = Session::resume(&self.path(), opening(&Rc::default())).unwrap();
        assert!(warnings.is_empty(), "{warnings:?}");
        console_of(session, false)
    }
}

#[test]
fn who_plays_is_saved_and_plays_on_when_the_game_is_taken_up() {
    let (saved, mut console) = Saved::begun();
    fine(&mut console, "bot blue tree 3");
    fine(&mut console, "pass");
    drop(console);
    let mut again = saved.taken_up();
    assert_eq!(again.seated().out, "Blue is played by tree:3; `bot blue off` makes the side yours\n");
    assert_eq!(fine(&mut again, "bot"), "Red: you\nBlue: tree:3\n");
    assert!(fine(&mut again, "pass").contains("Blue (tree:3): "));
    fine(&mut again, "bot blue off");
    drop(again);
    let mut again = saved.taken_up();
    assert_eq!(again.seated().out, "");
    assert_eq!(fine(&mut again, "bot"), "Red: you\nBlue: you\n");
}

#[test]
fn a_game_of_the_program_alone_waits_when_it_is_taken_up() {
    let (saved, mut console) = Saved::begun();
    console.seat(SideId(0), PlayerKind::Random).unwrap();
    console.seat(SideId(1), PlayerKind::Random).unwrap();
    drop(console);
    let mut again = saved.taken_up();
    assert!(again.seated().out.ends_with("or for `bot go`\n"), "{:?}", again.seated());
    let mut told = String::new();
    again.bots_play(&mut |more| told.push_str(&more.out));
    assert_eq!(told, "");
    assert!(fine(&mut again, "bot go").contains("Red (random): "));
}

/// What is in force decides what the program plays, so people hear of that first.
#[test]
fn house_files_that_are_gone_or_broken_are_told_before_the_program_moves() {
    for (broken, news) in
        [(None, "is gone: its last text"), (Some("fn worth_of(unit) { "), "is wrong: the old")]
    {
        let (saved, mut console) = Saved::begun();
        let file = saved.0.path().join("mine.rhai");
        std::fs::write(&file, "fn worth_of(unit) { prior(unit) + 1 }").unwrap();
        fine(&mut console, &format!("house add \"{}\"", file.display()));
        drop(console);
        match broken {
            None => std::fs::remove_file(&file).unwrap(),
            Some(text) => std::fs::write(&file, text).unwrap(),
        }
        let mut again = saved.taken_up();
        again.seat(SideId(0), PlayerKind::Random).unwrap();
        let mut told = Vec::new();
        again.bots_play(&mut |more| told.push(more.out + &more.err));
        assert!(told[0].contains(news) && !told[0].contains("Red (random)"), "{told:?}");
        assert!(told[1].contains("Red (random): "), "{told:?}");
        // Nobody is told twice.
        assert!(!fine(&mut again, "bot").contains("mine.rhai"));
    }
}

#[test]
fn undo_goes_back_to_the_decision_of_the_person_and_waits_there() {
    let mut console = console();
    fine(&mut console, "bot blue greedy");
    let start = console.session.state().fingerprint();
    fine(&mut console, "step a2 to 0202");
    let mine = console.session.state().fingerprint();
    fine(&mut console, "pass");
    let after = console.session.state().fingerprint();
    let undone = fine(&mut console, "undo --past-dice");
    assert!(undone.lines().count() > 1, "{undone}");
    assert_eq!(console.session.state().fingerprint(), mine);
    fine(&mut console, "redo");
    assert_eq!(console.session.state().fingerprint(), after);
    fine(&mut console, "undo 2 --past-dice");
    assert_eq!(console.session.state().fingerprint(), start);
    assert!(fine(&mut console, "bot").contains("`bot go`"));
    // A command of the person lets it play again.
    fine(&mut console, "pass");
    assert_eq!(side(&console), 0);
}

#[test]
fn who_has_given_a_command_is_known_when_the_game_is_taken_up() {
    let (saved, mut console) = Saved::begun();
    fine(&mut console, "bot blue random");
    fine(&mut console, "pass");
    let log = fine(&mut console, "log");
    assert!(log.contains("(random)"), "{log}");
    fine(&mut console, "undo --past-dice");
    let start = console.session.state().fingerprint();
    fine(&mut console, "redo");
    drop(console);
    let mut again = saved.taken_up();
    fine(&mut again, "undo --past-dice");
    assert_eq!(again.session.state().fingerprint(), start);
    let told = fine(&mut again, "log");
    assert!(log.lines().filter(|line| line.contains("(random)")).all(|line| told.contains(line)), "{told}");
}

/// Who puts a die right that was mistyped has not given the command.
#[test]
fn a_command_whose_dice_are_corrected_is_still_that_of_the_program() {
    let mut console = console();
    fine(&mut console, "bot blue random");
    let has_thrown = |console: &Console, steps: usize| {
        let mut last = console.session.past().take(steps).take_while(|e| e.by.is_some());
        last.any(|e| e.trace.as_ref().is_some_and(|t| t.answers().next().is_some()))
    };
    while !has_thrown(&console, usize::MAX) {
        fine(&mut console, "pass");
    }
    while !has_thrown(&console, 1) {
        console.session.undo(1, true).unwrap();
    }
    fine(&mut console, "fix 1");
    let last = console.session.past().next().and_then(|e| e.by.clone());
    assert_eq!(last.as_deref(), Some("random"));
}

#[test]
fn past_dice_is_asked_for_in_decisions_of_the_person() {
    let mut console = console();
    fine(&mut console, "bot blue random");
    let told = console.line("undo 2");
    assert!(told.err.contains("there is nothing to undo"), "{}", told.err);
    fine(&mut console, "pass");
    let told = console.line("undo 2");
    assert!(told.err.contains("only 1 of your commands can be undone"), "{}", told.err);
    let has_thrown = |console: &Console| {
        let mut since = console.session.past().take_while(|e| e.by.is_some());
        since.any(|e| e.trace.as_ref().is_some_and(|t| t.answers().next().is_some()))
    };
    while !has_thrown(&console) {
        fine(&mut console, "pass");
    }
    let told = console.line("undo 2");
    assert_eq!(told.status, Status::Refused);
    assert!(told.err.contains("`undo 2 --past-dice` takes it back"), "{}", told.err);
}

#[test]
fn each_side_answers_for_itself_what_rules_ask() {
    let asked = Rc::default();
    let mut console = console_of(Session::open(opening(&asked)).unwrap(), false);
    fine(&mut console, "bot blue greedy");
    while console.session.state().ending().is_none() {
        let line = console.line("hint greedy").out;
        let Some((_, command)) = line.trim_end().split_once(": ") else { panic!("{line}") };
        fine(&mut console, command);
    }
    let mut by_program = 0;
    for record in console.session.records() {
        let Record::Command { answers, .. } = record else { continue };
        by_program += answers.iter().filter(|a| a.by == By::Policy("greedy".into())).count();
    }
    assert!(by_program > 0, "blue was never asked");
    let asked = asked.borrow();
    let (noted, asked): (Vec<&String>, Vec<&String>) = asked.iter().partition(|q| q.starts_with("noted: "));
    assert!(!asked.is_empty() && asked.iter().all(|q| q.starts_with("Red, ")), "{asked:?}");
    // Who is asked in a command of the program knows before which it is.
    assert!(
        !noted.is_empty() && noted.iter().all(|n| n.starts_with("noted: Blue (greedy): shoot ")),
        "{noted:?}"
    );

    // The journal tells the whole game without any player.
    let records = console.session.records().to_vec();
    let again = Session::replay(records, opening(&Rc::default()), &mut Vec::new()).unwrap();
    assert_eq!(again.state().fingerprint(), console.session.state().fingerprint());
}

#[test]
fn who_is_asked_in_a_command_of_the_program_is_told_which_in_json_too() {
    let asked: Rc<RefCell<Vec<String>>> = Rc::default();
    let mut console = console_of(Session::open(opening(&asked)).unwrap(), true);
    fine(&mut console, "bot blue greedy");
    let noted = || asked.borrow().iter().find(|q| q.starts_with("noted: ")).cloned();
    while noted().is_none() && console.session.state().ending().is_none() {
        let hint: serde_json::Value = serde_json::from_str(&fine(&mut console, "hint greedy")).unwrap();
        // Every line of the answer stays an object.
        for line in fine(&mut console, hint["line"].as_str().unwrap()).lines() {
            assert!(line.starts_with('{'), "{line}");
        }
    }
    assert!(noted().is_some_and(|told| told.starts_with("noted: Blue (greedy): shoot ")), "{:?}", noted());
}

#[test]
fn the_same_lines_give_the_same_game() {
    let play = || {
        let mut console = console();
        let lines = ["bot blue tree 5", "pass", "step a3 to 0202", "pass", "undo --past-dice", "pass"];
        lines.map(|line| console.line(line).out).concat()
    };
    assert_eq!(play(), play());
}

#[test]
fn breaking_off_leaves_the_game_whole_and_the_program_waiting() {
    let mut console = console();
    fine(&mut console, "pass");
    let before = console.session.state().fingerprint();
    let cancel = console.session.cancel_flag().clone();
    cancel.store(true, Ordering::Relaxed);
    let told = console.line("bot blue tree 100000");
    assert_eq!(told.status, Status::Broken, "{}{}", told.out, told.err);
    assert!(told.err.contains("it is the turn of Blue: `bot go` lets tree:100000 play on"), "{}", told.err);
    cancel.store(false, Ordering::Relaxed);
    assert_eq!(console.session.state().fingerprint(), before);
    assert_eq!(fine(&mut console, "(turn())"), "= 1\n");
    assert_eq!(console.session.state().fingerprint(), before);
    fine(&mut console, "bot blue random");
    assert_eq!(side(&console), 0);
}

#[test]
fn a_command_of_the_program_that_breaks_is_told_with_whose_turn_it_is() {
    let house = "/// House: for the test\nfn pass() { if active() == sides()[1] { throw \"no\"; } prior(); }\n\
        /// House: for the test\nfn ready() { [] }\n";
    for json in [false, true] {
        let file = HouseFile { name: "broken.rhai".into(), text: house.into() };
        let opening = Opening { house: vec![(file, None)], ..opening(&Rc::default()) };
        let mut console = console_of(Session::open(opening).unwrap(), json);
        fine(&mut console, "bot blue random");
        let told = console.line("pass");
        assert_eq!(told.status, Status::Rules, "{}{}", told.out, told.err);
        let line = if json { &told.err } else { &told.out };
        assert!(line.contains("Blue (random): pass"), "{}{}", told.out, told.err);
        assert!(told.err.contains("it is the turn of Blue: `bot go` lets random play on"), "{}", told.err);
        assert_eq!(side(&console), 1);
        // It waits, so a person may look for the reason.
        assert!(!console.line("now").err.contains("broken.rhai"));
    }
}

#[test]
fn no_word_is_left_hanging_before_what_is_left_out() {
    let form = "command shoot \"shoot\" { form \"<who: units> at <whom: unit> for [<why: word>]\"; phase act; \
        check may_shoot; rule shoot_at; help \"Shoots.\"; example \"shoot a2 at b1\" }\n";
    let file = HouseFile { name: "form.units".into(), text: form.into() };
    let opening = Opening { house: vec![(file, None)], ..opening(&Rc::default()) };
    let session = Session::open(opening).unwrap();
    let bout = Bout::of_session(&session);
    for (line, short) in
        [("shoot a2 at b1 for", "shoot a2 at b1"), ("shoot a2 at b1 for duty", "shoot a2 at b1 for duty")]
    {
        let command = Move::of_text(line, &bout).unwrap();
        assert_eq!(command.line(&bout), short);
        assert_eq!(Move::of_text(short, &bout), Some(command));
    }
}

/// What would be typed could not be told apart from what is left out before it.
#[test]
fn what_stands_behind_a_parameter_that_is_left_out_is_left_out_too() {
    let house = "command aid \"aid\" { form \"<who: unit> [<where: hex>] [<much: number>]\"; phase act; rule aid; \
        choices much numbers; help \"Aids.\"; example \"aid a1\" }\n\
        rules {\n/// House: for the test\nfn aid(who, where, much) { pass(); }\n\
        /// House: for the test\nfn numbers(who, where) { [1, 2] }\n}\n";
    let mut aids = Vec::new();
    for seed in 1..4 {
        let file = HouseFile { name: "aid.units".into(), text: house.into() };
        let opening = Opening { house: vec![(file, None)], seed, ..opening(&Rc::default()) };
        let mut console = console_of(Session::open(opening).unwrap(), false);
        // A line of theirs that cannot be read would end it.
        for line in ["bot red random", "bot blue random"] {
            fine(&mut console, line);
        }
        let lines = console.session.log().iter().map(|entry| entry.line.to_string());
        aids.extend(lines.filter(|line| line.starts_with("aid")));
    }
    let words = |count: usize| aids.iter().any(|line| line.split(' ').count() == count);
    assert!(words(2) && words(3) && words(4), "{aids:?}");
}

#[test]
fn a_hint_changes_nothing() {
    let mut console = console();
    let before = console.session.records().len();
    for line in ["hint", "hint random", "hint tree 5", "hint tree:5"] {
        let told = fine(&mut console, line);
        assert!(told.contains(" for Red: "), "{told}");
    }
    assert_eq!(console.session.records().len(), before);
}

#[test]
fn a_game_of_the_program_alone_comes_to_its_end() {
    let mut console = console();
    fine(&mut console, "bot blue random");
    let told = fine(&mut console, "bot red random");
    assert!(console.session.state().ending().is_some(), "{told}");
    // No person has decided anything: undo then counts commands.
    fine(&mut console, "undo --past-dice");
    assert!(console.session.state().ending().is_none());
    fine(&mut console, "bot go");
    assert!(console.session.state().ending().is_some());
    assert_eq!(console.line("hint").status, Status::Refused);
}

#[test]
fn what_is_typed_wrong_is_told() {
    let mut console = console();
    let cases = [
        ("bot green greedy", "no side is called `green`"),
        ("bot blue clever", "players are `random`, `greedy` and `tree`, not `clever`"),
        ("bot blue gredy", "did you mean `greedy`?"),
        ("bot blue", "who plays Blue?"),
        ("bot blue greedy 5", "only `tree` takes a number"),
        ("bot blue tree 0", "`0` is no number of ways"),
        ("bot blue tree 5 6", "`6` is one word too many"),
        ("bot go", "it is the turn of that side"),
        ("hint me", "not `me`"),
    ];
    for (line, said) in cases {
        let told = console.line(line);
        assert_eq!(told.status, Status::Usage, "{line}");
        assert!(told.err.contains(said), "{line}: {}", told.err);
    }
    assert_eq!(fine(&mut console, "bot blue off"), "Blue was yours already\n");
}

#[test]
fn programs_read_who_plays_and_what_is_advised() {
    let mut console = console_of(Session::open(opening(&Rc::default())).unwrap(), true);
    fine(&mut console, "bot blue random");
    let told = fine(&mut console, "pass");
    let by: Vec<serde_json::Value> =
        told.lines().map(|l| serde_json::from_str::<serde_json::Value>(l).unwrap()["by"].clone()).collect();
    assert!(by.len() > 1 && by[0].is_null() && by[1..].iter().all(|b| b == "random"), "{by:?}");
    let hint: serde_json::Value = serde_json::from_str(&fine(&mut console, "hint")).unwrap();
    assert_eq!((&hint["side"], &hint["player"]), (&"red".into(), &"greedy".into()));
    let bots: serde_json::Value = serde_json::from_str(&fine(&mut console, "bot")).unwrap();
    assert_eq!(bots["bots"][0]["player"], "random");
}

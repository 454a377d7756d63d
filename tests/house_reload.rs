//! House files under fire: what is in force is always one whole version of a file, whatever an editor does to it.

use std::cell::RefCell;
use std::fs;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

use houserule::data::parse_line;
use houserule::diagnostic::Code;
use houserule::kernel::value::Value;
use houserule::pack::Library;
use houserule::repl::{Console, Front, Status};
use houserule::report::Style;
use houserule::session::{HouseNews, Nobody, Opening, Session};

const MANIFEST: &str = "pack small \"Small\" { version 1.0.0; start begin }\nproperty game x 0\nphase p \"p\"\n\
    attribute ATT \"attack\"\ncommand act \"act\" { form \"\"; rule act; help \"acts\"; example \"act\" }\n\
    unit man \"Man\" { ATT 1 }\nterrain clear \"Clear\"\n\
    scenario one \"One\" { map { hexes flat odd 2 x 2; base clear }\n side a \"A\"\n units a { man m at 0101 } }\n";
const RULES: &str = "/// The answer.\nfn answer() { 1 }\nfn begin() { begin_phase(1, \"p\", side(\"a\")); }\n\
    fn act() { let g = game(); g.x = answer(); }\n";

fn session(folder: &Path) -> Session {
    let pack = folder.join("packs/small");
    fs::create_dir_all(pack.join("rules")).unwrap();
    fs::write(pack.join("manifest.pack"), MANIFEST).unwrap();
    fs::write(pack.join("rules/10.rhai"), RULES).unwrap();
    Session::open(opening(folder)).unwrap_or_else(|t| panic!("{t:#?}"))
}

/// The game of the small pack in a folder, saved nowhere.
fn opening(folder: &Path) -> Opening {
    Opening {
        library: Library::of_folders([folder.join("packs")]),
        pack: "small".to_owned(),
        scenario: None,
        house: Vec::new(),
        seed: 1,
        asker: Rc::new(RefCell::new(Nobody)),
        cancel: Arc::default(),
        journal: None,
    }
}

fn answer(session: &mut Session) -> i64 {
    match session.evaluate("(answer())").unwrap().0 {
        Value::Int(number) => number,
        other => panic!("{other:?}"),
    }
}

#[test]
fn who_takes_a_game_up_is_told_of_a_house_file_that_is_gone_and_it_counts_again_once_it_is_back() {
    let folder = tempfile::tempdir().unwrap();
    let mut session = session(folder.path());
    let file = folder.path().join("mine.rhai");
    let name = file.to_str().unwrap().to_owned();
    fs::write(&file, "fn answer() { prior() + 10 }").unwrap();
    session.add_house(&name).unwrap();
    let records = session.records().to_vec();
    fs::remove_file(&file).unwrap();

    let mut warnings = Vec::new();
    let mut session =
        Session::replay(records, opening(folder.path()), &mut warnings).unwrap_or_else(|t| panic!("{t:#?}"));
    let news = session.poll_house();
    assert!(matches!(&news[..], [HouseNews::Gone(gone)] if **gone == name), "{news:?}");
    assert!(session.poll_house().is_empty(), "told once");
    assert_eq!(answer(&mut session), 11, "its last text stays in force");

    fs::write(&file, "fn answer() { prior() + 20 }").unwrap();
    session.reload_house();
    assert_eq!(answer(&mut session), 21);
}

#[test]
fn a_changed_file_is_in_force_and_a_broken_one_leaves_the_old() {
    let folder = tempfile::tempdir().unwrap();
    let mut session = session(folder.path());
    let file = folder.path().join("mine.rhai");
    let name = file.to_str().unwrap().to_owned();
    fs::write(&file, "fn answer() { prior() + 10 }").unwrap();
    session.add_house(&name).unwrap();
    assert_eq!(answer(&mut session), 11);

    fs::write(&file, "fn answer() { prior() + ").unwrap();
    let news = session.poll_house();
    assert!(
        matches!(&news[..], [HouseNews::Refused(_, t)] if t.code() == Some(Code::SCRIPT_SYNTAX)),
        "{news:?}"
    );
    assert_eq!(answer(&mut session), 11, "the old one stays in force");
    assert!(session.poll_house().is_empty(), "told once");

    fs::write(&file, "fn answer() { 42 }").unwrap();
    assert!(matches!(&session.poll_house()[..], [HouseNews::Reloaded(_)]));
    assert_eq!(answer(&mut session), 42);
    session.undo(1, false).unwrap();
    assert_eq!(answer(&mut session), 11, "a reload is a step like any other");

    session.remove_house(&name).unwrap();
    assert_eq!(answer(&mut session), 1);
}

#[test]
fn what_a_change_of_a_house_file_came_to_is_shown_before_the_line_is_carried_out() {
    let folder = tempfile::tempdir().unwrap();
    let mut session = session(folder.path());
    let file = folder.path().join("mine.rhai");
    fs::write(&file, "fn answer() { prior() + 10 }").unwrap();
    session.add_house(file.to_str().unwrap()).unwrap();
    let front = Front { style: Style::default(), json: false, verbose: false, interactive: false };
    let mut console = Console::new(session, front);
    for (text, news) in
        [("fn answer() {", "the old rules stay in force"), ("fn answer() { 3 }", "is in force")]
    {
        fs::write(&file, text).unwrap();
        let mut shown = Vec::new();
        console.line_with("act", &mut |told| shown.push(told));
        assert_eq!(shown.len(), 2, "{shown:?}");
        assert!((shown[0].out.clone() + &shown[0].err).contains(news), "{shown:?}");
        assert_eq!((shown[1].status, shown[1].err.as_str()), (Status::Fine, ""), "{shown:?}");
    }
}

#[test]
fn the_list_of_house_files_tells_what_has_become_of_each_since_it_was_read() {
    let folder = tempfile::tempdir().unwrap();
    let mut session = session(folder.path());
    let file = folder.path().join("mine.rhai");
    let good = "fn answer() { prior() + 10 }";
    fs::write(&file, good).unwrap();
    session.add_house(file.to_str().unwrap()).unwrap();
    let front = Front { style: Style::default(), json: false, verbose: false, interactive: false };
    let mut console = Console::new(session, front);
    console.front.style.width = usize::MAX;
    let in_force = |console: &mut Console| {
        let told = console.line("house").out;
        let line = told.lines().find_map(|line| line.strip_prefix("in force: ")).unwrap();
        line.split_once("mine.rhai").unwrap().1.to_owned()
    };
    assert_eq!(in_force(&mut console), "");
    fs::write(&file, "fn answer() {").unwrap();
    assert_eq!(in_force(&mut console), "; the file is wrong now, and its text before that is in force");
    fs::write(&file, good).unwrap();
    assert_eq!(in_force(&mut console), "", "it says again what is in force");
    fs::remove_file(&file).unwrap();
    assert_eq!(in_force(&mut console), "; the file is gone, and its last text is in force");
    fs::write(&file, "fn answer() { prior() + 20 }").unwrap();
    console.line("house reload");
    console.line("undo");
    assert_eq!(in_force(&mut console), "; the file has changed: `house reload` puts it into force");
}

#[test]
fn a_board_without_a_hex_that_a_property_holds_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let mut session = session(folder.path());
    let [data, rules, board] =
        ["held.units", "mine.rhai", "small.units"].map(|name| folder.path().join(name));
    fs::write(&data, "property game held nothing\n").unwrap();
    fs::write(&rules, "fn act() { let g = game(); g.held = [hex(\"0201\")]; }").unwrap();
    let small = "scenario one \"One\" {\n map { hexes flat odd 1 x 2; base clear }\n side a \"A\"\n units a { man m at 0101 }\n}\n";
    fs::write(&board, small).unwrap();
    session.add_house(data.to_str().unwrap()).unwrap();
    session.add_house(rules.to_str().unwrap()).unwrap();
    session.command("act", &parse_line("act").unwrap()).unwrap();
    let refused = session.add_house(board.to_str().unwrap()).unwrap_err();
    assert_eq!(refused.code(), Some(Code::BAD_HEX), "{refused:?}");
    assert!(format!("{refused:?}").contains("hex 0201 is held in a property"), "{refused:?}");
    session.undo(1, false).unwrap();
    session.add_house(board.to_str().unwrap()).unwrap();
}

/// A session file names house files and cannot hold two texts of one.
#[test]
fn an_exported_game_in_which_a_house_file_was_changed_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let mut session = session(folder.path());
    let (file, play) = (folder.path().join("mine.rhai"), folder.path().join("again.play"));
    fs::write(&file, "fn answer() { prior() + 10 }").unwrap();
    session.add_house(file.to_str().unwrap()).unwrap();
    let front = Front { style: Style::default(), json: false, verbose: false, interactive: false };
    let mut console = Console::new(session, front);
    let mut say = |line: &str| console.line(line).out;
    say("act");
    let export = format!("export \"{}\" --force", play.display());
    assert!(!say(&export).contains("changed in the game"));
    fs::write(&file, "fn answer() { 3 }").unwrap();
    say("act");
    assert!(say(&export).contains("with the text of now"));
    assert!(fs::read_to_string(&play).unwrap().contains("\n# a house file was changed here"));
    say("undo 2");
    assert!(!say(&export).contains("changed in the game"));
}

#[test]
fn a_house_file_that_is_deleted_stays_in_force_and_is_told_once() {
    let folder = tempfile::tempdir().unwrap();
    let session = session(folder.path());
    let (file, play) = (folder.path().join("mine.rhai"), folder.path().join("again.play"));
    let front = Front { style: Style::default(), json: false, verbose: false, interactive: false };
    let mut console = Console::new(session, front);
    let mut say = |line: &str| console.line(line).out;
    fs::write(&file, "fn answer() { prior() + 10 }").unwrap();
    say(&format!("house add \"{}\"", file.display()));
    let export = format!("export \"{}\" --force", play.display());
    assert!(!say(&export).contains("gone"));
    fs::remove_file(&file).unwrap();
    let told = say("(answer())");
    assert!(
        told.contains("mine.rhai is gone: its last text stays in force") && told.contains("11"),
        "{told}"
    );
    assert!(!say("(answer())").contains("gone"));
    let told = say(&export);
    assert!(told.contains("mine.rhai is gone, and the session cannot be run without it"), "{told}");
    // Once it is there again it is watched as before.
    fs::write(&file, "fn answer() { 3 }").unwrap();
    assert!(say("(answer())").contains("has changed and is in force"));
    assert!(!say(&export).contains("gone"));
}

#[test]
fn a_house_file_that_is_no_text_any_more_is_told_once_and_stays_in_force() {
    let folder = tempfile::tempdir().unwrap();
    let mut session = session(folder.path());
    let file = folder.path().join("mine.rhai");
    fs::write(&file, "fn answer() { prior() + 10 }").unwrap();
    session.add_house(file.to_str().unwrap()).unwrap();
    fs::write(&file, b"\xff\xfef\0n\0").unwrap();
    // Until it has rested for a moment it may be half of something.
    let mut news = Vec::new();
    for _ in 0..50 {
        news.extend(session.poll_house());
    }
    assert!(matches!(&news[..], [HouseNews::Unreadable(..)]), "told once: {news:?}");
    assert_eq!(answer(&mut session), 11);
    fs::write(&file, "fn answer() { prior() + 20 }").unwrap();
    session.reload_house();
    assert_eq!(answer(&mut session), 21);
}

#[test]
fn a_reload_that_was_undone_waits_until_the_file_changes_once_more() {
    let folder = tempfile::tempdir().unwrap();
    let mut session = session(folder.path());
    let file = folder.path().join("mine.rhai");
    let change = |number: i64| fs::write(&file, format!("fn answer() {{ {number} }}")).unwrap();
    change(2);
    session.add_house(file.to_str().unwrap()).unwrap();
    session.command("act", &parse_line("act").unwrap()).unwrap();
    for number in [3, 4] {
        change(number);
        assert!(matches!(&session.poll_house()[..], [HouseNews::Reloaded(_)]));
    }
    for before in [3, 2] {
        session.undo(1, false).unwrap();
        assert!(session.poll_house().is_empty(), "what was undone stays undone");
        assert_eq!(answer(&mut session), before);
    }
    assert_eq!(session.undo(1, false).unwrap(), ["act"], "the move before can be taken back");
    assert!(session.poll_house().is_empty());
    session.redo(3).unwrap();
    assert_eq!(answer(&mut session), 4, "redo puts it into force");
    session.undo(1, false).unwrap();
    assert!(session.poll_house().is_empty());
    assert!(matches!(&session.reload_house()[..], [HouseNews::Reloaded(_)]), "unless it is asked for");
    assert_eq!(answer(&mut session), 4);

    session.undo(1, false).unwrap();
    change(2);
    session.poll_house();
    change(4);
    assert!(matches!(&session.poll_house()[..], [HouseNews::Reloaded(_)]), "it has changed once more");
    assert_eq!(answer(&mut session), 4);
}

#[test]
fn an_override_of_nothing_is_refused_with_what_was_meant() {
    let folder = tempfile::tempdir().unwrap();
    let mut session = session(folder.path());
    let file = folder.path().join("typo.rhai");
    fs::write(&file, "fn anwser() { 2 }").unwrap();
    let trouble = session.add_house(file.to_str().unwrap()).unwrap_err();
    assert_eq!(trouble.code(), Some(Code::OVERRIDES_NOTHING));
    assert_eq!(answer(&mut session), 1);
    assert!(session.house().is_empty());
}

#[test]
fn every_answer_is_that_of_a_whole_version_while_the_file_is_rewritten() {
    let folder = tempfile::tempdir().unwrap();
    let mut session = session(folder.path());
    let file = folder.path().join("mine.rhai");
    let text = |n: i64| format!("// {}\nfn answer() {{ {n} + {n} }}\n", "x".repeat(2000));
    fs::write(&file, text(1)).unwrap();
    session.add_house(file.to_str().unwrap()).unwrap();
    let writer = {
        let file = file.clone();
        std::thread::spawn(move || {
            for n in 0..200_i64 {
                match n % 3 {
                    // Truncate and write in two goes; write beside and rename; delete and create.
                    0 => {
                        fs::write(&file, &text(n)[..1000]).unwrap();
                        fs::write(&file, text(n)).unwrap();
                    }
                    1 => {
                        let beside = file.with_extension("new");
                        fs::write(&beside, text(n)).unwrap();
                        fs::rename(&beside, &file).unwrap();
                    }
                    _ => {
                        let _ = fs::remove_file(&file);
                        fs::write(&file, text(n)).unwrap();
                    }
                }
            }
        })
    };
    for _ in 0..10 {
        session.poll_house();
        let answer = answer(&mut session);
        assert!(answer % 2 == 0 && (0..400).contains(&answer), "{answer} is of no version");
    }
    writer.join().unwrap();
    std::thread::sleep(std::time::Duration::from_millis(250));
    session.poll_house();
    assert_eq!(answer(&mut session), 398, "the last version is in force at the end");
}

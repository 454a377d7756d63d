//! Saved games by the names that players give them: taken up, looked at, written over or not.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use tempfile::TempDir;

/// A folder in which the program runs, with the packs of the tests.
struct Table(TempDir);

/// What a run of the program came to: its exit status and what it told.
struct Ran {
    status: i32,
    out: String,
    err: String,
}

impl Table {
    fn new() -> Table {
        Table(TempDir::new().unwrap())
    }

    fn at(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.at(name)).unwrap()
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_houserule"));
        command.args(arguments).current_dir(self.0.path()).stdin(Stdio::null());
        command.env("HOUSERULE_HOME", self.at("home")).env("TERM", "xterm");
        command.env("HOUSERULE_PACKS", Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures"));
        for name in ["NO_COLOR", "CLICOLOR_FORCE", "FORCE_COLOR", "HOUSERULE_ASCII", "HOUSERULE_PLAIN", "CI"]
        {
            command.env_remove(name);
        }
        command
    }

    fn run(&self, arguments: &[&str]) -> Ran {
        ran(self.command(arguments).output().unwrap())
    }

    fn pipe(&self, arguments: &[&str], input: &str) -> Ran {
        let piped = || Stdio::piped();
        let mut child =
            self.command(arguments).stdin(piped()).stdout(piped()).stderr(piped()).spawn().unwrap();
        // The program may leave before it has read everything.
        let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
        ran(child.wait_with_output().unwrap())
    }
}

fn ran(output: Output) -> Ran {
    let [out, err] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    Ran { status: output.status.code().unwrap_or(-1), out, err }
}

#[test]
fn a_saved_game_that_somebody_plays_is_not_written_over() {
    let table = Table::new();
    let game = ["play", "skiffs", "--no-journal", "-e", "save friday.journal"];
    assert_eq!(table.run(&game).status, 0);
    let before = table.read("friday.journal");
    let played = fs::File::open(table.at("friday.journal")).unwrap();
    played.lock().unwrap();
    for force in ["", " --force"] {
        let line = format!("save friday.journal{force}");
        let told = table.run(&["play", "skiffs", "--no-journal", "-e", "note later", "-e", &line]);
        assert!(told.status != 0 && told.err.contains("E0605"), "{}{}", told.out, told.err);
        assert!(told.err.contains("save this game under another name"), "{}", told.err);
    }
    assert_eq!(table.read("friday.journal"), before);
    drop(played);
    assert_eq!(table.run(&game).status, 0);
}

#[test]
fn a_saved_game_is_known_by_what_is_in_it() {
    let table = Table::new();
    let begun = table.run(&[
        "play",
        "skiffs",
        "-e",
        "row a1 0202",
        "-e",
        "shoot a1 at b1 --dice 1,2",
        "-e",
        "save evening",
    ]);
    assert_eq!((begun.status, begun.err.as_str()), (0, ""), "{}", begun.out);
    for game in ["evening", "./evening"] {
        for arguments in [
            &["odds", game, "shoot b1 at a1", "--first", "done"][..],
            &["play", game, "-e", "log"],
            &["play", "--resume", game, "-e", "log"],
            &["map", game],
            &["points", game],
            &["why", game],
        ] {
            let ran = table.run(arguments);
            // The pack has no points, and says so of itself.
            let has_no_points = arguments[0] == "points" && ran.err.contains("worth");
            assert!(ran.status == 0 || has_no_points, "{arguments:?}: {}{}", ran.out, ran.err);
        }
    }
    assert!(table.run(&["play", "evening", "-e", "log"]).out.contains("[2] row a1 0202"));
    assert!(table.run(&["why", "evening"]).out.contains("[3] shoot a1 at b1"));
    // A pack goes before a file of its name, which has a path as well.
    fs::rename(table.at("evening"), table.at("skiffs")).unwrap();
    assert!(!table.run(&["play", "skiffs", "-e", "log"]).out.contains("row a1 0202"));
    assert!(table.run(&["play", "./skiffs", "-e", "log"]).out.contains("row a1 0202"));
    // What is no saved game is told as before.
    fs::write(table.at("text"), "no game\n").unwrap();
    assert!(table.run(&["map", "text"]).err.contains("no pack is called `text`"));
    for file in ["nofile", "./nofile", "nofile.journal"] {
        let none = table.run(&["play", "--resume", file, "-e", "now"]);
        assert_eq!(none.status, 4, "{}", none.err);
        assert!(none.err.contains("cannot be read"), "{}", none.err);
    }
}

#[test]
fn a_game_that_was_left_at_once_hides_none_that_was_played() {
    let table = Table::new();
    assert_eq!(table.pipe(&["play", "skiffs", "--seed", "4"], "row a1 0202\n").status, 0);
    assert_eq!(table.pipe(&["play", "skiffs", "--seed", "9"], "now\n").status, 0);
    assert!(table.run(&["play", "--resume", "-e", "log"]).out.contains("row a1 0202"));
    assert!(table.run(&["play", "skiffs", "--resume", "-e", "now --json"]).out.contains("\"seed\":4"));
    // Where none was played the last one goes on.
    let other = Table::new();
    assert_eq!(other.pipe(&["play", "skiffs", "--seed", "9"], "now\n").status, 0);
    assert!(other.run(&["play", "--resume", "-e", "now --json"]).out.contains("\"seed\":9"));
}

#[test]
fn saved_games_and_reports_are_written_over_nothing_else() {
    let table = Table::new();
    let play = |line: &str| table.run(&["play", "skiffs", "-e", "row a1 0202", "-e", line]);
    let forms = [
        "save x",
        "export x.md",
        "export x.html",
        "export x.json",
        "export x.jsonl",
        "export x.play",
        "ruling save x.units",
    ];
    for form in forms {
        let file = form.rsplit(' ').next().unwrap();
        // A page, a text, a session that somebody has written.
        for text in [
            "<!doctype html>\n<p>mine\n",
            "mine\n",
            "# Scenario: skiffs/lagoon\nnow\n",
            "{\"mine\": 1}\n",
            "[\n{\"mine\": 1}\n]\n",
            "[\n",
        ] {
            fs::write(table.at(file), text).unwrap();
            let refused = play(form);
            assert!(refused.status == 4 && refused.err.contains("E0607"), "{form}: {}", refused.err);
            assert!(refused.err.contains("`--force` writes over it"), "{form}: {}", refused.err);
            assert_eq!(table.read(file), text, "{form}");
        }
        assert_eq!(play(&format!("{form} --force")).status, 0, "{form}");
        let written = table.read(file);
        assert_ne!(written, "{\"mine\": 1}\n", "{form}");
        // Its own is written over, and so is an empty file.
        assert_eq!(play(form).status, 0, "{form}");
        fs::write(table.at(file), "").unwrap();
        assert_eq!(play(form).status, 0, "{form}");
        assert!(!table.read(file).is_empty());
    }
    assert_eq!(table.run(&["run", "x.play"]).status, 0);
    assert!(table.run(&["play", "x", "-e", "log"]).out.contains("row a1 0202"));
}

#[test]
fn a_game_is_never_copied_over_the_file_that_it_is_saved_in() {
    let table = Table::new();
    assert_eq!(table.run(&["play", "skiffs", "-e", "save friday"]).status, 0);
    for line in ["save friday", "save ./friday --force"] {
        let refused = table.run(&["play", "--resume", "friday", "-e", line]);
        assert!(refused.status == 4 && refused.err.contains("as it goes"), "{}", refused.err);
    }
    assert_eq!(table.run(&["play", "--resume", "friday", "-e", "row a1 0202"]).status, 0);
    assert!(table.run(&["play", "--resume", "friday", "-e", "log"]).out.contains("row a1 0202"));
}

#[test]
fn whatever_goes_wrong_with_a_line_is_told_in_objects_where_json_is_asked() {
    let table = Table::new();
    let told = |arguments: &[&str], input: &str| {
        let ran = table.pipe(&[&["play", "skiffs", "--no-journal", "--json"], arguments].concat(), input);
        let lines = ran.out.lines().chain(ran.err.lines());
        lines.for_each(|line| {
            assert!(serde_json::from_str::<Value>(line).is_ok_and(|v| v["schema"].is_string()), "{line}")
        });
        ran.err.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()).collect::<Vec<_>>()
    };
    let mistyped = told(&[], "now\n  rwo a1 0202\n");
    assert_eq!(mistyped[0]["code"], "E0701");
    let stopped = &mistyped[1];
    assert_eq!(stopped["schema"], "houserule.stopped/1");
    assert_eq!(
        [&stopped["file"], &stopped["line"], &stopped["column"], &stopped["status"]],
        ["stdin", "2", "3", "2"]
            .map(|v| serde_json::from_str(v).unwrap_or_else(|_| Value::from(v)))
            .each_ref()
    );
    let unanswered = told(&["--real-dice"], "shoot a1 at b1\n");
    assert_eq!(
        (&unanswered[0]["code"], &unanswered[1]["schema"]),
        (&"E0705".into(), &"houserule.stopped/1".into())
    );
    let refused = told(&["-e", "shoot b1 at a1"], "");
    assert_eq!(refused.len(), 1);
    assert_eq!(refused[0]["text"], "this line was refused");
    let docs = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/json.md")).unwrap();
    assert!(docs.contains("houserule.stopped/1"));
}

#[test]
fn what_is_said_beside_a_saved_game_is_done_or_refused() {
    let table = Table::new();
    assert_eq!(
        table.run(&["play", "skiffs", "--seed", "3", "-e", "row a1 0202", "-e", "save friday"]).status,
        0
    );
    let whole = table.read("friday");
    for (arguments, told) in [
        (&["play", "--resume", "friday", "--house", "full-crews"][..], "`house add full-crews` in the game"),
        (&["play", "--resume", "friday", "--seed", "4"], "`seed 4` in the game"),
        (&["play", "duel", "--resume", "friday"], "is a game of `skiffs/lagoon`, not of `duel`"),
        (&["play", "skiffs/elsewhere", "--resume", "friday"], "not of `skiffs/elsewhere`"),
        (&["play", "--scenario", "elsewhere", "--resume", "friday"], "not of `elsewhere`"),
        (&["play", "friday", "--seed", "4"], "`seed 4` in the game"),
        (&["play", "friday", "--resume", "saturday"], "cannot both be taken up"),
        (&["play", "friday", "--new"], "`--new` begins another"),
    ] {
        let refused = table.run(&[arguments, &["-e", "row b1 0402"]].concat());
        assert_eq!(refused.status, 2, "{arguments:?}: {}{}", refused.out, refused.err);
        assert!(refused.err.contains(told), "{arguments:?}: {}", refused.err);
        assert_eq!(table.read("friday"), whole, "{arguments:?}");
    }
    // What says the same again contradicts nothing.
    for beside in [&["play", "skiffs"][..], &["play", "skiffs/lagoon", "--seed", "3"]] {
        let ran = table.run(&[beside, &["--resume", "friday", "-e", "log"]].concat());
        assert!(ran.status == 0 && ran.out.contains("row a1 0202"), "{beside:?}: {}", ran.err);
    }
    // Dice that people throw are for any game; that is saved with it, once.
    for _ in 0..2 {
        let real = table.run(&["play", "--resume", "friday", "--real-dice", "-e", "dice"]);
        assert!(
            real.status == 0 && real.out.contains("all sides, all rolls: real"),
            "{}{}",
            real.out,
            real.err
        );
    }
    assert_eq!(table.read("friday").matches("real").count(), 1);
    assert!(table.run(&["play", "--resume", "friday", "-e", "dice"]).out.contains("all rolls: real"));
}

#[test]
fn a_game_that_is_taken_up_without_a_journal_is_left_as_it_is() {
    let table = Table::new();
    assert_eq!(table.run(&["play", "skiffs", "-e", "save friday"]).status, 0);
    let whole = table.read("friday");
    for torn in [&whole[..], &whole[..whole.len() - 5]] {
        fs::write(table.at("friday"), torn).unwrap();
        for named in [&["play", "--resume", "friday"][..], &["play", "friday"]] {
            let lines = ["--no-journal", "--real-dice", "-e", "row a1 0202", "-e", "log"];
            let ran = table.run(&[named, &lines].concat());
            assert!(ran.status == 0 && ran.out.contains("row a1 0202"), "{named:?}: {}{}", ran.out, ran.err);
            assert_eq!(table.read("friday"), torn, "{named:?}");
        }
    }
}

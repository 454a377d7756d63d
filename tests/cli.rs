//! The program as it is run: arguments, streams, files and exit status.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use tempfile::TempDir;

/// A folder of its own for each test, with a copy of the packs that the tests are about.
struct Table {
    folder: TempDir,
}

/// What a run of the program came to.
struct Ran {
    status: i32,
    out: String,
    err: String,
}

impl From<Output> for Ran {
    fn from(output: Output) -> Self {
        Ran {
            status: output.status.code().unwrap_or(-1),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

impl Table {
    fn new() -> Table {
        let table = Table { folder: TempDir::new().unwrap() };
        copy(
            Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/skiffs").as_path(),
            &table.at("packs/skiffs"),
        );
        table
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
        self.prepared(Command::new(env!("CARGO_BIN_EXE_houserule")), arguments)
    }

    fn prepared(&self, mut command: Command, arguments: &[&str]) -> Command {
        command.args(arguments).current_dir(self.folder.path()).stdin(Stdio::null());
        command
            .env("HOUSERULE_HOME", self.at("home"))
            .env("HOUSERULE_PACKS", self.at("packs"))
            .env("TERM", "xterm");
        for name in [
            "NO_COLOR",
            "CLICOLOR_FORCE",
            "FORCE_COLOR",
            "HOUSERULE_ASCII",
            "HOUSERULE_PLAIN",
            "CI",
            "INSTA_UPDATE",
        ] {
            command.env_remove(name);
        }
        command
    }

    fn run(&self, arguments: &[&str]) -> Ran {
        self.command(arguments).output().unwrap().into()
    }

    /// The same where no byte can be written to a file, as on a full disk.
    #[cfg(unix)]
    fn run_without_room(&self, arguments: &[&str]) -> Ran {
        let mut shell = Command::new("sh");
        shell.args(["-c", "trap '' XFSZ; ulimit -f 0; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_houserule")]);
        self.prepared(shell, arguments).output().unwrap().into()
    }

    fn pipe(&self, arguments: &[&str], input: &str) -> Ran {
        let mut child = self
            .command(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // The program may leave before it has read everything.
        let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
        child.wait_with_output().unwrap().into()
    }

    fn journals(&self) -> Vec<PathBuf> {
        let entries = fs::read_dir(self.at("home/games")).into_iter().flatten().filter_map(Result::ok);
        let mut found: Vec<PathBuf> = entries.map(|e| e.path()).collect();
        found.sort();
        found
    }
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}

#[test]
fn answers_are_taken_back_but_never_past_what_chance_has_shown() {
    let table = Table::new();
    let lines = "dice real\nshoot a1 at b1\n?\n3 9\n1 2\nwave a1\nback\nhelp\nundo\nred white blue\n2\n\
                 shoot a1 at b1\nr\nlog\n";
    let ran = table.pipe(&["play", "skiffs", "--seed", "7", "--keep-going"], lines);
    assert!(ran.out.contains("type the 2 faces in the order asked for, 1 to 6 each"), "{}", ran.out);
    assert!(ran.out.contains("a d6 has no 9") && ran.out.contains("; `?` helps"), "{}", ran.out);
    // Nothing was typed in that command yet; an option may be called by the beginning of its name.
    assert_eq!(ran.out.matches("there is nothing to take back").count(), 2, "{}", ran.out);
    assert!(ran.out.contains("type the number of an option, 1 to 2, or its name"), "{}", ran.out);
    assert!(ran.out.contains("a1 waves a white flag"), "{}", ran.out);
    // Two dice one by one: the first is taken back, and what the program throws is not.
    let rule = "fn wave(skiff) {\n    let one = roll(1, 6, \"shot\", skiff.side, \"one\");\n    \
                let two = roll(1, 6, \"shot\", skiff.side, \"two\");\n    say(`${one} and ${two}`);\n    \
                choose(skiff.side, \"which\", [\"red\", \"white\"]);\n}\n";
    table.write("wave.rhai", rule);
    let lines = "dice real\nwave a1\n2\n3\nback\nback\n4\n5\nred, white\nwave a1\n6\nr\nback\nwhite\n";
    let ran = table.pipe(&["play", "skiffs", "--seed", "7", "--house", "wave.rhai"], lines);
    assert!(ran.out.contains("taken back: 3") && ran.out.contains("taken back: 2"), "{}", ran.out);
    assert!(ran.out.contains("4 and 5") && !ran.out.contains("2 and 3"), "{}", ran.out);
    assert!(ran.out.contains("not asked for, and passed over: white"), "{}", ran.out);
    assert_eq!(ran.out.matches("there is nothing to take back").count(), 1, "{}", ran.out);
    // What the one player has decided stands once the other has, and nobody names options for another.
    let rule = "fn wave(skiff) {\n    for who in [\"a1\", \"b1\", \"b1\", \"a1\"] {\n        let side = unit(who).side;\n        \
                say(`${side}: ${choose(side, \"which\", [\"red\", \"white\"])}`);\n    }\n}\n";
    table.write("wave.rhai", rule);
    let lines = "wave a1\nred, white\nred, white\nback\nback\nback\nred, red\nwhite\n";
    let both = table.pipe(&["play", "skiffs", "--seed", "7", "--house", "wave.rhai"], lines);
    assert!(both.out.contains("not asked for, and passed over: white"), "{}", both.out);
    assert_eq!(both.out.matches("taken back: ").count(), 2, "{}", both.out);
    assert_eq!(both.out.matches("there is nothing to take back").count(), 1, "{}", both.out);
    let journal = fs::read_to_string(&table.journals()[1]).unwrap();
    assert!(journal.contains("wave a1"), "{journal}");
    assert_eq!(
        table.run(&["play", "--resume", table.journals()[1].to_str().unwrap(), "-e", "log"]).status,
        0
    );
}

/// Lines of every kind: commands, questions with their answers, expressions, refusals, undo.
const SCRIPT: &str = "\
# Scenario: skiffs/lagoon
# Seed: 7
now
units
map
terrain
row a1 0202
try row a1 0603
shoot a1 at b1 --dice 1,2
expect outcome miss
why
undo --past-dice
redo
wave a1
2
dice real
shoot a1 at b1
?
3 5
dice auto
done
(turn() + 1)
expect (turn() == 1
  && active() == side(\"blue\"))
house add full-crews
shoot b1 at a1 --dice 1,1,1
rules
rules origin CREW
house remove full-crews
set a1 CREW 3 --because \"a swimmer\"
ruling
note the sun goes down
mark dusk
done
shoot a2 at b2
seed
dice stats
log
goto dusk --past-dice
help shoot
explain E0304
los 0101 0304
branches
";

#[test]
fn the_same_lines_give_the_same_bytes_however_they_come() {
    let table = Table::new();
    table.write("evening.play", SCRIPT);
    assert!(SCRIPT.lines().count() > 30);
    let run = table.run(&["run", "evening.play"]);
    assert_eq!((run.status, run.err.as_str()), (0, ""), "{}", run.out);
    let piped = table.pipe(&["play", "skiffs", "--seed", "7"], SCRIPT);
    let mut lines = vec!["play", "skiffs", "--seed", "7"];
    lines.extend(SCRIPT.lines().flat_map(|l| ["-e", l]));
    let given = table.run(&lines);
    assert_eq!(run.out, piped.out);
    assert_eq!(run.out, given.out);
    assert_eq!((piped.status, given.status), (0, 0));
    let again = table.run(&["run", "evening.play"]);
    assert_eq!(run.out, again.out);
    assert!(!run.out.contains('\x1b') && run.out.contains("a1 waves a white flag"), "{}", run.out);
}

#[test]
fn every_exit_status_has_its_case() {
    let table = Table::new();
    let play = |line: &str| table.run(&["play", "skiffs", "-e", line]);
    assert_eq!(play("now").status, 0);
    assert_eq!(play("quit").status, 0);
    assert_eq!(play("row a1 0603").status, 1, "refused");
    assert_eq!(play("expect (1 == 2)").status, 1, "expected otherwise");
    assert_eq!(play("rwo a1 0202").status, 2, "no such verb");
    assert_eq!(play("row a1 9999").status, 2, "no such hex");
    assert_eq!(play("row a9 0202").status, 2, "no such unit");
    assert_eq!(play("wave a1").status, 2, "no answer");
    assert_eq!(table.run(&["chek"]).status, 2);
    assert_eq!(table.run(&["play", "skiffs", "--bogus"]).status, 2);
    assert_eq!(table.run(&["play", "no-such-pack", "-e", "now"]).status, 3);
    assert_eq!(table.run(&["play", "skiffs/no-such-scenario", "-e", "now"]).status, 3);
    assert_eq!(table.run(&["run", "not-there.play"]).status, 4);
    assert_eq!(table.run(&["play", "--resume", "not-there.journal", "-e", "now"]).status, 4);
    assert_eq!(table.run(&["recover", "not-there.journal"]).status, 4);
    assert_eq!(play("spin").status, 5);
    table.write("packs/skiffs/rules/20-more.rhai", "fn broken( { }\n");
    assert_eq!(play("now").status, 3);
    assert_eq!(table.run(&["check", "skiffs"]).status, 3);
}

#[test]
fn slips_are_met_with_a_suggestion() {
    let table = Table::new();
    assert!(table.run(&["chek"]).err.contains("'check'"));
    assert!(table.run(&["check", "--deny-warning"]).err.contains("--deny-warnings"));
    assert!(table.run(&["play", "skifs", "-e", "now"]).err.contains("did you mean `skiffs`?"));
    assert!(table.run(&["play", "skiffs/lagon", "-e", "now"]).err.contains("did you mean `lagoon`?"));
    assert!(table.run(&["play", "skiffs", "-e", "shot a1 at b1"]).err.contains("did you mean `shoot`?"));
    assert!(
        table.run(&["play", "skiffs", "--house", "full-crew"]).err.contains("did you mean `full-crews`?")
    );
    assert!(table.run(&["explain", "E0305x"]).err.contains("did you mean `E0305`?"));
    let both = table.run(&["-e", "now", "check"]);
    assert_eq!(both.status, 2);
    assert!(both.err.contains("behind `play`"), "{}", both.err);
}

#[test]
fn the_first_error_stops_and_says_where() {
    let table = Table::new();
    let text = "# Scenario: skiffs/lagoon\nnow\n  rwo a1 0202\nnote never\n";
    table.write("slip.play", text);
    let run = table.run(&["run", "slip.play"]);
    assert_eq!(run.status, 2);
    assert!(run.err.contains("--> slip.play:3:3"), "{}", run.err);
    assert!(run.err.contains("slip.play:3:3: this line was not understood"), "{}", run.err);
    assert!(!run.out.contains("noted"));
    let piped = table.pipe(&["play", "skiffs"], text);
    assert!(piped.err.contains("--> stdin:3:3"), "{}", piped.err);
    assert_eq!(piped.out, run.out);
    let given = table.run(&["play", "skiffs", "-e", "now", "-e", "row a1 0603", "-e", "note never"]);
    assert!(given.err.contains("-e:2:1: this line was refused"), "{}", given.err);
    assert!(given.out.contains("0603 is not next to a1") && !given.out.contains("noted"));
}

#[test]
fn keep_going_goes_on_and_ends_with_the_worst() {
    let table = Table::new();
    table.write(
        "slips.play",
        "# Scenario: skiffs/lagoon\nrow a1 0603\nrwo\nrow a1 0101\nrow a1 0603\nnote still here\n",
    );
    let run = table.run(&["run", "slips.play", "--keep-going"]);
    assert_eq!(run.status, 2);
    assert!(run.out.contains("noted"));
    for place in ["slips.play:2:1", "slips.play:3:1", "slips.play:5:1"] {
        assert!(run.err.contains(place), "{place}: {}", run.err);
    }
}

#[test]
fn a_bracket_may_stay_open_over_lines() {
    let table = Table::new();
    let run = table.pipe(&["play", "skiffs"], "now\nexpect (1 +\n  1 == 3)\n");
    assert_eq!(run.status, 1);
    assert!(run.err.contains("--> stdin:2:8"), "{}", run.err);
    let ruling = "ruling fn shots_of(skiff) {\n  4\n} --because agreed\nshoot a1 at b1 --dice 1,1,1,1\n";
    let run = table.pipe(&["play", "skiffs"], ruling);
    assert_eq!(run.status, 0, "{}{}", run.out, run.err);
}

#[test]
fn a_new_pack_is_right_from_the_start() {
    let table = Table::new();
    let new = table.run(&["new", "pack", "duel"]);
    assert_eq!((new.status, new.err.as_str()), (0, ""), "{}", new.out);
    let check = table.run(&["check", "./duel", "--deny-warnings"]);
    assert_eq!((check.status, check.err.as_str()), (0, ""));
    assert!(check.out.starts_with("duel: 11 rules, 1 scenario, 4 ids, no mistakes"), "{}", check.out);
    let test = table.run(&["test", "duel"]);
    assert_eq!((test.status, test.out.as_str()), (0, "1 session: 1 passed\n"));
    let world = table.run(&["new", "pack", "far-shore", "--extends", "skiffs"]);
    assert_eq!((world.status, world.err.as_str()), (0, ""), "{}", world.out);
    assert_eq!(table.run(&["check", "./far-shore", "--deny-warnings"]).status, 0);
    assert_eq!(table.run(&["test", "./far-shore"]).status, 0);
    assert_eq!(table.run(&["new", "pack", "duel"]).status, 4, "never over what is there");
    assert_eq!(table.run(&["new", "pack", "No Name"]).status, 2);
}

#[test]
fn a_pack_is_meant_in_its_own_folder() {
    let table = Table::new();
    assert_eq!(table.run(&["new", "pack", "duel"]).status, 0);
    let there = |arguments: &[&str]| {
        Ran::from(table.command(arguments).current_dir(table.at("duel")).output().unwrap())
    };
    for test in [&["test", "."][..], &["test"]] {
        let test = there(test);
        assert_eq!((test.status, test.out.as_str(), test.err.as_str()), (0, "1 session: 1 passed\n", ""));
    }
    for check in [&["check", "."][..], &["check"]] {
        assert!(there(check).out.contains("11 rules, 1 scenario"));
    }
    assert!(there(&["play", "--no-journal", "-e", "units"]).out.contains("Champion"));
    // A world finds the pack that it stands on beside it.
    assert_eq!(table.run(&["new", "pack", "rematch", "--extends", "./duel"]).status, 0);
    let world = table.command(&["test", "."]).current_dir(table.at("rematch")).output().unwrap();
    assert_eq!(Ran::from(world).status, 0);
}

#[test]
fn a_game_of_a_pack_by_its_path_is_taken_up_from_anywhere() {
    let table = Table::new();
    for new in [&["new", "pack", "duel"][..], &["new", "pack", "rematch", "--extends", "./duel"]] {
        assert_eq!(table.run(new).status, 0);
    }
    let begun = table.pipe(&["play", "./rematch"], "step r2 0203\n");
    assert_eq!((begun.status, begun.err.as_str()), (0, ""), "{}", begun.out);
    std::fs::create_dir(table.at("elsewhere")).unwrap();
    for (folder, what) in
        [("elsewhere", &["--resume"][..]), ("rematch", &["--resume"]), ("", &["--resume", "./rematch"])]
    {
        let mut resume = table.command(&[&["play"], what, &["-e", "log"]].concat());
        let resumed = Ran::from(resume.current_dir(table.at(folder)).output().unwrap());
        assert!(
            resumed.status == 0 && resumed.out.contains("step r2 0203"),
            "{folder}: {}{}",
            resumed.out,
            resumed.err
        );
    }
}

#[test]
fn a_game_that_cannot_be_saved_says_how_to_play_without() {
    let table = Table::new();
    // What should be a folder is a file.
    table.write("home", "in the way");
    let run = table.pipe(&["play", "skiffs"], "now\n");
    assert!(
        run.status == 4 && run.err.contains("E0607") && run.err.contains("`--no-journal`"),
        "{}",
        run.err
    );
    assert_eq!(table.pipe(&["play", "skiffs", "--no-journal"], "now\n").status, 0);
}

#[test]
fn a_finding_is_run_from_anywhere() {
    let table = Table::new();
    assert_eq!(table.run(&["new", "pack", "duel"]).status, 0);
    table.write("wrong.rhai", "/// House: wrong\nfn tie(unit, enemy) { let none = []; outcome(none[1]); }\n");
    let there = |arguments: &[&str], folder: &str| {
        Ran::from(table.command(arguments).current_dir(table.at(folder)).output().unwrap())
    };
    let fuzz = there(&["fuzz", ".", "--house", "../wrong.rhai", "--games", "8"], "duel");
    assert_eq!(fuzz.status, 1, "{}{}", fuzz.out, fuzz.err);
    let found: Vec<PathBuf> =
        fs::read_dir(table.at("duel")).unwrap().map(|entry| entry.unwrap().path()).collect();
    let name = |path: &Path| path.file_name().unwrap().to_str().unwrap().to_owned();
    let found = found.into_iter().find(|path| name(path).starts_with("duel-first-fuzz-")).unwrap();
    for folder in ["", "duel", "packs"] {
        let run = there(&["run", found.to_str().unwrap()], folder);
        assert!(run.status == 3 && run.err.contains("E0401"), "{folder}: {}{}", run.out, run.err);
    }
}

#[test]
fn what_broke_is_run_from_anywhere_wherever_it_was_saved() {
    let table = Table::new();
    assert_eq!(table.run(&["new", "pack", "duel"]).status, 0);
    table.write("wrong.rhai", "/// House: wrong\nfn tie(unit, enemy) { let none = []; outcome(none[1]); }\n");
    let other = TempDir::new().unwrap();
    let other = other.path().join("found");
    for folder in ["found/here", other.to_str().unwrap()] {
        let fuzz = table.run(&["fuzz", "./duel", "--house", "wrong.rhai", "--games", "8", "--save", folder]);
        assert_eq!(fuzz.status, 1, "{}{}", fuzz.out, fuzz.err);
        let sim =
            table.run(&["sim", "./duel", "--house", "wrong.rhai", "--games", "30", "--failures", folder]);
        assert_eq!(sim.status, 1, "{}{}", sim.out, sim.err);
        let saved: Vec<PathBuf> =
            fs::read_dir(table.at(folder)).unwrap().map(|entry| entry.unwrap().path()).collect();
        for of in ["-fuzz-", "-game-"] {
            let session = saved.iter().find(|path| path.to_str().unwrap().contains(of)).unwrap();
            for place in ["", "duel"] {
                let mut run = table.command(&["run", session.to_str().unwrap()]);
                let run = Ran::from(run.current_dir(table.at(place)).output().unwrap());
                assert!(run.status == 3 && run.err.contains("E0401"), "{place}: {}{}", run.out, run.err);
            }
        }
    }
}

#[cfg(unix)]
#[test]
fn what_has_no_end_is_not_read() {
    let table = Table::new();
    for read in [
        &["run", "/dev/zero"][..],
        &["why", "/dev/zero"],
        &["sim", "merge", "/dev/zero"],
        &["recover", "/dev/zero"],
        &["play", "--resume", "/dev/zero", "-e", "now"],
    ] {
        let ran = table.run(read);
        assert_ne!(ran.status, 0, "{read:?}: {}", ran.out);
        assert!(ran.err.contains("/dev/zero"), "{read:?}: {}", ran.err);
    }
    for (read, why) in [("run", "it is a device"), ("recover", "it is no file")] {
        let ran = table.run(&[read, "/dev/zero"]);
        assert!(ran.status == 4 && ran.err.contains(why), "{read}: {}", ran.err);
    }
    // A pipe ends where it is closed.
    let piped = table.pipe(&["run", "/dev/stdin"], "# Scenario: skiffs/lagoon\nnow\n");
    assert!(piped.status == 0 && piped.out.contains("Turn 1"), "{}{}", piped.out, piped.err);
}

#[cfg(unix)]
#[test]
fn a_full_disk_leaves_nothing_half_made_behind() {
    let table = Table::new();
    let grounds = "terrain sand \"Sand\" { symbol y }\nterrain silt \"Silt\" { symbol z }\n";
    table.write("packs/skiffs/sands.units", grounds);
    let untidy = "change unit skiff {\nCREW = 4 }\n";
    table.write("untidy.units", untidy);
    let session = "packs/skiffs/tests/a_shot_sinks.play";
    let longer = table.read(session) + "note one line more\n";
    table.write(session, &longer);
    let names = |folder: &str| -> Vec<String> {
        let entries = fs::read_dir(table.at(folder)).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    };
    let all = || [names("."), names("packs/skiffs/tests")];
    let before = all();
    let board = ["new", "board", "bare.map", "--on", "skiffs", "--size", "3x4"];
    let written = [
        &board[..],
        &["new", "house", "mine.rhai", "--on", "skiffs"],
        &["new", "pack", "duel"],
        &["fmt", "untidy.units"],
        &["test", "skiffs"],
        &["test", "skiffs", "--accept"],
    ];
    for write in written {
        let ran = table.run_without_room(write);
        assert!(ran.status == 4 && ran.err.contains("E0607"), "{write:?}: {}{}", ran.out, ran.err);
        assert_eq!(all(), before, "{write:?}");
    }
    assert_eq!(table.read("untidy.units"), untidy);
    for write in written.iter().filter(|write| write[0] != "test") {
        let ran = table.run(write);
        assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{write:?}");
    }
}

#[test]
fn a_new_house_rule_is_right_from_the_start() {
    let table = Table::new();
    for name in ["mine.rhai", "mine.units", "packs/skiffs/house/mine.rhai"] {
        let new = table.run(&["new", "house", name, "--on", "skiffs"]);
        assert_eq!((new.status, new.err.as_str()), (0, ""), "{}", new.out);
        let check = table.run(&["check", name, "--on", "skiffs"]);
        assert_eq!(
            (check.status, check.err.as_str()),
            (0, ""),
            "{name}: {}",
            fs::read_to_string(table.at(name)).unwrap()
        );
        assert_eq!(table.run(&["play", "skiffs", "--house", name, "-e", "shoot a1 at b1"]).status, 0);
    }
    assert_eq!(table.run(&["check", "skiffs"]).status, 0);
    assert_eq!(table.run(&["new", "house", "mine.txt", "--on", "skiffs"]).status, 2);
}

#[test]
fn a_new_board_is_the_patchwork_of_its_seed_and_can_be_played_on() {
    let table = Table::new();
    let ponds = "terrain water \"Water\" { symbol . }\nterrain reeds \"Reeds\" { symbol # }
        unit skiff \"Skiff\" { symbol s }
        map pond { hexes flat odd 4 x 4; base water }
        scenario ponds { map pond; side amber; side blue; units amber { skiff a1 } units blue { skiff b1 } }";
    table.write("packs/skiffs/scenarios/ponds.scenario", ponds);
    let board = ["new", "board", "mine.map", "--on", "skiffs/ponds", "--size", "7x5", "--seed", "5"];
    let new = table.run(&board);
    assert_eq!((new.status, new.err.as_str()), (0, ""));
    assert!(
        new.out.contains("map `pond`, 32 hexes") && new.out.contains("3 hexes; 6 or 8 have one"),
        "{}",
        new.out
    );
    // 32 hexes are all paired.
    assert!(!new.out.contains("its own half turn"), "{}", new.out);
    assert!(table.read("mine.map").contains("every hex lies where one of the other kind was"));
    let odd = table.run(&["new", "board", "odd.map", "--on", "skiffs/ponds", "--size", "5x5", "--seed", "5"]);
    let text = table.read("odd.map");
    for told in [&odd.out, &text] {
        assert!(told.contains("0303 in the middle is its own half turn: by the seed it is "), "{told}");
    }
    assert!(text.contains("every hex but one lies where"), "{text}");
    assert!(text.starts_with("// houserule new board --on skiffs/ponds --size 5x5 --seed 5"), "{text}");
    assert_eq!(table.run(&["fmt", "odd.map", "--check"]).status, 0);
    // What is told to be typed next shows it.
    table.write(
        "packs/skiffs/sands.units",
        "terrain sand \"Sand\" { symbol y }\nterrain silt \"Silt\" { symbol z }\n",
    );
    let bare = table.run(&["new", "board", "bare.map", "--on", "skiffs", "--size", "3x4"]);
    assert!(bare.out.contains("  houserule map skiffs/bare --house bare.map\n"), "{}", bare.out);
    assert_eq!(table.run(&["map", "skiffs/bare", "--house", "bare.map"]).status, 0);
    let alone = table.run(&["map", "bare.map"]);
    assert!(
        alone.status == 2 && alone.err.contains("`houserule map PACK/bare --house bare.map`"),
        "{}",
        alone.err
    );
    let twice = table.run(&["new", "board", "w.map", "--on", "skiffs/ponds", "--terrain", "reeds,reeds"]);
    assert_eq!(twice.status, 2);
    assert!(twice.err.contains("`reeds,reeds` is the same terrain twice"), "{}", twice.err);
    assert_eq!(table.run(&["fmt", "mine.map", "--check"]).status, 0);
    let check = table.run(&["check", "mine.map", "--on", "skiffs/ponds"]);
    assert_eq!(check.err, "");
    assert_eq!(check.out, "mine.map: another map `pond` (7 x 5, 32 hexes), on skiffs, no mistakes\n");
    let seeded = "map pond { hexes flat odd 7 x 5; patchwork water reeds seed 5 }";
    table.write("seeded.map", seeded);
    let map = |house: &str| table.run(&["play", "skiffs/ponds", "--house", house, "-e", "map"]).out;
    assert!(map("mine.map").contains("0705"), "{}", map("mine.map"));
    assert_eq!(map("mine.map"), map("seeded.map"), "the rows are what the seed gives");
    assert_eq!(table.run(&board).status, 4, "never over what is there");
    let large =
        table.run(&["new", "board", "large.map", "--on", "skiffs/ponds", "--size", "200x200", "--pointy"]);
    assert_eq!((large.status, large.err.as_str()), (0, ""));
    for wrong in
        [["--size", "7"], ["--size", "0x5"], ["--grain", "0"], ["--terrain", "water"], ["--size", "999x999"]]
    {
        let run = table.run(&[&["new", "board", "wrong.map", "--on", "skiffs/ponds"], &wrong[..]].concat());
        assert!(run.status == 2 && run.err.contains("help"), "{wrong:?}: {}", run.err);
    }
    // In the pack itself it is one more, by the name of its file.
    let own = "packs/skiffs/scenarios/loch.map";
    let drawn = table.run(&["new", "board", own, "--on", "skiffs/ponds"]);
    assert!(
        drawn.out.contains("map `loch`") && drawn.out.contains("  houserule map skiffs/loch\n"),
        "{}",
        drawn.out
    );
    assert!(drawn.out.contains("`map loch` in a scenario of skiffs is played on it"), "{}", drawn.out);
    assert_eq!(table.run(&["map", "skiffs/loch"]).status, 0);
    // What lies in a folder of house rules stands in for that of the scenario; a folder that is not there yet is one of the pack.
    let house = table.run(&["new", "board", "packs/skiffs/house/b.map", "--on", "skiffs/ponds"]);
    assert!(
        house.out.contains("map `pond`") && house.out.contains("--house packs/skiffs/house/b.map"),
        "{}",
        house.out
    );
    let far = table.run(&["new", "board", "packs/skiffs/new/far/mere.map", "--on", "skiffs/ponds"]);
    assert!(
        far.out.contains("map `mere`") && far.out.contains("`map mere` in a scenario of skiffs"),
        "{}",
        far.out
    );
    assert_eq!(table.run(&["map", "skiffs/mere"]).status, 0);
    let taken = table.run(&["new", "board", "packs/skiffs/pond.map", "--on", "skiffs"]);
    assert!(taken.status == 2 && taken.err.contains("skiffs has a map `pond` already"), "{}", taken.err);
    let unknown = table.run(&["new", "board", "w.map", "--on", "skiffs/ponds", "--terrain", "water,reds"]);
    assert!(unknown.err.contains("`reeds`"), "{}", unknown.err);
    assert_eq!(
        table.run(&["new", "board", "w.map", "--on", "skiffs/lagoon"]).status,
        2,
        "its map is its own"
    );
    // On what a board fits that is too small for all of a pack is told with the scenario.
    table.write("packs/skiffs/tarn.map", "map tarn { hexes flat odd 4 x 4; base sand }");
    let game = |name: &str, place: &str| {
        let text = format!(
            "unit punt \"Punt\" {{ symbol p }}\nscenario {name} {{ map tarn; side amber; side blue; units amber {{ punt a1{place} }} units blue {{ punt b1 }} }}"
        );
        table.write(&format!("packs/skiffs/scenarios/{name}.scenario"), &text);
    };
    game("shallow", "");
    game("deep", " at 0404");
    table.run(&[
        "new",
        "board",
        "small.map",
        "--on",
        "skiffs/shallow",
        "--size",
        "2x2",
        "--terrain",
        "sand,silt",
    ]);
    let check = table.run(&["check", "small.map"]);
    let told = format!("{}{}", check.out, check.err);
    assert!(check.status == 3 && told.contains("`check small.map --on skiffs/shallow`"), "{told}");
    assert_eq!(table.run(&["check", "small.map", "--on", "skiffs/shallow"]).status, 0);
}

#[test]
fn what_changes_a_unit_of_a_scenario_is_told_with_the_scenario() {
    let table = Table::new();
    table.write("mine.units", "change unit a1 CREW += 1");
    let told = table.run(&["check", "mine.units", "--on", "skiffs"]);
    assert_eq!((told.status, told.err.as_str()), (0, ""), "{}", told.out);
    assert_eq!(told.out, "mine.units: unit `a1` changed for itself in lagoon, on skiffs, no mistakes\n");
    let told = table.run(&["check", "mine.units", "--on", "skiffs/lagoon"]);
    assert_eq!(told.out, "mine.units: unit `a1` changed for itself, on skiffs, no mistakes\n");
    table.write("mine.units", "change unit a1 CREW += 1\nchange unit b2 CREW += 1");
    let told = table.run(&["check", "mine.units", "--on", "skiffs"]);
    assert!(told.out.contains("units `a1` and `b2` changed for themselves in lagoon,"), "{}", told.out);
    // What is wrong with it is known only there.
    table.write("mine.units", "change unit a1 CREW += 1000");
    let told = table.run(&["check", "mine.units", "--on", "skiffs"]);
    assert_eq!((told.status, told.out.as_str()), (3, "mine.units: 1 mistake\n"));
    assert!(told.err.contains("`CREW` comes to"), "{}", told.err);
    // Beside something that is in force without a scenario, too.
    table.write("mine.units", "terrain mud \"Mud\" { symbol y }\nchange unit a1 CREW += 1000");
    let told = table.run(&["check", "mine.units", "--on", "skiffs"]);
    assert_eq!((told.status, told.out.as_str()), (3, "mine.units: 1 mistake\n"));
    table.write("mine.units", "// Nothing.\n");
    let told = table.run(&["check", "mine.units", "--on", "skiffs"]);
    assert_eq!(told.out, "mine.units: nothing, on skiffs, no mistakes\n");
}

#[test]
fn commands_that_would_hide_those_of_the_program_are_told() {
    let table = Table::new();
    let commands = "command Odds { alias map q; form \"<skiff: unit> <target: unit>\"; rule shoot }";
    table.write("mine.units", commands);
    let told = table.run(&["check", "mine.units", "--on", "skiffs"]);
    assert_eq!((told.status, told.out.as_str()), (3, "mine.units: 3 mistakes\n"), "{}", told.err);
    assert!(told.err.contains("error[E0107]: `Odds` is a command of the program already"), "{}", told.err);
    assert!(told.err.contains("in every game it draws the map"), "{}", told.err);
    // No game takes them in: not from its start, nor later.
    let told = table.run(&["play", "skiffs", "--house", "mine.units", "-e", "map"]);
    assert!(
        told.status == 3 && told.err.contains("`map` is a command of the program already"),
        "{}",
        told.err
    );
    let told = table.pipe(&["play", "skiffs", "--house", "mine.units"], "now\n");
    assert!(told.status == 3 && table.journals().is_empty(), "{}", told.err);
    let told = table.run(&["play", "skiffs", "-e", "house add mine.units", "-e", "help map"]);
    assert!(
        told.status == 3 && told.err.contains("`map` is a command of the program already"),
        "{}",
        told.err
    );
    // In a pack too, and in a ready house rule once.
    table.write("packs/skiffs/house/odd.units", commands);
    let pack = table.run(&["check", "skiffs"]);
    assert!(pack.status == 3 && pack.out.contains("3 mistakes"), "{}{}", pack.out, pack.err);
    table.write("packs/skiffs/house/odd.units", "// Nothing.\n");
    table.write("packs/skiffs/odd.units", commands);
    let pack = table.run(&["check", "skiffs"]);
    assert!(pack.status == 3 && pack.out.contains("3 mistakes"), "{}{}", pack.out, pack.err);
    // It is not the house file's fault then.
    table.write("mine.units", "// Nothing.\n");
    assert_eq!(table.run(&["check", "mine.units", "--on", "skiffs"]).status, 0);
}

#[test]
fn a_session_without_a_line_is_told_by_check() {
    let table = Table::new();
    for text in ["", "# Rules: SK-1\n\n"] {
        table.write("packs/skiffs/tests/empty.play", text);
        for what in ["skiffs", "packs/skiffs/tests/empty.play"] {
            let told = table.run(&["check", what]);
            assert!(
                told.err.contains("warning[W0803]: a session without a line tests nothing"),
                "{}",
                told.err
            );
        }
    }
}

#[test]
fn a_side_of_a_saved_game_is_taken_back_beside_the_game() {
    let table = Table::new();
    let first = table.pipe(&["play", "skiffs", "--bot", "blue=random"], "row a1 0202\n");
    assert_eq!(first.status, 0, "{}", first.err);
    let played = table.pipe(&["play", "--resume", "--bot", "Blue=off"], "bot\nload friday\n");
    assert!(played.out.contains("Blue: you"), "{}{}", played.out, played.err);
    assert!(!played.out.contains("Blue is played by"), "{}", played.out);
    assert!(played.err.contains("`houserule play --resume FILE`"), "{}", played.err);
    let wrong = table.run(&["play", "--resume", "--bot", "green=off", "-e", "now"]);
    assert!(wrong.err.contains("no side is called `green`"), "{}", wrong.err);
}

#[test]
fn a_misspelt_scenario_in_a_session_is_told_by_check() {
    let table = Table::new();
    table.write("packs/skiffs/tests/lost.play", "# Rules: SK-1\n# Scenario: skiffs/lagon\nnow\n");
    for what in ["skiffs", "packs/skiffs/tests/lost.play"] {
        let told = table.run(&["check", what]);
        assert_eq!(told.status, 3, "{}{}", told.out, told.err);
        assert!(told.err.contains("error[E0505]: pack `skiffs` has no scenario `lagon`"), "{}", told.err);
        assert!(
            told.err.contains("lost.play:2:20") && told.err.contains("did you mean `lagoon`?"),
            "{}",
            told.err
        );
    }
}

#[test]
fn what_changes_a_type_of_a_scenario_is_checked_there() {
    let table = Table::new();
    // Beside what is in force everywhere, too.
    let misspelt = "terrain sand { symbol y }\nchange unit barge { CRWE += 1 }";
    for text in ["change unit barge { CRWE += 1 }", misspelt] {
        table.write("mine.units", text);
        let told = table.run(&["check", "mine.units", "--on", "skiffs"]);
        assert_eq!((told.status, told.out.as_str()), (3, "mine.units: 1 mistake\n"), "{}", told.err);
        assert!(told.err.contains("did you mean `CREW`?"), "{}", told.err);
    }
    // A ready house rule of the pack.
    table.write("packs/skiffs/house/stout.units", misspelt);
    let pack = table.run(&["check", "skiffs"]);
    assert!(pack.status == 3 && pack.err.contains("skiffs/house/stout.units:2:"), "{}", pack.err);
    table.write("packs/skiffs/house/stout.units", "terrain sand { symbol y }");
    table.write("mine.units", &misspelt.replace("CRWE", "CREW"));
    let told = table.run(&["check", "mine.units", "--on", "skiffs"]);
    let both = "1 change of data, 1 new terrain in lagoon";
    assert_eq!(told.out, format!("mine.units: {both}, on skiffs, no mistakes\n"), "{}", told.err);
}

#[test]
fn rules_that_a_waiting_change_calls_are_no_rules_that_nobody_calls() {
    let table = Table::new();
    let calls = "change unit barge { CREW = (hands(unit)) }\nrules { fn hands(u) { 2 } }";
    table.write("mine.units", calls);
    let told = table.run(&["check", "mine.units", "--on", "skiffs"]);
    assert_eq!(told.status, 0, "{}{}", told.out, told.err);
    // Where it calls another, this one is none of its.
    table.write("mine.units", &calls.replace("(hands(", "(other("));
    let told = table.run(&["check", "mine.units", "--on", "skiffs"]);
    assert!(told.status == 3 && told.err.contains("E0304"), "{}", told.err);
}

#[test]
fn rules_for_a_type_and_what_has_no_number_are_counted() {
    let table = Table::new();
    table.write("mine.units", "change unit barge { rules { fn shots_of(me) { prior(me) + 1 } } }");
    let told = table.run(&["check", "mine.units", "--on", "skiffs"]);
    assert_eq!(told.out, "mine.units: 1 rule in lagoon, on skiffs, no mistakes\n", "{}", told.err);
    let diff = ["play", "skiffs/lagoon", "--house", "mine.units", "-e", "rules diff"];
    let told = table.run(&diff);
    assert!(
        told.out.contains("rule shots_of of barge: unit barge over core skiffs (mine.units:1)"),
        "{}",
        told.out
    );
    table.write("mine.units", "phase night \"night\"\nroll gust \"gust\"\nchange terrain water { +1 CREW }");
    let told = table.run(&["check", "mine.units", "--on", "skiffs"]);
    assert!(told.out.contains("1 new phase, 1 new roll"), "{}{}", told.out, told.err);
    assert!(told.out.contains("1 change of data"), "{}", told.out);
}

#[test]
fn scenarios_of_a_house_file_are_set_up_by_check() {
    let table = Table::new();
    let early =
        "scenario early \"Early\" { map { hexes flat odd 3 x 3; base nowhere }; side amber; side blue }";
    table.write("early.units", early);
    let told = table.run(&["check", "early.units", "--on", "skiffs"]);
    assert!(
        told.status == 3 && told.err.contains("no terrain is called `nowhere`"),
        "{}{}",
        told.out,
        told.err
    );
    table.write("early.units", &early.replace("; base nowhere", ""));
    let told = table.run(&["check", "early.units", "--on", "skiffs"]);
    assert_eq!(told.status, 0, "{}{}", told.out, told.err);
    assert!(told.out.contains("1 new scenario"), "{}", told.out);
}

#[test]
fn impact_tells_sessions_in_the_number_that_fits() {
    let table = Table::new();
    let impact = || table.run(&["impact", "skiffs", "full-crews", "--games", "0"]).out;
    assert!(impact().contains("The one session of the game comes out otherwise.\n"), "{}", impact());
    table.write("packs/skiffs/tests/waits.play", "# Scenario: skiffs/lagoon\nnow\n");
    assert!(impact().contains("Of 2 sessions of the game 1 comes out otherwise.\n"), "{}", impact());
}

#[test]
fn a_board_that_the_scenario_is_not_played_on_is_told() {
    let table = Table::new();
    table.write("packs/skiffs/sedge.units", "terrain sedge \"Sedge\" { symbol y }");
    table.write("mine.map", "map mine { hexes flat odd 4 x 4; base sedge }");
    let flat = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let told = "`lagoon` is not played on `mine` of mine.map: `houserule map skiffs/mine --house mine.map` shows it, \
        and a scenario that says `map mine` is played on it";
    let begun = table.run(&["play", "skiffs/lagoon", "--house", "mine.map", "-e", "now"]);
    assert!(begun.status == 0 && flat(&begun.out).contains(told), "{}{}", begun.out, begun.err);
    let added = table.run(&["play", "skiffs/lagoon", "-e", "house add mine.map"]);
    assert!(flat(&added.out).contains(&format!("mine.map is in force {told}")), "{}", added.out);
    assert_eq!(table.run(&["map", "skiffs/mine", "--house", "mine.map"]).status, 0);
    // A map that packs have under a name can be replaced.
    let ponds = "map pond { hexes flat odd 4 x 4; base sedge }
        scenario ponds { map pond; side amber; side blue }";
    table.write("packs/skiffs/scenarios/ponds.scenario", ponds);
    let play = |house: &str| flat(&table.run(&["play", "skiffs/ponds", "--house", house, "-e", "now"]).out);
    let told = play("mine.map");
    assert!(
        told.contains("called `pond`, it takes the place of the map that `ponds` is played on"),
        "{told}"
    );
    table.write("pond.map", "map pond { hexes flat odd 5 x 5; base sedge }");
    assert!(!play("pond.map").contains("is not played on"));
}

#[test]
fn a_change_of_what_only_other_scenarios_have_is_told() {
    let table = Table::new();
    let pond = "unit raft { symbol r }
        terrain mud { symbol m }
        scenario ponds { map { hexes flat odd 4 x 4; base mud }; side amber; side blue; units amber { raft r1 at 0202 } }";
    table.write("packs/skiffs/scenarios/ponds.scenario", pond);
    table.write("mine.units", "change unit barge { CREW += 1 }\nchange terrain water { symbol w }");
    let flat = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let told =
        "`ponds` has no `barge`, `water`: what mine.units changes of that waits for a scenario that has";
    let begun = table.run(&["play", "skiffs/ponds", "--house", "mine.units", "-e", "now"]);
    assert!(begun.status == 0 && flat(&begun.out).contains(told), "{}{}", begun.out, begun.err);
    let added = table.run(&["play", "skiffs/ponds", "-e", "house add mine.units"]);
    assert!(flat(&added.out).contains(&format!("mine.units is in force {told}")), "{}", added.out);
    let there = table.run(&["play", "skiffs/lagoon", "--house", "mine.units", "-e", "now"]);
    assert!(there.status == 0 && !there.out.contains("waits for"), "{}", there.out);
}

#[test]
fn a_pack_without_a_command_is_answered_with_the_command_that_plays_it() {
    let table = Table::new();
    for game in ["skiffs", "skiffs/lagoon", "packs/skiffs"] {
        let told = table.run(&[game]);
        assert_eq!(told.status, 2);
        assert!(told.err.contains(&format!("to play it: `houserule play {game}`\n")), "{}", told.err);
    }
    for other in ["skifs", "skiff/", "/skiffs"] {
        assert!(!table.run(&[other]).err.contains("to play it"), "{other}");
    }
}

#[test]
fn a_part_of_a_command_by_itself_is_answered_with_the_whole() {
    let told = Table::new().run(&["merge", "one.json", "other.json"]);
    assert_eq!(told.status, 2);
    assert!(told.err.contains("it goes with `sim`: `houserule sim merge`\n"), "{}", told.err);
}

#[test]
fn help_for_what_is_no_command_tells_a_near_one_or_where_games_explain_theirs() {
    let table = Table::new();
    for (word, told) in [
        ("playy", "did you mean `play`?\n"),
        ("row", "commands of a game are explained in it: `houserule play GAME -e 'help COMMAND'`\n"),
    ] {
        let help = table.run(&["help", word]);
        assert!(help.status == 2 && help.err.contains(told), "{}", help.err);
    }
    // Parts of commands are none of a game.
    assert!(!table.run(&["help", "sim", "row"]).err.contains("tip"));
}

#[test]
fn help_flows_at_every_width() {
    let table = Table::new();
    for command in ["sim", "impact", "trial"] {
        let help = table.run(&[command, "--help"]).out;
        // A line ends where the next word has no room any more, or a paragraph is over.
        let prose: Vec<&str> = help.lines().skip_while(|l| !l.contains("--packs")).collect();
        for (line, next) in prose.iter().zip(&prose[1..]) {
            let flows = |l: &str| !l.is_empty() && !l.starts_with(' ') && !l.ends_with(':');
            let word = next.split(' ').next().unwrap_or_default();
            let has_room = line.len() + 1 + word.len() <= 100;
            assert!(!(flows(line) && flows(next) && has_room), "{command}: {line}");
        }
    }
}

#[test]
fn a_file_that_is_missing_is_told_as_a_file() {
    let table = Table::new();
    for check in
        [&["check", "mine.rhai", "--on", "skiffs"][..], &["check", "a/mine.units"], &["check", "x.play"]]
    {
        let told = table.run(check);
        assert_eq!(told.status, 3, "{}", told.err);
        assert!(told.err.contains(&format!("there is nothing at `{}`\n", check[1])), "{}", told.err);
    }
    assert!(table.run(&["check", "skifs"]).err.contains("no pack is called `skifs`"));
}

#[test]
fn a_house_file_is_checked_on_the_pack_that_it_fits() {
    let table = Table::new();
    table.write("mine.map", "map mine { hexes flat odd 4 x 4; base sedge }");
    let none = table.run(&["check", "mine.map"]);
    assert_eq!(none.status, 3);
    assert!(none.out.contains("`check mine.map --on PACK` looks at it on another pack"), "{}", none.out);
    table.write("packs/skiffs/units/sedge.units", "terrain sedge \"Sedge\" { symbol s }");
    let one = table.run(&["check", "mine.map"]);
    assert_eq!((one.status, one.err.as_str()), (0, ""), "{}", one.out);
    assert_eq!(one.out, "mine.map: a new map `mine` (4 x 4, 16 hexes), on skiffs, no mistakes\n");
    // Packs that have nothing to do with one another.
    let copied = |id: &str| {
        copy(&table.at("packs/skiffs"), &table.at(&format!("packs/{id}")));
        let manifest = table.read(&format!("packs/{id}/manifest.pack"));
        table.write(
            &format!("packs/{id}/manifest.pack"),
            &manifest.replace("pack skiffs", &format!("pack {id}")),
        );
    };
    copied("barges");
    let two = table.run(&["check", "mine.map"]);
    assert_eq!(two.status, 3);
    assert!(two.out.contains("it fits barges, skiffs: `check mine.map --on barges`"), "{}", two.out);
}

#[test]
fn checks_name_file_and_line_of_every_mistake() {
    let table = Table::new();
    table.write("packs/skiffs/house/wrong.units", "change unit skif { CREW = 4 }\n");
    table.write("packs/skiffs/tests/wrong.play", "# Scenario: skiffs/lagoon\nnow\nrwo a1 0202\n");
    let check = table.run(&["check", "skiffs"]);
    assert_eq!(check.status, 3);
    assert!(check.err.contains("skiffs/house/wrong.units:1:13"), "{}", check.err);
    assert!(check.err.contains("skiffs/tests/wrong.play:3:1"), "{}", check.err);
    assert!(check.err.contains("did you mean `row`?"));
    assert!(check.out.contains("skiffs: 12 rules, 1 scenario, 4 ids, 2 mistakes"), "{}", check.out);
    let one = table.run(&["check", "packs/skiffs/tests/wrong.play"]);
    assert_eq!(one.status, 3);
    // Lines that can never be understood are told without the game being played; what may be so later, or is only tried, is not.
    let lines =
        "shoot a1 b1\nshoot a1 at b1 --dise 1\nundo --foo\nluck then\nshoot a9 at b1\ntry shoot a1 b1\n";
    table.write("packs/skiffs/tests/wrong.play", &format!("# Scenario: skiffs/lagoon\n{lines}"));
    let words = table.run(&["check", "packs/skiffs/tests/wrong.play"]);
    assert!(words.out.contains("6 lines, 4 mistakes"), "{}{}", words.out, words.err);
    for place in ["2:10", "3:18", "4:8", "5:6"] {
        assert!(words.err.contains(&format!("skiffs/tests/wrong.play:{place}")), "{place}: {}", words.err);
    }
    // So are the commands that a line of the program asks about; one that `now` asks about need only be begun.
    let fine = "now\nnow shoot a1\nSHOOT a1 at b1\nwhy\nodds shoot a1 at b1, b2 | shoot a2 at b1\n\
                expect refused row a1 0000\ntry now then\n";
    let wrong = "now then\nnow shoot a1 b1 b2\nwhy not shot a1\nodds shoot a1 at b1 | row a1\n\
                 expect refused row\nexpect P(hit) == 1/2 for shoot a1\nbest P(hit) for shoot a1 at b1 | shot a1 at b1\n";
    table.write("packs/skiffs/tests/wrong.play", &format!("# Scenario: skiffs/lagoon\n{fine}{wrong}"));
    let within = table.run(&["check", "packs/skiffs/tests/wrong.play"]);
    assert!(within.out.contains("14 lines, 7 mistakes"), "{}{}", within.out, within.err);
    for place in ["9:5", "10:14", "11:9", "12:29", "13:19", "14:34", "15:34"] {
        assert!(within.err.contains(&format!("skiffs/tests/wrong.play:{place}")), "{place}: {}", within.err);
    }
    assert!(
        within.err.contains("no command is called `then`") && within.err.contains("did you mean `shoot`?")
    );
    // A house rule that the head names may have commands; one that comes later may change those that there are.
    let hail =
        "command hail \"hail\" { form \"<skiff: unit>\"; rule wave; help \"Hails.\"; example \"hail a1\" }\n";
    table.write("packs/skiffs/house/hail.units", hail);
    table.write("other.units", "change value sinks = 3\n");
    table.write(
        "packs/skiffs/tests/wrong.play",
        "# Scenario: skiffs/lagoon\n# House: hail\nhail a1\nhail\nhouse add other.units\nshoot a1 b1\n",
    );
    let hailed = table.run(&["check", "packs/skiffs/tests/wrong.play"]);
    assert!(hailed.out.contains("4 lines, 1 mistake"), "{}{}", hailed.out, hailed.err);
    assert!(hailed.err.contains("skiffs/tests/wrong.play:4:5"), "{}", hailed.err);
    fs::remove_file(table.at("packs/skiffs/house/hail.units")).unwrap();
    table.write("packs/skiffs/stray.xyz", "");
    fs::remove_file(table.at("packs/skiffs/house/wrong.units")).unwrap();
    fs::remove_file(table.at("packs/skiffs/tests/wrong.play")).unwrap();
    assert_eq!(table.run(&["check", "skiffs"]).status, 0);
    assert_eq!(table.run(&["check", "skiffs", "--deny-warnings"]).status, 1);
}

#[test]
fn a_check_goes_on_behind_what_keeps_the_pack_from_loading() {
    let table = Table::new();
    let (manifest, lagoon) = ("packs/skiffs/manifest.pack", "packs/skiffs/scenarios/lagoon.scenario");
    let whole = table.read(manifest);
    table.write(lagoon, &table.read(lagoon).replace("skiff a1", "skif a1"));
    table.write("packs/skiffs/rules/99-open.rhai", "fn drift(unit) {\n    if unit.CREW > 1 {\n}\n");
    table.write("packs/skiffs/house/wrong.units", "change unit skif { CREW = 4 }\n");
    let lines = || -> Vec<String> {
        let told = table.run(&["check", "skiffs"]).err;
        let places = told.lines().filter_map(|line| line.trim_start().strip_prefix("--> skiffs/"));
        places.map(|place| place.rsplit_once(':').unwrap().0.to_owned()).collect()
    };
    let rest = ["rules/99-open.rhai:1", "scenarios/lagoon.scenario:13", "house/wrong.units:1"];
    assert_eq!(lines(), rest);
    // Beside the manifest's own.
    table.write(manifest, &whole.replace("version 0.2.0", "versoin 0.2.0"));
    assert_eq!(lines(), [&["manifest.pack:2", "manifest.pack:3"], &rest[..]].concat());
    // What does not tell what it builds on has no names that could be unknown, but every file has a form.
    table.write(lagoon, "scenario lagoon {");
    for line in ["extends nowhere", "extneds nowhere"] {
        table.write(manifest, &whole.replace("  version", &format!("  {line}\n  version")));
        let mut told = lines();
        told.sort();
        assert_eq!(told, ["manifest.pack:3", rest[0], "scenarios/lagoon.scenario:1"], "{line}");
    }
}

#[test]
fn names_with_blanks_stand_in_quotes_in_commands_that_are_told() {
    let table = Table::new();
    let begun = table.run(&["new", "house", "my rules.units", "--on", "skiffs"]);
    assert_eq!(
        begun.out,
        "my rules.units begun for skiffs\n  houserule check 'my rules.units' --on skiffs\n  houserule play skiffs \
         --house 'my rules.units'\n",
        "{}",
        begun.err
    );
    let lines = ["--eval", "save \"it's mine.journal\"", "--eval", "ruling save \"my rulings.units\""];
    let saved = table.run(&[&["play", "skiffs", "--no-journal"], &lines[..]].concat());
    let commands = ["`houserule play --resume 'it'\\''s mine.journal'`", "`house add \"my rulings.units\"`"];
    for command in commands {
        assert!(saved.out.contains(command), "{}{}", saved.out, saved.err);
    }
}

#[test]
fn snapshots_are_compared_accepted_and_reviewed() {
    let table = Table::new();
    let session = "packs/skiffs/tests/a_shot_sinks.play";
    let snapshot = "packs/skiffs/tests/a_shot_sinks.snap";
    assert_eq!(table.run(&["test", "skiffs"]).status, 0);
    let before = fs::read_to_string(table.at(snapshot)).unwrap();
    let text = fs::read_to_string(table.at(session)).unwrap();
    fs::write(table.at(session), format!("{text}note one line more\n")).unwrap();
    let test = table.run(&["test", "skiffs"]);
    assert_eq!(test.status, 1);
    assert!(
        test.out.contains("changed skiffs/tests/a_shot_sinks.play")
            && test.out.contains("  + > note one line more"),
        "{}",
        test.out
    );
    assert!(table.at(&format!("{snapshot}.new")).is_file());
    assert_eq!(fs::read_to_string(table.at(snapshot)).unwrap(), before);
    let list = table.run(&["review", "skiffs"]);
    assert_eq!(list.status, 0);
    assert!(
        list.out.contains("changed skiffs/tests/a_shot_sinks.snap") && list.out.contains("+ > note"),
        "{}",
        list.out
    );
    assert!(list.out.contains("1 snapshot not decided: a terminal asks"), "{}", list.out);
    assert!(table.run(&["review", "--reject"]).out.contains("1 rejected"));
    assert!(!table.at(&format!("{snapshot}.new")).exists());
    assert_eq!(table.run(&["test", "skiffs"]).status, 1);
    assert!(table.run(&["review", "--accept"]).out.contains("1 accepted"));
    assert_eq!(table.run(&["test", "skiffs"]).out, "1 session: 1 passed\n");
    assert_eq!(table.run(&["review"]).out, "nothing waits to be reviewed\n");
    // What waits is what the sessions say when it is looked at, and not what they said once.
    fs::write(table.at(session), format!("{text}note two lines more\n")).unwrap();
    assert_eq!(table.run(&["test", "skiffs"]).status, 1);
    fs::write(table.at(session), format!("{text}note one line more\n")).unwrap();
    assert!(table.run(&["review", "--accept"]).out.contains("nothing waits"));
    assert!(!table.at(&format!("{snapshot}.new")).exists());
    table.write("packs/skiffs/tests/gone.snap.new", "---\nsource: tests/gone.play\n---\nx\n");
    let told = table.run(&["review", "--accept"]);
    assert!(told.err.contains("gone.snap: it waited for a session that there is none of"), "{}", told.err);
    assert!(!table.at("packs/skiffs/tests/gone.snap").exists());
    // Of one that fails nobody can say what is to be accepted; it can be rejected.
    fs::write(table.at(session), format!("{text}note two lines more\n")).unwrap();
    assert_eq!(table.run(&["test", "skiffs"]).status, 1);
    fs::write(table.at(session), format!("{text}nonsense\n")).unwrap();
    let told = table.run(&["review", "skiffs", "--accept"]);
    assert!(told.status == 1 && told.err.contains("its session fails now"), "{}{}", told.out, told.err);
    assert!(!told.out.contains("nothing waits") && table.at(&format!("{snapshot}.new")).exists());
    assert!(table.run(&["review", "skiffs", "--reject"]).out.contains("1 rejected"));
    let none = table.run(&["test", "skiffs", "--filter", "nosuch"]);
    assert!(none.status == 2 && none.err.contains("no session has `nosuch` in its name"), "{}", none.err);
    fs::write(table.at(session), text).unwrap();
    assert_eq!(table.run(&["test", session, "--accept"]).status, 0);
    assert_eq!(fs::read_to_string(table.at(snapshot)).unwrap(), before);
}

#[test]
fn a_session_that_stops_fails_and_says_where() {
    let table = Table::new();
    table.write(
        "packs/skiffs/tests/wrong.play",
        "# Rules: SK-1\n# Scenario: skiffs/lagoon\nnow\nexpect (turn() == 2)\n",
    );
    for arguments in [&["test", "skiffs"][..], &["test", "skiffs", "--accept"]] {
        let test = table.run(arguments);
        assert_eq!(test.status, 1);
        assert!(test.out.contains("failed skiffs/tests/wrong.play:4:1"), "{}", test.out);
        assert!(test.out.contains("1 passed, 1 failed"), "{}", test.out);
    }
    assert!(!table.at("packs/skiffs/tests/wrong.snap").exists());
    assert!(table.run(&["test", "skiffs", "--filter", "sinks"]).out.contains("1 session: 1 passed"));
}

#[test]
fn without_any_of_the_known_packs_the_rest_works() {
    let table = Table::new();
    let packs = ["--packs", "packs"];
    // The program carries packs in itself; the fixture is found beside them, and a missing base is named.
    table.write(
        "packs/orphan/manifest.pack",
        "pack orphan \"An orphan\" {\n  version 1.0.0\n  extends nowhere 1.0\n}\n",
    );
    let check = table.run(&["check", "orphan"]);
    assert_eq!(check.status, 3);
    assert!(
        check.err.contains("no pack is called `nowhere`") && check.err.contains("orphan/manifest.pack:3"),
        "{}",
        check.err
    );
    let nothing = table.run(&["check", "some/where.map"]);
    assert_eq!(nothing.status, 3);
    assert!(nothing.err.contains("there is nothing at `some/where.map`"), "{}", nothing.err);
    let list = table.run(&[&["rules"][..], &packs[..1]].concat());
    assert_eq!(list.status, 0, "{}", list.err);
    assert!(list.out.contains("orphan") && list.out.contains("skiffs"), "{}", list.out);
    assert_eq!(table.run(&["version"]).status, 0);
    assert_eq!(table.run(&["play", "skiffs", "-e", "now"]).status, 0);
    assert_eq!(table.run(&["test", "skiffs"]).status, 0);
    assert_eq!(table.run(&["play", "orphan", "-e", "now"]).status, 3);
}

#[test]
fn house_files_of_the_command_line_are_told_like_those_that_are_added() {
    let table = Table::new();
    for crew in [4, 5] {
        table.write(&format!("{crew}.units"), &format!("change unit skiff {{ CREW = {crew} }}\n"));
    }
    let shoot = ["odds", "skiffs", "shoot a1 at b1", "--house", "4.units", "--house"];
    let play = ["play", "skiffs", "-e", "units", "--house", "4.units", "--house"];
    let sim = ["sim", "skiffs", "--games", "1", "--house", "4.units", "--house"];
    for command in [&shoot[..], &play, &sim] {
        let both = table.run(&[command, &["5.units"]].concat());
        assert!(both.err.contains("W0311") && !both.err.contains("error"), "{command:?}: {}", both.err);
        let twice = table.run(&[command, &["./4.units"]].concat());
        assert!(
            twice.status == 3
                && twice.err.contains("E0107")
                && twice.err.contains("says the same as `4.units`"),
            "{command:?}: {}",
            twice.err
        );
    }
    // A session with a house rule of its own, played under another: nobody asked for both.
    let session = "packs/skiffs/tests/with_a_crew.play";
    table.write(session, "# Scenario: skiffs/lagoon\n# House: ../../../4.units\nnow\n");
    let impact = table.run(&["impact", "skiffs", "5.units", "--games", "0"]);
    assert!(impact.status == 0 && impact.err.is_empty(), "{}{}", impact.out, impact.err);
    assert!(table.run(&["run", session, "--house", "5.units"]).err.contains("W0311"));
}

#[test]
fn what_impact_is_asked_wrong_is_told_before_anything_is_compared() {
    let table = Table::new();
    let none = table.run(&["impact", "skiffs", "full-crews", "--runs", "0"]);
    assert!(none.status == 2 && none.err.contains("0 is not in 1.."), "{}{}", none.out, none.err);
    for (folder, file) in [(".", "./NAME.html"), ("..", "../NAME.html")] {
        let page = table.run(&["impact", "skiffs", "full-crews", "-o", folder]);
        assert!(page.status == 2 && page.out.is_empty(), "{}{}", page.out, page.err);
        assert!(page.err.contains(&format!("help: name a file: `{file}`")), "{}", page.err);
    }
}

#[test]
fn a_wrong_answer_ends_a_file_of_lines_like_any_other_mistake() {
    let table = Table::new();
    let lines = "now\ndice real\nshoot a1 at b1\n# Mistyped.\n  3 9\n1 2\ndone\n";
    table.write("bad.play", &format!("# Scenario: skiffs/lagoon\n{lines}"));
    let told = "a d6 has no 9; nothing has changed\n";
    for (ran, place) in [
        (table.run(&["run", "bad.play"]), "bad.play:6:3"),
        (table.pipe(&["play", "skiffs", "--no-journal"], lines), "stdin:5:3"),
        (table.run(&["play", "skiffs", "--no-journal", "-e", lines]), "-e:5:3"),
    ] {
        assert_eq!(ran.status, 2, "{}{}", ran.out, ran.err);
        assert_eq!(ran.err, format!("{told}{place}: this line was not understood\n"), "{}", ran.out);
        assert!(!ran.out.contains("[3]"), "{}", ran.out);
    }
    // Who goes on is asked again, and the mistake still counts; an empty line is no answer, neither right nor wrong.
    let on = table.run(&["run", "bad.play", "--keep-going"]);
    assert!(on.status == 2 && on.out.contains("; `?` helps"), "{}{}", on.out, on.err);
    assert!(on.out.contains("shoot a1 at b1 --dice 1,2") && on.err.starts_with("bad.play:6:3"), "{}", on.err);
    table.write("bad.play", "# Scenario: skiffs/lagoon\nwave a1\n\nred\nwave a1\ngreen\n");
    let choice = table.run(&["run", "bad.play"]);
    assert!(
        choice.status == 2 && choice.err.contains("type a number from 1 to 2, or a name"),
        "{}",
        choice.err
    );
    assert!(choice.err.contains("bad.play:6:1: "), "{}", choice.err);
}

#[test]
fn an_exported_session_has_the_dice_of_the_set_up() {
    let table = Table::new();
    table.write(
        "lots.rhai",
        "/// House: lots\nfn begin_game() {\n    prior();\n    let lot = unit(\"a1\");\n    lot.hits = roll(1, 6, \"shot\", active(), \"lot\") - 1;\n}\n",
    );
    let begin = ["play", "skiffs", "--house", "lots.rhai", "--real-dice", "--no-journal"];
    let lines = "2\nwave a1\nred\nexport lots.play\nsave lots\n(unit(\"a1\").hits)\n";
    let played = table.pipe(&begin, lines);
    assert!(played.status == 0 && played.out.ends_with("1\n"), "{}{}", played.out, played.err);
    let session = table.read("lots.play");
    assert!(session.contains("\n# Set-up: --dice 2\n"), "{session}");
    for seed in ["1", "2", "3"] {
        let again = ["run", "lots.play", "--seed", seed];
        table.write("lots.play", &format!("{session}expect (unit(\"a1\").hits == 1)\n"));
        let again = table.run(&again);
        assert_eq!(again.status, 0, "{}{}", again.out, again.err);
    }
}

#[test]
fn folders_of_packs_that_are_not_there_are_told() {
    let table = Table::new();
    let typed = table.run(&["play", "skiffs", "--packs", "pakcs", "-e", "now"]);
    assert!(typed.status == 2 && typed.err.contains("there is no folder `pakcs`"), "{}", typed.err);
    let told = |arguments: &[&str]| {
        let mut command = table.command(arguments);
        let paths = std::env::join_paths([table.at("packs"), table.at("gone")]).unwrap();
        Ran::from(command.env("HOUSERULE_PACKS", paths).output().unwrap())
    };
    let played = told(&["play", "skiffs", "--no-journal", "-e", "now"]);
    assert!(played.status == 0 && played.err.starts_with("warning["), "{}", played.err);
    assert!(played.err.contains("`HOUSERULE_PACKS` names") && played.err.contains("gone"), "{}", played.err);
    assert_eq!(told(&["dice", "2d6"]).err, "");
}

#[test]
fn a_pack_that_there_is_not_is_called_as_it_was_typed() {
    let table = Table::new();
    for (typed, told) in [("/skiffs", "`/skiffs`"), ("/", "`/`"), ("skifs/", "`skifs`")] {
        let ran = table.run(&["play", typed, "-e", "now"]);
        assert!(ran.status == 3 && ran.err.contains(told) && !ran.err.contains("``"), "{typed}: {}", ran.err);
    }
}

#[test]
fn check_takes_what_may_answer_a_question_for_no_mistake() {
    let table = Table::new();
    let check = |lines: &str| {
        table.write("a.play", &format!("# Scenario: skiffs/lagoon\n{lines}"));
        table.run(&["check", "a.play"])
    };
    // A choice, with an answer that is wrong and one that is right; dice that people throw.
    let fine = check("wave a1\n7\n# A comment.\nred\ndice real\nshoot a1 at b1\n3 5\nr\n=9\n");
    assert!(fine.status == 0, "{}{}", fine.out, fine.err);
    // Nothing asks here, or what asks has been answered by a command since; and a command that is misspelt is none.
    let wrong = check("now\n7\nwave a1\nred\ndone\n3 5\nwave a1\nrwo a1 0202\n");
    assert!(wrong.out.contains("3 mistakes"), "{}{}", wrong.out, wrong.err);
    for place in ["a.play:3:1", "a.play:7:1", "a.play:9:1"] {
        assert!(wrong.err.contains(place), "{place}: {}", wrong.err);
    }
}

#[test]
fn the_head_of_a_session_says_each_thing_once_and_nothing_else() {
    let table = Table::new();
    table.write("a.play", "# Scenario: skiffs/lagoon\n# Seed: 1\n# Seed: 2\nnow\n");
    for command in ["run", "check"] {
        let told = table.run(&[command, "a.play"]);
        assert!(told.status == 3 && told.err.contains("a.play:3:3"), "{command}: {}", told.err);
        assert!(told.err.contains("says `Seed` once"), "{command}: {}", told.err);
    }
    // What is all but the word is no comment, or another game would be played.
    table.write("a.play", "# Scnario: skiffs/lagoon\nnow\n");
    for (command, status) in [("run", 2), ("check", 3)] {
        let told = table.run(&[command, "a.play"]);
        assert!(told.status == status && told.err.contains("a.play:1:3"), "{command}: {}", told.err);
        assert!(told.err.contains("did you mean `Scenario`?"), "{command}: {}", told.err);
    }
    let head = "# Scenario: skiffs/lagoon\n# Dice: real\n# Sceanrios: x\n# Sand: it slows\n# see: below\n# House 1: mine\n";
    table.write("a.play", &format!("{head}now\n"));
    let told = table.run(&["check", "a.play"]);
    assert!(told.status == 0 && told.out.contains("2 warnings"), "{}{}", told.out, told.err);
    assert!(told.err.contains("`Dice`") && told.err.contains("did you mean `Scenario`?"), "{}", told.err);
    assert_eq!(table.run(&["run", "a.play"]).status, 0);
}

#[test]
fn commands_without_a_form_or_a_phase_are_told_without_gaps() {
    let table = Table::new();
    table.write("quiet.units", "command hush \"hush\" { rule spin; help \"Nothing.\"; example \"hush\" }\n");
    let told = table.run(&["rules", "diff", "skiffs", "skiffs+quiet.units"]);
    assert!(told.out.contains("command hush: new, carried out by spin ("), "{}{}", told.out, told.err);
}

#[test]
fn real_dice_are_thrown_from_the_first_on() {
    let table = Table::new();
    table.write(
        "lots.rhai",
        "/// House: lots\nfn begin_game() { prior(); say(`lot ${roll(1, 6, \"shot\", active(), \"the lot\")}`); }\n",
    );
    let begin = ["play", "skiffs", "--house", "lots.rhai", "--real-dice"];
    let begun = table.pipe(&begin, "5\nlog\n");
    assert!(begun.status == 0 && begun.out.contains("lot 5"), "{}{}", begun.out, begun.err);
    let again = table.run(&["play", "--resume", "-e", "why 1", "-e", "dice"]);
    assert!(again.out.contains("real"), "{}{}", again.out, again.err);

    // Where nobody throws them there is no game, and nothing to take up.
    fs::remove_dir_all(table.at("home/games")).unwrap();
    assert_ne!(table.pipe(&begin, "").status, 0);
    assert_eq!(table.journals(), Vec::<PathBuf>::new());

    // The plug is pulled while the first die is asked for: the header is written, and nothing else.
    assert_eq!(table.pipe(&begin, "5\n").status, 0);
    let journal = &table.journals()[0];
    let whole = fs::read(journal).unwrap();
    let lines: Vec<&[u8]> = whole.split_inclusive(|b| *b == b'\n').collect();
    fs::write(journal, lines[..2].concat()).unwrap();
    let again = table.pipe(&["play", "--resume"], "3\nlog\n");
    assert!(again.status == 0 && again.out.contains("lot 3"), "{}{}", again.out, again.err);
    let log = table.run(&["play", "--resume", "-e", "why 1"]);
    assert_eq!(log.status, 0, "{}", log.err);
}

#[test]
fn a_killed_game_goes_on_where_it_was() {
    let table = Table::new();
    let mut child = table
        .command(&["play", "skiffs", "--seed", "3"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"row a1 0202\nshoot a1 at b1\n").unwrap();
    // What is printed is durable: the second result has been seen before the kill.
    let mut seen = String::new();
    let mut output = std::io::BufReader::new(child.stdout.take().unwrap());
    while !seen.contains("[3]") {
        assert_ne!(std::io::BufRead::read_line(&mut output, &mut seen).unwrap(), 0, "{seen}");
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let journals = table.journals();
    assert_eq!(journals.len(), 1);
    assert!(journals[0].ends_with("skiffs-lagoon-1.journal"), "{journals:?}");

    let log = table.run(&["play", "--resume", "-e", "log"]);
    assert_eq!((log.status, log.err.as_str()), (0, ""), "{}", log.out);
    assert!(log.out.contains("[2] row a1 0202") && log.out.contains("[3] shoot a1 at b1"), "{}", log.out);
    assert_eq!(table.run(&["play", "--resume", "-e", "done"]).status, 0);
    let log = table.run(&["play", "--resume", journals[0].to_str().unwrap(), "-e", "log"]);
    assert!(log.out.contains("[4] done"), "{}", log.out);
    assert!(table.run(&["play", "--resume", "skiffs", "-e", "log"]).out.contains("[4] done"));

    let whole = fs::read(&journals[0]).unwrap();
    fs::write(&journals[0], &whole[..whole.len() - 9]).unwrap();
    let torn = table.run(&["play", "--resume", "-e", "log"]);
    assert_eq!(torn.status, 0);
    assert!(torn.err.contains("W0602"), "{}", torn.err);
    assert!(torn.out.contains("[3] shoot") && !torn.out.contains("[4] done"), "{}", torn.out);

    let mut damaged = whole.clone();
    damaged[30] ^= 1;
    fs::write(&journals[0], &damaged).unwrap();
    assert_eq!(table.run(&["play", "--resume", journals[0].to_str().unwrap(), "-e", "log"]).status, 4);
    let lines: Vec<&[u8]> = whole.split_inclusive(|b| *b == b'\n').collect();
    let mut damaged = lines[..2].concat();
    damaged.extend_from_slice(b"0123456789abcdef {}\n");
    damaged.extend_from_slice(&lines[3..].concat());
    fs::write(table.at("hurt.journal"), &damaged).unwrap();
    let recovered = table.run(&["recover", "hurt.journal"]);
    assert_eq!(recovered.status, 0, "{}", recovered.err);
    assert!(table.at("hurt-recovered.journal").is_file());
    let log = table.run(&["play", "hurt-recovered.journal", "-e", "log"]);
    assert_eq!(log.status, 0, "{}", log.err);
}

#[test]
fn only_games_are_kept() {
    let table = Table::new();
    table.write("a.play", "# Scenario: skiffs/lagoon\nnow\n");
    table.run(&["run", "a.play"]);
    table.run(&["play", "skiffs", "-e", "now"]);
    table.pipe(&["play", "skiffs", "--no-journal"], "now\n");
    assert!(table.journals().is_empty());
    table.pipe(&["play", "skiffs"], "done\n");
    table.pipe(&["play", "skiffs"], "done\n");
    assert_eq!(table.journals().len(), 2);
    let none = table.run(&["play", "--resume", "-e", "now", "skiffs/elsewhere"]);
    assert_eq!(none.status, 2, "{}", none.err);
}

#[test]
fn house_rules_at_the_head_stand_beside_the_file_or_in_the_pack() {
    let table = Table::new();
    let text = "# Scenario: skiffs/lagoon\n# House: full-crews\n# House: more.units\nshoot a1 at b1 --dice 1,1,1,1\n";
    table.write("games/a.play", text);
    table.write("games/more.units", "change unit skiff { CREW += 1 }\n");
    let run = table.run(&["run", "games/a.play"]);
    assert_eq!(run.status, 0, "{}{}", run.out, run.err);
    let why = table.run(&["why", "games/a.play"]);
    assert_eq!(why.status, 0);
    assert!(why.out.contains("a friend") && why.out.contains("games/more.units:1"), "{}", why.out);
    assert_eq!(table.run(&["why", "games/a.play", "99"]).status, 2);
    assert!(why.out.contains("`why --all` shows them"), "{}", why.out);
    let all = table.run(&["why", "games/a.play", "--all"]);
    assert!(all.status == 0 && !all.out.contains("shows them"), "{}{}", all.out, all.err);
    assert!(all.out.lines().count() > why.out.lines().count(), "{}", all.out);
    // What stands before a mistake is explained, the set-up of a file that is no session is not.
    table.write("games/half.play", "# Scenario: skiffs/lagoon\nrow a1 0202\nrwo a1 0203\n");
    let half = table.run(&["why", "games/half.play"]);
    assert!(
        half.status == 2 && half.out.contains("row a1 0202") && half.err.contains("E0701"),
        "{}{}",
        half.out,
        half.err
    );
    table.write("games/none.json", "{\"schema\": 1}\n");
    let none = table.run(&["why", "games/none.json"]);
    assert!(none.status == 2 && none.out.is_empty() && !none.err.is_empty(), "{}{}", none.out, none.err);
    let seven = table.run(&["run", "games/a.play", "--scenario", "skiffs/lagoon", "--seed", "7"]);
    assert_eq!(seven.status, 0);
}

#[test]
fn stacks_are_compared() {
    let table = Table::new();
    let alike = table.run(&["rules", "diff", "skiffs", "skiffs"]);
    assert_eq!(alike.status, 0);
    assert!(alike.out.starts_with("nothing differs"), "{}", alike.out);
    table.write("more.units", "change value sinks = 3\n");
    let changed = table.run(&["rules", "diff", "skiffs", "skiffs+full-crews+more.units"]);
    assert_eq!(changed.status, 2);
    assert!(changed.out.contains("rule shots_of: another text"), "{}", changed.out);
    assert!(changed.out.contains("value sinks: 2 -> 3"), "{}", changed.out);
    assert!(changed.out.contains("2 differ"), "{}", changed.out);
    table.write("again.units", "change value sinks += 0\n");
    let again = table.run(&["rules", "diff", "skiffs", "skiffs+again.units"]);
    assert!(again.out.starts_with("nothing differs"), "a number is what it comes to: {}", again.out);
}

#[test]
fn rules_are_listed_by_the_ids_of_their_source() {
    let table = Table::new();
    let rules = table.run(&["rules", "skiffs"]);
    assert!(
        rules.out.contains("SK-2") && rules.out.contains("may_row skiffs/rules/10-skiffs.rhai:"),
        "{}",
        rules.out
    );
    let gaps = table.run(&["rules", "skiffs", "--gaps"]);
    assert!(
        gaps.out.contains("SK-4") && gaps.out.contains("two") && !gaps.out.contains("SK-2"),
        "{}",
        gaps.out
    );
    let doc = table.run(&["doc", "skiffs"]);
    assert!(
        doc.out.contains("# Skiffs in the Reeds") && doc.out.contains("Carries out SK-4 (chosen: two)"),
        "{}",
        doc.out
    );
    assert!(doc.out.contains("`shoot <skiff: unit> at <target: unit>`, in short `s`"), "{}", doc.out);
    let own = "unit canoe \"Canoe\" { symbol c; rules {\n/// It is never counted.\n/// Rule: SK-4\nfn shots_of(me) { 1 }\n} }\n";
    table.write("packs/skiffs/units/canoe.units", own);
    let doc = table.run(&["doc", "skiffs"]);
    assert!(
        doc.out.contains("### shots\\_of(me) of canoe\n\nIt is never counted."),
        "{}{}",
        doc.out,
        doc.err
    );
}

#[test]
fn every_line_of_json_has_a_schema() {
    let table = Table::new();
    table.write("evening.play", SCRIPT);
    table.write("packs/skiffs/tests/new.play", "# Scenario: skiffs/lagoon\nnow\n");
    for arguments in [
        &["run", "evening.play"][..],
        &["check", "skiffs"],
        &["test", "skiffs"],
        &["review"],
        &["rules", "skiffs"],
        &["rules", "--packs"],
        &["rules", "diff", "skiffs", "skiffs+full-crews"],
        &["version"],
        &["explain", "E0304"],
        &["why", "evening.play"],
    ] {
        let ran = table.run(&[arguments, &["--json"][..]].concat());
        assert!(!ran.out.is_empty(), "{arguments:?}: {}", ran.err);
        for line in ran.out.lines() {
            let value: Value =
                serde_json::from_str(line).unwrap_or_else(|e| panic!("{arguments:?}: {e}: {line}"));
            assert!(value["schema"].as_str().is_some_and(|s| s.starts_with("houserule.")), "{line}");
        }
    }
}

#[test]
fn ascii_output_has_no_byte_above_the_tilde() {
    let table = Table::new();
    table.write("evening.play", SCRIPT);
    table.write("packs/skiffs/scenarios/more.scenario", "unit boot \"Böötchen “x” →\" { symbol o }\n");
    for arguments in [
        &["run", "evening.play"][..],
        &["why", "evening.play"],
        &["rules", "skiffs"],
        &["doc", "skiffs"],
        &["run", "evening.play", "--json"],
        &["check", "skiffs"],
    ] {
        let flag = table.run(&[arguments, &["--ascii"][..]].concat());
        let dumb: Ran = table.command(arguments).env("TERM", "dumb").output().unwrap().into();
        let variable: Ran = table.command(arguments).env("HOUSERULE_ASCII", "1").output().unwrap().into();
        for ran in [flag, dumb, variable] {
            let bad = |text: &str| text.bytes().any(|b| b > b'~');
            assert!(!bad(&ran.out) && !bad(&ran.err), "{arguments:?}: {}{}", ran.out, ran.err);
        }
    }
}

#[test]
fn colour_comes_when_it_is_asked_for() {
    let table = Table::new();
    let coloured = |arguments: &[&str], variables: &[(&str, &str)]| {
        let ran: Ran = table.command(arguments).envs(variables.iter().copied()).output().unwrap().into();
        ran.out.contains('\x1b')
    };
    let line = ["play", "skiffs", "-e", "shoot a1 at b1"];
    assert!(!coloured(&line, &[]));
    assert!(coloured(&line, &[("FORCE_COLOR", "1")]));
    assert!(coloured(&line, &[("CLICOLOR_FORCE", "1")]));
    assert!(!coloured(&line, &[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")]));
    assert!(coloured(&line, &[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "")]));
    let always = [&line[..], &["--color", "always"]].concat();
    assert!(coloured(&always, &[("NO_COLOR", "1")]));
    let never = [&line[..], &["--color", "never"]].concat();
    assert!(!coloured(&never, &[("FORCE_COLOR", "1")]));
    assert!(coloured(&["--color", "always", "--help"], &[]) && !coloured(&["--help"], &[]));
}

#[test]
fn completions_and_pages_are_written() {
    let table = Table::new();
    for shell in ["bash", "zsh", "fish", "powershell"] {
        let ran = table.run(&["completions", shell]);
        assert_eq!(ran.status, 0);
        assert!(ran.out.contains("houserule") && ran.out.len() > 1000, "{shell}");
    }
    let man = table.run(&["man"]);
    assert!(man.out.contains(".TH houserule 1") && man.out.contains("Exit status"), "{}", man.out);
    assert_eq!(table.run(&["man", "--out", "man"]).status, 0);
    assert!(table.at("man/houserule-check.1").is_file());
    let help = table.run(&["--help"]);
    assert_eq!(help.status, 0);
    for words in ["Exit status:", "130  broken off with Ctrl-C", "HOUSERULE_PACKS"] {
        assert!(help.out.contains(words), "{words}");
    }
    assert!(table.run(&["--version"]).out.starts_with("houserule "));
    assert!(table.run(&["version"]).out.contains("skiffs 0.2.0 "));
}

#[test]
fn data_files_are_put_in_form() {
    let table = Table::new();
    let path = "packs/skiffs/scenarios/lagoon.scenario";
    let right = fs::read_to_string(table.at(path)).unwrap();
    assert_eq!(table.run(&["fmt", "packs/skiffs", "--check"]).status, 0);
    let wrong: String = right.lines().map(|l| format!("     {}  \n", l.trim())).collect();
    table.write(path, &wrong);
    assert_eq!(table.run(&["fmt", "packs/skiffs", "--check"]).status, 1);
    assert_eq!(fs::read_to_string(table.at(path)).unwrap(), wrong);
    assert_eq!(table.run(&["fmt", "packs/skiffs"]).status, 0);
    assert_eq!(fs::read_to_string(table.at(path)).unwrap(), right);
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_changes_nothing_and_says_130() {
    let table = Table::new();
    // Many long commands, so that there is something to break off whenever the signal comes.
    let lines = "idle 40000\n".repeat(2000);
    table.write("long.play", &format!("# Scenario: skiffs/lagoon\nrow a1 0202\n{lines}"));
    let mut child =
        table.command(&["run", "long.play"]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut output = std::io::BufReader::new(child.stdout.take().unwrap());
    let mut first = String::new();
    std::io::BufRead::read_line(&mut output, &mut first).unwrap();
    assert!(first.contains("a1 rows"), "{first}");
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
    let mut rest = String::new();
    std::io::Read::read_to_string(&mut output, &mut rest).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(rest.lines().count() < 2000, "it was not broken off");
}

#[cfg(target_os = "linux")]
#[test]
fn what_is_started_by_nohup_goes_on_when_the_terminal_is_closed() {
    let table = Table::new();
    let plain = table.command(&["play", "skiffs", "--seed", "3"]);
    let mut child = Command::new("nohup")
        .arg(plain.get_program())
        .args(plain.get_args())
        .envs(plain.get_envs().filter_map(|(name, value)| Some((name, value?))))
        .current_dir(table.at(""))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"row a1 0202\n").unwrap();
    let mut output = std::io::BufReader::new(child.stdout.take().unwrap());
    let mut told = String::new();
    while !told.contains("a1 rows") {
        assert_ne!(std::io::BufRead::read_line(&mut output, &mut told).unwrap(), 0, "{told}");
    }
    let sent = Command::new("kill").args(["-HUP", &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
    // A program that the signal ended does not read this any more.
    let _ = input.write_all(b"shoot a1 at b1\n");
    drop(input);
    std::io::Read::read_to_string(&mut output, &mut told).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0), "{told}");
    assert!(told.contains("[3]"), "{told}");
}

#[cfg(unix)]
#[test]
fn a_reader_that_leaves_is_no_error() {
    let table = Table::new();
    let lines = "units\n".repeat(3000);
    table.write("long.play", &format!("# Scenario: skiffs/lagoon\n{lines}"));
    let mut child =
        table.command(&["run", "long.play"]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let ran: Ran = child.wait_with_output().unwrap().into();
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
}

#[test]
fn a_note_is_the_same_in_a_session_that_is_written_out() {
    let table = Table::new();
    let file = table.at("again.play").to_string_lossy().into_owned();
    let notes = [
        ("\"no flag: --force, whatever it says\"", "no flag: --force, whatever it says"),
        ("\"a \\\"b\\\" c\"", "a \"b\" c"),
        ("\"the \\\"red\\\" wing --past hope\"", "the \"red\" wing --past hope"),
        ("\"\\\"\"", "\""),
        ("\"\\\\\"", "\\"),
        ("\"now\" and \"then\"", "\"now\" and \"then\""),
        ("drawn with -o", "drawn with -o"),
        ("two  blanks, (brackets) # and a mark", "two  blanks, (brackets) # and a mark"),
    ];
    let export = |name: &str| format!("export \"{}\"", table.at(name).to_string_lossy());
    let exports = [export("again.play"), export("log.json"), export("log.jsonl")];
    let typed: Vec<String> = notes.iter().map(|(typed, _)| format!("note {typed}")).collect();
    let mut arguments = vec!["play", "skiffs"];
    arguments.extend(typed.iter().chain(&exports).flat_map(|line| ["-e", line]));
    let written = table.run(&arguments);
    assert_eq!((written.status, &*written.err), (0, ""));
    let lines = |name: &str| -> Vec<String> {
        let entries: Vec<Value> = serde_json::from_str(&table.read(name)).unwrap();
        entries.iter().map(|entry| entry["line"].as_str().unwrap().to_owned()).collect()
    };
    let meant = notes.map(|(_, note)| note.to_owned());
    let told = lines("log.json");
    assert!(told.ends_with(&meant), "{told:?}");
    // An entry a line as well, for programs that read line by line.
    let streamed = table.read("log.jsonl");
    let entries = streamed.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    assert_eq!(
        Value::from(entries.collect::<Vec<_>>()),
        serde_json::from_str::<Value>(&table.read("log.json")).unwrap()
    );
    let text = fs::read_to_string(&file).unwrap();
    table.write("again.play", &format!("{text}{}\n", export("log-again.json")));
    let again = table.run(&["run", &file]);
    assert_eq!((again.status, &*again.err), (0, ""), "{text}");
    assert_eq!(lines("log-again.json"), told);
    // What is no flag of a verb is told, not passed over.
    let wrong = table.run(&["play", "skiffs", "-e", "units --sides"]);
    assert_eq!(wrong.status, 2);
    assert!(wrong.err.contains("`units` has no flag `--sides`"), "{}", wrong.err);
}

#[test]
fn names_of_a_list_may_have_blanks_behind_the_commas() {
    let table = Table::new();
    copy(
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/arena").as_path(),
        &table.at("packs/arena"),
    );
    let types = ["sword", "axe", "boy", "shield", "giant"];
    let told = |factors: &str| {
        let mut arguments = vec!["trial", "arena"];
        arguments.extend(types);
        arguments.extend(["--games", "2", "--json", "--factors", factors]);
        let shell = table.run(&arguments);
        assert_eq!((shell.status, &*shell.err), (0, ""), "{factors}");
        let line = format!("trial {} --games 2 --json --factors \"{factors}\"", types.join(" "));
        let game = table.run(&["play", "arena", "-e", &line]);
        assert_eq!((game.status, &*game.err), (0, ""), "{factors}");
        assert_eq!(shell.out, game.out);
        shell.out
    };
    assert_eq!(told("ATT, DEF"), told("ATT,DEF"));
}

#[test]
fn a_mark_is_called_what_stands_in_its_quotes() {
    let table = Table::new();
    let mark = "mark \"the \\\"red\\\" wing\"";
    let ran =
        table.run(&["play", "skiffs", "-e", mark, "-e", "goto \"the \\\"red\\\" wing\"", "-e", "branches"]);
    assert_eq!((ran.status, &*ran.err), (0, ""));
    assert!(ran.out.contains("marks: the \"red\" wing\n"), "{}", ran.out);
}

#[test]
fn a_world_may_change_what_the_world_below_it_says() {
    let table = Table::new();
    for (name, below, crew) in [("lakes", "skiffs 0.2", 4), ("bays", "lakes 1.0", 5)] {
        let head = format!("pack {name} \"Waters\" {{ version 1.0.0; extends {below}; source \"x\" }}\n");
        table.write(&format!("packs/{name}/manifest.pack"), &head);
        let change = format!("change unit skiff {{ CREW = {crew} }}\n");
        table.write(&format!("packs/{name}/units/crews.units"), &change);
    }
    let one = table.run(&["check", "bays", "--deny-warnings"]);
    assert_eq!((one.status, one.err.as_str()), (0, ""), "{}", one.out);
    // Two files of one pack that say different things are told.
    table.write("packs/bays/units/more.units", "change unit skiff { CREW = 3 }\n");
    let two = table.run(&["check", "bays"]);
    assert!(two.err.contains("W0311"), "{}", two.err);
}

#[test]
fn a_check_tells_what_is_wrong_in_its_own_pack_and_counts_the_warnings_below() {
    let table = Table::new();
    let undocumented = "fn of_no_rule() { 1 }\n";
    table.write("packs/skiffs/rules/30-more.rhai", undocumented);
    table.write(
        "packs/lakes/manifest.pack",
        "pack lakes \"Lakes\" { version 1.0.0; extends skiffs 0.2; source \"x\" }",
    );
    table.write(
        "packs/bays/manifest.pack",
        "pack bays \"Bays\" { version 1.0.0; extends lakes 1.0; source \"x\" }",
    );
    let below = table.run(&["check", "skiffs"]);
    assert!(
        below.err.contains("`of_no_rule` does not say") && below.out.contains("1 warning"),
        "{}",
        below.err
    );
    let bare = table.run(&["check", "bays", "--deny-warnings"]);
    assert_eq!((bare.status, bare.err.as_str()), (0, ""));
    assert_eq!(
        bare.out,
        "bays: 0 rules, 0 scenarios, 0 ids, no mistakes\n  1 warning in the pack below: `houserule check skiffs`\n"
    );
    let json: Value = serde_json::from_str(&table.run(&["check", "bays", "--json"]).out).unwrap();
    assert_eq!((&json["warnings"], &json["below"]["skiffs"]), (&0.into(), &1.into()));

    table.write("packs/lakes/rules/10-lakes.rhai", "fn shots_of(skiff) { 4 }\n");
    let own = table.run(&["check", "lakes", "--deny-warnings"]);
    assert!(own.err.contains("`shots_of`") && !own.err.contains("`of_no_rule`"), "{}", own.err);
    assert_eq!(own.status, 1);
    let both = table.run(&["check", "bays"]);
    let told = "  2 warnings in the packs below: `houserule check skiffs`, `houserule check lakes`\n";
    assert!(both.err.is_empty() && both.out.ends_with(told), "{}{}", both.out, both.err);

    table.write("packs/skiffs/rules/40-wrong.rhai", "fn wrong( { }\n");
    let wrong = table.run(&["check", "bays"]);
    assert!(
        wrong.status == 3 && wrong.err.contains("40-wrong.rhai"),
        "errors are always told: {}",
        wrong.err
    );
}

#[test]
fn a_house_file_is_not_blamed_for_what_its_pack_warns_of() {
    let table = Table::new();
    let hull =
        |name: &str| format!("hull {name} {{ depths skin; kinds S \"plank\"; rows {{ S1 S1 . S1 S1 }} }}\n");
    table.write("packs/skiffs/hulks.units", &hull("hulk"));
    let check = table.run(&["check", "skiffs"]);
    assert!(check.err.contains("W0211"), "{}{}", check.out, check.err);
    table.write("crews.units", "change unit skiff { CREW = 4 }\n");
    let house = table.run(&["check", "crews.units", "--on", "skiffs", "--deny-warnings"]);
    assert_eq!((house.status, house.err.as_str()), (0, ""));
    assert!(
        house.out.ends_with("  1 warning in the pack below: `houserule check skiffs`\n"),
        "{}",
        house.out
    );
    let added = table.run(&["play", "skiffs", "-e", "house add crews.units"]);
    assert_eq!((added.status, added.err.as_str()), (0, ""));
    table.write("hulls.units", &hull("wreck"));
    let own = table.run(&["check", "hulls.units", "--on", "skiffs"]);
    assert!(own.err.contains("`wreck`") && !own.err.contains("`hulk`"), "{}", own.err);
    let added = table.run(&["play", "skiffs", "-e", "house add hulls.units"]);
    assert!(added.err.contains("`wreck`") && !added.err.contains("`hulk`"), "{}", added.err);
}

#[test]
fn what_there_is_one_of_is_told_in_the_singular() {
    let table = Table::new();
    let fuzz = table.run(&["fuzz", "skiffs", "--games", "1"]);
    assert!(fuzz.out.contains("1 game of 1 scenario, "), "{}{}", fuzz.out, fuzz.err);
    let says = |line: &str| table.run(&["play", "skiffs", "-e", line]).out;
    assert!(
        says("odds shoot a1 at b1 times 1").contains("shoot a1 at b1, 1 time\n"),
        "{}",
        says("odds shoot a1 at b1 times 1")
    );
    assert!(says("odds shoot a1 at b1 times 2").contains(", 2 times\n"));
}

#[test]
fn odds_of_no_command_list_the_commands_of_the_game() {
    let told = Table::new().run(&["odds", "cgme/firing-line", "f1 b4"]);
    let lists =
        |name: &str| told.err.lines().any(|l| l.contains("commands of the game:") && l.contains(name));
    assert!(told.status != 0 && lists("move") && lists("attack"), "{}", told.err);
}

#[test]
fn odds_of_a_command_of_another_phase_say_how_to_get_there() {
    let table = Table::new();
    let asked = |more: &[&str]| table.run(&[&["odds", "cgme/firing-line", "attack f1 on b4"], more].concat());
    let told = asked(&[]);
    assert!(
        told.status != 0 && told.err.contains("E0706") && told.err.contains("`--first LINE`"),
        "{}",
        told.err
    );
    let led = asked(&["--first", "done"]);
    assert_eq!((led.status, led.err.as_str()), (0, ""));
    // Another mistake is not helped with it.
    let wrong = asked(&["--first", "done", "--first", "undo 9"]);
    assert!(wrong.status != 0 && !wrong.err.contains("`--first LINE`"), "{}", wrong.err);
}

#[test]
fn what_the_head_of_a_session_names_must_be_there() {
    let table = Table::new();
    let session = |head: &str| table.write("packs/skiffs/tests/head.play", &format!("{head}\nnow\n"));
    for (head, code, told) in [
        ("# House: stedy", "E0709", "no file or ready house rule is called `stedy`"),
        ("# Seed: seven", "E0105", "`seven` is no seed"),
        ("# Rules: SK-1, SK-99", "E0507", "no ledger lists `SK-99`"),
        ("# Scenario: skifs/lagoon", "E0501", "no pack is called `skifs`"),
        ("# Scenario: skiffs/lagon", "E0505", "has no scenario `lagon`"),
        ("# Houes: steady", "E0702", "did you mean `House`?"),
        ("# Scenario skiffs/lagoon", "E0702", "help: `# Scenario: skiffs/lagoon`"),
        ("#Seed 7", "E0702", "`Seed` has no colon behind it"),
    ] {
        session(head);
        for what in ["skiffs", "packs/skiffs/tests/head.play"] {
            let checked = table.run(&["check", what]);
            let err = &checked.err;
            assert!(checked.status == 3 && err.contains(told), "{head} {what}: {}{err}", checked.out);
            assert!(err.contains(&format!("error[{code}]")) && err.contains("head.play:1:"), "{head}: {err}");
        }
    }
    // What is wrong with another pack is left to its own check.
    table.write(
        "packs/leaky/manifest.pack",
        "pack leaky \"Leaky\" { version 1.0.0; extends skiffs 0.2; }\nunit { }\n",
    );
    session("# Scenario: leaky/lagoon\n# House: steady");
    let elsewhere = table.run(&["check", "skiffs"]);
    assert!(!elsewhere.err.contains("leaky"), "{}", elsewhere.err);
    session("# Rules: SK-1, SK-2\n# Scenario: skiffs/lagoon\n# Seed: 7");
    assert_eq!(table.run(&["check", "packs/skiffs/tests/head.play"]).status, 0);
    session("# Sand: nothing is meant by this.\nnow\n# Seed: 7");
    let late = table.run(&["check", "packs/skiffs/tests/head.play"]);
    assert!(
        late.status == 3 && late.err.contains("head.play:3:3") && late.err.contains("head"),
        "{}",
        late.err
    );
    // A seed that is none is told by whoever plays it, too.
    session("# Seed: -1");
    let run = table.run(&["run", "packs/skiffs/tests/head.play"]);
    assert!(run.status != 0 && run.err.contains("`-1` is no seed"), "{}{}", run.out, run.err);
    for arguments in [&["sim", "skiffs", "--seed", "-1"][..], &["play", "skiffs", "--seed=7a"]] {
        let given = table.run(arguments);
        assert_eq!(given.status, 2, "{}", given.out);
        assert!(given.err.contains("a seed is a whole number from 0 to "), "{}", given.err);
        assert!(!given.err.contains("-- -1"), "{}", given.err);
    }
}

#[test]
fn what_is_tried_over_and_over_is_tried_once() {
    let table = Table::new();
    let line = "try ".repeat(500_000) + "row a1 9999\n";
    table.write("s.play", &format!("# Scenario: skiffs/lagoon\n{line}now\n"));
    for command in ["run", "check"] {
        let told = table.run(&[command, "s.play"]);
        assert_eq!(told.status, 0, "{command}: {}", told.err);
    }
}

#[test]
fn a_session_is_found_beside_its_pack_by_its_bare_name() {
    let table = Table::new();
    fs::rename(table.at("packs/skiffs"), table.at("skiffs")).unwrap();
    table.write("s.play", "# Scenario: ./skiffs/lagoon\ntry\trow a1 0202\nnow\n");
    for name in ["s.play", "./s.play"] {
        let run = table.run(&["run", name]);
        assert!(run.status == 0 && run.out.contains("Turn 1"), "{name}: {}{}", run.out, run.err);
        assert!(table.run(&["check", name]).out.contains("no mistakes"), "{name}");
    }
}

#[test]
fn what_new_proposes_can_be_typed_as_it_stands() {
    let table = Table::new();
    fs::rename(table.at("packs/skiffs"), table.at("skiffs")).unwrap();
    copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("rulesets/countercolors"), &table.at("countercolors"));
    fs::create_dir(table.at("mine")).unwrap();
    let mine = |line: &[&str]| {
        let told: Ran = table.command(line).current_dir(table.at("mine")).output().unwrap().into();
        assert_eq!(told.status, 0, "{line:?}: {}{}", told.out, told.err);
        told
    };
    let proposed = |told: &str| -> Vec<Vec<String>> {
        let lines = told.lines().filter_map(|line| line.trim().strip_prefix("houserule "));
        lines.map(|line| line.split(' ').map(str::to_owned).collect()).collect()
    };
    let begun = [
        &["new", "house", "h.rhai", "--on", "../skiffs"][..],
        &["new", "board", "x.map", "--on", "../countercolors", "--size", "6x4"],
        &["new", "board", "y.map", "--on", "../countercolors/basic", "--size", "10x8"],
    ];
    for line in begun {
        let lines = proposed(&mine(line).out);
        assert!(!lines.is_empty(), "{line:?}");
        for line in lines {
            let words = line.iter().map(String::as_str);
            mine(
                &words
                    .chain((line[0] == "play").then_some(["-e", "now"]).into_iter().flatten())
                    .collect::<Vec<_>>(),
            );
        }
    }
    // A pack that could not be loaded is not begun.
    let world: Ran = table
        .command(&["new", "pack", "far", "--extends", "../skiffs"])
        .current_dir(table.at("mine"))
        .output()
        .unwrap()
        .into();
    assert!(
        world.status != 0 && world.err.contains("from `far` the pack `skiffs` would not be found"),
        "{}",
        world.err
    );
    assert!(!table.at("mine/far").exists());
    assert_eq!(table.run(&["new", "pack", "near", "--extends", "./skiffs"]).status, 0);
    assert_eq!(table.run(&["check", "./near"]).status, 0);
}

#[test]
fn no_board_of_hexes_is_drawn_for_a_table() {
    let table = Table::new();
    let scenario = "scenario muster \"Muster\" { map { table 48 x 36 }\nside red\nside blue }\n";
    table.write("packs/plains/scenarios/muster.scenario", scenario);
    for head in ["; scenario muster", ""] {
        table.write(
            "packs/plains/manifest.pack",
            &format!("pack plains \"Plains\" {{ version 1.0.0; source \"x\"{head} }}\n"),
        );
        let on = if head.is_empty() { "plains/muster" } else { "plains" };
        let refused = table.run(&["new", "board", "mine.map", "--on", on]);
        assert!(refused.status == 2 && refused.err.contains("a table in inches"), "{}", refused.err);
        assert!(!table.at("mine.map").exists());
    }
}

#[test]
fn a_board_that_the_scenario_does_not_fit_on_is_not_written() {
    let table = Table::new();
    let board =
        |size: &str| table.run(&["new", "board", "b.map", "--on", "countercolors/skirmish", "--size", size]);
    let small = board("9x9");
    let told = "scenario `skirmish` cannot be played on such a board, so `b.map` was not written";
    assert!(small.status == 2 && small.err.contains(told) && small.err.contains("E0207"), "{}", small.err);
    assert!(!table.at("b.map").exists());
    assert_eq!(board("12x10").status, 0);
}

#[test]
fn a_set_up_that_can_never_be_played_is_told_by_check() {
    let table = Table::new();
    let manifest = "pack dusk \"Dusk\" { version 1.0.0; start begin_game; scenario eve }\nphase turn \"turn\"\n\
        command wait \"wait\" { phase turn; rule wait; help \"Waits.\"; example \"wait\" }\n";
    let scenario = "scenario eve \"Eve\" { map { hexes flat odd 2 x 2; base mud }; side red \"Red\"; side blue \"Blue\" }\n";
    table.write("packs/dusk/manifest.pack", manifest);
    table.write("packs/dusk/ground.units", "terrain mud \"Mud\" { symbol m }\n");
    table.write("packs/dusk/scenarios/eve.scenario", scenario);
    let begin = |body: &str| {
        table.write("packs/dusk/rules/10.rhai", &format!("fn begin_game() {{ {body} }}\nfn wait() {{ }}\n"));
        table.run(&["check", "dusk"])
    };
    let refused = begin("refuse(\"never\");");
    let told = "error[E0401]: the rules refuse the set-up: never";
    assert!(refused.status == 3 && refused.err.contains(told), "{}", refused.err);
    let idle = begin("say(\"hello\");");
    assert!(idle.err.contains("the set-up begins no phase, so no command can be given"), "{}", idle.err);
    let wait = table.run(&["play", "dusk", "-e", "wait"]);
    assert!(wait.err.contains("`wait` is for the turn; no phase has begun"), "{}", wait.err);
    let right = begin("begin_phase(1, \"turn\", sides()[0]);");
    assert!(!right.err.contains("set-up"), "{}", right.err);
    // What hangs on dice may go well.
    let by_luck = begin("if roll(1, 6, \"x\", (), \"luck\") < 7 { refuse(\"bad luck\"); }");
    assert!(!by_luck.err.contains("the rules refuse the set-up"), "{}", by_luck.err);
}

#[test]
fn packs_that_extend_each_other_are_told_in_their_order() {
    let table = Table::new();
    for (name, other) in [("heath", "moor"), ("moor", "heath")] {
        let manifest = format!("pack {name} \"{name}\" {{ version 1.0.0; extends {other} 1.0 }}\n");
        table.write(&format!("packs/{name}/manifest.pack"), &manifest);
    }
    let checked = table.run(&["check", "heath"]);
    assert!(checked.err.contains("the way round: heath → moor → heath"), "{}", checked.err);
    assert!(checked.err.contains("moor/manifest.pack:1:"), "{}", checked.err);
}

#[test]
fn an_exported_game_names_ready_house_rules_by_what_finds_them_again() {
    let table = Table::new();
    let shot = "shoot a1 at b1 --dice 1,1,1";
    let first =
        ["play", "skiffs", "--no-journal", "--house", "full-crews", "-e", shot, "-e", "export a.play"];
    let later =
        ["play", "skiffs", "--no-journal", "-e", "house add full-crews", "-e", shot, "-e", "export b.play"];
    assert_eq!((table.run(&first).status, table.run(&later).status), (0, 0));
    assert!(table.read("a.play").contains("\n# House: full-crews\n"), "{}", table.read("a.play"));
    assert!(table.read("b.play").contains("\nhouse add \"full-crews\"\n"), "{}", table.read("b.play"));
    for file in ["a.play", "b.play"] {
        let ran = table.run(&["run", file]);
        assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{}", ran.out);
    }
    // Sessions that were written before have the long name.
    let long = table.run(&["play", "skiffs", "--house", "skiffs/house/full-crews.rhai", "-e", "house"]);
    assert_eq!((long.status, long.err.as_str()), (0, ""), "{}", long.out);
    assert_eq!(table.run(&["play", "skiffs", "--house", "crews.rhai", "-e", "now"]).status, 2);
}

#[test]
fn what_opens_seals_and_a_saved_game_never_have_one_name() {
    let table = Table::new();
    let refused = table.run(&["play", "skiffs", "--no-journal", "-e", "save x.openings"]);
    assert_eq!(refused.status, 2, "{}", refused.err);
    assert!(refused.err.contains("is called like what opens the seals of a saved game"), "{}", refused.err);
    assert!(!table.at("x.openings").exists());
}

#[test]
fn a_loop_without_end_in_a_house_rule_is_told_where_it_stands() {
    let table = Table::new();
    let rules = table.read("packs/skiffs/rules/10-skiffs.rhai").replace("loop { }", "idle(9);");
    table.write("packs/skiffs/rules/10-skiffs.rhai", &rules);
    let stopped = |text: &str| {
        table.write("mine.rhai", text);
        let ran = table.run(&["play", "skiffs", "--house", "mine.rhai", "-e", "shoot a1 at b1 --dice 1,1"]);
        assert_eq!(ran.status, 5, "{}{}", ran.out, ran.err);
        ran.err
    };
    // The engine itself forgets where a loop without variables was, which can be told where there is only one.
    let told = stopped("fn shots_of(skiff) {\n    loop { }\n}\n");
    assert!(told.contains("rule `shots_of` (house mine) was stopped"), "{told}");
    assert!(told.contains("mine.rhai:2:5"), "{told}");
    let told = stopped("fn shots_of(skiff) {\n    let n = 1;\n    while n > 0 { n += 1; }\n    n\n}\n");
    assert!(told.contains("rule `shots_of` (house mine) was stopped"), "{told}");
    assert!(told.contains("called from `shoot` (core skiffs)"), "{told}");
}

#[test]
fn a_session_that_is_to_be_played_is_one_to_run() {
    let table = Table::new();
    table.write("evening.play", "# Scenario: skiffs/lagoon\nnow\n");
    let ran = table.run(&["play", "evening.play", "--no-journal", "-e", "now"]);
    assert_eq!(ran.status, 2, "{}", ran.err);
    assert!(ran.err.contains("`houserule run evening.play`"), "{}", ran.err);
}

#[test]
fn rules_tell_of_attributes_and_values_where_they_come_from() {
    let table = Table::new();
    for name in ["CREW", "sinks"] {
        let [short, long] = [format!("rules {name}"), format!("rules origin {name}")];
        let told = |line: &str| table.run(&["play", "skiffs", "--no-journal", "-e", line]);
        assert_eq!((told(&short).status, told(&short).out), (0, told(&long).out));
    }
}

#[test]
fn the_version_is_an_object_where_json_is_asked() {
    let table = Table::new();
    let [flag, command] = [["--version", "--json"], ["version", "--json"]].map(|words| table.run(&words));
    assert_eq!((flag.status, flag.out), (0, command.out));
    assert!(table.run(&["--version"]).out.starts_with("houserule "));
}

#[test]
fn what_is_wrong_with_a_typed_line_is_told_in_that_line() {
    let table = Table::new();
    let told = |line: &str| {
        let ran = table.run(&["play", "skiffs", "--no-journal", "-e", line]);
        assert_eq!(ran.status, 2, "{line}: {}{}", ran.out, ran.err);
        ran.err
    };
    let unknown = told("set aa1 CREW 3");
    assert!(unknown.contains("| set aa1 CREW 3\n") && !unknown.contains("ruling 1"), "{unknown}");
    let value = told("set a1 CREW x");
    assert!(value.contains("| set a1 CREW x\n") && !value.contains("ruling 1"), "{value}");
    assert!(told("(1 +)").contains("this is no expression"));
    assert!(told("expect refused roe a1").contains("| expect refused roe a1\n"));
    assert!(told("expect outcome").contains("expect which outcome?"));
}

#[test]
fn stacks_that_differ_only_in_what_waits_for_a_scenario_say_so() {
    let table = Table::new();
    table.write("raft.units", "change unit skiff { CREW = 4 }\n");
    let ran = table.run(&["rules", "diff", "skiffs", "skiffs+raft.units"]);
    assert!(ran.out.contains("waits for a scenario that has"), "{}{}", ran.out, ran.err);
    let ran = table.run(&["rules", "diff", "--json", "skiffs", "skiffs+raft.units"]);
    assert!(
        ran.out.contains("{\"place\":\"raft.units:1\",\"schema\":\"houserule.waiting/1\",\"what\":"),
        "{}",
        ran.out
    );
}

/// Where `\` is a letter like any other, it stays one in whatever way the file is named.
#[cfg(unix)]
#[test]
fn a_house_file_with_a_backslash_in_its_name_is_found_again() {
    let table = Table::new();
    table.write("a\\b.rhai", "fn shots_of(skiff) { 3 }\n");
    let first = ["play", "skiffs", "--no-journal", "--house", "a\\b.rhai", "-e", "export a.play"];
    let later = ["play", "skiffs", "--no-journal", "-e", "house add a\\b.rhai", "-e", "export b.play"];
    assert_eq!((table.run(&first).status, table.run(&later).status), (0, 0));
    for file in ["a.play", "b.play"] {
        let ran = table.run(&["run", file]);
        assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{}", table.read(file));
    }
    // What is none is the user's mistake wherever it is named.
    table.write("notes.txt", "none\n");
    let named = table.run(&["play", "skiffs", "--no-journal", "--house", "notes.txt", "-e", "now"]);
    let added = table.run(&["play", "skiffs", "--no-journal", "-e", "house add notes.txt"]);
    assert_eq!((named.status, added.status), (2, 2), "{}{}", named.err, added.err);
}

#[test]
fn what_is_wrong_with_one_pack_makes_none_wrong_behind_it() {
    let table = Table::new();
    table.write(
        "packs/broken/manifest.pack",
        "pack broken {\n  version 1.0.0\n}\nunit foot \"Foot\" { STR 1 }\n",
    );
    table.write("packs/broken/rules/a.rhai", "fn f(list) {\n    list.len()\n}\n");
    let lagoon = "packs/skiffs/scenarios/lagoon.scenario";
    table.write(lagoon, &table.read(lagoon).replace("CREW 3", "CREW (units().len() - 1)"));
    let both = table.run(&["check", "broken", "skiffs"]);
    assert!(
        both.out.contains("skiffs: 12 rules, 1 scenario, 4 ids, no mistakes"),
        "{}{}",
        both.out,
        both.err
    );
}

#[test]
fn a_rule_below_another_is_compared_where_that_calls_it() {
    let table = Table::new();
    table.write("low.rhai", "fn shots_of(skiff) {\n    9\n}\n");
    table.write("high.rhai", "fn shots_of(skiff) {\n    prior(skiff) + 1\n}\n");
    let calls = table.run(&["rules", "diff", "skiffs+low.rhai+high.rhai", "skiffs+high.rhai"]);
    assert!(calls.status == 2 && calls.out.contains("below in house low"), "{}", calls.out);
    table.write("high.rhai", "fn shots_of(skiff) {\n    // prior(skiff)\n    1\n}\n");
    let not = table.run(&["rules", "diff", "skiffs+low.rhai+high.rhai", "skiffs+high.rhai"]);
    assert!(not.out.starts_with("nothing differs"), "{}", not.out);
}

#[test]
fn the_order_of_layers_that_prior_reaches_is_compared() {
    let table = Table::new();
    table.write("one.rhai", "fn shots_of(skiff) {\n    prior(skiff) + 1\n}\n");
    table.write("two.rhai", "fn shots_of(skiff) {\n    prior(skiff) * 2\n}\n");
    table.write("top.rhai", "fn shots_of(skiff) {\n    prior(skiff)\n}\n");
    let diff = |old: &str, new: &str| table.run(&["rules", "diff", old, new]);
    let turned = diff("skiffs+one.rhai+two.rhai+top.rhai", "skiffs+two.rhai+one.rhai+top.rhai");
    let told = "rule shots_of, from above: house top, house two, house one, core skiffs -> \
                house top, house one, house two, core skiffs (top.rhai:1 -> top.rhai:1)\n1 differ, ";
    assert!(turned.status == 2 && turned.out.starts_with(told), "{}{}", turned.out, turned.err);
    // A layer that is there only once is told by itself, and of what nobody calls nothing is.
    let more = diff("skiffs+one.rhai+top.rhai", "skiffs+one.rhai+two.rhai+top.rhai");
    assert!(more.out.starts_with("rule shots_of, below in house two: new"), "{}", more.out);
    assert!(!more.out.contains("from above"), "{}", more.out);
    table.write("top.rhai", "fn shots_of(skiff) {\n    1\n}\n");
    let not = diff("skiffs+one.rhai+two.rhai+top.rhai", "skiffs+two.rhai+one.rhai+top.rhai");
    assert!(not.status == 0 && not.out.starts_with("nothing differs"), "{}", not.out);
}

#[test]
fn every_kind_of_change_is_told_by_comparisons() {
    let table = Table::new();
    let board = "map { hexes flat odd 6 x 5; base water }";
    let lagoon = table.read("packs/skiffs/scenarios/lagoon.scenario");
    let (_, scenario) = lagoon.split_once("scenario ").unwrap();
    let replaced = format!(
        "scenario {}",
        scenario.replace("map {\n    hexes flat odd 6 x 4\n    base water\n  }", board)
    );
    for (change, told) in [
        ("property unit hits 1 \"hits taken\"\n", "property `hits`: 0 -> 1"),
        ("change attribute CREW { range 1..20 }\n", "attribute `CREW`: 1..9, else 2 -> 1..20, else 2"),
        ("value sinks 2 \"hits that sink\" { range 1..20 }\n", "range of value sinks: 1..9 -> 1..20"),
        (
            "change command row { choices to places_of }\nrules {\n  fn places_of(skiff) { neighbours(skiff.hex) }\n}\n",
            "command row: ",
        ),
        ("phase lull \"a lull\"\n", "phase lull: new, a lull (change.units:1)"),
        ("roll shot \"long shot\"\n", "roll shot: shot -> long shot (skiffs/"),
        (&*replaced, "the map that is played on: 24 hexes -> 30 hexes"),
        (&replaced.replace("skiff b1 at 0501", "skiff b1 at 0502"), "the set-up: another one"),
        (
            &replaced.replace("(afloat(\"blue\") == 0)", "(afloat(\"blue\") < 2)"),
            "victory amber: when (afloat(\"blue\") == 0) \"Blue is under water\" -> when (afloat(\"blue\") < 2) \"Blue is",
        ),
        (
            &replaced.replace("victory amber", "victory draw when (turn() > 9) \"late\"\n  victory amber"),
            "victories, as they are asked: amber, blue -> draw, amber, blue",
        ),
    ] {
        table.write("change.units", change);
        let diff = table.run(&["rules", "diff", "skiffs/lagoon", "skiffs/lagoon+change.units"]);
        assert!(diff.status == 2 && diff.out.contains(told), "{change}: {}{}", diff.out, diff.err);
    }
    table.write(
        "packs/lakes/manifest.pack",
        "pack lakes \"Lakes\" {\n  version 1.0.0\n  extends skiffs\n  start begin_here\n  worth cost_of per 10\n}\n",
    );
    table.write(
        "packs/lakes/rules/a.rhai",
        "/// Begins.\nfn begin_here() {\n    begin_game();\n}\n\n/// A price.\nfn cost_of(skiff) {\n    1\n}\n",
    );
    let hooks = table.run(&["rules", "diff", "skiffs", "lakes"]);
    for told in ["hook start: begin_game -> begin_here (", "hook worth: new, cost_of per 10 ("] {
        assert!(hooks.status == 2 && hooks.out.contains(told), "{told}: {}{}", hooks.out, hooks.err);
    }
    table.write("change.units", "property unit hits 1 \"hits taken\"\n");
    let impact = table.run(&["impact", "skiffs", "change.units", "--games", "0"]);
    assert!(impact.out.contains("property `hits`"), "{}", impact.out);
    table.write("change.units", "change unit a1 { CREW = 3 }\n");
    let own = table.run(&["rules", "diff", "skiffs/lagoon", "skiffs/lagoon+change.units"]);
    assert!(!own.out.contains("the set-up"), "the unit stands where it stood: {}", own.out);
}

#[test]
fn a_house_file_is_played_with_by_check() {
    let table = Table::new();
    for (text, told) in [
        ("change unit barge { CREW = (99) }", "comes to 99, outside 1..9"),
        ("change unit barge { CREW = (\"three\") }", "must be a whole number"),
        ("change unit barge { CREW = (1 / 0) }", "division by zero"),
        ("change unit barge { CREW = (unit.CREW + 1) }", "nested more than"),
        ("change unit barge { CREW = (roll(1, 6, \"shot\", unit.side, \"x\")) }", "E0403"),
        ("rules {\n  fn begin_game() { let a = 1 / 0; }\n}", "division by zero"),
    ] {
        table.write("packs/skiffs/house/wrong.units", &format!("{text}\n"));
        for arguments in [
            &["check", "packs/skiffs/house/wrong.units", "--on", "skiffs"][..],
            &["check", "packs/skiffs/house/wrong.units", "--on", "skiffs/lagoon"],
            &["check", "skiffs"],
        ] {
            let check = table.run(arguments);
            assert_eq!(check.status, 3, "{text}: {}", check.out);
            assert!(check.err.contains(told), "{text}: {}", check.err);
            assert!(check.err.contains("wrong.units:"), "{text} has no place: {}", check.err);
        }
    }
}

#[test]
fn choices_of_another_kind_are_told_with_their_rule() {
    let table = Table::new();
    for (answer, does) in [
        ("neighbours(skiff.hex).map(|h| h.number)", "lists text"),
        ("neighbours(skiff.hex).len()", "answers a whole number"),
        ("skiff.hex", "answers a hex"),
    ] {
        let rules = format!("rules {{\n  fn places_of(skiff) {{ {answer} }}\n}}\n");
        table.write("choices.units", &format!("change command row {{ choices to places_of }}\n{rules}"));
        let sim = table.run(&["sim", "skiffs", "--house", "choices.units", "--games", "1"]);
        let told = format!("rule `places_of` must list what may stand for `hex`, and {does}");
        assert!(sim.err.contains(&told) && sim.err.contains("choices.units:3"), "{}{}", sim.out, sim.err);
    }
    // Who does not say what may stand there leaves it to the check of the command.
    let rules = "rules {\n  fn places_of(skiff) { if skiff.CREW > 99 { [skiff.hex] } }\n}\n";
    table.write("choices.units", &format!("change command row {{ choices to places_of }}\n{rules}"));
    let now = table.run(&["play", "skiffs", "--house", "choices.units", "-e", "now row a1"]);
    assert!(now.status == 0 && now.out.contains("0202"), "{}{}", now.out, now.err);
}

#[test]
fn what_may_follow_a_line_that_is_begun_is_told() {
    let table = Table::new();
    let play = |line: &str| table.run(&["play", "skiffs", "-e", line]);
    assert_eq!(play("now done").out, "the line may end here\n");
    assert_eq!(play("now idle").out, "<long: number>\n");
    assert_eq!(play("now shoot a1").out, "at\n");
    let targets = play("now s a1 at").out;
    assert!(targets.starts_with("<target: unit>\n  a1 ") && targets.contains("\n  b1 "), "{targets}");
    let json = play("now shoot a1 --json").out;
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["line"], "shoot a1");
    assert_eq!((&json["next"][0]["form"], &json["next"][0]["listed"]), (&"at".into(), &Value::Null));
    for (line, told) in [
        ("now shot a1", "did you mean `shoot`?"),
        ("now shoot a1 on", "expected `at`"),
        ("now shoot zz", "no unit on the board is called `zz`"),
        ("now done a1", "`a1` is one word too many"),
        ("now shoot a1 --loud", "`now` has no flag `--loud`"),
    ] {
        let ran = play(line);
        assert!(ran.status == 2 && ran.err.contains(told), "{line}: {} {}", ran.status, ran.err);
    }
}

#[test]
fn a_wrong_list_of_choices_is_told_where_what_may_follow_is_asked() {
    let table = Table::new();
    let choices = "change command row { choices skiff rowers; choices to places_of }\nrules {\n  fn rowers() { units() }\n  fn places_of(skiff) { neighbours(skiff.hex).map(|h| h.number) }\n}\n";
    table.write("choices.units", choices);
    let play = |line: &str| table.run(&["play", "skiffs", "--house", "choices.units", "-e", line]);
    assert_eq!(play("now row").status, 0);
    let ran = play("now row a1");
    assert!(
        ran.status == 3 && ran.err.contains("E0404") && ran.err.contains("choices.units:4"),
        "{}",
        ran.err
    );
}

#[test]
fn check_asks_what_may_stand_in_the_commands_that_can_be_given_at_once() {
    let table = Table::new();
    let check = |skiff: &str, to: &str| {
        let rules = format!("fn rowers() {{ {skiff} }}\n  fn places_of(skiff) {{ {to} }}");
        let change = "change command row { choices skiff rowers; choices to places_of }";
        table.write("choices.units", &format!("{change}\nrules {{\n  {rules}\n}}\n"));
        table.run(&["check", "choices.units", "--on", "skiffs/lagoon"])
    };
    let fine = check("units()", "neighbours(skiff.hex)");
    assert_eq!(fine.status, 0, "{}", fine.err);
    // A refusal leaves all of the kind, and what is listed behind nothing is not asked.
    assert_eq!(check("refuse(`not now`)", "neighbours(skiff.hex)").status, 0);
    assert_eq!(check("[]", "throw \"never\"").status, 0);
    for (skiff, to, code, line) in [
        ("[1]", "neighbours(skiff.hex)", "E0404", "choices.units:3"),
        ("units()", "[skiff]", "E0404", "choices.units:4"),
        ("units()", "neighbours(skiff.hex.nothing)", "E0401", "choices.units:4"),
    ] {
        let ran = check(skiff, to);
        assert!(ran.status == 3 && ran.err.contains(code) && ran.err.contains(line), "{to}: {}", ran.err);
    }
}

#[test]
fn a_path_that_leads_nowhere_is_told_as_it_was_typed() {
    let table = Table::new();
    for arguments in [["play", "./nowhere"], ["doc", "./nowhere"], ["points", "./nowhere"]] {
        let ran = table.run(&arguments);
        assert!(ran.status != 0 && ran.err.contains("`./nowhere`"), "{arguments:?}: {}", ran.err);
    }
}

#[test]
fn examples_that_nobody_can_type_are_told() {
    let table = Table::new();
    let manifest = "packs/skiffs/manifest.pack";
    let whole = table.read(manifest);
    for (example, told) in [
        ("rwo a1 0202", "no command is called `rwo`"),
        ("row", "expected a unit for <skiff>"),
        ("row \\\"a1", "the line is not whole"),
    ] {
        table.write(manifest, &whole.replace("example \"row a1 0202\"", &format!("example \"{example}\"")));
        let check = table.run(&["check", "skiffs"]);
        let told = format!("an example of `row` cannot be typed: {told}");
        assert!(check.status == 3 && check.err.contains(&told), "{}", check.err);
        assert!(check.err.contains("manifest.pack:"), "{}", check.err);
    }
}

#[test]
fn a_file_with_an_open_block_is_left_as_it_is() {
    let table = Table::new();
    let open = "unit a \"A\" {\n      CREW 3\n";
    table.write("open.units", open);
    let fmt = table.run(&["fmt", "open.units"]);
    assert!(fmt.status == 3 && fmt.err.contains("a block is never closed"), "{}{}", fmt.out, fmt.err);
    assert_eq!(fmt.out, "1 file, 0 changed, 1 left as it was\n");
    assert_eq!(table.read("open.units"), open);
}

#[test]
fn a_long_word_is_not_told_whole() {
    let table = Table::new();
    table.write("long.units", &format!("{} 3\n", "x".repeat(70_000)));
    let check = table.run(&["check", "long.units", "--on", "skiffs"]);
    assert!(check.status == 3 && check.err.len() < 2_000, "{} bytes", check.err.len());
}

#[test]
fn a_title_of_two_lines_has_its_trial() {
    let table = Table::new();
    let arena = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/arena");
    copy(&arena, &table.at("packs/arena"));
    let ring = "packs/arena/scenarios/ring.scenario";
    table.write(ring, &table.read(ring).replace("\"Red\"", "\"Red\\nand gold\""));
    let trial = table.run(&["trial", "arena", "sword", "axe", "--games", "2"]);
    assert_eq!((trial.status, trial.err.as_str()), (0, ""), "{}", trial.out);
}

#[test]
fn modifiers_that_differ_are_told_where_they_were_changed() {
    let table = Table::new();
    let scenario = table.read("packs/skiffs/scenarios/lagoon.scenario");
    let water = "terrain rushes \"Rushes\" { symbol u; +2 CREW; +1 CREW }\nterrain water";
    table.write("packs/skiffs/scenarios/lagoon.scenario", &scenario.replacen("terrain water", water, 1));
    table.write("more.units", "// Thicker.\nchange terrain rushes { +3 CREW }\n");
    table.write("fewer.units", "// Thinner.\n\nchange terrain rushes { delete +1 CREW }\n");
    for (house, is, place) in [
        ("more.units", "+2 CREW, +1 CREW, +3 CREW", "more.units:2"),
        ("fewer.units", "+2 CREW", "fewer.units:3"),
    ] {
        let told = table.run(&["rules", "diff", "skiffs/lagoon", &format!("skiffs/lagoon+{house}")]);
        let first = told.out.lines().next().unwrap_or_default();
        let (what, places) = first.split_once(" (").unwrap_or_default();
        assert_eq!(
            what,
            format!("terrain rushes modifiers: +2 CREW, +1 CREW -> {is}"),
            "{}{}",
            told.out,
            told.err
        );
        assert!(places.ends_with(&format!("lagoon.scenario:4 -> {place})")), "{places}");
    }
}

#[test]
fn lines_of_the_shell_say_that_they_save_nothing() {
    let table = Table::new();
    let help = table.run(&["play", "--help"]).out;
    assert!(
        help.split_whitespace().collect::<Vec<_>>().join(" ").contains("The game is not saved: `save FILE`"),
        "{help}"
    );
    assert!(table.run(&["play", "skiffs", "-e", "now"]).status == 0 && table.journals().is_empty());
    table.run(&["play", "skiffs", "-e", "note kept", "-e", "save kept.journal"]);
    assert!(table.run(&["play", "kept.journal", "-e", "log"]).out.contains("kept"));
}

#[test]
fn an_answer_that_is_missing_is_told_as_that() {
    let table = Table::new();
    for lines in ["dice real\nshoot a1 at b1\n", "shoot a1 at b1 --dice 3\n"] {
        table.write("short.play", &format!("# Scenario: skiffs/lagoon\n{lines}"));
        let ran = table.run(&["run", "short.play"]);
        assert_eq!(ran.status, 2, "{}{}", ran.out, ran.err);
        assert!(ran.err.ends_with(": what this line asks was not answered\n"), "{}", ran.err);
    }
}

#[test]
fn who_looks_for_bots_where_players_are_named_is_told_so() {
    let table = Table::new();
    for command in ["sim", "trial"] {
        let told = table.run(&[command, "skiffs", "--bot", "red=greedy"]);
        assert!(told.status == 2 && told.err.contains("`--players red=greedy,blue=random`"), "{}", told.err);
    }
    let none = table.run(&["check", "--bot", "red=greedy"]);
    assert!(none.status == 2 && !none.err.contains("--players"), "{}", none.err);
}

#[test]
fn who_looks_for_runs_where_games_are_counted_is_told_so() {
    let table = Table::new();
    for words in [&["sim", "skiffs", "--runs", "5"][..], &["--plain", "trial", "skiffs", "--runs=5"]] {
        let told = table.run(words);
        let is_told = told.err.contains("`--games 1000`") && !told.err.contains("--turns'");
        assert!(told.status == 2 && is_told, "{words:?}: {}", told.err);
    }
    // To results that are there nobody adds games by a number.
    for words in [&["sim", "merge", "one.json", "--runs", "5"][..], &["check", "--runs", "5"]] {
        let none = table.run(words);
        assert!(none.status == 2 && !none.err.contains("--games"), "{words:?}: {}", none.err);
    }
}

#[test]
fn arguments_that_cannot_be_read_are_told_as_objects_where_json_is_asked() {
    let table = Table::new();
    let told = |words: &[&str]| -> Value {
        let ran = table.run(words);
        assert_eq!((ran.status, &*ran.out), (2, ""), "{words:?}: {}", ran.err);
        let object: Value = serde_json::from_str(&ran.err).unwrap_or_else(|e| panic!("{e}: {}", ran.err));
        assert_eq!((&object["schema"], &object["code"]), (&"houserule.diagnostic/1".into(), &"E0702".into()));
        object
    };
    let unknown = told(&["sim", "skiffs", "--json", "--bot", "red=greedy"]);
    assert_eq!(unknown["title"], "unexpected argument '--bot' found");
    assert_eq!(unknown["help"], "who plays is told by `--players`: `--players red=greedy,blue=random`");
    let usage = unknown["notes"][0].as_str().unwrap();
    assert!(usage.starts_with("usage: houserule sim "), "{usage}");
    let missing = told(&["--json", "rules", "diff", "skiffs"]);
    let title = "the following required arguments were not provided: <NEW>";
    assert_eq!((&missing["title"], &missing["help"]), (&title.into(), &"try '--help'".into()));
    let wrong = told(&["check", "--json", "--color", "grey"]);
    assert_eq!(
        wrong["title"],
        "invalid value 'grey' for '--color <WHEN>' [possible values: auto, always, never]"
    );
    let named = told(&["skiffs", "--json"]);
    assert_eq!(named["help"], "to play it: `houserule play skiffs`");
    let conflict = told(&["check", "--json", "--seed", "1", "-e", "now"]);
    assert_eq!(conflict["severity"], "error");
    let help = table.run(&["sim", "--help", "--json"]);
    assert!(help.status == 0 && help.err.is_empty() && help.out.contains("Usage: "), "{}", help.err);
    // Without it words are as they were, and so they are where it is no flag.
    for words in [&["sim", "skiffs", "--nix", "5"][..], &["sim", "--nix", "5", "--", "--json"]] {
        let plain = table.run(words).err;
        assert!(plain.starts_with("error: ") && plain.contains("\n\nUsage: "), "{plain}");
    }
}

#[test]
fn numbers_out_of_their_range_are_told_with_it() {
    let table = Table::new();
    for far in ["ci<50%", "ci<0%", "ci<-1%"] {
        let told = table.run(&["sim", "skiffs", "--games", "2", "--until", far, "--json"]);
        let range = format!("`{far}` does not lie between `ci<0%` and `ci<50%`, ends not included");
        assert!(told.status == 2 && told.err.contains(&range), "{}{}", told.out, told.err);
    }
    let form = table.run(&["sim", "skiffs", "--games", "2", "--until", "ci<1"]);
    assert!(form.err.contains("`ci<1` is not of the form `ci<1%`"), "{}", form.err);
    let none = table.run(&["odds", "skiffs", "shoot a1 at b1", "--runs", "0"]);
    assert!(none.status == 2 && none.err.contains("0 is not in 1.."), "{}{}", none.out, none.err);
    for line in [
        "odds shoot a1 at b1 --runs 0",
        "best P(hit) for shoot a1 at unit --runs 0",
        "impact full-crews --runs 0",
    ] {
        let told = table.run(&["play", "skiffs", "-e", line]);
        assert!(
            told.err.contains("`--runs` takes a whole number from 1 on, not `0`"),
            "{line}: {}",
            told.err
        );
    }
}

#[test]
fn what_looks_like_a_flag_or_a_number_below_zero_is_told_as_what_it_is() {
    let table = Table::new();
    for (arguments, told) in [
        (&["sim", "skiffs", "--games", "-5"][..], "`-5` is no number of games"),
        (&["sim", "skiffs", "--turns", "-1"], "invalid value '-1' for '--turns <TURNS>'"),
        (&["sim", "skiffs", "--gams", "5"], "tip: a similar argument exists: '--games'"),
        (&["dice", "d6", "--atleast", "3"], "did you mean `--at-least`?"),
        (&["dice", "d6", "--csvv"], "did you mean `--csv`?"),
        (&["dice", "d6", "--house"], "no flag of `dice` is called `--house`"),
        (&["--ascii", "dice", "d6", "d8", "d10", "--foo"], "no flag of `dice` is called `--foo`"),
        (&["sim", "skiffs", "--threads", "-1"], "invalid value '-1' for '--threads <T>'"),
        (&["--seed", "1", "play", "skiffs"], "`houserule play GAME --seed 7`"),
    ] {
        let run = table.run(arguments);
        assert!(run.status == 2 && run.err.contains(told), "{arguments:?}: {}{}", run.out, run.err);
        assert!(!run.err.contains("to pass"), "{arguments:?}: {}", run.err);
    }
    // A formula may begin with a sign all the same.
    assert_eq!(table.run(&["dice", "-1+d6", "--at-least", "-1"]).status, 0);
    for (line, told) in [
        ("odds shoot a1 at b1 times -1", "`times` takes a number from 1"),
        ("shoot a1 at b1 --dice ,3", "something is missing behind `--dice`"),
        ("shoot a1 at b1 --dice 3,,3", "something is missing behind `--dice`"),
        ("shoot a1 at b1 --dice 3 ,", "something is missing behind `--dice`"),
        ("shoot a1 at b1 --choose 2,,1", "something is missing behind `--choose`"),
        ("shoot a1 at b1 --dice 3,", "something is missing behind `--dice`"),
        ("save friday evening", "`evening` is one word too many"),
        ("export friday.md x", "`x` is one word too many"),
        ("ruling save", "to which file?"),
        ("set unit a1", "what is to be set to what?"),
        ("set unit a1 CREW", "to what is `CREW` of `a1` set?"),
        ("set value sinks", "what is to be set to what?"),
        ("ruling save friday.units x", "`x` is one word too many"),
        ("house add full-crews x", "`x` is one word too many"),
    ] {
        let run = table.run(&["play", "skiffs", "--seed", "1", "-e", line]);
        assert!(run.err.contains(told), "{line}: {}{}", run.out, run.err);
    }
    assert_eq!(
        table.run(&["play", "skiffs", "--seed", "1", "-e", "shoot a1 at b1 --dice \"3,\t4\""]).err,
        ""
    );
}

#[test]
fn what_a_session_adds_and_expects_is_looked_at_without_running_it() {
    let table = Table::new();
    table.write("sessions/beside.units", "change value sinks = 3\n");
    let head = "# Scenario: skiffs/lagoon\n";
    let checked = |lines: &str| {
        table.write("sessions/adds.play", &format!("{head}{lines}"));
        table.run(&["check", "sessions/adds.play"])
    };
    let gone = checked("now\nhouse add gone.rhai\n");
    assert!(
        gone.err.contains("E0709") && gone.err.contains("--> sessions/adds.play:3:11"),
        "{}{}",
        gone.out,
        gone.err
    );
    for fine in [
        "house add full-crews\n",
        "house add beside.units\n",
        "house add sessions/beside.units\n",
        "ruling save agreed.rhai\nhouse add agreed.rhai\n",
        "try house add gone.rhai\n",
        "expect (turn() == 1)\nexpect outcome hit\nexpect refused row a1 0603\n",
    ] {
        let ran = checked(fine);
        assert!(ran.status == 0 && ran.err.is_empty(), "{fine}{}{}", ran.out, ran.err);
    }
    for (wrong, told) in [
        ("expect outcomes hit", "expect what?"),
        ("expect outcome", "expect which outcome?"),
        ("expect P(hit) >= 1/0 for shoot a1 at b1", "`1/0` is no probability"),
        ("expect P(hit for shoot a1 at b1", "a bracket is never closed"),
        ("expect P(hit) 1/2", "expected one of =="),
    ] {
        let ran = checked(&format!("{wrong}\n"));
        assert!(ran.err.contains("E0702") && ran.err.contains(told), "{wrong}: {}{}", ran.out, ran.err);
    }
}

#[test]
fn a_unit_that_a_scenario_names_and_has_not_is_told_by_check() {
    let table = Table::new();
    let lagoon = "packs/skiffs/scenarios/lagoon.scenario";
    let whole = table.read(lagoon);
    let with = |unit: &str| {
        let asks = format!("(afloat(\"blue\") == 0 && unit(\"{unit}\").in_play)");
        table.write(lagoon, &whole.replacen("(afloat(\"blue\") == 0)", &asks, 1));
        table.run(&["check", "skiffs"])
    };
    let wrong = with("b3");
    let told = "no unit is called `b3`\n  --> skiffs/scenarios/lagoon.scenario:15:51";
    assert!(wrong.status == 3 && wrong.err.contains(told), "{}{}", wrong.out, wrong.err);
    assert!(wrong.err.contains("did you mean `b1`?"), "{}", wrong.err);
    let right = with("b2");
    assert_eq!((right.status, right.err.as_str()), (0, ""), "{}", right.out);
}

#[test]
fn what_a_session_expects_to_be_true_is_compiled_and_not_run() {
    let table = Table::new();
    let checked = |lines: &str| {
        table.write("sessions/hopes.play", &format!("# Scenario: skiffs/lagoon\n{lines}"));
        table.run(&["check", "sessions/hopes.play"])
    };
    for (lines, code, place, told) in [
        ("now\nexpect (afolat(\"blue\") == 2)\n", "E0310", "3:9", "did you mean `afloat`?"),
        ("expect (afloat() == 2)\n", "E0310", "2:9", "`afloat` takes 1 argument, not 0"),
        ("expect (\n  1 == afolat(\"blue\"))\n", "E0310", "3:8", "afolat"),
        ("expect (unit(\"a1\").hist == 0)\n", "E0401", "2:20", "did you mean `hits`?"),
        ("expect (side(\"bleu\") == active())\n", "E0403", "2:14", "did you mean `blue`?"),
        ("expect (value(\"snks\") == 2)\n", "E0403", "2:15", "did you mean `sinks`?"),
        ("expect (trun == 1)\n", "E0109", "2:9", "no variable is called `trun`"),
        ("expect (turn() == )\n", "E0109", "2:19", "this expression decides whether the session goes on"),
    ] {
        let ran = checked(lines);
        let is_placed = ran.err.contains(&format!("--> sessions/hopes.play:{place}\n"));
        let is_told = ran.err.contains(code) && ran.err.contains(told);
        assert!(ran.status == 3 && is_placed && is_told, "{lines}{}{}", ran.out, ran.err);
    }
    // All of them at once, and those of lines.
    let all =
        checked("expect (a())\nrwo a1 0202\nexpect (b())\nexpect (value(\"snks\") == 2)\nexpect (1 ==)\n");
    let mut places: Vec<&str> = all.err.lines().filter_map(|line| line.split(".play:").nth(1)).collect();
    places.sort_unstable();
    assert_eq!(places, ["2:9", "3:1", "4:9", "5:15", "6:13"], "{}", all.err);
    for fine in [
        "expect (turn() == 99)\nexpect ({ spin(); true })\n",
        "try expect (afolat(\"blue\") == 2)\n",
        // What is in force behind these only the game itself knows.
        "ruling \"fn afolat(side) { 2 }\" --because \"agreed\"\nexpect (afolat(\"blue\") == 2)\n",
    ] {
        let ran = checked(fine);
        assert!(ran.status == 0 && ran.err.is_empty(), "{fine}{}{}", ran.out, ran.err);
    }
    // With the house rules that its head names, and in the check of its pack.
    table.write(
        "sessions/counts.rhai",
        "fn shots_of(skiff) { crew_of(skiff, 1) }\nfn crew_of(skiff, more) { skiff.CREW + more }\n",
    );
    let with =
        checked("# House: counts.rhai\nexpect (crew_of(unit(\"a1\"), 2) == 4)\nexpect (crew_of(1) == 4)\n");
    assert!(with.err.contains("hopes.play:4:9") && with.err.matches("error[").count() == 1, "{}", with.err);
    table.write("packs/skiffs/tests/hopes.play", "expect (afolat(\"blue\") == 2)\n");
    let whole = table.run(&["check", "skiffs"]);
    assert!(whole.status == 3 && whole.err.contains("--> skiffs/tests/hopes.play:1:9"), "{}", whole.err);
}

#[test]
fn set_names_nothing_that_it_does_not_take() {
    let table = Table::new();
    for (line, help) in [
        ("set a1 sails 3", "help: `set` takes `CREW`\n"),
        ("set a1 titel 3", "help: `set` takes `CREW`\n"),
        ("set a1 CREV 3", "help: did you mean `CREW`?\n"),
    ] {
        let told = table.run(&["play", "skiffs", "-e", line]);
        assert!(told.status == 2 && told.err.contains(help), "{line}: {}", told.err);
    }
}

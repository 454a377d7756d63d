//! What random legal play finds where something is broken, and that its sessions show it.

use std::path::Path;
use std::process::{Command, Output};
use std::sync::Arc;

use houserule::pack::Library;
use houserule::play::fuzz::{Field, Played, play};

/// The duel with some text of it replaced.
fn broken(folder: &Path, changes: &[(&str, &str)]) {
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/duel");
    let mut found = 0;
    for file in ["manifest.pack", "rules/10-duel.rhai", "scenarios/strip.scenario"] {
        let mut text = std::fs::read_to_string(from.join(file)).unwrap();
        for (old, new) in changes {
            found += text.matches(old).count();
            text = text.replace(old, new);
        }
        let to = folder.join("duel").join(file);
        std::fs::create_dir_all(to.parent().unwrap()).unwrap();
        std::fs::write(to, text).unwrap();
    }
    assert!(found >= changes.len(), "the duel has changed");
}

fn run(folder: &Path, arguments: &[&str]) -> Output {
    output(Command::new(env!("CARGO_BIN_EXE_houserule")), folder, arguments)
}

fn output(mut command: Command, folder: &Path, arguments: &[&str]) -> Output {
    command
        .args(arguments)
        .current_dir(folder)
        .env("HOUSERULE_PACKS", folder)
        .env("HOUSERULE_HOME", folder.join("home"))
        .env_remove("NO_COLOR")
        .output()
        .unwrap()
}

fn out(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Plays, finds one thing and runs the session that was saved; answers what was told and the session.
fn found(changes: &[(&str, &str)]) -> (String, String, Output) {
    let folder = tempfile::tempdir().unwrap();
    broken(folder.path(), changes);
    let output = run(folder.path(), &["fuzz", "duel", "--games", "2", "--commands", "60"]);
    let told = out(&output);
    assert_eq!(output.status.code(), Some(1), "{told}{}", String::from_utf8_lossy(&output.stderr));
    let saved =
        told.lines().find_map(|l| l.trim().strip_prefix("saved as ")).unwrap_or_else(|| panic!("{told}"));
    let session = std::fs::read_to_string(folder.path().join(saved)).unwrap();
    let again = run(folder.path(), &["run", saved]);
    (told, session, again)
}

fn lines(session: &str) -> Vec<&str> {
    session.lines().filter(|l| !l.starts_with('#')).collect()
}

#[test]
fn a_list_of_candidates_that_breaks_is_found() {
    let (told, session, again) =
        found(&[("fn next_to(who) { ", "fn next_to(who) { let x = who.hex.nothing; ")]);
    assert!(told.contains("10-duel.rhai:"), "{told}");
    assert!(lines(&session)[0].starts_with("(next_to(unit("), "{session}");
    assert_eq!(again.status.code(), Some(3), "{session}");
}

#[test]
fn choices_of_another_kind_are_saved_with_the_line_that_asks_for_them() {
    let text = "neighbours(who.hex).filter(|hex| units_at(hex).is_empty())";
    for (changes, line) in [
        ((text, "neighbours(who.hex).map(|hex| hex.number)"), "now step "),
        (("fn ready() { ", "fn ready() { return [1]; "), "now step"),
    ] {
        let (told, session, again) = found(&[changes]);
        assert!(told.contains("E0404 rule `") && told.contains("10-duel.rhai:"), "{told}");
        let asks = lines(&session);
        assert!(asks.len() == 1 && asks[0].starts_with(line), "{session}");
        let err = String::from_utf8_lossy(&again.stderr);
        assert_eq!(again.status.code(), Some(3), "{session}{err}");
        assert!(err.contains("E0404") && err.contains("must list what may stand for"), "{err}");
        assert!(err.contains("10-duel.rhai:"), "{err}");
    }
}

#[test]
fn a_dead_end_is_found() {
    let (told, session, again) = found(&[
        ("  phase act\n  rule pass\n", "  phase act\n  check may_pass\n  rule pass\n"),
        (
            "/// The other side's turn.\n",
            "/// Nobody passes late.\nfn may_pass() { require(turn() < 3, `too late`); }\n\n/// The other side's turn.\n",
        ),
    ]);
    assert!(told.contains("the rules allow nothing, and the game is not over"), "{told}");
    assert_eq!(lines(&session).last(), Some(&"hint random"), "{session}");
    assert!(out(&again).ends_with("nothing\n"), "{}", out(&again));
}

#[test]
fn a_command_that_is_seldom_hit_upon_is_no_dead_end() {
    let folder = tempfile::tempdir().unwrap();
    // Nobody can do anything but pass, and that with one word of many.
    broken(
        folder.path(),
        &[
            ("fn ready() { ", "fn ready() { return []; "),
            (
                "  form \"\"\n  phase act\n  rule pass\n",
                "  form \"<why: word>\"\n  phase act\n  check may_pass\n  choices why excuses\n  rule pass\n",
            ),
            ("  example \"pass\"\n", "  example \"pass w399\"\n"),
            (
                "/// The other side's turn.\nfn pass() {",
                "/// Many.\nfn excuses() { let all = []; for n in 0..400 { all += [`w${n}`]; } all }\n\n\
                 /// One of them counts.\nfn may_pass(why) { require(why == \"w399\", `that is none`); }\n\n\
                 /// The other side's turn.\nfn pass(why) {",
            ),
        ],
    );
    let output = run(folder.path(), &["fuzz", "duel", "--games", "2"]);
    let told = out(&output) + &String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{told}");
    assert!(told.contains("2 came to an end, 0 stopped after 400 commands: nothing found"), "{told}");
    let games = out(&run(folder.path(), &["sim", "duel", "--games", "3"]));
    assert!(!games.contains("failed") && games.contains("drawn           3  100.0 %"), "{games}");
    let hint = out(&run(folder.path(), &["play", "duel", "-e", "hint random"]));
    assert!(hint.contains("pass w399"), "{hint}");
}

#[test]
fn a_game_that_comes_to_no_end_is_counted_and_a_finding_after_as_many_commands_as_a_simulation_allows() {
    let folder = tempfile::tempdir().unwrap();
    broken(folder.path(), &[("turn() > 10", "turn() > 1000000"), ("(left(\"", "(false && left(\"")]);
    let output = run(folder.path(), &["fuzz", "duel", "--games", "2", "--commands", "30", "--json"]);
    assert_eq!(output.status.code(), Some(0), "{}", out(&output));
    let sum: serde_json::Value = serde_json::from_str(out(&output).trim()).unwrap();
    assert_eq!((&sum["ended"], &sum["stopped"], &sum["commands"]), (&0.into(), &2.into(), &60.into()));

    let field = |commands| Field {
        library: Library::of_folders([folder.path().to_path_buf()]),
        pack: "duel".to_owned(),
        scenario: "strip".to_owned(),
        house: Vec::new(),
        commands,
        endless: 50,
        cancel: Arc::default(),
    };
    assert_eq!(play(&field(49), 1), Ok(Some(Played { commands: 49, ended: false })));
    let finding = play(&field(50), 1).unwrap_err();
    assert_eq!(finding.what, "the game has more commands than it may have");
    assert_eq!(finding.commands, 50);
    assert!(lines(&finding.session).len() >= 50, "{}", finding.session);
}

#[test]
fn the_commands_of_games_with_findings_are_counted() {
    let (told, _, _) = found(&[("  remove(whom);", "  remove([][whom.hits]);")]);
    let sum = told.lines().last().unwrap();
    assert!(sum.starts_with("2 games of 1 scenario, ") && !sum.contains(", 0 commands"), "{told}");
}

#[test]
fn a_folder_that_nothing_can_be_saved_in_is_told_before_the_first_game() {
    let folder = tempfile::tempdir().unwrap();
    broken(folder.path(), &[]);
    std::fs::write(folder.path().join("taken"), "").unwrap();
    let output = run(folder.path(), &["fuzz", "duel", "--games", "2", "--save", "taken/here"]);
    let err = String::from_utf8_lossy(&output.stderr);
    assert_eq!((output.status.code(), &*out(&output)), (Some(4), ""), "{err}");
    assert!(err.contains("E0607") && err.contains("`taken/here` cannot be written"), "{err}");
    let output = run(folder.path(), &["fuzz", "duel", "--games", "2", "--save", "new/here"]);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
}

#[cfg(unix)]
#[test]
fn what_is_found_is_told_where_it_cannot_be_saved() {
    let folder = tempfile::tempdir().unwrap();
    broken(folder.path(), &[("fn next_to(who) { ", "fn next_to(who) { let x = who.hex.nothing; ")]);
    // No byte can be written to a file, as on a full disk.
    let fuzz = |rest: &[&str]| {
        let mut shell = Command::new("sh");
        shell.args(["-c", "trap '' XFSZ; ulimit -f 0; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_houserule")]);
        let arguments = [&["fuzz", "duel", "--games", "2", "--commands", "60"], rest].concat();
        output(shell, folder.path(), &arguments)
    };
    let output = fuzz(&[]);
    let (told, err) = (out(&output), String::from_utf8_lossy(&output.stderr).into_owned());
    assert_eq!(output.status.code(), Some(4), "{told}{err}");
    for seed in [1, 2] {
        assert!(told.contains(&format!("duel/strip, seed {seed}: E0")), "{told}");
    }
    assert_eq!(err.matches("E0607").count(), 2, "{err}");
    assert!(!told.contains("saved as") && told.trim_end().ends_with("2 findings"), "{told}");
    let json = fuzz(&["--json"]);
    let finding: serde_json::Value = serde_json::from_str(out(&json).lines().next().unwrap()).unwrap();
    assert_eq!((&finding["seed"], &finding["saved"]), (&1.into(), &serde_json::Value::Null));
    let left = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name());
    let left: Vec<_> = left.filter(|name| name.to_string_lossy().contains("fuzz")).collect();
    assert!(left.is_empty(), "{left:?}");
}

/// Games are worked out from their number: a list of them would not fit into any memory.
#[cfg(unix)]
#[test]
fn any_number_of_games_is_begun_and_broken_off() {
    let folder = tempfile::tempdir().unwrap();
    broken(folder.path(), &[]);
    let child = Command::new(env!("CARGO_BIN_EXE_houserule"))
        .args(["fuzz", "duel", "--games", "10000000000", "--commands", "60"])
        .current_dir(folder.path())
        .env("HOUSERULE_PACKS", folder.path())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(std::time::Duration::from_millis(1500));
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    let err = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{}{err}", out(&output));
    assert!(err.contains("broken off with 99999"), "{err}");
    let played: u64 = out(&output).split(' ').next().unwrap().parse().unwrap();
    assert!(err.contains(&format!("broken off with {} games left", 10_000_000_000 - played)), "{err}");
}

#[test]
fn numbers_are_written_as_for_simulations_and_none_is_nothing() {
    let folder = tempfile::tempdir().unwrap();
    broken(folder.path(), &[]);
    let output = run(folder.path(), &["fuzz", "duel/strip", "--games", "1e1", "--commands", "2e0", "--json"]);
    let sum: serde_json::Value = serde_json::from_str(out(&output).trim()).unwrap();
    assert_eq!((&sum["games"], &sum["commands"]), (&10.into(), &20.into()), "{sum}");
    for what in ["games", "commands"] {
        let output = run(folder.path(), &["fuzz", "duel/strip", &format!("--{what}"), "0"]);
        let err = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{err}");
        assert!(err.contains(&format!("`0` is no number of {what}")), "{err}");
    }
}

#[test]
fn a_whole_pack_has_nothing_to_be_found() {
    let folder = tempfile::tempdir().unwrap();
    broken(folder.path(), &[]);
    let output = run(folder.path(), &["fuzz", "duel/strip", "--games", "3", "--json"]);
    assert_eq!(output.status.code(), Some(0), "{}", out(&output));
    let sum: serde_json::Value = serde_json::from_str(out(&output).trim()).unwrap();
    assert_eq!(
        (&sum["schema"], &sum["games"], &sum["found"]),
        (&"houserule.fuzz/1".into(), &3.into(), &0.into())
    );
    assert_eq!(sum["ended"].as_u64().unwrap() + sum["stopped"].as_u64().unwrap(), 3);
    assert_eq!(run(folder.path(), &["fuzz", "duel/none"]).status.code(), Some(3));
}

#[test]
fn a_command_that_its_dice_break_is_saved_with_them() {
    let folder = tempfile::tempdir().unwrap();
    broken(
        folder.path(),
        &[("    let limit = 7", "    if pips == 5 { throw \"five pips\"; }\n    let limit = 7")],
    );
    let output = run(folder.path(), &["fuzz", "duel", "--games", "20", "--save", "saved"]);
    assert_eq!(output.status.code(), Some(1), "{}", out(&output));
    let mut checked = 0;
    for entry in std::fs::read_dir(folder.path().join("saved")).unwrap() {
        let path = entry.unwrap().path();
        let session = std::fs::read_to_string(&path).unwrap();
        assert!(lines(&session).last().unwrap().contains("--dice "), "{session}");
        let again = run(folder.path(), &["run", path.to_str().unwrap()]);
        assert_eq!(again.status.code(), Some(3), "{session}{}", String::from_utf8_lossy(&again.stderr));
        checked += 1;
    }
    assert!(checked > 5, "{}", out(&output));
}

#[test]
fn a_set_up_that_refuses_is_found_with_what_it_was_answered() {
    let (told, session, again) = found(&[(
        "fn begin_game() { ",
        "fn begin_game() { let dice = roll(3, 6, \"shot\", (), `wind`); \
         let side = choose((), `who begins?`, [\"one\", \"other\"]); \
         if side == \"other\" { require(false, `not on ${dice}`); } ",
    )]);
    assert!(told.contains(": the set-up refuses: not on "), "{told}");
    assert!(session.contains("# Set-up: --dice ") && session.contains(" --choose 2\n"), "{session}");
    let reason = session.lines().find_map(|line| line.split_once("the set-up refuses: ")).unwrap().1;
    let shown = out(&again) + &String::from_utf8_lossy(&again.stderr);
    assert!(again.status.code() == Some(1) && shown.contains(reason), "{session}{shown}");
}

//! What keeps sessions of packs honest: exact odds that are expected, what they reach, what they would notice.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;
use tempfile::TempDir;

/// A copy of a small pack, to be spoilt.
struct Wall(TempDir);

/// Exit status, standard output, standard error.
type Ran = (i32, String, String);

impl Wall {
    fn new() -> Wall {
        let wall = Wall(TempDir::new().unwrap());
        let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/sentries");
        for inside in ["manifest.pack", "rules/10-sentries.rhai", "scenarios/wall.scenario", SESSION] {
            let to = wall.pack().join(inside);
            fs::create_dir_all(to.parent().unwrap()).unwrap();
            fs::copy(from.join(inside), to).unwrap();
        }
        wall
    }

    fn pack(&self) -> PathBuf {
        self.0.path().join("packs/sentries")
    }

    fn session(&self, lines: &str) {
        let text = format!("# Scenario: sentries/wall\n{lines}");
        fs::write(self.pack().join(SESSION), text).unwrap();
    }

    fn rules(&self, change: impl Fn(&str) -> String) {
        let path = self.pack().join("rules/10-sentries.rhai");
        fs::write(&path, change(&fs::read_to_string(&path).unwrap())).unwrap();
    }

    fn test(&self, arguments: &[&str]) -> Ran {
        let ran = Command::new(env!("CARGO_BIN_EXE_houserule"))
            .arg("test")
            .arg("sentries")
            .args(arguments)
            .current_dir(self.0.path())
            .env("HOUSERULE_PACKS", self.0.path().join("packs"))
            .env("CI", "1")
            .output()
            .unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        (ran.status.code().unwrap_or(-1), text(ran.stdout), text(ran.stderr))
    }

    /// The objects that a run answers; the last sums up.
    fn objects(&self, arguments: &[&str]) -> Vec<Value> {
        let (status, out, err) = self.test(&[arguments, &["--json"]].concat());
        assert_eq!(status, 0, "{out}{err}");
        out.lines().map(|l| serde_json::from_str(l).unwrap()).collect()
    }

    /// Every file of the pack with its bytes.
    fn bytes(&self) -> Vec<(PathBuf, Vec<u8>)> {
        let mut found = Vec::new();
        let mut folders = vec![self.pack()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
                match entry.path().is_dir() {
                    true => folders.push(entry.path()),
                    false => found.push((entry.path(), fs::read(entry.path()).unwrap())),
                }
            }
        }
        found.sort();
        found
    }
}

const SESSION: &str = "tests/everything_is_asserted.play";

#[test]
fn a_session_that_asserts_everything_reaches_all_and_notices_every_change() {
    let wall = Wall::new();
    let reached = wall.objects(&["--coverage"]);
    let [sum] = reached.as_slice() else { panic!("{reached:#?}") };
    assert_eq!((&sum["branches_reached"], &sum["per_mille"]), (&sum["branches"], &1000.into()));
    assert_eq!((&sum["rules"], &sum["rules_reached"]), (&4.into(), &4.into()));

    let noticed = wall.objects(&["--mutate"]);
    let [sum] = noticed.as_slice() else { panic!("{noticed:#?}") };
    assert!(sum["tried"].as_u64().unwrap() > 20, "{sum}");
    assert_eq!(sum["noticed"], sum["tried"]);
}

#[test]
fn expressions_in_data_are_reached_and_changed_like_rules() {
    let wall = Wall::new();
    wall.session("hail n1 on s1 --dice 3\n");
    let left = wall.objects(&["--mutate"]);
    for after in ["turn() >= 6", "turn() > 7", "turn() > 5"] {
        let found = left.iter().find(|m| m["after"] == after).unwrap_or_else(|| panic!("{after}: {left:#?}"));
        assert_eq!(
            (&found["rule"], &found["file"]),
            (&"turn() > 6".into(), &"sentries/scenarios/wall.scenario".into())
        );
    }
    fs::remove_dir_all(wall.pack().join("tests")).unwrap();
    let (_, out, _) = wall.test(&["--coverage"]);
    assert!(
        out.lines().any(|l| l.trim() == "sentries/scenarios/wall.scenario:11  expression `turn() > 6`"),
        "{out}"
    );
}

#[test]
fn what_exact_odds_leave_out_is_reached_where_it_is_carried_out_alone() {
    let wall = Wall::new();
    let echo = "/// How far it is heard, which has no part in what comes of it.\n/// Rule: SE-3\n\
        fn echo(who) {\n    roll(1, 6, \"hail\", who.side, `echo of ${who}`);\n}\n";
    wall.rules(|text| {
        text.replace("`${who} hails ${whom}`);\n", "`${who} hails ${whom}`);\n    echo(who);\n") + echo
    });
    for (session, is_reached) in
        [("expect P(flees) == 1/3 for hail n1 on s1\n", false), ("hail n1 on s1 --dice 3,2\n", true)]
    {
        wall.session(session);
        let reached = wall.objects(&["--coverage"]);
        let is_missed =
            |rule: &str| reached.iter().any(|block| block["rule"] == rule && block["kind"] == "rule");
        assert_eq!(is_missed("echo"), !is_reached, "{session}{reached:#?}");
        assert!(!is_missed("hail"), "{session}{reached:#?}");
    }
}

#[test]
fn what_only_exact_odds_run_is_reached_and_watched_however_many_dice_there_are() {
    let wall = Wall::new();
    // Listed die by die these would be 10^23 ways.
    let many = r#"dice("30d6>=6", "hail", who.side, `${who} hails ${whom}`)"#;
    wall.rules(|text| text.replace("roll(1, 6, \"hail\", who.side, `${who} hails ${whom}`)", many));
    wall.session("expect P(flees) > P(laughs) for hail n1 on s1\nexpect P(laughs) < 10% for hail n1 on s1\n");
    let reached = wall.objects(&["--coverage"]);
    let missed: Vec<&Value> = reached.iter().filter(|block| block["rule"] == "hail").collect();
    assert_eq!(missed, Vec::<&Value>::new(), "odds run every branch of `hail`");
    let all = wall.objects(&["--mutate"]);
    let (sum, left) = all.split_last().unwrap();
    assert!(sum["noticed"].as_u64().unwrap() > 0);
    let laughs = left
        .iter()
        .find(|m| m["before"] == "} else if voice == 1 {" && m["after"] == "} else if voice == 2 {");
    assert!(laughs.is_some(), "two sixes are likelier than one: nobody asserts that\n{left:#?}");
    let never = left.iter().find(|m| m["after"] == "} else if voice != 1 {");
    assert!(never.is_none(), "the odds of laughing are asserted\n{left:#?}");
}

#[test]
fn a_pack_without_sessions_has_coverage_0() {
    let wall = Wall::new();
    fs::remove_dir_all(wall.pack().join("tests")).unwrap();
    let all = wall.objects(&["--coverage"]);
    let (sum, left) = all.split_last().unwrap();
    assert_eq!(
        (&sum["sessions"], &sum["branches_reached"], &sum["per_mille"]),
        (&0.into(), &0.into(), &0.into())
    );
    assert_eq!(left.len() as u64, sum["branches"].as_u64().unwrap());

    let noticed = wall.objects(&["--mutate"]);
    let (sum, left) = noticed.split_last().unwrap();
    assert_eq!((&sum["noticed"], &sum["unreached"]), (&0.into(), &sum["tried"]));
    assert_eq!(left.len() as u64, sum["tried"].as_u64().unwrap());
}

#[test]
fn a_session_that_asserts_nothing_notices_only_what_stops_it() {
    let wall = Wall::new();
    wall.session("hail n1 on s1 --dice 3\n");
    let all = wall.objects(&["--mutate"]);
    let (sum, left) = all.split_last().unwrap();
    let threshold = left.iter().find(|m| m["before"] == "if voice >= 5 {" && m["after"] == "if voice > 5 {");
    let threshold = threshold.unwrap_or_else(|| panic!("{left:#?}"));
    assert_eq!(threshold["file"], "sentries/rules/10-sentries.rhai");
    assert_eq!(
        (&threshold["line"], &threshold["rule"], &threshold["ids"][0]),
        (&23.into(), &"hail".into(), &"SE-3".into())
    );
    assert_eq!(threshold["sessions"][0], "sentries/tests/everything_is_asserted.play");
    // The refusal of a friend has to be met: the other comparison refuses the enemy.
    assert!(left.iter().all(|m| m["after"] != "if whom.side != who.side {"), "{left:#?}");
    assert!(sum["noticed"].as_u64().unwrap() > 0);
}

#[test]
fn what_is_not_reached_is_told_by_its_line_rule_and_source() {
    let wall = Wall::new();
    wall.session("hail n1 on s1 --dice 3\n");
    let (status, out, err) = wall.test(&["--coverage"]);
    assert_eq!(status, 0, "{err}");
    for line in [
        "sentries/rules/10-sentries.rhai:12  refusal in `may_hail` · SE-2",
        "sentries/rules/10-sentries.rhai:13  if in `may_hail` · SE-2",
        "sentries/rules/10-sentries.rhai:16  refusal in `may_hail` · SE-2",
        "sentries/rules/10-sentries.rhai:23  if in `hail` · SE-3",
        "sentries/rules/10-sentries.rhai:26  else if in `hail` · SE-3",
        "sentries/rules/10-sentries.rhai:35  rule `end_watch`, with 2 branches in it · SE-4",
    ] {
        assert!(out.lines().any(|l| l.trim() == line), "{line}\n{out}");
    }
    assert!(out.ends_with("reached: 3 of 4 rules, 5 of 13 branches, by 1 session\n"), "{out}");
}

#[test]
fn the_exit_status_tells_whether_enough_is_reached() {
    let wall = Wall::new();
    assert_eq!(wall.test(&["--coverage-at-least", "100"]).0, 0);
    wall.session("hail n1 on s1 --dice 3\n");
    // 5 of 13 are 38.4 %: the victory condition of the scenario is one of them.
    assert_eq!(wall.test(&["--coverage-at-least", "38"]).0, 0);
    let (status, out, _) = wall.test(&["--coverage-at-least", "39"]);
    assert_eq!(status, 1);
    assert!(out.contains("less than the 39 % that were asked for"), "{out}");
    assert_eq!(wall.test(&["--coverage-at-least", "101"]).0, 2);
}

#[test]
fn chance_takes_the_same_changes_for_the_same_seed() {
    let wall = Wall::new();
    wall.session("hail n1 on s1 --dice 3\n");
    let some = |seed: &str| wall.test(&["--mutate", "--sample", "9", "--seed", seed, "--json"]).1;
    assert_eq!(some("4"), some("4"));
    assert_ne!(some("4"), some("5"));
    let sum: Value = serde_json::from_str(some("4").lines().last().unwrap()).unwrap();
    assert_eq!(sum["tried"].as_u64().unwrap() + sum["invalid"].as_u64().unwrap(), 9);
}

#[test]
fn a_change_that_loops_is_stopped_and_noticed() {
    let wall = Wall::new();
    wall.rules(|text| {
        text.replace("    let voice", "    let left = 2;\n    while left > 0 { left -= 1; }\n    let voice")
    });
    wall.session("hail n1 on s1 --dice 3\n");
    let all = wall.objects(&["--mutate"]);
    assert!(all.iter().all(|m| m["after"] != "while left > 0 { left += 1; }"), "{all:#?}");
    assert!(all.iter().any(|m| m["after"] == "while left > 1 { left -= 1; }"), "{all:#?}");
}

#[test]
fn nothing_is_written_to_the_pack() {
    let wall = Wall::new();
    let before = wall.bytes();
    wall.objects(&["--mutate"]);
    wall.objects(&["--coverage"]);
    assert_eq!(wall.bytes(), before);
}

#[test]
fn an_expectation_of_chance_is_exact() {
    for (line, holds) in [
        ("expect P(flees) == 1/3 for hail n1 on s1", true),
        ("expect P(flees) == 33.3333333333333333% for hail n1 on s1", false),
        ("expect P(flees) > 33.3333333333333333% for hail n1 on s1", true),
        ("expect P(flees or laughs) == 0.5 for hail n1 on s1", true),
        ("expect P(stays) >= P(flees or laughs) for hail n1 on s1", true),
        ("expect P(stays) != 50 % for hail n1 on s1", false),
        ("expect P(laughs) < 1/6 for hail n1 on s1", false),
        ("expect P(laughs) <= 1/6 for hail n1 on s1", true),
    ] {
        let wall = Wall::new();
        wall.session(&format!("{line}\n"));
        let (_, out, err) = wall.test(&[]);
        assert_eq!(out.contains("1 new"), holds, "{line}\n{out}{err}");
        assert_eq!(out.contains("1 failed"), !holds, "{line}\n{out}{err}");
    }
}

#[test]
fn an_expectation_that_does_not_hold_shows_the_whole_distribution() {
    let wall = Wall::new();
    wall.session("expect P(flees or laughs) == 15/36 for hail n1 on s1\n");
    let (status, out, _) = wall.test(&[]);
    assert_eq!(status, 1);
    assert!(out.contains("P(flees or laughs) is 1/2 (50.00 %); expected == 15/36 (5/12)"), "{out}");
    assert!(
        out.contains("all of it: flees 1/3 (33.33 %), laughs 1/6 (16.67 %), stays 1/2 (50.00 %)"),
        "{out}"
    );
}

#[test]
fn an_outcome_that_cannot_occur_is_told_with_one_that_can() {
    let wall = Wall::new();
    wall.session("expect P(fleas) == 0 for hail n1 on s1\n");
    let (status, out, _) = wall.test(&[]);
    assert_eq!(status, 1);
    assert!(out.contains("`fleas` is no outcome that this command may have"), "{out}");
    assert!(out.contains("did you mean `flees`?"), "{out}");
}

#[test]
fn an_expectation_of_chance_carries_nothing_out() {
    let wall = Wall::new();
    wall.session(
        "hail n1 on s2\nundo --past-dice\nexpect P(flees) == 1/3 for hail n1 on s1\nexpect (unit(\"s1\").in_play)\n\
         try expect P(flees) == 1/3 for hail s1 on n1\n",
    );
    let (_, out, err) = wall.test(&["--accept"]);
    assert!(out.contains("1 accepted"), "{out}{err}");
    let snapshot = fs::read_to_string(wall.pack().join(SESSION.replace(".play", ".snap"))).unwrap();
    assert!(snapshot.contains("refused: s1 is not on watch"), "{snapshot}");
}

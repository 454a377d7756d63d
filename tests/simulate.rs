//! Games in bulk: the same totals however they are shared out, parts that add up, and nothing counted twice.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Arc;

use houserule::pack::{HouseFile, Library};
use houserule::play::PlayerKind;
use houserule::play::simulate::{
    BATCH, Counts, Done, Failed, First, Job, MOST_COMMANDS, Plan, Ranges, Results, TakesRows, Until, run,
    run_kept,
};

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures")
}

fn plan(seed: u64) -> Plan {
    Plan {
        library: Library::of_folders([fixtures()]),
        pack: "duel".to_owned(),
        scenario: "strip".to_owned(),
        house: Vec::new(),
        seed,
        players: vec![PlayerKind::Random; 2],
        turns: 100,
        commands: 10_000,
    }
}

/// Plays what is wanted, with the rows of the games.
fn played(plan: &Plan, wanted: &Ranges, threads: usize, until: Option<(Until, &Counts)>) -> (Done, String) {
    stopped(plan, wanted, threads, until, u64::MAX)
}

/// The same, broken off once so many games are done.
fn stopped(
    plan: &Plan,
    wanted: &Ranges,
    threads: usize,
    until: Option<(Until, &Counts)>,
    most: u64,
) -> (Done, String) {
    let loaded = plan.load(&Arc::default()).unwrap_or_else(|told| panic!("{:#?}", told.1));
    let head = plan.head(&loaded);
    let mut rows = String::new();
    let mut row = |text: &str| rows.push_str(text);
    let mut goes_on = |done: u64| done < most;
    let job = Job {
        plan,
        loaded: &loaded,
        head: &head,
        wanted,
        threads,
        until,
        rows: Some(&mut row),
        goes_on: &mut goes_on,
    };
    (run(job), rows)
}

fn results(plan: &Plan, games: u64, done: Done) -> Results {
    let loaded = plan.load(&Arc::default()).unwrap_or_else(|told| panic!("{:#?}", told.1));
    Results { head: plan.head(&loaded), games, ranges: done.ranges, counts: done.counts }
}

#[test]
fn totals_do_not_depend_on_threads() {
    let wanted = Ranges::of(0..200);
    let one = played(&plan(1), &wanted, 1, None);
    assert_eq!(one.0.counts.games, 200);
    assert_eq!(one.1.lines().count(), 201);
    for threads in [2, 4] {
        assert_eq!(played(&plan(1), &wanted, threads, None), one, "{threads} threads");
    }
    assert_ne!(played(&plan(2), &wanted, 2, None).0.counts, one.0.counts);
}

#[test]
fn totals_do_not_depend_on_parts_nor_on_the_order_in_which_they_are_added_up() {
    let (plan, games) = (plan(3), 180);
    let whole = results(&plan, games, played(&plan, &Ranges::of(0..games), 2, None).0).text();
    for parts in [1, 2, 7] {
        let cut = |k: u64| games * k / parts;
        let mut all: Vec<Results> = (0..parts)
            .map(|k| results(&plan, games, played(&plan, &Ranges::of(cut(k)..cut(k + 1)), 1, None).0))
            .collect();
        for turned in [false, true] {
            if turned {
                all.reverse();
            }
            let mut sum = all[0].clone();
            for part in &all[1..] {
                sum.merge(part, ["sum", "part"]).unwrap();
            }
            assert_eq!(sum.text(), whole, "{parts} parts");
            assert!(sum.gaps().is_empty());
        }
    }
    assert_eq!(Results::read("whole", &whole).unwrap().text(), whole);
}

#[test]
fn what_was_broken_off_and_completed_is_the_same_as_at_once() {
    let (plan, games) = (plan(4), 300);
    let whole = results(&plan, games, played(&plan, &Ranges::of(0..games), 2, None).0);
    let (first, _) = stopped(&plan, &Ranges::of(0..games), 2, None, 40);
    assert!(first.broken_off && first.ranges.count() < games, "{first:?}");
    let mut sum = results(&plan, games, first);
    let rest = sum.ranges.missing(0..games);
    let rest = results(&plan, games, played(&plan, &rest, 2, None).0);
    sum.merge(&rest, ["sum", "rest"]).unwrap();
    assert_eq!(sum, whole);
}

#[test]
fn when_it_is_enough_is_decided_on_the_same_games_by_any_number_of_threads() {
    let (plan, nothing) = (plan(5), Counts::default());
    let until = Until::parse("ci < 5%").unwrap();
    let wanted = Ranges::of(0..100_000);
    let (one, rows) = played(&plan, &wanted, 1, Some((until, &nothing)));
    assert!(one.early && until.is_met(&one.counts), "{:?}", one.ranges);
    assert_eq!(one.ranges, Ranges::of(0..one.counts.games));
    assert_eq!(rows.lines().count() as u64, one.counts.games + 1);
    for threads in [2, 4] {
        assert_eq!(played(&plan, &wanted, threads, Some((until, &nothing))), (one.clone(), rows.clone()));
    }
    // Broken off on the way and taken up again it ends with the same game.
    let (first, _) = stopped(&plan, &wanted, 2, Some((until, &nothing)), 100);
    assert!(!first.early);
    let rest = first.ranges.missing(0..100_000);
    let (second, _) = played(&plan, &rest, 2, Some((until, &first.counts)));
    let mut sum = results(&plan, 0, first);
    sum.merge(&results(&plan, 0, second), ["sum", "rest"]).unwrap();
    assert_eq!((sum.ranges, sum.counts), (one.ranges, one.counts));
}

#[test]
fn a_run_that_was_broken_off_inside_a_batch_does_not_end_before_the_end_of_that_batch() {
    let (plan, until) = (plan(5), Until::parse("ci<5%").unwrap());
    let (whole, _) = played(&plan, &Ranges::of(0..100_000), 2, Some((until, &Counts::default())));
    let end = whole.ranges.end();
    assert!(end.is_multiple_of(BATCH));
    let inside = played(&plan, &Ranges::of(0..end + 40), 2, None).0;
    let of_games = |games| results(&plan, games, inside.clone());
    assert!(until.is_met(&inside.counts) && !until.is_met_by(&of_games(100_000)));
    assert!(until.is_met_by(&of_games(end + 40)), "nothing of it is left");
    assert!(until.is_met_by(&results(&plan, 100_000, whole)));
}

#[test]
fn what_is_done_is_told_before_a_batch_is_whole() {
    let (plan, wanted) = (plan(6), Ranges::of(10..10 + 3 * BATCH));
    let loaded = plan.load(&Arc::default()).unwrap();
    let head = plan.head(&loaded);
    for wants_rows in [false, true] {
        let mut rows = |_: &str| {};
        let mut told: Vec<Done> = Vec::new();
        let job = Job {
            plan: &plan,
            loaded: &loaded,
            head: &head,
            wanted: &wanted,
            threads: 2,
            until: None,
            rows: if wants_rows { Some(&mut rows) } else { None },
            goes_on: &mut |_| true,
        };
        let done = run_kept(job, &mut |done| told.push(done.clone()));
        assert_eq!((&done.ranges, done.counts.games), (&wanted, 3 * BATCH));
        assert!(told.iter().any(|done| (1..BATCH / 2).contains(&done.counts.games)));
        for done in &told {
            assert_eq!(done.ranges.count(), done.counts.games);
            assert!(
                !wants_rows || done.ranges == Ranges::of(10..10 + done.counts.games),
                "{:?}",
                done.ranges
            );
        }
    }
}

#[test]
fn results_of_other_plans_are_refused() {
    let one = results(&plan(1), 4, played(&plan(1), &Ranges::of(0..2), 1, None).0);
    let part = |plan: &Plan| results(plan, 4, played(plan, &Ranges::of(2..4), 1, None).0);
    let refused = |plan: &Plan, why: &str| {
        let told = one.clone().merge(&part(plan), ["one", "other"]).unwrap_err();
        assert!(told.title.contains(why), "{}", told.title);
    };
    refused(&plan(2), "the seed differs: 1 and 2");
    refused(&Plan { turns: 99, ..plan(1) }, "the most turns differs");
    refused(&Plan { players: vec![PlayerKind::Random, PlayerKind::Greedy], ..plan(1) }, "list of players");
    let text = "change unit counter RNG += 1\n";
    let house = vec![HouseFile { name: "far.units".into(), text: text.into() }];
    refused(&Plan { house, ..plan(1) }, "list of house rules");
    let mut twice = one.clone();
    let told = twice.merge(&one, ["one", "other"]).unwrap_err();
    assert!(told.title.contains("both have the games from 0 to 1"), "{}", told.title);
    assert_eq!(twice, one);
    assert!(one.clone().merge(&part(&plan(1)), ["one", "other"]).is_ok());
}

#[test]
fn results_that_do_not_hold_together_are_not_read() {
    let good = results(&plan(1), 4, played(&plan(1), &Ranges::of(0..4), 1, None).0).text();
    assert!(Results::read("good", &good).is_ok());
    for (old, new) in [
        ("\"seed\": 1", "\"seed\": 2"),
        ("houserule.sim/1", "houserule.sim/2"),
        ("\"games\": 4,\n    \"won\"", "\"games\": 5,\n    \"won\""),
        ("\"games\": 4,\n  \"ranges\"", "\"games\": 3,\n  \"ranges\""),
        ("\"games\": 4,\n  \"ranges\"", "\"games\": 999999999999999999,\n  \"ranges\""),
        ("\"dice\": ", "\"dice\": 99999999999999999"),
        ("\"drawn\"", "\"dawn\""),
        ("{", "["),
    ] {
        assert!(good.contains(old), "{old} in {good}");
        let told = Results::read("bad", &good.replacen(old, new, 1)).unwrap_err();
        assert!(told.title.contains("holds no results"), "{}", told.title);
    }
}

#[test]
fn counts_that_contradict_each_other_are_not_read() {
    let whole = results(&plan(1), 40, played(&plan(1), &Ranges::of(0..40), 1, None).0);
    assert!(Results::read("whole", &whole.text()).is_ok());
    let refused = |why: &str, change: &dyn Fn(&mut Counts)| {
        let mut edited = whole.clone();
        change(&mut edited.counts);
        let told = Results::read("edited", &edited.text()).unwrap_err();
        assert!(told.notes.iter().any(|note| note.contains(why)), "{why}: {:?}", told.notes);
    };
    // Added up as they are these would come round to the same sum.
    refused("came to some end", &|counts| {
        counts.drawn = counts.drawn.wrapping_sub(41);
        counts.unfinished += 41;
    });
    refused("came to some end", &|counts| counts.failed += 1);
    refused("by their turns", &|counts| counts.turns.clear());
    refused("by their reasons", &|counts| *counts.endings.values_mut().next().unwrap() += 1);
    refused("moved first", &|counts| counts.first.get_mut("red").unwrap().won += 40);
    refused("moved first", &|counts| counts.first.get_mut("red").unwrap().games = 1);
    refused("moved first", &|counts| counts.first.get_mut("red").unwrap().games += 1);
    refused("moved first", &|counts| counts.first.get_mut("red").unwrap().won = 0);
    refused("failures", &|counts| counts.failures.push(Failed { game: 3, what: "why".to_owned() }));
    let end_in = |counts: &mut Counts, turn| {
        let (last, games) = counts.turns.pop_last().unwrap();
        assert!(last < turn);
        counts.turns.insert(turn, games);
    };
    refused("a game ended in turn 101", &|counts| end_in(counts, 101));
    refused("no game has more than 10000", &|counts| counts.commands = 40 * 10_000 + 1);
    let green = || "green".to_owned();
    refused("a side green", &|counts| _ = counts.won.insert(green(), 0));
    refused("a side green", &|counts| _ = counts.lost.insert(green(), Default::default()));
    refused("a side green", &|counts| _ = counts.first.insert(green(), Default::default()));
    let mut longest = whole.clone();
    end_in(&mut longest.counts, 100);
    longest.counts.commands = 40 * 10_000;
    assert!(Results::read("longest", &longest.text()).is_ok());
    refused("no game has more than 10000", &|counts| counts.commands = u64::MAX);
    refused("more is counted", &|counts| {
        counts.lost.entry("red".to_owned()).or_default().insert("counter".to_owned(), u64::MAX);
    });
    // Of 40 games red has won 20, and 25 of those in which one side moved first were won by somebody.
    refused("moved first", &|counts| {
        counts.won = [("red".to_owned(), 20), ("blue".to_owned(), 0)].into();
        (counts.drawn, counts.unfinished) = (20, 0);
        counts.turns = [(3, 40)].into();
        counts.endings = [("why".to_owned(), 40)].into();
        let first = |games, won| First { games, won, ..First::default() };
        counts.first = [("red".to_owned(), first(15, 15)), ("blue".to_owned(), first(10, 0))].into();
    });
    let mut none = whole.clone();
    (none.ranges, none.counts) = (Ranges::default(), Counts { dice: 5, ..Counts::default() });
    let told = Results::read("none", &none.text()).unwrap_err();
    assert!(told.notes.iter().any(|note| note.contains("it has no game")), "{:?}", told.notes);
    none.counts.dice = 0;
    assert!(Results::read("none", &none.text()).is_ok());
    let mut one = whole.clone();
    one.counts.dice = (1 << 63) - 100_000;
    let mut other = results(&plan(1), 80, played(&plan(1), &Ranges::of(40..80), 1, None).0);
    other.counts.dice = 1 << 62;
    let told = one.merge(&other, ["one", "other"]).unwrap_err();
    assert!(told.title.contains("more is counted"), "{}", told.title);
}

#[test]
fn more_losses_than_the_order_of_battle_has_are_refused_where_the_game_is_at_hand() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let plan = Plan { commands: MOST_COMMANDS, ..plan(1) };
    let part = results(&plan, 40, played(&plan, &Ranges::of(0..20), 1, None).0);
    let write = |lost: u64, side: &str, of: &str| {
        let mut edited = part.clone();
        edited.counts.lost = [(side.to_owned(), [(of.to_owned(), lost)].into())].into();
        std::fs::write(at.join("part.json"), edited.text()).unwrap();
        houserule(at, &["sim", "merge", "part.json"])
    };
    // There are three counters a side.
    let all = write(60, "red", "counter");
    assert_eq!(all.status.code(), Some(1), "{}", told(&all));
    assert!(told(&all).contains("20 of 40 games are missing"), "{}", told(&all));
    for (lost, side, of, had) in [(61, "red", "counter", 3), (1, "blue", "tank", 0)] {
        let merged = write(lost, side, of);
        assert_eq!((merged.status.code(), merged.stdout.len()), (Some(4), 0), "{}", told(&merged));
        let why = format!("{side} lost {lost} of {of}, and had {had} in each of 20 games");
        assert!(told(&merged).contains("`part.json` holds no results of `sim`"), "{}", told(&merged));
        assert!(told(&merged).contains(&why), "{}", told(&merged));
        // No run adds its games to them, and no sum is written over them.
        std::fs::write(at.join("whole.json"), part.text()).unwrap();
        let sum = ["sim", "merge", "whole.json", "-o", "part.json"];
        for arguments in [&["sim", "duel", "--games", "40", "-o", "part.json"][..], &sum] {
            let output = houserule(at, arguments);
            assert_eq!(output.status.code(), Some(4), "{}", told(&output));
            assert!(told(&output).contains(&why), "{}", told(&output));
        }
    }
}

fn houserule(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_houserule"))
        .args(arguments)
        .current_dir(folder)
        .env("HOUSERULE_PACKS", fixtures())
        .env("HOUSERULE_HOME", folder.join("home"))
        .env_remove("SLURM_ARRAY_TASK_ID")
        .env_remove("JOB_COMPLETION_INDEX")
        .output()
        .unwrap()
}

fn told(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

#[test]
fn a_game_is_as_long_as_the_turn_in_which_its_last_command_was_given() {
    // What is over when ten turns are sees that as the eleventh begins.
    let (done, rows) = played(&plan(3), &Ranges::of(0..40), 2, None);
    assert_eq!(done.counts.turns.keys().next_back(), Some(&10));
    let turns = |rows: &str| -> Vec<u32> {
        rows.lines().skip(1).map(|row| row.split(',').nth(3).unwrap().parse().unwrap()).collect()
    };
    assert_eq!(turns(&rows).into_iter().max(), Some(10));
    // A game that is broken off has as many turns as it may have, and one that then ends has ended.
    let (done, rows) = played(&Plan { turns: 4, ..plan(3) }, &Ranges::of(0..40), 2, None);
    assert!(done.counts.unfinished > 0);
    assert_eq!(turns(&rows).into_iter().max(), Some(4));
    let (done, _) = played(&Plan { turns: 10, ..plan(3) }, &Ranges::of(0..40), 2, None);
    assert_eq!((done.counts.unfinished, done.counts.turns.keys().next_back()), (0, Some(&10)));
}

#[test]
fn parts_at_the_command_line_are_added_up_and_gaps_are_named_with_what_fills_them() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let sim = |rest: &[&str]| {
        let arguments = [&["sim", "duel", "--games", "60", "--seed", "9"], rest].concat();
        houserule(at, &arguments)
    };
    for (part, file) in [("1/3", "a.json"), ("2/3", "b.json"), ("3/3", "c.json")] {
        let output = sim(&["--shard", part, "-o", file]);
        assert_eq!(output.status.code(), Some(0), "{}", told(&output));
    }
    assert_eq!(sim(&["-o", "whole.json", "--csv", "rows.csv"]).status.code(), Some(0));
    let rows = std::fs::read_to_string(at.join("rows.csv")).unwrap();
    assert!(rows.starts_with("game,end,winner,turn,commands,dice,first,lost_red,lost_blue\n0,"), "{rows}");
    assert_eq!(rows.lines().count(), 61);

    let merged = houserule(at, &["sim", "merge", "c.json", "a.json", "b.json", "-o", "all.json"]);
    assert_eq!(merged.status.code(), Some(0), "{}", told(&merged));
    let read = |name: &str| std::fs::read_to_string(at.join(name)).unwrap();
    assert_eq!(read("all.json"), read("whole.json"));

    let partly = houserule(at, &["sim", "merge", "a.json", "c.json"]);
    assert_eq!(partly.status.code(), Some(1));
    let text = told(&partly);
    assert!(text.contains("20 of 60 games are missing"), "{text}");
    let command =
        text.lines().find_map(|l| l.trim().strip_prefix("houserule ")).unwrap_or_else(|| panic!("{text}"));
    let words: Vec<&str> = command.split(' ').collect();
    assert_eq!(houserule(at, &words).status.code(), Some(0), "{command}");
    assert_eq!(read("part-20-40.json"), read("b.json"));

    let twice = houserule(at, &["sim", "merge", "a.json", "b.json", "c.json", "b.json"]);
    assert_eq!(twice.status.code(), Some(2));
    assert!(told(&twice).contains("both have the games from 20 to 39"), "{}", told(&twice));
}

#[test]
fn a_part_that_is_done_is_not_played_again_and_another_plan_does_not_overwrite_it() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let sim = |games: &str, seed: &str| {
        houserule(at, &["sim", "duel", "--games", games, "--seed", seed, "-o", "r.json"])
    };
    assert_eq!(sim("10", "1").status.code(), Some(0));
    let before = std::fs::metadata(at.join("r.json")).unwrap().modified().unwrap();
    let again = sim("10", "1");
    assert_eq!(again.status.code(), Some(0));
    assert!(told(&again).contains("r.json has these games already; none was played"), "{}", told(&again));
    assert_eq!(std::fs::metadata(at.join("r.json")).unwrap().modified().unwrap(), before);
    let other = sim("10", "2");
    assert_eq!(other.status.code(), Some(2));
    assert!(told(&other).contains("the results of another plan"), "{}", told(&other));
    // More games of the same plan are added to it.
    assert_eq!(sim("30", "1").status.code(), Some(0));
    houserule(at, &["sim", "duel", "--games", "30", "-o", "fresh.json"]);
    let read = |name: &str| std::fs::read_to_string(at.join(name)).unwrap();
    assert_eq!(read("r.json"), read("fresh.json"));
}

#[test]
fn rows_of_games_played_before_are_kept_and_rows_of_others_are_not_mixed_with_them() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let sim = |rest: &[&str]| {
        let arguments = [&["sim", "duel", "--games", "40", "-o", "r.json", "--csv", "r.csv"], rest].concat();
        houserule(at, &arguments)
    };
    let read = |name: &str| std::fs::read_to_string(at.join(name)).unwrap();
    assert_eq!(sim(&["--range", "0..20"]).status.code(), Some(0));
    let (rows, results) = (read("r.csv"), read("r.json"));
    // Rows of other games, of other columns, and half a row stay as they are, and nothing is played.
    let fewer: String = rows.lines().take(20).map(|row| format!("{row}\n")).collect();
    houserule(at, &["sim", "duel", "--games", "40", "--seed", "2", "--csv", "other.csv"]);
    let of_another_seed =
        rows.clone() + &read("other.csv").lines().skip(21).map(|row| format!("{row}\n")).collect::<String>();
    for other in [fewer, of_another_seed, rows.replace("dice", "throws"), rows[..rows.len() - 1].to_owned()] {
        std::fs::write(at.join("r.csv"), &other).unwrap();
        let output = sim(&[]);
        assert_eq!(output.status.code(), Some(2), "{}", told(&output));
        assert!(told(&output).contains("rows cannot be added to `r.csv`"), "{}", told(&output));
        assert_eq!((read("r.csv"), read("r.json")), (other, results.clone()));
    }
    std::fs::write(at.join("r.csv"), &rows).unwrap();
    let output = sim(&[]);
    assert_eq!(output.status.code(), Some(0), "{}", told(&output));
    houserule(at, &["sim", "duel", "--games", "40", "--csv", "whole.csv"]);
    assert_eq!(read("r.csv"), read("whole.csv"));
    assert_eq!(
        std::fs::read_dir(at)
            .unwrap()
            .filter(|f| f.as_ref().unwrap().path().extension().is_some_and(|e| e == "part"))
            .count(),
        0
    );
}

#[test]
fn games_that_are_missing_of_a_pack_by_its_path_are_played_by_its_path() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let results = results(&plan(1), 9, played(&plan(1), &Ranges::of(0..3), 1, None).0);
    std::fs::write(at.join("a.json"), results.text()).unwrap();
    let merged = |packs: &str| {
        let mut run = Command::new(env!("CARGO_BIN_EXE_houserule"));
        run.current_dir(at).env("HOUSERULE_PACKS", packs).args(["sim", "merge", "a.json"]);
        told(&run.output().unwrap())
    };
    let text = merged("");
    assert!(text.contains("  houserule sim PATH/TO/duel/strip --games 9 "), "{text}");
    assert!(
        text.contains("no pack here is called duel: PATH/TO is for the folder that it is in\n"),
        "{text}"
    );
    let text = merged(fixtures().to_str().unwrap());
    assert!(text.contains("  houserule sim duel/strip --games 9 ") && !text.contains("PATH"), "{text}");
}

#[test]
fn games_that_are_missing_of_packs_with_another_text_are_played_by_the_path_of_theirs() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let packs = at.join("packs");
    const FILES: [&str; 3] = ["manifest.pack", "rules/10-duel.rhai", "scenarios/strip.scenario"];
    for file in FILES {
        let to = packs.join("duel").join(file);
        std::fs::create_dir_all(to.parent().unwrap()).unwrap();
        std::fs::copy(fixtures().join("duel").join(file), to).unwrap();
    }
    std::fs::create_dir_all(packs.join("ours/scenarios")).unwrap();
    let manifest = "pack ours \"Ours\" { version 1.0.0; extends duel; source \"for the test\"; start begin_game; worth worth_of; scenario strip }\n";
    std::fs::write(packs.join("ours/manifest.pack"), manifest).unwrap();
    std::fs::copy(packs.join("duel").join(FILES[2]), packs.join("ours").join(FILES[2])).unwrap();
    for pack in ["duel", "ours"] {
        let path = format!("packs/{pack}");
        let file = format!("{pack}.json");
        let output = houserule(at, &["sim", &path, "--games", "6", "--range", "0..3", "-o", &file]);
        assert_eq!(output.status.code(), Some(0), "{}", told(&output));
    }
    let merged = |pack: &str| {
        let mut run = Command::new(env!("CARGO_BIN_EXE_houserule"));
        run.current_dir(at).env("HOUSERULE_PACKS", &packs).args(["sim", "merge", &format!("{pack}.json")]);
        told(&run.output().unwrap())
    };
    for pack in ["duel", "ours"] {
        let text = merged(pack);
        assert!(text.contains(&format!("  houserule sim {pack}/strip --games 6 ")), "{text}");
        assert!(!text.contains("PATH/TO"), "{text}");
    }
    let rules = packs.join("duel").join(FILES[1]);
    let text = std::fs::read_to_string(&rules).unwrap();
    // The second does not even load.
    for other in ["// Another text.\n", "fn"] {
        std::fs::write(&rules, text.clone() + other).unwrap();
        for pack in ["duel", "ours"] {
            let text = merged(pack);
            assert!(text.contains(&format!("  houserule sim PATH/TO/{pack}/strip --games 6 ")), "{text}");
            let lacking = if other == "fn" { pack } else { "duel" };
            let said =
                format!("no {lacking} with the same text is here: PATH/TO is for the folder that it is in\n");
            assert!(text.contains(&said), "{text}");
        }
    }
}

#[test]
fn games_that_are_missing_are_played_with_their_house_files() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let house = "change unit counter RNG += 1\n";
    for place in ["rules", "here"] {
        std::fs::create_dir(at.join(place)).unwrap();
        std::fs::write(at.join(place).join("my rule.units"), house).unwrap();
    }
    let sim = ["sim", "duel", "--games", "6", "--house", "rules/my rule.units"];
    let output = houserule(at, &[&sim[..], &["--range", "0..3", "-o", "a.json"]].concat());
    assert!(told(&output).contains("duel/strip with my rule, 3 games"), "{}", told(&output));
    let merged = |folder: &str| told(&houserule(&at.join(folder), &["sim", "merge", "../a.json"]));
    // Where the file is, the command is given as it is told.
    let text = merged("here");
    let command = text.lines().find_map(|l| l.trim().strip_prefix("houserule ")).unwrap();
    assert!(command.contains(" --house 'my rule.units' --range 3..6 "), "{text}");
    let words: Vec<&str> = command.split(' ').filter(|w| !["'my", "rule.units'"].contains(w)).collect();
    let at_house = words.iter().position(|w| *w == "--house").unwrap();
    let words = [&words[..=at_house], &["my rule.units"], &words[at_house + 1..]].concat();
    let output = houserule(&at.join("here"), &words);
    assert_eq!(output.status.code(), Some(0), "{}", told(&output));
    let whole = houserule(&at.join("here"), &["sim", "merge", "../a.json", "part-3-6.json"]);
    assert_eq!(whole.status.code(), Some(0), "{}", told(&whole));
    // Elsewhere, or with another text, it is told what is to be filled in.
    std::fs::create_dir(at.join("elsewhere")).unwrap();
    std::fs::write(at.join("rules/my rule.units"), "change unit counter RNG += 2\n").unwrap();
    for folder in ["elsewhere", "rules"] {
        let text = merged(folder);
        assert!(text.contains(" --house 'PATH/TO/my rule.units' "), "{text}");
        assert!(text.contains("no my rule.units with the same text is here: PATH/TO is for"), "{text}");
    }
}

#[test]
fn merged_results_are_told_as_those_of_one_run_where_the_game_is_at_hand() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let whole = houserule(at, &["sim", "duel", "--games", "10", "-o", "whole.json"]);
    assert!(told(&whole).contains("Counter") && told(&whole).contains("Red won"), "{}", told(&whole));
    let merged = houserule(at, &["sim", "merge", "whole.json"]);
    assert_eq!(told(&merged), told(&whole));
    // The text of the pack was another one: nothing of what stands there now is told.
    let text = std::fs::read_to_string(at.join("whole.json")).unwrap();
    let mut results = Results::read("whole.json", &text).unwrap();
    results.head.packs[0].hash = "0123456789abcdef".to_owned();
    results.head.key = blake3::hash(results.head.key_text().as_bytes()).to_hex().to_string();
    std::fs::write(at.join("other.json"), results.text()).unwrap();
    let other = told(&houserule(at, &["sim", "merge", "other.json"]));
    let heads = other.lines().find(|l| l.starts_with("lost a game")).unwrap_or_else(|| panic!("{other}"));
    assert!(heads.trim_end().ends_with("mean"), "{other}");
    assert!(!other.contains("Counter") && other.contains("counter"), "{other}");
}

#[test]
fn who_sets_up_does_not_move_first_by_it() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    // Blue has a turn 0; then it is red's turn 1.
    let house =
        "/// House: for the test\nfn begin_game() { prior(); begin_phase(0, \"act\", sides()[1]); }\n";
    std::fs::write(at.join("set_up.rhai"), house).unwrap();
    let output =
        houserule(at, &["sim", "duel", "--games", "8", "--house", "set_up.rhai", "--csv", "rows.csv"]);
    assert_eq!(output.status.code(), Some(0), "{}", told(&output));
    let text = told(&output);
    assert!(text.contains("Red moved first in 8 games") && !text.contains("Blue moved first"), "{text}");
    let rows = std::fs::read_to_string(at.join("rows.csv")).unwrap();
    assert!(rows.lines().skip(1).all(|row| row.split(',').nth(6) == Some("red")), "{rows}");
}

/// The program at work in a folder, with nobody to read what it says.
fn silent(at: &Path, arguments: &[&str]) -> std::process::Child {
    Command::new(env!("CARGO_BIN_EXE_houserule"))
        .args(arguments)
        .current_dir(at)
        .env("HOUSERULE_PACKS", fixtures())
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .spawn()
        .unwrap()
}

#[cfg(unix)]
#[test]
fn whoever_is_told_to_end_keeps_what_is_done() {
    // `timeout` sends its signal to the program and then to all that were started with it.
    for (signal, times) in [("TERM", 1), ("TERM", 2), ("INT", 1)] {
        let folder = tempfile::tempdir().unwrap();
        let at = folder.path();
        let mut child = silent(at, &["sim", "duel", "--games", "1e6", "-o", "r.json"]);
        std::thread::sleep(std::time::Duration::from_millis(1500));
        for _ in 0..times {
            let sent =
                Command::new("kill").args([&format!("-{signal}"), &child.id().to_string()]).status().unwrap();
            assert!(sent.success());
        }
        assert_eq!(child.wait().unwrap().code(), Some(130), "{signal}");
        assert!(!at.join("r.json.lock").exists(), "{signal}: it did not end by itself");
        let text = std::fs::read_to_string(at.join("r.json")).unwrap();
        let results = Results::read("r.json", &text).unwrap();
        assert!(results.counts.games > 0 && results.games == 1_000_000, "{signal}");
        assert!(!results.gaps().is_empty());
    }
}

/// Runs until `r.json` is there.
#[cfg(unix)]
fn killed_when_something_is_kept(at: &Path, arguments: &[&str]) {
    let mut child = silent(at, arguments);
    let begun = std::time::Instant::now();
    while !at.join("r.json").exists() {
        assert!(begun.elapsed() < std::time::Duration::from_secs(60), "nothing is kept");
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    // The system's KILL: nothing can be saved then.
    child.kill().unwrap();
    child.wait().unwrap();
}

#[cfg(unix)]
#[test]
fn a_run_that_is_killed_is_taken_up_where_it_was_kept() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let read = |name: &str| std::fs::read_to_string(at.join(name)).unwrap();
    let million = ["sim", "duel", "--games", "1e6", "--shard", "2/2", "-o", "r.json", "--csv", "r.csv"];
    killed_when_something_is_kept(at, &million);
    let kept = Results::read("r.json", &read("r.json")).unwrap();
    let (first, end) = (500_000, kept.ranges.end());
    assert_eq!(kept.ranges, Ranges::of(first..end));
    assert_eq!(kept.counts.games, end - first);
    // As if it had come to some more rows, and to half a row, before it was killed.
    let wanted = end + 200;
    let range = format!("{first}..{wanted}");
    houserule(at, &["sim", "duel", "--games", "1e6", "--range", &range, "--csv", "w.csv", "-o", "w.json"]);
    let whole = read("w.csv");
    let more: usize = whole.lines().take(1 + (end - first) as usize + 100).map(|row| row.len() + 1).sum();
    std::fs::write(at.join("r.csv"), &whole[..more + 7]).unwrap();
    let again = ["sim", "duel", "--games", "1e6", "--range", &range, "-o", "r.json", "--csv", "r.csv"];
    let output = houserule(at, &again);
    assert_eq!(output.status.code(), Some(0), "{}", told(&output));
    assert!(read("r.csv") == whole, "the same rows as of a run that nothing has happened to");
    assert_eq!(read("r.json"), read("w.json"));
}

#[cfg(unix)]
#[test]
fn one_file_is_written_by_one_run_at_a_time() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let mut child = silent(
        at,
        &["sim", "duel", "--games", "1e6", "--shard", "1/2", "-o", "both.json", "--csv", "both.csv"],
    );
    let begun = std::time::Instant::now();
    while !at.join("both.json").exists() {
        assert!(begun.elapsed() < std::time::Duration::from_secs(60), "nothing is kept");
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    std::os::unix::fs::symlink("both.json", at.join("link.json")).unwrap();
    for kept in ["-o both.json", "-o link.json", "-o rest.json --csv both.csv"] {
        let second = ["sim", "duel", "--games", "1e6", "--shard", "2/2"];
        let other = houserule(at, &[&second[..], &kept.split(' ').collect::<Vec<_>>()].concat());
        assert_eq!(other.status.code(), Some(4), "{kept}: {}", told(&other));
        let told = told(&other);
        assert!(told.contains("E0607") && told.contains("is being written by another run"), "{kept}: {told}");
        assert!(told.contains("a file of its own; `sim merge` adds them up"), "{kept}: {told}");
    }
    // A sum would be written over by the run that is under way.
    std::fs::copy(at.join("both.json"), at.join("part.json")).unwrap();
    let merged = houserule(at, &["sim", "merge", "part.json", "-o", "both.json"]);
    assert!(merged.status.code() == Some(4) && told(&merged).contains("E0607"), "{}", told(&merged));

    Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let first = Results::read("both.json", &std::fs::read_to_string(at.join("both.json")).unwrap()).unwrap();
    assert!(first.counts.games > 0);
    // Nothing is left in the way of the next run, which adds its games.
    let end = first.ranges.end();
    let range = format!("{end}..{}", end + 3);
    let third = houserule(at, &["sim", "duel", "--games", "1e6", "--range", &range, "-o", "both.json"]);
    assert_eq!(third.status.code(), Some(0), "{}", told(&third));
    let both = Results::read("both.json", &std::fs::read_to_string(at.join("both.json")).unwrap()).unwrap();
    assert_eq!(both.counts.games, first.counts.games + 3);
    let left: Vec<String> = std::fs::read_dir(at)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.ends_with(".lock") || name.ends_with(".part"))
        .collect();
    assert_eq!(left, Vec::<String>::new());
}

#[cfg(unix)]
#[test]
fn long_games_are_kept_one_by_one() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let players = ["--players", "tree:800", "--games", "64", "--threads", "2"];
    let long = [&["sim", "duel", "-o", "r.json", "--csv", "r.csv"], &players[..]].concat();
    killed_when_something_is_kept(at, &long);
    let read = |name: &str| std::fs::read_to_string(at.join(name)).unwrap();
    let kept = Results::read("r.json", &read("r.json")).unwrap();
    assert!((1..BATCH).contains(&kept.counts.games), "{}", kept.counts.games);
    assert!(read("r.csv").lines().count() as u64 > kept.counts.games);
}

/// Rows that a killed run left behind would have to come before any that follow a gap.
#[derive(Default)]
struct WithoutGaps(String);

impl TakesRows for WithoutGaps {
    fn take(&mut self, rows: &str) {
        self.0.push_str(rows);
    }

    fn has_room(&mut self, _: &str) -> bool {
        false
    }
}

#[test]
fn a_run_that_is_broken_off_leaves_no_gap_where_rows_cannot_have_one() {
    let plan = plan(3);
    let loaded = plan.load(&Arc::default()).unwrap();
    let head = plan.head(&loaded);
    for most in [1, 70, 200] {
        let mut rows = WithoutGaps::default();
        let (wanted, mut goes_on) = (Ranges::of(0..100_000), |done| done < most);
        let job = Job {
            plan: &plan,
            loaded: &loaded,
            head: &head,
            wanted: &wanted,
            threads: 4,
            until: None,
            rows: Some(&mut rows),
            goes_on: &mut goes_on,
        };
        let done = run(job);
        assert!(done.broken_off);
        assert_eq!(done.ranges, Ranges::of(0..done.ranges.end()), "{:?}", done.ranges);
        let told = rows.0.lines().skip(1).map(|row| row.split(',').next().unwrap().parse::<u64>().unwrap());
        assert!(told.eq(0..done.ranges.end()));
        assert_eq!(done.counts.games, done.ranges.end());
    }
}

#[cfg(unix)]
#[test]
fn a_killed_run_that_is_taken_up_and_broken_off_at_once_can_be_taken_up_again() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let read = |name: &str| std::fs::read_to_string(at.join(name)).unwrap();
    houserule(at, &["sim", "duel", "--games", "64", "-o", "r.json", "--csv", "r.csv"]);
    houserule(at, &["sim", "duel", "--games", "1000", "--csv", "w.csv"]);
    let (kept, whole) = (read("r.json"), read("w.csv"));
    for wait in [200, 500] {
        // The rows that the run had come to when it was killed, of which its results do not know.
        std::fs::write(at.join("r.json"), &kept).unwrap();
        std::fs::write(at.join("r.csv"), &whole[..whole.len() - 5]).unwrap();
        let again = ["sim", "duel", "--games", "1000", "--threads", "4", "-o", "r.json", "--csv", "r.csv"];
        let mut child = silent(at, &again);
        std::thread::sleep(std::time::Duration::from_millis(wait));
        let _ = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
        let status = child.wait().unwrap().code();
        assert_ne!(status, Some(2), "it refuses its own rows");
        let output = houserule(at, &again);
        assert_eq!(output.status.code(), Some(0), "{}", told(&output));
        assert!(read("r.csv") == whole, "the same rows as of a run that nothing has happened to");
    }
}

#[cfg(unix)]
#[test]
fn rows_alone_of_a_run_that_is_broken_off_are_gone_on_with() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let read = |name: &str| std::fs::read_to_string(at.join(name)).unwrap();
    // Games of these players are so long that each thread has one under way.
    let again = ["sim", "duel", "--games", "12", "--players", "tree:400", "--threads", "4", "--csv", "r.csv"];
    let mut child = silent(at, &again);
    std::thread::sleep(std::time::Duration::from_millis(1500));
    let _ = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    child.wait().unwrap();
    let rows = read("r.csv");
    let games = rows.lines().skip(1).map(|row| row.split(',').next().unwrap().parse::<usize>().unwrap());
    assert!(games.enumerate().all(|(at, game)| at == game), "{rows}");
    let output = houserule(at, &again);
    assert_eq!(output.status.code(), Some(0), "{}", told(&output));
    assert!(read("r.csv").starts_with(&rows));
    assert_eq!(read("r.csv").lines().count(), 13);
}

#[test]
fn how_many_games_are_enough_is_foreseen() {
    let until = Until::parse("ci<5%").unwrap();
    let counts = |games: u64, red: u64| Counts {
        games,
        won: [("red".to_owned(), red), ("blue".to_owned(), games - red)].into(),
        ..Counts::default()
    };
    // 1.96 * sqrt(1/4 / n) = 5 % is n = 384.
    for about in [until.about(&counts(100, 50)), until.about(&Counts::default())] {
        assert!((360..=400).contains(&about), "{about}");
    }
    assert!(!until.is_met(&counts(370, 185)) && until.is_met(&counts(390, 195)));
    // A share that stays at an end, or at any other, is known so exactly behind just as many games as were foreseen.
    let until = Until::parse("ci<1%").unwrap();
    for (games, red, about) in [(64, 0, 381), (64, 64, 381), (5000, 0, 381)] {
        assert_eq!(until.about(&counts(games, red)), about, "{red} of {games}");
    }
    assert!(!until.is_met(&counts(380, 0)) && until.is_met(&counts(381, 0)));
    for red in 0..=64 {
        let about = until.about(&counts(64, red));
        let of = |rounds: u64| counts(rounds * 64, rounds * red);
        assert!(
            !until.is_met(&of((about - 1) / 64)) && until.is_met(&of(about.div_ceil(64))),
            "{red}: {about}"
        );
    }
    // A single game has a share that is no better known than that of none.
    assert_eq!(until.about(&counts(1, 1)), until.about(&Counts::default()));
}

#[test]
fn games_are_played_until_it_is_enough_and_where_they_end_before_the_answer_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let sim = |arguments: &[&str]| {
        let output = houserule(folder.path(), &[&["sim", "duel", "--until", "ci<2.5%"], arguments].concat());
        assert_eq!(output.status.code(), Some(0), "{}", told(&output));
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let json = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap();
    // Nobody said that 1000 games are enough.
    let enough = json(&sim(&["--json", "-o", "enough.json"]));
    let games = enough["counts"]["games"].as_u64().unwrap();
    assert!(games > 1000 && enough["games"] == games, "{enough}");
    assert_eq!(enough["until"], serde_json::json!({ "asked": "ci<2.5%", "reached": true, "games": null }));
    let short = json(&sim(&["--games", "200", "--json"]));
    assert_eq!((&short["counts"]["games"], &short["until"]["reached"]), (&200.into(), &false.into()));
    let takes = short["until"]["games"].as_u64().unwrap();
    assert!((games * 9 / 10..games * 11 / 10).contains(&takes), "{takes} and {games}");
    // Also where all of them were played before, and never in what is kept.
    for _ in 0..2 {
        let text = sim(&["--games", "200", "-o", "short.json"]);
        assert!(text.contains(&format!("`ci<2.5%` is not reached; about {takes} games reach it")), "{text}");
    }
    for (file, asked) in [("short.json", 200), ("enough.json", games)] {
        let kept = json(&std::fs::read_to_string(folder.path().join(file)).unwrap());
        assert_eq!((kept.get("until"), &kept["games"]), (None, &asked.into()));
    }
    assert!(!sim(&["-o", "enough.json"]).contains("reached"));
    // What is printed can be added up like what is kept.
    let printed = serde_json::to_string(&short).unwrap();
    assert!(Results::read("printed", &printed).is_ok());
}

#[test]
fn a_game_that_fails_is_saved_as_a_session_that_fails_in_the_same_way() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    // A hit on the counter called `to` breaks the rule that counts it, and the set-up throws dice.
    let house = "/// House: for the test\nfn worth_of(unit) { 1 }\n\
        /// House: for the test\nfn begin_game() { prior(); let dice = roll(2, 6, \"shot\", (), \"weather\"); \
        if dice > 7 { begin_phase(1, \"act\", sides()[1]); } }\n\
        /// House: for the test\nfn shoot_at(who, whom, why) { prior(who, whom, why); \
        if whom.name == \"to\" && whom.hits > 0 { whom.hits = whom.name; } }\n";
    std::fs::write(at.join("broken.rhai"), house).unwrap();
    let output =
        houserule(at, &["sim", "duel", "--games", "40", "--house", "broken.rhai", "--failures", "failed"]);
    assert_eq!(output.status.code(), Some(1), "{}", told(&output));
    let text = told(&output);
    assert!(text.contains("broken.rhai:"), "{text}");
    let mut checked = 0;
    for entry in std::fs::read_dir(at.join("failed")).unwrap() {
        let path = entry.unwrap().path();
        let session = std::fs::read_to_string(&path).unwrap();
        assert!(session.contains("# Set-up: --dice "), "{session}");
        let again = houserule(at, &["run", path.to_str().unwrap()]);
        assert_eq!(again.status.code(), Some(3), "{session}{}", told(&again));
        let last = session.lines().count();
        assert!(
            told(&again).contains(&format!(":{last}:1: a pack, a rule or data is wrong")),
            "{}",
            told(&again)
        );
        checked += 1;
    }
    assert!(checked > 0);
    // Where it cannot be saved, it is told all the same.
    for entry in std::fs::read_dir(at.join("failed")).unwrap() {
        std::fs::create_dir_all(at.join("taken").join(entry.unwrap().file_name())).unwrap();
    }
    let unsaved =
        houserule(at, &["sim", "duel", "--games", "40", "--house", "broken.rhai", "--failures", "taken"]);
    assert_eq!(unsaved.status.code(), Some(4), "{}", told(&unsaved));
    assert_eq!(told(&unsaved).matches("broken.rhai:").count(), checked, "{}", told(&unsaved));
    assert!(told(&unsaved).contains("E0607") && !told(&unsaved).contains("saved as"), "{}", told(&unsaved));
}

/// Every game fails in which somebody is hit behind the first turn.
const BREAKS: &str = "/// House: for the test\nfn shoot_at(who, whom, why) { prior(who, whom, why); \
    if turn() > 1 && whom.hits > 0 { whom.hits = whom.name; } }\n";

/// The lines of games that failed, as far as they are told with and without a session.
fn failures_told(output: &Output) -> Vec<String> {
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    let games = text.lines().filter(|line| line.starts_with("game "));
    games.map(|line| line.split("; saved as ").next().unwrap().to_owned()).collect()
}

/// The sessions in a folder, by their names.
fn sessions(folder: &Path) -> std::collections::BTreeMap<String, String> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let name = |path: &Path| path.file_name().unwrap().to_str().unwrap().to_owned();
    entries.map(|path| (name(&path), std::fs::read_to_string(&path).unwrap())).collect()
}

#[test]
fn where_sessions_cannot_be_saved_that_is_told_before_a_game_is_played() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    std::fs::write(at.join("letter.txt"), "Dear Anne,\n").unwrap();
    let mut places = vec!["letter.txt", "letter.txt/failed"];
    if cfg!(target_os = "linux") {
        places.push("/proc");
    }
    for place in places {
        let output = houserule(at, &["sim", "duel", "--games", "2", "-o", "r.json", "--failures", place]);
        assert_eq!((output.status.code(), output.stdout.len()), (Some(4), 0), "{place}: {}", told(&output));
        let why = format!("error[E0607]: `{place}` cannot be written");
        assert!(told(&output).contains(&why) && !at.join("r.json").exists(), "{place}: {}", told(&output));
    }
    assert_eq!(
        houserule(at, &["sim", "duel", "--games", "2", "--failures", "new/failed"]).status.code(),
        Some(0)
    );
    assert_eq!(std::fs::read_dir(at.join("new/failed")).unwrap().count(), 0);
}

#[test]
fn games_that_failed_in_a_run_before_are_told_and_saved_by_the_next() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    std::fs::write(at.join("breaks.rhai"), BREAKS).unwrap();
    let sim = |file: &str, saved: &str, rest: &[&str]| {
        let own = ["sim", "duel", "--games", "12", "--house", "breaks.rhai", "-o", file, "--failures", saved];
        let output = houserule(at, &[&own[..], rest].concat());
        assert_eq!(output.status.code(), Some(1), "{}", told(&output));
        output
    };
    let whole = sim("whole.json", "whole", &[]);
    let saved = sessions(&at.join("whole"));
    assert!(failures_told(&whole).len() == saved.len() && saved.len() > 6, "{}", told(&whole));
    // All games are there already.
    let again = sim("whole.json", "again", &[]);
    assert!(told(&again).contains("none was played"), "{}", told(&again));
    assert_eq!((failures_told(&again), sessions(&at.join("again"))), (failures_told(&whole), saved.clone()));
    // The results of the first games are all that is left of a run that was killed.
    sim("killed.json", "lost", &["--range", "0..7"]);
    let rest = sim("killed.json", "rest", &[]);
    assert_eq!((failures_told(&rest), sessions(&at.join("rest"))), (failures_told(&whole), saved));
    let read = |name: &str| std::fs::read_to_string(at.join(name)).unwrap();
    assert_eq!(read("killed.json"), read("whole.json"));
}

#[test]
fn games_that_failed_are_told_with_the_sum_of_parts_as_in_one_run() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    std::fs::write(at.join("breaks.rhai"), BREAKS).unwrap();
    let sim = |rest: &[&str]| {
        let own = ["sim", "duel", "--games", "12", "--house", "breaks.rhai"];
        houserule(at, &[&own[..], rest].concat())
    };
    let whole = sim(&["--failures", "whole"]);
    sim(&["--shard", "1/2", "-o", "a.json", "--failures", "parts"]);
    sim(&["--shard", "2/2", "-o", "b.json", "--failures", "parts"]);
    let merged = houserule(at, &["sim", "merge", "b.json", "a.json", "-o", "all.json"]);
    assert_eq!(merged.status.code(), Some(1), "{}", told(&merged));
    assert_eq!(failures_told(&merged), failures_told(&whole));
    // The command that is told saves the session of the first.
    let text = told(&merged);
    let command =
        text.lines().find_map(|line| line.strip_prefix("  houserule ")).unwrap_or_else(|| panic!("{text}"));
    let words: Vec<&str> = command.split(' ').chain(["--failures", "first"]).collect();
    assert_eq!(houserule(at, &words).status.code(), Some(1), "{command}");
    let first = sessions(&at.join("first"));
    assert_eq!(first.len(), 1);
    assert!(first.iter().all(|(name, text)| sessions(&at.join("whole"))[name] == *text));
    // In JSON each is an object.
    let merged = houserule(at, &["sim", "merge", "a.json", "b.json", "--json"]);
    assert_eq!(merged.status.code(), Some(1));
    let objects = String::from_utf8_lossy(&merged.stderr).into_owned();
    let texts = objects.lines().map(|line| {
        let object: serde_json::Value = serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}"));
        assert_eq!(object["schema"], "houserule.remark/1");
        object["text"].as_str().unwrap().to_owned()
    });
    let games: Vec<String> = texts.filter(|text| text.starts_with("game ")).collect();
    assert_eq!(games, failures_told(&whole));
}

#[test]
fn how_many_games_failed_beside_those_that_are_listed_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    std::fs::write(at.join("breaks.rhai"), BREAKS).unwrap();
    let sim = |rest: &[&str]| {
        let own = ["sim", "duel", "--house", "breaks.rhai", "--failures", "failed"];
        houserule(at, &[&own[..], rest].concat())
    };
    let output = sim(&["--games", "60", "-o", "r.json"]);
    let kept = Results::read("r.json", &std::fs::read_to_string(at.join("r.json")).unwrap()).unwrap();
    let more = kept.counts.failed - 20;
    assert!(more > 1 && kept.counts.failures.len() == 20);
    assert_eq!((failures_told(&output).len(), sessions(&at.join("failed")).len()), (20, 20));
    let said = format!("{more} more games failed: no more than the first 20 are listed");
    assert!(told(&output).contains(&format!("{said} and saved\n")), "{}", told(&output));
    assert!(told(&houserule(at, &["sim", "merge", "r.json"])).contains(&format!("{said}\n")));
    let json = |output: &Output| serde_json::from_slice::<serde_json::Value>(&output.stdout).unwrap();
    for output in [sim(&["--games", "60", "--json"]), houserule(at, &["sim", "merge", "r.json", "--json"])] {
        assert_eq!(json(&output)["failures_left_out"], more);
        assert!(Results::read("printed", &json(&output).to_string()).unwrap().counts == kept.counts);
    }
    let few = sim(&["--games", "12", "--json"]);
    assert!(!told(&few).contains("more game"), "{}", told(&few));
    assert_eq!(json(&few).get("failures_left_out"), None);
}

#[test]
fn a_set_up_that_breaks_or_refuses_is_saved_with_its_dice() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    for (fails, what, status) in [
        ("throw \"storm\";", "E0401 storm at ", 3),
        ("require(false, `no ${dice}`);", "the set-up refuses: no 12", 1),
    ] {
        let house = format!(
            "/// House: for the test\nfn begin_game() {{ prior(); let dice = roll(2, 6, \"shot\", (), \"weather\"); \
             if dice == 12 {{ {fails} }} }}\n"
        );
        std::fs::write(at.join("set-up.rhai"), house).unwrap();
        let saved = format!("failed-{status}");
        let arguments = ["--games", "100", "--turns", "1", "--house", "set-up.rhai", "--failures", &saved];
        let output = houserule(at, &[&["sim", "duel"], &arguments[..]].concat());
        assert_eq!(output.status.code(), Some(1), "{}", told(&output));
        assert!(told(&output).contains(what), "{}", told(&output));
        let path = std::fs::read_dir(at.join(&saved)).unwrap().next().unwrap().unwrap().path();
        let session = std::fs::read_to_string(&path).unwrap();
        assert!(session.contains("# Set-up: --dice 6,6\n"), "{session}");
        let again = houserule(at, &["run", path.to_str().unwrap()]);
        assert_eq!(again.status.code(), Some(status), "{session}{}", told(&again));
        assert!(told(&again).contains(if status == 3 { "storm" } else { "no 12" }), "{}", told(&again));
    }
}

#[test]
fn what_a_player_meets_who_weighs_his_commands_is_saved_so_that_it_is_met_again() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let house = "/// House: for the test\nfn shoot_at(who, whom, why) { prior(who, whom, why); \
        if turn() > 1 && whom.hits > 0 { whom.hits = whom.name; } }\n";
    std::fs::write(at.join("broken.rhai"), house).unwrap();
    let arguments = [
        "sim",
        "duel",
        "--games",
        "6",
        "--house",
        "broken.rhai",
        "--failures",
        "failed",
        "--players",
        "greedy",
    ];
    let output = houserule(at, &arguments);
    assert_eq!(output.status.code(), Some(1), "{}", told(&output));
    let sessions: Vec<PathBuf> =
        std::fs::read_dir(at.join("failed")).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(!sessions.is_empty());
    for path in sessions {
        let session = std::fs::read_to_string(&path).unwrap();
        let last = session.lines().last().unwrap();
        assert!(last.starts_with("shoot ") && last.contains(" --dice "), "{session}");
        let again = houserule(at, &["run", path.to_str().unwrap()]);
        assert_eq!(again.status.code(), Some(3), "{session}{}", told(&again));
    }
}

#[test]
fn what_a_player_meets_many_commands_deep_is_saved_with_the_commands_that_lead_there() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let in_shots = "/// House: for the test\nfn shoot_at(who, whom, why) { prior(who, whom, why); \
        if whom.hits > 0 { whom.hits = whom.name; } }\n";
    let in_worth = "/// House: for the test\nfn worth_of(unit) { if unit.hits > 0 { throw \"worthless\"; } prior(unit) }\n";
    let in_lists = "/// House: for the test\nfn targets_of(who) { if units().some(|unit| unit.hits > 0) { throw \"blind\"; } prior(who) }\n";
    let in_checks = "/// House: for the test\nfn may_step(who, where) { if units().some(|unit| unit.hits > 0) { throw \"lame\"; } \
        prior(who, where) }\n";
    let in_victory = "/// House: for the test\nfn left(name) { if units().some(|unit| unit.hits > 0) { throw \"uncounted\"; } \
        prior(name) }\n";
    let cases = [
        ("shots", in_shots),
        ("worth", in_worth),
        ("lists", in_lists),
        ("checks", in_checks),
        ("victory", in_victory),
    ];
    let mut deepest = 0;
    for ((name, house), players) in
        cases.into_iter().flat_map(|case| ["greedy", "tree:12"].map(|players| (case, players)))
    {
        let file = format!("{name}.rhai");
        std::fs::write(at.join(&file), house).unwrap();
        let saved = format!("{name}-{players}").replace(':', "-");
        let arguments = ["--games", "2", "--house", &file, "--failures", &saved, "--players", players];
        let output = houserule(at, &[&["sim", "duel"], &arguments[..]].concat());
        assert_eq!(output.status.code(), Some(1), "{saved}: {}", told(&output));
        let sessions: Vec<PathBuf> =
            std::fs::read_dir(at.join(&saved)).unwrap().map(|entry| entry.unwrap().path()).collect();
        assert!(!sessions.is_empty());
        for path in sessions {
            let session = std::fs::read_to_string(&path).unwrap();
            let again = houserule(at, &["run", path.to_str().unwrap()]);
            assert_eq!(again.status.code(), Some(3), "{saved}: {session}{}", told(&again));
            let last = format!(":{}:1: a pack, a rule or data is wrong", session.lines().count());
            assert!(told(&again).contains(&last), "{saved}: {session}{}", told(&again));
            // The very mistake that was told.
            let what = session.lines().find_map(|line| line.split_once("simulation: ")).unwrap().1;
            let (code, place) = (&what[..5], what.rsplit(" at ").next().unwrap().split(',').next().unwrap());
            assert!(told(&again).contains(code) && told(&again).contains(place), "{what}: {}", told(&again));
            let weighed = session.lines().skip_while(|line| !line.starts_with("# From here on")).count();
            deepest = deepest.max(weighed);
        }
    }
    assert!(deepest > 3, "{deepest}");
}

#[test]
fn what_a_player_supposes_under_seals_is_what_the_saved_session_seals() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let house = "property side vow nothing \"what it has vowed, under seal\"\nrules {\n\
        /// House: for the test\nfn shoot_at(who, whom, why) { prior(who, whom, why); \
        if whom.hits > 0 && whom.side.vow == () { \
        whom.side.vow = seal_in_secret([[whom.side, \"vow\", [\"peace\", \"war\", \"revenge\"]]])[0]; } }\n\
        /// House: for the test\nfn step_to(who, where) { for side in sides() { \
        if side.vow != () { let vow = open_sealed([side.vow])[0]; side.vow = (); \
        if vow == \"revenge\" { throw \"revenge\"; } } } prior(who, where); }\n}\n";
    std::fs::write(at.join("vows.units"), house).unwrap();
    let (mut given, mut weighed) = (0, 0);
    for players in ["greedy", "tree:12"] {
        let saved = players.replace(':', "-");
        let arguments = ["--games", "4", "--house", "vows.units", "--failures", &saved, "--players", players];
        let output = houserule(at, &[&["sim", "duel"], &arguments[..]].concat());
        assert_eq!(output.status.code(), Some(1), "{}", told(&output));
        for entry in std::fs::read_dir(at.join(&saved)).unwrap() {
            let path = entry.unwrap().path();
            let session = std::fs::read_to_string(&path).unwrap();
            let again = houserule(at, &["run", path.to_str().unwrap()]);
            assert_eq!(again.status.code(), Some(3), "{session}{}", told(&again));
            assert!(told(&again).contains("throw \"revenge\""), "{session}{}", told(&again));
            let (game, way) = session.split_once("# From here on").unwrap();
            assert!(session.trim_end().ends_with(" --revealed 3"), "{session}");
            given += usize::from(game.contains("--sealed 3"));
            weighed += usize::from(way.contains("--sealed 3"));
        }
    }
    assert!(given > 0 && weighed > 0, "{given} {weighed}");
}

#[test]
fn a_house_rule_in_the_place_of_one_that_only_tells_is_run_like_any_other() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let tells = "/// House: for the test\nfn shoot_at(who, whom, why) { cheer(whom); prior(who, whom, why); }\n\
        /// House: for the test\nfn cheer(unit) { say(`${unit} is shot at`); }\n";
    std::fs::write(at.join("tells.rhai"), tells).unwrap();
    let sim = |file: &str| {
        houserule(
            at,
            &["sim", "duel", "--games", "2", "--house", "tells.rhai", "--house", file, "--failures", "f"],
        )
    };
    for (body, code) in [
        ("throw \"x\";", "E0401"),
        ("loop { }", "E0402"),
        ("do { } while true;", "E0402"),
        ("let none = [1][5];", "E0401"),
        ("if unit.hits == 0 { throw \"x\"; } say(`no`);", "E0401"),
        ("prior(unit); throw \"x\";", "E0401"),
    ] {
        std::fs::write(
            at.join("other.rhai"),
            format!("/// House: for the test\nfn cheer(unit) {{ {body} }}\n"),
        )
        .unwrap();
        let output = sim("other.rhai");
        assert_eq!(output.status.code(), Some(1), "{body}: {}", told(&output));
        assert!(told(&output).contains(code), "{body}: {}", told(&output));
    }
    // What tells something else still tells nobody.
    std::fs::write(at.join("other.rhai"), "/// House: for the test\nfn cheer(unit) { say(`${unit}!`); }\n")
        .unwrap();
    assert_eq!(sim("other.rhai").status.code(), Some(0));
}

#[test]
fn a_game_that_a_rule_ends_ended_for_the_reason_that_the_table_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    // By the word, put together, handed on, and from a rule that only makes texts.
    let house = "/// House: for the test\nfn shoot_at(who, whom, why) { prior(who, whom, why); \
        if !whom.in_play { over(who[0], `${whom} is gone`); } }\n\
        /// House: for the test\nfn over(who, why) { say(`over: ${why}`); \
        if turn() > 4 { end_game((), \"late\"); } else { end_game(who.side, `${why}, ${in_turn()}`); } }\n\
        /// House: for the test\nfn in_turn() { `in turn ${turn()}` }\n";
    std::fs::write(at.join("ends.rhai"), house).unwrap();
    let run = |arguments: &[&str]| {
        let output =
            houserule(at, &[&["sim", "duel", "--house", "ends.rhai", "--games", "60"], arguments].concat());
        assert_eq!(output.status.code(), Some(0), "{}", told(&output));
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let told: serde_json::Value = serde_json::from_str(&run(&["--json"])).unwrap();
    let mut endings: std::collections::BTreeMap<String, u64> =
        serde_json::from_value(told["counts"]["endings"].clone()).unwrap();
    assert_eq!(endings.values().sum::<u64>(), 60);
    assert!(endings.len() > 3 && endings.contains_key("late"), "{endings:?}");
    assert!(endings.keys().any(|why| why.ends_with(" is gone, in turn 2")), "{endings:?}");
    let text = run(&[]);
    assert!(endings.keys().all(|why| text.contains(why.as_str())), "{text}");
    // The sessions of the same games end for the same reasons.
    let house = HouseFile { name: "ends.rhai".into(), text: house.into() };
    let plan = Plan { house: vec![house], ..plan(1) };
    let loaded = plan.load(&Arc::default()).unwrap_or_else(|told| panic!("{:#?}", told.1));
    assert!(told["key"] == plan.head(&loaded).key.as_str());
    for game in 0..60 {
        let session =
            houserule::play::simulate::session_of(&plan, game).unwrap_or_else(|told| panic!("{:#?}", told.1));
        let file = at.join("game.play");
        std::fs::write(&file, &session).unwrap();
        let again = houserule(at, &["run", file.to_str().unwrap()]);
        let shown = String::from_utf8_lossy(&again.stdout).into_owned();
        let last = shown.lines().rfind(|line| !line.trim().is_empty()).unwrap_or_default().to_owned();
        let why = endings.iter_mut().find(|(why, left)| **left > 0 && last.contains(why.as_str()));
        let (_, left) = why.unwrap_or_else(|| panic!("{shown}{session}"));
        *left -= 1;
    }
}

#[test]
fn rows_are_not_written_over_another_file_nor_over_rows_of_another_plan() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let sim = |games: &str, seed: &str| {
        houserule(at, &["sim", "duel", "--games", games, "--seed", seed, "--csv", "r.csv"])
    };
    let read = || std::fs::read_to_string(at.join("r.csv")).unwrap();
    std::fs::write(at.join("r.csv"), "").unwrap();
    assert_eq!(sim("20", "1").status.code(), Some(0), "an empty file may be taken");
    let rows = read();
    assert_eq!(rows.lines().count(), 21);
    let again = sim("20", "1");
    assert_eq!((again.status.code(), read()), (Some(0), rows.clone()), "{}", told(&again));
    let refused = |there: &str, games: &str, seed: &str, why: &str| {
        std::fs::write(at.join("r.csv"), there).unwrap();
        let output = sim(games, seed);
        assert_eq!(output.status.code(), Some(2), "{}", told(&output));
        assert!(told(&output).contains(why) && told(&output).contains("or delete it"), "{}", told(&output));
        assert_eq!(read(), there);
    };
    refused("Dear Anne,\n", "20", "1", "its first line does not name the columns of these games");
    refused(&rows, "20", "2", "it has rows of another plan");
    refused(&rows, "10", "1", "it has rows of other games than are played");
    refused(&(rows.clone() + "not a row\n"), "20", "1", "`not a row` is no whole row");
    // What a killed run has come to, of which no results tell.
    std::fs::write(at.join("r.csv"), &rows[..rows.len() / 2]).unwrap();
    assert_eq!((sim("20", "1").status.code(), read()), (Some(0), rows));
    // Where it was enough before all the games whose rows are there, that is told.
    let until = |within: &str| houserule(at, &["sim", "duel", "--until", within, "--csv", "u.csv"]);
    assert_eq!(until("ci<5%").status.code(), Some(0));
    let fewer = told(&until("ci<10%"));
    assert!(fewer.contains("u.csv has rows of games, too, that were not played"), "{fewer}");
}

#[test]
fn a_sum_is_not_written_over_another_file_nor_over_results_of_another_plan() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let sim = |seed: &str, range: &str, file: &str| {
        let output =
            houserule(at, &["sim", "duel", "--games", "20", "--seed", seed, "--range", range, "-o", file]);
        assert_eq!(output.status.code(), Some(0), "{}", told(&output));
    };
    sim("1", "0..10", "a.json");
    sim("1", "10..20", "b.json");
    sim("2", "0..10", "other.json");
    std::fs::write(at.join("letter.txt"), "Dear Anne,\n").unwrap();
    let merge = |file: &str| houserule(at, &["sim", "merge", "a.json", "b.json", "-o", file]);
    let read = |name: &str| std::fs::read_to_string(at.join(name)).unwrap();
    for (file, status, why) in [
        ("letter.txt", 4, "`letter.txt` holds no results of `sim`"),
        ("other.json", 2, "`other.json` has the results of another plan"),
        (".", 4, "`.` is there already, and is no file"),
        ("-", 2, "`-o -` names no file"),
    ] {
        let before = at.join(file).is_file().then(|| read(file));
        let output = merge(file);
        assert_eq!(output.status.code(), Some(status), "{file}: {}", told(&output));
        assert!(told(&output).contains(why), "{file}: {}", told(&output));
        assert_eq!(at.join(file).is_file().then(|| read(file)), before);
    }
    // A sum of fewer parts, and a part, may be.
    assert_eq!(houserule(at, &["sim", "merge", "a.json", "-o", "all.json"]).status.code(), Some(1));
    assert_eq!(merge("all.json").status.code(), Some(0));
    assert_eq!(Results::read("all.json", &read("all.json")).unwrap().counts.games, 20);
}

#[test]
fn a_sum_is_not_written_over_games_that_it_has_not() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    for (range, file) in [("0..10", "a.json"), ("10..20", "b.json"), ("0..15", "all.json")] {
        let output = houserule(at, &["sim", "duel", "--games", "20", "--range", range, "-o", file]);
        assert_eq!(output.status.code(), Some(0), "{}", told(&output));
    }
    let read = |name: &str| std::fs::read_to_string(at.join(name)).unwrap();
    for (part, file, what, help) in [
        ("a.json", "all.json", "games from 10 to 14", "help: name another file for `-o`"),
        ("b.json", "all.json", "games from 0 to 9", "help: name another file for `-o`"),
        ("a.json", "b.json", "games from 10 to 19", "name it among the parts, too"),
    ] {
        let before = read(file);
        let output = houserule(at, &["sim", "merge", part, "-o", file]);
        assert_eq!(output.status.code(), Some(2), "{}", told(&output));
        assert!(told(&output).contains(what) && told(&output).contains(help), "{}", told(&output));
        assert_eq!(read(file), before);
    }
    assert_eq!(houserule(at, &["sim", "merge", "a.json", "b.json", "-o", "all.json"]).status.code(), Some(0));
    // The same games with other counts, as of a player by the clock.
    let other = Results::read("all.json", &read("all.json")).unwrap();
    let other = Results { counts: Counts { dice: other.counts.dice + 1, ..other.counts.clone() }, ..other };
    std::fs::write(at.join("all.json"), other.text()).unwrap();
    let output = houserule(at, &["sim", "merge", "a.json", "b.json", "-o", "all.json"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(told(&output).contains("it counts the same games otherwise"), "{}", told(&output));
    assert_eq!(read("all.json"), other.text());
}

#[cfg(unix)]
#[test]
fn results_and_rows_are_kept_in_files_alone() {
    let folder = tempfile::tempdir().unwrap();
    for place in ["/dev/zero", "/dev/stdout", "."] {
        for flag in ["-o", "--csv"] {
            let output = houserule(folder.path(), &["sim", "duel", "--games", "1", flag, place]);
            assert_eq!(output.status.code(), Some(4), "{flag} {place}: {}", told(&output));
            let why = format!("`{place}` is there already, and is no file");
            assert!(told(&output).contains(&why), "{flag} {place}: {}", told(&output));
        }
    }
}

#[test]
fn a_range_goes_beyond_the_games_only_where_nobody_said_how_many_there_are() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let games =
        |name: &str| Results::read(name, &std::fs::read_to_string(at.join(name)).unwrap()).unwrap().games;
    let sim = |rest: &[&str]| houserule(at, &[&["sim", "duel"], rest].concat());
    let free = sim(&["--range", "1100..1102", "-o", "free.json"]);
    assert_eq!((free.status.code(), games("free.json")), (Some(0), 1102), "{}", told(&free));
    let beyond = ["--games", "20", "--range", "18..22", "-o", "r.json"];
    let refused = sim(&beyond);
    assert_eq!(refused.status.code(), Some(2), "{}", told(&refused));
    assert!(told(&refused).contains("`--games 22`") && !at.join("r.json").exists(), "{}", told(&refused));
    // The file is of a plan of so many games.
    assert_eq!(sim(&["--games", "30", "--range", "0..4", "-o", "r.json"]).status.code(), Some(0));
    let more = sim(&beyond);
    assert_eq!((more.status.code(), games("r.json")), (Some(0), 30), "{}", told(&more));
}

#[test]
fn a_part_without_a_game_is_told_as_one_and_kept_as_one() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let sim = |rest: &[&str]| houserule(at, &[&["sim", "duel", "--games", "2"], rest].concat());
    for rest in [&[][..], &["-o", "1.json", "--csv", "1.csv"], &["-o", "1.json", "--csv", "1.csv"]] {
        let output = sim(&[&["--shard", "1/3"], rest].concat());
        assert_eq!(output.status.code(), Some(0), "{}", told(&output));
        let err = String::from_utf8_lossy(&output.stderr);
        assert_eq!(err, "part 1 of 3 of 2 games has no game\n");
    }
    for part in ["2", "3"] {
        let file = format!("{part}.json");
        let output = sim(&["--shard", &format!("{part}/3"), "-o", &file, "--csv", &format!("{part}.csv")]);
        assert_eq!(output.status.code(), Some(0), "{}", told(&output));
    }
    assert_eq!(sim(&["-o", "whole.json"]).status.code(), Some(0));
    let merged = houserule(at, &["sim", "merge", "1.json", "2.json", "3.json", "-o", "all.json"]);
    assert_eq!(merged.status.code(), Some(0), "{}", told(&merged));
    let read = |name: &str| std::fs::read_to_string(at.join(name)).unwrap();
    assert_eq!(read("all.json"), read("whole.json"));
    assert_eq!(read("1.csv").lines().count(), 1);
    assert!(read("2.csv").starts_with(&read("1.csv")));
}

#[test]
fn what_is_asked_wrong_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let cases: [(&[&str], u8, &str); 17] = [
        (&["--games", "many"], 2, "`many` is no number of games"),
        (&["--range", "5..2"], 2, "`5..2` is no range"),
        (&["--shard", "9/8"], 2, "there is no part 9 of 8"),
        (&["--shard", "auto/8"], 2, "SLURM_ARRAY_TASK_ID"),
        (&["--players", "gredy"], 2, "did you mean `greedy`?"),
        (&["--players", "green=greedy"], 2, "no side is called `green`"),
        (&["--until", "soon"], 2, "`soon` is not of the form"),
        (&["--until", "ci<1%", "--shard", "1/2"], 2, "cannot be used with"),
        (&["--turns", "0"], 2, "0 is not in 1.."),
        (&["--games", "100", "--range", "50..200"], 2, "`--range 50..200` goes beyond `--games 100`"),
        (&["-o", "-"], 2, "`-o -` names no file"),
        (&["-o", "-"], 2, "`--json` prints it"),
        (&["--csv", "-"], 2, "`--csv -` names no file"),
        (&["-o", "same", "--csv", "same"], 2, "`-o` and `--csv` are both `same`"),
        (&["-o", "same", "--csv", "./same"], 2, "`-o` and `--csv` are both `./same`"),
        (&["-o", "r", "--csv", "./r.lock"], 2, "`./r.lock` is where `-o r` is locked"),
        (&["-o", "r.lock", "--csv", "r"], 2, "`r.lock` is where `--csv r` is locked"),
    ];
    for (arguments, status, said) in cases {
        let output = houserule(folder.path(), &[&["sim", "duel"], arguments].concat());
        assert_eq!(output.status.code(), Some(i32::from(status)), "{arguments:?}: {}", told(&output));
        assert!(told(&output).contains(said), "{arguments:?}: {}", told(&output));
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "a file is made");
    #[cfg(unix)]
    for (link, to) in [("link", "rows"), ("other", "./rows")] {
        std::os::unix::fs::symlink(to, folder.path().join(link)).unwrap();
        let output = houserule(folder.path(), &["sim", "duel", "-o", link, "--csv", "rows"]);
        assert_eq!(output.status.code(), Some(2), "{}", told(&output));
    }
    assert_eq!(houserule(folder.path(), &["sim", "duel/none"]).status.code(), Some(3));
    assert_eq!(houserule(folder.path(), &["sim", "merge", "none.json"]).status.code(), Some(4));
}

#[test]
fn whoever_edits_a_rule_while_games_are_played_changes_none_of_them() {
    let folder = tempfile::tempdir().unwrap();
    const RULES: &str = "rules/10-duel.rhai";
    let pack = folder.path().join("duel");
    for file in ["manifest.pack", RULES, "scenarios/strip.scenario"] {
        std::fs::create_dir_all(pack.join(file).parent().unwrap()).unwrap();
        std::fs::copy(fixtures().join("duel").join(file), pack.join(file)).unwrap();
    }
    let plan = Plan { library: Library::of_folders([folder.path().to_owned()]).kept(), ..plan(1) };
    let loaded = plan.load(&Arc::default()).unwrap();
    let head = plan.head(&loaded);
    std::fs::write(pack.join(RULES), "fn").unwrap();
    let again = plan.load(&Arc::default()).unwrap();
    assert!(head.is_of(&again));
    assert_eq!(played(&plan, &Ranges::of(0..10), 2, None).0.counts.games, 10);
    let anew = Plan { library: plan.library.clone().kept(), ..plan };
    assert!(anew.load(&Arc::default()).is_err());
}

/// Where rules compute a unit's numbers from where it stands, a player that looks ahead does not leave good ground for bad.
#[test]
fn greedy_beats_random_where_strength_is_a_matter_of_ground() {
    let won = |players: [PlayerKind; 2]| {
        let library = Library::of_folders([Path::new(env!("CARGO_MANIFEST_DIR")).join("rulesets")]);
        let (pack, scenario) = ("countercolors".to_owned(), "ambush".to_owned());
        let plan = Plan { library, pack, scenario, players: players.to_vec(), turns: 60, ..plan(2) };
        let (done, _) = played(&plan, &Ranges::of(0..10), 2, None);
        let of = |side: &str| done.counts.won.get(side).copied().unwrap_or_default();
        [of("raiders"), of("wardens")]
    };
    let [raiders, wardens] = won([PlayerKind::Greedy, PlayerKind::Random]);
    assert!(raiders > wardens, "{raiders} to {wardens}");
    let [raiders, wardens] = won([PlayerKind::Random, PlayerKind::Greedy]);
    assert!(raiders < wardens, "{raiders} to {wardens}");
}

//! Simulations: the same totals however the games are shared out, put together exactly, and nothing counted twice.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use std::sync::Arc;

use houserule::pack::{Library, Request, load};
use houserule::play::PlayerKind;
use houserule::play::simulate::{Counts, Plan, Range, Simulated, simulate, widest};

/// The first pack with a default scenario that can be loaded here, and that scenario.
fn some_game() -> Option<(String, String)> {
    let library = Library::standard();
    library.packs().into_iter().find_map(|pack| {
        let scenario = houserule::session::Session::default_scenario(&library, &pack.id).ok()?;
        Some((pack.id, scenario))
    })
}

fn plan(pack: &str, scenario: &str) -> Plan {
    let library = Library::standard();
    let request =
        Request { pack: pack.to_owned(), scenario: Some(scenario.to_owned()), ..Request::default() };
    let loaded = load(&library, &request, &Arc::default()).expect("the pack loads");
    Plan {
        library,
        pack: pack.to_owned(),
        scenario: scenario.to_owned(),
        house: Vec::new(),
        players: vec![PlayerKind::Random; loaded.data.catalogue.sides.len()],
        seed: 7,
        turns: 30,
    }
}

fn run(plan: &Plan, ranges: &[Range], threads: usize, enough: &dyn Fn(&Counts) -> bool) -> Simulated {
    let result = simulate(plan, ranges, threads, enough, &mut |_| {}, &Arc::default());
    result.unwrap_or_else(|(_, told)| panic!("{told:?}"))
}

const GAMES: u64 = 150;

#[test]
fn totals_depend_neither_on_threads_nor_on_shares() {
    let Some((pack, scenario)) = some_game() else { return eprintln!("no pack here") };
    let plan = plan(&pack, &scenario);
    let whole = Range { from: 0, to: GAMES };
    let one = run(&plan, &[whole], 1, &|_| false);
    assert_eq!(one.counts.games, GAMES);
    assert_eq!(one.counts.failed, 0, "{:?}", one.findings);
    for threads in [2, 4] {
        assert_eq!(run(&plan, &[whole], threads, &|_| false), one, "{threads} threads");
    }
    for shares in [2, 7] {
        let mut sum = Counts::default();
        // In an order of their own: totals are only added.
        for k in (1..=shares).rev() {
            let share = run(&plan, &[Range::share(k, shares, GAMES)], 2, &|_| false);
            sum.add(&share.counts);
        }
        assert_eq!(sum, one.counts, "{shares} shares");
    }
}

#[test]
fn what_is_precise_enough_is_so_for_any_number_of_threads() {
    let Some((pack, scenario)) = some_game() else { return eprintln!("no pack here") };
    let plan = plan(&pack, &scenario);
    let whole = Range { from: 0, to: 2000 };
    let enough = |counts: &Counts| widest(counts) < 0.08;
    let one = run(&plan, &[whole], 1, &enough);
    assert!(one.precise && one.counts.games < 2000 && widest(&one.counts) < 0.08, "{:?}", one.counts);
    assert_eq!(run(&plan, &[whole], 3, &enough), one);
}

fn houserule(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_houserule"))
        .args(arguments)
        .current_dir(folder)
        .env_remove("SLURM_ARRAY_TASK_ID")
        .output()
        .expect("the program starts")
}

#[test]
fn shares_are_merged_exactly_and_what_does_not_fit_is_refused() {
    let Some((pack, scenario)) = some_game() else { return eprintln!("no pack here") };
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let game = format!("{pack}/{scenario}");
    let sim = |more: &[&str]| {
        let arguments = [&["sim", &game, "--games", "90", "--turns", "20"], more].concat();
        houserule(folder, &arguments)
    };
    for (k, name) in [("1/3", "a"), ("2/3", "b"), ("3/3", "c")] {
        assert!(sim(&["--shard", k, "-o", name]).status.success());
    }
    assert!(sim(&["-o", "all"]).status.success());
    let text = |output: &Output| String::from_utf8_lossy(&output.stderr).into_owned();
    let merged = houserule(folder, &["sim", "merge", "c", "a", "b", "-o", "sum"]);
    assert_eq!(merged.status.code(), Some(0), "{}", text(&merged));
    let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
    assert_eq!(read("sum"), read("all"));

    let again = sim(&["-o", "all"]);
    assert!(text(&again).contains("has these games already"), "{}", text(&again));
    let double = houserule(folder, &["sim", "merge", "a", "all"]);
    assert!(!double.status.success() && text(&double).contains("E0608"), "{}", text(&double));
    let gap = houserule(folder, &["sim", "merge", "a", "c"]);
    assert_eq!(gap.status.code(), Some(1));
    assert!(text(&gap).contains("--range 30..60"), "{}", text(&gap));
    let command =
        text(&gap).lines().find_map(|l| l.split_once("missing: ")).map_or("", |_| "found").to_owned();
    assert_eq!(command, "found");
    assert!(sim(&["--seed", "9", "-o", "other"]).status.success());
    let other = houserule(folder, &["sim", "merge", "a", "other"]);
    assert!(!other.status.success() && text(&other).contains("E0608"), "{}", text(&other));
    for wrong in
        [&["--shard", "4/3"][..], &["--until", "soon"], &["--players", "clever"], &["--range", "9..3"]]
    {
        assert_eq!(sim(wrong).status.code(), Some(2), "{wrong:?}");
    }
}

//! Random legal play of every scenario of every pack: no dead end, no mistake in the rules, and undo, redo, replay and the
//! game without journal come to the same state and the same bytes. `houserule fuzz` plays more of the same.

mod all_cores;
#[path = "../benches/measure/allocator.rs"]
mod allocator;

use std::path::Path;
use std::rc::Rc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use houserule::kernel::dice::Generator;
use houserule::kernel::state::Place;
use houserule::kernel::value::{SideId, UnitId, Value};
use houserule::pack::{HouseFile, Library, Request, load};
use houserule::play::fuzz::{Field, play};
use houserule::play::{Bout, PlayerKind, Step, Table};

/// So many games of every scenario, of so many commands each at most. `.ci/run` plays others.
const SEEDS: u64 = 4;
const COMMANDS: usize = 100;

/// Every scenario of every pack that can be loaded here.
fn fields() -> Vec<Field> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let library = Library::of_folders([root.join("rulesets"), root.join("tests/fixtures")]);
    let mut all = Vec::new();
    // The skiffs have rules that break on purpose.
    for pack in library.packs().into_iter().filter(|pack| pack.id != "skiffs") {
        let request = Request { pack: pack.id.clone(), ..Request::default() };
        match load(&library, &request, &Arc::default()) {
            Ok(loaded) => all.extend(loaded.data.scenarios.keys().map(|scenario| Field {
                library: library.clone(),
                pack: pack.id.clone(),
                scenario: scenario.to_string(),
                house: Vec::new(),
                commands: COMMANDS,
                endless: 20_000,
                cancel: Arc::default(),
            })),
            Err((_, told)) => eprintln!("{} is skipped: {}", pack.id, told[0].title),
        }
    }
    all
}

#[test]
fn random_legal_play_finds_nothing() {
    let fields = fields();
    let games: Vec<(&Field, u64)> =
        (0..SEEDS).flat_map(|seed| fields.iter().map(move |f| (f, seed))).collect();
    let (commands, found) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    all_cores::for_each(&games, |(field, seed)| match play(field, *seed) {
        Ok(played) => {
            commands.fetch_add(played.map_or(0, |p| p.commands), Ordering::Relaxed);
        }
        Err(finding) => {
            let told = format!("seed {seed}: {}\n{}", finding.what, finding.session);
            found.lock().unwrap().push(told);
        }
    });
    let found = found.into_inner().unwrap();
    assert!(found.is_empty(), "{}", found.join("\n"));
    // Most games are stopped, some end before.
    let least = games.len() * COMMANDS / 2;
    assert!(commands.load(Ordering::Relaxed) > least, "{commands:?} commands, fewer than {least}");
}

/// A house that gives no other hex where none is near enough.
const NO_OTHERS: &str = "/// No unit stands far from the others.\n/// House: the other reading of CC-6b\nfn nearest_places(unit, around) {\n    []\n}\n";

/// Who has a unit to place is told by the very rule that lists the places, so house rules that leave some out leave nobody with nothing to
/// do: what has no place is out of the game.
#[test]
fn a_set_up_ends_also_where_house_rules_leave_places_out() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("rulesets");
    let library = Library::of_folders([root.clone()]);
    let text = std::fs::read_to_string(root.join("countercolors/house/along-the-edge.rhai")).unwrap();
    let file = |name: &str, text: &str| HouseFile { name: name.into(), text: text.into() };
    let house = [file("along-the-edge.rhai", &text), file("no-others.rhai", NO_OTHERS)];
    let (mut set_up, mut without) = (0, 0);
    for scenario in ["basic", "skirmish", "castle-napping", "cramped"] {
        let request = Request {
            pack: "countercolors".to_owned(),
            scenario: Some(scenario.to_owned()),
            house: house.to_vec(),
            ..Request::default()
        };
        let loaded = load(&library, &request, &Arc::default()).unwrap_or_else(|told| panic!("{:#?}", told.1));
        let mut bout = Bout::new(Rc::new(loaded), &Arc::default());
        let start = bout.state().clone();
        for game in 0..8 {
            let players = (0..2).map(|_| PlayerKind::Random.player(Generator::new(0)));
            let mut table = Table::new(players.collect());
            let lots = |side: SideId| Generator::of_stream([5; 32], game << 8 | u64::from(side.0));
            table.begin(&mut bout, &start, Generator::of_stream([4; 32], game), lots).unwrap();
            while &*bout.state().clock().phase == "setup" {
                let step = table.step(&mut bout);
                assert!(matches!(step, Ok(Step::Played(_))), "{scenario}, game {game}: {step:?}");
                set_up += 1;
            }
            without += bout.state().units().filter(|(_, unit)| unit.place == Place::Out).count();
        }
    }
    assert!(set_up > 100 && without > 10, "{set_up} placed, {without} left out");
}

/// A house in which players lead their units too far from their colour.
const ASTRAY: &str = "/// Players may lead their units astray.\n/// House: the other reading of CC-12a\nfn may_leave_colour(unit, to) {\n    true\n}\n";

/// What follows every command is passed over while nothing has changed that it looks at, and then asked again of what has.
#[test]
fn whoever_strays_is_out_by_the_very_command_however_often_nobody_did() {
    let library = Library::of_folders([Path::new(env!("CARGO_MANIFEST_DIR")).join("rulesets")]);
    let house = HouseFile { name: "astray.rhai".into(), text: ASTRAY.into() };
    let request = Request {
        pack: "countercolors".to_owned(),
        scenario: Some("basic".to_owned()),
        house: vec![house],
        ..Request::default()
    };
    let loaded = load(&library, &request, &Arc::default()).unwrap_or_else(|told| panic!("{:#?}", told.1));
    let mut bout = Bout::new(Rc::new(loaded), &Arc::default());
    let start = bout.state().clone();
    let mut strays = 0;
    for game in 0..12 {
        let players = (0..2).map(|_| PlayerKind::Random.player(Generator::new(0)));
        let mut table = Table::new(players.collect());
        let lots = |side: SideId| Generator::of_stream([7; 32], game << 8 | u64::from(side.0));
        table.begin(&mut bout, &start, Generator::of_stream([6; 32], game), lots).unwrap();
        while bout.state().ending().is_none() && bout.state().clock().turn < 40 {
            let on_map = |bout: &Bout| -> Vec<UnitId> {
                let units = bout.state().units();
                units.filter(|(_, unit)| unit.place.hex().is_some()).map(|(id, _)| id).collect()
            };
            let (before, moves) = (on_map(&bout), &*bout.state().clock().phase == "movement");
            assert!(matches!(table.step(&mut bout), Ok(Step::Played(_))));
            let now = on_map(&bout);
            for unit in &now {
                let is_stray = bout.ask("is_stray", &[(*unit).into()]).unwrap();
                assert_eq!(is_stray, Value::Bool(false), "{unit:?} in game {game}");
            }
            strays += if moves { before.len() - now.len() } else { 0 };
        }
    }
    assert!(strays > 5, "{strays} have strayed");
}

/// The battles on a table take longer than what is fuzzed above.
const TABLE_BATTLES: [&str; 5] = [
    "ancients/the-ford-road",
    "fantasy/barrow-crown",
    "scifi/cinder-pass",
    "mgv/the-spill",
    "mgv/the-gauntlet",
];

#[test]
fn every_battle_on_a_table_is_played_to_its_end() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let library = Library::of_folders([root.join("rulesets")]);
    all_cores::for_each(&TABLE_BATTLES, |battle| {
        let (pack, scenario) = battle.split_once('/').unwrap();
        let request =
            Request { pack: pack.to_owned(), scenario: Some(scenario.to_owned()), ..Request::default() };
        let loaded = load(&library, &request, &Arc::default()).unwrap_or_else(|told| panic!("{:#?}", told.1));
        let loaded = Rc::new(loaded);
        let reasons: Vec<_> = loaded
            .data
            .set_up
            .iter()
            .flat_map(|set_up| &set_up.victory)
            .map(|v| (v.side, v.reason.clone()))
            .collect();
        let mut bout = Bout::new(loaded.clone(), &Arc::default());
        let start = bout.state().clone();
        for game in 0..2 {
            let players = loaded.rules.catalogue().sides.iter();
            let mut table =
                Table::new(players.map(|_| PlayerKind::Random.player(Generator::new(0))).collect());
            let lots = |side: SideId| Generator::of_stream([7; 32], game << 8 | u64::from(side.0));
            table.begin(&mut bout, &start, Generator::of_stream([6; 32], game), lots).unwrap();
            let mut commands = 0;
            while bout.state().ending().is_none() {
                match table.step(&mut bout) {
                    Ok(Step::Played(_)) => commands += 1,
                    other => panic!("{battle}, after {commands} commands: {other:?}"),
                }
                assert!(commands < 2000, "{battle} does not end");
            }
            // By a condition of the scenario's own: who has won, or a draw, and why.
            let ending = bout.state().ending().unwrap();
            eprintln!("{battle}: {commands} commands, {:?}: {}", ending.winner, ending.reason);
            assert!(!ending.reason.is_empty(), "{battle}");
            assert!(reasons.contains(&(ending.winner, ending.reason.clone())), "{battle}: {ending:?}");
        }
    });
}

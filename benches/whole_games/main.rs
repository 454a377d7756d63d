//! Whole games of random players: rules in scripts against the same game hard-coded in Rust and in Python, side by side in
//! one run, after a check that all three play the same game.
//!
//! `cargo bench --bench whole_games [-- GAMES]`, of 100 games at least. CPU seconds of one thread each; without `python3` that part is left out.

#[path = "../measure/allocator.rs"]
mod allocator;
#[path = "../measure/mod.rs"]
mod measure;
mod reference;

use std::io::Write as _;
use std::process::{Command, Stdio};
use std::rc::Rc;
use std::sync::Arc;
use std::time::Instant;

use houserule::kernel::dice::Generator;
use houserule::kernel::value::SideId;
use houserule::pack::{HouseFile, Library, Loaded, Request, load};
use houserule::play::{Bout, PlayerKind, Step, Table};

const PACK: &str = "countercolors";
const SCENARIO: &str = "basic";
const HOUSE: &str = "worn-down";
const LAST_TURN: u32 = 200;
const BATCHES: u64 = 5;
/// Of fewer games neither the last fifth nor the spread tells anything.
const FEWEST: u64 = 100;

use measure::{cpu, median};
use reference::{Board, Outcome};

fn main() {
    // A bench that is only compiled or listed has other arguments.
    let games = std::env::args().skip(1).find_map(|a| a.parse::<u64>().ok()).unwrap_or(2000).max(FEWEST);
    std::thread::Builder::new()
        .stack_size(400 << 20)
        .spawn(move || {
            compare(games, false);
            compare(games, true);
        })
        .expect("a thread")
        .join()
        .expect("the measurements");
}

fn loaded(worn: bool) -> Option<Rc<Loaded>> {
    let library = Library::standard();
    let mut request =
        Request { pack: PACK.to_owned(), scenario: Some(SCENARIO.to_owned()), ..Request::default() };
    let plain = match load(&library, &request, &Arc::default()) {
        Ok(loaded) => loaded,
        Err((_, told)) => {
            eprintln!("nothing to measure here: {}", told[0].title);
            return None;
        }
    };
    if !worn {
        return Some(Rc::new(plain));
    }
    let house: HouseFile = plain.ready_house(HOUSE)?;
    request.house.push(house);
    load(&library, &request, &Arc::default()).ok().map(Rc::new)
}

fn board(loaded: &Loaded) -> Board {
    let map = loaded.rules.map();
    let catalogue = loaded.rules.catalogue();
    let hexes: Vec<_> = map.hexes().collect();
    let place = |hex| hexes.iter().position(|h| *h == hex).expect("a hex of the map");
    let colour = |hex| {
        let terrain = catalogue.terrain_def(map.terrain(hex)[0]);
        catalogue.sides.iter().position(|s| s.name == terrain.name).expect("a side of this colour")
    };
    Board {
        columns: map.layout().columns() as usize,
        rows: map.layout().rows() as usize,
        colour: hexes.iter().map(|hex| colour(*hex)).collect(),
        near: hexes.iter().map(|hex| map.neighbours(*hex).map(place).collect()).collect(),
    }
}

fn compare(games: u64, worn: bool) {
    let Some(loaded) = loaded(worn) else { return };
    let board = board(&loaded);
    println!("\n{PACK}/{SCENARIO}{}", if worn { format!(" with {HOUSE}") } else { String::new() });

    let (start, clock) = (cpu(), Instant::now());
    let mut bout = Bout::new(loaded.clone(), &Arc::default());
    let initial = bout.state().clone();
    let mut table = Table::new(vec![
        PlayerKind::Random.player(Generator::new(0)),
        PlayerKind::Random.player(Generator::new(0)),
    ]);
    let mut scripts = Vec::new();
    scripts.push(scripted(&mut bout, &mut table, &initial, 0));
    // Systems count CPU time in steps of some milliseconds; the clock has none, but runs on while others work.
    let (spent, passed) = (cpu() - start, clock.elapsed().as_secs_f64());
    println!("first game, cold: {:.1} ms of CPU, {:.1} ms by the clock", spent * 1e3, passed * 1e3);

    let mut hard_coded = Vec::new();
    let (mut in_scripts, mut in_rust) = (Vec::new(), Vec::new());
    let mut next = 1;
    for batch in 0..BATCHES {
        let begin = cpu();
        let until = 1 + (batch + 1) * games / BATCHES;
        let count = until - next;
        for game in next..until {
            scripts.push(scripted(&mut bout, &mut table, &initial, game));
        }
        next = until;
        in_scripts.push((cpu() - begin) / count as f64);
        let begin = cpu();
        for game in 0..count {
            let stream = batch * games + game;
            let (dice, choices) =
                (Generator::of_stream([3; 32], stream), Generator::of_stream([4; 32], stream));
            hard_coded.push(reference::play(&board, worn, dice, choices));
        }
        in_rust.push((cpu() - begin) / count as f64);
    }
    let per_batch: Vec<String> = in_scripts.iter().map(|s| format!("{:.2}", s * 1e3)).collect();
    println!("scripts, ms a game, batch by batch as memory fills: {}", per_batch.join(" "));
    let python = python(&board, worn, (games / 20).max(20));
    let (scripts_time, rust_time) = (in_scripts[in_scripts.len() - 1], median(&mut in_rust));
    println!("scripts   {:8.3} ms a game   {:8.0} games/s", scripts_time * 1e3, 1.0 / scripts_time);
    println!("Rust      {:8.3} ms a game   {:8.0} games/s", rust_time * 1e3, 1.0 / rust_time);
    println!("scripts / Rust speed: {:.2}", rust_time / scripts_time);
    let commands =
        |all: &[Outcome]| all.iter().map(|o| f64::from(o.commands)).sum::<f64>() / all.len() as f64;
    println!("commands a game: scripts {:.0}, Rust {:.0}", commands(&scripts), commands(&hard_coded));
    same("Rust", &scripts, &hard_coded);
    if let Some((time, outcomes)) = python {
        println!("Python    {:8.3} ms a game   {:8.0} games/s", time * 1e3, 1.0 / time);
        println!("scripts / Python speed: {:.1}", time / scripts_time);
        same("Python", &scripts, &outcomes);
    }
}

fn scripted(
    bout: &mut Bout,
    table: &mut Table,
    initial: &houserule::kernel::state::State,
    game: u64,
) -> Outcome {
    let lots = |side: SideId| Generator::of_stream([side.0 as u8; 32], game);
    table.begin(bout, initial, Generator::of_stream([9; 32], game), lots).expect("the game begins");
    let mut outcome = Outcome::default();
    while bout.state().ending().is_none() && bout.state().clock().turn <= LAST_TURN {
        match table.step(bout).expect("the rules hold") {
            Step::Played(_) => outcome.commands += 1,
            Step::DeadEnd => panic!("a dead end"),
        }
    }
    outcome.turns = bout.state().clock().turn;
    outcome.winner = bout.state().ending().and_then(|e| e.winner).map(SideId::index);
    outcome
}

fn python(board: &Board, worn: bool, games: u64) -> Option<(f64, Vec<Outcome>)> {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/whole_games/reference.py");
    let mut child = Command::new("python3")
        .args([script, &games.to_string(), "1", if worn { "1" } else { "0" }])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .ok()?;
    let mut text = format!("{} {}\n", board.columns, board.rows);
    for (colour, near) in board.colour.iter().zip(&board.near) {
        let near: Vec<String> = near.iter().map(usize::to_string).collect();
        text.push_str(&format!("{colour} {}\n", near.join(" ")));
    }
    child.stdin.take()?.write_all(text.as_bytes()).ok()?;
    let output = child.wait_with_output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let mut outcomes = Vec::new();
    let mut seconds = None;
    for line in text.lines() {
        match line.split_whitespace().collect::<Vec<_>>()[..] {
            [winner, turns, commands] => outcomes.push(Outcome {
                winner: winner.parse().ok(),
                turns: turns.parse().ok()?,
                commands: commands.parse().ok()?,
            }),
            [time] => seconds = time.parse::<f64>().ok(),
            _ => {}
        }
    }
    Some((seconds? / games as f64, outcomes))
}

/// Holds two programs to the same game: as many wins of each side, as long games, as many commands, within five standard
/// errors.
fn same(name: &str, ours: &[Outcome], theirs: &[Outcome]) {
    type Measure = (&'static str, fn(&Outcome) -> f64);
    let measures: [Measure; 5] = [
        ("won by the first side", |o| f64::from(u8::from(o.winner == Some(0)))),
        ("won by the second side", |o| f64::from(u8::from(o.winner == Some(1)))),
        ("turns", |o| f64::from(o.turns)),
        ("turns, squared", |o| f64::from(o.turns).powi(2)),
        ("commands", |o| f64::from(o.commands)),
    ];
    for (what, measure) in measures {
        let moments = |all: &[Outcome]| {
            let n = all.len() as f64;
            let mean = all.iter().map(measure).sum::<f64>() / n;
            let variance = all.iter().map(|o| (measure(o) - mean).powi(2)).sum::<f64>() / n;
            (mean, variance / n)
        };
        let ((a, va), (b, vb)) = (moments(ours), moments(theirs));
        let apart = (a - b).abs() / (va + vb).sqrt().max(1e-9);
        println!("  {name}: {what}: {a:.3} and {b:.3}, {apart:.1} standard errors apart");
        assert!(apart < 5.0, "{name} plays another game: {what} is {a} here and {b} there");
    }
}

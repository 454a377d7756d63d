//! `odds`: what a command of a game may come to, without a game being played.

use super::arguments::{Map, Odds};
use super::choose;
use super::failure::{Failure, Outcome};
use super::interrupt;
use super::look::Look;
use super::map::{end_of, saved_game, scenario};
use super::page::{Page, Streams};
use super::saved;
use crate::data::quoted;
use crate::pack::Library;
use crate::repl::{Console, Status};

/// Carries out `odds`.
pub(super) fn odds(library: &Library, arguments: &Odds, look: &Look) -> Outcome {
    let mut console = console(library, &arguments.game, &arguments.house, look)?;
    let mut page = Streams { ascii: look.style.ascii };
    for line in &arguments.first {
        let told = interrupt::busy(|| console.line(line));
        if told.status != Status::Fine {
            page.err(&told.out);
            page.err(&told.err);
            return Ok(told.status.exit_code());
        }
    }
    let told = interrupt::busy(|| console.line(&line(arguments)));
    page.out(&told.out);
    page.err(&told.err);
    if told.status != Status::Fine && !look.json && is_for_another_phase(&console, &arguments.line) {
        page.err("help: `--first LINE` plays a line before, such as one that ends the phase\n");
    }
    // The program ends here: taking apart what it has linked would only make that take longer.
    std::mem::forget(console);
    Ok(told.status.exit_code())
}

/// Whether a command of the game stands in a line that the phase as it is does not have.
fn is_for_another_phase(console: &Console, line: &str) -> bool {
    let verb = line.split_whitespace().next().and_then(|word| console.session.verb(word));
    verb.is_some_and(|verb| !verb.is_of(&console.session.state().clock().phase))
}

/// The game that something is asked in: a pack with a scenario, a saved game, or a session file as it ends.
pub(super) fn console(
    library: &Library,
    game: &str,
    house: &[String],
    look: &Look,
) -> Result<Console, Failure> {
    let place = Map { game: Some(game.to_owned()), house: house.to_vec(), ..Map::default() };
    if saved::is_named(library, game) {
        return Ok(Console::new(saved_game(library, &place, look)?, look.front(false)));
    }
    if game.ends_with(".play") {
        return Ok(end_of(library, std::path::Path::new(game), &place, look)?.0);
    }
    let chosen = choose::choose(library, Some(game))?;
    let library = library.with_neighbours(&chosen.pack);
    Ok(Console::new(scenario(&library, &chosen, &place, look)?, look.front(false)))
}

/// What would be typed in the game.
fn line(arguments: &Odds) -> String {
    let mut line = format!("odds {}", arguments.line);
    let mut flag = |name: &str, value: &Option<String>| {
        if let Some(value) = value {
            line.push_str(&format!(" --{name} {}", quoted(value)));
        }
    };
    flag("best", &arguments.best);
    flag("worst", &arguments.worst);
    flag("revealed", &arguments.revealed);
    flag("rows", &arguments.rows);
    flag("columns", &arguments.columns);
    flag("outcome", &arguments.outcome);
    flag("out", &arguments.out);
    flag("seconds", &arguments.seconds.map(|n| n.to_string()));
    flag("runs", &arguments.runs.map(|n| n.to_string()));
    flag("seed", &arguments.seed.map(|n| n.to_string()));
    let switches =
        [("all", arguments.all), ("csv", arguments.csv), ("md", arguments.md), ("force", arguments.force)];
    for (name, _) in switches.into_iter().filter(|(_, is_on)| *is_on) {
        line.push_str(&format!(" --{name}"));
    }
    line
}

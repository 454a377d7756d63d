//! `sim`: whole games in bulk, shared out over threads and machines, and their totals put together.

mod merge;
mod progress;
mod result;
mod share;
mod shown;

use std::num::NonZeroUsize;
use std::path::PathBuf;

use super::arguments::{Sim, SimCommand};
use super::failure::{Failure, Outcome, cannot_write};
use super::look::Look;
use super::page::{Page, Streams};
use super::{choose, interrupt, players};
use crate::diagnostic::{Code, Diagnostic};
use crate::pack::{Library, Request, load};
use crate::play::simulate::{Counts, Plan, Range, gaps, simulate, widest};
use crate::repl::Status;
use crate::session::Session;

use progress::Bar;
use result::Totals;

/// Games that are played where nothing is said.
const USUAL_GAMES: u64 = 1000;

/// Carries out `sim`.
pub(super) fn sim(library: &Library, arguments: &Sim, look: &Look) -> Outcome {
    if let Some(SimCommand::Merge { files, out, csv }) = &arguments.command {
        return merge::merge(files, out.as_deref(), csv.as_deref(), look);
    }
    let chosen = choose::choose(library, arguments.game.as_deref())?;
    let library = choose::with_neighbours(library, &chosen.pack);
    let scenario = match &chosen.scenario {
        Some(scenario) => scenario.clone(),
        None => Session::default_scenario(&library, &chosen.pack)?,
    };
    let mut house = Vec::new();
    for name in &arguments.house {
        house.push(choose::house(&library, &chosen.pack, name, None)?.0);
    }
    let cancel = interrupt::cancel_flag();
    let request = Request {
        pack: chosen.pack.clone(),
        scenario: Some(scenario.clone()),
        house: house.clone(),
        rulings: Vec::new(),
    };
    let loaded = load(&library, &request, &cancel)?;
    if loaded.data.set_up.is_none() {
        let known: Vec<&str> = loaded.data.scenarios.keys().map(|k| &**k).collect();
        let told = format!("pack `{}` has no scenario `{scenario}`", chosen.pack);
        let told =
            Diagnostic::error(Code::NO_SCENARIO, told).note(format!("scenarios: {}", known.join(", ")));
        return Err(told.near(&scenario, known).into());
    }
    let sides: Vec<String> = loaded.data.catalogue.sides.iter().map(|s| s.name.to_string()).collect();
    let kinds = players::by_side(&arguments.players, &sides)?;
    if let Some(kind) = kinds.iter().find(|k| !k.is_repeatable()) {
        let told = Diagnostic::error(Code::USAGE, format!("`{kind}` plays as fast as the machine is"));
        return Err(told
            .help("totals are to be the same everywhere: give a number of ways, `tree:500`")
            .into());
    }
    let turns = arguments.turns;
    let plan =
        Plan { library, pack: chosen.pack, scenario, house, players: kinds, seed: arguments.seed, turns };
    let games = arguments.games.unwrap_or(USUAL_GAMES);
    let asked = share::asked(arguments, games)?;
    let about = plan.about(&loaded);
    let mut totals = Totals::new(about, asked.whole, Counts::new(sides.len()));
    let mut page = Streams { ascii: look.style.ascii };
    if let Some(path) = &arguments.out
        && let Some(before) = result::read_if_there(path)?
    {
        if before.about != totals.about {
            let told = format!("`{}` has totals of other games", path.display());
            let told = Diagnostic::error(Code::MISFIT, told).help("name another file with `-o`");
            return Err(told.into());
        }
        totals.counts = before.counts;
        totals.ranges = before.ranges;
        totals.whole =
            Range { from: before.whole.from.min(asked.whole.from), to: before.whole.to.max(asked.whole.to) };
        if gaps(&totals.ranges, asked.games).is_empty() {
            page.err(&format!("`{}` has these games already\n", path.display()));
            return shown::show(&totals, arguments.csv.as_deref(), look, &mut page);
        }
    }
    let ranges = gaps(&totals.ranges, asked.games);
    let threads = arguments.threads.map_or_else(
        || std::thread::available_parallelism().map_or(1, NonZeroUsize::get),
        |threads| threads.max(1),
    );
    let enough = share::enough(arguments)?;
    let mut bar = Bar::new(look);
    let simulated = interrupt::busy(|| {
        simulate(
            &plan,
            &ranges,
            threads,
            &|counts| enough.is_some_and(|width| widest(counts) < width),
            &mut |progress| bar.show(progress),
            &cancel,
        )
    });
    bar.clear();
    let simulated = simulated?;
    totals.precise = simulated.precise;
    totals.add(&simulated.counts, &simulated.ranges).map_err(|(a, b)| result::overlap(a, b))?;
    let mut status = match totals.counts.failed {
        0 => Status::Fine,
        _ => Status::Refused,
    };
    for finding in &simulated.findings {
        let path = PathBuf::from(format!("{}-{}-game-{}.play", plan.scenario, plan.seed, finding.game));
        std::fs::write(&path, &finding.session).map_err(|e| cannot_write(&path, &e))?;
        page.err(&format!(
            "game {}: {}; played again by `houserule run {}`\n",
            finding.game,
            finding.what,
            path.display()
        ));
    }
    if let Some(path) = &arguments.out {
        result::write(path, &totals)?;
    }
    let shown = shown::show(&totals, arguments.csv.as_deref(), look, &mut page)?;
    if interrupt::is_interrupted() {
        let missing: u64 = gaps(&totals.ranges, asked.games).iter().map(|r| r.games()).sum();
        page.err(&format!("broken off with {missing} games to go; what is done is kept\n"));
        status = Status::Broken;
    }
    Ok(status.exit_code().max(shown))
}

/// A usage mistake.
fn usage(told: impl Into<String>, help: &str) -> Failure {
    Failure::from(Diagnostic::error(Code::USAGE, told.into()).help(help)).with_status(2)
}

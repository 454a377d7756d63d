//! `trial`: whether units are worth their points, by fights of all pairs of unit types.

use std::sync::atomic::Ordering;

use super::arguments::Trial;
use super::choose;
use super::failure::{Failure, Outcome};
use super::interrupt;
use super::look::Look;
use super::page::{Page, Streams};
use super::progress::Progress;
use crate::pack::{HouseFile, Library};
use crate::repl::{TrialForm, TrialWanted, Weighed};
use crate::session::parts_given;

/// Carries out `trial`.
pub(super) fn trial(library: &Library, arguments: &Trial, look: &Look) -> Outcome {
    let chosen = choose::choose(library, Some(&arguments.game))?;
    let library = library.with_neighbours(&chosen.pack).kept();
    let found = |names: &[String]| -> Result<Vec<HouseFile>, Failure> {
        names.iter().map(|name| Ok(choose::house(&library, &chosen.pack, name, None)?.0)).collect()
    };
    let files =
        Weighed { besides: found(&arguments.besides)?, house: found(&arguments.house)?, above: Vec::new() };
    let wanted = TrialWanted {
        types: arguments.types.clone(),
        games: super::share::games(&arguments.games)?,
        factors: arguments.factors.iter().flat_map(|list| parts_given(list)).map(str::to_owned).collect(),
        count: arguments.count,
        apart: arguments.apart,
        turns: arguments.turns,
        players: arguments.players.clone(),
        seed: arguments.seed,
        threads: arguments.threads,
        form: TrialForm::of_flags(look.json, arguments.csv)?,
        meetings: arguments.meetings || (look.verbose && !arguments.csv),
        svg: arguments.svg.clone(),
        force: arguments.force,
    };
    let cancel = interrupt::cancel_flag();
    let mut bar: Option<Progress> = None;
    let game = (&*chosen.pack, chosen.scenario.as_deref());
    let told = interrupt::busy(|| {
        wanted.answer(&library, game, files, &look.style, &mut |done, all| {
            bar.get_or_insert_with(|| Progress::new("fights", all, "tells what is known")).tell(done);
            !cancel.load(Ordering::Relaxed)
        })
    });
    if let Some(mut bar) = bar {
        bar.end();
    }
    let told = told?;
    let mut page = Streams { ascii: look.style.ascii };
    page.out(&told.out);
    page.err(&told.err);
    Ok(told.status.exit_code())
}

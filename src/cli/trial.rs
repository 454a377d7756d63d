//! `trial`: whether units are worth their points, by fights of all pairs of unit types.

use std::sync::atomic::Ordering;

use super::arguments::Trial;
use super::choose;
use super::failure::{Failure, Outcome};
use super::interrupt;
use super::look::Look;
use super::page::{Page, Streams};
use super::progress::Progress;
use crate::diagnostic::{Code, Diagnostic};
use crate::pack::{HouseFile, Library};
use crate::play::trial::{Fighter, TrialPlan};
use crate::repl::{Status, TrialAsked, write_picture};
use crate::report::{trial_csv, trial_json, trial_meetings_csv, trial_picture, trial_told};

/// A fight with more commands has failed: nobody gives so many.
const MOST_COMMANDS: u64 = 5000;
/// More units a side are no trial but a battle.
const MOST_UNITS: u32 = 20;
/// Farther apart nobody meets.
const FARTHEST: u32 = 40;

/// Carries out `trial`.
pub(super) fn trial(library: &Library, arguments: &Trial, look: &Look) -> Outcome {
    let chosen = choose::choose(library, Some(&arguments.game))?;
    let library = choose::with_neighbours(library, &chosen.pack);
    let found = |names: &[String]| -> Result<Vec<HouseFile>, Failure> {
        names.iter().map(|name| Ok(choose::house(&library, &chosen.pack, name, None)?.0)).collect()
    };
    let fighter = Fighter::parse(&arguments.players);
    let fighter = fighter
        .map_err(|why| Diagnostic::error(Code::USAGE, why).near(&arguments.players, Fighter::NAMES))?;
    let usage = |told: String| Failure::from(Diagnostic::error(Code::USAGE, told));
    if !(1..=MOST_UNITS).contains(&arguments.count) {
        return Err(usage(format!("`--count` takes 1 to {MOST_UNITS} units a side")));
    }
    if arguments.apart.is_some_and(|apart| apart > FARTHEST) {
        return Err(usage(format!("`--apart` takes 0 to {FARTHEST} hexes or inches")));
    }
    let asked = TrialAsked {
        plan: TrialPlan {
            library: library.clone(),
            pack: chosen.pack.clone(),
            scenario: chosen.scenario.clone(),
            house: found(&arguments.besides)?,
            types: arguments.types.clone(),
            count: arguments.count,
            apart: arguments.apart,
            games: super::share::games(&arguments.games)?,
            seed: arguments.seed,
            turns: arguments.turns,
            commands: MOST_COMMANDS,
            fighter,
        },
        house: found(&arguments.house)?,
        threads: arguments
            .threads
            .unwrap_or_else(|| std::thread::available_parallelism().map_or(1, Into::into)),
    };
    let cancel = interrupt::cancel_flag();
    let mut bar: Option<Progress> = None;
    let found = interrupt::busy(|| {
        asked.told(&mut |done, all| {
            bar.get_or_insert_with(|| Progress::new("fights", all)).tell(done);
            !cancel.load(Ordering::Relaxed)
        })
    });
    if let Some(mut bar) = bar {
        bar.end();
    }
    let found = found?;
    let mut page = Streams { ascii: look.style.ascii };
    match &found.told {
        Some(told) => {
            if let Some(file) = &arguments.svg {
                write_picture(file, &trial_picture(told), arguments.force)?;
            }
            match (look.json, arguments.csv, arguments.meetings) {
                (true, ..) => page.out(&format!("{}\n", trial_json(told))),
                (_, true, false) => page.out(&trial_csv(told)),
                (_, true, true) => page.out(&trial_meetings_csv(told)),
                (_, false, meetings) => {
                    let mut text = trial_told(told, meetings || look.verbose, &look.style);
                    if let Some(file) = &arguments.svg {
                        text.push_str(&look.style.clean_lines(&format!("\nthe picture is in {file}\n")));
                    }
                    page.out(&text);
                }
            }
        }
        None if !found.broken_off => {
            let told = "the fights came to nothing that strengths could be told from";
            return Err(Failure::from(
                Diagnostic::error(Code::USAGE, told).help("have more `--games`, or other `--players`"),
            ));
        }
        None => {}
    }
    if found.broken_off {
        page.err("broken off: this is what was known by then\n");
        return Ok(Status::Broken.exit_code());
    }
    Ok(0)
}

//! `impact`: what a house rule does to a whole game.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::arguments::Impact;
use super::choose;
use super::failure::{Failure, Outcome};
use super::interrupt;
use super::look::Look;
use super::page::{Page, Streams};
use super::progress::Progress;
use super::test::sessions_both_ways;
use crate::diagnostic::{Code, Diagnostic};
use crate::pack::{HouseFile, Library};
use crate::play::impact::Cost;
use crate::play::{PlayerKind, processors};
use crate::repl::{GamesAsked, ImpactAsked, Status, Weighed, may_write_page, write_page};
use crate::report::{impact_json, impact_page, impact_told};

/// Carries out `impact`.
pub(super) fn impact(library: &Library, arguments: &Impact, look: &Look) -> Outcome {
    let chosen = choose::choose(library, Some(&arguments.game))?;
    let library = library.with_neighbours(&chosen.pack).kept();
    let found = |names: &[String]| -> Result<Vec<(HouseFile, Option<PathBuf>)>, Failure> {
        names.iter().map(|name| choose::house(&library, &chosen.pack, name, None)).collect()
    };
    let player = PlayerKind::parse(&arguments.players);
    let player = player
        .map_err(|why| Diagnostic::error(Code::USAGE, why).near(&arguments.players, PlayerKind::NAMES))?;
    let games = super::share::games_or_none(&arguments.games)?;
    let files = |found: Vec<(HouseFile, Option<PathBuf>)>| found.into_iter().map(|(file, _)| file).collect();
    let asked = ImpactAsked {
        library: library.clone(),
        pack: chosen.pack.clone(),
        scenario: chosen.scenario.clone(),
        files: Weighed {
            besides: files(found(&arguments.house)?),
            house: files(found(&arguments.rules)?),
            above: Vec::new(),
        },
        cost: Cost {
            runs: arguments.runs.unwrap_or(Cost::default().runs),
            time: arguments.seconds.map(Duration::from_secs),
        },
    };
    if let Some(file) = &arguments.out {
        may_write_page(&file.to_string_lossy(), arguments.force)?;
    }
    let cancel = interrupt::cancel_flag();
    let mut bar = Bar { cancel: cancel.clone(), now: None };
    let told = interrupt::busy(|| -> Result<_, Failure> {
        let mut told = asked.meet(&cancel, &mut |what, done, of| bar.tell(what, done, of))?;
        if !told.broken_off && !arguments.no_sessions {
            let cases = super::test::cases(&library, std::slice::from_ref(&chosen.pack), None)?;
            let both = sessions_both_ways(&library, cases, &arguments.rules, &cancel, &mut |done, of| {
                bar.tell("sessions", done, of)
            });
            told.sessions = Some(both.run);
            told.changed_sessions = both.changed;
            told.broken_off |= both.broken_off;
        }
        if !told.broken_off {
            let games = GamesAsked {
                games,
                seed: arguments.seed,
                player,
                turns: arguments.turns,
                threads: processors(),
            };
            asked.play(&games, &mut told, &cancel, &mut |what, done, of| bar.tell(what, done, of))?;
        }
        Ok(told)
    })?;
    bar.end();
    let mut page = Streams { ascii: look.style.ascii };
    if let Some(file) = &arguments.out {
        write_page(&file.to_string_lossy(), &impact_page(&told), arguments.force)?;
    }
    match (look.json, &arguments.out) {
        (true, _) => page.out(&format!("{}\n", impact_json(&told))),
        (false, Some(file)) => {
            page.out(&impact_told(&told, look.verbose, &look.style));
            page.out(&look.style.clean_lines(&format!("\nwritten to {}\n", shown(file))));
        }
        (false, None) => page.out(&impact_told(&told, look.verbose, &look.style)),
    }
    if told.broken_off {
        page.err("broken off: this is what was known by then\n");
        return Ok(Status::Broken.exit_code());
    }
    Ok(0)
}

fn shown(file: &Path) -> String {
    file.to_string_lossy().replace('\\', "/")
}

/// A bar for each of the things that are done one after the other.
struct Bar {
    cancel: Arc<AtomicBool>,
    now: Option<(&'static str, u64, Progress)>,
}

impl Bar {
    fn tell(&mut self, what: &'static str, done: u64, of: u64) -> bool {
        let is_same = self.now.as_ref().is_some_and(|(known, total, _)| *known == what && *total == of);
        if !is_same {
            self.end();
        }
        let (.., progress) =
            self.now.get_or_insert_with(|| (what, of, Progress::new(what, of, "tells what is known")));
        progress.tell(done);
        !self.cancel.load(Ordering::Relaxed)
    }

    fn end(&mut self) {
        if let Some((.., mut progress)) = self.now.take() {
            progress.end();
        }
    }
}

//! `fuzz`: random legal games of all scenarios of a pack, and sessions that show what broke.

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use super::arguments::Fuzz;
use super::choose;
use super::failure::{Failure, Outcome, cannot_write};
use super::found_session;
use super::interrupt;
use super::look::Look;
use super::page::{Page, Streams};
use super::progress::Progress;
use super::share;
use crate::diagnostic::counted;
use crate::pack::{HouseFile, Library, Request, load};
use crate::play::fuzz::{Field, Finding, Played, play};
use crate::play::simulate::MOST_COMMANDS;
use crate::repl::Status;
use crate::session::Session;

/// A thread that plays wants so much room on its stack; only the used part costs memory.
const STACK: usize = 400 << 20;

/// What one game came to: its place in the list, whether it came to its end, what broke.
type Came = (usize, Result<Option<Played>, Box<Finding>>);

/// Carries out `fuzz`: exit status 1 where something was found.
pub(super) fn fuzz(library: &Library, arguments: &Fuzz, look: &Look) -> Outcome {
    let mut page = Streams { ascii: look.style.ascii };
    let wanted = share::games(&arguments.games)?;
    let most = share::count(&arguments.commands, "commands")?;
    let fields = fields(library, arguments, usize::try_from(most).unwrap_or(usize::MAX))?;
    let games: Vec<(&Field, u64)> = fields
        .iter()
        .flat_map(|field| (0..wanted).map(move |n| (field, arguments.seed.wrapping_add(n))))
        .collect();
    // Nobody shall learn behind long play that nothing can be saved.
    fs::create_dir_all(&arguments.save).map_err(|error| cannot_write(&arguments.save, &error))?;
    let all = interrupt::busy(|| play_all(&games));
    let (mut found, mut commands, mut played, mut ended) = (0, 0, 0, 0);
    let mut unsaved = 0;
    for (at, came) in all {
        let (field, seed) = games[at];
        match came {
            Ok(None) => {}
            Ok(Some(game)) => {
                played += 1;
                commands += game.commands;
                ended += usize::from(game.ended);
            }
            Err(finding) => {
                played += 1;
                found += 1;
                commands += finding.commands;
                let game = format!("{}/{}", field.pack, field.scenario);
                if !look.json {
                    let told = format!("{game}, seed {seed}: {}\n", finding.what);
                    page.out(&look.style.clean_lines(&told));
                }
                let saved = save(arguments, field, seed, &finding);
                let place = saved.as_ref().ok().map(|path| path.display().to_string());
                if look.json {
                    let json = serde_json::json!({
                        "schema": "houserule.finding/1", "game": game, "seed": seed, "what": finding.what, "saved": place,
                    });
                    page.out(&format!("{json}\n"));
                } else if let Some(place) = place {
                    page.out(&look.style.clean_lines(&format!("  saved as {place}\n")));
                }
                if let Err(failure) = saved {
                    failure.tell(look);
                    unsaved = unsaved.max(failure.status);
                }
            }
        }
    }
    let left = games.len() - played;
    let stopped = played - ended - found;
    if look.json {
        let json = serde_json::json!({
            "schema": "houserule.fuzz/1", "games": played, "ended": ended, "stopped": stopped, "commands": commands, "found": found, "left": left,
        });
        page.out(&format!("{json}\n"));
    } else {
        let what = if found == 0 { "nothing found".to_owned() } else { counted(found, "finding") };
        page.out(&format!(
            "{} of {}, {}: {ended} came to an end, {stopped} stopped after {}: {what}\n",
            counted(played, "game"),
            counted(fields.len(), "scenario"),
            counted(commands, "command"),
            counted(most, "command")
        ));
    }
    if left > 0 {
        page.err(&format!("broken off with {} left\n", counted(left, "game")));
        return Ok(Status::Broken.exit_code());
    }
    Ok(u8::from(found > 0).max(unsaved))
}

/// Every scenario that is meant.
fn fields(library: &Library, arguments: &Fuzz, commands: usize) -> Result<Vec<Field>, Failure> {
    let chosen = choose::choose(library, arguments.game.as_deref())?;
    let library = library.with_neighbours(&chosen.pack).kept();
    let mut house: Vec<HouseFile> = Vec::new();
    for name in &arguments.house {
        house.push(choose::house(&library, &chosen.pack, name, None)?.0);
    }
    let request = Request { pack: chosen.pack.clone(), house: house.clone(), ..Request::default() };
    let loaded = load(&library, &request, &Arc::default())?;
    let all: Vec<String> = loaded.data.scenarios.keys().map(ToString::to_string).collect();
    let wanted = match chosen.scenario {
        Some(one) if all.contains(&one) => vec![one],
        Some(one) => return Err(Session::no_scenario(&loaded, &chosen.pack, &one).into()),
        None => all,
    };
    let cancel = interrupt::cancel_flag();
    let field = |scenario| Field {
        library: library.clone(),
        pack: chosen.pack.clone(),
        scenario,
        house: house.clone(),
        commands,
        endless: usize::try_from(MOST_COMMANDS).unwrap_or(usize::MAX),
        cancel: cancel.clone(),
    };
    Ok(wanted.into_iter().map(field).collect())
}

/// Plays the games on all processors; what came of them in their order.
fn play_all(games: &[(&Field, u64)]) -> Vec<Came> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(games.len().max(1));
    let next = AtomicUsize::new(0);
    let came: Mutex<Vec<Came>> = Mutex::default();
    let done = || came.lock().unwrap_or_else(PoisonError::into_inner).len() as u64;
    let mut progress = Progress::new("games", games.len() as u64, "tells what was found");
    std::thread::scope(|scope| {
        let work = || {
            while let at = next.fetch_add(1, Ordering::Relaxed)
                && let Some((field, seed)) = games.get(at)
            {
                let result = play(field, *seed);
                came.lock().unwrap_or_else(PoisonError::into_inner).push((at, result));
                if interrupt::is_interrupted() {
                    break;
                }
            }
        };
        let spawn = |_| std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        let threads: Vec<_> = (0..threads).filter_map(|n| spawn(n).ok()).collect();
        while threads.iter().any(|t| !t.is_finished()) {
            std::thread::sleep(std::time::Duration::from_millis(50));
            progress.tell(done());
        }
    });
    progress.end();
    let mut all = came.into_inner().unwrap_or_else(PoisonError::into_inner);
    all.sort_by_key(|(at, _)| *at);
    all
}

fn save(arguments: &Fuzz, field: &Field, seed: u64, finding: &Finding) -> Result<PathBuf, Failure> {
    let rest = format!("{}-fuzz-{seed}", field.scenario);
    found_session::save(&arguments.save, &field.pack, &rest, &finding.session)
}

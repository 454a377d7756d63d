//! `fuzz`: random legal games of all scenarios of a pack, and sessions that show what broke.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use super::arguments::Fuzz;
use super::choose;
use super::failure::{Failure, Outcome, refuse_hidden};
use super::found_session;
use super::interrupt;
use super::look::Look;
use super::page::{Page, Streams};
use super::progress::Progress;
use super::share;
use crate::diagnostic::{Code, Diagnostic, counted};
use crate::pack::{HouseFile, Library, Request, load};
use crate::play::fuzz::{Field, Finding, Played, play};
use crate::play::simulate::MOST_COMMANDS;
use crate::play::{STACK, processors};
use crate::repl::Status;
use crate::session::Session;

/// The games that are meant, by number: so many of one scenario after the other, each by a seed of its own.
#[derive(Clone, Copy)]
struct Games<'a> {
    fields: &'a [Field],
    of_each: u64,
    /// The seed of the first of each scenario.
    seed: u64,
}

impl<'a> Games<'a> {
    fn count(self) -> u64 {
        self.of_each.saturating_mul(self.fields.len() as u64)
    }

    fn at(self, number: u64) -> Option<(&'a Field, u64)> {
        let field = self.fields.get(usize::try_from(number.checked_div(self.of_each)?).ok()?)?;
        Some((field, self.seed.wrapping_add(number % self.of_each)))
    }
}

/// What games came to. Of those in which nothing was found there may be more than can be kept.
#[derive(Default)]
struct Came {
    played: u64,
    commands: usize,
    ended: u64,
    /// With the number of the game.
    found: Vec<(u64, Finding)>,
}

/// Carries out `fuzz`: exit status 1 where something was found.
pub(super) fn fuzz(library: &Library, arguments: &Fuzz, look: &Look) -> Outcome {
    let mut page = Streams { ascii: look.style.ascii };
    let wanted = share::games(&arguments.games)?;
    let most = share::count(&arguments.commands, "commands")?;
    let fields = fields(library, arguments, usize::try_from(most).unwrap_or(usize::MAX))?;
    let games = Games { fields: &fields, of_each: wanted, seed: arguments.seed };
    found_session::make_room(&arguments.save)?;
    let came = interrupt::busy(|| play_all(games))?;
    let mut unsaved = 0;
    for (number, finding) in &came.found {
        if let Some(game) = games.at(*number)
            && let Err(failure) = tell_finding(arguments, game, finding, look, &mut page)
        {
            failure.tell(look);
            unsaved = unsaved.max(failure.status);
        }
    }
    let Came { played, commands, ended, .. } = came;
    let found = came.found.len();
    let left = games.count() - played;
    let stopped = played - ended - found as u64;
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

/// Tells what was found in a game, and saves the session that shows it.
fn tell_finding(
    arguments: &Fuzz,
    (field, seed): (&Field, u64),
    finding: &Finding,
    look: &Look,
    page: &mut Streams,
) -> Result<(), Failure> {
    let game = format!("{}/{}", field.pack, field.scenario);
    if !look.json {
        let told = format!("{game}, seed {seed}: {}\n", finding.what);
        page.out(&look.style.clean_lines(&told));
    }
    let saved = save(arguments, field, seed, finding);
    let place = saved.as_ref().ok().map(|path| path.display().to_string());
    if look.json {
        let json = serde_json::json!({
            "schema": "houserule.finding/1", "game": game, "seed": seed, "what": finding.what, "saved": place,
        });
        page.out(&format!("{json}\n"));
    } else if let Some(place) = place {
        page.out(&look.style.clean_lines(&format!("  saved as {place}\n")));
    }
    saved.map(drop)
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
    refuse_hidden(&loaded)?;
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

/// Plays the games on all processors; what was found, in the order of the games.
///
/// # Errors
/// Where the system lets no thread begin.
fn play_all(games: Games<'_>) -> Result<Came, Failure> {
    let threads = processors().min(usize::try_from(games.count()).unwrap_or(usize::MAX));
    let next = AtomicU64::new(0);
    let came: Mutex<Came> = Mutex::default();
    let done = || came.lock().unwrap_or_else(PoisonError::into_inner).played;
    let mut progress = Progress::new("games", games.count(), "tells what was found");
    let begun = std::thread::scope(|scope| {
        let work = || {
            while let number = next.fetch_add(1, Ordering::Relaxed)
                && let Some((field, seed)) = games.at(number)
            {
                let result = play(field, seed);
                came.lock().unwrap_or_else(PoisonError::into_inner).add(number, result);
                if interrupt::is_interrupted() {
                    break;
                }
            }
        };
        let mut playing = Vec::new();
        for _ in 0..threads {
            match std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work) {
                Ok(thread) => playing.push(thread),
                Err(why) if playing.is_empty() => return Err(no_thread(&why)),
                // With fewer threads it takes longer, and comes to the same.
                Err(_) => break,
            }
        }
        while playing.iter().any(|thread| !thread.is_finished()) {
            std::thread::sleep(std::time::Duration::from_millis(50));
            progress.tell(done());
        }
        Ok(())
    });
    progress.end();
    begun?;
    let mut came = came.into_inner().unwrap_or_else(PoisonError::into_inner);
    came.found.sort_by_key(|(number, _)| *number);
    Ok(came)
}

fn no_thread(why: &std::io::Error) -> Failure {
    let told = Diagnostic::error(Code::LIMIT, format!("the system lets no thread begin: {why}"));
    told.help("end other programs, or raise the limit of memory (`ulimit -v`)").into()
}

impl Came {
    fn add(&mut self, number: u64, result: Result<Option<Played>, Box<Finding>>) {
        match result {
            Ok(None) => {}
            Ok(Some(game)) => {
                self.played += 1;
                self.commands += game.commands;
                self.ended += u64::from(game.ended);
            }
            Err(finding) => {
                self.played += 1;
                self.commands += finding.commands;
                self.found.push((number, *finding));
            }
        }
    }
}

fn save(arguments: &Fuzz, field: &Field, seed: u64, finding: &Finding) -> Result<PathBuf, Failure> {
    let rest = format!("{}-fuzz-{seed}", field.scenario);
    found_session::save(&arguments.save, &field.pack, &rest, &finding.session)
}

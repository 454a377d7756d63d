//! Games of a simulation that failed: what `sim` and `sim merge` tell of them, and the sessions that show it.

use std::path::{Path, PathBuf};

use super::super::failure::Failure;
use super::super::found_session;
use super::super::look::Look;
use super::super::page::{Streams, remark};
use crate::diagnostic::counted;
use crate::play::simulate::{Counts, Failed, Plan, session_of};

/// Tells of games that failed and saves a session of each; the exit status where one cannot be saved.
///
/// A game is the same whenever it is played. So those of a run before this one, which may have been killed, are told and saved, too.
pub(super) fn tell_saved(plan: &Plan, counts: &Counts, folder: &Path, look: &Look, page: &mut Streams) -> u8 {
    let mut status = 0;
    for failed in &counts.failures {
        match save(plan, failed.game, folder) {
            Ok(path) => {
                remark(&format!("{}; saved as {}", words(failed), path.display()), look, page);
            }
            Err(failure) => {
                remark(&words(failed), look, page);
                failure.tell(look);
                status = status.max(failure.status);
            }
        }
    }
    tell_left_out(counts, "listed and saved", look, page);
    status
}

/// Tells of games that failed of which nothing is saved.
pub(super) fn tell(counts: &Counts, look: &Look, page: &mut Streams) {
    for failed in &counts.failures {
        remark(&words(failed), look, page);
    }
    tell_left_out(counts, "listed", look, page);
}

fn words(failed: &Failed) -> String {
    format!("game {}: {}", failed.game, failed.what)
}

fn tell_left_out(counts: &Counts, done: &str, look: &Look, page: &mut Streams) {
    let left_out = counts.unlisted();
    if left_out > 0 {
        let (games, listed) = (counted(left_out, "more game"), counts.failures.len());
        let told = format!("{games} failed: no more than the first {listed} are {done}");
        remark(&told, look, page);
    }
}

/// Saves the session of a game that failed and answers where.
fn save(plan: &Plan, game: u64, folder: &Path) -> Result<PathBuf, Failure> {
    let text = session_of(plan, game)?;
    found_session::save(folder, &plan.pack, &format!("{}-{}-game-{game}", plan.scenario, plan.seed), &text)
}

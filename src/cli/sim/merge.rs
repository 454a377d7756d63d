//! `sim merge`: results of parts added up, and the commands that play what is missing.

use std::path::{Path, PathBuf};

use super::super::failure::{Failure, Outcome};
use super::super::kept_file::{hold, must_be_file, write_whole};
use super::super::look::Look;
use super::super::page::{Streams, remark};
use super::again::{Again, game_of};
use super::answer::show;
use super::failures;
use super::sheet::{bare_sheet, sheet};
use super::{ON_OUT, earlier};
use crate::diagnostic::{Code, Diagnostic};
use crate::pack::{Library, Loaded, read_text};
use crate::play::simulate::Results;

/// Carries out `sim merge`: exit status 1 where games are missing or failed.
pub(super) fn merge(library: &Library, files: &[PathBuf], out: Option<&Path>, look: &Look) -> Outcome {
    let mut page = Streams { ascii: look.style.ascii };
    if let Some(path) = out {
        must_be_file("-o", path, ON_OUT)?;
    }
    let mut sum: Option<(Results, String)> = None;
    let mut game = None;
    for path in files {
        let name = path.display().to_string();
        let results = Results::read(&name, &read_text(path)?)?;
        let check = |game: &Option<Loaded>| {
            game.as_ref().map_or(Ok(()), |loaded| results.check_losses(&name, loaded))
        };
        match &mut sum {
            None => {
                game = game_of(library, &results.head);
                check(&game)?;
                sum = Some((results, name));
            }
            Some((all, first)) => {
                // What is there twice came from one of the files before; which of them is found out for the message.
                all.merge(&results, [first, &name]).map_err(|told| blame(told, files, path, &results))?;
                check(&game)?;
            }
        }
    }
    let Some((mut results, _)) = sum else {
        return Err(Diagnostic::error(Code::USAGE, "no file of results is named").into());
    };
    if let Some(path) = out {
        let _held = hold(path, look, &mut page)?;
        if let Some(there) = earlier(path, &results.head, game.as_ref())? {
            must_have_all_of(&there, &results, path)?;
            results.games = results.games.max(there.games);
        }
        write_whole(path, results.text().as_bytes())?;
    }
    let told = || match &game {
        Some(loaded) => sheet(&results, loaded),
        None => bare_sheet(&results),
    };
    show(&results, None, told, look, &mut page);
    if results.gaps().is_empty() && results.counts.failed == 0 {
        return Ok(0);
    }
    let again = Again::of(&results, &look.style);
    tell_missing(&results, &again, look, &mut page);
    tell_failed(&results, &again, look, &mut page);
    if !again.remarks().is_empty() {
        remark(again.remarks(), look, &mut page);
    }
    Ok(1)
}

/// Tells which games are missing, with the commands that play them.
fn tell_missing(results: &Results, again: &Again, look: &Look, page: &mut Streams) {
    let gaps = results.gaps();
    if gaps.is_empty() {
        return;
    }
    let (missing, games) = (gaps.count(), results.games);
    let mut told = format!("{missing} of {games} games are missing; these commands play them:\n");
    for gap in gaps.iter() {
        let file = format!(" -o part-{}-{}.json", gap.start, gap.end);
        told.push_str(&again.line(&gap, &file));
    }
    remark(&told, look, page);
}

/// Tells which games failed, as `sim` does. The sessions that it saves are saved where the games are played again.
fn tell_failed(results: &Results, again: &Again, look: &Look, page: &mut Streams) {
    failures::tell(&results.counts, look, page);
    if let Some(first) = results.counts.failures.first() {
        let line = again.line(&(first.game..first.game + 1), "");
        let told = format!("by its number such a game is played again, and saved as a session:\n{line}");
        remark(&told, look, page);
    }
}

/// Refuses to write a sum over a file with games that it has not, or has played to other ends.
fn must_have_all_of(there: &Results, sum: &Results, path: &Path) -> Result<(), Failure> {
    let refused = |what: &str, help: &str| {
        let told = format!("`{}` is not written over: {what}", path.display());
        Err(Diagnostic::error(Code::USAGE, told).help(help).into())
    };
    let lacking = there.ranges.iter().find_map(|range| sum.ranges.missing(range).iter().next());
    if let Some(games) = lacking {
        let what = format!("it has the games from {} to {}, and the sum has not", games.start, games.end - 1);
        return match sum.ranges.clone().join(&there.ranges) {
            Ok(()) => refused(&what, "name it among the parts, too, or another file for `-o`"),
            Err(_) => refused(&what, "name another file for `-o`"),
        };
    }
    // A player by the clock plays the same game otherwise.
    if there.ranges == sum.ranges && there.counts != sum.counts {
        return refused("it counts the same games otherwise", "name another file for `-o`");
    }
    Ok(())
}

/// The same message with the file that really has the same games.
fn blame(told: Diagnostic, files: &[PathBuf], path: &Path, results: &Results) -> Failure {
    let name = path.display().to_string();
    for other in files.iter().take_while(|other| *other != path) {
        let shown = other.display().to_string();
        let read = read_text(other).and_then(|text| Results::read(&shown, &text));
        let Ok(mut before) = read else { continue };
        if let Err(exact) = before.merge(results, [&shown, &name]) {
            return exact.into();
        }
    }
    told.into()
}

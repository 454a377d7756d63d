//! Saved games: where a new one goes, and which one is taken up.

use std::path::{Path, PathBuf};

use super::choose::pack_of;
use super::failure::Failure;
use crate::diagnostic::{Code, Diagnostic};
use crate::pack::Library;
use crate::session::store::{games_folder, head_of, is_begun, is_saved_game};
use crate::session::{last_game, saved_games};

/// The saved games, the last first, of a scenario (`pack/scenario`) where one is named.
fn all(scenario: Option<&str>) -> Result<impl Iterator<Item = PathBuf>, Failure> {
    let is_wanted = move |path: &PathBuf| {
        head_of(path).is_some_and(|head| scenario.is_none_or(|wanted| head.scenario == wanted))
    };
    Ok(saved_games(&games_folder()?).into_iter().filter(is_wanted))
}

/// The game of a scenario that could be gone on with: the last in which a command was given or a ruling made.
pub(super) fn last_begun(scenario: &str) -> Result<Option<PathBuf>, Failure> {
    Ok(all(Some(scenario))?.find(|path| is_begun(path)))
}

/// Whether a saved game is meant where one may be named among packs: a file that is one, or one whose name says so, which is
/// then looked at to tell what is wrong with it.
pub(super) fn is_named(library: &Library, name: &str) -> bool {
    name.ends_with(".journal") || pack_of(library, name).is_none() && is_saved_game(Path::new(name))
}

/// Refuses a device or a pipe in the place of a saved game, which is read whole: it may come to no end.
///
/// # Errors
/// E0606.
pub(super) fn must_be_file(path: &Path) -> Result<(), Failure> {
    match path.metadata() {
        Ok(there) if !there.is_file() && !there.is_dir() => {
            let told = format!("`{}` cannot be read: it is no file", path.display());
            Err(Diagnostic::error(Code::CANNOT_READ, told).help("name a saved game").into())
        }
        _ => Ok(()),
    }
}

/// The saved game that `--resume` asks for.
pub(super) fn taken_up(file: Option<&str>, scenario: Option<&str>) -> Result<PathBuf, Failure> {
    let last = if file.is_none() { last_game(all(scenario)?) } else { None };
    last.map_or_else(|| wanted(file, scenario), Ok)
}

/// The saved game that is named or, to be looked at, the last: somebody may just have opened it.
pub(super) fn wanted(file: Option<&str>, scenario: Option<&str>) -> Result<PathBuf, Failure> {
    if let Some(file) = file {
        must_be_file(Path::new(file))?;
        return Ok(PathBuf::from(file));
    }
    let folder = games_folder()?;
    match all(scenario)?.next() {
        Some(path) => Ok(path),
        None => {
            let of = scenario.map_or_else(String::new, |s| format!(" of {s}"));
            let told = Diagnostic::error(Code::NOT_FOUND, format!("there is no saved game{of}"));
            Err(told.note(format!("saved games are kept in `{}`", folder.display())).into())
        }
    }
}

/// A file for a new game: the first free number.
pub(super) fn new_file(pack: &str, scenario: &str) -> Result<PathBuf, Failure> {
    let folder = games_folder()?;
    let pack =
        Path::new(pack).file_name().map_or_else(|| "pack".to_owned(), |n| n.to_string_lossy().into_owned());
    let name = |n: usize| folder.join(format!("{pack}-{scenario}-{n}.journal"));
    let taken = saved_games(&folder).len();
    Ok((1..=taken + 1).map(name).find(|path| !path.exists()).unwrap_or_else(|| name(taken + 2)))
}

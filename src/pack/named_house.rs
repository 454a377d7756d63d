//! A house rule by what a player calls it: the path of a file, or the name of a ready one of the packs.

use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use super::{HouseFile, Loaded, house_stem, read_text};
use crate::diagnostic::{Code, Diagnostic};

/// A house file with where it came from, for those that are to be watched.
pub type NamedHouse = (HouseFile, Option<PathBuf>);

/// Finds a house rule: a file, where one is called so beside `beside` or from here, else a ready one of what is loaded, which
/// is asked for only then.
///
/// # Errors
/// E0702 for a file of another kind, E0709 where there is none, and why nothing can be loaded.
pub fn named_house<E: From<Diagnostic>>(
    name: &str,
    beside: Option<&Path>,
    loaded: impl FnOnce() -> Result<Rc<Loaded>, E>,
) -> Result<NamedHouse, E> {
    let Some(path) = file_called(name, beside) else {
        let loaded = loaded()?;
        return match loaded.ready_house(name) {
            Some(file) => Ok((file, None)),
            None => Err(unknown(name, &loaded).into()),
        };
    };
    let shown = shown(&path);
    if house_stem(&shown).is_none() {
        let told = Diagnostic::error(Code::USAGE, format!("`{shown}` is no house file"));
        return Err(told.help("rules end in `.rhai`, data in `.units`, boards in `.map`").into());
    }
    let text = read_text(&path)?;
    Ok((HouseFile { name: Arc::from(shown), text }, Some(path)))
}

/// That there is no house rule that is called so, if that is what is wrong with it.
pub fn no_house(name: &str, beside: Option<&Path>, loaded: &Loaded) -> Option<Diagnostic> {
    let is_there = file_called(name, beside).is_some() || loaded.ready_house(name).is_some();
    (!is_there).then(|| unknown(name, loaded))
}

/// The file that is called so beside `beside` or from here.
fn file_called(name: &str, beside: Option<&Path>) -> Option<PathBuf> {
    let beside = beside.map(|folder| folder.join(name)).filter(|path| path.is_file());
    beside.or_else(|| Some(PathBuf::from(name)).filter(|path| path.is_file()))
}

/// A path as it stands in saved games and sessions, which are read on other systems, too. Only where `\` parts folders: elsewhere
/// it is a letter like any other.
fn shown(path: &Path) -> String {
    let shown = path.to_string_lossy();
    match std::path::MAIN_SEPARATOR {
        '\\' => shown.replace('\\', "/"),
        _ => shown.into_owned(),
    }
}

fn unknown(name: &str, loaded: &Loaded) -> Diagnostic {
    let ready: Vec<&str> = loaded.packs.iter().flat_map(|p| p.houses().map(|(stem, _)| stem)).collect();
    let told = Diagnostic::error(Code::NOT_FOUND, format!("no file or ready house rule is called `{name}`"))
        .near(name, ready.iter().copied());
    let listed = format!("ready ones: {}", ready.join(", "));
    match (ready.is_empty(), told.help.is_some()) {
        (true, _) => told.help("give the path of a file that ends in `.rhai`, `.units` or `.map`"),
        (false, true) => told.note(listed),
        (false, false) => told
            .note(listed)
            .help("give one of these, or the path of a file that ends in `.rhai`, `.units` or `.map`"),
    }
}

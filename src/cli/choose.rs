//! Which pack, which scenario, which house rules: from what the user wrote to what is opened.

use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

use super::failure::Failure;
use crate::diagnostic::{Code, Diagnostic, shell_word};
use crate::pack::{Library, Loaded, NamedHouse, Request, Source, load, named_house};

/// A game as the user named it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Chosen {
    /// The pack, as the library takes it.
    pub(super) pack: String,
    /// The scenario; none for the pack's default.
    pub(super) scenario: Option<String>,
}

/// Takes `PACK`, `PACK/SCENARIO` or the path of a pack, with or without a scenario behind it.
pub(super) fn choose(library: &Library, text: Option<&str>) -> Result<Chosen, Failure> {
    let Some(text) = text else { return first_pack(library) };
    let text = Some(text.trim_end_matches('/')).filter(|bare| !bare.is_empty()).unwrap_or(text);
    if let Some(pack) = pack_of(library, text) {
        return Ok(Chosen { pack, scenario: None });
    }
    if is_session(text) {
        let told = format!("`{text}` is a session, which is run and not played");
        let help = format!("`houserule run {}`", shell_word(text));
        return Err(Diagnostic::error(Code::USAGE, told).help(help).into());
    }
    // What lies beside is a pack and no scenario of the folder that the program runs in, unless that is a pack itself.
    let is_pack = |pack: &str| match pack {
        "" => false,
        "." | ".." => pack_of(library, pack).is_some(),
        _ => true,
    };
    match text.rsplit_once('/').filter(|(pack, _)| is_pack(pack)) {
        Some((pack, scenario)) => {
            let pack = pack_of(library, pack).unwrap_or_else(|| pack.to_owned());
            Ok(Chosen { pack, scenario: Some(scenario.to_owned()) })
        }
        // The library tells that there is none, and what is near.
        None => Ok(Chosen { pack: text.to_owned(), scenario: None }),
    }
}

/// Whether a file with lines of a game is named.
fn is_session(text: &str) -> bool {
    let path = Path::new(text);
    path.extension().is_some_and(|ending| ending == "play") && path.is_file()
}

/// A pack by its name or the path of its folder, as the library takes it.
pub(super) fn pack_of(library: &Library, text: &str) -> Option<String> {
    // No id has a slash.
    if !text.contains('/') && library.packs().iter().any(|p| p.id == text) {
        return Some(text.to_owned());
    }
    let path = Path::new(text);
    if !path.join("manifest.pack").is_file() {
        return None;
    }
    // `.` and `..` do not tell what the folder is called, and saved games and sessions take their names from it.
    let name = path.canonicalize().ok().and_then(|whole| Some(whole.file_name()?.to_str()?.to_owned()));
    Some(match name.filter(|_| path.file_name().is_none()) {
        Some(name) => format!("{text}/../{name}"),
        None if Library::is_path(text) => text.to_owned(),
        None => format!("./{text}"),
    })
}

/// What to type for a pack that was chosen so: its name where that leads to the same files, else its path.
pub(super) fn typed(library: &Library, chosen: &Chosen, loaded: &Loaded) -> String {
    let files = &loaded.pack().files;
    let whole = |source: &Source| match source {
        Source::Folder(folder) => Some(folder.canonicalize().ok()),
        Source::Embedded => None,
    };
    let is_found = library.pack(&files.name).is_ok_and(|found| whole(&found.source) == whole(&files.source));
    if is_found { files.name.to_string() } else { chosen.pack.clone() }
}

/// Whether a pack is named, alone or with something behind a slash.
pub(super) fn is_game(library: &Library, text: &str) -> bool {
    let before = text.rsplit_once('/').map(|(pack, _)| pack);
    [Some(text), before]
        .into_iter()
        .flatten()
        .any(|name| !name.is_empty() && pack_of(library, name).is_some())
}

/// The same pack from wherever the program runs: a saved game is taken up from another folder, too.
pub(super) fn from_anywhere(pack: &str) -> String {
    match Path::new(pack).canonicalize() {
        Ok(whole) if Library::is_path(pack) => whole.to_string_lossy().into_owned(),
        _ => pack.to_owned(),
    }
}

/// A game that is named by a path from a folder, `./duel/first`, where its pack lies there: so a session is found by its own
/// place, from wherever it is run.
pub(super) fn beside(folder: &Path, named: &str) -> Option<String> {
    let path = Path::new(named);
    let is_pack = |path: &Path| folder.join(path).join("manifest.pack").is_file();
    let is_there = named.starts_with('.') && (is_pack(path) || path.parent().is_some_and(is_pack));
    // A file that is named without a folder has an empty one.
    is_there.then(|| folder.join(path).to_string_lossy().into_owned())
}

/// The folder that the program runs in, where it is a pack itself: who works on one means that.
const HERE: &str = ".";

fn is_here() -> bool {
    Path::new(HERE).join("manifest.pack").is_file()
}

/// The packs that are meant when none is named: the one that the program runs in, else all.
pub(super) fn all_meant(library: &Library) -> Vec<String> {
    match is_here() {
        true => vec![pack_of(library, HERE).unwrap_or_else(|| HERE.to_owned())],
        false => library.packs().into_iter().map(|pack| pack.id).collect(),
    }
}

/// The pack that is played when none is named: the one that the program runs in, else the first that the list of defaults names,
/// else the first by name that has a default scenario.
fn first_pack(library: &Library) -> Result<Chosen, Failure> {
    if is_here() {
        return choose(library, Some(HERE));
    }
    let packs = library.packs();
    let listed = library.defaults().into_iter().find(|d| packs.iter().any(|p| p.id == *d));
    let found = listed.or_else(|| {
        let playable = |id: &str| library.pack(id).ok().is_some_and(|files| has_default(&files.files));
        packs.iter().map(|p| p.id.clone()).find(|id| playable(id))
    });
    match found {
        Some(pack) => Ok(Chosen { pack, scenario: None }),
        None if packs.is_empty() => Err(Diagnostic::error(Code::NO_PACK, "there is no pack here")
            .help("name a folder of packs with `--packs DIR`, or begin one with `houserule new pack NAME`")
            .into()),
        None => Err(Diagnostic::error(Code::NO_SCENARIO, "no pack here has a default scenario")
            .help(format!("`houserule play {}/SCENARIO`", shell_word(&packs[0].id)))
            .into()),
    }
}

/// Whether a manifest names a default scenario. Read as text: the pack may be wrong otherwise.
fn has_default(files: &std::collections::BTreeMap<String, Arc<str>>) -> bool {
    let manifest = files.get("manifest.pack").map_or("", |text| text);
    manifest.lines().any(|l| l.trim_start().starts_with("scenario "))
}

/// Finds a house rule: a file, one beside `base`, or a ready one of the pack.
pub(super) fn house(
    library: &Library,
    pack: &str,
    name: &str,
    base: Option<&Path>,
) -> Result<NamedHouse, Failure> {
    named_house(name, base, || {
        let request = Request { pack: pack.to_owned(), ..Request::default() };
        Ok(Rc::new(load(library, &request, &Arc::default())?))
    })
}

//! `new`: a pack or a house rule from a template that is right from the start.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::arguments::{New, NewWhat};
use super::choose;
use super::failure::{Failure, Outcome, cannot_write};
use super::kept_file::write_whole;
use super::look::Look;
use super::page::{Page, Streams};
use super::test;
use crate::diagnostic::{Code, Diagnostic, shell_word};
use crate::kernel::catalogue::Write;
use crate::pack::{Library, Loaded, Request, Source, load};

/// The files of a pack that stands alone: path, text.
const PACK: [(&str, &str); 7] = [
    ("manifest.pack", include_str!("templates/manifest.pack")),
    ("ledger.txt", include_str!("templates/ledger.txt")),
    ("README.md", include_str!("templates/readme.md")),
    ("rules/10-game.rhai", include_str!("templates/game.rhai")),
    ("scenarios/first.scenario", include_str!("templates/first.scenario")),
    ("house/bolder.rhai", include_str!("templates/stronger.rhai")),
    ("tests/the_first_fight.play", include_str!("templates/first_fight.play")),
];

/// The files of a pack that stands on another.
const WORLD: [(&str, &str); 3] = [
    ("manifest.pack", include_str!("templates/world.pack")),
    ("README.md", include_str!("templates/world.md")),
    ("tests/the_base_stands.play", include_str!("templates/world.play")),
];

const HOUSE_RULE: &str = include_str!("templates/house.rhai");
const HOUSE_DATA: &str = include_str!("templates/house.units");

/// Carries out `new`.
pub(super) fn new(library: &Library, arguments: &New, look: &Look) -> Outcome {
    match &arguments.what {
        NewWhat::Pack { name, extends } => pack(library, name, extends.as_deref(), look),
        NewWhat::House { file, on } => house(library, file, on.as_deref(), look),
        NewWhat::Board(board) => super::new_board::board(library, board, look),
    }
}

fn pack(library: &Library, name: &str, extends: Option<&str>, look: &Look) -> Outcome {
    let folder = PathBuf::from(name);
    let id = folder.file_name().map_or_else(String::new, |n| n.to_string_lossy().into_owned());
    let is_word = id.starts_with(|c: char| c.is_ascii_lowercase())
        && id.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-');
    if !is_word {
        let told = Diagnostic::error(Code::USAGE, format!("`{id}` is no name for a pack"));
        return Err(told
            .help("a name begins with a small letter and has small letters, digits and dashes")
            .into());
    }
    if folder.exists() {
        let told = Diagnostic::error(Code::CANNOT_WRITE, format!("`{}` is there already", folder.display()));
        return Err(told.help("take another name").into());
    }
    let mut words = vec![("name", id.clone()), ("title", title(&id)), ("id", ledger_id(&id))];
    let files = match extends {
        None => &PACK[..],
        Some(base) => {
            let base = choose::pack_of(library, base).unwrap_or_else(|| base.to_owned());
            let near = library.with_neighbours(&base);
            let loaded = load(&near, &Request { pack: base, ..Request::default() }, &Arc::default())?;
            must_be_found(library, &loaded, &folder)?;
            let manifest = &loaded.pack().manifest;
            let named = loaded.packs.iter().rev().find_map(|p| p.manifest.scenario.as_ref());
            let scenario = named.map(|(n, _)| n).or(loaded.data.scenarios.keys().next());
            words.push(("base", loaded.pack().files.name.to_string()));
            words.push(("version", manifest.version.to_string()));
            words.push(("scenario", scenario.map_or_else(String::new, ToString::to_string)));
            // Without a scenario there is nothing to run.
            if scenario.is_some() { &WORLD[..] } else { &WORLD[..2] }
        }
    };
    let shown = folder.to_string_lossy().replace('\\', "/");
    let place = if shown.contains('/') { shown.clone() } else { format!("./{shown}") };
    let above = folder.parent().map_or(Ok(()), fs::create_dir_all);
    above.and_then(|()| fs::create_dir(&folder)).map_err(|error| cannot_write(&folder, &error))?;
    let filled_in = || {
        for (path, text) in files {
            write(&folder.join(path), &filled(text, &words))?;
        }
        let cases = test::cases(library, std::slice::from_ref(&place), None)?;
        test::accept_quietly(&test::run_all(library, cases))
    };
    let status = filled_in().inspect_err(|_| {
        // Half a pack would only be in the way of the next attempt.
        let _ = fs::remove_dir_all(&folder);
    })?;
    let mut page = Streams { ascii: look.style.ascii };
    let place = shell_word(&place);
    page.out(&format!(
        "pack `{id}` begun in {shown}\n  houserule play {place}\n  houserule check {place}\n  houserule test {place}\n"
    ));
    Ok(status)
}

/// A pack finds the one that it stands on beside it or in a folder of packs.
fn must_be_found(library: &Library, base: &Loaded, folder: &Path) -> Result<(), Failure> {
    let name = &base.pack().files.name;
    let above = folder.parent().filter(|above| !above.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let is_beside = match &base.pack().files.source {
        Source::Folder(of) => {
            of.canonicalize().ok().is_some_and(|of| of.parent() == above.canonicalize().ok().as_deref())
        }
        Source::Embedded => true,
    };
    if is_beside || library.packs().iter().any(|pack| pack.id == **name) {
        return Ok(());
    }
    let told = format!("from `{}` the pack `{name}` would not be found", folder.display());
    Err(Diagnostic::error(Code::NEEDS_PACK, told)
        .help("begin the new pack in the same folder, or name that folder with `--packs DIR`")
        .into())
}

/// `the-long-march` as a title: `The long march`.
fn title(id: &str) -> String {
    let words = id.replace('-', " ");
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The beginning of the ids of a ledger: the first letters of the name.
fn ledger_id(id: &str) -> String {
    let letters: String = id.chars().filter(char::is_ascii_alphabetic).take(4).collect();
    letters.to_ascii_uppercase()
}

fn house(library: &Library, file: &Path, on: Option<&str>, look: &Look) -> Outcome {
    let shown = file.to_string_lossy().replace('\\', "/");
    let kind = file.extension().and_then(|e| e.to_str()).unwrap_or_default();
    if !matches!(kind, "rhai" | "units") {
        let told = Diagnostic::error(Code::USAGE, format!("`{shown}` does not say what it holds"));
        return Err(told.help("rules end in `.rhai`, data in `.units`").into());
    }
    if file.exists() {
        let told = Diagnostic::error(Code::CANNOT_WRITE, format!("`{shown}` is there already"));
        return Err(told.help("take another name").into());
    }
    let around = super::play_file::pack_around(
        file.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new(".")),
    );
    let chosen = choose::choose(library, on.or(around.as_deref()))?;
    let near = library.with_neighbours(&chosen.pack);
    let request = Request { pack: chosen.pack.clone(), ..Request::default() };
    let loaded = load(&near, &request, &Arc::default())?;
    let text = match kind {
        "rhai" => house_rule(&loaded)?,
        _ => filled(HOUSE_DATA, &[("change", change(&loaded))]),
    };
    write(file, &text)?;
    let pack = &loaded.pack().files.name;
    let (file, on) = (shell_word(&shown), shell_word(&choose::typed(library, &chosen, &loaded)));
    let mut page = Streams { ascii: look.style.ascii };
    page.out(&format!(
        "{shown} begun for {pack}\n  houserule check {file} --on {on}\n  houserule play {on} --house {file}\n"
    ));
    Ok(0)
}

/// A house rule over the first rule of the pack that answers something of a unit or hex.
fn house_rule(loaded: &Loaded) -> Result<String, Failure> {
    let rules = loaded.rules.rules();
    let own = rules.iter().filter(|r| r.is_in_force() && r.unit_type.is_none() && !r.doc.text.is_empty());
    let Some(rule) = own.clone().find(|r| r.parameters.len() == 1).or(own.clone().next()) else {
        let told =
            Diagnostic::error(Code::NOT_FOUND, "the pack has no rule with a comment to put another over");
        return Err(told.into());
    };
    let doc: String = rule.doc.text.lines().map(|l| format!("/// {l}\n")).collect();
    let words = [("doc", doc), ("rule", rule.name.to_string()), ("parameters", rule.parameters.join(", "))];
    Ok(filled(HOUSE_RULE, &words))
}

/// A change that changes nothing yet, where the pack has a named number.
fn change(loaded: &Loaded) -> String {
    let set = |writes: &[crate::kernel::catalogue::Written]| match writes {
        [one] => match &one.write {
            Write::Set(value) => Some(value.to_string()),
            _ => None,
        },
        _ => None,
    };
    let values = &loaded.data.catalogue.values;
    let found = values.values().find_map(|v| Some((v, set(&v.writes)?)));
    found.map_or_else(String::new, |(v, now)| format!("// {}\nchange value {} = {now}", v.title, v.name))
}

/// A template with its words put in. An empty last line goes.
fn filled(template: &str, words: &[(&str, String)]) -> String {
    let mut text = template.to_owned();
    for (name, word) in words {
        text = text.replace(&format!("{{{{{name}}}}}"), word);
    }
    text.trim_end().to_owned() + "\n"
}

/// Writes a file, with its folders.
///
/// # Errors
/// E0607 where it cannot be written; it is not there then.
pub(super) fn write(path: &Path, text: &str) -> Result<(), Failure> {
    path.parent().map_or(Ok(()), fs::create_dir_all).map_err(|error| cannot_write(path, &error))?;
    write_whole(path, text.as_bytes())
}

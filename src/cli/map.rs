//! `map`: a scenario, a saved game, the end of a session file, or a bare map, drawn.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

use super::arguments::Map;
use super::choose::{self, Chosen};
use super::failure::{Failure, Outcome, refuse_hidden, tell_house_warnings, tell_warnings};
use super::feed::{Feed, Stopped, worst};
use super::interrupt;
use super::look::Look;
use super::page::{Page, SharedPage, Streams, Transcript};
use super::play_file::{PlayFile, pack_around};
use super::saved;
use crate::data::LineWord;
use crate::diagnostic::{Code, Diagnostic, shell_word};
use crate::kernel::hex::HexMap;
use crate::pack::{Library, Loaded, Request, load, read_text};
use crate::repl::{Console, Status, Told, Wanted, draw_bare};
use crate::session::{Nobody, Opening, Session, Trouble};

/// The seed of a scenario whose set-up rolls dice: it is drawn the same each time.
const SEED: u64 = 1;

/// Carries out `map`.
pub(super) fn map(library: &Library, arguments: &Map, look: &Look) -> Outcome {
    let (line, wanted) = wanted(arguments);
    let named = arguments.game.as_deref();
    let is_saved = named.is_some_and(|name| saved::is_named(library, name)) || arguments.resume.is_some();
    let mut status = 0;
    let told = if is_saved {
        let mut console = Console::new(saved_game(library, arguments, look)?, look.front(false));
        console.draw(&line, &wanted)
    } else if let Some(file) = named.filter(|name| name.ends_with(".play")) {
        let (mut console, failed) = end_of(library, Path::new(file), arguments, look)?;
        status = worst(&failed);
        console.draw(&line, &wanted)
    } else if let Some(file) = named.filter(|name| name.ends_with(".map") && Path::new(name).is_file()) {
        // Its terrain is a pack's.
        let told =
            Diagnostic::error(Code::USAGE, format!("`{file}` does not say which pack's terrain it has"));
        let house = shell_word(file);
        let help = match map_in(Path::new(file)) {
            Some(name) => format!("`houserule map PACK/{name} --house {house}`, with the pack that has it"),
            None => format!("`houserule map PACK/MAP --house {house}`, with the name of the map in it"),
        };
        return Err(told.help(help).into());
    } else {
        let chosen = choose::choose(library, named)?;
        let library = library.with_neighbours(&chosen.pack);
        match scenario(&library, &chosen, arguments, look) {
            Ok(session) => Console::new(session, look.front(false)).draw(&line, &wanted),
            Err(failure) => {
                let (name, loaded) = bare_map(&library, &chosen, arguments, failure)?;
                bare(&name, &loaded, &line, &wanted, look)?
            }
        }
    };
    let mut page = Streams { ascii: look.style.ascii && wanted.out.is_none() };
    page.out(&told.out);
    page.err(&told.err);
    Ok(status.max(told.status.exit_code()))
}

/// The name of the first map in a file of data.
fn map_in(path: &Path) -> Option<String> {
    let text = read_text(path).ok()?;
    let mut words = text.lines().find_map(|line| line.trim_start().strip_prefix("map "))?.split_whitespace();
    words.next().map(|name| name.trim_end_matches('{').to_owned()).filter(|name| !name.is_empty())
}

/// What the arguments ask for, as the line that would ask for it, with the places of its words.
fn wanted(arguments: &Map) -> (String, Wanted) {
    let mut line = String::from("map");
    let mut word = |flag: &str, text: &str| {
        if !flag.is_empty() {
            line.push_str(&format!(" --{flag}"));
        }
        line.push(' ');
        let start = line.len();
        line.push_str(text);
        LineWord { text: Arc::from(text), start, end: line.len(), quoted: false }
    };
    let hex = arguments.hex.as_ref().map(|hex| word("hex", hex));
    let reach = arguments.reach.as_ref().map(|unit| word("reach", unit));
    let sight = match arguments.los.as_deref() {
        Some([from, to]) => Some(vec![word("los", from), word("", to)]),
        _ => None,
    };
    let wanted = Wanted {
        map: true,
        hex,
        reach,
        sight,
        blank: arguments.blank,
        bare: arguments.no_numbers,
        json: false,
        out: arguments.out.clone(),
        force: arguments.force,
    };
    (line, wanted)
}

fn opening(library: &Library, chosen: &Chosen) -> Opening {
    Opening {
        library: library.clone(),
        pack: chosen.pack.clone(),
        scenario: chosen.scenario.clone(),
        house: Vec::new(),
        seed: SEED,
        asker: Rc::new(RefCell::new(Nobody)),
        cancel: interrupt::cancel_flag(),
        journal: None,
    }
}

/// A scenario as it begins.
pub(super) fn scenario(
    library: &Library,
    chosen: &Chosen,
    arguments: &Map,
    look: &Look,
) -> Result<Session, Failure> {
    let mut opening = opening(library, chosen);
    for name in &arguments.house {
        opening.house.push(choose::house(library, &chosen.pack, name, None)?);
    }
    let session = Session::open(opening)?;
    refuse_hidden(session.loaded())?;
    tell_house_warnings(session.loaded(), look);
    Ok(session)
}

/// A saved game as it stands. Its file is only read, so it may be open in a game under way.
pub(super) fn saved_game(library: &Library, arguments: &Map, look: &Look) -> Result<Session, Failure> {
    let named = arguments.game.as_deref();
    let file = named
        .filter(|name| saved::is_named(library, name))
        .or(arguments.resume.as_ref().and_then(|f| f.as_deref()));
    let path = match (file, named) {
        (Some(file), _) => saved::wanted(Some(file), None)?,
        (None, None) => saved::wanted(None, None)?,
        (None, Some(_)) => {
            let chosen = choose::choose(library, named)?;
            let scenario = match chosen.scenario {
                Some(scenario) => scenario,
                None => Session::default_scenario(library, &chosen.pack)?,
            };
            saved::wanted(None, Some(&format!("{}/{scenario}", chosen.pack)))?
        }
    };
    let nothing = Chosen { pack: String::new(), scenario: None };
    let (session, warnings) = Session::look_at(&path, opening(library, &nothing))?;
    tell_warnings(warnings, look);
    Ok(session)
}

/// The game of a session file as it ends, or as it stands where a line fails.
pub(super) fn end_of(
    library: &Library,
    path: &Path,
    arguments: &Map,
    look: &Look,
) -> Result<(Console, Vec<Stopped>), Failure> {
    let text = read_text(path)?;
    let name = path.to_string_lossy();
    let pack = pack_around(path);
    let file = PlayFile {
        name: &name,
        text: &text,
        folder: path.parent(),
        pack: pack.as_deref(),
        house: &arguments.house,
        ..PlayFile::default()
    };
    let silent: SharedPage = Rc::new(RefCell::new(Transcript::default()));
    let (mut console, script) = file.open(library, look, &silent, &interrupt::cancel_flag())?;
    let failed = Feed::default().run(&mut console, &script, &silent);
    if let Some(stopped) = failed.first() {
        let mut page = Streams { ascii: look.style.ascii };
        page.err(&format!("{}{}", stopped.told, stopped.line_of("the session stops here", look.json)));
    }
    Ok((console, failed))
}

/// A map of the pack that has the name of no scenario, or the only one of a pack without scenarios. Where there is
/// none, what was wrong with the scenario.
fn bare_map(
    library: &Library,
    chosen: &Chosen,
    arguments: &Map,
    mut failure: Failure,
) -> Result<(Arc<str>, Loaded), Failure> {
    if !failure.diagnostics.iter().any(|told| told.code == Code::NO_SCENARIO) {
        return Err(failure);
    }
    let mut request = Request { pack: chosen.pack.clone(), ..Request::default() };
    for name in &arguments.house {
        request.house.push(choose::house(library, &chosen.pack, name, None)?.0);
    }
    let whole = load(library, &request, &interrupt::cancel_flag())?;
    let scenarios: Vec<String> = whole.data.scenarios.keys().map(ToString::to_string).collect();
    let mut known: BTreeSet<Arc<str>> = whole.data.maps.keys().cloned().collect();
    let wanted = match (&chosen.scenario, known.first()) {
        (None, Some(only)) if known.len() == 1 => Some(only.to_string()),
        (named, _) => named.clone(),
    };
    let of =
        |loaded: &Loaded| loaded.data.maps.keys().find(|map| Some(&***map) == wanted.as_deref()).cloned();
    if let Some(name) = of(&whole) {
        return Ok((name, whole));
    }
    // What stands in the file of a scenario is known only where that scenario is.
    for scenario in scenarios {
        let request = Request { scenario: Some(scenario), ..request.clone() };
        let Ok(loaded) = load(library, &request, &interrupt::cancel_flag()) else { continue };
        if let Some(name) = of(&loaded) {
            return Ok((name, loaded));
        }
        known.extend(loaded.data.maps.keys().cloned());
    }
    if let Some(told) = failure.diagnostics.first_mut().filter(|_| !known.is_empty()) {
        told.notes.push(format!("maps: {}", known.iter().map(|map| &**map).collect::<Vec<_>>().join(", ")));
    }
    Err(failure)
}

fn bare(name: &str, loaded: &Loaded, line: &str, wanted: &Wanted, look: &Look) -> Result<Told, Failure> {
    let map: &HexMap = &loaded.data.maps[name];
    let front = look.front(false);
    match draw_bare((name, map), loaded.rules.catalogue(), &front, line, wanted) {
        Ok(told) => Ok(told),
        // What is wrong with the words of the line is how it was typed, whatever the code is about.
        Err(Trouble::Mistakes(told)) => {
            let failure = Failure::from(*told);
            let is_rules = failure.status == Status::Rules.exit_code();
            Err(if is_rules { failure.with_status(Status::Usage.exit_code()) } else { failure })
        }
        Err(trouble) => Err(trouble.into()),
    }
}

//! A session file as a game: its head says what is played, its lines play it.

use std::cell::RefCell;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::answers::ScriptAsker;
use super::check_session::bad_head;
use super::choose::{self, Chosen};
use super::failure::{Failure, refuse_hidden, tell_house_warnings};
use super::look::Look;
use super::page::SharedPage;
use super::script::{Script, SharedScript};
use crate::diagnostic::SourceMap;
use crate::pack::{Library, NamedHouse, read_head};
use crate::repl::Console;
use crate::session::{Opening, Sealing, Session};

/// The seed of a session file that names none: a session is the same each time.
const SEED: u64 = 1;

/// A session file with what the command line puts in the place of its head.
#[derive(Debug, Clone, Default)]
pub(super) struct PlayFile<'a> {
    /// Its name as shown.
    pub(super) name: &'a str,
    /// Its text.
    pub(super) text: &'a str,
    /// The folder that house files are looked for in.
    pub(super) folder: Option<&'a Path>,
    /// The pack that it is a session of, where it names no scenario.
    pub(super) pack: Option<&'a str>,
    /// The scenario instead of the head's.
    pub(super) scenario: Option<&'a str>,
    /// The seed instead of the head's.
    pub(super) seed: Option<u64>,
    /// House rules above the head's.
    pub(super) house: &'a [String],
    /// Whether answers are shown, as in transcripts.
    pub(super) echo: bool,
    /// Whether it goes on after a line that fails, so that a question is asked again after a wrong answer.
    pub(super) keep_going: bool,
}

impl PlayFile<'_> {
    /// Opens its game. Nothing is saved.
    pub(super) fn open(
        &self,
        library: &Library,
        look: &Look,
        page: &SharedPage,
        cancel: &Arc<AtomicBool>,
    ) -> Result<(Console, SharedScript), Failure> {
        let mut sources = SourceMap::default();
        let file = sources.add(self.name, self.text);
        let wrong = bad_head(self.text, file);
        if !wrong.is_empty() {
            return Err((sources, wrong).into());
        }
        let head = read_head(self.text);
        let named = self.scenario.or(head.scenario.as_deref());
        let chosen = game_of(library, named, self.folder, self.pack)?;
        let library = library.with_neighbours(&chosen.pack);
        let mut house: Vec<NamedHouse> = Vec::new();
        for name in head.house.iter().chain(self.house) {
            house.push(choose::house(&library, &chosen.pack, name, self.folder)?);
        }
        let script = Script::of_text(self.name, self.text);
        let asker = ScriptAsker {
            script: script.clone(),
            page: page.clone(),
            style: look.style,
            echo: self.echo,
            sealing: Sealing::Repeated,
            json: look.json,
            keep_going: self.keep_going,
            answered: String::new(),
        };
        let opening = Opening {
            library,
            pack: chosen.pack,
            scenario: chosen.scenario,
            house,
            seed: self.seed.or(head.seed).unwrap_or(SEED),
            asker: Rc::new(RefCell::new(asker)),
            cancel: cancel.clone(),
            journal: None,
        };
        let session = Session::open_given(opening, head.set_up.as_deref().unwrap_or_default())?;
        // Sessions that are compared are nobody's own game: `check` tells what is wrong with them.
        if !self.echo {
            refuse_hidden(session.loaded())?;
            tell_house_warnings(session.loaded(), look);
        }
        Ok((Console::new(session, look.front(false)), script))
    }
}

/// The game that a session of a pack names, or that pack: `duel/first`, or `./duel/first` from the folder of its file.
pub(super) fn game_of(
    library: &Library,
    named: Option<&str>,
    folder: Option<&Path>,
    pack: Option<&str>,
) -> Result<Chosen, Failure> {
    // The pack that the file belongs to goes before another of the same name.
    let own = named.zip(pack).and_then(|(named, pack)| {
        let rest = named.strip_prefix(Path::new(pack).file_name()?.to_str()?)?;
        (rest.is_empty() || rest.starts_with('/')).then(|| format!("{pack}{rest}"))
    });
    let beside = named.zip(folder).and_then(|(named, folder)| choose::beside(folder, named));
    choose::choose(library, own.as_deref().or(beside.as_deref()).or(named).or(pack))
}

/// The pack whose `tests/` or other folder a file stands in, as the library takes it.
pub(super) fn pack_around(file: &Path) -> Option<String> {
    let whole = file.canonicalize().ok()?;
    let folder = whole.ancestors().skip(1).find(|p| p.join("manifest.pack").is_file())?;
    Some(folder.to_string_lossy().into_owned())
}

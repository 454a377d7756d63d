//! Taking a saved game up again: the fold of its journal, with the answers that were given.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use super::execute::GivenWith;
use super::log::Deed;
use super::open::{Opening, SET_UP};
use super::secret::Openings;
use super::store::{self, Opened, Store};
use super::{RulingForm, Session, Trouble};
use crate::data::parse_line;
use crate::diagnostic::{Code, Diagnostic, shell_word};
use crate::kernel::door::Answer;
use crate::kernel::journal::{Header, Record};
use crate::pack::HouseFile;

impl Session {
    /// Takes up a saved game. `opening` says where packs are found and who answers; pack, scenario, house files and
    /// seed are the journal's. The warnings tell of a torn last line.
    ///
    /// # Errors
    /// E0601 and E0603 for a journal that cannot be read, E0604 where it does not replay to the same state.
    pub fn resume(path: &Path, opening: Opening) -> Result<(Session, Vec<Diagnostic>), Trouble> {
        let Opened { store, records, mut warnings } = Store::open(path).map_err(Trouble::plain)?;
        let session = Self::replay(records, opening, &mut warnings)?;
        let openings = Openings::beside(path).with(&session.openings.borrow());
        let openings = Rc::new(RefCell::new(openings));
        let mut session = Session { store: Some(store), openings, ..session };
        session.set_up_if_missing()?;
        Ok((session, warnings))
    }

    /// The same without going on in its file, which is left alone: what is played is not saved.
    ///
    /// # Errors
    /// As for [`Session::resume`].
    pub fn resume_unsaved(path: &Path, opening: Opening) -> Result<(Session, Vec<Diagnostic>), Trouble> {
        let (session, warnings) = Self::look_at(path, opening)?;
        let openings = Openings::beside(path).unsaved().with(&session.openings.borrow());
        let mut session = Session { openings: Rc::new(RefCell::new(openings)), ..session };
        session.set_up_if_missing()?;
        Ok((session, warnings))
    }

    /// Sets the game up where the power went out while the set-up asked for dice.
    fn set_up_if_missing(&mut self) -> Result<(), Trouble> {
        let is_set_up = |record: &Record| matches!(record, Record::Command { line, .. } if line == SET_UP);
        match self.records.iter().any(is_set_up) {
            true => Ok(()),
            false => self.set_up(GivenWith::default(), None),
        }
    }

    /// A saved game as it stands, to be looked at: its file is left alone, and may be open elsewhere.
    ///
    /// # Errors
    /// As for [`Session::resume`].
    pub fn look_at(path: &Path, opening: Opening) -> Result<(Session, Vec<Diagnostic>), Trouble> {
        let (records, mut warnings) = store::read(path).map_err(Trouble::plain)?;
        let session = Self::replay(records, opening, &mut warnings)?;
        Ok((session, warnings))
    }

    /// The game that records tell, not saved anywhere.
    ///
    /// # Errors
    /// As for [`Session::resume`].
    pub fn replay(
        records: Vec<Record>,
        opening: Opening,
        warnings: &mut Vec<Diagnostic>,
    ) -> Result<Session, Trouble> {
        let mut records = records.into_iter();
        let Some(Record::Header(header)) = records.next() else {
            let told = Diagnostic::error(Code::JOURNAL_DAMAGED, "the journal does not begin with its header");
            return Err(Trouble::plain(told));
        };
        let mut session = Self::prepare_game(from_header(opening, &header))?;
        let changed = changed_packs(&session, &header);
        warnings.extend(changed.iter().map(|change| {
            Diagnostic::warning(Code::JOURNAL_DIVERGES, &**change)
                .note("it is replayed with the pack as it is now, and every state is compared")
        }));
        session.records.push(Record::Header(header));
        for (at, record) in records.enumerate() {
            session.again(record).map_err(|trouble| diverges(at + 2, trouble, &changed))?;
        }
        // What is gone is watched where it was: players are told so, and it counts again once it is back.
        for name in session.house_without_file() {
            session.watched.entry(name.clone()).or_insert_with(|| PathBuf::from(&*name));
        }
        Ok(session)
    }

    /// Does what a record says; what is done is recorded again, in memory.
    fn again(&mut self, record: Record) -> Result<(), Trouble> {
        match record {
            Record::Header(_) => {}
            Record::Command { line, answers, state, by } => {
                self.command_again(&line, answers, by)?;
                // A branch of the same rules gives the same state; other rules give another. Both are hashed before rulings go that no
                // longer hold.
                let hashed = self.records.iter().rev().find_map(|record| match record {
                    Record::Command { state, .. } => Some(state),
                    _ => None,
                });
                if hashed != Some(&state) {
                    let told =
                        Diagnostic::error(Code::JOURNAL_DIVERGES, format!("`{line}` leads to another state"));
                    return Err(Trouble::plain(told));
                }
            }
            Record::Ruling { rank, scope, reason, text, what } => {
                self.rule(RulingForm { rank, scope, reason, text, what })?;
            }
            Record::House { action, name, text, .. } => {
                let file = HouseFile { name: Arc::from(name), text: Arc::from(text) };
                let on_disk = PathBuf::from(&*file.name);
                if on_disk.is_file() {
                    self.watched.insert(file.name.clone(), on_disk);
                }
                self.change_house(action, file)?;
            }
            Record::Undo { count, past_dice } => {
                self.undo_again(count as usize, past_dice)?;
            }
            Record::Redo { count } => {
                self.redo(count as usize)?;
            }
            Record::Note { text } => self.note(&text)?,
            Record::Mark { name } => self.mark(&name)?,
            Record::Goto { mark } => {
                self.goto(&mark, true)?;
            }
            Record::Fork { name } => self.fork(&name)?,
            Record::Switch { name, past_dice } => self.switch_again(&name, past_dice)?,
            Record::BrokenOff { line } => self.note_broken_off(&line)?,
            Record::Discard { name } => self.discard(&name)?,
            Record::Dice { side, kind, setting } => {
                let side = side.and_then(|s| self.now.loaded.rules.catalogue().side_named(&s));
                self.set_dice(side, kind.map(Arc::from), setting)?;
            }
            Record::Player { side, player } => {
                if let Some(side) = self.now.loaded.rules.catalogue().side_named(&side) {
                    self.set_player(side, player.as_deref())?;
                }
            }
            Record::Seed { seed } => self.reseed(seed)?,
        }
        Ok(())
    }

    fn command_again(&mut self, line: &str, answers: Vec<Answer>, by: Option<String>) -> Result<(), Trouble> {
        let answers: VecDeque<Answer> = answers.into();
        if line == SET_UP {
            return self.set_up(GivenWith::default(), Some(answers));
        }
        let parsed = parse_line(line).map_err(|e| {
            Trouble::of_line(line, super::LineMistake::new(Code::USAGE, e.message.clone(), 0..line.len()))
        })?;
        let (verb, calls) = self.prepare(line, &parsed)?;
        let door = self.door(&calls, GivenWith::default(), Some(answers));
        let words: Vec<&str> = parsed.words.iter().map(|w| &*w.text).collect();
        let name = format!("{verb} {}", words.join(" "));
        self.carry_out(line, name.trim(), Deed::Command, &calls, &door, by.map(Arc::from))?;
        Ok(())
    }
}

fn from_header(opening: Opening, header: &Header) -> Opening {
    let (pack, scenario) = header.scenario.rsplit_once('/').unwrap_or((&header.scenario, ""));
    let house = header.house.iter().map(|h| {
        let path = PathBuf::from(&h.name);
        let file = HouseFile { name: Arc::from(&*h.name), text: Arc::from(&*h.text) };
        (file, path.is_file().then_some(path))
    });
    Opening {
        library: opening.library.with_neighbours(pack),
        pack: pack.to_owned(),
        scenario: Some(scenario.to_owned()),
        seed: header.seed,
        house: house.collect(),
        ..opening
    }
}

/// Which packs are not what they were when the game was saved, and in which version they were and are.
fn changed_packs(session: &Session, header: &Header) -> Vec<String> {
    let now = &session.now.loaded.packs;
    let changed = header.packs.iter().filter_map(|old| {
        let pack = now.iter().find(|pack| *pack.files.name == old.id);
        let Some(pack) = pack else { return Some(format!("pack `{}` is not here any more", old.id)) };
        let version = pack.manifest.version.to_string();
        (pack.hash != old.hash).then(|| match version == old.version {
            true => format!("pack `{}` has changed since the game was saved, in version {version}", old.id),
            false => format!(
                "pack `{}` has changed since the game was saved: it was version {}, and is {version}",
                old.id, old.version
            ),
        })
    });
    changed.collect()
}

fn diverges(line: usize, trouble: Trouble, changed: &[String]) -> Trouble {
    let why = match trouble {
        Trouble::Refused(refusal) => format!("the rules now refuse: {}", refusal.reason),
        Trouble::Stopped(stop) => stop.to_string(),
        Trouble::Mistakes(told) => told.1.first().map_or_else(String::new, |d| d.title.clone()),
    };
    let told = Diagnostic::error(
        Code::JOURNAL_DIVERGES,
        format!("line {line} of the journal does not replay: {why}"),
    );
    let told = changed.iter().fold(told, |told, change| told.note(change));
    Trouble::plain(
        told.note("the file is unchanged")
            .help("bring back the packs and house files that it was played with, or begin anew with `--new`"),
    )
}

/// The game that `--resume` alone takes up, of these, the newest first: the last in which a command was given or a ruling made, for who
/// has opened one and left it at once means the one before; where there is none, the last.
pub fn last_game(games: impl IntoIterator<Item = PathBuf>) -> Option<PathBuf> {
    let mut last = None;
    for path in games {
        if store::is_begun(&path) {
            return Some(path);
        }
        last.get_or_insert(path);
    }
    last
}

/// The command that takes the game of a journal up again: without its name where `--resume` alone finds it in the folder of saved games.
pub fn command_to_resume(journal: &Path) -> String {
    command_beside(journal, store::games_folder().ok().as_deref())
}

fn command_beside(journal: &Path, games: Option<&Path>) -> String {
    let whole = |path: &Path| path.canonicalize().ok();
    let last = games.and_then(|folder| last_game(saved_games(folder)));
    match last.and_then(|last| whole(&last)).is_some_and(|last| whole(journal) == Some(last)) {
        true => "houserule play --resume".to_owned(),
        false => format!("houserule play --resume {}", shell_word(&journal.to_string_lossy())),
    }
}

/// The saved games of a folder, newest first.
pub fn saved_games(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
    let mut games: Vec<(std::time::SystemTime, PathBuf)> = entries
        .map(|e| e.path())
        .filter(|p| p.extension().is_some_and(|e| e == "journal"))
        .filter_map(|p| Some((p.metadata().ok()?.modified().ok()?, p)))
        .collect();
    games.sort();
    games.into_iter().rev().map(|(_, path)| path).collect()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn only_the_last_game_of_the_folder_is_taken_up_without_its_name() {
        let folder = tempfile::tempdir().unwrap();
        let games = folder.path().join("games");
        fs::create_dir(&games).unwrap();
        // Of two that were written in the same moment the later name counts as the later game.
        let [first, last, named] =
            [games.join("1.journal"), games.join("2.journal"), folder.path().join("fri day")];
        for path in [&first, &last, &named] {
            fs::write(path, "").unwrap();
        }
        let told = |journal: &Path| command_beside(journal, Some(&games));
        assert_eq!(told(&last), "houserule play --resume");
        assert_eq!(told(&games.join("../games/2.journal")), "houserule play --resume");
        assert_eq!(told(&first), format!("houserule play --resume {}", first.display()));
        assert_eq!(told(&named), format!("houserule play --resume '{}'", named.display()));
        assert_eq!(command_beside(Path::new("friday"), None), "houserule play --resume friday");
    }
}

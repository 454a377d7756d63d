//! House files: added, removed, and reloaded when they change, without ever leaving the game without rules.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use super::log::Deed;
use super::{Session, Trouble};
use crate::data::quoted;
use crate::diagnostic::{Code, Diagnostic};
use crate::kernel::journal::{DiceSetting, HouseAction, Record};
use crate::kernel::value::SideId;
use crate::pack::{HouseFile, NamedHouse, house_stem, named_house, read_text};

/// A file that was written so short a time ago may not be whole yet.
const SETTLE: Duration = Duration::from_millis(200);

/// What a look at the watched files has found.
#[derive(Debug)]
pub enum HouseNews {
    /// A file has changed and is in force.
    Reloaded(Arc<str>),
    /// A file has changed and is wrong; what was in force before stays.
    Refused(Arc<str>, Trouble),
    /// A file cannot be read any more, or is no text; its last one stays in force.
    Unreadable(Arc<str>, Trouble),
    /// A file is not there any more; its last text stays in force.
    Gone(Arc<str>),
}

/// What has become of a file since what is in force was read from it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileSince {
    /// It says the same, or nobody watches it: it is a ready one of the packs.
    Same,
    /// It is not there any more.
    Gone,
    /// It has been changed so that it is wrong.
    Wrong,
    /// It says something else, which has not been put into force.
    Changed,
}

impl Session {
    /// What has become of the file of a house rule in force.
    pub fn file_since(&self, house: &HouseFile) -> FileSince {
        let Some(path) = self.watched.get(&house.name) else { return FileSince::Same };
        match read_text(path) {
            Err(_) if !path.exists() => FileSince::Gone,
            Ok(text) if text == house.text => FileSince::Same,
            Ok(text) if self.refused_text(&house.name) != Some(&text) => FileSince::Changed,
            _ => FileSince::Wrong,
        }
    }

    /// Adds a house file: the path of one, or the name of a ready one of the packs.
    ///
    /// # Errors
    /// E0709 where there is none, E0107 where it is in force already, and what is wrong with it.
    pub fn add_house(&mut self, name: &str) -> Result<Arc<str>, Trouble> {
        let (file, path) = self.find_house(name)?;
        if self.now.house.iter().any(|h| h.name == file.name) {
            let told =
                Diagnostic::error(Code::DUPLICATE, format!("house file `{}` is in force already", file.name));
            return Err(Trouble::plain(told.help("`house reload` reads it again")));
        }
        self.change_house(HouseAction::Add, file.clone())?;
        if let Some(path) = path {
            self.watched.insert(file.name.clone(), path);
        }
        Ok(file.name)
    }

    /// Takes a house file out of force, by its name or the beginning of it.
    ///
    /// # Errors
    /// E0709 where none of this name is in force.
    pub fn remove_house(&mut self, name: &str) -> Result<Arc<str>, Trouble> {
        let stem = |n: &str| -> String {
            let last = n.rsplit('/').next().unwrap_or(n);
            house_stem(last).unwrap_or(last).to_owned()
        };
        let found = self.now.house.iter().find(|h| *h.name == *name || stem(&h.name) == stem(name)).cloned();
        let Some(file) = found else {
            let known: Vec<String> = self.now.house.iter().map(|h| h.name.to_string()).collect();
            let told = Diagnostic::error(Code::NOT_FOUND, format!("no house file `{name}` is in force"));
            return Err(Trouble::plain(told.near(name, known.iter().map(String::as_str))));
        };
        let name = file.name.clone();
        self.change_house(HouseAction::Remove, file)?;
        Ok(name)
    }

    /// Reads all watched files again and puts those that changed into force.
    pub fn reload_house(&mut self) -> Vec<HouseNews> {
        self.look(true)
    }

    /// Looks whether watched files have changed, and puts those that did into force once they are whole.
    pub fn poll_house(&mut self) -> Vec<HouseNews> {
        self.look(false)
    }

    fn look(&mut self, at_once: bool) -> Vec<HouseNews> {
        let mut news = Vec::new();
        let watched: Vec<(Arc<str>, PathBuf)> =
            self.watched.iter().map(|(n, p)| (n.clone(), p.clone())).collect();
        for (name, path) in watched {
            let Some(old) = self.now.house.iter().find(|h| h.name == name).cloned() else { continue };
            // Of what is known to be gone nobody waits for an editor any more.
            let is_known = self.gone.contains(&name);
            if !at_once && if is_known { !path.exists() } else { is_gone(&path) } {
                if self.gone.insert(name.clone()) {
                    news.push(HouseNews::Gone(name));
                }
                continue;
            }
            self.gone.remove(&name);
            let read = match (settled_text(&path), at_once) {
                (Some(read), _) => read,
                // An editor is writing or replacing the file at this moment; the next look will find it.
                (None, false) => continue,
                (None, true) => read_text(&path),
            };
            let text = match read {
                Ok(text) => text,
                Err(error) => {
                    let why: Arc<str> = Arc::from(&*error.title);
                    if at_once || self.refused_text(&name) != Some(&why) {
                        self.refused.insert(name.clone(), why);
                        news.push(HouseNews::Unreadable(name, Trouble::plain(error)));
                    }
                    continue;
                }
            };
            let is_passed_over = self.passed_over.get(&name) == Some(&text);
            if !is_passed_over {
                self.passed_over.remove(&name);
            }
            if text == old.text {
                // What is wrong with it next is told again.
                self.refused.remove(&name);
                continue;
            }
            let is_known = is_passed_over || self.refused_text(&name) == Some(&text);
            if is_known && !at_once {
                continue;
            }
            let file = HouseFile { name: name.clone(), text: text.clone() };
            match self.change_house(HouseAction::Reload, file) {
                Ok(()) => {
                    self.refused.remove(&name);
                    news.push(HouseNews::Reloaded(name));
                }
                Err(trouble) => {
                    self.refused.insert(name.clone(), text);
                    news.push(HouseNews::Refused(name, trouble));
                }
            }
        }
        news
    }

    /// Notes the house files that a step has reloaded and that it no longer has now that it is taken back. Of several such steps
    /// the last one, which goes first, has what the file says.
    pub(super) fn pass_over(&mut self, before: &[HouseFile], after: &[HouseFile]) {
        for file in after {
            if before.iter().any(|old| old.name == file.name && old.text != file.text) {
                self.passed_over.entry(file.name.clone()).or_insert_with(|| file.text.clone());
            }
        }
    }

    /// The text of a watched file that was refused, or why it has none, so that it is told only once.
    fn refused_text(&self, name: &Arc<str>) -> Option<&Arc<str>> {
        self.refused.get(name)
    }

    pub(super) fn change_house(&mut self, action: HouseAction, file: HouseFile) -> Result<(), Trouble> {
        let mut house = self.now.house.clone();
        match action {
            HouseAction::Add => house.push(file.clone()),
            HouseAction::Remove => house.retain(|h| h.name != file.name),
            HouseAction::Reload => {
                for own in house.iter_mut().filter(|h| h.name == file.name) {
                    own.text = file.text.clone();
                }
            }
        }
        let after = self.relinked(house, self.now.rulings.clone())?;
        let text = if action == HouseAction::Remove { String::new() } else { file.text.to_string() };
        let hash = blake3::hash(file.text.as_bytes()).to_hex()[..16].to_owned();
        self.record(Record::House { action, name: file.name.to_string(), text, hash })?;
        self.passed_over.remove(&file.name);
        let done = match action {
            HouseAction::Add => "house rule added",
            HouseAction::Remove => "house rule removed",
            HouseAction::Reload => "house rule reloaded",
        };
        let named = self.now.loaded.house_as_typed(&file.name);
        let typed = match action {
            HouseAction::Add => format!("house add {}", quoted(named)),
            HouseAction::Remove => format!("house remove {}", quoted(named)),
            // Which text it had before, a session file cannot say.
            HouseAction::Reload => {
                "# a house file was changed here; what is above was played with another text of it".to_owned()
            }
        };
        self.take_step(after, Deed::House(action), format!("{done}: {}", file.name), typed);
        Ok(())
    }

    /// A house file as it would be added, which it is not: the path of one, or the name of a ready one of the packs.
    ///
    /// # Errors
    /// E0709 where there is none.
    pub fn house_named(&self, name: &str) -> Result<HouseFile, Trouble> {
        self.find_house(name).map(|(file, _)| file)
    }

    fn find_house(&self, name: &str) -> Result<NamedHouse, Trouble> {
        let found: Result<NamedHouse, Diagnostic> = named_house(name, None, || Ok(self.now.loaded.clone()));
        found.map_err(Trouble::plain)
    }

    /// The house files in force of which only the game still has the text: a session that is written out cannot find them.
    pub fn house_without_file(&self) -> Vec<Arc<str>> {
        let is_lost = |name: &str| self.now.loaded.ready_house(name).is_none() && !Path::new(name).is_file();
        let in_force = self.now.house.iter().map(|file| file.name.clone());
        let first = self.first_house().into_iter().map(Arc::from);
        let lost: BTreeSet<Arc<str>> = in_force.chain(first).filter(|name| is_lost(name)).collect();
        lost.into_iter().collect()
    }

    /// Sets who throws which dice.
    ///
    /// # Errors
    /// A journal that cannot be written.
    pub fn set_dice(
        &mut self,
        side: Option<SideId>,
        kind: Option<Arc<str>>,
        setting: DiceSetting,
    ) -> Result<(), Trouble> {
        let name = side.map(|s| self.now.loaded.rules.catalogue().side(s).name.to_string());
        self.record(Record::Dice { side: name, kind: kind.as_ref().map(ToString::to_string), setting })?;
        self.now.policy.set(side, kind, setting);
        Ok(())
    }

    /// Sets which player of the program plays a side from now on; none for people. Who it is, the session does not know.
    ///
    /// # Errors
    /// A journal that cannot be written.
    pub fn set_player(&mut self, side: SideId, player: Option<&str>) -> Result<(), Trouble> {
        if self.players.get(&side).map(|name| &**name) == player {
            return Ok(());
        }
        let name = self.now.loaded.rules.catalogue().side(side).name.to_string();
        self.record(Record::Player { side: name, player: player.map(str::to_owned) })?;
        match player {
            Some(player) => self.players.insert(side, Arc::from(player)),
            None => self.players.remove(&side),
        };
        Ok(())
    }

    /// Begins the program's generator anew.
    ///
    /// # Errors
    /// A journal that cannot be written.
    pub fn reseed(&mut self, seed: u64) -> Result<(), Trouble> {
        self.record(Record::Seed { seed })?;
        self.seed = seed;
        self.now.generator = crate::kernel::dice::Generator::new(seed);
        self.note_entry(Deed::Seed, format!("dice from seed {seed}"));
        Ok(())
    }
}

/// Whether a file is not there, and not only for the moment in which an editor puts another in its place.
fn is_gone(path: &Path) -> bool {
    !path.exists() && {
        std::thread::sleep(SETTLE / 4);
        !path.exists()
    }
}

/// The text of a file that has rested for a moment and was not touched while it was read, or why it has none. A file that is always
/// being written holds nobody up for long: it is left for the next look.
fn settled_text(path: &Path) -> Option<Result<Arc<str>, Diagnostic>> {
    // A pipe would keep whoever opens it waiting.
    if std::fs::metadata(path).is_ok_and(|there| !there.is_file()) {
        let told = format!("`{}` is no file any more", path.display());
        return Some(Err(Diagnostic::error(Code::CANNOT_READ, told)));
    }
    let written = || std::fs::metadata(path).and_then(|m| Ok((m.modified()?, m.len()))).ok();
    for _ in 0..6 {
        let before = written()?;
        let rested = SystemTime::now().duration_since(before.0).is_ok_and(|age| age >= SETTLE);
        if rested {
            let read = read_text(path);
            if written()? == before {
                return Some(read);
            }
        }
        std::thread::sleep(SETTLE / 4);
    }
    None
}

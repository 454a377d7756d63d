//! The openings of seals that stay closed: in the process while it runs, and in a file beside the saved game that its owner
//! alone can read. Nothing of them is in the game itself.

use std::fs::{self, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use crate::diagnostic::Diagnostic;
use crate::kernel::secret::{Closed, Keeper, Kept};
use crate::session::store::{Disk, RealDisk, cannot_write};

/// What the file is called beside `NAME.journal`: no saved game may be called so.
pub(in crate::session) const ENDING: &str = "openings";

/// How saved games are called by themselves.
const JOURNAL: &str = "journal";

/// Where the openings of a saved game are: `friday.openings` beside `friday.journal`; whatever else a saved game is called
/// keeps its whole name before the ending, or `friday.1` and `friday.2` would have one file.
fn place_beside(journal: &Path) -> PathBuf {
    if journal.extension().is_some_and(|ending| ending == JOURNAL) {
        return journal.with_extension(ENDING);
    }
    let mut whole = journal.as_os_str().to_owned();
    whole.push(".");
    whole.push(ENDING);
    PathBuf::from(whole)
}

/// Where they were once put for any saved game, in the place of its own ending.
fn former_place(journal: &Path) -> Option<PathBuf> {
    let place = journal.with_extension(ENDING);
    (place != journal && place != place_beside(journal)).then_some(place)
}

/// What opens the seals of a game.
#[derive(Debug, Default)]
pub(in crate::session) struct Openings {
    keeper: Keeper,
    /// None where the game is not saved.
    path: Option<PathBuf>,
    /// Where those of games that were saved before may be.
    former: Option<PathBuf>,
}

impl Openings {
    /// For the game that is saved here.
    pub(in crate::session) fn beside(journal: &Path) -> Openings {
        let mut openings = Openings {
            keeper: Keeper::default(),
            path: Some(place_beside(journal)),
            former: former_place(journal),
        };
        openings.read();
        openings
    }

    /// The same for a game that is not saved: no file is written.
    #[must_use]
    pub(in crate::session) fn unsaved(self) -> Openings {
        Openings { path: None, former: None, ..self }
    }

    /// Knows those of another game as well, which the file need not hold.
    #[must_use]
    pub(in crate::session) fn with(mut self, others: &Openings) -> Openings {
        others.keeper.all().for_each(|kept| self.keeper.keep(kept.clone()));
        self
    }

    /// Where they are kept; none where the game is not saved.
    pub(in crate::session) fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// Keeps openings, durable before anything is told.
    ///
    /// # Errors
    /// E0607 where the file cannot be written.
    pub(in crate::session) fn keep(&mut self, all: Vec<Kept>) -> Result<(), Diagnostic> {
        if let Some(path) = self.path.as_ref().filter(|_| !all.is_empty()) {
            append(path, &all).map_err(|why| {
                cannot_write(path, why)
                    .note("what opens a seal is kept there; nothing was sealed")
                    .help("make room on the disk, then give the command again")
            })?;
        }
        all.into_iter().for_each(|kept| self.keeper.keep(kept));
        Ok(())
    }

    /// What opens a seal; looked for in the file once more where it is not known.
    pub(in crate::session) fn of(&mut self, closed: &Closed) -> Option<Kept> {
        if self.keeper.of(closed).is_none() {
            self.read();
        }
        self.keeper.of(closed).cloned()
    }

    /// Writes all of them beside a copy of the journal and answers where; nothing where there are none.
    ///
    /// # Errors
    /// E0607 where the file cannot be written.
    pub(in crate::session) fn copy_beside(&self, journal: &Path) -> Result<Option<PathBuf>, Diagnostic> {
        let all: Vec<Kept> = self.keeper.all().cloned().collect();
        let path = place_beside(journal);
        if all.is_empty() || self.path.as_ref() == Some(&path) {
            return Ok(None);
        }
        match append(&path, &all) {
            Ok(()) => Ok(Some(path)),
            Err(why) => Err(cannot_write(&path, why)),
        }
    }

    /// What the files hold. A line that is none, as after a crash in the middle of writing, holds nothing.
    fn read(&mut self) {
        let texts = [&self.former, &self.path].into_iter().flatten().map(fs::read_to_string);
        for text in texts.filter_map(Result::ok) {
            let all = text.lines().filter_map(|line| serde_json::from_str::<Kept>(line).ok());
            all.for_each(|kept| self.keeper.keep(kept));
        }
    }
}

fn append(path: &Path, all: &[Kept]) -> std::io::Result<()> {
    let mut options = OpenOptions::new();
    options.append(true);
    let mut is_new = false;
    let mut file = match options.open(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            options.create_new(true);
            #[cfg(unix)]
            std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
            is_new = true;
            options.open(path)?
        }
        opened => opened?,
    };
    // A line break first: a line that was torn must not swallow the next.
    let mut text = String::from("\n");
    for kept in all {
        text.push_str(&serde_json::to_string(kept).expect("internal error: an opening is plain data"));
        text.push('\n');
    }
    file.write_all(text.as_bytes())?;
    file.sync_all()?;
    // A file whose name was lost in a power cut opens nothing.
    if is_new { RealDisk.sync_folders(path) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_saved_game_has_a_file_of_its_own() {
        let beside = |journal: &str| place_beside(Path::new(journal)).to_string_lossy().into_owned();
        assert_eq!(beside("games/friday.journal"), "games/friday.openings");
        assert_eq!(beside("friday"), "friday.openings");
        assert_eq!(
            (beside("friday.1"), beside("friday.2")),
            ("friday.1.openings".into(), "friday.2.openings".into())
        );
        assert_eq!(beside("x.openings"), "x.openings.openings");
    }

    #[test]
    fn those_of_games_saved_before_are_still_looked_for() {
        let former = |journal: &str| former_place(Path::new(journal));
        assert_eq!(former("friday.1"), Some(PathBuf::from("friday.openings")));
        assert_eq!((former("friday"), former("friday.journal"), former("x.openings")), (None, None, None));
    }
}

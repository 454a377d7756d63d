//! The openings of seals that stay closed: in the process while it runs, and in a file beside the saved game that its owner
//! alone can read. Nothing of them is in the game itself.

use std::fs::{self, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use crate::diagnostic::Diagnostic;
use crate::kernel::secret::{Closed, Keeper, Kept};
use crate::session::store::{Disk, RealDisk, cannot_write};

/// What the file is called beside `NAME.journal`.
const ENDING: &str = "openings";

/// What opens the seals of a game.
#[derive(Debug, Default)]
pub(in crate::session) struct Openings {
    keeper: Keeper,
    /// None where the game is not saved.
    path: Option<PathBuf>,
}

impl Openings {
    /// For the game that is saved here.
    pub(in crate::session) fn beside(journal: &Path) -> Openings {
        let mut openings = Openings { keeper: Keeper::default(), path: Some(journal.with_extension(ENDING)) };
        openings.read();
        openings
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
        let path = journal.with_extension(ENDING);
        if all.is_empty() || self.path.as_ref() == Some(&path) {
            return Ok(None);
        }
        match append(&path, &all) {
            Ok(()) => Ok(Some(path)),
            Err(why) => Err(cannot_write(&path, why)),
        }
    }

    /// What the file holds. A line that is none, as after a crash in the middle of writing, holds nothing.
    fn read(&mut self) {
        let Some(text) = self.path.as_ref().and_then(|path| fs::read_to_string(path).ok()) else { return };
        let all = text.lines().filter_map(|line| serde_json::from_str::<Kept>(line).ok());
        all.for_each(|kept| self.keeper.keep(kept));
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

//! The journal on disk.
//!
//! A record is durable before [`Store::append`] returns, so whatever is printed after it is not lost: the write goes
//! through to the device (`fdatasync`) first. After a failed write nothing more is written, because nobody can know
//! what the device kept; the file is cut back to the last record that is certain, where that still works.
//!
//! Verified: for every disk operation in turn that fails in each of six ways, and then a power cut that keeps all,
//! none or part of what was not yet durable, every acknowledged record is read again and nothing is read that was not
//! written (`tests.rs`, on a simulated disk); a process killed at random moments loses no acknowledged record
//! (`tests/journal_kill.rs`, on the real one; a kill leaves the system's cache alone, so this does not try the device).

mod disk;
mod held;
mod recover;
mod state_dir;
mod target;
mod whole_file;

use std::fmt::Display;
use std::io::{self, BufRead};
use std::path::{Path, PathBuf};

pub use disk::{Access, Disk, DiskFile, LARGEST, RealDisk};
pub use held::{Attempt, Held};
pub use recover::{Recovered, recover, recover_on};
pub use state_dir::{HOME_VARIABLE, games_folder, state_dir};
pub use target::target_of;
pub use whole_file::{put_whole, write_whole, write_whole_on};

use crate::diagnostic::{Code, Diagnostic};
use crate::kernel::journal::{Encoder, Fault, HEAD_BYTES, Header, Record, decode, is_journal};

/// An open journal, locked against other programs until it is dropped.
pub struct Store {
    path: PathBuf,
    file: Box<dyn DiskFile>,
    encoder: Encoder,
    /// Bytes up to the end of the last acknowledged record.
    len: u64,
    trouble: Option<Trouble>,
}

/// A journal just opened.
pub struct Opened {
    /// Goes on after the last record.
    pub store: Store,
    /// The game so far; the first is the header.
    pub records: Vec<Record>,
    /// What was repaired (W0602).
    pub warnings: Vec<Diagnostic>,
}

/// Why nothing more is written.
struct Trouble {
    why: String,
    kind: TroubleKind,
}

/// What can be done about it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum TroubleKind {
    /// The system took less than all of it: it can be tried again.
    NotTaken,
    /// The device did not confirm; it cannot be asked again.
    NotConfirmed,
    /// Another file is there now, or none.
    Gone,
}

/// The records of a journal that is only looked at, with what is wrong with its end. Another program may have it open.
///
/// # Errors
/// E0606 where it cannot be read, E0601 and E0603 where it is damaged or of another format.
pub fn read(path: &Path) -> Result<(Vec<Record>, Vec<Diagnostic>), Diagnostic> {
    let opened = std::fs::File::open(path);
    let bytes = opened.and_then(|mut file| file.read_all()).map_err(|why| cannot_read(path, &why))?;
    let decoded = decode(&bytes);
    let name = path.display().to_string();
    match &decoded.fault {
        None if bytes.is_empty() => Err(Fault::Torn { line: 1, bytes: 0 }.diagnostic(&name)),
        None => Ok((decoded.records, Vec::new())),
        // Whoever plays on may just be writing it.
        Some(fault @ Fault::Torn { line: 2.., .. }) => Ok((decoded.records, vec![fault.diagnostic(&name)])),
        Some(fault) => Err(fault.diagnostic(&name)),
    }
}

/// The head of a saved game, read without the rest; none where it has no good one.
pub fn head_of(path: &Path) -> Option<Header> {
    let mut line = Vec::new();
    // Anything but a file may keep whoever opens it waiting.
    let file = path.is_file().then(|| std::fs::File::open(path).ok())??;
    io::BufReader::new(io::Read::take(file, LARGEST)).read_until(b'\n', &mut line).ok()?;
    match decode(&line).records.pop() {
        Some(Record::Header(header)) => Some(header),
        _ => None,
    }
}

/// Whether a command was given or a ruling made in a saved game; one that is damaged may have had some.
pub fn is_begun(path: &Path) -> bool {
    let Ok((records, _)) = read(path) else { return true };
    // The first command is the set-up, which nobody typed.
    let commands = records.iter().filter(|record| matches!(record, Record::Command { .. })).count();
    commands > 1 || records.iter().any(|record| matches!(record, Record::Ruling { .. }))
}

/// Sees to it that a saved game could be gone on with as far as other programs are concerned. It is left alone.
///
/// # Errors
/// E0605 where another program has it open, E0606 where it cannot be read.
pub fn check_free(path: &Path) -> Result<(), Diagnostic> {
    let mut file = RealDisk.open(path).map_err(|why| cannot_read(path, &why))?;
    lock(file.as_mut(), path)
}

/// Whether a file is a saved game, told by how it begins and not by its name.
pub fn is_saved_game(path: &Path) -> bool {
    let mut head = Vec::new();
    // Anything but a file may keep whoever opens it waiting.
    path.is_file()
        && std::fs::File::open(path)
            .and_then(|file| io::Read::read_to_end(&mut io::Read::take(file, HEAD_BYTES as u64), &mut head))
            .is_ok()
        && is_journal(&head)
}

impl Store {
    /// Begins a journal in a new file; its folders are made where they are missing.
    ///
    /// # Errors
    /// E0607 where the file cannot be written or is already there.
    pub fn create(path: &Path, header: &Header) -> Result<Store, Diagnostic> {
        Self::create_on(&RealDisk, path, header)
    }

    /// The same on another disk.
    ///
    /// # Errors
    /// As [`Store::create`].
    pub fn create_on(disk: &dyn Disk, path: &Path, header: &Header) -> Result<Store, Diagnostic> {
        let cannot = |why: &io::Error| cannot_write(path, why);
        let file = disk.create_new(path).map_err(|why| cannot(&why))?;
        let mut store = Store { path: path.to_owned(), file, encoder: Encoder::new(), len: 0, trouble: None };
        let begun = store
            .lock()
            .and_then(|()| store.write_record(&Record::Header(header.clone())))
            .and_then(|()| disk.sync_folders(path).map_err(|why| cannot(&why)));
        if let Err(error) = begun {
            // Nothing was promised yet, and an empty file would only be in the way of the next attempt.
            let _ = disk.remove(path);
            return Err(error);
        }
        Ok(store)
    }

    /// Opens a journal to go on with it. A torn last record is cut off, with a warning.
    ///
    /// # Errors
    /// E0605 where another program has it open, E0606 where it cannot be read, E0601 and E0603 where it is damaged or
    /// of another format (nothing is changed then), E0607 where the repair cannot be written.
    pub fn open(path: &Path) -> Result<Opened, Diagnostic> {
        Self::open_on(&RealDisk, path)
    }

    /// The same on another disk.
    ///
    /// # Errors
    /// As [`Store::open`].
    pub fn open_on(disk: &dyn Disk, path: &Path) -> Result<Opened, Diagnostic> {
        let file = disk.open(path).map_err(|why| cannot_read(path, &why))?;
        let mut store = Store { path: path.to_owned(), file, encoder: Encoder::new(), len: 0, trouble: None };
        store.lock()?;
        let bytes = store.file.read_all().map_err(|why| cannot_read(path, &why))?;
        let decoded = decode(&bytes);
        let name = path.display().to_string();
        let mut warnings = Vec::new();
        match &decoded.fault {
            None if bytes.is_empty() => return Err(Fault::Torn { line: 1, bytes: 0 }.diagnostic(&name)),
            None => {}
            Some(fault @ Fault::Torn { line: 2.., .. }) => {
                store.cut(decoded.valid_bytes).map_err(|why| cannot_write(path, why))?;
                warnings.push(fault.diagnostic(&name));
            }
            Some(fault) => return Err(fault.diagnostic(&name)),
        }
        store.encoder = decoded.encoder;
        store.len = decoded.valid_bytes;
        Ok(Opened { store, records: decoded.records, warnings })
    }

    /// Writes a record and waits until the device has it.
    ///
    /// # Errors
    /// E0607 where that fails, now or before: the journal then holds what it held before the first failure, and is
    /// only to be looked at until [`Store::retry`] succeeds.
    pub fn append(&mut self, record: &Record) -> Result<(), Diagnostic> {
        debug_assert!(
            !matches!(record, Record::Header(_)),
            "a journal has one header, written when it is begun"
        );
        self.write_record(record)
    }

    /// Tries to write again after a failed write, as when room was made on a full disk.
    ///
    /// # Errors
    /// E0607 where it still fails, or where the device did not confirm a record: what it then reports of the same file
    /// cannot be trusted, so the game has to be opened anew.
    pub fn retry(&mut self) -> Result<(), Diagnostic> {
        match &self.trouble {
            None => return Ok(()),
            Some(trouble) if trouble.kind == TroubleKind::NotConfirmed => return Err(self.refusal(trouble)),
            Some(trouble) if !self.is_there() => return Err(self.refusal(trouble)),
            Some(_) => {}
        }
        self.cut(self.len).map_err(|why| cannot_write(&self.path, why))?;
        self.trouble = None;
        Ok(())
    }

    /// Whether the journal still stands under its path.
    pub fn is_there(&self) -> bool {
        self.file.is_at(&self.path)
    }

    /// Where the journal is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn write_record(&mut self, record: &Record) -> Result<(), Diagnostic> {
        if let Some(trouble) = &self.trouble {
            return Err(self.refusal(trouble));
        }
        // What is written into a file that has lost its name is lost with it.
        if !self.is_there() {
            let why = "it was deleted or replaced while the game was played".to_owned();
            let trouble = Trouble { why, kind: TroubleKind::Gone };
            let refusal = self.refusal(&trouble);
            self.trouble = Some(trouble);
            return Err(refusal);
        }
        let mut encoder = self.encoder;
        let line = encoder.encode(record);
        let written =
            write_all(self.file.as_mut(), self.len, &line).map_err(|why| (why, TroubleKind::NotTaken));
        let durable = written.and_then(|()| self.file.sync().map_err(|why| (why, TroubleKind::NotConfirmed)));
        if let Err((why, kind)) = durable {
            // The record must not come back when nobody was told of it. Where even this fails, the reader finds a
            // torn record, or at worst one record more than was acknowledged.
            let _ = self.cut(self.len);
            let trouble = Trouble { why: why.to_string(), kind };
            let refusal = self.refusal(&trouble);
            self.trouble = Some(trouble);
            return Err(refusal);
        }
        self.encoder = encoder;
        self.len += line.len() as u64;
        Ok(())
    }

    fn cut(&mut self, len: u64) -> io::Result<()> {
        self.file.set_len(len)?;
        self.file.sync()
    }

    fn lock(&mut self) -> Result<(), Diagnostic> {
        lock(self.file.as_mut(), &self.path)
    }

    fn refusal(&self, trouble: &Trouble) -> Diagnostic {
        let error = cannot_write(&self.path, &trouble.why)
            .note("the game can be looked at; what is done from here on would not be saved");
        error.help(match trouble.kind {
            TroubleKind::NotConfirmed => {
                "leave and resume the game; everything up to the last result shown is saved"
            }
            TroubleKind::NotTaken => "make room on the disk, then give the command again",
            TroubleKind::Gone => {
                "`save FILE` writes the game as it stands to another file, to be gone on with there"
            }
        })
    }
}

/// Writes all bytes at a place, however few the system takes at a time.
fn write_all(file: &mut dyn DiskFile, at: u64, bytes: &[u8]) -> io::Result<()> {
    let mut done = 0;
    while done < bytes.len() {
        match file.write_at(at + done as u64, &bytes[done..]) {
            Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
            Ok(some) => done += some,
            Err(why) if why.kind() == io::ErrorKind::Interrupted => {}
            Err(why) => return Err(why),
        }
    }
    Ok(())
}

fn lock(file: &mut dyn DiskFile, path: &Path) -> Result<(), Diagnostic> {
    match file.try_lock() {
        Ok(true) => Ok(()),
        Ok(false) => Err(Diagnostic::error(
            Code::JOURNAL_LOCKED,
            format!("`{}` is open in another program", path.display()),
        )
        .help("leave the other game first, or begin a new one")),
        Err(why) => {
            Err(Diagnostic::error(Code::CANNOT_READ, format!("`{}` cannot be locked: {why}", path.display()))
                .help("copy the saved game to a local disk"))
        }
    }
}

fn cannot_read(path: &Path, why: &io::Error) -> Diagnostic {
    Diagnostic::error(Code::CANNOT_READ, format!("`{}` cannot be read: {why}", path.display()))
        .help("is the path right, and may you read it?")
}

/// E0607: that a file cannot be written, and why.
pub fn cannot_write(path: &Path, why: impl Display) -> Diagnostic {
    Diagnostic::error(Code::CANNOT_WRITE, format!("`{}` cannot be written: {why}", path.display()))
}

#[cfg(test)]
mod tests;

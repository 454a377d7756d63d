//! What is whole of a damaged journal, in a new file.

use std::path::{Path, PathBuf};

use super::disk::{Access, Disk, RealDisk};
use super::whole_file::write_whole_on;
use super::{cannot_read, cannot_write, lock};
use crate::diagnostic::Diagnostic;
use crate::kernel::journal::{Fault, decode};

/// What came out of a recovery.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recovered {
    /// The new file.
    pub path: PathBuf,
    /// Records in it, the header among them.
    pub records: usize,
    /// Bytes of the old file that are not in the new one.
    pub lost_bytes: u64,
    /// What was wrong; none where the old file is whole and the new one a copy.
    pub fault: Option<Fault>,
}

/// Writes all records before the first damage to a new file beside the old one, which stays as it is.
///
/// # Errors
/// E0605 where another program has the old file open, E0606 where it cannot be read, E0601 or E0603 where not even its
/// first record is whole, E0607 where the new file cannot be written.
pub fn recover(path: &Path) -> Result<Recovered, Diagnostic> {
    recover_on(&RealDisk, path)
}

/// The same on another disk.
///
/// # Errors
/// As [`recover`].
pub fn recover_on(disk: &dyn Disk, path: &Path) -> Result<Recovered, Diagnostic> {
    let mut old = disk.open(path).map_err(|why| cannot_read(path, &why))?;
    lock(old.as_mut(), path)?;
    let bytes = old.read_all().map_err(|why| cannot_read(path, &why))?;
    let decoded = decode(&bytes);
    if decoded.records.is_empty() {
        let fault = decoded.fault.unwrap_or(Fault::Torn { line: 1, bytes: 0 });
        return Err(fault.diagnostic(&path.display().to_string()));
    }
    let new = free_name(disk, path);
    let whole = &bytes[..decoded.valid_bytes as usize];
    write_whole_on(disk, &new, whole, Access::AsBefore).map_err(|why| cannot_write(&new, why))?;
    Ok(Recovered {
        path: new,
        records: decoded.records.len(),
        lost_bytes: bytes.len() as u64 - decoded.valid_bytes,
        fault: decoded.fault,
    })
}

/// `game-recovered.journal` beside `game.journal`, or with a number.
fn free_name(disk: &dyn Disk, path: &Path) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let extension = path.extension().map(|e| format!(".{}", e.to_string_lossy())).unwrap_or_default();
    let name = |number: u32| {
        let number = if number == 1 { String::new() } else { format!("-{number}") };
        path.with_file_name(format!("{stem}-recovered{number}{extension}"))
    };
    let free = (1..).map(name).find(|new| !disk.exists(new));
    free.expect("internal error: four thousand million recoveries of one game")
}

//! Files that commands leave behind, in the place of nothing but a file.

use std::path::Path;

use super::failure::{Failure, cannot_write};
use crate::diagnostic::{Code, Diagnostic};
use crate::repl;

/// Writes a file so that it is there as a whole or not at all, for a command that ends where that fails.
///
/// # Errors
/// E0607 where the system refuses, as for [`repl::write_whole`].
pub(super) fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    repl::write_whole(path, bytes).map_err(|error| cannot_write(path, &error))
}

/// Refuses what is no name for a file of its own: `-`, which stands for the standard output elsewhere, and what is there and is
/// no file. Reading a device or a pipe may come to no end.
///
/// # Errors
/// E0702 for `-`, E0607 for what is there.
pub(super) fn must_be_file(flag: &str, path: &Path, help: &str) -> Result<(), Failure> {
    let refused = |code, told: String| Err(Diagnostic::error(code, told).help(help).into());
    if path.as_os_str() == "-" {
        return refused(Code::USAGE, format!("`{flag} -` names no file"));
    }
    match path.metadata() {
        Ok(there) if !there.is_file() => {
            refused(Code::CANNOT_WRITE, format!("`{}` is there already, and is no file", path.display()))
        }
        _ => Ok(()),
    }
}

/// Whether two paths are of one file, which may not be there yet.
pub(super) fn is_same_file(one: &Path, other: &Path) -> bool {
    let whole = |path: &Path| {
        // A link to what is not there yet is followed by the one that makes it.
        let led = path.read_link().ok().filter(|_| !path.exists());
        let path = &led.map_or_else(|| path.to_owned(), |to| path.with_file_name("").join(to));
        if let Ok(whole) = path.canonicalize() {
            return Some(whole);
        }
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        Some(folder.canonicalize().ok()?.join(path.file_name()?))
    };
    one == other || whole(one).is_some_and(|one| whole(other) == Some(one))
}

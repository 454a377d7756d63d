//! Files that commands leave behind, in the place of nothing but a file.

use std::path::Path;

use super::failure::{Failure, cannot_write, usage};
use super::look::Look;
use super::page::{Page, remark};
use crate::diagnostic::{Code, Diagnostic};
use crate::session::store::{self, Access, Attempt, Held, target_of};

/// Writes a file so that it is there as a whole or not at all, for a command that ends where that fails.
///
/// # Errors
/// E0607 where the system refuses, as for [`store::write_whole`].
pub(super) fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    store::write_whole(path, bytes, Access::AsBefore).map_err(|error| cannot_write(path, &error))
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

/// Holds a file of results or rows until the answer is dropped, so that no other run writes it meanwhile: each run keeps what was
/// there when it began and what it has done itself, and would so drop what the other has done.
///
/// # Errors
/// E0607 where another run has it, or nothing can be written beside it.
pub(super) fn hold(path: &Path, look: &Look, page: &mut dyn Page) -> Result<Option<Held>, Failure> {
    held(Held::hold(path).map_err(|error| cannot_write(path, &error))?, path, look, page)
}

/// What an attempt to hold a file comes to.
fn held(attempt: Attempt, path: &Path, look: &Look, page: &mut dyn Page) -> Result<Option<Held>, Failure> {
    match attempt {
        Attempt::Held(held) => Ok(Some(held)),
        Attempt::Taken => {
            let told = format!("`{}` is being written by another run", path.display());
            let told = Diagnostic::error(Code::CANNOT_WRITE, told);
            Err(told.help("give each part a file of its own; `sim merge` adds them up").into())
        }
        // Clusters have such file systems, and there each part has a file of its own.
        Attempt::NoLocks(why) => {
            let file = path.display();
            let told = format!("`{file}` cannot be locked ({why}): see to it that no other run writes it");
            remark(&told, look, page);
            Ok(None)
        }
    }
}

/// Refuses a file in the place where another is locked while it is written.
///
/// # Errors
/// E0702.
pub(super) fn must_be_no_lock(
    (flag, path): (&str, &Path),
    (locked_flag, locked): (&str, &Path),
) -> Result<(), Failure> {
    if !Held::lock_of(locked).is_ok_and(|lock| is_same_file(path, &lock)) {
        return Ok(());
    }
    let (path, locked) = (path.display(), locked.display());
    let told = format!("`{path}` is where `{locked_flag} {locked}` is locked while it is written");
    Err(usage(told, &format!("name another file for `{flag}`")))
}

/// Whether two paths are of one file, which may not be there yet.
pub(super) fn is_same_file(one: &Path, other: &Path) -> bool {
    one == other || target_of(one).is_ok_and(|one| target_of(other).is_ok_and(|other| one == other))
}

#[cfg(test)]
mod tests {
    use super::super::page::Transcript;
    use super::*;

    #[test]
    fn a_file_that_cannot_be_locked_is_told_in_the_form_that_was_asked_for() {
        let told = |json: bool| {
            let (look, mut page) = (Look { json, ..Look::of_transcripts() }, Transcript::default());
            let attempt = Attempt::NoLocks(std::io::Error::other("no locks"));
            assert!(held(attempt, Path::new("r.json"), &look, &mut page).unwrap().is_none());
            page.text
        };
        let words = "`r.json` cannot be locked (no locks): see to it that no other run writes it";
        assert_eq!(told(false), format!("{words}\n"));
        let object: serde_json::Value = serde_json::from_str(&told(true)).unwrap();
        assert_eq!((&object["schema"], &object["text"]), (&"houserule.remark/1".into(), &words.into()));
    }
}

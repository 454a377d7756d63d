//! Files that one program at a time may write, though each time they are written a new file takes the place of the old one, with
//! which a lock on the file itself would go.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use super::disk::DiskFile;
use super::target::target_of;

/// A file that no other program writes meanwhile, as far as it asks for it too: an empty file `NAME.lock` beside it is locked.
///
/// It is taken away when this is dropped. One that is still there after a crash is locked by nobody and in nobody's way.
#[derive(Debug)]
pub struct Held {
    lock: PathBuf,
    /// Locked until it is closed.
    file: File,
}

/// How an attempt to hold a file ends.
#[derive(Debug)]
pub enum Attempt {
    /// It is held.
    Held(Held),
    /// Another program holds it.
    Taken,
    /// Nobody can hold files there: the file system knows no locks.
    NoLocks(io::Error),
}

impl Held {
    /// The file that is locked where another is held.
    ///
    /// # Errors
    /// Where there is no folder for it.
    pub fn lock_of(path: &Path) -> io::Result<PathBuf> {
        let mut lock = target_of(path)?.into_os_string();
        lock.push(".lock");
        Ok(PathBuf::from(lock))
    }

    /// Holds a file, which need not be there yet.
    ///
    /// # Errors
    /// Where nothing can be written beside it.
    pub fn hold(path: &Path) -> io::Result<Attempt> {
        let lock = Held::lock_of(path)?;
        loop {
            let mut file = OpenOptions::new().write(true).create(true).truncate(false).open(&lock)?;
            match DiskFile::try_lock(&mut file) {
                Ok(false) => return Ok(Attempt::Taken),
                Err(why) => return Ok(Attempt::NoLocks(why)),
                // Whoever held it before may have taken it away between the two: then this lock is of a file that nobody else
                // can find, and another may be there already.
                Ok(true) if is_still_there(&file, &lock) => {
                    return Ok(Attempt::Held(Held { lock, file }));
                }
                Ok(true) => {}
            }
        }
    }
}

impl Drop for Held {
    /// First away, then unlocked: whoever locks it in between sees that it is gone.
    fn drop(&mut self) {
        // Where it cannot be told whether an open file is still the one of that name, it stays. So does what somebody has written
        // there, who has a file of that name for something else.
        let is_empty = self.file.metadata().is_ok_and(|file| file.len() == 0);
        if cfg!(unix) && is_empty && is_still_there(&self.file, &self.lock) {
            let _ = fs::remove_file(&self.lock);
        }
    }
}

#[cfg(unix)]
fn is_still_there(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let there = path.metadata();
    there
        .is_ok_and(|there| file.metadata().is_ok_and(|of| (of.dev(), of.ino()) == (there.dev(), there.ino())))
}

#[cfg(not(unix))]
fn is_still_there(_: &File, _: &Path) -> bool {
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    fn held(path: &Path) -> Held {
        match Held::hold(path).unwrap() {
            Attempt::Held(held) => held,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_file_is_held_once_and_nothing_stays_behind() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("r.json");
        let first = held(&path);
        assert!(matches!(Held::hold(&path).unwrap(), Attempt::Taken));
        drop(first);
        drop(held(&path));
        #[cfg(unix)]
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[test]
    fn what_a_crash_left_behind_is_in_nobodys_way() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("r.json");
        fs::write(folder.path().join("r.json.lock"), "").unwrap();
        held(&path);
    }

    /// The second is put in the place of the lock while that is held, as rows of games are.
    #[test]
    fn what_somebody_has_written_under_that_name_stays() {
        let folder = tempfile::tempdir().unwrap();
        let (path, lock) = (folder.path().join("r.json"), folder.path().join("r.json.lock"));
        fs::write(&lock, "notes").unwrap();
        drop(held(&path));
        assert_eq!(fs::read_to_string(&lock).unwrap(), "notes");
        fs::remove_file(&lock).unwrap();
        let first = held(&path);
        fs::write(folder.path().join("rows"), "rows").unwrap();
        fs::rename(folder.path().join("rows"), &lock).unwrap();
        drop(first);
        assert_eq!(fs::read_to_string(&lock).unwrap(), "rows");
    }

    #[cfg(unix)]
    #[test]
    fn a_link_and_what_it_leads_to_are_one_file() {
        let folder = tempfile::tempdir().unwrap();
        let (path, link) = (folder.path().join("r.json"), folder.path().join("link.json"));
        std::os::unix::fs::symlink("r.json", &link).unwrap();
        let _first = held(&path);
        assert!(matches!(Held::hold(&link).unwrap(), Attempt::Taken));
    }

    /// Two at a time would be seen by the one that finds the mark of the other.
    #[test]
    fn nobody_holds_what_another_has_just_taken_away() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("r.json");
        let mark = folder.path().join("mark");
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    for _ in 0..50 {
                        let Attempt::Held(_held) = Held::hold(&path).unwrap() else { continue };
                        OpenOptions::new().write(true).create_new(true).open(&mark).unwrap();
                        fs::remove_file(&mark).unwrap();
                    }
                });
            }
        });
    }
}

//! Files that are there as a whole or not at all.

use std::io;
use std::path::{Path, PathBuf};

use super::disk::{Access, Disk, RealDisk};
use super::write_all;

/// Writes a file so that it is there as a whole or not at all, and durable. A link is followed and stays as it is.
///
/// # Errors
/// Where the system refuses, and where something is there that is no file. What was begun is gone then, and what was there is as
/// it was; only where the device does not confirm the new name, nobody can know which of the two is there after a power cut.
pub fn write_whole(path: &Path, bytes: &[u8], access: Access) -> io::Result<()> {
    write_whole_on(&RealDisk, path, bytes, access)
}

/// The same on another disk.
///
/// # Errors
/// As [`write_whole`].
pub fn write_whole_on(disk: &dyn Disk, path: &Path, bytes: &[u8], access: Access) -> io::Result<()> {
    put(disk, &disk.target_of(path)?, bytes, access)
}

/// The same in a folder in which others may leave links, as by mail: a link is no way to another file then, and the new file comes in
/// its place.
///
/// # Errors
/// As [`write_whole`].
pub fn put_whole(path: &Path, bytes: &[u8], access: Access) -> io::Result<()> {
    put(&RealDisk, path, bytes, access)
}

fn put(disk: &dyn Disk, target: &Path, bytes: &[u8], access: Access) -> io::Result<()> {
    let draft = draft_of(target);
    // What a crash has left behind under this name may be open to others.
    if disk.exists(&draft) {
        disk.remove(&draft)?;
    }
    let write = || {
        let mut file = disk.create_draft(&draft, target, access)?;
        write_all(file.as_mut(), 0, bytes)?;
        file.sync()?;
        drop(file);
        disk.rename(&draft, target)
    };
    write().inspect_err(|_| {
        let _ = disk.remove(&draft);
    })?;
    disk.sync_folders(target)
}

/// Where a file is written until it is whole: beside it, since only there it can be put in its place in one go.
fn draft_of(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.part", std::process::id()));
    path.with_file_name(name)
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs;
    use std::os::unix::fs::{PermissionsExt, symlink};

    use super::*;

    fn mode(path: &Path) -> u32 {
        path.metadata().unwrap().permissions().mode() & 0o777
    }

    #[test]
    fn a_file_keeps_its_permissions_and_a_private_one_is_its_owners() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        fs::write(&path, "old").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        write_whole(&path, b"new", Access::AsBefore).unwrap();
        assert_eq!((fs::read_to_string(&path).unwrap().as_str(), mode(&path)), ("new", 0o640));
        write_whole(&path, b"newer", Access::Owner).unwrap();
        assert_eq!((fs::read_to_string(&path).unwrap().as_str(), mode(&path)), ("newer", 0o600));
    }

    #[test]
    fn what_a_link_leads_to_is_written_and_the_link_stays() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir(at("inside")).unwrap();
        fs::write(at("inside/there"), "old").unwrap();
        for (link, to) in [("one", "inside/there"), ("two", "one"), ("new", "inside/not-yet")] {
            symlink(to, at(link)).unwrap();
            write_whole(&at(link), link.as_bytes(), Access::AsBefore).unwrap();
            assert!(at(link).is_symlink(), "{link}");
            assert_eq!(fs::read_to_string(at(link)).unwrap(), link);
        }
        assert_eq!(fs::read_to_string(at("inside/there")).unwrap(), "two");
        assert_eq!(fs::read_to_string(at("inside/not-yet")).unwrap(), "new");
        assert_eq!(fs::read_dir(at("inside")).unwrap().count(), 2, "no draft is left");
        put_whole(&at("one"), b"mail", Access::Owner).unwrap();
        assert!(!at("one").is_symlink() && fs::read_to_string(at("inside/there")).unwrap() == "two");
        symlink("round", at("round")).unwrap();
        assert!(write_whole(&at("round"), b"", Access::AsBefore).is_err());
    }

    #[test]
    fn what_is_no_file_stays_what_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        for path in [&*pipe, folder.path(), Path::new("/dev/null"), Path::new("/dev/stdout")] {
            let before = path.metadata().unwrap().file_type();
            if before.is_file() {
                continue;
            }
            assert!(write_whole(path, b"x", Access::AsBefore).is_err(), "{path:?}");
            assert_eq!(path.metadata().unwrap().file_type(), before);
        }
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}

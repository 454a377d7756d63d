//! What a journal needs of a disk, as a trait, so that tests can make each operation fail.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::target::target_of;

/// The largest journal that is read, in bytes: 1 GiB, some millions of commands.
pub const LARGEST: u64 = 1 << 30;

/// Who may read a file that is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// Whoever may read the one in whose place it comes; where there is none, whoever the system lets.
    AsBefore,
    /// Its owner alone.
    Owner,
}

/// Files by path.
pub trait Disk {
    /// A new empty file, with its folders.
    ///
    /// # Errors
    /// Where it is there already, or cannot be made.
    fn create_new(&self, path: &Path) -> io::Result<Box<dyn DiskFile>>;

    /// A file that is there, to read and write.
    ///
    /// # Errors
    /// Where it is not there, or may not be read and written.
    fn open(&self, path: &Path) -> io::Result<Box<dyn DiskFile>>;

    /// A new empty file that will come in the place of another, which need not be there.
    ///
    /// # Errors
    /// As for [`Disk::create_new`]; its folder has to be there.
    fn create_draft(&self, path: &Path, of: &Path, access: Access) -> io::Result<Box<dyn DiskFile>>;

    /// The file that a path leads to by links; it need not be there yet.
    ///
    /// # Errors
    /// Where something is there that is no file.
    fn target_of(&self, path: &Path) -> io::Result<PathBuf>;

    /// True where something of this name is there.
    fn exists(&self, path: &Path) -> bool;

    /// Gives a file another name in the same folder.
    ///
    /// # Errors
    /// Where the system refuses.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;

    /// Takes a file away.
    ///
    /// # Errors
    /// Where the system refuses.
    fn remove(&self, path: &Path) -> io::Result<()>;

    /// Makes the names of a file and of its folders durable.
    ///
    /// # Errors
    /// Where the device does not confirm.
    fn sync_folders(&self, path: &Path) -> io::Result<()>;
}

/// An open file.
pub trait DiskFile: Send {
    /// Locks it until it is closed; false where another program has.
    ///
    /// # Errors
    /// Where the file system knows no locks.
    fn try_lock(&mut self) -> io::Result<bool>;

    /// All bytes.
    ///
    /// # Errors
    /// Where it cannot be read, or is larger than [`LARGEST`].
    fn read_all(&mut self) -> io::Result<Vec<u8>>;

    /// Writes some of `bytes` at a place, and tells how many.
    ///
    /// # Errors
    /// Where the system takes none; `Interrupted` may be tried again.
    fn write_at(&mut self, at: u64, bytes: &[u8]) -> io::Result<usize>;

    /// Returns when the device has all that was written, and the length.
    ///
    /// # Errors
    /// Where the device does not confirm. What it has is then unknown.
    fn sync(&mut self) -> io::Result<()>;

    /// Cuts the file to a length.
    ///
    /// # Errors
    /// Where the system refuses.
    fn set_len(&mut self, len: u64) -> io::Result<()>;

    /// Whether this is the file that stands under a path. True where that cannot be told.
    fn is_at(&self, path: &Path) -> bool;
}

/// The disk of this machine.
#[derive(Debug, Clone, Copy, Default)]
pub struct RealDisk;

impl Disk for RealDisk {
    fn create_new(&self, path: &Path) -> io::Result<Box<dyn DiskFile>> {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        Ok(Box::new(OpenOptions::new().read(true).write(true).create_new(true).open(path)?))
    }

    fn open(&self, path: &Path) -> io::Result<Box<dyn DiskFile>> {
        Ok(Box::new(OpenOptions::new().read(true).write(true).open(path)?))
    }

    fn create_draft(&self, path: &Path, of: &Path, access: Access) -> io::Result<Box<dyn DiskFile>> {
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        if access == Access::Owner {
            std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        }
        let file = options.open(path)?;
        if access == Access::AsBefore
            && let Ok(there) = of.metadata()
        {
            file.set_permissions(there.permissions())?;
        }
        Ok(Box::new(file))
    }

    fn target_of(&self, path: &Path) -> io::Result<PathBuf> {
        match path.metadata() {
            Ok(there) if there.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
            // A pipe keeps whoever opens it waiting, and a device would be replaced by a file.
            Ok(there) if !there.is_file() => Err(io::Error::other("it is there already, and is no file")),
            _ => target_of(path),
        }
    }

    fn exists(&self, path: &Path) -> bool {
        path.symlink_metadata().is_ok()
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        fs::rename(from, to)
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        fs::remove_file(path)
    }

    /// The folder, and the three above it, which is as many as are ever made for saved games. Those above are often
    /// somebody else's, so only the folder itself must be confirmed.
    fn sync_folders(&self, path: &Path) -> io::Result<()> {
        if cfg!(unix) {
            let folder = path.parent().filter(|f| !f.as_os_str().is_empty()).unwrap_or(Path::new("."));
            match File::open(folder)?.sync_all() {
                // Some file systems of networks confirm nothing about folders.
                Err(why) if matches!(why.kind(), ErrorKind::InvalidInput | ErrorKind::Unsupported) => {}
                confirmed => confirmed?,
            }
            for above in folder.ancestors().skip(1).take(3).filter(|f| !f.as_os_str().is_empty()) {
                let _ = File::open(above).and_then(|folder| folder.sync_all());
            }
        }
        Ok(())
    }
}

/// Between two tries to lock a file.
const PAUSE: Duration = Duration::from_millis(10);

impl DiskFile for File {
    /// A program that is just being left, or a child of this one that is just being started, has the file for a moment longer, so
    /// this waits a little before it gives up.
    fn try_lock(&mut self) -> io::Result<bool> {
        const TRIES: u32 = 20;
        for at in 0..TRIES {
            match File::try_lock(self) {
                Ok(()) => return Ok(true),
                Err(TryLockError::WouldBlock) if at + 1 < TRIES => std::thread::sleep(PAUSE),
                Err(TryLockError::WouldBlock) => {}
                Err(TryLockError::Error(why)) => return Err(why),
            }
        }
        Ok(false)
    }

    fn read_all(&mut self) -> io::Result<Vec<u8>> {
        self.seek(SeekFrom::Start(0))?;
        let mut bytes = Vec::new();
        Read::by_ref(self).take(LARGEST + 1).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > LARGEST {
            return Err(io::Error::new(io::ErrorKind::FileTooLarge, "it is larger than 1 GiB"));
        }
        Ok(bytes)
    }

    fn write_at(&mut self, at: u64, bytes: &[u8]) -> io::Result<usize> {
        self.seek(SeekFrom::Start(at))?;
        self.write(bytes)
    }

    fn sync(&mut self) -> io::Result<()> {
        self.sync_data()
    }

    fn set_len(&mut self, len: u64) -> io::Result<()> {
        File::set_len(self, len)
    }

    #[cfg(unix)]
    fn is_at(&self, path: &Path) -> bool {
        use std::os::unix::fs::MetadataExt;
        match (self.metadata(), path.metadata()) {
            (Ok(own), Ok(there)) => (own.dev(), own.ino()) == (there.dev(), there.ino()),
            (_, Err(why)) => why.kind() != ErrorKind::NotFound,
            (Err(_), _) => true,
        }
    }

    #[cfg(not(unix))]
    fn is_at(&self, path: &Path) -> bool {
        path.exists()
    }
}

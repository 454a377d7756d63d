//! A disk in memory that fails on demand and forgets in a power cut what was not made durable.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard};

use super::super::disk::{Access, Disk, DiskFile};

/// How an operation fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum How {
    /// No room, once.
    Full,
    /// No room from now on.
    StaysFull,
    /// Half of a write, then no room.
    HalfThenFull,
    /// A device error, once.
    Broken,
    /// Interrupted by a signal, once.
    Interrupted,
    /// Half of a write, without an error.
    Short,
}

impl How {
    pub const ALL: [How; 6] =
        [How::Full, How::StaysFull, How::HalfThenFull, How::Broken, How::Interrupted, How::Short];
}

/// What a power cut leaves of writes that were not made durable.
#[derive(Debug, Clone, Copy)]
pub enum PowerCut {
    /// Everything: as if only the process had died.
    All,
    /// Nothing.
    Nothing,
    /// The first half.
    Half,
    /// The length, with zeros for what was new.
    Length,
}

impl PowerCut {
    pub const ALL: [PowerCut; 4] = [PowerCut::All, PowerCut::Nothing, PowerCut::Half, PowerCut::Length];
}

/// The disk. Clones share it.
#[derive(Clone, Default)]
pub struct FaultyDisk(Arc<Mutex<State>>);

#[derive(Default)]
struct State {
    files: BTreeMap<PathBuf, Shared>,
    operations: u64,
    fail_at: Option<(u64, How)>,
    failed: bool,
    fail_next: Option<&'static str>,
}

type Shared = Arc<Mutex<Content>>;

#[derive(Default, Clone)]
struct Content {
    cached: Vec<u8>,
    durable: Vec<u8>,
    locked: bool,
}

impl FaultyDisk {
    /// A disk whose `nth` operation, from 1, fails.
    pub fn failing(nth: u64, how: How) -> Self {
        let disk = FaultyDisk::default();
        disk.state().fail_at = Some((nth, how));
        disk
    }

    pub fn has_failed(&self) -> bool {
        self.state().failed
    }

    pub fn fail_next_write(&self) {
        self.state().fail_next = Some("write");
    }

    pub fn fail_next_sync(&self) {
        self.state().fail_next = Some("sync");
    }

    pub fn put(&self, path: &Path, bytes: &[u8]) {
        let content = Content { cached: bytes.to_vec(), durable: bytes.to_vec(), locked: false };
        self.state().files.insert(path.to_owned(), Arc::new(Mutex::new(content)));
    }

    pub fn get(&self, path: &Path) -> Option<Vec<u8>> {
        self.state().files.get(path).map(|file| file.lock().unwrap().cached.clone())
    }

    /// A healthy disk with what this one would hold after a power cut.
    pub fn after_power_cut(&self, cut: PowerCut) -> FaultyDisk {
        let after = FaultyDisk::default();
        for (path, file) in &self.state().files {
            let Content { cached, durable, .. } = file.lock().unwrap().clone();
            let same = cached.iter().zip(&durable).take_while(|(a, b)| a == b).count();
            let kept = match cut {
                PowerCut::All => cached,
                PowerCut::Nothing => durable,
                PowerCut::Half if cached.len() > same => cached[..same + (cached.len() - same) / 2].to_vec(),
                PowerCut::Half => durable[..same + (durable.len() - same) / 2].to_vec(),
                PowerCut::Length => {
                    let mut kept = cached[..same].to_vec();
                    kept.resize(cached.len().max(same), 0);
                    kept
                }
            };
            after.put(path, &kept);
        }
        after
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap()
    }

    /// Counts an operation: an error where it fails, true where a write is to be cut short.
    fn operation(&self, name: &'static str) -> io::Result<bool> {
        let mut state = self.state();
        state.operations += 1;
        if state.fail_next == Some(name) {
            state.fail_next = None;
            return Err(io::ErrorKind::StorageFull.into());
        }
        let Some((nth, how)) = state.fail_at else { return Ok(false) };
        let now = state.operations == nth;
        let later = state.operations > nth;
        state.failed |= now;
        match how {
            How::Full if now => Err(io::ErrorKind::StorageFull.into()),
            How::StaysFull if now || later => Err(io::ErrorKind::StorageFull.into()),
            How::HalfThenFull if later => Err(io::ErrorKind::StorageFull.into()),
            How::Broken if now => Err(io::Error::other("input/output error")),
            How::Interrupted if now => Err(io::ErrorKind::Interrupted.into()),
            How::HalfThenFull | How::Short => Ok(now),
            _ => Ok(false),
        }
    }

    fn file(&self, path: &Path) -> io::Result<Box<dyn DiskFile>> {
        let content = self.state().files.get(path).cloned().ok_or(io::ErrorKind::NotFound)?;
        Ok(Box::new(FaultyFile { disk: self.clone(), content, locked: false }))
    }
}

impl Disk for FaultyDisk {
    fn create_new(&self, path: &Path) -> io::Result<Box<dyn DiskFile>> {
        self.operation("create")?;
        if self.exists(path) {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        self.put(path, b"");
        self.file(path)
    }

    fn open(&self, path: &Path) -> io::Result<Box<dyn DiskFile>> {
        self.operation("open")?;
        self.file(path)
    }

    fn create_draft(&self, path: &Path, _: &Path, _: Access) -> io::Result<Box<dyn DiskFile>> {
        self.create_new(path)
    }

    fn target_of(&self, path: &Path) -> io::Result<PathBuf> {
        Ok(path.to_owned())
    }

    fn exists(&self, path: &Path) -> bool {
        self.state().files.contains_key(path)
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.operation("rename")?;
        let mut state = self.state();
        let file = state.files.remove(from).ok_or(io::ErrorKind::NotFound)?;
        state.files.insert(to.to_owned(), file);
        Ok(())
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        self.operation("remove")?;
        self.state().files.remove(path);
        Ok(())
    }

    fn sync_folders(&self, _path: &Path) -> io::Result<()> {
        self.operation("sync")?;
        Ok(())
    }
}

struct FaultyFile {
    disk: FaultyDisk,
    content: Shared,
    locked: bool,
}

impl DiskFile for FaultyFile {
    fn try_lock(&mut self) -> io::Result<bool> {
        self.disk.operation("lock")?;
        let mut content = self.content.lock().unwrap();
        self.locked = !content.locked;
        content.locked = true;
        Ok(self.locked)
    }

    fn read_all(&mut self) -> io::Result<Vec<u8>> {
        self.disk.operation("read")?;
        Ok(self.content.lock().unwrap().cached.clone())
    }

    fn write_at(&mut self, at: u64, bytes: &[u8]) -> io::Result<usize> {
        let short = self.disk.operation("write")?;
        let bytes = if short { &bytes[..bytes.len().div_ceil(2)] } else { bytes };
        let mut content = self.content.lock().unwrap();
        let end = at as usize + bytes.len();
        if content.cached.len() < end {
            content.cached.resize(end, 0);
        }
        content.cached[at as usize..end].copy_from_slice(bytes);
        Ok(bytes.len())
    }

    fn sync(&mut self) -> io::Result<()> {
        self.disk.operation("sync")?;
        let mut content = self.content.lock().unwrap();
        content.durable = content.cached.clone();
        Ok(())
    }

    fn set_len(&mut self, len: u64) -> io::Result<()> {
        self.disk.operation("cut")?;
        self.content.lock().unwrap().cached.resize(len as usize, 0);
        Ok(())
    }

    fn is_at(&self, _: &Path) -> bool {
        true
    }
}

impl Drop for FaultyFile {
    fn drop(&mut self) {
        if self.locked {
            self.content.lock().unwrap().locked = false;
        }
    }
}

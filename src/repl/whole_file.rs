//! Files that are there as a whole or not at all.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Writes a file so that it is there as a whole or not at all. One that was there keeps its permissions.
///
/// # Errors
/// Where the system refuses. What was begun is gone then, and what was there is as it was.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let draft = draft_of(path);
    let write = || {
        let mut file = fs::File::create(&draft)?;
        file.write_all(bytes)?;
        if let Ok(there) = path.metadata() {
            file.set_permissions(there.permissions())?;
        }
        file.sync_all()?;
        drop(file);
        fs::rename(&draft, path)
    };
    write().inspect_err(|_| {
        let _ = fs::remove_file(&draft);
    })
}

/// Where a file is written until it is whole.
fn draft_of(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.part", std::process::id()));
    path.with_file_name(name)
}

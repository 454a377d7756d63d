//! Which file is written under a name that may be a link.

use std::io;
use std::path::{Path, PathBuf};

/// As many links as systems follow before they call it a circle.
const MOST_LINKS: usize = 40;

/// The file that a path leads to, which may not be there yet: links are followed to their end, so that whoever puts a new file in
/// its place leaves the links as they are.
///
/// # Errors
/// Where the folder is not there or may not be looked into, and where links lead in a circle.
pub fn target_of(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        match path.canonicalize() {
            Err(why) if why.kind() == io::ErrorKind::NotFound => {}
            led => return led,
        }
        // Only the last name can be missing here, or the link that it is leads to nothing yet.
        match path.read_link() {
            Ok(to) => path = path.with_file_name("").join(to),
            Err(_) => return in_its_folder(&path),
        }
    }
    Err(io::Error::other("its links lead in a circle"))
}

fn in_its_folder(path: &Path) -> io::Result<PathBuf> {
    let name = path.file_name().ok_or(io::ErrorKind::NotFound)?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    Ok(folder.canonicalize()?.join(name))
}

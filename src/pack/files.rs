//! The files of one pack, from a folder or from the program itself, read whole and nothing else.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::diagnostic::{Code, Diagnostic};

/// A pack has at most so many bytes of text, and so many files.
const MOST_BYTES: u64 = 16 << 20;
const MOST_FILES: usize = 2000;
/// No file of text has more bytes, whatever is in it.
const MOST_OF_A_FILE: u64 = 256 << 20;

/// Where a pack comes from.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Source {
    /// It is part of the program.
    Embedded,
    /// A folder.
    Folder(PathBuf),
}

/// The files of one pack by their path inside it.
#[derive(Debug, Clone)]
pub struct PackFiles {
    /// The folder's name.
    pub name: Arc<str>,
    /// Where it comes from.
    pub source: Source,
    /// Text by path, forward slashes.
    pub files: BTreeMap<String, Arc<str>>,
    /// Files that were not read, with the reason.
    pub remarks: Vec<Diagnostic>,
}

impl PackFiles {
    /// Reads a folder that has a manifest.
    ///
    /// # Errors
    /// E0502 without a manifest, E0509 for a link, E0606 for what cannot be read, E0111 for too much.
    pub fn read(folder: &Path) -> Result<PackFiles, Diagnostic> {
        let name = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
        let name = name.file_name().map_or_else(|| "pack".into(), |n| n.to_string_lossy().into_owned());
        if !folder.join("manifest.pack").is_file() {
            return Err(Diagnostic::error(
                Code::NO_MANIFEST,
                format!("`{}` is not a pack", folder.display()),
            )
            .help("a pack is a folder with a `manifest.pack`; `houserule new pack NAME` makes one"));
        }
        let mut pack = PackFiles {
            name: Arc::from(name),
            source: Source::Folder(folder.to_owned()),
            files: BTreeMap::new(),
            remarks: Vec::new(),
        };
        let mut budget = MOST_BYTES;
        pack.walk(folder, "", &mut budget)?;
        Ok(pack)
    }

    /// The files of a pack that the program carries in itself.
    pub(super) fn embedded(name: &str, all: &[(&str, &str)]) -> PackFiles {
        let inside = all.iter().filter_map(|(path, text)| {
            let path = path.strip_prefix(name)?.strip_prefix('/')?;
            is_known(path).then(|| (path.to_owned(), Arc::from(*text)))
        });
        PackFiles {
            name: Arc::from(name),
            source: Source::Embedded,
            files: inside.collect(),
            remarks: Vec::new(),
        }
    }

    fn walk(&mut self, folder: &Path, inside: &str, budget: &mut u64) -> Result<(), Diagnostic> {
        let entries = fs::read_dir(folder).map_err(|e| cannot_read(folder, e))?;
        let mut paths: Vec<PathBuf> = entries.filter_map(Result::ok).map(|e| e.path()).collect();
        paths.sort();
        for path in paths {
            let name = path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
            let kind = fs::symlink_metadata(&path).map_err(|e| cannot_read(&path, e))?;
            let inside = if inside.is_empty() { name.clone() } else { format!("{inside}/{name}") };
            if kind.is_symlink() {
                return Err(Diagnostic::error(Code::BAD_LINK, format!("`{}` is a link", path.display()))
                    .help("a pack holds its files itself; put a copy in its place"));
            } else if name.starts_with('.') {
                continue;
            } else if kind.is_dir() {
                self.walk(&path, &inside, budget)?;
            } else if !kind.is_file() {
                // Whoever opens a pipe may wait for ever, and what is behind a device may have no end.
                let told = format!("`{}` is not read: it is no file", path.display());
                self.remarks.push(Diagnostic::warning(Code::STRAY_FILE, told));
            } else if is_known(&inside) {
                if self.files.len() >= MOST_FILES {
                    return Err(Diagnostic::error(
                        Code::TOO_LARGE,
                        format!("pack `{}` has more than {MOST_FILES} files", self.name),
                    ));
                }
                // A file may grow, and some systems know no lengths beforehand: what counts is what was read.
                let bytes = bytes_up_to(&path, *budget).map_err(|e| cannot_read(&path, e))?;
                let bytes = bytes.ok_or_else(|| {
                    let told = format!("pack `{}` has more than 16 MiB of text", self.name);
                    Diagnostic::error(Code::TOO_LARGE, told)
                })?;
                *budget -= bytes.len() as u64;
                self.files.insert(inside, as_text(&path, bytes)?);
            } else if !name.ends_with(".new") {
                self.remarks.push(
                    Diagnostic::warning(Code::STRAY_FILE, format!("`{}` is not read", path.display()))
                        .note("packs have .rhai, .units, .map, .scenario, .play, .snap, .md and .txt files"),
                );
            }
        }
        Ok(())
    }
}

fn is_known(path: &str) -> bool {
    if path.ends_with(".example") {
        return true;
    }
    let ending = path.rsplit_once('.').map_or("", |(_, e)| e);
    matches!(ending, "pack" | "rhai" | "units" | "map" | "scenario" | "play" | "snap" | "md" | "txt")
}

/// The text of a file, or of a pipe until it is closed.
///
/// # Errors
/// E0606 where it cannot be read, is a device or has more than 256 MiB, E0112 where it is not UTF-8.
pub fn read_text(path: &Path) -> Result<Arc<str>, Diagnostic> {
    let bytes = all_bytes(path).map_err(|error| cannot_read(path, error))?;
    as_text(path, bytes)
}

fn cannot_read(path: &Path, error: io::Error) -> Diagnostic {
    Diagnostic::error(Code::CANNOT_READ, format!("`{}` cannot be read: {error}", path.display()))
}

/// What was read as a text, without what some editors put before it and at the ends of its lines.
fn as_text(path: &Path, bytes: Vec<u8>) -> Result<Arc<str>, Diagnostic> {
    match String::from_utf8(bytes) {
        Ok(text) => Ok(Arc::from(text.trim_start_matches('\u{FEFF}').replace("\r\n", "\n"))),
        Err(error) => {
            let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
            let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
            let told = format!("`{}` is not UTF-8 text, from line {line} on", path.display());
            Err(Diagnostic::error(Code::BAD_TEXT, told)
                .help("save it as UTF-8: editors ask for the encoding where they save under a name"))
        }
    }
}

fn all_bytes(path: &Path) -> io::Result<Vec<u8>> {
    let too_large = || io::Error::new(io::ErrorKind::FileTooLarge, "it is larger than 256 MiB");
    bytes_up_to(path, MOST_OF_A_FILE)?.ok_or_else(too_large)
}

/// The bytes of a file; nothing where there are more than `most`.
fn bytes_up_to(path: &Path, most: u64) -> io::Result<Option<Vec<u8>>> {
    let file = fs::File::open(path)?;
    if is_device(&file)? {
        return Err(io::Error::other("it is a device, and no file"));
    }
    let mut bytes = Vec::new();
    file.take(most + 1).read_to_end(&mut bytes)?;
    Ok((bytes.len() as u64 <= most).then_some(bytes))
}

/// Whether a file is a device, which may have no end. What is typed at a terminal has one.
#[cfg(unix)]
fn is_device(file: &fs::File) -> io::Result<bool> {
    use std::os::unix::fs::FileTypeExt;

    let kind = file.metadata()?.file_type();
    Ok(kind.is_block_device() || kind.is_char_device() && !io::IsTerminal::is_terminal(file))
}

#[cfg(not(unix))]
fn is_device(_: &fs::File) -> io::Result<bool> {
    Ok(false)
}

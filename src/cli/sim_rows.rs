//! The rows of a simulation's games on their way to a file.

use std::fs;
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

use super::failure::{Failure, cannot_write};
use super::sim::draft_of;
use crate::diagnostic::{Code, Diagnostic};
use crate::play::simulate::Ranges;

/// A file of rows that is written beside the old one and takes its place at the end.
pub(super) struct Rows {
    path: PathBuf,
    draft: PathBuf,
    file: BufWriter<fs::File>,
    /// Whether the heads of the columns are there already.
    has_heads: bool,
    trouble: Option<std::io::Error>,
}

impl Rows {
    /// Begins a file; where games were played before, with the rows that it has of them.
    ///
    /// # Errors
    /// A file whose rows are not those of the games before, which stays as it is, or one that cannot be written.
    pub(super) fn begin(path: &Path, heads: &str, before: &Ranges) -> Result<Rows, Failure> {
        let goes_on = !before.is_empty() && path.exists();
        if goes_on {
            check(path, heads, before)?;
        }
        let draft = draft_of(path);
        let opened = match goes_on {
            true => fs::copy(path, &draft).and_then(|_| fs::OpenOptions::new().append(true).open(&draft)),
            false => fs::File::create(&draft),
        };
        let file = BufWriter::new(opened.map_err(|e| cannot_write(&draft, &e))?);
        Ok(Rows { path: path.to_owned(), draft, file, has_heads: goes_on, trouble: None })
    }

    /// Adds a row; the first is that of the heads.
    pub(super) fn add(&mut self, text: &str) {
        if std::mem::take(&mut self.has_heads) {
            return;
        }
        if self.trouble.is_none() {
            self.trouble = self.file.write_all(text.as_bytes()).err();
        }
    }

    pub(super) fn end(mut self) -> Result<(), Failure> {
        let written = match self.trouble.take() {
            Some(trouble) => Err(trouble),
            None => self.file.flush().and_then(|()| fs::rename(&self.draft, &self.path)),
        };
        written.map_err(|e| cannot_write(&self.path, &e))
    }
}

/// Whether a file has the rows of these games and no others.
fn check(path: &Path, heads: &str, before: &Ranges) -> Result<(), Failure> {
    let refused = |why: String| {
        let told = format!("rows cannot be added to `{}`: {why}", path.display());
        Failure::from(
            Diagnostic::error(Code::USAGE, told).help("name another file for `--csv`, or move this one away"),
        )
    };
    let file = fs::File::open(path).map_err(|e| refused(e.to_string()))?;
    let mut lines = BufReader::new(file);
    let mut line = String::new();
    let mut next = move |line: &mut String| {
        line.clear();
        lines.read_line(line).map(|read| read > 0)
    };
    next(&mut line).map_err(|e| refused(e.to_string()))?;
    if line != heads {
        return Err(refused("its first line does not name the columns of these games".to_owned()));
    }
    let mut there = Ranges::default();
    while next(&mut line).map_err(|e| refused(e.to_string()))? {
        let number = line.split(',').next().and_then(|game| game.parse::<u64>().ok());
        let Some(game) = number.filter(|game| line.ends_with('\n') && *game < u64::MAX) else {
            return Err(refused(format!("`{}` is no whole row", line.trim_end())));
        };
        if there.add(game..game + 1).is_err() {
            return Err(refused(format!("it has game {game} twice")));
        }
    }
    if there != *before {
        return Err(refused("it does not have the rows of the same games as the results".to_owned()));
    }
    Ok(())
}

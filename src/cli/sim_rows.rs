//! The rows of a simulation's games on their way to a file.

use std::fs;
use std::io::{BufRead, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::failure::{Failure, cannot_write};
use crate::diagnostic::{Code, Diagnostic};
use crate::play::simulate::Ranges;

/// A file that rows are added to as they come.
///
/// A run that was killed may have left rows behind of which its results do not know yet. The same plan plays the same games
/// again, in the same order: so nothing of a file is ever cut off, but what is there has to be what comes. A run that is broken
/// off leaves games out; what it has behind them waits until all rows that are there have come.
pub(super) struct Rows {
    path: PathBuf,
    file: BufWriter<fs::File>,
    /// The rows that are there already and have to come yet.
    there: Option<BufReader<fs::File>>,
    /// Whether the heads of the columns are there already.
    has_heads: bool,
    trouble: Option<Failure>,
}

impl Rows {
    /// Begins a file; where games were played before, behind the rows that it has of them.
    ///
    /// # Errors
    /// A file whose rows are not those of the games before, which stays as it is, or one that cannot be written.
    pub(super) fn begin(path: &Path, heads: &str, before: &Ranges) -> Result<Rows, Failure> {
        let goes_on = !before.is_empty() && path.exists();
        let mut there = None;
        if goes_on {
            let known = known(path, heads, before)?;
            let mut rest = fs::File::open(path).map_err(|e| refused(path, &e.to_string()))?;
            rest.seek(SeekFrom::Start(known)).map_err(|e| refused(path, &e.to_string()))?;
            there = Some(BufReader::new(rest));
        }
        let opened = match goes_on {
            true => fs::OpenOptions::new().append(true).open(path),
            false => fs::File::create(path),
        };
        let file = BufWriter::new(opened.map_err(|e| cannot_write(path, &e))?);
        Ok(Rows { path: path.to_owned(), file, there, has_heads: goes_on, trouble: None })
    }

    /// Adds rows; the first is that of the heads.
    pub(super) fn add(&mut self, text: &str) {
        if std::mem::take(&mut self.has_heads) || self.trouble.is_some() {
            return;
        }
        self.trouble = self.add_behind(text).err();
    }

    fn add_behind(&mut self, text: &str) -> Result<(), Failure> {
        let mut new = text.as_bytes();
        if let Some(there) = &mut self.there {
            let mut old = Vec::new();
            let mut part = there.take(new.len() as u64);
            part.read_to_end(&mut old).map_err(|e| refused(&self.path, &e.to_string()))?;
            if !new.starts_with(&old) {
                let why = "it has rows of games that the results do not have";
                return Err(refused(&self.path, why));
            }
            new = &new[old.len()..];
            if !new.is_empty() {
                self.there = None;
            }
        }
        self.file.write_all(new).map_err(|e| cannot_write(&self.path, &e))
    }

    /// Whether rows could be added that do not follow those before: not where there are some already that have to come between.
    pub(super) fn has_room(&mut self, text: &str) -> bool {
        let Some(there) = &mut self.there else { return true };
        let mut peek = || {
            let at = there.stream_position()?;
            let mut old = Vec::new();
            there.by_ref().take(text.len() as u64).read_to_end(&mut old)?;
            there.seek(SeekFrom::Start(at))?;
            Ok::<bool, std::io::Error>(text.as_bytes().starts_with(&old))
        };
        peek().unwrap_or(false)
    }

    /// Whether all rows could be added so far.
    pub(super) fn is_well(&self) -> bool {
        self.trouble.is_none()
    }

    /// Sees to it that the rows so far are in the file, whatever happens.
    ///
    /// # Errors
    /// What was in the way of a row.
    pub(super) fn keep(&mut self) -> Result<(), Failure> {
        match self.trouble.take() {
            Some(trouble) => Err(trouble),
            None => self
                .file
                .flush()
                .and_then(|()| self.file.get_ref().sync_data())
                .map_err(|e| cannot_write(&self.path, &e)),
        }
    }

    /// Ends the file.
    ///
    /// # Errors
    /// What was in the way of a row.
    pub(super) fn end(mut self) -> Result<(), Failure> {
        self.keep()
    }
}

fn refused(path: &Path, why: &str) -> Failure {
    let told = format!("rows cannot be added to `{}`: {why}", path.display());
    Failure::from(
        Diagnostic::error(Code::USAGE, told).help("name another file for `--csv`, or move this one away"),
    )
}

/// How many bytes of a file are the heads and the rows of these games; others may follow.
///
/// # Errors
/// A file that does not begin with all of them.
fn known(path: &Path, heads: &str, before: &Ranges) -> Result<u64, Failure> {
    let file = fs::File::open(path).map_err(|e| refused(path, &e.to_string()))?;
    let mut lines = BufReader::new(file);
    let mut line = String::new();
    let mut next = move |line: &mut String| {
        line.clear();
        lines.read_line(line).map_err(|e| refused(path, &e.to_string()))
    };
    let mut bytes = next(&mut line)? as u64;
    if line != heads {
        return Err(refused(path, "its first line does not name the columns of these games"));
    }
    let mut there = Ranges::default();
    while there != *before {
        let read = next(&mut line)?;
        if read == 0 {
            return Err(refused(path, "it does not have the rows of the same games as the results"));
        }
        let number = line.split(',').next().and_then(|game| game.parse::<u64>().ok());
        let Some(game) = number.filter(|game| line.ends_with('\n') && *game < u64::MAX) else {
            return Err(refused(path, &format!("`{}` is no whole row", line.trim_end())));
        };
        if there.add(game..game + 1).is_err() {
            return Err(refused(path, &format!("it has game {game} twice")));
        }
        if before.missing(game..game + 1).count() > 0 {
            return Err(refused(path, "it does not have the rows of the same games as the results"));
        }
        bytes += read as u64;
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_killed_run_left_behind_comes_before_games_that_follow_a_gap() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("r.csv");
        fs::write(&path, "game,won\n0,red\n1,blue\n2,r").unwrap();
        let mut rows = Rows::begin(&path, "game,won\n", &Ranges::of(0..1)).unwrap();
        rows.add("game,won\n");
        assert!(!rows.has_room("9,red\n"), "game 1 is there, and has to come first");
        rows.add("1,blue\n");
        assert!(!rows.has_room("9,red\n"), "there is a half of game 2");
        rows.add("2,red\n");
        assert!(rows.has_room("9,red\n"));
        rows.add("9,red\n");
        rows.end().unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "game,won\n0,red\n1,blue\n2,red\n9,red\n");
    }
}

//! The rows of a simulation's games on their way to a file.

use std::fs;
use std::io::{BufRead, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::super::failure::{Failure, cannot_write};
use crate::diagnostic::{Code, Diagnostic};
use crate::play::simulate::Ranges;

/// A file that rows are added to as they come.
///
/// A run that was killed may have left rows behind of which its results do not know yet. The same plan plays the same games
/// again, in the same order: so nothing of a file is ever cut off, but what is there has to be what comes, and a file of
/// something else stays as it is. A run that is broken off leaves games out; what it has behind them waits until all rows that
/// are there have come. Where no results tell what was played, it leaves nothing out: nobody could know again which games were.
pub(super) struct Rows {
    path: PathBuf,
    file: BufWriter<fs::File>,
    /// The rows that are there already and have to come yet.
    there: Option<BufReader<fs::File>>,
    /// Whether results are kept, which tell of gaps between the rows.
    has_results: bool,
    /// Whether the heads of the columns are there already.
    has_heads: bool,
    /// What is wrong where other rows are there than come.
    others: &'static str,
    trouble: Option<Failure>,
}

impl Rows {
    /// Begins a file of the games that are wanted; where games were played before, behind the rows that it has of them.
    /// `has_results` tells whether results are kept beside it.
    ///
    /// # Errors
    /// A file whose rows are not those of the games before, or of other games than are wanted, which stays as it is, or one that
    /// cannot be written.
    pub(super) fn begin(
        path: &Path,
        heads: &str,
        (before, wanted): (&Ranges, &Ranges),
        has_results: bool,
    ) -> Result<Rows, Failure> {
        let (mut there, mut known) = (None, 0);
        if path.exists() {
            let begun = Begun { path, heads, before, wanted };
            known = begun.known()?;
            let mut rest = fs::File::open(path).map_err(|e| refused(path, &e.to_string()))?;
            rest.seek(SeekFrom::Start(known)).map_err(|e| refused(path, &e.to_string()))?;
            there = Some(BufReader::new(rest));
        }
        let opened = fs::OpenOptions::new().create(true).append(true).open(path);
        let file = BufWriter::new(opened.map_err(|e| cannot_write(path, &e))?);
        let others = match before.is_empty() {
            true => "it has rows of another plan, or of a run that was broken off",
            false => "it has rows of games that the results do not have",
        };
        Ok(Rows {
            path: path.to_owned(),
            file,
            there,
            has_results,
            has_heads: known > 0,
            others,
            trouble: None,
        })
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
                return Err(refused(&self.path, self.others));
            }
            new = &new[old.len()..];
            if !new.is_empty() {
                self.there = None;
            }
        }
        self.file.write_all(new).map_err(|e| cannot_write(&self.path, &e))
    }

    /// Whether rows could be added that do not follow those before: not where there are some already that have to come between,
    /// nor where no results are kept.
    pub(super) fn has_room(&mut self, text: &str) -> bool {
        if !self.has_results {
            return false;
        }
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

    /// Ends the file, and answers whether there are rows behind those that came.
    ///
    /// # Errors
    /// What was in the way of a row.
    pub(super) fn end(mut self) -> Result<bool, Failure> {
        self.keep()?;
        let rest = self.there.as_mut().map(|there| there.fill_buf().map(|rest| !rest.is_empty()));
        rest.unwrap_or(Ok(false)).map_err(|e| refused(&self.path, &e.to_string()))
    }
}

fn refused(path: &Path, why: &str) -> Failure {
    let told = format!("rows cannot be added to `{}`: {why}", path.display());
    Failure::from(
        Diagnostic::error(Code::USAGE, told)
            .help("name another file for `--csv`, or move this one away or delete it"),
    )
}

/// A file of rows that is there, with what it may have.
struct Begun<'a> {
    path: &'a Path,
    heads: &'a str,
    /// The games whose rows it has to have.
    before: &'a Ranges,
    /// The games whose rows may follow, of a run that was killed or is given again.
    wanted: &'a Ranges,
}

impl Begun<'_> {
    /// How many bytes are the heads and the rows of the games before; others may follow. None where there were no games before
    /// and the heads are not whole.
    ///
    /// # Errors
    /// A file that does not begin with all of them; where there were no games before, one that has other rows than are wanted.
    fn known(&self) -> Result<u64, Failure> {
        let mut lines =
            BufReader::new(fs::File::open(self.path).map_err(|e| refused(self.path, &e.to_string()))?);
        let heads = self.heads.as_bytes();
        let mut first = Vec::new();
        let read = lines.by_ref().take(heads.len() as u64).read_to_end(&mut first);
        read.map_err(|e| refused(self.path, &e.to_string()))?;
        if first != heads {
            return match self.before.is_empty() && heads.starts_with(&first) {
                true => Ok(0),
                false => Err(refused(self.path, "its first line does not name the columns of these games")),
            };
        }
        if self.before.is_empty() {
            self.check_rows(lines)?;
            return Ok(first.len() as u64);
        }
        let mut bytes = first.len() as u64;
        let mut there = Ranges::default();
        while there != *self.before {
            let row = self.row(&mut lines)?;
            if row.is_empty() {
                return Err(refused(self.path, "it does not have the rows of the same games as the results"));
            }
            let game = self.game(&row)?;
            if there.add(game..game + 1).is_err() {
                return Err(refused(self.path, &format!("it has game {game} twice")));
            }
            if !has(self.before, game) {
                return Err(refused(self.path, "it does not have the rows of the same games as the results"));
            }
            bytes += row.len() as u64;
        }
        Ok(bytes)
    }

    /// Refuses rows of games that are not wanted, or that stand in another order than games are played in. A half row at the end
    /// is what a killed run has come to.
    fn check_rows(&self, mut lines: impl BufRead) -> Result<(), Failure> {
        let mut next = 0;
        loop {
            let row = self.row(&mut lines)?;
            if !row.ends_with('\n') {
                return Ok(());
            }
            let game = self.game(&row)?;
            if game < next || !has(self.wanted, game) {
                return Err(refused(self.path, "it has rows of other games than are played"));
            }
            next = game + 1;
        }
    }

    /// The next line; empty at the end.
    fn row(&self, lines: &mut impl BufRead) -> Result<String, Failure> {
        let mut row = String::new();
        lines.read_line(&mut row).map_err(|e| refused(self.path, &e.to_string()))?;
        Ok(row)
    }

    /// The game of a row.
    fn game(&self, row: &str) -> Result<u64, Failure> {
        let number = row.split(',').next().and_then(|game| game.parse::<u64>().ok());
        number
            .filter(|game| row.ends_with('\n') && *game < u64::MAX)
            .ok_or_else(|| refused(self.path, &format!("`{}` is no whole row", row.trim_end())))
    }
}

fn has(games: &Ranges, game: u64) -> bool {
    games.missing(game..game + 1).is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_killed_run_left_behind_comes_before_games_that_follow_a_gap() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("r.csv");
        fs::write(&path, "game,won\n0,red\n1,blue\n2,r").unwrap();
        let games = (&Ranges::of(0..1), &Ranges::of(1..10));
        let mut rows = Rows::begin(&path, "game,won\n", games, true).unwrap();
        rows.add("game,won\n");
        assert!(!rows.has_room("9,red\n"), "game 1 is there, and has to come first");
        rows.add("1,blue\n");
        assert!(!rows.has_room("9,red\n"), "there is a half of game 2");
        rows.add("2,red\n");
        assert!(rows.has_room("9,red\n"));
        rows.add("9,red\n");
        assert!(!rows.end().unwrap());
        assert_eq!(fs::read_to_string(&path).unwrap(), "game,won\n0,red\n1,blue\n2,red\n9,red\n");
    }

    #[test]
    fn rows_without_results_have_no_gap() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("r.csv");
        let games = (&Ranges::default(), &Ranges::of(0..10));
        let mut rows = Rows::begin(&path, "game,won\n", games, false).unwrap();
        rows.add("game,won\n");
        rows.add("0,red\n");
        assert!(!rows.has_room("9,red\n"));
    }

    #[test]
    fn what_is_there_before_the_first_game_has_to_be_what_comes() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("r.csv");
        let (heads, whole) = ("game,won\n", "game,won\n0,red\n1,blue\n2,red\n");
        let begin = |there: &str| {
            fs::write(&path, there).unwrap();
            Rows::begin(&path, heads, (&Ranges::default(), &Ranges::of(0..3)), false)
        };
        let played = |mut rows: Rows| {
            rows.add(heads);
            rows.add("0,red\n1,blue\n");
            rows.add("2,red\n");
            (rows.end().is_ok(), fs::read_to_string(&path).unwrap())
        };
        // Whatever of it a run has come to before it was killed.
        for there in (0..=whole.len()).map(|end| &whole[..end]) {
            assert_eq!(played(begin(there).unwrap()), (true, whole.to_owned()), "{there:?}");
        }
        // Another plan is known by its rows, when they come.
        for there in ["game,won\n0,blue\n", "game,won\n0,red\n1,blue\n2,blue\n", "game,won\n0,green"] {
            assert_eq!(played(begin(there).unwrap()), (false, there.to_owned()));
        }
        for there in [
            "a letter\n",
            "game,lost\n0,red\n",
            "game,won\n3,red\n",
            "game,won\n1,blue\n0,red\n",
            "game,won\n\n",
        ] {
            assert!(begin(there).is_err(), "{there:?}");
            assert_eq!(fs::read_to_string(&path).unwrap(), there);
        }
        // Where it was enough before all were played.
        let mut rows = begin(whole).unwrap();
        rows.add(heads);
        rows.add("0,red\n");
        assert!(rows.end().unwrap());
    }
}

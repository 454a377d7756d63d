//! The file of totals: whole numbers, which games they are of, and what the games hang on.

use std::fs;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::super::failure::{Failure, cannot_write};
use crate::diagnostic::{Code, Diagnostic};
use crate::play::simulate::{About, Counts, Range, joined};

/// The schema of the file.
pub(super) const SCHEMA: &str = "houserule.simulation/1";

/// Totals of games.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Totals {
    schema: String,
    pub(super) about: About,
    /// All games of the simulation.
    pub(super) whole: Range,
    /// The games that these are the totals of.
    pub(super) ranges: Vec<Range>,
    /// Whether it stopped early because the wish for precision was fulfilled.
    pub(super) precise: bool,
    pub(super) counts: Counts,
}

impl Totals {
    pub(super) fn new(about: About, whole: Range, counts: Counts) -> Totals {
        Totals { schema: SCHEMA.to_owned(), about, whole, ranges: Vec::new(), precise: false, counts }
    }

    /// Adds the totals of other games.
    ///
    /// # Errors
    /// Two ranges that overlap.
    pub(super) fn add(&mut self, counts: &Counts, ranges: &[Range]) -> Result<(), (Range, Range)> {
        self.ranges = joined(self.ranges.iter().chain(ranges).copied().collect())?;
        self.counts.add(counts);
        Ok(())
    }
}

pub(super) fn overlap(a: Range, b: Range) -> Failure {
    let told = format!("games {}..{} and {}..{} overlap", a.from, a.to, b.from, b.to);
    Diagnostic::error(Code::MISFIT, told).help("each game counts once: leave one of the files out").into()
}

/// The totals in a file; none where there is no such file.
pub(super) fn read_if_there(path: &Path) -> Result<Option<Totals>, Failure> {
    if path.exists() { read(path).map(Some) } else { Ok(None) }
}

/// The totals in a file.
pub(super) fn read(path: &Path) -> Result<Totals, Failure> {
    let shown = path.display();
    let text = fs::read_to_string(path).map_err(|error| {
        Failure::from(Diagnostic::error(Code::CANNOT_READ, format!("`{shown}` cannot be read: {error}")))
    })?;
    let totals: Totals = serde_json::from_str(&text).map_err(|error| {
        let told = format!("`{shown}` has no totals of simulated games: {error}");
        Failure::from(
            Diagnostic::error(Code::MISFIT, told).help("`houserule sim … -o FILE` writes such files"),
        )
    })?;
    if totals.schema != SCHEMA {
        let told = format!("`{shown}` is of schema `{}`, not `{SCHEMA}`", totals.schema);
        return Err(Diagnostic::error(Code::MISFIT, told).into());
    }
    Ok(totals)
}

/// Writes totals: to a file beside, then in place of the old one, so that a half file is never seen.
pub(super) fn write(path: &Path, totals: &Totals) -> Result<(), Failure> {
    let mut beside = path.as_os_str().to_owned();
    beside.push(".tmp");
    let beside = Path::new(&beside);
    let text = serde_json::to_string_pretty(totals).unwrap_or_default() + "\n";
    fs::write(beside, text)
        .and_then(|()| fs::rename(beside, path))
        .map_err(|error| cannot_write(path, &error))
}

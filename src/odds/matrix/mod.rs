//! Games of two sides that decide at the same time, where one wins what the other loses: what the game is worth, and
//! with what chances each should decide.
//!
//! A matrix has a row for each decision of the one side and a column for each of the other; an entry is what the row side
//! wins. Both are best off with a mixture: the row side then wins at least the value whatever the columns do, and the
//! column side loses no more. The mixtures are found by the simplex method over whole numbers (`tableau.rs`), so they are
//! exact; there may be others that are as good.

mod tableau;

use std::cmp::Ordering;

use super::limits::{TooMuch, Work};
use super::natural::{Natural, Whole, common_multiple};
use super::ratio::Ratio;
use tableau::Tableau;

/// A solved game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MatrixGame {
    /// What the row side wins on average when both decide as well as they can.
    pub value: Ratio,
    /// The chance with which the row side takes each row.
    pub rows: Vec<Ratio>,
    /// The chance with which the column side takes each column.
    pub columns: Vec<Ratio>,
    /// What becomes of each row.
    by_row: Vec<Standing>,
    /// What becomes of each column.
    by_column: Vec<Standing>,
}

/// What becomes of a decision that is always taken; all figures are what the row side wins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standing {
    /// On average, while the others keep to their mixture.
    pub against_mixture: Ratio,
    /// Once the others have seen through it.
    pub when_known: Ratio,
    /// What they then decide: the first of those that are as good for them.
    pub reply: usize,
}

impl MatrixGame {
    /// What becomes of a row that is always taken.
    pub fn row(&self, row: usize) -> Option<&Standing> {
        self.by_row.get(row)
    }

    /// What becomes of a column that is always taken.
    pub fn column(&self, column: usize) -> Option<&Standing> {
        self.by_column.get(column)
    }

    /// What the row side gives away by always taking this row, while the columns keep to their mixture; never below zero,
    /// and zero for each row of a best mixture.
    pub fn gives_away(&self, row: usize) -> Option<Ratio> {
        Some(self.value.minus(&self.by_row.get(row)?.against_mixture))
    }
}

/// Why a matrix has no solution.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoGame {
    /// It has no row or no column.
    Empty,
    /// Its rows differ in length.
    Ragged,
    /// It would take too long.
    TooMuch(TooMuch),
}

/// Solves a matrix game; a row of the matrix is a decision of the side that wins what is written.
///
/// # Errors
/// A matrix without entries, or of rows of different lengths, or too large for the work that is left.
pub fn solve_matrix(matrix: &[Vec<Ratio>], work: &mut Work) -> Result<MatrixGame, NoGame> {
    let columns = matrix.first().map_or(0, Vec::len);
    if columns == 0 {
        return Err(NoGame::Empty);
    }
    if matrix.iter().any(|row| row.len() != columns) {
        return Err(NoGame::Ragged);
    }
    // Whole numbers above zero, so that the value is above zero too and can be divided by.
    let entries = || matrix.iter().flatten();
    let scale = entries().fold(Natural::ONE, |scale, entry| common_multiple(&scale, entry.below()));
    let whole = |entry: &Ratio| entry.above() * Whole::from(&scale / entry.below());
    let least = entries().map(whole).min().unwrap_or(Whole::ZERO);
    let shift = Whole::ONE - least;
    let raised: Vec<Vec<Whole>> =
        matrix.iter().map(|row| row.iter().map(|entry| whole(entry) + &shift).collect()).collect();

    let mut tableau = Tableau::new(raised);
    tableau.solve(work).map_err(NoGame::TooMuch)?;
    let (rows, columns, sum, unit) = tableau.mixtures();
    let share = |part: &Whole| Ratio::new(part.clone(), sum.clone());
    let rows: Vec<Ratio> = rows.iter().map(share).collect();
    let columns: Vec<Ratio> = columns.iter().map(share).collect();
    let scale = Ratio::new(Whole::from(scale), Natural::ONE);
    let value = Ratio::new(unit, sum).minus(&Ratio::new(shift, Natural::ONE)).over(&scale);
    let by_row = matrix.iter().map(|row| standing(row.iter(), &columns, Ordering::Less)).collect();
    let by_column = (0..columns.len())
        .map(|at| standing(matrix.iter().map(|row| &row[at]), &rows, Ordering::Greater))
        .collect();
    Ok(MatrixGame { value, rows, columns, by_row, by_column })
}

/// What becomes of a decision with these entries; the others like the first that stands so to all others.
fn standing<'r>(
    entries: impl Iterator<Item = &'r Ratio> + Clone,
    mixture: &[Ratio],
    liked: Ordering,
) -> Standing {
    let parts = entries.clone().zip(mixture).filter(|(_, chance)| !chance.is_zero());
    let against_mixture = parts.fold(Ratio::ZERO, |sum, (entry, chance)| sum.plus(&entry.times(chance)));
    let reply = entries.enumerate().reduce(|best, one| if one.1.cmp(best.1) == liked { one } else { best });
    let (reply, when_known) = reply.map_or((0, Ratio::ZERO), |(at, entry)| (at, entry.clone()));
    Standing { against_mixture, when_known, reply }
}

#[cfg(test)]
mod tests;

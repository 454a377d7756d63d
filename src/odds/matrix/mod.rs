//! Games of two sides that decide at the same time, where one wins what the other loses: what the game is worth, and
//! with what chances each should decide.
//!
//! A matrix has a row for each decision of the one side and a column for each of the other; an entry is what the row side
//! wins. Both are best off with a mixture: the row side then wins at least the value whatever the columns do, and the
//! column side loses no more. The mixtures are found by the simplex method over whole numbers (`tableau.rs`), so they are
//! exact; there may be others that are as good.

mod tableau;

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
    /// What each row wins on average against the mixture of the columns.
    row_wins: Vec<Ratio>,
    /// What each row wins against the column that is worst for it.
    row_at_worst: Vec<Ratio>,
}

impl MatrixGame {
    /// What the row side gives away by always taking this row, while the columns keep to their mixture; never below zero,
    /// and zero for each row of a best mixture.
    pub fn gives_away(&self, row: usize) -> Option<Ratio> {
        Some(self.value.minus(self.row_wins.get(row)?))
    }

    /// What the row side gives away by always taking this row, once the column side has seen through it.
    pub fn gives_away_when_known(&self, row: usize) -> Option<Ratio> {
        Some(self.value.minus(self.row_at_worst.get(row)?))
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
    let wins = |row: &Vec<Ratio>| {
        let parts = row.iter().zip(&columns).map(|(entry, chance)| entry.times(chance));
        parts.fold(Ratio::ZERO, |sum, part| sum.plus(&part))
    };
    let row_wins = matrix.iter().map(wins).collect();
    let lower = |left: &Ratio, right: &Ratio| *left.minus(right).above() < Whole::ZERO;
    let worst = |row: &Vec<Ratio>| {
        let lowest = row.iter().reduce(|least, entry| if lower(entry, least) { entry } else { least });
        lowest.cloned().unwrap_or(Ratio::ZERO)
    };
    let row_at_worst = matrix.iter().map(worst).collect();
    Ok(MatrixGame { value, rows, columns, row_wins, row_at_worst })
}

#[cfg(test)]
mod tests;

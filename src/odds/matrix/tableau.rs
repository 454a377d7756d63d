//! The simplex method over whole numbers: all entries have one denominator, and every division is exact.
//!
//! Wanted is the largest sum of numbers `y`, none below zero, such that no row of `matrix · y` exceeds 1. One over that
//! sum is the value of the game, `y` in its shares the mixture of the columns, and what the last row of the tableau says
//! of the rows is theirs.

use super::super::limits::{TooMuch, Work, cost_of_product};
use super::super::natural::{Natural, Whole, words};
use dashu_int::ops::UnsignedAbs;

/// A variable: what is left to 1 in a row, or the number of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Variable {
    Column(usize),
    Row(usize),
}

/// Rows of what the basic variables are, in terms of the others; the last column is the constant, the last row the sum.
#[derive(Debug)]
pub(super) struct Tableau {
    entries: Vec<Vec<Whole>>,
    /// What all entries are to be divided by; above zero.
    unit: Whole,
    basic: Vec<Variable>,
    free: Vec<Variable>,
}

impl Tableau {
    /// For a matrix of numbers above zero.
    pub(super) fn new(matrix: Vec<Vec<Whole>>) -> Tableau {
        let columns = matrix.first().map_or(0, Vec::len);
        let basic = (0..matrix.len()).map(Variable::Row).collect();
        let free: Vec<Variable> = (0..columns).map(Variable::Column).collect();
        let mut entries = matrix;
        for row in &mut entries {
            row.push(Whole::ONE);
        }
        entries.push([vec![-Whole::ONE; columns], vec![Whole::ZERO]].concat());
        Tableau { entries, unit: Whole::ONE, basic, free }
    }

    /// Goes on until the sum cannot grow.
    ///
    /// # Errors
    /// Where that would take too long.
    pub(super) fn solve(&mut self, work: &mut Work) -> Result<(), TooMuch> {
        let mut is_stuck = false;
        while let Some(column) = self.entering(is_stuck) {
            // Numbers above zero bound every column, so there is always one that leaves.
            let Some(row) = self.leaving(column) else { return Ok(()) };
            // Where a step gains nothing, the steps might go round in a circle but for Bland's rule.
            is_stuck = self.entries[row][self.free.len()].is_zero();
            let size = words(&(&self.unit).unsigned_abs()) + 1;
            let count = (self.entries.len() * (self.free.len() + 1)) as u64;
            work.spend(count, 3 * cost_of_product(size, size))?;
            self.exchange(row, column);
        }
        Ok(())
    }

    /// The column by which the sum grows fastest; the first, by its variable, where steps gain nothing.
    fn entering(&self, is_stuck: bool) -> Option<usize> {
        let sums = self.entries.last()?;
        let growing = (0..self.free.len()).filter(|at| sums[*at] < Whole::ZERO);
        match is_stuck {
            true => growing.min_by_key(|at| self.free[*at]),
            false => growing.min_by(|a, b| sums[*a].cmp(&sums[*b]).then(self.free[*a].cmp(&self.free[*b]))),
        }
    }

    /// The row that allows the least.
    fn leaving(&self, column: usize) -> Option<usize> {
        let constant = self.free.len();
        let bounding = (0..self.basic.len()).filter(|at| self.entries[*at][column] > Whole::ZERO);
        bounding.min_by(|a, b| {
            let (one, other) = (&self.entries[*a], &self.entries[*b]);
            let order = (&one[constant] * &other[column]).cmp(&(&other[constant] * &one[column]));
            order.then(self.basic[*a].cmp(&self.basic[*b]))
        })
    }

    /// Lets a basic variable and a free one change places.
    fn exchange(&mut self, row: usize, column: usize) {
        let pivot = self.entries[row][column].clone();
        let own = std::mem::take(&mut self.entries[row]);
        for entries in self.entries.iter_mut().filter(|entries| !entries.is_empty()) {
            let factor = std::mem::replace(&mut entries[column], Whole::ZERO);
            for (at, entry) in entries.iter_mut().enumerate().filter(|(at, _)| *at != column) {
                let product = &*entry * &pivot - &factor * &own[at];
                // By the law of determinants this leaves no remainder.
                *entry = product / &self.unit;
            }
            entries[column] = -factor;
        }
        self.entries[row] = own;
        self.entries[row][column] = std::mem::replace(&mut self.unit, pivot);
        std::mem::swap(&mut self.basic[row], &mut self.free[column]);
    }

    /// The mixtures of rows and of columns, both out of the sum, and the unit: the value of the game is the unit over the
    /// sum.
    pub(super) fn mixtures(&self) -> (Vec<Whole>, Vec<Whole>, Natural, Whole) {
        let constant = self.free.len();
        let (mut rows, mut columns) = (vec![Whole::ZERO; self.basic.len()], vec![Whole::ZERO; constant]);
        let sums = &self.entries[self.basic.len()];
        for (variable, sum) in self.free.iter().zip(sums) {
            if let Variable::Row(at) = variable {
                rows[*at] = sum.clone();
            }
        }
        for (variable, entries) in self.basic.iter().zip(&self.entries) {
            if let Variable::Column(at) = variable {
                columns[*at] = entries[constant].clone();
            }
        }
        (rows, columns, (&sums[constant]).unsigned_abs(), self.unit.clone())
    }
}

//! What the cells of a table have to keep to, whatever layers write into them.

use super::Assembly;
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::kernel::catalogue::Table;
use crate::kernel::value::Value;

impl Assembly<'_> {
    /// Holds every table against the range that it declares, and against its promise to rise.
    pub(super) fn check_tables(&mut self) {
        for table in self.data.catalogue.tables.values().cloned().collect::<Vec<_>>() {
            for row in 0..table.rows.len() {
                for column in 0..table.columns.len() {
                    if self.is_full() {
                        return;
                    }
                    let told = beyond(&table, (row, column))
                        .or_else(|| unordered(&table, (row, column)))
                        .or_else(|| falling(&table, (row, column)));
                    if let Some(told) = told {
                        self.tell(told);
                    }
                }
            }
        }
    }
}

fn span(table: &Table, cell: (usize, usize)) -> Span {
    table.cells.get(&cell).unwrap_or(&table.origin).span
}

fn called(table: &Table, (row, column): (usize, usize)) -> String {
    format!("row {} column {}", table.rows[row].0, table.columns[column])
}

/// A cell that is no number of the table's range.
fn beyond(table: &Table, cell: (usize, usize)) -> Option<Diagnostic> {
    let (least, greatest) = table.range?;
    let value = &table.rows[cell.0].1[cell.1];
    if matches!(value, Value::Int(number) if (least..=greatest).contains(number)) {
        return None;
    }
    let place = called(table, cell);
    let title = format!("table `{}`, {place} is {value}, outside {least}..{greatest}", table.name);
    let told = Diagnostic::error(Code::OUT_OF_RANGE, title).at(span(table, cell), "");
    Some(told.help(format!("write whole numbers from {least} to {greatest}")))
}

/// A cell that is no number, in a table that rises.
fn unordered(table: &Table, cell: (usize, usize)) -> Option<Diagnostic> {
    let value = &table.rows[cell.0].1[cell.1];
    if !table.rising || matches!(value, Value::Int(_)) {
        return None;
    }
    let title = format!("table `{}` cannot rise: {} is {value}, no number", table.name, called(table, cell));
    let told = Diagnostic::error(Code::OUT_OF_RANGE, title).at(span(table, cell), "");
    Some(told.help("it is declared `rising`: write whole numbers, or leave `rising` out"))
}

/// A cell that is less than the one to its left or the one above, in a table that rises.
fn falling(table: &Table, cell: (usize, usize)) -> Option<Diagnostic> {
    let number = |(row, column): (usize, usize)| match table.rows[row].1[column] {
        Value::Int(number) => Some(number),
        _ => None,
    };
    let (row, column) = cell;
    let own = number(cell).filter(|_| table.rising)?;
    let before =
        [row.checked_sub(1).map(|row| (row, column)), column.checked_sub(1).map(|column| (row, column))];
    let higher =
        before.into_iter().flatten().find(|other| number(*other).is_some_and(|number| number > own))?;
    let (name, place, more) = (&table.name, called(table, cell), called(table, higher));
    let title = format!("table `{name}` falls: {place} is {own}, and {more} is {}", number(higher)?);
    // Of the two, the one that a layer has changed is more likely to be the mistake.
    let changed = [cell, higher].into_iter().find(|cell| table.cells.contains_key(cell)).unwrap_or(cell);
    let told = Diagnostic::error(Code::OUT_OF_RANGE, title).at(span(table, changed), "");
    Some(told.help("it is declared `rising`: no number is less than the one to its left or the one above it"))
}

//! Which columns and rows of the sheet are shown.

use crate::kernel::hex::{Hex, Layout};

/// So few rows are shown as well.
const SPARED: u32 = 2;

/// Which part of the map is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Window {
    /// The hex in the middle; without one the whole map, or the part with units where it is too wide.
    pub hex: Option<Hex>,
    /// The ends of what is asked about, to be in view where not everything is shown. Where the width has no end, as in a
    /// file, everything is.
    pub ends: Option<[Hex; 2]>,
    /// How many rows of hexes a part shows, at most, unless its ends are further apart. A map that is shown whole shows all of them.
    pub rows: u32,
}

impl Default for Window {
    /// The whole map; of a wide one, eight rows.
    fn default() -> Self {
        Window { hex: None, ends: None, rows: 8 }
    }
}

impl Window {
    /// The part of the map round a hex.
    pub fn round(hex: Hex) -> Self {
        Window { hex: Some(hex), ..Window::default() }
    }
}

/// Columns and rows as numbered on the sheet: first, and one past the last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Extent {
    pub(super) columns: (u32, u32),
    pub(super) rows: (u32, u32),
}

impl Extent {
    pub(super) fn whole(layout: &Layout) -> Self {
        let (column, row) = (layout.first_column(), layout.first_row());
        Extent { columns: (column, column + layout.columns()), rows: (row, row + layout.rows()) }
    }

    /// What a window shows: `midst` in the middle where not everything fits.
    pub(super) fn of_window(layout: &Layout, window: Window, midst: Option<Hex>, columns: u32) -> Self {
        let whole = Extent::whole(layout);
        let (column, row) =
            midst.and_then(|hex| layout.column_row(hex)).unwrap_or((whole.columns.0, whole.rows.0));
        let rows = window.rows.max(1);
        let Some(ends) = window.ends.filter(|_| window.hex.is_none()) else {
            if window.hex.is_none() && layout.columns() <= columns {
                return whole;
            }
            return Extent {
                columns: part(whole.columns, column, columns),
                rows: part(whole.rows, row, rows),
            };
        };
        let ends = ends.map(|hex| layout.column_row(hex).unwrap_or((column, row)));
        // To leave a row or two out saves less than it hides.
        let rows = if layout.rows() <= rows.saturating_add(SPARED) { layout.rows() } else { rows };
        Extent {
            columns: part_with(whole.columns, ends.map(|(column, _)| column), columns, columns),
            rows: part_with(whole.rows, ends.map(|(_, row)| row), rows, u32::MAX),
        }
    }

    /// Hexes of the sheet that are shown, column by column.
    pub(super) fn hexes(self, layout: &Layout) -> impl Iterator<Item = Hex> {
        let rows = self.rows;
        (self.columns.0..self.columns.1)
            .flat_map(move |column| (rows.0..rows.1).filter_map(move |row| layout.hex(column, row)))
    }

    /// What of the sheet is not shown, in words; nothing where all of it is.
    pub(super) fn cut_off(&self, layout: &Layout) -> Option<String> {
        let whole = Extent::whole(layout);
        let digits = layout.number_digits();
        let mut cut = Vec::new();
        for (what, all, shown) in [("column", whole.columns, self.columns), ("row", whole.rows, self.rows)] {
            let beside = [(all.0, shown.0), (shown.1, all.1)];
            let beside = beside.into_iter().filter(|(first, end)| first < end);
            let ranges: Vec<String> = beside
                .map(|(first, end)| match end - 1 {
                    last if last == first => format!("{first:0digits$}"),
                    last => format!("{first:0digits$} to {last:0digits$}"),
                })
                .collect();
            let many = (all.1 - all.0) - (shown.1 - shown.0) > 1;
            if !ranges.is_empty() {
                cut.push(format!("{what}{} {}", if many { "s" } else { "" }, ranges.join(" and ")));
            }
        }
        (!cut.is_empty()).then(|| format!("not shown: {}", cut.join(", ")))
    }
}

/// So many of a range, or more up to a limit, with two numbers in it: the first in the middle where the second is then
/// in it too; else what is between them; as much from the first on as there is room for where that is too much.
fn part_with(range: (u32, u32), [from, to]: [u32; 2], count: u32, most: u32) -> (u32, u32) {
    let round = part(range, from, count);
    if (round.0..round.1).contains(&to) {
        return round;
    }
    let apart = from.abs_diff(to).saturating_add(1);
    if apart > most {
        return part(
            range,
            if from < to { from + most / 2 } else { from.saturating_sub((most - 1) / 2) },
            most,
        );
    }
    let (first, count) = (from.min(to), count.max(apart).min(range.1 - range.0));
    let first = first.saturating_sub((count - apart) / 2).clamp(range.0, range.1 - count);
    (first, first + count)
}

/// So many of a range with one number in the middle, or as near to it as the ends allow.
fn part(range: (u32, u32), middle: u32, count: u32) -> (u32, u32) {
    let count = count.min(range.1 - range.0);
    let first = middle.saturating_sub(count / 2).clamp(range.0, range.1 - count);
    (first, first + count)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::hex::{Orientation, Shove};

    #[test]
    fn a_part_between_two_ends_leaves_no_single_rows_out() {
        for (rows, shown) in [(7, 7), (8, 8), (9, 9), (10, 10), (11, 8), (30, 8)] {
            let layout = Layout::new(Orientation::Flat, Shove::Odd, 11, rows).unwrap();
            let ends = Some([layout.hex(4, 6).unwrap(); 2]);
            let window = Window { ends, ..Window::default() };
            let Extent { rows: (first, end), .. } = Extent::of_window(&layout, window, None, 11);
            assert_eq!(end - first, shown, "{rows}");
        }
    }
}

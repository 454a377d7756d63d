//! Aligned tables that fit a width: text breaks over lines, less wanted columns are left out and named.

use super::style::{Ink, Style};
use super::wrap::{clip, room_after, shown_width, wrap};

/// Which way the cells of a column lean.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Align {
    /// To the left, for text.
    Left,
    /// To the right, for numbers.
    Right,
}

/// What becomes of a column when the width does not suffice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Room {
    /// It stays; only when nothing else helps are its cells cut short.
    Keep,
    /// Its text breaks over several lines.
    Wrap,
    /// It is left out, the last such column first, and a note says so.
    Drop,
}

/// The head of a column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    /// What it is called.
    pub head: String,
    /// Which way its cells lean.
    pub align: Align,
    /// What becomes of it when the width does not suffice.
    pub room: Room,
    /// Whether it is left out, with a note, before anything is cut short, though it stays as long as text can be broken further.
    pub yields: bool,
}

impl Column {
    /// A column of text that stays.
    pub fn text(head: &str) -> Self {
        Column { head: head.to_owned(), align: Align::Left, room: Room::Keep, yields: false }
    }

    /// A column of numbers that stays.
    pub fn number(head: &str) -> Self {
        Column { head: head.to_owned(), align: Align::Right, room: Room::Keep, yields: false }
    }

    /// The same, with what becomes of it when the width does not suffice.
    #[must_use]
    pub fn room(self, room: Room) -> Self {
        Column { room, ..self }
    }

    /// The same, left out before anything is cut short: others need the room more.
    #[must_use]
    pub fn yielding(self) -> Self {
        Column { yields: true, ..self }
    }
}

/// One cell: its text and how it is painted.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Cell {
    /// The text.
    pub text: String,
    /// How it is painted.
    pub ink: Ink,
}

impl Cell {
    /// A cell with its own ink.
    pub fn inked(text: impl Into<String>, ink: Ink) -> Self {
        Cell { text: text.into(), ink }
    }
}

impl<T: Into<String>> From<T> for Cell {
    fn from(text: T) -> Self {
        Cell { text: text.into(), ink: Ink::new() }
    }
}

/// A table to be drawn. Cells may hold any text; it is made safe when drawn.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Listing {
    /// The columns.
    pub columns: Vec<Column>,
    /// The rows, one cell a column; missing cells are empty.
    pub rows: Vec<Vec<Cell>>,
}

/// Asked before each row of a long table: whether what is left of it is to be left out, as for Ctrl-C.
pub type Stop<'a> = &'a dyn Fn() -> bool;

/// So many rows of a table are told without asking: they take no time, and something is shown of what there is.
pub const AT_ONCE: usize = 200;

/// Whether the row at a place, from 0, is still to be told.
pub(super) fn goes_on(at: usize, stop: Stop<'_>) -> bool {
    at < AT_ONCE || !stop()
}

/// What parts two columns.
const GAP: &str = "  ";

/// Columns of text are broken down to this width before others are left out.
const NARROWEST: usize = 16;

/// Where there is no width to fit, as in a pipe, columns of text are filled up to this; a cell that is longer pushes the rest of its own line
/// to the right and no other.
const FILLED: usize = 60;

impl Listing {
    /// A table without rows.
    pub fn new(columns: impl IntoIterator<Item = Column>) -> Self {
        Listing { columns: columns.into_iter().collect(), ..Listing::default() }
    }

    /// Adds a row.
    pub fn row(&mut self, cells: impl IntoIterator<Item = Cell>) {
        self.rows.push(cells.into_iter().collect());
    }

    /// Takes out the columns whose cells are all empty.
    pub fn leave_out_blank(&mut self) {
        let is_filled =
            |at: usize| self.rows.iter().any(|row| row.get(at).is_some_and(|c| !c.text.is_empty()));
        let filled: Vec<bool> = (0..self.columns.len()).map(is_filled).collect();
        let mut at = filled.iter();
        self.columns.retain(|_| *at.next().unwrap_or(&true));
        for row in &mut self.rows {
            let mut at = filled.iter();
            row.retain(|_| *at.next().unwrap_or(&true));
        }
    }

    /// The table in a style, each line ended. Without columns it is empty.
    pub fn draw(&self, style: &Style) -> String {
        self.draw_until(style, &|| false)
    }

    /// The same, with no more rows than are done when it is enough; the first 200 are told in any case.
    pub fn draw_until(&self, style: &Style, stop: Stop<'_>) -> String {
        let rows = self.rows.iter().enumerate().take_while(|(at, _)| goes_on(*at, stop));
        let clean = Listing {
            columns: self
                .columns
                .iter()
                .map(|c| Column { head: style.clean(&c.head), ..c.clone() })
                .collect(),
            rows: rows.map(|(_, row)| clean_row(row, self.columns.len(), style)).collect(),
        };
        if style.plain { clean.records(style, stop) } else { clean.aligned(style, stop) }
    }

    /// Whether no column has to be left out in this style.
    pub fn fits(&self, style: &Style) -> bool {
        style.plain || self.fit(style).1.is_empty()
    }

    /// One record a line: `name: t3; side: Red`. Empty cells are left out.
    fn records(&self, style: &Style, stop: Stop<'_>) -> String {
        let mut out = String::new();
        for (_, row) in self.rows.iter().enumerate().take_while(|(at, _)| goes_on(*at, stop)) {
            let told = self.columns.iter().zip(row).filter(|(_, cell)| !cell.text.is_empty());
            let told: Vec<String> = told
                .map(|(column, cell)| match column.head.is_empty() {
                    true => style.paint(cell.ink, &cell.text),
                    false => format!("{}: {}", column.head, style.paint(cell.ink, &cell.text)),
                })
                .collect();
            out.push_str(&told.join("; "));
            out.push('\n');
        }
        out
    }

    fn aligned(&self, style: &Style, stop: Stop<'_>) -> String {
        let (shown, left_out) = self.fit(style);
        let mut out = String::new();
        if shown.is_empty() {
            return out;
        }
        if self.columns.iter().any(|column| !column.head.is_empty()) {
            let heads: Vec<Cell> =
                self.columns.iter().map(|c| Cell::inked(&*c.head, style.strong())).collect();
            self.draw_row(&heads, &shown, style, &mut out);
            out.push_str(&self.rule(&shown, style));
        }
        for (_, row) in self.rows.iter().enumerate().take_while(|(at, _)| goes_on(*at, stop)) {
            self.draw_row(row, &shown, style, &mut out);
        }
        if !left_out.is_empty() {
            let note = format!("left out for want of room: {}", left_out.join(", "));
            for line in wrap(&note, style.width) {
                out.push_str(&style.paint(style.faint(), &line));
                out.push('\n');
            }
        }
        out
    }

    /// The columns that are shown with their widths, and the heads of those that are not.
    fn fit(&self, style: &Style) -> (Vec<(usize, usize)>, Vec<&str>) {
        let mut shown: Vec<(usize, usize)> =
            (0..self.columns.len()).map(|at| (at, self.natural_width(at))).collect();
        if !style.breaks_lines() {
            for (at, wide) in &mut shown {
                if self.columns[*at].room == Room::Wrap {
                    *wide = (*wide).min(FILLED);
                }
            }
            return (shown, Vec::new());
        }
        let (width, mut left_out) = (style.width, Vec::new());
        loop {
            let excess = self.excess(&shown, width);
            if excess == 0 {
                return (shown, left_out);
            }
            let spare = |(at, wide): &(usize, usize)| match self.columns[*at].room {
                Room::Wrap => wide.saturating_sub(NARROWEST.max(shown_width(&self.columns[*at].head))),
                Room::Keep | Room::Drop => 0,
            };
            if shown.iter().map(spare).sum::<usize>() >= excess {
                self.narrow(&mut shown, width, spare);
                return (shown, left_out);
            }
            if let Some(last) = shown.iter().rposition(|(at, _)| self.columns[*at].room == Room::Drop) {
                let (at, _) = shown.remove(last);
                left_out.insert(0, &*self.columns[at].head);
                continue;
            }
            let between_words = |(at, wide): &(usize, usize)| match self.columns[*at].room {
                Room::Wrap => wide.saturating_sub(self.longest_word(*at)),
                Room::Keep | Room::Drop => 0,
            };
            if shown.iter().map(between_words).sum::<usize>() >= excess {
                self.narrow(&mut shown, width, between_words);
                return (shown, left_out);
            }
            match shown.iter().rposition(|(at, _)| self.columns[*at].yields) {
                Some(last) => {
                    let (at, _) = shown.remove(last);
                    left_out.insert(0, &*self.columns[at].head);
                }
                None => {
                    self.narrow(&mut shown, width, between_words);
                    self.narrow(&mut shown, width, |(_, wide)| wide.saturating_sub(1));
                    return (shown, left_out);
                }
            }
        }
    }

    /// Takes columns from whichever has the most to spare until the table fits or none has any.
    fn narrow(&self, shown: &mut [(usize, usize)], width: usize, spare: impl Fn(&(usize, usize)) -> usize) {
        for _ in 0..self.excess(shown, width) {
            let Some(most) = (0..shown.len()).max_by_key(|i| spare(&shown[*i])) else { return };
            if spare(&shown[most]) == 0 {
                return;
            }
            shown[most].1 -= 1;
        }
    }

    fn excess(&self, shown: &[(usize, usize)], width: usize) -> usize {
        let gaps = GAP.len() * shown.len().saturating_sub(1);
        (shown.iter().map(|(_, wide)| wide).sum::<usize>() + gaps).saturating_sub(width)
    }

    fn natural_width(&self, at: usize) -> usize {
        let cells = self.rows.iter().filter_map(|row| row.get(at)).map(|cell| shown_width(&cell.text));
        cells.max().unwrap_or(0).max(shown_width(&self.columns[at].head))
    }

    fn longest_word(&self, at: usize) -> usize {
        let cells = self.rows.iter().filter_map(|row| row.get(at)).map(|cell| &*cell.text);
        let words = cells.chain([&*self.columns[at].head]).flat_map(str::split_whitespace);
        words.map(shown_width).max().unwrap_or(0)
    }

    fn rule(&self, shown: &[(usize, usize)], style: &Style) -> String {
        let glyphs = style.glyphs();
        let parts: Vec<String> = shown.iter().map(|(_, wide)| glyphs.rule.repeat(*wide)).collect();
        format!("{}\n", style.paint(style.faint(), &parts.join(GAP)))
    }

    fn draw_row(&self, row: &[Cell], shown: &[(usize, usize)], style: &Style, out: &mut String) {
        let glyphs = style.glyphs();
        let broken: Vec<Vec<String>> = shown
            .iter()
            .map(|(at, wide)| match self.columns[*at].room {
                Room::Wrap if !style.breaks_lines() => vec![row[*at].text.clone()],
                Room::Wrap => wrap(&row[*at].text, *wide),
                Room::Keep | Room::Drop => vec![clip(&row[*at].text, *wide, glyphs.more)],
            })
            .collect();
        for line in 0..broken.iter().map(Vec::len).max().unwrap_or(0) {
            let mut drawn = String::new();
            for (place, ((at, wide), texts)) in shown.iter().zip(&broken).enumerate() {
                let text = texts.get(line).map_or("", String::as_str);
                let blanks = " ".repeat(room_after(text, *wide));
                let text = style.paint(row[*at].ink, text);
                if place > 0 {
                    drawn.push_str(GAP);
                }
                match self.columns[*at].align {
                    Align::Left => drawn.extend([&*text, &*blanks]),
                    Align::Right => drawn.extend([&*blanks, &*text]),
                }
            }
            out.push_str(drawn.trim_end());
            out.push('\n');
        }
    }
}

fn clean_row(row: &[Cell], columns: usize, style: &Style) -> Vec<Cell> {
    let clean = row.iter().map(|cell| Cell::inked(style.clean(&cell.text), cell.ink));
    clean.chain(std::iter::repeat_with(Cell::default)).take(columns).collect()
}

//! A sheet of letters, each with its ink.

use unicode_width::UnicodeWidthChar;

use crate::report::style::{Ink, Style};

/// Takes the place behind a wide letter.
const BEHIND_WIDE: char = '\0';

/// A sheet to draw on. What falls off it is not drawn.
pub(super) struct Canvas {
    columns: usize,
    spots: Vec<(char, Ink)>,
}

impl Canvas {
    pub(super) fn new(columns: usize, lines: usize) -> Self {
        Canvas { columns, spots: vec![(' ', Ink::new()); columns * lines] }
    }

    /// Puts one letter of one column.
    pub(super) fn put(&mut self, right: i64, down: i64, letter: char, ink: Ink) {
        let (Ok(right), Ok(down)) = (usize::try_from(right), usize::try_from(down)) else { return };
        if right < self.columns
            && let Some(spot) = self.spots.get_mut(down * self.columns + right)
        {
            *spot = (letter, ink);
        }
    }

    /// Writes a text to the right, wide letters over two columns, and says where it ends.
    pub(super) fn write(&mut self, right: i64, down: i64, text: &str, ink: Ink) -> i64 {
        let mut at = right;
        for letter in text.chars() {
            match letter.width().unwrap_or(0) {
                0 => {}
                1 => {
                    self.put(at, down, letter, ink);
                    at += 1;
                }
                _ => {
                    self.put(at, down, letter, ink);
                    self.put(at + 1, down, BEHIND_WIDE, ink);
                    at += 2;
                }
            }
        }
        at
    }

    /// The sheet as lines, without blanks at their ends and without empty lines above and below.
    pub(super) fn print(&self, style: &Style) -> String {
        if self.columns == 0 {
            return String::new();
        }
        let lines: Vec<String> =
            self.spots.chunks(self.columns).map(|line| print_line(line, style)).collect();
        let first = lines.iter().position(|line| !line.is_empty()).unwrap_or(0);
        let end = lines.iter().rposition(|line| !line.is_empty()).map_or(0, |last| last + 1);
        lines[first.min(end)..end].iter().flat_map(|line| [line, "\n"]).collect()
    }
}

fn print_line(line: &[(char, Ink)], style: &Style) -> String {
    let end = line.iter().rposition(|(letter, _)| *letter != ' ').map_or(0, |last| last + 1);
    let mut out = String::new();
    for run in line[..end].chunk_by(|a, b| a.1 == b.1) {
        let text: String = run.iter().map(|(letter, _)| *letter).filter(|l| *l != BEHIND_WIDE).collect();
        out.push_str(&style.paint(run[0].1, &text));
    }
    out
}

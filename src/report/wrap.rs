//! Text measured and cut by the columns that it takes on a terminal.

use unicode_width::UnicodeWidthChar;

pub use crate::diagnostic::{shown_width, wrap};

/// The beginning of a text in at most `columns`, with `mark` at its end where something is cut off.
pub fn clip(text: &str, columns: usize, mark: &str) -> String {
    if shown_width(text) <= columns {
        return text.to_owned();
    }
    let room = columns.saturating_sub(shown_width(mark));
    let mut cut = head_of(text, room);
    cut.push_str(&head_of(mark, columns));
    cut
}

fn head_of(text: &str, columns: usize) -> String {
    let mut used = 0;
    let fits = text.chars().take_while(|letter| {
        used += letter.width().unwrap_or(0);
        used <= columns
    });
    fits.collect()
}

/// How many columns are still free behind a text.
pub(super) fn room_after(text: &str, columns: usize) -> usize {
    columns.saturating_sub(shown_width(text))
}

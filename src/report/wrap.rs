//! Text measured and broken by the columns that it takes on a terminal.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// How many columns a text takes, wide letters counted twice. The text must hold no escape sequences.
pub fn shown_width(text: &str) -> usize {
    text.width()
}

/// The text broken at spaces into lines of at most `columns`; a word longer than that is broken within. Never
/// empty. Fewer than two columns count as two, so that a wide letter has a place.
pub fn wrap(text: &str, columns: usize) -> Vec<String> {
    let columns = columns.max(2);
    if shown_width(text) <= columns {
        return vec![text.to_owned()];
    }
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        let gap = usize::from(!line.is_empty());
        if shown_width(&line) + gap + shown_width(word) <= columns {
            line.extend(std::iter::repeat_n(' ', gap));
            line.push_str(word);
            continue;
        }
        if !line.is_empty() {
            lines.push(std::mem::take(&mut line));
        }
        for letter in word.chars() {
            if shown_width(&line) + letter.width().unwrap_or(0) > columns {
                lines.push(std::mem::take(&mut line));
            }
            line.push(letter);
        }
    }
    lines.push(line);
    lines
}

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

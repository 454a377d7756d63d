//! Text broken by the columns that it takes on a terminal.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::is_plain;

/// How many columns a text takes, wide letters counted twice. The text must hold no escape sequences.
pub fn shown_width(text: &str) -> usize {
    // Nearly all text is plain, and then there is nothing to look up.
    if is_plain(text) { text.len() } else { text.width() }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_text_is_as_wide_as_any_other_would_be() {
        for text in ["", "two words", "a\tb\n", "~ {}", "Straße", "部隊", "é"] {
            assert_eq!(shown_width(text), text.width(), "{text:?}");
        }
    }
}

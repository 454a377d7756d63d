//! Writing HTML and SVG where there is little room.

use crate::report::escape::tidy_escape;

/// Text that can be nothing but text, cut short where it has more letters.
pub(super) fn short(text: &str, most: usize) -> String {
    let mut letters = text.chars();
    let head: String = letters.by_ref().take(most).collect();
    let more = if letters.next().is_some() { "…" } else { "" };
    tidy_escape(&head) + more
}

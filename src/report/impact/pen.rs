//! Writing HTML and SVG: text that can be nothing but text.

use crate::report::tidy;

/// Text in which no letter is taken for a tag or for the end of an attribute, and nothing moves a cursor.
pub(super) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in tidy(text).chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            letter if letter.is_control() => {}
            letter => out.push(letter),
        }
    }
    out
}

/// The same, cut short where it has more letters.
pub(super) fn short(text: &str, most: usize) -> String {
    let mut letters = text.chars();
    let head: String = letters.by_ref().take(most).collect();
    let more = if letters.next().is_some() { "…" } else { "" };
    escape(&head) + more
}

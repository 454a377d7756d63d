//! Texts in SVG and HTML that can be nothing but texts.

use std::borrow::Cow;

use super::tidy;

/// Text in which no letter is taken for a tag or for the end of an attribute. What XML cannot hold is left out.
pub(super) fn escape(text: &str) -> Cow<'_, str> {
    let is_plain =
        |byte: u8| (b' '..0x7f).contains(&byte) & !matches!(byte, b'&' | b'<' | b'>' | b'"' | b'\'');
    // Most text is, and need not be looked at letter by letter.
    if text.bytes().fold(true, |all, byte| all & is_plain(byte)) {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::with_capacity(text.len() + 16);
    let mut plain = 0;
    for (at, letter) in text.char_indices() {
        let stands_for = match letter {
            '&' => "&amp;",
            '<' => "&lt;",
            '>' => "&gt;",
            '"' => "&quot;",
            '\'' => "&#39;",
            letter if letter.is_control() || matches!(letter, '\u{fffe}' | '\u{ffff}') => "",
            _ => continue,
        };
        escaped.push_str(&text[plain..at]);
        escaped.push_str(stands_for);
        plain = at + letter.len_utf8();
    }
    escaped.push_str(&text[plain..]);
    Cow::Owned(escaped)
}

/// The same of text that nobody has tidied yet.
pub(super) fn tidy_escape(text: &str) -> String {
    escape(&tidy(text)).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_ends_a_tag_or_an_attribute() {
        assert_eq!(escape("plain"), "plain");
        assert_eq!(escape("é<a b='c' d=\"e\">&"), "é&lt;a b=&#39;c&#39; d=&quot;e&quot;&gt;&amp;");
        assert_eq!(escape("\u{0}\u{1b}[2J\u{fffe}\u{ffff}"), "[2J");
        assert_eq!(tidy_escape("\u{1b}[2J<\u{202e}\u{ffff}"), "&lt;");
    }
}

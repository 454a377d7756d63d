//! Characters that a reader cannot see, or that make him see something else.

/// What is wrong with a character in a text that people are to read, in words; nothing where nothing is.
pub fn unseen(c: char) -> Option<&'static str> {
    Some(match c {
        '\n' | '\t' | ' '..='~' => return None,
        '\0' => "a NUL byte, which no text has",
        '\r' => "a carriage return without a newline",
        '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' | '\u{200E}' | '\u{200F}' | '\u{061C}' => {
            "a character that turns the reading direction"
        }
        '\u{200B}'..='\u{200D}'
        | '\u{2060}'..='\u{2064}'
        | '\u{FEFF}'
        | '\u{00AD}'
        | '\u{034F}'
        | '\u{180E}'
        | '\u{115F}'
        | '\u{1160}'
        | '\u{3164}'
        | '\u{FFA0}'
        | '\u{E0000}'..='\u{E007F}' => "a character that cannot be seen",
        '\u{FFFD}' => "the mark of bytes that are not UTF-8",
        '\u{2028}' | '\u{2029}' => "a line break that most editors do not show",
        c if c.is_control() => "a control character",
        _ => return None,
    })
}

/// What is wrong with the characters of data, rules or a line, each with its place. Blanks that only look like the one between
/// words are wrong between words; in texts and comments people have them on purpose.
pub fn unseen_in(text: &str) -> impl Iterator<Item = (usize, char, &'static str)> {
    let mut inside = Inside::Words;
    let mut all = text.char_indices().peekable();
    std::iter::from_fn(move || {
        while let Some((at, c)) = all.next() {
            let next = all.peek().map(|(_, next)| *next);
            let was = inside;
            inside = match (was, c, next) {
                (Inside::Words, '"' | '`', _) => Inside::Text(c),
                (Inside::Words, '/', Some('/')) => Inside::Line,
                (Inside::Words, '/', Some('*')) => Inside::Block,
                (Inside::Text(end), '\\', _) => Inside::Escape(end),
                (Inside::Escape(end), _, _) => Inside::Text(end),
                (Inside::Text(end), c, _) if c == end => Inside::Words,
                (Inside::Line, '\n', _) => Inside::Words,
                (Inside::Block, '*', Some('/')) => Inside::Words,
                _ => was,
            };
            let what = match is_other_blank(c) {
                true if was == Inside::Words => {
                    Some("a blank that looks like the one between words and is none")
                }
                _ => unseen(c),
            };
            if let Some(what) = what {
                return Some((at, c, what));
            }
        }
        None
    })
}

/// What a character stands in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Inside {
    Words,
    /// A text that ends with this sign.
    Text(char),
    /// The same, behind a backslash.
    Escape(char),
    /// A comment to the end of the line.
    Line,
    /// A comment to its own end.
    Block,
}

/// Blanks of other widths, and those at which no line breaks: what is copied from a book or a page is full of them.
fn is_other_blank(c: char) -> bool {
    matches!(c, '\u{00A0}' | '\u{1680}' | '\u{2000}'..='\u{200A}' | '\u{202F}' | '\u{205F}' | '\u{3000}')
}

/// What to do about a character that is [`unseen`].
pub fn instead_of(c: char) -> &'static str {
    match is_other_blank(c) {
        true => "type a blank in its place",
        false => "delete it; in many editors it cannot be seen, so retype the line",
    }
}

/// Whether a text has nothing but letters, digits and signs that every keyboard has.
pub fn is_plain(text: &str) -> bool {
    let is_plain = |byte: &u8| matches!(byte, b'\n' | b'\t' | b' '..=b'~');
    // All of a chunk, whatever its first ones are, so that they are looked at side by side.
    text.as_bytes().chunks(64).all(|chunk| chunk.iter().fold(true, |all, byte| all & is_plain(byte)))
}

/// The text with a mark for each unseen character, of the same number of bytes, so that places in it stay right.
pub(super) fn with_marks(text: &str) -> String {
    let mut odd = unseen_in(text).map(|(at, ..)| at).peekable();
    let mark = |(at, c): (usize, char)| match (odd.next_if_eq(&at), c.len_utf8()) {
        (None, _) => c,
        (_, 1) => '?',
        (_, 2) => '·',
        (_, 3) => '\u{FFFD}',
        _ => '\u{1F6C7}',
    };
    text.char_indices().map(mark).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_blanks_are_wrong_between_words_alone() {
        let found = |text: &str| unseen_in(text).map(|(at, _, _)| at).collect::<Vec<_>>();
        assert_eq!(found("STR\u{a0}3"), [3]);
        assert_eq!(found("title \"un\u{a0}mot\" // et\u{202f}: \"\nATT\u{3000}2"), [31]);
        assert_eq!(found("/* a\u{a0}\" */\u{a0}`b\u{a0}\\`\u{a0}` c"), [10]);
        // What cannot be seen at all is wrong everywhere.
        assert_eq!(found("\"a\u{200b}\""), [2]);
    }

    #[test]
    fn marks_keep_every_place() {
        let text = "a\u{1b}b\u{ad}c\u{200b}d\u{e0041}e";
        let marked = with_marks(text);
        assert_eq!(marked.len(), text.len());
        assert!(marked.chars().all(|c| c == '\u{FFFD}' || unseen(c).is_none()));
        assert_eq!(marked, "a?b·c\u{FFFD}d\u{1F6C7}e");
    }
}

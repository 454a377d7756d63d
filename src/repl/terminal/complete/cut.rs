//! The part of a line before the cursor: the words that are complete, and the one under way.

use crate::data::is_inch_sign;

/// What the word under way is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sort {
    /// A word as it stands.
    Bare,
    /// A text whose quote is open.
    Quoted,
    /// An expression whose bracket is open.
    Expression,
}

/// A line cut where the word under way begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Cut<'l> {
    /// Everything before that word.
    pub(super) before: &'l str,
    /// The word as far as it is typed, with its quote or bracket.
    pub(super) word: &'l str,
    pub(super) sort: Sort,
}

/// Cuts the text before the cursor.
pub(super) fn cut(head: &str) -> Cut<'_> {
    let bytes = head.as_bytes();
    let mut at = 0;
    let mut begin = None;
    while at < bytes.len() {
        match bytes[at] {
            b' ' | b'\t' | b'\n' | b'\r' | b',' => begin = None,
            b'"' if is_inch_sign(head, at) => {}
            b'"' => match end_of_text(bytes, at) {
                Some(end) => {
                    begin = None;
                    at = end;
                }
                None => return cut_at(head, at, Sort::Quoted),
            },
            b'(' => match end_of_bracket(bytes, at) {
                Some(end) => {
                    begin = None;
                    at = end;
                }
                None => return cut_at(head, at, Sort::Expression),
            },
            _ => begin = begin.or(Some(at)),
        }
        at += 1;
    }
    cut_at(head, begin.unwrap_or(head.len()), Sort::Bare)
}

fn cut_at(head: &str, at: usize, sort: Sort) -> Cut<'_> {
    Cut { before: &head[..at], word: &head[at..], sort }
}

/// The place of the closing quote.
fn end_of_text(bytes: &[u8], from: usize) -> Option<usize> {
    let mut at = from + 1;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 1,
            b'"' => return Some(at),
            _ => {}
        }
        at += 1;
    }
    None
}

/// The place of the bracket that closes the one at `from`.
fn end_of_bracket(bytes: &[u8], from: usize) -> Option<usize> {
    let (mut at, mut deep) = (from, 0_usize);
    while at < bytes.len() {
        match bytes[at] {
            b'"' => at = end_of_text(bytes, at)?,
            b'(' | b'[' | b'{' => deep += 1,
            b')' | b']' | b'}' => {
                deep = deep.saturating_sub(1);
                if deep == 0 {
                    return Some(at);
                }
            }
            _ => {}
        }
        at += 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_cut_where_the_last_word_begins() {
        let cases = [
            ("", "", "", Sort::Bare),
            ("adv", "", "adv", Sort::Bare),
            ("attack i1 ", "attack i1 ", "", Sort::Bare),
            ("attack i1,i", "attack i1,", "i", Sort::Bare),
            ("move \"1st Gu", "move ", "\"1st Gu", Sort::Quoted),
            ("move \"1st Guards\" 03", "move \"1st Guards\" ", "03", Sort::Bare),
            ("expect (tu", "expect ", "(tu", Sort::Expression),
            ("expect (a(\")\") + [1]) x", "expect (a(\")\") + [1]) ", "x", Sort::Bare),
            ("advance r1 4\" t", "advance r1 4\" ", "t", Sort::Bare),
            ("advance r1 4\"", "advance r1 ", "4\"", Sort::Bare),
            ("note \"a\\\"b", "note ", "\"a\\\"b", Sort::Quoted),
        ];
        for (head, before, word, sort) in cases {
            assert_eq!(cut(head), Cut { before, word, sort }, "{head}");
        }
    }
}

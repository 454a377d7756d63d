//! What the notations of printed rules are worth: numbers, fractions, ratings, hex numbers, texts.

use std::sync::Arc;

use pest::Parser;

use super::grammar::block::{BlockParser, Rule};
use crate::kernel::value::Value;

/// `3`, `+2`, `-1`; nothing where it does not fit 64 bits.
pub(super) fn whole(text: &str) -> Option<i64> {
    text.strip_prefix('+').unwrap_or(text).parse().ok()
}

/// Whether a number stands in the text that does not fit 64 bits.
pub(super) fn has_unfit_number(text: &str) -> bool {
    text.split(|c: char| !c.is_ascii_digit()).any(|digits| !digits.is_empty() && whole(digits).is_none())
}

/// `-50%` as -50.
pub(super) fn percent(text: &str) -> Option<i64> {
    whole(text.trim_end_matches('%'))
}

/// `-99..99`.
pub(super) fn range(text: &str) -> Option<(i64, i64)> {
    let (least, greatest) = text.split_once("..")?;
    Some((whole(least)?, whole(greatest)?))
}

/// `1/2`.
pub(super) fn fraction(text: &str) -> Option<(i64, i64)> {
    let (above, below) = text.split_once('/')?;
    Some((whole(above)?, whole(below)?))
}

/// `H3`, `H-1`, `HX` as the letters and a number or the text `X`; nothing where it is not of this form.
pub(super) fn rating(text: &str) -> Option<(&str, Value)> {
    let pair = BlockParser::parse(Rule::rating, text).ok()?.next()?;
    let mut inner = pair.into_inner();
    let name = inner.next()?.as_str();
    let level = inner.next()?;
    match level.as_rule() {
        Rule::rating_level => Some((name, Value::Int(whole(level.as_str())?))),
        _ => Some((name, Value::text("X"))),
    }
}

/// What stands between the quotes of a text: `\"`, `\\`, `\n`, and any other character for itself.
pub(super) fn unescape(inner: &str) -> Arc<str> {
    if !inner.contains('\\') {
        return Arc::from(inner);
    }
    let mut text = String::with_capacity(inner.len());
    let mut chars = inner.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => match chars.next() {
                Some('n') => text.push('\n'),
                Some(other) => text.push(other),
                None => text.push('\\'),
            },
            other => text.push(other),
        }
    }
    Arc::from(text)
}

/// A text in quotes, as lines, data files and rules write it: reading it gives the same text again.
pub fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}

/// A name as one word of a typed line: as it is where that can be read, in quotes otherwise.
pub fn line_word(name: &str) -> String {
    let parts = |c: char| c.is_whitespace() || matches!(c, ',' | '"' | '(');
    match name.is_empty() || name.contains(parts) {
        false => name.to_owned(),
        true => quoted(name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quoted_text_is_read_as_what_it_was() {
        for text in ["", "plain", "the \"red\" wing --past hope", "\\", "a\\\"b\\n", "two\nlines"] {
            let quoted = quoted(text);
            assert!(!quoted.contains('\n'), "{quoted}");
            assert_eq!(&*unescape(&quoted[1..quoted.len() - 1]), text);
        }
    }

    #[test]
    fn ratings_are_letters_with_a_number_or_an_x() {
        assert_eq!(rating("H3"), Some(("H", Value::Int(3))));
        assert_eq!(rating("H-1"), Some(("H", Value::Int(-1))));
        assert_eq!(rating("HX"), Some(("H", Value::text("X"))));
        assert_eq!(rating("BOX2"), Some(("BOX", Value::Int(2))));
        assert_eq!(rating("XX"), Some(("X", Value::text("X"))));
        for wrong in ["H", "X", "H3a", "3H", "H--1", "H 3", "H99999999999999999999"] {
            assert_eq!(rating(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn numbers_of_every_notation() {
        assert_eq!(whole("+2"), Some(2));
        assert_eq!(whole("-9223372036854775808"), Some(i64::MIN));
        assert_eq!(whole("9223372036854775808"), None);
        assert_eq!(percent("-50%"), Some(-50));
        assert_eq!(range("-99..99"), Some((-99, 99)));
        assert_eq!(fraction("3/2"), Some((3, 2)));
    }

    #[test]
    fn texts_lose_their_escapes() {
        assert_eq!(&*unescape(r#"the \"Old\" one\nand \\"#), "the \"Old\" one\nand \\");
    }
}

//! What else could stand for a word of a rule: the next number, the other comparison, the opposite.

use rhai::Token;

use super::outline::Word;
use super::tokens::Placed;

/// Every word that could be another, with what it could be.
pub(super) fn find(text: &str, tokens: &[Placed]) -> Vec<Word> {
    let words = tokens.iter().filter_map(|(token, start)| {
        let (length, instead): (usize, Vec<String>) = match token {
            Token::IntegerConstant(number) => {
                let length = digits(text.get(*start..)?);
                let sticks = text[..*start].ends_with(['-', '+']);
                let near = [number.checked_add(1), number.checked_sub(1)].into_iter().flatten();
                let blank = |n: i64| if n < 0 && sticks { format!(" {n}") } else { n.to_string() };
                (length, near.map(blank).collect())
            }
            other => {
                let (is, would_be) = OPPOSITES.iter().find(|(is, _)| is == other)?;
                let (is, would_be) = (is.literal_syntax(), would_be.literal_syntax());
                (is.len(), vec![would_be.to_owned()])
            }
        };
        Some(Word { at: *start..*start + length, instead })
    });
    words.collect()
}

const OPPOSITES: [(Token, Token); 14] = [
    (Token::LessThan, Token::LessThanEqualsTo),
    (Token::LessThanEqualsTo, Token::LessThan),
    (Token::GreaterThan, Token::GreaterThanEqualsTo),
    (Token::GreaterThanEqualsTo, Token::GreaterThan),
    (Token::EqualsTo, Token::NotEqualsTo),
    (Token::NotEqualsTo, Token::EqualsTo),
    (Token::And, Token::Or),
    (Token::Or, Token::And),
    (Token::Plus, Token::Minus),
    (Token::Minus, Token::Plus),
    (Token::PlusAssign, Token::MinusAssign),
    (Token::MinusAssign, Token::PlusAssign),
    (Token::True, Token::False),
    (Token::False, Token::True),
];

/// How long the number is that a text begins with.
fn digits(text: &str) -> usize {
    let sign = usize::from(text.starts_with('-'));
    let rest = &text[sign..];
    sign + rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len())
}

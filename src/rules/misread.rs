//! Syntax that is wrong, in the words of somebody who writes rules and not of the one who made the language.

use rhai::{LexError, ParseErrorType};

use super::failure::in_lower_case;
use super::lexing::begins_a_rule;

/// What is told of a text that is never closed, and what to do about it.
pub(super) const OPEN_TEXT: &str = "a text is never closed";
pub(super) const CLOSE_TEXT: &str =
    "`\"…\"` ends on its own line; a text in backticks ends with a backtick, each `${` in it with `}`";

/// How nothing is written, for whom knows another word for it.
pub(super) const NOTHING: &str = "nothing is written `()`: `if unit.hex == () { … }`";

/// What is told of a mistake.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Misread {
    /// What is wrong.
    pub(super) title: String,
    /// What to type instead, where that can be said.
    pub(super) help: Option<String>,
    /// It is about a block that is never closed.
    pub(super) is_open: bool,
}

/// What is told of a mistake in a rule file. `before` is the file up to the end of the word that it is told at, `behind` the file from
/// its beginning on.
pub(super) fn told_syntax(error: &ParseErrorType, before: &str, behind: &str) -> Misread {
    let told = |title: &str, help: &str| Misread {
        title: title.to_owned(),
        help: Some(help.to_owned()),
        is_open: false,
    };
    let word: &str = behind.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default();
    match error {
        ParseErrorType::PropertyExpected if is_fraction(before) => told(
            "a number has a point, and numbers are whole",
            "`half_up_div`, `floor_div` and the like say how a quotient is rounded",
        ),
        ParseErrorType::MissingToken(token, _) if is_close(token) && behind.trim().is_empty() => {
            Misread { is_open: true, ..told("a block is never closed", "close it with `}` where it ends") }
        }
        ParseErrorType::MissingToken(token, _) if is_close(token) && begins_a_rule(behind) => {
            within_another()
        }
        ParseErrorType::WrongDocComment if begins_a_rule(behind_comments(behind)) => within_another(),
        ParseErrorType::MissingToken(..) if behind.starts_with("=>") => {
            told(&plain(error), "at least is `>=`, and equal `==`")
        }
        ParseErrorType::MissingToken(..) if word == "and" => told(&plain(error), "both must hold: `&&`"),
        ParseErrorType::MissingToken(..) if word == "or" => {
            told(&plain(error), "one of them must hold: `||`")
        }
        ParseErrorType::MissingToken(token, _) if token == ";" => {
            told(&plain(error), "end what stands before this with `;`; only the answer of a rule has none")
        }
        ParseErrorType::MissingToken(_, of) if of.contains("parameters of function") => {
            told(&plain(error), "parameters are names with commas between them, `fn NAME(unit, hex) { … }`")
        }
        ParseErrorType::MissingToken(token, of) if token == "," && of.contains("array") => {
            told(&plain(error), "write `,` before the next item, or close the list with `]`")
        }
        ParseErrorType::MissingToken(token, of) if token == "," && of.contains("arguments") => {
            told(&plain(error), "write `,` before the next argument, or close the call with `)`")
        }
        ParseErrorType::MissingToken(token, _) => {
            Misread { help: Some(format!("write `{token}` before this")), ..told(&plain(error), "") }
        }
        ParseErrorType::BadInput(LexError::MalformedChar(_)) => {
            told(&plain(error), "a text stands in double quotes, `\"…\"`, or in backticks")
        }
        ParseErrorType::UnknownOperator(sign) if matches!(&**sign, "++" | "--") => {
            told(&plain(error), "one more is `i += 1`, one less `i -= 1`")
        }
        ParseErrorType::UnknownOperator(sign) if sign == "?" => {
            told(&plain(error), "one of two is `if unit.STR > 2 { 1 } else { 0 }`")
        }
        ParseErrorType::UnknownOperator(sign) if sign.contains("<<") || sign.contains(">>") => {
            told(&plain(error), "twice as much is `2 * n`, half of it `floor_div(n, 2)`")
        }
        ParseErrorType::WrongSwitchIntegerCase => told(
            &plain(error),
            "put single numbers before ranges: `switch die { 6 => 2, 1..6 => 1, _ => 0 }`",
        ),
        ParseErrorType::BadInput(LexError::UnterminatedString) => told(OPEN_TEXT, CLOSE_TEXT),
        ParseErrorType::BadInput(LexError::UnexpectedInput(_))
            if word.is_empty() && behind.starts_with('}') =>
        {
            let until = before.trim_end_matches('}').trim_end();
            match until.ends_with(['+', '-', '*', '/', '%', '=', '<', '>', '&', '|', '!']) {
                true => told(&plain(error), "something is missing before it"),
                false => {
                    told(&plain(error), "delete it, or look above for the block that is closed too early")
                }
            }
        }
        ParseErrorType::WrongDocComment => told(
            "`///` stands above something that is no rule",
            "a rule begins with `fn`: `fn NAME(unit) { … }`",
        ),
        ParseErrorType::Reserved(word) if matches!(&**word, "var" | "const" | "static") => {
            told(&plain(error), "`let` makes a variable")
        }
        ParseErrorType::Reserved(word) if matches!(&**word, "null" | "nil" | "void") => {
            told(&plain(error), NOTHING)
        }
        ParseErrorType::Reserved(_) => {
            told(&plain(error), "the language keeps this word to itself: take another")
        }
        ParseErrorType::FnMissingName
        | ParseErrorType::FnMissingParams(_)
        | ParseErrorType::FnMissingBody(_) => told(
            &plain(error),
            "a rule is `fn NAME(unit, hex) { … }`; its name is one word, with `_` for blanks",
        ),
        ParseErrorType::AssignmentToInvalidLHS(_) => told(
            &plain(error),
            "only variables and properties of variables are set, `unit.wounds = 1`; what a call answers is put into one before: \
             `let side = active(); side.camp = hex`; two things are compared by `==`",
        ),
        _ => Misread { help: None, ..told(&plain(error), "") },
    }
}

/// The words of the language's own parser, as the others are written.
fn plain(error: &ParseErrorType) -> String {
    in_lower_case(error.to_string().trim_end_matches('.'))
}

/// A rule begins where another has not ended.
fn within_another() -> Misread {
    Misread {
        title: "a rule begins within another, which is never closed".to_owned(),
        help: Some("close the one above with `}` where it ends".to_owned()),
        is_open: true,
    }
}

/// What stands behind the comments that a text begins with.
fn behind_comments(text: &str) -> &str {
    let mut rest = text.trim_start();
    while rest.starts_with("//") {
        rest = rest.split_once('\n').map_or("", |(_, below)| below).trim_start();
    }
    rest
}

/// What would have ended a statement, or the block around it.
fn is_close(token: &str) -> bool {
    matches!(token, ";" | "}")
}

/// Whether a text ends with the digits behind the point of a number.
fn is_fraction(text: &str) -> bool {
    let is_digit = |c: char| c.is_ascii_digit();
    let number = text.trim_end_matches(is_digit);
    let whole = number.strip_suffix('.').filter(|_| number.len() < text.len());
    whole.is_some_and(|whole| {
        let before = whole.trim_end_matches(is_digit);
        // A letter before the digits makes a name of them.
        before.len() < whole.len() && !before.ends_with(|c: char| c.is_alphanumeric() || c == '_')
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fraction_in_a_comment_is_not_told_of() {
        let open = ParseErrorType::MissingToken("}".to_owned(), "to end this block".to_owned());
        let told = told_syntax(&open, "fn needed(unit) { 3 // it was 1.5", "");
        assert_eq!(told.title, "a block is never closed");
    }
}

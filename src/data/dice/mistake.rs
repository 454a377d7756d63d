//! What is wrong with dice notation, where, and what to write instead.

use std::fmt;
use std::ops::Range;

use crate::diagnostic::{Code, Diagnostic, FileId, Span, did_you_mean};
use crate::kernel::dice::formula::Fault;

use super::lower::{FUNCTIONS, example};

/// A mistake in dice notation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FormulaMistake {
    /// Its code.
    pub code: Code,
    /// What is wrong.
    pub title: String,
    /// Where, in bytes of the notation.
    pub at: Range<usize>,
    /// What next.
    pub help: Option<String>,
}

impl FormulaMistake {
    pub(super) fn new(code: Code, title: impl Into<String>, at: Range<usize>) -> Self {
        FormulaMistake { code, title: title.into(), at, help: None }
    }

    pub(super) fn of_fault(fault: Fault, at: Range<usize>) -> Self {
        let code = match fault {
            Fault::TooManyDice | Fault::TooManyFaces => Code::DICE_LIMIT,
            _ => Code::DICE_FAULT,
        };
        FormulaMistake { help: fault.help().map(str::to_owned), ..Self::new(code, fault.to_string(), at) }
    }

    pub(super) fn help(self, help: impl Into<String>) -> Self {
        FormulaMistake { help: Some(help.into()), ..self }
    }

    /// The same as a diagnostic, for notation that stands in a file from some byte on.
    pub fn diagnostic(&self, file: FileId, from: usize) -> Diagnostic {
        let at = Span::new(file, from + self.at.start, from + self.at.end);
        let error = Diagnostic::error(self.code, self.title.clone()).at(at, "");
        match &self.help {
            Some(help) => error.help(help.clone()),
            None => error,
        }
    }
}

impl fmt::Display for FormulaMistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.title)?;
        self.help.as_ref().map_or(Ok(()), |help| write!(f, "; {help}"))
    }
}

impl std::error::Error for FormulaMistake {}

/// Where the notation stops making sense.
pub(super) fn breaks_off(text: &str, at: usize) -> FormulaMistake {
    let (before, rest) = text.split_at_checked(at).unwrap_or((text, ""));
    let error = |title: String, length: usize| FormulaMistake::new(Code::DICE_SYNTAX, title, at..at + length);
    if text.trim().is_empty() {
        return error("no dice are named".to_owned(), 0).help("write dice: `3d6`, `4d6kh3`, `8d6>=5`");
    }
    let token = token(rest);
    let after_die = before.ends_with(['d', 'D'])
        && !before[..before.len() - 1].ends_with(|c: char| c.is_ascii_alphabetic());
    let shown = |token: &str| format!("`{token}` cannot stand here");
    match token {
        _ if after_die => error("a die does not say how many faces it has".to_owned(), token.len())
            .help("write them behind the d: `d6`, `d20`, `d%`, `dF`"),
        "" => error("more should follow".to_owned(), 0).help("end with dice, a number or a bracket"),
        ")" if before.trim_end().ends_with('(') => nothing_between(before.trim_end(), at),
        ")" => error("a bracket is closed that was never opened".to_owned(), 1).help("delete it"),
        word if word.starts_with(|c: char| c.is_ascii_alphabetic()) => {
            let name: String =
                word.chars().take_while(char::is_ascii_alphabetic).collect::<String>().to_lowercase();
            let is_call = rest[name.len()..].trim_start().starts_with('(') || FUNCTIONS.contains(&&*name);
            match did_you_mean(&name, FUNCTIONS) {
                _ if FUNCTIONS.contains(&&*name) => {
                    error(shown(word), word.len()).help(format!("write brackets behind it: `{name}(2d6)`"))
                }
                Some(near) if is_call => {
                    error(shown(word), word.len()).help(format!("did you mean `{near}`?"))
                }
                _ => error(shown(word), word.len())
                    .help("dice are written in one word: `3d6`, `4d6kh3`; numbers are joined with + - * /"),
            }
        }
        other => {
            let joins =
                before.trim_end().ends_with(|c: char| c.is_ascii_alphanumeric() || matches!(c, ')' | '%'));
            let error = error(shown(other), other.len());
            match other.starts_with(|c: char| c.is_ascii_digit()) && joins {
                true => error.help("put a sign between: `2d6 + 3`"),
                false => error.help("a formula has dice, numbers, + - * /, comparisons and round brackets"),
            }
        }
    }
}

/// Brackets that are closed where they were opened: behind a function, or alone.
fn nothing_between(before: &str, at: usize) -> FormulaMistake {
    let opened = before.len() - 1;
    let name_at = before[..opened].rfind(|c: char| !c.is_ascii_alphabetic()).map_or(0, |at| at + 1);
    let name = before[name_at..opened].to_lowercase();
    if FUNCTIONS.contains(&&*name) {
        return takes_more(&name, 0, name_at..at + 1);
    }
    FormulaMistake::new(Code::DICE_SYNTAX, "nothing stands between the brackets", opened..at + 1)
        .help("write dice or a number there: `(2d6 + 1)`")
}

/// A function that is given so many formulas, and wants others.
pub(super) fn takes_more(function: &str, given: usize, at: Range<usize>) -> FormulaMistake {
    let what = match function {
        "min" | "max" => "two or more",
        "wins" => "two",
        _ => "one",
    };
    FormulaMistake::new(Code::DICE_SYNTAX, format!("`{function}` takes {what}, not {given}"), at)
        .help(format!("for example `{}`", example(function)))
}

/// The word, the number or the sign that a text begins with.
fn token(text: &str) -> &str {
    let Some(first) = text.chars().next() else { return "" };
    let end = match first.is_ascii_alphanumeric() {
        true => text.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(text.len()),
        false => first.len_utf8(),
    };
    &text[..end]
}

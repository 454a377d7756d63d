//! What data need an expression to come to, and what is told where it comes to something else.

use rhai::Dynamic;

use super::convert::to_dynamic;
use super::kinds::kind_of;
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::kernel::value::Value;

/// What an expression in data is to come to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Needed {
    /// True or false.
    Truth,
    /// A whole number.
    Number,
}

impl Needed {
    fn words(self) -> (&'static str, &'static str) {
        match self {
            Needed::Truth => ("true or false", "compare it with something, as in `(… == 0)`"),
            Needed::Number => ("a whole number", "let it come to a whole number in every case"),
        }
    }

    /// The mistake of an expression, which decides `what` and stands at `at`, that comes to `answer`.
    pub fn mistake(self, what: &str, at: Span, answer: &Value) -> Diagnostic {
        Diagnostic::error(Code::WRONG_RESULT, self.title(what, &to_dynamic(answer)))
            .at(at, "")
            .help(self.words().1)
    }

    /// The same in one line, for an answer that scripts still hold.
    pub(super) fn title(self, what: &str, answer: &Dynamic) -> String {
        format!("{what} must be {}, and comes to {}", self.words().0, kind_of(answer))
    }

    pub(super) fn help(self) -> &'static str {
        self.words().1
    }
}

//! What is told of a mistake: where, what, what next. One type for every stage, one renderer.

mod codes;
mod counted;
mod near;
mod render;
mod shell;
mod source;
mod unseen;
mod wrap;

pub use codes::{CODES, Code, explain};
pub use counted::counted;
pub use near::{did_you_mean, is_slip, nearest};
pub use render::{render, render_within, to_json};
pub use shell::shell_word;
pub use source::{FileId, SourceFile, SourceMap, Span};
pub use unseen::{instead_of, is_plain, unseen, unseen_in};
pub use wrap::{shown_width, wrap};

/// How grave a diagnostic is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Worth knowing; nothing is refused.
    Note,
    /// Accepted, though probably not meant.
    Warning,
    /// Refused.
    Error,
}

/// A place in a text and what is to be said at it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Label {
    /// The place.
    pub span: Span,
    /// What is said there; may be empty where the title says it all.
    pub text: String,
}

/// One mistake, or one remark, of an author or player. Our own bugs are not diagnostics.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// The stable code, for `explain`.
    pub code: Code,
    /// How grave it is.
    pub severity: Severity,
    /// Lower case, no full stop, the user's own text in backticks.
    pub title: String,
    /// The first label is the place of the mistake; others are what it has to do with.
    pub labels: Vec<Label>,
    /// Facts that help to understand.
    pub notes: Vec<String>,
    /// What to do next.
    pub help: Option<String>,
}

/// A word of so many characters is shown whole at most; of a longer one its beginning and its last sign.
const LONGEST_WORD: usize = 200;
const BEGINNING: usize = 60;

/// A title in which no word fills the screen.
fn with_short_words(title: String) -> String {
    let is_long = |word: &str| word.len() > LONGEST_WORD;
    if !title.split(' ').any(is_long) {
        return title;
    }
    let shortened = |word: &str| match word.chars().next_back().filter(|_| is_long(word)) {
        Some(last) => word.chars().take(BEGINNING).chain(['…', last]).collect(),
        None => word.to_owned(),
    };
    title.split(' ').map(shortened).collect::<Vec<String>>().join(" ")
}

impl Diagnostic {
    /// An error with a code and a title.
    pub fn error(code: Code, title: impl Into<String>) -> Self {
        Self::new(Severity::Error, code, title)
    }

    /// E0702: that words are not taken as they were given.
    pub fn usage(title: impl Into<String>) -> Self {
        Self::error(Code::USAGE, title)
    }

    /// A warning with a code and a title.
    pub fn warning(code: Code, title: impl Into<String>) -> Self {
        Self::new(Severity::Warning, code, title)
    }

    fn new(severity: Severity, code: Code, title: impl Into<String>) -> Self {
        let title = with_short_words(title.into());
        Diagnostic { code, severity, title, labels: Vec::new(), notes: Vec::new(), help: None }
    }

    /// The same with one more label; the first is where the mistake is.
    #[must_use]
    pub fn at(mut self, span: Span, text: impl Into<String>) -> Self {
        self.labels.push(Label { span, text: text.into() });
        self
    }

    /// The same with one more note.
    #[must_use]
    pub fn note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }

    /// The same with the next step.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The same, with "did you mean" where one of `names` is near to `wrong`.
    #[must_use]
    pub fn near<'a>(self, wrong: &str, names: impl IntoIterator<Item = &'a str>) -> Self {
        match did_you_mean(wrong, names) {
            Some(name) => self.help(format!("did you mean `{name}`?")),
            None => self,
        }
    }

    /// What tells two finds of the same mistake alike, whichever load they come from. `sources` are the texts of its own.
    pub fn fingerprint(&self, sources: &SourceMap) -> String {
        let place =
            self.labels.first().map(|l| format!("{}:{}", sources.file(l.span.file).path, l.span.start));
        format!("{}|{}|{}", self.code, self.title, place.unwrap_or_default())
    }

    /// True where this stops a load.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}

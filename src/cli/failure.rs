//! Why a command of the program could not do its work.

use super::look::Look;
use super::page::{Page, Streams};
use super::set_up::refused_set_up;
use crate::diagnostic::{Code, Diagnostic, SourceMap, render_within, to_json};
use crate::kernel::door::Stop;
use crate::kernel::layer::Rank;
use crate::pack::Loaded;
use crate::repl::{Status, hidden_verbs};
use crate::session::{Trouble, store};

/// Mistakes with the texts that they are about, and the exit status that they give.
#[derive(Debug, Clone)]
pub(super) struct Failure {
    pub(super) sources: SourceMap,
    pub(super) diagnostics: Vec<Diagnostic>,
    pub(super) status: u8,
}

/// What a command of the program comes to: its exit status, or why it could not do its work.
pub(super) type Outcome = Result<u8, Failure>;

impl Failure {
    /// The same with another exit status.
    pub(super) fn with_status(self, status: u8) -> Failure {
        Failure { status, ..self }
    }

    /// Tells it, on the standard error. In JSON it is an object a mistake there, too.
    pub(super) fn tell(&self, look: &Look) {
        let text = if look.json {
            to_json(&self.diagnostics, &self.sources).iter().map(|d| format!("{d}\n")).collect()
        } else {
            render_within(&self.diagnostics, &self.sources, look.style.colour, look.style.line_width())
        };
        Streams { ascii: look.style.ascii }.err(&text);
    }
}

/// Refuses house files with a command that would hide one of the program.
///
/// # Errors
/// E0107 for each.
pub(super) fn refuse_hidden(loaded: &Loaded) -> Result<(), Failure> {
    let hidden = hidden_verbs(loaded, Rank::House);
    if hidden.is_empty() { Ok(()) } else { Err((loaded.sources.clone(), hidden).into()) }
}

/// Tells what was found about house files that are in force from the start.
pub(super) fn tell_house_warnings(loaded: &Loaded, look: &Look) {
    let diagnostics: Vec<Diagnostic> = loaded.house_warnings().cloned().collect();
    if !diagnostics.is_empty() {
        Failure { sources: loaded.sources.clone(), diagnostics, status: 0 }.tell(look);
    }
}

/// Tells what is worth knowing about no text in particular, and goes on.
pub(super) fn tell_warnings(diagnostics: Vec<Diagnostic>, look: &Look) {
    if !diagnostics.is_empty() {
        Failure { sources: SourceMap::default(), diagnostics, status: 0 }.tell(look);
    }
}

impl From<Diagnostic> for Failure {
    fn from(diagnostic: Diagnostic) -> Self {
        (SourceMap::default(), vec![diagnostic]).into()
    }
}

impl From<(SourceMap, Vec<Diagnostic>)> for Failure {
    fn from((sources, diagnostics): (SourceMap, Vec<Diagnostic>)) -> Self {
        let first = diagnostics.iter().find(|d| d.is_error()).or(diagnostics.first());
        let status = first.map_or(Status::Rules, |d| Status::of_code(d.code)).exit_code();
        Failure { sources, diagnostics, status }
    }
}

impl From<Trouble> for Failure {
    fn from(trouble: Trouble) -> Self {
        match trouble {
            Trouble::Mistakes(told) => (*told).into(),
            Trouble::Refused(refusal) => {
                Failure::from(Diagnostic::error(Code::RULE_FAILED, refused_set_up(&refusal)))
                    .with_status(Status::Refused.exit_code())
            }
            Trouble::Stopped(Stop::Cancelled) => Failure::from(Diagnostic::error(Code::LIMIT, "broken off"))
                .with_status(Status::Broken.exit_code()),
            Trouble::Stopped(stop) => Diagnostic::error(Code::USAGE, stop.to_string()).into(),
        }
    }
}

/// E0702: that words are not taken as they were given, and what to write instead.
pub(super) fn usage(told: impl Into<String>, help: &str) -> Failure {
    Diagnostic::usage(told).help(help).into()
}

/// E0607: that a file could not be written, and why.
pub(super) fn cannot_write(path: &std::path::Path, error: &std::io::Error) -> Failure {
    store::cannot_write(path, error).into()
}

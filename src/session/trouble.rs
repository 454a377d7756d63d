//! Why a line did nothing, in forms that any front can show.

use crate::diagnostic::{Code, Diagnostic, SourceMap, Span};
use crate::kernel::door::Stop;
use crate::rules::{Failure, Refusal};

use super::words::LineMistake;

/// Why a line did nothing.
#[derive(Debug, Clone)]
pub enum Trouble {
    /// The rules refuse. An answer, not an error.
    Refused(Box<Refusal>),
    /// The player broke it off, or no answer came.
    Stopped(Stop),
    /// Mistakes, with the texts that they are about.
    Mistakes(Box<(SourceMap, Vec<Diagnostic>)>),
}

impl Trouble {
    /// A mistake that stands in no text.
    pub fn plain(diagnostic: Diagnostic) -> Trouble {
        Trouble::Mistakes(Box::new((SourceMap::default(), vec![diagnostic])))
    }

    /// A mistake in a typed line.
    pub fn of_line(line: &str, mistake: LineMistake) -> Trouble {
        let mut sources = SourceMap::default();
        let file = sources.add("command", line);
        let at = Span::new(file, mistake.at.start, mistake.at.end);
        let mut diagnostic = Diagnostic::error(mistake.code, mistake.title).at(at, "");
        diagnostic.help = mistake.help;
        Trouble::Mistakes(Box::new((sources, vec![diagnostic])))
    }

    /// What a run of rules failed with.
    pub fn of_failure(failure: Failure, sources: &SourceMap) -> Trouble {
        match failure {
            Failure::Refused(refusal) => Trouble::Refused(Box::new(refusal)),
            Failure::Stopped(stop) => Trouble::Stopped(stop),
            Failure::Broken(diagnostic) => Trouble::Mistakes(Box::new((sources.clone(), vec![*diagnostic]))),
        }
    }

    /// The code of the first mistake.
    pub fn code(&self) -> Option<Code> {
        match self {
            Trouble::Mistakes(told) => told.1.first().map(|d| d.code),
            Trouble::Refused(_) | Trouble::Stopped(_) => None,
        }
    }
}

impl From<(SourceMap, Vec<Diagnostic>)> for Trouble {
    fn from(mistakes: (SourceMap, Vec<Diagnostic>)) -> Self {
        Trouble::Mistakes(Box::new(mistakes))
    }
}

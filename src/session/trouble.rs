//! Why a line did nothing, in forms that any front can show.

use crate::diagnostic::{Code, Diagnostic, SourceMap, Span};
use crate::kernel::door::Stop;
use crate::odds::{ENDLESS, NoOdds};
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
        if let Some(number) = decimal_with_comma(line, at.start as usize) {
            let point = format!("a decimal has a point: `{number}`");
            diagnostic.help = Some(diagnostic.help.map_or(point.clone(), |help| format!("{help}; {point}")));
        }
        Trouble::Mistakes(Box::new((sources, vec![diagnostic])))
    }

    /// What a run of rules failed with.
    pub fn of_failure(failure: Failure, sources: &SourceMap) -> Trouble {
        match failure {
            Failure::Refused(refusal) => Trouble::Refused(refusal),
            Failure::Stopped(stop) => Trouble::Stopped(stop),
            Failure::Broken(diagnostic) => Trouble::Mistakes(Box::new((sources.clone(), vec![*diagnostic]))),
        }
    }

    /// Why there are no odds.
    pub fn of_odds(why: NoOdds, sources: &SourceMap) -> Trouble {
        let told = |text: String| Diagnostic::error(Code::LIMIT, text);
        Trouble::plain(match why {
            NoOdds::Failed(failure) => return Trouble::of_failure(failure, sources),
            NoOdds::Cancelled => return Trouble::Stopped(Stop::Cancelled),
            NoOdds::Refused(reason) => told(format!("there are no odds: {reason}")),
            NoOdds::TooMany => told("chance goes more ways in this command than are gone through".to_owned())
                .help("ask about a smaller one: fewer units, fewer dice; `odds` gives an estimate"),
            NoOdds::TooMuch(why) => told(format!("there are no exact odds: {why}"))
                .help("ask about a smaller one: fewer units, fewer dice; `odds` gives an estimate"),
            // The way that goes on is shown: it may be an endless loop, and no answer of fewer dice would help.
            NoOdds::Endless(told) => {
                let told = told.note(format!("there are no exact odds: {ENDLESS}"));
                return Trouble::Mistakes(Box::new((sources.clone(), vec![told])));
            }
            NoOdds::Unknown(why) => told(format!("there are no odds: {why}")),
        })
    }

    /// The code of the first mistake.
    pub fn code(&self) -> Option<Code> {
        match self {
            Trouble::Mistakes(told) => told.1.first().map(|d| d.code),
            Trouble::Refused(_) | Trouble::Stopped(_) => None,
        }
    }
}

/// The number with a point whose digits behind a comma begin at this place of a line: a comma makes two words of it.
fn decimal_with_comma(line: &str, at: usize) -> Option<String> {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let before = line.get(..at)?.strip_suffix(',')?;
    let whole = before.bytes().rev().take_while(u8::is_ascii_digit).count();
    let behind = &line[at..];
    let is_number = whole > 0 && digits(behind) > 0;
    is_number.then(|| format!("{}.{}", &before[before.len() - whole..], &behind[..digits(behind)]))
}

impl From<(SourceMap, Vec<Diagnostic>)> for Trouble {
    fn from(mistakes: (SourceMap, Vec<Diagnostic>)) -> Self {
        Trouble::Mistakes(Box::new(mistakes))
    }
}

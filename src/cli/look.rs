//! How this run shows things: from flags, environment and terminal to a style.

use std::env;
use std::io::{IsTerminal, stdout};

use super::arguments::Global;
use super::colour::{Wishes, use_colour};
use crate::repl::Front;
use crate::report::Style;

/// How this run shows things.
#[derive(Debug, Clone)]
pub(super) struct Look {
    pub(super) style: Style,
    pub(super) json: bool,
    pub(super) verbose: bool,
}

impl Look {
    pub(super) fn new(global: &Global) -> Look {
        let terminal = stdout().is_terminal();
        let variable = |name: &str| env::var_os(name).map(|v| v.to_string_lossy().into_owned());
        let is_set = |name: &str| variable(name).is_some_and(|v| !v.is_empty() && v != "0");
        let dumb = variable("TERM").is_some_and(|term| term == "dumb");
        let wishes = Wishes::read(variable);
        let colour = use_colour(global.color.unwrap_or_default(), wishes, terminal && !dumb);
        Look {
            style: Style {
                colour: colour && !global.json,
                ascii: global.ascii || is_set("HOUSERULE_ASCII") || dumb,
                plain: global.plain || is_set("HOUSERULE_PLAIN"),
                width: if terminal { terminal_width() } else { usize::MAX },
            },
            json: global.json,
            verbose: global.verbose,
        }
    }

    /// The same for a console.
    pub(super) fn front(&self, interactive: bool) -> Front {
        Front { style: self.style, json: self.json, verbose: self.verbose, interactive }
    }

    /// Of transcripts, which are the same whoever runs them and wherever.
    pub(super) fn of_transcripts() -> Look {
        let style = Style { colour: false, ascii: false, plain: false, width: TRANSCRIPT_WIDTH };
        Look { style, json: false, verbose: false }
    }
}

/// The width of transcripts, in columns.
const TRANSCRIPT_WIDTH: usize = 100;

/// The columns of the terminal, 80 where it does not tell.
fn terminal_width() -> usize {
    terminal_size::terminal_size().map_or(80, |(width, _)| usize::from(width.0)).max(20)
}

//! What a command that is not given may come to, exactly.

use super::words::LineMistake;
use super::{Session, Trouble};
use crate::data::CommandLine;
use crate::diagnostic::{Code, Diagnostic};
use crate::odds::{Asked, Distribution, NoOdds, outcomes};

/// So many runs are made at most. Chance in one command seldom goes so many ways.
const MOST_RUNS: u32 = 200_000;

impl Session {
    /// The exact distribution of what a command may come to, which the rules have to allow. Decisions that it asks for
    /// take their first option. Nothing is carried out.
    ///
    /// # Errors
    /// As for [`Session::command`]; E0702 where the line gives answers, E0402 where chance goes too many ways.
    pub fn chances(&mut self, text: &str, line: &CommandLine) -> Result<Distribution, Trouble> {
        if let Some((flag, _)) = line.flags.iter().find(|(f, _)| matches!(&*f.text, "dice" | "choose")) {
            let told = format!("`--{}` gives the answers that the odds are about", flag.text);
            let mistake = LineMistake::new(Code::USAGE, told, flag.start..flag.end);
            return Err(Trouble::of_line(text, mistake.help("leave it out")));
        }
        self.would_allow(text, line)?;
        let (_, calls) = self.prepare(text, line)?;
        let Some(call) = calls.last() else { return Ok(Distribution::new()) };
        let loaded = self.now.loaded.clone();
        let asked = Asked {
            rules: &loaded.rules,
            start: &self.now.state,
            rule: &call.rule,
            arguments: &call.arguments,
        };
        outcomes(asked, &[], &mut { MOST_RUNS }).map_err(|why| match why {
            NoOdds::Failed(failure) => Trouble::of_failure(failure, &loaded.sources),
            NoOdds::TooMany => Trouble::plain(
                Diagnostic::error(
                    Code::LIMIT,
                    format!("chance goes more than {MOST_RUNS} ways in this command"),
                )
                .help("ask about a smaller one: fewer units, fewer dice"),
            ),
        })
    }
}

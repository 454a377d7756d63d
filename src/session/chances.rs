//! What a command that is not given may come to, exactly.

use super::words::LineMistake;
use super::{Session, Trouble};
use crate::data::CommandLine;
use crate::diagnostic::Code;
use crate::odds::{Distribution, Policy};

impl Session {
    /// The exact distribution of what a command may come to, which the rules have to allow. Decisions that it asks for
    /// take their first option. Nothing is carried out.
    ///
    /// # Errors
    /// As for [`Session::command`]; E0702 where the line gives answers, E0402 where chance goes too many ways.
    pub fn chances(&mut self, text: &str, line: &CommandLine) -> Result<Distribution<String>, Trouble> {
        if let Some((flag, _)) = line.flags.iter().find(|(f, _)| matches!(&*f.text, "dice" | "choose")) {
            let told = format!("`--{}` gives the answers that the odds are about", flag.text);
            let mistake = LineMistake::new(Code::USAGE, told, flag.start..flag.end);
            return Err(Trouble::of_line(text, mistake.help("leave it out")));
        }
        self.would_allow(text, line)?;
        let (_, calls) = self.prepare(text, line)?;
        let loaded = self.now.loaded.clone();
        let Some(call) = calls.last() else { return Ok(Distribution::certain(String::new())) };
        let found = loaded.reckoner().once(&self.now.state, &call.rule, &call.arguments, &Policy::First);
        found.map_err(|why| Trouble::of_odds(why, &loaded.sources))
    }
}

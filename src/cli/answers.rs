//! Answers to the questions of rules, from the lines that follow the command.

use super::page::SharedPage;
use super::script::SharedScript;
use crate::kernel::door::Stop;
use crate::report::Style;
use crate::session::{Asker, Question, Sealing};

/// Reads answers from the script that the commands come from.
pub(super) struct ScriptAsker {
    pub(super) script: SharedScript,
    pub(super) page: SharedPage,
    pub(super) style: Style,
    /// Whether answers are shown, as in transcripts.
    pub(super) echo: bool,
    /// One JSON object a line.
    pub(super) json: bool,
    /// How well seals hide: those of a file whose lines hold the answers need not.
    pub(super) sealing: Sealing,
    /// Whether a question is asked again after a wrong answer, which else ends the command.
    pub(super) keep_going: bool,
    /// The line that was last given as an answer.
    pub(super) answered: String,
}

impl ScriptAsker {
    fn show(&self, text: &str, kind: &str, options: &[String]) {
        let mut page = self.page.borrow_mut();
        if self.json {
            let schema = format!("houserule.{kind}/1");
            page.out(&format!(
                "{}\n",
                serde_json::json!({"schema": schema, "text": text, "options": options})
            ));
            return;
        }
        page.out(&format!("{}\n", self.style.clean(text)));
        for (i, option) in options.iter().enumerate() {
            page.out(&format!("  {} {}\n", i + 1, self.style.clean(option)));
        }
    }
}

/// What stands in a transcript for a line that is nobody else's business yet.
const HIDDEN: &str = "(hidden)";

impl ScriptAsker {
    fn next_line(&mut self, question: &Question, is_hidden: bool) -> Result<String, Stop> {
        self.show(&question.text, "question", &question.options);
        loop {
            let Some(line) = self.script.borrow_mut().line() else {
                return Err(Stop::Missing(format!("the lines end before the answer to: {}", question.text)));
            };
            if line.trim_start().starts_with('#') {
                continue;
            }
            if self.echo {
                let shown = if is_hidden { HIDDEN } else { &line };
                self.page.borrow_mut().out(&format!("> {shown}\n"));
            }
            self.answered.clone_from(&line);
            return Ok(line);
        }
    }
}

impl Asker for ScriptAsker {
    fn ask(&mut self, question: &Question) -> Result<String, Stop> {
        self.next_line(question, false)
    }

    fn ask_hidden(&mut self, question: &Question) -> Result<String, Stop> {
        self.next_line(question, true)
    }

    fn sealing(&self) -> Sealing {
        self.sealing
    }

    fn tell(&mut self, text: &str) {
        self.show(text, "remark", &[]);
    }

    fn wrong(&mut self, why: &str) -> Result<(), Stop> {
        self.script.borrow_mut().keep_wrong(&self.answered);
        if self.keep_going { Ok(()) } else { Err(Stop::Misfit(why.to_owned())) }
    }
}

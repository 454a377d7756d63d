//! Lines through a console without a person at it: a pipe, `-e`, a session file, a test.

use std::fmt;

use super::interrupt;
use super::page::SharedPage;
use super::script::SharedScript;
use crate::repl::{Console, Status, Told};

/// How lines are taken.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Feed {
    /// Go on after a line that fails.
    pub(super) keep_going: bool,
    /// Show each line before its answer, as transcripts do.
    pub(super) echo: bool,
}

/// Where a line stands, its first letter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Place {
    name: String,
    line: u32,
    column: usize,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.name, self.line, self.column)
    }
}

/// A line that failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Stopped {
    /// Where it stands.
    pub(super) place: Place,
    /// The line.
    pub(super) line: String,
    /// How it came out.
    pub(super) status: Status,
    /// What it said, mistakes included.
    pub(super) told: String,
}

impl Stopped {
    /// Its place with what became of it, as a line of the front.
    pub(super) fn line_of(&self, what: &str, json: bool) -> String {
        if !json {
            return format!("{}: {what}\n", self.place);
        }
        let Place { name, line, column } = &self.place;
        let object = serde_json::json!({"schema": "houserule.stopped/1", "file": name, "line": line,
            "column": column, "status": self.status.exit_code(), "text": what});
        format!("{object}\n")
    }
}

impl Feed {
    /// Answers all lines, or all up to the first that fails. The failures in order.
    pub(super) fn run(self, console: &mut Console, script: &SharedScript, page: &SharedPage) -> Vec<Stopped> {
        let mut failed = Vec::new();
        loop {
            let next = script.borrow_mut().command();
            let Some((text, origin)) = next else { break };
            if self.echo {
                echo(&text, page);
            }
            let json = console.front.json;
            let mut told = Told::default();
            let mut piece = |part: Told| {
                show(&part, json, &text, page);
                told.and(part);
            };
            interrupt::busy(|| match self.echo {
                true => console.line_with(&text, &mut piece),
                false => console.line_of(&text, &origin, &mut piece),
            });
            let wrong = script.borrow_mut().take_wrong();
            let status = if interrupt::is_interrupted() { Status::Broken } else { told.status };
            let status = match status {
                // The question was asked again; that the answer was wrong still counts.
                Status::Fine if wrong.is_some() => Status::Usage,
                status => status,
            };
            match status {
                Status::Fine => continue,
                Status::Leave => break,
                _ => {}
            }
            // Where it was an answer that did not fit, that is the line to look at.
            let (number, faulty) = match &wrong {
                Some((number, line)) => (*number, line),
                None => (origin.line, &text),
            };
            let spaces = faulty.chars().take_while(|c| c.is_whitespace()).count();
            let place = Place { name: origin.name.to_string(), line: number, column: spaces + 1 };
            let stopped = Stopped { place, line: text, status, told: told.out + &told.err };
            if !self.echo {
                page.borrow_mut().err(&stopped.line_of(what(status), json));
            }
            failed.push(stopped);
            if !self.keep_going || status == Status::Broken {
                break;
            }
        }
        failed
    }
}

/// The exit status of a run with these failures: that of the worst.
pub(super) fn worst(failed: &[Stopped]) -> u8 {
    failed.iter().map(|f| f.status.exit_code()).max().unwrap_or(0)
}

fn echo(text: &str, page: &SharedPage) {
    let mut page = page.borrow_mut();
    if text.trim_start().starts_with('#') {
        return page.out(&format!("{}\n", text.trim()));
    }
    for line in text.lines() {
        page.out(&format!("> {line}\n"));
    }
}

/// Shows an answer. Where JSON is asked, text that is none becomes an object of its own.
pub(super) fn show(told: &Told, json: bool, line: &str, page: &SharedPage) {
    let mut page = page.borrow_mut();
    if !json || told.out.is_empty() || told.out.lines().all(|l| l.starts_with('{')) {
        page.out(&told.out);
    } else {
        let object = serde_json::json!({"schema": "houserule.text/1", "line": line, "text": told.out});
        page.out(&format!("{object}\n"));
    }
    page.err(&told.err);
}

/// How a line came out, in words.
pub(super) fn what(status: Status) -> &'static str {
    match status {
        Status::Fine | Status::Leave => "done",
        Status::Refused => "this line was refused",
        Status::Usage => "this line was not understood",
        Status::Unanswered => "what this line asks was not answered",
        Status::Rules => "a pack, a rule or data is wrong",
        Status::Files => "a file could not be read or written",
        Status::Limit => "a limit stopped this line",
        Status::Broken => "broken off",
    }
}

//! Lines from a file, from `-e` or from a pipe, taken one command at a time.

use std::cell::RefCell;
use std::io::{BufRead, Cursor};
use std::rc::Rc;
use std::sync::Arc;

use crate::repl::{Origin, is_open};

/// Where lines come from.
pub(super) struct Script {
    name: Arc<str>,
    input: Box<dyn BufRead>,
    /// Lines read so far.
    lines: u32,
    /// The last line that answered a question and did not fit it, with its number.
    wrong: Option<(u32, String)>,
}

/// Shared by the feed and by whoever answers questions from the same lines.
pub(super) type SharedScript = Rc<RefCell<Script>>;

impl Script {
    /// The lines of a text.
    pub(super) fn of_text(name: impl Into<Arc<str>>, text: &str) -> SharedScript {
        Self::of_input(name, Box::new(Cursor::new(text.to_owned())))
    }

    /// The lines of a stream, read as they are needed.
    pub(super) fn of_input(name: impl Into<Arc<str>>, input: Box<dyn BufRead>) -> SharedScript {
        Rc::new(RefCell::new(Script { name: name.into(), input, lines: 0, wrong: None }))
    }

    /// The next line as it stands, without its line break.
    pub(super) fn line(&mut self) -> Option<String> {
        let mut bytes = Vec::new();
        // A stream that cannot be read any more has ended.
        let count = self.input.read_until(b'\n', &mut bytes).unwrap_or(0);
        if count == 0 {
            return None;
        }
        self.lines += 1;
        let line = String::from_utf8_lossy(&bytes);
        let line = line.strip_suffix('\n').unwrap_or(&line);
        Some(line.strip_suffix('\r').unwrap_or(line).to_owned())
    }

    /// Keeps the line that was read last, as a wrong answer.
    pub(super) fn keep_wrong(&mut self, line: &str) {
        self.wrong = Some((self.lines, line.to_owned()));
    }

    /// The wrong answer that was kept, with the number of its line; it is forgotten.
    pub(super) fn take_wrong(&mut self) -> Option<(u32, String)> {
        self.wrong.take()
    }

    /// The next command: a line, with those that follow while a bracket or a quote is open.
    pub(super) fn command(&mut self) -> Option<(String, Origin)> {
        let mut text = self.line()?;
        let origin = Origin { name: self.name.clone(), line: self.lines };
        while goes_on(&text) {
            let Some(more) = self.line() else { break };
            text.push('\n');
            text.push_str(&more);
        }
        Some((text, origin))
    }
}

/// Whether a command goes on in the next line; a comment never does.
fn goes_on(text: &str) -> bool {
    let bare = text.trim_start();
    !bare.is_empty() && !bare.starts_with('#') && is_open(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_open_bracket_takes_the_next_line() {
        let script = Script::of_text("s", "# (\nexpect (1\n  == 1)\nnow\n");
        let mut script = script.borrow_mut();
        assert_eq!(script.command().unwrap().0, "# (");
        let (text, origin) = script.command().unwrap();
        assert_eq!((text.as_str(), origin.line), ("expect (1\n  == 1)", 2));
        let (text, origin) = script.command().unwrap();
        assert_eq!((text.as_str(), origin.line), ("now", 4));
        assert!(script.command().is_none());
    }
}

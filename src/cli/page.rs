//! Where text goes: the streams of the process, or a transcript.

use std::cell::RefCell;
use std::io::{self, Write};
use std::rc::Rc;

use serde_json::json;

use super::look::Look;
use crate::report::to_ascii;

/// Takes what is shown.
pub(super) trait Page {
    /// Results.
    fn out(&mut self, text: &str);
    /// Mistakes and remarks.
    fn err(&mut self, text: &str);
}

/// Shared by a console's feed and the one who answers its questions.
pub(super) type SharedPage = Rc<RefCell<dyn Page>>;

/// The standard streams.
#[derive(Debug, Clone, Copy)]
pub(super) struct Streams {
    /// No byte above `~`.
    pub(super) ascii: bool,
}

impl Streams {
    pub(super) fn shared(self) -> SharedPage {
        Rc::new(RefCell::new(self))
    }
}

impl Page for Streams {
    fn out(&mut self, text: &str) {
        let shown = if self.ascii { ascii(text) } else { text.to_owned() };
        let mut stdout = io::stdout().lock();
        let written = stdout.write_all(shown.as_bytes()).and_then(|()| stdout.flush());
        match written {
            Ok(()) => {}
            // Whoever read has read enough: nothing to complain of. What was done is durable already.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => std::process::exit(0),
            Err(error) => {
                let _ = writeln!(io::stderr(), "error: the output cannot be written: {error}");
                std::process::exit(4);
            }
        }
    }

    fn err(&mut self, text: &str) {
        let shown = if self.ascii { ascii(text) } else { text.to_owned() };
        // Where not even this can be written there is nobody to tell.
        let _ = io::stderr().lock().write_all(shown.as_bytes());
    }
}

/// Tells what is worth knowing beside the results, in lines on the standard error.
pub(super) fn remark(text: &str, look: &Look, page: &mut dyn Page) {
    let text = text.trim_end();
    page.err(&match look.json {
        true => format!("{}\n", json!({"schema": "houserule.remark/1", "text": text})),
        false => look.style.clean_lines(&format!("{text}\n")),
    });
}

/// Text without a byte above `~`. JSON keeps its meaning: its letters become escapes.
fn ascii(text: &str) -> String {
    let one = |line: &str| -> String {
        if !(line.starts_with("{\"") && line.trim_end().ends_with('}')) {
            return to_ascii(line).into_owned();
        }
        let mut units = [0; 2];
        let escaped = line.chars().map(|c| match c {
            ' '..='~' | '\n' => c.to_string(),
            _ => c.encode_utf16(&mut units).iter().map(|u| format!("\\u{u:04x}")).collect(),
        });
        escaped.collect()
    };
    text.split_inclusive('\n').map(one).collect()
}

/// What would have been shown, both streams in order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Transcript {
    pub(super) text: String,
}

impl Page for Transcript {
    fn out(&mut self, text: &str) {
        self.text.push_str(text);
    }

    fn err(&mut self, text: &str) {
        self.text.push_str(text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ascii_keeps_json_whole() {
        let line = "{\"schema\":\"x/1\",\"text\":\"“für” 🎲\"}\n";
        let shown = ascii(line);
        assert!(shown.bytes().all(|b| b <= b'~'), "{shown}");
        let read: serde_json::Value = serde_json::from_str(&shown).unwrap();
        assert_eq!(read["text"], "“für” 🎲");
        assert_eq!(ascii("a → b\n"), "a -> b\n");
    }
}

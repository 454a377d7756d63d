//! What can be wrong with a journal, and how it is told.

use super::record::FORMAT;
use crate::diagnostic::{Code, Diagnostic, counted, shell_word};

/// What is wrong with a journal. Lines count from 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    /// The last record is unfinished, as after a power cut, or spoilt. Cutting it off repairs the journal.
    Torn {
        /// Its line.
        line: usize,
        /// How many bytes there are of it.
        bytes: u64,
    },
    /// A record is spoilt and others follow, or a good line holds what this program never writes.
    Damaged {
        /// The first such line.
        line: usize,
        /// What is wrong with it.
        reason: String,
    },
    /// The journal is of a format that this program does not read.
    Version {
        /// The format as the header tells it.
        found: String,
    },
}

impl Fault {
    /// The fault of the saved game `name` as a diagnostic: W0602 where it is torn, E0601 or E0603 otherwise.
    pub fn diagnostic(&self, name: &str) -> Diagnostic {
        match self {
            // Before the first record nothing tells a saved game from any other file.
            Fault::Torn { line: 1, .. } => {
                no_beginning(name, "a game that was cut off while it was begun holds nothing yet")
            }
            Fault::Damaged { line: 1, reason } => no_beginning(name, reason),
            Fault::Torn { line, bytes } => {
                let plural = if *bytes == 1 { "byte" } else { "bytes" };
                Diagnostic::warning(
                    Code::JOURNAL_TORN,
                    format!("line {line} of `{name}` was not written whole"),
                )
                .note(format!(
                    "{bytes} {plural} cut off; what stands before it is whole: {}",
                    counted(line - 1, "record")
                ))
            }
            Fault::Damaged { line, reason } => Diagnostic::error(
                Code::JOURNAL_DAMAGED,
                format!("line {line} of `{name}` is damaged: {reason}"),
            )
            .note(format!(
                "{} before it {} whole",
                counted(line - 1, "record"),
                if *line == 2 { "is" } else { "are" }
            ))
            .help(format!(
                "`houserule recover {}` writes them to a new file and keeps this one",
                shell_word(name)
            )),
            Fault::Version { found } => Diagnostic::error(
                Code::JOURNAL_VERSION,
                format!("`{name}` is a saved game of format {found}, expected {FORMAT}"),
            )
            .help("open it with the version of houserule that wrote it"),
        }
    }
}

/// A file that tells by nothing that it is a saved game, or no longer does.
fn no_beginning(name: &str, note: &str) -> Diagnostic {
    let told = format!("`{name}` does not begin as a saved game does");
    let told = Diagnostic::error(Code::JOURNAL_DAMAGED, told);
    match name.ends_with(".play") {
        true => told.help(format!("a session is run: `houserule run {}`", shell_word(name))),
        false => told
            .note(note)
            .help("name another file; of a saved game whose beginning is spoilt nothing can be recovered"),
    }
}

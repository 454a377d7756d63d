//! What a text must be before anything is read in it: of a size that can be read, made of characters that can be
//! seen, and not nested without end.

use super::nesting::{DEEPEST, check_nesting};
use crate::diagnostic::{Code, Diagnostic, FileId, SourceMap, Span, instead_of, is_plain, unseen_in};

/// How many bytes one data file may have.
pub const MOST_BYTES: usize = 1 << 20;

/// How many bad characters of one file are told one by one.
const MOST_TOLD: usize = 10;

/// The mistakes of a text as text. Where one of them is [`Code::TOO_LARGE`], nothing more should be read in it.
///
/// # Errors
/// `TOO_LARGE` for more than [`MOST_BYTES`] or brackets nested too deep, `BAD_TEXT` for characters that cannot be
/// seen or that turn the reading direction, `UNCLOSED` for a comment without an end.
pub fn check_text(file: FileId, sources: &SourceMap) -> Vec<Diagnostic> {
    let text = &*sources.file(file).text;
    if text.len() > MOST_BYTES {
        return vec![
            Diagnostic::error(
                Code::TOO_LARGE,
                format!("a data file has {} bytes, more than the {MOST_BYTES} that are read", text.len()),
            )
            .at(Span::new(file, 0, 0), "")
            .help("spread the data over several files"),
        ];
    }
    let mut found = check_characters(file, text);
    let nesting = check_nesting(text);
    if let Some(at) = nesting.too_deep {
        found.push(
            Diagnostic::error(Code::TOO_LARGE, format!("brackets stand more than {DEEPEST} deep"))
                .at(Span::new(file, at, at + 1), "this one is too many")
                .help("close brackets that were left open, or write it flatter"),
        );
    }
    if let Some(at) = nesting.open_comment {
        found.push(
            Diagnostic::error(Code::UNCLOSED, "a comment is never closed")
                .at(Span::new(file, at, at + 2), "opened here")
                .help("close it with `*/`; a comment inside a comment needs its own `*/`"),
        );
    }
    found
}

fn check_characters(file: FileId, text: &str) -> Vec<Diagnostic> {
    if is_plain(text) {
        return Vec::new();
    }
    let mut found = Vec::new();
    let mut more = 0usize;
    for (at, c, what) in unseen_in(text) {
        match c {
            '\r' if text[at + 1..].starts_with('\n') => continue,
            '\u{FEFF}' if at == 0 => continue,
            _ => {}
        }
        if found.len() == MOST_TOLD {
            more += 1;
            continue;
        }
        found.push(
            Diagnostic::error(Code::BAD_TEXT, format!("U+{:04X} is {what}", u32::from(c)))
                .at(Span::new(file, at, at + c.len_utf8()), "")
                .help(instead_of(c)),
        );
    }
    if more > 0
        && let Some(last) = found.last_mut()
    {
        last.notes.push(format!("{more} more such characters follow in this file"));
    }
    found
}

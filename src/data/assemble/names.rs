//! Which words may be names.

use crate::diagnostic::{Code, Diagnostic, Span};

/// How many characters a name may have.
const LONGEST: usize = 64;

/// Words that stand for themselves in blocks and so cannot be the names of attributes or terrain.
const KEPT: [&str; 12] =
    ["as", "at", "change", "colour", "delete", "from", "ignore", "in", "rules", "symbol", "title", "when"];

/// Whether a word may be the name of something: not too long, not kept, and its letters of one alphabet.
///
/// # Errors
/// `TOO_LARGE`, `BAD_VALUE`, `BAD_TEXT`.
pub(in crate::data) fn check_name(name: &str, span: Span) -> Result<(), Diagnostic> {
    let length = name.chars().count();
    if length > LONGEST {
        return Err(Diagnostic::error(
            Code::TOO_LARGE,
            format!("a name has {length} characters, more than {LONGEST}"),
        )
        .at(span, "")
        .help(
            "give it a short name and say the rest in its title: `unit infantry \"Infantry of the line\"`",
        ));
    }
    if KEPT.contains(&name) || name.starts_with("data__") {
        return Err(Diagnostic::error(Code::BAD_VALUE, format!("`{name}` cannot be a name"))
            .at(span, "this word has a meaning of its own in blocks")
            .help("choose another name"));
    }
    if let Some(odd) = name.chars().find(|c| looks_latin(*c))
        && name.chars().any(|c| c.is_ascii_alphabetic())
    {
        return Err(Diagnostic::error(
            Code::BAD_TEXT,
            format!("`{name}` mixes letters of two alphabets that look alike"),
        )
        .at(span, format!("`{odd}` is U+{:04X}", u32::from(odd)))
        .help("type the whole name again with one alphabet"));
    }
    Ok(())
}

/// Letters of other alphabets, many of which cannot be told from Latin ones: Greek, Cyrillic, Armenian, Cherokee, and
/// the Latin letters of full width or for mathematics.
fn looks_latin(c: char) -> bool {
    matches!(c, '\u{370}'..='\u{58F}' | '\u{13A0}'..='\u{13FF}' | '\u{AB70}'..='\u{ABBF}'
        | '\u{FF21}'..='\u{FF5A}' | '\u{1D400}'..='\u{1D7FF}')
}

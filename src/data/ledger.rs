//! The ledger of a pack: the ids of its source, and where the source is silent or unclear.

use std::sync::Arc;

use super::assemble::Line;
use super::parse::parse;
use super::tree::TokenKind;
use crate::diagnostic::{Code, Diagnostic, FileId, SourceMap, Span};

/// What the source says of an id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum LedgerKind {
    /// A rule.
    #[default]
    Rule,
    /// Nothing: the pack answers.
    Gap,
    /// Something that can be read in more than one way: the pack chooses.
    Ambiguous,
    /// A rule that the program itself carries out, such as how layers rank: no rule of a pack need name it.
    Program,
}

impl LedgerKind {
    const ALL: [(&'static str, LedgerKind); 4] = [
        ("rule", LedgerKind::Rule),
        ("gap", LedgerKind::Gap),
        ("ambiguous", LedgerKind::Ambiguous),
        ("program", LedgerKind::Program),
    ];
}

/// One line of a ledger.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LedgerEntry {
    /// The id, as doc comments of rules name it.
    pub id: Arc<str>,
    /// What the source says.
    pub kind: LedgerKind,
    /// In the pack's own words; may be empty.
    pub text: Arc<str>,
    /// Where the id stands.
    pub span: Span,
}

/// Reads a `ledger.txt`: a line an id, its kind where it is not a rule, and a text: `X-5a gap "…"`.
///
/// # Errors
/// Those of [`parse`], and `SYNTAX`, `BAD_VALUE`, `DUPLICATE`.
pub fn parse_ledger(file: FileId, sources: &SourceMap) -> (Vec<LedgerEntry>, Vec<Diagnostic>) {
    let (tree, mut told) = parse(file, sources);
    let mut ledger: Vec<LedgerEntry> = Vec::new();
    let mut seen = std::collections::BTreeMap::new();
    for entry in &tree.entries {
        let mut line = Line::new(entry, sources);
        match ledger_line(&mut line) {
            Err(diagnostic) => told.push(diagnostic),
            Ok(read) => match seen.insert(read.id.clone(), read.span) {
                None => ledger.push(read),
                Some(first) => told.push(
                    Diagnostic::error(Code::DUPLICATE, format!("`{}` stands in the ledger twice", read.id))
                        .at(read.span, "the second")
                        .at(first, "the first")
                        .help("delete one of the two, or give it an id of its own"),
                ),
            },
        }
    }
    (ledger, told)
}

fn ledger_line(line: &mut Line<'_, '_>) -> Result<LedgerEntry, Diagnostic> {
    let (id, span) = line.word("a source id")?;
    let kind = match line.peek() {
        None => LedgerKind::Rule,
        Some(token) if token.kind == TokenKind::Text => LedgerKind::Rule,
        Some(token) => {
            let text = line.text_of(token);
            let Some((_, kind)) = LedgerKind::ALL.iter().find(|(word, _)| *word == text) else {
                return Err(line
                    .expected("`rule`, `gap`, `ambiguous`, `program` or a text")
                    .near(text, LedgerKind::ALL.iter().map(|(word, _)| *word)));
            };
            line.next();
            *kind
        }
    };
    let text = line.text_or_nothing().unwrap_or_default();
    line.done()?;
    Ok(LedgerEntry { id, kind, text, span })
}

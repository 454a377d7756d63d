//! The order of battle as it is written: `infantry i1 i2 "The Old Guard" at 0101 { DEF += 1 }`.

use std::sync::Arc;

use super::super::tree::{Entry, Token, TokenKind};
use super::Assembly;
use crate::diagnostic::{Code, Diagnostic, Span};

/// One unit as written; nothing of it has been looked up.
#[derive(Debug, Clone)]
pub(super) struct Enlisted<'e> {
    pub(super) unit_type: (Arc<str>, Span),
    pub(super) name: Arc<str>,
    pub(super) span: Span,
    pub(super) title: Option<Arc<str>>,
    /// The hex number where it begins.
    pub(super) at: Option<Token>,
    /// The line, which may have a block of changes for this unit.
    pub(super) entry: &'e Entry,
}

impl Assembly<'_> {
    /// The units of one line of a `units` block.
    pub(super) fn enlisted<'e>(&self, entry: &'e Entry) -> Result<Vec<Enlisted<'e>>, Diagnostic> {
        let mut line = self.line(entry);
        let unit_type = line.word("a unit type")?;
        let mut units: Vec<Enlisted<'e>> = Vec::new();
        while line.peek().is_some_and(|t| line.text_of(t) != "at") {
            let (name, span) = line.name("the name of a unit, or `at`")?;
            let title = line.text_or_nothing();
            units.push(Enlisted { unit_type: unit_type.clone(), name, span, title, at: None, entry });
        }
        if units.is_empty() {
            return Err(line.expected("the name of a unit").help(format!(
                "name each unit: `{0} {1}1 {1}2 at 0101`",
                unit_type.0,
                initial(&unit_type.0)
            )));
        }
        if line.skip_word("at") {
            let hexes: Vec<Token> = line.rest().to_vec();
            match hexes.len() {
                1 => units.iter_mut().for_each(|unit| unit.at = Some(hexes[0])),
                n if n == units.len() => {
                    units.iter_mut().zip(&hexes).for_each(|(unit, hex)| unit.at = Some(*hex));
                }
                n => {
                    return Err(Diagnostic::error(
                        Code::BAD_VALUE,
                        format!("{} units stand at {n} hexes", units.len()),
                    )
                    .at(entry.head(), "")
                    .help("name one hex for all of them, or one for each"));
                }
            }
            if let Some(wrong) =
                hexes.iter().find(|t| !matches!(t.kind, TokenKind::Number { signed: false, .. }))
            {
                let found = self.shown(wrong.span);
                return Err(Diagnostic::error(
                    Code::BAD_HEX,
                    format!("expected a hex number, found `{found}`"),
                )
                .at(wrong.span, ""));
            }
        }
        Ok(units)
    }
}

fn initial(name: &str) -> char {
    name.chars().next().unwrap_or('u')
}

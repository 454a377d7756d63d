//! The order of battle as it is written: `infantry i1 i2 "The Old Guard" at 0101 { TGH += 1 }`.

use std::sync::Arc;

use super::super::tree::{Entry, Token, TokenKind};
use super::Assembly;
use super::tabletop::is_decimal;
use crate::diagnostic::{Code, Diagnostic, Span, counted};

/// Where a unit begins, as written.
#[derive(Debug, Clone, Copy)]
pub(super) enum At {
    /// A hex number.
    Hex(Token),
    /// A point of the table, and the degrees that it faces.
    Point(Token, Token, Option<Token>),
}

/// One unit as written; nothing of it has been looked up.
#[derive(Debug, Clone)]
pub(super) struct Enlisted<'e> {
    pub(super) unit_type: (Arc<str>, Span),
    pub(super) name: Arc<str>,
    pub(super) span: Span,
    pub(super) title: Option<Arc<str>>,
    /// Where it begins.
    pub(super) at: Option<At>,
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
            if let Some(stands) = self.points(&hexes, units.len(), entry)? {
                units.iter_mut().zip(stands).for_each(|(unit, at)| unit.at = Some(at));
                return Ok(units);
            }
            match hexes.len() {
                1 => units.iter_mut().for_each(|unit| unit.at = Some(At::Hex(hexes[0]))),
                n if n == units.len() => {
                    units.iter_mut().zip(&hexes).for_each(|(unit, hex)| unit.at = Some(At::Hex(*hex)));
                }
                n => {
                    return Err(Diagnostic::error(
                        Code::BAD_VALUE,
                        format!("{} stand at {n} hexes", counted(units.len(), "unit")),
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

impl Assembly<'_> {
    /// `12.5 30 18 30 facing 90`: a point for each unit, and which way all of them face. Nothing where the words are no points.
    fn points(&self, words: &[Token], units: usize, entry: &Entry) -> Result<Option<Vec<At>>, Diagnostic> {
        let facing = words.iter().position(|token| self.sources.text(token.span) == "facing");
        let (numbers, behind) = words.split_at(facing.unwrap_or(words.len()));
        let has_decimals = numbers.iter().any(|token| self.sources.text(token.span).contains('.'));
        // Numbers of hexes have four digits and more, inches hardly ever.
        let is_short = |token: &Token| self.sources.text(token.span).len() < 4;
        let are_inches = has_decimals || (numbers.len() == 2 * units && numbers.iter().all(is_short));
        if facing.is_none() && !are_inches {
            return Ok(None);
        }
        let help = "write `at 12.5 30 facing 90`, with a point for each unit: from the left edge, from the lower edge; \
                    then degrees clockwise from up";
        let told = |title: &str| {
            Diagnostic::error(Code::BAD_VALUE, title.to_owned()).at(entry.head(), "").help(help)
        };
        if let Some(wrong) = numbers.iter().find(|token| !is_decimal(token.kind)) {
            let found = self.shown(wrong.span);
            let title = format!("expected inches, found `{found}`");
            return Err(Diagnostic::error(Code::BAD_VALUE, title).at(wrong.span, "").help(help));
        }
        if numbers.len() != 2 * units {
            return Err(told("there is not one point for each unit"));
        }
        let degrees = match behind {
            [] => None,
            [_, degrees] if is_decimal(degrees.kind) => Some(*degrees),
            _ => return Err(told("`facing` stands before one number of degrees")),
        };
        Ok(Some(numbers.chunks(2).map(|point| At::Point(point[0], point[1], degrees)).collect()))
    }
}

/// The first letter of a name: the symbol of what declares none.
pub(super) fn initial(name: &str) -> char {
    name.chars().next().unwrap_or('u')
}

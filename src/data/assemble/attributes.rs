//! Reading what an entry writes to attributes: `STR 2`, `TGH += 1`, `H3 once`, `+2 TGH when (…)`, `delete RNG`.

use std::sync::Arc;

use super::super::notation::rating;
use super::super::tree::{Token, TokenKind};
use super::declare::subjects;
use super::{Assembly, Line};
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::kernel::catalogue::{
    Amount, AttributeDef, AttributeForm, Modifier, Origin, Subject, Write, Written,
};
use crate::kernel::value::Value;

/// What entries of a block write to, and how they are read there.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place<'p> {
    /// What carries the attributes.
    pub(super) subject: Subject,
    /// In words: `unit infantry`.
    pub(super) what: &'p str,
    /// True in a `change` block, where a bare `+1` or `-1` would not say whether it sets or adds.
    pub(super) patch: bool,
    /// The names in scope of a computed value.
    pub(super) params: &'static [&'static str],
    /// Keys other than attributes that are legal here, for "did you mean".
    pub(super) keys: &'p [&'p str],
}

/// One thing that an entry writes.
#[derive(Debug, Clone)]
pub(super) enum Writing {
    /// To an attribute.
    Attribute(Arc<str>, Written),
    /// A modifier more.
    Modifier(Modifier),
    /// A modifier less.
    DropModifier(Arc<str>, Amount, Origin),
}

impl Assembly<'_> {
    /// All that an entry writes to attributes. `last` is the attribute before it in the block, to which a qualifier
    /// behind a comma belongs.
    pub(super) fn writings(
        &mut self,
        mut line: Line<'_, '_>,
        place: Place<'_>,
        last: &mut Option<Arc<str>>,
    ) -> Result<Vec<Writing>, Diagnostic> {
        let mut writings = Vec::new();
        while !line.is_done() {
            let before = self.told.len();
            let writing = self.writing(&mut line, place, last)?;
            let on =
                matches!(&writing, Writing::Attribute(name, _) if self.is_in_a_word(place.subject, name));
            if self.told.len() == before {
                writings.push(writing);
            }
            if !on {
                break;
            }
        }
        line.done()?;
        Ok(writings)
    }

    /// Whether an attribute is written in one word, so that the next may follow without a comma: `H3 once`.
    fn is_in_a_word(&self, subject: Subject, name: &Arc<str>) -> bool {
        let def = self.data.catalogue.attributes.get(&(subject, name.clone()));
        def.is_some_and(|def| matches!(def.form, AttributeForm::Rating | AttributeForm::Flag))
    }

    fn writing(
        &mut self,
        line: &mut Line<'_, '_>,
        place: Place<'_>,
        last: &mut Option<Arc<str>>,
    ) -> Result<Writing, Diagnostic> {
        if line.skip_word("delete") {
            return self.deleted(line, place, last);
        }
        if let Some(amount) = amount(line)? {
            return self.modifier(line, amount);
        }
        let (word, span) = line.word("an attribute")?;
        let (def, level) = self.attribute_of(&word, span, place, last.as_ref())?;
        *last = Some(def.qualifies.clone().unwrap_or_else(|| def.name.clone()));
        let origin = Origin { span, ..self.origin(line.entry()) };
        let origin = |line: &Line<'_, '_>| Origin { span: up_to_here(span, line), ..origin.clone() };
        let write = match (def.form, level) {
            (_, Some(level)) => Write::Set(level),
            (AttributeForm::Flag, None) => Write::Set(Value::Bool(true)),
            (AttributeForm::Word, None) => {
                line.skip(TokenKind::Set);
                Write::Set(Value::Text(match line.text_or_nothing() {
                    Some(text) => text,
                    None => line.word(&format!("a word or a text for `{}`", def.name))?.0,
                }))
            }
            (AttributeForm::Number | AttributeForm::Rating, None) => self.numeric(line, &def, place)?,
        };
        let origin = origin(line);
        if let Write::Set(Value::Int(number)) = write
            && (number < def.range.0 || number > def.range.1)
        {
            self.tell(self.out_of_range(&def, number, origin.span));
        }
        Ok(Writing::Attribute(def.name.clone(), Written { write, origin }))
    }

    /// The declared attribute that a word stands for, with the level that a rating has in the same word.
    fn attribute_of(
        &self,
        word: &str,
        span: Span,
        place: Place<'_>,
        last: Option<&Arc<str>>,
    ) -> Result<(AttributeDef, Option<Value>), Diagnostic> {
        let of = |name: &str| self.data.catalogue.attributes.get(&(place.subject, Arc::from(name)));
        if let Some(def) = last.and_then(|last| of(&format!("{last}_{word}"))) {
            return Ok((def.clone(), None));
        }
        if let Some(def) = of(word) {
            return Ok((def.clone(), None));
        }
        if let Some((name, level)) = rating(word)
            && let Some(def) = of(name).filter(|def| def.form == AttributeForm::Rating)
        {
            return Ok((def.clone(), Some(level)));
        }
        let ending = format!("_{word}");
        let mut qualifiers = self.data.catalogue.attributes.values().filter(|def| {
            def.subject == place.subject && def.qualifies.is_some() && def.name.ends_with(&ending)
        });
        match (qualifiers.next(), qualifiers.next()) {
            (Some(def), None) => Ok((def.clone(), None)),
            (Some(_), Some(_)) => Err(Diagnostic::error(
                Code::UNKNOWN_KEY,
                format!("`{word}` could stand behind several attributes"),
            )
            .at(span, "")
            .help(format!("write it behind its attribute: `MOV 3, {word} 1`"))),
            _ => Err(self.no_attribute(word, span, place)),
        }
    }

    fn no_attribute(&self, word: &str, span: Span, place: Place<'_>) -> Diagnostic {
        let told = Diagnostic::error(Code::UNKNOWN_KEY, format!("`{word}` is not known in {}", place.what))
            .at(span, "");
        for ((subject, name), def) in &self.data.catalogue.attributes {
            if &**name == word {
                return told
                    .at(def.origin.span, format!("`{word}` is declared of {}", subjects(*subject)))
                    .help(format!("move it to {}, or declare it here as well", subjects(*subject)));
            }
        }
        let names = self.attribute_names(place.subject).chain(place.keys.iter().copied());
        let told = told.near(word, names.clone());
        match told.help {
            Some(_) => told,
            None => told.help(format!("declared here: {}", super::list(names))),
        }
    }

    /// What stands behind the name of a number: `2`, `= 2`, `+= 1`, `*= 1/2`, `(…)`.
    fn numeric(
        &mut self,
        line: &mut Line<'_, '_>,
        def: &AttributeDef,
        place: Place<'_>,
    ) -> Result<Write, Diagnostic> {
        let name = &def.name;
        let Some(token) = line.peek() else {
            return Err(line
                .expected(&format!("a number for `{name}`"))
                .help(format!("write `{name} 3`, or `{name} (…)` for one that is computed")));
        };
        if let TokenKind::Number { value: Some(value), signed: true } = token.kind
            && place.patch
        {
            let sign = if value < 0 { "-=" } else { "+=" };
            let points = value.unsigned_abs();
            return Err(Diagnostic::error(
                Code::BAD_PATCH,
                format!("`{name} {}` does not say whether it sets or adds", line.text_of(token)),
            )
            .at(token.span, "")
            .help(format!("write `{name} = {value}` to set it, `{name} {sign} {points}` to change it")));
        }
        let write = self.operation(line, &format!("`{name}` of {}", place.what), place.params)?;
        if let Write::Set(Value::Text(text)) = &write
            && (def.form != AttributeForm::Rating || &**text != "X")
        {
            return Err(Diagnostic::error(
                Code::BAD_VALUE,
                format!("`{name}` takes a whole number, not `{text}`"),
            )
            .at(token.span, "")
            .help(format!("write `{name} 3`, or `{name} (…)` for one that is computed")));
        }
        Ok(write)
    }

    /// `2`, `= 2`, `+= 1`, `-= 1`, `*= 1/2`, `(…)`, `= (…)`; `X` is read as text, for ratings.
    pub(super) fn operation(
        &mut self,
        line: &mut Line<'_, '_>,
        what: &str,
        params: &'static [&'static str],
    ) -> Result<Write, Diagnostic> {
        let operator = line.peek().map(|t| t.kind);
        match operator {
            Some(TokenKind::Add | TokenKind::Subtract) => {
                line.next();
                let (points, span) = line.number("a whole number")?;
                let points =
                    if operator == Some(TokenKind::Add) { Some(points) } else { points.checked_neg() };
                points.map(Write::Add).ok_or_else(|| {
                    Diagnostic::error(Code::TOO_LARGE, "a number does not fit 64 bits").at(span, "")
                })
            }
            Some(TokenKind::Multiply) => {
                line.next();
                self.factor(line)
            }
            _ => {
                line.skip(TokenKind::Set);
                match line.peek() {
                    Some(Token { kind: TokenKind::Expression, span }) => {
                        line.next();
                        Ok(Write::Compute(self.generate(span, params, what.to_owned())?))
                    }
                    Some(Token { kind: TokenKind::Word, .. }) => {
                        Ok(Write::Set(Value::Text(line.word("a number")?.0)))
                    }
                    _ => Ok(Write::Set(Value::Int(line.number("a whole number or an expression `(…)`")?.0))),
                }
            }
        }
    }

    /// `2`, `1/2`, `3/2`.
    fn factor(&self, line: &mut Line<'_, '_>) -> Result<Write, Diagnostic> {
        let help = "a factor is a whole number or a fraction: `*= 2`, `*= 1/2`, `*= 3/2`";
        match line.next() {
            Some(Token { kind: TokenKind::Pair(Some((_, 0))), span }) => {
                Err(Diagnostic::error(Code::BAD_VALUE, "a fraction has 0 below").at(span, "").help(help))
            }
            Some(Token { kind: TokenKind::Pair(parts), .. }) => {
                let (above, below) = parts.unwrap_or((1, 1));
                Ok(Write::Multiply(above, below))
            }
            Some(Token { kind: TokenKind::Number { value, .. }, .. }) => {
                Ok(Write::Multiply(value.unwrap_or(1), 1))
            }
            Some(token) => Err(Diagnostic::error(
                Code::BAD_VALUE,
                format!("expected a factor, found `{}`", self.shown(token.span)),
            )
            .at(token.span, "")
            .help(help)),
            None => Err(line.expected("a factor").help(help)),
        }
    }

    /// What follows `+2` or `-50%`: the attribute and perhaps `when (…)`.
    fn modifier(
        &mut self,
        line: &mut Line<'_, '_>,
        (amount, span): (Amount, Span),
    ) -> Result<Writing, Diagnostic> {
        let attribute = self.modified(line)?;
        let (mut when, mut when_text) = (None, None);
        let what = format!("the condition of `{}`", self.shown(up_to_here(span, line)));
        if line.skip_word("when") {
            let Some(token) = line.skip(TokenKind::Expression) else {
                return Err(line.expected("a condition").help("write it in brackets: `when (…)`"));
            };
            when = Some(self.generate(token.span, &["unit", "hex"], what)?);
            when_text = Some(Arc::from(self.sources.text(token.span).trim()));
        }
        let origin = Origin { span: up_to_here(span, line), ..self.origin(line.entry()) };
        Ok(Writing::Modifier(Modifier { attribute, amount, when, when_text, origin }))
    }

    /// The attribute of units that a modifier changes.
    fn modified(&self, line: &mut Line<'_, '_>) -> Result<Arc<str>, Diagnostic> {
        let (name, span) = line.word("an attribute of units")?;
        let known = self.data.catalogue.attributes.get(&(Subject::Unit, name.clone()));
        match known {
            Some(def) if def.form == AttributeForm::Number => Ok(name),
            Some(_) => {
                Err(Diagnostic::error(Code::BAD_VALUE, format!("`{name}` is not a number")).at(span, ""))
            }
            None => Err(Diagnostic::error(Code::UNKNOWN_KEY, format!("units have no attribute `{name}`"))
                .at(span, "")
                .near(&name, self.attribute_names(Subject::Unit))),
        }
    }

    fn deleted(
        &mut self,
        line: &mut Line<'_, '_>,
        place: Place<'_>,
        last: &mut Option<Arc<str>>,
    ) -> Result<Writing, Diagnostic> {
        if let Some((amount, span)) = amount(line)? {
            let attribute = self.modified(line)?;
            let origin = Origin { span: up_to_here(span, line), ..self.origin(line.entry()) };
            return Ok(Writing::DropModifier(attribute, amount, origin));
        }
        let (word, span) = line.word("an attribute, or a modifier like `+2 TGH`")?;
        let (def, _) = self.attribute_of(&word, span, place, last.as_ref())?;
        *last = Some(def.qualifies.clone().unwrap_or_else(|| def.name.clone()));
        let origin = Origin { span, ..self.origin(line.entry()) };
        Ok(Writing::Attribute(def.name, Written { write: Write::Delete, origin }))
    }

    /// A number outside the range of its attribute.
    pub(super) fn out_of_range(&self, def: &AttributeDef, number: i64, span: Span) -> Diagnostic {
        let (least, greatest) = def.range;
        let title = format!("`{}` comes to {number}, outside {least}..{greatest}", def.name);
        let told = Diagnostic::error(Code::OUT_OF_RANGE, title).at(span, "");
        let told = match def.origin.span == span {
            true => told,
            false => told.at(def.origin.span, format!("{} sets the range here", def.origin.layer)),
        };
        let terrain = if def.subject == Subject::Terrain { "terrain " } else { "" };
        told.help(format!(
            "stay within {least}..{greatest}, or `change attribute {terrain}{} {{ range … }}`",
            def.name
        ))
    }
}

/// `+2` or `-50%` at the start of what remains; a number without a sign is none.
fn amount(line: &mut Line<'_, '_>) -> Result<Option<(Amount, Span)>, Diagnostic> {
    let Some(token) = line.peek() else { return Ok(None) };
    let amount = match token.kind {
        TokenKind::Number { value, signed: true } => Amount::Points(value.unwrap_or_default()),
        TokenKind::Percent(value) => Amount::Percent(value.unwrap_or_default()),
        TokenKind::Number { signed: false, .. } => {
            let text = line.text_of(token);
            return Err(Diagnostic::error(Code::SYNTAX, format!("`{text}` begins a line"))
                .at(token.span, "")
                .help(format!("write `+{text} …` for a modifier, or the attribute first")));
        }
        _ => return Ok(None),
    };
    line.next();
    Ok(Some((amount, token.span)))
}

/// From `start` to the last token that was read.
fn up_to_here(start: Span, line: &Line<'_, '_>) -> Span {
    let read = line.entry().tokens.len() - line.rest().len();
    let end = line.entry().tokens[..read].last().map_or(start.end, |t| t.span.end);
    Span { end: end.max(start.end), ..start }
}

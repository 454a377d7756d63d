//! Named numbers: `value stacking 5 "units in a hex" { range 1..99 }`, `change value stacking += 1`.

use super::super::tree::Entry;
use super::declare::{ANY, unknown_key};
use super::{Assembly, Line};
use crate::diagnostic::{Code, Diagnostic};
use crate::kernel::catalogue::{Named, Origin, Write, Written};
use crate::kernel::value::Value;

impl Assembly<'_> {
    /// `value stacking 5 "units in a hex"`.
    pub(super) fn value(&mut self, entry: &Entry) -> Result<(), Diagnostic> {
        let mut line = self.line(entry);
        line.next();
        let (name, span) = line.name("the name of the value")?;
        let write = self.operation(&mut line, &format!("value {name}"), &[])?;
        let title = line.text_or_nothing();
        line.no_more()?;
        let origin = Origin { span, ..self.origin(entry) };
        if let Write::Set(Value::Text(text)) = &write {
            return Err(Diagnostic::error(
                Code::BAD_VALUE,
                format!("`{name}` takes a whole number, not `{text}`"),
            )
            .at(entry.head(), "")
            .help("values are numbers; a choice of words is a rule"));
        }
        let mut named = Named { name: name.clone(), title: name.clone(), range: ANY, writes: Vec::new() };
        if let Some(old) = self.data.catalogue.values.get(&name).cloned() {
            let at = old.writes[0].origin.clone();
            if at.layer == origin.layer {
                self.twice(&format!("value `{name}`"), span, at.span);
                return Ok(());
            }
            self.overridden(format!("value {name}"), &at, &origin);
            named = old;
        } else if matches!(write, Write::Add(_) | Write::Multiply(..)) {
            return Err(Diagnostic::error(Code::BAD_PATCH, format!("value `{name}` has nothing to add to"))
                .at(entry.head(), "")
                .help(format!("write `value {name} 5`, or `change value {name} += 1` in a higher layer")));
        }
        named.title = title.unwrap_or(named.title);
        for entry in entry.entries() {
            let mut line = Line::new(entry, self.sources);
            let read = line.word("a key").and_then(|(key, span)| match &*key {
                "range" => {
                    named.range = line.range("a range like `1..99`")?;
                    line.done()
                }
                _ => Err(unknown_key(&key, span, "a value's block", &["range"])),
            });
            self.take(read);
        }
        named.writes.push(Written { write, origin });
        self.data.catalogue.values.insert(name, named);
        Ok(())
    }

    /// `change value stacking += 1`, `change value stacking = 6`.
    pub(super) fn change_value(&mut self, entry: &Entry, mut line: Line<'_, '_>) -> Result<(), Diagnostic> {
        let (name, span) = line.word("the name of a value")?;
        let Some(last) = self.data.catalogue.values.get(&name).and_then(|v| v.writes.last()).cloned() else {
            let names = self.data.catalogue.values.keys().map(|n| &**n);
            return Err(self.unknown((Code::NOTHING_TO_CHANGE, "value"), &name, span, names));
        };
        self.check_bare(&line, &name)?;
        let write = self.operation(&mut line, &format!("value {name}"), &[])?;
        line.done()?;
        if let Write::Set(Value::Text(text)) = &write {
            return Err(Diagnostic::error(
                Code::BAD_VALUE,
                format!("`{name}` takes a whole number, not `{text}`"),
            )
            .at(entry.head(), "")
            .help(format!("write `change value {name} = 3`; `+=`, `-=` and `*=` reckon with what it is")));
        }
        let origin = self.origin(entry);
        if !matches!((&last.write, &write), (Write::Add(_), Write::Add(_)))
            || last.origin.layer.rank != origin.layer.rank
        {
            self.overridden(format!("value {name}"), &last.origin, &origin);
        }
        if let Some(named) = self.data.catalogue.values.get_mut(&name) {
            named.writes.push(Written { write, origin });
        }
        Ok(())
    }

    /// A bare number with a sign does not say whether it sets or adds.
    pub(super) fn check_bare(&self, line: &Line<'_, '_>, name: &str) -> Result<(), Diagnostic> {
        use super::super::tree::TokenKind;
        let Some(token) = line.peek() else {
            return Err(Diagnostic::error(
                Code::BAD_PATCH,
                format!("the change of `{name}` does not say how"),
            )
            .at(line.end(), "")
            .help(format!("write `{name} = 5`, `{name} += 1`, `{name} -= 1` or `{name} *= 2`")));
        };
        match token.kind {
            TokenKind::Number { signed: true, value: Some(value) } => {
                let sign = if value < 0 { "-=" } else { "+=" };
                Err(Diagnostic::error(
                    Code::BAD_PATCH,
                    format!("`{name} {}` does not say whether it sets or adds", line.text_of(token)),
                )
                .at(token.span, "")
                .help(format!(
                    "write `{name} = {value}` to set it, `{name} {sign} {}` to change it",
                    value.unsigned_abs()
                )))
            }
            _ => Ok(()),
        }
    }
}

//! What a layer changes in the layers below it: `change unit infantry { TGH += 1 }`, `delete terrain swamp`.

use std::sync::Arc;

use super::super::tree::{Body, Entry, TokenKind};
use super::{Assembly, Line};
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::kernel::catalogue::Origin;
use crate::kernel::layer::Rank;

pub(super) const KINDS: [&str; 6] = ["unit", "terrain", "value", "table", "command", "attribute"];

/// What a type is called where there is none.
const TYPE: &str = "unit type";

impl Assembly<'_> {
    /// A `change` block, or one change on a line: `change unit tank TGH += 1`.
    pub(super) fn change(&mut self, entry: &Entry) -> Result<(), Diagnostic> {
        let mut line = self.line(entry);
        line.next();
        let (kind, span) = self.kind(&mut line)?;
        match &*kind {
            "value" => return self.change_value(entry, line),
            "attribute" => return self.change_attribute(entry),
            _ => {}
        }
        let (name, at) = line.word(&format!("the name of the {kind} to change"))?;
        let on_the_line = Entry { tokens: line.rest().to_vec(), ..entry.clone() };
        let entries = match (&entry.body, line.is_done()) {
            (_, false) => std::slice::from_ref(&on_the_line),
            (Some(Body::Entries { entries, .. }), true) => entries,
            _ => {
                return Err(Diagnostic::error(
                    Code::BAD_PATCH,
                    format!("the change of `{name}` does not say what"),
                )
                .at(entry.head(), "")
                .help(format!("write `change {kind} {name} {{ … }}`")));
            }
        };
        match &*kind {
            "unit" => self.change_unit((name, at), entries),
            "terrain" => self.change_terrain((name, at), entries),
            "table" => self.change_table((name, at), entries),
            "command" => self.change_command((name, at), entries),
            _ => Err(self.no_kind(&kind, span)),
        }
    }

    fn change_unit(&mut self, (name, span): (Arc<str>, Span), entries: &[Entry]) -> Result<(), Diagnostic> {
        if !self.units.contains_key(&name) {
            match self.own_units.get(&name).cloned() {
                // The first change of one unit of the order of battle gives it a type of its own.
                Some((base, origin)) => {
                    self.begin_unit(name.clone(), None, Some((base, origin.span)), origin)
                }
                None if self.waits_for_its_scenario(&name) => {
                    self.wait(name, span, entries);
                    return Ok(());
                }
                None => {
                    let is_gone = self.gone.contains_key(&(TYPE, name.clone()));
                    let kind = if is_gone { TYPE } else { "unit or unit type" };
                    let names = self.type_names().chain(self.own_units.keys().map(|n| &**n));
                    return Err(self.unknown((Code::NOTHING_TO_CHANGE, kind), &name, span, names));
                }
            }
        }
        self.unit_entries(&name, entries, true);
        Ok(())
    }

    /// The names of unit types, without those that single units of the order of battle have for themselves.
    fn type_names(&self) -> impl Iterator<Item = &str> + Clone {
        self.units.keys().filter(|name| !self.own_units.contains_key(*name)).map(|name| &**name)
    }

    /// Whether a change is for another scenario than the one that is played. A ruling is about the game under way alone.
    fn waits_for_its_scenario(&self, name: &Arc<str>) -> bool {
        self.layer.rank <= Rank::House && self.waiting.contains(name)
    }

    /// Leaves a change out. The rules that it calls are called in its scenario, so they are no rules that nobody calls.
    fn wait(&mut self, name: Arc<str>, span: Span, entries: &[Entry]) {
        for text in entries.iter().map(|entry| self.sources.text(entry.span)) {
            let called = text.match_indices('(').map(|(at, _)| &text[..at]);
            let words =
                called.filter_map(|before| before.rsplit(|c: char| !c.is_alphanumeric() && c != '_').next());
            self.data.elsewhere.extend(words.filter(|word| !word.is_empty()).map(Arc::from));
        }
        self.data.waiting.push((name, span));
    }

    fn change_terrain(
        &mut self,
        (name, span): (Arc<str>, Span),
        entries: &[Entry],
    ) -> Result<(), Diagnostic> {
        if !self.terrain.contains_key(&name) {
            if self.waits_for_its_scenario(&name) {
                self.wait(name, span, entries);
                return Ok(());
            }
            let names = self.terrain.keys().map(|n| &**n);
            return Err(self.unknown((Code::NOTHING_TO_CHANGE, "terrain"), &name, span, names));
        }
        self.terrain_entries(&name, entries, true);
        Ok(())
    }

    /// `delete unit X`, `delete terrain X`, `delete command X`, `delete value X`, `delete table X`.
    pub(super) fn delete(&mut self, entry: &Entry) -> Result<(), Diagnostic> {
        let mut line = self.line(entry);
        line.next();
        let (kind, span) = self.kind(&mut line)?;
        let (name, at) = line.word(&format!("the name of the {kind} to delete"))?;
        line.done()?;
        let new = Origin { span: at, ..self.origin(entry) };
        let gone: (&'static str, Option<Origin>) = match &*kind {
            "unit" => {
                self.data.unit_rules.retain(|rules| rules.unit_type != name);
                (TYPE, self.units.shift_remove(&name).map(|draft| draft.origin))
            }
            "terrain" => ("terrain", self.terrain.shift_remove(&name).map(|draft| draft.origin)),
            "command" => {
                let verb = self.data.verbs.iter().position(|verb| verb.name == name);
                ("command", verb.map(|verb| self.data.verbs.remove(verb).origin))
            }
            "value" => {
                let named = self.data.catalogue.values.remove(&name);
                ("value", named.and_then(|named| named.writes.last().map(|w| w.origin.clone())))
            }
            "table" => ("table", self.data.catalogue.tables.remove(&name).map(|table| table.origin)),
            _ => {
                return Err(Diagnostic::error(
                    Code::UNKNOWN_BLOCK,
                    format!("a whole {kind} cannot be deleted"),
                )
                .at(span, "")
                .help("a unit, a terrain, a command, a value or a table can"));
            }
        };
        match gone {
            (kind, Some(old)) => {
                self.overridden(format!("{kind} {name}"), &old, &new);
                self.gone.insert((kind, name), new);
                Ok(())
            }
            (kind, None) => {
                let names: Vec<Arc<str>> = match kind {
                    TYPE => self.type_names().map(Arc::from).collect(),
                    "terrain" => self.terrain.keys().cloned().collect(),
                    "command" => self.data.verbs.iter().map(|verb| verb.name.clone()).collect(),
                    "value" => self.data.catalogue.values.keys().cloned().collect(),
                    _ => self.data.catalogue.tables.keys().cloned().collect(),
                };
                Err(self.unknown((Code::NOTHING_TO_CHANGE, kind), &name, at, names.iter().map(|n| &**n)))
            }
        }
    }

    fn kind(&self, line: &mut Line<'_, '_>) -> Result<(Arc<str>, Span), Diagnostic> {
        match line.peek() {
            Some(token) if token.kind == TokenKind::Word => {
                let (kind, span) = line.word("a kind")?;
                match KINDS.contains(&&*kind) {
                    true => Ok((kind, span)),
                    false => Err(self.no_kind(&kind, span)),
                }
            }
            _ => Err(line.expected("what to change").help("write `change unit infantry { TGH += 1 }`")),
        }
    }

    fn no_kind(&self, kind: &str, span: Span) -> Diagnostic {
        let told =
            Diagnostic::error(Code::UNKNOWN_BLOCK, format!("`{kind}` is not a kind of thing to change"))
                .at(span, "")
                .near(kind, KINDS);
        match told.help {
            Some(_) => told,
            None => told.help(format!("layers can change {}", super::list(KINDS.into_iter()))),
        }
    }
}

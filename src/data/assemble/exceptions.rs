//! What a unit type makes of terrain: `in swamp { cost 1 }`, `in hills { ignore TGH }`, `in swamp { as clear }`.

use std::sync::Arc;

use super::super::tree::{Entry, TokenKind};
use super::attributes::Place;
use super::hold::Held;
use super::{Assembly, Line};
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::kernel::catalogue::{Origin, Subject};

/// An exception in the making; names are followed when all terrain is known.
#[derive(Debug, Clone)]
pub(super) struct ExceptionDraft {
    /// Where the terrain is named.
    pub(super) named: Span,
    pub(super) counts_as: Option<(Arc<str>, Span)>,
    pub(super) ignores: Vec<Arc<str>>,
    pub(super) held: Held,
    pub(super) origin: Origin,
}

impl Assembly<'_> {
    /// `in swamp { … }`, `in swamp hills { … }` or, for one entry, `in swamp as clear`.
    pub(super) fn exception(
        &mut self,
        unit: &Arc<str>,
        entry: &Entry,
        patch: bool,
    ) -> Result<(), Diagnostic> {
        let mut line = Line::after_key(entry, self.sources);
        let mut terrain = vec![line.word("the name of a terrain")?];
        if entry.body.is_none() {
            let tokens = line.rest().to_vec();
            let inner = Entry { tokens, body: None, ..entry.clone() };
            if inner.tokens.is_empty() {
                return Err(line.expected("what the terrain is to it").help("write `in swamp { cost 1 }`"));
            }
            self.exception_entries(unit, &terrain[0], std::slice::from_ref(&inner), entry, patch);
            return Ok(());
        }
        while !line.is_done() {
            terrain.push(line.word("the name of a terrain")?);
        }
        for name in &terrain {
            self.exception_entries(unit, name, entry.entries(), entry, patch);
        }
        Ok(())
    }

    fn exception_entries(
        &mut self,
        unit: &Arc<str>,
        (terrain, named): &(Arc<str>, Span),
        entries: &[Entry],
        whole: &Entry,
        patch: bool,
    ) {
        let what = format!("unit {unit} in {terrain}");
        let origin = self.origin(whole);
        let mut draft = self.units[unit].exceptions.swap_remove(terrain).unwrap_or(ExceptionDraft {
            named: *named,
            counts_as: None,
            ignores: Vec::new(),
            held: Held::default(),
            origin,
        });
        let mut last = None;
        for entry in entries {
            if self.is_full() {
                break;
            }
            if !entry.after_comma {
                last = None;
            }
            let read = self.exception_entry(&mut draft, &what, entry, patch, &mut last);
            self.take(read);
        }
        self.units[unit].exceptions.insert(terrain.clone(), draft);
    }

    fn exception_entry(
        &mut self,
        draft: &mut ExceptionDraft,
        what: &str,
        entry: &Entry,
        patch: bool,
        last: &mut Option<Arc<str>>,
    ) -> Result<(), Diagnostic> {
        let mut line = Line::after_key(entry, self.sources);
        match entry.key(self.sources).unwrap_or_default() {
            "as" => {
                draft.counts_as = Some(line.word("the name of a terrain")?);
                line.done()
            }
            "ignore" => {
                if line.is_done() {
                    draft.ignores.push(Arc::from("*"));
                }
                while !line.is_done() {
                    let name = self.ignored(&mut line)?;
                    draft.ignores.push(name);
                }
                line.done()
            }
            _ if entry.tokens.is_empty() => Err(self.line(entry).expected("an attribute or a key")),
            _ => {
                let keys = &["as", "ignore", "delete"];
                let place = Place { subject: Subject::Terrain, what, patch, params: &["unit", "hex"], keys };
                let writings = self.writings(self.line(entry), place, last)?;
                self.hold(&mut draft.held, writings, what, |_, _| true);
                Ok(())
            }
        }
    }

    /// An attribute of units or of terrain, or `*`.
    fn ignored(&self, line: &mut Line<'_, '_>) -> Result<Arc<str>, Diagnostic> {
        if line.peek().is_some_and(|t| t.kind == TokenKind::Other && line.text_of(t) == "*") {
            line.next();
            return Ok(Arc::from("*"));
        }
        let (name, span) = line.word("an attribute")?;
        let declared = |subject| self.data.catalogue.attributes.contains_key(&(subject, name.clone()));
        if declared(Subject::Unit) || declared(Subject::Terrain) {
            return Ok(name);
        }
        let names = self.attribute_names(Subject::Unit).chain(self.attribute_names(Subject::Terrain));
        Err(Diagnostic::error(Code::UNKNOWN_KEY, format!("no attribute is called `{name}`"))
            .at(span, "")
            .near(&name, names))
    }
}

//! Unit types: their definitions, and what later layers change in them or in one unit of the order of battle.

use std::sync::Arc;

use indexmap::IndexMap;

use super::super::tree::{Body, Entry, TokenKind};
use super::super::types::{RuleSource, UnitRules};
use super::attributes::Place;
use super::exceptions::ExceptionDraft;
use super::hold::Held;
use super::{Assembly, Line};
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::kernel::catalogue::{Origin, Subject, Write};

/// Steps of inheritance that are followed at most.
pub(super) const MOST_BASES: usize = 32;

/// Keys of a unit type's block that are no attributes.
const KEYS: [&str; 8] = ["symbol", "title", "hull", "in", "rules", "delete", "colour", "from"];

/// A unit type in the making: what it says itself, without what it inherits.
#[derive(Debug, Clone)]
pub(super) struct TypeDraft {
    pub(super) name: Arc<str>,
    pub(super) title: Option<Arc<str>>,
    pub(super) base: Option<(Arc<str>, Span)>,
    pub(super) symbol: Option<Arc<str>>,
    pub(super) hull: Option<(Arc<str>, Span)>,
    pub(super) held: Held,
    /// By the terrain's name.
    pub(super) exceptions: IndexMap<Arc<str>, ExceptionDraft>,
    pub(super) origin: Origin,
}

impl Assembly<'_> {
    /// `unit infantry "Infantry" { … }`, `unit engineer from infantry { … }`.
    pub(super) fn unit(&mut self, entry: &Entry) -> Result<(), Diagnostic> {
        let mut line = self.line(entry);
        line.next();
        let (name, span) = line.name("the name of the unit type")?;
        let mut title = line.text_or_nothing();
        let base =
            if line.skip_word("from") { Some(line.word("the unit type it inherits from")?) } else { None };
        title = title.or_else(|| line.text_or_nothing());
        line.no_more()?;
        let origin = Origin { span, ..self.origin(entry) };
        if let Some(old) = self.units.get(&name).map(|draft| draft.origin.clone()) {
            if old.layer == origin.layer {
                self.twice(&format!("unit type `{name}`"), span, old.span);
                return Ok(());
            }
            self.overridden(format!("unit {name}"), &old, &origin);
            self.warn_of_lost(&name, &origin);
            self.data.unit_rules.retain(|rules| rules.unit_type != name);
        }
        self.gone.remove(&("unit type", name.clone()));
        self.begin_unit(name.clone(), title, base, origin);
        self.unit_entries(&name, entry.entries(), false);
        Ok(())
    }

    /// A definition also replaces what files of its own rank have changed in the old one.
    fn warn_of_lost(&mut self, name: &Arc<str>, new: &Origin) {
        let old = &self.units[name];
        let writes = old.held.attributes.values().flatten();
        let lost =
            writes.map(|w| &w.origin).find(|o| o.layer.rank == new.layer.rank && o.layer != old.origin.layer);
        if let Some(lost) = lost.cloned() {
            self.overridden(format!("unit {name}"), &lost, new);
        }
    }

    /// An empty draft in the place of what had the name before.
    pub(super) fn begin_unit(
        &mut self,
        name: Arc<str>,
        title: Option<Arc<str>>,
        base: Option<(Arc<str>, Span)>,
        origin: Origin,
    ) {
        let draft = TypeDraft {
            name: name.clone(),
            title,
            base,
            symbol: None,
            hull: None,
            held: Held::default(),
            exceptions: IndexMap::new(),
            origin,
        };
        self.units.insert(name, draft);
    }

    /// The entries of a definition, or of a change to it.
    pub(super) fn unit_entries(&mut self, name: &Arc<str>, entries: &[Entry], patch: bool) {
        let mut last = None;
        for entry in entries {
            if self.is_full() {
                break;
            }
            if !entry.after_comma {
                last = None;
            }
            let read = self.unit_entry(name, entry, patch, &mut last);
            self.take(read);
        }
    }

    fn unit_entry(
        &mut self,
        name: &Arc<str>,
        entry: &Entry,
        patch: bool,
        last: &mut Option<Arc<str>>,
    ) -> Result<(), Diagnostic> {
        let what = format!("unit {name}");
        let mut line = Line::after_key(entry, self.sources);
        match entry.key(self.sources).unwrap_or_default() {
            "symbol" => {
                let symbol = self.symbol(&mut line)?;
                self.units[name].symbol = Some(symbol);
                line.done()
            }
            "hull" => {
                self.units[name].hull = Some(self.hull_of_unit(&mut line)?);
                Ok(())
            }
            "title" => {
                self.units[name].title = Some(line.text("a text")?);
                line.done()
            }
            "in" => self.exception(name, entry, patch),
            "rules" => self.unit_rules(name, entry),
            key => {
                if key.is_empty() && entry.tokens.is_empty() {
                    return Err(self.line(entry).expected("an attribute or a key"));
                }
                let place =
                    Place { subject: Subject::Unit, what: &what, patch, params: &["unit"], keys: &KEYS[..6] };
                let writings = self.writings(self.line(entry), place, last)?;
                let base = self.units[name].base.clone().map(|(base, _)| base);
                let mut held = std::mem::take(&mut self.units[name].held);
                self.hold(&mut held, writings, &what, |s, attribute| s.inherits(base.as_ref(), attribute));
                if let Some(modifier) = held.modifiers.pop() {
                    held.modifiers.clear();
                    self.tell(
                        Diagnostic::error(Code::SYNTAX, format!("a modifier stands in {what} itself"))
                            .at(modifier.origin.span, "")
                            .help("terrain has modifiers: `in woods { +1 STR }`; to change the number itself write `STR += 1`"),
                    );
                }
                self.units[name].held = held;
                Ok(())
            }
        }
    }

    /// One or two characters that stand together.
    pub(super) fn symbol(&self, line: &mut Line<'_, '_>) -> Result<Arc<str>, Diagnostic> {
        let what = "a symbol of one or two characters";
        let Some(token) = line.next() else { return Err(line.expected(what)) };
        let symbol = match token.kind {
            TokenKind::Text => line.unquoted(token),
            _ => Arc::from(line.text_of(token)),
        };
        match unicode_width::UnicodeWidthStr::width(&*symbol) {
            1 | 2 => Ok(symbol),
            _ => Err(Diagnostic::error(
                Code::BAD_VALUE,
                format!("expected {what}, found `{}`", self.shown(token.span)),
            )
            .at(token.span, "")),
        }
    }

    /// `rules { … }` or `rules "hovertank.rhai"`.
    fn unit_rules(&mut self, name: &Arc<str>, entry: &Entry) -> Result<(), Diagnostic> {
        let mut line = Line::after_key(entry, self.sources);
        let source = match (&entry.body, line.peek()) {
            (Some(Body::Script(span)), None) => RuleSource::Inline(*span),
            (None, Some(token)) if token.kind == TokenKind::Text => {
                let path = line.text("a file")?;
                line.done()?;
                if path.starts_with('/')
                    || path.contains('\\')
                    || path.contains(':')
                    || path.split('/').any(|p| p == "..")
                {
                    return Err(Diagnostic::error(Code::BAD_LINK, format!("`{path}` leads out of the pack"))
                        .at(token.span, "")
                        .help("name a file beside this one, or in a folder below it, with `/` between"));
                }
                RuleSource::File(path, token.span)
            }
            _ => {
                return Err(line
                    .expected("rules or a file of rules")
                    .help("write `rules { fn … }` or `rules \"hovertank.rhai\"`"));
            }
        };
        let layer = self.layer.clone();
        self.data.unit_rules.push(UnitRules { unit_type: name.clone(), source, layer });
        Ok(())
    }

    /// Whether `base` or a type that it inherits from has an attribute.
    fn inherits(&self, base: Option<&Arc<str>>, attribute: &str) -> bool {
        let mut at = base.cloned();
        for _ in 0..MOST_BASES {
            let Some(draft) = at.and_then(|name| self.units.get(&name)) else { return false };
            if let Some(last) = draft.held.attributes.get(attribute).and_then(|writes| writes.last()) {
                return last.write != Write::Delete;
            }
            at = draft.base.clone().map(|(base, _)| base);
        }
        false
    }
}

//! Terrain, of hexes and of hexsides.

use std::sync::Arc;

use super::super::tree::Entry;
use super::attributes::Place;
use super::hold::Held;
use super::{Assembly, Line};
use crate::diagnostic::{Code, Diagnostic};
use crate::kernel::catalogue::{Origin, Subject};

/// A terrain in the making.
#[derive(Debug, Clone)]
pub(super) struct TerrainDraft {
    pub(super) name: Arc<str>,
    pub(super) title: Arc<str>,
    pub(super) hexside: bool,
    pub(super) symbol: Option<Arc<str>>,
    pub(super) colour: Option<Arc<str>>,
    pub(super) held: Held,
    pub(super) origin: Origin,
}

impl Assembly<'_> {
    /// `terrain woods "Woods" { … }`, `hexside river "River" { … }`.
    pub(super) fn terrain_block(&mut self, entry: &Entry, hexside: bool) -> Result<(), Diagnostic> {
        let mut line = self.line(entry);
        line.next();
        let (name, span) = line.name("the name of the terrain")?;
        let title = line.text_or_nothing().unwrap_or_else(|| name.clone());
        if line.peek().is_some_and(|t| line.text_of(t) == "from") {
            return Err(line
                .expected("a block")
                .help("only unit types inherit; write out what the terrain is"));
        }
        line.no_more()?;
        let origin = Origin { span, ..self.origin(entry) };
        if let Some(old) = self.terrain.get(&name).map(|draft| draft.origin.clone()) {
            if old.layer == origin.layer {
                self.twice(&format!("terrain `{name}`"), span, old.span);
                return Ok(());
            }
            self.overridden(format!("terrain {name}"), &old, &origin);
        }
        self.gone.remove(&("terrain", name.clone()));
        let draft = TerrainDraft {
            name: name.clone(),
            title,
            hexside,
            symbol: None,
            colour: None,
            held: Held::default(),
            origin,
        };
        self.terrain.insert(name.clone(), draft);
        self.terrain_entries(&name, entry.entries(), false);
        Ok(())
    }

    /// The entries of a definition, or of a change to it.
    pub(super) fn terrain_entries(&mut self, name: &Arc<str>, entries: &[Entry], patch: bool) {
        let mut last = None;
        for entry in entries {
            if self.is_full() {
                break;
            }
            if !entry.after_comma {
                last = None;
            }
            let read = self.terrain_entry(name, entry, patch, &mut last);
            self.take(read);
        }
    }

    fn terrain_entry(
        &mut self,
        name: &Arc<str>,
        entry: &Entry,
        patch: bool,
        last: &mut Option<Arc<str>>,
    ) -> Result<(), Diagnostic> {
        let mut line = Line::after_key(entry, self.sources);
        match entry.key(self.sources).unwrap_or_default() {
            "symbol" => self.terrain[name].symbol = Some(self.symbol(&mut line)?),
            "colour" => self.terrain[name].colour = Some(line.colour()?),
            "title" => self.terrain[name].title = line.text("a text")?,
            _ if entry.tokens.is_empty() => {
                return Err(self.line(entry).expected("an attribute or a key"));
            }
            "rules" => {
                return Err(Diagnostic::error(Code::UNKNOWN_KEY, "terrain has no rules of its own")
                    .at(entry.head(), "")
                    .help("write a rule of the layer that asks for the terrain"));
            }
            _ => {
                let what = format!("terrain {name}");
                let keys = &["symbol", "colour", "title", "delete"];
                let place = Place { subject: Subject::Terrain, what: &what, patch, params: &["hex"], keys };
                let writings = self.writings(self.line(entry), place, last)?;
                let mut held = std::mem::take(&mut self.terrain[name].held);
                self.hold(&mut held, writings, &what, |_, _| false);
                self.terrain[name].held = held;
                return Ok(());
            }
        }
        line.done()
    }
}

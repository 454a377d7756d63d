//! The layers in force, as the linker takes them: scripts by file, lowest layer first.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::probe::Probe;
use crate::diagnostic::{SourceMap, Span};
use crate::kernel::catalogue::{Origin, Subject};
use crate::kernel::dice::formula::Notation;
use crate::kernel::layer::Layer;

/// A rule made from an expression in data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExpressionRule {
    /// The name that data calls it by.
    pub name: Arc<str>,
    /// Its parameters.
    pub parameters: Vec<String>,
    /// The expression.
    pub span: Span,
    /// Its layer.
    pub layer: Arc<Layer>,
    /// What it decides, for messages.
    pub what: String,
}

/// A script that belongs to one unit type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnitScript {
    /// The unit type's name.
    pub unit_type: Arc<str>,
    /// The text.
    pub span: Span,
    /// The layer that wrote it.
    pub layer: Arc<Layer>,
}

/// One layer's scripts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LayerScripts {
    /// The layer.
    pub layer: Arc<Layer>,
    /// The texts, in the order of the rulebook.
    pub spans: Vec<Span>,
}

/// A rule that data names, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleReference {
    /// The rule's name.
    pub rule: Arc<str>,
    /// How many arguments it is called with; none where any number will do.
    pub arguments: Option<usize>,
    /// Whether it checks a command, so that nobody waits for its answer.
    pub is_check: bool,
    /// What it is called with, as far as that has properties; nothing for other things.
    pub takes: Vec<Option<Subject>>,
    /// Where it is named.
    pub span: Span,
}

/// Everything that is linked.
#[derive(Debug, Clone, Default)]
pub struct ScriptStack {
    /// The texts.
    pub sources: SourceMap,
    /// Scripts of the layers, lowest first.
    pub layers: Vec<LayerScripts>,
    /// Scripts of unit types.
    pub units: Vec<UnitScript>,
    /// Rules made from expressions.
    pub expressions: Vec<ExpressionRule>,
    /// Rules that data names.
    pub references: Vec<RuleReference>,
    /// Names that data declare or call only where another scenario is played, or have deleted again: rules may go on naming them, and
    /// be named so.
    pub elsewhere: BTreeSet<Arc<str>>,
    /// The units of the scenario, in play or not: rules make no new ones.
    pub enlisted: Vec<Arc<str>>,
    /// What a layer has deleted, by its kind and its name.
    pub deleted: BTreeMap<(&'static str, Arc<str>), Origin>,
    /// What looks at the scripts; none in play.
    pub probe: Option<Arc<Probe>>,
    /// How rules read dice as they are written; none where they cannot.
    pub notation: Option<Notation>,
}

impl ScriptStack {
    /// Where all that is linked stands.
    fn spans(&self) -> impl Iterator<Item = Span> {
        let layers = self.layers.iter().flat_map(|layer| &layer.spans);
        let units = self.units.iter().map(|unit| &unit.span);
        layers.chain(units).chain(self.expressions.iter().map(|rule| &rule.span)).copied()
    }

    /// Whether a script has a word anywhere but behind a point and before a bracket.
    pub(super) fn names_elsewhere(&self, word: &str) -> bool {
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        self.spans().map(|span| self.sources.text(span)).any(|text| {
            text.match_indices(word).any(|(at, _)| {
                let (before, behind) = (&text[..at], &text[at + word.len()..]);
                let is_whole = !before.ends_with(is_word) && !behind.starts_with(is_word);
                is_whole && !(before.ends_with('.') && behind.trim_start().starts_with('('))
            })
        })
    }

    /// Whether a script asks whether there is a property of this name.
    pub(super) fn asks_for_property(&self, name: &str) -> bool {
        let quoted = format!("\"{name}\"");
        let mut texts = self.spans().map(|span| self.sources.text(span));
        texts.any(|text| text.contains("has_property") && text.contains(&quoted))
    }

    /// Whether the same scripts are linked in the same way: layers without any may have come on top.
    pub(super) fn links_as(&self, other: &ScriptStack) -> bool {
        let on_top = other.layers.get(self.layers.len()..).unwrap_or_default();
        other.layers.starts_with(&self.layers)
            && on_top.iter().all(|layer| layer.spans.is_empty())
            && self.units == other.units
            && self.expressions == other.expressions
            && self.references == other.references
            && self.spans().all(|span| self.sources.text(span) == other.sources.text(span))
    }
}

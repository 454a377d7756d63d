//! What the data of a stack comes to: everything that [`assemble`](super::assemble) hands on.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::manifest::Manifest;
use super::verb::Verb;
use crate::diagnostic::{Code, Diagnostic, Label, Span};
use crate::kernel::catalogue::{Catalogue, Origin};
use crate::kernel::hex::{Hex, HexMap};
use crate::kernel::layer::Layer;
use crate::kernel::plane::Tabletop;
use crate::kernel::state::Place;
use crate::kernel::value::{SideId, TypeId, Value};

/// The data of all layers in force.
#[derive(Debug, Clone, Default)]
pub struct Data {
    /// What is printed: attributes, unit types, terrain, tables, named numbers; with a scenario, its sides.
    pub catalogue: Catalogue,
    /// The manifests of the packs, lowest first.
    pub manifests: Vec<Manifest>,
    /// By hook, the rule that the highest layer names for it.
    pub hooks: BTreeMap<Arc<str>, (Arc<str>, Origin)>,
    /// Where phases and kinds of rolls are declared, by the word of their block and their name.
    pub named: BTreeMap<(&'static str, Arc<str>), Origin>,
    /// How much of what the rule of the hook `worth` answers is one point; 0 where no pack has said.
    pub worth_per: i64,
    /// The verbs, in the order of declaration.
    pub verbs: Vec<Verb>,
    /// Names that only other scenarios declare or call, or that a layer has deleted.
    pub elsewhere: BTreeSet<Arc<str>>,
    /// What a layer has deleted and none above it has again, by its kind and its name.
    pub deleted: BTreeMap<(&'static str, Arc<str>), Origin>,
    /// What is changed but is there in other scenarios only, and where the change names it.
    pub waiting: Vec<(Arc<str>, Span)>,
    /// Rules that unit types have of their own, lowest layer first.
    pub unit_rules: Vec<UnitRules>,
    /// Top `rules { … }` blocks: rules of the whole layer. The place is that of the text inside the braces.
    pub scripts: Vec<(Arc<Layer>, Span)>,
    /// A rule for each expression that stands in the data.
    pub generated: Vec<GeneratedRule>,
    /// The maps that packs define, by name.
    pub maps: BTreeMap<Arc<str>, HexMap>,
    /// Where maps and tables are defined, those with mistakes included.
    pub map_origins: BTreeMap<Arc<str>, Origin>,
    /// The tables in inches that packs define, by name.
    pub tabletops: BTreeMap<Arc<str>, Tabletop>,
    /// The scenarios, by name.
    pub scenarios: BTreeMap<Arc<str>, ScenarioSummary>,
    /// The set-up of the scenario that was asked for.
    pub set_up: Option<SetUp>,
    /// Every rule that the data names, for the linker to verify.
    pub rule_refs: Vec<RuleRef>,
    /// What layers changed that a layer below had written, in the order in which it happened.
    pub overridden: Vec<Overridden>,
}

/// Rules of one unit type, or of one unit of the order of battle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnitRules {
    /// The type's name in the catalogue.
    pub unit_type: Arc<str>,
    /// Where their text is.
    pub source: RuleSource,
    /// The layer that writes them.
    pub layer: Arc<Layer>,
}

/// Where the text of rules is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RuleSource {
    /// In the data file: the text inside the braces.
    Inline(Span),
    /// In a file of its own, named relative to the data file; the place is that of its name.
    File(Arc<str>, Span),
}

/// A rule made from an expression in the data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GeneratedRule {
    /// Its name, which nothing else has: `data__1`.
    pub name: Arc<str>,
    /// The names in scope.
    pub params: Vec<&'static str>,
    /// The text of the expression, without its brackets.
    pub text_span: Span,
    /// The layer that writes it.
    pub layer: Arc<Layer>,
    /// What it is for, in words, for messages.
    pub what: String,
}

/// A rule that the data names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleRef {
    /// The rule.
    pub rule: Arc<str>,
    /// What it is named for.
    pub named_for: NamedFor,
    /// Where.
    pub origin: Origin,
}

/// What a rule is named for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NamedFor {
    /// A hook of the manifest.
    Hook(Arc<str>),
    /// What a command does.
    Rule(Arc<str>),
    /// What a command is checked by.
    Check(Arc<str>),
    /// What may be given for a parameter of a command.
    Choices(Arc<str>, Arc<str>),
}

/// Something that one layer wrote and a higher one changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Overridden {
    /// What, in words: `unit infantry TGH`.
    pub what: String,
    /// Who wrote it before.
    pub old: Origin,
    /// Who changed it.
    pub new: Origin,
}

/// What a list of scenarios shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScenarioSummary {
    /// The long name.
    pub title: Arc<str>,
    /// Its notes, a paragraph each.
    pub notes: Vec<Arc<str>>,
    /// Where it is written.
    pub origin: Origin,
}

/// A scenario, ready to be played.
#[derive(Debug, Clone)]
pub struct SetUp {
    /// The scenario's name.
    pub scenario: Arc<str>,
    /// The long name.
    pub title: Arc<str>,
    /// Its notes, a paragraph each.
    pub notes: Vec<Arc<str>>,
    /// The map; one without hexes where the scenario has none.
    pub map: HexMap,
    /// The map's name; the scenario's for a map that has none.
    pub map_name: Arc<str>,
    /// The order of battle, sides in the order of play.
    pub placed: Vec<Placed>,
    /// When which side has won, in the order in which it is asked.
    pub victory: Vec<Victory>,
    /// Properties that differ from their defaults at the start.
    pub properties: Vec<SetProperty>,
}

impl SetUp {
    /// A mistake of a rule that sets up, first at what the scenario sets where that is the very text of which a primitive knows nothing.
    pub fn at_what_is_set(&self, mut told: Diagnostic) -> Diagnostic {
        if told.code != Code::BAD_ARGUMENT {
            return told;
        }
        let named = told.title.split('`').nth(1).unwrap_or_default().to_owned();
        let is_it = |set: &&SetProperty| matches!(&set.value, Value::Text(text) if **text == *named);
        let set = self.properties.iter().filter(is_it);
        let labels =
            set.map(|set| Label { span: set.origin.span, text: format!("`{}` is set to it here", set.name) });
        told.labels.splice(0..0, labels.collect::<Vec<_>>());
        told
    }
}

/// One unit of the order of battle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Placed {
    /// Its name, unique in the scenario.
    pub name: Arc<str>,
    /// The long name: its own, or that of its type.
    pub title: Arc<str>,
    /// Its type; a type of its own where the scenario or a higher layer changes this one unit.
    pub unit_type: TypeId,
    /// Its side.
    pub side: SideId,
    /// Where it begins; in reserve for off the map.
    pub place: Place,
    /// Where it is written.
    pub origin: Origin,
}

/// A condition under which the game is over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Victory {
    /// Who has won; nothing for a draw.
    pub side: Option<SideId>,
    /// The rule made from the condition.
    pub rule: Arc<str>,
    /// The reason, for the end of the transcript.
    pub reason: Arc<str>,
    /// Where it is written.
    pub origin: Origin,
}

/// What has a property.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// A hex.
    Hex(Hex),
    /// A unit, by its name.
    Unit(Arc<str>),
    /// A side.
    Side(SideId),
    /// The game.
    Game,
}

/// A property at the start.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SetProperty {
    /// What has it.
    pub target: Target,
    /// The property.
    pub name: Arc<str>,
    /// Its value.
    pub value: Value,
    /// Where it is written.
    pub origin: Origin,
}

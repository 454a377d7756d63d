//! The verbs that packs declare: what players type, and the rules that carry it out.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::diagnostic::Span;
use crate::kernel::catalogue::Origin;

/// What a parameter of a verb takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ParamKind {
    /// One unit of the state.
    Unit,
    /// One or more units.
    Units,
    /// One hex of the map.
    Hex,
    /// One or more hexes.
    Hexes,
    /// A side of the scenario.
    Side,
    /// A unit type.
    Type,
    /// A terrain.
    Terrain,
    /// A whole number.
    Number,
    /// A point of the table: two numbers of inches, `12.5,30`.
    Point,
    /// A length in inches, handed on in thousandths: `3.5`.
    Inches,
    /// A turn or a direction in degrees, clockwise.
    Degrees,
    /// One word, as typed.
    Word,
    /// A text in quotes, or the rest of the line.
    Text,
    /// A phase that the pack declares.
    Phase,
}

impl ParamKind {
    /// Every kind with the word that forms write for it.
    pub const ALL: [(&'static str, ParamKind); 14] = [
        ("unit", ParamKind::Unit),
        ("units", ParamKind::Units),
        ("hex", ParamKind::Hex),
        ("hexes", ParamKind::Hexes),
        ("side", ParamKind::Side),
        ("type", ParamKind::Type),
        ("terrain", ParamKind::Terrain),
        ("number", ParamKind::Number),
        ("point", ParamKind::Point),
        ("inches", ParamKind::Inches),
        ("degrees", ParamKind::Degrees),
        ("word", ParamKind::Word),
        ("text", ParamKind::Text),
        ("phase", ParamKind::Phase),
    ];

    /// The kind that forms write so.
    pub fn named(word: &str) -> Option<ParamKind> {
        Self::ALL.iter().find(|(name, _)| *name == word).map(|(_, kind)| *kind)
    }

    /// The word that forms write for this kind.
    pub fn word(self) -> &'static str {
        Self::ALL.iter().find(|(_, kind)| *kind == self).map_or("", |(name, _)| name)
    }

    /// How many words of the line one of it takes.
    pub fn words(self) -> usize {
        if self == ParamKind::Point { 2 } else { 1 }
    }

    /// Whether it takes more than one word of the line.
    pub fn is_many(self) -> bool {
        matches!(self, ParamKind::Units | ParamKind::Hexes)
    }
}

/// One part of the form of a verb.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part {
    /// A literal word, or one of several: `on`, `(on|at)`.
    Word(Vec<Arc<str>>),
    /// `<target: unit>`.
    Param {
        /// Its name, which rules and choices know it by.
        name: Arc<str>,
        /// What it takes.
        kind: ParamKind,
        /// True for `[<target: unit>]`.
        optional: bool,
    },
}

/// A shorter name of a verb.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Alias {
    /// The name, one word or sign.
    pub name: Arc<str>,
    /// Where it is written.
    pub span: Span,
}

/// A verb of the game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verb {
    /// Its name, the first word of the line.
    pub name: Arc<str>,
    /// The long name, for help.
    pub title: Arc<str>,
    /// Shorter names.
    pub aliases: Vec<Alias>,
    /// What follows the name.
    pub form: Vec<Part>,
    /// The form as the pack writes it.
    pub form_text: Arc<str>,
    /// The phases that it belongs to; none means any.
    pub phases: Vec<Arc<str>>,
    /// The rule that refuses or allows it.
    pub check: Option<Arc<str>>,
    /// The rule that carries it out.
    pub rule: Arc<str>,
    /// By parameter, the rule that lists what may stand there, given the parameters before it.
    pub choices: BTreeMap<Arc<str>, Arc<str>>,
    /// What the numbers of its outcomes stand for, in order: of `9,0,4` perhaps surface, core and heart.
    pub parts: Vec<Arc<str>>,
    /// What it does, for `help`.
    pub help: Arc<str>,
    /// Lines that show it.
    pub examples: Vec<Arc<str>>,
    /// Where it is declared.
    pub origin: Origin,
}

impl Verb {
    /// Its shorter names.
    pub fn short_names(&self) -> Vec<&str> {
        self.aliases.iter().map(|alias| &*alias.name).collect()
    }

    /// Whether a word is one of its shorter names, be it in capitals.
    pub fn is_short(&self, word: &str) -> bool {
        self.aliases.iter().any(|alias| alias.name.eq_ignore_ascii_case(word))
    }

    /// What each of its parameters takes, in the order of the form.
    pub fn kinds(&self) -> impl Iterator<Item = ParamKind> {
        self.form.iter().filter_map(|part| match part {
            Part::Param { kind, .. } => Some(*kind),
            Part::Word(_) => None,
        })
    }

    /// Whether it can be used in the phase of this name.
    pub fn is_of(&self, phase: &str) -> bool {
        self.phases.is_empty() || self.phases.iter().any(|own| **own == *phase)
    }

    /// The parameter of this name.
    pub fn param(&self, wanted: &str) -> Option<(ParamKind, bool)> {
        self.form.iter().find_map(|part| match part {
            Part::Param { name, kind, optional } if &**name == wanted => Some((*kind, *optional)),
            _ => None,
        })
    }

    /// The names of all parameters, in order.
    pub fn params(&self) -> impl Iterator<Item = &Arc<str>> {
        self.form.iter().filter_map(|part| match part {
            Part::Param { name, .. } => Some(name),
            Part::Word(_) => None,
        })
    }
}

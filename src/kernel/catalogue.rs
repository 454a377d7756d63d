//! What is printed and never changes during a game: attributes, unit types, terrain, phases, sides.
//!
//! The data stage fills it from the packs; the kernel only knows that there are such things, and not one of
//! their names.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::hull::{Circle, Hull};
use super::layer::Layer;
use super::plane::Tabletop;
use super::value::{CircleId, HullId, SideId, TerrainId, TypeId, Value};
use crate::diagnostic::Span;

/// Where a datum comes from: the layer that wrote it, and the place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin {
    /// The layer.
    pub layer: Arc<Layer>,
    /// The place.
    pub span: Span,
    /// What the source calls it, where the pack cites one (`Table 1`).
    pub cites: Option<Arc<str>>,
}

/// What may carry an attribute, a rating, a flag or a property.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Subject {
    /// Unit types (attributes) or units (properties).
    Unit,
    /// Terrain.
    Terrain,
    /// Hexes, in the state.
    Hex,
    /// Sides, in the state.
    Side,
    /// The game as a whole, in the state.
    Game,
}

/// How an attribute is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AttributeForm {
    /// `ATT 3`: a whole number, or an expression.
    Number,
    /// `H3`, `H-1` or `HX`: a letter with a number or an X.
    Rating,
    /// A bare word that is there or not.
    Flag,
    /// `kind "text"` or a bare word.
    Word,
}

/// An attribute that a pack declares.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AttributeDef {
    /// Its name as data and scripts write it.
    pub name: Arc<str>,
    /// The long name, for help.
    pub title: Arc<str>,
    /// What carries it.
    pub subject: Subject,
    /// How it is written.
    pub form: AttributeForm,
    /// For a qualifier (`Max` of `MOV 3, Max 1`): the attribute that it stands behind.
    pub qualifies: Option<Arc<str>>,
    /// The value of what does not say; without one the attribute is then absent ([`Value::Nothing`]).
    pub default: Option<Value>,
    /// Least and greatest allowed number, ends included.
    pub range: (i64, i64),
    /// Which lists tell it.
    pub listed: Listed,
    /// Where it is declared, or was changed last.
    pub origin: Origin,
    /// Where it was declared first: in this order lists tell attributes.
    pub first: Span,
}

/// Which lists and maps tell an attribute or a property, and how. Rules know nothing of it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Listed {
    /// It serves the rules, and a list of units leaves it out.
    pub inner: bool,
    /// It means something only to what has this attribute, too.
    pub with: Option<Arc<str>>,
    /// What its whole numbers measure.
    pub measure: Measure,
    /// What maps call the hex that it holds; without it they leave that hex unmarked.
    pub marked: Option<Arc<str>>,
}

/// What a whole number measures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Measure {
    /// Nothing: it is told as it is.
    #[default]
    Plain,
    /// A length, in thousandths of an inch.
    Inches,
    /// A turn, in millionths of a degree.
    Degrees,
}

/// A property that units, hexes, sides or the game have in the state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PropertyDef {
    /// Its name as scripts write it.
    pub name: Arc<str>,
    /// What has it.
    pub subject: Subject,
    /// Its value at the start.
    pub default: Value,
    /// The long name, for help.
    pub title: Arc<str>,
    /// Which lists tell it.
    pub listed: Listed,
    /// Where it is declared.
    pub origin: Origin,
}

/// How one layer writes to a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Write {
    /// The value is this.
    Set(Value),
    /// The value is what this rule answers, called with the subject (an expression in the data, made a rule).
    Compute(Arc<str>),
    /// So much is added; may be negative.
    Add(i64),
    /// It is multiplied by a fraction: numerator, denominator (above zero).
    Multiply(i64, i64),
    /// The value is taken away.
    Delete,
}

/// One layer's write with its origin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    /// What it writes.
    pub write: Write,
    /// Which layer, where.
    pub origin: Origin,
}

/// The writes to one attribute of one type or terrain, lowest layer first. Never empty.
pub type Writes = Vec<Written>;

/// How much a modifier changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Amount {
    /// `+2 DEF`.
    Points(i64),
    /// `-50% DEF`.
    Percent(i64),
}

/// `+2 DEF` or `-50% DEF`, with its condition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Modifier {
    /// The attribute that it changes.
    pub attribute: Arc<str>,
    /// By how much.
    pub amount: Amount,
    /// The rule made from its `when (…)`, called with the unit and the hex; without one it always applies.
    pub when: Option<Arc<str>>,
    /// The condition as written, for `why not`.
    pub when_text: Option<Arc<str>>,
    /// Which layer, where.
    pub origin: Origin,
}

/// What one unit type makes of one terrain.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Exception {
    /// It counts as this terrain instead, in everything.
    pub counts_as: Option<TerrainId>,
    /// Attributes that differ.
    pub attributes: BTreeMap<Arc<str>, Writes>,
    /// Attributes whose modifiers do not touch the unit; `*` for all.
    pub ignores: Vec<Arc<str>>,
    /// Modifiers that only this type has there.
    pub modifiers: Vec<Modifier>,
    /// Where it is written.
    pub origin: Option<Origin>,
}

/// A unit type, or one unit of the order of battle that a layer has changed for itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnitType {
    /// Its name, unique.
    pub name: Arc<str>,
    /// The long name.
    pub title: Arc<str>,
    /// Type that it inherits from, directly.
    pub base: Option<TypeId>,
    /// One or two characters for terminal maps.
    pub symbol: Arc<str>,
    /// What it is made of, where it has a hull.
    pub hull: Option<HullId>,
    /// Attributes, inherited ones included.
    pub attributes: BTreeMap<Arc<str>, Writes>,
    /// What it makes of terrain, inherited ones included.
    pub exceptions: BTreeMap<TerrainId, Exception>,
    /// Where it is defined.
    pub origin: Origin,
}

/// A terrain of hexes or of hexsides.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Terrain {
    /// Its name, unique.
    pub name: Arc<str>,
    /// The long name.
    pub title: Arc<str>,
    /// True where it lies on hexsides.
    pub hexside: bool,
    /// One character for terminal maps.
    pub symbol: Arc<str>,
    /// Colour for maps, `#rrggbb`.
    pub colour: Option<Arc<str>>,
    /// Attributes (cost to enter, ratings, flags).
    pub attributes: BTreeMap<Arc<str>, Writes>,
    /// `+2 DEF`, `-50% DEF`.
    pub modifiers: Vec<Modifier>,
    /// Where it is defined.
    pub origin: Origin,
}

/// A side of the scenario.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Side {
    /// Its name, one word.
    pub name: Arc<str>,
    /// The long name.
    pub title: Arc<str>,
    /// Colour for maps.
    pub colour: Option<Arc<str>>,
}

/// A phase that the pack declares.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PhaseDef {
    /// Its name, one word.
    pub name: Arc<str>,
    /// The long name.
    pub title: Arc<str>,
}

/// A kind of roll that the pack declares, so that a side can roll it with real dice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RollKind {
    /// Its name, one word.
    pub name: Arc<str>,
    /// The long name.
    pub title: Arc<str>,
}

/// A table of a pack: rows and columns of whole numbers or words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    /// Its name.
    pub name: Arc<str>,
    /// The long name.
    pub title: Arc<str>,
    /// Column heads, ascending where they are numbers.
    pub columns: Vec<Value>,
    /// Row head and cells.
    pub rows: Vec<(Value, Vec<Value>)>,
    /// Least and greatest number of a cell, ends included; none where cells may be anything.
    pub range: Option<(i64, i64)>,
    /// Whether no number is less than the one to its left or the one above it.
    pub rising: bool,
    /// Where it is written; of a changed cell, see `cells`.
    pub origin: Origin,
    /// Origins of cells that a higher layer has changed: row, column.
    pub cells: BTreeMap<(usize, usize), Origin>,
}

/// A named number of a pack (`value stacking 5`), which any layer may change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Named {
    /// Its name.
    pub name: Arc<str>,
    /// The long name.
    pub title: Arc<str>,
    /// Least and greatest allowed number, ends included.
    pub range: (i64, i64),
    /// The writes, lowest layer first.
    pub writes: Writes,
}

/// Everything printed: the data of all layers in force, and the scenario's sides.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Catalogue {
    /// Declared attributes, by subject and name.
    pub attributes: BTreeMap<(Subject, Arc<str>), AttributeDef>,
    /// Declared properties, by subject and name.
    pub properties: Vec<PropertyDef>,
    /// Unit types; [`TypeId`] counts them.
    pub unit_types: Vec<UnitType>,
    /// Terrain; [`TerrainId`] counts it.
    pub terrain: Vec<Terrain>,
    /// Sides in the order of play; [`SideId`] counts them.
    pub sides: Vec<Side>,
    /// Phases, in the order of declaration.
    pub phases: Vec<PhaseDef>,
    /// Kinds of roll, in the order of declaration.
    pub roll_kinds: Vec<RollKind>,
    /// The table of the scenario, where it is played in inches.
    pub tabletop: Option<Tabletop>,
    /// Hulls; [`HullId`] counts them.
    pub hulls: Vec<Hull>,
    /// Tables, by name.
    pub tables: BTreeMap<Arc<str>, Table>,
    /// Named numbers, by name.
    pub values: BTreeMap<Arc<str>, Named>,
}

impl Catalogue {
    /// The unit type of this name.
    pub fn type_named(&self, name: &str) -> Option<TypeId> {
        self.unit_types.iter().position(|t| &*t.name == name).map(|i| TypeId(i as u32))
    }

    /// The terrain of this name.
    pub fn terrain_named(&self, name: &str) -> Option<TerrainId> {
        self.terrain.iter().position(|t| &*t.name == name).map(|i| TerrainId(i as u32))
    }

    /// The side of this name.
    pub fn side_named(&self, name: &str) -> Option<SideId> {
        self.sides.iter().position(|s| &*s.name == name).map(|i| SideId(i as u32))
    }

    /// A unit type by its handle.
    pub fn unit_type(&self, id: TypeId) -> &UnitType {
        &self.unit_types[id.index()]
    }

    /// The type that a unit of this name and type is printed as: one with numbers of its own has a type of its own, which is called
    /// as the unit and made from the printed one.
    pub fn printed_type(&self, unit: &str, own: TypeId) -> TypeId {
        let of = self.unit_type(own);
        of.base.filter(|_| *of.name == *unit).unwrap_or(own)
    }

    /// Terrain by its handle.
    pub fn terrain_def(&self, id: TerrainId) -> &Terrain {
        &self.terrain[id.index()]
    }

    /// The hull of this name.
    pub fn hull_named(&self, name: &str) -> Option<HullId> {
        self.hulls.iter().position(|h| &*h.name == name).map(|i| HullId(i as u32))
    }

    /// A hull by its handle.
    pub fn hull(&self, id: HullId) -> &Hull {
        &self.hulls[id.index()]
    }

    /// A circle by its handle.
    pub fn circle(&self, id: CircleId) -> &Circle {
        &self.hull(id.hull).circles()[id.at as usize]
    }

    /// The same, if the catalogue has it: a value of other rules need not be of this one.
    pub fn circle_if_any(&self, id: CircleId) -> Option<&Circle> {
        self.hulls.get(id.hull.index())?.circles().get(id.at as usize)
    }

    /// A side by its handle.
    pub fn side(&self, id: SideId) -> &Side {
        &self.sides[id.index()]
    }

    /// The property of this subject and name, with its place in [`Catalogue::properties`].
    pub fn property(&self, subject: Subject, name: &str) -> Option<(usize, &PropertyDef)> {
        self.properties.iter().enumerate().find(|(_, p)| p.subject == subject && &*p.name == name)
    }

    /// True where `id` is `ancestor` or inherits from it, over any number of steps.
    pub fn is_a(&self, id: TypeId, ancestor: TypeId) -> bool {
        let mut at = Some(id);
        while let Some(current) = at {
            if current == ancestor {
                return true;
            }
            at = self.unit_type(current).base;
        }
        false
    }
}

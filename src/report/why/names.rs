//! What an explanation calls things: places, rules, sides, units, hexes.

use crate::diagnostic::Span;
use crate::kernel::state::{Query, State, Target};
use crate::kernel::value::{SideId, Value};
use crate::report::called::Called;
use crate::report::style::long_name;
use crate::rules::Ruleset;

/// Names for what a trace holds by number.
pub trait Names {
    /// `path:line` of a place.
    fn place(&self, span: Span) -> String;
    /// A rule with its layer, by its place in [`Ruleset::rules`].
    fn rule_title(&self, rule: usize) -> String;
    /// The layer of a rule.
    fn rule_layer(&self, rule: usize) -> String;
    /// The ids of the source that a rule carries out.
    fn rule_ids(&self, rule: usize) -> Vec<String>;
    /// A side.
    fn side_name(&self, side: SideId) -> String;
    /// A value: a unit by its name, a hex by its number.
    fn called(&self, value: &Value) -> String;
    /// What a query asks, as a fact without its value: `wounds of t3`.
    fn asked(&self, query: &Query) -> String;
    /// Whether a query and its answer are told now.
    fn may_tell(&self, _query: &Query, _answer: &Value) -> bool {
        true
    }
}

/// The names of a game under way.
#[derive(Debug, Clone, Copy)]
pub struct GameNames<'a> {
    /// The rules in force.
    pub rules: &'a Ruleset,
    /// The state, for the names of units.
    pub state: &'a State,
}

impl GameNames<'_> {
    fn names(&self) -> Called<'_> {
        Called { catalogue: self.rules.catalogue(), map: self.rules.map(), state: self.state }
    }

    fn target(&self, target: Target) -> String {
        match target {
            Target::Unit(unit) => self.called(&Value::Unit(unit)),
            Target::Hex(hex) => self.called(&Value::Hex(hex)),
            Target::Side(side) => self.side_name(side),
            Target::Game => "the game".to_owned(),
        }
    }
}

impl Names for GameNames<'_> {
    fn place(&self, span: Span) -> String {
        self.rules.sources().place(span)
    }

    fn rule_title(&self, rule: usize) -> String {
        self.rules.rule_title(rule)
    }

    fn rule_layer(&self, rule: usize) -> String {
        self.rules.rules()[rule].layer.to_string()
    }

    fn rule_ids(&self, rule: usize) -> Vec<String> {
        self.rules.rules()[rule].doc.ids.clone()
    }

    fn side_name(&self, side: SideId) -> String {
        let side = self.rules.catalogue().sides.get(side.index());
        side.map_or_else(|| "nobody".to_owned(), |side| long_name(side).to_owned())
    }

    fn called(&self, value: &Value) -> String {
        self.names().text(value)
    }

    fn may_tell(&self, query: &Query, answer: &Value) -> bool {
        self.state.help_lock().is_none() || !(query.tells_places() || answer.tells_place())
    }

    fn asked(&self, query: &Query) -> String {
        match *query {
            Query::Place(unit) => format!("hex of {}", self.called(&Value::Unit(unit))),
            Query::Point(unit) => format!("place of {}", self.called(&Value::Unit(unit))),
            Query::Facing(unit) => format!("facing of {}", self.called(&Value::Unit(unit))),
            Query::OnMap(unit) => format!("{} on the map", self.called(&Value::Unit(unit))),
            Query::InPlay(unit) => format!("{} in play", self.called(&Value::Unit(unit))),
            Query::Property(target, property) => {
                let definition = self.rules.catalogue().properties.get(property as usize);
                let name = definition.map_or("property", |p| &p.name);
                format!("{name} of {}", self.target(target))
            }
            Query::Apart(one, other) => {
                let (one, other) = (self.called(&Value::Unit(one)), self.called(&Value::Unit(other)));
                format!("hexes from {one} to {other}")
            }
            Query::UnitsAt(hex) => format!("units in {}", self.called(&Value::Hex(hex))),
            Query::SidesAt(hex) => format!("sides in {}", self.called(&Value::Hex(hex))),
            Query::UnitsWithin(hex, far, side) => {
                let of = side.map_or_else(String::new, |side| format!(" of {}", self.side_name(side)));
                format!("units{of} within {far} of {}", self.called(&Value::Hex(hex)))
            }
            Query::SidesWithin(hex, far) => {
                format!("sides within {far} of {}", self.called(&Value::Hex(hex)))
            }
            Query::UnitsOf(side) => format!("units of {}", self.side_name(side)),
            Query::HexesOf(side) => format!("hexes of {}", self.side_name(side)),
            Query::Turn => "turn".to_owned(),
            Query::Phase => "phase".to_owned(),
            Query::Active => "side whose phase it is".to_owned(),
            Query::Over => "game over".to_owned(),
            Query::Laid => "terrain that was laid".to_owned(),
            Query::Help => "help locked".to_owned(),
        }
    }
}

//! What values are called: a unit by its name, a hex by its number.

use serde_json::{Value as Json, json};

use super::style::long_name;
use super::tidy::tidy;
use crate::kernel::catalogue::Catalogue;
use crate::kernel::hex::HexMap;
use crate::kernel::state::State;
use crate::kernel::value::Value;

/// What knows the names of values.
#[derive(Debug, Clone, Copy)]
pub(super) struct Called<'a> {
    pub(super) catalogue: &'a Catalogue,
    pub(super) map: &'a HexMap,
    pub(super) state: &'a State,
}

impl Called<'_> {
    /// A value in words.
    pub(super) fn text(&self, value: &Value) -> String {
        let catalogue = self.catalogue;
        let known = match value {
            Value::Hex(hex) => {
                let number = self.map.layout().number(*hex);
                return number.map_or_else(|| "a hex off the map".to_owned(), |number| number.to_string());
            }
            Value::List(values) if values.is_empty() => return "none".to_owned(),
            Value::List(values) => {
                return values.iter().map(|value| self.text(value)).collect::<Vec<_>>().join(", ");
            }
            Value::Unit(unit) if self.state.has_unit(*unit) => Some(&*self.state.unit(*unit).name),
            Value::Type(id) => catalogue.unit_types.get(id.index()).map(|t| &*t.name),
            Value::Side(id) => catalogue.sides.get(id.index()).map(long_name),
            Value::Terrain(id) => catalogue.terrain.get(id.index()).map(|t| &*t.name),
            Value::Circle(id) => {
                let circle = catalogue.circle_if_any(*id);
                return circle.map_or_else(|| value.to_string(), |circle| circle.spot.to_string());
            }
            _ => None,
        };
        known.map_or_else(|| value.to_string(), str::to_owned)
    }

    /// A value for programs: numbers and truth as such, all else in words.
    pub(super) fn json(&self, value: &Value) -> Json {
        match value {
            Value::Nothing => Json::Null,
            Value::Bool(truth) => json!(truth),
            Value::Int(number) => json!(number),
            Value::List(values) => values.iter().map(|value| self.json(value)).collect(),
            other => json!(tidy(&self.text(other))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::hex::HexMap;
    use crate::kernel::value::{CircleId, HullId, SideId, TerrainId, TypeId, UnitId};

    #[test]
    fn what_is_of_other_rules_has_a_name_all_the_same() {
        let (catalogue, state) = (Catalogue::default(), State::default());
        let map = HexMap::default();
        let names = Called { catalogue: &catalogue, map: &map, state: &state };
        for value in [
            Value::Circle(CircleId { hull: HullId(3), at: 9 }),
            Value::Unit(UnitId(4)),
            Value::Type(TypeId(4)),
            Value::Side(SideId(4)),
            Value::Terrain(TerrainId(4)),
        ] {
            assert_eq!(names.text(&value), value.to_string());
        }
    }
}

//! What a scenario gives units in words, such as their weapons: units of a type meet with what the first of them has that has any.
//! Numbers are left as they are printed, since they tell how a unit stands in the middle of a game.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::data::Target;
use crate::kernel::catalogue::Subject;
use crate::kernel::value::{TypeId, Value};
use crate::pack::Loaded;

/// Properties by their numbers, with their words.
pub(super) type Equipment = Vec<(u32, Value)>;

/// The unit of each type that lends the others what it has; none of a type without.
pub(super) fn lenders(loaded: &Loaded) -> BTreeMap<TypeId, Arc<str>> {
    let mut all = BTreeMap::new();
    for unit in loaded.data.set_up.iter().flat_map(|set_up| &set_up.placed) {
        if !equipment(loaded, &unit.name).is_empty() {
            all.entry(unit.unit_type).or_insert_with(|| unit.name.clone());
        }
    }
    all
}

/// What the scenario gives a unit.
pub(super) fn equipment(loaded: &Loaded, unit: &str) -> Equipment {
    let set = loaded.data.set_up.iter().flat_map(|set_up| &set_up.properties);
    let own = set.filter(|set| matches!(&set.target, Target::Unit(name) if **name == *unit));
    let worded = own.filter(|set| matches!(set.value, Value::Text(_)));
    let numbered = worded.filter_map(|set| {
        let (number, _) = loaded.rules.catalogue().property(Subject::Unit, &set.name)?;
        Some((number as u32, set.value.clone()))
    });
    numbered.collect()
}

/// In words: `missile, kinetic`.
pub(super) fn in_words(equipment: &Equipment) -> String {
    let words = equipment.iter().filter_map(|(_, value)| match value {
        Value::Text(word) => Some(word.to_string()),
        _ => None,
    });
    words.collect::<Vec<_>>().join(", ")
}

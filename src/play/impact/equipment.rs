//! What a scenario gives units in words, such as their weapons: units of a type meet with what the first of them has that has any.
//! Numbers are left as they are printed, since they tell how a unit stands in the middle of a game.

use std::collections::BTreeMap;

use crate::data::Target;
use crate::kernel::catalogue::Subject;
use crate::kernel::value::{TypeId, Value};
use crate::pack::Loaded;

/// Properties by their numbers, with their words.
pub(super) type Equipment = Vec<(u32, Value)>;

/// What the units of each type have; nothing of a type without.
pub(super) fn equipment(loaded: &Loaded) -> BTreeMap<TypeId, Equipment> {
    let mut all: BTreeMap<TypeId, Equipment> = BTreeMap::new();
    let Some(set_up) = &loaded.data.set_up else { return all };
    for unit in &set_up.placed {
        let own = set_up
            .properties
            .iter()
            .filter(|set| matches!(&set.target, Target::Unit(name) if *name == unit.name));
        let worded = own.filter(|set| matches!(set.value, Value::Text(_)));
        let numbered = worded.filter_map(|set| {
            let (number, _) = loaded.rules.catalogue().property(Subject::Unit, &set.name)?;
            Some((number as u32, set.value.clone()))
        });
        let numbered: Equipment = numbered.collect();
        if !numbered.is_empty() {
            all.entry(unit.unit_type).or_insert(numbered);
        }
    }
    all
}

/// In words: `missile, kinetic`.
pub(super) fn in_words(equipment: &Equipment) -> String {
    let words = equipment.iter().filter_map(|(_, value)| match value {
        Value::Text(word) => Some(word.to_string()),
        _ => None,
    });
    words.collect::<Vec<_>>().join(", ")
}

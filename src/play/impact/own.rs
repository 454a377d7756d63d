//! Types that are made for one unit of an order of battle, because a layer changes that unit for itself.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::pack::Loaded;

/// Those of a stack by name, each with the types that it was made from, the nearest first.
pub(super) type Own = BTreeMap<Arc<str>, Vec<Arc<str>>>;

/// The types that are made for one unit: they have its name, and are made from another.
pub(super) fn own_types(loaded: &Loaded) -> Own {
    let catalogue = loaded.rules.catalogue();
    let placed = loaded.data.set_up.iter().flat_map(|s| &s.placed);
    let own = placed.filter(|p| catalogue.unit_type(p.unit_type).name == p.name).map(|p| {
        let from = |of: &_| catalogue.unit_type(*of).base;
        let bases = std::iter::successors(from(&p.unit_type), from);
        (p.name.clone(), bases.map(|of| catalogue.unit_type(of).name.clone()).collect::<Vec<_>>())
    });
    own.filter(|(_, bases)| !bases.is_empty()).collect()
}

/// What a unit of such a type is in another stack: the same type where that has it, else what it was made from.
pub(super) fn stands_for(name: &Arc<str>, bases: &[Arc<str>], other: &Loaded) -> Arc<str> {
    let is_there = |name: &&Arc<str>| other.rules.catalogue().type_named(name).is_some();
    std::iter::once(name).chain(bases).find(is_there).unwrap_or(name).clone()
}

//! The unit types that meet: those of a scenario without and with the house rule.

use std::sync::Arc;

use super::equipment::{equipment, in_words, lenders};
use super::meetings::Sides;
use super::own::{own_types, stands_for};
use crate::kernel::value::SideId;

/// A unit type that takes part.
pub(super) struct Type {
    name: String,
    pub(super) title: String,
    /// What stands for it without and with the house rule: itself, or the type that it was made from for one unit.
    pub(super) names: [String; 2],
    /// The unit whose equipment it meets with, both times: a house rule that changes one unit for itself arms no other.
    pub(super) lender: Option<Arc<str>>,
    /// Its name, where it is printed, and what its units have in words; of one made for one unit, where its scenario places that.
    pub(super) key: [String; 3],
    /// The side that has such units in the scenario.
    pub(super) side: Option<SideId>,
}

/// The types of both stacks: those of before, then those that only come with the house rule.
pub(super) fn types(sides: &Sides) -> Vec<Type> {
    let mut types: Vec<Type> = Vec::new();
    let stacks = [&sides.before, &sides.after];
    for (at_stack, loaded) in stacks.into_iter().enumerate() {
        let own = own_types(loaded);
        let lenders = lenders(loaded);
        let catalogue = loaded.rules.catalogue();
        let placed = loaded.data.set_up.iter().flat_map(|s| &s.placed);
        for (at, unit) in catalogue.unit_types.iter().enumerate() {
            if types.iter().any(|t| *t.name == *unit.name) {
                continue;
            }
            let side = placed.clone().find(|p| p.unit_type.index() == at).map(|p| p.side);
            let title = if unit.title.is_empty() { &unit.name } else { &unit.title };
            let mut names = [unit.name.to_string(), unit.name.to_string()];
            if let Some(bases) = own.get(&unit.name) {
                names[1 - at_stack] = stands_for(&unit.name, bases, stacks[1 - at_stack]).to_string();
            }
            let lender = catalogue.type_named(&unit.name).and_then(|of| lenders.get(&of)).cloned();
            let words = lender.as_ref().map_or_else(String::new, |unit| in_words(&equipment(loaded, unit)));
            types.push(Type {
                name: unit.name.to_string(),
                title: title.to_string(),
                names,
                lender,
                key: [unit.name.to_string(), loaded.sources.place(unit.origin.span), words],
                side,
            });
        }
    }
    // Where two share their long name, the short one tells them apart.
    let titles: Vec<String> = types.iter().map(|t| t.title.clone()).collect();
    for unit in types.iter_mut().filter(|t| titles.iter().filter(|title| **title == t.title).count() > 1) {
        unit.title = format!("{} ({})", unit.title, unit.name);
    }
    for unit in types.iter_mut().filter(|t| t.lender.is_some()) {
        let [.., words] = &unit.key;
        unit.title = format!("{} ({words})", unit.title);
    }
    types
}

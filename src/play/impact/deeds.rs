//! The commands of a game in which two units meet.

use std::sync::Arc;

use crate::data::{Data, ParamKind, Part};

/// A verb that names two units: one that acts, and its target.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::play) struct Deed {
    /// Its name.
    pub(in crate::play) verb: Arc<str>,
    /// The phases that it belongs to.
    pub(in crate::play) phases: Vec<Arc<str>>,
    /// The places of the two units among its parameters.
    pub(in crate::play) actor: usize,
    pub(in crate::play) target: usize,
}

/// The deeds of a game, in the order of declaration.
pub(in crate::play) fn deeds(data: &Data) -> Vec<Deed> {
    let named = data.verbs.iter().filter_map(|verb| {
        let kinds = verb.form.iter().filter_map(|part| match part {
            Part::Param { kind, optional, .. } => Some((*kind, *optional)),
            Part::Word(_) => None,
        });
        let is_unit = |kind| matches!(kind, ParamKind::Unit | ParamKind::Units);
        let mut units = kinds.enumerate().filter(|(_, (kind, optional))| is_unit(*kind) && !*optional);
        let (actor, target) = (units.next()?.0, units.next()?.0);
        let phases = match verb.phases.is_empty() {
            true => data.catalogue.phases.iter().map(|p| p.name.clone()).collect(),
            false => verb.phases.clone(),
        };
        Some(Deed { verb: verb.name.clone(), phases, actor, target })
    });
    named.collect()
}

//! The commands of a game in which two units meet.

use std::sync::Arc;

use crate::data::{Data, ParamKind, Part, Verb};

/// A verb that names two units, one that acts and its target, or one that names nothing and ends something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::play) struct Deed {
    /// Its name.
    pub(in crate::play) verb: Arc<str>,
    /// The phases that it belongs to.
    pub(in crate::play) phases: Vec<Arc<str>>,
    /// The places of the two units among its parameters: of the one that acts, and of its target. None where it names nothing.
    pub(in crate::play) units: Option<[usize; 2]>,
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
        let places = [units.next()?.0, units.next()?.0];
        Some(Deed { verb: verb.name.clone(), phases: phases_of(data, verb), units: Some(places) })
    });
    named.collect()
}

/// The commands of a game that name nothing, once for each phase: what two units in contact come to when a step ends.
pub(super) fn endings(data: &Data) -> Vec<Deed> {
    let bare = data.verbs.iter().filter(|verb| verb.form.is_empty());
    let each = bare.flat_map(|verb| {
        let phases = phases_of(data, verb).into_iter();
        phases.map(|phase| Deed { verb: verb.name.clone(), phases: vec![phase], units: None })
    });
    each.collect()
}

fn phases_of(data: &Data, verb: &Verb) -> Vec<Arc<str>> {
    match verb.phases.is_empty() {
        true => data.catalogue.phases.iter().map(|p| p.name.clone()).collect(),
        false => verb.phases.clone(),
    }
}

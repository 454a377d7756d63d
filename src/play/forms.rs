//! The verbs of a game as players use them that do not type: by number, with their parameters, phase by phase.

use std::sync::Arc;

use crate::data::{Data, ParamKind, Part, Verb};
use crate::kernel::value::Value;

/// A parameter of a verb.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Slot {
    pub(super) kind: ParamKind,
    pub(super) optional: bool,
    /// Whether it can be given only with the one before it, with no word between the two that would tell them apart.
    pub(super) hangs: bool,
    /// The rule that lists what may stand there.
    pub(super) rule: Option<Arc<str>>,
}

/// The verbs that can be used in a phase, by number, in the order of declaration.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Verbs {
    /// Those with parameters.
    pub(super) wordy: Vec<usize>,
    /// Those without.
    pub(super) bare: Vec<usize>,
}

/// All verbs of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Forms {
    slots: Vec<Vec<Slot>>,
    phases: Vec<(Arc<str>, Verbs)>,
    /// For a phase that no pack declares.
    any: Verbs,
}

impl Forms {
    pub(super) fn new(data: &Data) -> Forms {
        let slots: Vec<Vec<Slot>> = data.verbs.iter().map(slots).collect();
        let of = |phase: &str| {
            let numbers = (0..data.verbs.len()).filter(|&n| data.verbs[n].is_of(phase));
            let (bare, wordy) = numbers.partition(|&n| slots[n].is_empty());
            Verbs { wordy, bare }
        };
        let phases = data.catalogue.phases.iter().map(|p| (p.name.clone(), of(&p.name))).collect();
        let any = of("");
        Forms { slots, phases, any }
    }

    pub(super) fn slots(&self, verb: usize) -> &[Slot] {
        &self.slots[verb]
    }

    pub(super) fn of_phase(&self, phase: &str) -> &Verbs {
        self.phases.iter().find(|(name, _)| **name == *phase).map_or(&self.any, |(_, verbs)| verbs)
    }
}

impl Slot {
    /// Whether it can only be left out behind these arguments.
    pub(super) fn is_left_out(&self, before: &[Value]) -> bool {
        self.hangs && before.last() == Some(&Value::Nothing)
    }
}

fn slots(verb: &Verb) -> Vec<Slot> {
    let before = std::iter::once(None).chain(verb.form.iter().map(Some));
    let parameters = verb.form.iter().zip(before).filter_map(|(part, before)| match part {
        Part::Word(_) => None,
        Part::Param { name, kind, optional } => Some(Slot {
            kind: *kind,
            optional: *optional,
            hangs: matches!(before, Some(Part::Param { optional: true, .. })),
            rule: verb.choices.get(name).cloned(),
        }),
    });
    parameters.collect()
}

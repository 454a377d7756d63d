//! What unit types are worth: each alone is set up beside the order of battle, as the pack's first rule has it.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::bout::Bout;
use super::outlook::Throws;
use crate::kernel::dice::Generator;
use crate::kernel::state::{Place, State};
use crate::kernel::value::{SideId, TypeId, UnitId, Value};
use crate::pack::Loaded;
use crate::rules::{Door, Failure, Run};
use crate::session::procedure::{self, initial_state};

/// The order of battle of a loaded scenario with one more unit of each type behind it, in the order of the types, each named
/// like its type; where the pack's first rule can be carried out, it has been. They stand where the order of battle has one of them, or
/// its first unit, or else where it is said. Answers the first of the new ones too.
pub fn with_every_type(loaded: &Rc<Loaded>, elsewhere: Place) -> (State, UnitId) {
    let catalogue = loaded.rules.catalogue();
    let mut state = initial_state(&loaded.data, catalogue);
    let first = UnitId(state.units().count() as u32);
    let placed = loaded.data.set_up.iter().flat_map(|s| &s.placed);
    let somewhere = placed.clone().find(|p| p.place != Place::Out).map_or(elsewhere, |p| p.place);
    for at in 0..catalogue.unit_types.len() {
        let kind = TypeId(at as u32);
        let own = placed.clone().find(|p| p.unit_type == kind);
        let (side, place) = own.map_or((SideId(0), somewhere), |own| (own.side, own.place));
        state.enlist(catalogue.unit_type(kind).name.clone(), kind, side, place);
    }
    state.commit();
    let mut bout = Bout::new(loaded.clone(), &Arc::new(AtomicBool::new(false)));
    let throws = Throws { given: Vec::new(), asked: 0, generator: Generator::new(1) };
    let door: Door = Rc::new(RefCell::new(throws));
    // What a set-up cannot do with so many units is left undone.
    if bout.begin(&state, &door).is_ok() {
        state.clone_from(bout.state());
    }
    (state, first)
}

/// What the pack's rule says that a unit is worth, with how it came to that. None where the pack has no such rule.
///
/// # Errors
/// What the rule fails with.
pub fn worth_of(loaded: &Loaded, state: &mut State, unit: UnitId) -> Option<Result<Run, Failure>> {
    let (rule, _) = loaded.data.hooks.get("worth")?;
    let throws = Throws { given: Vec::new(), asked: 0, generator: Generator::new(1) };
    let door: Door = Rc::new(RefCell::new(throws));
    Some(loaded.rules.look(state, door, rule, &[Value::Unit(unit)], procedure::QUESTION))
}

//! The kernel as scripts see it.

mod asking;
mod deciding;
mod handles;
mod hulls;
mod lists;
mod locking;
mod notation;
mod numbers;
mod plane;
mod reading;
mod sorting;
mod space;
mod tallies;
mod telling;
mod writing;

pub(super) use asking::{check_count, roll_of, throw};
pub(super) use deciding::{closed_secrets, has_sheet, secrets_of, under_seal, values_of};
pub(super) use handles::{called, properties};
pub(super) use lists::FOR_ITEMS;
pub(super) use plane::{BOUNDS, Body, Course, Feature, HANDS};
pub(super) use reading::{HOLDERS, grounds, hexes_of, units_in_play};
pub(super) use space::{PassOnly, as_distance, by_number};
pub(super) use tallies::{Tally, add_named, add_printed, add_unrecorded, modifiers_of, total, unrecorded};
pub(super) use telling::name_outcome;
pub(super) use writing::{as_phase, reset, write_property, write_value};

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use rhai::NativeCallContext;

use super::kinds;
use super::lines::Lines;
use super::natives::{Members, Natives, PrimitiveDoc, Registrar};
use super::probe::Probe;
use super::scene::Stage;
use super::trace::Spot;
use crate::diagnostic::SourceMap;
use crate::kernel::dice::formula::Notation;

/// What primitives work with: the stage, and how to name the place that calls them.
#[derive(Clone)]
pub(super) struct Kit {
    pub(super) stage: Rc<Stage>,
    pub(super) lines: Rc<Lines>,
    pub(super) sources: Rc<SourceMap>,
    pub(super) index: Rc<super::index::RuleIndex>,
    pub(super) budget: Rc<super::budget::Budget>,
    /// How many parameters the closures of the scripts have, those that they have captured included.
    pub(super) closures: Rc<RefCell<BTreeMap<String, usize>>>,
    /// What looks at the scripts; none in play.
    pub(super) probe: Option<Arc<Probe>>,
    /// How dice are read as they are written.
    pub(super) notation: Option<Notation>,
}

impl Kit {
    /// The place in the rules that calls a primitive.
    pub(super) fn spot(&self, context: &NativeCallContext<'_>) -> Spot {
        if self.stage.scene().is_some_and(|s| s.aside > 0) {
            return Spot::default();
        }
        self.spot_at(context.call_position())
    }

    /// Whether a search's closure takes a third parameter, by which it is told whether a hex is the first of a way.
    pub(super) fn told_first(&self, closure: &rhai::FnPtr) -> bool {
        let own = self.closures.borrow().get(closure.fn_name()).copied();
        own.is_some_and(|parameters| parameters == closure.iter_curry().count() + 3)
    }

    /// A position in the rules.
    pub(super) fn spot_at(&self, at: rhai::Position) -> Spot {
        let span = self.lines.span(at, &self.sources);
        Spot { span, rule: span.and_then(|s| self.index.rule_at(s)) }
    }
}

/// Registers what stands in for functions of the script language where rules are recalled.
pub(super) fn register_recalled(engine: &mut rhai::Engine, kit: &Kit) {
    let mut natives = Natives::default();
    lists::register(&mut natives, kit);
    natives.put_into(engine);
}

/// Registers everything and answers the reference, and what scripts read behind a point.
pub(super) fn register(mut all: Registrar<'_>, kit: &Kit) -> (Vec<PrimitiveDoc>, Members) {
    let registrar = &mut all;
    if let Some(probe) = &kit.probe {
        probe.register(registrar.engine);
    }
    kinds::register(registrar.engine);
    handles::register(registrar, kit);
    reading::register(registrar, kit);
    writing::register(registrar, kit);
    space::register(registrar, kit);
    plane::register(registrar, kit);
    hulls::register(registrar, kit);
    locking::register(registrar, kit);
    asking::register(registrar, kit);
    deciding::register(registrar, kit);
    notation::register(registrar, kit);
    tallies::register(registrar, kit);
    telling::register(registrar, kit);
    numbers::register(registrar);
    sorting::register(registrar);
    all.finish()
}

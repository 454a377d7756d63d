//! Hulls as they are printed: circles with a depth, a kind, a flank and neighbours. What is marked is a property of the pack.

use rhai::{Array, Dynamic};

use super::Kit;
use super::reading::unknown;
use crate::kernel::hull::{Circle, Flank};
use crate::kernel::value::{CircleId, TypeId, UnitId};
use crate::rules::natives::Registrar;
use crate::rules::raise::Outcome;
use crate::rules::scene::Stage;

pub(super) fn register(registrar: &mut Registrar<'_>, kit: &Kit) {
    let stage = kit.stage.clone();
    registrar.add(
        "circles(unit: Unit) -> array",
        "The circles of a unit's hull, by row and column; none where its type has no hull. A circle has a `name` (`b3`), a \
         `depth` (1 is the outermost) with its `depth_name`, a `letter` for its kind with its `title`, a `flank` (`front`, \
         `left`, `right`, `rear`, or `()` in the middle), a `column`, a `row` and `neighbours`.",
        move |unit: UnitId| circles(&stage, type_of(&stage, unit)),
    );
    let stage = kit.stage.clone();
    registrar.add(
        "circles(type: UnitType) -> array",
        "The same of a unit type.",
        move |unit_type: TypeId| circles(&stage, Some(unit_type)),
    );
    let stage = kit.stage.clone();
    registrar.add(
        "circle(unit: Unit, name: text) -> Circle",
        "The circle of this name of a unit's hull.",
        move |unit: UnitId, name: &str| circle(&stage, type_of(&stage, unit), name),
    );
    getters(registrar, kit);
}

fn getters(registrar: &mut Registrar<'_>, kit: &Kit) {
    macro_rules! getter {
        ($signature:literal, $text:literal, |$stage:ident, $id:ident, $circle:ident| $body:expr) => {
            let kit = kit.clone();
            registrar.member($signature, $text, move |id: &mut CircleId| -> Dynamic {
                let ($stage, $id) = (&*kit.stage, *id);
                let $circle: &Circle = $stage.catalogue.circle($id);
                let _ = $stage;
                $body
            });
        };
    }
    let text = |text: &str| Dynamic::from(rhai::ImmutableString::from(text));
    getter!("circle.name -> text", "Where it stands in the hull: `b3`.", |stage, id, circle| text(
        &circle.spot.to_string()
    ));
    getter!("circle.depth -> int", "How deep it lies, from 1 for the outermost.", |stage, id, circle| {
        Dynamic::from(circle.depth as i64 + 1)
    });
    getter!("circle.depth_name -> text", "What that depth is called.", |stage, id, circle| text(
        &stage.catalogue.hull(id.hull).depths[circle.depth]
    ));
    getter!("circle.letter -> text", "The letter of its kind.", |stage, id, circle| text(
        &stage.catalogue.hull(id.hull).kinds[circle.kind].letter
    ));
    getter!("circle.title -> text", "What its kind is called.", |stage, id, circle| text(
        &stage.catalogue.hull(id.hull).kinds[circle.kind].title
    ));
    getter!("circle.flank -> text", "The flank that it is on; `()` for none.", |stage, id, circle| circle
        .flank
        .map_or(Dynamic::UNIT, |flank: Flank| text(flank.word())));
    getter!("circle.column -> int", "Its column, from 1.", |stage, id, circle| Dynamic::from(
        i64::from(circle.spot.column) + 1
    ));
    getter!("circle.row -> int", "Its row, from 1.", |stage, id, circle| Dynamic::from(
        i64::from(circle.spot.row) + 1
    ));
    getter!("circle.neighbours -> array", "The circles that touch it.", |stage, id, circle| {
        Dynamic::from_array(
            circle
                .neighbours
                .iter()
                .map(|at| Dynamic::from(CircleId { at: *at as u32, ..id }))
                .collect::<Array>(),
        )
    });
    // A dispatcher of unit rules asks whatever it is given for its kind; only units have one.
    registrar.untold_member("kind", |_: &mut CircleId| -1_i64);
}

fn type_of(stage: &Stage, unit: UnitId) -> Option<TypeId> {
    stage.scene().map(|scene| scene.state.unit(unit).unit_type)
}

fn circles(stage: &Stage, unit_type: Option<TypeId>) -> Array {
    let Some(id) = unit_type.and_then(|t| stage.catalogue.unit_type(t).hull) else { return Array::new() };
    stage.catalogue.hull(id).handles(id).map(Dynamic::from).collect()
}

fn circle(stage: &Stage, unit_type: Option<TypeId>, name: &str) -> Outcome<CircleId> {
    let hull = unit_type.and_then(|t| stage.catalogue.unit_type(t).hull);
    let found = hull.and_then(|id| {
        let at = stage.catalogue.hull(id).named(name)?;
        Some(CircleId { hull: id, at: at as u32 })
    });
    match found {
        Some(circle) => Ok(circle),
        None => unknown("circle of the hull", name, std::iter::empty()),
    }
}

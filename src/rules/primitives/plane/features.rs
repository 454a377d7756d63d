//! What lies on the table, one by one: which area or line is in the way, touched or entered, where it matters that two
//! heaps of the same sand are two.

use rhai::{Array, Dynamic};

use super::super::Kit;
use super::bodies::Body;
use super::ways::Course;
use super::{table, within_word};
use crate::kernel::plane::{self, FeatureId, How, Length, Lying, Met, Point, Tabletop, Within};
use crate::rules::convert::Ground;
use crate::rules::natives::Registrar;
use crate::rules::raise::{Outcome, bad};

/// An area or a line of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::rules) struct Feature(FeatureId);

impl Feature {
    /// Whether some of a body is in it or so near to it.
    fn is_near(self, table: &Tabletop, body: &Body, length: Length) -> bool {
        let Some(lying) = table.lying(self.0) else { return false };
        let near = |shape| match lying {
            Lying::Area(area) => area.holds(&shape).is_any() || area.to_edge(&shape).apart.is_within(length),
            Lying::Line(line) => line.nearest(&shape).is_some_and(|nearest| nearest.apart.is_within(length)),
        };
        body.outlines().any(near)
    }
}

/// All of a table, areas before lines, in the order in which they lie there.
fn all(table: &Tabletop) -> impl Iterator<Item = Feature> {
    table.features().map(Feature)
}

fn listed(features: impl Iterator<Item = Feature>) -> Array {
    features.map(Dynamic::from).collect()
}

pub(super) fn register(registrar: &mut Registrar<'_>, kit: &Kit) {
    handles(registrar, kit);
    let stage = kit.stage.clone();
    registrar.add(
        "features() -> array",
        "All areas and lines of the table, areas first, in the order in which they lie there.",
        move || -> Outcome<Array> { Ok(listed(all(&*table(&stage)?))) },
    );
    let stage = kit.stage.clone();
    registrar.add(
        "features_near(body: Body, length: int) -> array",
        "The areas and lines in which some of a body stands or to which it is so near; exactly so far counts, and 0 is what it \
         touches, with the two thousandths of an inch that bases may be apart.",
        move |body: Body, length: i64| -> Outcome<Array> {
            let table = table(&stage)?;
            let length = Length::thousandths(length).max(plane::TOUCH);
            Ok(listed(all(&table).filter(|feature| feature.is_near(&table, &body, length))))
        },
    );
    let stage = kit.stage.clone();
    registrar.add(
        "stands_in(body: Body, feature: Feature) -> text",
        "How much of a body stands in an area: `wholly`, `partly` or `not`; nobody stands in a line.",
        move |body: Body, feature: Feature| {
            let table = table(&stage)?;
            let area = match table.lying(feature.0) {
                Some(Lying::Area(area)) => Some(area),
                Some(Lying::Line(_)) | None => None,
            };
            let parts: Vec<Within> =
                body.outlines().map(|shape| area.map_or(Within::Not, |area| area.holds(&shape))).collect();
            Ok::<_, Box<rhai::EvalAltResult>>(within_word(&parts))
        },
    );
    let stage = kit.stage.clone();
    registrar.add(
        "met_between(from: Point, to: Point) -> array",
        "What the straight line between two points meets, the first met first: `[feature, how, from, to]` for each, the lengths \
         from the first point. How: `through` an area, `along` its edge or along a line, `over` a line; at a line that is only \
         touched, or on which the line begins or ends, `at`.",
        move |from: Point, to: Point| -> Outcome<Array> {
            let row = |feature: Feature, how: &'static str, begins: Length, ends: Length| {
                let lengths = [begins, ends].map(|length| Dynamic::from(length.in_thousandths()));
                let [begins, ends] = lengths;
                Dynamic::from_array(vec![Dynamic::from(feature), Dynamic::from(how), begins, ends])
            };
            let table = table(&stage)?;
            let met = plane::met_between(from, to, table.terrain());
            Ok(met
                .into_iter()
                .map(|met| match met {
                    Met::Through { area, enters, leaves, .. } => {
                        row(Feature(table.area_id(area)), "through", enters, leaves)
                    }
                    Met::AlongEdge { area, enters, leaves } => {
                        row(Feature(table.area_id(area)), "along", enters, leaves)
                    }
                    Met::Line { line, at, how, .. } => {
                        let how = match how {
                            How::Over => "over",
                            How::Along => "along",
                            How::BeginsOn | How::Touches | How::EndsOn => "at",
                        };
                        row(Feature(table.line_id(line)), how, at, at)
                    }
                })
                .collect())
        },
    );
    let stage = kit.stage.clone();
    registrar.add(
        "areas_entered(way: Way) -> array",
        "The areas into which any of a body comes on its way: `[feature, length gone]` for each, 0 for one that it is in from the \
         beginning. What is only touched is not entered; a thousandth before the length it is not yet in.",
        move |course: Course| -> Outcome<Array> {
            let table = table(&stage)?;
            let entered = plane::entered(course.way(), table.terrain());
            let row = |entered: plane::Entered| {
                let gone = Dynamic::from(entered.at.in_thousandths());
                Dynamic::from_array(vec![Dynamic::from(Feature(table.area_id(entered.area))), gone])
            };
            Ok(entered.into_iter().map(row).collect())
        },
    );
}

fn handles(registrar: &mut Registrar<'_>, kit: &Kit) {
    registrar.natives.native("==", |a: Feature, b: Feature| a == b);
    registrar.natives.native("!=", |a: Feature, b: Feature| a != b);
    let stage = kit.stage.clone();
    registrar.member("feature.terrain -> Terrain", "What it is made of.", move |feature: &mut Feature| {
        match table(&stage)?.feature(feature.0) {
            Some(told) => Ok(Ground::printed(told.terrain)),
            None => bad("that feature is of another table"),
        }
    });
    let stage = kit.stage.clone();
    let called = move |feature: Feature| -> String {
        let Ok(table) = table(&stage) else { return String::new() };
        let Some(told) = table.feature(feature.0) else { return String::new() };
        let title = || stage.catalogue.terrain_def(told.terrain).title.to_string();
        told.name.as_ref().map_or_else(title, |name| name.to_string())
    };
    let own = called.clone();
    registrar.member(
        "feature.name -> text",
        "What it is called: its own name, or that of its terrain.",
        move |feature: &mut Feature| own(*feature),
    );
    for print in ["to_string", "to_debug"] {
        let own = called.clone();
        registrar.natives.native(print, move |feature: &mut Feature| own(*feature));
    }
    registrar.natives.native("+", move |text: &str, feature: Feature| format!("{text}{}", called(feature)));
}

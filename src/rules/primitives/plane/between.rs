//! What lies between two bodies: lengths, contact, fronts and rears.

use rhai::Dynamic;

use super::super::reading::unknown;
use super::bodies::Body;
use crate::kernel::plane::{self, Contact, Length, Lie, Outline, Placed, Point, Side};
use crate::rules::kinds::kind_of;
use crate::rules::natives::Registrar;
use crate::rules::raise::{Outcome, bad};

/// The lines along a body that are asked for by a word.
pub(in crate::rules) const BOUNDS: [&str; 2] = ["front", "rear"];

pub(super) fn register(registrar: &mut Registrar<'_>) {
    registrar.add(
        "length_between(one: any, other: any) -> int",
        "How far two bodies or points are apart, to the nearest thousandth; 0 where they touch. To tell whether something is \
         within a length, ask `is_within`, which is exact.",
        |one: Dynamic, other: Dynamic| {
            let (one, other) = (shapes(&one)?, shapes(&other)?);
            let apart = one.iter().flat_map(|a| other.iter().map(move |b| a.nearest(b).apart.rounded()));
            apart.min().map_or_else(|| bad("nothing is measured"), |least| Ok(least.in_thousandths()))
        },
    );
    registrar.add(
        "is_within(one: any, length: int, other: any) -> bool",
        "Whether two bodies or points are so near; exactly so far counts, and nothing is rounded.",
        |one: Dynamic, length: i64, other: Dynamic| {
            let (one, other) = (shapes(&one)?, shapes(&other)?);
            let length = Length::thousandths(length);
            Ok::<_, Box<rhai::EvalAltResult>>(
                one.iter().any(|a| other.iter().any(|b| a.is_within(length, b))),
            )
        },
    );
    registrar.add(
        "contact(one: Body, other: Body) -> any",
        "`()` where no models of theirs touch, else the sides of the whole bodies that do: `[\"front\", \"left\"]` is the front of \
         the first against the left flank of the other.",
        |one: Body, other: Body| {
            // Bodies that do not touch as wholes have no models that do.
            let whole = plane::contact(&one.whole(), &other.whole());
            let touch = || {
                let models = one.models().iter().flat_map(|a| other.models().iter().map(move |b| (a, b)));
                models.into_iter().any(|(a, b)| plane::contact(a, b).is_some())
            };
            whole.filter(|_| touch()).map_or(Dynamic::UNIT, |Contact { on_one, on_other, .. }| {
                Dynamic::from_array(vec![Dynamic::from(side_word(on_one)), Dynamic::from(side_word(on_other))])
            })
        },
    );
    registrar.add(
        "models_in_contact(one: Body, other: Body) -> int",
        "How many models of the first touch a model of the other.",
        |one: Body, other: Body| {
            if plane::contact(&one.whole(), &other.whole()).is_none() {
                return 0;
            }
            let touches = |a: &&Placed| other.models().iter().any(|b| plane::contact(a, b).is_some());
            one.models().iter().filter(touches).count() as i64
        },
    );
    registrar.add(
        "lies(body: Body, line: text, of: Body) -> text",
        "Where a body lies of the straight line along the `front` or the `rear` of another: wholly `before`, wholly `behind`, or \
         `across`.",
        |body: Body, line: &str, of: Body| {
            let bound = match line {
                "front" => of.formation.front_line(),
                "rear" => of.formation.rear_line(),
                _ => return unknown("line of a body", line, BOUNDS.into_iter()),
            };
            Ok(match bound.lie_of_all(&body.outlines().collect::<Vec<_>>()) {
                Lie::Before => "before",
                Lie::Across => "across",
                Lie::Behind => "behind",
            })
        },
    );
}

/// The shapes of a body, or a point.
fn shapes(value: &Dynamic) -> Outcome<Vec<Outline>> {
    if let Some(body) = value.clone().try_cast::<Body>() {
        return Ok(body.outlines().collect());
    }
    match value.clone().try_cast::<Point>() {
        Some(point) => Ok(vec![Outline::point(point)]),
        None => bad(format!("expected a body or a point, found {}", kind_of(value))),
    }
}

fn side_word(side: Side) -> &'static str {
    match side {
        Side::Front => "front",
        Side::Left => "left",
        Side::Right => "right",
        Side::Rear => "rear",
    }
}

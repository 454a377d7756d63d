//! Figures that rules have drawn into pictures of the table. They are told, like texts, and change nothing.

use rhai::{Array, Dynamic};

use super::super::Kit;
use super::bodies::Body;
use super::ways::Course;
use super::{indexed, only_bodies};
use crate::kernel::plane::{Length, Point, Sketch, Turn};
use crate::rules::natives::Registrar;
use crate::rules::raise::Outcome;
use crate::rules::trace::Event;

/// A run may have figures of so many points drawn: a picture is beside the game, so that what is beyond is left out and counted.
const MOST_POINTS: usize = 20_000;

pub(super) fn register(registrar: &mut Registrar<'_>, kit: &Kit) {
    let own = kit.clone();
    registrar.add(
        "sketch_way(way: Way, length: int)",
        "Draws so much of a way into pictures of the table.",
        move |course: Course, length: i64| {
            draw(&own, || Ok(Sketch::of_way(course.way(), Length::thousandths(length))))
        },
    );
    let own = kit.clone();
    registrar.add(
        "sketch_line(from: Point, to: Point, length: int, bodies: array)",
        "Draws a straight line into pictures of the table, and marks where one of these bodies comes within so much of it.",
        move |from: Point, to: Point, length: i64, bodies: Array| -> Outcome<Dynamic> {
            only_bodies(&bodies)?;
            draw(&own, || {
                let (index, _) = indexed(&bodies)?;
                Ok(Sketch::of_line(from, to, Length::thousandths(length), &index))
            })
        },
    );
    let own = kit.clone();
    registrar.add(
        "sketch_flight(points: array, round: text)",
        "Draws a way with corners into pictures of the table, and what it goes round in words.",
        move |points: Array, round: &str| -> Outcome<Dynamic> {
            let places = super::roaming::points(&points)?;
            draw(&own, || Ok(Sketch::Flight { places, round: round.into() }))
        },
    );
    let own = kit.clone();
    registrar.add(
        "sketch_arc(body: Body, width: int, length: int)",
        "Draws the arc that `in_arc` asks about into pictures of the table, as far as it reaches from the body.",
        move |body: Body, width: i64, length: i64| {
            let (width, length) = (Turn::millionths(width), Length::thousandths(length));
            // Of several models the reach is that of the rectangle in which they stand.
            let whole = body.whole();
            let shape = if let [model] = body.models() { model.outline() } else { whole.outline() };
            draw(&own, || Ok(Sketch::of_arc(&whole, &shape, width, length)))
        },
    );
    let own = kit.clone();
    registrar.add(
        "sketch_circle(centre: Point, radius: int)",
        "Draws a round template into pictures of the table.",
        move |centre: Point, radius: i64| {
            draw(&own, || Ok(Sketch::Circle { centre, radius: Length::thousandths(radius) }))
        },
    );
}

/// Puts a figure among the events of the run, where anybody may look at them; beyond [`MOST_POINTS`] pictures have no more.
fn draw(kit: &Kit, sketch: impl FnOnce() -> Outcome<Sketch>) -> Outcome<Dynamic> {
    // Neither games that nobody looks at nor ways that are not gone keep figures.
    let drawn = kit.stage.scene().filter(|scene| scene.aside == 0 && !kit.stage.is_quiet()).map(|s| s.drawn);
    let Some(drawn) = drawn else { return Ok(Dynamic::UNIT) };
    let sketch = if drawn < MOST_POINTS { Some(sketch()?) } else { None };
    if let Some(mut scene) = kit.stage.scene_mut() {
        scene.drawn += sketch.as_ref().map_or(0, |sketch| sketch.points().max(1));
        match sketch {
            Some(sketch) if scene.drawn <= MOST_POINTS => scene.event(Event::Drawn(sketch)),
            _ => scene.trace.undrawn += 1,
        }
    }
    Ok(Dynamic::UNIT)
}

//! Figures that rules have drawn into pictures of the table. They are told, like texts, and change nothing.

use rhai::{Array, Dynamic};

use super::super::Kit;
use super::bodies::Body;
use super::indexed;
use super::ways::Course;
use crate::kernel::plane::{Length, Point, Sketch, Turn};
use crate::rules::natives::Registrar;
use crate::rules::raise::{Outcome, too_much};
use crate::rules::trace::Event;

/// A command may have so many figures drawn.
const MOST_DRAWN: usize = 1000;

pub(super) fn register(registrar: &mut Registrar<'_>, kit: &Kit) {
    let own = kit.clone();
    registrar.add(
        "sketch_way(way: Way, length: int)",
        "Draws so much of a way into pictures of the table.",
        move |course: Course, length: i64| {
            draw(&own, || Sketch::of_way(course.way(), Length::thousandths(length)))
        },
    );
    let own = kit.clone();
    registrar.add(
        "sketch_line(from: Point, to: Point, length: int, bodies: array)",
        "Draws a straight line into pictures of the table, and marks where one of these bodies comes within so much of it.",
        move |from: Point, to: Point, length: i64, bodies: Array| -> Outcome<Dynamic> {
            let (index, _) = indexed(&bodies)?;
            draw(&own, || Sketch::of_line(from, to, Length::thousandths(length), &index))
        },
    );
    let own = kit.clone();
    registrar.add(
        "sketch_arc(body: Body, width: int, length: int)",
        "Draws an arc of a body into pictures of the table, as wide as for `in_arc`, and so far.",
        move |body: Body, width: i64, length: i64| {
            let (width, length) = (Turn::millionths(width), Length::thousandths(length));
            draw(&own, || Sketch::of_arc(&body.whole(), width, length))
        },
    );
    let own = kit.clone();
    registrar.add(
        "sketch_circle(centre: Point, radius: int)",
        "Draws a round template into pictures of the table.",
        move |centre: Point, radius: i64| {
            draw(&own, || Sketch::Circle { centre, radius: Length::thousandths(radius) })
        },
    );
}

fn draw(kit: &Kit, sketch: impl FnOnce() -> Sketch) -> Outcome<Dynamic> {
    // Games that nobody looks at keep no figures.
    if kit.stage.memory.is_some() {
        return Ok(Dynamic::UNIT);
    }
    if let Some(mut scene) = kit.stage.scene_mut() {
        let drawn = scene.trace.events.iter().filter(|event| matches!(event, Event::Drawn(_))).count();
        if drawn >= MOST_DRAWN {
            return too_much(format!("more than {MOST_DRAWN} figures for a picture"));
        }
        scene.event(Event::Drawn(sketch()));
    }
    Ok(Dynamic::UNIT)
}

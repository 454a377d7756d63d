//! Arcs, lines of fire and templates.

use rhai::{Array, Dynamic};

use super::bodies::Body;
use super::{indexed, within_word};
use crate::kernel::plane::{self, Arc, Facing, Length, Point, Template, Turn, Within};
use crate::rules::natives::Registrar;
use crate::rules::raise::Outcome;

pub(super) fn register(registrar: &mut Registrar<'_>) {
    registrar.add(
        "in_arc(body: Body, width: int, target: Body) -> text",
        "How much of a target is in the arc of a body: `wholly`, `partly` or `not`. A width of 0 is straight ahead from each end of \
         the front; others are turns centred on the facing.",
        |body: Body, width: i64, target: Body| {
            let arc = if width == 0 { Arc::AHEAD } else { Arc::centred(Turn::millionths(width)) };
            let front = body.formation.rectangle();
            let parts: Vec<Within> = target.outlines().map(|shape| arc.takes(&front, &shape)).collect();
            within_word(&parts)
        },
    );
    registrar.add(
        "in_line_of_fire(from: Point, to: Point, length: int, bodies: array) -> array",
        "Which of these bodies the straight line comes within so much of, by their places in the list, the nearest to the beginning \
         first. Exactly so far counts.",
        |from: Point, to: Point, length: i64, bodies: Array| -> Outcome<Array> {
            let (index, owners) = indexed(&bodies)?;
            let mut found: Vec<usize> = Vec::new();
            for passed in plane::line_of_fire(from, to, Length::thousandths(length), &index) {
                if !found.contains(&owners[passed.id]) {
                    found.push(owners[passed.id]);
                }
            }
            Ok(found.into_iter().map(|at| Dynamic::from(at as i64)).collect())
        },
    );
    registrar.add(
        "under_circle(centre: Point, radius: int, bodies: array) -> array",
        "How many models of each of these bodies a round template covers: `[wholly, partly]` for each.",
        |centre: Point, radius: i64, bodies: Array| -> Outcome<Array> {
            let (index, owners) = indexed(&bodies)?;
            let mut counts = vec![[0_i64; 2]; bodies.len()];
            let template = Template::Circle { radius: Length::thousandths(radius) };
            for under in template.under(centre, Facing::UP, &index) {
                counts[owners[under.id]][usize::from(under.within != Within::Wholly)] += 1;
            }
            let row = |row: [i64; 2]| Dynamic::from_array(row.into_iter().map(Dynamic::from).collect());
            Ok(counts.into_iter().map(row).collect())
        },
    );
}

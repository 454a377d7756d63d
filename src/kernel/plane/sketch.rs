//! What a picture of the table shows beside what lies there: ways, lines, arcs, templates.

use std::sync::Arc;

use super::base::{Mark, Placed};
use super::facing::{Hand, Turn};
use super::index::Index;
use super::length::Length;
use super::line_of_fire::line_of_fire;
use super::outline::Outline;
use super::path::Way;
use super::point::Point;

/// A figure on the table, with its corners rounded to the thousandth.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Sketch {
    /// The way of the middle of a front.
    Way(Vec<Point>),
    /// A straight line, with the places at which something comes near it, nearest to its beginning first.
    Line {
        /// Where it begins.
        from: Point,
        /// Where it ends.
        to: Point,
        /// Where the bases that are too near come nearest to it.
        near: Vec<Point>,
    },
    /// A way with corners that leads round something.
    Flight {
        /// Its corners, from its beginning to its end.
        places: Vec<Point>,
        /// What it goes round.
        round: Arc<str>,
    },
    /// All that lies in an arc of a base, as far as it reaches.
    Arc(Vec<Point>),
    /// A round template.
    Circle {
        /// Its centre.
        centre: Point,
        /// How far it reaches.
        radius: Length,
    },
}

/// From one place of a way to the next.
const STRIDE: Length = Length::thousandths(250);
/// From one place of an arc's end to the next.
const STEP: Turn = Turn::degrees(2);
/// A figure has so many places at most.
const MOST: i64 = 4000;

impl Sketch {
    /// How many places it has.
    pub fn points(&self) -> usize {
        match self {
            Sketch::Way(places) | Sketch::Arc(places) | Sketch::Flight { places, .. } => places.len(),
            Sketch::Line { near, .. } => 2 + near.len(),
            Sketch::Circle { .. } => 1,
        }
    }

    /// A way, up to a length of it.
    pub fn of_way(way: &Way, length: Length) -> Sketch {
        let length = length.min(way.length()).max(Length::ZERO);
        let strides = (length.in_thousandths() / STRIDE.in_thousandths()).min(MOST);
        let mut places: Vec<Point> = (0..=strides)
            .map(|at| way.placed_at(Length::thousandths(at * STRIDE.in_thousandths())).point(Mark::Front))
            .collect();
        places.push(way.placed_at(length).point(Mark::Front));
        places.dedup();
        Sketch::Way(places)
    }

    /// A line, and what comes within so much of it.
    pub fn of_line(from: Point, to: Point, radius: Length, bases: &Index) -> Sketch {
        let near = line_of_fire(from, to, radius, bases).into_iter().map(|passed| passed.on_base).collect();
        Sketch::Line { from, to, near }
    }

    /// An arc of a base as [`Arc`](super::arc::Arc) rules it: straight ahead from both ends of its front, so far, for a width of nothing;
    /// else so wide about its facing as seen from its centre, to what is so far from a shape about that centre; all round for a
    /// whole turn.
    pub fn of_arc(base: &Placed, shape: &Outline, width: Turn, reach: Length) -> Sketch {
        let reach = reach.max(Length::ZERO);
        if width == Turn::NONE {
            let [left, right] = [Hand::Left, Hand::Right].map(|hand| base.point(Mark::FrontCorner(hand)));
            let ahead = |from: Point| from.towards(base.facing(), reach);
            return Sketch::Arc(vec![left, ahead(left), ahead(right), right]);
        }
        let width = width.abs().min(Turn::ROUND);
        let half = width.half();
        let steps = ((half.in_millionths() + STEP.in_millionths() - 1) / STEP.in_millionths()).max(1);
        let bearing = |at: i64| base.facing().turned(Turn::millionths(half.in_millionths() * at / steps));
        // No place of a base is farther from its centre.
        let most = reach + base.base().width() + base.base().depth();
        let rim = (-steps..=steps).map(|at| {
            let at = |length| base.centre().towards(bearing(at), length);
            at(farthest(most, |length| shape.is_within(reach, &Outline::point(at(length)))))
        });
        let mut places: Vec<Point> = rim.collect();
        // All round the rim ends where it begins, and no edge leads to it.
        if width < Turn::ROUND {
            places.push(base.centre());
        } else {
            places.pop();
        }
        places.dedup();
        Sketch::Arc(places)
    }
}

/// The greatest length below a bound up to which something holds, to the thousandth.
fn farthest(most: Length, holds: impl Fn(Length) -> bool) -> Length {
    let (mut near, mut far) = (0, most.in_thousandths());
    while near + 1 < far {
        let middle = (near + far) / 2;
        if holds(Length::thousandths(middle)) { near = middle } else { far = middle }
    }
    Length::thousandths(near)
}

//! What a picture of the table shows beside what lies there: ways, lines, arcs, templates.

use std::sync::Arc;

use super::base::{Mark, Placed};
use super::facing::{Facing, Hand, Turn};
use super::index::Index;
use super::length::Length;
use super::line_of_fire::line_of_fire;
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
const STEP: Turn = Turn::degrees(5);
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

    /// An arc of a base as far as it reaches: from both ends of its front, so wide about its facing, straight ahead for a width of
    /// nothing, all round for a whole turn.
    pub fn of_arc(base: &Placed, width: Turn, reach: Length) -> Sketch {
        if width >= Turn::degrees(360) {
            let wide = base.base().width().max(base.base().depth());
            let half = Length::thousandths(wide.in_thousandths() / 2);
            return Sketch::Circle { centre: base.centre(), radius: reach + half };
        }
        let half = Turn::millionths(width.in_millionths() / 2);
        let [left, right] = [Hand::Left, Hand::Right].map(|hand| base.point(Mark::FrontCorner(hand)));
        let bearing = |turn: Turn| -> Facing { base.facing().turned(turn) };
        let mut places = vec![left];
        let back = Turn::millionths(-half.in_millionths());
        let steps = half.in_millionths() / STEP.in_millionths() + 1;
        let turned = |at: i64| Turn::millionths(half.in_millionths() * at / steps);
        places.push(left.towards(bearing(back), reach));
        places.extend((1..steps).map(|at| left.towards(bearing(turned(at - steps)), reach)));
        places.push(left.towards(base.facing(), reach));
        places.push(right.towards(base.facing(), reach));
        places.extend((1..steps).map(|at| right.towards(bearing(turned(at)), reach)));
        places.push(right.towards(bearing(half), reach));
        places.push(right);
        places.dedup();
        Sketch::Arc(places)
    }
}

//! Places round what lies on a table, by which a way may lead that cannot go straight.
//!
//! Whether a way does lead there is for the caller to say: these are proposals, just clear of an edge.

use super::base::{Base, Mark, Placed};
use super::facing::{Facing, Hand, Turn};
use super::length::Length;
use super::outline::Outline;
use super::point::Point;
use super::tabletop::Tabletop;
use super::terrain::{Area, Polyline};

/// Farther from an edge than has to be, since places are told in thousandths.
const HAIR: Length = Length::thousandths(4);
/// Round things are gone round by so many corners.
const PARTS: i64 = 8;

/// Places round every area, every end of a line and every base, so far from it and right at its edge, all of them on the table,
/// each once, in a fixed order.
pub fn places_round(table: &Tabletop, apart: Length, bases: &[Placed]) -> Vec<Point> {
    let mut places: Vec<Point> = Vec::new();
    let apart = apart.max(Length::ZERO);
    let both = [Length::ZERO, apart];
    for away in &both[usize::from(apart == Length::ZERO)..] {
        for area in &table.terrain().areas {
            match area {
                Area::Circle { centre, radius } => places.extend(ring(*centre, *radius + *away)),
                Area::Polygon(polygon) => places.extend(corners(polygon.corners(), *away)),
            }
        }
        for line in &table.terrain().lines {
            let points = line.points();
            let ends = points.first().into_iter().chain(points.last());
            places.extend(ends.flat_map(|end| ring(*end, *away)));
        }
    }
    for placed in bases {
        let base: Base = placed.base();
        if base.is_round() {
            let radius = Length::thousandths(base.width().in_thousandths() / 2 + 1);
            places.extend(ring(placed.centre(), radius + apart));
        } else {
            let marks = [
                Mark::FrontCorner(Hand::Left),
                Mark::FrontCorner(Hand::Right),
                Mark::RearCorner(Hand::Right),
                Mark::RearCorner(Hand::Left),
            ];
            places.extend(corners(&marks.map(|mark| placed.point(mark)), apart));
        }
    }
    // Nobody is to pause on a line, half across it.
    let is_on_line = |place: Point| {
        let near = |line: &Polyline| line.nearest(&Outline::point(place));
        table.terrain().lines.iter().filter_map(near).any(|near| near.apart.is_within(HAIR))
    };
    places.retain(|place| table.has(*place) && !is_on_line(*place));
    places.sort_by_key(|place| (place.x(), place.y()));
    places.dedup();
    places
}

/// Round a circle, so that the stretch from one place to the next only touches it.
fn ring(centre: Point, radius: Length) -> impl Iterator<Item = Point> {
    let far = longer(radius + HAIR, Turn::millionths(Turn::HALF.in_millionths() / PARTS));
    (0..PARTS).map(move |part| centre.towards(Facing::bearing(part * 360 / PARTS), far))
}

/// Round the corners that stick out, so that stretches along the edges keep so far from them.
fn corners(corners: &[Point], away: Length) -> Vec<Point> {
    let mut places = Vec::new();
    let is_clockwise = doubled_area(corners) < 0;
    let count = corners.len();
    for at in 0..count {
        let (before, corner, next) =
            (corners[(at + count - 1) % count], corners[at], corners[(at + 1) % count]);
        let (from, to) = if is_clockwise { (before, next) } else { (next, before) };
        let (Some(comes), Some(goes)) = (Facing::towards(from, corner), Facing::towards(corner, to)) else {
            continue;
        };
        let bend = comes.turn_to(goes);
        if bend <= Turn::NONE {
            continue;
        }
        // Sharp corners are cut off, or the place would lie far out.
        let parts = 1 + bend.in_millionths() / (Turn::QUARTER.in_millionths() + 1);
        let step = bend.in_millionths() / parts;
        let outward = comes.turned(Turn::millionths(-Turn::QUARTER.in_millionths()));
        let far = longer(away + HAIR, Turn::millionths(step / 2));
        places.extend((0..parts).map(|part| {
            let half = Turn::millionths(step * part + step / 2);
            corner.towards(outward.turned(half), far)
        }));
    }
    places
}

/// How far off the corner of two lines is that both keep so far from a point, where each is turned by half a bend from the way there.
fn longer(length: Length, half: Turn) -> Length {
    let unit = Point::default().towards(Facing::UP.turned(half), Length::LONGEST);
    let cosine = unit.y().in_thousandths().max(1);
    Length::thousandths(length.in_thousandths() * Length::LONGEST.in_thousandths() / cosine + 1)
}

/// Twice the area, below zero where the corners go round clockwise.
fn doubled_area(corners: &[Point]) -> i128 {
    let next = corners.iter().cycle().skip(1);
    let wide = |length: Length| i128::from(length.in_thousandths());
    corners.iter().zip(next).map(|(a, b)| wide(a.x()) * wide(b.y()) - wide(b.x()) * wide(a.y())).sum()
}

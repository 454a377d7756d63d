//! What lies on the table: areas and lines. What they mean is for the rules to say.

use super::apart::{Apart, Squared};
use super::length::Length;
use super::outline::{Nearest, Outline};
use super::point::Point;
use super::polygon::{Place, Polygon};
use super::spot::{Spot, Vector, fine, root, small};
use super::within::Within;

/// An area on the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Area {
    /// With straight edges.
    Polygon(Polygon),
    /// All within a radius of a point. A radius below zero is none.
    Circle {
        /// Its centre.
        centre: Point,
        /// How far it reaches.
        radius: Length,
    },
}

/// A line on the table, straight from each of its points to the next.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Polyline {
    points: Vec<Point>,
}

/// All areas and lines of a table, known by their places in these lists.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Terrain {
    /// The areas. They may overlap.
    pub areas: Vec<Area>,
    /// The lines.
    pub lines: Vec<Polyline>,
}

impl Area {
    /// Where a point lies of it.
    pub fn place(&self, point: Point) -> Place {
        match self {
            Area::Polygon(polygon) => polygon.place(point),
            Area::Circle { centre, radius } => {
                match point.distance(*centre).compare((*radius).max(Length::ZERO)) {
                    std::cmp::Ordering::Less => Place::Inside,
                    std::cmp::Ordering::Equal => Place::Edge,
                    std::cmp::Ordering::Greater => Place::Outside,
                }
            }
        }
    }

    /// How much of a shape lies in it.
    pub fn holds(&self, shape: &Outline) -> Within {
        match self {
            Area::Polygon(polygon) => polygon.holds(shape),
            Area::Circle { centre, radius } => shape.within(&Outline::circle(*centre, *radius)),
        }
    }

    /// How far a shape is from its edge, whether inside or outside; nothing where the edge runs through it. The
    /// second place is on the edge.
    pub fn to_edge(&self, shape: &Outline) -> Nearest {
        match self {
            Area::Polygon(polygon) => polygon.to_edge(shape),
            Area::Circle { centre, radius } => to_circle(shape, centre.spot(), fine(*radius).max(0)),
        }
    }
}

impl Polyline {
    /// The line through these points.
    pub fn new(points: Vec<Point>) -> Polyline {
        Polyline { points }
    }

    /// The points that it goes through.
    pub fn points(&self) -> &[Point] {
        &self.points
    }

    /// How far a shape is from it; nothing for a line without points. The second place is on the line.
    pub fn nearest(&self, shape: &Outline) -> Option<Nearest> {
        let last = self.points.len().saturating_sub(2);
        let stretches = self.points.iter().enumerate().filter(|(at, _)| *at <= last).map(|(at, from)| {
            let to = self.points.get(at + 1).unwrap_or(from);
            shape.nearest(&Outline::segment(*from, *to))
        });
        stretches.reduce(|least, one| if one.is_nearer(&least) { one } else { least })
    }
}

fn to_circle(shape: &Outline, centre: Spot, radius: i64) -> Nearest {
    let circle = Outline::convex(&[centre], radius);
    let outside = shape.nearest(&circle);
    if !outside.apart.is_zero() {
        return outside;
    }
    let far = shape.corners().iter().max_by_key(|corner| (**corner - centre).square());
    let far = far.copied().unwrap_or(centre);
    let core = Squared::whole((far - centre).square());
    let room = radius - shape.radius();
    let apart = if core.compare_root(room).is_lt() { Apart::inward(core, room) } else { Apart::none() };
    // From the very centre every direction is the same: up the table, say.
    let way = if far == centre { Vector { x: 0, y: 1 } } else { far - centre };
    let long = root(way.square()).max(1);
    let out = |from: Spot, by: i64| Point::nearest(from + way.part(i128::from(by), long));
    let on_other = out(centre, radius);
    let on_one = if apart.is_zero() { on_other } else { out(far, small(i128::from(shape.radius()))) };
    Nearest { apart, on_one, on_other }
}

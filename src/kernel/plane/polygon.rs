//! Areas with straight edges, convex or not.

use std::fmt;

use super::outline::{Nearest, Outline, spot_to_stretch};
use super::point::Point;
use super::spot::{Spot, Vector};
use super::within::{Within, is_cut, sides_of};

/// A place along a stretch is counted in parts of this.
pub(super) const PARTS: i128 = 1 << 48;

/// An area with straight edges that neither cross nor touch each other but at the corners they share. Either way
/// round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Polygon {
    corners: Vec<Point>,
}

/// Where a point lies of an area.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Place {
    /// Away from its edge, inside.
    Inside,
    /// Exactly on its edge.
    Edge,
    /// Outside.
    Outside,
}

/// Why corners make no area.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PolygonError {
    /// There are fewer than three.
    TooFew,
    /// Two edges cross or touch, or an edge has no length.
    Crossed,
}

impl Polygon {
    /// The area with these corners, in order around it.
    ///
    /// # Errors
    /// [`PolygonError`] where they are fewer than three, or edges cross.
    pub fn new(corners: Vec<Point>) -> Result<Polygon, PolygonError> {
        if corners.len() < 3 {
            return Err(PolygonError::TooFew);
        }
        let polygon = Polygon { corners };
        if polygon.is_crossed() { Err(PolygonError::Crossed) } else { Ok(polygon) }
    }

    /// The upright rectangle between two opposite corners.
    ///
    /// # Errors
    /// [`PolygonError::Crossed`] where they lie straight beside or above each other.
    pub fn rectangle(corner: Point, opposite: Point) -> Result<Polygon, PolygonError> {
        let (one, other) = (Point::new(corner.x(), opposite.y()), Point::new(opposite.x(), corner.y()));
        Polygon::new(vec![corner, one, opposite, other])
    }

    /// Its corners, in order around it.
    pub fn corners(&self) -> &[Point] {
        &self.corners
    }

    /// Where a point lies of it.
    pub fn place(&self, point: Point) -> Place {
        self.place_along(point.spot(), Vector::default(), 0)
    }

    pub(super) fn edges(&self) -> impl Iterator<Item = (Spot, Spot)> {
        let next = self.corners.iter().cycle().skip(1);
        self.corners.iter().zip(next).map(|(from, to)| (from.spot(), to.spot()))
    }

    /// Where the place lies that is `part` of [`PARTS`] along a way from a spot: exactly there, not rounded.
    pub(super) fn place_along(&self, from: Spot, way: Vector, part: i128) -> Place {
        let x = i128::from(from.x) * PARTS + i128::from(way.x) * part;
        let y = i128::from(from.y) * PARTS + i128::from(way.y) * part;
        let mut inside = false;
        for (a, b) in self.edges() {
            let (ax, ay) = (i128::from(a.x) * PARTS, i128::from(a.y) * PARTS);
            let (bx, by) = (i128::from(b.x) * PARTS, i128::from(b.y) * PARTS);
            let edge = b - a;
            let beside = i128::from(edge.x) * (y - ay) - i128::from(edge.y) * (x - ax);
            let in_box = (ax.min(bx)..=ax.max(bx)).contains(&x) && (ay.min(by)..=ay.max(by)).contains(&y);
            if beside == 0 && in_box {
                return Place::Edge;
            }
            // A ray to the right crosses the edge: to the left of one that goes up, to the right of one that goes
            // down.
            if (ay <= y) != (by <= y) && (beside > 0) == (edge.y > 0) {
                inside = !inside;
            }
        }
        if inside { Place::Inside } else { Place::Outside }
    }

    /// How much of a shape lies in the area.
    pub(super) fn holds(&self, shape: &Outline) -> Within {
        if self.edges().any(|edge| cuts(edge, shape)) {
            return Within::Partly;
        }
        // No edge runs through the shape, so all of it lies where any part of its inside does.
        match self.place_along(shape.heart(), Vector::default(), 0) {
            Place::Outside => Within::Not,
            Place::Inside | Place::Edge => Within::Wholly,
        }
    }

    /// How far a shape is from the edge of the area, from inside or outside.
    pub(super) fn to_edge(&self, shape: &Outline) -> Nearest {
        let edges = self.edges().map(|(from, to)| shape.nearest(&Outline::between(from, to)));
        let nearer = |least: Nearest, edge: Nearest| if edge.is_nearer(&least) { edge } else { least };
        // It has at least three edges.
        edges.reduce(nearer).unwrap_or_else(|| shape.nearest(shape))
    }

    fn is_crossed(&self) -> bool {
        let edges: Vec<(Spot, Spot)> = self.edges().collect();
        let touches =
            |spot: Spot, edge: (Spot, Spot)| spot_to_stretch(spot, edge.0, edge.1).0.compare_root(0).is_le();
        edges.iter().enumerate().any(|(at, one)| {
            let next = edges[(at + 1) % edges.len()];
            let last = if at == 0 { edges.len() - 1 } else { edges.len() };
            let others = edges.get(at + 2..last).unwrap_or_default();
            touches(next.1, *one) || touches(one.0, next) || others.iter().any(|other| meet(*one, *other))
        })
    }
}

/// Whether two stretches have a spot in common.
fn meet(one: (Spot, Spot), other: (Spot, Spot)) -> bool {
    let (one, other) = (Outline::between(one.0, one.1), Outline::between(other.0, other.1));
    one.cores_apart(&other).0.compare_root(0).is_le()
}

/// Whether an edge of an area runs through the inside of a shape; a shape without inside is never cut.
fn cuts(edge: (Spot, Spot), shape: &Outline) -> bool {
    if shape.radius() > 0 {
        let edge = Outline::between(edge.0, edge.1);
        return edge.cores_apart(shape).0.compare_root(shape.radius()).is_lt();
    }
    shape.corners().len() > 2 && is_cut(sides_of(shape, edge.0, edge.1))
}

impl fmt::Display for PolygonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            PolygonError::TooFew => "expected at least three corners",
            PolygonError::Crossed => "expected edges that neither cross nor touch each other",
        })
    }
}

impl std::error::Error for PolygonError {}

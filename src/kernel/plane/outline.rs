//! Convex outlines, with rounded corners or without, and how far two of them are apart.

use super::apart::{Apart, Squared};
use super::length::Length;
use super::point::Point;
use super::spot::{Spot, Vector, fine, root, small};

/// The most corners an outline has: a rectangle and the rectangle that it has become.
const CORNERS: usize = 8;

/// A convex shape on the table: a base, a template, a stretch of a line, a point, with everything within a
/// radius of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Outline {
    /// Clockwise, each once; the first `count` are its own.
    corners: [Spot; CORNERS],
    count: usize,
    /// In millionths of an inch.
    radius: i64,
}

/// How far two shapes are apart, and where.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Nearest {
    /// How far; nothing where they touch or overlap.
    pub apart: Apart,
    /// The place on the first that is nearest to the other, to the nearest thousandth. Where several are as near,
    /// a corner.
    pub on_one: Point,
    /// The place on the other.
    pub on_other: Point,
}

impl Outline {
    /// A point.
    pub fn point(point: Point) -> Outline {
        Outline::convex(&[point.spot()], 0)
    }

    /// The shape with these corners, three to eight of them, clockwise and sticking out; nothing for others.
    pub fn of_corners(corners: &[Point]) -> Option<Outline> {
        let spots: Vec<Spot> = corners.iter().map(|corner| corner.spot()).collect();
        (3..=CORNERS).contains(&spots.len()).then(|| Outline::convex(&spots, 0))
    }

    /// The straight stretch between two points.
    pub fn segment(from: Point, to: Point) -> Outline {
        Outline::between(from.spot(), to.spot())
    }

    /// All that is within a radius of a point.
    pub fn circle(centre: Point, radius: Length) -> Outline {
        Outline::point(centre).widened(radius)
    }

    /// This shape and all that is within a length of it.
    pub fn widened(mut self, by: Length) -> Outline {
        self.radius = (self.radius + fine(by).max(0)).min(fine(Length::LONGEST));
        self
    }

    /// How far two shapes are apart, with the places that are nearest.
    pub fn nearest(&self, other: &Outline) -> Nearest {
        let (square, one, two) = self.cores_apart(other);
        let apart = Apart::outward(square, self.radius + other.radius);
        let way = two - one;
        let long = small(root(way.square()));
        let towards = |from: Spot, way: Vector, radius: i64| {
            if long == 0 { from } else { from + way.part(i128::from(radius.min(long)), i128::from(long)) }
        };
        Nearest {
            apart,
            on_one: Point::nearest(towards(one, way, self.radius)),
            on_other: Point::nearest(towards(two, way.reversed(), other.radius)),
        }
    }

    /// Whether nothing of one is farther than a length from the other, exactly so far included.
    pub fn is_within(&self, length: Length, other: &Outline) -> bool {
        self.boxes_within(length, other)
            && Apart::outward(self.cores_apart(other).0, self.radius + other.radius).is_within(length)
    }

    /// The outline with these corners, clockwise, and a radius around them.
    pub(super) fn convex(corners: &[Spot], radius: i64) -> Outline {
        let mut own = [Spot::default(); CORNERS];
        own[..corners.len()].copy_from_slice(corners);
        Outline { corners: own, count: corners.len(), radius }
    }

    pub(super) fn between(from: Spot, to: Spot) -> Outline {
        if from == to { Outline::convex(&[from], 0) } else { Outline::convex(&[from, to], 0) }
    }

    /// All that lies within or between two outlines of at most four corners and the same radius.
    pub(super) fn swept(&self, other: &Outline) -> Outline {
        let mut spots: Vec<Spot> = self.corners().iter().chain(other.corners()).copied().collect();
        spots.sort();
        spots.dedup();
        if spots.len() < 3 {
            return Outline::convex(&spots, self.radius);
        }
        let mut hull = half_hull(spots.iter());
        hull.pop();
        hull.extend(half_hull(spots.iter().rev()));
        hull.pop();
        Outline::convex(&hull, self.radius)
    }

    pub(super) fn corners(&self) -> &[Spot] {
        &self.corners[..self.count]
    }

    pub(super) fn radius(&self) -> i64 {
        self.radius
    }

    /// The edges, each from a corner to the next; the one stretch of a segment once, a point's own.
    pub(super) fn edges(&self) -> impl Iterator<Item = (Spot, Spot)> {
        let edges = if self.count < 3 { 1 } else { self.count };
        (0..edges).map(|at| (self.corners[at], self.corners[(at + 1) % self.count]))
    }

    /// A spot well inside, where there is an inside.
    pub(super) fn heart(&self) -> Spot {
        self.corners[0].middle(self.corners[self.count / 2])
    }

    /// The least and the greatest coordinates.
    pub(super) fn bounds(&self) -> (Spot, Spot) {
        let mut least = self.corners[0];
        let mut greatest = least;
        for corner in &self.corners()[1..] {
            least = Spot { x: least.x.min(corner.x), y: least.y.min(corner.y) };
            greatest = Spot { x: greatest.x.max(corner.x), y: greatest.y.max(corner.y) };
        }
        let reach = Vector { x: self.radius, y: self.radius };
        (least + reach.reversed(), greatest + reach)
    }

    /// Whether the upright boxes around the two are within a length; what is not is farther apart itself.
    pub(super) fn boxes_within(&self, length: Length, other: &Outline) -> bool {
        let (one, two) = (self.bounds(), other.bounds());
        let gap = fine(length).max(0);
        one.0.x - two.1.x <= gap
            && two.0.x - one.1.x <= gap
            && one.0.y - two.1.y <= gap
            && two.0.y - one.1.y <= gap
    }

    /// Whether a spot is within the corners or on their edge; never where there are fewer than three.
    pub(super) fn has_in_core(&self, spot: Spot) -> bool {
        self.count > 2 && self.edges().all(|(from, to)| (to - from).cross(spot - from) <= 0)
    }

    /// How far the corners with all between them are apart, and where.
    pub(super) fn cores_apart(&self, other: &Outline) -> (Squared, Spot, Spot) {
        if let Some(common) = self.common_spot(other) {
            return (Squared::whole(0), common, common);
        }
        let mut best: Option<(Squared, Spot, Spot)> = None;
        let mut offer = |square: Squared, one: Spot, two: Spot| {
            if best.is_none_or(|(least, _, _)| square < least) {
                best = Some((square, one, two));
            }
        };
        for corner in self.corners() {
            for (from, to) in other.edges() {
                let (square, foot) = spot_to_stretch(*corner, from, to);
                offer(square, *corner, foot);
            }
        }
        for corner in other.corners() {
            for (from, to) in self.edges() {
                let (square, foot) = spot_to_stretch(*corner, from, to);
                offer(square, foot, *corner);
            }
        }
        best.unwrap_or((Squared::whole(0), self.corners[0], other.corners[0]))
    }

    /// A spot that lies in both cores, where a corner lies inside the other or two edges cross.
    fn common_spot(&self, other: &Outline) -> Option<Spot> {
        let inside = |of: &Outline, other: &Outline| {
            of.corners().iter().copied().find(|corner| other.has_in_core(*corner))
        };
        let crossing = || self.edges().find_map(|one| other.edges().find_map(|two| where_crossed(one, two)));
        inside(self, other).or_else(|| inside(other, self)).or_else(crossing)
    }
}

/// How far a spot is from a straight stretch, squared, and the nearest spot of the stretch.
pub(super) fn spot_to_stretch(spot: Spot, from: Spot, to: Spot) -> (Squared, Spot) {
    let (way, out) = (to - from, spot - from);
    let (along, whole) = (way.dot(out), way.square());
    if along <= 0 {
        (Squared::whole(out.square()), from)
    } else if along >= whole {
        (Squared::whole((spot - to).square()), to)
    } else {
        let beside = way.cross(out);
        (Squared::fraction(beside * beside, whole), from + way.part(along, whole))
    }
}

/// Where two stretches cross, away from the ends of both.
fn where_crossed(one: (Spot, Spot), two: (Spot, Spot)) -> Option<Spot> {
    let (along, across) = (one.1 - one.0, two.1 - two.0);
    let (a, b) = (along.cross(two.0 - one.0), along.cross(two.1 - one.0));
    let (c, d) = (across.cross(one.0 - two.0), across.cross(one.1 - two.0));
    let apart = |a: i128, b: i128| a.signum() * b.signum() < 0;
    (apart(a, b) && apart(c, d)).then(|| one.0 + along.part(c.abs(), c.abs() + d.abs()))
}

/// The left chain of the spots in their order, from the first to the last: the hull is two of these.
fn half_hull<'a>(spots: impl Iterator<Item = &'a Spot>) -> Vec<Spot> {
    let mut chain: Vec<Spot> = Vec::new();
    for spot in spots {
        while let [.., before, last] = chain[..]
            && (last - before).cross(*spot - last) >= 0
        {
            chain.pop();
        }
        chain.push(*spot);
    }
    chain
}

impl Nearest {
    /// Nearest in whole millionths, for choosing among several.
    pub(super) fn is_nearer(&self, other: &Nearest) -> bool {
        self.apart.millionths() < other.apart.millionths()
    }
}

impl From<Point> for Outline {
    fn from(point: Point) -> Outline {
        Outline::point(point)
    }
}

//! Laws of the plane, held over random tables.

mod arcs;
mod bases;
mod formations;
mod lengths;
mod many;
mod roaming;
mod sights;
mod sketches;
mod terrain;
mod ways;

use proptest::prelude::*;

use super::spot::Vector;
use super::*;

/// How far to the right of the facing a point is seen from the centre; nothing for the centre itself.
fn bearing_of(base: &Placed, point: Point) -> Option<Turn> {
    Facing::of(point.spot() - base.centre_spot()).map(|way| base.facing().turn_to(way))
}

/// The whole table shifted and then turned by quarters about the origin: no answer may change by it.
#[derive(Debug, Clone, Copy)]
struct Carried {
    right: i64,
    up: i64,
    quarters: u8,
}

impl Carried {
    fn point(self, point: Point) -> Point {
        let mut point = point.shifted(thousandths(self.right), thousandths(self.up));
        for _ in 0..self.quarters {
            point = Point::new(point.y(), -point.x());
        }
        point
    }

    fn facing(self, facing: Facing) -> Facing {
        facing.turned(Turn::degrees(90 * i64::from(self.quarters)))
    }

    /// Whether a shown place is this one carried along: exactly where the table is shifted, and where it is
    /// turned but for a half thousandth, which goes to the right and up on any table.
    fn is_same(self, before: Point, after: Point) -> bool {
        let off = self.point(before);
        let near = |a: Length, b: Length| (a - b).abs() <= Length::LEAST;
        off == after || (self.quarters > 0 && near(off.x(), after.x()) && near(off.y(), after.y()))
    }

    fn placed(self, placed: &Placed) -> Placed {
        placed.moved(self.point(placed.centre()), self.facing(placed.facing()))
    }

    fn points(self, points: &[Point]) -> Vec<Point> {
        points.iter().map(|point| self.point(*point)).collect()
    }

    fn area(self, area: &Area) -> Area {
        match area {
            Area::Polygon(polygon) => {
                Area::Polygon(Polygon::new(self.points(polygon.corners())).expect("as it was"))
            }
            Area::Circle { centre, radius } => Area::Circle { centre: self.point(*centre), radius: *radius },
        }
    }

    fn terrain(self, terrain: &Terrain) -> Terrain {
        let lines = terrain.lines.iter().map(|line| Polyline::new(self.points(line.points())));
        Terrain { areas: terrain.areas.iter().map(|area| self.area(area)).collect(), lines: lines.collect() }
    }
}

fn thousandths(number: i64) -> Length {
    Length::thousandths(number)
}

fn inches(text: &str) -> Length {
    text.parse().expect("a length")
}

fn at(x: &str, y: &str) -> Point {
    Point::new(inches(x), inches(y))
}

fn rectangle(width: &str, depth: &str) -> Base {
    Base::rectangle(inches(width), inches(depth)).expect("a size")
}

fn round(diameter: &str) -> Base {
    Base::round(inches(diameter)).expect("a size")
}

fn any_carried() -> impl Strategy<Value = Carried> {
    (-200_000..200_000_i64, -200_000..200_000_i64, 0..4_u8).prop_map(|(right, up, quarters)| Carried {
        right,
        up,
        quarters,
    })
}

/// A point on a table of four by four feet; often at whole inches, so that ties come up.
fn any_point() -> impl Strategy<Value = Point> {
    let place = || prop_oneof![(0..48_i64).prop_map(|inches| 1000 * inches), 0..48_000_i64];
    (place(), place()).prop_map(|(x, y)| Point::new(thousandths(x), thousandths(y)))
}

fn any_facing() -> impl Strategy<Value = Facing> {
    prop_oneof![
        (0..8_i64).prop_map(|eighths| Facing::bearing(45 * eighths)),
        (0..360_000_000_i64).prop_map(|millionths| Facing::from(Turn::millionths(millionths))),
    ]
}

fn any_base() -> impl Strategy<Value = Base> {
    let size = || prop_oneof![Just(1000_i64), Just(787), 300..6000_i64];
    (size(), size(), any::<bool>()).prop_map(|(width, depth, is_round)| {
        let base = if is_round {
            Base::round(thousandths(width))
        } else {
            Base::rectangle(thousandths(width), thousandths(depth))
        };
        base.expect("a size")
    })
}

fn any_placed() -> impl Strategy<Value = Placed> {
    (any_base(), any_point(), any_facing()).prop_map(|(base, point, facing)| Placed::new(base, point, facing))
}

/// Points all over a base, its middle and its edge among them, to the nearest thousandth.
fn points_of(placed: &Placed) -> Vec<Point> {
    let (width, depth) = placed.base().halves();
    let mut points = Vec::new();
    for right in -4..=4_i64 {
        for ahead in -4..=4_i64 {
            // In half millionths, in quarters of the halves.
            let out = Vector::seen_from(placed.facing(), width / 2 * right, depth / 2 * ahead);
            if !placed.base().is_round() || right * right + ahead * ahead <= 16 {
                points.push(Point::nearest(placed.centre().spot() + out));
            }
        }
    }
    points
}

/// Two bases that are near each other, so that they often touch or overlap.
fn any_neighbours() -> impl Strategy<Value = (Placed, Placed)> {
    let off = || prop_oneof![(-4..4_i64).prop_map(|halves| 500 * halves), -4000..4000_i64];
    (any_placed(), any_base(), any_facing(), off(), off()).prop_map(|(one, base, facing, x, y)| {
        let centre = one.centre().shifted(thousandths(x), thousandths(y));
        (one, Placed::new(base, centre, facing))
    })
}

/// An area: a circle, or a star-shaped polygon, convex or not.
fn any_area() -> impl Strategy<Value = Area> {
    let circle = (any_point(), 500..12_000_i64)
        .prop_map(|(centre, radius)| Area::Circle { centre, radius: thousandths(radius) });
    let polygon = (any_point(), prop::collection::vec(1..12_i64, 5..9)).prop_filter_map(
        "the corners make an area",
        |(centre, reaches)| {
            let step = 360 / reaches.len() as i64;
            let corner = |(at, reach): (usize, &i64)| {
                centre.towards(Facing::bearing(at as i64 * step), Length::inches(*reach))
            };
            Polygon::new(reaches.iter().enumerate().map(corner).collect()).ok().map(Area::Polygon)
        },
    );
    let upright = (any_point(), 1..16_i64, 1..16_i64).prop_map(|(corner, width, height)| {
        let opposite = corner.shifted(Length::inches(width), Length::inches(height));
        Area::Polygon(Polygon::rectangle(corner, opposite).expect("an area"))
    });
    prop_oneof![circle, polygon, upright]
}

fn any_terrain() -> impl Strategy<Value = Terrain> {
    let line = prop::collection::vec(any_point(), 2..5).prop_map(Polyline::new);
    (prop::collection::vec(any_area(), 0..4), prop::collection::vec(line, 0..4))
        .prop_map(|(areas, lines)| Terrain { areas, lines })
}

fn any_leg() -> impl Strategy<Value = Leg> {
    let length = || (-9000..9000_i64).prop_map(Length::thousandths);
    let turn = || (-200_000_000..200_000_000_i64).prop_map(Turn::millionths);
    let hand = || prop_oneof![Just(Hand::Left), Just(Hand::Right)];
    prop_oneof![
        length().prop_map(Leg::Straight),
        (turn(), length()).prop_map(|(bearing, length)| Leg::Aside { bearing, length }),
        turn().prop_map(Leg::Turn),
        (hand(), turn()).prop_map(|(to, turn)| Leg::Wheel { to, turn }),
        (hand(), 1..9000_i64, turn()).prop_map(|(to, radius, turn)| Leg::Curve {
            to,
            radius: thousandths(radius),
            turn
        }),
    ]
}

//! What a model looks like from above.

use super::length::Length;
use super::outline::Outline;
use super::point::Point;
use crate::kernel::value::Value;

/// A model from above.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Footprint {
    /// Its corners, clockwise from its front left.
    Corners(Vec<Point>),
    /// Its centre and its diameter.
    Round(Point, Length),
}

impl Footprint {
    /// The footprints that a rule has answered; none where it has answered something else.
    pub fn read(answer: &Value) -> Option<Vec<Footprint>> {
        let Value::List(models) = answer else { return None };
        models.iter().map(Footprint::of_model).collect()
    }

    /// Its shape; none for corners that make none.
    pub fn outline(&self) -> Option<Outline> {
        match self {
            Footprint::Round(centre, diameter) => {
                Some(Outline::circle(*centre, Length::thousandths(diameter.in_thousandths() / 2)))
            }
            Footprint::Corners(corners) => Outline::of_corners(corners),
        }
    }

    /// The middle of it, to the nearest thousandth.
    pub fn centre(&self) -> Point {
        match self {
            Footprint::Round(centre, _) => *centre,
            Footprint::Corners(corners) => {
                let part = |sum: i64| Length::thousandths(sum / corners.len().max(1) as i64);
                let sum = |of: fn(Point) -> Length| corners.iter().map(|c| of(*c).in_thousandths()).sum();
                Point::new(part(sum(Point::x)), part(sum(Point::y)))
            }
        }
    }

    /// The lower left and the upper right corner of the box that it just fits into.
    pub fn bounds(&self) -> (Point, Point) {
        match self {
            Footprint::Round(centre, diameter) => {
                let radius = Length::thousandths((diameter.in_thousandths() + 1) / 2);
                (centre.shifted(-radius, -radius), centre.shifted(radius, radius))
            }
            Footprint::Corners(corners) => bounds_of(corners.iter().copied()).unwrap_or_default(),
        }
    }

    fn of_model(model: &Value) -> Option<Footprint> {
        let Value::List(parts) = model else { return None };
        match &parts[..] {
            [Value::Point(centre), Value::Int(diameter)] => {
                Some(Footprint::Round(*centre, Length::thousandths(*diameter)))
            }
            corners if corners.len() >= 3 => {
                let points = corners.iter().map(|c| if let Value::Point(p) = c { Some(*p) } else { None });
                points.collect::<Option<Vec<_>>>().map(Footprint::Corners)
            }
            _ => None,
        }
    }
}

/// The lower left and the upper right corner of the box that some places just fit into; nothing for none.
pub fn bounds_of(points: impl IntoIterator<Item = Point>) -> Option<(Point, Point)> {
    points.into_iter().map(|point| (point, point)).reduce(|(a, b), (low, high)| {
        (
            Point::new(a.x().min(low.x()), a.y().min(low.y())),
            Point::new(b.x().max(high.x()), b.y().max(high.y())),
        )
    })
}

//! The table in inches as a picture: in the terminal, coarsely, and as SVG at scale.
//!
//! What a unit looks like from above is the pack's to say: the models' footprints come from one of its rules.

mod labels;
mod reach;
mod signs;
mod svg;
mod terminal;

pub use reach::{reach_json, reach_table};
pub use svg::draw_tabletop_svg;
pub use terminal::draw_tabletop;

use crate::kernel::catalogue::Catalogue;
use crate::kernel::plane::{Length, Outline, Point, Sketch, Tabletop};
use crate::kernel::state::State;
use crate::kernel::value::{UnitId, Value};
use crate::rules::Roamed;

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

/// What is drawn.
#[derive(Debug, Clone, Copy)]
pub struct TableScene<'a> {
    /// The table.
    pub table: &'a Tabletop,
    /// What is printed.
    pub catalogue: &'a Catalogue,
    /// Where the units are.
    pub state: &'a State,
    /// The models of each unit on the table.
    pub bodies: &'a [(UnitId, Vec<Footprint>)],
    /// What rules have drawn into it; the terminal's picture leaves it out.
    pub sketches: &'a [&'a Sketch],
    /// In words, what stands in the way of the line that was asked for; none where nothing does or none was asked for.
    pub blocked: Option<&'a str>,
    /// Where something may get to.
    pub spreads: &'a [&'a Roamed],
    /// What that is called.
    pub mover: Option<&'a str>,
}

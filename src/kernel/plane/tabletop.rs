//! The table that a game is played on: how large it is, and what lies on it.

use std::sync::Arc;

use super::length::Length;
use super::outline::Outline;
use super::point::Point;
use super::polygon::Polygon;
use super::terrain::{Area, Polyline, Terrain};
use super::within::Within;
use crate::kernel::value::TerrainId;

/// A table, its lower left corner at the point 0, 0. What its terrains mean is the catalogue's and the rules' to say.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Tabletop {
    width: Length,
    depth: Length,
    terrain: Terrain,
    areas: Vec<Feature>,
    lines: Vec<Feature>,
}

/// What an area or a line of a table is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Feature {
    /// Its name, if it has one of its own: `west wood`.
    pub name: Option<Arc<str>>,
    /// Its terrain.
    pub terrain: TerrainId,
}

impl Tabletop {
    /// The longest side that a table may have.
    pub const LARGEST: Length = Length::inches(500);

    /// A bare table, so wide and so deep; nothing unless both are above zero and at most [`Tabletop::LARGEST`].
    pub fn new(width: Length, depth: Length) -> Option<Tabletop> {
        let fits = |side: Length| side > Length::ZERO && side <= Tabletop::LARGEST;
        (fits(width) && fits(depth)).then(|| Tabletop { width, depth, ..Tabletop::default() })
    }

    /// From its left edge to its right.
    pub fn width(&self) -> Length {
        self.width
    }

    /// From its lower edge to its upper.
    pub fn depth(&self) -> Length {
        self.depth
    }

    /// Lays an area on it.
    pub fn add_area(&mut self, area: Area, feature: Feature) {
        self.terrain.areas.push(area);
        self.areas.push(feature);
    }

    /// Lays a line on it.
    pub fn add_line(&mut self, line: Polyline, feature: Feature) {
        self.terrain.lines.push(line);
        self.lines.push(feature);
    }

    /// The shapes of all that lies on it.
    pub fn terrain(&self) -> &Terrain {
        &self.terrain
    }

    /// What each area is, in the order in which they were laid.
    pub fn areas(&self) -> &[Feature] {
        &self.areas
    }

    /// What each line is, in the order in which they were laid.
    pub fn lines(&self) -> &[Feature] {
        &self.lines
    }

    /// Whether a point is on it, its edges included.
    pub fn has(&self, point: Point) -> bool {
        (Length::ZERO..=self.width).contains(&point.x()) && (Length::ZERO..=self.depth).contains(&point.y())
    }

    /// How much of a shape is on it.
    pub fn holds(&self, shape: &Outline) -> Within {
        let corner = Point::new(self.width, self.depth);
        Polygon::rectangle(Point::default(), corner).map_or(Within::Not, |whole| whole.holds(shape))
    }
}

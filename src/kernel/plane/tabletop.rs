//! The table that a game is played on: how large it is, and what lies on it.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::facing::{Facing, Turn};
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
    pieces: Vec<Piece>,
    /// The numbers of the pieces that the last areas are, and the last lines.
    laid_areas: Vec<u32>,
    laid_lines: Vec<u32>,
}

/// A piece of terrain that lies beside the table until it is laid on it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    /// What it is.
    pub feature: Feature,
    /// Its shape about its own middle, the point 0, 0.
    pub shape: Shape,
    /// Which bunch it belongs to, from 0.
    pub bunch: u32,
}

/// The shape of a piece of terrain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Shape {
    /// An area.
    Area(Area),
    /// A line.
    Line(Polyline),
}

/// Where pieces lie: by number, the place of the middle and the way up.
pub type Laid = BTreeMap<u32, (Point, Facing)>;

/// Which area or line of a table: the same one whatever else is laid on it or taken from it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FeatureId {
    /// A printed area, by its place in their list.
    Area(u32),
    /// A printed line, by its place in their list.
    Line(u32),
    /// A piece that is laid on the table, by its number.
    Piece(u32),
}

/// An area or a line as it lies on a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lying<'t> {
    /// An area.
    Area(&'t Area),
    /// A line.
    Line(&'t Polyline),
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

    /// Puts a piece beside it.
    pub fn add_piece(&mut self, piece: Piece) {
        self.pieces.push(piece);
    }

    /// The pieces that may be laid on it; their numbers are the places in this list.
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// The table with pieces laid on it, on top of what lies there, in the order of their numbers.
    #[must_use]
    pub fn with_laid(&self, laid: &Laid) -> Tabletop {
        let mut table = self.clone();
        for (number, (at, facing)) in laid {
            let Some(piece) = self.pieces.get(*number as usize) else { continue };
            match piece.shape.at(*at, *facing) {
                Some(Shape::Area(area)) => {
                    table.add_area(area, piece.feature.clone());
                    table.laid_areas.push(*number);
                }
                Some(Shape::Line(line)) => {
                    table.add_line(line, piece.feature.clone());
                    table.laid_lines.push(*number);
                }
                // Nobody can lay it there.
                None => {}
            }
        }
        table
    }

    /// Which one the area in this place of their list is.
    pub fn area_id(&self, at: usize) -> FeatureId {
        match at.checked_sub(self.areas.len() - self.laid_areas.len()) {
            Some(behind) if behind < self.laid_areas.len() => FeatureId::Piece(self.laid_areas[behind]),
            _ => FeatureId::Area(at as u32),
        }
    }

    /// Which one the line in this place of their list is.
    pub fn line_id(&self, at: usize) -> FeatureId {
        match at.checked_sub(self.lines.len() - self.laid_lines.len()) {
            Some(behind) if behind < self.laid_lines.len() => FeatureId::Piece(self.laid_lines[behind]),
            _ => FeatureId::Line(at as u32),
        }
    }

    /// All that lies on it: areas before lines, the printed ones first, then the laid pieces by their numbers.
    pub fn features(&self) -> impl Iterator<Item = FeatureId> {
        let areas = (0..self.areas.len()).map(|at| self.area_id(at));
        areas.chain((0..self.lines.len()).map(|at| self.line_id(at)))
    }

    /// What a feature is, also of a piece that lies beside the table.
    pub fn feature(&self, id: FeatureId) -> Option<&Feature> {
        match id {
            FeatureId::Area(at) => self.areas.get(at as usize),
            FeatureId::Line(at) => self.lines.get(at as usize),
            FeatureId::Piece(number) => self.pieces.get(number as usize).map(|piece| &piece.feature),
        }
    }

    /// How a feature lies on it; nothing for a piece beside it.
    pub fn lying(&self, id: FeatureId) -> Option<Lying<'_>> {
        let area = |at: usize| self.terrain.areas.get(at).map(Lying::Area);
        let line = |at: usize| self.terrain.lines.get(at).map(Lying::Line);
        match id {
            FeatureId::Area(at) => area(at as usize),
            FeatureId::Line(at) => line(at as usize),
            FeatureId::Piece(number) => {
                let is_it = |laid: &u32| *laid == number;
                let among = |laid: &[u32], all: usize| Some(all - laid.len() + laid.iter().position(is_it)?);
                let in_areas = among(&self.laid_areas, self.areas.len()).and_then(area);
                in_areas.or_else(|| among(&self.laid_lines, self.lines.len()).and_then(line))
            }
        }
    }

    /// Whether all of a shape would lie on it.
    pub fn has_room_for(&self, shape: &Shape) -> bool {
        match shape {
            Shape::Area(Area::Circle { centre, radius }) => {
                self.holds(&Outline::circle(*centre, *radius)) == Within::Wholly
            }
            Shape::Area(Area::Polygon(polygon)) => polygon.corners().iter().all(|corner| self.has(*corner)),
            Shape::Line(line) => line.points().iter().all(|point| self.has(*point)),
        }
    }

    /// The shapes of all that lies on it.
    pub fn terrain(&self) -> &Terrain {
        &self.terrain
    }

    /// What each area is: the printed ones as they stand in the data, then the laid pieces by their numbers.
    pub fn areas(&self) -> &[Feature] {
        &self.areas
    }

    /// What each line is, in the same order.
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

impl Shape {
    /// The shape with its middle elsewhere and turned with its own up. Corners are rounded to the thousandth; nothing where
    /// that, or the end of the plane, makes edges of an area touch.
    #[must_use]
    pub fn at(&self, middle: Point, facing: Facing) -> Option<Shape> {
        let right = facing.turned(Turn::degrees(90));
        let moved = |point: &Point| middle.towards(facing, point.y()).towards(right, point.x());
        Some(match self {
            Shape::Area(Area::Circle { centre, radius }) => {
                Shape::Area(Area::Circle { centre: moved(centre), radius: *radius })
            }
            Shape::Area(Area::Polygon(polygon)) => {
                let corners = polygon.corners().iter().map(moved).collect();
                Shape::Area(Area::Polygon(Polygon::new(corners).ok()?))
            }
            Shape::Line(line) => Shape::Line(Polyline::new(line.points().iter().map(moved).collect())),
        })
    }
}

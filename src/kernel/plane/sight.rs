//! Lines of sight: what areas and lines a straight line meets, and the first thing that blocks it.

use super::length::Length;
use super::point::Point;
use super::stretch::{How, Stretch};
use super::terrain::Terrain;

/// Something on the table that a straight line meets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Met {
    /// It runs through an area.
    Through {
        /// The area, by its place in the list.
        area: usize,
        /// How far from the beginning it enters.
        enters: Length,
        /// How far from the beginning it leaves.
        leaves: Length,
        /// How long it is inside: the same from either end, where the other two may differ by a thousandth.
        inside: Length,
    },
    /// It runs along the edge of an area, neither inside nor outside.
    AlongEdge {
        /// The area, by its place in the list.
        area: usize,
        /// How far from the beginning it comes to the edge.
        enters: Length,
        /// How far from the beginning it leaves it.
        leaves: Length,
    },
    /// It meets a line.
    Line {
        /// The line, by its place in the list.
        line: usize,
        /// How far from the beginning.
        at: Length,
        /// Where on the table.
        point: Point,
        /// Whether it goes over it, or how else it meets it.
        how: How,
    },
}

/// Whether a point is seen from another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Sight<B> {
    /// Nothing on the line blocks it.
    Clear,
    /// The line is blocked.
    Blocked {
        /// The first thing on the line that blocks it, seen from the first point.
        at: Met,
        /// What the caller said about it.
        by: B,
    },
}

impl<B> Sight<B> {
    /// Whether nothing blocks the line.
    pub fn is_clear(&self) -> bool {
        matches!(self, Sight::Clear)
    }
}

impl Met {
    /// How far from the beginning it is met.
    pub fn at(&self) -> Length {
        match self {
            Met::Through { enters, .. } | Met::AlongEdge { enters, .. } => *enters,
            Met::Line { at, .. } => *at,
        }
    }
}

/// All areas and lines that the straight line between two points meets, the first met first; of several at the
/// same place areas come before lines, each in the order of its list. An area that is only touched is not met,
/// one that is left and entered again is met again. Lengths are to the nearest thousandth.
pub fn met_between(from: Point, to: Point, terrain: &Terrain) -> Vec<Met> {
    let stretch = Stretch::between(from.spot(), to.spot());
    let mut met: Vec<(i128, Met)> = Vec::new();
    for (area, shape) in terrain.areas.iter().enumerate() {
        for span in stretch.spans(shape) {
            let (enters, leaves) = (stretch.length_of(span.from), stretch.length_of(span.to));
            let found = if span.along_edge {
                Met::AlongEdge { area, enters, leaves }
            } else {
                Met::Through { area, enters, leaves, inside: stretch.length_of(span.to - span.from) }
            };
            met.push((span.from, found));
        }
    }
    for (line, shape) in terrain.lines.iter().enumerate() {
        for meeting in stretch.meetings(shape) {
            let (at, point) = (stretch.length_of(meeting.at), stretch.point_at(meeting.at));
            met.push((meeting.at, Met::Line { line, at, point, how: meeting.how }));
        }
    }
    met.sort_by_key(|(at, _)| *at);
    met.into_iter().map(|(_, met)| met).collect()
}

/// Whether the straight line between two points is free.
///
/// `blocks` is asked about each thing on it, in order, until it names a blocker. Models in the way are asked of
/// [`line_of_fire`](super::line_of_fire).
///
/// # Errors
/// The first error of `blocks`.
pub fn sight<B, E>(
    from: Point,
    to: Point,
    terrain: &Terrain,
    mut blocks: impl FnMut(&Met) -> Result<Option<B>, E>,
) -> Result<Sight<B>, E> {
    for met in met_between(from, to, terrain) {
        if let Some(by) = blocks(&met)? {
            return Ok(Sight::Blocked { at: met, by });
        }
    }
    Ok(Sight::Clear)
}

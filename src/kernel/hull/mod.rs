//! Hulls: what a vehicle or a ship is made of, as circles in depths that players mark on paper as they are hit.
//!
//! A hull is printed and never changes; which of its circles are marked is the state's to say. What a mark does only the pack
//! knows. It is drawn as it lies on the sheet, front at the top; circles are named by column and row, `b3`.

mod circle;
#[cfg(test)]
mod tests;

pub use circle::{Circle, Flank, Spot};

use std::sync::Arc;

use super::catalogue::Origin;
use super::value::{CircleId, HullId};

/// What a kind of circle stands for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kind {
    /// Its letter on the sheet.
    pub letter: Arc<str>,
    /// What it stands for.
    pub title: Arc<str>,
}

/// A row of boxes beside the circles, to be marked by hand: `speed 8 7 6 5`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Boxes {
    /// What they count.
    pub title: Arc<str>,
    /// What stands in each.
    pub labels: Vec<Arc<str>>,
}

/// A hull.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hull {
    /// Its name, unique.
    pub name: Arc<str>,
    /// The long name.
    pub title: Arc<str>,
    /// The names of its depths, outermost first.
    pub depths: Vec<Arc<str>>,
    /// The kinds of its circles.
    pub kinds: Vec<Kind>,
    /// Rows of boxes of its sheet; rules know nothing of them.
    pub boxes: Vec<Boxes>,
    /// Its circles, by row and column.
    circles: Vec<Circle>,
    /// Where it is defined.
    pub origin: Origin,
}

impl Hull {
    /// A hull has so many columns and rows at most: a letter for each column.
    pub const WIDEST: usize = 26;

    /// An empty hull. Circles come by [`draw`](Hull::draw).
    pub fn new(name: Arc<str>, title: Arc<str>, origin: Origin) -> Hull {
        let (depths, kinds, boxes, circles) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Hull { name, title, depths, kinds, boxes, circles, origin }
    }

    /// Its circles, by row and column.
    pub fn circles(&self) -> &[Circle] {
        &self.circles
    }

    /// The circle of this name.
    pub fn named(&self, name: &str) -> Option<usize> {
        let spot = Spot::named(name)?;
        self.circles.iter().position(|circle| circle.spot == spot)
    }

    /// Columns and rows of the drawing.
    pub fn size(&self) -> (usize, usize) {
        let most = |of: fn(&Circle) -> u8| self.circles.iter().map(|c| usize::from(of(c)) + 1).max();
        (most(|c| c.spot.column).unwrap_or(0), most(|c| c.spot.row).unwrap_or(0))
    }

    /// Takes the circles as they are drawn: where each lies, its depth (0 is the outermost) and its kind. Circles that touch
    /// in the drawing, corners included, are neighbours; the flank of each is the side of the drawing that it lies
    /// nearest to, counted in shares of its size (a corner belongs to front or rear, the very middle to none).
    pub fn draw(&mut self, drawn: impl IntoIterator<Item = (Spot, usize, usize)>) {
        let circle = |(spot, depth, kind)| Circle { spot, depth, kind, flank: None, neighbours: Vec::new() };
        self.circles = drawn.into_iter().map(circle).collect();
        self.circles.sort_by_key(|circle| (circle.spot.row, circle.spot.column));
        let size = self.size();
        for at in 0..self.circles.len() {
            let spot = self.circles[at].spot;
            let near = |other: &usize| spot.touches(self.circles[*other].spot);
            self.circles[at].neighbours = (0..self.circles.len()).filter(near).collect();
            self.circles[at].flank = spot.flank(size);
        }
    }

    /// Says on which flank a circle lies, whatever its place in the drawing.
    pub fn put_on(&mut self, at: usize, flank: Flank) {
        self.circles[at].flank = Some(flank);
    }

    /// Makes two circles neighbours.
    pub fn join(&mut self, one: usize, other: usize) {
        for (at, to) in [(one, other), (other, one)] {
            let neighbours = &mut self.circles[at].neighbours;
            if at != to && !neighbours.contains(&to) {
                neighbours.push(to);
                neighbours.sort_unstable();
            }
        }
    }

    /// Makes two circles neighbours no longer.
    pub fn part(&mut self, one: usize, other: usize) {
        for (at, from) in [(one, other), (other, one)] {
            self.circles[at].neighbours.retain(|neighbour| *neighbour != from);
        }
    }

    /// Its circles as the parts that hang together by neighbours, the largest part first, of equal ones the first drawn.
    pub fn parts(&self) -> Vec<Vec<usize>> {
        let mut parts: Vec<Vec<usize>> = Vec::new();
        let mut found = vec![false; self.circles.len()];
        for first in 0..self.circles.len() {
            if std::mem::replace(&mut found[first], true) {
                continue;
            }
            let (mut part, mut next) = (vec![first], 0);
            while let Some(at) = part.get(next).copied() {
                next += 1;
                for neighbour in &self.circles[at].neighbours {
                    if !std::mem::replace(&mut found[*neighbour], true) {
                        part.push(*neighbour);
                    }
                }
            }
            part.sort_unstable();
            parts.push(part);
        }
        parts.sort_by_key(|part| std::cmp::Reverse(part.len()));
        parts
    }

    /// Handles of all its circles, if it is the hull of this handle.
    pub fn handles(&self, hull: HullId) -> impl Iterator<Item = CircleId> + use<> {
        (0..self.circles.len() as u32).map(move |at| CircleId { hull, at })
    }
}

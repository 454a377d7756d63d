//! What comes near the straight line of a shot.

use super::apart::Apart;
use super::index::Index;
use super::length::Length;
use super::outline::{Nearest, Outline};
use super::point::Point;

/// A base that a line of fire passes near or through.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Passed {
    /// Its number in the index.
    pub id: usize,
    /// How near the line comes to it; nothing where it runs through or touches.
    pub apart: Apart,
    /// Where on the line that is.
    pub on_line: Point,
    /// Where on the base.
    pub on_base: Point,
    /// How far the base is from where the shot comes from.
    pub from_start: Apart,
}

/// All bases that come within a radius of the straight line from a point to another, exactly so far included, the
/// nearest to where the shot comes from first, of two as near the one with the lower number. The bases of those
/// who fire and are fired at are among them: who counts is for the caller to say.
///
/// A rule that lets a line pass at exactly one inch compares [`Passed::apart`], which is exact.
pub fn line_of_fire(from: Point, to: Point, radius: Length, bases: &Index) -> Vec<Passed> {
    let line = Outline::segment(from, to);
    let start = Outline::point(from);
    let near = bases.near(&line, radius).into_iter().map(|id| {
        let Nearest { apart, on_one, on_other } = line.nearest(bases.outline(id));
        let from_start = start.nearest(bases.outline(id)).apart;
        Passed { id, apart, on_line: on_one, on_base: on_other, from_start }
    });
    let mut near: Vec<Passed> = near.collect();
    near.sort_by_key(|passed| (passed.from_start.millionths(), passed.id));
    near
}

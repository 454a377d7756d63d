//! What a straight stretch meets, worked out once for lines of sight and for ways.
//!
//! Where an area's edge is met is a fraction, kept to 48 bits and rounded half to even: the stretch back meets
//! the same. Whether what lies between two such places is inside is asked at an exact place between them, so a
//! stretch along an edge is told from one beside it. Where a circle is met is a root, as finely rounded.

use super::length::Length;
use super::point::Point;
use super::polygon::{PARTS, Place, Polygon};
use super::spot::{Spot, Vector, divided, fine, root, small};
use super::terrain::{Area, Polyline};

/// A straight stretch from a spot to another.
#[derive(Debug, Clone, Copy)]
pub(super) struct Stretch {
    pub(super) from: Spot,
    pub(super) way: Vector,
}

/// A part of a stretch, from and to in parts of [`PARTS`], that lies in an area or along its edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Span {
    pub(super) from: i128,
    pub(super) to: i128,
    pub(super) along_edge: bool,
}

/// Where a stretch meets a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Meeting {
    pub(super) at: i128,
    pub(super) how: How,
    /// On which side of the line the stretch comes to it or leaves from it, where it ends or begins there: 1
    /// left, -1 right of the line as its points are told, 0 past its end.
    pub(super) side: i128,
}

/// How a way meets a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum How {
    /// It begins on the line.
    BeginsOn,
    /// It goes over it, from one side to the other.
    Over,
    /// It touches it and stays on the side where it was, or passes its very end.
    Touches,
    /// It ends on the line.
    EndsOn,
    /// It runs along the line from beginning to end.
    Along,
}

impl Stretch {
    pub(super) fn between(from: Spot, to: Spot) -> Stretch {
        Stretch { from, way: to - from }
    }

    /// How long `parts` of it are, to the nearest thousandth.
    pub(super) fn length_of(&self, parts: i128) -> Length {
        // The root to 20 bits behind a millionth.
        let long = root(self.way.square() << 40);
        Length::thousandths(small(divided(long * parts, 1000 * (PARTS << 20))))
    }

    /// The point at `parts` of it, to the nearest thousandth.
    pub(super) fn point_at(&self, parts: i128) -> Point {
        Point::nearest(self.from + self.way.part(parts, PARTS))
    }

    /// What of it lies in an area, in order; a touch is left out.
    pub(super) fn spans(&self, area: &Area) -> Vec<Span> {
        if self.way.is_zero() {
            return Vec::new();
        }
        match area {
            Area::Polygon(polygon) => self.spans_of_polygon(polygon),
            Area::Circle { centre, radius } => {
                self.span_of_circle(centre.spot(), fine(*radius).max(0)).into_iter().collect()
            }
        }
    }

    fn spans_of_polygon(&self, polygon: &Polygon) -> Vec<Span> {
        let mut cuts = vec![0, PARTS];
        for (a, b) in polygon.edges() {
            self.cut(a, b, &mut cuts);
        }
        cuts.sort_unstable();
        cuts.dedup_by(|next, cut| *next - *cut < 2);
        let mut spans: Vec<Span> = Vec::new();
        for pair in cuts.windows(2) {
            let (from, to) = (pair[0], pair[1]);
            let along_edge = match polygon.place_along(self.from, self.way, (from + to) / 2) {
                Place::Outside => continue,
                Place::Edge => true,
                Place::Inside => false,
            };
            match spans.last_mut() {
                Some(last) if last.to == from && last.along_edge == along_edge => last.to = to,
                _ => spans.push(Span { from, to, along_edge }),
            }
        }
        spans
    }

    /// Adds where the stretch meets an edge: one place, or both ends of what they share.
    fn cut(&self, a: Spot, b: Spot, cuts: &mut Vec<i128>) {
        let (edge, out) = (b - a, a - self.from);
        let (across, whole) = (self.way.cross(edge), self.way.square());
        if across == 0 {
            if self.way.cross(out) == 0 {
                let along = [out, b - self.from].map(|out| self.way.dot(out));
                cuts.extend(
                    along.into_iter().filter(|at| (0..=whole).contains(at)).map(|at| parts(at, whole)),
                );
            }
            return;
        }
        let sign = across.signum();
        let (along, beside) = (out.cross(edge) * sign, out.cross(self.way) * sign);
        let span = 0..=across.abs();
        if span.contains(&along) && span.contains(&beside) {
            cuts.push(parts(along, across.abs()));
        }
    }

    fn span_of_circle(&self, centre: Spot, radius: i64) -> Option<Span> {
        let out = centre - self.from;
        let (along, whole, beside) = (self.way.dot(out), self.way.square(), self.way.cross(out));
        let within = i128::from(radius) * i128::from(radius) * whole - beside * beside;
        if within <= 0 {
            return None;
        }
        let half = root(within);
        let (from, to) = ((along - half).max(0), (along + half).min(whole));
        (from < to).then(|| Span { from: parts(from, whole), to: parts(to, whole), along_edge: false })
    }

    /// Where it meets a line, in order.
    pub(super) fn meetings(&self, line: &Polyline) -> Vec<Meeting> {
        let mut meetings = Vec::new();
        if self.way.is_zero() {
            return meetings;
        }
        let spots = self.unrolled(line);
        // The last side that the line was on, and where it has run along the stretch since.
        let mut side = 0;
        let mut run: Option<Run> = None;
        for (at, spot) in spots.iter().enumerate() {
            let out = *spot - self.from;
            let beside = self.way.cross(out).signum();
            if beside == 0 {
                let along = parts(self.way.dot(out), self.way.square());
                run = Some(run.map_or(Run { from: along, to: along, entered: at, left: at }, |run| {
                    run.with(along, at)
                }));
                continue;
            }
            if let Some(run) = run.take() {
                meetings.extend(self.meeting_of_run(run, &spots, side * beside < 0));
            } else if side * beside < 0 {
                let (a, b) = (spots[at - 1], *spot);
                let across = self.way.cross(b - a);
                let along = (a - self.from).cross(b - a) * across.signum();
                if (0..=across.abs()).contains(&along) {
                    let at = parts(along, across.abs());
                    let arms = Some((a - b, b - a));
                    meetings.extend(self.meeting((at, at), (arms, arms), true));
                }
            }
            side = beside;
        }
        meetings.extend(run.and_then(|run| self.meeting_of_run(run, &spots, false)));
        meetings.sort_by_key(|meeting| (meeting.at, meeting.how));
        meetings
    }

    /// The spots of a line; of a closed one from a spot beside the stretch all round to the same.
    fn unrolled(&self, line: &Polyline) -> Vec<Spot> {
        let mut spots: Vec<Spot> = line.points().iter().map(|point| point.spot()).collect();
        spots.dedup();
        if spots.len() > 2 && spots.first() == spots.last() {
            let is_beside = |spot: &Spot| self.way.cross(*spot - self.from) != 0;
            if let Some(first) = spots.iter().position(is_beside) {
                spots.pop();
                let length = spots.len();
                spots.rotate_left(first % length);
                spots.push(spots[0]);
            }
        }
        spots
    }

    fn meeting_of_run(&self, run: Run, spots: &[Spot], over: bool) -> Option<Meeting> {
        let arms = |at: usize| {
            let before = spots.get(at.checked_sub(1)?)?;
            Some((*before - spots[at], *spots.get(at + 1)? - spots[at]))
        };
        self.meeting((run.from, run.to), (arms(run.entered), arms(run.left)), over)
    }

    /// Where it meets a line from one place to another, with the arms of the line where it comes to it and where
    /// it leaves.
    fn meeting(
        &self,
        (from, to): (i128, i128),
        (entered, left): (Option<Arms>, Option<Arms>),
        over: bool,
    ) -> Option<Meeting> {
        if to < 0 || from > PARTS {
            return None;
        }
        let side = |arms: Option<Arms>, way| arms.map_or(0, |arms| side_of(arms, way));
        let (how, side) = match (from <= 0, to >= PARTS) {
            (true, true) => (How::Along, 0),
            (true, false) => (How::BeginsOn, side(left, self.way)),
            (false, true) => (How::EndsOn, side(entered, self.way.reversed())),
            (false, false) => (if over { How::Over } else { How::Touches }, 0),
        };
        Some(Meeting { at: from.max(0), how, side })
    }
}

/// From a place on a line: back along it, and on along it.
type Arms = (Vector, Vector);

/// On which side of a line a way from a place on it leads: 1 left, -1 right.
fn side_of((back, on): Arms, way: Vector) -> i128 {
    let bend = on.cross(back);
    let is_left = match bend.signum() {
        1 => on.cross(way) > 0 && way.cross(back) > 0,
        -1 => !(back.cross(way) > 0 && way.cross(on) > 0),
        _ => on.cross(way) > 0,
    };
    if is_left { 1 } else { -1 }
}

/// Where a line runs along the stretch, and at which of its spots it begins and ends to.
#[derive(Clone, Copy)]
struct Run {
    from: i128,
    to: i128,
    entered: usize,
    left: usize,
}

impl Run {
    fn with(mut self, along: i128, at: usize) -> Run {
        if along < self.from {
            (self.from, self.entered) = (along, at);
        }
        if along > self.to {
            (self.to, self.left) = (along, at);
        }
        self
    }
}

/// A fraction in parts of [`PARTS`], a half to the even one.
fn parts(number: i128, out_of: i128) -> i128 {
    let scaled = number * PARTS;
    let (quotient, rest) = (scaled.div_euclid(out_of), scaled.rem_euclid(out_of));
    let up = rest > out_of - rest || (rest == out_of - rest && quotient % 2 != 0);
    quotient + i128::from(up)
}

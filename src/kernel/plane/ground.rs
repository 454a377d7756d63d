//! The ground under a way: which stretches of it lie in which areas, which lines it crosses, how far an allowance
//! leads.

use super::base::Mark;
use super::length::Length;
use super::path::{Step, Way};
use super::point::Point;
use super::polygon::PARTS;
use super::spot::{divided, small};
use super::stretch::{How, Stretch};
use super::terrain::Terrain;

/// What a way leads over.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Ground {
    /// The whole way in stretches, in order; each ends where the next begins.
    pub passages: Vec<Passage>,
    /// The lines that it meets, in order.
    pub crossings: Vec<Crossing>,
}

/// A stretch of a way that lies in the same areas all along.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Passage {
    /// How far along the way it begins.
    pub from: Length,
    /// How far along the way it ends.
    pub to: Length,
    /// The areas that it lies in, by their places in the list, in order; the bare table where there is none.
    pub areas: Vec<usize>,
}

/// A place where a way meets a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Crossing {
    /// The line, by its place in the list.
    pub line: usize,
    /// How far along the way.
    pub at: Length,
    /// Where on the table.
    pub point: Point,
    /// Whether the way goes over it. A way that ends on a line and another that begins there each say so.
    pub how: How,
}

/// What a length of way costs: `cost` for each `per`. Twice as much is 2 for 1, a road at two thirds 2 for 3.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Pace {
    /// What is paid.
    pub cost: u32,
    /// For how much of the way; none counts as 1.
    pub per: u32,
}

/// How far an allowance leads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reached {
    /// How far along the way.
    pub gone: Length,
    /// What that has cost.
    pub spent: Length,
    /// What is left of the allowance.
    pub left: Length,
    /// What stopped it before the end of the way.
    pub stopped: Option<Stop>,
}

/// What stops a base on its way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stop {
    /// The allowance ends in this passage, or the passage is barred.
    Passage(usize),
    /// This crossing costs more than is left, or is barred.
    Crossing {
        /// The crossing, by its place in the list.
        crossing: usize,
        /// How much is lacking; nothing for one that is barred.
        lacking: Option<Length>,
    },
}

/// What a place on a base leads over on its way.
///
/// A stretch along the edge of an area is not in it. Places are to the nearest thousandth, and passages add up to
/// the way exactly. A way that bends on a line goes over it if it comes from one side and leaves to the other.
pub fn ground(way: &Way, mark: Mark, terrain: &Terrain) -> Ground {
    let mut spans: Vec<(Length, Length, usize)> = Vec::new();
    let mut crossings = Crossings::default();
    for step in way.steps() {
        let stretch = Stretch::between(step.from.spot(mark), step.to.spot(mark));
        for (area, shape) in terrain.areas.iter().enumerate() {
            let inside = stretch.spans(shape).into_iter().filter(|span| !span.along_edge);
            spans.extend(inside.map(|span| (along(step, span.from), along(step, span.to), area)));
        }
        if stretch.way.is_zero() {
            continue;
        }
        for (line, shape) in terrain.lines.iter().enumerate() {
            for meeting in stretch.meetings(shape) {
                let at = along(step, meeting.at);
                let point = stretch.point_at(meeting.at);
                crossings.add(Crossing { line, at, point, how: meeting.how }, meeting.side);
            }
        }
        crossings.end_step();
    }
    let mut found = crossings.found;
    found.sort_by_key(|crossing| crossing.at);
    Ground { passages: passages(way.length(), &spans), crossings: found }
}

/// How far the way leads along the ground with an allowance.
///
/// `pace` says what a passage costs and `toll` what a crossing does; nothing means that it is barred. A passage
/// is paid as it is gone, rounded up to a thousandth; a crossing is paid whole before what lies behind it.
///
/// # Errors
/// The first error of `pace` or `toll`.
pub fn reach<E>(
    ground: &Ground,
    allowance: Length,
    mut pace: impl FnMut(&Passage) -> Result<Option<Pace>, E>,
    mut toll: impl FnMut(&Crossing) -> Result<Option<Length>, E>,
) -> Result<Reached, E> {
    let mut reached =
        Reached { gone: Length::ZERO, spent: Length::ZERO, left: allowance.max(Length::ZERO), stopped: None };
    let mut crossings = ground.crossings.iter().enumerate().peekable();
    let mut pay = |reached: &mut Reached, crossing: usize, met: &Crossing| {
        let price = toll(met)?;
        match price {
            Some(price) if price <= reached.left => reached.pay(price),
            _ => {
                let lacking = price.map(|price| price - reached.left);
                reached.stopped = Some(Stop::Crossing { crossing, lacking });
            }
        }
        Ok(())
    };
    for (number, passage) in ground.passages.iter().enumerate() {
        let mut own = None;
        loop {
            let next = crossings.next_if(|(_, crossing)| crossing.at < passage.to);
            let to = next.map_or(passage.to, |(_, crossing)| crossing.at);
            if to > reached.gone {
                let pace = match own {
                    Some(pace) => pace,
                    None => pace(passage)?,
                };
                own = Some(pace);
                reached.go(passage, to, pace, number);
            }
            if let (None, Some((crossing, met))) = (reached.stopped, next) {
                pay(&mut reached, crossing, met)?;
            }
            if reached.stopped.is_some() {
                return Ok(reached);
            }
            if next.is_none() {
                break;
            }
        }
    }
    for (crossing, met) in crossings {
        pay(&mut reached, crossing, met)?;
        if reached.stopped.is_some() {
            break;
        }
    }
    Ok(reached)
}

impl Reached {
    fn pay(&mut self, price: Length) {
        self.spent += price;
        self.left -= price;
    }

    /// Goes on to a place of a passage, or as far as there is something left.
    fn go(&mut self, passage: &Passage, to: Length, pace: Option<Pace>, number: usize) {
        let Some(pace) = pace else {
            self.stopped = Some(Stop::Passage(number));
            return;
        };
        let before = pace.price(self.gone - passage.from);
        let price = pace.price(to - passage.from) - before;
        if price <= self.left {
            self.pay(price);
            self.gone = to;
            return;
        }
        let far = passage.from + pace.bought(before + self.left);
        self.pay(pace.price(far - passage.from) - before);
        self.gone = far;
        self.stopped = Some(Stop::Passage(number));
    }
}

impl Pace {
    /// What a length costs, up to a thousandth.
    pub fn price(self, length: Length) -> Length {
        let per = i128::from(self.per.max(1));
        let cost = i128::from(length.in_thousandths()) * i128::from(self.cost);
        Length::thousandths(small((cost + per - 1).div_euclid(per)))
    }

    /// The longest that is had for a price above a cost of nothing.
    fn bought(self, price: Length) -> Length {
        let length = i128::from(price.in_thousandths()) * i128::from(self.per.max(1));
        Length::thousandths(small(length / i128::from(self.cost.max(1))))
    }
}

/// Crossings as they are found, and lines on which the last step has ended.
#[derive(Default)]
struct Crossings {
    found: Vec<Crossing>,
    on: Vec<On>,
    /// The same at the end of the step that is under way.
    next: Vec<On>,
}

/// A line that the way is on.
#[derive(Clone, Copy)]
struct On {
    line: usize,
    /// Its crossing, by its place among those found.
    crossing: usize,
    /// From which side the way came.
    came: i128,
}

impl Crossings {
    fn add(&mut self, crossing: Crossing, side: i128) {
        let on = self.on.iter().find(|on| on.line == crossing.line).copied();
        match (crossing.how, on) {
            (How::BeginsOn, Some(on)) => {
                let own = &mut self.found[on.crossing].how;
                *own = match *own {
                    // The way has been on the line from its own beginning.
                    How::Along | How::BeginsOn => How::BeginsOn,
                    _ if on.came * side < 0 => How::Over,
                    _ => How::Touches,
                };
            }
            (How::Along, Some(on)) => self.next.push(on),
            (how, _) => {
                if matches!(how, How::EndsOn | How::Along) {
                    let (line, crossing) = (crossing.line, self.found.len());
                    self.next.push(On { line, crossing, came: side });
                }
                self.found.push(crossing);
            }
        }
    }

    fn end_step(&mut self) {
        self.on = std::mem::take(&mut self.next);
    }
}

/// How far along the way a part of a step is, to the nearest thousandth.
fn along(step: &Step, part: i128) -> Length {
    let long = i128::from((step.ends - step.begins).in_thousandths());
    step.begins + Length::thousandths(small(divided(long * part, PARTS)))
}

/// The way cut wherever an area begins or ends.
fn passages(length: Length, spans: &[(Length, Length, usize)]) -> Vec<Passage> {
    let mut cuts: Vec<Length> = spans.iter().flat_map(|(from, to, _)| [*from, *to]).collect();
    cuts.extend([Length::ZERO, length]);
    cuts.sort_unstable();
    cuts.dedup();
    let mut passages: Vec<Passage> = Vec::new();
    for pair in cuts.windows(2) {
        let covers = |(from, to, _): &&(Length, Length, usize)| *from <= pair[0] && *to >= pair[1];
        let mut areas: Vec<usize> = spans.iter().filter(covers).map(|(.., area)| *area).collect();
        areas.sort_unstable();
        areas.dedup();
        match passages.last_mut() {
            Some(last) if last.areas == areas => last.to = pair[1],
            _ => passages.push(Passage { from: pair[0], to: pair[1], areas }),
        }
    }
    passages
}

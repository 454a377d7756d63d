//! Where something may get to that turns on the spot and goes straight, what a turn and a stretch cost asked of the caller.
//!
//! A way leads from place to place of a list, straight each time. What it costs to turn depends on where one came from, so a place
//! is kept once for each bearing from which it was reached, unless another of them could be turned there for no more.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use super::facing::{Facing, Turn};
use super::length::Length;
use super::point::Point;

/// A search keeps at most so many ways.
const MOST_STANDS: usize = 4_000;

/// What moves, and what it may spend.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mover {
    /// Where it stands.
    pub at: Point,
    /// Which way it faces.
    pub facing: Facing,
    /// What turns and stretches may cost together.
    pub budget: i64,
    /// The longest that a way can be, whatever it costs.
    pub furthest: Length,
}

/// How far one stretch leads straight on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Run<N> {
    /// How far.
    pub gone: Length,
    /// What that costs.
    pub cost: i64,
    /// What the caller says of it.
    pub note: N,
}

/// A place that was reached, and how.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stand {
    /// Where.
    pub at: Point,
    /// The bearing of the last stretch; the facing at the start.
    pub facing: Facing,
    /// What the way here costs.
    pub cost: i64,
    /// Its length.
    pub gone: Length,
    /// The places on the way here, the start first, this one last.
    pub way: Vec<Point>,
}

/// One direction of a fan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ray<N> {
    /// The turn that leads into it.
    pub turn: Turn,
    /// Where it begins.
    pub from: Point,
    /// Which way it leads.
    pub facing: Facing,
    /// What has been spent where it begins, the turn included.
    pub before: i64,
    /// How far it leads.
    pub run: Run<N>,
    /// Where it ends. Of a ray from the start it is a point to which the rules let one go, where one is so near: places stand in whole
    /// thousandths, and directions do not.
    pub end: Point,
}

/// How far straight on one may go in all directions from a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fan<N> {
    /// The place.
    pub stand: Stand,
    /// A ray for each direction, clockwise: from the facing at the start, else from the left hand to the right.
    pub rays: Vec<Ray<N>>,
}

/// The rules of a game, as a search asks for them.
pub trait Rules<N, E> {
    /// What a turn on the spot costs.
    ///
    /// # Errors
    /// The caller's own.
    fn turn(&mut self, turn: Turn) -> Result<i64, E>;

    /// How far of a length one may go straight on from a place, at no more than so much, and stand there.
    ///
    /// # Errors
    /// The caller's own.
    fn run(&mut self, from: Point, facing: Facing, left: i64, length: Length) -> Result<Run<N>, E>;
}

/// Where there is no way: what was said of the straight one, and what even to turn that way would cost.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoWay<N> {
    /// What the turn towards the goal costs.
    pub turn: i64,
    /// How far the straight way leads; nothing where the turn is too dear.
    pub straight: Option<Run<N>>,
}

/// The places of a list to which ways lead, the start first, then the cheapest first.
///
/// # Errors
/// The rules' own.
pub fn stands<N, E>(mover: &Mover, places: &[Point], rules: &mut impl Rules<N, E>) -> Result<Vec<Stand>, E> {
    let mut search = Search::new(mover, places);
    search.run(None, rules)?;
    let mut seen: Vec<usize> = Vec::new();
    let mut found = vec![search.stand(0)];
    for number in &search.settled {
        let place = search.known[*number].place;
        if place != START && !seen.contains(&place) {
            seen.push(place);
            found.push(search.stand(*number));
        }
    }
    Ok(found)
}

/// How far one may go straight on from a place that was reached, in directions a step apart: all round from the start, else up to a
/// right angle to either hand, since who turns back farther had no need to come.
///
/// # Errors
/// The rules' own.
pub fn fan<N, E>(mover: &Mover, stand: Stand, step: Turn, rules: &mut impl Rules<N, E>) -> Result<Fan<N>, E> {
    let whole = if stand.way.len() > 1 { Turn::HALF } else { Turn::ROUND };
    let directions = whole.in_millionths() / step.in_millionths().max(1);
    let (first, last) =
        if whole == Turn::HALF { (-directions / 2, directions / 2) } else { (0, directions - 1) };
    let left_over = Length::thousandths(mover.furthest.in_thousandths() - stand.gone.in_thousandths());
    let mut rays = Vec::new();
    for number in first..=last {
        let facing = stand.facing.turned(Turn::millionths(number * step.in_millionths()));
        let turn = stand.facing.turn_to(facing);
        let before = stand.cost.saturating_add(rules.turn(turn)?);
        let run = rules.run(stand.at, facing, mover.budget.saturating_sub(before).max(0), left_over)?;
        let end = match stand.way.len() {
            1 if !run.gone.is_zero() => end_within(mover, &stand, facing, run.gone, rules)?,
            _ => stand.at.towards(facing, run.gone),
        };
        rays.push(Ray { turn, from: stand.at, facing, before, run, end });
    }
    Ok(Fan { stand, rays })
}

/// So many thousandths a place may lie before the end of a stretch.
const HAIR: i64 = 2;
/// The places round one, the nearest first.
const BESIDE: [(i64, i64); 9] =
    [(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)];

/// The nearest point to the end of a stretch to which the rules let one go straight. The point next to that end may be farther off by
/// less than a thousandth, or to one side of it, which costs one more turn or touches what stands there.
fn end_within<N, E>(
    mover: &Mover,
    stand: &Stand,
    facing: Facing,
    gone: Length,
    rules: &mut impl Rules<N, E>,
) -> Result<Point, E> {
    let next = stand.at.towards(facing, gone);
    for back in 0..=HAIR {
        let end =
            stand.at.towards(facing, Length::thousandths(gone.in_thousandths() - back).max(Length::ZERO));
        for (right, up) in BESIDE {
            let end = end.shifted(Length::thousandths(right), Length::thousandths(up));
            let Some(bearing) = Facing::towards(stand.at, end) else { continue };
            let turned = stand.cost.saturating_add(rules.turn(stand.facing.turn_to(bearing))?);
            let length = stand.at.distance(end).rounded();
            let left = mover.budget.saturating_sub(turned);
            if left >= 0 && length <= gone && rules.run(stand.at, bearing, left, length)?.gone >= length {
                return Ok(end);
            }
        }
    }
    Ok(next)
}

/// The cheapest way to a goal that is straight, or straight from place to place of a list. Of equally cheap ones the one of the
/// fewest stretches, then the one by the places that come first.
///
/// # Errors
/// The rules' own.
pub fn cheapest_way<N, E>(
    mover: &Mover,
    goal: Point,
    places: &[Point],
    rules: &mut impl Rules<N, E>,
) -> Result<Result<Stand, NoWay<N>>, E> {
    let mut search = Search::new(mover, places);
    search.places.push(goal);
    if let Some(found) = search.run(Some(places.len()), rules)? {
        return Ok(Ok(search.stand(found)));
    }
    let Some(facing) = Facing::towards(mover.at, goal) else {
        return Ok(Ok(search.stand(0)));
    };
    let turn = rules.turn(mover.facing.turn_to(facing))?;
    let left = mover.budget.saturating_sub(turn);
    let straight = match left >= 0 {
        true => Some(rules.run(mover.at, facing, left, mover.at.distance(goal).rounded())?),
        false => None,
    };
    Ok(Err(NoWay { turn, straight }))
}

/// The place of the start, which is in no list.
const START: usize = usize::MAX;

/// A way under search, by its last place.
struct Known {
    place: usize,
    at: Point,
    facing: Facing,
    cost: i64,
    gone: Length,
    stretches: u32,
    before: Option<usize>,
}

struct Search<'m> {
    mover: &'m Mover,
    places: Vec<Point>,
    known: Vec<Known>,
    /// Those that nothing beats, cheapest first.
    settled: Vec<usize>,
    queue: BinaryHeap<Reverse<(i64, u32, usize)>>,
    /// What a stretch between two places costs, or with how much it was not to be had.
    stretches: BTreeMap<(usize, usize), Result<i64, i64>>,
}

impl<'m> Search<'m> {
    fn new(mover: &'m Mover, places: &[Point]) -> Self {
        let start = Known {
            place: START,
            at: mover.at,
            facing: mover.facing,
            cost: 0,
            gone: Length::ZERO,
            stretches: 0,
            before: None,
        };
        Search {
            mover,
            places: places.to_vec(),
            known: vec![start],
            settled: Vec::new(),
            queue: BinaryHeap::from([Reverse((0, 0, 0))]),
            stretches: BTreeMap::new(),
        }
    }

    /// Settles ways, cheapest first, until the goal is settled, if there is one.
    fn run<N, E>(&mut self, goal: Option<usize>, rules: &mut impl Rules<N, E>) -> Result<Option<usize>, E> {
        while let Some(Reverse((_, _, number))) = self.queue.pop() {
            if self.is_beaten(number, rules)? {
                continue;
            }
            self.settled.push(number);
            if goal.is_some_and(|goal| self.known[number].place == goal) {
                return Ok(Some(number));
            }
            for to in 0..self.places.len() {
                self.go_on(number, to, goal, rules)?;
            }
        }
        Ok(None)
    }

    /// Whether another way to the same place, turned there, costs no more.
    fn is_beaten<N, E>(&self, number: usize, rules: &mut impl Rules<N, E>) -> Result<bool, E> {
        let this = &self.known[number];
        for other in self.settled.iter().map(|at| &self.known[*at]).filter(|other| other.place == this.place)
        {
            if other.cost.saturating_add(rules.turn(other.facing.turn_to(this.facing))?) <= this.cost {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn go_on<N, E>(
        &mut self,
        number: usize,
        to: usize,
        goal: Option<usize>,
        rules: &mut impl Rules<N, E>,
    ) -> Result<(), E> {
        let Known { place, at, facing, cost, gone, stretches, .. } = self.known[number];
        let there = self.places[to];
        let Some(bearing) = Facing::towards(at, there).filter(|_| to != place) else { return Ok(()) };
        let length = at.distance(there).rounded();
        let whole = gone + length;
        let rest = match goal {
            Some(goal) => there.distance(self.places[goal]).rounded(),
            None => Length::ZERO,
        };
        if whole + rest > self.mover.furthest || self.known.len() >= MOST_STANDS {
            return Ok(());
        }
        let turned = cost.saturating_add(rules.turn(facing.turn_to(bearing))?);
        let left = self.mover.budget.saturating_sub(turned);
        if left < 0 {
            return Ok(());
        }
        let stretch = match self.stretches.get(&(place, to)) {
            Some(Ok(cost)) => Ok(*cost),
            Some(Err(with)) if *with >= left => Err(*with),
            _ => {
                let run = rules.run(at, bearing, left, length)?;
                let answer = if run.gone >= length { Ok(run.cost) } else { Err(left) };
                self.stretches.insert((place, to), answer);
                answer
            }
        };
        if let Ok(stretch) = stretch
            && stretch <= left
        {
            let (cost, stretches) = (turned + stretch, stretches + 1);
            self.queue.push(Reverse((cost, stretches, self.known.len())));
            let before = Some(number);
            self.known.push(Known {
                place: to,
                at: there,
                facing: bearing,
                cost,
                gone: whole,
                stretches,
                before,
            });
        }
        Ok(())
    }

    fn stand(&self, number: usize) -> Stand {
        let Known { at, facing, cost, gone, .. } = self.known[number];
        let mut way = Vec::new();
        let mut on = Some(number);
        while let Some(number) = on {
            way.push(self.known[number].at);
            on = self.known[number].before;
        }
        way.reverse();
        Stand { at, facing, cost, gone, way }
    }
}

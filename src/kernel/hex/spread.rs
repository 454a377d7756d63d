//! What can be reached with a budget alone, for callers that search often: the same as [`reach`](super::reach()) finds without
//! a limit of hexes, in less room and by places instead of hexes.

use std::num::NonZeroU32;

use super::coordinate::Hex;
use super::direction::Direction;
use super::map::HexMap;

/// What it costs to enter a hex from an adjacent one, as one number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Toll(NonZeroU32);

impl Toll {
    /// It cannot be entered.
    pub const BARRED: Toll = Toll(NonZeroU32::MAX);

    /// So much, in the unit of the budget, and whether the move may end there; nothing for a cost below zero.
    #[inline]
    pub fn new(cost: i64, may_stop: bool) -> Option<Toll> {
        match u32::try_from(cost) {
            Ok(cost) if cost <= Spread::HIGHEST => {
                NonZeroU32::new((cost << 1 | u32::from(!may_stop)) + 1).map(Toll)
            }
            // More than any budget here has is as good as never.
            Ok(_) => Some(Toll::BARRED),
            Err(_) => (cost > 0).then_some(Toll::BARRED),
        }
    }

    /// The cost and whether the move may end there; nothing where it is barred.
    pub fn told(self) -> Option<(u32, bool)> {
        (self != Toll::BARRED).then(|| (self.cost(), self.may_stop()))
    }

    /// The cost; more than any budget where it is barred.
    #[inline]
    fn cost(self) -> u32 {
        (self.0.get() - 1) >> 1
    }

    #[inline]
    fn may_stop(self) -> bool {
        self.0.get() & 1 == 1
    }
}

/// What all steps out of a hex cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Exits {
    /// By direction; behind the last there is no way out.
    tolls: [Toll; 8],
    /// By what is left of the budget, the directions, a bit each, that cost no more; the last entry has all that can be entered.
    within: [u8; Exits::TOLD],
}

impl Exits {
    /// No way out; for who has to ask.
    pub const BARRED: &Exits = &Exits { tolls: [Toll::BARRED; 8], within: [0; Exits::TOLD] };
    /// All directions, a bit each.
    pub const ALL: u8 = 0b11_1111;
    const TOLD: usize = 8;

    /// The tolls by direction; a step off the map is barred.
    pub fn new(tolls: [Toll; 6]) -> Exits {
        let within = |left: usize| {
            let most = if left + 1 < Exits::TOLD { left as u32 } else { Spread::HIGHEST };
            let bit = |(at, toll): (usize, &Toll)| u8::from(toll.cost() <= most) << at;
            tolls.iter().enumerate().map(bit).sum()
        };
        let within = std::array::from_fn(within);
        let [a, b, c, d, e, f] = tolls;
        Exits { tolls: [a, b, c, d, e, f, Toll::BARRED, Toll::BARRED], within }
    }

    /// The directions, a bit each, in which a step may cost no more than this. Others cost more.
    #[inline]
    fn within(&self, left: u32) -> u8 {
        self.within[(left as usize).min(Exits::TOLD - 1)]
    }
}

/// Who knows what steps cost; `'e` as long as what is known does not change.
pub trait Tolls<'e, E> {
    /// What the steps out of a hex cost as far as that is known without asking, and the directions, a bit each, that have to be
    /// asked all the same. `place` is the hex's in map order.
    fn exits(&mut self, from: Hex, place: usize) -> (&'e Exits, u8);

    /// What one step costs. Each is asked for once at most.
    ///
    /// # Errors
    /// Whatever ends the search.
    fn toll(&mut self, pace: Pace) -> Result<Toll, E>;
}

/// A step from one hex of the map to another beside it.
#[derive(Debug, Clone, Copy)]
pub struct Pace {
    /// The hex that is left.
    pub from: Hex,
    /// Its place in map order.
    pub place: usize,
    /// The hex that is entered.
    pub to: Hex,
    /// Where it lies.
    pub direction: Direction,
}

/// No way.
const NONE: u32 = u32::MAX;

/// What a way costs and, below that, the hexes entered on it: the less the better.
type Price = u32;

/// A hex to which no way was found yet.
const UNKNOWN: Known = Known { offered: NONE, offered_stop: NONE, way: NONE, stop: NONE };

/// What is known of a hex.
#[derive(Debug, Clone, Copy)]
struct Known {
    /// The least price of any way that was found so far, be it settled or not.
    offered: Price,
    /// The same of ways on which the move may end here.
    offered_stop: Price,
    /// The first way that was settled.
    way: u32,
    /// The first on which the move may end here.
    stop: u32,
}

/// One way to a hex, and the way before the last hex.
#[derive(Debug, Clone, Copy)]
struct Way {
    place: u32,
    before: u32,
}

/// A way that waits to be settled: cheapest first, then of fewest hexes, then those that may stop, then as they were found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Waiting(u64);

impl Waiting {
    #[inline]
    fn new(price: Price, may_stop: bool, number: u32) -> Waiting {
        Waiting(u64::from(price) << 33 | u64::from(!may_stop) << 32 | u64::from(number))
    }

    #[inline]
    fn price(self) -> Price {
        (self.0 >> 33) as Price
    }

    #[inline]
    fn may_stop(self) -> bool {
        self.0 >> 32 & 1 == 0
    }

    #[inline]
    fn number(self) -> u32 {
        self.0 as u32
    }
}

/// What was found.
#[derive(Debug, Default)]
pub struct Spread {
    start: u32,
    /// By place; of those to which no way leads there is nothing.
    known: Vec<Known>,
    /// The places in which the move may end, a bit each.
    stops: Vec<u64>,
    ways: Vec<Way>,
    /// Ways in the order in which they are settled. Those before `next` are.
    queue: Vec<Waiting>,
    next: usize,
}

impl Spread {
    /// The highest budget; a search that has more is one for [`reach`](super::reach()).
    pub const HIGHEST: u32 = (1 << 15) - 1;
    const STEPS: u32 = 16;

    /// Whether a search like this can be made: on a map that is not too large, with such a budget.
    pub fn serves(map: &HexMap, budget: i64) -> bool {
        map.layout().len() < 1 << Spread::STEPS && budget <= i64::from(Spread::HIGHEST)
    }

    /// Finds what can be reached from the hex of a place in map order with a budget, in place of what was found before. Only where
    /// [`Spread::serves`]; from what is no place of the map nothing is found. On an error nothing of it is of use.
    ///
    /// # Errors
    /// An error of who is asked.
    pub fn search<'e, E>(
        &mut self,
        map: &HexMap,
        start: usize,
        budget: i64,
        costs: &mut impl Tolls<'e, E>,
    ) -> Result<(), E> {
        let places = map.layout().len();
        self.begin(places);
        let Some(budget) = u32::try_from(budget).ok().filter(|_| start < places) else { return Ok(()) };
        self.start = start as u32;
        self.push(self.start, NONE, 0, true);
        let all_beside = map.all_beside();
        while let Some(next) = self.queue.get(self.next) {
            self.next += 1;
            let (price, may_stop, number) = (next.price(), next.may_stop(), next.number());
            let place = self.ways[number as usize].place;
            let here = &mut self.known[place as usize];
            // Ways come cheapest first, so an earlier one is no dearer.
            if here.stop != NONE || (!may_stop && here.way != NONE) {
                continue;
            }
            if may_stop {
                here.stop = number;
                self.stops[place as usize / 64] |= 1 << (place % 64);
            }
            if here.way != NONE {
                continue;
            }
            here.way = number;
            let left = budget - (price >> Spread::STEPS);
            let beside = &all_beside[place as usize];
            let (exits, asks) = costs.exits(beside.hex, place as usize);
            let mut left_over = exits.within(left) | asks;
            while left_over != 0 {
                let at = left_over.trailing_zeros() as usize % exits.tolls.len();
                left_over &= left_over - 1;
                let there = beside.places[at];
                // Nowhere is no place.
                let Some(known) = self.known.get(there as usize) else { continue };
                // A hex where a way has ended was offered one that is no dearer than this, since ways come cheapest first; whatever
                // it costs to go to one from here, another way may be no dearer.
                if known.offered_stop <= price + 1 {
                    continue;
                }
                let toll = if asks >> at & 1 == 0 {
                    exits.tolls[at]
                } else {
                    let direction = Direction::ALL[at];
                    let (from, to) = (beside.hex, beside.hex.neighbour(direction));
                    costs.toll(Pace { from, place: place as usize, to, direction })?
                };
                // What cannot be entered is dearer than anything.
                if toll.cost() > left {
                    continue;
                }
                let total = price + 1 + (toll.cost() << Spread::STEPS);
                let least = if toll.may_stop() { NONE } else { known.offered };
                if least.min(known.offered_stop) > total {
                    self.push(there, number, total, toll.may_stop());
                }
            }
        }
        Ok(())
    }

    fn begin(&mut self, places: usize) {
        for way in self.ways.drain(..) {
            self.known[way.place as usize] = UNKNOWN;
        }
        self.known.resize(places, UNKNOWN);
        self.stops.fill(0);
        self.stops.resize(places.div_ceil(64), 0);
        self.queue.clear();
        self.next = 0;
    }

    #[inline(always)]
    fn push(&mut self, place: u32, before: u32, price: Price, may_stop: bool) {
        let number = self.ways.len() as u32;
        self.ways.push(Way { place, before });
        let to = &mut self.known[place as usize];
        to.offered = to.offered.min(price);
        if may_stop {
            to.offered_stop = to.offered_stop.min(price);
        }
        // A new way is mostly among the dearest, so it soon has its place.
        let new = Waiting::new(price, may_stop, number);
        self.queue.push(new);
        let waiting = &mut self.queue[self.next..];
        let mut at = waiting.len() - 1;
        while at > 0 && waiting[at - 1] > new {
            waiting[at] = waiting[at - 1];
            at -= 1;
        }
        waiting[at] = new;
    }

    /// The hexes in which the move may end, in map order, the start not among them.
    pub fn goals<'s>(&'s self, map: &'s HexMap) -> impl ExactSizeIterator<Item = Hex> + 's {
        let all_beside = map.all_beside();
        let in_part = |at: usize| {
            let start = self.start as usize;
            self.stops[at] & !(u64::from(start / 64 == at) << (start % 64))
        };
        let count: u32 = (0..self.stops.len()).map(|at| in_part(at).count_ones()).sum();
        let (mut at, mut left) = (0, self.stops.first().map_or(0, |_| in_part(0)));
        (0..count as usize).map(move |_| {
            while left == 0 {
                at += 1;
                left = in_part(at);
            }
            let place = at * 64 + left.trailing_zeros() as usize;
            left &= left - 1;
            all_beside[place].hex
        })
    }

    /// The cheapest way to a hex on which the move may end there, the start not among its hexes; nothing where there is none.
    /// Which of several it is, is as [`Reach::path`](super::Reach::path) has it.
    pub fn way(&self, map: &HexMap, to: Hex) -> Option<Vec<Hex>> {
        let last = self.known.get(map.place(to)?)?.stop;
        let mut at = self.ways.get(last as usize)?;
        let mut way = Vec::new();
        while at.before != NONE {
            way.push(map.beside(at.place as usize).hex);
            at = &self.ways[at.before as usize];
        }
        way.reverse();
        Some(way)
    }

    /// Whether there is such a way.
    pub fn may_stop(&self, map: &HexMap, to: Hex) -> bool {
        map.place(to).and_then(|place| self.known.get(place)).is_some_and(|known| known.stop != NONE)
    }
}

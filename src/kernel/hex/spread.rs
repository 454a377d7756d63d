//! What can be reached with a budget alone, for callers that search often: the same as [`reach`](super::reach()) finds without
//! a limit of hexes, in less room and by places instead of hexes.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use smallvec::SmallVec;

use super::coordinate::Hex;
use super::direction::Direction;
use super::map::HexMap;

/// What it costs to enter a hex from an adjacent one, as one number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Toll(u32);

impl Toll {
    /// It cannot be entered.
    pub const BARRED: Toll = Toll(u32::MAX);

    /// So much, in the unit of the budget, and whether the move may end there; nothing for a cost below zero.
    #[inline]
    pub fn new(cost: i64, may_stop: bool) -> Option<Toll> {
        match u32::try_from(cost) {
            Ok(cost) if cost <= Spread::HIGHEST => Some(Toll(cost << 1 | u32::from(!may_stop))),
            // More than any budget here has is as good as never.
            Ok(_) => Some(Toll::BARRED),
            Err(_) => (cost > 0).then_some(Toll::BARRED),
        }
    }

    /// The same as a number other than zero, and back.
    #[inline]
    pub fn bits(self) -> u32 {
        self.0.wrapping_add(2)
    }

    /// The toll of such a number.
    #[inline]
    pub fn from_bits(bits: u32) -> Toll {
        Toll(bits.wrapping_sub(2))
    }
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

/// Hexes that were found; as a rule not many.
pub type Goals = SmallVec<[Hex; 48]>;

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
    price: Price,
    may_stop: bool,
}

/// What was found.
#[derive(Debug, Default)]
pub struct Spread {
    start: u32,
    /// By place.
    known: Vec<Known>,
    /// The places of which something is known.
    seen: Vec<u32>,
    /// The places in which the move may end, a bit each.
    stops: Vec<u64>,
    ways: Vec<Way>,
    /// Nothing is in it any more, but there is room.
    queue: BinaryHeap<Reverse<u64>>,
}

impl Spread {
    /// The highest budget; a search that has more is one for [`reach`](super::reach()).
    pub const HIGHEST: u32 = (1 << 15) - 1;
    const STEPS: u32 = 16;

    /// Whether a search like this can be made: on a map that is not too large, from one of its hexes, with such a budget.
    pub fn serves(map: &HexMap, start: Hex, budget: i64) -> bool {
        map.layout().len() < 1 << Spread::STEPS
            && budget <= i64::from(Spread::HIGHEST)
            && map.place(start).is_some()
    }

    /// What can be reached from a hex with a budget, in the room of an earlier search. `enter` is asked as
    /// by [`reach`](super::reach()). Only where [`Spread::serves`]; elsewhere nothing is found.
    ///
    /// # Errors
    /// An error of the caller.
    pub fn search<E>(
        mut self,
        map: &HexMap,
        start: Hex,
        budget: i64,
        mut enter: impl FnMut(Pace) -> Result<Toll, E>,
    ) -> Result<Spread, E> {
        self.begin(map.layout().len());
        let (Some(place), Ok(budget)) = (map.place(start), u32::try_from(budget)) else { return Ok(self) };
        self.start = place as u32;
        self.push(self.start, NONE, 0, true);
        while let Some(Reverse(next)) = self.queue.pop() {
            let number = next as u32;
            let Way { place, price, may_stop, .. } = self.ways[number as usize];
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
            let beside = map.beside(place as usize);
            for number_of_direction in 0..Direction::ALL.len() {
                let there = beside.places[number_of_direction];
                if there == HexMap::NOWHERE || there == self.start {
                    continue;
                }
                let known = &self.known[there as usize];
                // Whatever it costs to go there from here, another way is no dearer.
                if known.stop != NONE || known.offered_stop <= price + 1 {
                    continue;
                }
                let direction = Direction::ALL[number_of_direction];
                let (from, to) = (beside.hex, beside.hex.neighbour(direction));
                let toll = enter(Pace { from, place: place as usize, to, direction })?;
                // What cannot be entered is dearer than anything.
                if toll.0 >> 1 > left {
                    continue;
                }
                let (total, may_stop) = (price + 1 + (toll.0 >> 1 << Spread::STEPS), toll.0 & 1 == 0);
                let known = &self.known[there as usize];
                let before = if may_stop { NONE } else { known.offered };
                if before.min(known.offered_stop) > total {
                    self.push(there, number, total, may_stop);
                }
            }
        }
        Ok(self)
    }

    fn begin(&mut self, places: usize) {
        for place in self.seen.drain(..) {
            self.known[place as usize] = UNKNOWN;
        }
        self.known.resize(places, UNKNOWN);
        self.stops.clear();
        self.stops.resize(places.div_ceil(64), 0);
        self.ways.clear();
        self.queue.clear();
    }

    #[inline]
    fn push(&mut self, place: u32, before: u32, price: Price, may_stop: bool) {
        let number = self.ways.len() as u32;
        self.ways.push(Way { place, before, price, may_stop });
        let to = &mut self.known[place as usize];
        if to.offered.min(to.offered_stop) == NONE {
            self.seen.push(place);
        }
        to.offered = to.offered.min(price);
        if may_stop {
            to.offered_stop = to.offered_stop.min(price);
        }
        // Cheapest first, then of fewest hexes, then those that may stop, then as they were found.
        let next = u64::from(price) << 33 | u64::from(!may_stop) << 32 | u64::from(number);
        self.queue.push(Reverse(next));
    }

    /// The hexes in which the move may end, in map order, the start not among them.
    pub fn goals(&self, map: &HexMap) -> Goals {
        let mut goals = Goals::new();
        for (at, bits) in self.stops.iter().enumerate() {
            let mut left = *bits;
            while left != 0 {
                let place = at * 64 + left.trailing_zeros() as usize;
                if place != self.start as usize {
                    goals.push(map.beside(place).hex);
                }
                left &= left - 1;
            }
        }
        goals
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

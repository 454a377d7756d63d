//! What can be reached with a budget and a number of hexes, the cost of each hex asked of the caller.
//!
//! A unit can be short of points or short of hexes, so the cheapest way to a hex is not always the way on: a
//! dearer way of fewer hexes may lead further. The search therefore keeps, for each hex, every way that no
//! other way beats in cost, hexes and the right to stop together.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use super::coordinate::Hex;
use super::direction::Direction;
use super::entry::{Barred, Denial, Entry, ReachError, ask};
use super::layout::Layout;
use super::map::HexMap;

/// A search keeps at most so many ways.
const MOST_WAYS: usize = 400_000;

/// How a hex is reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reached {
    /// What the way costs, in the unit of the budget.
    pub cost: i64,
    /// How many hexes are entered on the way; the start is not counted.
    pub steps: u32,
    /// Whether the move may end there.
    pub may_stop: bool,
}

/// What can be reached from a hex, and what beside it cannot.
#[derive(Debug, Clone)]
pub struct Reach<R> {
    layout: Layout,
    /// Where the search began, which may be off the map.
    start: Hex,
    max_steps: Option<u32>,
    budget: i64,
    places: Vec<u32>,
    nodes: Vec<Node<R>>,
    ways: Vec<Way>,
}

impl<R: Clone> Reach<R> {
    /// How a hex is reached; nothing for a hex out of reach.
    ///
    /// Of several ways it is the cheapest on which the move may end there, or the cheapest of all where it
    /// may end on none; among equally cheap ones the way of the fewest hexes; among those always the same.
    pub fn get(&self, hex: Hex) -> Option<Reached> {
        self.way(hex).map(|way| self.ways[way].reached)
    }

    /// The hexes of that way, from the start to the hex, both included.
    pub fn path(&self, hex: Hex) -> Option<Vec<Hex>> {
        let mut way = Some(self.way(hex)?);
        let mut path = Vec::new();
        while let Some(at) = way {
            path.push(self.ways[at].hex);
            way = self.ways[at].before;
        }
        path.reverse();
        Some(path)
    }

    /// All hexes in reach in the order of their coordinates, the start among them at no cost.
    pub fn iter(&self) -> impl Iterator<Item = (Hex, Reached)> {
        let mut all: Vec<(Hex, Reached)> = self.found().collect();
        all.sort_unstable_by_key(|(hex, _)| *hex);
        all.into_iter()
    }

    /// The hexes in which the move may end, in the order of their coordinates.
    pub fn stops(&self) -> impl Iterator<Item = (Hex, Reached)> {
        self.iter().filter(|(_, reached)| reached.may_stop)
    }

    /// All hexes in reach in no particular order, but always in the same.
    pub fn found(&self) -> impl Iterator<Item = (Hex, Reached)> {
        self.nodes.iter().filter_map(|node| Some((node.hex, self.ways[node.best()?].reached)))
    }

    /// Why a hex of the searched map beside the reach is out of it: one reason for each hex in reach that it touches. Empty for a
    /// hex in reach and for one that touches none.
    pub fn barred(&self, map: &HexMap, hex: Hex) -> Vec<Barred<R>> {
        self.all_barred(map)
            .into_iter()
            .find(|(barred, _)| *barred == hex)
            .map(|(_, why)| why)
            .unwrap_or_default()
    }

    /// All hexes of the map beside the reach, in the order of their coordinates, with the reasons.
    pub fn all_barred(&self, map: &HexMap) -> Vec<(Hex, Vec<Barred<R>>)> {
        let mut all: BTreeMap<Hex, Vec<Barred<R>>> = BTreeMap::new();
        for node in &self.nodes {
            let Some((cheapest, _)) = node.cheapest else { continue };
            let left = self.budget.saturating_sub(self.ways[cheapest].reached.cost);
            for (direction, entry) in Direction::ALL.into_iter().zip(&node.entries) {
                let to = node.hex.neighbour(direction);
                if !map.contains(to) || self.way(to).is_some() {
                    continue;
                }
                let limit = self.max_steps.unwrap_or(u32::MAX);
                let why = match entry {
                    Some(Entry::No(reason)) => Denial::Refused(reason.clone()),
                    Some(Entry::Yes { cost, .. }) if *cost > left => Denial::TooDear { needs: *cost, left },
                    _ => Denial::TooFar { limit },
                };
                all.entry(to).or_default().push(Barred { from: node.hex, why });
            }
        }
        all.into_iter().collect()
    }

    fn node(&self, hex: Hex) -> Option<&Node<R>> {
        if hex == self.start {
            return self.nodes.first();
        }
        let node = self.places[self.layout.index(hex)?].checked_sub(1)?;
        self.nodes.get(node as usize)
    }

    fn way(&self, hex: Hex) -> Option<usize> {
        self.node(hex)?.best()
    }
}

/// What can be reached from `start` with a budget, entering at most `max_steps` hexes.
///
/// `enter` is asked for what it costs to enter a hex from an adjacent one, both on the map (the start may be
/// off it), at most once for each pair and never where the answer makes no difference. It should answer by
/// the two hexes alone; it is asked in an order that is always the same. The start is always in reach and may
/// always be stopped in.
///
/// # Errors
/// An error of the caller, a cost below zero, or costs that make too many ways.
pub fn reach<R, E>(
    map: &HexMap,
    start: Hex,
    budget: i64,
    max_steps: Option<u32>,
    enter: impl FnMut(Hex, Hex) -> Result<Entry<R>, E>,
) -> Result<Reach<R>, ReachError<E>> {
    let mut search = Search::new(map, start, budget, max_steps);
    search.run(None, enter)?;
    Ok(search.finish())
}

/// The same, looked at only until the cheapest way to `target` on which the move may end there is known. What is told of
/// other hexes may then be incomplete; where there is no such way, nothing is left out.
///
/// # Errors
/// As for [`reach`].
pub fn way_to<R, E>(
    map: &HexMap,
    start: Hex,
    target: Hex,
    budget: i64,
    max_steps: Option<u32>,
    enter: impl FnMut(Hex, Hex) -> Result<Entry<R>, E>,
) -> Result<Reach<R>, ReachError<E>> {
    let mut search = Search::new(map, start, budget, max_steps);
    search.run(Some(target), enter)?;
    Ok(search.finish())
}

/// One way to a hex: its last hex, and the way before it.
#[derive(Debug, Clone)]
struct Way {
    hex: Hex,
    node: usize,
    before: Option<usize>,
    reached: Reached,
}

/// What is known of a hex.
#[derive(Debug, Clone)]
struct Node<R> {
    hex: Hex,
    /// The answer to entering each neighbour from here; nothing where it was not asked.
    entries: [Option<Entry<R>>; 6],
    /// The cheapest way here, and the fewest hexes of any way so far.
    cheapest: Option<(usize, u32)>,
    /// The same for ways on which the move may end here.
    cheapest_stop: Option<(usize, u32)>,
}

impl<R> Node<R> {
    /// The way by which the hex is reached.
    fn best(&self) -> Option<usize> {
        self.cheapest_stop.or(self.cheapest).map(|(way, _)| way)
    }
}

/// Ways in the order in which they are settled: cheapest first, then of fewest hexes, then those that may
/// stop.
type Queue = BinaryHeap<Reverse<(i64, u32, bool, usize)>>;

struct Search<'m, R> {
    map: &'m HexMap,
    start: Hex,
    budget: i64,
    max_steps: Option<u32>,
    /// The number of the node of each hex of the sheet, in map order, plus one; zero where it has none yet.
    places: Vec<u32>,
    nodes: Vec<Node<R>>,
    ways: Vec<Way>,
    queue: Queue,
}

impl<'m, R> Search<'m, R> {
    fn new(map: &'m HexMap, start: Hex, budget: i64, max_steps: Option<u32>) -> Self {
        let mut search = Search {
            map,
            start,
            budget,
            max_steps,
            places: vec![0; map.layout().len()],
            nodes: Vec::new(),
            ways: Vec::new(),
            queue: Queue::new(),
        };
        let node = search.node(start);
        search.push(node, None, Reached { cost: 0, steps: 0, may_stop: true });
        search
    }

    fn run<E>(
        &mut self,
        target: Option<Hex>,
        mut enter: impl FnMut(Hex, Hex) -> Result<Entry<R>, E>,
    ) -> Result<(), ReachError<E>> {
        while let Some(Reverse((_, _, _, way))) = self.queue.pop() {
            let goes_on = self.settle(way);
            // Ways are settled cheapest first, so no later one to the target is cheaper.
            let Way { hex, reached, .. } = self.ways[way];
            if Some(hex) == target && reached.may_stop {
                break;
            }
            if goes_on {
                self.go_on(way, &mut enter)?;
            }
        }
        Ok(())
    }

    /// Keeps a way unless it is beaten, and says whether it is worth going on from.
    fn settle(&mut self, way: usize) -> bool {
        let Way { node, reached, .. } = self.ways[way];
        // Ways come cheapest first, so an earlier one beats this one unless it has more hexes.
        let steps = self.steps_that_count(reached.steps);
        let node = &mut self.nodes[node];
        if beats(node.cheapest_stop, steps) || (!reached.may_stop && beats(node.cheapest, steps)) {
            return false;
        }
        let goes_further = !beats(node.cheapest, steps);
        keep(&mut node.cheapest, way, steps);
        if reached.may_stop {
            keep(&mut node.cheapest_stop, way, steps);
        }
        goes_further && self.max_steps.is_none_or(|limit| reached.steps < limit)
    }

    fn go_on<E>(
        &mut self,
        way: usize,
        enter: &mut impl FnMut(Hex, Hex) -> Result<Entry<R>, E>,
    ) -> Result<(), ReachError<E>> {
        if self.ways.len() > MOST_WAYS {
            return Err(ReachError::TooManyWays);
        }
        let Way { hex, node, reached, .. } = self.ways[way];
        let steps = reached.steps + 1;
        for direction in Direction::ALL {
            let to = hex.neighbour(direction);
            if to == self.start || !self.map.contains(to) {
                continue;
            }
            let next = self.node(to);
            if beats(self.nodes[next].cheapest_stop, self.steps_that_count(steps)) {
                continue;
            }
            let entry = &mut self.nodes[node].entries[direction.index()];
            let entry = match entry {
                Some(entry) => entry,
                None => entry.insert(ask(enter, hex, to)?),
            };
            if let Entry::Yes { cost, may_stop } = *entry
                && cost <= self.budget.saturating_sub(reached.cost)
            {
                self.push(next, Some(way), Reached { cost: reached.cost + cost, steps, may_stop });
            }
        }
        Ok(())
    }

    fn finish(self) -> Reach<R> {
        let Search { map, start, budget, max_steps, places, nodes, ways, .. } = self;
        Reach { layout: *map.layout(), start, max_steps, budget, places, nodes, ways }
    }

    fn push(&mut self, node: usize, before: Option<usize>, reached: Reached) {
        let way = self.ways.len();
        self.ways.push(Way { hex: self.nodes[node].hex, node, before, reached });
        self.queue.push(Reverse((reached.cost, reached.steps, !reached.may_stop, way)));
    }

    /// The node of a hex that is the start or on the map, made when first asked for.
    fn node(&mut self, hex: Hex) -> usize {
        let place = self.map.layout().index(hex);
        if let Some(place) = place {
            if let Some(node) = self.places[place].checked_sub(1) {
                return node as usize;
            }
            // A sheet has at most a million hexes.
            self.places[place] = self.nodes.len() as u32 + 1;
        }
        let entries = [const { None }; 6];
        self.nodes.push(Node { hex, entries, cheapest: None, cheapest_stop: None });
        self.nodes.len() - 1
    }

    /// Without a limit of hexes their number beats nothing.
    fn steps_that_count(&self, steps: u32) -> u32 {
        if self.max_steps.is_some() { steps } else { 0 }
    }
}

/// Whether an earlier way, no dearer, has as few hexes.
fn beats(earlier: Option<(usize, u32)>, steps: u32) -> bool {
    earlier.is_some_and(|(_, fewest)| fewest <= steps)
}

fn keep(kept: &mut Option<(usize, u32)>, way: usize, steps: u32) {
    *kept = match *kept {
        None => Some((way, steps)),
        Some((cheapest, fewest)) => Some((cheapest, fewest.min(steps))),
    };
}

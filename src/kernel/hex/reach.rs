//! What can be reached with a budget and a number of hexes, the cost of each hex asked of the caller.
//!
//! A unit can be short of points or short of hexes, so the cheapest way to a hex is not always the way on: a
//! dearer way of fewer hexes may lead further. The search therefore keeps, for each hex, every way that no
//! other way beats in cost, hexes and the right to stop together.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use super::coordinate::Hex;
use super::direction::Direction;
use super::entry::{Barred, Crossing, Denial, Entry, ReachError, checked};
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
    nodes: Vec<Node>,
    /// The answer to entering each neighbour from the hex of each node, where they were kept.
    entries: Vec<Entries<R>>,
    ways: Vec<Way>,
}

/// The answer to entering each neighbour; nothing where it was not asked.
type Entries<R> = [Option<Entry<R>>; 6];

impl<R: Clone> Reach<R> {
    /// How a hex is reached; nothing for a hex out of reach.
    ///
    /// Of several ways it is the cheapest on which the move may end there, or the cheapest of all where it
    /// may end on none; among equally cheap ones the way of the fewest hexes; among those always the same.
    pub fn get(&self, hex: Hex) -> Option<Reached> {
        self.way(hex).map(|way| self.ways[way as usize].reached)
    }

    /// The hexes of that way, from the start to the hex, both included.
    pub fn path(&self, hex: Hex) -> Option<Vec<Hex>> {
        let mut way = Some(self.way(hex)?);
        let mut path = Vec::new();
        while let Some(at) = way {
            let Way { node, before, .. } = self.ways[at as usize];
            path.push(self.nodes[node as usize].hex);
            way = (before != NONE).then_some(before);
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

    /// The hexes in which the move may end, in map order, the start not among them.
    pub fn goals(&self) -> Vec<Hex> {
        let may_stop = |node: &&Node| node.best().is_some_and(|way| self.ways[way as usize].reached.may_stop);
        let others = self.nodes.iter().skip(1).filter(may_stop);
        let mut goals: Vec<(u32, Hex)> = others.map(|node| (node.place, node.hex)).collect();
        goals.sort_unstable();
        goals.into_iter().map(|(_, hex)| hex).collect()
    }

    /// All hexes in reach in no particular order, but always in the same.
    pub fn found(&self) -> impl Iterator<Item = (Hex, Reached)> {
        self.nodes.iter().filter_map(|node| Some((node.hex, self.ways[node.best()? as usize].reached)))
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
        for (node, entries) in self.nodes.iter().zip(&self.entries) {
            let Some((cheapest, _)) = node.cheapest.get() else { continue };
            let left = self.budget.saturating_sub(self.ways[cheapest as usize].reached.cost);
            for (direction, entry) in Direction::ALL.into_iter().zip(entries) {
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

    #[inline]
    fn node(&self, hex: Hex) -> Option<&Node> {
        if hex == self.start {
            return self.nodes.first();
        }
        let node = self.places[self.layout.index(hex)?].checked_sub(1)?;
        self.nodes.get(node as usize)
    }

    fn way(&self, hex: Hex) -> Option<u32> {
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
    let enter = by_hexes(enter);
    search(map, Asked { start, target: None, budget, max_steps, keeps_entries: true }, enter)
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
    let enter = by_hexes(enter);
    search(map, Asked { start, target: Some(target), budget, max_steps, keeps_entries: true }, enter)
}

fn by_hexes<R, E>(
    mut enter: impl FnMut(Hex, Hex) -> Result<Entry<R>, E>,
) -> impl FnMut(Crossing) -> Result<Entry<R>, E> {
    move |crossing| enter(crossing.from, crossing.to)
}

/// What is looked for.
#[derive(Debug, Clone, Copy)]
pub struct Asked {
    /// Where it begins.
    pub start: Hex,
    /// As in [`way_to`]; none as in [`reach`].
    pub target: Option<Hex>,
    /// What the way may cost.
    pub budget: i64,
    /// How many hexes may be entered.
    pub max_steps: Option<u32>,
    /// Whether the answers to entering hexes are kept, by which the reach can tell why others are out of it.
    pub keeps_entries: bool,
}

/// [`reach`] and [`way_to`], for callers that find their answers by the hex's place on the map and the direction.
///
/// # Errors
/// As for [`reach`].
pub fn search<R, E>(
    map: &HexMap,
    asked: Asked,
    enter: impl FnMut(Crossing) -> Result<Entry<R>, E>,
) -> Result<Reach<R>, ReachError<E>> {
    let mut search = Search::new(map, asked);
    search.run(asked.target, enter)?;
    Ok(search.finish())
}

/// No way.
const NONE: u32 = u32::MAX;

/// One way to a hex: the way before it, and how the hex is reached.
#[derive(Debug, Clone, Copy)]
struct Way {
    node: u32,
    /// The way before the last hex; [`NONE`] at the start.
    before: u32,
    reached: Reached,
}

/// The first way of a kind that was settled, and the fewest hexes of any such way so far.
#[derive(Debug, Clone, Copy)]
struct Kept {
    way: u32,
    fewest: u32,
}

impl Kept {
    const NOTHING: Kept = Kept { way: NONE, fewest: u32::MAX };

    #[inline]
    fn get(self) -> Option<(u32, u32)> {
        (self.way != NONE).then_some((self.way, self.fewest))
    }

    /// Whether an earlier way, no dearer, has as few hexes.
    #[inline]
    fn beats(self, steps: u32) -> bool {
        self.way != NONE && self.fewest <= steps
    }

    #[inline]
    fn keep(&mut self, way: u32, steps: u32) {
        let first = if self.way == NONE { way } else { self.way };
        *self = Kept { way: first, fewest: self.fewest.min(steps) };
    }
}

/// What is known of a hex.
#[derive(Debug, Clone, Copy)]
struct Node {
    hex: Hex,
    /// Its place in map order; [`HexMap::NOWHERE`] for a start off the map.
    place: u32,
    cheapest: Kept,
    /// The same for ways on which the move may end here.
    cheapest_stop: Kept,
    /// What the cheapest way costs that was found so far, be it settled or not, and its hexes.
    offered: (i64, u32),
    /// The same for ways on which the move may end here.
    offered_stop: (i64, u32),
}

/// Nothing was found yet.
const UNOFFERED: (i64, u32) = (i64::MAX, u32::MAX);

impl Node {
    /// Whether a way that costs so much, with so many hexes, is beaten by one that was found before, which is then settled before.
    #[inline]
    fn has_better(&self, cost: i64, steps: u32, may_stop: bool) -> bool {
        let before = if may_stop { self.offered_stop } else { self.offered_stop.min(self.offered) };
        before <= (cost, steps)
    }

    /// The way by which the hex is reached.
    fn best(&self) -> Option<u32> {
        self.cheapest_stop.get().or(self.cheapest.get()).map(|(way, _)| way)
    }
}

/// Ways in the order in which they are settled: cheapest first, then of fewest hexes, then those that may
/// stop, then as they were found. One number each: a queue spends its time on comparing.
type Queue = BinaryHeap<Reverse<u128>>;

struct Search<'m, R> {
    map: &'m HexMap,
    asked: Asked,
    /// The number of the node of each hex of the sheet, in map order, plus one; zero where it has none yet.
    places: Vec<u32>,
    nodes: Vec<Node>,
    entries: Vec<Entries<R>>,
    ways: Vec<Way>,
    queue: Queue,
}

impl<'m, R> Search<'m, R> {
    fn new(map: &'m HexMap, asked: Asked) -> Self {
        // With a limit of hexes a hex may be left more than once, and each answer is asked for once only.
        let asked = Asked { keeps_entries: asked.keeps_entries || asked.max_steps.is_some(), ..asked };
        let (nodes, entries, ways, queue) = (Vec::new(), Vec::new(), Vec::new(), Queue::new());
        let mut search =
            Search { map, asked, places: vec![0; map.layout().len()], nodes, entries, ways, queue };
        let place = map.layout().index(asked.start).map_or(HexMap::NOWHERE, |place| place as u32);
        let node = search.node(asked.start, place);
        search.push(node, NONE, Reached { cost: 0, steps: 0, may_stop: true });
        search
    }

    fn run<E>(
        &mut self,
        target: Option<Hex>,
        mut enter: impl FnMut(Crossing) -> Result<Entry<R>, E>,
    ) -> Result<(), ReachError<E>> {
        while let Some(Reverse(next)) = self.queue.pop() {
            let way = next as u32;
            let goes_on = self.settle(way);
            // Ways are settled cheapest first, so no later one to the target is cheaper.
            let Way { node, reached, .. } = self.ways[way as usize];
            if reached.may_stop && Some(self.nodes[node as usize].hex) == target {
                break;
            }
            if goes_on {
                self.go_on(way, &mut enter)?;
            }
        }
        Ok(())
    }

    /// Keeps a way unless it is beaten, and says whether it is worth going on from.
    fn settle(&mut self, way: u32) -> bool {
        let Way { node, reached, .. } = self.ways[way as usize];
        // Ways come cheapest first, so an earlier one beats this one unless it has more hexes.
        let steps = self.steps_that_count(reached.steps);
        let node = &mut self.nodes[node as usize];
        if node.cheapest_stop.beats(steps) || (!reached.may_stop && node.cheapest.beats(steps)) {
            return false;
        }
        let goes_further = !node.cheapest.beats(steps);
        node.cheapest.keep(way, steps);
        if reached.may_stop {
            node.cheapest_stop.keep(way, steps);
        }
        goes_further && self.asked.max_steps.is_none_or(|limit| reached.steps < limit)
    }

    fn go_on<E>(
        &mut self,
        way: u32,
        enter: &mut impl FnMut(Crossing) -> Result<Entry<R>, E>,
    ) -> Result<(), ReachError<E>> {
        if self.ways.len() > MOST_WAYS {
            return Err(ReachError::TooManyWays);
        }
        let Way { node: here, reached, .. } = self.ways[way as usize];
        let Node { hex, place, .. } = self.nodes[here as usize];
        let steps = reached.steps + 1;
        let left = self.asked.budget.saturating_sub(reached.cost);
        let map = self.map;
        // With a limit of hexes a dearer way of fewer hexes may lead further.
        let goes_by_cost = self.asked.max_steps.is_none();
        let on_map = (place != HexMap::NOWHERE).then_some(place as usize);
        for direction in Direction::ALL {
            let to = hex.neighbour(direction);
            let there = match on_map {
                Some(place) => map.beside(place).places[direction.index()],
                None => map.place(to).map_or(HexMap::NOWHERE, |place| place as u32),
            };
            if there == HexMap::NOWHERE || to == self.asked.start {
                continue;
            }
            let next = self.node(to, there);
            let known = &self.nodes[next as usize];
            // Whatever it costs to go there from here, another way is no dearer.
            let is_idle = goes_by_cost && known.has_better(reached.cost, steps, true);
            if is_idle || known.cheapest_stop.beats(self.steps_that_count(steps)) {
                continue;
            }
            let known =
                self.entries.get(here as usize).and_then(|entries| entries[direction.index()].as_ref());
            let (cost, may_stop) = match known {
                Some(Entry::Yes { cost, may_stop }) => (*cost, *may_stop),
                Some(Entry::No(_)) => continue,
                None => {
                    let crossing = Crossing { from: hex, place: on_map, to, direction };
                    let entry = checked(enter(crossing), hex, to)?;
                    let yes = match &entry {
                        Entry::Yes { cost, may_stop } => Some((*cost, *may_stop)),
                        Entry::No(_) => None,
                    };
                    if let Some(entries) = self.entries.get_mut(here as usize) {
                        entries[direction.index()] = Some(entry);
                    }
                    let Some(yes) = yes else { continue };
                    yes
                }
            };
            if cost <= left {
                let total = reached.cost + cost;
                if !(goes_by_cost && self.nodes[next as usize].has_better(total, steps, may_stop)) {
                    self.push(next, way, Reached { cost: total, steps, may_stop });
                }
            }
        }
        Ok(())
    }

    fn finish(self) -> Reach<R> {
        let Search { map, asked, places, nodes, entries, ways, .. } = self;
        let Asked { start, budget, max_steps, .. } = asked;
        Reach { layout: *map.layout(), start, max_steps, budget, places, nodes, entries, ways }
    }

    #[inline]
    fn push(&mut self, node: u32, before: u32, reached: Reached) {
        let way = self.ways.len() as u128;
        self.ways.push(Way { node, before, reached });
        let to = &mut self.nodes[node as usize];
        to.offered = to.offered.min((reached.cost, reached.steps));
        if reached.may_stop {
            to.offered_stop = to.offered_stop.min((reached.cost, reached.steps));
        }
        // Costs are never below zero; steps are fewer than ways, and these fewer than fit.
        let Reached { cost, steps, may_stop } = reached;
        let next = (cost as u128) << 64 | u128::from(steps) << 33 | u128::from(!may_stop) << 32 | way;
        self.queue.push(Reverse(next));
    }

    /// The node of a hex that is the start or on the map, made when first asked for.
    #[inline]
    fn node(&mut self, hex: Hex, place: u32) -> u32 {
        let new = self.nodes.len() as u32;
        if let Some(node) = self.places.get_mut(place as usize) {
            if let Some(node) = node.checked_sub(1) {
                return node;
            }
            // A sheet has at most a million hexes.
            *node = new + 1;
        }
        let (cheapest, cheapest_stop) = (Kept::NOTHING, Kept::NOTHING);
        let (offered, offered_stop) = (UNOFFERED, UNOFFERED);
        self.nodes.push(Node { hex, place, cheapest, cheapest_stop, offered, offered_stop });
        if self.asked.keeps_entries {
            self.entries.push([const { None }; 6]);
        }
        new
    }

    /// Without a limit of hexes their number beats nothing.
    #[inline]
    fn steps_that_count(&self, steps: u32) -> u32 {
        if self.asked.max_steps.is_some() { steps } else { 0 }
    }
}

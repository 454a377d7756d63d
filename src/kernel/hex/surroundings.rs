//! What can be reached near a hex with a small budget, where it costs as much to enter a hex from each side: the same as
//! [`reach`](super::reach()) finds without a limit of hexes, all hexes of a price at once.

use std::cmp::Ordering;

use smallvec::SmallVec;

use super::cluster::{Cluster, Spot};
use super::compass::Orientation;
use super::coordinate::Hex;
use super::direction::Direction;
use super::layout::Layout;
use super::spread::Toll;

/// What it costs to enter the hexes round one.
#[derive(Debug, Clone, Default)]
pub struct Surroundings {
    /// While nobody is there.
    quiet: Terms,
    /// While nobody but those of one camp are there.
    met: [Terms; Occupied::CAMPS],
}

/// What it costs to enter hexes in one and the same condition.
#[derive(Debug, Clone, Default)]
struct Terms {
    /// Those that cost 1, 2 and so on. What costs more than any budget here, or cannot be entered, is in none.
    tolls: [Cluster; Surroundings::HIGHEST],
    /// Those of them in which no move may end.
    passing: Cluster,
    /// Those that cost not the same from each side, or nothing.
    unsure: Cluster,
    /// Those of which it is known what all steps out of them cost.
    open: Cluster,
    /// By direction, those of which it is known what that step out of them costs.
    known: [Cluster; 6],
}

impl Terms {
    fn add(&mut self, hex: Cluster, toll: Option<Toll>) {
        match toll.map(Toll::told) {
            None | Some(Some((0, _))) => self.unsure = self.unsure.or(hex),
            Some(None) => {}
            Some(Some((cost, may_stop))) => {
                let Some(same) = self.tolls.get_mut(cost as usize - 1) else { return };
                *same = same.or(hex);
                if !may_stop {
                    self.passing = self.passing.or(hex);
                }
            }
        }
    }

    fn know(&mut self, hex: Cluster, steps: u8) {
        for (at, known) in self.known.iter_mut().enumerate() {
            if steps >> at & 1 == 1 {
                *known = known.or(hex);
            }
        }
        self.open = self.known.iter().fold(self.known[0], |all, known| all.and(*known));
    }

    /// Where steps out of these hexes lead of which it cannot be told what they cost.
    #[inline]
    fn doubtful(&self, from: Cluster) -> Cluster {
        let closed = from.without(self.open);
        if closed.is_empty() { self.unsure } else { self.unsure.or(self.unknown(closed)) }
    }

    /// Where steps out of these hexes lead of which nothing is known.
    #[inline(never)]
    fn unknown(&self, from: Cluster) -> Cluster {
        let steps = Direction::ALL.into_iter().zip(self.known);
        steps.fold(Cluster::NONE, |all, (at, known)| all.or(from.without(known).stepped(at)))
    }
}

impl Surroundings {
    /// The highest budget.
    pub const HIGHEST: usize = Cluster::FAR as usize - 1;

    /// Adds a hex by where it lies from the middle. `toll` is what all known steps into it cost while nobody but this camp is there, or
    /// nobody at all; nothing where they differ.
    pub fn add(&mut self, from_middle: Hex, camp: Option<usize>, toll: Option<Toll>) {
        self.terms(camp).add(Cluster::of(from_middle), toll);
    }

    /// What these steps out of a hex cost, a bit for each direction, where they lead to nobody but this camp, or to nobody at all, is known
    /// and a part of what was or will be added.
    pub fn know(&mut self, from_middle: Hex, camp: Option<usize>, steps: u8) {
        self.terms(camp).know(Cluster::of(from_middle), steps);
    }

    fn terms(&mut self, camp: Option<usize>) -> &mut Terms {
        match camp {
            Some(camp) => &mut self.met[camp],
            None => &mut self.quiet,
        }
    }
}

/// The hexes round one in which somebody is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Occupied {
    /// Those in which nobody is but one of the camps that are told apart.
    pub by: [Cluster; Occupied::CAMPS],
    /// Those in which anybody else is.
    pub by_others: Cluster,
}

impl Occupied {
    /// So many camps are told apart from all others.
    pub const CAMPS: usize = 2;

    /// All of them.
    #[inline]
    pub fn all(&self) -> Cluster {
        self.by.iter().fold(self.by_others, |all, camp| all.or(*camp))
    }
}

/// The hexes of a way, the one where it begins not among them; most have few.
pub type Path = SmallVec<[Hex; 8]>;

/// What was found, seen from the hex in the middle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Nearby {
    /// By what the cheapest way costs.
    levels: [Cluster; Surroundings::HIGHEST + 1],
    all: Cluster,
    /// Those in which the move may end, the middle not among them.
    stops: Cluster,
}

impl Nearby {
    /// Finds what can be reached from the middle with a budget of [`Surroundings::HIGHEST`] at most, in place of what was found before.
    /// `met` is asked what it costs to enter a hex that is `taken` by the steps, a bit for each direction, that lead into it, and is told
    /// whether they come from the middle; it tells nothing where that is not known or not the same for all steps into it. Nothing is told,
    /// and what was found is of no use, where `met` tells nothing or anything else that matters is not known.
    #[inline]
    pub fn search(
        &mut self,
        surroundings: &Surroundings,
        budget: usize,
        taken: Cluster,
        mut met: impl FnMut(Spot, u8, bool) -> Option<Toll>,
    ) -> Option<()> {
        let (budget, quiet) = (budget.min(Surroundings::HIGHEST), &surroundings.quiet);
        let mut passing = quiet.passing.without(taken);
        self.begin();
        for cost in 0..=budget {
            let Some((here, all)) = self.settle(cost) else { continue };
            let beside = here.beside();
            let near = beside.without(all);
            let free = near.without(taken);
            // Where it may only pass, having come there, it may end by a dearer way from another side.
            let passed = beside.and(all).and(passing);
            let doubtful = free.or(passed.without(taken));
            if !doubtful.and(quiet.doubtful(here)).is_empty() {
                return None;
            }
            for spot in passed.and(taken).spots() {
                if let Some((_, true)) = met(spot, spot.ways_in(here), cost == 0)?.told() {
                    return None;
                }
            }
            let later = &mut self.levels[cost + 1..=budget];
            for (level, toll) in later.iter_mut().zip(&quiet.tolls) {
                *level = level.or(free.and(*toll));
            }
            for spot in near.and(taken).spots() {
                let Some((toll, may_stop)) = met(spot, spot.ways_in(here), cost == 0)?.told() else {
                    continue;
                };
                if toll == 0 {
                    return None;
                }
                if let Some(level) = later.get_mut(toll as usize - 1) {
                    *level = level.or(spot.into());
                    if !may_stop {
                        passing = passing.or(spot.into());
                    }
                }
            }
        }
        self.end(passing);
        Some(())
    }

    /// The same without asking anybody, by what is known of both camps. Nothing is told where somebody would have to be asked: others are
    /// near, or not all is known that matters.
    #[inline]
    pub fn search_unasked(
        &mut self,
        surroundings: &Surroundings,
        budget: usize,
        taken: &Occupied,
    ) -> Option<()> {
        let budget = budget.min(Surroundings::HIGHEST);
        let (quiet, all_taken) = (&surroundings.quiet, taken.all());
        let mut tolls = quiet.tolls.map(|toll| toll.without(all_taken));
        let mut passing = quiet.passing.without(all_taken);
        let mut doubtful = quiet.unsure.without(all_taken).or(taken.by_others);
        let camps = surroundings.met.iter().zip(taken.by);
        for (terms, by) in camps.clone() {
            tolls.iter_mut().zip(terms.tolls).for_each(|(all, toll)| *all = all.or(toll.and(by)));
            passing = passing.or(terms.passing.and(by));
            doubtful = doubtful.or(terms.unsure.and(by));
        }
        let mut looked_at = Cluster::NONE;
        self.begin();
        for cost in 0..=budget {
            let Some((here, all)) = self.settle(cost) else { continue };
            let beside = here.beside();
            let near = beside.without(all);
            looked_at = looked_at.or(beside);
            let closed = here.without(quiet.open);
            if !closed.is_empty() {
                let asked = near.or(beside.and(all).and(passing)).without(all_taken);
                doubtful = doubtful.or(quiet.unknown(closed).and(asked));
            }
            let later = self.levels[cost + 1..=budget].iter_mut();
            later.zip(&tolls).for_each(|(level, toll)| *level = level.or(near.and(*toll)));
        }
        // Nobody steps back to where he began.
        let looked_at = looked_at.without(Cluster::MIDDLE);
        for (terms, by) in camps {
            let met = looked_at.and(by);
            if !met.is_empty() {
                doubtful = doubtful.or(terms.unknown(self.all.without(terms.open)).and(met));
            }
        }
        self.end(passing);
        looked_at.and(doubtful).is_empty().then_some(())
    }

    /// Nothing has been found but the middle.
    #[inline]
    fn begin(&mut self) {
        (self.levels, self.all) = ([Cluster::NONE; Surroundings::HIGHEST + 1], Cluster::NONE);
        self.levels[0] = Cluster::MIDDLE;
    }

    /// The hexes that are reached for so much and for no less, and with them all that are reached by now; nothing where there are none.
    #[inline]
    fn settle(&mut self, cost: usize) -> Option<(Cluster, Cluster)> {
        let here = self.levels[cost].without(self.all);
        self.levels[cost] = here;
        self.all = self.all.or(here);
        (!here.is_empty()).then_some((here, self.all))
    }

    /// A move may end in all that are reached but these and the middle.
    #[inline]
    fn end(&mut self, passing: Cluster) {
        self.stops = self.all.without(passing).without(Cluster::MIDDLE);
    }

    /// All hexes in reach, the middle among them.
    #[inline]
    pub fn all(&self) -> Cluster {
        self.all
    }

    /// The hexes in which the move may end, the middle not among them, by their coordinates.
    #[inline]
    pub fn stops(&self, middle: Hex) -> impl ExactSizeIterator<Item = Hex> {
        self.stops.spots().map(move |spot| middle + spot.from_middle())
    }

    /// Whether that is map order: where columns are straight.
    #[inline]
    pub fn stops_in_map_order(layout: &Layout) -> bool {
        layout.orientation() == Orientation::Flat
    }

    /// The same hexes in map order.
    pub fn goals(&self, layout: &Layout, middle: Hex) -> Vec<Hex> {
        let mut goals: Vec<Hex> = self.stops(middle).collect();
        if !Nearby::stops_in_map_order(layout) {
            goals.sort_unstable_by_key(|hex| layout.index(*hex));
        }
        goals
    }

    /// Whether a move may end in a hex, the middle not among them.
    pub fn may_stop(&self, middle: Hex, to: Hex) -> bool {
        !self.stops.and(Cluster::of(to - middle)).is_empty()
    }

    /// The cheapest way to a hex on which the move may end there; nothing where there is none. Which of several it is, is as [`Reach::path`](super::Reach::path) has it.
    pub fn way(&self, middle: Hex, to: Hex) -> Option<Path> {
        let mut at = self.stops.and(Cluster::of(to - middle)).spots().next();
        at?;
        let mut way = Path::new();
        while let Some(spot) = at {
            way.push(middle + spot.from_middle());
            at = self.before(spot);
        }
        way.pop();
        way.reverse();
        Some(way)
    }

    /// What it costs to come to a hex in reach.
    fn cost(&self, spot: Spot) -> usize {
        let here = Cluster::from(spot);
        self.levels.iter().position(|level| !level.and(here).is_empty()).unwrap_or_default()
    }

    /// The hexes from which it is cheapest to come to one that costs the same from each side; none for the middle.
    fn cheapest_before(&self, spot: Spot) -> Cluster {
        let here = Cluster::from(spot);
        if here == Cluster::MIDDLE {
            return Cluster::NONE;
        }
        let beside = here.beside();
        let mut levels = self.levels.iter().map(|level| level.and(beside));
        levels.find(|level| !level.is_empty()).unwrap_or_default()
    }

    /// How many hexes are entered on the cheapest way of the fewest hexes.
    fn steps(&self, spot: Spot) -> u32 {
        self.cheapest_before(spot).spots().map(|before| self.steps(before) + 1).min().unwrap_or_default()
    }

    /// The hex before the last one on the way to a hex; nothing for the middle.
    fn before(&self, spot: Spot) -> Option<Spot> {
        self.cheapest_before(spot).spots().min_by(|one, other| self.in_turn(*one, *other))
    }

    /// Which of two hexes in reach a search comes to first: the cheaper one, then the one of fewer hexes, then the one in which the move
    /// may end, then the one that was found first.
    fn in_turn(&self, one: Spot, other: Spot) -> Ordering {
        if one == other {
            return Ordering::Equal;
        }
        let passes = |spot: Spot| self.stops.and(spot.into()).is_empty();
        let key = |spot: Spot| (self.cost(spot), self.steps(spot), passes(spot));
        let (before, before_other) = (self.before(one), self.before(other));
        let found_first = || match (before, before_other) {
            (Some(before), Some(before_other)) => {
                let direction = |spot: Spot, before: Spot| spot.ways_in(before.into()).trailing_zeros();
                self.in_turn(before, before_other)
                    .then_with(|| direction(one, before).cmp(&direction(other, before_other)))
            }
            (before, before_other) => before.is_some().cmp(&before_other.is_some()),
        };
        key(one).cmp(&key(other)).then_with(found_first)
    }
}

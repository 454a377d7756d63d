//! Searches with a small budget round one hex, where what is known of steps tells that it costs as much to enter a hex from each side.

use std::cell::Cell;

use super::edges::Edges;
use crate::kernel::hex::{Cluster, Direction, Hex, HexMap, Nearby, Spot, Surroundings, Toll};
use crate::kernel::state::{Part, Parts, State};
use crate::kernel::value::SideId;

/// What steps into one hex cost, as far as that is known.
#[derive(Debug, Clone, Copy, Default)]
struct Alike {
    /// The directions, a bit each, of the steps of which it is known.
    known: u8,
    /// Nothing where it is not the same for all of them.
    toll: Option<Toll>,
}

impl Alike {
    fn with(self, direction: Direction, toll: Toll) -> Alike {
        let same = if self.known == 0 { Some(toll) } else { self.toll.filter(|known| *known == toll) };
        Alike { known: self.known | 1 << direction.number(), toll: same }
    }
}

/// What is known of the steps into one hex, the first ones of ways not among them where these have rows of their own.
#[derive(Debug, Default)]
pub(super) struct Entered {
    /// While nobody is there.
    quiet: Cell<Alike>,
    /// While nobody but units of one side are there; two sides are kept apart.
    met: [Cell<Option<(SideId, Alike)>>; 2],
}

impl Entered {
    pub(super) fn set_quiet(&self, direction: Direction, toll: Toll) {
        self.quiet.set(self.quiet.get().with(direction, toll));
    }

    pub(super) fn set_met(&self, direction: Direction, side: SideId, toll: Toll) {
        self.met[side.index() & 1].set(Some((side, self.met(side).with(direction, toll))));
    }

    #[inline]
    fn met(&self, side: SideId) -> Alike {
        let met = self.met[side.index() & 1].get().filter(|(known, _)| *known == side);
        met.map(|(_, met)| met).unwrap_or_default()
    }
}

/// What is known round a hex from which searches begin.
#[derive(Debug, Default)]
pub(super) struct Around {
    /// As it was when it was put together.
    known: Option<Box<Known>>,
    /// So much had been learnt when it was not enough.
    wanted: Option<u32>,
}

#[derive(Debug)]
struct Known {
    surroundings: Surroundings,
    /// Where it is looked while nobody is near, by the budget, and what is found.
    calm: [Calm; Surroundings::HIGHEST + 1],
    found: [Nearby; Surroundings::HIGHEST + 1],
    /// So much had been learnt by then.
    learnt: u32,
}

/// Where it is looked with a budget while nobody is near.
#[derive(Debug)]
struct Calm {
    /// The hexes in reach, the one in the middle among them; none where not all of it is known.
    reached: Cluster,
    /// Those and the hexes beside them, the one in the middle not among them: where it is looked whether anybody is there.
    near: Cluster,
    /// The parts of the state that a search may look at within that.
    parts: Parts,
}

impl Around {
    /// How much room it takes, in bytes.
    pub(super) const SIZE: usize = size_of::<Around>() + size_of::<Known>();
}

impl Known {
    fn new(surroundings: Surroundings, middle: Hex, learnt: u32) -> Known {
        let mut found = [Nearby::default(); Surroundings::HIGHEST + 1];
        let calm = std::array::from_fn(|budget| {
            let found = &mut found[budget];
            let is_known = found.search(&surroundings, budget, Cluster::NONE, |_, _, _| None).is_some();
            let reached = if is_known { found.all() } else { Cluster::NONE };
            let mut parts = Parts::NONE;
            let looked_at = reached.or(reached.beside());
            looked_at.spots().for_each(|spot| parts.add(Part::hex(middle + spot.from_middle())));
            let near = looked_at.without(Cluster::MIDDLE);
            Calm { reached, near, parts }
        });
        Known { surroundings, calm, found, learnt }
    }
}

impl Edges {
    /// Finds what a search does from the hex of a place with a small budget, and tells the parts of the state that it looks at; nothing
    /// where not all that it asks is known, or a hex does not cost the same from each side. `first` tells whether first steps have rows of
    /// their own.
    #[inline]
    pub(super) fn nearby(
        &self,
        (map, state): (&HexMap, &State),
        (middle, place): (Hex, usize),
        budget: i64,
        first: bool,
        found: &mut Nearby,
    ) -> Option<Parts> {
        let budget = usize::try_from(budget).ok().filter(|budget| *budget <= Surroundings::HIGHEST)?;
        let taken = state.taken_within(middle, budget as u32 + 1)?;
        let met = |spot: Spot, ways_in: u8, is_first: bool| {
            let to = middle + spot.from_middle();
            let Some(there) = map.place(to) else { return Some(Toll::BARRED) };
            let side = state.whose_at(to).only()?;
            let others = self.entered(there).met(side);
            if !(first && is_first) {
                return others.toll.filter(|_| ways_in & !others.known == 0);
            }
            let direction = Direction::new(ways_in.trailing_zeros() as u8)?;
            let toll = self.row(place, true).met_side(direction, side)?;
            (others.known == 0 || others.toll == Some(toll)).then_some(toll)
        };
        let mut around = self.around(place).borrow_mut();
        let learnt = self.learnt();
        if let Some(known) = &around.known {
            let calm = &known.calm[budget];
            if !calm.reached.is_empty() && taken.and(calm.near).is_empty() {
                *found = known.found[budget];
                return Some(calm.parts);
            }
            let is_known = found.search(&known.surroundings, budget, taken, met).is_some();
            if is_known && found.all().without(calm.reached).is_empty() {
                return Some(calm.parts);
            }
            if known.learnt == learnt {
                return None;
            }
        }
        // What is not known yet is learnt by who asks for it in the other way. As long as that goes on it is not worth the while.
        if around.wanted.replace(learnt) == Some(learnt) {
            let surroundings = self.surroundings(map, (middle, place), first);
            around.known = Some(Box::new(Known::new(surroundings, middle, learnt)));
        }
        None
    }

    /// What is known by now of the hexes round one.
    #[inline(never)]
    fn surroundings(&self, map: &HexMap, (middle, place): (Hex, usize), first: bool) -> Surroundings {
        let mut surroundings = Surroundings::default();
        surroundings.know(Hex::default(), self.row(place, first).known());
        for hex in middle.within(Cluster::FAR).skip(1) {
            let Some(there) = map.place(hex) else { continue };
            let mut quiet = self.entered(there).quiet.get();
            let first_step = Direction::ALL.into_iter().find(|at| first && middle.neighbour(*at) == hex);
            if let Some(at) = first_step
                && let Some(toll) = self.row(place, true).quiet(at)
            {
                quiet = quiet.with(at, toll);
            }
            if quiet.known != 0 {
                surroundings.add(hex - middle, quiet.toll);
            }
            surroundings.know(hex - middle, self.row(there, false).known());
        }
        surroundings
    }
}

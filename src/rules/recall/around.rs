//! Searches with a small budget round one hex, where what is known of steps tells that it costs as much to enter a hex from each side.

use std::cell::Cell;

use super::edges::{Edges, Row};
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

/// What is known of the steps into one hex while nobody is there, the first ones of ways not among them where these have rows of their own.
#[derive(Debug, Default)]
pub(super) struct Entered(Cell<Alike>);

impl Entered {
    pub(super) fn learn(&self, direction: Direction, toll: Toll) {
        self.0.set(self.0.get().with(direction, toll));
    }
}

/// What is known round a hex from which searches begin.
#[derive(Debug, Default)]
pub(super) struct Around {
    /// As it was when it was put together.
    known: Option<Box<Known>>,
    /// So much had been learnt when it was not enough.
    wanted: Option<u32>,
    /// How often it fell short of late where the first side or the second is, though more is known by now.
    fell_short: u8,
}

#[derive(Debug)]
struct Known {
    surroundings: Surroundings,
    /// Where it is looked while nobody is near, by the budget, and what is found.
    calm: [Calm; Surroundings::HIGHEST + 1],
    found: [Nearby; Surroundings::HIGHEST + 1],
    /// So much had been learnt by then, and so much of where somebody is.
    learnt: u32,
    learnt_met: u32,
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
    /// To put it together anew pays where it was not enough so often.
    const OFTEN: u8 = 16;
}

impl Known {
    fn new(surroundings: Surroundings, middle: Hex, edges: &Edges) -> Known {
        let (learnt, learnt_met) = (edges.learnt(), edges.learnt_met());
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
        Known { surroundings, calm, found, learnt, learnt_met }
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
        let taken = state.occupied_within(middle, budget as u32 + 1)?;
        let met = |spot: Spot, ways_in: u8, is_first: bool| {
            let to = middle + spot.from_middle();
            if !map.contains(to) {
                return Some(Toll::BARRED);
            }
            let side = state.whose_at(to).only()?;
            let others = self.alike_met(map, to, side);
            if !(first && is_first) {
                return others.toll.filter(|_| ways_in & !others.known == 0);
            }
            let direction = Direction::new(ways_in.trailing_zeros() as u8)?;
            let toll = self.row(place, true).met_side(direction, side)?;
            (others.known == 0 || others.toll == Some(toll)).then_some(toll)
        };
        let around = &mut *self.around(place).borrow_mut();
        let learnt = self.learnt();
        if let Some(known) = &around.known {
            let (calm, all_taken) = (&known.calm[budget], taken.all());
            if !calm.reached.is_empty() && all_taken.and(calm.near).is_empty() {
                *found = known.found[budget];
                return Some(calm.parts);
            }
            let is_within_calm = |found: &Nearby| found.all().without(calm.reached).is_empty();
            let is_told = found.search_unasked(&known.surroundings, budget, &taken).is_some();
            if is_told && is_within_calm(found) {
                return Some(calm.parts);
            }
            // More may be known by now.
            let is_known = !is_told && found.search(&known.surroundings, budget, all_taken, met).is_some();
            if is_known && is_within_calm(found) {
                let parts = calm.parts;
                let by_camps_alone = taken.by_others.and(calm.near).is_empty();
                if by_camps_alone && known.learnt_met != self.learnt_met() {
                    around.fell_short += 1;
                    if around.fell_short == Around::OFTEN {
                        self.put_together(around, map, (middle, place), first);
                    }
                }
                return Some(parts);
            }
            if known.learnt == learnt {
                return None;
            }
        }
        // What is not known yet is learnt by who asks for it in the other way. As long as that goes on it is not worth the while.
        if around.wanted.replace(learnt) == Some(learnt) {
            self.put_together(around, map, (middle, place), first);
        }
        None
    }

    /// Puts together what is known by now round the hex of a place.
    #[inline(never)]
    fn put_together(&self, around: &mut Around, map: &HexMap, (middle, place): (Hex, usize), first: bool) {
        let surroundings = self.surroundings(map, (middle, place), first);
        (around.known, around.fell_short) = (Some(Box::new(Known::new(surroundings, middle, self))), 0);
    }

    /// What is known by now of the hexes round one.
    fn surroundings(&self, map: &HexMap, (middle, place): (Hex, usize), first: bool) -> Surroundings {
        let mut surroundings = Surroundings::default();
        let camps =
            [None, Some(0), Some(1)].map(|camp: Option<usize>| (camp, camp.map(|at| SideId(at as u32))));
        let toll = |row: &Row, at: Direction, side: Option<SideId>| match side {
            Some(side) => row.met_side(at, side),
            None => row.quiet(at),
        };
        let known =
            |row: &Row, side: Option<SideId>| side.map_or_else(|| row.known(), |side| row.known_met(side));
        let own = self.row(place, first);
        for (camp, side) in camps {
            surroundings.know(Hex::default(), camp, known(own, side));
        }
        for hex in middle.within(Cluster::FAR).skip(1) {
            let Some(there) = map.place(hex) else { continue };
            let first_step = Direction::ALL.into_iter().find(|at| first && middle.neighbour(*at) == hex);
            for (camp, side) in camps {
                let mut alike = match side {
                    None => self.entered(there).0.get(),
                    Some(side) => self.alike_met(map, hex, side),
                };
                if let Some(at) = first_step
                    && let Some(toll) = toll(own, at, side)
                {
                    alike = alike.with(at, toll);
                }
                if alike.known != 0 {
                    surroundings.add(hex - middle, camp, alike.toll);
                }
                surroundings.know(hex - middle, camp, known(self.row(there, false), side));
            }
        }
        surroundings
    }

    /// What the steps into a hex that are not first cost while nobody but units of this side are there, by what is known of each of them.
    fn alike_met(&self, map: &HexMap, hex: Hex, side: SideId) -> Alike {
        Direction::ALL.into_iter().fold(Alike::default(), |alike, at| {
            let from = map.place(hex.neighbour(at.opposite()));
            let toll = from.and_then(|from| self.row(from, false).met_side(at, side));
            toll.map_or(alike, |toll| alike.with(at, toll))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::hex::{Layout, Orientation, Shove};
    use crate::kernel::state::Place;
    use crate::kernel::value::TypeId;
    use crate::rules::recall::edges::{AllEdges, Step};

    #[test]
    fn what_is_known_of_one_side_is_told_step_by_step_whoever_was_met_there_since() {
        let layout = Layout::new(Orientation::Flat, Shove::Odd, 7, 7).expect("a small sheet");
        let map = HexMap::new(layout);
        let mut all = AllEdges::default();
        all.begin(0, &[], &map);
        let edges = all.of(0, &[]).expect("there is room");
        let toll = Toll::new(1, true).expect("a cost");
        let step = |from: Hex, direction: Direction| {
            let place = map.place(from)?;
            map.contains(from.neighbour(direction)).then_some(Step { from, place, direction, first: false })
        };
        for from in map.hexes() {
            for direction in Direction::ALL {
                step(from, direction).into_iter().for_each(|step| edges.learn_quiet(&map, step, toll));
            }
        }
        let middle = map.layout().parse_number("0404").expect("it is on the map");
        let held = middle.neighbour(Direction::ALL[0]);
        let into = |at: Direction| step(held.neighbour(at.opposite()), at).expect("it is well inside");
        Direction::ALL.into_iter().for_each(|at| edges.learn_met(into(at), SideId(0), toll));
        // From behind another side was met there, and shares the place of what is known with the first.
        edges.learn_met(into(Direction::ALL[0].opposite()), SideId(2), Toll::BARRED);
        let mut state = State::default();
        state.enlist("mover", TypeId(0), SideId(1), Place::Hex(middle));
        state.enlist("holder", TypeId(0), SideId(0), Place::Hex(held));
        let mut found = Nearby::default();
        let place = map.place(middle).expect("it is on the map");
        let near = (0..3).filter_map(|_| edges.nearby((&map, &state), (middle, place), 1, false, &mut found));
        assert!(near.last().is_some(), "what matters is known");
        assert!(found.may_stop(middle, held), "{found:?}");
    }
}

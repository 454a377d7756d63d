//! Searches of the map by what is remembered: the tries of the cost function are asked hexside by hexside.

use std::rc::Rc;

use super::brief::Brief;
use super::code::Code;
use super::edges::{Edges, Row, Step};
use super::slots::{MOST_SPOTS, Slots, Spots, Units, filled, filled_spot};
use super::trie::{Goal, Search};
use super::walk::{Halt, Looked, Missing, Progress, Walk};
use super::word::{Arguments, Word};
use crate::kernel::hex::{
    self, Asked, Crossing, Entry, Exits, Hex, Nearby, Pace, Reach, ReachError, Spread, Toll, Tolls,
};
use crate::kernel::state::{Part, Parts, Sides};

pub(super) use super::ways::{Came, Ways, result};

/// The last search with the state that it was made in, and the parts of it that it came from.
#[derive(Debug)]
pub(in crate::rules) struct Searched {
    search: Search,
    stamp: u64,
    parts: Parts,
    ways: Rc<Ways>,
    /// The number of the steps of its cost function, if that was looked up.
    edges: Option<usize>,
}

impl Searched {
    /// No state has this stamp.
    const NEVER: u64 = u64::MAX;

    /// Room for what a search will find.
    fn nothing(search: &Search) -> Searched {
        Searched {
            search: search.clone(),
            stamp: Searched::NEVER,
            parts: Parts::NONE,
            ways: Rc::default(),
            edges: None,
        }
    }
}

/// What a step costs, and whether the move may end behind it; nothing where it is refused.
type Cost = Option<(i64, bool)>;

/// How the costs of a search are asked for.
struct Costs<'s> {
    search: &'s Search,
    edges: Option<&'s Edges>,
    /// The parameters of the cost function that stand in slots, a bit each.
    apart: u32,
    /// The place of the hex whose steps have rows of their own, where the function is told which are entered first.
    first: Option<usize>,
    /// What is in its slots; hexes that are stepped from and to stand behind so many others.
    slots: Slots,
    before: usize,
    puts_from: bool,
    puts_to: bool,
    all_printed: bool,
    /// A hex whose cost is not known yet is passed over, so that all that is missing is found out in one go.
    missing: Vec<Missing>,
    start: Progress,
}

impl<'s> Costs<'s> {
    /// What is known of the steps out of the hex of a place.
    #[inline]
    fn row(&self, place: usize) -> Option<&'s Row> {
        self.edges.map(|edges| edges.row(place, self.first == Some(place)))
    }
}

/// What a search with a budget alone asks.
struct Asks<'c, 'w, 's> {
    walk: &'c mut Walk<'w>,
    costs: &'c mut Costs<'s>,
    asked: u64,
    /// All hexes beside the one that is left are among the parts that were looked at.
    looked_around: bool,
}

impl<'s> Tolls<'s, Box<Halt>> for Asks<'_, '_, 's> {
    /// Nobody is in most hexes, and then the cost is mostly always the same.
    #[inline(always)]
    fn exits(&mut self, from: Hex, place: usize) -> (&'s Exits, u8) {
        match self.costs.row(place).and_then(Row::exits) {
            Some((exits, around)) => {
                self.walk.parts.join(around);
                self.looked_around = true;
                (exits, self.walk.state.occupied_beside(from))
            }
            None => {
                self.looked_around = false;
                (Exits::BARRED, Exits::ALL)
            }
        }
    }

    #[inline]
    fn toll(&mut self, pace: Pace) -> Result<Toll, Box<Halt>> {
        let Pace { place, to, direction, .. } = pace;
        self.asked += 1;
        let row = self.costs.row(place);
        let state = &*self.walk.state;
        let known = row.and_then(|row| match state.whose_at(to) {
            Sides::NONE => row.quiet(direction),
            sides => match sides.only().and_then(|side| row.met_side(direction, side)) {
                None => match *state.units_at(to) {
                    [other] => row.met(direction, &self.costs.search.units, other),
                    _ => None,
                },
                toll => toll,
            },
        });
        match known {
            Some(toll) => {
                if !self.looked_around {
                    self.walk.parts.add(Part::hex(to));
                }
                debug_assert!(self.walk.parts.has(Part::hex(to)), "{to:?} is looked into");
                Ok(toll)
            }
            None => self.toll_anew(pace, row),
        }
    }
}

impl Asks<'_, '_, '_> {
    /// What a step costs by the tries of the cost function.
    #[inline(never)]
    fn toll_anew(&mut self, pace: Pace, row: Option<&Row>) -> Result<Toll, Box<Halt>> {
        let Pace { from, place, to, direction } = pace;
        let crossing = Crossing { from, place: Some(place), to, direction };
        let Some((_, cost)) = self.walk.cost_learnt(self.costs, crossing, row)? else {
            return Ok(Toll::BARRED);
        };
        toll_of(cost)
    }
}

/// A cost as one number.
fn toll_of(cost: Cost) -> Result<Toll, Box<Halt>> {
    match cost {
        Some((cost, may_stop)) => Toll::new(cost, may_stop).ok_or_else(|| Box::new(Halt::Plainly)),
        None => Ok(Toll::BARRED),
    }
}

impl Walk<'_> {
    /// What a search finds that names slots of a function.
    pub(super) fn search(&mut self, search: &Search, slots: &Slots) -> Result<Rc<Ways>, Box<Halt>> {
        let units = search.units.each(|unit| filled(unit, &slots.units));
        let at = |hex| filled_spot(hex, &slots.spots);
        let found = self.find_of(search, units, at(search.from), search.target.map(at));
        // Its own steps have been watched meanwhile.
        self.watched.1 = Looked::Elsewhere;
        found
    }

    /// What a search finds; the last one is kept, since a check and the rule behind it ask the same, and what reaches
    /// everything also tells the way to one hex.
    pub(in crate::rules) fn find(&mut self, search: &Search) -> Result<Rc<Ways>, Halt> {
        self.find_of(search, search.units, search.from, search.target).map_err(|halt| *halt)
    }

    /// The same with these units in the slots, from this hex to that.
    fn find_of(
        &mut self,
        search: &Search,
        units: Units,
        from: Hex,
        target: Option<Hex>,
    ) -> Result<Rc<Ways>, Box<Halt>> {
        if let Some(last) = &*self.searched
            && self.state.stamp() == last.stamp
        {
            let known = &last.search;
            let same = known.function == search.function
                && known.units == units
                && known.from == from
                && known.budget == search.budget
                && known.most == search.most
                && known.told_first == search.told_first
                && known.captured == search.captured;
            // What reaches everything tells a way, but not why there is none.
            let tells = |target| last.ways.leads_to(self.map, target);
            let serves = known.target == target || (known.target.is_none() && target.is_some_and(tells));
            if same && serves {
                self.parts.join(last.parts);
                return Ok(last.ways.clone());
            }
        }
        if target.is_none()
            && search.is_plain()
            && let Some(found) = self.nearby(search, units, from)
        {
            return Ok(found);
        }
        let search = search.with(units, from, target);
        // What nobody looks at any more lends its room to the next search.
        let room = self.searched.take().map(|last| last.ways);
        // What a search asks leaves no traces.
        let outside = (self.looking, self.is_search, self.does_more);
        (self.looking, self.is_search) = (true, true);
        let outer = std::mem::replace(&mut self.parts, Parts::NONE);
        let found = self.search_anew(&search, room);
        let parts = std::mem::replace(&mut self.parts, outer);
        self.parts.join(parts);
        (self.looking, self.is_search, self.does_more) = outside;
        let ways = found?;
        let stamp = self.state.stamp();
        *self.searched = Some(Searched { search, stamp, parts, ways: ways.clone(), edges: None });
        Ok(ways)
    }

    /// What a search with a small budget alone finds near its beginning, in the room of the last one; nothing where that has to be found in
    /// another way, and then the last one is of no use any more.
    fn nearby(&mut self, search: &Search, units: Units, from: Hex) -> Option<Rc<Ways>> {
        let place = self.map.place(from)?;
        let last = self.searched.get_or_insert_with(|| Searched::nothing(search));
        let is_same = last.search.function == search.function && last.search.captured == search.captured;
        if !is_same || last.edges.is_none() {
            last.edges = self.trie.edges.number(search.function, &search.captured);
        }
        let edges = self.trie.edges.at(last.edges?);
        // Who still looks at what was found last keeps it.
        if Rc::get_mut(&mut last.ways).is_none() {
            last.ways = Rc::default();
        }
        let ways = Rc::get_mut(&mut last.ways)?;
        if !matches!(ways, Ways::Nearby(..)) {
            *ways = Ways::Nearby(Nearby::default(), from);
        }
        let Ways::Nearby(found, start) = ways else { return None };
        *start = from;
        let ground = (self.map, &*self.state);
        let parts = edges.nearby(ground, (from, place), search.budget, search.told_first, found)?;
        self.asked[search.function as usize] += found.all().len() as u64;
        self.parts.join(parts);
        (last.parts, last.stamp) = (parts, self.state.stamp());
        last.search.renew(search, units, from);
        Some(last.ways.clone())
    }

    fn search_anew(&mut self, search: &Search, room: Option<Rc<Ways>>) -> Result<Rc<Ways>, Box<Halt>> {
        // Hexes that the cost function only looks into are in slots, as in any other call.
        let apart = self.functions[search.function as usize].apart;
        let mut slots = Slots { units: search.units, ..Slots::default() };
        if search.captured.iter().any(|word| word.as_hex_or_lone().is_some()) {
            slots.spots = self.grounds.put_aside(&mut search.captured.clone(), apart, self.map);
        }
        let before = slots.spots.len();
        let of_edge = apart.checked_shr(search.captured.len() as u32).unwrap_or_default();
        let puts_from = of_edge & 1 == 1 && before < MOST_SPOTS;
        let place = self.map.place(search.from);
        let mut costs = Costs {
            search,
            edges: self.trie.edges.of(search.function, &search.captured),
            apart,
            first: place.filter(|_| search.told_first),
            slots,
            before,
            puts_from,
            puts_to: of_edge & 2 == 2 && before + usize::from(puts_from) < MOST_SPOTS,
            all_printed: self.grounds.are_all_printed(),
            missing: Vec::new(),
            // Who only looks changes nothing.
            start: self.here(),
        };
        let found = match (costs.edges, place) {
            (Some(_), Some(place)) if search.is_plain() && Spread::serves(self.map, search.budget) => {
                self.spread(&mut costs, place, room)
            }
            _ => self.reach(&mut costs).map(|reach| Rc::new(Ways::Reach(reach))),
        };
        if !costs.missing.is_empty() {
            let first = costs.missing.swap_remove(0);
            return Err(Box::new(Halt::Missing(Box::new(Missing { others: costs.missing, ..first }))));
        }
        found
    }

    /// A search with a budget alone, in the room of an earlier one that nobody looks at any more.
    fn spread(
        &mut self,
        costs: &mut Costs<'_>,
        start: usize,
        room: Option<Rc<Ways>>,
    ) -> Result<Rc<Ways>, Box<Halt>> {
        let (search, map) = (costs.search, self.map);
        let is_free = |ways: &Rc<Ways>| Rc::strong_count(ways) == 1 && matches!(**ways, Ways::Spread(_));
        let mut ways = room.filter(is_free).unwrap_or_default();
        if let Some(Ways::Spread(spread)) = Rc::get_mut(&mut ways) {
            let mut asks = Asks { walk: self, costs, asked: 0, looked_around: false };
            let found = spread.search(map, start, search.budget, &mut asks);
            let asked = asks.asked;
            self.asked[search.function as usize] += asked;
            found?;
        }
        Ok(ways)
    }

    /// Any search.
    #[inline(never)]
    fn reach(&mut self, costs: &mut Costs<'_>) -> Result<Reach<Word>, Box<Halt>> {
        let (search, map) = (costs.search, self.map);
        let mut asked = 0;
        let enter = |crossing: Crossing| -> Result<Entry<Word>, Box<Halt>> {
            asked += 1;
            let Crossing { place, to, direction, .. } = crossing;
            let row = place.and_then(|place| costs.row(place));
            let quiet = row.and_then(|row| row.quiet(direction)).and_then(Toll::told);
            if let Some((cost, may_stop)) = quiet.filter(|_| self.state.is_empty_at(to)) {
                self.parts.add(Part::hex(to));
                return Ok(Entry::Yes { cost: cost.into(), may_stop });
            }
            Ok(match self.cost_learnt(costs, crossing, row)? {
                Some((_, Some((cost, may_stop)))) => Entry::Yes { cost, may_stop },
                Some((code, None)) => Entry::No(self.trie.codes.word(code)),
                None => Entry::No(Word::NOTHING),
            })
        };
        let what = Asked {
            start: search.from,
            target: search.target,
            budget: search.budget,
            max_steps: search.most,
            keeps_entries: search.target.is_some(),
        };
        let found = hex::search(map, what, enter);
        self.asked[search.function as usize] += asked;
        found.map_err(|error| match error {
            ReachError::Caller(halt) => halt,
            ReachError::NegativeCost { .. } | ReachError::TooManyWays => Box::new(Halt::Plainly),
        })
    }

    /// What the cost function answers for one step, and what that tells of the cost, which is kept where it hangs on nothing but
    /// who is in the hex; nothing where that has still to be found out.
    fn cost_learnt(
        &mut self,
        costs: &mut Costs<'_>,
        crossing: Crossing,
        row: Option<&Row>,
    ) -> Result<Option<(Code, Cost)>, Box<Halt>> {
        let Crossing { from, place, to, direction } = crossing;
        let (found, looked) = self.watching(to, |walk| walk.cost(costs, crossing));
        let Some(code) = found? else { return Ok(None) };
        let cost = self.cost_told(code)?;
        let (Some(row), Some(edges), Some(place), Ok(toll)) = (row, costs.edges, place, toll_of(cost)) else {
            return Ok(Some((code, cost)));
        };
        let there = self.state.units_at(to);
        let step = Step { from, place, direction, first: costs.first == Some(place) };
        match (there, &costs.search.units[..], looked) {
            ([], _, Looked::Sides | Looked::There) => edges.learn_quiet(self.map, step, toll),
            ([_, ..], _, Looked::Sides) => {
                let side = self.state.whose_at(to).only();
                side.into_iter().for_each(|side| edges.learn_met(step, side, toll));
            }
            ([other], _, Looked::There) => row.set_met(direction, None, *other, toll),
            ([other], [mover], Looked::ThereByName) => row.set_met(direction, Some(*mover), *other, toll),
            _ => {}
        }
        Ok(Some((code, cost)))
    }

    /// What the cost function answers for one step; nothing where that has still to be found out.
    fn cost(&mut self, costs: &mut Costs<'_>, crossing: Crossing) -> Result<Option<Code>, Box<Halt>> {
        let Crossing { from, place, to, direction } = crossing;
        let (trie, search) = (self.trie, costs.search);
        let row = place.and_then(|place| costs.row(place));
        let mut entry = row.map_or(Goal::UNKNOWN, |row| row.entry(direction));
        if entry == Goal::UNKNOWN {
            let (arguments, _) = self.step(costs, from, to);
            let root = trie.find(search.function, &arguments);
            entry = root.map_or(Goal::UNKNOWN, |root| trie.roots[root as usize].entry);
            if let Some(row) = row {
                row.set_entry(direction, entry);
            }
        }
        self.parts.add(Part::hex(to));
        if self.state.is_empty_at(to) {
            let is_spot = costs.puts_to && costs.all_printed && place.is_some();
            let spot = is_spot.then_some(costs.before + usize::from(costs.puts_from));
            entry = trie.past_nobody(entry, Brief::bits_of(to), spot);
        }
        if let Some(code) = entry.answered() {
            return Ok(Some(code));
        }
        if costs.all_printed && place.is_some() {
            costs.slots.spots.truncate(costs.before);
            if costs.puts_from {
                costs.slots.spots.push(from);
            }
            if costs.puts_to {
                costs.slots.spots.push(to);
            }
        } else if costs.apart != 0 {
            costs.slots.spots = self.step(costs, from, to).1;
        }
        let what = match self.follow(entry, &mut { costs.slots }) {
            Ok(Code::FOUND | Code::BROUGHT) => return Err(Box::new(Halt::Plainly)),
            Ok(code) => return Ok(Some(code)),
            Err(halt) => match *halt {
                Halt::Hole => Missing {
                    function: search.function,
                    arguments: self.step(costs, from, to).0,
                    slots: costs.slots,
                    start: costs.start,
                    looking: true,
                    others: Vec::new(),
                },
                Halt::Missing(what) => *what,
                halt => return Err(Box::new(halt)),
            },
        };
        if !costs.missing.contains(&what) {
            costs.missing.push(what);
        }
        Ok(None)
    }

    /// The arguments of the cost function for one step, and the hexes in its slots.
    fn step(&mut self, costs: &Costs<'_>, from: Hex, to: Hex) -> (Arguments, Spots) {
        let search = costs.search;
        let mut arguments = search.captured.clone();
        arguments.extend([Word::hex(from), Word::hex(to)]);
        arguments.extend(search.told_first.then(|| Word::bool(from == search.from)));
        let spots = self.grounds.put_aside(&mut arguments, costs.apart, self.map);
        (arguments, spots)
    }

    /// The cost that was answered, and whether a move may end there; nothing where it was refused.
    fn cost_told(&self, code: Code) -> Result<Cost, Box<Halt>> {
        if let Some(cost) = code.cost() {
            return Ok(Some(cost));
        }
        let word = self.trie.codes.word(code);
        match word.cost() {
            None if !word.is_refused() => Err(Box::new(Halt::Plainly)),
            cost => Ok(cost),
        }
    }
}

//! Searches of the map by what is remembered: the tries of the cost function are asked hexside by hexside.

use std::rc::Rc;

use super::apart::Grounds;
use super::brief::Brief;
use super::code::Code;
use super::lexicon::Lexicon;
use super::slots::{MOST_SPOTS, Slots, Spots, Units, filled};
use super::trie::{At, Goal, Search};
use super::walk::{Halt, Missing, Summary, Walk};
use super::word::{Arguments, Word};
use crate::kernel::hex::{self, Asked, Crossing, Denial, Entry, Hex, HexMap, Reach, ReachError};

/// Maps with more hexes than this find the roots of their costs by name, which takes less room.
const DENSE: usize = 4096;

/// The last search with the state that it was made in.
pub(in crate::rules) type Searched = Option<(u64, Search, Rc<Reach<Word>>)>;

impl Walk<'_> {
    /// What a search finds that names slots of a function.
    pub(super) fn search(&mut self, search: &Search, units: &Units) -> Result<Rc<Reach<Word>>, Box<Halt>> {
        self.find_of(search, search.units.each(|unit| filled(unit, units)))
    }

    /// What a search finds; the last one is kept, since a check and the rule behind it ask the same, and what reaches
    /// everything also tells the way to one hex.
    pub(in crate::rules) fn find(&mut self, search: &Search) -> Result<Rc<Reach<Word>>, Halt> {
        self.find_of(search, search.units).map_err(|halt| *halt)
    }

    /// The same with these units in the slots.
    fn find_of(&mut self, search: &Search, units: Units) -> Result<Rc<Reach<Word>>, Box<Halt>> {
        let stamp = self.state.stamp();
        if let Some((when, last, found)) = &*self.searched
            && *when == stamp
        {
            let same = last.function == search.function
                && last.captured == search.captured
                && last.units == units
                && last.from == search.from
                && last.budget == search.budget
                && last.most == search.most
                && last.told_first == search.told_first;
            // What reaches everything tells a way, but not why there is none.
            let tells = |target| found.get(target).is_some_and(|reached| reached.may_stop);
            let serves =
                last.target == search.target || (last.target.is_none() && search.target.is_some_and(tells));
            if same && serves {
                return Ok(found.clone());
            }
        }
        let looking = std::mem::replace(&mut self.looking, true);
        let search = search.with(units);
        // What nobody looks at any more lends its room to the next search.
        let room = self.searched.take().and_then(|(_, _, found)| Rc::into_inner(found));
        let found = self.search_anew(&search, room.unwrap_or_default());
        self.looking = looking;
        let found = Rc::new(found?);
        *self.searched = Some((stamp, search, found.clone()));
        Ok(found)
    }

    fn search_anew(&mut self, search: &Search, room: Reach<Word>) -> Result<Reach<Word>, Box<Halt>> {
        let (map, trie) = (self.map, self.trie);
        let edges = trie.edges(search.function, &search.captured);
        // Hexes that the cost function only looks into are in slots, as in any other call.
        let apart = self.functions[search.function as usize].apart;
        let arguments = |grounds: &mut Grounds, from: Hex, to: Hex| -> (Arguments, Spots) {
            let mut arguments = search.captured.clone();
            arguments.extend([Word::hex(from), Word::hex(to)]);
            arguments.extend(search.told_first.then(|| Word::bool(from == search.from)));
            let spots = grounds.put_aside(&mut arguments, apart, map);
            (arguments, spots)
        };
        let mut slots = Slots { units: search.units, ..Slots::default() };
        if apart != 0 {
            slots.spots = self.grounds.put_aside(&mut search.captured.clone(), apart, map);
        }
        let before = slots.spots.len();
        let of_edge = apart.checked_shr(search.captured.len() as u32).unwrap_or_default();
        let puts_from = of_edge & 1 == 1 && before < MOST_SPOTS;
        let puts_to = of_edge & 2 == 2 && before + usize::from(puts_from) < MOST_SPOTS;
        let all_printed = self.grounds.are_all_printed();
        let spot_of_to = (puts_to && all_printed).then_some(before + usize::from(puts_from));
        // A hex whose cost is not known yet is passed over, so that all that is missing is found out in one go.
        let mut missing: Vec<Missing> = Vec::new();
        let mut asked = 0;
        // Who only looks changes nothing.
        let start = self.here();
        let enter = |crossing: Crossing| -> Result<Entry<Word>, Box<Halt>> {
            let Crossing { from, place, to, direction } = crossing;
            let first = from == search.from;
            let cell = edges.and_then(|edges| {
                let place = place? * 6 + direction.index();
                edges.get(2 * place + usize::from(first && search.told_first))
            });
            let known = cell.map_or(Goal::UNKNOWN, |cell| Goal::from_bits(cell.get()));
            let entry = if known != Goal::UNKNOWN {
                known
            } else {
                let (arguments, _) = arguments(self.grounds, from, to);
                let root = trie.find(search.function, &arguments);
                let entry = root.map_or(Goal::UNKNOWN, |root| trie.roots[root as usize].entry);
                if let Some(cell) = cell {
                    cell.set(entry.bits());
                }
                entry
            };
            // Nobody is in most hexes, and that is what most costs begin by asking.
            let spot_of_to = spot_of_to.filter(|_| place.is_some());
            let entry = match self.state.units_at(to) {
                [] => trie.past_nobody(entry, Brief::bits_of(to), spot_of_to),
                _ => entry,
            };
            let code = match entry.at() {
                At::Answer(code) => Ok(code),
                At::Unknown | At::Node(_) => {
                    if all_printed && place.is_some() {
                        slots.spots.truncate(before);
                        if puts_from {
                            slots.spots.push(from);
                        }
                        if puts_to {
                            slots.spots.push(to);
                        }
                    } else if apart != 0 {
                        (_, slots.spots) = arguments(self.grounds, from, to);
                    }
                    self.follow::<false>(entry, &slots, &mut Summary::default())
                }
            };
            let code = match code {
                Ok(Code::FOUND) => return Err(Box::new(Halt::Plainly)),
                Ok(code) => code,
                Err(halt) => {
                    let what = match *halt {
                        Halt::Hole => Missing {
                            function: search.function,
                            arguments: arguments(self.grounds, from, to).0,
                            slots,
                            start,
                            looking: true,
                            others: Vec::new(),
                        },
                        Halt::Missing(what) => *what,
                        halt => return Err(Box::new(halt)),
                    };
                    if !missing.contains(&what) {
                        missing.push(what);
                    }
                    return Ok(Entry::No(Word::NOTHING));
                }
            };
            asked += 1;
            if let Some((cost, may_stop)) = code.cost() {
                return Ok(Entry::Yes { cost, may_stop });
            }
            let word = trie.codes.word(code);
            match word.cost() {
                Some((cost, may_stop)) => Ok(Entry::Yes { cost, may_stop }),
                None if word.is_refused() => Ok(Entry::No(word)),
                None => Err(Box::new(Halt::Plainly)),
            }
        };
        let what = Asked {
            start: search.from,
            target: search.target,
            budget: search.budget,
            max_steps: search.most,
            keeps_entries: search.target.is_some(),
        };
        let found = hex::search_in(room, map, what, enter);
        self.asked[search.function as usize] += asked;
        if !missing.is_empty() {
            let first = missing.swap_remove(0);
            return Err(Box::new(Halt::Missing(Box::new(Missing { others: missing, ..first }))));
        }
        found.map_err(|error| match error {
            ReachError::Caller(halt) => halt,
            ReachError::NegativeCost { .. } | ReachError::TooManyWays => Box::new(Halt::Plainly),
        })
    }
}

/// Room for the roots of a search's costs, on maps that are not too large for it.
pub(in crate::rules) fn edge_places(map: &HexMap) -> Option<usize> {
    let hexes = map.layout().len();
    (hexes <= DENSE).then_some(hexes * 12)
}

/// What a search answers: the hexes in reach, or the way, or why there is none.
pub(in crate::rules) fn result(
    lexicon: &mut Lexicon,
    map: &HexMap,
    search: &Search,
    found: &Reach<Word>,
) -> Word {
    let Some(target) = search.target else {
        return lexicon.hexes(&found.goals());
    };
    match way_found(map, target, found, |bar| lexicon.reason(*bar).to_string()) {
        Ok(path) => lexicon.hexes(&path),
        Err(reason) => lexicon.refused(&reason),
    }
}

/// The hexes of the way that a search has found, the start not among them; or why there is none.
pub(in crate::rules) fn way_found<R: Clone>(
    map: &HexMap,
    to: Hex,
    found: &Reach<R>,
    words: impl Fn(&R) -> String,
) -> Result<Vec<Hex>, String> {
    match (found.get(to), found.path(to)) {
        (Some(reached), Some(path)) if reached.may_stop => Ok(path[1..].to_vec()),
        _ => Err(no_way(map, to, found, words)),
    }
}

/// Why a search finds no way to a hex, in words.
fn no_way<R: Clone>(map: &HexMap, to: Hex, found: &Reach<R>, words: impl Fn(&R) -> String) -> String {
    let name = map.layout().number(to).map_or_else(|| "a hex off the map".to_owned(), |n| n.to_string());
    if found.get(to).is_some() {
        return format!("no move may end in {name}");
    }
    match found.barred(map, to).first().map(|b| &b.why) {
        Some(Denial::Refused(bar)) => words(bar),
        Some(Denial::TooDear { needs, left }) => format!("needs {needs} to enter {name}, has {left}"),
        Some(Denial::TooFar { limit: 1 }) => "may enter at most 1 hex a move".to_owned(),
        Some(Denial::TooFar { limit }) => format!("may enter at most {limit} hexes a move"),
        Some(Denial::NotAdjacent) => "the hexes are not adjacent".to_owned(),
        Some(Denial::OffTheMap) => "off the map".to_owned(),
        None => format!("{name} is out of reach"),
    }
}

//! A function's answer found without running it: its trie is walked, every question asked anew.

use std::rc::Rc;

use super::apart::Grounds;
use super::lexicon::Lexicon;
use super::memo::Parts;
use super::memory::Function;
use super::slots::{Slots, Spots, filled, filled_spot, is_slot};
use super::trie::{Act, At, FunctionId, Goal, RootId, Search, Trie};
use super::word::{Arguments, Word};
use crate::kernel::catalogue::Catalogue;
use crate::kernel::door::{Answer, Ask, Stop};
use crate::kernel::hex::{self, Asked, Crossing, Denial, Entry, Hex, HexMap, Reach, ReachError};
use crate::kernel::state::{Place, Query, State};
use crate::kernel::value::{UnitId, Value};

/// Maps with more hexes than this find the roots of their costs by name, which takes less room.
const DENSE: usize = 4096;

/// What is not known yet.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::rules) struct Missing {
    /// The innermost function that has to be run, its arguments as its tries know them, and what is in its slots.
    pub(in crate::rules) function: FunctionId,
    pub(in crate::rules) arguments: Arguments,
    pub(in crate::rules) slots: Slots,
    /// How far the run had come when it began.
    pub(in crate::rules) start: Progress,
    /// Whether it may only look.
    pub(in crate::rules) looking: bool,
    /// What the same search misses as well.
    pub(in crate::rules) others: Vec<Missing>,
}

/// How far a run has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::rules) struct Progress {
    /// Changes of the state that are not committed.
    pub(in crate::rules) changes: usize,
    /// Answers taken from the door.
    pub(in crate::rules) answers: usize,
    /// Outcomes named.
    pub(in crate::rules) outcomes: usize,
}

/// Why a walk found no answer.
#[derive(Debug)]
pub(in crate::rules) enum Halt {
    /// The function that was walked does something here that is not known.
    Hole,
    Missing(Box<Missing>),
    /// Chance or choice is to be asked. Whoever answers may run rules himself, so nothing is held meanwhile.
    Asks(std::sync::Arc<Ask>),
    Stopped(Stop),
    /// Only running it plainly can tell what is wrong.
    Plainly,
}

/// What a function answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::rules) enum Found {
    Word(Word),
    Hexes(Vec<Hex>),
}

/// The last search with the state that it was made in.
pub(in crate::rules) type Searched = Option<(u64, Search, Rc<Reach<Word>>)>;

/// What a walk works on.
pub(in crate::rules) struct Walk<'a> {
    pub(in crate::rules) trie: &'a Trie,
    pub(in crate::rules) lexicon: &'a mut Lexicon,
    pub(in crate::rules) searched: &'a mut Searched,
    /// How often each function was asked.
    pub(in crate::rules) asked: &'a mut [u64],
    pub(super) functions: &'a [Function],
    pub(super) grounds: &'a mut Grounds,
    pub(in crate::rules) catalogue: &'a Catalogue,
    pub(in crate::rules) map: &'a HexMap,
    pub(in crate::rules) state: &'a mut State,
    /// The answers given so far, and how many of them were used.
    pub(in crate::rules) given: &'a [Answer],
    pub(in crate::rules) used: usize,
    /// Only looking: what changes or asks anything is a mistake.
    pub(in crate::rules) looking: bool,
    /// Outcomes named so far.
    pub(in crate::rules) outcomes: &'a mut Vec<std::sync::Arc<str>>,
    /// What the function that is walked has looked at so far.
    pub(super) parts: Parts,
}

/// So many narrow reads are taken over by who asks.
const MOST_NARROW: usize = 3;

/// What a function did, as far as its caller has to know.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(in crate::rules) struct Summary {
    /// The narrow reads that it began with.
    pub(in crate::rules) leading: Vec<(Query, Word)>,
    /// Whether it did anything more.
    pub(in crate::rules) more: bool,
}

impl Summary {
    pub(in crate::rules) fn read(&mut self, query: Query, word: Word) {
        if self.more || self.leading.len() == MOST_NARROW || !is_narrow(&query) {
            self.more = true;
        } else {
            self.leading.push((query, word));
        }
    }
}

/// A question with few answers, which a caller can ask itself as well.
pub(in crate::rules) fn is_narrow(query: &Query) -> bool {
    matches!(
        query,
        Query::SidesAt(_) | Query::OnMap(_) | Query::InPlay(_) | Query::Active | Query::Phase | Query::Over
    )
}

/// The answer to a query as a word.
pub(in crate::rules) fn read(
    lexicon: &mut Lexicon,
    catalogue: &Catalogue,
    state: &State,
    query: &Query,
) -> Word {
    match *query {
        Query::Place(unit) => match state.unit(unit).place {
            Place::Hex(hex) => Word::hex(hex),
            Place::Table(..) | Place::Reserve | Place::Out => Word::NOTHING,
        },
        Query::Point(unit) => state.unit(unit).place.point().map_or(Word::NOTHING, Word::point),
        Query::Facing(unit) => state.unit(unit).place.facing().map_or(Word::NOTHING, Word::facing),
        Query::OnMap(unit) => Word::bool(state.unit(unit).place.is_on_board()),
        Query::InPlay(unit) => Word::bool(state.unit(unit).place != Place::Out),
        Query::Property(target, property) => {
            lexicon.of_value(state.property_ref(catalogue, target, property))
        }
        Query::Apart(one, other) => state.apart(one, other).map_or(Word::NOTHING, |far| lexicon.int(far)),
        Query::UnitsAt(hex) => lexicon.units(state.units_at(hex).iter().copied()),
        Query::SidesAt(hex) => match state.units_at(hex) {
            [] => Word::EMPTY,
            units => lexicon.sides(units.iter().map(|u| state.unit(*u).side)),
        },
        Query::UnitsOf(side) => {
            let own = state.units().filter(|(_, u)| u.side == side && u.place != Place::Out);
            lexicon.units(own.map(|(id, _)| id))
        }
        Query::Turn => lexicon.int(i64::from(state.clock().turn)),
        Query::Phase => lexicon.phase(&state.clock().phase),
        Query::Active => state.clock().side.map_or(Word::NOTHING, Word::side),
        Query::Over => Word::bool(state.ending().is_some()),
        Query::Laid => lexicon.of_value(&state.laid_value()),
        Query::Help => lexicon.of_value(&state.help_lock().cloned().map_or(Value::Nothing, Value::Text)),
    }
}

impl Walk<'_> {
    /// The answer of a function with this in its slots.
    pub(super) fn answer(
        &mut self,
        root: RootId,
        slots: &Slots,
        summary: Option<&mut Summary>,
    ) -> Result<Found, Halt> {
        if summary.is_none()
            && let Some(word) = self.last(root, slots)
        {
            return Ok(Found::Word(word));
        }
        let start = self.here();
        let known = self.trie.roots[root as usize];
        let outer = std::mem::replace(&mut self.parts, Parts::NONE);
        let found = self.follow(known.entry, slots, summary);
        let parts = std::mem::replace(&mut self.parts, outer);
        self.parts.join(parts);
        // Who has to wait for something asks again, which is the same question.
        if found.is_ok() {
            self.asked[known.function as usize] += 1;
        }
        match &found {
            Ok(Found::Word(word)) => {
                if let Some(code) = self.trie.codes.known(*word) {
                    let memos = &self.trie.memos;
                    memos.keep((root, known.function), slots, code, parts, self.state);
                }
            }
            Ok(Found::Hexes(_)) | Err(_) => {}
        }
        found.map_err(|halt| match halt {
            Halt::Hole => Halt::Missing(Box::new(Missing {
                function: known.function,
                arguments: self.trie.arguments(root).into(),
                slots: slots.clone(),
                start,
                looking: self.looking,
                others: Vec::new(),
            })),
            halt => halt,
        })
    }

    fn follow(
        &mut self,
        mut goal: Goal,
        slots: &Slots,
        mut summary: Option<&mut Summary>,
    ) -> Result<Found, Halt> {
        let trie = self.trie;
        loop {
            let id = match goal.at() {
                At::Unknown => return Err(Halt::Hole),
                At::Answer(code) => return Ok(Found::Word(trie.codes.word(code))),
                At::Node(id) => id,
            };
            let act = trie.act(id);
            let reads = matches!(act, Act::Read(_) | Act::ReadOf(_));
            if !reads && !matches!(act, Act::Which(_) | Act::Where(_) | Act::Call(_) | Act::CallOf(..)) {
                self.parts = Parts::Many;
            }
            if let Some(summary) = &mut summary
                && !reads
            {
                summary.more = true;
            }
            goal = match act {
                Act::Read(query) => trie.after(id, self.read(query, query, slots, &mut summary)),
                Act::ReadOf(query) => {
                    let query = query.about(|unit| filled(unit, &slots.units));
                    let asked = query.at(|hex| filled_spot(hex, &slots.spots));
                    trie.after(id, self.read(&asked, &query, slots, &mut summary))
                }
                Act::Which(slot) => trie.after(id, Word::unit(slots.units[slot])),
                Act::Where(slot) => trie.after(id, Word::hex(slots.spots[slot])),
                Act::Call(root) => {
                    let word = self.word(root, &Slots::default())?;
                    trie.after(id, self.lexicon.branch(word, &slots.units))
                }
                Act::CallOf(root, of) => {
                    let word = self.word(root, &slots.hand_on(of))?;
                    trie.after(id, self.lexicon.branch(word, &slots.units))
                }
                Act::Do(deed) => {
                    if self.looking {
                        return Err(Halt::Plainly);
                    }
                    match deed.unit().is_some_and(is_slot) {
                        true => self.state.carry(&deed.about(|unit| filled(unit, &slots.units))),
                        false => self.state.carry(deed),
                    }
                    trie.then(id)
                }
                Act::Name(word) => {
                    self.outcomes.push(word.clone());
                    trie.then(id)
                }
                Act::Ask(ask) => {
                    if self.looking {
                        return Err(Halt::Plainly);
                    }
                    trie.after(id, self.ask(ask)?)
                }
                Act::Search(search) => {
                    let found = self.search(search, &slots.units)?;
                    trie.after(id, result(self.lexicon, self.map, search, &found))
                }
                Act::Found(search) => {
                    let found = self.search(search, &slots.units)?;
                    return Ok(Found::Hexes(found.goals()));
                }
            };
        }
    }

    /// What a query is answered, as the function branches on it. Who has called the function is told of hexes by the slots that
    /// he has put them into.
    fn read(
        &mut self,
        query: &Query,
        told: &Query,
        slots: &Slots,
        summary: &mut Option<&mut Summary>,
    ) -> Word {
        self.parts.read(query);
        let word = read(self.lexicon, self.catalogue, self.state, query);
        if let Some(summary) = summary {
            summary.read(*told, word);
        }
        self.lexicon.branch(word, &slots.units)
    }

    /// The last answer of a function, if nothing has changed since that it came from.
    fn last(&mut self, root: RootId, slots: &Slots) -> Option<Word> {
        let (code, function, parts) = self.trie.memos.recalled(root, slots, self.state)?;
        self.asked[function as usize] += 1;
        self.parts.join(parts);
        Some(self.trie.codes.word(code))
    }

    fn here(&self) -> Progress {
        Progress { changes: self.state.pending(), answers: self.used, outcomes: self.outcomes.len() }
    }

    /// The answer of a function as one word.
    fn word(&mut self, root: RootId, slots: &Slots) -> Result<Word, Halt> {
        match self.answer(root, slots, None)? {
            Found::Word(word) => Ok(word),
            Found::Hexes(hexes) => Ok(self.lexicon.hexes(&hexes)),
        }
    }

    fn ask(&mut self, ask: &std::sync::Arc<Ask>) -> Result<Word, Halt> {
        if self.used == self.given.len() {
            return Err(Halt::Asks(ask.clone()));
        }
        self.used += 1;
        Ok(self.lexicon.given(&self.given[self.used - 1].given))
    }

    /// What a search finds that names slots of a function.
    fn search(&mut self, search: &Search, units: &[UnitId]) -> Result<Rc<Reach<Word>>, Halt> {
        match search.units.iter().any(|unit| is_slot(*unit)) {
            true => self.find(&search.about(|unit| filled(unit, units))),
            false => self.find(search),
        }
    }

    /// What a search finds; the last one is kept, since a check and the rule behind it ask the same, and what reaches
    /// everything also tells the way to one hex.
    pub(in crate::rules) fn find(&mut self, search: &Search) -> Result<Rc<Reach<Word>>, Halt> {
        let stamp = self.state.stamp();
        if let Some((when, last, found)) = &*self.searched {
            let same = last.function == search.function
                && last.captured == search.captured
                && last.units == search.units
                && last.from == search.from
                && last.budget == search.budget
                && last.most == search.most
                && last.told_first == search.told_first;
            // What reaches everything tells a way, but not why there is none.
            let tells = |target| found.get(target).is_some_and(|reached| reached.may_stop);
            let serves =
                last.target == search.target || (last.target.is_none() && search.target.is_some_and(tells));
            if *when == stamp && same && serves {
                return Ok(found.clone());
            }
        }
        let looking = std::mem::replace(&mut self.looking, true);
        let found = self.search_anew(search);
        self.looking = looking;
        let found = Rc::new(found?);
        *self.searched = Some((stamp, search.clone(), found.clone()));
        Ok(found)
    }

    fn search_anew(&mut self, search: &Search) -> Result<Reach<Word>, Halt> {
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
        let mut slots = Slots { units: search.units.clone(), ..Slots::default() };
        slots.spots = self.grounds.put_aside(&mut search.captured.clone(), apart, map);
        let before = slots.spots.len();
        let of_edge = apart.checked_shr(search.captured.len() as u32).unwrap_or_default();
        let (puts_from, puts_to) = (of_edge & 1 == 1, of_edge & 2 == 2);
        let all_printed = self.grounds.are_all_printed();
        // A hex whose cost is not known yet is passed over, so that all that is missing is found out in one go.
        let mut missing: Vec<Missing> = Vec::new();
        let enter = |crossing: Crossing| -> Result<Entry<Word>, Halt> {
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
            if all_printed && place.is_some() {
                slots.spots.truncate(before);
                slots.spots.extend(puts_from.then_some(from));
                slots.spots.extend(puts_to.then_some(to));
            } else if apart != 0 {
                (_, slots.spots) = arguments(self.grounds, from, to);
            }
            let start = self.here();
            let word = match self.follow(entry, &slots, None) {
                Ok(Found::Word(word)) => word,
                Ok(Found::Hexes(_)) => return Err(Halt::Plainly),
                Err(Halt::Hole) => {
                    let (arguments, _) = arguments(self.grounds, from, to);
                    missing.push(Missing {
                        function: search.function,
                        arguments,
                        slots: slots.clone(),
                        start,
                        looking: true,
                        others: Vec::new(),
                    });
                    return Ok(Entry::No(Word::NOTHING));
                }
                Err(Halt::Missing(what)) => {
                    if !missing.contains(&what) {
                        missing.push(*what);
                    }
                    return Ok(Entry::No(Word::NOTHING));
                }
                Err(halt) => return Err(halt),
            };
            self.asked[search.function as usize] += 1;
            match word.cost() {
                Some((cost, may_stop)) => Ok(Entry::Yes { cost, may_stop }),
                None if word.is_refused() => Ok(Entry::No(word)),
                None => Err(Halt::Plainly),
            }
        };
        let asked = Asked {
            start: search.from,
            target: search.target,
            budget: search.budget,
            max_steps: search.most,
            keeps_entries: search.target.is_some(),
        };
        let found = hex::search(map, asked, enter);
        if !missing.is_empty() {
            let first = missing.swap_remove(0);
            return Err(Halt::Missing(Box::new(Missing { others: missing, ..first })));
        }
        found.map_err(|error| match error {
            ReachError::Caller(halt) => halt,
            ReachError::NegativeCost { .. } | ReachError::TooManyWays => Halt::Plainly,
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

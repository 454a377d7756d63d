//! A function's answer found without running it: its trie is walked, every question asked anew.

use std::rc::Rc;

use super::brief;
use super::brought::{Brought, LastBrought};
use super::code::Code;
use super::grounds::Grounds;
use super::lately::{Behind, Doing};
use super::lexicon::Lexicon;
use super::memory::{DEEPEST, Function};
use super::search::{Came, Searched, Ways, result};
use super::slots::{Slots, Spots, filled, filled_spot};
use super::summary::{Leading, Summary};
use super::trie::{CallAt, FunctionId, Goal, Node, Root, RootId, Trie};
use super::word::{Arguments, Word};
use crate::kernel::catalogue::Catalogue;
use crate::kernel::door::{Answer, Ask, Stop};
use crate::kernel::hex::{Hex, HexMap};
use crate::kernel::state::{Deed, Part, Parts, Place, Query, State, Target};
use crate::kernel::value::{SideId, UnitId, Value};
use crate::rules::scene::Door;

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
#[derive(Debug)]
pub(in crate::rules) enum Found {
    Word(Word),
    /// The hexes that a search has found.
    Goals(Rc<Ways>),
    /// Hexes that come into slots of who asked ([`Walk::brought`]).
    Brought,
}

/// What a walk works on.
pub(in crate::rules) struct Walk<'a> {
    pub(in crate::rules) trie: &'a Trie,
    pub(in crate::rules) lexicon: &'a mut Lexicon,
    pub(in crate::rules) searched: &'a mut Option<Searched>,
    pub(super) last_brought: &'a mut Option<LastBrought>,
    /// How often each function was asked.
    pub(in crate::rules) asked: &'a mut [u64],
    pub(super) functions: &'a [Function],
    pub(super) grounds: &'a mut Grounds,
    pub(in crate::rules) catalogue: &'a Catalogue,
    pub(in crate::rules) map: &'a HexMap,
    pub(in crate::rules) state: &'a mut State,
    /// The answers given so far, and how many of them were used.
    pub(in crate::rules) given: &'a mut Vec<Answer>,
    pub(in crate::rules) used: usize,
    /// Who answers more.
    pub(in crate::rules) door: &'a Door,
    /// Only looking: what changes or asks anything is a mistake.
    pub(in crate::rules) looking: bool,
    /// A search asks, which leaves no traces.
    pub(super) is_search: bool,
    /// How deep calls are nested.
    pub(super) depth: usize,
    /// Outcomes named so far.
    pub(in crate::rules) outcomes: &'a mut Vec<std::sync::Arc<str>>,
    /// What the function that is walked has looked at so far.
    pub(super) parts: Parts,
    /// Whether it does more than look.
    pub(super) does_more: bool,
    /// The deeds of all functions that are walked.
    pub(super) doing: Doing,
    /// What only looked behind them.
    pub(super) behind: Behind,
    /// Whether the function that was walked last did.
    pub(super) did_more: bool,
    /// The hexes that are an answer, where it is [`Code::FOUND`].
    pub(super) found: Option<Rc<Ways>>,
    /// The same, where it is [`Code::BROUGHT`].
    pub(super) brought: Brought,
    /// The hex that is watched, and where else it was looked since.
    pub(super) watched: (Hex, Looked),
}

/// What was looked at for the cost of a step into a hex.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Looked {
    /// Whose units are there, and nothing else.
    Sides,
    /// Who is there, and nothing else.
    There,
    /// That, and which unit it is that comes there.
    ThereByName,
    /// Anything else as well.
    Elsewhere,
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
        Query::UnitsWithin(hex, far, side) => lexicon.units(state.units_within(hex, far, side).into_iter()),
        Query::SidesWithin(hex, far) => lexicon.sides(state.sides_within(hex, far).into_iter()),
        Query::HexesOf(side) => lexicon.hexes(&state.hexes_of(side)),
        Query::UnitsOf(side) => lexicon.units_of(state, side),
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
        slots: &mut Slots,
        summary: Option<&mut Summary>,
    ) -> Result<Found, Halt> {
        let code = match summary {
            Some(_) => self.code_anew::<true>(root, slots, summary),
            None => self.code(root, slots),
        };
        self.found_by(code)
    }

    /// The same for whoever keeps last answers himself.
    pub(super) fn answer_anew(&mut self, root: RootId, slots: &mut Slots) -> Result<Found, Halt> {
        let code = self.code_anew::<false>(root, slots, None);
        self.found_by(code)
    }

    #[inline]
    fn found_by(&mut self, code: Result<Code, Box<Halt>>) -> Result<Found, Halt> {
        match code {
            Ok(Code::BROUGHT) => Ok(Found::Brought),
            Ok(Code::FOUND) => match self.found.take() {
                Some(ways) => Ok(Found::Goals(ways)),
                None => Err(Halt::Plainly),
            },
            Ok(code) => Ok(Found::Word(self.trie.codes.word(code))),
            Err(halt) => Err(*halt),
        }
    }

    /// The same as nodes have it.
    #[inline]
    fn code(&mut self, root: RootId, slots: &mut Slots) -> Result<Code, Box<Halt>> {
        let Root { function, entry, luck, brings, by_place, .. } = &self.trie.roots[root as usize];
        // What is printed was never asked for.
        if let Some(code) = entry.answered()
            && self.depth < DEEPEST
        {
            self.asked[*function as usize] += 1;
            self.did_more = false;
            return Ok(code);
        }
        if by_place.get()
            && let Some((code, place)) = self.trie.by_place.recalled(root, slots, self.state)
        {
            self.asked[*function as usize] += 1;
            self.look_at(place);
            self.did_more = false;
            return Ok(code);
        }
        // The last answer, if nothing has changed since that it came from.
        if luck.is_worth_a_try() {
            if let Some((code, function, parts)) = self.trie.memos.recalled(root, slots, self.state) {
                luck.had();
                self.asked[function as usize] += 1;
                self.parts.join(parts);
                self.watched.1 = Looked::Elsewhere;
                self.did_more = false;
                return Ok(code);
            }
            luck.missed();
        }
        if brings.get()
            && let Some(last) = &*self.last_brought
            && last.holds(root, slots, self.state)
        {
            self.asked[*function as usize] += 1;
            self.parts.join(last.parts());
            self.watched.1 = Looked::Elsewhere;
            (self.did_more, self.brought) = (false, *last.brought());
            return Ok(Code::BROUGHT);
        }
        self.code_anew::<true>(root, slots, None)
    }

    /// The same with what is handed on by who has this in his slots.
    #[inline]
    fn code_with(&mut self, root: RootId, handed: &Slots, slots: &Slots) -> Result<Code, Box<Halt>> {
        let mut own = Slots::default();
        own.take(handed, slots);
        self.code(root, &mut own)
    }

    /// Walks from the beginning. `KEEPS` where the answer is kept; `summary` is filled in where somebody wants to be told what was done.
    #[inline]
    fn code_anew<const KEEPS: bool>(
        &mut self,
        root: RootId,
        slots: &mut Slots,
        mut summary: Option<&mut Summary>,
    ) -> Result<Code, Box<Halt>> {
        let start = self.here();
        let known = &self.trie.roots[root as usize];
        if self.depth >= DEEPEST {
            return Err(Box::new(Halt::Plainly));
        }
        self.depth += 1;
        let in_slots = slots.spots.len();
        let outer = (self.parts, self.does_more);
        (self.parts, self.does_more) = (Parts::NONE, false);
        let mut by_trail = false;
        let found = match &mut summary {
            Some(summary) => self.follow_telling(known.entry, slots, summary),
            None if slots.is_empty() && known.trails.are_worth_it() => {
                by_trail = true;
                self.follow_trail(known)
            }
            None => self.follow(known.entry, slots),
        };
        self.depth -= 1;
        // Hexes in which units stand came behind the others.
        slots.spots.truncate(in_slots);
        let (parts, does_more) = (self.parts, self.does_more);
        (self.parts, self.does_more) = (outer.0, outer.1 | does_more);
        // Of who has done something nothing is kept but the deeds, and who does them again asks this once more (`Behind`).
        let is_behind = by_trail && outer.1 && !does_more && !self.is_search;
        match &found {
            Ok(code)
                if is_behind
                    && matches!(self.doing, Doing::Deeds(_))
                    && !matches!(*code, Code::FOUND | Code::BROUGHT) =>
            {
                self.behind.add(root, *code, parts);
            }
            _ => self.parts.join(parts),
        }
        self.did_more = does_more;
        if let Some(summary) = summary {
            summary.did_more = does_more;
        }
        match found {
            Ok(code) => {
                // Who has to wait for something asks again, which is the same question.
                self.asked[known.function as usize] += 1;
                if code == Code::BROUGHT && !does_more {
                    known.brings.set(true);
                    let last = LastBrought::new(root, slots, &self.brought, parts, self.state);
                    *self.last_brought = Some(last);
                } else if KEEPS && !does_more {
                    if self.trie.by_place.keep(root, slots, code, parts, self.state) {
                        known.by_place.set(true);
                    } else if known.luck.is_worth_a_try() {
                        self.trie.memos.keep((root, known.function), slots, code, parts, self.state);
                    }
                }
                Ok(code)
            }
            Err(halt) => Err(self.halted(halt, root, slots, start)),
        }
    }

    /// What is at the end of a course, from its beginning with this in the slots.
    #[inline]
    pub(super) fn go(&mut self, course: RootId, slots: &mut Slots) -> Result<Word, Halt> {
        let code = self.follow(self.trie.roots[course as usize].entry, slots).map_err(|halt| *halt)?;
        Ok(self.trie.codes.word(code))
    }

    /// Why a walk found no answer that has begun so, for who has called it: what is not known there is missing.
    #[cold]
    fn halted(&self, mut halt: Box<Halt>, root: RootId, slots: &Slots, start: Progress) -> Box<Halt> {
        if matches!(*halt, Halt::Hole) {
            *halt = Halt::Missing(Box::new(Missing {
                function: self.trie.roots[root as usize].function,
                arguments: self.trie.arguments(root).into(),
                slots: *slots,
                start,
                looking: self.looking,
                others: Vec::new(),
            }));
        }
        halt
    }

    /// Walks on from here to an answer. Hexes in which units stand come into slots on the way, behind those that are there.
    pub(super) fn follow(&mut self, mut goal: Goal, slots: &mut Slots) -> Result<Code, Box<Halt>> {
        while goal.is_node() {
            let node = self.trie.node_of(goal);
            let code = self.pass_here(node, slots)?;
            // Behind what is found or brought there is nothing but that.
            goal = self.trie.after(node, code);
        }
        goal.answered().ok_or_else(|| Box::new(Halt::Hole))
    }

    /// The same for who wants to be told what was done.
    fn follow_telling(
        &mut self,
        mut goal: Goal,
        slots: &mut Slots,
        summary: &mut Summary,
    ) -> Result<Code, Box<Halt>> {
        let trie = self.trie;
        let in_slots = slots.spots.len();
        while goal.is_node() {
            let node = trie.node_of(goal);
            let printed = self.printed(node, slots);
            let code = self.pass(node, slots)?;
            if let Some(spots) = printed {
                summary.add(Leading::Printed(spots), in_slots);
            } else if let Some(unit) = node.brief.who_stands() {
                if code != Code::NONE {
                    let unit = filled(unit, &slots.units);
                    summary.stood(unit, trie.codes.word(code));
                }
            } else if !node.brief.is_read() {
                summary.more = true;
            } else if code != Code::NONE {
                // Who has called the function is told of hexes by the slots that he has put them into. Whether units
                // of slots are in an answer makes no difference to what is told on.
                let told = trie.query(node.brief).about(|unit| filled(unit, &slots.units));
                summary.add(Leading::Read(told, trie.codes.word(code)), in_slots);
            }
            goal = trie.after(node, code);
        }
        goal.answered().ok_or_else(|| Box::new(Halt::Hole))
    }

    /// The hexes, as the function knows them, that all hangs on which is answered at a node.
    fn printed(&self, node: &Node, slots: &Slots) -> Option<Spots> {
        let call = self.trie.calls_at(node.brief)?;
        let spots = call.handed.spots.each(|hex| filled_spot(hex, &slots.spots));
        self.trie.is_printed(call.site, &spots).then_some(call.handed.spots)
    }

    /// Asks or does what there is at a node. The answer is [`Code::NONE`] where it is new, or where something was only done;
    /// [`Code::FOUND`] where the function's answer is what a search has found, [`Code::BROUGHT`] where it is hexes of slots.
    #[inline(never)]
    pub(super) fn pass(&mut self, node: &Node, slots: &mut Slots) -> Result<Code, Box<Halt>> {
        self.pass_here(node, slots)
    }

    /// The same in the one place where nearly all nodes are passed.
    #[inline(always)]
    fn pass_here(&mut self, node: &Node, slots: &mut Slots) -> Result<Code, Box<Halt>> {
        let (trie, brief) = (self.trie, node.brief);
        Ok(match brief.kind() {
            brief::PLACE_OF => self.place(slots.units.at(brief.rest())),
            brief::ON_MAP_OF => self.on_map(slots.units.at(brief.rest())),
            brief::IN_PLAY_OF => self.in_play(slots.units.at(brief.rest())),
            brief::PROPERTY_OF => {
                let (at, property) = brief.slot_and_number();
                self.property_of(Target::Unit(slots.units.at(at)), property, slots)
            }
            brief::SIDES_AT => self.sides_at(brief.hex()),
            brief::SIDES_AT_SPOT => self.sides_at(slots.spots.at(brief.rest())),
            brief::UNITS_AT => self.units_at(brief.hex(), slots),
            brief::UNITS_AT_SPOT => self.units_at(slots.spots.at(brief.rest()), slots),
            brief::SIDES_WITHIN_SPOT => {
                let (at, far) = brief.slot_and_number();
                self.sides_within(slots.spots.at(at), far)
            }
            brief::PLACE => self.place(UnitId(brief.rest() as u32)),
            brief::ON_MAP => self.on_map(UnitId(brief.rest() as u32)),
            brief::IN_PLAY => self.in_play(UnitId(brief.rest() as u32)),
            kind @ (brief::CALL_OF.. | brief::CALL) => {
                let code = if kind == brief::CALL {
                    self.code(brief.rest() as RootId, &mut Slots::default())?
                } else {
                    let (root, handed) = brief.called();
                    let handed = trie.handed(handed);
                    match handed.is_all_of(slots) {
                        true => self.code(root, slots)?,
                        false => self.code_with(root, handed.slots(), slots)?,
                    }
                };
                self.answered(code, slots)?
            }
            brief::CALL_AT => self.called_at(brief.rest(), slots)?,
            brief::PROPERTY => {
                let (target, property) = brief.whose_property();
                self.property(target, property, slots)
            }
            brief::ACTIVE => {
                self.look_at(Part::PHASE);
                let side = self.state.clock().side;
                side.map_or(Code::NOTHING, |side| trie.codes.known(Word::side(side)))
            }
            brief::PHASE => {
                self.look_at(Part::PHASE);
                trie.codes.known(self.lexicon.phase(&self.state.clock().phase))
            }
            brief::UNITS_OF => self.units_of(SideId(brief.rest() as u32), slots),
            brief::STAND_OF => self.stand(slots.units.at(brief.rest()), slots),
            brief::DO => {
                self.does_more = true;
                self.carry(trie.deed(brief.rest()), slots)?;
                Code::NONE
            }
            _ => self.pass_rarely(node, slots)?,
        })
    }

    /// The same of what is at few nodes.
    #[inline(never)]
    fn pass_rarely(&mut self, node: &Node, slots: &mut Slots) -> Result<Code, Box<Halt>> {
        let (trie, brief) = (self.trie, node.brief);
        Ok(match brief.kind() {
            brief::CALL_BY_NUMBER => {
                let (root, handed) = trie.call(brief.rest());
                let code = self.code_with(root, handed, slots)?;
                self.answered(code, slots)?
            }
            brief::WHICH => {
                self.watched.1 = self.watched.1.max(Looked::ThereByName);
                trie.codes.known(Word::unit(slots.units.at(brief.rest())))
            }
            brief::WHERE => self.hex(slots.spots.at(brief.rest())),
            brief::STAND => self.stand(UnitId(brief.rest() as u32), slots),
            brief::NAME => {
                (self.does_more, self.doing) = (true, Doing::Untold);
                if !self.is_search {
                    self.outcomes.push(trie.name(brief.rest()).clone());
                }
                Code::NONE
            }
            brief::ASK => {
                (self.does_more, self.doing) = (true, Doing::Untold);
                let word = self.ask(trie.ask(brief.rest()))?;
                trie.codes.known(word)
            }
            brief::SEARCH => {
                let search = trie.search(brief.rest());
                let found = self.search(search, slots)?;
                let target = search.target.map(|hex| filled_spot(hex, &slots.spots));
                let word = match result(self.lexicon, self.map, target, &found) {
                    Came::Word(word) => word,
                    Came::Hexes(way) => way.take_in(&mut slots.spots, self.grounds, self.lexicon, self.map),
                };
                trie.codes.known(word)
            }
            brief::BETWEEN => {
                let between = trie.between(brief.rest()).at(|hex| filled_spot(hex, &slots.spots));
                trie.codes.known(between.answer())
            }
            brief::BROUGHT => {
                self.brought.take(trie.brought(brief.rest()), &slots.spots);
                Code::BROUGHT
            }
            brief::FOUND => {
                let found = self.search(trie.search(brief.rest()), slots)?;
                self.found = Some(found);
                Code::FOUND
            }
            _ => {
                let query = trie.query(brief).about(|unit| filled(unit, &slots.units));
                let query = query.at(|hex| filled_spot(hex, &slots.spots));
                self.parts.read(&query);
                self.watched.1 = Looked::Elsewhere;
                let word = read(self.lexicon, self.catalogue, self.state, &query);
                let word = self.lexicon.branch(word, &slots.units);
                trie.codes.known(word)
            }
        })
    }

    #[inline]
    fn hex(&self, hex: Hex) -> Code {
        Code::hex(hex).unwrap_or_else(|| self.trie.codes.known(Word::hex(hex)))
    }

    #[inline]
    fn place(&mut self, unit: UnitId) -> Code {
        self.look_at(Part::place(unit));
        match self.state.unit(unit).place {
            Place::Hex(hex) => self.hex(hex),
            Place::Table(..) | Place::Reserve | Place::Out => Code::NOTHING,
        }
    }

    /// What a unit stands on. Its hex comes into the next slot, unless it is in one.
    fn stand(&mut self, unit: UnitId, slots: &mut Slots) -> Code {
        self.look_at(Part::place(unit));
        let Place::Hex(hex) = self.state.unit(unit).place else { return Code::NOTHING };
        match self.grounds.take_in(hex, &mut slots.spots, self.map) {
            Some(taken) => self.trie.codes.known(taken.stood_on()),
            None => self.hex(hex),
        }
    }

    #[inline]
    fn on_map(&mut self, unit: UnitId) -> Code {
        self.look_at(Part::ON_BOARD);
        Code::bool(self.state.unit(unit).place.is_on_board())
    }

    #[inline]
    fn in_play(&mut self, unit: UnitId) -> Code {
        self.look_at(Part::IN_PLAY);
        Code::bool(self.state.unit(unit).place != Place::Out)
    }

    /// Does something, and tells what it looked at, of who is in this hex.
    #[inline]
    pub(super) fn watching<T>(&mut self, hex: Hex, work: impl FnOnce(&mut Self) -> T) -> (T, Looked) {
        self.watched = (hex, Looked::Sides);
        let done = work(self);
        (done, self.watched.1)
    }

    /// Looks at a part of the state that is not who is in a hex.
    #[inline]
    fn look_at(&mut self, part: Part) {
        self.parts.add(part);
        self.watched.1 = Looked::Elsewhere;
    }

    /// Looks into a hex for whose units are there, or for which.
    #[inline]
    fn look(&mut self, hex: Hex, what: Looked) {
        self.parts.add(Part::hex(hex));
        let looked = if self.watched.0 == hex { what } else { Looked::Elsewhere };
        self.watched.1 = self.watched.1.max(looked);
    }

    #[inline(never)]
    fn property(&mut self, target: Target, property: u32, slots: &Slots) -> Code {
        self.property_of(target, property, slots)
    }

    /// The same in the one place where nearly all properties are asked for.
    #[inline(always)]
    fn property_of(&mut self, target: Target, property: u32, slots: &Slots) -> Code {
        self.look_at(Part::properties_of(target));
        let short = match self.state.property_ref(self.catalogue, target, property) {
            Value::Bool(value) => Some(Code::bool(*value)),
            Value::Int(number) => Code::int(*number),
            Value::Nothing => Some(Code::NOTHING),
            _ => None,
        };
        short.unwrap_or_else(|| self.long_property(target, property, slots))
    }

    /// The same of what is no short word.
    #[inline(never)]
    fn long_property(&mut self, target: Target, property: u32, slots: &Slots) -> Code {
        let word = self.lexicon.of_value(self.state.property_ref(self.catalogue, target, property));
        self.trie.codes.known(self.lexicon.branch(word, &slots.units))
    }

    #[inline]
    fn sides_at(&mut self, hex: Hex) -> Code {
        self.look(hex, Looked::Sides);
        Code::sides(self.state.whose_at(hex)).unwrap_or_else(|| self.sides_of(hex))
    }

    #[inline(never)]
    fn sides_of(&mut self, hex: Hex) -> Code {
        let units = self.state.units_at(hex).iter();
        let word = self.lexicon.sides(units.map(|unit| self.state.unit(*unit).side));
        self.trie.codes.known(word)
    }

    fn sides_within(&mut self, hex: Hex, far: u32) -> Code {
        self.parts.join(Parts::within(hex, far));
        self.watched.1 = Looked::Elsewhere;
        Code::sides(self.state.whose_within(hex, far)).unwrap_or_else(|| {
            let word = self.lexicon.sides(self.state.sides_within(hex, far).into_iter());
            self.trie.codes.known(word)
        })
    }

    #[inline]
    fn units_at(&mut self, hex: Hex, slots: &Slots) -> Code {
        self.look(hex, Looked::There);
        match self.state.units_at(hex) {
            [] => Code::EMPTY,
            _ => self.units_in(hex, slots),
        }
    }

    #[inline(never)]
    fn units_in(&mut self, hex: Hex, slots: &Slots) -> Code {
        let word = self.lexicon.units(self.state.units_at(hex).iter().copied());
        self.trie.codes.known(self.lexicon.branch(word, &slots.units))
    }

    fn units_of(&mut self, side: SideId, slots: &Slots) -> Code {
        self.look_at(Part::IN_PLAY);
        let word = self.lexicon.units_of(self.state, side);
        self.trie.codes.known(self.lexicon.branch(word, &slots.units))
    }

    /// An answer as a function with this in its slots branches on it.
    #[inline(always)]
    fn branched(&mut self, code: Code, slots: &Slots) -> Code {
        match code.has_no_units() || slots.units.is_empty() {
            true => code,
            false => self.branched_by_units(code, slots),
        }
    }

    /// The same where units may be in both.
    #[inline(never)]
    fn branched_by_units(&mut self, code: Code, slots: &Slots) -> Code {
        let word = self.trie.codes.word(code);
        let branch = self.lexicon.branch(word, &slots.units);
        if branch == word { code } else { self.trie.codes.known(branch) }
    }

    /// Does what a function does, to the units of its slots where it names those.
    fn carry(&mut self, deed: &Deed, slots: &Slots) -> Result<(), Box<Halt>> {
        if self.looking {
            return Err(Box::new(Halt::Plainly));
        }
        let named = || deed.about(|unit| filled(unit, &slots.units), |hex| filled_spot(hex, &slots.spots));
        self.doing.does(named, self.state);
        match deed {
            Deed::Place(unit, place) => {
                let place = place.at(|hex| filled_spot(hex, &slots.spots));
                self.state.place(filled(*unit, &slots.units), place);
            }
            Deed::Write(target, property, value) => {
                let target = target.about(|unit| filled(unit, &slots.units));
                self.state.write(target, *property, value.clone());
            }
            deed => self.state.carry(deed),
        }
        Ok(())
    }

    pub(super) fn here(&self) -> Progress {
        Progress { changes: self.state.pending(), answers: self.used, outcomes: self.outcomes.len() }
    }

    /// What the function that was walked last has answered, as a function with this in its slots branches on it.
    #[inline(always)]
    pub(super) fn answered(&mut self, code: Code, slots: &mut Slots) -> Result<Code, Box<Halt>> {
        let did_more = self.did_more;
        let code = match code {
            Code::FOUND => self.listed()?,
            Code::BROUGHT => self.take_in(slots),
            code => self.branched(code, slots),
        };
        Ok(if did_more { code.by_deeds() } else { code })
    }

    /// Hexes that were brought come into slots.
    #[inline(never)]
    fn take_in(&mut self, slots: &mut Slots) -> Code {
        let word = self.brought.take_in(&mut slots.spots, self.grounds, self.lexicon, self.map);
        self.trie.codes.known(word)
    }

    /// The same of a call that hangs on hexes.
    #[inline]
    fn called_at(&mut self, number: usize, slots: &mut Slots) -> Result<Code, Box<Halt>> {
        let trie = self.trie;
        let call = trie.call_at(number);
        let told = call.told.map(|hex| filled_spot(hex, &slots.spots));
        let known = told.and_then(|hex| trie.sites.known(call.site, hex));
        // Where all hangs on a single hex, and on nothing else, nothing is handed on.
        if let Some(root) = known
            && let Some(code) = trie.roots[root as usize].entry.answered()
            && self.depth < DEEPEST
        {
            self.asked[call.function as usize] += 1;
            return Ok(self.branched(code, slots));
        }
        if call.is_printed {
            return Err(Box::new(Halt::Plainly));
        }
        self.called_at_root(call, known, slots)
    }

    /// The same where it hangs on more, or nobody has asked yet.
    #[inline(never)]
    fn called_at_root(
        &mut self,
        call: &CallAt,
        known: Option<RootId>,
        slots: &mut Slots,
    ) -> Result<Code, Box<Halt>> {
        let trie = self.trie;
        let site = trie.sites.site(call.site);
        let mut handed = Slots::default();
        handed.take(&call.handed, slots);
        let root = known.or_else(|| trie.root_at(call.site, &handed.spots));
        let spots = handed.spots;
        handed.spots.truncate(site.in_slots);
        let Some(root) = root else {
            return Err(Box::new(Halt::Missing(Box::new(Missing {
                function: site.function,
                arguments: site.arguments_at(&spots),
                slots: handed,
                start: self.here(),
                looking: self.looking,
                others: Vec::new(),
            }))));
        };
        let code = self.code(root, &mut handed)?;
        self.answered(code, slots)
    }

    /// What a search has found, as a list.
    #[inline(never)]
    fn listed(&mut self) -> Result<Code, Box<Halt>> {
        let goals = self.found.take().map(|ways| ways.goals(self.map)).unwrap_or_default();
        let word = self.lexicon.hexes(&goals);
        match self.trie.codes.known(word) {
            // A list that nobody has seen leads nowhere yet.
            Code::NONE => Err(Box::new(Halt::Hole)),
            code => Ok(code),
        }
    }

    fn ask(&mut self, ask: &std::sync::Arc<Ask>) -> Result<Word, Box<Halt>> {
        if self.looking {
            return Err(Box::new(Halt::Plainly));
        }
        if self.used == self.given.len() {
            let at_once = self.door.try_borrow_mut().ok().and_then(|mut door| door.at_once(ask));
            let Some(answer) = at_once else {
                return Err(Box::new(Halt::Asks(ask.clone())));
            };
            if let Some(misfit) = answer.given.misfit(ask) {
                return Err(Box::new(Halt::Stopped(Stop::Misfit(misfit))));
            }
            self.given.push(answer);
        }
        self.used += 1;
        Ok(self.lexicon.given(&self.given[self.used - 1].given))
    }
}

//! Courses as they are noted: a walk through the tries of the rules, each step called as the course calls it.

use super::code::Code;
use super::course::Course;
use super::memory::DEEPEST;
use super::search::{Came, result};
use super::slots::{Slots, Spots, as_slot, as_spot, filled, filled_spot, slot, spot};
use super::trie::{Act, Callee, Node, RootId, Step};
use super::walk::{Halt, Walk, read};
use super::word::Word;
use crate::kernel::hex::Hex;
use crate::kernel::state::Place;
use crate::kernel::value::UnitId;

/// A longer course is not noted.
const LONGEST: usize = 64;

/// What cannot stand in a course.
fn unfit() -> Box<Halt> {
    Box::new(Halt::Plainly)
}

/// Only of hexes in slots of the course it is known which of them are the same.
fn are_slots(names: &Spots) -> Result<(), Box<Halt>> {
    names.iter().all(|hex| as_spot(*hex).is_some()).then_some(()).ok_or_else(unfit)
}

/// What stands for what is in the slots of a command, by the slots themselves.
fn names(slots: &Slots) -> Slots {
    Slots {
        units: (0..slots.units.len()).map(slot).collect(),
        spots: (0..slots.spots.len()).map(spot).collect(),
    }
}

impl Walk<'_> {
    /// The answer of a function with this in its slots, all of whose steps are noted.
    pub(super) fn noted(&mut self, root: RootId, slots: &Slots, course: &mut Course) -> Result<Word, Halt> {
        // Whether two hexes are the same is told by what comes into slots behind them.
        let is_twice = |(at, hex): (usize, &Hex)| slots.spots[..at].contains(hex);
        if slots.spots.iter().enumerate().any(is_twice) {
            return Err(Halt::Plainly);
        }
        let code = self.note(root, &mut { *slots }, &mut names(slots), course).map_err(|halt| *halt)?;
        course.catch_up();
        match code {
            Code::FOUND | Code::BROUGHT => Err(Halt::Plainly),
            code => Ok(self.trie.codes.word(code)),
        }
    }

    /// The same for a function that is called, with what its slots are called in the course.
    fn note(
        &mut self,
        root: RootId,
        slots: &mut Slots,
        names: &mut Slots,
        course: &mut Course,
    ) -> Result<Code, Box<Halt>> {
        let trie = self.trie;
        let mut goal = trie.roots[root as usize].entry;
        // The plain engine tells where a script goes too deep.
        if self.depth >= DEEPEST {
            return Err(unfit());
        }
        self.depth += 1;
        while goal.is_node() {
            if course.steps.len() > LONGEST {
                return Err(unfit());
            }
            let node = trie.node_of(goal);
            let code = self.note_node(node, slots, names, course)?;
            goal = trie.after(node, code);
        }
        self.depth -= 1;
        goal.answered().ok_or_else(|| Box::new(Halt::Hole))
    }

    fn note_node(
        &mut self,
        node: &Node,
        slots: &mut Slots,
        names: &mut Slots,
        course: &mut Course,
    ) -> Result<Code, Box<Halt>> {
        let trie = self.trie;
        let act = trie.act(node);
        if let Act::Call(Callee::Root(root), handed) = act {
            let (mut own, mut own_names) = (Slots::default(), Slots::default());
            own.take(&handed, slots);
            own_names.take(&handed, names);
            are_slots(&own_names.spots)?;
            let did_more = std::mem::replace(&mut self.does_more, false);
            let code = self.note(root, &mut own, &mut own_names, course)?;
            self.did_more = self.does_more;
            self.does_more |= did_more;
            return self.note_answer(code, slots, names, course);
        }
        let before = slots.spots.len();
        let code = self.pass(node, slots)?;
        let (unit_of, hex_of) =
            (|unit: UnitId| filled(unit, &names.units), |hex: Hex| filled_spot(hex, &names.spots));
        match act {
            Act::Read(query) => {
                let query = query.about(unit_of).at(hex_of);
                let is_it = |step: &Step| matches!(step, Step::Read(known, _) if *known == query);
                if !course.knows(is_it) {
                    let own = query.about(|unit| filled(unit, &course.slots.units));
                    let own = own.at(|hex| filled_spot(hex, &course.slots.spots));
                    let word = read(self.lexicon, self.catalogue, self.state, &own);
                    course.ask(Step::Read(query, self.lexicon.branch(word, &course.slots.units)));
                }
            }
            Act::Which(at) => {
                let name = names.units.at(at);
                let is_it = |step: &Step| matches!(step, Step::Which(known, _) if *known == name);
                if as_slot(name).is_some() && !course.knows(is_it) {
                    course.ask(Step::Which(name, Word::unit(slots.units.at(at))));
                }
            }
            Act::Where(at) => {
                let name = names.spots.at(at);
                let is_it = |step: &Step| matches!(step, Step::Where(known, _) if *known == name);
                if as_spot(name).is_some() && !course.knows(is_it) {
                    course.ask(Step::Where(name, Word::hex(slots.spots.at(at))));
                }
            }
            Act::Stand(unit) => {
                let (own, name) = (filled(unit, &slots.units), unit_of(unit));
                self.note_standing(own, name, course)?;
                self.name_taken(&self.hexes_of(own), before, slots, names, course)?;
            }
            Act::Between(between) => {
                let between = between.at(hex_of);
                let is_it = |step: &Step| matches!(step, Step::Between(known, _) if *known == between);
                if between.is_open() && !course.knows(is_it) {
                    let own = between.at(|hex| filled_spot(hex, &course.slots.spots));
                    course.ask(Step::Between(between, own.answer()));
                }
            }
            Act::Call(Callee::At(site), handed) => {
                let own = handed.spots.each(|hex| filled_spot(hex, &slots.spots));
                let is_of_one = trie.calls_at(node.brief).is_some_and(|call| call.told.is_some());
                if !is_of_one || !trie.is_printed(site, &own) || !code.has_no_units() {
                    return Err(unfit());
                }
                let (callee, mut named) = (Callee::Printed(site), Slots::default());
                named.take(&handed, names);
                let is_it =
                    |step: &Step| matches!(step, Step::Call(of, on, ..) if (*of, *on) == (callee, named));
                if !course.knows(is_it) {
                    course.ask(Step::Call(callee, named, trie.codes.word(code), false));
                }
            }
            Act::Ask(ask) => {
                // Who answers may look at the state.
                course.catch_up();
                course.steps.push(Step::Ask(ask.clone(), trie.codes.word(code)));
            }
            Act::Search(search) => {
                let named = search.about(unit_of, hex_of);
                let target = named.target.ok_or_else(unfit)?;
                let found = self.search(&named, &{ course.slots })?;
                let target = filled_spot(target, &course.slots.spots);
                let came = result(self.lexicon, self.map, Some(target), &found);
                let (word, way) = match came {
                    Came::Word(word) => (word, Spots::new()),
                    Came::Hexes(way) => {
                        let spots = &mut course.slots.spots;
                        (way.take_in(spots, self.grounds, self.lexicon, self.map), way.hexes)
                    }
                };
                let is_it = |step: &Step| matches!(step, Step::Search(known, _) if **known == named);
                if !course.knows(is_it) {
                    course.ask(Step::Search(Box::new(named), word));
                }
                self.name_taken(&way, before, slots, names, course)?;
            }
            Act::Do(deed) => course.does(deed.about(unit_of, hex_of)),
            Act::Name(name) => course.steps.push(Step::Name(name.clone())),
            Act::Brought(brought) => course.brought = brought.hexes.each(hex_of),
            Act::Found(_) | Act::Call(Callee::Root(_) | Callee::Printed(_), _) => return Err(unfit()),
        }
        Ok(code)
    }

    /// What a function that was called has answered, for who has called it.
    fn note_answer(
        &mut self,
        code: Code,
        slots: &mut Slots,
        names: &mut Slots,
        course: &Course,
    ) -> Result<Code, Box<Halt>> {
        if code == Code::FOUND {
            return Err(unfit());
        }
        let before = slots.spots.len();
        let answer = self.answered(code, slots)?;
        if code == Code::BROUGHT {
            are_slots(&course.brought)?;
            let hexes = self.brought.hexes;
            self.name_taken(&hexes, before, slots, names, course)?;
        }
        Ok(answer)
    }

    /// Notes what a unit stands on, which puts its hex into a slot of the course.
    fn note_standing(&mut self, own: UnitId, name: UnitId, course: &mut Course) -> Result<(), Box<Halt>> {
        let is_it = |step: &Step| matches!(step, Step::Stand(known, _) if *known == name);
        if course.knows(is_it) {
            return Ok(());
        }
        let word = match self.hexes_of(own)[..] {
            [hex] => {
                let taken = self.grounds.take_in(hex, &mut course.slots.spots, self.map);
                taken.ok_or_else(unfit)?.stood_on()
            }
            _ => Word::NOTHING,
        };
        course.ask(Step::Stand(name, word));
        Ok(())
    }

    /// The hex in which a unit is, if it is in one.
    fn hexes_of(&self, unit: UnitId) -> Spots {
        match self.state.unit(unit).place {
            Place::Hex(hex) => [hex].into_iter().collect(),
            Place::Table(..) | Place::Reserve | Place::Out => Spots::new(),
        }
    }

    /// Hexes have come into slots of a function behind so many others: they are called as the course calls them. All are in slots there,
    /// or it would matter which they are.
    fn name_taken(
        &self,
        hexes: &Spots,
        before: usize,
        slots: &Slots,
        names: &mut Slots,
        course: &Course,
    ) -> Result<(), Box<Halt>> {
        if !hexes.iter().all(|hex| slots.spots.contains(hex) && course.slots.spots.contains(hex)) {
            return Err(unfit());
        }
        for hex in &slots.spots[before..] {
            names.spots.push(course.name(*hex).ok_or_else(unfit)?);
        }
        Ok(())
    }
}

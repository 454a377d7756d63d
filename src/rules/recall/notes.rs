//! What a function does while it runs in the engine, noted step by step.

use std::sync::Arc;

use rhai::Position;

use super::between::Between;
use super::brought::Brought;
use super::grounds::Taken;
use super::lexicon::Lexicon;
use super::memory::{Inner, Memory};
use super::slots::{Slots, Spots, Units, as_spot, filled_spot, slot, spot};
use super::summary::{Leading, Summary, is_narrow};
use super::trie::{Callee, FunctionId, Search, Step};
use super::walk::read;
use super::word::Word;
use crate::kernel::door::{Answer, Ask, Stop};
use crate::kernel::hex::Hex;
use crate::kernel::state::{Bearing, Deed, Query};
use crate::kernel::value::UnitId;
use crate::rules::scene::Stage;

/// Looking further back among the steps of a run would cost more than asking twice.
const LAST: usize = 48;
/// Most runs take no more steps.
const USUAL: usize = 16;
/// So many narrow reads that a function begins with are taken over by who calls it.
const MOST_TAKEN_OVER: usize = 3;

/// What a run in the engine has done so far.
#[derive(Debug, Default)]
pub(super) struct Frame {
    pub(super) function: FunctionId,
    pub(super) steps: Vec<Step>,
    pub(super) tail: Option<Position>,
    /// The last search, where it stands at the function's end.
    pub(super) last_search: Option<Box<Search>>,
    /// Something was done that a trie cannot keep.
    pub(super) unfit: bool,
    /// The units in its slots.
    pub(super) units: Units,
    /// The hexes in its slots. It is given what stands for them, and so are its steps. Behind those that it was called with are those in
    /// which it has found units standing.
    pub(super) spots: Spots,
    /// These units, with what stands for their hexes, and how many steps there were then.
    stood: Vec<(UnitId, Hex, usize)>,
    /// The slots, a bit each, of which it is known already which unit is in them.
    told: u32,
    /// Hexes that an answer has brought have come into its slots.
    pub(super) has_taken_in: bool,
}

/// How far a run has come in its notes.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Mark {
    steps: usize,
    spots: usize,
    told: u32,
    unfit: bool,
}

impl Frame {
    /// A run that has done nothing yet.
    pub(super) fn new(function: FunctionId, tail: Option<Position>, Slots { units, spots }: Slots) -> Frame {
        Frame { function, steps: Vec::with_capacity(USUAL), tail, units, spots, ..Frame::default() }
    }

    /// From here on it matters which units these are, where they are in slots.
    pub(super) fn mention(&mut self, is_it: impl Fn(UnitId) -> bool) {
        for at in 0..self.units.len() {
            let unit = self.units[at];
            if self.told >> at & 1 == 0 && is_it(unit) {
                self.told |= 1 << at;
                self.last_search = None;
                self.steps.push(Step::Which(unit, Word::unit(unit)));
            }
        }
    }

    /// How far the run has come.
    pub(super) fn mark(&self) -> Mark {
        Mark { steps: self.steps.len(), spots: self.spots.len(), told: self.told, unfit: self.unfit }
    }

    /// What was noted since is not part of it.
    pub(super) fn back_to(&mut self, mark: Mark) {
        self.steps.truncate(mark.steps);
        self.spots.truncate(mark.spots);
        self.stood.retain(|(.., steps)| *steps <= mark.steps);
        self.last_search = None;
        (self.told, self.unfit) = (mark.told, mark.unfit);
    }

    /// The same of units that are handed on by name, inside lists.
    fn mention_handed_on(&mut self, inner: &Inner, callee: Callee) {
        if !self.units.is_empty() {
            let arguments = inner.trie.handed_by_name(callee);
            self.mention(|unit| arguments.iter().any(|word| inner.lexicon.has_unit(*word, unit)));
        }
    }

    /// The steps as a trie keeps them: by slots, as long as it does not matter which units are in them.
    pub(super) fn by_slots(&self, lexicon: &mut Lexicon) -> Vec<Step> {
        let mut told: Units = Units::new();
        let steps = self.steps.iter().map(|step| {
            let place = |unit: UnitId| self.units.iter().position(|own| *own == unit && !told.contains(own));
            let by_slot = step.about(
                |unit| place(unit).map_or(unit, slot),
                |hex| hex,
                |answer| lexicon.branch(answer, &self.units),
            );
            if let Step::Which(unit, _) = step {
                told.push(*unit);
            }
            by_slot
        });
        steps.collect()
    }
}

/// What a call has noted so far, put aside while another runs inside it.
#[derive(Debug)]
pub(super) struct Outer {
    frames: Vec<Frame>,
    given: Vec<Answer>,
    used: usize,
    outcomes: Vec<Arc<str>>,
}

impl Memory {
    /// Puts aside what the call that is under way has noted.
    pub(super) fn put_aside(&self) -> Outer {
        Outer {
            frames: self.frames.take(),
            given: self.given.take(),
            used: self.used.get(),
            outcomes: self.outcomes.take(),
        }
    }

    /// Takes it up again; what the call inside has come to is its caller's to ask before.
    pub(super) fn take_up(&self, outer: Outer) {
        self.frames.replace(outer.frames);
        self.given.replace(outer.given);
        self.used.set(outer.used);
        self.outcomes.replace(outer.outcomes);
    }

    pub(super) fn note(&self, step: Step) {
        let mut frames = self.frames.borrow_mut();
        let Some(frame) = frames.last_mut() else { return };
        frame.last_search = None;
        if frame.units.is_empty() {
            frame.steps.push(step);
            return;
        }
        let inner = self.inner.borrow();
        let has = |word: Word, unit| inner.lexicon.has_unit(word, unit);
        // What is asked or done with a unit by its name, and not by its slot.
        if let Step::Call(callee, ..) = &step {
            frame.mention_handed_on(&inner, *callee);
        }
        frame.mention(|unit| match &step {
            Step::Ask(ask, _) => match &**ask {
                Ask::Roll(_) => false,
                Ask::Choose(choice) => choice.options.iter().any(|option| option.has_unit(unit)),
                Ask::Decide(secrets) | Ask::Seal(secrets) => {
                    secrets.of.iter().any(|secret| secret.has_unit(unit))
                }
            },
            Step::Search(search, _) => search.captured.iter().any(|w| has(*w, unit)),
            Step::Do(deed) => deed.writes_down(unit),
            Step::Read(..) | Step::Which(..) | Step::Where(..) | Step::Stand(..) => false,
            Step::Between(..) | Step::Call(..) | Step::Name(_) => false,
        });
        let answer = step.answer();
        frame.steps.push(step);
        frame.mention(|unit| answer.is_some_and(|word| has(word, unit)));
    }

    /// A rule has seen which unit this is.
    pub(in crate::rules) fn has_named(&self, unit: UnitId) {
        if let Some(frame) = self.frames.borrow_mut().last_mut() {
            frame.mention(|own| own == unit);
        }
    }

    /// A rule has looked a unit up by its name: whether it is one of its slots' hangs on which units these are.
    pub(in crate::rules) fn has_looked_up(&self) {
        if let Some(frame) = self.frames.borrow_mut().last_mut() {
            frame.mention(|_| true);
        }
    }

    /// A function's answer is a step of who called it, with what it began by reading before it: where it came from that
    /// alone, there is no call, so the reads must stand there whether it did more or not. What is in its slots is as the caller
    /// knows it. Where it hangs on a hex that the caller has in a slot, there is a call in any case, and nothing before it.
    pub(super) fn note_call(&self, callee: Callee, slots: &Slots, word: Word, summary: &Summary) {
        // Also where nothing was read: an answer about units by name is none about slots.
        if let Some(frame) = self.frames.borrow_mut().last_mut() {
            frame.mention_handed_on(&self.inner.borrow(), callee);
        }
        if let Callee::At(_) = callee {
            return self.note_whole_call(callee, slots, word, summary.did_more);
        }
        let mut taken_over = 0;
        for leading in &summary.leading {
            let (query, read) = match *leading {
                Leading::Stand(unit) if self.known_to_stand(unit).is_some() => continue,
                Leading::Stand(unit) => (Query::Place(unit), Word::NOTHING),
                Leading::Printed(spots) => {
                    // Who knows the hexes themselves has nothing to ask.
                    let known = spots.each(|hex| filled_spot(hex, &slots.spots));
                    if known.iter().all(|hex| as_spot(*hex).is_none()) {
                        continue;
                    }
                    return self.note_whole_call(callee, slots, word, summary.did_more);
                }
                Leading::Read(query, read) => (query.at(|hex| filled_spot(hex, &slots.spots)), read),
            };
            if self.knows_answer(&query) {
                continue;
            }
            if taken_over == MOST_TAKEN_OVER || !is_narrow(&query) {
                return self.note_whole_call(callee, slots, word, summary.did_more);
            }
            taken_over += 1;
            self.note(Step::Read(query, read));
        }
        if summary.more {
            self.note_whole_call(callee, slots, word, summary.did_more);
        }
    }

    fn note_whole_call(&self, callee: Callee, slots: &Slots, word: Word, did_more: bool) {
        let known = |step: &Step| matches!(step, Step::Call(c, of, w, false) if *c == callee && of == slots && *w == word);
        if did_more || !self.is_known(known) {
            self.note(Step::Call(callee, *slots, word, did_more));
        }
    }

    fn note_read(&self, query: Query, word: Word) {
        if !self.knows_answer(&query) {
            self.note(Step::Read(query, word));
        }
    }

    /// Whether the running function knows the answer to a query already: it has asked, and done nothing since that bears on it, or it
    /// follows from what it has done, or from the unit's having a hex.
    fn knows_answer(&self, query: &Query) -> bool {
        let frames = self.frames.borrow();
        let Some(frame) = frames.last() else { return true };
        for step in frame.steps.iter().rev().take(LAST) {
            match step {
                Step::Read(known, _) if known == query => return true,
                Step::Read(Query::Place(unit), at) | Step::Stand(unit, at)
                    if *at != Word::NOTHING
                        && [Query::OnMap(*unit), Query::InPlay(*unit)].contains(query) =>
                {
                    return true;
                }
                Step::Do(deed) => match deed.bears_on(query) {
                    Bearing::None => {}
                    Bearing::Settles => return true,
                    Bearing::Changes => return false,
                },
                Step::Call(_, _, _, true) => return false,
                _ => {}
            }
        }
        false
    }

    /// Whether the running function has taken this step already, and has changed nothing since.
    fn is_known(&self, step: impl Fn(&Step) -> bool) -> bool {
        let frames = self.frames.borrow();
        let Some(frame) = frames.last() else { return true };
        let before = frame.steps.iter().rev().take(LAST);
        before.take_while(|s| !matches!(s, Step::Do(_) | Step::Call(_, _, _, true))).any(step)
    }

    /// Puts hexes that an answer brings into slots of the running function: what leads on from there, and what the function is given.
    pub(super) fn take_in(&self, stage: &Stage, brought: &Brought) -> (Word, Word) {
        let mut inner = self.inner.borrow_mut();
        let Inner { lexicon, grounds, .. } = &mut *inner;
        let mut frames = self.frames.borrow_mut();
        let Some(frame) = frames.last_mut() else {
            let word = brought.word(lexicon);
            return (word, word);
        };
        frame.has_taken_in = true;
        let word = brought.take_in(&mut frame.spots, grounds, lexicon, &stage.map);
        (word, brought.standing(&frame.spots).word(lexicon))
    }

    /// What is between two hexes, where what stands for them does not tell.
    pub(super) fn between(&self, between: Between) -> Word {
        let word = between.at(|hex| self.whole(hex)).answer();
        let step = Step::Between(between, word);
        if between.is_open() && !self.is_known(|known| *known == step) {
            self.note(step);
        }
        word
    }

    /// A call that has brought hexes is a step of who called it, in whose slots they come. The hexes as he is given them.
    pub(super) fn note_bringing(
        &self,
        stage: &Stage,
        callee: Callee,
        slots: &Slots,
        brought: &Brought,
        did_more: bool,
    ) -> Word {
        if let Some(frame) = self.frames.borrow_mut().last_mut() {
            frame.mention_handed_on(&self.inner.borrow(), callee);
        }
        let (answer, word) = self.take_in(stage, brought);
        self.note_whole_call(callee, slots, answer, did_more);
        word
    }

    /// Whether hexes are in slots of the running function.
    pub(super) fn has_hexes_in_slots(&self) -> bool {
        self.frames.borrow().last().is_some_and(|frame| !frame.spots.is_empty())
    }

    /// The hex itself, where a rule has only what stands for it.
    pub(in crate::rules) fn whole(&self, hex: Hex) -> Hex {
        if as_spot(hex).is_none() {
            return hex;
        }
        self.frames.borrow().last().map_or(hex, |frame| filled_spot(hex, &frame.spots))
    }

    /// The hex of a unit for who only looks into it or hands it on: what stands for it, unless the rule knows already which it is.
    pub(in crate::rules) fn stands_on(&self, stage: &Stage, unit: UnitId) -> Option<Word> {
        let query = Query::Place(unit);
        if let Some(hex) = self.put_into(unit).filter(|hex| as_spot(*hex).is_some()) {
            return Some(Word::hex(hex));
        }
        if self.frames.borrow().is_empty() || self.knows_answer(&query) {
            return self.has_read(stage, query);
        }
        if let Some(hex) = self.known_to_stand(unit) {
            return Some(Word::hex(hex));
        }
        let place = stage.scene()?.state.unit(unit).place.hex();
        let Some(hex) = place else {
            self.note(Step::Stand(unit, Word::NOTHING));
            return Some(Word::NOTHING);
        };
        let (ground, next) = {
            let mut frames = self.frames.borrow_mut();
            let frame = frames.last_mut()?;
            let next = frame.spots.len();
            let taken = self.inner.borrow_mut().grounds.take_in(hex, &mut frame.spots, &stage.map);
            (taken.map(Taken::stood_on), next)
        };
        self.note(Step::Stand(unit, ground.unwrap_or(Word::hex(hex))));
        let Some(ground) = ground else { return Some(Word::hex(hex)) };
        let mut frames = self.frames.borrow_mut();
        let frame = frames.last_mut()?;
        let standing = spot(ground.as_same().unwrap_or(next));
        frame.stood.push((unit, standing, frame.steps.len()));
        Some(Word::hex(standing))
    }

    /// The hex into which the running function has put a unit itself, as it knows that, if nothing else was done to it since.
    fn put_into(&self, unit: UnitId) -> Option<Hex> {
        let frames = self.frames.borrow();
        for step in frames.last()?.steps.iter().rev().take(LAST) {
            match step {
                Step::Do(deed) => match **deed {
                    Deed::Place(of, place) if of == unit => return place.hex(),
                    _ => {}
                },
                Step::Call(_, _, _, true) => return None,
                _ => {}
            }
        }
        None
    }

    /// What stands for the hex of a unit that the running function has seen standing and has not moved since.
    fn known_to_stand(&self, unit: UnitId) -> Option<Hex> {
        let frames = self.frames.borrow();
        let frame = frames.last()?;
        let (_, hex, steps) = frame.stood.iter().rev().find(|(stood, ..)| *stood == unit)?;
        let query = Query::Place(unit);
        let moves = |step: &Step| match step {
            Step::Do(deed) => !matches!(deed.bears_on(&query), Bearing::None),
            step => step.does_more(),
        };
        (!frame.steps[*steps..].iter().any(moves)).then_some(*hex)
    }

    /// The hex itself, of which a rule is told which it is.
    pub(in crate::rules) fn told(&self, hex: Hex) -> Hex {
        let whole = self.whole(hex);
        if whole != hex {
            let place = Step::Where(hex, Word::hex(whole));
            if !self.is_known(|step| *step == place) {
                self.note(place);
            }
        }
        whole
    }

    /// The same of an argument, or of what is inside of a list.
    pub(super) fn whole_word(&self, word: Word) -> Word {
        if word.is_hex() {
            return Word::hex(self.whole(word.as_hex()));
        }
        let has_standing = self.inner.borrow().lexicon.has_standing(word);
        if has_standing { self.each_inside(word, |inside| self.whole_word(inside)) } else { word }
    }

    /// The rule is told of every hex in a value which it is; the value with those.
    pub(in crate::rules) fn told_word(&self, word: Word) -> Word {
        if word.is_hex() {
            return Word::hex(self.told(word.as_hex()));
        }
        let has_standing = self.inner.borrow().lexicon.has_standing(word);
        if has_standing { self.each_inside(word, |inside| self.told_word(inside)) } else { word }
    }

    /// A list with something else in the place of each of its items.
    fn each_inside(&self, list: Word, other: impl Fn(Word) -> Word) -> Word {
        let items = self.inner.borrow().lexicon.items(list);
        let items: Vec<Word> = items.into_iter().map(other).collect();
        self.inner.borrow_mut().lexicon.list(&items)
    }

    /// The state was read; answers what that came to.
    pub(in crate::rules) fn has_read(&self, stage: &Stage, query: Query) -> Option<Word> {
        // It knows where it has put a unit, and is told which hex that is.
        if let Query::Place(unit) = query
            && let Some(hex) = self.put_into(unit).filter(|hex| as_spot(*hex).is_some())
        {
            return Some(Word::hex(self.told(hex)));
        }
        let scene = stage.scene()?;
        let asked = query.at(|hex| self.whole(hex));
        let word = read(&mut self.inner.borrow_mut().lexicon, &stage.catalogue, &scene.state, &asked);
        drop(scene);
        self.note_read(query, word);
        Some(word)
    }

    /// The state is changed.
    pub(in crate::rules) fn has_done(&self, deed: &Deed) {
        self.note(Step::Do(Box::new(deed.clone())));
    }

    /// An outcome was named.
    pub(in crate::rules) fn has_come_to(&self, word: &Arc<str>) {
        self.outcomes.borrow_mut().push(word.clone());
        self.note(Step::Name(word.clone()));
    }

    /// How many outcomes were named so far.
    pub(in crate::rules) fn named(&self) -> usize {
        self.outcomes.borrow().len()
    }

    /// What was named since there were so many was named aside, and is no outcome. Memory cannot keep that.
    pub(in crate::rules) fn has_named_aside(&self, before: usize) {
        let mut outcomes = self.outcomes.borrow_mut();
        self.is_over.set(self.is_over.get() || outcomes.len() > before);
        outcomes.truncate(before);
    }

    /// The answer to chance or choice: one that was given before the run was begun anew, else from the door.
    ///
    /// # Errors
    /// As for the door.
    pub(in crate::rules) fn ask(
        &self,
        ask: &Ask,
        door: impl FnOnce() -> Result<Answer, Stop>,
    ) -> Result<Answer, Stop> {
        let used = self.used.get();
        let before = self.given.borrow().get(used).cloned();
        let answer = match before {
            Some(answer) => answer,
            None => {
                let answer = door()?;
                if answer.given.misfit(ask).is_none() {
                    self.given.borrow_mut().push(answer.clone());
                }
                answer
            }
        };
        self.used.set(used + 1);
        let word = self.inner.borrow_mut().lexicon.given(&answer.given);
        self.note(Step::Ask(Arc::new(ask.clone()), word));
        Ok(answer)
    }
}

//! What happens where memory ends: the function is run, and everything that it reads, asks, does and answers goes into its trie.

use std::sync::Arc;

use rhai::{Dynamic, Engine, EvalAltResult, Position};
use smallvec::SmallVec;

use super::brought::Brought;
use super::handing::Handing;
use super::memory::{Answered, Memory};
use super::notes::Frame;
use super::site::SiteId;
use super::slots::{self, Slots, filled_spot};
use super::summary::{Leading, Summary};
use super::trie::{Callee, End, FunctionId, RootId, Step};
use super::typed::{Machine, Val};
use super::walk::{Halt, Missing};
use super::word::{Arguments, INT, Word};
use crate::kernel::state::Query;
use crate::kernel::value::Value;
use crate::rules::raise::{Outcome, is_refusal};
use crate::rules::scene::Stage;

impl Memory {
    /// Finds out all that is missing. The state is as it was when those functions began.
    pub(super) fn fill(&self, stage: &Stage, engine: &Engine, missing: &Missing) -> Outcome<()> {
        self.fill_in(stage, engine, missing)?;
        missing.others.iter().try_for_each(|other| self.fill_in(stage, engine, other))
    }

    fn fill_in(&self, stage: &Stage, engine: &Engine, missing: &Missing) -> Outcome<()> {
        let root = self.inner.borrow_mut().trie.root(missing.function, &missing.arguments);
        if self.is_opaque(missing.function) {
            return self.raise(stage, Halt::Plainly);
        }
        // Who asked has its own account of what the function did; this run is not part of it.
        let waiting = self.frames.take();
        let named = self.outcomes.borrow().len();
        let looking = missing.looking.then_some("a search on the map");
        let before = stage.scene_mut().and_then(|mut s| {
            let before = s.only_looking;
            s.only_looking = looking.or(before);
            before
        });
        let found = self.find_out(stage, engine, root, missing.slots, &Handing::nothing(root));
        if let Some(mut scene) = stage.scene_mut() {
            scene.only_looking = before;
        }
        self.frames.replace(waiting);
        self.outcomes.borrow_mut().truncate(named);
        found.map(|_| ())
    }

    /// Runs a function, with this in its slots, and puts what it did into its trie. `handing` is the call as who called it
    /// knows it.
    pub(super) fn find_out(
        &self,
        stage: &Stage,
        engine: &Engine,
        root: RootId,
        slots: Slots,
        handing: &Handing,
    ) -> Outcome<Answered> {
        let (function, words, frame) = {
            let mut inner = self.inner.borrow_mut();
            let inner = &mut *inner;
            let id = inner.trie.roots[root as usize].function;
            let words = slots::arguments(inner.trie.arguments(root), &slots.units);
            let function = &mut inner.functions[id as usize];
            function.runs += 1;
            function.weigh(inner.asked[id as usize], self.room.get());
            (id, words, Frame::new(id, function.tail, slots))
        };
        self.frames.borrow_mut().push(frame);
        let (answer, unfit) = self.run(stage, engine, function, &words);
        let hexes = answer.as_ref().ok().filter(|_| self.has_hexes_in_slots());
        let brought = hexes.and_then(Val::as_brought);
        // Of any other answer it matters which hexes are inside.
        let answer = if brought.is_some() { answer } else { answer.map(|value| self.told_val(&value)) };
        let mut frame = self.frames.borrow_mut().pop().unwrap_or_default();
        frame.unfit |= unfit;
        // Some functions of the engine pass over the errors of closures; what was refused or stopped stays so.
        let passed_over = stage.scene().is_some_and(|s| s.refused.is_some() || s.stopped.is_some());
        if answer.is_ok() && (passed_over || self.is_over.get()) {
            return self.raise(stage, Halt::Plainly);
        }
        if let Some(brought) = brought {
            return self.bring(stage, root, &frame, brought, handing);
        }
        let word = match &answer {
            Ok(value) => self.inner.borrow_mut().lexicon.of_val(value),
            Err(error) if is_refusal(error) => {
                let reason = stage.scene_mut().and_then(|mut scene| scene.refused.take());
                let (text, _) = reason.unwrap_or_default();
                Some(self.inner.borrow_mut().lexicon.refused(&text))
            }
            Err(_) => None,
        };
        if let Some(word) = word {
            let lexicon = &self.inner.borrow().lexicon;
            frame.mention(|unit| lexicon.has_unit(word, unit));
        }
        match (word, answer) {
            (Some(word), _) if !frame.unfit && self.keep(root, &frame, End::Answer(word)) => {
                let summary = self.summary(&frame, handing);
                self.note_call(handing.callee, &handing.slots(slots.units), word, &summary);
                Ok(Answered::Word(word))
            }
            // What has come into its slots its caller does not have.
            (_, Ok(_)) | (Some(_), _) if frame.has_taken_in => {
                self.forget(function);
                self.raise(stage, Halt::Plainly)
            }
            (_, Ok(value)) => {
                self.give_up(function, frame, handing);
                Ok(Answered::Loose(value))
            }
            (Some(word), Err(_)) => {
                self.give_up(function, frame, handing);
                Ok(Answered::Word(word))
            }
            (None, Err(error)) => Err(error),
        }
    }

    /// The same of a run that has answered hexes of its slots.
    fn bring(
        &self,
        stage: &Stage,
        root: RootId,
        frame: &Frame,
        brought: Brought,
        handing: &Handing,
    ) -> Outcome<Answered> {
        if frame.unfit || !self.keep(root, frame, End::Brought(brought)) {
            let function = self.inner.borrow().trie.roots[root as usize].function;
            self.forget(function);
            return self.raise(stage, Halt::Plainly);
        }
        let did_more = frame.steps.iter().any(Step::does_more);
        let whole = brought.filled(&frame.spots);
        let word = self.note_bringing(stage, handing.callee, &handing.slots(frame.units), &whole, did_more);
        Ok(Answered::Word(word))
    }

    /// What a caller is told of a run.
    fn summary(&self, frame: &Frame, handing: &Handing) -> Summary {
        let mut summary = Summary::default();
        for step in &frame.steps {
            match step {
                Step::Read(query, word) => {
                    summary.add(Leading::Read(*query, *word), handing.in_slots().len());
                }
                Step::Stand(unit, word) => summary.stood(*unit, *word),
                Step::Call(Callee::At(site), slots, ..) if self.is_printed(*site, slots, frame) => {
                    summary.add(Leading::Printed(slots.spots), handing.in_slots().len());
                }
                _ => summary.more = true,
            }
            summary.did_more |= step.does_more();
        }
        summary
    }

    /// What a function answers, or why it refuses, where nothing of what it does itself is kept.
    pub(super) fn answer_loosely(
        &self,
        stage: &Stage,
        engine: &Engine,
        function: FunctionId,
        arguments: &[Value],
    ) -> Result<Result<Value, Arc<str>>, Halt> {
        let words: Arguments = {
            let mut inner = self.inner.borrow_mut();
            inner.asked[function as usize] += 1;
            arguments.iter().map(|value| inner.lexicon.of_value(value)).collect()
        };
        let (answer, _) = self.run(stage, engine, function, &words);
        let refused = match stage.scene_mut() {
            Some(mut scene) if scene.stopped.is_none() && !self.is_over.get() => scene.refused.take(),
            _ => return Err(Halt::Plainly),
        };
        match (answer, refused) {
            (Ok(value), None) => {
                let mut inner = self.inner.borrow_mut();
                let word = inner.lexicon.of_val(&value).ok_or(Halt::Plainly)?;
                Ok(Ok(inner.lexicon.value(word)))
            }
            (Err(error), Some((reason, _))) if is_refusal(&error) => Ok(Err(reason.into())),
            _ => Err(Halt::Plainly),
        }
    }

    /// Runs a function: from its tree where it has one, else in the engine. Also says whether it has written to what it has
    /// captured, which memory cannot keep.
    fn run(
        &self,
        stage: &Stage,
        engine: &Engine,
        function: FunctionId,
        words: &[Word],
    ) -> (Outcome<Val>, bool) {
        let is_closure = self.inner.borrow().functions[function as usize].is_closure;
        let machine = Machine::new(self, stage, engine);
        let read = machine.and_then(|machine| machine.code(function).map(|code| (machine, code)));
        // A closure that writes to a parameter may have captured it, and the engine tells whether it has.
        if let Some((machine, code)) = read.filter(|(_, code)| !is_closure || !code.writes_to_parameters()) {
            let arguments: SmallVec<[Val; 4]> = {
                let inner = self.inner.borrow();
                words.iter().map(|word| inner.lexicon.val(*word)).collect()
            };
            return (machine.run(&code, &arguments), false);
        }
        // The engine knows nothing of what stands for hexes.
        let told = |(at, word): (usize, &Word)| {
            if self.is_handed_on(function, at) && word.is_hex() { *word } else { self.told_word(*word) }
        };
        let words: Arguments = words.iter().enumerate().map(told).collect();
        let mut arguments: Vec<Dynamic> = {
            let inner = self.inner.borrow();
            words.iter().map(|w| inner.lexicon.dynamic(*w)).collect()
        };
        if !is_closure {
            return (self.body(engine, function, &mut arguments).map(Val::of), false);
        }
        // A closure may write to what it has captured, which is then shared with who made it.
        let shared: Vec<Dynamic> = arguments.into_iter().map(Dynamic::into_shared).collect();
        let answer = self.body(engine, function, &mut shared.clone()).map(Val::of);
        (answer, self.words(shared.iter()).as_deref() != Some(&words[..]))
    }

    /// Whether a call that the function of a frame has made hangs on nothing but hexes.
    fn is_printed(&self, site: SiteId, slots: &Slots, frame: &Frame) -> bool {
        let spots = slots.spots.each(|hex| filled_spot(hex, &frame.spots));
        self.inner.borrow().trie.is_printed(site, &spots)
    }

    /// Puts a run into its trie; false where it contradicts an earlier one.
    fn keep(&self, root: RootId, frame: &Frame, end: End) -> bool {
        let mut inner = self.inner.borrow_mut();
        let inner = &mut *inner;
        let steps = frame.by_slots(&mut inner.lexicon);
        let ends_with_it = match (frame.steps.last(), &frame.last_search) {
            (Some(Step::Search(search, found)), Some(last)) => search == last && end == End::Answer(*found),
            _ => false,
        };
        let (steps, end) = match &steps[..] {
            [before @ .., Step::Search(search, _)] if ends_with_it => (before, End::Found(search.clone())),
            all => (all, end),
        };
        inner.trie.insert(root, steps, end).is_ok()
    }

    /// Remembers nothing more of a function. What it did was done by who called it.
    fn give_up(&self, function: FunctionId, frame: Frame, handing: &Handing) {
        self.forget(function);
        if let Some(caller) = self.frames.borrow_mut().last_mut() {
            caller.unfit |= frame.unfit;
        }
        // It did more with these than look.
        for hex in handing.by_name() {
            self.told(*hex);
        }
        // Hexes in which it has found units standing are known by themselves.
        let (whole, mut spots) = (frame.spots, frame.spots);
        spots.iter_mut().zip(handing.in_slots()).for_each(|(own, handed)| *own = *handed);
        let mut next = handing.in_slots().len();
        for step in frame.steps {
            match step {
                // Its slots are not its caller's.
                Step::Which(unit, _) => self.has_named(unit),
                Step::Where(hex, _) => {
                    self.told(filled_spot(hex, &spots));
                }
                Step::Stand(unit, ground) => {
                    let comes_into_next = ground.tag() == INT;
                    let slot = if comes_into_next { Some(next) } else { ground.as_same() };
                    let place = slot.map_or(ground, |slot| Word::hex(whole.at(slot)));
                    next += usize::from(comes_into_next);
                    self.note(Step::Read(Query::Place(unit), place));
                }
                step => self.note(step.about(|unit| unit, |hex| filled_spot(hex, &spots), |word| word)),
            }
        }
    }

    /// Remembers nothing more of a function, and forgets all that was built on its being remembered.
    fn forget(&self, function: FunctionId) {
        let mut inner = self.inner.borrow_mut();
        inner.functions[function as usize].opaque = true;
        inner.trie.forget();
        (inner.searched, inner.last_brought) = (None, None);
        self.passed.borrow_mut().forget();
    }

    /// Runs a function's body in the engine.
    pub(super) fn body(
        &self,
        engine: &Engine,
        function: FunctionId,
        arguments: &mut [Dynamic],
    ) -> Outcome<Dynamic> {
        let name = {
            let function = &self.inner.borrow().functions[function as usize];
            if function.plainly {
                self.is_over.set(true);
                return Err(EvalAltResult::ErrorTerminated(Dynamic::UNIT, Position::NONE).into());
            }
            function.body.clone()
        };
        self.bodies.run(engine, &name, arguments)
    }
}

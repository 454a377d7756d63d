//! What a function does while it runs in the engine, noted step by step.

use std::sync::Arc;

use rhai::Position;

use super::memory::Memory;
use super::trie::{RootId, Search, Step};
use super::walk::{Summary, read};
use super::word::Word;
use crate::kernel::door::{Answer, Ask, Stop};
use crate::kernel::state::{Deed, Query};
use crate::kernel::value::UnitId;
use crate::rules::scene::Stage;

/// What a run in the engine has done so far.
#[derive(Debug, Default)]
pub(super) struct Frame {
    pub(super) steps: Vec<Step>,
    pub(super) tail: Option<Position>,
    /// The last search, where it stands at the function's end.
    pub(super) last_search: Option<Box<Search>>,
    /// Something was done that a trie cannot keep.
    pub(super) unfit: bool,
    /// Units that stand for any of their class, by their parameter.
    pub(super) units: Vec<(usize, UnitId)>,
    /// The parameters, a bit each, by which it matters which unit they are.
    pub(super) particular: u32,
}

impl Frame {
    /// It matters which unit this is, where it stands for its class.
    pub(super) fn mention(&mut self, is_it: impl Fn(UnitId) -> bool) {
        for (parameter, unit) in &self.units {
            if is_it(*unit) {
                self.particular |= 1 << parameter;
            }
        }
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
    /// Puts aside what the call that is under way, if any, has noted.
    pub(super) fn put_aside(&self) -> Option<Outer> {
        if !self.is_busy.replace(true) {
            return None;
        }
        Some(Outer {
            frames: self.frames.take(),
            given: self.given.take(),
            used: self.used.get(),
            outcomes: self.outcomes.take(),
        })
    }

    /// Takes it up again; what the call inside has come to is its caller's to ask before.
    pub(super) fn take_up(&self, outer: Option<Outer>) {
        match outer {
            None => self.is_busy.set(false),
            Some(outer) => {
                self.frames.replace(outer.frames);
                self.given.replace(outer.given);
                self.used.set(outer.used);
                self.outcomes.replace(outer.outcomes);
            }
        }
    }

    pub(super) fn note(&self, step: Step) {
        let mut frames = self.frames.borrow_mut();
        let Some(frame) = frames.last_mut() else { return };
        frame.last_search = None;
        if !frame.units.is_empty() {
            let inner = self.inner.borrow();
            let has = |word: Word, unit| inner.lexicon.has_unit(word, unit);
            frame.mention(|unit| match &step {
                Step::Read(query, word) => query.is_about(unit) || has(*word, unit),
                Step::Call(_, word, _) => has(*word, unit),
                Step::Ask(ask, _) => match &**ask {
                    Ask::Roll(_) => false,
                    Ask::Choose(choice) => choice.options.iter().any(|option| option.has_unit(unit)),
                    Ask::Decide(secrets) | Ask::Seal(secrets) => {
                        secrets.of.iter().any(|secret| secret.has_unit(unit))
                    }
                },
                Step::Search(search, word) => {
                    has(*word, unit) || search.captured.iter().any(|w| has(*w, unit))
                }
                Step::Do(deed) => deed.is_about(unit),
                Step::Name(_) => false,
            });
        }
        frame.steps.push(step);
    }

    /// Whether chance or choice may be asked now. Nobody is asked about a unit that only stands for its class: the
    /// functions that are running are then run anew, for the very units that they were called with.
    pub(in crate::rules) fn may_ask(&self) -> bool {
        let mut may = true;
        let (mut frames, mut waiting) = (self.frames.borrow_mut(), self.waiting.borrow_mut());
        let all = frames.iter_mut().chain(waiting.iter_mut().flatten());
        for frame in all.filter(|f| !f.units.is_empty()) {
            frame.mention(|_| true);
            may = false;
        }
        may
    }

    /// A rule has seen which unit this is.
    pub(in crate::rules) fn has_named(&self, unit: UnitId) {
        if let Some(frame) = self.frames.borrow_mut().last_mut() {
            frame.mention(|own| own == unit);
        }
    }

    /// A function's answer is a step of who called it, with what it began by reading before it: where it came from that
    /// alone, there is no call, so the reads must stand there whether it did more or not.
    pub(super) fn note_call(&self, root: RootId, word: Word, summary: &Summary, wrote: bool) {
        if let Some(frame) = self.frames.borrow_mut().last_mut()
            && !frame.units.is_empty()
        {
            let inner = self.inner.borrow();
            let arguments = inner.trie.arguments(root);
            frame.mention(|unit| arguments.iter().any(|w| inner.lexicon.has_unit(*w, unit)));
        }
        for (query, word) in &summary.leading {
            self.note_read(*query, *word);
        }
        if !summary.more {
            return;
        }
        let known = |step: &Step| matches!(step, Step::Call(r, w, false) if *r == root && *w == word);
        if wrote || !self.is_known(known) {
            self.note(Step::Call(root, word, wrote));
        }
    }

    fn note_read(&self, query: Query, word: Word) {
        if !self.is_known(|step| *step == Step::Read(query, word)) {
            self.note(Step::Read(query, word));
        }
    }

    /// Whether the running function knows this already, and has changed nothing since.
    fn is_known(&self, step: impl Fn(&Step) -> bool) -> bool {
        /// Looking further back would cost more than asking twice.
        const LAST: usize = 48;
        let frames = self.frames.borrow();
        let Some(frame) = frames.last() else { return true };
        let before = frame.steps.iter().rev().take(LAST);
        before.take_while(|s| !matches!(s, Step::Do(_) | Step::Call(_, _, true))).any(step)
    }

    /// The state was read.
    pub(in crate::rules) fn has_read(&self, stage: &Stage, query: Query) {
        let Some(scene) = stage.scene() else { return };
        let word = read(&mut self.inner.borrow_mut().lexicon, &stage.catalogue, &scene.state, &query);
        drop(scene);
        self.note_read(query, word);
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

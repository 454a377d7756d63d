//! Closures that primitives call: for the items of a list, and for the costs of a search.

use std::rc::Rc;
use std::sync::Arc;

use rhai::{Dynamic, Engine, FnPtr, Position};

use super::memory::{Answered, Memory};
use super::notes::Frame;
use super::search::{Came, Ways, result};
use super::slots::Units;
use super::trie::{FunctionId, Search, Step};
use super::typed::Val;
use super::walk::Halt;
use super::word::{Arguments, Word};
use crate::rules::raise::Outcome;
use crate::rules::scene::Stage;

impl Memory {
    /// Calls a closure that takes so many arguments; nothing where it cannot be called by its name.
    pub(in crate::rules) fn call_closure(
        &self,
        stage: &Stage,
        engine: &Engine,
        closure: &FnPtr,
        arguments: &[&Dynamic],
    ) -> Outcome<Option<Dynamic>> {
        let captured: Vec<&Dynamic> = closure.iter_curry().collect();
        let Some(function) = self.function(closure.fn_name(), captured.len() + arguments.len()) else {
            return Ok(None);
        };
        let words = self.words(captured.iter().chain(arguments).copied());
        let Some(words) = words.filter(|_| !self.is_opaque(function)) else {
            let mut all: Vec<Dynamic> =
                captured.into_iter().cloned().chain(arguments.iter().map(|a| a.flatten_clone())).collect();
            return self.body(engine, function, &mut all).map(Some);
        };
        let start = self.here(stage);
        let mark = self.frames.borrow().last().map(Frame::mark).unwrap_or_default();
        match self.answer(stage, engine, function, &words)? {
            Answered::Word(word) => self.value(stage, word).map(Some),
            // It wrote to what it has captured, of which it had only a copy, or answered what memory cannot keep.
            Answered::Loose(_) => {
                self.go_back(stage, start);
                if let Some(frame) = self.frames.borrow_mut().last_mut() {
                    frame.back_to(mark);
                }
                self.call_closure(stage, engine, closure, arguments)
            }
        }
    }

    /// How a closure is asked by a search: its number, what it has captured, the units in its slots, and whether it is told
    /// which hexes are the first. Nothing where the closure has to be called as it is.
    pub(in crate::rules) fn cost_function(
        &self,
        closure: &FnPtr,
    ) -> Option<(FunctionId, Arguments, Units, bool)> {
        self.cost_function_of(closure.fn_name(), &self.words(closure.iter_curry())?)
    }

    /// The same of a closure's name and what it has captured.
    pub(super) fn cost_function_of(
        &self,
        name: &str,
        captured: &[Word],
    ) -> Option<(FunctionId, Arguments, Units, bool)> {
        let own = self.closure_named(name).map(|(parameters, _)| parameters);
        let told_first = own == Some(captured.len() + 3);
        let parameters = captured.len() + if told_first { 3 } else { 2 };
        let function = self.function(name, parameters)?;
        let mut captured = Arguments::from_slice(captured);
        let units = self.inner.borrow().put_units_aside(&mut captured);
        (!self.is_opaque(function)).then_some((function, captured, units, told_first))
    }

    /// The reason of a refusal.
    pub(in crate::rules) fn reason(&self, word: Word) -> Arc<str> {
        self.inner.borrow().lexicon.reason(word)
    }

    /// What a search finds, which may be from a hex in a slot or to one, and as what it is answered: the hexes of a way come into slots.
    pub(in crate::rules) fn search(
        &self,
        stage: &Stage,
        engine: &Engine,
        noted: &Search,
        at: Position,
    ) -> Outcome<(Rc<Ways>, Word)> {
        let search =
            &noted.with(noted.units, self.whole(noted.from), noted.target.map(|hex| self.whole(hex)));
        self.inner.borrow_mut().trie.edges.begin(search.function, &search.captured, &stage.map);
        loop {
            match self.walk(stage, |walk| walk.find(search)) {
                Ok(found) => {
                    let came =
                        result(&mut self.inner.borrow_mut().lexicon, &stage.map, search.target, &found);
                    let (answer, word) = match came {
                        Came::Word(word) => (word, word),
                        Came::Hexes(way) => self.take_in(stage, &way),
                    };
                    self.note(Step::Search(Box::new(noted.clone()), answer));
                    if let Some(frame) = self.frames.borrow_mut().last_mut() {
                        let is_tail = search.target.is_none() && frame.tail == Some(at);
                        frame.last_search = is_tail.then(|| Box::new(noted.clone()));
                    }
                    return Ok((found, word));
                }
                Err(Halt::Missing(missing)) => {
                    self.go_back(stage, missing.start);
                    self.fill(stage, engine, &missing)?;
                }
                Err(halt) => return self.raise(stage, halt),
            }
        }
    }

    /// What values of trees are as words; nothing where they are more.
    pub(super) fn words_of(&self, values: &[Val]) -> Option<Arguments> {
        let mut inner = self.inner.borrow_mut();
        values.iter().map(|value| inner.lexicon.of_val(value)).collect()
    }

    /// What a closure with what it has captured and its arguments are as words; nothing where they are more.
    pub(in crate::rules) fn words<'d>(&self, values: impl Iterator<Item = &'d Dynamic>) -> Option<Arguments> {
        let mut inner = self.inner.borrow_mut();
        values.map(|v| inner.lexicon.of_dynamic(v)).collect()
    }
}

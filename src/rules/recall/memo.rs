//! The last answer of a function with its arguments, which holds as long as the parts of the state that it came from have
//! not changed. Most rules are asked the same again before anything has changed that they look at.

use super::code::Code;
use super::trie::FunctionId;
use crate::kernel::state::{Part, Query, State};

/// The parts of the state that an answer comes from, as far as they are few.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Parts {
    Few([Part; 2]),
    /// More, or it does not only read.
    Many,
}

impl Parts {
    pub(super) const NONE: Parts = Parts::Few([Part::NOTHING; 2]);

    pub(super) fn read(&mut self, query: &Query) {
        if *self != Parts::Many {
            query.parts().into_iter().for_each(|part| self.add(part));
        }
    }

    pub(super) fn join(&mut self, parts: Parts) {
        match parts {
            Parts::Few(few) => few.into_iter().for_each(|part| self.add(part)),
            Parts::Many => *self = Parts::Many,
        }
    }

    fn add(&mut self, part: Part) {
        let Parts::Few(few) = self else { return };
        if part == Part::NOTHING || few.contains(&part) {
            return;
        }
        match few.iter_mut().find(|known| **known == Part::NOTHING) {
            Some(free) => *free = part,
            None => *self = Parts::Many,
        }
    }
}

/// An answer with what it came from.
#[derive(Debug, Clone, Copy)]
pub(super) struct Memo {
    pub(super) function: FunctionId,
    answer: Code,
    parts: [Part; 2],
    versions: [u64; 2],
}

impl Memo {
    /// Nothing is remembered yet.
    pub(super) fn of(function: FunctionId) -> Memo {
        Memo { function, answer: Code::NONE, parts: [Part::NOTHING; 2], versions: [0; 2] }
    }

    /// The answer, if it holds in this state, with the parts that it came from.
    pub(super) fn recalled(&self, state: &State) -> Option<(Code, Parts)> {
        let holds = self.answer != Code::NONE && self.parts.map(|part| state.version(part)) == self.versions;
        holds.then_some((self.answer, Parts::Few(self.parts)))
    }

    pub(super) fn keep(&mut self, answer: Code, parts: Parts, state: &State) {
        if let Parts::Few(parts) = parts {
            *self = Memo { answer, parts, versions: parts.map(|part| state.version(part)), ..*self };
        }
    }

    pub(super) fn forget(&mut self) {
        self.answer = Code::NONE;
    }
}

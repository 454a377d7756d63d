//! The nodes that the last walk of a function has passed, each with the parts of the state that it looked at: the next walk passes over
//! those of which nothing has changed. What goes over all units is asked after every command, and then mostly one of them has moved.

use std::cell::Cell;

use super::code::Code;
use super::slots::Slots;
use super::trie::{Goal, Root, RootId};
use super::walk::{Halt, Looked, Walk};
use crate::kernel::state::{Parts, Versions};

/// A node that was passed, and what it looked at.
#[derive(Debug, Clone, Copy)]
struct Passage {
    goal: Goal,
    parts: Parts,
}

/// The way of a walk up to its answer, or to where it did more than look.
#[derive(Debug)]
struct Trail {
    passed: Vec<Passage>,
    /// Where it went on behind them.
    end: Goal,
    /// What all of them looked at, as it was then.
    parts: Parts,
    then: Versions,
}

/// The trail of a root whose walks have turned out to be long.
pub(super) struct Trails {
    last: Cell<Option<Box<Trail>>>,
    /// How often its walks were long of late; less than nothing where that is not known yet, or has not been for long.
    worth: Cell<i8>,
}

impl Default for Trails {
    fn default() -> Self {
        Trails { last: Cell::default(), worth: Cell::new(-Trails::OFTEN) }
    }
}

impl std::fmt::Debug for Trails {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Trails").field("worth", &self.worth).finish_non_exhaustive()
    }
}

impl Trails {
    /// What is walked less often needs none.
    const OFTEN: i8 = 8;
    /// It takes as long to look whether a shorter way is the same.
    const SHORT: usize = 4;
    /// Longer ones are not kept.
    const LONG: usize = 512;
    const NEVER: i8 = i8::MIN;

    /// Whether the way of a walk is worth keeping.
    #[inline]
    pub(super) fn are_worth_it(&self) -> bool {
        match self.worth.get() {
            Trails::NEVER => false,
            worth @ ..0 => {
                self.worth.set(worth + 1);
                false
            }
            _ => true,
        }
    }

    /// Whether the way of the last walk is kept, if there was one.
    #[inline]
    pub(super) fn are_kept(&self) -> bool {
        self.worth.get() >= 0
    }

    /// Keeps the way of a walk that has come to its end or does not go on. How long it would have been where something was not known yet
    /// tells nothing.
    fn keep(&self, trail: Box<Trail>, has_ended: bool) {
        let worth = match trail.passed.len() {
            ..=Trails::LONG if !has_ended => self.worth.get(),
            0..Trails::SHORT => self.worth.get() - 2,
            Trails::SHORT..=Trails::LONG => (self.worth.get() + 1).min(Trails::OFTEN),
            _ => Trails::NEVER,
        };
        if worth < 0 {
            self.worth.set(Trails::NEVER);
        } else {
            self.worth.set(worth);
            self.last.set(Some(trail));
        }
    }

    /// Nothing that was passed is there any more.
    pub(super) fn forget(&mut self) {
        *self = Trails::default();
    }
}

impl Walk<'_> {
    /// The answer of a function with nothing in its slots, by its last trail as far as that leads.
    pub(super) fn follow_trail(&mut self, root: &Root) -> Result<Code, Box<Halt>> {
        let last = root.trails.last.take();
        let mut trail = last.unwrap_or_else(|| {
            let (end, then) = (root.entry, Versions::default());
            Box::new(Trail { passed: Vec::new(), end, parts: Parts::NONE, then })
        });
        self.watched.1 = Looked::Elsewhere;
        let mut slots = Slots::default();
        let found = self.along(root.entry, &mut trail, &mut slots);
        root.trails.keep(trail, found.as_ref().is_ok_and(|goal| *goal != Goal::UNKNOWN));
        let goal = found?;
        match goal.answered() {
            Some(code) => Ok(code),
            None => self.follow(goal, &mut slots),
        }
    }

    /// The parts of the state that functions with nothing in their slots have looked at to come to the same again; nothing where one does
    /// not, or does more than look.
    pub(super) fn come_to_the_same(&mut self, answers: &[(RootId, Code)]) -> Option<Parts> {
        let (trie, mut parts) = (self.trie, Parts::NONE);
        for (root, code) in answers {
            let root = &trie.roots[*root as usize];
            if !root.trails.are_kept() || self.follow_trail(root).ok()? != *code || self.does_more {
                return None;
            }
            parts.join(self.parts);
        }
        Some(parts)
    }

    /// Goes along a trail, and makes it that of this walk; comes to an answer, or behind the first node that does more than look or with
    /// which something has come into slots.
    fn along(&mut self, entry: Goal, trail: &mut Trail, slots: &mut Slots) -> Result<Goal, Box<Halt>> {
        // Nothing changes before the end of the trail.
        let changed = self.state.versions().changed(&trail.then, trail.parts);
        trail.then.take(changed, self.state.versions());
        let (mut goal, mut at, mut is_same, mut last) = (entry, 0, true, Parts::NONE);
        let went = loop {
            let next = trail.passed[at..].iter().position(|passage| passage.parts.meets(changed));
            let unchanged = next.unwrap_or(trail.passed.len() - at);
            if unchanged > 0 {
                at += unchanged;
                goal = trail.passed.get(at).map_or(trail.end, |next| next.goal);
            }
            if !goal.is_node() {
                break Ok(goal);
            }
            let node = self.trie.node_of(goal);
            // What stands in slots is not passed over.
            if node.brief.who_stands().is_some() {
                break Ok(goal);
            }
            self.parts = Parts::NONE;
            let passed = self.pass(node, slots);
            last = self.parts;
            let next = match passed {
                // What is found stands elsewhere.
                Ok(Code::FOUND | Code::BROUGHT) => break Ok(goal),
                Ok(code) => self.trie.after(node, code),
                Err(halt) => break Err(halt),
            };
            if self.does_more || !slots.is_empty() {
                break Ok(next);
            }
            let passage = Passage { goal, parts: last };
            if trail.passed.get(at).is_none_or(|known| known.parts != last) {
                is_same = false;
                trail.then.take(last, self.state.versions());
            }
            match trail.passed.get_mut(at) {
                Some(known) => *known = passage,
                None => trail.passed.push(passage),
            }
            last = Parts::NONE;
            at += 1;
            if trail.passed.get(at).map_or(trail.end, |known| known.goal) != next {
                is_same &= at == trail.passed.len();
                trail.passed.truncate(at);
                trail.end = next;
            }
            goal = next;
        };
        if !is_same || at < trail.passed.len() {
            trail.passed.truncate(at);
            trail.parts = Parts::NONE;
            trail.passed.iter().for_each(|passage| trail.parts.join(passage.parts));
        }
        trail.end = goal;
        self.parts = trail.parts;
        self.parts.join(last);
        // What is not known here will be found out.
        if goal == Goal::UNKNOWN
            && let Some(last) = trail.passed.pop()
        {
            trail.end = last.goal;
        }
        went
    }
}

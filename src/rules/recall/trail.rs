//! The nodes that the last walk of a function has passed, each with the parts of the state that it looked at: the next walk passes over
//! those of which nothing has changed. What goes over all units is asked after every command, and then mostly one of them has moved.

use std::cell::Cell;

use super::code::Code;
use super::slots::Slots;
use super::summary::Summary;
use super::trie::{At, Goal, Root};
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
            Box::new(Trail {
                passed: Vec::new(),
                end: root.entry,
                parts: Parts::NONE,
                then: *self.state.versions(),
            })
        });
        self.watched.1 = Looked::Elsewhere;
        let found = self.along(root.entry, &mut trail);
        root.trails.keep(trail, found.as_ref().is_ok_and(|(goal, _)| *goal != Goal::UNKNOWN));
        let (goal, slots) = found?;
        self.follow::<false>(goal, &slots, &mut Summary::default())
    }

    /// Goes along a trail, and makes it that of this walk; comes to an answer, or behind the first node that does more than look or with
    /// which something has come into slots.
    fn along(&mut self, entry: Goal, trail: &mut Trail) -> Result<(Goal, Slots), Box<Halt>> {
        let changed = self.state.versions().changed(&trail.then, trail.parts);
        // Nothing changes before the end of the trail.
        trail.then = *self.state.versions();
        let (mut goal, mut at, mut all) = (entry, 0, Parts::NONE);
        let went = loop {
            while let Some(passage) = trail.passed.get(at)
                && !passage.parts.meets(changed)
            {
                all.join(passage.parts);
                at += 1;
                goal = trail.passed.get(at).map_or(trail.end, |next| next.goal);
            }
            let mut slots = Slots::default();
            let At::Node(id) = goal.at() else { break Ok((goal, slots)) };
            let node = self.trie.node(id);
            // What stands in slots is not passed over.
            if node.brief.who_stands().is_some() {
                break Ok((goal, slots));
            }
            self.parts = Parts::NONE;
            let passed = self.pass(node, &mut slots);
            all.join(self.parts);
            let next = match passed {
                // What is found stands elsewhere.
                Ok(Code::FOUND | Code::BROUGHT) => break Ok((goal, slots)),
                Ok(code) => self.trie.after(node, code),
                Err(halt) => break Err(halt),
            };
            if self.does_more || !slots.is_empty() {
                break Ok((next, slots));
            }
            let passage = Passage { goal, parts: self.parts };
            match trail.passed.get_mut(at) {
                Some(known) => *known = passage,
                None => trail.passed.push(passage),
            }
            at += 1;
            if trail.passed.get(at).map_or(trail.end, |known| known.goal) != next {
                trail.passed.truncate(at);
                trail.end = next;
            }
            goal = next;
        };
        trail.passed.truncate(at);
        trail.end = goal;
        // What is not known here will be found out.
        if goal == Goal::UNKNOWN
            && let Some(last) = trail.passed.pop()
        {
            trail.end = last.goal;
        }
        trail.parts = all;
        self.parts = all;
        went
    }
}

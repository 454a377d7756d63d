//! Commands that are asked of memory: a check, and right behind it the rule, by their course as far as it is known (`course.rs`).

use super::course::{Course, GateId, Passed, Worth};
use super::engine::Recall;
use super::lately::There;
use super::slots::Slots;
use super::trie::{FunctionId, Unsteady};
use super::walk::{Halt, Walk};
use super::word::Word;
use crate::kernel::state::{Parts, State};
use crate::kernel::value::Value;
use crate::rules::rule_call::RuleCall;
use crate::rules::scene::Door;

impl Recall {
    /// Whether a call is the rule behind the check that was asked last, and its course was known and has been gone. Else nothing has
    /// happened.
    #[inline]
    pub(super) fn goes_on(
        &self,
        state: &mut State,
        door: &Door,
        call: RuleCall<'_>,
        answer: &mut Value,
    ) -> bool {
        if call.looking.is_some() || Value::only_unit(call.arguments).is_some() {
            return false;
        }
        let mut passed = self.memory.passed.borrow_mut();
        let passed = &mut *passed;
        let Some(gate) = passed.gate else { return false };
        let Some(rule) = self.memory.function_again(call.rule, call.arguments.len()) else { return false };
        let (course, worth) = {
            let mut inner = self.memory.inner.borrow_mut();
            let worth = inner.functions[rule as usize].courses;
            let is_it = !worth.is_off() && passed.is_of(state, call.arguments, &mut inner);
            (if is_it { inner.trie.gate(gate).course(rule) } else { None }, worth)
        };
        let Some(course) = course else { return false };
        let (start, at_gate) = (state.pending(), passed.slots.spots.len());
        let slots = &mut passed.slots;
        let found = self.on_course(state, door, (rule, false), |walk| {
            let word = walk.go(course, slots)?;
            *answer = walk.lexicon.value(word);
            Ok(word)
        });
        passed.slots.spots.truncate(at_gate);
        if let Err(halt) = found {
            self.go_back(state, start);
            // What is known already need not be noted.
            if !matches!(halt, Halt::Hole) {
                passed.gate = None;
                // Who has to wait for somebody may come again.
                if !matches!(halt, Halt::Asks(_)) {
                    self.worth(rule, Worth::missed);
                }
            }
            return false;
        }
        if worth.is_spent() {
            self.worth(rule, Worth::had);
        }
        self.by_course.set(self.by_course.get() + 1);
        true
    }

    /// Whether a call is the check of a command that is known to allow it or can be noted, or the rule behind one that can be noted. Else
    /// nothing has happened.
    #[inline]
    pub(super) fn goes_its_course(
        &self,
        state: &mut State,
        door: &Door,
        call: RuleCall<'_>,
        (there, slots): (There, &Slots),
        answer: &mut Value,
    ) -> bool {
        // What is about one unit or none is known as a whole (`lately.rs`).
        if Value::only_unit(call.arguments).is_some() {
            return false;
        }
        let mut passed = self.memory.passed.borrow_mut();
        match call.looking {
            Some(_) => {
                passed.begin(slots);
                let worth = {
                    let mut inner = self.memory.inner.borrow_mut();
                    passed.is_asked(state, call.arguments, there, &mut inner.lexicon);
                    inner.functions[there.function as usize].courses
                };
                let is_known =
                    worth.is_there() && self.comes_to_gate(state, door, (there, slots), worth, &mut passed);
                if is_known {
                    *answer = Value::Nothing;
                }
                is_known
            }
            None => {
                let is_it = passed.is_of(state, call.arguments, &mut self.memory.inner.borrow_mut());
                is_it && self.is_noted(state, door, (there, slots), &mut passed, answer)
            }
        }
    }

    /// Whether the course of a check is known, or can be noted, up to where it allows a command.
    fn comes_to_gate(
        &self,
        state: &mut State,
        door: &Door,
        (There { function, root, .. }, slots): (There, &Slots),
        worth: Worth,
        passed: &mut Passed,
    ) -> bool {
        let course = self.memory.inner.borrow().trie.roots[root as usize].course;
        let start = state.pending();
        if let Some(course) = course {
            let found =
                self.on_course(state, door, (function, true), |walk| walk.go(course, &mut passed.slots));
            match found {
                Ok(gate) => {
                    if worth.is_spent() {
                        self.worth(function, Worth::had);
                    }
                    passed.gate = Some(gate.rest() as GateId);
                    return true;
                }
                Err(halt) => {
                    self.go_back(state, start);
                    // What is known already need not be noted.
                    if !matches!(halt, Halt::Hole) {
                        return false;
                    }
                }
            }
        }
        self.worth(function, Worth::missed);
        passed.slots = *slots;
        let mut course = Course::new(*slots);
        let noted =
            self.on_course(state, door, (function, true), |walk| walk.noted(root, slots, &mut course));
        if !matches!(noted, Ok(Word::NOTHING)) {
            self.go_back(state, start);
            return false;
        }
        passed.slots = course.slots;
        let kept = self.memory.inner.borrow_mut().trie.keep_check(root, course);
        match kept {
            Ok(gate) => passed.gate = Some(gate),
            Err(Unsteady) => self.worth(function, Worth::give_up),
        }
        true
    }

    /// Whether the course of a rule behind a check can be noted, which carries it out.
    #[cold]
    fn is_noted(
        &self,
        state: &mut State,
        door: &Door,
        (there, slots): (There, &Slots),
        passed: &mut Passed,
        answer: &mut Value,
    ) -> bool {
        let Some(gate) = passed.gate else {
            self.worth(passed.function, Worth::is_followed);
            return false;
        };
        let mut course = {
            let mut inner = self.memory.inner.borrow_mut();
            let worth = &mut inner.functions[there.function as usize].courses;
            if worth.is_off() {
                return false;
            }
            worth.missed();
            if !passed.begins_as(&inner.trie, there.root, slots) {
                return false;
            }
            Course::behind(inner.trie.gate(gate), passed.slots)
        };
        let start = state.pending();
        let noted = self.on_course(state, door, (there.function, false), |walk| {
            let word = walk.noted(there.root, slots, &mut course)?;
            if word.is_refused() { Err(Halt::Plainly) } else { Ok(word) }
        });
        let Ok(word) = noted else {
            self.go_back(state, start);
            return false;
        };
        let kept = self.memory.inner.borrow_mut().trie.keep_rule(gate, there.root, &course, word);
        if kept.is_err() {
            self.worth(there.function, Worth::give_up);
        }
        *answer = self.memory.inner.borrow().lexicon.value(word);
        true
    }

    /// What the courses of a function are worth.
    fn worth<T>(&self, function: FunctionId, look: impl FnOnce(&mut Worth) -> T) -> T {
        look(&mut self.memory.inner.borrow_mut().functions[function as usize].courses)
    }

    /// What a function is found to answer.
    #[inline]
    fn on_course(
        &self,
        state: &mut State,
        door: &Door,
        (function, looking): (FunctionId, bool),
        work: impl FnOnce(&mut Walk<'_>) -> Result<Word, Halt>,
    ) -> Result<Word, Halt> {
        self.memory.walk_in(&self.stage, state, door, (looking, 0), |walk| {
            let word = work(walk)?;
            walk.asked[function as usize] += 1;
            // What a check has looked at its rule need not ask again.
            self.look_at(if looking && !walk.does_more { walk.parts } else { Parts::ALL });
            Ok(word)
        })
    }

    /// Nothing has been done yet. What was answered stays so.
    fn go_back(&self, state: &mut State, start: usize) {
        state.roll_back(start);
        self.memory.used.set(0);
        self.memory.outcomes.borrow_mut().clear();
    }
}

//! Rules to be run again and again: simulations, players that think ahead, exact odds.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use rhai::Engine;

use super::code::Code;
use super::lately::{Doing, Last, Lately, There};
use super::memory::{Memory, ROOM};
use super::slots::Slots;
use super::trie::{FunctionId, RootId};
use super::twin;
use super::typed::Machine;
use super::untold::{UNTOLD, without_texts};
use super::walk::{Found, Halt, Missing, Walk};
use super::word::Word;
use crate::kernel::door::{Answer, Answers, Ask, Stop};
use crate::kernel::state::{Deed, Parts, State};
use crate::kernel::value::Value;
use crate::rules::budget::Budget;
use crate::rules::engine::closed_engine;
use crate::rules::failure::{Failure, Refusal};
use crate::rules::link::is_closure;
use crate::rules::mapper::Mapper;
use crate::rules::natives::Registrar;
use crate::rules::primitives::{self, Kit};
use crate::rules::rule_call::RuleCall;
use crate::rules::ruleset::{Ruleset, on_deep_stack};
use crate::rules::scene::{Door, Stage};
use crate::rules::trace::{Spot, Trace};

/// Linked rules with a memory. Belongs to one thread.
pub struct Recall {
    rules: Rc<Ruleset>,
    engine: Engine,
    pub(super) stage: Rc<Stage>,
    pub(super) memory: Rc<Memory>,
    budget: Rc<Budget>,
    /// Whether the account of the call under way has begun: it does when the engine is first needed.
    counts: Cell<bool>,
    plainly: Cell<u64>,
    pub(super) by_course: Cell<u64>,
    lately: Lately,
    /// What all calls have looked at since somebody wanted to know.
    looked_at: Cell<Parts>,
}

/// Where a rule about nothing is known by a trail.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Standing {
    function: FunctionId,
    root: RootId,
    /// Which tries these are, and the muster of the states that they are about.
    tries: u64,
    muster: u64,
}

/// What has come of a call.
enum Came {
    Answered,
    /// Why it refuses.
    Refused(Arc<str>),
}

impl std::fmt::Debug for Recall {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Recall").field("remembered", &self.remembered()).finish_non_exhaustive()
    }
}

/// Does deeds once more, unless they change what was looked at in place of looking behind them; then nothing has happened.
#[inline]
fn do_again(state: &mut State, deeds: &[Deed], looked_at: Parts) -> bool {
    let before = (looked_at != Parts::NONE).then(|| (*state.versions(), state.pending()));
    deeds.iter().for_each(|deed| state.carry(deed));
    let Some((versions, start)) = before else { return true };
    let holds = state.versions().changed(&versions, looked_at) == Parts::NONE;
    if !holds {
        state.roll_back(start);
    }
    holds
}

/// Answers that were given already, then those of the door.
struct Again {
    given: Vec<Answer>,
    used: usize,
    door: Door,
}

impl Answers for Again {
    fn answer(&mut self, ask: &Ask) -> Result<Answer, Stop> {
        self.used += 1;
        match self.given.get(self.used - 1) {
            Some(answer) => Ok(answer.clone()),
            None => match self.door.try_borrow_mut() {
                Ok(mut door) => door.answer(ask),
                Err(_) => Err(Stop::Missing("whoever answers is being asked already".to_owned())),
            },
        }
    }
}

impl Drop for Recall {
    fn drop(&mut self) {
        // What the engine has found out about functions holds the functions, and those hold the memory.
        self.memory.bodies.forget();
        self.memory.equipment.take();
    }
}

impl Recall {
    /// A memory for linked rules, empty.
    pub fn new(rules: &Rc<Ruleset>) -> Recall {
        Recall::with_room(rules, ROOM)
    }

    /// The same with room for so many questions and answers; when it is full everything is forgotten, and what is hardly
    /// ever recalled is not kept any more.
    pub fn with_room(rules: &Rc<Ruleset>, room: usize) -> Recall {
        let memory = Rc::new(Memory::new(room));
        let budget = Rc::new(Budget::new(rules.limits(), rules.cancel().clone()));
        let stage =
            Rc::new(Stage::remembering(rules.catalogue().clone(), rules.map().clone(), memory.clone()));
        let mut engine = closed_engine(budget.clone());
        // The budget counts for each run; the engine's own count would go on from run to run.
        engine.set_max_operations(0);
        engine.set_max_call_levels(128);
        let kit: Kit = rules.kit(stage.clone(), budget.clone());
        primitives::register(Registrar::new(&mut engine), &kit);
        primitives::register_recalled(&mut engine, &kit);
        let mapper = Mapper::default();
        let tokens = mapper.clone();
        #[allow(deprecated)]
        engine.on_parse_token(move |token, at, _| tokens.map(token, at));
        let scripts = without_texts(rules, &engine, &mapper);
        let closures = scripts.iter_fn_def().filter(|f| is_closure(f));
        kit.closures.borrow_mut().extend(closures.map(|f| (f.name.to_string(), f.params.len())));
        twin::link(&mut engine, &kit, &memory, &scripts);
        Recall {
            rules: rules.clone(),
            engine,
            stage,
            memory,
            budget,
            counts: Cell::new(false),
            plainly: Cell::new(0),
            by_course: Cell::new(0),
            lately: Lately::default(),
            looked_at: Cell::new(Parts::NONE),
        }
    }

    /// The plain rules.
    pub fn rules(&self) -> &Rc<Ruleset> {
        &self.rules
    }

    /// How many questions and answers are kept.
    pub fn remembered(&self) -> usize {
        self.memory.inner.borrow().trie.len()
    }

    /// How often a rule was asked, and how often it had to be run for that.
    pub fn asked(&self) -> (u64, u64) {
        let inner = self.memory.inner.borrow();
        (inner.asked.iter().sum(), inner.functions.iter().map(|f| f.runs).sum())
    }

    /// The functions that only the script engine can run, by their linked names; all others are run from trees.
    pub fn left_to_the_engine(&self) -> Vec<String> {
        let count = self.memory.inner.borrow().functions.len() as u32;
        let Some(machine) = Machine::new(&self.memory, &self.stage, &self.engine) else { return Vec::new() };
        let left = (0..count).filter(|function| machine.code(*function).is_none());
        let inner = self.memory.inner.borrow();
        left.map(|function| inner.functions[function as usize].body.clone()).collect()
    }

    /// The functions, by their linked names, of which nothing is kept where they are called from outside, since they mostly do
    /// something new.
    pub fn hardly_remembered(&self) -> Vec<String> {
        let inner = self.memory.inner.borrow();
        inner.functions.iter().filter(|function| function.is_loose).map(|f| f.body.clone()).collect()
    }

    /// How often a call went to the plain engine, since memory could not keep it.
    pub fn plainly(&self) -> u64 {
        self.plainly.get()
    }

    /// How often the rule behind the check of a command was known as a whole, as its check was.
    pub fn by_course(&self) -> u64 {
        self.by_course.get()
    }

    /// The outcomes that the last call has named, in order.
    pub fn outcomes(&self) -> Vec<Arc<str>> {
        self.memory.outcomes.borrow().clone()
    }

    /// From now on it matters what calls look at.
    pub fn look_anew(&self) {
        self.looked_at.set(Parts::NONE);
    }

    /// The parts of the state that all calls since have looked at.
    pub fn looked_at(&self) -> Parts {
        self.looked_at.get()
    }

    pub(super) fn look_at(&self, parts: Parts) {
        let mut all = self.looked_at.get();
        all.join(parts);
        self.looked_at.set(all);
    }

    /// Calls a rule on a state. On success its changes stand in the state, for the caller to commit or to take back; on
    /// failure the state is as it was. `looking` names what is called, where it may only look. A rule is known again by the very text that
    /// names it: whoever gives another copy of the name each time gets the same answers, later.
    ///
    /// # Errors
    /// As for [`Ruleset::run`]. A refusal has no trace; [`Ruleset::run`] tells more of it.
    pub fn call(
        &self,
        state: &mut State,
        door: &Door,
        rule: &Arc<str>,
        arguments: &[Value],
        looking: Option<&'static str>,
    ) -> Result<Value, Failure> {
        let mut answer = Value::Nothing;
        self.call_for(state, door, RuleCall { rule, arguments, looking }, &mut answer)?;
        Ok(answer)
    }

    /// The same with a place for the answer. A value that is handed on from call to call is copied as often as it is, and each copy waits
    /// for the one before.
    ///
    /// # Errors
    /// As for [`Recall::call`].
    pub(crate) fn call_for(
        &self,
        state: &mut State,
        door: &Door,
        call: RuleCall<'_>,
        answer: &mut Value,
    ) -> Result<(), Failure> {
        let still = |state: &mut State, there, answers: &[(RootId, Code)]| {
            // Who only looks does nothing of it.
            if call.looking.is_some() { None } else { self.comes_to(state, door, there, answers) }
        };
        let there = match self.lately.known(state, call, still) {
            Last::Answer(function, value, parts) => {
                self.look_at(parts);
                self.answers_at_once(function);
                *answer = value;
                return Ok(());
            }
            Last::Deeds(function, value, deeds, looked_at) if call.looking.is_none() => {
                if do_again(state, &deeds, looked_at) {
                    self.look_at(Parts::ALL);
                    self.answers_at_once(function);
                    *answer = value;
                    return Ok(());
                }
                None
            }
            Last::There(there) => Some(there),
            Last::Nothing | Last::Deeds(..) => None,
        };
        if self.memory.is_busy.replace(true) {
            return self.call_inside(state, door, call, there, answer);
        }
        self.memory.tidy();
        self.counts.set(false);
        let result = self.call_here(state, door, call, there, false, answer);
        self.memory.is_busy.set(false);
        result
    }

    /// The parts of the state that functions look at which only looked behind what a call has done; nothing where they do not come to the
    /// same in this state.
    #[inline(never)]
    fn comes_to(
        &self,
        state: &mut State,
        door: &Door,
        there: There,
        answers: &[(RootId, Code)],
    ) -> Option<Parts> {
        if self.memory.is_busy.get() || self.memory.inner.borrow().tries != there.tries {
            return None;
        }
        let work = |walk: &mut Walk<'_>| Ok(walk.come_to_the_same(answers));
        self.memory.walk_in(&self.stage, state, door, (true, 0), work).ok()?
    }

    /// Where a rule about nothing is known by a trail, for who asks it again and again; nothing where it is not, or not yet.
    pub(crate) fn standing(&self, rule: &Arc<str>) -> Option<Standing> {
        let function = self.memory.function_again(rule, 0)?;
        let inner = self.memory.inner.borrow();
        let root = inner.trie.find(function, &[])?;
        let has_trail = inner.trie.roots[root as usize].trails.are_kept();
        has_trail.then_some(Standing { function, root, tries: inner.tries, muster: inner.muster })
    }

    /// Whether such a rule answers nothing in this state and does nothing either. Where it does not, or that cannot be told, nothing has
    /// happened.
    pub(crate) fn still_does_nothing(&self, state: &mut State, door: &Door, standing: Standing) -> bool {
        let Standing { function, root, tries, muster } = standing;
        if self.memory.is_busy.get() || state.muster() != muster || self.memory.inner.borrow().tries != tries
        {
            return false;
        }
        let looked_at = self.memory.walk_in(&self.stage, state, door, (true, 0), |walk| {
            let looked_at = walk.come_to_the_same(&[(root, Code::NOTHING)]);
            walk.asked[function as usize] += u64::from(looked_at.is_some());
            Ok(looked_at)
        });
        match looked_at {
            Ok(Some(parts)) => {
                self.look_at(parts);
                true
            }
            _ => false,
        }
    }

    /// A call need not look anything up.
    #[inline]
    fn answers_at_once(&self, function: FunctionId) {
        if !self.memory.is_busy.get() {
            self.memory.outcomes.borrow_mut().clear();
        }
        self.memory.inner.borrow_mut().asked[function as usize] += 1;
    }

    /// The same while another call is under way: who answers may call rules, too, to look ahead. That is a call of its own.
    #[cold]
    fn call_inside(
        &self,
        state: &mut State,
        door: &Door,
        call: RuleCall<'_>,
        there: Option<There>,
        answer: &mut Value,
    ) -> Result<(), Failure> {
        let outer = self.memory.put_aside();
        let (account, counts) = (self.budget.snapshot(), self.counts.replace(false));
        let result = self.call_here(state, door, call, there, true, answer);
        self.budget.restore(account);
        self.counts.set(counts);
        self.memory.take_up(outer);
        result
    }

    fn call_here(
        &self,
        state: &mut State,
        door: &Door,
        call: RuleCall<'_>,
        there: Option<There>,
        inside: bool,
        answer: &mut Value,
    ) -> Result<(), Failure> {
        let start = state.pending();
        self.memory.begin(inside);
        if !inside && self.goes_on(state, door, call, answer) {
            return Ok(());
        }
        let mut slots = Slots::default();
        let came = match self.find(state, call, there, inside, &mut slots) {
            Some(there) if !self.memory.is_loose(there.function) => {
                if !inside && self.goes_its_course(state, door, call, (there, &slots), answer) {
                    return Ok(());
                }
                match self.walk(state, door, call, (there, &mut slots), answer) {
                    Ok(Came::Answered) => return Ok(()),
                    Err(halt) => self.recall(state, door, call, (there, &mut slots), (start, halt), answer),
                    refused => refused,
                }
            }
            Some(there) => self.run(state, door, call, there.function, answer),
            None => Err(Halt::Plainly),
        };
        match came {
            Ok(Came::Answered) => Ok(()),
            Ok(Came::Refused(reason)) if &*reason != UNTOLD => Err(self.refuse(state, start, &reason)),
            Err(Halt::Stopped(stop)) => {
                state.roll_back(start);
                Err(Failure::Stopped(stop))
            }
            Ok(Came::Refused(_)) | Err(Halt::Missing(_) | Halt::Asks(_) | Halt::Hole | Halt::Plainly) => {
                state.roll_back(start);
                *answer = self.call_plainly(state, door, call)?;
                Ok(())
            }
        }
    }

    #[cold]
    fn refuse(&self, state: &mut State, start: usize, reason: &str) -> Failure {
        self.look_at(Parts::ALL);
        state.roll_back(start);
        let (reason, trace) = (reason.to_owned(), Trace::default());
        Failure::Refused(Box::new(Refusal { reason, spot: Spot::default(), trace }))
    }

    #[cold]
    fn call_plainly(&self, state: &mut State, door: &Door, call: RuleCall<'_>) -> Result<Value, Failure> {
        self.look_at(Parts::ALL);
        self.plainly.set(self.plainly.get() + 1);
        let given = self.memory.given.borrow().clone();
        let door: Door = Rc::new(RefCell::new(Again { given, used: 0, door: door.clone() }));
        let run = self.rules.call(state, door, call.rule, call.arguments, call.looking)?;
        *self.memory.outcomes.borrow_mut() = run.trace.outcomes().map(Arc::from).collect();
        Ok(run.value)
    }

    /// Where a call is in the tries, with what it is about in empty slots; nothing where it is not remembered.
    #[inline]
    fn find(
        &self,
        state: &State,
        call: RuleCall<'_>,
        there: Option<There>,
        inside: bool,
        slots: &mut Slots,
    ) -> Option<There> {
        let (same_muster, tries) = {
            let inner = self.memory.inner.borrow();
            (inner.muster == state.muster(), inner.tries)
        };
        if !same_muster {
            // What is known of other units is still needed by the call outside.
            if inside {
                return None;
            }
            self.memory.inner.borrow_mut().begin(state);
        }
        if same_muster
            && let Some(there) = there
            && let Some(known) = there.again(call.arguments, tries, slots)
        {
            return Some(known);
        }
        self.memory.find(&self.stage.map, call, slots)
    }

    /// What a call answers by what is known already, which is kept for the next that is the same.
    #[inline]
    fn walk(
        &self,
        state: &mut State,
        door: &Door,
        call: RuleCall<'_>,
        (there, slots): (There, &mut Slots),
        answer: &mut Value,
    ) -> Result<Came, Halt> {
        self.memory.walk_in(&self.stage, state, door, (call.looking.is_some(), 0), |walk| {
            if there.keeps_deeds {
                walk.doing = Doing::Nothing;
            }
            // The last answers from outside are kept elsewhere (`lately.rs`).
            match walk.answer_anew(there.root, slots)? {
                Found::Goals(ways) => *answer = Value::List(ways.listed(walk.map)),
                Found::Brought => {
                    let word = walk.brought.word(walk.lexicon);
                    *answer = walk.lexicon.value(word);
                }
                Found::Word(Word::NOTHING) => *answer = Value::Nothing,
                Found::Word(word) if word.is_refused() => {
                    return Ok(Came::Refused(walk.lexicon.reason(word)));
                }
                Found::Word(word) => *answer = walk.lexicon.value(word),
            }
            let behind = std::mem::take(&mut walk.behind);
            let done = match std::mem::take(&mut walk.doing) {
                Doing::Deeds(done) => Some((done, behind)),
                Doing::Nothing | Doing::Untold => None,
            };
            self.look_at(if walk.does_more { Parts::ALL } else { walk.parts });
            if there.keeps && (!walk.does_more || done.is_some()) {
                self.lately.keep(walk.state, call, there, answer, walk.parts, done);
            }
            Ok(Came::Answered)
        })
    }

    /// What a call answers of which something is not known yet, or that asks first.
    #[cold]
    fn recall(
        &self,
        state: &mut State,
        door: &Door,
        call: RuleCall<'_>,
        (there, slots): (There, &mut Slots),
        (start, mut halt): (usize, Halt),
        answer: &mut Value,
    ) -> Result<Came, Halt> {
        let mut waits = false;
        loop {
            match halt {
                Halt::Missing(missing) => {
                    if !std::mem::replace(&mut waits, true) {
                        self.memory.has_waited(there.function);
                    }
                    state.roll_back(missing.start.changes);
                    self.find_out(state, door, &missing, call.looking)?;
                    state.roll_back(start);
                    self.memory.outcomes.borrow_mut().clear();
                }
                Halt::Asks(ask) => {
                    state.roll_back(start);
                    self.memory.outcomes.borrow_mut().clear();
                    self.memory.ask_at(Some(door), &ask)?;
                }
                halt => return Err(halt),
            }
            halt = match self.walk(state, door, call, (there, slots), answer) {
                Err(halt) => halt,
                came => return came,
            };
        }
    }

    /// The same of a call that is hardly ever remembered.
    #[cold]
    fn run(
        &self,
        state: &mut State,
        door: &Door,
        call: RuleCall<'_>,
        function: FunctionId,
        answer: &mut Value,
    ) -> Result<Came, Halt> {
        let found = self.on_stage(state, door, call.looking, || {
            self.memory.answer_loosely(&self.stage, &self.engine, function, call.arguments)
        })?;
        self.look_at(Parts::ALL);
        Ok(match found {
            Ok(value) => {
                *answer = value;
                Came::Answered
            }
            Err(reason) => Came::Refused(reason),
        })
    }

    /// Finds out what a function does.
    fn find_out(
        &self,
        state: &mut State,
        door: &Door,
        missing: &Missing,
        looking: Option<&'static str>,
    ) -> Result<(), Halt> {
        self.memory.used.set(missing.start.answers);
        self.memory.outcomes.borrow_mut().truncate(missing.start.outcomes);
        self.on_stage(state, door, looking, || {
            self.memory.fill(&self.stage, &self.engine, missing).map_err(|_| Halt::Plainly)
        })
    }

    /// Lends the state to the engine.
    fn on_stage<T>(
        &self,
        state: &mut State,
        door: &Door,
        looking: Option<&'static str>,
        work: impl FnOnce() -> Result<T, Halt>,
    ) -> Result<T, Halt> {
        if !self.counts.replace(true) {
            self.budget.begin();
        }
        self.stage.enter(std::mem::take(state), door.clone(), false, looking);
        let found = on_deep_stack(work);
        let scene = self.stage.leave();
        let stop = scene.and_then(|mut scene| {
            *state = std::mem::take(&mut scene.state);
            scene.stopped
        });
        match stop {
            Some(stop) => Err(Halt::Stopped(stop)),
            None if self.budget.tripped().is_none() => found,
            None => Err(Halt::Plainly),
        }
    }
}

//! Calls of one rule by another: where the called one only rolls and answers, all its ways are gone once for its
//! arguments and for what it reads, and to the caller it is a single throw.
//!
//! A call is a natural border for chance. What a rule threw to come to its answer is of no more interest once it has
//! answered, so that three calls with ten ways each are thirty ways and not a thousand. The answer is kept with what was read for it, and
//! serves every later call that would read the same. A rule that does more than answer (writes, names an outcome,
//! asks a player, refuses by chance), or that looks at a number still open, is run in its caller as ever. A way on which a rule
//! answers by calling itself anew is left out, and the other ways are weighed without it (`again.rs`).

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::Instant;

use dashu_int::UBig;
use dashu_int::ops::Gcd;
use rhai::{AST, Dynamic, Engine, EvalAltResult, Module, NativeCallContext, Position};
use rustc_hash::{FxHashMap, FxHashSet};

use super::again::answering_anew;
use super::arena::Thrown;
use super::engine::Stuck;
use super::limit::Account;
use super::rewritten::sees_through;
use super::standins::Shared;
use crate::kernel::state::{Query, State};
use crate::kernel::value::Value;
use crate::rules::bodies::{Bodies, as_body, name_of_body};
use crate::rules::calls::each_alone;
use crate::rules::convert::{lasting, to_dynamic};
use crate::rules::dotted::{calling_behind_dots, has_dotted};
use crate::rules::engine::MAX_CALL_LEVELS;
use crate::rules::link::is_closure;
use crate::rules::raise::{Outcome, bad};
use crate::rules::scene::Scene;

/// Calls whose ways are gone inside one another, at most.
const MOST_INSIDE: usize = 8;
/// Answers kept for the same arguments, and reads kept in all.
const MOST_ANSWERS: usize = 16;
const MOST_READS: usize = 2_000_000;

/// What was asked of the state, with the answers.
type Reads = Rc<[(Query, Value)]>;

/// What is called: a function, by its place, and whether it may only look.
type Call = (usize, bool, Box<[Value]>);

/// A function of the scripts.
struct Function {
    /// The name that its body has.
    body: String,
    /// Where it is run.
    place: Cell<Place>,
    /// Whether it hands on what it answers where it calls itself.
    answers_anew: bool,
}

/// A call under way whose ways are gone.
struct Inside {
    call: Call,
    /// What had been done to the state when it began, and whether something had been left out.
    done: (u64, bool),
}

/// Where a function is run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    /// By itself, all its ways at once.
    Apart,
    /// In its caller until the question is answered: it has looked at a number that was still open.
    InCaller,
    /// In its caller for good: it has done more than answer.
    AlwaysInCaller,
}

/// An answer with what was read for it.
struct Kept {
    reads: Reads,
    /// The state in which the reads were last found to be the same.
    stamp: Cell<u64>,
    answer: Rc<Answered>,
}

/// What a call comes to.
enum Answered {
    One(Value),
    Numbers(Thrown),
    /// Which of the values it is.
    Either(Vec<Value>, Thrown),
}

/// The calls of a set of rules.
pub(super) struct Calls {
    pub(super) bodies: Bodies,
    functions: RefCell<Vec<Function>>,
    /// The bodies that only the plain engine can run: they could tell a random number from another, or call a rule behind a dot.
    seeing: RefCell<FxHashSet<String>>,
    known: RefCell<FxHashMap<Call, Vec<Kept>>>,
    /// How many reads are kept.
    reads: Cell<usize>,
    /// The units that the answers are about.
    muster: Cell<u64>,
    /// The calls under way whose ways are gone, from the outermost in.
    inside: RefCell<Vec<Inside>>,
    /// The way under way has come to the call that it is a way of.
    again: Cell<bool>,
    /// Some of them must be run in their callers: all ways of the question have to be gone anew, or the same call would fork
    /// in one way and not in another.
    anew: Cell<bool>,
    /// The account of the question.
    account: RefCell<Option<Rc<Account>>>,
    /// Why the way under way goes no further.
    halted: Cell<Option<Stuck>>,
    /// Something was called that only the plain engine can run.
    plainly: Cell<bool>,
}

impl Calls {
    pub(super) fn new() -> Calls {
        Calls {
            bodies: Bodies::new(MAX_CALL_LEVELS),
            functions: RefCell::default(),
            seeing: RefCell::default(),
            known: RefCell::default(),
            reads: Cell::new(0),
            muster: Cell::new(0),
            inside: RefCell::default(),
            again: Cell::new(false),
            anew: Cell::new(false),
            account: RefCell::default(),
            halted: Cell::default(),
            plainly: Cell::new(false),
        }
    }

    /// Puts all functions of linked rules into an engine: their bodies, and under their names what looks first whether
    /// the answer is known.
    pub(super) fn link(shared: &Shared, engine: &mut Engine, rules: &AST) {
        let mut module = Module::new();
        let anew = answering_anew(rules);
        // Hardly any pack has such rules.
        if sees_through(rules) || has_dotted(rules) {
            let definitions: Vec<_> = rules.iter_fn_def().cloned().collect();
            let bodies: Vec<AST> = each_alone(rules).map(|(_, tree)| tree).collect();
            let dotted = calling_behind_dots(&definitions, &bodies);
            let seeing = definitions.iter().zip(&bodies).zip(dotted);
            let seeing = seeing.filter(|((_, tree), dotted)| *dotted || sees_through(tree));
            let names = seeing.map(|((own, _), _)| name_of_body(&own.name));
            shared.calls.seeing.borrow_mut().extend(names);
        }
        for (at, definition) in rules.iter_fn_def().enumerate() {
            if !is_closure(definition) {
                let own = shared.clone();
                let mut functions = shared.calls.functions.borrow_mut();
                let id = functions.len();
                let types = vec![std::any::TypeId::of::<Dynamic>(); definition.params.len()];
                engine.register_raw_fn(definition.name.as_str(), &types, move |context, arguments| {
                    let mut arguments: Vec<Dynamic> = arguments.iter().map(|a| (**a).clone()).collect();
                    own.call(&context, id, &mut arguments)
                });
                functions.push(Function {
                    body: name_of_body(&definition.name),
                    place: Cell::new(Place::Apart),
                    answers_anew: anew.contains(&at),
                });
            }
            module.set_script_fn(as_body(definition));
        }
        shared.calls.bodies.fill(module);
    }

    /// An exploration begins at a state.
    pub(super) fn begin(&self, state: &State, account: &Rc<Account>) {
        self.halted.set(None);
        self.plainly.set(false);
        self.anew.set(false);
        self.again.set(false);
        let before = self.account.replace(Some(account.clone()));
        if !before.is_some_and(|before| Rc::ptr_eq(&before, account)) {
            for function in &*self.functions.borrow() {
                if function.place.get() == Place::InCaller {
                    function.place.set(Place::Apart);
                }
            }
        }
        if self.muster.replace(state.muster()) != state.muster() || self.reads.get() > MOST_READS {
            self.known.borrow_mut().clear();
            self.reads.set(0);
        }
    }

    /// Why the way was broken off, if it was.
    pub(super) fn stuck(&self) -> Option<Stuck> {
        if let Some(stuck) = self.halted.take() {
            return Some(stuck);
        }
        (self.anew.get() || self.plainly.get()).then_some(Stuck::Failed)
    }

    /// Runs a body.
    pub(super) fn run(&self, engine: &Engine, body: &str, arguments: &mut [Dynamic]) -> Outcome<Dynamic> {
        if self.seeing.borrow().contains(body) {
            self.plainly.set(true);
            return broken_off();
        }
        self.bodies.run(engine, body, arguments)
    }

    /// Whether only the plain engine gets through.
    pub(super) fn go_plainly(&self) -> bool {
        self.plainly.get()
    }

    /// Whether all ways are to be gone anew.
    pub(super) fn begins_anew(&self) -> bool {
        self.anew.take()
    }

    /// All ways of the question are to be gone anew.
    pub(super) fn go_anew(&self) {
        self.anew.set(true);
    }

    /// What is under way is about to do more than answer: where that is a call by itself, it is broken off.
    pub(super) fn does_more(&self) -> Outcome<()> {
        self.to_callers(Place::AlwaysInCaller)
    }

    /// The same where it looks at a number that is still open.
    pub(super) fn looks_at_open(&self) -> Outcome<()> {
        self.to_callers(Place::InCaller)
    }

    /// What the innermost call has answered is more than a value, as the outline of a base is: it is run in its caller for good, and
    /// those outside may still be taken by themselves.
    fn cannot_be_kept<T>(&self) -> Outcome<T> {
        if let Some(Inside { call: (id, ..), .. }) = self.inside.borrow().last() {
            self.functions.borrow()[*id].place.set(Place::AlwaysInCaller);
        }
        self.anew.set(true);
        broken_off()
    }

    /// The calls under way are run in their callers from now on.
    fn to_callers(&self, place: Place) -> Outcome<()> {
        let inside = self.inside.borrow();
        if inside.is_empty() {
            return Ok(());
        }
        let functions = self.functions.borrow();
        for Inside { call: (id, ..), .. } in &*inside {
            if functions[*id].place.get() != Place::AlwaysInCaller {
                functions[*id].place.set(place);
            }
        }
        self.anew.set(true);
        broken_off()
    }

    fn takes_a_run(&self) -> bool {
        self.account.borrow().as_ref().is_none_or(|account| account.take())
    }
}

/// Not to be caught by a script.
fn broken_off<T>() -> Outcome<T> {
    Err(EvalAltResult::ErrorTerminated(Dynamic::UNIT, Position::NONE).into())
}

impl Shared {
    /// Calls a function from a script or a primitive.
    fn call(
        &self,
        context: &NativeCallContext<'_>,
        id: usize,
        arguments: &mut [Dynamic],
    ) -> Outcome<Dynamic> {
        let (calls, engine) = (&self.calls, context.engine());
        let apart = calls.functions.borrow()[id].place.get() == Place::Apart
            && calls.inside.borrow().len() < MOST_INSIDE;
        let values: Option<Box<[Value]>> = if apart { arguments.iter().map(lasting).collect() } else { None };
        let Some(values) = values else { return self.run_body(engine, id, arguments) };
        let looking = self.kit.stage.scene().is_some_and(|scene| scene.only_looking.is_some());
        let call = (id, looking, values);
        if self.is_again(&call) {
            calls.again.set(true);
            return Ok(Dynamic::UNIT);
        }
        if let Some(answer) = self.known(&call) {
            return Ok(self.throw_answer(context, &answer));
        }
        let (answer, reads) = self.every_way(engine, &call, arguments)?;
        let (answer, stamp) = (Rc::new(answer), Cell::new(self.stamp()));
        calls.reads.set(calls.reads.get() + reads.len() + 1);
        let mut known = calls.known.borrow_mut();
        let kept = known.entry(call).or_default();
        kept.truncate(MOST_ANSWERS - 1);
        kept.insert(0, Kept { reads, stamp, answer: answer.clone() });
        drop(known);
        Ok(self.throw_answer(context, &answer))
    }

    /// Whether a call is the one that the way under way is a way of, made anew to answer it, with nothing done since.
    fn is_again(&self, call: &Call) -> bool {
        let inside = self.calls.inside.borrow();
        let Some(last) = inside.last() else { return false };
        self.calls.functions.borrow()[call.0].answers_anew
            && last.call == *call
            && self.kit.stage.scene().is_some_and(|scene| (scene.deeds, scene.left_out) == last.done)
    }

    fn run_body(&self, engine: &Engine, id: usize, arguments: &mut [Dynamic]) -> Outcome<Dynamic> {
        let functions = self.calls.functions.borrow();
        self.calls.run(engine, &functions[id].body, arguments)
    }

    fn stamp(&self) -> u64 {
        self.kit.stage.scene().map_or(0, |scene| scene.state.stamp())
    }

    /// The answer to a call, where it has been found out and nothing that was read for it is different.
    fn known(&self, call: &Call) -> Option<Rc<Answered>> {
        let mut known = self.calls.known.borrow_mut();
        let kept = known.get_mut(call)?;
        let mut scene = self.kit.stage.scene_mut()?;
        let scene = &mut *scene;
        let arena = self.arena.borrow();
        let is_open = |query: &Query| match query {
            Query::Property(target, number) => {
                arena.lifted.iter().any(|(slot, _)| slot == &(*target, *number))
            }
            _ => false,
        };
        let catalogue = &self.kit.stage.catalogue;
        let at = kept.iter().position(|kept| {
            let same = kept.stamp.get() == scene.state.stamp()
                || kept.reads.iter().all(|(query, answer)| scene.state.answer(catalogue, query) == *answer);
            same && (arena.lifted.is_empty() || !kept.reads.iter().any(|(query, _)| is_open(query)))
        })?;
        kept[at].stamp.set(scene.state.stamp());
        scene.has_looked |= scene.left_out && !kept[at].reads.is_empty();
        if scene.recording {
            scene.trace.reads.extend_from_slice(&kept[at].reads);
        }
        kept[..=at].rotate_right(1);
        Some(kept[0].answer.clone())
    }

    /// What a call comes to, as the way that the run takes has it.
    fn throw_answer(&self, context: &NativeCallContext<'_>, answer: &Answered) -> Dynamic {
        match answer {
            Answered::One(value) => to_dynamic(value),
            Answered::Numbers(thrown) => self.number(context, thrown),
            Answered::Either(values, thrown) => {
                let mut arena = self.arena.borrow_mut();
                let which = arena.throw(thrown);
                to_dynamic(&values[arena.settle(&which) as usize])
            }
        }
    }

    /// Goes every way that a call can take, and collects what it answers and what it reads.
    ///
    /// # Errors
    /// What ends the caller as well: an error, a limit, a refusal that no dice have led to; or that the call cannot be
    /// taken by itself.
    fn every_way(&self, engine: &Engine, call: &Call, arguments: &[Dynamic]) -> Outcome<(Answered, Reads)> {
        let (calls, stage, budget) = (&self.calls, &self.kit.stage, &self.kit.budget);
        let Some(before) = stage.scene_mut().map(|mut scene| Before::of(&mut scene)) else {
            return bad("no game is under way");
        };
        let thrown = self.thrown_at.borrow().len();
        let aside = self.arena.borrow_mut().put_aside(before.next_tally);
        let (account, begun) = (budget.snapshot(), Instant::now());
        calls.inside.borrow_mut().push(Inside { call: call.clone(), done: (before.deeds, before.left_out) });
        let mut sum = Sum::default();
        let ended = loop {
            self.arena.borrow_mut().begin_inside(&aside);
            budget.begin();
            let answer = self.run_body(engine, call.0, &mut arguments.to_vec());
            let is_again = calls.again.take();
            let taken = self.take_answer(&before, answer);
            // Short runs come to their end without a look at it.
            if self.arena.borrow().is_broken_off() {
                calls.halted.set(Some(Stuck::Cancelled));
                break broken_off();
            }
            let is_whole = match taken {
                Ok((rows, of)) => {
                    if !is_again {
                        sum.add(rows, &of);
                    }
                    !self.arena.borrow_mut().advance()
                }
                Err(error) => break Err(error),
            };
            let stuck = match is_whole {
                true if !sum.rows.is_empty() => break Ok(()),
                // A rule that does nothing but call itself has no answer; the plain engine tells where.
                true => Stuck::Failed,
                false if calls.takes_a_run() => continue,
                false => Stuck::TooMany,
            };
            calls.halted.set(Some(stuck));
            break broken_off();
        };
        calls.inside.borrow_mut().pop();
        self.arena.borrow_mut().take_up(aside);
        if budget.tripped().is_none() {
            budget.restore(account);
            budget.excuse(begun.elapsed());
        }
        let reads = stage.scene_mut().map_or_else(Vec::new, |mut scene| before.own_reads(&mut scene));
        ended?;
        self.thrown_at.borrow_mut().truncate(thrown);
        Ok((sum.into_answer(), reads.into()))
    }

    /// What a way of a call has come to: its answers with their weights, and what those are out of. The scene is set back.
    fn take_answer(&self, before: &Before, answer: Outcome<Dynamic>) -> Outcome<(Vec<(Value, UBig)>, UBig)> {
        let mut arena = self.arena.borrow_mut();
        let Some((refused, stopped, changed)) =
            self.kit.stage.scene_mut().map(|mut scene| before.set_back(&mut scene))
        else {
            return bad("no game is under way");
        };
        if changed || (refused && arena.has_turned()) {
            self.calls.does_more()?;
        }
        let answer = answer?;
        if refused || stopped || arena.is_lost.get() || self.kit.budget.tripped().is_some() {
            return broken_off();
        }
        match arena.answered(&answer) {
            Some(rows) => Ok((rows, arena.total())),
            None => self.calls.cannot_be_kept(),
        }
    }
}

/// How the scene was when a call began.
struct Before {
    pending: usize,
    deeds: u64,
    left_out: bool,
    sums: usize,
    next_tally: u64,
    reads: usize,
    recording: bool,
}

impl Before {
    /// From now on what is read is recorded.
    fn of(scene: &mut Scene) -> Before {
        Before {
            pending: scene.state.pending(),
            deeds: scene.deeds,
            left_out: scene.left_out,
            sums: scene.sums.len(),
            next_tally: scene.next_tally,
            reads: scene.trace.reads.len(),
            recording: std::mem::replace(&mut scene.recording, true),
        }
    }

    /// Takes back what a way has done; whether it was refused, stopped, and has done anything to the state.
    fn set_back(&self, scene: &mut Scene) -> (bool, bool, bool) {
        let changed = scene.deeds != self.deeds;
        scene.state.roll_back(self.pending);
        scene.sums.truncate(self.sums);
        scene.next_tally = self.next_tally;
        (scene.refused.is_some(), scene.stopped.is_some(), changed)
    }

    /// What all ways have read, each once; a caller that is taken by itself has read it too.
    fn own_reads(&self, scene: &mut Scene) -> Vec<(Query, Value)> {
        scene.recording = self.recording;
        let mut seen = FxHashSet::default();
        let mut reads = scene.trace.reads.split_off(self.reads);
        reads.retain(|(query, _)| seen.insert(*query));
        if self.recording {
            scene.trace.reads.extend_from_slice(&reads);
        }
        reads
    }
}

fn number(value: &Value) -> Option<i64> {
    match value {
        Value::Int(number) => Some(*number),
        _ => None,
    }
}

/// Answers with their weights, each out of a total that all totals so far go into. What is not among them, because the rule was
/// called anew there, they share by their weights.
struct Sum {
    of: UBig,
    rows: BTreeMap<Value, UBig>,
}

impl Default for Sum {
    fn default() -> Self {
        Sum { of: UBig::ONE, rows: BTreeMap::new() }
    }
}

impl Sum {
    fn add(&mut self, rows: Vec<(Value, UBig)>, of: &UBig) {
        if *of != self.of {
            let common = &self.of / (&self.of).gcd(of) * of;
            let factor = &common / &self.of;
            self.rows.values_mut().for_each(|row| *row *= &factor);
            self.of = common;
        }
        let factor = &self.of / of;
        for (value, weight) in rows {
            *self.rows.entry(value).or_default() += weight * &factor;
        }
    }

    fn into_answer(self) -> Answered {
        let numbers: Option<Vec<i64>> = self.rows.keys().map(number).collect();
        let weights: Vec<UBig> = self.rows.values().cloned().collect();
        let of: UBig = weights.iter().sum();
        let values: Vec<Value> = self.rows.into_keys().collect();
        match (&values[..], numbers) {
            ([only], _) => Answered::One(only.clone()),
            (_, Some(numbers)) => Answered::Numbers(Thrown::weighted(numbers, weights, of)),
            (_, None) => {
                let places = (0..values.len() as i64).collect();
                Answered::Either(values, Thrown::weighted(places, weights, of))
            }
        }
    }
}

//! What is remembered, and how functions ask for it: an answer is recalled, or, where memory ends, found out (`finding.rs`).

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use rhai::{Dynamic, Engine, EvalAltResult, Position};
use rustc_hash::FxHashMap;

use super::apart::has_bit;
use super::brought::{Brought, LastBrought};
use super::course::{Passed, Worth};
use super::grounds::Grounds;
use super::lately::{Behind, Doing, There};
use super::lexicon::Lexicon;
use super::notes::Frame;
use super::search::{Came, Searched};
use super::slots::{self, Slots, Units};
use super::summary::Summary;
use super::trie::{FunctionId, Goal, Trie};
use super::typed::{Equipment, Machine, Val};
use super::walk::{Found, Halt, Looked, Progress, Walk};
use super::word::{Arguments, Word};
use crate::kernel::door::{Answer, Ask, Stop};
use crate::kernel::hex::{Hex, HexMap};
use crate::kernel::state::{Parts, State};
use crate::rules::bodies::Bodies;
use crate::rules::engine::MAX_CALL_LEVELS;
use crate::rules::raise::{Outcome, refused, stopped};
use crate::rules::rule_call::RuleCall;
use crate::rules::scene::{Door, Stage};
use crate::rules::trace::Spot;

/// Calls that are run or walked nest so deep at most; the plain engine tells where a script goes deeper.
pub(super) const DEEPEST: usize = MAX_CALL_LEVELS;
/// With more than this everything is forgotten; about 150 MB.
pub(super) const ROOM: usize = 1_500_000;
/// A function that was run for more than this part of the room, and at least every other time that it was asked, is not
/// worth what it takes.
const SHARE: usize = 75;

/// So often, by this part of the room, something about a function has to be new before it is taken for one that is hardly ever
/// remembered.
const PART: usize = 500;

/// So many calls come between two looks at how much is kept.
const BETWEEN_LOOKS: u8 = 32;

/// A function of the scripts.
#[derive(Debug)]
pub(super) struct Function {
    /// The name under which its body is linked.
    pub(super) body: String,
    /// The rule that it only hands its parameters on to.
    pub(super) stands_for: Option<FunctionId>,
    pub(super) is_closure: bool,
    /// Where its answer is that of a search.
    pub(super) tail: Option<Position>,
    /// The parameters, a bit each, of whose hexes it does nothing that needs to know which they are.
    pub(super) apart: u32,
    /// Those of them that it only looks into or hands on.
    pub(super) handed_on: u32,
    /// Those of them that nobody does more with.
    pub(super) looked_into: u32,
    /// Not worth remembering, or not to be remembered.
    pub(super) opaque: bool,
    /// Only the plain engine may run it.
    pub(super) plainly: bool,
    /// How often it was run.
    pub(super) runs: u64,
    /// How often a call of it from outside had to wait for something to be found out.
    pub(super) waits: u64,
    /// Where nothing is kept of what calls it, nothing is kept of what it does either, since it mostly does something new.
    pub(super) is_loose: bool,
    /// What the courses are worth whose check it is, or whose rule.
    pub(super) courses: Worth,
}

impl Function {
    /// Looks whether it is worth remembering, having been asked so often, in a memory with so much room.
    pub(super) fn weigh(&mut self, asked: u64, room: usize) {
        let new = self.runs.max(self.waits);
        self.is_loose |= new > (room / PART) as u64 && new * 4 > asked * 3;
    }
}

/// What is remembered.
#[derive(Debug, Default)]
pub(super) struct Inner {
    pub(super) trie: Trie,
    pub(super) lexicon: Lexicon,
    pub(super) searched: Option<Searched>,
    pub(super) last_brought: Option<LastBrought>,
    pub(super) asked: Vec<u64>,
    pub(super) functions: Vec<Function>,
    /// How often the tries were begun anew.
    pub(super) tries: u64,
    /// The muster of the states that it is about.
    pub(super) muster: u64,
    /// The class of each unit.
    pub(super) classes: Vec<Word>,
    pub(super) grounds: Grounds,
}

impl Inner {
    /// Begins anew for states of another muster.
    pub(super) fn begin(&mut self, state: &State) {
        self.trie = Trie::default();
        self.tries += 1;
        (self.searched, self.last_brought) = (None, None);
        self.muster = state.muster();
        self.classes = state.units().map(|(_, u)| Word::class(u.side, u.unit_type)).collect();
    }

    /// Makes arguments of a function what its tries know them as; what is in the slots then.
    #[inline]
    pub(super) fn put_aside(
        &mut self,
        map: &HexMap,
        function: FunctionId,
        arguments: &mut Arguments,
    ) -> Slots {
        let units = self.put_units_aside(arguments);
        let apart = self.functions[function as usize].apart;
        Slots { units, spots: self.grounds.put_aside(arguments, apart, map) }
    }

    /// The same with nothing but units in slots.
    #[inline]
    pub(super) fn put_units_aside(&self, arguments: &mut Arguments) -> Units {
        slots::put_aside(arguments, &self.classes, &self.lexicon)
    }
}

/// So many names are found again at once.
const RECENT: usize = 61;

/// A name that was asked for, with what it stands for.
#[derive(Debug, Clone)]
struct Recent {
    name: Arc<str>,
    parameters: usize,
    function: FunctionId,
}

/// The memory of one set of rules.
pub(in crate::rules) struct Memory {
    pub(super) inner: RefCell<Inner>,
    pub(super) names: RefCell<FxHashMap<String, Vec<(usize, FunctionId)>>>,
    recent: RefCell<Vec<Option<Recent>>>,
    pub(super) given: RefCell<Vec<Answer>>,
    pub(super) used: Cell<usize>,
    pub(super) outcomes: RefCell<Vec<Arc<str>>>,
    pub(super) frames: RefCell<Vec<Frame>>,
    pub(super) bodies: Bodies,
    /// The check that was asked last.
    pub(super) passed: RefCell<Passed>,
    /// How much may be kept.
    pub(super) room: Cell<usize>,
    /// Something came up that only the plain engine may run.
    pub(super) is_over: Cell<bool>,
    /// A call is under way.
    pub(super) is_busy: Cell<bool>,
    /// Calls since somebody looked at how much is kept.
    calls: Cell<u8>,
    /// What trees of functions are carried out with, once the functions are there.
    pub(super) equipment: RefCell<Option<Rc<Equipment>>>,
}

/// An answer that can be remembered, or one that cannot.
pub(super) enum Answered {
    Word(Word),
    Loose(Val),
}

impl Memory {
    /// An empty memory with room for so much.
    pub(super) fn new(room: usize) -> Memory {
        Memory {
            inner: RefCell::default(),
            names: RefCell::default(),
            recent: RefCell::new(vec![None; RECENT]),
            given: RefCell::default(),
            used: Cell::new(0),
            outcomes: RefCell::default(),
            frames: RefCell::default(),
            bodies: Bodies::new(DEEPEST),
            passed: RefCell::default(),
            room: Cell::new(room),
            is_over: Cell::new(false),
            is_busy: Cell::new(false),
            calls: Cell::new(0),
            equipment: RefCell::default(),
        }
    }

    /// A call from outside begins, inside of another one or by itself.
    #[inline]
    pub(super) fn begin(&self, inside: bool) {
        self.given.borrow_mut().clear();
        self.used.set(0);
        self.outcomes.borrow_mut().clear();
        // Where this is a call inside another one, that one has still to know.
        self.is_over.set(inside && self.is_over.get());
    }

    /// The function of a name with so many parameters.
    pub(in crate::rules) fn function(&self, name: &str, parameters: usize) -> Option<FunctionId> {
        let names = self.names.borrow();
        let id = names.get(name)?.iter().find(|(n, _)| *n == parameters).map(|(_, id)| *id)?;
        Some(self.inner.borrow().functions[id as usize].stands_for.unwrap_or(id))
    }

    /// The same, for who asks for the same names again and again, by the very same text.
    pub(super) fn function_again(&self, name: &Arc<str>, parameters: usize) -> Option<FunctionId> {
        let mut recent = self.recent.borrow_mut();
        let known = &mut recent[(name.as_ptr() as usize >> 4) % RECENT];
        if let Some(known) = known
            && known.parameters == parameters
            && Arc::ptr_eq(&known.name, name)
        {
            return Some(known.function);
        }
        let function = self.function(name, parameters)?;
        *known = Some(Recent { name: name.clone(), parameters, function });
        Some(function)
    }

    /// Where the call of a rule with these arguments is in the tries, what it is about in its slots, which are empty; nothing where it is
    /// not remembered.
    pub(super) fn find(
        &self,
        map: &HexMap,
        RuleCall { rule, arguments, .. }: RuleCall<'_>,
        slots: &mut Slots,
    ) -> Option<There> {
        let function = self.function_again(rule, arguments.len())?;
        let mut inner = self.inner.borrow_mut();
        let inner = &mut *inner;
        if inner.functions[function as usize].opaque {
            return None;
        }
        let root = inner.of_unit_and_hex(map, function, arguments, slots).unwrap_or_else(|| {
            let mut words = Arguments::new();
            arguments.iter().for_each(|value| words.push(inner.lexicon.of_value(value)));
            *slots = inner.put_aside(map, function, &mut words);
            inner.trie.root(function, &words)
        });
        // What is about a unit is done where that is, which is hardly ever twice the same.
        let (by_slot, keeps_deeds) = (!slots.is_empty(), arguments.is_empty());
        Some(There { function, root, by_slot, tries: inner.tries, keeps: true, keeps_deeds })
    }

    /// The closure of a name, with how many parameters it has, those that it has captured included.
    pub(super) fn closure_named(&self, name: &str) -> Option<(usize, FunctionId)> {
        let first = *self.names.borrow().get(name)?.first()?;
        Some(first).filter(|(_, id)| self.inner.borrow().functions[*id as usize].is_closure)
    }

    /// The rule of a name with so many parameters.
    pub(super) fn rule_named(&self, name: &str, parameters: usize) -> Option<FunctionId> {
        let names = self.names.borrow();
        names.get(name)?.iter().find(|(n, _)| *n == parameters).map(|(_, id)| *id)
    }

    pub(super) fn equipment(&self) -> Option<Rc<Equipment>> {
        self.equipment.borrow().clone()
    }

    pub(super) fn is_opaque(&self, function: FunctionId) -> bool {
        self.inner.borrow().functions[function as usize].opaque
    }

    /// A call of a function from outside has to wait for something to be found out.
    pub(super) fn has_waited(&self, function: FunctionId) {
        let mut inner = self.inner.borrow_mut();
        let asked = inner.asked[function as usize];
        let function = &mut inner.functions[function as usize];
        function.waits += 1;
        function.weigh(asked, self.room.get());
    }

    /// Whether a function need not know which hex that of a parameter is.
    pub(super) fn is_apart(&self, function: FunctionId, parameter: usize) -> bool {
        has_bit(self.inner.borrow().functions[function as usize].apart, parameter)
    }

    /// Whether a function only looks into the hex of a parameter or hands it on.
    pub(super) fn is_handed_on(&self, function: FunctionId, parameter: usize) -> bool {
        has_bit(self.inner.borrow().functions[function as usize].handed_on, parameter)
    }

    pub(super) fn is_loose(&self, function: FunctionId) -> bool {
        self.inner.borrow().functions[function as usize].is_loose
    }

    /// Calls a function from a script or a primitive.
    pub(in crate::rules) fn call(
        &self,
        stage: &Stage,
        engine: &Engine,
        function: FunctionId,
        arguments: &mut [&mut Dynamic],
    ) -> Outcome<Dynamic> {
        let words: Option<Vec<Word>> = {
            let mut inner = self.inner.borrow_mut();
            let opaque = inner.functions[function as usize].opaque;
            let lexicon = &mut inner.lexicon;
            if opaque { None } else { arguments.iter().map(|a| lexicon.of_dynamic(a)).collect() }
        };
        let Some(words) = words else {
            let taken = |(at, argument): (usize, &&mut Dynamic)| match argument.read_lock::<Hex>() {
                Some(hex) => Dynamic::from(self.taken(function, at, *hex)),
                None => (**argument).clone(),
            };
            let mut arguments: Vec<Dynamic> = arguments.iter().enumerate().map(taken).collect();
            return self.body(engine, function, &mut arguments);
        };
        match self.answer(stage, engine, function, &words)? {
            Answered::Word(word) => self.value(stage, word),
            Answered::Loose(value) => Ok(value.to_dynamic()),
        }
    }

    /// Calls a function from a tree.
    pub(super) fn call_with_vals(
        &self,
        machine: &Machine<'_>,
        function: FunctionId,
        arguments: &[Val],
    ) -> Outcome<Val> {
        let is_loose = self.is_loose(function) && self.frames.borrow().is_empty();
        let is_by_itself =
            !(is_loose || self.is_opaque(function) || self.is_part(machine, function, arguments));
        let words = if is_by_itself { self.words_of(arguments) } else { None };
        let Some(words) = words else {
            return match machine.code(function) {
                Some(code) => machine.run(&code, arguments),
                None => {
                    let told = |value: &Val| self.told_val(value).to_dynamic();
                    let mut arguments: Vec<Dynamic> = arguments.iter().map(told).collect();
                    self.body(machine.engine, function, &mut arguments).map(Val::of)
                }
            };
        };
        match self.answer(machine.stage, machine.engine, function, &words)? {
            Answered::Word(word) if !word.is_refused() => Ok(self.inner.borrow().lexicon.val(word)),
            Answered::Word(word) => refused(machine.stage, Spot::default(), &*self.reason(word)),
            Answered::Loose(value) => Ok(value),
        }
    }

    /// Whether a call is remembered as a part of the function that makes it: what it does is little, and about nothing but what that
    /// function is about itself, so it is asked where much of it is known already. What comes to a truth is a part only of what does, too.
    fn is_part(&self, machine: &Machine<'_>, function: FunctionId, arguments: &[Val]) -> bool {
        let frames = self.frames.borrow();
        let Some(frame) = frames.last() else { return false };
        let is_own = |value: &Val| match value {
            Val::Unit(unit) => frame.units.contains(unit),
            Val::Nothing | Val::Bool(_) | Val::Int(_) | Val::Text(_) | Val::Side(_) | Val::Hex(_) => true,
            // Lists are mostly new, and then nothing is known of what is handed one.
            Val::List(_) => true,
            _ => false,
        };
        arguments.iter().all(is_own)
            && self.inner.borrow().functions[function as usize].looked_into == 0
            && machine.code(function).is_some_and(|code| {
                let is_truth = |caller: FunctionId| machine.code(caller).is_some_and(|code| code.is_truth);
                code.is_thin && (!code.is_truth || is_truth(frame.function))
            })
    }

    /// The answer of a function, remembered or found out.
    pub(super) fn answer(
        &self,
        stage: &Stage,
        engine: &Engine,
        function: FunctionId,
        arguments: &[Word],
    ) -> Outcome<Answered> {
        let start = self.here(stage);
        let mut whole = Arguments::new();
        arguments.iter().for_each(|word| whole.push(self.whole_word(*word)));
        let (root, key, slots) = {
            let mut inner = self.inner.borrow_mut();
            let slots = inner.put_aside(&stage.map, function, &mut whole);
            (inner.trie.root(function, &whole), whole, slots)
        };
        let handing = self.handing((function, root), arguments, &key);
        if self.inner.borrow().trie.roots[root as usize].entry == Goal::UNKNOWN {
            self.inner.borrow_mut().asked[function as usize] += 1;
            return self.find_out(stage, engine, root, slots, &handing);
        }
        // Where nothing is kept nobody has to be told.
        let is_kept = !self.frames.borrow().is_empty();
        loop {
            let mut summary = Summary::default();
            let found = self.walk(stage, |walk| {
                let found = walk.answer(root, &mut { slots }, is_kept.then_some(&mut summary))?;
                Ok(match found {
                    Found::Word(word) => Came::Word(word),
                    Found::Goals(ways) => Came::Word(walk.lexicon.hexes(&ways.goals(walk.map))),
                    Found::Brought => Came::Hexes(walk.brought),
                })
            });
            let whole = handing.slots(slots.units);
            match found {
                Ok(Came::Hexes(brought)) => {
                    let did_more = summary.did_more;
                    let word = self.note_bringing(stage, handing.callee, &whole, &brought, did_more);
                    return Ok(Answered::Word(word));
                }
                Ok(Came::Word(word)) => {
                    if is_kept {
                        self.note_call(handing.callee, &whole, word, &summary);
                    }
                    return Ok(Answered::Word(word));
                }
                Err(Halt::Missing(missing)) => {
                    let own = missing.function == function && missing.arguments == key;
                    self.go_back(stage, missing.start);
                    if own && missing.slots == slots && missing.start == start {
                        self.inner.borrow_mut().asked[function as usize] += 1;
                        return self.find_out(stage, engine, root, slots, &handing);
                    }
                    self.fill(stage, engine, &missing)?;
                    self.go_back(stage, start);
                }
                Err(Halt::Asks(ask)) => {
                    self.go_back(stage, start);
                    let door = stage.scene().map(|s| s.door.clone());
                    if let Err(halt) = self.ask_at(door.as_ref(), &ask) {
                        return self.raise(stage, halt);
                    }
                }
                Err(halt) => return self.raise(stage, halt),
            }
        }
    }

    /// Asks at the door, and keeps the answer for when the question comes again.
    pub(super) fn ask_at(&self, door: Option<&Door>, ask: &Ask) -> Result<(), Halt> {
        let Some(Ok(mut door)) = door.map(|door| door.try_borrow_mut()) else { return Err(Halt::Plainly) };
        let answer = door.answer(ask).map_err(Halt::Stopped)?;
        if let Some(misfit) = answer.given.misfit(ask) {
            return Err(Halt::Stopped(Stop::Misfit(misfit)));
        }
        self.given.borrow_mut().push(answer);
        Ok(())
    }

    /// An answer as the engine takes it.
    pub(super) fn value(&self, stage: &Stage, word: Word) -> Outcome<Dynamic> {
        let word = self.told_word(word);
        let inner = self.inner.borrow();
        if !word.is_refused() {
            return Ok(inner.lexicon.dynamic(word));
        }
        let reason = inner.lexicon.reason(word);
        drop(inner);
        refused(stage, Spot::default(), &*reason)
    }

    /// How far the run has come.
    pub(super) fn here(&self, stage: &Stage) -> Progress {
        Progress {
            changes: stage.scene().map_or(0, |s| s.state.pending()),
            answers: self.used.get(),
            outcomes: self.outcomes.borrow().len(),
        }
    }

    pub(super) fn go_back(&self, stage: &Stage, to: Progress) {
        if let Some(mut scene) = stage.scene_mut() {
            scene.state.roll_back(to.changes);
        }
        self.used.set(to.answers);
        self.outcomes.borrow_mut().truncate(to.outcomes);
    }

    /// Looks now and then whether it has become too much, since it does not grow by much from one call to the next.
    #[inline]
    pub(super) fn tidy(&self) {
        let calls = self.calls.get();
        self.calls.set((calls + 1) % BETWEEN_LOOKS);
        if calls == 0 {
            self.tidy_up();
        }
    }

    /// Forgets everything when it has become too much, and what is hardly ever remembered for good.
    #[inline(never)]
    fn tidy_up(&self) {
        let mut inner = self.inner.borrow_mut();
        let room = self.room.get();
        if inner.trie.room() < room && inner.lexicon.len() < room {
            return;
        }
        let inner = &mut *inner;
        let trial = (room / SHARE) as u64;
        for (function, asked) in inner.functions.iter_mut().zip(&mut inner.asked) {
            function.opaque |= function.runs > trial && function.runs * 2 > *asked;
            (function.runs, function.waits, *asked) = (0, 0, 0);
        }
        inner.trie = Trie::default();
        inner.tries += 1;
        inner.lexicon = Lexicon::default();
        (inner.searched, inner.last_brought) = (None, None);
    }

    pub(super) fn walk<T>(
        &self,
        stage: &Stage,
        work: impl FnOnce(&mut Walk<'_>) -> Result<T, Halt>,
    ) -> Result<T, Halt> {
        let Some(mut scene) = stage.scene_mut() else { return Err(Halt::Plainly) };
        let scene = &mut *scene;
        let (door, looking, used) = (&scene.door, scene.only_looking.is_some(), self.used.get());
        self.walk_in(stage, &mut scene.state, door, (looking, used), work)
    }

    /// The same in a state that is not the stage's, asking whoever is at a door. `looking` where it may only look, and so many of the answers
    /// given were used.
    pub(super) fn walk_in<T>(
        &self,
        stage: &Stage,
        state: &mut State,
        door: &Door,
        (looking, used): (bool, usize),
        work: impl FnOnce(&mut Walk<'_>) -> Result<T, Halt>,
    ) -> Result<T, Halt> {
        let mut inner = self.inner.borrow_mut();
        let Inner { trie, lexicon, searched, last_brought, asked, functions, grounds, .. } = &mut *inner;
        let mut walk = Walk {
            trie,
            lexicon,
            searched,
            last_brought,
            asked,
            functions,
            grounds,
            catalogue: &stage.catalogue,
            map: &stage.map,
            state,
            given: &mut self.given.borrow_mut(),
            used,
            door,
            looking,
            is_search: false,
            depth: self.bodies.depth(),
            outcomes: &mut self.outcomes.borrow_mut(),
            parts: Parts::NONE,
            does_more: false,
            doing: Doing::Untold,
            behind: Behind::default(),
            did_more: false,
            found: None,
            brought: Brought::default(),
            watched: (Hex::default(), Looked::Elsewhere),
        };
        let found = work(&mut walk);
        self.used.set(walk.used);
        found
    }

    pub(super) fn raise<T>(&self, stage: &Stage, halt: Halt) -> Outcome<T> {
        match halt {
            Halt::Stopped(stop) => stopped(stage, stop),
            Halt::Missing(_) | Halt::Asks(_) | Halt::Hole | Halt::Plainly => {
                Err(EvalAltResult::ErrorTerminated(Dynamic::UNIT, Position::NONE).into())
            }
        }
    }
}

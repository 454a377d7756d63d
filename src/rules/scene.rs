//! What a running rule works on: the state, who answers, and the record of the run.
//!
//! Scripts hold only handles; everything else they reach through the primitives, which work on the topmost scene
//! here. A run inside a run (what the dice must show, asked while a rule waits for them) has a scene of its own.

use std::cell::{Ref, RefCell, RefMut};
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use rhai::{Dynamic, FnPtr, NativeCallContext};

use super::raise::{Outcome, bad, only_looks};
use super::recall::Memory;
use super::trace::{Event, Spot, TallyRecord, Trace};
use crate::kernel::catalogue::Catalogue;
use crate::kernel::door::{Answers, Stop};
use crate::kernel::hex::{Hex, HexMap, Reach};
use crate::kernel::plane::{Laid, Tabletop};
use crate::kernel::state::{Deed, Query, State};
use crate::kernel::value::{UnitId, Value};

/// Who answers, shared between the caller and the run.
pub type Door = Rc<RefCell<dyn Answers>>;

/// A tally that is still added to.
pub(super) struct UnderWay {
    pub(super) record: TallyRecord,
    /// When something was last done with it.
    pub(super) touched: u64,
}

/// A finished tally that no other has taken up.
pub(super) struct Loose {
    pub(super) id: u64,
    pub(super) record: TallyRecord,
    /// How many events there were when it was finished: its place among them if it stays loose.
    at: usize,
    /// When it was finished, in the order of all that is done with tallies.
    pub(super) finished: u64,
}

/// One run's belongings.
pub(super) struct Scene {
    pub(super) state: State,
    pub(super) door: Door,
    pub(super) trace: Trace,
    pub(super) recording: bool,
    pub(super) stopped: Option<Stop>,
    /// The first refusal, with the rule that refused.
    pub(super) refused: Option<(String, Spot)>,
    /// What is being found out, while only that may be done: nothing is written then and nothing asked.
    pub(super) only_looking: Option<&'static str>,
    /// What runs was typed beside the game's commands: it decides nothing in secret and opens no seal.
    pub(super) beside_the_game: bool,
    /// Bytes of text told to the players so far.
    pub(super) told: usize,
    /// Points of figures drawn so far.
    pub(super) drawn: usize,
    /// Tallies under way, by number; finished ones that no other has taken up yet wait in `loose`.
    pub(super) tallies: BTreeMap<u64, UnderWay>,
    pub(super) loose: Vec<Loose>,
    pub(super) next_tally: u64,
    /// Counts all that is done with tallies.
    pub(super) tick: u64,
    /// Counts all that is done to the state, be it as it was before or not.
    pub(super) deeds: u64,
    /// Running totals of tallies where no record is kept, by number less one.
    pub(super) sums: Vec<i64>,
    /// Nothing is recorded of this run.
    pub(super) quiet: bool,
    /// Odds have left out what may have changed the state; and something of it was read since.
    pub(super) left_out: bool,
    pub(super) has_looked: bool,
    /// Above zero while a search asks the rules about ways that are not gone: nothing is recorded then.
    pub(super) aside: u32,
}

/// The scenes of a rule engine, and what is printed, which all of them share.
pub(super) struct Stage {
    pub(super) catalogue: Arc<Catalogue>,
    pub(super) map: Arc<HexMap>,
    scenes: RefCell<Vec<Scene>>,
    /// The last search, with what it was asked: a check and the rule behind it ask the same.
    searched: RefCell<Option<(SearchKey, Rc<Reach<Bar>>)>>,
    /// The table as it was last asked for, with what was laid on it.
    laid: RefCell<Option<(Laid, Rc<Tabletop>)>>,
    /// Numbers may be random, so that the same search need not find the same.
    is_random: bool,
    /// Nothing is recorded of what rules do.
    quiet: bool,
    /// Where what rules do is kept, to be recalled; nothing else is recorded then.
    pub(super) memory: Option<Rc<Memory>>,
}

/// Why a rule that a search has asked refuses a hex, and which rule it was.
#[derive(Debug, Clone)]
pub(super) struct Bar {
    pub(super) text: String,
    pub(super) spot: Spot,
}

/// What a search over the map depends on: the state, the hexes and limits, the closure with what it has captured.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct SearchKey {
    pub(super) stamp: u64,
    pub(super) from: Hex,
    pub(super) target: Option<Hex>,
    pub(super) budget: i64,
    pub(super) most: Option<u32>,
    pub(super) closure: String,
    pub(super) captured: Vec<Value>,
}

impl Stage {
    pub(super) fn new(catalogue: Arc<Catalogue>, map: Arc<HexMap>) -> Self {
        let (scenes, searched) = (RefCell::new(Vec::new()), RefCell::new(None));
        let laid = RefCell::new(None);
        Stage { catalogue, map, scenes, searched, laid, is_random: false, quiet: false, memory: None }
    }

    /// A stage whose runs are kept in a memory.
    pub(super) fn remembering(catalogue: Arc<Catalogue>, map: Arc<HexMap>, memory: Rc<Memory>) -> Self {
        Stage { memory: Some(memory), quiet: true, ..Stage::new(catalogue, map) }
    }

    /// A stage for random numbers: what a search of the map finds may hang on them.
    pub(super) fn for_odds(catalogue: Arc<Catalogue>, map: Arc<HexMap>) -> Self {
        Stage { is_random: true, quiet: true, ..Stage::new(catalogue, map) }
    }

    /// The table with what the state has laid on it; nothing where that is nothing.
    pub(super) fn with_laid(&self, printed: &Tabletop) -> Option<Rc<Tabletop>> {
        self.looks();
        let scene = self.scene()?;
        let laid = scene.state.laid();
        if laid.is_empty() {
            return None;
        }
        let mut last = self.laid.borrow_mut();
        match &*last {
            Some((same, table)) if same == laid => Some(table.clone()),
            _ => {
                let table = Rc::new(printed.with_laid(laid));
                *last = Some((laid.clone(), table.clone()));
                Some(table)
            }
        }
    }

    /// The answer to the same search of the same state.
    pub(super) fn searched(&self, key: &SearchKey) -> Option<Rc<Reach<Bar>>> {
        self.searched.borrow().as_ref().filter(|(k, _)| k == key).map(|(_, found)| found.clone())
    }

    pub(super) fn keep_search(&self, key: SearchKey, found: Rc<Reach<Bar>>) {
        if self.is_random {
            return;
        }
        *self.searched.borrow_mut() = Some((key, found));
    }

    pub(super) fn enter(
        &self,
        state: State,
        door: Door,
        recording: bool,
        only_looking: Option<&'static str>,
    ) {
        self.scenes.borrow_mut().push(Scene {
            state,
            door,
            trace: Trace::default(),
            recording,
            stopped: None,
            refused: None,
            only_looking,
            beside_the_game: false,
            told: 0,
            drawn: 0,
            left_out: false,
            has_looked: false,
            tallies: BTreeMap::new(),
            loose: Vec::new(),
            next_tally: 1,
            tick: 0,
            deeds: 0,
            sums: Vec::new(),
            quiet: self.quiet,
            aside: u32::from(self.quiet),
        });
    }

    pub(super) fn leave(&self) -> Option<Scene> {
        let mut scene = self.scenes.borrow_mut().pop()?;
        for loose in std::mem::take(&mut scene.loose).into_iter().rev() {
            let at = loose.at.min(scene.trace.events.len());
            scene.trace.events.insert(at, Event::Tally(loose.record));
        }
        Some(scene)
    }

    /// The topmost scene. Only rules call primitives and a rule only runs on a scene, so there is one.
    pub(super) fn scene(&self) -> Option<Ref<'_, Scene>> {
        Ref::filter_map(self.scenes.borrow(), |s| s.last()).ok()
    }

    pub(super) fn scene_mut(&self) -> Option<RefMut<'_, Scene>> {
        RefMut::filter_map(self.scenes.borrow_mut(), |s| s.last_mut()).ok()
    }

    /// Whether a search or a line of sight asks, which leaves no traces.
    pub(super) fn asks_aside(&self) -> bool {
        // Where nothing is recorded anyway, all of a run is aside.
        self.scene().is_some_and(|scene| scene.aside > u32::from(self.quiet))
    }

    /// Whether nothing is recorded of what rules do here.
    pub(super) fn is_quiet(&self) -> bool {
        self.quiet
    }

    /// A rule has asked where something is, or how far off.
    pub(super) fn note_measuring(&self) {
        if let Some(mut scene) = self.scene_mut() {
            scene.trace.measured = true;
        }
    }

    /// Does what may only look: see [`Scene::only_looking`].
    pub(super) fn looking<T>(&self, what: &'static str, look: impl FnOnce() -> T) -> T {
        let before = self.scene_mut().and_then(|mut s| s.only_looking.replace(what));
        let result = look();
        if let Some(mut scene) = self.scene_mut() {
            scene.only_looking = before;
        }
        result
    }

    /// Whether a rule may do more than look, now.
    pub(super) fn may(&self, deed: &str) -> Outcome<()> {
        match self.scene().and_then(|s| s.only_looking) {
            Some(who) => only_looks(who, deed),
            None => Ok(()),
        }
    }

    /// From now on what runs here is beside the game's commands: see [`Scene::beside_the_game`].
    pub(super) fn step_beside_the_game(&self) {
        if let Some(mut scene) = self.scene_mut() {
            scene.beside_the_game = true;
        }
    }

    /// Whether what is secret may be decided, sealed or opened, now: a command of the game leaves a trace of it, and undo stops
    /// before it.
    pub(super) fn may_in_secret(&self, deed: &str) -> Outcome<()> {
        self.may(deed)?;
        match self.scene().is_some_and(|scene| scene.beside_the_game) {
            true => {
                bad(format!("an expression that is typed cannot {deed}: only a command of the game does"))
            }
            false => Ok(()),
        }
    }

    /// The answer to a query, recorded where recording is on.
    pub(super) fn ask(&self, query: Query) -> Value {
        let asked = query.at(|hex| self.whole(hex));
        let Some(mut scene) = self.scene_mut() else { return Value::Nothing };
        let answer = scene.state.answer(&self.catalogue, &asked);
        scene.has_looked |= scene.left_out;
        if scene.recording {
            scene.trace.reads.push((query, answer.clone()));
        }
        drop(scene);
        if let Some(memory) = &self.memory {
            memory.has_read(self, query);
        }
        answer
    }

    /// The hex itself, where a rule that only looks into it was given what stands for it.
    pub(super) fn whole(&self, hex: Hex) -> Hex {
        self.memory.as_ref().map_or(hex, |memory| memory.whole(hex))
    }

    /// The hex itself, for who is told which hex it is.
    pub(super) fn told(&self, hex: Hex) -> Hex {
        self.memory.as_ref().map_or(hex, |memory| memory.told(hex))
    }

    /// Something of the state is read that no query tells.
    pub(super) fn looks(&self) {
        if let Some(mut scene) = self.scene_mut() {
            scene.has_looked |= scene.left_out;
        }
    }

    /// A rule sees which unit this is, and not only of what side and type.
    pub(super) fn reveal(&self, unit: UnitId) {
        if let Some(memory) = &self.memory {
            memory.has_named(unit);
        }
    }

    /// A rule looks a unit up by its name, which may be any.
    pub(super) fn reveal_any(&self) {
        if let Some(memory) = &self.memory {
            memory.has_looked_up();
        }
    }

    /// Does something to the state.
    pub(super) fn carry(&self, deed: &Deed) -> Outcome<()> {
        self.may("change anything")?;
        let Some(mut scene) = self.scene_mut() else { return bad("no game is under way") };
        match deed {
            Deed::Place(unit, place) => scene.state.place(*unit, place.at(|hex| self.whole(hex))),
            deed => scene.state.carry(deed),
        }
        scene.deeds += 1;
        drop(scene);
        if let Some(memory) = &self.memory {
            memory.has_done(deed);
        }
        Ok(())
    }

    /// Calls a rule from a primitive.
    pub(super) fn call(
        &self,
        context: &NativeCallContext<'_>,
        rule: &str,
        arguments: &mut [&mut Dynamic],
    ) -> Outcome<Dynamic> {
        let function = self.memory.as_ref().and_then(|m| Some((m, m.function(rule, arguments.len())?)));
        match function {
            Some((memory, function)) => memory.call(self, context.engine(), function, arguments),
            None => context.call_fn_raw(rule, false, false, arguments),
        }
    }

    /// Calls a closure from a primitive.
    pub(super) fn call_closure(
        &self,
        context: &NativeCallContext<'_>,
        closure: &FnPtr,
        arguments: &[&Dynamic],
    ) -> Outcome<Dynamic> {
        let known = match &self.memory {
            Some(memory) => memory.call_closure(self, context.engine(), closure, arguments)?,
            None => None,
        };
        match known {
            Some(answer) => Ok(answer),
            None => {
                closure.call_raw(context, None, arguments.iter().map(|a| (*a).clone()).collect::<Vec<_>>())
            }
        }
    }
}

impl Scene {
    /// Puts an event into the record.
    pub(super) fn event(&mut self, event: Event) {
        if self.quiet {
            return;
        }
        self.trace.events.push(event);
    }

    /// Keeps a finished tally until another takes it up; finished again, it stands in its old one's stead.
    pub(super) fn finish(&mut self, id: u64, record: TallyRecord) {
        self.loose.retain(|l| l.id != id);
        self.tick += 1;
        self.loose.push(Loose { id, record, at: self.trace.events.len(), finished: self.tick });
    }
}

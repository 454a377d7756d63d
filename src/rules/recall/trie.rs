//! What rules have read, done and answered, as tries: one root for each rule with its arguments, a node for each
//! question, a branch for each answer.

use std::cell::Cell;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::code::{Code, Codes};
use super::memo::Memos;
use super::slots::{Slots, Units, as_slot, as_spot, names_slots};
use super::word::{Arguments, Word};
use crate::kernel::door::Ask;
use crate::kernel::hex::Hex;
use crate::kernel::state::{Deed, Query};
use crate::kernel::value::UnitId;

/// The number of a function: a rule as it is linked, or a closure.
pub(in crate::rules) type FunctionId = u32;
/// The number of a root.
pub(in crate::rules) type RootId = u32;
/// The number of a node.
type NodeId = u32;

/// Where the walk goes on: a node, an answer, or nobody knows yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::rules) struct Goal(u32);

/// What a goal is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::rules) enum At {
    Unknown,
    Node(NodeId),
    Answer(Code),
}

impl Goal {
    const NODE: u32 = 1 << 31;
    pub(in crate::rules) const UNKNOWN: Goal = Goal(0);

    fn node(id: NodeId) -> Goal {
        Goal(Goal::NODE | id)
    }

    fn answer(code: Code) -> Goal {
        Goal(code.bits())
    }

    pub(in crate::rules) fn at(self) -> At {
        match self.0 {
            0 => At::Unknown,
            bits if bits & Goal::NODE != 0 => At::Node(bits & !Goal::NODE),
            bits => At::Answer(Code::from_bits(bits)),
        }
    }

    pub(in crate::rules) fn bits(self) -> u32 {
        self.0
    }

    pub(in crate::rules) fn from_bits(bits: u32) -> Goal {
        Goal(bits)
    }
}

/// A search over the map whose costs a function answers.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(in crate::rules) struct Search {
    pub(in crate::rules) from: Hex,
    pub(in crate::rules) target: Option<Hex>,
    pub(in crate::rules) budget: i64,
    pub(in crate::rules) most: Option<u32>,
    pub(in crate::rules) function: FunctionId,
    pub(in crate::rules) captured: Arguments,
    /// The units in the slots of the function.
    pub(in crate::rules) units: Units,
    /// Whether the function is told which hexes are entered first.
    pub(in crate::rules) told_first: bool,
}

impl Search {
    /// The same with other units in the slots.
    pub(super) fn about(&self, other: impl Fn(UnitId) -> UnitId) -> Search {
        Search { units: self.units.iter().map(|unit| other(*unit)).collect(), ..self.clone() }
    }
}

/// One thing that a run did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::rules) enum Step {
    /// Read the state.
    Read(Query, Word),
    /// Was told which unit is in one of its slots.
    Which(UnitId, Word),
    /// Was told which hex is in one of its slots.
    Where(Hex, Word),
    /// Had another function's answer, with this in the slots of that; whether that changed anything.
    Call(RootId, Slots, Word, bool),
    /// Asked for chance or choice.
    Ask(Arc<Ask>, Word),
    /// Searched the map.
    Search(Box<Search>, Word),
    /// Changed the state.
    Do(Box<Deed>),
    /// Named its outcome.
    Name(Arc<str>),
}

impl Step {
    /// What was answered; a deed and a name have no answer.
    pub(super) fn answer(&self) -> Option<Word> {
        match self {
            Step::Read(_, word) | Step::Which(_, word) | Step::Where(_, word) => Some(*word),
            Step::Call(_, _, word, _) => Some(*word),
            Step::Ask(_, word) | Step::Search(_, word) => Some(*word),
            Step::Do(_) | Step::Name(_) => None,
        }
    }

    /// The same step about other units and in other hexes, with another answer.
    pub(super) fn about(
        &self,
        other: impl Fn(UnitId) -> UnitId,
        at: impl Fn(Hex) -> Hex,
        answer: impl FnOnce(Word) -> Word,
    ) -> Step {
        match self {
            Step::Read(query, word) => Step::Read(query.about(other).at(at), answer(*word)),
            Step::Which(unit, word) => Step::Which(other(*unit), *word),
            Step::Where(hex, word) => Step::Where(at(*hex), *word),
            Step::Call(root, of, word, wrote) => {
                let units = of.units.iter().map(|unit| other(*unit)).collect();
                let spots = of.spots.iter().map(|hex| at(*hex)).collect();
                Step::Call(*root, Slots { units, spots }, answer(*word), *wrote)
            }
            Step::Search(search, word) => Step::Search(Box::new(search.about(other)), *word),
            Step::Do(deed) => Step::Do(Box::new(deed.about(other))),
            Step::Ask(..) | Step::Name(_) => self.clone(),
        }
    }
}

/// How a run ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::rules) enum End {
    /// With an answer or a refusal.
    Answer(Word),
    /// With the hexes that a search finds, whatever they are.
    Found(Box<Search>),
}

/// So many branches stand in the node itself: what is next to each other is found in one go.
const FEW: usize = 3;

/// What a function does next, by what it has been answered so far. A walk is mostly waiting for memory, so a node is half
/// a line of the cache.
#[derive(Debug, Clone, Copy)]
#[repr(align(32))]
struct Node {
    /// What is done, in the highest bits, and its number among what is done so.
    act: u32,
    /// The table of the further branches, from 1; none is 0.
    more: u32,
    few: [(Code, Goal); FEW],
}

/// What is done at a node.
#[derive(Debug, Clone, Copy)]
pub(in crate::rules) enum Act<'a> {
    Read(&'a Query),
    /// The same of what is in slots.
    ReadOf(&'a Query),
    Which(usize),
    Where(usize),
    Call(RootId),
    /// The same with something in its slots, some of it from the slots here.
    CallOf(RootId, &'a Slots),
    Ask(&'a Arc<Ask>),
    Search(&'a Search),
    Do(&'a Deed),
    Name(&'a Arc<str>),
    /// The answer is what the search finds.
    Found(&'a Search),
}

const ACT: u32 = 28;
const READ: u32 = 0;
const READ_OF: u32 = 1;
const WHICH: u32 = 2;
const CALL: u32 = 3;
const CALL_OF: u32 = 4;
const ASK: u32 = 5;
const SEARCH: u32 = 6;
const DO: u32 = 7;
const NAME: u32 = 8;
const FOUND: u32 = 9;
const WHERE: u32 = 10;

/// A function with its arguments.
#[derive(Debug, Clone, Copy)]
pub(in crate::rules) struct Root {
    pub(in crate::rules) function: FunctionId,
    pub(in crate::rules) entry: Goal,
}

/// Given the same answers, a function did something else than before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::rules) struct Unsteady;

/// All tries.
#[derive(Debug, Default)]
pub(in crate::rules) struct Trie {
    nodes: Vec<Node>,
    /// What is done at nodes, by number; queries are there once each.
    queries: Vec<Query>,
    numbers: FxHashMap<Query, u32>,
    calls: Vec<(RootId, Slots)>,
    asks: Vec<Arc<Ask>>,
    searches: Vec<Search>,
    deeds: Vec<Deed>,
    names: Vec<Arc<str>>,
    /// Branches for which a node has no room.
    more: Vec<FxHashMap<Code, Goal>>,
    pub(in crate::rules) codes: Codes,
    pub(in crate::rules) roots: Vec<Root>,
    /// The last answers of roots.
    pub(super) memos: Memos,
    arguments: Vec<Arguments>,
    /// By function, by arguments.
    known: Vec<FxHashMap<Arguments, RootId>>,
    /// The roots of a cost function by the place of the hex and the direction, for each set of what it has captured.
    edges: FxHashMap<FunctionId, FxHashMap<Arguments, Edges>>,
}

/// The bits of the entries of roots, by place and direction.
pub(in crate::rules) type Edges = Box<[Cell<u32>]>;

impl Trie {
    /// How much is kept: nodes, and roots, which are there also for what has no node.
    pub(in crate::rules) fn len(&self) -> usize {
        self.nodes.len() + self.roots.len()
    }

    /// What is done at a node.
    pub(in crate::rules) fn act(&self, id: NodeId) -> Act<'_> {
        let act = self.nodes[id as usize].act;
        let number = (act & ((1 << ACT) - 1)) as usize;
        match act >> ACT {
            READ => Act::Read(&self.queries[number]),
            READ_OF => Act::ReadOf(&self.queries[number]),
            WHICH => Act::Which(number),
            WHERE => Act::Where(number),
            CALL => Act::Call(number as RootId),
            CALL_OF => {
                let (root, slots) = &self.calls[number];
                Act::CallOf(*root, slots)
            }
            ASK => Act::Ask(&self.asks[number]),
            SEARCH => Act::Search(&self.searches[number]),
            DO => Act::Do(&self.deeds[number]),
            NAME => Act::Name(&self.names[number]),
            _ => Act::Found(&self.searches[number]),
        }
    }

    /// Where the walk goes on behind a node that was answered so.
    pub(in crate::rules) fn after(&self, id: NodeId, word: Word) -> Goal {
        let Some(code) = self.codes.known(word) else { return Goal::UNKNOWN };
        let node = &self.nodes[id as usize];
        for (known, goal) in &node.few {
            if *known == code {
                return *goal;
            }
        }
        match node.more {
            0 => Goal::UNKNOWN,
            more => self.more[more as usize - 1].get(&code).copied().unwrap_or(Goal::UNKNOWN),
        }
    }

    /// Where the walk goes on behind a node that has no answer: a deed, a name.
    pub(in crate::rules) fn then(&self, id: NodeId) -> Goal {
        self.nodes[id as usize].few[0].1
    }

    /// The root of a function with these arguments, if there is one.
    pub(in crate::rules) fn find(&self, function: FunctionId, arguments: &[Word]) -> Option<RootId> {
        self.known.get(function as usize)?.get(arguments).copied()
    }

    /// The root of a function with these arguments.
    pub(in crate::rules) fn root(&mut self, function: FunctionId, arguments: &[Word]) -> RootId {
        if let Some(root) = self.find(function, arguments) {
            return root;
        }
        if self.known.len() <= function as usize {
            self.known.resize_with(function as usize + 1, FxHashMap::default);
        }
        let id = self.roots.len() as RootId;
        self.roots.push(Root { function, entry: Goal::UNKNOWN });
        self.memos.fit(self.roots.len());
        self.arguments.push(arguments.into());
        self.known[function as usize].insert(arguments.into(), id);
        id
    }

    /// The arguments of a root.
    pub(in crate::rules) fn arguments(&self, root: RootId) -> &[Word] {
        &self.arguments[root as usize]
    }

    pub(in crate::rules) fn edges(&self, function: FunctionId, captured: &[Word]) -> Option<&Edges> {
        self.edges.get(&function)?.get(captured)
    }

    pub(in crate::rules) fn begin_edges(&mut self, function: FunctionId, captured: &[Word], places: usize) {
        if self.edges(function, captured).is_some() {
            return;
        }
        let empty = std::iter::repeat_with(|| Cell::new(0)).take(places).collect();
        self.edges.entry(function).or_default().entry(captured.into()).or_insert(empty);
    }

    /// Puts a run in.
    ///
    /// # Errors
    /// [`Unsteady`] where it contradicts what is there.
    pub(in crate::rules) fn insert(
        &mut self,
        root: RootId,
        steps: &[Step],
        end: End,
    ) -> Result<(), Unsteady> {
        let mut at = self.roots[root as usize].entry;
        // The node that leads here, with the step by which it does.
        let mut from: Option<(NodeId, &Step)> = None;
        for step in steps {
            let id = match at.at() {
                At::Unknown => {
                    let act = self.act_of(step);
                    self.append(root, from, act)
                }
                At::Node(id) => id,
                At::Answer(_) => return Err(Unsteady),
            };
            if !self.is(id, step) {
                return Err(Unsteady);
            }
            from = Some((id, step));
            at = step.answer().map_or_else(|| self.then(id), |word| self.after(id, word));
        }
        match (at.at(), end) {
            (At::Unknown, End::Answer(word)) => {
                let code = self.codes.of(word);
                self.link(root, from, Goal::answer(code));
            }
            (At::Unknown, End::Found(search)) => {
                let act = numbered(FOUND, &mut self.searches, *search);
                self.append(root, from, act);
            }
            (At::Answer(known), End::Answer(word)) if self.codes.word(known) == word => {}
            (At::Node(id), End::Found(search)) => match self.act(id) {
                Act::Found(known) if *known == *search => {}
                _ => return Err(Unsteady),
            },
            _ => return Err(Unsteady),
        }
        Ok(())
    }

    /// What is done at a step, as nodes have it.
    fn act_of(&mut self, step: &Step) -> u32 {
        match step {
            Step::Read(query, _) => {
                let next = self.queries.len() as u32;
                let number = *self.numbers.entry(*query).or_insert(next);
                if number == next {
                    self.queries.push(*query);
                }
                if names_slots(*query) { READ_OF << ACT | number } else { READ << ACT | number }
            }
            Step::Which(unit, _) => WHICH << ACT | as_slot(*unit).unwrap_or_default() as u32,
            Step::Where(hex, _) => WHERE << ACT | as_spot(*hex).unwrap_or_default() as u32,
            Step::Call(root, slots, ..) if slots.is_empty() => CALL << ACT | root,
            Step::Call(root, slots, ..) => numbered(CALL_OF, &mut self.calls, (*root, slots.clone())),
            Step::Ask(ask, _) => numbered(ASK, &mut self.asks, ask.clone()),
            Step::Search(search, _) => numbered(SEARCH, &mut self.searches, (**search).clone()),
            Step::Do(deed) => numbered(DO, &mut self.deeds, (**deed).clone()),
            Step::Name(word) => numbered(NAME, &mut self.names, word.clone()),
        }
    }

    /// Whether this is where the step was taken.
    fn is(&self, id: NodeId, step: &Step) -> bool {
        match (self.act(id), step) {
            (Act::Read(a) | Act::ReadOf(a), Step::Read(b, _)) => a == b,
            (Act::Which(a), Step::Which(b, _)) => Some(a) == as_slot(*b),
            (Act::Where(a), Step::Where(b, _)) => Some(a) == as_spot(*b),
            (Act::Call(a), Step::Call(b, slots, ..)) => a == *b && slots.is_empty(),
            (Act::CallOf(a, of), Step::Call(b, slots, ..)) => a == *b && of == slots,
            (Act::Ask(a), Step::Ask(b, _)) => a == b,
            (Act::Search(a), Step::Search(b, _)) => *a == **b,
            (Act::Do(a), Step::Do(b)) => *a == **b,
            (Act::Name(a), Step::Name(b)) => a == b,
            _ => false,
        }
    }

    fn append(&mut self, root: RootId, from: Option<(NodeId, &Step)>, act: u32) -> NodeId {
        let id = self.nodes.len() as NodeId;
        self.nodes.push(Node { act, more: 0, few: [(Code::NONE, Goal::UNKNOWN); FEW] });
        self.link(root, from, Goal::node(id));
        id
    }

    fn link(&mut self, root: RootId, from: Option<(NodeId, &Step)>, goal: Goal) {
        let Some((before, step)) = from else {
            self.roots[root as usize].entry = goal;
            return;
        };
        let code = step.answer().map_or(Code::NONE, |word| self.codes.of(word));
        let node = &mut self.nodes[before as usize];
        let free = |(known, old): &&mut (Code, Goal)| *old == Goal::UNKNOWN || *known == code;
        if let Some(entry) = node.few.iter_mut().find(free) {
            *entry = (code, goal);
            return;
        }
        if node.more == 0 {
            self.more.push(FxHashMap::default());
            node.more = self.more.len() as u32;
        }
        self.more[node.more as usize - 1].insert(code, goal);
    }

    /// Forgets everything but which roots there are.
    pub(in crate::rules) fn forget(&mut self) {
        let known = Trie {
            roots: std::mem::take(&mut self.roots),
            memos: std::mem::take(&mut self.memos),
            arguments: std::mem::take(&mut self.arguments),
            known: std::mem::take(&mut self.known),
            ..Trie::default()
        };
        *self = known;
        self.roots.iter_mut().for_each(|root| root.entry = Goal::UNKNOWN);
        self.memos.forget();
    }
}

fn numbered<T>(act: u32, all: &mut Vec<T>, one: T) -> u32 {
    all.push(one);
    act << ACT | (all.len() - 1) as u32
}

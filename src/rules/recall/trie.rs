//! What rules have read, done and answered, as tries: one root for each rule with its arguments, a node for each
//! question, a branch for each answer.

use std::cell::Cell;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::word::Word;
use crate::kernel::door::Ask;
use crate::kernel::hex::Hex;
use crate::kernel::state::{Deed, Query};

/// The number of a function: a rule as it is linked, or a closure.
pub(in crate::rules) type FunctionId = u32;
/// The number of a root.
pub(in crate::rules) type RootId = u32;
/// The number of a node, from 1.
type NodeId = u32;

/// Where the walk goes on: a node, an answer, or nobody knows yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::rules) struct Goal(u64);

/// What a goal is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::rules) enum At {
    Unknown,
    Node(NodeId),
    Answer(Word),
}

impl Goal {
    const NODE: u64 = 0xff << 56;
    pub(in crate::rules) const UNKNOWN: Goal = Goal(0);

    fn node(id: NodeId) -> Goal {
        Goal(Goal::NODE | u64::from(id))
    }

    fn answer(word: Word) -> Goal {
        Goal(word.bits())
    }

    pub(in crate::rules) fn at(self) -> At {
        match self.0 {
            0 => At::Unknown,
            bits if bits >= Goal::NODE => At::Node(bits as NodeId),
            bits => At::Answer(Word::from_bits(bits)),
        }
    }

    pub(in crate::rules) fn bits(self) -> u64 {
        self.0
    }

    pub(in crate::rules) fn from_bits(bits: u64) -> Goal {
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
    pub(in crate::rules) captured: Box<[Word]>,
    /// Whether the function is told which hexes are entered first.
    pub(in crate::rules) told_first: bool,
}

/// One thing that a run did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::rules) enum Step {
    /// Read the state.
    Read(Query, Word),
    /// Had another function's answer; whether that changed anything.
    Call(RootId, Word, bool),
    /// Asked for chance or choice.
    Ask(Arc<Ask>, Word),
    /// Searched the map.
    Search(Box<Search>, Word),
    /// Changed the state.
    Do(Box<Deed>),
    /// Named its outcome.
    Name(Arc<str>),
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

/// Where the walk goes on after an answer.
#[derive(Debug, Clone)]
pub(in crate::rules) enum Next {
    Few([(Word, Goal); FEW]),
    Many(Box<FxHashMap<Word, Goal>>),
}

impl Next {
    fn none() -> Next {
        Next::Few([(Word::NOTHING, Goal::UNKNOWN); FEW])
    }

    pub(in crate::rules) fn get(&self, word: Word) -> Goal {
        match self {
            Next::Few(all) => {
                for (known, goal) in all {
                    if *known == word {
                        return *goal;
                    }
                }
                Goal::UNKNOWN
            }
            Next::Many(all) => all.get(&word).copied().unwrap_or(Goal::UNKNOWN),
        }
    }

    fn set(&mut self, word: Word, goal: Goal) {
        match self {
            Next::Few(all) => {
                let free = |(known, old): &(Word, Goal)| *old == Goal::UNKNOWN || *known == word;
                if let Some(entry) = all.iter_mut().find(|e| free(e)) {
                    *entry = (word, goal);
                    return;
                }
                let mut many: FxHashMap<Word, Goal> = all.iter().copied().collect();
                many.insert(word, goal);
                *self = Next::Many(Box::new(many));
            }
            Next::Many(all) => {
                all.insert(word, goal);
            }
        }
    }
}

/// What a function does next, by what it has been answered so far.
#[derive(Debug, Clone)]
pub(in crate::rules) enum Node {
    Read(Query, Next),
    Call(RootId, Next),
    Ask(Arc<Ask>, Next),
    Search(Box<Search>, Next),
    Do(Box<Deed>, Goal),
    Name(Arc<str>, Goal),
    /// The answer is what the search finds.
    Found(Box<Search>),
}

impl Node {
    fn of(step: &Step) -> Node {
        match step {
            Step::Read(query, _) => Node::Read(*query, Next::none()),
            Step::Call(root, ..) => Node::Call(*root, Next::none()),
            Step::Ask(ask, _) => Node::Ask(ask.clone(), Next::none()),
            Step::Search(search, _) => Node::Search(search.clone(), Next::none()),
            Step::Do(deed) => Node::Do(deed.clone(), Goal::UNKNOWN),
            Step::Name(word) => Node::Name(word.clone(), Goal::UNKNOWN),
        }
    }

    /// Whether this is where the step was taken.
    fn is(&self, step: &Step) -> bool {
        match (self, step) {
            (Node::Read(a, _), Step::Read(b, _)) => a == b,
            (Node::Call(a, _), Step::Call(b, ..)) => a == b,
            (Node::Ask(a, _), Step::Ask(b, _)) => a == b,
            (Node::Search(a, _), Step::Search(b, _)) => a == b,
            (Node::Do(a, _), Step::Do(b)) => a == b,
            (Node::Name(a, _), Step::Name(b)) => a == b,
            _ => false,
        }
    }

    fn after(&self, step: &Step) -> Goal {
        match (self, step) {
            (
                Node::Read(_, next) | Node::Call(_, next) | Node::Ask(_, next) | Node::Search(_, next),
                Step::Read(_, word) | Step::Call(_, word, _) | Step::Ask(_, word) | Step::Search(_, word),
            ) => next.get(*word),
            (Node::Do(_, next) | Node::Name(_, next), _) => *next,
            _ => Goal::UNKNOWN,
        }
    }

    fn link(&mut self, step: &Step, goal: Goal) {
        match (self, step) {
            (
                Node::Read(_, next) | Node::Call(_, next) | Node::Ask(_, next) | Node::Search(_, next),
                Step::Read(_, word) | Step::Call(_, word, _) | Step::Ask(_, word) | Step::Search(_, word),
            ) => next.set(*word, goal),
            (Node::Do(_, next) | Node::Name(_, next), _) => *next = goal,
            _ => {}
        }
    }
}

/// A function with its arguments.
#[derive(Debug)]
pub(in crate::rules) struct Root {
    pub(in crate::rules) function: FunctionId,
    pub(in crate::rules) arguments: Box<[Word]>,
    pub(in crate::rules) entry: Goal,
}

/// Given the same answers, a function did something else than before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::rules) struct Unsteady;

/// All tries.
#[derive(Debug, Default)]
pub(in crate::rules) struct Trie {
    nodes: Vec<Node>,
    pub(in crate::rules) roots: Vec<Root>,
    /// By function, by arguments.
    known: Vec<FxHashMap<Box<[Word]>, RootId>>,
    /// The roots of a cost function by the place of the hex and the direction, for each set of what it has captured.
    edges: FxHashMap<FunctionId, FxHashMap<Box<[Word]>, Edges>>,
}

/// The bits of the entries of roots, by place and direction.
pub(in crate::rules) type Edges = Box<[Cell<u64>]>;

impl Trie {
    /// How much is kept: nodes, and roots, which are there also for what has no node.
    pub(in crate::rules) fn len(&self) -> usize {
        self.nodes.len() + self.roots.len()
    }

    pub(in crate::rules) fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id as usize - 1]
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
        self.roots.push(Root { function, arguments: arguments.into(), entry: Goal::UNKNOWN });
        self.known[function as usize].insert(arguments.into(), id);
        id
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
                At::Unknown => self.append(root, from, Node::of(step)),
                At::Node(id) => id,
                At::Answer(_) => return Err(Unsteady),
            };
            let node = self.node(id);
            if !node.is(step) {
                return Err(Unsteady);
            }
            from = Some((id, step));
            at = node.after(step);
        }
        match (at.at(), end) {
            (At::Unknown, End::Answer(word)) => self.link(root, from, Goal::answer(word)),
            (At::Unknown, End::Found(search)) => {
                self.append(root, from, Node::Found(search));
            }
            (At::Answer(known), End::Answer(word)) if known == word => {}
            (At::Node(id), End::Found(search)) => match self.node(id) {
                Node::Found(known) if *known == search => {}
                _ => return Err(Unsteady),
            },
            _ => return Err(Unsteady),
        }
        Ok(())
    }

    fn append(&mut self, root: RootId, from: Option<(NodeId, &Step)>, node: Node) -> NodeId {
        self.nodes.push(node);
        let id = self.nodes.len() as NodeId;
        self.link(root, from, Goal::node(id));
        id
    }

    fn link(&mut self, root: RootId, from: Option<(NodeId, &Step)>, goal: Goal) {
        match from {
            Some((before, step)) => self.nodes[before as usize - 1].link(step, goal),
            None => self.roots[root as usize].entry = goal,
        }
    }

    /// Forgets everything but which roots there are.
    pub(in crate::rules) fn forget(&mut self) {
        self.nodes = Vec::new();
        for root in &mut self.roots {
            root.entry = Goal::UNKNOWN;
        }
        self.edges.clear();
    }
}

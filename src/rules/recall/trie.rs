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
/// The number of a node; zero where nothing is known yet.
type NodeId = u32;

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

/// Where the walk goes on after an answer.
#[derive(Debug, Clone)]
pub(in crate::rules) enum Next {
    One(Word, NodeId),
    Few(Vec<(Word, NodeId)>),
    Many(Box<FxHashMap<Word, NodeId>>),
}

/// So many branches are looked through one by one.
const FEW: usize = 6;

impl Next {
    pub(in crate::rules) fn get(&self, word: Word) -> NodeId {
        match self {
            Next::One(known, node) => {
                if *known == word {
                    *node
                } else {
                    0
                }
            }
            Next::Few(all) => all.iter().find(|(known, _)| *known == word).map_or(0, |(_, node)| *node),
            Next::Many(all) => all.get(&word).copied().unwrap_or_default(),
        }
    }

    fn set(&mut self, word: Word, node: NodeId) {
        match self {
            Next::One(known, old) if *known == word => *old = node,
            Next::One(known, old) => *self = Next::Few(vec![(*known, *old), (word, node)]),
            Next::Few(all) => match all.iter().position(|(known, _)| *known == word) {
                Some(at) => all[at].1 = node,
                None if all.len() < FEW => all.push((word, node)),
                None => {
                    let mut many: FxHashMap<Word, NodeId> = all.iter().copied().collect();
                    many.insert(word, node);
                    *self = Next::Many(Box::new(many));
                }
            },
            Next::Many(all) => {
                all.insert(word, node);
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
    Do(Box<Deed>, NodeId),
    Name(Arc<str>, NodeId),
    End(End),
}

impl Node {
    fn of(step: &Step) -> Node {
        match step {
            Step::Read(query, word) => Node::Read(*query, Next::One(*word, 0)),
            Step::Call(root, word, _) => Node::Call(*root, Next::One(*word, 0)),
            Step::Ask(ask, word) => Node::Ask(ask.clone(), Next::One(*word, 0)),
            Step::Search(search, word) => Node::Search(search.clone(), Next::One(*word, 0)),
            Step::Do(deed) => Node::Do(deed.clone(), 0),
            Step::Name(word) => Node::Name(word.clone(), 0),
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

    fn after(&self, step: &Step) -> NodeId {
        match (self, step) {
            (
                Node::Read(_, next) | Node::Call(_, next) | Node::Ask(_, next) | Node::Search(_, next),
                Step::Read(_, word) | Step::Call(_, word, _) | Step::Ask(_, word) | Step::Search(_, word),
            ) => next.get(*word),
            (Node::Do(_, next) | Node::Name(_, next), _) => *next,
            _ => 0,
        }
    }

    fn link(&mut self, step: &Step, node: NodeId) {
        match (self, step) {
            (
                Node::Read(_, next) | Node::Call(_, next) | Node::Ask(_, next) | Node::Search(_, next),
                Step::Read(_, word) | Step::Call(_, word, _) | Step::Ask(_, word) | Step::Search(_, word),
            ) => next.set(*word, node),
            (Node::Do(_, next) | Node::Name(_, next), _) => *next = node,
            _ => {}
        }
    }
}

/// A function with its arguments.
#[derive(Debug)]
pub(in crate::rules) struct Root {
    pub(in crate::rules) function: FunctionId,
    pub(in crate::rules) arguments: Box<[Word]>,
    pub(in crate::rules) entry: NodeId,
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
    edges: FxHashMap<(FunctionId, Box<[Word]>), Edges>,
}

/// Roots plus one, by place and direction; zero where it has not been looked for.
pub(in crate::rules) type Edges = Box<[Cell<RootId>]>;

impl Trie {
    pub(in crate::rules) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(in crate::rules) fn node(&self, id: NodeId) -> Option<&Node> {
        self.nodes.get((id as usize).wrapping_sub(1))
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
        self.roots.push(Root { function, arguments: arguments.into(), entry: 0 });
        self.known[function as usize].insert(arguments.into(), id);
        id
    }

    pub(in crate::rules) fn edges(&self, function: FunctionId, captured: &[Word]) -> Option<&Edges> {
        // Keyed with what is captured, which is a word or two.
        self.edges.get(&(function, captured.into()))
    }

    pub(in crate::rules) fn begin_edges(&mut self, function: FunctionId, captured: &[Word], places: usize) {
        let empty = std::iter::repeat_with(|| Cell::new(0)).take(places).collect();
        self.edges.entry((function, captured.into())).or_insert(empty);
    }

    /// Puts a run in.
    ///
    /// # Errors
    /// [`Unsteady`] where it contradicts what is there.
    pub(in crate::rules) fn insert(&mut self, root: RootId, steps: &[Step], end: End) -> Result<(), Unsteady> {
        let mut at = self.roots[root as usize].entry;
        // The node that leads here, with the step by which it does.
        let mut from: Option<(NodeId, &Step)> = None;
        for step in steps {
            if at == 0 {
                at = self.append(root, from, Node::of(step));
            }
            let node = self.node(at).ok_or(Unsteady)?;
            if !node.is(step) {
                return Err(Unsteady);
            }
            from = Some((at, step));
            at = node.after(step);
        }
        match self.node(at) {
            None => {
                self.append(root, from, Node::End(end));
                Ok(())
            }
            Some(Node::End(known)) if *known == end => Ok(()),
            Some(_) => Err(Unsteady),
        }
    }

    fn append(&mut self, root: RootId, from: Option<(NodeId, &Step)>, node: Node) -> NodeId {
        self.nodes.push(node);
        let id = self.nodes.len() as NodeId;
        match from {
            Some((before, step)) => self.nodes[before as usize - 1].link(step, id),
            None => self.roots[root as usize].entry = id,
        }
        id
    }

    /// Forgets everything but which roots there are.
    pub(in crate::rules) fn forget(&mut self) {
        self.nodes = Vec::new();
        for root in &mut self.roots {
            root.entry = 0;
        }
    }
}

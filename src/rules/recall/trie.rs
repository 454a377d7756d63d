//! What rules have read, done and answered, as tries: one root for each rule with its arguments, a node for each
//! question, a branch for each answer.

use std::cell::Cell;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::between::Between;
use super::brief::{
    ASK, BETWEEN, BROUGHT, Brief, CALL, CALL_AT, CALL_BY_NUMBER, CALL_OF, DO, FOUND, NAME, READ, READ_OF,
    SEARCH, STAND, STAND_OF, WHERE, WHICH,
};
use super::brought::Brought;
use super::code::{Code, Codes};
use super::course::Gate;
use super::edges::AllEdges;
use super::memo::{ByPlace, Luck, Memos};
use super::pairs::Pairs;
use super::site::{SiteId, Sites};
use super::slots::{Handed, Slots, Spots, Units, as_slot, as_spot, names_slots, slot};
use super::trail::Trails;
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
enum At {
    Unknown,
    Node(NodeId),
    Answer(Code),
}

impl Goal {
    const NODE: u32 = 1 << 31;
    pub(in crate::rules) const UNKNOWN: Goal = Goal(0);

    #[inline]
    fn node(id: NodeId) -> Goal {
        Goal(Goal::NODE | id)
    }

    #[inline]
    fn answer(code: Code) -> Goal {
        Goal(code.bits())
    }

    /// The answer, where it is one. What is a node is below zero, and zero is not known yet.
    #[inline(always)]
    pub(super) fn answered(self) -> Option<Code> {
        (self.0 as i32 > 0).then_some(Code::from_bits(self.0))
    }

    /// Whether it is a node.
    #[inline(always)]
    pub(super) fn is_node(self) -> bool {
        (self.0 as i32) < 0
    }

    fn at(self) -> At {
        match self.0 {
            bits if bits & Goal::NODE != 0 => At::Node(bits & !Goal::NODE),
            0 => At::Unknown,
            bits => At::Answer(Code::from_bits(bits)),
        }
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
    /// The same with other units in the slots, from another hex to another.
    pub(super) fn about(&self, other: impl Fn(UnitId) -> UnitId, at: impl Fn(Hex) -> Hex) -> Search {
        self.with(self.units.each(other), at(self.from), self.target.map(at))
    }

    /// Whether it has a budget alone and no end.
    pub(super) fn is_plain(&self) -> bool {
        self.target.is_none() && self.most.is_none()
    }

    /// Becomes another one with these units in the slots, from this hex to none.
    pub(super) fn renew(&mut self, other: &Search, units: Units, from: Hex) {
        let Search { budget, most, function, told_first, .. } = *other;
        if self.captured != other.captured {
            self.captured = Arguments::from_slice(&other.captured);
        }
        (self.units, self.from, self.target) = (units, from, None);
        (self.budget, self.most, self.function, self.told_first) = (budget, most, function, told_first);
    }

    /// The same with these units in the slots, from this hex to that.
    pub(super) fn with(&self, units: Units, from: Hex, target: Option<Hex>) -> Search {
        Search { units, from, target, captured: Arguments::from_slice(&self.captured), ..*self }
    }
}

/// What is called.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::rules) enum Callee {
    Root(RootId),
    /// The root that hexes lead to which are handed on. They stand behind what is in the slots of the function.
    At(SiteId),
    /// The same where the answer hangs on nothing but the hex. For any other hex it is not known here.
    Printed(SiteId),
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
    /// Was told what a unit stands on: the number of the terrain, with which the hex has come into the next slot; or in which slot it is
    /// already; or the hex, where that cannot be; or nothing.
    Stand(UnitId, Word),
    /// Was told something of two hexes, of one at least by what stands for it.
    Between(Between, Word),
    /// Had another function's answer, with this in the slots of that; whether that did more than look.
    Call(Callee, Slots, Word, bool),
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
            Step::Stand(_, word) | Step::Between(_, word) => Some(*word),
            Step::Call(_, _, word, _) => Some(*word),
            Step::Ask(_, word) | Step::Search(_, word) => Some(*word),
            Step::Do(_) | Step::Name(_) => None,
        }
    }

    /// Whether it did more than look.
    pub(super) fn does_more(&self) -> bool {
        match self {
            Step::Call(.., did_more) => *did_more,
            Step::Do(_) | Step::Name(_) | Step::Ask(..) => true,
            Step::Read(..) | Step::Which(..) | Step::Where(..) | Step::Stand(..) => false,
            Step::Between(..) | Step::Search(..) => false,
        }
    }

    /// The branch that its answer leads to.
    fn branch(&self, answer: Code) -> Code {
        match self {
            Step::Call(.., true) if answer != Code::NONE => answer.by_deeds(),
            _ => answer,
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
            Step::Stand(unit, word) => Step::Stand(other(*unit), *word),
            Step::Between(between, word) => Step::Between(between.at(at), *word),
            Step::Call(callee, of, word, did_more) => {
                let of = Slots { units: of.units.each(other), spots: of.spots.each(at) };
                Step::Call(*callee, of, answer(*word), *did_more)
            }
            Step::Search(search, word) => Step::Search(Box::new(search.about(other, at)), *word),
            Step::Do(deed) => Step::Do(Box::new(deed.about(other, at))),
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
    /// With hexes of slots.
    Brought(Brought),
}

/// So many branches stand in the node itself: what is next to each other is found in one go.
const FEW: usize = 3;

/// What a function does next, by what it has been answered so far. A walk is mostly waiting for memory, so a node is half
/// a line of the cache.
#[derive(Debug, Clone, Copy)]
#[repr(align(32))]
pub(super) struct Node {
    /// What is done.
    pub(super) brief: Brief,
    /// The table of the further branches, from 1; none is 0.
    more: u32,
    few: [(Code, Goal); FEW],
}

/// What is done at a node.
#[derive(Debug, Clone, Copy)]
pub(in crate::rules) enum Act<'a> {
    Read(Query),
    Which(usize),
    Where(usize),
    Stand(UnitId),
    Between(Between),
    /// A call, with what is handed on to its slots.
    Call(Callee, Slots),
    Ask(&'a Arc<Ask>),
    Search(&'a Search),
    Do(&'a Deed),
    Name(&'a Arc<str>),
    /// The answer is what the search finds.
    Found(&'a Search),
    /// The answer is what is in these slots.
    Brought(&'a Brought),
}

/// A call of what hangs on hexes.
#[derive(Debug)]
pub(super) struct CallAt {
    pub(super) site: SiteId,
    pub(super) function: FunctionId,
    /// What is handed on.
    pub(super) handed: Slots,
    /// The only hex of which the function is told which it is.
    pub(super) told: Option<Hex>,
    /// Whether it is known only where the answer hangs on nothing else.
    pub(super) is_printed: bool,
}

impl CallAt {
    fn callee(&self) -> Callee {
        if self.is_printed { Callee::Printed(self.site) } else { Callee::At(self.site) }
    }
}

/// A function with its arguments.
#[derive(Debug)]
pub(in crate::rules) struct Root {
    pub(in crate::rules) function: FunctionId,
    pub(in crate::rules) entry: Goal,
    /// How often its last answer was of use.
    pub(super) luck: Luck,
    /// The way of its last walk, where that was long.
    pub(super) trails: Trails,
    /// Whether it has answered hexes that come into slots.
    pub(super) brings: Cell<bool>,
    /// Whether an answer has come from nothing but where the unit in its slots was.
    pub(super) by_place: Cell<bool>,
    /// The root of its course, where it is the check of a command.
    pub(super) course: Option<RootId>,
}

/// Given the same answers, a function did something else than before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::rules) struct Unsteady;

/// All tries.
#[derive(Debug, Default)]
pub(in crate::rules) struct Trie {
    nodes: Vec<Node>,
    /// What is done at nodes, by number: each once, so that what is done often is found at once.
    queries: Numbered<Query>,
    between: Numbered<Between>,
    brought: Numbered<Brought>,
    /// What calls hand on.
    handed: Numbered<Handed>,
    searches: Numbered<Search>,
    deeds: Numbered<Deed>,
    /// The same, as often as it is done.
    asks: Vec<Arc<Ask>>,
    names: Vec<Arc<str>>,
    /// Calls that do not fit into a node.
    calls: Vec<(RootId, Slots)>,
    calls_at: Vec<CallAt>,
    pub(super) sites: Sites,
    /// Branches for which a node has no room.
    more: Vec<FxHashMap<Code, Goal>>,
    pub(in crate::rules) codes: Codes,
    pub(in crate::rules) roots: Vec<Root>,
    /// The last answers of roots.
    pub(super) memos: Memos,
    pub(super) by_place: ByPlace,
    arguments: Vec<Arguments>,
    /// By function, by arguments.
    known: Vec<FxHashMap<Arguments, RootId>>,
    /// Some of these once more.
    pairs: Pairs,
    /// What is known of the cost functions of searches.
    pub(super) edges: AllEdges,
    /// Where courses of checks end.
    pub(super) gates: Vec<Gate>,
}

impl Trie {
    /// How much is kept: nodes, and roots, which are there also for what has no node.
    pub(in crate::rules) fn len(&self) -> usize {
        self.nodes.len() + self.roots.len()
    }

    /// The same with all that takes as much room elsewhere.
    pub(super) fn room(&self) -> usize {
        self.len() + self.edges.size() / size_of::<Node>() + self.gates.len() * Gate::NODES
    }

    #[inline]
    pub(super) fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id as usize]
    }

    /// The node that a goal is; who asks knows that it is one.
    #[inline(always)]
    pub(super) fn node_of(&self, goal: Goal) -> &Node {
        self.node(goal.0 & !Goal::NODE)
    }

    /// What is done at a node.
    pub(super) fn act(&self, node: &Node) -> Act<'_> {
        let brief = node.brief;
        let number = brief.rest();
        match brief.kind() {
            WHICH => Act::Which(number),
            WHERE => Act::Where(number),
            STAND => Act::Stand(UnitId(number as u32)),
            STAND_OF => Act::Stand(slot(number)),
            CALL => Act::Call(Callee::Root(number as RootId), Slots::default()),
            CALL_BY_NUMBER => {
                let (root, slots) = self.call(number);
                Act::Call(Callee::Root(root), *slots)
            }
            CALL_AT => {
                let call = self.call_at(number);
                Act::Call(call.callee(), call.handed)
            }
            CALL_OF.. => {
                let (root, handed) = brief.called();
                Act::Call(Callee::Root(root), *self.handed(handed).slots())
            }
            ASK => Act::Ask(self.ask(number)),
            SEARCH => Act::Search(self.search(number)),
            DO => Act::Do(self.deed(number)),
            NAME => Act::Name(self.name(number)),
            FOUND => Act::Found(self.search(number)),
            BETWEEN => Act::Between(self.between(number)),
            BROUGHT => Act::Brought(self.brought(number)),
            _ => Act::Read(self.query(brief)),
        }
    }

    /// The query of a node that reads.
    pub(super) fn query(&self, brief: Brief) -> Query {
        brief.query().unwrap_or_else(|| *self.queries.get(brief.rest()))
    }

    pub(super) fn between(&self, number: usize) -> Between {
        *self.between.get(number)
    }

    pub(super) fn brought(&self, number: usize) -> &Brought {
        self.brought.get(number)
    }

    /// What is handed on by a call.
    #[inline]
    pub(super) fn handed(&self, number: usize) -> &Handed {
        self.handed.get(number)
    }

    /// A call that does not fit into its node.
    pub(super) fn call(&self, number: usize) -> (RootId, &Slots) {
        let (root, slots) = &self.calls[number];
        (*root, slots)
    }

    /// A call of what hangs on hexes.
    #[inline]
    pub(super) fn call_at(&self, number: usize) -> &CallAt {
        &self.calls_at[number]
    }

    /// The same of a node, where it is such a call.
    pub(super) fn calls_at(&self, brief: Brief) -> Option<&CallAt> {
        (brief.kind() == CALL_AT).then(|| self.call_at(brief.rest()))
    }

    /// Whether a call that hangs on these hexes hangs on nothing else.
    pub(super) fn is_printed(&self, site: SiteId, spots: &Spots) -> bool {
        let root = self.root_at(site, spots);
        root.is_some_and(|root| self.roots[root as usize].entry.answered().is_some())
    }

    /// What a call hands on by name, as tries know it.
    pub(super) fn handed_by_name(&self, callee: Callee) -> &[Word] {
        match callee {
            Callee::Root(root) => self.arguments(root),
            Callee::At(site) | Callee::Printed(site) => &self.sites.site(site).arguments,
        }
    }

    /// The root of a call that hangs on these hexes, if there is one.
    pub(super) fn root_at(&self, site: SiteId, spots: &Spots) -> Option<RootId> {
        self.sites.root(site, spots, |site| self.find(site.function, &site.arguments_at(spots)))
    }

    pub(super) fn ask(&self, number: usize) -> &Arc<Ask> {
        &self.asks[number]
    }

    pub(super) fn search(&self, number: usize) -> &Search {
        self.searches.get(number)
    }

    pub(super) fn deed(&self, number: usize) -> &Deed {
        self.deeds.get(number)
    }

    pub(super) fn name(&self, number: usize) -> &Arc<str> {
        &self.names[number]
    }

    /// Where the walk goes on behind a node that was answered so; without an answer, behind one that has none: a deed, a name.
    #[inline(always)]
    pub(super) fn after(&self, node: &Node, code: Code) -> Goal {
        // Most nodes have a single branch.
        let (known, goal) = node.few[0];
        if known == code { goal } else { self.after_others(node, code) }
    }

    /// The same behind the first branch.
    fn after_others(&self, node: &Node, code: Code) -> Goal {
        if let Some((_, goal)) = node.few[1..].iter().find(|(known, _)| *known == code) {
            return *goal;
        }
        match node.more {
            0 => Goal::UNKNOWN,
            more => self.more[more as usize - 1].get(&code).copied().unwrap_or(Goal::UNKNOWN),
        }
    }

    /// Where the walk goes on behind nodes that ask who is in a hex in which nobody is, which is named by its bits or by its
    /// slot.
    #[inline]
    pub(super) fn past_nobody(&self, mut goal: Goal, bits: Option<u32>, spot: Option<usize>) -> Goal {
        while goal.is_node() {
            let node = self.node_of(goal);
            if !node.brief.asks_who_is_at(bits, spot) {
                break;
            }
            goal = self.after(node, Code::EMPTY);
        }
        goal
    }

    /// Where the walk goes on behind a step that was taken at a node.
    fn after_step(&self, id: NodeId, step: &Step) -> Goal {
        let code = step.answer().map_or(Code::NONE, |word| self.codes.known(word));
        self.after(self.node(id), step.branch(code))
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
        let id = self.new_root(function, arguments);
        self.known[function as usize].insert(arguments.into(), id);
        id
    }

    /// A root more that nothing leads to yet.
    fn new_root(&mut self, function: FunctionId, arguments: &[Word]) -> RootId {
        let id = self.roots.len() as RootId;
        let (luck, trails) = (Luck::default(), Trails::default());
        let (brings, by_place) = (Cell::new(false), Cell::new(false));
        let (entry, course) = (Goal::UNKNOWN, None);
        self.roots.push(Root { function, entry, luck, trails, brings, by_place, course });
        self.memos.fit(self.roots.len());
        self.by_place.fit();
        self.arguments.push(arguments.into());
        id
    }

    /// The root of a course of a function with its arguments.
    pub(super) fn begin_course(&mut self, of: RootId) -> RootId {
        self.new_root(self.roots[of as usize].function, &[])
    }

    /// The same of two arguments, for who asks for the same few again and again.
    #[inline]
    pub(super) fn root_of_two(&mut self, function: FunctionId, arguments: [Word; 2]) -> RootId {
        if let Some(root) = self.pairs.known(function, arguments) {
            return root;
        }
        let root = self.root(function, &arguments);
        self.pairs.keep(function, arguments, root);
        root
    }

    /// The arguments of a root.
    pub(in crate::rules) fn arguments(&self, root: RootId) -> &[Word] {
        &self.arguments[root as usize]
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
                    let brief = self.brief_of(step);
                    self.append(root, from, brief)
                }
                At::Node(id) => id,
                At::Answer(_) => return Err(Unsteady),
            };
            if !self.is(id, step) {
                return Err(Unsteady);
            }
            from = Some((id, step));
            at = self.after_step(id, step);
        }
        match (at.at(), end) {
            (At::Unknown, End::Answer(word)) => {
                let code = self.codes.of(word);
                self.link(root, from, Goal::answer(code));
            }
            (At::Unknown, End::Found(search)) => {
                let brief = Brief::of(FOUND, self.searches.number(&search));
                self.append_last(root, from, brief, Code::FOUND);
            }
            (At::Unknown, End::Brought(brought)) => {
                let brief = Brief::of(BROUGHT, self.brought.number(&brought));
                self.append_last(root, from, brief, Code::BROUGHT);
            }
            (At::Answer(known), End::Answer(word)) if self.codes.word(known) == word => {}
            (At::Node(id), End::Found(search)) => match self.act(self.node(id)) {
                Act::Found(known) if *known == *search => {}
                _ => return Err(Unsteady),
            },
            (At::Node(id), End::Brought(brought)) => match self.act(self.node(id)) {
                Act::Brought(known) if *known == brought => {}
                _ => return Err(Unsteady),
            },
            _ => return Err(Unsteady),
        }
        Ok(())
    }

    /// What is done at a step, as nodes have it.
    fn brief_of(&mut self, step: &Step) -> Brief {
        match step {
            Step::Read(query, _) => Brief::of_query(*query).unwrap_or_else(|| {
                let number = self.queries.number(query);
                Brief::of(if names_slots(*query) { READ_OF } else { READ }, number)
            }),
            Step::Which(unit, _) => Brief::of(WHICH, as_slot(*unit).unwrap_or_default() as u32),
            Step::Where(hex, _) => Brief::of(WHERE, as_spot(*hex).unwrap_or_default() as u32),
            Step::Stand(unit, _) => Brief::stand(*unit),
            Step::Between(between, _) => Brief::of(BETWEEN, self.between.number(between)),
            Step::Call(callee @ (Callee::At(id) | Callee::Printed(id)), slots, ..) => {
                let site = self.sites.site(*id);
                let told = match slots.spots[site.in_slots..] {
                    [hex] => Some(hex),
                    _ => None,
                };
                let is_printed = matches!(callee, Callee::Printed(_));
                let call = CallAt { site: *id, function: site.function, handed: *slots, told, is_printed };
                numbered(CALL_AT, &mut self.calls_at, call)
            }
            Step::Call(Callee::Root(root), slots, ..) if slots.is_empty() => Brief::of(CALL, *root),
            Step::Call(Callee::Root(root), slots, ..) => {
                let handed = self.handed.number(&Handed::new(*slots));
                Brief::call(*root, handed)
                    .unwrap_or_else(|| numbered(CALL_BY_NUMBER, &mut self.calls, (*root, *slots)))
            }
            Step::Ask(ask, _) => numbered(ASK, &mut self.asks, ask.clone()),
            Step::Search(search, _) => Brief::of(SEARCH, self.searches.number(search)),
            Step::Do(deed) => Brief::of(DO, self.deeds.number(deed)),
            Step::Name(word) => numbered(NAME, &mut self.names, word.clone()),
        }
    }

    /// Whether this is where the step was taken.
    fn is(&self, id: NodeId, step: &Step) -> bool {
        match (self.act(self.node(id)), step) {
            (Act::Read(a), Step::Read(b, _)) => a == *b,
            (Act::Which(a), Step::Which(b, _)) => Some(a) == as_slot(*b),
            (Act::Where(a), Step::Where(b, _)) => Some(a) == as_spot(*b),
            (Act::Stand(a), Step::Stand(b, _)) => a == *b,
            (Act::Between(a), Step::Between(b, _)) => a == *b,
            (Act::Call(a, of), Step::Call(b, slots, ..)) => a == *b && of == *slots,
            (Act::Ask(a), Step::Ask(b, _)) => a == b,
            (Act::Search(a), Step::Search(b, _)) => *a == **b,
            (Act::Do(a), Step::Do(b)) => *a == **b,
            (Act::Name(a), Step::Name(b)) => a == b,
            _ => false,
        }
    }

    fn append(&mut self, root: RootId, from: Option<(NodeId, &Step)>, brief: Brief) -> NodeId {
        let id = self.nodes.len() as NodeId;
        self.nodes.push(Node { brief, more: 0, few: [(Code::NONE, Goal::UNKNOWN); FEW] });
        self.link(root, from, Goal::node(id));
        id
    }

    /// Appends a node behind which there is nothing but this answer.
    fn append_last(&mut self, root: RootId, from: Option<(NodeId, &Step)>, brief: Brief, answer: Code) {
        let id = self.append(root, from, brief);
        self.nodes[id as usize].few[0] = (answer, Goal::answer(answer));
    }

    fn link(&mut self, root: RootId, from: Option<(NodeId, &Step)>, goal: Goal) {
        let Some((before, step)) = from else {
            self.roots[root as usize].entry = goal;
            return;
        };
        let code = step.answer().map_or(Code::NONE, |word| step.branch(self.codes.of(word)));
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
            by_place: std::mem::take(&mut self.by_place),
            arguments: std::mem::take(&mut self.arguments),
            known: std::mem::take(&mut self.known),
            sites: std::mem::take(&mut self.sites),
            ..Trie::default()
        };
        *self = known;
        for root in &mut self.roots {
            (root.entry, root.course) = (Goal::UNKNOWN, None);
            root.trails.forget();
        }
        self.memos.forget();
        self.by_place.forget();
    }
}

fn numbered<T>(kind: u32, all: &mut Vec<T>, one: T) -> Brief {
    all.push(one);
    Brief::of(kind, (all.len() - 1) as u32)
}

/// Things with a number each, every one of them once.
#[derive(Debug)]
pub(super) struct Numbered<T> {
    all: Vec<T>,
    numbers: FxHashMap<T, u32>,
}

impl<T> Default for Numbered<T> {
    fn default() -> Self {
        Numbered { all: Vec::new(), numbers: FxHashMap::default() }
    }
}

impl<T: Clone + Eq + std::hash::Hash> Numbered<T> {
    pub(super) fn number(&mut self, one: &T) -> u32 {
        if let Some(number) = self.numbers.get(one) {
            return *number;
        }
        let number = self.all.len() as u32;
        self.all.push(one.clone());
        self.numbers.insert(one.clone(), number);
        number
    }

    #[inline]
    pub(super) fn get(&self, number: usize) -> &T {
        &self.all[number]
    }
}

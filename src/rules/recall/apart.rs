//! Hexes that a rule only looks into, hands on, compares or answers: to primitives that tell the terrain or who is there, or to other
//! rules; it reads their properties, or tells their numbers. Such a rule does in one hex what it does in any other of the same terrain
//! that is answered the same, so it is remembered once for all of them. Where it tells a number, it matters from there on which hex
//! that is, which is a question like any other ([`Step::Where`](super::trie::Step::Where)); so is whether two hexes are the same
//! ([`Between`](super::between::Between)), and what a rule answers that does more with a hex that it is handed
//! ([`Site`](super::site::Site)).
//!
//! Which parameters these are is read off the scripts, and likewise in which variables such hexes may be, alone or in lists. A rule
//! that does anything else with a hex itself is remembered for each hex by itself. Trees can be handed what stands for a hex in any
//! case, since they have the rule told where they need to know more; so this is a matter of cost. The engine cannot, so what it runs is
//! handed that only where it looks into the hex or hands it on.

use std::ptr;

use rhai::{AST, ASTNode, Expr, FnCallExpr, FnPtr, ImmutableString, ScriptFuncDef, Stmt};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::kernel::catalogue::{Catalogue, Subject};
use crate::kernel::hex::HexMap;
use crate::rules::link::is_closure;
use crate::rules::nodes::each_node;
use crate::rules::primitives::FOR_ITEMS;

/// Primitives that look into a hex, with the number of their arguments and which of them the hex is.
const LOOKS: [(&str, usize, usize); 7] = [
    ("terrains", 1, 0),
    ("terrains_for", 2, 1),
    ("sides_at", 1, 0),
    ("units_at", 1, 0),
    ("sides_within", 2, 0),
    ("units_within", 2, 0),
    ("units_within", 3, 0),
];

/// The same of what tells the hexside between two hexes: where a map has no terrain on hexsides, nothing hangs on which they are.
const LOOKS_BETWEEN: [(&str, usize, usize); 4] = [
    ("hexside_terrains", 2, 0),
    ("hexside_terrains", 2, 1),
    ("hexside_terrains_for", 3, 1),
    ("hexside_terrains_for", 3, 2),
];

/// Primitives that ask of what stands for a hex what they ask of the hex, or do the same with it.
const TAKES: [(&str, usize, usize); 6] =
    [("distance", 2, 0), ("distance", 2, 1), ("reach", 4, 0), ("way", 5, 0), ("way", 5, 1), ("place", 2, 1)];

/// Methods of lists that look at none of the items.
const OF_LISTS: [&str; 3] = ["len", "is_empty", "push"];

/// Whether an argument of a primitive is a hex that it only looks into.
pub(super) fn looks_into(primitive: &str, count: usize, at: usize) -> bool {
    LOOKS.contains(&(primitive, count, at))
}

/// Whether an argument of a primitive is a hex of which it asks, or with which it does, what it does with what stands for one.
pub(super) fn takes(primitive: &str, count: usize, at: usize) -> bool {
    TAKES.contains(&(primitive, count, at))
}

/// A function: its name and how many parameters it has; closures have names of their own.
type Name = (String, Option<usize>);
/// A parameter of a function, by its place.
type Parameter = (Name, usize);
/// A parameter, and what it is handed on to.
type Handed = (Parameter, Vec<Parameter>);

/// Where what is in a variable goes.
#[derive(Debug)]
enum Goes {
    To(Parameter),
    /// Into another variable of the same function, by its place among them.
    Into(usize),
}

/// For each function some of its parameters, a bit each.
type Known = FxHashMap<Name, u32>;

/// For each function what it does with its parameters and variables.
#[derive(Debug)]
pub(super) struct Apart {
    /// Parameters that it only looks into or hands on.
    known: Known,
    /// Those that it, and whoever it hands them on to, only looks into.
    looked: Known,
    handed: Vec<Handed>,
    /// Variables, parameters first, with which it does nothing that needs to know which hexes are in them.
    free: Known,
    variables: FxHashMap<Name, Vec<ImmutableString>>,
    gone: Vec<(Parameter, Vec<Goes>)>,
    /// Properties that hexes have.
    properties: FxHashSet<String>,
    /// Whether nothing lies on any hexside.
    bare_hexsides: bool,
}

impl Apart {
    pub(super) fn new(catalogue: &Catalogue, map: &HexMap) -> Apart {
        let of_hexes = catalogue.properties.iter().filter(|property| property.subject == Subject::Hex);
        Apart {
            known: FxHashMap::default(),
            looked: FxHashMap::default(),
            handed: Vec::new(),
            free: FxHashMap::default(),
            variables: FxHashMap::default(),
            gone: Vec::new(),
            properties: of_hexes.map(|property| property.name.to_string()).collect(),
            bare_hexsides: map.hexsides().next().is_none(),
        }
    }

    /// Adds a function. `alone` has its body.
    pub(super) fn add(&mut self, definition: &ScriptFuncDef, alone: &AST) {
        let name = name_of(definition);
        let (mut handed, mut gone) = (HandedTo::of(definition), GoneTo::of(definition));
        each_node(alone, &mut |path: &[ASTNode<'_>]| {
            let [above @ .., ASTNode::Expr(expression)] = path else { return true };
            let Expr::Variable(variable, ..) = expression else { return true };
            handed.add(self, above, expression, &variable.1);
            gone.add(self, above, expression, &variable.1);
            true
        });
        let mut all = 0;
        for (at, to) in handed.to.into_iter().enumerate() {
            if let Some(to) = to {
                all |= 1 << at;
                self.handed.push(((name.clone(), at), to));
            }
        }
        self.known.insert(name.clone(), all);
        let mut free = 0;
        for (at, to) in gone.to.into_iter().enumerate() {
            if let Some(to) = to {
                free |= 1 << at;
                self.gone.push(((name.clone(), at), to));
            }
        }
        self.free.insert(name.clone(), free);
        self.variables.insert(name, gone.variables);
    }

    /// What is handed to a primitive or a closure that does more with it is no longer only looked into or handed on, and so on. A rule
    /// that does more is asked for each hex by itself.
    pub(super) fn settle(&mut self) {
        let (handed, gone) = (std::mem::take(&mut self.handed), std::mem::take(&mut self.gone));
        let looks = |known: &Known, to: &Parameter| self.looks(known, to);
        let looked = settled(self.known.clone(), &handed, |known, _, to| looks(known, to));
        let is_rule = |(name, _): &Parameter| name.1.is_some() && self.known.contains_key(name);
        let known = settled(self.known.clone(), &handed, |known, _, to| is_rule(to) || looks(known, to));
        let taken = |((name, count), at): &Parameter| count.is_some_and(|count| takes(name, count, *at));
        let free = settled(self.free.clone(), &gone, |free, name, to| match to {
            Goes::To(to) => is_rule(to) || taken(to) || looks(free, to),
            Goes::Into(at) => is_one(free, name, *at),
        });
        (self.known, self.looked, self.free) = (known, looked, free);
    }

    /// The parameters of a function of whose hexes it does nothing that needs to know which they are.
    pub(super) fn of(&self, definition: &ScriptFuncDef) -> u32 {
        let free = self.free.get(&name_of(definition)).copied().unwrap_or_default();
        let parameters = 1_u32.checked_shl(definition.params.len() as u32).map_or(u32::MAX, |bit| bit - 1);
        free & parameters | self.handed_on(definition)
    }

    /// Those that it only looks into or hands on.
    pub(super) fn handed_on(&self, definition: &ScriptFuncDef) -> u32 {
        self.known.get(&name_of(definition)).copied().unwrap_or_default()
    }

    /// The variables of a function in which such hexes may be.
    pub(super) fn free_variables(&self, definition: &ScriptFuncDef) -> FxHashSet<ImmutableString> {
        let name = name_of(definition);
        let all = self.variables.get(&name).into_iter().flatten().enumerate();
        all.filter(|(at, _)| is_one(&self.free, &name, *at)).map(|(_, variable)| variable.clone()).collect()
    }

    /// Those that it, and whoever it hands them on to, only looks into.
    pub(super) fn looked_into(&self, definition: &ScriptFuncDef) -> u32 {
        self.looked.get(&name_of(definition)).copied().unwrap_or_default()
    }

    fn looks(&self, known: &Known, (name, at): &Parameter) -> bool {
        match (known.get(name), name) {
            (Some(_), _) => is_one(known, name, *at),
            (None, (name, Some(count))) => {
                let primitive = (name.as_str(), *count, *at);
                looks_into(name, *count, *at) || (self.bare_hexsides && LOOKS_BETWEEN.contains(&primitive))
            }
            (None, (_, None)) => false,
        }
    }

    /// Where what is in a variable, or in a list of it, goes. `above` is what stands around it.
    fn way_of<'a>(&self, above: &[ASTNode<'a>], value: &Expr, is_closure: bool) -> Way<'a> {
        match above {
            [around @ .., ASTNode::Expr(Expr::FnCall(call, _))]
                if call.is_operator_call() && matches!(call.name.as_str(), "==" | "!=") =>
            {
                // What a closure or a loop compares with it is mostly one of many, unless both are variables.
                let is_loop =
                    |node: &ASTNode<'_>| matches!(node, ASTNode::Stmt(Stmt::For(..) | Stmt::While(..)));
                let is_looped = around.iter().any(is_loop);
                let are_variables = call.args.iter().all(|one| matches!(one, Expr::Variable(..)));
                if is_closure || (is_looped && !are_variables) { Way::More } else { Way::Nowhere }
            }
            [around @ .., ASTNode::Expr(list @ Expr::Array(..))] => self.way_of(around, list, is_closure),
            [around @ .., ASTNode::Expr(item @ Expr::Index(parts, ..))] if ptr::eq(&parts.lhs, value) => {
                self.way_of(around, item, is_closure)
            }
            [.., ASTNode::Expr(Expr::Dot(parts, ..))]
                if ptr::eq(&parts.lhs, value)
                    && matches!(&parts.rhs, Expr::MethodCall(call, _) if OF_LISTS.contains(&&*call.name)) =>
            {
                Way::Nowhere
            }
            [.., ASTNode::Expr(Expr::Dot(parts, ..)), ASTNode::Expr(Expr::MethodCall(call, _))]
                if call.name == "push" =>
            {
                match &parts.lhs {
                    Expr::Variable(list, ..) => Way::Into(&list.1),
                    _ => Way::More,
                }
            }
            [.., ASTNode::Stmt(Stmt::For(parts, _))] if ptr::eq(&parts.2.expr, value) => {
                Way::Into(&parts.0.name)
            }
            [.., ASTNode::Stmt(Stmt::Var(parts, ..))] => Way::Into(&parts.0.name),
            [.., ASTNode::Stmt(Stmt::Assignment(parts))] if ptr::eq(&parts.1.lhs, value) => Way::Nowhere,
            [.., ASTNode::Stmt(Stmt::Assignment(parts))] => match &parts.1.lhs {
                Expr::Variable(written, ..) => Way::Into(&written.1),
                _ => Way::More,
            },
            [.., ASTNode::Stmt(Stmt::Return(..))] | [ASTNode::Stmt(Stmt::Expr(_))] => Way::Nowhere,
            _ => match self.use_of(above, value) {
                Use::Look => Way::Nowhere,
                Use::Argument(to) => Way::To(to),
                Use::More => Way::More,
            },
        }
    }

    /// What is done with a variable. `above` is what stands around it.
    fn use_of(&self, above: &[ASTNode<'_>], variable: &Expr) -> Use {
        match above {
            [.., ASTNode::Expr(Expr::FnCall(call, _)) | ASTNode::Stmt(Stmt::FnCall(call, _))] => {
                let Some(at) = call.args.iter().position(|argument| ptr::eq(argument, variable)) else {
                    return Use::More;
                };
                match closure_of(call) {
                    None => Use::Argument(((call.name.to_string(), Some(call.args.len())), at)),
                    Some(name) if is_for_items(above) => Use::Argument(((name, None), at - 1)),
                    Some(_) => Use::More,
                }
            }
            [around @ .., ASTNode::Expr(dot @ Expr::Dot(parts, ..))] => {
                let is_written = matches!(
                    around.last(),
                    Some(ASTNode::Stmt(Stmt::Assignment(written))) if ptr::eq(&written.1.lhs, *dot)
                );
                match &parts.rhs {
                    Expr::Property(property, _)
                        if ptr::eq(&parts.lhs, variable)
                            && !is_written
                            && self.properties.contains(property.2.as_str()) =>
                    {
                        Use::Look
                    }
                    _ => Use::More,
                }
            }
            // Who is told its number learns which it is, and that is noted when he is told.
            _ => match without_blocks(above).last() {
                Some(ASTNode::Expr(Expr::InterpolatedString(..))) => Use::Look,
                _ => Use::More,
            },
        }
    }
}

/// What a function hands its parameters on to, the first of them; nothing for one that it does anything else with.
struct HandedTo<'d> {
    parameters: &'d [ImmutableString],
    to: Vec<Option<Vec<Parameter>>>,
}

impl HandedTo<'_> {
    fn of(definition: &ScriptFuncDef) -> HandedTo<'_> {
        let count = definition.params.len().min(u32::BITS as usize);
        HandedTo { parameters: &definition.params, to: vec![Some(Vec::new()); count] }
    }

    /// Adds what is done with a variable. `above` is what stands around it.
    fn add(&mut self, apart: &Apart, above: &[ASTNode<'_>], expression: &Expr, variable: &ImmutableString) {
        let parameter = self.parameters.iter().position(|name| name == variable);
        let Some(all) = parameter.and_then(|at| self.to.get_mut(at)) else { return };
        match (&mut *all, apart.use_of(above, expression)) {
            (Some(_), Use::Look) => {}
            (Some(all), Use::Argument(of)) => all.push(of),
            _ => *all = None,
        }
    }
}

/// The variables of a function, its parameters first, and where what is in them goes; nothing for one with which anything else is done.
struct GoneTo {
    variables: Vec<ImmutableString>,
    to: Vec<Option<Vec<Goes>>>,
    is_closure: bool,
}

impl GoneTo {
    fn of(definition: &ScriptFuncDef) -> GoneTo {
        let mut variables = definition.params.to_vec();
        variables.truncate(u32::BITS as usize);
        let to = variables.iter().map(|_| Some(Vec::new())).collect();
        GoneTo { variables, to, is_closure: is_closure(definition) }
    }

    /// Adds where what is in a variable goes. `above` is what stands around it.
    fn add(&mut self, apart: &Apart, above: &[ASTNode<'_>], expression: &Expr, variable: &ImmutableString) {
        let Some(at) = self.place(variable) else { return };
        let goes = match apart.way_of(above, expression, self.is_closure) {
            Way::Nowhere => return,
            Way::To(to) => Some(Goes::To(to)),
            Way::Into(name) => self.place(name).map(Goes::Into),
            Way::More => None,
        };
        match (&mut self.to[at], goes) {
            (Some(all), Some(goes)) => all.push(goes),
            (all, _) => *all = None,
        }
    }

    /// The place of a variable among them, the first of which have one.
    fn place(&mut self, variable: &ImmutableString) -> Option<usize> {
        let known = self.variables.iter().position(|known| known == variable);
        known.or_else(|| {
            let has_room = self.variables.len() < u32::BITS as usize;
            has_room.then(|| {
                self.variables.push(variable.clone());
                self.to.push(Some(Vec::new()));
                self.to.len() - 1
            })
        })
    }
}

/// Whether a parameter or a variable of a function is one of those that are known.
fn is_one(known: &Known, name: &Name, at: usize) -> bool {
    has_bit(known.get(name).copied().unwrap_or_default(), at)
}

/// Whether a bit is set.
pub(super) fn has_bit(bits: u32, at: usize) -> bool {
    bits.checked_shr(at as u32).unwrap_or_default() & 1 == 1
}

/// Those of some parameters that are handed on to nothing but what is fit for them.
fn settled<T>(
    mut known: Known,
    handed: &[(Parameter, Vec<T>)],
    is_fit: impl Fn(&Known, &Name, &T) -> bool,
) -> Known {
    let mut left: Vec<&(Parameter, Vec<T>)> = handed.iter().collect();
    loop {
        let (stay, go): (Vec<_>, Vec<_>) =
            left.into_iter().partition(|((name, _), to)| to.iter().all(|other| is_fit(&known, name, other)));
        for ((name, at), _) in &go {
            if let Some(all) = known.get_mut(name) {
                *all &= !(1 << at);
            }
        }
        if go.is_empty() {
            return known;
        }
        left = stay;
    }
}

/// Where a hex goes.
enum Way<'a> {
    /// Nowhere where it matters which hex that is.
    Nowhere,
    /// To a parameter of a rule or a primitive.
    To(Parameter),
    /// Into a variable.
    Into(&'a ImmutableString),
    /// Anywhere else.
    More,
}

/// What is done with a hex.
enum Use {
    /// It is looked into, or its number is told.
    Look,
    /// It is an argument of a call, or what a closure captures.
    Argument(Parameter),
    /// Anything else.
    More,
}

fn name_of(definition: &ScriptFuncDef) -> Name {
    (definition.name.to_string(), (!is_closure(definition)).then_some(definition.params.len()))
}

/// The closure that a call hands what it captures.
fn closure_of(call: &FnCallExpr) -> Option<String> {
    match call.args.first() {
        Some(Expr::DynamicConstant(value, _)) if call.name == "curry" => {
            value.clone().try_cast::<FnPtr>().map(|closure| closure.fn_name().to_owned())
        }
        _ => None,
    }
}

/// Whether a closure goes to a primitive that calls it for the items of a list. `path` ends with what makes the closure.
fn is_for_items(path: &[ASTNode<'_>]) -> bool {
    let [above @ .., _] = path else { return false };
    match without_blocks(above).last() {
        Some(ASTNode::Expr(Expr::MethodCall(call, _))) => {
            FOR_ITEMS.contains(&&*call.name) && call.args.len() == 1
        }
        _ => false,
    }
}

/// A path without the blocks at its end, of which the last value is what the block comes to.
fn without_blocks<'p, 'a>(mut path: &'p [ASTNode<'a>]) -> &'p [ASTNode<'a>] {
    while let [above @ .., ASTNode::Expr(Expr::Stmt(block)), ASTNode::Stmt(last)] = path
        && block.statements().last().is_some_and(|statement| ptr::eq(statement, *last))
        && matches!(last, Stmt::Expr(_))
    {
        path = above;
    }
    path
}

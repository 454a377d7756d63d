//! Hexes that a rule only looks into or hands on: to primitives that tell the terrain or who is there, or to other rules; it reads
//! their properties, or tells their numbers. Such a rule does in one hex what it does in any other of the same terrain that is
//! answered the same, so it is remembered once for all of them. Where it tells a number, it matters from there on which hex that
//! is, which is a question like any other ([`Step::Where`](super::trie::Step::Where)); so is what a rule answers that does more with a
//! hex that it is handed ([`Site`](super::site::Site)).
//!
//! Which parameters these are is read off the scripts. A rule that does anything else with a hex itself, and be it only that it
//! compares it, is remembered for each hex by itself.

use std::ptr;

use rhai::{AST, ASTNode, Expr, FnCallExpr, FnPtr, ImmutableString, ScriptFuncDef, Stmt};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::kernel::catalogue::{Catalogue, Subject};
use crate::kernel::hex::HexMap;
use crate::rules::link::is_closure;
use crate::rules::nodes::each_node;
use crate::rules::primitives::FOR_ITEMS;

/// Primitives that look into a hex, with the number of their arguments and which of them the hex is.
const LOOKS: [(&str, usize, usize); 4] =
    [("terrains", 1, 0), ("terrains_for", 2, 1), ("sides_at", 1, 0), ("units_at", 1, 0)];

/// The same of what tells the hexside between two hexes: where a map has no terrain on hexsides, nothing hangs on which they are.
const LOOKS_BETWEEN: [(&str, usize, usize); 4] = [
    ("hexside_terrains", 2, 0),
    ("hexside_terrains", 2, 1),
    ("hexside_terrains_for", 3, 1),
    ("hexside_terrains_for", 3, 2),
];

/// Whether an argument of a primitive is a hex that it only looks into.
pub(super) fn looks_into(primitive: &str, count: usize, at: usize) -> bool {
    LOOKS.contains(&(primitive, count, at))
}

/// A function: its name and how many parameters it has; closures have names of their own.
type Name = (String, Option<usize>);
/// A parameter of a function, by its place.
type Parameter = (Name, usize);
/// A parameter, and what it is handed on to.
type Handed = (Parameter, Vec<Parameter>);

/// For each function some of its parameters, a bit each.
type Known = FxHashMap<Name, u32>;

/// For each function the parameters that it only looks into or hands on.
#[derive(Debug)]
pub(super) struct Apart {
    known: Known,
    /// Those that it, and whoever it hands them on to, only looks into.
    looked: Known,
    handed: Vec<Handed>,
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
            properties: of_hexes.map(|property| property.name.to_string()).collect(),
            bare_hexsides: map.hexsides().next().is_none(),
        }
    }

    /// Adds a function. `alone` has its body.
    pub(super) fn add(&mut self, definition: &ScriptFuncDef, alone: &AST) {
        let name = name_of(definition);
        let mut all = 0;
        for (at, to) in self.handed_on(&definition.params, alone).into_iter().enumerate() {
            if let Some(to) = to {
                all |= 1 << at;
                self.handed.push(((name.clone(), at), to));
            }
        }
        self.known.insert(name, all);
    }

    /// What is handed to a primitive or a closure that does more with it is no longer only looked into or handed on, and so on. A rule
    /// that does more is asked for each hex by itself.
    pub(super) fn settle(&mut self) {
        let handed = std::mem::take(&mut self.handed);
        let looks = |known: &Known, to: &Parameter| self.looks(known, to);
        let looked = settled(self.known.clone(), &handed, looks);
        let is_rule = |(name, _): &Parameter| name.1.is_some() && self.known.contains_key(name);
        self.known = settled(self.known.clone(), &handed, |known, to| is_rule(to) || self.looks(known, to));
        self.looked = looked;
    }

    /// The parameters of a function that it only looks into or hands on.
    pub(super) fn of(&self, definition: &ScriptFuncDef) -> u32 {
        self.known.get(&name_of(definition)).copied().unwrap_or_default()
    }

    /// Those that it, and whoever it hands them on to, only looks into.
    pub(super) fn looked_into(&self, definition: &ScriptFuncDef) -> u32 {
        self.looked.get(&name_of(definition)).copied().unwrap_or_default()
    }

    fn looks(&self, known: &Known, (name, at): &Parameter) -> bool {
        match (known.get(name), name) {
            (Some(all), _) => all.checked_shr(*at as u32).unwrap_or_default() & 1 == 1,
            (None, (name, Some(count))) => {
                let primitive = (name.as_str(), *count, *at);
                looks_into(name, *count, *at) || (self.bare_hexsides && LOOKS_BETWEEN.contains(&primitive))
            }
            (None, (_, None)) => false,
        }
    }

    /// What a function hands its parameters on to, the first of them; nothing for one that it does anything else with.
    fn handed_on(&self, parameters: &[ImmutableString], alone: &AST) -> Vec<Option<Vec<Parameter>>> {
        let mut handed = vec![Some(Vec::new()); parameters.len().min(u32::BITS as usize)];
        each_node(alone, &mut |path: &[ASTNode<'_>]| {
            let [above @ .., ASTNode::Expr(expression)] = path else { return true };
            let Expr::Variable(variable, ..) = expression else { return true };
            let parameter = parameters.iter().position(|name| *name == variable.1);
            let Some(all) = parameter.and_then(|at| handed.get_mut(at)) else { return true };
            match (&mut *all, self.use_of(above, expression)) {
                (Some(_), Use::Look) => {}
                (Some(all), Use::Argument(of)) => all.push(of),
                _ => *all = None,
            }
            true
        });
        handed
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

/// Those of some parameters that are handed on to nothing but what is fit for them.
fn settled(mut known: Known, handed: &[Handed], is_fit: impl Fn(&Known, &Parameter) -> bool) -> Known {
    let mut left: Vec<&Handed> = handed.iter().collect();
    loop {
        let (stay, go): (Vec<_>, Vec<_>) =
            left.into_iter().partition(|(_, to)| to.iter().all(|other| is_fit(&known, other)));
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

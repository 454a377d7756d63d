//! Who calls whom in linked scripts.

use rhai::{AST, ASTFlags, ASTNode, Expr, FnPtr, Identifier, Module, ScriptFuncDef, Shared, Stmt};
use rustc_hash::{FxHashMap, FxHashSet};

use super::lexing::is_word;
use super::mapper::MARK;
use super::nodes::each_node;

/// Stands among what is called for a search of the map, which refuses where there is no way; that of a body on a table does
/// not.
pub(super) const WAY_OF_HEXES: &str = "way of hexes";

/// Stands among what is called for a property, or what `this` is, that is written or changed.
pub(super) const WRITING: &str = "property = value";

/// What stands among what is called for a property that is read.
pub(super) fn reading(property: &str) -> String {
    format!(".{property}")
}

/// The same for a method, beside its name.
pub(super) fn calling(method: &str) -> String {
    format!(".{method}()")
}

/// Primitives that add to a tally where they are given one more argument than without it.
const TO_TALLIES: [(&str, usize); 2] = [("value", 2), ("printed", 3)];

/// Stands among what is called for a variable that is given another value.
pub(super) const ASSIGNING: &str = "variable = value";

/// Functions of the language that change what they are called on: lists, texts and maps.
pub(super) const CHANGING: [&str; 27] = [
    "append",
    "chop",
    "clear",
    "crop",
    "dedup",
    "drain",
    "fill_with",
    "insert",
    "make_lower",
    "make_upper",
    "mixin",
    "pad",
    "pop",
    "push",
    "remove",
    "replace",
    "retain",
    "reverse",
    "set",
    "shift",
    "sort",
    "sort_by",
    "sort_desc",
    "splice",
    "split",
    "trim",
    "truncate",
];

/// Stands among what is called for what is thrown, which ends the rule.
pub(super) const THROWING: &str = "throw";

/// Stands among what is called for a loop that nothing but its own condition ends.
pub(super) const LOOPING: &str = "while";

/// What asks players, or calls what no text shows.
const ASKING: [&str; 5] = ["choose", "decide_in_secret", "seal_in_secret", "open_sealed", "Fn"];

/// What names outcomes, refuses, or calls what no text shows.
const NAMING: [&str; 5] = ["outcome", "refuse", "require", WAY_OF_HEXES, "Fn"];

/// Names of functions.
pub(super) type FunctionNames = FxHashSet<Identifier>;

/// The functions of linked scripts, each under the name by which texts call it, with the names of all that it calls, closures
/// that it makes among them. Functions of one name are taken for one.
#[derive(Debug, Default)]
pub(super) struct CallGraph {
    /// Every name, by its number.
    names: Vec<Identifier>,
    numbers: FxHashMap<Identifier, usize>,
    /// The number of each function, and of all that it calls.
    functions: Vec<(usize, Vec<usize>)>,
    /// The names under which maps may hold closures: a method that is called so may be one of them.
    held: FunctionNames,
}

impl CallGraph {
    pub(super) fn of(rules: &AST) -> CallGraph {
        let mut graph = CallGraph::default();
        for (name, alone) in each_alone(rules) {
            let own = graph.number(name);
            let mut called = FunctionNames::default();
            each_node(&alone, &mut |path| {
                note_called(path, &mut called);
                note_held(path, &mut graph.held);
                true
            });
            let called = called.iter().map(|name| graph.number(name)).collect();
            graph.functions.push((own, called));
        }
        graph
    }

    /// The names under which maps may hold closures.
    pub(super) fn held(&self) -> &FunctionNames {
        &self.held
    }

    /// Names that are called and no function has, so that a map has to hold what they call.
    pub(super) fn unknown<'a>(&'a self, is_known: &'a dyn Fn(&str) -> bool) -> impl Iterator<Item = &'a str> {
        let mut has_function = vec![false; self.names.len()];
        self.functions.iter().for_each(|(own, _)| has_function[*own] = true);
        let names = self.names.iter().zip(has_function).filter(|(_, has_function)| !has_function);
        let is_word = |name: &&str| name.bytes().all(is_word);
        names.map(|(name, _)| name.as_str()).filter(is_word).filter(move |name| !is_known(name))
    }

    fn number(&mut self, name: &str) -> usize {
        if let Some(number) = self.numbers.get(name) {
            return *number;
        }
        let number = self.names.len();
        self.names.push(name.into());
        self.numbers.insert(name.into(), number);
        number
    }

    /// These names, and all from which calls lead to one of them.
    pub(super) fn reaching<'a>(&self, goals: impl IntoIterator<Item = &'a str>) -> FunctionNames {
        let mut names: FunctionNames = goals.into_iter().map(Identifier::from).collect();
        let mut found: Vec<bool> = self.names.iter().map(|name| names.contains(name)).collect();
        loop {
            let mut more = false;
            for (own, called) in &self.functions {
                if !found[*own] && called.iter().any(|to| found[*to]) {
                    found[*own] = true;
                    names.insert(self.names[*own].clone());
                    more = true;
                }
            }
            if !more {
                return names;
            }
        }
    }

    /// These names, and all to which calls lead from one of them.
    pub(super) fn reached<'a>(&self, from: impl IntoIterator<Item = &'a str>) -> FunctionNames {
        let mut names: FunctionNames = from.into_iter().map(Identifier::from).collect();
        let mut found: Vec<bool> = self.names.iter().map(|name| names.contains(name)).collect();
        loop {
            let before = found.clone();
            for (own, called) in &self.functions {
                if found[*own] {
                    called.iter().for_each(|to| found[*to] = true);
                }
            }
            if found == before {
                names.extend(
                    self.names.iter().zip(found).filter(|(_, found)| *found).map(|(name, _)| name.clone()),
                );
                return names;
            }
        }
    }

    /// These names, and all of which every function calls one of them, or of those again. Where a rule stands in several layers, each of
    /// them has to; its calls of its own name do not count.
    pub(super) fn all_reaching<'a>(&self, goals: impl IntoIterator<Item = &'a str>) -> FunctionNames {
        let mut names: FunctionNames = goals.into_iter().map(Identifier::from).collect();
        let mut found: Vec<bool> = self.names.iter().map(|name| names.contains(name)).collect();
        loop {
            let mut all = found.clone();
            self.functions.iter().for_each(|(own, _)| all[*own] = true);
            for (own, called) in &self.functions {
                all[*own] &= found[*own] || called.iter().any(|to| to != own && found[*to]);
            }
            if all == found {
                return names;
            }
            let new = all.iter().zip(&found).zip(&self.names).filter(|((now, before), _)| now != before);
            names.extend(new.map(|(_, name)| name.clone()));
            found = all;
        }
    }

    /// Whether one of these rules may come to ask a player.
    pub(super) fn may_ask<'a>(&self, rules: impl Iterator<Item = &'a str>) -> bool {
        self.may_reach(ASKING, rules)
    }

    /// Whether one of these rules may come to name an outcome, or to refuse.
    pub(super) fn may_name<'a>(&self, rules: impl Iterator<Item = &'a str>) -> bool {
        self.may_reach(NAMING, rules)
    }

    fn may_reach<'a>(&self, goals: [&str; 5], mut rules: impl Iterator<Item = &'a str>) -> bool {
        let reaching = self.reaching(goals);
        rules.any(|rule| reaching.contains(called(rule)))
    }
}

/// The name that a text gives to what is called: a private rule is linked under a longer one.
pub(super) fn called(name: &str) -> &str {
    let mark = MARK.as_bytes();
    let end = name.as_bytes().windows(mark.len()).position(|here| here == mark);
    end.map_or(name, |end| &name[..end])
}

/// A function with itself as a syntax tree of its own.
pub(super) type Alone<'r> = (&'r ScriptFuncDef, AST);

/// All functions so.
pub(super) fn all_alone(rules: &AST) -> Vec<Alone<'_>> {
    rules.iter_fn_def().map(|function| (&**function, alone(function))).collect()
}

/// Each function under the name by which texts call it, as a syntax tree of its own.
pub(super) fn each_alone(rules: &AST) -> impl Iterator<Item = (&str, AST)> {
    rules.iter_fn_def().map(|function| (called(&function.name), alone(function)))
}

/// A function as a syntax tree of its own, to look at its body, which is not copied.
pub(super) fn alone(function: &Shared<ScriptFuncDef>) -> AST {
    let mut module = Module::new();
    module.set_script_fn(function.clone());
    AST::new(std::iter::empty::<Stmt>(), module)
}

/// The names of all that is called in a syntax tree.
pub(super) fn calls_in(tree: &AST) -> FunctionNames {
    let mut calls = FunctionNames::default();
    each_node(tree, &mut |path| {
        note_called(path, &mut calls);
        true
    });
    calls
}

/// Adds what the node at the end of a path calls.
fn note_called(path: &[ASTNode<'_>], calls: &mut FunctionNames) {
    let mut add = |name: &str| {
        if !calls.contains(name) {
            calls.insert(name.into());
        }
    };
    let adds_to_tally = |name: &str, arguments: usize| TO_TALLIES.contains(&(name, arguments));
    match path.last() {
        Some(ASTNode::Stmt(Stmt::FnCall(call, _)) | ASTNode::Expr(Expr::FnCall(call, _))) => {
            let name = called(&call.name);
            add(name);
            if name == "way" && call.args.len() != 1 {
                add(WAY_OF_HEXES);
            }
            if adds_to_tally(name, call.args.len()) {
                add(WRITING);
            }
        }
        Some(ASTNode::Expr(Expr::MethodCall(call, _))) => {
            let name = called(&call.name);
            add(name);
            add(&calling(name));
            if adds_to_tally(name, call.args.len() + 1)
                || (CHANGING.contains(&name) && is_of_a_property(path))
            {
                add(WRITING);
            }
            if name == "way" && !call.args.is_empty() {
                add(WAY_OF_HEXES);
            }
        }
        Some(ASTNode::Expr(Expr::Property(property, _))) => add(&reading(&property.2)),
        // Whoever has a closure may call it.
        Some(ASTNode::Expr(Expr::DynamicConstant(value, _))) => {
            if let Some(closure) = value.clone().try_cast::<FnPtr>() {
                add(called(closure.fn_name()));
            }
        }
        Some(ASTNode::Stmt(Stmt::Assignment(parts))) => {
            add(if matches!(parts.1.lhs, Expr::Variable(..)) { ASSIGNING } else { WRITING });
        }
        Some(ASTNode::Stmt(Stmt::Return(_, flags, _))) if flags.intersects(ASTFlags::BREAK) => add(THROWING),
        Some(ASTNode::Stmt(Stmt::While(..) | Stmt::Do(..))) => add(LOOPING),
        _ => {}
    }
}

/// Whether what a method is called on, at the end of a path, is or stands in a property or `this`.
fn is_of_a_property(path: &[ASTNode<'_>]) -> bool {
    let around = path.iter().rev().skip(1);
    let chain = around.map_while(|node| match node {
        ASTNode::Expr(Expr::Dot(parts, ..) | Expr::Index(parts, ..)) => Some(&parts.lhs),
        _ => None,
    });
    chain.into_iter().any(|before| matches!(before, Expr::ThisPtr(..) | Expr::Property(..)))
}

/// The names under which maps may hold closures, and all texts, which may be such names.
pub(super) fn may_be_held(tree: &AST) -> FunctionNames {
    let mut names = FunctionNames::default();
    each_node(tree, &mut |path| {
        note_held(path, &mut names);
        if let Some(ASTNode::Expr(Expr::StringConstant(text, _))) = path.last() {
            names.insert(text.as_str().into());
        }
        true
    });
    names
}

/// Adds the names under which the node at the end of a path may put closures into a map.
fn note_held(path: &[ASTNode<'_>], held: &mut FunctionNames) {
    match path.last() {
        Some(ASTNode::Expr(Expr::Map(entries, _))) => {
            let closures = entries.0.iter().filter(|(_, value)| may_be_closure(value));
            held.extend(closures.map(|(name, _)| Identifier::from(name.name.as_str())));
        }
        Some(ASTNode::Stmt(Stmt::Assignment(parts))) if may_be_closure(&parts.1.rhs) => {
            held.extend(last_property(&parts.1.lhs));
        }
        _ => {}
    }
}

/// Whether an expression may come to a closure. Texts, lists, maps and what operators come to are none.
fn may_be_closure(value: &Expr) -> bool {
    match value {
        Expr::DynamicConstant(value, _) => value.is::<FnPtr>(),
        Expr::FnCall(call, _) => call.op_token.is_none(),
        Expr::InterpolatedString(..) | Expr::Array(..) | Expr::Map(..) | Expr::And(..) => false,
        _ => !value.is_constant(),
    }
}

/// The property at the end of a chain.
fn last_property(chain: &Expr) -> Option<Identifier> {
    match chain {
        Expr::Dot(parts, ..) | Expr::Index(parts, ..) => last_property(&parts.rhs),
        Expr::Property(property, _) => Some(Identifier::from(property.2.as_str())),
        Expr::StringConstant(name, _) => Some(Identifier::from(name.as_str())),
        _ => None,
    }
}

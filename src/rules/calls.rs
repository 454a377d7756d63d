//! Who calls whom in linked scripts.

use std::collections::BTreeSet;

use rhai::{AST, ASTNode, Expr, FnPtr, Module, Stmt};

use super::mapper::MARK;

/// Stands among what is called for a search of the map, which refuses where there is no way; that of a body on a table does
/// not.
pub(super) const WAY_OF_HEXES: &str = "way of hexes";

/// Stands among what is called for a property that is written.
pub(super) const WRITING: &str = "property = value";

/// What asks players, or calls what no text shows.
const ASKING: [&str; 5] = ["choose", "decide_in_secret", "seal_in_secret", "open_sealed", "Fn"];

/// The functions of linked scripts, each under the name by which texts call it, with the names of all that it calls, closures
/// that it makes among them. Functions of one name are taken for one.
#[derive(Debug)]
pub(super) struct CallGraph(Vec<(String, BTreeSet<String>)>);

impl CallGraph {
    pub(super) fn of(rules: &AST) -> CallGraph {
        let own = each_alone(rules).map(|(name, alone)| (name.to_owned(), calls_in(&alone)));
        CallGraph(own.collect())
    }

    /// These names, and all from which calls lead to one of them.
    pub(super) fn reaching(&self, goals: BTreeSet<String>) -> BTreeSet<String> {
        let mut found = goals;
        loop {
            let before = found.len();
            for (name, own) in &self.0 {
                if !found.contains(name) && !own.is_disjoint(&found) {
                    found.insert(name.clone());
                }
            }
            if found.len() == before {
                return found;
            }
        }
    }

    /// Whether one of these rules may come to ask a player.
    pub(super) fn may_ask<'a>(&self, mut rules: impl Iterator<Item = &'a str>) -> bool {
        let asking = self.reaching(ASKING.map(str::to_owned).into());
        rules.any(|rule| asking.contains(called(rule)))
    }
}

/// The name that a text gives to what is called: a private rule is linked under a longer one.
pub(super) fn called(name: &str) -> &str {
    name.split(MARK).next().unwrap_or_default()
}

/// Each function under the name by which texts call it, as a syntax tree of its own.
pub(super) fn each_alone(rules: &AST) -> impl Iterator<Item = (&str, AST)> {
    rules.iter_fn_def().map(|function| {
        let mut module = Module::new();
        module.set_script_fn(function.clone());
        (called(&function.name), AST::new(std::iter::empty::<Stmt>(), module))
    })
}

/// The names of all that is called in a syntax tree.
pub(super) fn calls_in(tree: &AST) -> BTreeSet<String> {
    let mut calls = BTreeSet::new();
    let mut add = |name: &str| {
        if !calls.contains(name) {
            calls.insert(name.to_owned());
        }
    };
    tree.walk(&mut |path: &[ASTNode<'_>]| {
        match path.last() {
            Some(ASTNode::Stmt(Stmt::FnCall(call, _)) | ASTNode::Expr(Expr::FnCall(call, _))) => {
                let name = called(&call.name);
                add(name);
                if name == "way" && call.args.len() != 1 {
                    add(WAY_OF_HEXES);
                }
            }
            Some(ASTNode::Expr(Expr::MethodCall(call, _))) => {
                let name = called(&call.name);
                add(name);
                if name == "way" && !call.args.is_empty() {
                    add(WAY_OF_HEXES);
                }
            }
            // Whoever has a closure may call it.
            Some(ASTNode::Expr(Expr::DynamicConstant(value, _))) => {
                if let Some(closure) = value.clone().try_cast::<FnPtr>() {
                    add(called(closure.fn_name()));
                }
            }
            Some(ASTNode::Stmt(Stmt::Assignment(parts))) if !matches!(parts.1.lhs, Expr::Variable(..)) => {
                add(WRITING);
            }
            _ => {}
        }
        true
    });
    calls
}

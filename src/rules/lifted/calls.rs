//! Who calls whom in linked scripts.

use std::collections::BTreeSet;

use rhai::{AST, ASTNode, Expr, FnPtr, Module, Stmt};

use crate::rules::mapper::MARK;

/// The name that a text gives to what is called: a private rule is linked under a longer one.
pub(super) fn called(name: &str) -> String {
    name.split(MARK).next().unwrap_or_default().to_owned()
}

/// The names of all that is called in a syntax tree.
pub(super) fn calls_in(tree: &AST) -> BTreeSet<String> {
    let mut calls = BTreeSet::new();
    tree.walk(&mut |path: &[ASTNode<'_>]| {
        match path.last() {
            Some(
                ASTNode::Stmt(Stmt::FnCall(call, _))
                | ASTNode::Expr(Expr::FnCall(call, _) | Expr::MethodCall(call, _)),
            ) => {
                calls.insert(called(&call.name));
            }
            // Whoever has a closure may call it.
            Some(ASTNode::Expr(Expr::DynamicConstant(value, _))) => {
                if let Some(closure) = value.clone().try_cast::<FnPtr>() {
                    calls.insert(called(closure.fn_name()));
                }
            }
            _ => {}
        }
        true
    });
    calls
}

/// Each function under the name by which texts call it, as a syntax tree of its own.
pub(super) fn each_alone(rules: &AST) -> Vec<(String, AST)> {
    let alone = rules.iter_fn_def().map(|function| {
        let mut module = Module::new();
        module.set_script_fn(function.as_ref().clone());
        (called(&function.name), AST::new(std::iter::empty::<Stmt>(), module))
    });
    alone.collect()
}

/// These names, and all from which calls lead to one of them; functions of one name are taken for one.
pub(super) fn reaching(calls: &[(String, BTreeSet<String>)], goals: BTreeSet<String>) -> BTreeSet<String> {
    let mut found = goals;
    loop {
        let before = found.len();
        for (name, own) in calls {
            if !found.contains(name) && !own.is_disjoint(&found) {
                found.insert(name.clone());
            }
        }
        if found.len() == before {
            return found;
        }
    }
}

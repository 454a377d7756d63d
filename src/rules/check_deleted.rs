//! Rules that ask for what a layer has deleted: a value or a table. They break only where they come to ask, and another rule may
//! keep them from that, so it is told as a warning.

use std::collections::{BTreeMap, BTreeSet};

use rhai::{AST, ASTNode, Expr, FnPtr, ScriptFuncDef, Stmt};

use super::calls::Alone;
use super::check_links::MOST_TOLD;
use super::check_words::Declared;
use super::link::is_closure;
use super::mapper::BELOW;
use super::naming::{Named, Naming};
use super::nodes::each_node;
use crate::diagnostic::{Code, Diagnostic};

/// A warning for each such question of a rule that is in force, or that one in force calls as its `prior`.
pub(super) fn check_deleted(
    functions: &[Alone<'_>],
    naming: &Naming,
    declared: &Declared<'_>,
) -> Vec<Diagnostic> {
    let deleted = &declared.stack.deleted;
    let can_be_asked = |kind: &&str| matches!(*kind, "value" | "table");
    if !deleted.keys().any(|(kind, _)| can_be_asked(kind)) {
        return Vec::new();
    }
    let run = run(functions);
    let mut found = Vec::new();
    for (_, tree) in functions.iter().filter(|(function, _)| run.contains(function.name.as_str())) {
        each_node(tree, &mut |path| {
            for (named, name, at) in naming.names(path) {
                let kind = kind_of(named);
                let (Some(gone), Some(span)) =
                    (deleted.get(&(kind, name.into())), declared.text_at(at, name))
                else {
                    continue;
                };
                let told = format!("a rule asks for the {kind} `{name}`, which is deleted");
                let told = Diagnostic::warning(Code::DELETED, told).at(span, "breaks where it comes to this");
                let told = told.at(gone.span, format!("{} deletes it here", gone.layer));
                found.push(told.help("override the rule, too, or take the `delete` out"));
            }
            found.len() < MOST_TOLD
        });
    }
    found
}

fn kind_of(named: Named) -> &'static str {
    match named {
        Named::Value => "value",
        Named::Table => "table",
        _ => "",
    }
}

/// The functions that may be run: those in force, and of those below them and of closures the ones that they name.
fn run<'f>(functions: &'f [Alone<'_>]) -> BTreeSet<&'f str> {
    let is_in_force = |own: &&&ScriptFuncDef| !own.name.contains(BELOW) && !is_closure(own);
    let in_force = functions.iter().map(|(own, _)| own).filter(is_in_force);
    let mut open: Vec<&str> = in_force.map(|own| own.name.as_str()).collect();
    let functions: BTreeMap<&str, &AST> =
        functions.iter().map(|(own, tree)| (own.name.as_str(), tree)).collect();
    let mut run: BTreeSet<&str> = open.iter().copied().collect();
    while let Some(name) = open.pop() {
        each_node(functions[name], &mut |path| {
            let named = match path.last() {
                Some(ASTNode::Expr(Expr::FnCall(call, _)) | ASTNode::Stmt(Stmt::FnCall(call, _))) => {
                    functions.get_key_value(call.name.as_str())
                }
                Some(ASTNode::Expr(Expr::DynamicConstant(value, _))) => {
                    let closure = value.clone().try_cast::<FnPtr>();
                    closure.and_then(|closure| functions.get_key_value(closure.fn_name()))
                }
                _ => None,
            };
            if let Some((name, _)) = named
                && run.insert(*name)
            {
                open.push(*name);
            }
            true
        });
    }
    run
}

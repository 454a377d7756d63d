//! Rules that call a rule behind a dot, as in `hex.crowd()`. The language has no such call of `crowd(hex)`, but memory and odds
//! stand before rules with primitives, which may be called so. What does that is left to the plain engine, which tells what is wrong.

use rhai::{AST, ASTNode, Expr, FnPtr, ScriptFuncDef, Shared};
use rustc_hash::FxHashSet;

use super::nodes::each_node;

/// Rules by name and number of parameters.
type Rules<'a> = FxHashSet<(&'a str, usize)>;

fn rules_of<'a>(definitions: impl Iterator<Item = &'a ScriptFuncDef>) -> Rules<'a> {
    definitions.map(|rule| (&*rule.name, rule.params.len())).collect()
}

fn is_dotted(node: Option<&ASTNode<'_>>, rules: &Rules<'_>) -> bool {
    matches!(node, Some(ASTNode::Expr(Expr::MethodCall(call, _))) if rules.contains(&(&*call.name, call.args.len() + 1)))
}

/// Whether anything in the scripts calls a rule behind a dot.
pub(super) fn has_dotted(scripts: &AST) -> bool {
    let rules = rules_of(scripts.iter_fn_def().map(|definition| &**definition));
    let mut found = false;
    each_node(scripts, &mut |path| {
        found |= is_dotted(path.last(), &rules);
        !found
    });
    found
}

/// For each function whether it calls a rule behind a dot, itself or in a closure that it makes. `bodies` has the body of each.
pub(super) fn calling_behind_dots(definitions: &[Shared<ScriptFuncDef>], bodies: &[AST]) -> Vec<bool> {
    let rules = rules_of(definitions.iter().map(|definition| &**definition));
    let mut closures: Vec<Vec<String>> = Vec::with_capacity(definitions.len());
    let mut calling: Vec<bool> = Vec::with_capacity(definitions.len());
    for body in bodies {
        let (mut made, mut calls) = (Vec::new(), false);
        each_node(body, &mut |path| {
            calls |= is_dotted(path.last(), &rules);
            if let Some(ASTNode::Expr(Expr::DynamicConstant(value, _))) = path.last() {
                let closure = value.clone().try_cast::<FnPtr>();
                made.extend(closure.map(|closure| closure.fn_name().to_owned()));
            }
            true
        });
        closures.push(made);
        calling.push(calls);
    }
    loop {
        let names: Vec<&str> = definitions
            .iter()
            .zip(&calling)
            .filter(|(_, calls)| **calls)
            .map(|(own, _)| &*own.name)
            .collect();
        let makes_one = |at: usize| closures[at].iter().any(|closure| names.contains(&&**closure));
        let more: Vec<usize> = (0..calling.len()).filter(|at| !calling[*at] && makes_one(*at)).collect();
        if more.is_empty() {
            return calling;
        }
        more.into_iter().for_each(|at| calling[at] = true);
    }
}

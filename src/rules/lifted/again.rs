//! Rules that answer by calling themselves anew, as where equal dice are thrown again.
//!
//! Such a call has no end that could be listed. But where nothing has changed since the rule was called, and it is called with
//! the same, the call anew comes to the very answers that the first one comes to. So the ways that lead to it are left out, and
//! the answers are weighed by the others alone. That is so only if the rule hands the answer on as it is: the call must be the
//! last that it does, wherever it stands. Whether it is, the syntax trees show.

use std::cell::OnceCell;
use std::collections::BTreeSet;

use rhai::{AST, ASTFlags, ASTNode, Expr, FnCallExpr, Stmt, StmtBlock};

use crate::rules::calls::{FunctionNames, called, calls_in, each_alone};
use crate::rules::nodes::each_node;

/// The functions that call themselves, and only as the last that they do, by their places among those of the linked rules. One that
/// others which it calls may call is not among them, nor one that a closure calls.
pub(super) fn answering_anew(rules: &AST) -> BTreeSet<usize> {
    let alone: Vec<(&str, AST)> = each_alone(rules).collect();
    let mut handing_on: BTreeSet<usize> =
        (0..alone.len()).filter(|at| calls_itself_last(alone[*at].0, &alone[*at].1)).collect();
    if handing_on.is_empty() {
        return handing_on;
    }
    let known: Vec<OnceCell<FunctionNames>> = alone.iter().map(|_| OnceCell::new()).collect();
    let calls = |at: usize| known[at].get_or_init(|| calls_in(&alone[at].1));
    let others = |at: usize| {
        let mut reached = BTreeSet::from([at]);
        let mut open = vec![at];
        while let Some(from) = open.pop() {
            for (to, (name, _)) in alone.iter().enumerate() {
                if calls(from).contains(*name) && reached.insert(to) {
                    open.push(to);
                }
            }
        }
        reached.remove(&at);
        reached
    };
    let is_called_back = |at: usize| others(at).iter().any(|other| calls(*other).contains(alone[at].0));
    handing_on.retain(|at| !is_called_back(*at));
    handing_on
}

/// Whether a function of this name calls itself, and each such call is the last that it does.
fn calls_itself_last(name: &str, function: &AST) -> bool {
    let (mut all, mut returned, mut at_end) = (0, 0, 0);
    each_node(function, &mut |path: &[ASTNode<'_>]| {
        match path.last() {
            Some(
                ASTNode::Stmt(Stmt::FnCall(call, _))
                | ASTNode::Expr(Expr::FnCall(call, _) | Expr::MethodCall(call, _)),
            ) => all += usize::from(is_to(name, call)),
            Some(ASTNode::Stmt(Stmt::Return(Some(answer), flags, _))) if !flags.contains(ASTFlags::BREAK) => {
                returned += last_in_expression(name, answer);
            }
            _ => {}
        }
        // Each statement of the function itself in turn, so that the last one stays.
        if let [ASTNode::Stmt(statement)] = path {
            at_end = last_in_statement(name, statement);
        }
        true
    });
    all > 0 && all == returned + at_end
}

/// How many calls of a name are the last that a statement does, but for those that it returns.
fn last_in_statement(name: &str, statement: &Stmt) -> usize {
    match statement {
        Stmt::FnCall(call, _) => usize::from(is_to(name, call)),
        Stmt::Expr(answer) => last_in_expression(name, answer),
        Stmt::If(parts, _) => last_in_block(name, &parts.body) + last_in_block(name, &parts.branch),
        Stmt::Block(block) => last_in_block(name, block),
        _ => 0,
    }
}

fn last_in_block(name: &str, block: &StmtBlock) -> usize {
    block.statements().last().map_or(0, |statement| last_in_statement(name, statement))
}

fn last_in_expression(name: &str, answer: &Expr) -> usize {
    match answer {
        Expr::FnCall(call, _) => usize::from(is_to(name, call)),
        Expr::Stmt(block) => last_in_block(name, block),
        _ => 0,
    }
}

fn is_to(name: &str, call: &FnCallExpr) -> bool {
    called(&call.name) == name
}

//! Which functions answer nothing: the answer of a block is that of its last statement, with a semicolon or without. What stands there and
//! answers something cannot be left out as if nobody waited for it.

use rhai::{AST, ASTFlags, ASTNode, Expr, Identifier, Stmt, StmtBlock};

use super::calls::{FunctionNames, called, each_alone};
use super::natives::NativeNames;
use super::nodes::each_node;

/// The functions of linked scripts that answer `()` whatever they do, by the names by which texts call them. Functions of one name are
/// taken for one.
pub(super) fn answering_nothing(rules: &AST, natives: &NativeNames) -> FunctionNames {
    let functions: Vec<(&str, AST)> = each_alone(rules).collect();
    let mut nothing: FunctionNames = functions.iter().map(|(name, _)| Identifier::from(*name)).collect();
    loop {
        let before = nothing.len();
        for (name, function) in &functions {
            let is_nothing = |called: &str| nothing.contains(called) || natives.answers_nothing(called);
            if nothing.contains(*name) && may_answer(function, &is_nothing) {
                nothing.remove(*name);
            }
        }
        if nothing.len() == before {
            return nothing;
        }
    }
}

/// Whether calls of a name are certain to answer nothing.
type IsNothing<'n> = &'n dyn Fn(&str) -> bool;

fn may_answer(function: &AST, nothing: IsNothing<'_>) -> bool {
    let (mut returned, mut last) = (false, false);
    each_node(function, &mut |path: &[ASTNode<'_>]| {
        if let Some(ASTNode::Stmt(Stmt::Return(Some(answer), flags, _))) = path.last() {
            returned |= !flags.contains(ASTFlags::BREAK) && of_expression(answer, nothing);
        }
        // Each statement of the function itself in turn, so that the last one stays.
        if let [ASTNode::Stmt(statement)] = path {
            last = of_statement(statement, nothing);
        }
        !returned
    });
    returned || last
}

fn of_block(block: &StmtBlock, nothing: IsNothing<'_>) -> bool {
    block.statements().last().is_some_and(|last| of_statement(last, nothing))
}

fn of_statement(statement: &Stmt, nothing: IsNothing<'_>) -> bool {
    match statement {
        // What is returned is looked at wherever it stands.
        Stmt::Noop(_) | Stmt::Var(..) | Stmt::Assignment(_) | Stmt::Return(..) | Stmt::Share(_) => false,
        Stmt::FnCall(call, _) => !nothing(called(&call.name)),
        Stmt::Expr(expression) => of_expression(expression, nothing),
        Stmt::Block(block) => of_block(block, nothing),
        Stmt::If(parts, _) => of_block(&parts.body, nothing) || of_block(&parts.branch, nothing),
        Stmt::For(parts, _) => breaks_with_answer(&parts.2.body),
        Stmt::While(parts, _) | Stmt::Do(parts, ..) => breaks_with_answer(&parts.body),
        _ => true,
    }
}

fn of_expression(expression: &Expr, nothing: IsNothing<'_>) -> bool {
    match expression {
        Expr::Unit(_) => false,
        Expr::FnCall(call, _) => !nothing(called(&call.name)),
        Expr::Stmt(block) => of_block(block, nothing),
        _ => true,
    }
}

/// Whether a loop, or one inside of it, is left with an answer.
fn breaks_with_answer(body: &StmtBlock) -> bool {
    let mut breaks = false;
    for statement in body.statements() {
        statement.walk(&mut Vec::new(), &mut |path| {
            breaks |= matches!(path.last(), Some(ASTNode::Stmt(Stmt::BreakLoop(Some(_), ..))));
            !breaks
        });
    }
    breaks
}

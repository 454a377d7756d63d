//! Checks of commands that answer `false` or a text where they mean to say no. What a check answers is not looked at.

use rhai::{AST, ASTFlags, ASTNode, Expr, Position, ScriptFuncDef, Stmt, StmtBlock};

use super::calls::{alone, called};
use super::check_links::MOST_TOLD;
use super::lines::Lines;
use super::nodes::each_node;
use super::stack::ScriptStack;
use crate::diagnostic::{Code, Diagnostic};

/// A warning for each such answer.
pub(super) fn check_answers(rules: &AST, stack: &ScriptStack, lines: &Lines) -> Vec<Diagnostic> {
    let is_check = |function: &&ScriptFuncDef| {
        let name = called(&function.name);
        stack.references.iter().any(|own| own.is_check && *own.rule == *name)
    };
    let answers = rules.iter_fn_def().map(AsRef::as_ref).filter(is_check).flat_map(|function| {
        let name = called(&function.name).to_owned();
        said_no(function).into_iter().map(move |at| (name.clone(), at))
    });
    let told = answers.filter_map(|(name, at)| {
        let title = format!("what the check `{name}` answers is not looked at");
        let told = Diagnostic::warning(Code::UNHEARD_ANSWER, title).at(lines.span(at, &stack.sources)?, "");
        Some(told.help("a check says no with `refuse(\"why\")`, or with `require(condition, \"why not\")`"))
    });
    told.take(MOST_TOLD).collect()
}

/// Where a function answers `false` or a text.
fn said_no(function: &ScriptFuncDef) -> Vec<Position> {
    let mut found = Vec::new();
    let mut last = Vec::new();
    each_node(&alone(function), &mut |path: &[ASTNode<'_>]| {
        if let Some(ASTNode::Stmt(Stmt::Return(Some(answer), flags, _))) = path.last()
            && !flags.contains(ASTFlags::BREAK)
        {
            found.extend(no_of(answer));
        }
        // Each statement of the function itself in turn, so that the last one stays.
        if let [ASTNode::Stmt(statement)] = path {
            last = at_the_end(statement);
        }
        true
    });
    found.extend(last);
    found
}

fn at_the_end(statement: &Stmt) -> Vec<Position> {
    let of_block = |block: &StmtBlock| block.statements().last().map(at_the_end).unwrap_or_default();
    match statement {
        Stmt::Expr(answer) => no_of(answer).into_iter().collect(),
        Stmt::Block(block) => of_block(block),
        Stmt::If(parts, _) => [of_block(&parts.body), of_block(&parts.branch)].concat(),
        _ => Vec::new(),
    }
}

fn no_of(answer: &Expr) -> Option<Position> {
    match answer {
        Expr::BoolConstant(false, at) | Expr::StringConstant(_, at) | Expr::InterpolatedString(_, at) => {
            Some(*at)
        }
        _ => None,
    }
}

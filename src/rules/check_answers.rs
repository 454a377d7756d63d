//! Checks of commands that answer `false`, a condition or a text where they mean to say no. What a check answers is not looked at.

use rhai::{AST, Expr, FnCallExpr, Position, ScriptFuncDef, Shared};

use super::answered::answers;
use super::calls::{alone, called};
use super::check_links::MOST_TOLD;
use super::lines::Lines;
use super::ordering::is_sign;
use super::stack::ScriptStack;
use crate::diagnostic::{Code, Diagnostic};

/// A warning for each such answer.
pub(super) fn check_answers(rules: &AST, stack: &ScriptStack, lines: &Lines) -> Vec<Diagnostic> {
    let is_check = |function: &&Shared<ScriptFuncDef>| {
        let name = called(&function.name);
        stack.references.iter().any(|own| own.is_check && *own.rule == *name)
    };
    let answers = rules.iter_fn_def().filter(is_check).flat_map(|function| {
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

/// Where a function answers `false`, a text or what is true or false.
fn said_no(function: &Shared<ScriptFuncDef>) -> Vec<Position> {
    answers(&alone(function)).iter().filter_map(no_of).collect()
}

/// Whether a call is that of an operator that answers true or false.
fn is_condition(call: &FnCallExpr) -> bool {
    is_sign(&call.name) || (call.op_token.is_some() && matches!(&*call.name, "==" | "!=" | "!" | "contains"))
}

fn no_of(answer: &Expr) -> Option<Position> {
    match answer {
        Expr::BoolConstant(false, at) | Expr::StringConstant(_, at) | Expr::InterpolatedString(_, at) => {
            Some(*at)
        }
        Expr::And(..) | Expr::Or(..) => Some(answer.start_position()),
        Expr::FnCall(call, _) if is_condition(call) => Some(answer.start_position()),
        _ => None,
    }
}

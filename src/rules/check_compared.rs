//! Things that are compared with texts: `unit.side == "red"` is never true, and nothing tells at play. Told only where it is certain
//! what is compared.

use std::collections::BTreeMap;

use rhai::{AST, ASTNode, Expr, Position, ScriptFuncDef, Stmt};

use super::calls::Alone;
use super::check_links::MOST_TOLD;
use super::check_words::{Declared, Holder, holder_of};
use super::naming::Named;
use super::nodes::each_node;
use super::receivers::without_copy;
use crate::diagnostic::{Code, Diagnostic};
use crate::kernel::catalogue::Subject;

/// What an expression is certain to come to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Known {
    Unit,
    Hex,
    Side,
    UnitType,
    /// The name of a side.
    SideName,
    /// The name of a phase.
    PhaseName,
}

/// Comparisons with texts that are never true.
pub(super) fn check_compared(functions: &[Alone<'_>], declared: &Declared<'_>) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for (function, tree) in functions {
        declared.comparisons(function, tree, &mut found);
    }
    found.truncate(MOST_TOLD);
    found
}

impl Declared<'_> {
    fn comparisons(&self, function: &ScriptFuncDef, tree: &AST, found: &mut Vec<Diagnostic>) {
        let holders = self.holders(function, tree);
        each_node(tree, &mut |path| {
            let (Some(ASTNode::Expr(Expr::FnCall(call, _))) | Some(ASTNode::Stmt(Stmt::FnCall(call, _)))) =
                path.last()
            else {
                return true;
            };
            if let ("==" | "!=", [one, other]) = (&*call.name, &call.args[..]) {
                for (thing, text) in [(one, other), (other, one)] {
                    if let Expr::StringConstant(text, at) = text
                        && let Some(known) = known(thing, &holders)
                    {
                        found.extend(self.compared(known, text, *at));
                    }
                }
            }
            found.len() < MOST_TOLD
        });
    }

    /// What is wrong where this is compared with a text, if anything.
    fn compared(&self, known: Known, text: &str, at: Position) -> Option<Diagnostic> {
        let (kind, help) = match known {
            Known::Unit => ("a unit", format!("write `.name == \"{text}\"` or `== unit(\"{text}\")`")),
            Known::Hex => ("a hex", format!("write `.number == \"{text}\"` or `== hex(\"{text}\")`")),
            Known::Side => ("a side", format!("write `.name == \"{text}\"` or `== side(\"{text}\")`")),
            Known::UnitType => ("a unit type", format!("write `.name == \"{text}\"`")),
            // There is no phase before the game has begun.
            Known::PhaseName if text.is_empty() => return None,
            Known::PhaseName => return self.unknown(Named::Phase, text, at),
            Known::SideName => return self.unknown(Named::Side, text, at),
        };
        let told = format!("{kind} is never the same as a text");
        Some(Diagnostic::warning(Code::COMPARED_WITH_TEXT, told).at(self.text_at(at, text)?, "").help(help))
    }
}

/// What an expression is certain to come to, if that is known.
fn known(expression: &Expr, holders: &BTreeMap<String, Holder>) -> Option<Known> {
    match without_copy(expression) {
        Expr::Variable(variable, ..) => {
            holders.get(&*variable.1).and_then(|holder| of_subject(holder.subject))
        }
        Expr::Dot(parts, ..) => behind(known(&parts.lhs, holders)?, &parts.rhs),
        Expr::FnCall(call, _) => match (&*call.name, call.args.len()) {
            ("phase", 0) => Some(Known::PhaseName),
            ("active", 0) => Some(Known::Side),
            ("hex" | "hex_of", 1) => Some(Known::Hex),
            _ => holder_of(expression).and_then(|holder| of_subject(holder.subject)),
        },
        _ => None,
    }
}

fn of_subject(subject: Subject) -> Option<Known> {
    match subject {
        Subject::Unit => Some(Known::Unit),
        Subject::Hex => Some(Known::Hex),
        Subject::Side => Some(Known::Side),
        Subject::Terrain | Subject::Game => None,
    }
}

/// What stands behind a point.
fn behind(holder: Known, rest: &Expr) -> Option<Known> {
    match rest {
        Expr::Property(names, _) => match (holder, &*names.2) {
            (Known::Unit, "side") => Some(Known::Side),
            (Known::Unit, "hex") => Some(Known::Hex),
            (Known::Unit, "unit_type") => Some(Known::UnitType),
            (Known::Side, "name") => Some(Known::SideName),
            _ => None,
        },
        Expr::Dot(parts, ..) => behind(behind(holder, &parts.lhs)?, &parts.rhs),
        _ => None,
    }
}

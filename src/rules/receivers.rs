//! What a method is called on, while closures that it calls look at the same variable: `all.filter(|unit| all.len() > 3)`.
//!
//! A variable that a closure has captured is shared with it, and the engine holds on to it until the method has come to its end, so
//! that nobody else may even look. Where the method only reads, it is called on a copy instead: the text is compiled again as if that
//! were written. Where it writes (`sort`, `retain`) the rule has to say what its closure is to see.

use std::ptr;

use rhai::{AST, ASTFlags, ASTNode, BinaryExpr, Expr, Position, Stmt};
use rustc_hash::FxHashSet;

use super::nodes::each_node;

/// What calls closures, and leaves what it is called on as it is.
const READING: [&str; 13] = [
    "filter",
    "some",
    "all",
    "find",
    "find_map",
    "map",
    "reduce",
    "reduce_rev",
    "index_of",
    "call",
    "reach",
    "way",
    "sight",
];

/// What makes a copy of a variable, before and behind it.
const COPIED: (&str, &str) = ("(", "??())");

/// What is put into a line: before which column of the line as it was, and how many characters.
pub(super) type Put = (u32, u32);

/// A text with copies in it.
pub(super) struct WithCopies {
    pub(super) text: String,
    /// What was put into which line, in order.
    pub(super) put: Vec<(u32, Vec<Put>)>,
}

/// A text in which such methods are called on copies; nothing where there are none. `tree` is what it was compiled to.
pub(super) fn with_copies(text: &str, tree: &AST) -> Option<WithCopies> {
    let mut captured: FxHashSet<String> = FxHashSet::default();
    let mut called_on: Vec<(String, Position)> = Vec::new();
    each_node(tree, &mut |path| {
        match path {
            [.., ASTNode::Stmt(Stmt::Share(names))] => {
                captured.extend(names.iter().map(|(name, _)| name.name.to_string()));
            }
            // A copy would be written to.
            [.., ASTNode::Stmt(Stmt::Assignment(parts)), ASTNode::Expr(to)] if ptr::eq(&parts.1.lhs, *to) => {
            }
            [.., ASTNode::Expr(chain)] => {
                called_on.extend(base_of(chain).map(|(name, at)| (name.to_owned(), at)));
            }
            _ => {}
        }
        true
    });
    called_on.retain(|(name, _)| captured.contains(name));
    called_on.sort_by_key(|(_, at)| (at.line(), at.position()));
    called_on.dedup();
    let mut made = WithCopies { text: String::with_capacity(text.len()), put: Vec::new() };
    let mut called_on = called_on.iter().peekable();
    for (number, line) in (1..).zip(text.split_inclusive('\n')) {
        let (mut kept, mut put) = (0, Vec::new());
        while let Some((name, at)) = called_on.next_if(|(_, at)| at.line() == Some(number)) {
            let column = at.position().unwrap_or(1);
            let Some((from, _)) = line.char_indices().nth(column - 1) else { continue };
            if !line[from..].starts_with(&**name) || from < kept {
                continue;
            }
            let behind = from + name.len();
            made.text.extend([&line[kept..from], COPIED.0, name, COPIED.1]);
            let length = name.chars().count();
            put.push((column as u32, COPIED.0.len() as u32));
            put.push(((column + length) as u32, COPIED.1.len() as u32));
            kept = behind;
        }
        made.text.push_str(&line[kept..]);
        if !put.is_empty() {
            made.put.push((number as u32, put));
        }
    }
    (!made.put.is_empty()).then_some(made)
}

/// The column that something had before all that was put into its line.
pub(super) fn column_before(put: &[Put], column: u32) -> u32 {
    let mut moved = 0;
    for (before, length) in put {
        if column < before + moved {
            break;
        }
        if column < before + moved + length {
            return *before;
        }
        moved += length;
    }
    column - moved
}

/// The variable that an expression is a copy of, or the expression.
pub(super) fn without_copy(expression: &Expr) -> &Expr {
    match expression {
        Expr::Coalesce(all, _) => match &all[..] {
            [variable @ Expr::Variable(..), Expr::Unit(_)] => variable,
            _ => expression,
        },
        _ => expression,
    }
}

/// The variable on which a chain of links calls such a method with what may be a closure.
fn base_of(chain: &Expr) -> Option<(&str, Position)> {
    let (Expr::Dot(parts, flags, _) | Expr::Index(parts, flags, _)) = chain else { return None };
    let Expr::Variable(variable, _, at) = &parts.lhs else { return None };
    let (mut only_reads, mut calls) = (false, false);
    let mut is_dot = matches!(chain, Expr::Dot(..));
    let (mut flags, mut rest) = (*flags, &parts.rhs);
    loop {
        let more = next_link(is_dot, flags, rest);
        if let (true, Expr::MethodCall(call, _)) = (is_dot, more.map_or(rest, |(.., parts)| &parts.lhs)) {
            let is_reading = READING.contains(&&*call.name);
            // Behind the first method stands what that has answered.
            only_reads |= is_reading;
            if !only_reads {
                return None;
            }
            calls |= call.args.iter().any(|argument| may_be_closure(argument, is_reading));
        }
        let Some((dot, next, parts)) = more else { break };
        (is_dot, flags, rest) = (dot, next, &parts.rhs);
    }
    calls.then_some((&*variable.1, *at))
}

/// Whether a chain goes on behind a link: by which sign, with what.
fn next_link(is_dot: bool, flags: ASTFlags, rest: &Expr) -> Option<(bool, ASTFlags, &BinaryExpr)> {
    match rest {
        _ if !is_dot && flags.contains(ASTFlags::BREAK) => None,
        Expr::Dot(parts, flags, _) => Some((true, *flags, parts)),
        Expr::Index(parts, flags, _) => Some((false, *flags, parts)),
        _ => None,
    }
}

/// Whether an argument may be a closure that has captured something: one that is written there, or one in a variable where closures
/// are expected.
fn may_be_closure(argument: &Expr, is_expected: bool) -> bool {
    match argument {
        Expr::Stmt(_) => true,
        Expr::Variable(..) | Expr::FnCall(..) | Expr::Dot(..) | Expr::Index(..) => is_expected,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use rhai::Engine;

    use super::*;

    #[test]
    fn what_is_gone_through_while_a_closure_looks_at_it_is_copied() {
        for (text, made) in [
            ("let a = [1]; a.filter(|n| a.len() > n)", "let a = [1]; (a??()).filter(|n| a.len() > n)"),
            (
                "let a = [1]; let f = |n| a[0] < n; a.some(f)",
                "let a = [1]; let f = |n| a[0] < n; (a??()).some(f)",
            ),
            ("let m = #{ l: [] }; m.l.map(|n| m.l)", "let m = #{ l: [] }; (m??()).l.map(|n| m.l)"),
            ("let a = [1]; `é ${a.all(|n| n in a)}`", "let a = [1]; `é ${(a??()).all(|n| n in a)}`"),
            ("let a = [1]; let n = 2; a.filter(|m| m > n)", ""),
            ("let a = [1]; a.sort(|n, m| a.len())", ""),
            ("let a = [1]; let f = |n| a.len(); a.push(3); a.filter(|n| n > 1)", ""),
        ] {
            let tree = Engine::new_raw().compile(text).expect("a script");
            let copied = with_copies(text, &tree).map(|made| made.text);
            assert_eq!(copied.unwrap_or_default(), made, "{text}");
        }
    }

    #[test]
    fn places_stay_what_they_were() {
        let put = [(3, 1), (6, 5), (10, 1), (11, 5)];
        // `..abc....x..` comes to `..(abc??())....(x??())..`.
        let before = (1..=16).map(|column| column_before(&put, column)).collect::<Vec<_>>();
        assert_eq!(before, [1, 2, 3, 3, 4, 5, 6, 6, 6, 6, 6, 6, 7, 8, 9, 10]);
    }
}

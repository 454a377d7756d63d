//! What a method is called on, while closures that it calls look at the same variable: `all.filter(|unit| all.len() > 3)`.
//!
//! A variable that a closure has captured is shared with it, and the engine holds on to it until the method has come to its end, so
//! that nobody else may even look. Where the method only reads, it is called on a copy instead: the text is compiled again as if that
//! were written. Where it writes (`sort`, `retain`) the rule has to say what its closure is to see.

use std::ptr;

use rhai::{AST, ASTFlags, ASTNode, BinaryExpr, Expr, ImmutableString, Position, Stmt};
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

/// What calls none, leaves what it is called on as it is, and answers something new.
const ANSWERING: [&str; 12] = [
    "keys",
    "values",
    "split",
    "extract",
    "chars",
    "bytes",
    "sub_string",
    "to_string",
    "to_array",
    "len",
    "contains",
    "get",
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
    // Without a closure nothing captures anything.
    if !text.contains('|') {
        return None;
    }
    let (mut captured, mut closures): (FxHashSet<ImmutableString>, FxHashSet<ImmutableString>) =
        Default::default();
    let mut called_on: Vec<CalledOn> = Vec::new();
    each_node(tree, &mut |path| {
        match path {
            [.., ASTNode::Stmt(Stmt::Share(names))] => {
                captured.extend(names.iter().map(|(name, _)| name.name.clone()));
            }
            // A copy would be written to.
            [.., ASTNode::Stmt(Stmt::Assignment(parts)), ASTNode::Expr(to)] if ptr::eq(&parts.1.lhs, *to) => {
            }
            [.., ASTNode::Expr(chain)] => {
                closures.extend(called_closure(chain));
                called_on.extend(base_of(chain));
            }
            _ => {}
        }
        true
    });
    for call in &called_on {
        closures.extend(call.handed.iter().cloned());
    }
    called_on.retain(|call| captured.contains(&call.name) && call.may_look_at_it(&closures));
    if called_on.is_empty() {
        return None;
    }
    called_on.sort_by_key(|call| (call.at.line(), call.at.position()));
    called_on.dedup_by_key(|call| call.at);
    let mut made = WithCopies { text: String::with_capacity(text.len()), put: Vec::new() };
    let mut called_on = called_on.iter().peekable();
    for (number, line) in (1..).zip(text.split_inclusive('\n')) {
        let (mut kept, mut put) = (0, Vec::new());
        while let Some(CalledOn { name, at, .. }) = called_on.next_if(|call| call.at.line() == Some(number)) {
            let column = at.position().unwrap_or(1);
            let Some((from, _)) = line.char_indices().nth(column - 1) else { continue };
            if !line[from..].starts_with(&**name) || from < kept {
                continue;
            }
            let behind = from + name.len();
            made.text.extend([&line[kept..from], COPIED.0, name.as_str(), COPIED.1]);
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

/// A variable on which such a method is called with what may be a closure.
struct CalledOn {
    name: ImmutableString,
    at: Position,
    /// What the closures that are written there have captured.
    captures: Vec<ImmutableString>,
    /// Variables that are handed on where closures are expected.
    handed: Vec<ImmutableString>,
    /// Whether what is handed on may come from anywhere.
    is_any: bool,
}

impl CalledOn {
    /// Takes in an argument: a closure that is written there, or what may be one where closures are expected.
    fn takes(&mut self, argument: &Expr, is_expected: bool) {
        match argument {
            Expr::Stmt(block) => {
                for statement in block.statements() {
                    if let Stmt::Share(names) = statement {
                        self.captures.extend(names.iter().map(|(name, _)| name.name.clone()));
                    }
                }
            }
            Expr::Variable(variable, ..) if is_expected => self.handed.push(variable.1.clone()),
            Expr::FnCall(..) | Expr::Dot(..) | Expr::Index(..) => self.is_any |= is_expected,
            _ => {}
        }
    }

    /// Whether a closure may look at the variable: one that has captured it, or one that may call such a closure.
    fn may_look_at_it(&self, closures: &FxHashSet<ImmutableString>) -> bool {
        self.is_any
            || !self.handed.is_empty()
            || self.captures.iter().any(|name| *name == self.name || closures.contains(name))
    }
}

/// The variable that is called as a closure: `f.call(…)`.
fn called_closure(chain: &Expr) -> Option<ImmutableString> {
    let Expr::Dot(parts, ..) = chain else { return None };
    let (Expr::Variable(variable, ..), Expr::MethodCall(call, _)) = (&parts.lhs, &parts.rhs) else {
        return None;
    };
    (call.name == "call").then(|| variable.1.clone())
}

/// The variable on which a chain of links calls such a method with what may be a closure.
fn base_of(chain: &Expr) -> Option<CalledOn> {
    let (Expr::Dot(parts, flags, _) | Expr::Index(parts, flags, _)) = chain else { return None };
    let Expr::Variable(variable, _, at) = &parts.lhs else { return None };
    let mut found = CalledOn {
        name: variable.1.clone(),
        at: *at,
        captures: Vec::new(),
        handed: Vec::new(),
        is_any: false,
    };
    let mut only_reads = false;
    let mut is_dot = matches!(chain, Expr::Dot(..));
    let (mut flags, mut rest) = (*flags, &parts.rhs);
    loop {
        let more = next_link(is_dot, flags, rest);
        if let (true, Expr::MethodCall(call, _)) = (is_dot, more.map_or(rest, |(.., parts)| &parts.lhs)) {
            let is_reading = READING.contains(&&*call.name);
            // Behind the first method stands what that has answered.
            only_reads |= is_reading || ANSWERING.contains(&&*call.name);
            if !only_reads {
                return None;
            }
            call.args.iter().for_each(|argument| found.takes(argument, is_reading));
        }
        let Some((dot, next, parts)) = more else { break };
        (is_dot, flags, rest) = (dot, next, &parts.rhs);
    }
    let is_called = found.is_any || !found.captures.is_empty() || !found.handed.is_empty();
    is_called.then_some(found)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::engine::raw_engine;

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
            (
                "let a = [1]; let f = || a.len(); a.filter(|n| f.call() > n)",
                "let a = [1]; let f = || a.len(); (a??()).filter(|n| f.call() > n)",
            ),
            ("let m = #{ a: 1 }; m.keys().map(|k| m[k])", "let m = #{ a: 1 }; (m??()).keys().map(|k| m[k])"),
            (
                "let a = [1]; a.extract(0, 1).map(|n| a.len())",
                "let a = [1]; (a??()).extract(0, 1).map(|n| a.len())",
            ),
            ("let a = [1]; a.drain(|n| n > 0).map(|n| a.len())", ""),
            ("let a = [1]; let n = 2; a.filter(|m| m > n)", ""),
            ("let a = [1]; let n = 2; n.max(a.filter(|m| m > n)[0]); [3].filter(|m| a.len() > m)", ""),
            ("let a = [1]; a.sort(|n, m| a.len())", ""),
            ("let a = [1]; let f = |n| a.len(); a.push(3); a.filter(|n| n > 1)", ""),
        ] {
            let tree = raw_engine().compile(text).expect("a script");
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

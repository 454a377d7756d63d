//! The texts of the rules made ready for random numbers, each still as long as it was, but for `switch`.
//!
//! Two things in a text would settle a number for nothing, or miss that it is one. What is only told or shown to the players has no
//! part in what comes of a rule, so a `say`, or a call of a rule that only tells, is left out where its arguments call nothing
//! with an effect. And `switch` compares its
//! subject in a way that no random number takes part in, so the subject is settled first.

use rhai::{AST, ASTNode, Expr, Stmt};

use super::unneeded::UNNEEDED;
use crate::rules::lexing::{behind_blanks, closing, drops_answer, ends_statement, is_word, put_into, skip};
use crate::rules::nodes::each_node;

/// Settles a number that may be random.
pub(super) const SETTLED: &str = "settled__";

/// Whether a script could tell a random number from another: by the name of its type, or by an error that it catches; or the rules from
/// others, which stand under their names as functions of the program: by a look at what is defined, or in a function that is named.
pub(super) fn sees_through(rules: &AST) -> bool {
    let mut sees = false;
    each_node(rules, &mut |path: &[ASTNode<'_>]| {
        sees |= match path.last() {
            Some(ASTNode::Stmt(Stmt::TryCatch(..))) => true,
            Some(
                ASTNode::Stmt(Stmt::FnCall(call, _))
                | ASTNode::Expr(Expr::FnCall(call, _) | Expr::MethodCall(call, _)),
            ) => ["type_of", "is_def_fn", "Fn"].contains(&&*call.name),
            _ => false,
        };
        !sees
    });
    sees
}

/// What is known of what a text calls.
#[derive(Clone, Copy)]
pub(super) struct Called<'a> {
    /// Whether the arguments of a call have no effect.
    pub(super) quiet: &'a dyn Fn(&str) -> bool,
    /// Whether the call of a function only tells something; whether its answer is dropped.
    pub(super) tells: &'a dyn Fn(&str, bool) -> bool,
    /// Whether a rule may be passed over where it is called by a statement alone; whether its answer is dropped.
    pub(super) idle: &'a dyn Fn(&str, bool) -> bool,
}

impl Called<'_> {
    /// Nothing is known.
    pub(super) const UNKNOWN: Called<'static> =
        Called { quiet: &|_| false, tells: &|_, _| false, idle: &|_, _| false };
}

/// A text with what it only tells left out and every `switch` ready for random numbers.
pub(super) fn rewritten(text: &str, called: Called<'_>) -> String {
    let Called { quiet, tells, idle } = called;
    let bytes = text.as_bytes();
    let mut made = String::with_capacity(text.len());
    let (mut at, mut kept) = (0, 0);
    // What stands before a word: a call is a statement only at the beginning of one.
    let mut begins = true;
    loop {
        at = behind_blanks(text, at);
        let Some(byte) = bytes.get(at) else { break };
        let next = skip(text, at);
        if *byte == b'`' {
            for own in put_into(text, at) {
                made.push_str(&text[kept..own.start]);
                made.push_str(&rewritten(&text[own.clone()], called));
                kept = own.end;
            }
        }
        if next > at + 1 || !is_word(*byte) {
            begins = matches!(byte, b'{' | b'}' | b';');
            at = next;
            continue;
        }
        let end = at + text[at..].bytes().take_while(|b| is_word(*b)).count();
        match &text[at..end] {
            name if begins && tells(name, true) => {
                let open = end + text[end..].bytes().take_while(u8::is_ascii_whitespace).count();
                if bytes.get(open) == Some(&b'(')
                    && let Some(close) = closing(text, open)
                    && ends_statement(text, close)
                    && tells(name, drops_answer(text, close))
                    && quiet(&format!("[{}]", &text[open + 1..close - 1]))
                {
                    made.push_str(&text[kept..at]);
                    // What is last in its block is its answer.
                    let instead = if drops_answer(text, close) { "" } else { "()" };
                    let blanks = text[at..close].chars().map(|c| if c == '\n' { '\n' } else { ' ' });
                    made.push_str(instead);
                    made.extend(blanks.skip(instead.len()));
                    (at, kept) = (close, close);
                    continue;
                }
            }
            "switch" => {
                if let Some(brace) = opening_brace(text, end) {
                    made.push_str(&text[kept..end]);
                    made.push_str(&format!(" {SETTLED}({}) ", &rewritten(&text[end..brace], called)));
                    (at, kept) = (brace, brace);
                    begins = false;
                    continue;
                }
            }
            name if begins && idle(name, true) => {
                if let Some((call, behind)) = statement(text, at, end)
                    && idle(name, drops_answer(text, behind - 1))
                    && quiet(&format!("[{call}]"))
                {
                    made.push_str(&text[kept..at]);
                    let arguments = rewritten(call, called);
                    made.push_str(&format!(
                        "if !{UNNEEDED}(\"{name}\", [{arguments}]) {{ {name}({arguments}); }}"
                    ));
                    (at, kept) = (behind, behind);
                    continue;
                }
            }
            _ => {}
        }
        begins = false;
        at = end;
    }
    made.push_str(&text[kept..]);
    made
}

/// The arguments of a call that is a statement with a semicolon, on one line, and the place behind it.
fn statement(text: &str, at: usize, end: usize) -> Option<(&str, usize)> {
    let open = text[end..].starts_with('(').then_some(end)?;
    let close = closing(text, open)?;
    let behind = close + text[close..].bytes().take_while(|b| *b == b' ').count();
    let is_one_line = !text[at..behind].contains('\n') && !text[at..behind].contains("/*");
    (is_one_line && text[behind..].starts_with(';')).then(|| (&text[open + 1..close - 1], behind + 1))
}

/// The brace that opens the cases of a `switch`: the first one behind which there is a case. The subject may have braces of its own.
fn opening_brace(text: &str, from: usize) -> Option<usize> {
    let mut at = from;
    while at < text.len() {
        match text.as_bytes()[at] {
            b'{' if has_case(text, at) => return Some(at),
            b'(' | b'[' | b'{' => at = closing(text, at)?,
            _ => at = skip(text, at),
        }
    }
    None
}

/// Whether there is a `=>` within the braces that open here, but in no others.
fn has_case(text: &str, open: usize) -> bool {
    let mut at = open + 1;
    while at < text.len() {
        match text.as_bytes()[at..] {
            [b'=', b'>', ..] => return true,
            [b'}', ..] => return false,
            [b'(' | b'[' | b'{', ..] => at = closing(text, at).unwrap_or(text.len()),
            _ => at = skip(text, at),
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAY: Called<'_> = Called { quiet: &|_| true, tells: &|name, _| name == "say", idle: &|_, _| false };

    #[test]
    fn what_is_only_said_is_left_out_and_everything_else_stands_where_it_stood() {
        let text = "fn a(x) {\n  say(`${x} (of ${b(\"}\")}`);\n  let say = 1; // say(1);\n  if x { say(\"(\") }\n  c(say(x));\n}";
        let made = rewritten(text, SAY);
        assert_eq!(made.len(), text.len());
        assert!(
            made.contains("c(say(x))") && made.contains("// say(1);") && made.contains("let say = 1;"),
            "{made}"
        );
        assert_eq!(made.matches("say").count(), 3, "{made}");
        assert_eq!(rewritten(text, Called { quiet: &|_| false, ..SAY }), text);
        assert_eq!(rewritten(text, Called { tells: &|_, _| false, ..SAY }), text);
    }

    #[test]
    fn a_rule_that_only_tells_is_left_out_where_nothing_is_done_with_its_answer() {
        let show = Called { tells: &|name, is_answer_dropped| name == "show" && is_answer_dropped, ..SAY };
        assert_eq!(rewritten("{ show(a, 1) ; b }", show), "{            ; b }");
        for text in ["{ b; show(a, 1) }", "if a { show(a) } else { 1 }", "let b = show(a);", "show(a) + 1;"] {
            assert_eq!(rewritten(text, show), text);
        }
    }

    #[test]
    fn a_statement_that_may_be_idle_asks_first() {
        let wound = Called { idle: &|name, _| name == "wound", ..SAY };
        let made = |text: &str| rewritten(text, wound);
        assert_eq!(
            made("fn a(x) { wound(x, [1]); }"),
            "fn a(x) { if !unneeded__(\"wound\", [x, [1]]) { wound(x, [1]); } }"
        );
        for text in [
            "let y = wound(x);",
            "{ wound(x) }",
            "x.wound(1);",
            "hit(wound(x));",
            "wound(x) + 1;",
            "wound(\nx);",
        ] {
            assert_eq!(made(text), text);
        }
        assert_eq!(rewritten("wound(x);", Called { quiet: &|_| false, ..wound }), "wound(x);");
    }

    #[test]
    fn the_subject_of_a_switch_is_settled() {
        let made = rewritten("switch roll(1, 6, `a{`) { 1 => 2, _ => switch x { 0 => 1 } }", SAY);
        assert_eq!(
            made,
            "switch settled__( roll(1, 6, `a{`) ) { 1 => 2, _ => switch settled__( x ) { 0 => 1 } }"
        );
        for (text, made) in [
            (
                "`a ${switch b { 1 => `${switch c { _ => 2 }}` }} {`",
                "`a ${switch settled__( b ) { 1 => `${switch settled__( c ) { _ => 2 }}` }} {`",
            ),
            ("switch #{ a: b } { _ => 1 }", "switch settled__( #{ a: b } ) { _ => 1 }"),
            (
                "switch if a { b } else { c } { 1 => 2 }",
                "switch settled__( if a { b } else { c } ) { 1 => 2 }",
            ),
        ] {
            assert_eq!(rewritten(text, SAY), made);
        }
    }
}

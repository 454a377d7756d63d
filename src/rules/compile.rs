//! One script text to the functions in it, with every mistake at its own place.

use rhai::{AST, ASTNode, Engine, Expr, ParseErrorType, Position, Stmt, Token};

use super::compiled::{Call, Compiled, Placed};
use super::lexing::{is_in_block, long_text_before, open_text};
use super::lines::Lines;
use super::mapper::{Mapper, Names};
use super::misread::{CLOSE_TEXT, NOTHING, OPEN_TEXT, told_syntax};
use super::nodes::each_node;
use super::probe::Probe;
use super::receivers::{Put, with_copies};
use crate::diagnostic::{Code, Diagnostic, SourceMap, Span, did_you_mean, instead_of, is_plain, unseen_in};

/// Primitives without parameters, which are easily taken for variables.
const QUESTIONS: [&str; 7] = ["active", "game", "is_over", "phase", "sides", "turn", "units"];

/// Engine, token mapper and line space: what compiling needs.
#[derive(Clone, Copy)]
pub(super) struct Compiler<'a> {
    pub(super) engine: &'a Engine,
    pub(super) mapper: &'a Mapper,
    pub(super) lines: &'a Lines,
    pub(super) sources: &'a SourceMap,
    pub(super) probe: Option<&'a Probe>,
}

impl Compiler<'_> {
    /// Compiles the text of a span between `head` and `tail`.
    pub(super) fn compile(
        &self,
        head: &str,
        span: Span,
        tail: &str,
        names: Names,
    ) -> Result<Compiled, Box<Diagnostic>> {
        let looked_at = self.probe.and_then(|probe| probe.text(head, span, self.sources));
        self.compile_as(head, span, looked_at.as_deref(), tail, names)
    }

    /// The same with another text of the same lines in the place of the span's own.
    pub(super) fn compile_as(
        &self,
        head: &str,
        span: Span,
        instead: Option<&str>,
        tail: &str,
        names: Names,
    ) -> Result<Compiled, Box<Diagnostic>> {
        if sources_too_long(self.sources.text(span)) {
            return Err(Box::new(too_large(span)));
        }
        let placed = self.lines.placed(head, span, instead, tail, self.sources);
        let placed = placed.map(|text| Placed { text, names });
        if let Some(known) = placed.as_ref().and_then(Placed::known) {
            self.note_put(&known.put, instead);
            return Ok(known);
        }
        // Where another text stands in the place of a linked one, that one was looked at when it was linked.
        let is_linked = instead.is_some() && self.probe.is_none();
        if !is_linked && let Some(told) = unseen_character(span, self.sources) {
            return Err(Box::new(told));
        }
        let Some(placed) = placed else {
            return Err(Box::new(
                Diagnostic::error(
                    Code::TOO_MANY_LINES,
                    "the rules of all layers together have too many lines",
                )
                .at(Span { end: span.start, ..span }, "this file does not fit any more")
                .help("leave packs or house files out, or take out what the file does not need"),
            ));
        };
        self.mapper.begin(placed.names.clone());
        let mut compiled = self.engine.compile(&placed.text);
        let mut put = Vec::new();
        if let Some(made) = compiled.as_ref().ok().and_then(|tree| with_copies(&placed.text, tree)) {
            self.mapper.begin_again();
            match self.engine.compile(&made.text) {
                Ok(tree) => (compiled, put) = (Ok(tree), made.put),
                // Brackets may nest no deeper.
                Err(_) => {
                    self.mapper.begin_again();
                    compiled = self.engine.compile(&placed.text);
                }
            }
        }
        self.note_put(&put, instead);
        if let Some(told) = self.open_comment(span) {
            return Err(Box::new(told));
        }
        match compiled {
            Ok(ast) => {
                let mut functions: Vec<_> = ast.iter_fn_def().cloned().collect();
                functions.sort_by_key(|f| order(f.body.start_position()));
                if let Some(statement) = ast.statements().first() {
                    let at = self.lines.span(statement.position(), self.sources).unwrap_or(span);
                    let told = self.open_text(at, span);
                    return Err(Box::new(told.unwrap_or_else(|| self.statement(statement.position(), span))));
                }
                let compiled = Compiled { functions, calls: calls(&ast), found: self.mapper.found(), put };
                placed.keep(&compiled);
                Ok(compiled)
            }
            Err(error) => {
                Err(Box::new(self.syntax((&error.0, error.1), span, head, placed.names.expression)))
            }
        }
    }

    /// Notes what was put into lines. Of another text in its place nobody is told where anything stands.
    fn note_put(&self, put: &[(u32, Vec<Put>)], instead: Option<&str>) {
        if instead.is_none() {
            self.lines.note_put(put.iter().cloned());
        }
    }

    /// A rule that one file has twice.
    fn twice(&self, name: &str, at: Span, span: Span) -> Diagnostic {
        let told = format!("rule `{name}` is defined twice in one file");
        let told = Diagnostic::error(Code::DUPLICATE, told).at(at, "defined again here");
        let first = first_rule(self.sources.text(span), name).map(|from| span.start as usize + from);
        let first = first.filter(|first| *first < at.start as usize);
        let told = first
            .into_iter()
            .fold(told, |told, from| told.at(Span::new(span.file, from, from + 2), "first defined here"));
        told.help("rename one, or leave it out")
    }

    /// The engine takes a text that ends inside a comment for whole, and so would lose the rules in the comment.
    fn open_comment(&self, span: Span) -> Option<Diagnostic> {
        let last = self.mapper.found().last.and_then(|at| self.lines.span(at, self.sources));
        let from = last.filter(|l| l.file == span.file).map_or(span.start, |l| l.end.max(span.start));
        let text = self.sources.text(Span { start: from.min(span.end), ..span });
        let open = from as usize + open_comment(text)?;
        Some(
            Diagnostic::error(Code::UNCLOSED, "a comment is never closed")
                .at(Span::new(span.file, open, open + 2), "opened here")
                .help("close it with `*/`; a comment inside a comment needs its own `*/`"),
        )
    }

    /// A text in backticks that is closed only by the first backtick of another text: what it swallows is not what is wrong.
    fn open_text(&self, wrong: Span, span: Span) -> Option<Diagnostic> {
        let at = (wrong.start as usize).checked_sub(span.start as usize)?;
        let open = span.start as usize + open_text(self.sources.text(span), at)?;
        let told = Diagnostic::error(Code::SCRIPT_SYNTAX, OPEN_TEXT)
            .at(Span::new(span.file, open, open + 1), "opened here");
        Some(told.help(CLOSE_TEXT))
    }

    fn statement(&self, at: Position, span: Span) -> Diagnostic {
        outside_rules(self.lines.span(at, self.sources).unwrap_or(span)).help(
            "put it inside a rule; a number that layers may change goes into the data as `value NAME 5`",
        )
    }

    fn syntax(
        &self,
        (error, at): (&ParseErrorType, Position),
        span: Span,
        head: &str,
        is_typed: bool,
    ) -> Diagnostic {
        let found = self.mapper.found();
        let at = self.lines.span(at, self.sources).unwrap_or(Span::new(
            span.file,
            (span.end as usize).saturating_sub(1),
            span.end as usize,
        ));
        if let Some(told) = self.open_text(at, span) {
            return told;
        }
        if let Some(position) = found.outside.first() {
            let at = self.lines.span(*position, self.sources).unwrap_or(at);
            return Diagnostic::error(Code::PRIOR_OUTSIDE, "`prior` stands outside any rule")
                .at(at, "only a rule has one below it");
        }
        if let Some((told, position)) = &found.too_many {
            let at = self.lines.span(*position, self.sources).unwrap_or(at);
            return Diagnostic::error(Code::TOO_LARGE, told.clone())
                .at(at, "this one is too many")
                .help("make several rules of it, or put its numbers into a table of the data");
        }
        let word = self.sources.text(at);
        if super::engine::FORBIDDEN.contains(&word) {
            return Diagnostic::error(Code::FORBIDDEN, format!("`{word}` is closed to packs"))
                .at(at, "packs load nothing and print nothing themselves")
                .help("the loader stacks the files of a pack; text for the players goes through `say`");
        }
        if let Some(position) = found.outer {
            return self.statement(position, span);
        }
        if let ParseErrorType::VariableUndefined(name) = error {
            let place = (at.start as usize).saturating_sub(span.start as usize);
            let is_expression = is_typed || !head.is_empty();
            if !is_expression && !is_in_block(self.sources.text(span), place) {
                return outside_rules(at).help("a rule begins with `fn`: `fn NAME(unit) { … }`");
            }
            let told = format!("no variable is called `{name}`");
            // The parameters of an expression in data stand before it.
            let text = [head, self.sources.text(span)];
            let words =
                text.into_iter().flat_map(|text| text.split(|c: char| !c.is_alphanumeric() && c != '_'));
            let words = words.filter(|w| w != name && Token::lookup_symbol_from_syntax(w).is_none());
            let diagnostic = Diagnostic::error(Code::SCRIPT_SYNTAX, told).at(at, "");
            return match did_you_mean(name, words) {
                _ if name == "not" => diagnostic.help("the opposite is `!`"),
                _ if QUESTIONS.contains(&name.as_str()) => {
                    diagnostic.help(format!("it is asked with brackets: `{name}()`"))
                }
                _ if matches!(name.as_str(), "null" | "nil" | "none" | "None" | "nothing" | "undefined") => {
                    diagnostic.help(NOTHING)
                }
                Some(near) => diagnostic.help(format!("did you mean `{near}`?")),
                None => diagnostic.help(
                    "parameters and `let` make variables; `value(\"NAME\")` reads a number of the data",
                ),
            };
        }
        if let ParseErrorType::FnDuplicatedDefinition(name, _) = error {
            return self.twice(name, at, span);
        }
        let behind = Span { start: at.start, ..span };
        let before = Span { end: at.end, ..span };
        let told = told_syntax(error, self.sources.text(before), self.sources.text(behind));
        let opened = found.open.last().and_then(|open| self.lines.span(*open, self.sources));
        let opened = opened.filter(|open| told.is_open && span.start <= open.start && open.end <= span.end);
        let is_whole = self.sources.text(behind).trim().is_empty();
        let diagnostic = match (opened, found.rule) {
            // The end of the file, where it was missed, says nothing.
            (Some(open), Some(rule)) if is_whole => {
                let title = format!("a block of rule `{rule}` is never closed");
                Diagnostic::error(Code::SCRIPT_SYNTAX, title).at(open, "opened here")
            }
            (Some(open), _) => {
                Diagnostic::error(Code::SCRIPT_SYNTAX, told.title).at(at, "here").at(open, "opened here")
            }
            (None, _) => Diagnostic::error(Code::SCRIPT_SYNTAX, told.title).at(at, "here"),
        };
        if let Some(wrong) = (at.start as usize).checked_sub(span.start as usize)
            && let Some(open) = long_text_before(self.sources.text(span), wrong)
        {
            let open = span.start as usize + open;
            return diagnostic
                .at(Span::new(span.file, open, open + 1), "a text is opened here, and ends just before")
                .help("close that text with a backtick where it should end");
        }
        match told.help {
            Some(help) => diagnostic.help(help),
            None => diagnostic,
        }
    }
}

fn outside_rules(at: Span) -> Diagnostic {
    Diagnostic::error(Code::STATEMENTS, "only rules may stand in a rule file")
        .at(at, "this is outside any `fn`")
}

/// Where a rule of this name begins first in a text, comments left out.
fn first_rule(text: &str, name: &str) -> Option<usize> {
    let mut from = 0;
    for line in text.split_inclusive('\n') {
        let bare = line.trim_start();
        let rest = bare.strip_prefix("private ").unwrap_or(bare).trim_start();
        let called = rest.strip_prefix("fn ").map(|rest| rest.trim_start());
        let is_it = called
            .and_then(|rest| rest.strip_prefix(name))
            .is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'));
        if is_it {
            return Some(from + line.len() - rest.len());
        }
        from += line.len();
    }
    None
}

fn sources_too_long(text: &str) -> bool {
    text.len() > super::engine::MAX_SCRIPT_BYTES
}

/// Where a comment begins that is never closed, in a text that has only comments and blanks, or breaks off.
fn open_comment(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        if bytes[at..].starts_with(b"//") {
            at += bytes[at..].iter().position(|b| *b == b'\n')?;
        } else if bytes[at..].starts_with(b"/*") {
            let (begin, mut depth) = (at, 0);
            loop {
                match bytes.get(at..at + 2) {
                    Some(b"/*") => (depth, at) = (depth + 1, at + 2),
                    Some(b"*/") => (depth, at) = (depth - 1, at + 2),
                    Some(_) => at += 1,
                    None => return Some(begin),
                }
                if depth == 0 {
                    break;
                }
            }
        } else {
            at += 1;
        }
    }
    None
}

/// A character that makes a script read otherwise than it looks.
fn unseen_character(span: Span, sources: &SourceMap) -> Option<Diagnostic> {
    let text = sources.text(span);
    if is_plain(text) {
        return None;
    }
    let is_line_break = |at: usize, c| c == '\r' && text[at + 1..].starts_with('\n');
    let (at, c, what) = unseen_in(text).find(|(at, c, _)| !is_line_break(*at, *c))?;
    let at = span.start as usize + at;
    Some(
        Diagnostic::error(Code::BAD_TEXT, format!("U+{:04X} is {what}", u32::from(c)))
            .at(Span::new(span.file, at, at + c.len_utf8()), "")
            .help(instead_of(c)),
    )
}

fn too_large(span: Span) -> Diagnostic {
    Diagnostic::error(
        Code::TOO_LARGE,
        format!(
            "a script of {} bytes; at most {} are read",
            span.end - span.start,
            super::engine::MAX_SCRIPT_BYTES
        ),
    )
    .at(Span::new(span.file, span.start as usize, span.start as usize), "this text")
    .help("split it into several files")
}

fn order(at: Position) -> (usize, usize) {
    (at.line().unwrap_or(0), at.position().unwrap_or(0))
}

fn calls(ast: &AST) -> Vec<Call> {
    let mut calls = Vec::new();
    each_node(ast, &mut |path| {
        let (call, at, is_method) = match path.last() {
            Some(ASTNode::Expr(Expr::FnCall(call, at))) => (call, *at, false),
            Some(ASTNode::Stmt(Stmt::FnCall(call, at))) => (call, *at, false),
            Some(ASTNode::Expr(Expr::MethodCall(call, at))) => (call, *at, true),
            _ => return true,
        };
        if call.op_token.is_none() && call.name.starts_with(|c: char| c.is_alphabetic() || c == '_') {
            calls.push(Call { name: call.name.to_string(), arguments: call.args.len(), at, is_method });
        }
        true
    });
    calls
}

//! One script text to the functions in it, with every mistake at its own place.

use rhai::{AST, ASTNode, Engine, Expr, ParseErrorType, Position, ScriptFuncDef, Shared, Stmt};

use super::lines::Lines;
use super::mapper::{Found, Mapper, Names};
use crate::diagnostic::{Code, Diagnostic, SourceMap, Span};

/// A call in a script.
#[derive(Debug, Clone)]
pub(super) struct Call {
    pub(super) name: String,
    pub(super) arguments: usize,
    pub(super) at: Position,
}

/// A compiled text.
#[derive(Debug, Clone)]
pub(super) struct Compiled {
    /// Its functions in the order of the text.
    pub(super) functions: Vec<Shared<ScriptFuncDef>>,
    /// Every call that is no method call.
    pub(super) calls: Vec<Call>,
    /// What the token mapper saw.
    pub(super) found: Found,
}

/// Engine, token mapper and line space: what compiling needs.
pub(super) struct Compiler<'a> {
    pub(super) engine: &'a Engine,
    pub(super) mapper: &'a Mapper,
    pub(super) lines: &'a Lines,
    pub(super) sources: &'a SourceMap,
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
        if sources_too_long(self.sources.text(span)) {
            return Err(Box::new(too_large(span)));
        }
        let Some(text) = self.lines.placed(head, span, tail, self.sources) else {
            return Err(Box::new(
                Diagnostic::error(Code::TOO_MANY_LINES, "the rules of this stack have too many lines")
                    .at(span, ""),
            ));
        };
        self.mapper.begin(names);
        match self.engine.compile(&text) {
            Ok(ast) => {
                let mut functions: Vec<_> = ast.iter_fn_def().cloned().collect();
                functions.sort_by_key(|f| order(f.body.start_position()));
                if let Some(statement) = ast.statements().first() {
                    return Err(Box::new(self.statement(statement.position(), span)));
                }
                Ok(Compiled { functions, calls: calls(&ast), found: self.mapper.found() })
            }
            Err(error) => Err(Box::new(self.syntax(&error.0, error.1, span))),
        }
    }

    fn statement(&self, at: Position, span: Span) -> Diagnostic {
        let at = self.lines.span(at, self.sources).unwrap_or(span);
        Diagnostic::error(Code::STATEMENTS, "only rules may stand in a rule file")
            .at(at, "this is outside any `fn`")
            .help(
                "put it inside a rule; a number that layers may change goes into the data as `value NAME 5`",
            )
    }

    fn syntax(&self, error: &ParseErrorType, at: Position, span: Span) -> Diagnostic {
        let found = self.mapper.found();
        let at = self.lines.span(at, self.sources).unwrap_or(Span::new(
            span.file,
            (span.end as usize).saturating_sub(1),
            span.end as usize,
        ));
        if let Some(position) = found.outside.first() {
            let at = self.lines.span(*position, self.sources).unwrap_or(at);
            return Diagnostic::error(Code::PRIOR_OUTSIDE, "`prior` stands outside any rule")
                .at(at, "only a rule has one below it");
        }
        let word = self.sources.text(at);
        if super::engine::FORBIDDEN.contains(&word) {
            return Diagnostic::error(Code::FORBIDDEN, format!("`{word}` is closed to packs"))
                .at(at, "packs load nothing and print nothing themselves")
                .help("the loader stacks the files of a pack; text for the players goes through `say`");
        }
        let mut words = error.to_string();
        if let Some(first) = words.get(..1) {
            words = first.to_lowercase() + &words[1..];
        }
        Diagnostic::error(Code::SCRIPT_SYNTAX, words.trim_end_matches('.').to_owned()).at(at, "here")
    }
}

fn sources_too_long(text: &str) -> bool {
    text.len() > super::engine::MAX_SCRIPT_BYTES
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
    ast.walk(&mut |path| {
        let (call, at) = match path.last() {
            Some(ASTNode::Expr(Expr::FnCall(call, at))) => (call, *at),
            Some(ASTNode::Stmt(Stmt::FnCall(call, at))) => (call, *at),
            _ => return true,
        };
        if call.op_token.is_none() && call.name.starts_with(|c: char| c.is_alphabetic() || c == '_') {
            calls.push(Call { name: call.name.to_string(), arguments: call.args.len(), at });
        }
        true
    });
    calls
}

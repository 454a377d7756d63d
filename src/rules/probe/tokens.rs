//! The words and signs of a script with their places, as the engine itself reads them.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use rhai::{AST, Position, Token};

use crate::diagnostic::{FileId, SourceMap};
use crate::rules::budget::{Budget, Limits};
use crate::rules::engine::closed_engine;
use crate::rules::ordering;

/// A word or sign and its first byte.
pub(super) type Placed = (Token, usize);

/// Reads a script that is whole. Comments are left out; the text of strings stands in its token.
pub(super) fn read(text: &str) -> Option<(Vec<Placed>, AST, SourceMap)> {
    let budget = Rc::new(Budget::new(Limits::default(), Arc::default()));
    budget.begin();
    let mut engine = closed_engine(budget);
    let found: Rc<RefCell<Vec<(Token, Position)>>> = Rc::default();
    let seen = found.clone();
    #[allow(deprecated)]
    engine.on_parse_token(move |token, at, _| {
        seen.borrow_mut().push((ordering::as_written(token.clone()), at));
        token
    });
    let ast = engine.compile(text).ok()?;
    let mut sources = SourceMap::default();
    let file = sources.add("script", text);
    let tokens = found.borrow();
    let placed = tokens.iter().map(|(token, at)| (token.clone(), byte(&sources, file, *at)));
    let placed = placed.collect();
    Some((placed, ast, sources))
}

/// The byte of a position.
pub(super) fn byte(sources: &SourceMap, file: FileId, at: Position) -> usize {
    let (line, column) = (at.line().unwrap_or(1), at.position().unwrap_or(1));
    sources.file(file).byte_at(line as u32, column as u32) as usize
}

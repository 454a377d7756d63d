//! Linked scripts with some of their texts changed: only functions that are changed are compiled again.

use std::collections::BTreeMap;

use rhai::{AST, Engine, Module, ScriptFuncDef, Shared, Stmt};

use super::calls::called;
use super::compile::Compiler;
use super::lexing::{behind_blanks, cut_behind_blocks};
use super::link::{LinkedText, is_closure, renamed};
use super::mapper::Mapper;
use super::ruleset::Ruleset;

/// The linked scripts, each function and what stands between them as `changed` makes it. Nothing where they do not compile.
/// The engine is one whose tokens pass through the mapper.
pub(super) fn changed(
    rules: &Ruleset,
    engine: &Engine,
    mapper: &Mapper,
    changed: &dyn Fn(&str) -> String,
) -> Option<AST> {
    let probe = rules.stack().probe.as_deref();
    let sources = rules.sources();
    let compiler = Compiler { engine, mapper, lines: rules.lines(), sources, probe: None };
    let mut anew: BTreeMap<Place, Shared<ScriptFuncDef>> = BTreeMap::new();
    let mut closures = Vec::new();
    for LinkedText { span, around, names, functions } in rules.texts() {
        let (head, tail) = around.as_ref().map_or(("", ""), |(head, tail)| (head.as_str(), tail));
        let looked_at = probe.and_then(|probe| probe.text(head, *span, sources));
        let text = looked_at.as_deref().unwrap_or_else(|| sources.text(*span));
        let parts = if around.is_none() { cut_behind_blocks(text) } else { vec![text] };
        let ready: Vec<String> = parts.iter().map(|part| changed(part)).collect();
        let is_changed: Vec<bool> = parts.iter().zip(&ready).map(|(part, ready)| part != ready).collect();
        if !is_changed.contains(&true) {
            continue;
        }
        let before: Vec<_> = functions.iter().filter(|function| !is_closure(function)).collect();
        // Behind the last function nothing is left that could be changed.
        let is_one_each = before.len() + 1 == parts.len();
        let is_anew = |at: usize| !is_one_each || is_changed[at];
        let ready = parts.iter().zip(ready).enumerate();
        let ready: String =
            ready.map(|(at, (part, ready))| if is_anew(at) { begun(&ready) } else { blank(part) }).collect();
        let before = before.into_iter().enumerate().filter(|(at, _)| is_anew(*at)).map(|(_, before)| before);
        let compiled = compiler.compile_as(head, *span, Some(&ready), tail, names.clone()).ok()?.functions;
        let (own, made) = compiled.into_iter().partition::<Vec<_>, _>(|function| !is_closure(function));
        closures.extend(made);
        anew.extend(before.map(|function| place(function)).zip(own));
    }
    let mut module = Module::new();
    for function in rules.ast().iter_fn_def() {
        match anew.get(&place(function)) {
            Some(ready) if ready.name == function.name => module.set_script_fn(ready.clone()),
            Some(ready) => module.set_script_fn(renamed(ready, &function.name)),
            None => module.set_script_fn(function.clone()),
        };
    }
    for closure in closures {
        module.set_script_fn(closure);
    }
    Some(AST::new(std::iter::empty::<Stmt>(), module))
}

/// A text without the comments before its first word, which stays where it is.
fn begun(text: &str) -> String {
    let at = behind_blanks(text, 0);
    blank(&text[..at]) + &text[at..]
}

/// Nothing, behind which everything stands where it stands behind a text.
fn blank(text: &str) -> String {
    let (above, last) = text.rsplit_once('\n').map_or((None, text), |(above, last)| (Some(above), last));
    let lines = above.map_or(0, |above| 1 + above.bytes().filter(|byte| *byte == b'\n').count());
    "\n".repeat(lines) + &" ".repeat(last.chars().count())
}

/// Where a function stands in the text, and what it is called there.
type Place = (Option<usize>, Option<usize>, String);

fn place(function: &ScriptFuncDef) -> Place {
    let at = function.body.start_position();
    (at.line(), at.position(), called(&function.name).to_owned())
}

//! Linked scripts made ready for random numbers: their texts are changed where they have to be, and what is changed is compiled anew.

use std::cell::OnceCell;
use std::collections::BTreeMap;

use rhai::{AST, Engine, Module, ScriptFuncDef, Shared, Stmt};

use super::rewritten::{rewritten, sees_through, with_effect};
use super::unneeded::without_outcome;
use crate::rules::calls::{FunctionNames, called, calls_in};
use crate::rules::compile::Compiler;
use crate::rules::lexing::cut_behind_blocks;
use crate::rules::link::{LinkedText, is_closure, renamed};
use crate::rules::mapper::Mapper;
use crate::rules::ruleset::Ruleset;

/// The linked scripts made ready for random numbers. Only functions that have to be changed for that are compiled again.
/// Nothing where they do not compile, or a closure could tell a random number from another: nothing stands before the call of one.
pub(super) fn made_ready(rules: &Ruleset, engine: &Engine, mapper: &Mapper) -> Option<AST> {
    let probe = rules.stack().probe.as_deref();
    let sources = rules.sources();
    let compiler = Compiler { engine, mapper, lines: rules.lines(), sources, probe: None };
    let reader = OnceCell::new();
    let effects = OnceCell::new();
    let quiet = |arguments: &str| {
        let effects = effects.get_or_init(|| with_effect(rules.calls(), rules.natives()));
        let tree = reader.get_or_init(Engine::new_raw).compile_expression(arguments);
        tree.is_ok_and(|tree| calls_in(&tree).is_disjoint(effects))
    };
    // What looks at the scripts is to see all that a session reaches.
    let idle = if probe.is_none() { without_outcome(rules) } else { FunctionNames::default() };
    let mut anew: BTreeMap<Place, Shared<ScriptFuncDef>> = BTreeMap::new();
    let mut closures = Vec::new();
    for LinkedText { span, names, functions } in rules.texts() {
        let looked_at = probe.and_then(|probe| probe.text("", *span, sources));
        let text = looked_at.as_deref().unwrap_or_else(|| sources.text(*span));
        let parts = cut_behind_blocks(text);
        let ready: Vec<String> =
            parts.iter().map(|part| rewritten(part, &quiet, &|name| idle.contains(name))).collect();
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
            ready.map(|(at, (part, ready))| if is_anew(at) { ready } else { blank(part) }).collect();
        let before = before.into_iter().enumerate().filter(|(at, _)| is_anew(*at)).map(|(_, before)| before);
        let compiled = compiler.compile_as("", *span, Some(&ready), "", names.clone()).ok()?.functions;
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
    let ready = AST::new(std::iter::empty::<Stmt>(), module);
    (!sees_through(&closures_of(&ready))).then_some(ready)
}

/// The closures of linked scripts alone.
fn closures_of(rules: &AST) -> AST {
    let mut module = Module::new();
    for closure in rules.iter_fn_def().filter(|function| is_closure(function)) {
        module.set_script_fn(closure.clone());
    }
    AST::new(std::iter::empty::<Stmt>(), module)
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

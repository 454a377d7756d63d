//! Linked scripts made ready for random numbers: their texts are changed where they have to be, and what is changed is compiled anew.

use rhai::{AST, Engine, Module, Stmt};

use super::rewritten::{Called, rewritten, sees_through};
use super::unneeded::without_outcome;
use crate::rules::anew::changed;
use crate::rules::effects::Quiet;
use crate::rules::link::is_closure;
use crate::rules::mapper::Mapper;
use crate::rules::ruleset::Ruleset;

/// The linked scripts made ready for random numbers. Only functions that have to be changed for that are compiled again.
/// Nothing where they do not compile, or a closure could tell a random number from another: nothing stands before the call of one.
pub(super) fn made_ready(rules: &Ruleset, engine: &Engine, mapper: &Mapper) -> Option<AST> {
    let quiet = Quiet::new(rules);
    let idle = without_outcome(rules);
    let called = Called {
        quiet: &|arguments| quiet.is_quiet(arguments),
        tells: &|name, is_answer_dropped| quiet.only_tells(name, is_answer_dropped),
        idle: &|name, is_answer_dropped| {
            idle.contains(name) && (is_answer_dropped || quiet.answers_nothing(name))
        },
    };
    let ready = changed(rules, engine, mapper, &|text| rewritten(text, called))?;
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

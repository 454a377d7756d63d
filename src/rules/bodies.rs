//! Bodies of script functions under names of their own, for engines in which something stands before every call.

use std::cell::{Cell, RefCell};

use rhai::{
    Caches, Dynamic, Engine, EvalAltResult, EvalContext, GlobalRuntimeState, Module, Position, Scope,
    ScriptFuncDef, Shared,
};

use super::link::is_closure;
use super::mapper::MARK;
use super::raise::Outcome;

/// The bodies of all functions of an engine. What the engine has found out about them stays from run to run.
pub(super) struct Bodies {
    lib: RefCell<Option<Shared<Module>>>,
    idle: RefCell<Vec<(GlobalRuntimeState, Caches)>>,
    depth: Cell<usize>,
    deepest: usize,
}

/// The name that the body of a function has.
pub(super) fn name_of_body(name: &str) -> String {
    format!("{name}{MARK}own")
}

/// A function under the name of its body; closures are called by their own.
pub(super) fn as_body(function: &Shared<ScriptFuncDef>) -> Shared<ScriptFuncDef> {
    if is_closure(function) {
        return function.clone();
    }
    let mut own = ScriptFuncDef::clone(function);
    own.name = name_of_body(&own.name).into();
    own.into()
}

impl Bodies {
    /// No bodies yet, whose calls may nest so deep.
    pub(super) fn new(deepest: usize) -> Bodies {
        Bodies { lib: RefCell::default(), idle: RefCell::default(), depth: Cell::new(0), deepest }
    }

    pub(super) fn fill(&self, functions: Module) {
        *self.lib.borrow_mut() = Some(functions.into());
    }

    /// Lets go of all that belongs to the engine: its functions hold who holds the bodies.
    pub(super) fn forget(&self) {
        self.idle.borrow_mut().clear();
        *self.lib.borrow_mut() = None;
    }

    /// One call deeper, unless that is too deep; answers how deep it was before.
    pub(super) fn go_down(&self) -> Outcome<usize> {
        let depth = self.depth.get();
        if depth >= self.deepest {
            return Err(EvalAltResult::ErrorStackOverflow(Position::NONE).into());
        }
        self.depth.set(depth + 1);
        Ok(depth)
    }

    /// How deep calls are nested now.
    pub(super) fn depth(&self) -> usize {
        self.depth.get()
    }

    /// That call is over.
    pub(super) fn come_up(&self, depth: usize) {
        self.depth.set(depth);
    }

    /// What an engine needs to run them.
    pub(super) fn global(&self, engine: &Engine) -> GlobalRuntimeState {
        let mut global = engine.new_global_runtime_state();
        global.lib.extend(self.lib.borrow().clone());
        global
    }

    /// Runs a body.
    pub(super) fn run(&self, engine: &Engine, name: &str, arguments: &mut [Dynamic]) -> Outcome<Dynamic> {
        let depth = self.go_down()?;
        let idle = self.idle.borrow_mut().pop();
        let (mut global, mut caches) = idle.unwrap_or_else(|| (self.global(engine), Caches::new()));
        let mut scope = Scope::new();
        let mut lent: Vec<&mut Dynamic> = arguments.iter_mut().collect();
        let answer = EvalContext::new(engine, &mut global, &mut caches, &mut scope, None)
            .call_fn_raw(name, false, false, &mut lent);
        self.come_up(depth);
        if answer.is_ok() {
            self.idle.borrow_mut().push((global, caches));
        }
        answer
    }
}

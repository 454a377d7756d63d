//! The script engine, closed: raw, with every limit set explicitly and nothing that reaches outside.

use std::rc::Rc;

use rhai::packages::{
    ArithmeticPackage, BasicArrayPackage, BasicFnPackage, BasicIteratorPackage, BasicMapPackage,
    BasicMathPackage, BasicStringPackage, LogicPackage, MoreStringPackage, Package,
};
use rhai::{Dynamic, Engine, EvalAltResult, OptimizationLevel, Position, def_package};

use super::budget::Budget;
use super::ordering;

/// Largest rule file, in bytes: the engine's parser needs quadratic time for some texts.
pub const MAX_SCRIPT_BYTES: usize = 64 << 10;
/// Deepest nesting of rule calls.
pub const MAX_CALL_LEVELS: usize = 48;

/// Words that packs may not use; they would load code or reach the outside.
pub(super) const FORBIDDEN: [&str; 6] = ["eval", "import", "export", "print", "debug", "is_def_var"];

def_package! {
    /// What scripts have of the language's own functions.
    Language(_module): ArithmeticPackage, LogicPackage, BasicMathPackage, BasicStringPackage, MoreStringPackage,
        BasicIteratorPackage, BasicArrayPackage, BasicMapPackage, BasicFnPackage {}
}

thread_local! {
    /// The same for all engines of a thread: to put it together takes as long as the primitives.
    static LANGUAGE: Language = {
        fix_the_seed();
        Language::new()
    };
}

/// An engine that knows nothing yet. Every engine is made here, since the seed has to stand before the first one.
pub(super) fn raw_engine() -> Engine {
    fix_the_seed();
    Engine::new_raw()
}

/// Fixes for the whole process how functions are found by their names, so that nothing in engines differs from run to run. What is
/// registered before that is found by no engine that is made after it.
fn fix_the_seed() {
    // Refused where it is fixed already, and then it is the same.
    let _ = rhai::config::hashing::set_hashing_seed(Some([0x68, 0x6f, 0x75, 0x73]));
}

/// A closed engine without the primitives.
///
/// Raw, since the standard engine brings `sleep`, `exit` and the clock. Constant folding is off, since it would
/// call functions while compiling.
pub(super) fn closed_engine(budget: Rc<Budget>) -> Engine {
    let mut engine = raw_engine();
    engine.register_global_module(LANGUAGE.with(Language::as_shared_module));
    engine.set_optimization_level(OptimizationLevel::None);
    engine.set_max_call_levels(MAX_CALL_LEVELS);
    engine.set_max_expr_depths(64, 48);
    engine.set_max_string_size(4096);
    engine.set_max_array_size(4096);
    engine.set_max_map_size(1024);
    engine.set_max_variables(200);
    engine.set_max_functions(2000);
    engine.set_max_modules(0);
    // Set although the count is kept by the budget: a second net under the first.
    engine.set_max_operations(20_000_000);
    engine.set_strict_variables(true);
    engine.set_fail_on_invalid_map_property(true);
    // A shift by more bits than there are answers 0 and says nothing.
    for word in FORBIDDEN.iter().chain(&["<<", ">>", "<<=", ">>="]) {
        engine.disable_symbol(*word);
    }
    ordering::register(&mut engine);
    let account = budget.clone();
    engine.on_progress(move |_| account.step().then_some(Dynamic::UNIT));
    // A run over its budget fails at the next variable, where the engine knows the place.
    #[allow(deprecated)]
    engine.on_var(move |_, _, context| match budget.tripped() {
        None if context.call_level() >= MAX_CALL_LEVELS => {
            budget.trip_by_depth();
            Err(EvalAltResult::ErrorRuntime(Dynamic::UNIT, Position::NONE).into())
        }
        None => Ok(None),
        Some(_) => Err(EvalAltResult::ErrorRuntime(Dynamic::UNIT, Position::NONE).into()),
    });
    engine
}

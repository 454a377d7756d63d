//! Which functions have an effect: what calls none of them may be left out where nobody reads what it answers.

use std::cell::OnceCell;

use rhai::Engine;

use super::calls::{CallGraph, FunctionNames, WRITING, calls_in};
use super::natives::NativeNames;
use super::ruleset::Ruleset;

/// Primitives that ask, change, end or decide something.
const WITH_EFFECT: [&str; 29] = [
    "roll",
    "roll_each",
    "dice",
    "choose",
    "decide_in_secret",
    "seal_in_secret",
    "open_sealed",
    "outcome",
    "refuse",
    "require",
    "place",
    "remove",
    "lay_down",
    "lock_help",
    "open_help",
    "reserve",
    "reset",
    "begin_phase",
    "end_game",
    "call",
    "curry",
    "reach",
    "way",
    "tally",
    "add",
    "when",
    "skip",
    "throw",
    "prior",
];

/// The names of all functions that may have an effect, rules among them. Functions that call whatever closure they are
/// given may have any.
fn with_effect(calls: &CallGraph, natives: &NativeNames) -> FunctionNames {
    calls.reaching(WITH_EFFECT.into_iter().chain([WRITING]).chain(natives.of_closures()))
}

/// Tells which expressions have no effect.
pub(super) struct Quiet<'r> {
    rules: &'r Ruleset,
    reader: OnceCell<Engine>,
    effects: OnceCell<FunctionNames>,
}

impl Quiet<'_> {
    pub(super) fn new(rules: &Ruleset) -> Quiet<'_> {
        Quiet { rules, reader: OnceCell::new(), effects: OnceCell::new() }
    }

    /// Whether an expression calls nothing with an effect. What is no expression is not quiet.
    pub(super) fn is_quiet(&self, text: &str) -> bool {
        let effects = || with_effect(self.rules.calls(), self.rules.natives());
        let tree = self.reader.get_or_init(Engine::new_raw).compile_expression(text);
        tree.is_ok_and(|tree| calls_in(&tree).is_disjoint(self.effects.get_or_init(effects)))
    }
}

//! Which functions have an effect: what calls none of them may be left out where nobody reads what it answers, or what it
//! only tells.

use std::cell::OnceCell;

use rhai::{Engine, Identifier};

use super::calls::{ASSIGNING, CHANGING, CallGraph, FunctionNames, LOOPING, THROWING, WRITING, calls_in};
use super::natives::NativeNames;
use super::ruleset::Ruleset;

/// Primitives that ask, change, end or decide something. So does what is thrown, and a loop without an end.
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
    "next_turn",
    "end_game",
    "call",
    "curry",
    "reach",
    "way",
    "tally",
    "add",
    "when",
    "skip",
    "prior",
];

/// Primitives that tell or show something and do nothing else.
const TELLING: [&str; 6] =
    ["say", "sketch_way", "sketch_line", "sketch_flight", "sketch_arc", "sketch_circle"];

/// The names of all functions that may have an effect, rules among them. Functions that call whatever closure they are
/// given may have any.
fn with_effect(calls: &CallGraph, natives: &NativeNames) -> FunctionNames {
    let known = |name: &str| natives.knows(name);
    let in_maps = calls.held().iter().map(Identifier::as_str).chain(calls.unknown(&known));
    let goals = WITH_EFFECT.into_iter().chain([WRITING, THROWING, LOOPING]).chain(natives.of_closures());
    calls.reaching(goals.chain(in_maps))
}

/// Tells which expressions have no effect, and which functions only tell something.
pub(super) struct Quiet<'r> {
    rules: &'r Ruleset,
    reader: OnceCell<Engine>,
    effects: OnceCell<FunctionNames>,
    telling: OnceCell<FunctionNames>,
}

impl Quiet<'_> {
    pub(super) fn new(rules: &Ruleset) -> Quiet<'_> {
        Quiet { rules, reader: OnceCell::new(), effects: OnceCell::new(), telling: OnceCell::new() }
    }

    /// Whether an expression calls nothing with an effect, and changes no variable: those in it are the caller's. What is no
    /// expression is not quiet.
    pub(super) fn is_quiet(&self, text: &str) -> bool {
        let tree = self.reader.get_or_init(Engine::new_raw).compile_expression(text);
        tree.is_ok_and(|tree| {
            let calls = calls_in(&tree);
            let changes = |name: &str| name == ASSIGNING || CHANGING.contains(&name);
            !calls.iter().any(|name| changes(name)) && calls.is_disjoint(self.effects())
        })
    }

    /// Whether a call of a function of this name tells or shows something and does nothing else: `say`, and where nothing is done
    /// with the answer also rules that are made of the like, in each of their layers.
    pub(super) fn only_tells(&self, name: &str, is_answer_dropped: bool) -> bool {
        if !is_answer_dropped {
            return TELLING.contains(&name);
        }
        let telling = || {
            let mut telling = self.rules.calls().all_reaching(TELLING);
            telling.retain(|name| !self.effects().contains(name));
            telling
        };
        self.telling.get_or_init(telling).contains(name)
    }

    fn effects(&self) -> &FunctionNames {
        self.effects.get_or_init(|| with_effect(self.rules.calls(), self.rules.natives()))
    }
}

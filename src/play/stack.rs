//! Room on the stack for many runs of rules.

/// What a run of a rule wants to find free (`rules/ruleset.rs`), with some to spare for the players.
const ROOM: usize = 80 << 20;
/// A stack that has this room; only the used part costs memory.
pub(crate) const STACK: usize = 320 << 20;

/// Does work that runs many rules. Each would otherwise get a stack of its own, which takes longer than most rules.
pub fn on_deep_stack<T>(work: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(ROOM, STACK, work)
}

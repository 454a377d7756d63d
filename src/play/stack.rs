//! Threads that run many rules: how many there are, and the room on their stacks.

/// What a run of a rule wants to find free (`rules/ruleset.rs`), with some to spare for the players.
const ROOM: usize = 80 << 20;
/// A stack that has this room; only the used part costs memory.
pub(crate) const STACK: usize = 320 << 20;

/// How many threads work at a time where nothing else is asked for: one for each processor that the program may use.
pub fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Does work that runs many rules. Each would otherwise get a stack of its own, which takes longer than most rules.
pub fn on_deep_stack<T>(work: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(ROOM, STACK, work)
}

//! What one rule call may use: operations, time, memory; and the flag that breaks it off.
//!
//! The engine's own operation limit does not count what closures do inside native calls, so the count is kept
//! here, in the callback that the engine makes at every step.

use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::memory;

/// Limits of one call of a rule. The same in debug and release builds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Steps of the engine.
    pub operations: u64,
    /// Time on the clock; without limit where it is more than the clock can tell.
    pub time: Duration,
    /// Bytes that the call may hold beyond what was held before it. Counted where the counting allocator
    /// is installed, as in the program.
    pub memory: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { operations: 1_000_000, time: Duration::from_secs(1), memory: 32 << 20 }
    }
}

/// What is told of calls that go too deep, before how deep that is.
pub(super) const NESTED: &str = "calls nested";

/// Which limit stopped a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tripped {
    /// Too many steps.
    Operations,
    /// Too long.
    Time,
    /// Too much memory.
    Memory,
    /// Calls nested too deep.
    Depth,
    /// The player broke it off.
    Cancelled,
}

impl Tripped {
    /// What was exceeded, in words.
    pub fn words(self, limits: &Limits) -> String {
        match self {
            Tripped::Operations => format!("more than {} operations", limits.operations),
            Tripped::Time => format!("longer than {} ms", limits.time.as_millis()),
            Tripped::Memory => format!("more than {} MiB of memory", limits.memory >> 20),
            Tripped::Depth => format!("{NESTED} more than {} deep", super::engine::MAX_CALL_LEVELS),
            Tripped::Cancelled => "broken off".to_owned(),
        }
    }
}

/// The running account of the current call, shared with the engine's callback.
#[derive(Debug)]
pub(super) struct Budget {
    pub(super) limits: Cell<Limits>,
    operations: Cell<u64>,
    deadline: Cell<Option<Instant>>,
    memory_top: Cell<isize>,
    tripped: Cell<Option<Tripped>>,
    /// Once a limit is hit, the step at which the engine is stopped the hard way.
    last_step: Cell<u64>,
    cancel: Arc<AtomicBool>,
}

/// What a run has used, put aside while another runs inside it.
pub(super) type Account = (u64, Option<Instant>, isize, Option<Tripped>, u64);

/// Steps between two looks at the clock.
const CLOCK: u64 = 32;

impl Budget {
    pub(super) fn new(limits: Limits, cancel: Arc<AtomicBool>) -> Self {
        Budget {
            limits: Cell::new(limits),
            operations: Cell::new(0),
            deadline: Cell::new(None),
            memory_top: Cell::new(isize::MAX),
            tripped: Cell::new(None),
            last_step: Cell::new(0),
            cancel,
        }
    }

    pub(super) fn cancel(&self) -> &Arc<AtomicBool> {
        &self.cancel
    }

    /// Begins the account of a call from outside.
    pub(super) fn begin(&self) {
        let limits = self.limits.get();
        self.operations.set(0);
        self.deadline.set(Instant::now().checked_add(limits.time));
        self.memory_top.set(memory::held().saturating_add(limits.memory as isize));
        self.tripped.set(None);
    }

    /// The time that others took is not the rule's.
    pub(super) fn excuse(&self, took: Duration) {
        self.deadline.set(self.deadline.get().and_then(|d| d.checked_add(took)));
    }

    /// One step of the engine; true where it must stop.
    ///
    /// An error of the engine itself forgets where it was made. So a run that has hit a limit goes on for a few
    /// steps, in which it fails at its next variable, at a known place; only then is it stopped the hard way.
    pub(super) fn step(&self) -> bool {
        let count = self.operations.get() + 1;
        self.operations.set(count);
        if self.tripped.get().is_some() {
            return count > self.last_step.get();
        }
        let limits = self.limits.get();
        let tripped = if count > limits.operations {
            Some(Tripped::Operations)
        } else if memory::held() > self.memory_top.get() {
            Some(Tripped::Memory)
        } else if count.is_multiple_of(CLOCK) && self.cancel.load(Ordering::Relaxed) {
            Some(Tripped::Cancelled)
        } else if count.is_multiple_of(CLOCK) && self.deadline.get().is_some_and(|d| Instant::now() > d) {
            Some(Tripped::Time)
        } else {
            None
        };
        self.tripped.set(tripped);
        let more = match tripped {
            None => return false,
            Some(Tripped::Operations) => 1000,
            Some(Tripped::Time | Tripped::Depth) => 100,
            // One step may double what is held.
            Some(Tripped::Memory) => 1,
            Some(Tripped::Cancelled) => 0,
        };
        self.last_step.set(count + more);
        more == 0
    }

    /// Calls are nested too deep. The engine would say so a level later, and forget where.
    pub(super) fn trip_by_depth(&self) {
        if self.tripped.get().is_none() {
            self.tripped.set(Some(Tripped::Depth));
            self.last_step.set(self.operations.get() + 100);
        }
    }

    /// The limit that was hit. A native function may have swallowed the error, so this is asked after every call.
    pub(super) fn tripped(&self) -> Option<Tripped> {
        self.tripped.get()
    }

    /// Steps of the current call so far.
    pub(super) fn operations(&self) -> u64 {
        self.operations.get()
    }

    /// Takes up the account where an inner call has interrupted it.
    pub(super) fn snapshot(&self) -> Account {
        let (operations, deadline) = (self.operations.get(), self.deadline.get());
        (operations, deadline, self.memory_top.get(), self.tripped.get(), self.last_step.get())
    }

    pub(super) fn restore(&self, account: Account) {
        self.operations.set(account.0);
        self.deadline.set(account.1);
        self.memory_top.set(account.2);
        self.tripped.set(account.3);
        self.last_step.set(account.4);
    }
}

//! What odds may cost.

use std::cell::Cell;
use std::time::{Duration, Instant};

/// What odds may cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limit {
    /// Runs of rules.
    pub runs: u64,
    /// Time on the clock.
    pub time: Duration,
}

impl Default for Limit {
    fn default() -> Self {
        Limit { runs: 5_000_000, time: Duration::from_secs(30) }
    }
}

/// What is left of a limit, for one question.
#[derive(Debug)]
pub struct Account {
    runs: Cell<u64>,
    until: Option<Instant>,
}

/// Runs between two looks at the clock.
const CLOCK: u64 = 64;

impl Account {
    /// All of it.
    pub fn of(limit: Limit) -> Account {
        Account { runs: Cell::new(limit.runs), until: Instant::now().checked_add(limit.time) }
    }

    /// Takes one run; false where there are no more.
    pub fn take(&self) -> bool {
        let late = || self.until.is_some_and(|until| Instant::now() > until);
        let left = self.runs.get();
        if left == 0 || (left.is_multiple_of(CLOCK) && late()) {
            return false;
        }
        self.runs.set(left - 1);
        true
    }

    /// Takes so many more for a run that was long; where its time is over, all that is left.
    pub fn charge(&self, runs: u64) {
        let late = runs > 0 && self.until.is_some_and(|until| Instant::now() > until);
        self.runs.set(if late { 0 } else { self.runs.get().saturating_sub(runs) });
    }
}

//! One thing after the other, on all cores: as one long piece of work it would leave all but one of them idle.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// The rules' own stacks come on top of it; only the used part costs memory.
const STACK: usize = 400 << 20;

/// Held by the test that has the cores: a rule has a limit of time, and two tests at once would each take twice as long.
static TAKEN: Mutex<()> = Mutex::new(());

/// Does something with each of these. Where that panics, the test fails.
pub fn for_each<T: Sync>(all: &[T], work: impl Fn(&T) + Sync) {
    let _taken = TAKEN.lock().unwrap_or_else(PoisonError::into_inner);
    let next = AtomicUsize::new(0);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            let work = || {
                while let Some(one) = all.get(next.fetch_add(1, Ordering::Relaxed)) {
                    work(one);
                }
            };
            std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work).unwrap();
        }
    });
}

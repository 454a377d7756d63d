//! Numbers by which equal states are known again.

use std::cell::Cell;
use std::sync::atomic::{AtomicU64, Ordering};

/// Each thread takes so many numbers at once, so that threads do not wait for each other.
const BLOCK: u64 = 1 << 20;

/// A number that nothing else has had, in any game of the process.
#[inline]
pub(super) fn new_stamp() -> u64 {
    static BLOCKS: AtomicU64 = AtomicU64::new(0);
    thread_local! {
        static NEXT: Cell<(u64, u64)> = const { Cell::new((0, 0)) };
    }
    NEXT.with(|next| {
        let (mut stamp, mut end) = next.get();
        if stamp == end {
            // The very first number is left to states that never changed.
            stamp = 1 + BLOCKS.fetch_add(1, Ordering::Relaxed) * BLOCK;
            end = stamp + BLOCK;
        }
        next.set((stamp + 1, end));
        stamp
    })
}

//! An allocator that counts the live bytes of each thread, so that a rule cannot exhaust memory.
//!
//! The program and the tests of hostile packs install it; without it the count stays at zero and the memory
//! limit never trips.

#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout};
use std::cell::Cell;

use mimalloc::MiMalloc;

thread_local! {
    static HELD: Cell<isize> = const { Cell::new(0) };
    static PEAK: Cell<isize> = const { Cell::new(0) };
}

/// The allocator `mimalloc`, with a count of live bytes for each thread.
#[derive(Debug, Clone, Copy, Default)]
pub struct CountingAllocator;

/// Live bytes that this thread has allocated, less those that it has freed.
pub fn held() -> isize {
    HELD.try_with(Cell::get).unwrap_or(0)
}

/// The most that this thread has held since [`reset_peak`].
pub fn peak() -> isize {
    PEAK.try_with(Cell::get).unwrap_or(0)
}

/// Begins to look for the peak anew.
pub fn reset_peak() {
    let _ = PEAK.try_with(|peak| peak.set(held()));
}

/// Does some work beside what this thread is doing, and does not count what that holds on to: a player who looks ahead while a
/// rule waits for his answer remembers a lot, and none of it is the rule's.
pub fn aside<T>(work: impl FnOnce() -> T) -> T {
    let before = held();
    let result = work();
    let _ = HELD.try_with(|held| held.set(before));
    result
}

fn count(bytes: isize) {
    // A thread that is ending has no counter any more; nothing is lost by not counting it.
    let _ = HELD.try_with(|held| {
        let now = held.get().wrapping_add(bytes);
        held.set(now);
        let _ = PEAK.try_with(|peak| peak.set(peak.get().max(now)));
    });
}

/// There is no new peak where something is freed.
fn count_freed(bytes: usize) {
    let _ = HELD.try_with(|held| held.set(held.get().wrapping_sub_unsigned(bytes)));
}

// SAFETY: every call is passed to the other allocator unchanged; the count touches no memory of its own
// beyond a thread-local cell that needs no allocation.
unsafe impl GlobalAlloc for CountingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as isize);
        unsafe { MiMalloc.alloc(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        count_freed(layout.size());
        unsafe { MiMalloc.dealloc(at, layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as isize);
        unsafe { MiMalloc.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, at: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        count(new_size as isize - layout.size() as isize);
        unsafe { MiMalloc.realloc(at, layout, new_size) }
    }
}

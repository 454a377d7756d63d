//! The allocator of the program, so that benches measure what players get, and tests that play for minutes take no longer than they do.

use houserule::rules::memory::CountingAllocator;

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

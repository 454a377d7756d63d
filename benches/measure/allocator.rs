//! The allocator of the program, so that benches measure what players get.

use houserule::rules::memory::CountingAllocator;

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

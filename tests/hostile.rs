//! Packs, house files, lines and journals that mean harm. Each row is read or refused with a code and a place; a run
//! is stopped and named; nothing panics, takes long or takes much memory; the game stands as before and goes on.
//!
//! `HOSTILE_ROW=name` runs one row, to look at it alone.

#[path = "hostile/bench.rs"]
mod bench;
#[path = "hostile/compiling.rs"]
mod compiling;
#[path = "hostile/data.rs"]
mod data;
#[path = "hostile/journals.rs"]
mod journals;
#[path = "hostile/lines.rs"]
mod lines;
#[path = "hostile/looking_only.rs"]
mod looking_only;
#[path = "hostile/packs.rs"]
mod packs;
#[path = "hostile/primitives.rs"]
mod primitives;
#[path = "hostile/running.rs"]
mod running;

use houserule::rules::memory::CountingAllocator;

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

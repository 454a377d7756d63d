//! The `houserule` program: arguments in, exit status out. Everything else is in the library.

use std::process::ExitCode;

use houserule::rules::memory::CountingAllocator;

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

/// Rules that nest deeply need a deep stack; only what is used of it costs memory.
const STACK: usize = 256 << 20;

fn main() -> ExitCode {
    // A thread with such a stack would do as well, but a second thread costs a short run a tenth of its time.
    let run = || stacker::grow(STACK, || houserule::cli::main(std::env::args_os()));
    match std::panic::catch_unwind(run) {
        Ok(status) => ExitCode::from(status),
        // The panic has told itself; it is a mistake of the program.
        Err(_) => {
            eprintln!("internal error: please report it with the lines that led here");
            ExitCode::from(70)
        }
    }
}

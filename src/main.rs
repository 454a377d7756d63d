//! The `houserule` program: arguments in, exit status out. Everything else is in the library.

use std::process::ExitCode;

use houserule::rules::memory::CountingAllocator;

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

fn main() -> ExitCode {
    match std::panic::catch_unwind(|| houserule::cli::main(std::env::args_os())) {
        Ok(status) => ExitCode::from(status),
        // The panic has told itself; it is a mistake of the program.
        Err(_) => {
            eprintln!("internal error: please report it with the lines that led here");
            ExitCode::from(70)
        }
    }
}

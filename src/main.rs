//! The `houserule` program: arguments in, exit status out. Everything else is in the library.

use std::process::ExitCode;

use houserule::rules::memory::CountingAllocator;

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

/// Rules that nest deeply need a deep stack; only what is used of it costs memory.
const STACK: usize = 256 << 20;

fn main() -> ExitCode {
    let main = std::thread::Builder::new()
        .name("main".to_owned())
        .stack_size(STACK)
        .spawn(|| houserule::cli::main(std::env::args_os()));
    match main.map(std::thread::JoinHandle::join) {
        Ok(Ok(status)) => ExitCode::from(status),
        // The panic has told itself; it is a mistake of the program.
        Ok(Err(_)) => {
            eprintln!("internal error: please report it with the lines that led here");
            ExitCode::from(70)
        }
        Err(error) => {
            eprintln!("error: no thread to run in: {error}");
            ExitCode::from(4)
        }
    }
}

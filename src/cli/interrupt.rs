//! Ctrl-C where no person sits at a terminal: breaks off the rule that runs; where none does, leaves.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

/// How many commands are carried out, each on a thread of its own.
static BUSY: AtomicUsize = AtomicUsize::new(0);
/// Breaks off whatever runs.
static CANCEL: OnceLock<Arc<AtomicBool>> = OnceLock::new();

/// The flag that Ctrl-C sets; the first call begins to listen. Ctrl-C leaves at once where no command runs, and the
/// second one in any case.
pub(super) fn cancel_flag() -> Arc<AtomicBool> {
    let cancel = CANCEL.get_or_init(|| {
        let cancel = Arc::new(AtomicBool::new(false));
        let flag = cancel.clone();
        // Without a handler the system's own way stays, which ends the program.
        let _ = ctrlc::set_handler(move || {
            let again = flag.swap(true, Ordering::Relaxed);
            if again || BUSY.load(Ordering::Relaxed) == 0 {
                std::process::exit(130);
            }
        });
        cancel
    });
    cancel.clone()
}

/// Whether Ctrl-C was pressed since [`cancel_flag`] began to listen.
pub(super) fn is_interrupted() -> bool {
    CANCEL.get().is_some_and(|cancel| cancel.load(Ordering::Relaxed))
}

/// Does work that ends by itself where Ctrl-C sets the flag.
pub(super) fn busy<T>(work: impl FnOnce() -> T) -> T {
    BUSY.fetch_add(1, Ordering::Relaxed);
    let result = work();
    BUSY.fetch_sub(1, Ordering::Relaxed);
    result
}

//! Ctrl-C where no person sits at a terminal: breaks off the rule that runs; where none does, leaves.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// How many commands are carried out, each on a thread of its own.
static BUSY: Mutex<usize> = Mutex::new(0);
/// Whether there are none.
static IDLE: AtomicBool = AtomicBool::new(true);
/// Breaks off whatever runs.
static CANCEL: OnceLock<Arc<AtomicBool>> = OnceLock::new();

/// The flag that Ctrl-C sets; the first call begins to listen. Ctrl-C leaves at once where no command runs, and the
/// second one in any case. What else is told to end (SIGTERM, SIGHUP) is broken off in the same way, however often it is told.
pub(super) fn cancel_flag() -> Arc<AtomicBool> {
    let cancel = CANCEL.get_or_init(|| {
        let cancel = Arc::new(AtomicBool::new(false));
        listen(&cancel);
        cancel
    });
    cancel.clone()
}

/// Leaves or sets the flag in the handler itself: to wait for signals in a thread costs a short run more than its question.
#[cfg(unix)]
fn listen(cancel: &Arc<AtomicBool>) {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::flag;

    for signal in [SIGINT, SIGTERM, SIGHUP] {
        if signal == SIGHUP && outlives_its_terminal() {
            continue;
        }
        // In this order, so that the first one does not end what it is to break off. Without a handler the system's own way
        // stays, which ends the program.
        let _ = flag::register_conditional_shutdown(signal, 130, &IDLE)
            .and_then(|id| match signal {
                // A person who presses it again does not want to wait; programs such as `timeout` send theirs twice.
                SIGINT => flag::register_conditional_shutdown(signal, 130, cancel.clone()),
                _ => Ok(id),
            })
            .and_then(|_| flag::register(signal, cancel.clone()));
    }
}

/// A file that may not grow any more is an error like a full disk, and not the end of the program.
pub(super) fn outlive_full_files() {
    #[cfg(unix)]
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
}

/// Whether the program was started by `nohup` or the like, to go on when its terminal is closed. Only Linux tells.
#[cfg(unix)]
fn outlives_its_terminal() -> bool {
    let Ok(status) = std::fs::read_to_string("/proc/self/status") else { return false };
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    ignored.is_some_and(|mask| mask & 1 << (signal_hook::consts::SIGHUP - 1) != 0)
}

#[cfg(not(unix))]
fn listen(cancel: &Arc<AtomicBool>) {
    let flag = cancel.clone();
    // Without a handler the system's own way stays, which ends the program.
    let _ = ctrlc::set_handler(move || {
        let again = flag.swap(true, Ordering::Relaxed);
        if again || IDLE.load(Ordering::Relaxed) {
            std::process::exit(130);
        }
    });
}

/// Whether Ctrl-C was pressed since [`cancel_flag`] began to listen.
pub(super) fn is_interrupted() -> bool {
    CANCEL.get().is_some_and(|cancel| cancel.load(Ordering::Relaxed))
}

/// Does work that ends by itself where Ctrl-C sets the flag.
pub(super) fn busy<T>(work: impl FnOnce() -> T) -> T {
    count(|busy| busy + 1);
    let result = work();
    count(|busy| busy - 1);
    result
}

fn count(change: impl FnOnce(usize) -> usize) {
    let mut busy = BUSY.lock().unwrap_or_else(PoisonError::into_inner);
    *busy = change(*busy);
    IDLE.store(*busy == 0, Ordering::SeqCst);
}

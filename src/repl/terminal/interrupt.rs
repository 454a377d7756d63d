//! Ctrl-C while a command runs, and at prompts where the terminal edits the line itself.
//!
//! While the line editor reads, the terminal is raw and Ctrl-C is a key like any other; the editor gives the
//! terminal back before a command runs, and then Ctrl-C is a signal, which breaks the command off. On a terminal
//! that the editor cannot use (`TERM=dumb`) it is a signal at the prompt as well.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::scene::say;

/// What an interruption at an empty prompt is answered with.
pub(super) const HOW_TO_LEAVE: &str = "Ctrl-D or `quit` leaves";

/// Two interruptions within this time leave.
pub(super) const TWICE: Duration = Duration::from_secs(1);

/// What the signal does. A signal knows no one, so this is the program's.
struct Watch {
    cancel: Option<Arc<AtomicBool>>,
    /// The prompt at which a line is waited for.
    prompt: Option<String>,
    last: Option<Instant>,
}

static WATCH: Mutex<Watch> = Mutex::new(Watch { cancel: None, prompt: None, last: None });

fn watch() -> MutexGuard<'static, Watch> {
    WATCH.lock().unwrap_or_else(PoisonError::into_inner)
}

/// From now on Ctrl-C sets the flag, also where the program was started with the signal ignored, as a script starts its jobs:
/// here a person sits at the keyboard, who is told that Ctrl-C breaks off.
pub(super) fn begin(cancel: &Arc<AtomicBool>) {
    watch().cancel = Some(cancel.clone());
    let _ = ctrlc::set_handler(pressed);
}

/// Whether Ctrl-C was pressed since the flag was last taken back.
pub(super) fn was_pressed() -> bool {
    watch().cancel.as_ref().is_some_and(|c| c.load(Ordering::Relaxed))
}

/// A line is waited for until this is dropped.
pub(super) struct Waiting(());

/// Tells that a line is waited for.
pub(super) fn waiting(prompt: &str) -> Waiting {
    watch().prompt = Some(prompt.to_owned());
    Waiting(())
}

impl Drop for Waiting {
    fn drop(&mut self) {
        watch().prompt = None;
    }
}

/// Runs in a thread of its own.
fn pressed() {
    let mut watch = watch();
    if let Some(cancel) = &watch.cancel {
        cancel.store(true, Ordering::Relaxed);
    }
    let Some(prompt) = watch.prompt.clone() else { return };
    if prompt == super::keyboard::ASKING {
        say(&format!("\nEnter gives the command up\n{prompt}"));
        return;
    }
    if watch.last.is_some_and(|last| last.elapsed() < TWICE) {
        say("\n");
        // The journal is durable after every command, and no command runs now.
        std::process::exit(0);
    }
    watch.last = Some(Instant::now());
    say(&format!("\n{HOW_TO_LEAVE}\n{prompt}"));
}

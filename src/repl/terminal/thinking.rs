//! A line that says that a player of the program thinks, for as long as it does.

use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use super::scene::say;
use crate::report::{Style, clip};

/// Who thinks for less says nothing.
const PATIENCE: Duration = Duration::from_millis(400);
/// How often it is told for how long it has been.
const TICK: Duration = Duration::from_secs(1);
/// Back to the beginning of the line, and the line away.
const ERASE: &str = "\r\x1b[2K";

/// The line, until this is dropped.
pub(in crate::repl) struct Thinking {
    /// Closed where it is over.
    over: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

/// Says that somebody thinks, once that has taken a moment. Nothing where the terminal cannot take a line away again, or where
/// it is read out.
pub(in crate::repl) fn thinking(who: &str, style: &Style) -> Option<Thinking> {
    let is_dumb = std::env::var_os("TERM").is_none_or(|term| term == "dumb" || term.is_empty());
    if is_dumb || style.plain {
        return None;
    }
    let (who, style) = (Arc::<str>::from(style.clean(who)), *style);
    let (over, ended) = channel::<()>();
    let show = move || {
        let (began, mut wait, mut is_shown) = (Instant::now(), PATIENCE, false);
        while ended.recv_timeout(wait) == Err(RecvTimeoutError::Timeout) {
            let seconds = began.elapsed().as_secs();
            let since = if seconds > 0 { format!(" {seconds} s") } else { String::new() };
            let more = if style.ascii { "..." } else { "…" };
            let told = format!("{who} thinks{more}{since} (Ctrl-C breaks off)");
            let told = clip(&told, style.width.clamp(20, 200) - 1, more);
            say(&format!("{ERASE}{}", style.paint(style.faint(), &told)));
            (wait, is_shown) = (TICK, true);
        }
        if is_shown {
            say(ERASE);
        }
    };
    // Without a thread nobody is told, and the game goes on.
    let thread = std::thread::Builder::new().name("thinking".to_owned()).spawn(show).ok()?;
    Some(Thinking { over: Some(over), thread: Some(thread) })
}

impl Drop for Thinking {
    fn drop(&mut self) {
        drop(self.over.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

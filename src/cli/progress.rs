//! How far a long computation has come, told on the standard error: a bar at a terminal, a line now and then elsewhere.

use std::io::{IsTerminal, Write, stderr};
use std::time::{Duration, Instant};

/// What takes less shows nothing.
const PATIENCE: Duration = Duration::from_millis(500);
/// How often the bar is drawn anew.
const FRAME: Duration = Duration::from_millis(200);
/// How often a line is written where there is no terminal.
const PAUSE: Duration = Duration::from_secs(10);
/// The bar, in columns.
const BAR: u64 = 24;

/// The progress of something with a known end.
pub(super) struct Progress {
    what: &'static str,
    total: u64,
    terminal: bool,
    began: Instant,
    last: Option<Instant>,
}

impl Progress {
    /// Begins at nothing of `total`.
    pub(super) fn new(what: &'static str, total: u64) -> Progress {
        // A dumb terminal cannot go back to the beginning of a line.
        let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        let terminal = stderr().is_terminal() && !dumb;
        Progress { what, total, terminal, began: Instant::now(), last: None }
    }

    /// Expects another end.
    pub(super) fn expect(&mut self, total: u64) {
        self.total = total;
    }

    /// Tells how much is done, where it is time to.
    pub(super) fn tell(&mut self, done: u64) {
        let (first, pause) = if self.terminal { (PATIENCE, FRAME) } else { (PAUSE, PAUSE) };
        let since = self.last.map_or(self.began, |last| last);
        let wait = if self.last.is_none() { first } else { pause };
        if since.elapsed() < wait {
            return;
        }
        self.last = Some(Instant::now());
        let line = status(self.what, done, self.total, self.began.elapsed());
        let text = match self.terminal {
            true => format!("\r\u{1b}[2K{} {line}; Ctrl-C keeps what is done", bar(done, self.total)),
            false => format!("{line}\n"),
        };
        let mut stderr = stderr().lock();
        let _ = stderr.write_all(text.as_bytes()).and_then(|()| stderr.flush());
    }

    /// Takes the bar away.
    pub(super) fn end(&mut self) {
        if self.terminal && self.last.take().is_some() {
            let _ = stderr().lock().write_all(b"\r\x1b[2K");
        }
    }
}

fn bar(done: u64, total: u64) -> String {
    let full = (u128::from(done.min(total)) * u128::from(BAR) / u128::from(total.max(1))) as usize;
    format!("[{}{}]", "#".repeat(full), ".".repeat(BAR as usize - full))
}

/// `1200 of 5000 games, 24 %, 40 s left`.
fn status(what: &str, done: u64, total: u64, taken: Duration) -> String {
    let percent = u128::from(done) * 100 / u128::from(total.max(1));
    let left = match done {
        0 => "time left not known yet".to_owned(),
        _ => {
            let left = total.saturating_sub(done);
            format!("{} left", in_words(taken.as_secs_f64() * left as f64 / done as f64))
        }
    };
    format!("{done} of {total} {what}, {percent} %, {left}")
}

fn in_words(seconds: f64) -> String {
    let seconds = seconds.ceil() as u64;
    match seconds {
        0..=119 => format!("{seconds} s"),
        120..=7199 => format!("{} min", seconds.div_ceil(60)),
        _ => format!("{} h {} min", seconds / 3600, seconds % 3600 / 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_left_follows_from_what_was_taken() {
        let taken = Duration::from_secs(10);
        assert_eq!(status("games", 0, 50, taken), "0 of 50 games, 0 %, time left not known yet");
        assert_eq!(status("games", 20, 50, taken), "20 of 50 games, 40 %, 15 s left");
        assert_eq!(status("games", 1, 1000, taken), "1 of 1000 games, 0 %, 2 h 46 min left");
        assert_eq!(bar(25, 50), "[############............]");
        assert_eq!(bar(3, 0), "[........................]");
    }
}

//! How far a long computation has come, told on the standard error: a bar at a terminal, a line now and then elsewhere.

use std::io::{IsTerminal, Write, stderr};
use std::time::{Duration, Instant};

/// What takes less shows nothing.
const PATIENCE: Duration = Duration::from_millis(500);
/// How often the bar is drawn anew.
const FRAME: Duration = Duration::from_millis(200);
/// How often a line is written where there is no terminal.
const PAUSE: Duration = Duration::from_secs(10);
/// The bar between its ends, in columns, where there is room, and where there is hardly any.
const BARS: [usize; 2] = [24, 8];
/// The columns of a terminal that does not tell.
const COLUMNS: usize = 80;

/// The progress of something with a known end.
pub(super) struct Progress {
    what: &'static str,
    /// What Ctrl-C does, as in `Ctrl-C keeps what is done`.
    on_break: &'static str,
    total: u64,
    terminal: bool,
    began: Instant,
    last: Option<Instant>,
}

impl Progress {
    /// Begins at nothing of `total`. `on_break` tells what Ctrl-C does: `keeps what is done`.
    pub(super) fn new(what: &'static str, total: u64, on_break: &'static str) -> Progress {
        // A dumb terminal cannot go back to the beginning of a line.
        let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        let terminal = stderr().is_terminal() && !dumb;
        Progress { what, on_break, total, terminal, began: Instant::now(), last: None }
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
            true => format!("\r\u{1b}[2K{}", drawn((done, self.total), &line, self.on_break, columns())),
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

/// The columns of the terminal, which may change on the way.
fn columns() -> usize {
    terminal_size::terminal_size_of(stderr()).map_or(COLUMNS, |(width, _)| usize::from(width.0))
}

/// The bar with what is told beside it, shorter than the line of the terminal: what fills one goes on in the next, and nothing
/// takes it away again there. Where there is not enough room the bar gets shorter, then Ctrl-C is not told, then there is no bar.
fn drawn(of: (u64, u64), line: &str, on_break: &str, columns: usize) -> String {
    let room = columns.saturating_sub(1);
    let [longest, shortest] = BARS;
    for told in [format!("{line}; Ctrl-C {on_break}"), line.to_owned()] {
        // The ends of the bar, and a space.
        if let Some(length) = room.checked_sub(told.chars().count() + 3).filter(|length| *length >= shortest)
        {
            return format!("{} {told}", bar(of, length.min(longest)));
        }
    }
    line.chars().take(room).collect()
}

fn bar((done, total): (u64, u64), length: usize) -> String {
    let full = (u128::from(done.min(total)) * length as u128 / u128::from(total.max(1))) as usize;
    format!("[{}{}]", "#".repeat(full), ".".repeat(length - full))
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
    }

    #[test]
    fn the_bar_is_shorter_than_the_line_of_the_terminal() {
        let line = "1200 of 5000 games, 24 %, 40 s left";
        let drawn = |columns| drawn((1200, 5000), line, "keeps what is done", columns);
        let bar_of = |length| bar((1200, 5000), length);
        assert_eq!(bar_of(14), "[###...........]");
        assert_eq!(drawn(200), format!("{} {line}; Ctrl-C keeps what is done", bar_of(24)));
        assert_eq!(drawn(80), format!("{} {line}; Ctrl-C keeps what is done", bar_of(14)));
        assert_eq!(drawn(60), format!("{} {line}", bar_of(21)));
        assert_eq!(drawn(40), line);
        for columns in 1..120 {
            assert!(drawn(columns).chars().count() < columns, "{columns}");
        }
        assert_eq!(bar((3, 0), 8), "[........]");
    }
}

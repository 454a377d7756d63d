//! How far it is: a bar at a terminal, else a line now and then. On the standard error only.

use std::io::{IsTerminal, Write, stderr};
use std::time::{Duration, Instant};

use super::super::look::Look;
use crate::play::simulate::Progress;

/// What is done sooner needs no bar.
const AT_ONCE: Duration = Duration::from_millis(500);
const BAR: Duration = Duration::from_millis(100);
const LINE: Duration = Duration::from_secs(10);

/// Shows how far it is.
pub(super) struct Bar {
    began: Instant,
    shown: Option<Instant>,
    terminal: bool,
    plain: bool,
}

impl Bar {
    pub(super) fn new(look: &Look) -> Bar {
        Bar { began: Instant::now(), shown: None, terminal: stderr().is_terminal(), plain: look.style.plain }
    }

    pub(super) fn show(&mut self, progress: Progress) {
        let bar = self.terminal && !self.plain;
        let (first, again) = if bar { (AT_ONCE, BAR) } else { (LINE, LINE) };
        let due = match self.shown {
            None => self.began.elapsed() >= first,
            Some(shown) => shown.elapsed() >= again,
        };
        if !due {
            return;
        }
        self.shown = Some(Instant::now());
        let Progress { done, of } = progress;
        let left = match done {
            0 => String::new(),
            _ => {
                let seconds = self.began.elapsed().as_secs_f64() * (of - done.min(of)) as f64 / done as f64;
                format!(", {} to go", span(seconds))
            }
        };
        let text = format!("{done} of {of} games{left}");
        // Where nothing can be shown, nothing is.
        let _ = if bar {
            const WIDE: u64 = 24;
            let full = (done * WIDE / of.max(1)).min(WIDE) as usize;
            let (full, rest) = ("#".repeat(full), ".".repeat(WIDE as usize - full));
            write!(stderr(), "\r\x1b[K[{full}{rest}] {text}; Ctrl-C keeps what is done")
        } else {
            writeln!(stderr(), "{text}")
        };
    }

    /// Takes the bar away.
    pub(super) fn clear(&self) {
        if self.shown.is_some() && self.terminal && !self.plain {
            let _ = write!(stderr(), "\r\x1b[K");
        }
    }
}

fn span(seconds: f64) -> String {
    match seconds {
        s if s < 90.0 => format!("{s:.0} s"),
        s if s < 5400.0 => format!("{:.0} min", s / 60.0),
        s => format!("{:.1} h", s / 3600.0),
    }
}

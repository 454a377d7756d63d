//! The loop: a line, its answer, the next line.

use std::cell::RefCell;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use super::asker::TerminalAsker;
use super::interrupt;
use super::keyboard::Typed;
use super::scene::{farewell, prompt, say, welcome};
use crate::repl::{Block, Console, Status, Told};
use crate::report::to_ascii;

/// The prompt behind an open bracket or quote.
const GOES_ON: &str = "... ";

/// How a game is played at a terminal.
#[derive(Debug, Clone)]
pub struct TerminalOptions {
    /// Who asks for dice and decisions; the same that the session was opened with.
    pub asker: TerminalAsker,
    /// Where typed lines are kept; none to keep them only while the program runs.
    pub history: Option<PathBuf>,
    /// The flag that breaks a running command off; the same that the session was opened with.
    pub cancel: Arc<AtomicBool>,
}

/// Plays at the terminal until the players leave. Standard input and output must be terminals.
pub fn play(mut console: Console, options: TerminalOptions) -> Status {
    interrupt::begin(&options.cancel);
    console.is_watched = true;
    let console = Rc::new(RefCell::new(console));
    let mut table = Table { console, options, open: String::new(), last_interruption: None };
    table.begin();
    table.play();
    table.options.asker.keyboard.borrow_mut().end();
    Status::Leave
}

/// A game with the keyboard that plays it.
struct Table {
    console: Rc<RefCell<Console>>,
    options: TerminalOptions,
    /// Lines of a bracket or quote that is still open.
    open: String,
    last_interruption: Option<Instant>,
}

impl Table {
    fn begin(&mut self) {
        let mut keyboard = self.options.asker.keyboard.borrow_mut();
        keyboard.begin(self.console.clone(), self.options.history.as_deref());
        drop(keyboard);
        self.fit_width();
        say(&welcome(&self.console.borrow()));
        self.bots_play();
    }

    fn play(&mut self) {
        loop {
            self.fit_width();
            let now = self.prompt();
            let typed = match self.open.is_empty() {
                true => self.options.asker.keyboard.borrow_mut().line(&now, ""),
                false => {
                    let prompt = (GOES_ON.to_owned(), GOES_ON.to_owned());
                    self.options.asker.keyboard.borrow_mut().line(&prompt, &self.open)
                }
            };
            // The terminal may have become wider or narrower since the prompt.
            self.fit_width();
            let leaves = match typed {
                Typed::Line(text) => self.take(&text),
                Typed::Cleared => {
                    self.open.clear();
                    self.last_interruption = None;
                    false
                }
                Typed::Interrupted => self.interrupted(),
                Typed::End => true,
            };
            if leaves {
                let console = self.console.borrow();
                return say(&farewell(&console.session, &console.front.style));
            }
        }
    }

    /// Ctrl-C where nothing was typed. True where it leaves.
    fn interrupted(&mut self) -> bool {
        if !self.open.is_empty() {
            self.open.clear();
            return false;
        }
        if self.last_interruption.is_some_and(|last| last.elapsed() < interrupt::TWICE) {
            return true;
        }
        self.last_interruption = Some(Instant::now());
        say(&format!("{}\n", interrupt::HOW_TO_LEAVE));
        false
    }

    /// Takes what was typed, which may be several commands or a part of one. True where one of them leaves.
    fn take(&mut self, text: &str) -> bool {
        self.last_interruption = None;
        let whole = match self.open.is_empty() {
            true => text.to_owned(),
            false => std::mem::take(&mut self.open) + text,
        };
        let block = Block::of(&whole);
        self.open = block.open.map(|open| open + "\n").unwrap_or_default();
        let several = block.commands.len() + usize::from(!self.open.is_empty()) > 1;
        let mut keyboard = self.options.asker.keyboard.borrow_mut();
        keyboard.pending = block.commands.into();
        drop(keyboard);
        loop {
            let command = self.options.asker.keyboard.borrow_mut().pending.pop_front();
            let Some(command) = command else { return false };
            // Completion leaves a blank behind the last word.
            let command = command.trim_end();
            if several {
                say(&format!("{}{command}\n", self.prompt().1));
            }
            self.options.asker.keyboard.borrow_mut().remember(command);
            match self.run(command) {
                Status::Leave => return true,
                Status::Fine => {}
                _ => self.give_up_the_rest(),
            }
        }
    }

    fn run(&mut self, command: &str) -> Status {
        self.watched(|console, show| console.line_with(command, show))
    }

    /// Lets the program play where it is its turn before anything is typed.
    fn bots_play(&mut self) {
        self.watched(|console, show| console.bots_play(show));
    }

    /// Shows what comes as it comes, with Ctrl-C listened for. How it came out.
    fn watched(&mut self, work: impl FnOnce(&mut Console, &mut dyn FnMut(Told))) -> Status {
        let cancel = self.options.cancel.clone();
        cancel.store(false, Ordering::Relaxed);
        let mut console = self.console.borrow_mut();
        let ascii = console.front.style.ascii;
        let (mut status, mut seen) = (Status::Fine, false);
        let mut show = |told: Told| {
            // The terminal has shown `^C` in a line of its own making. The flag stays set: the program shall not play on.
            let pressed = cancel.load(Ordering::Relaxed) && !std::mem::replace(&mut seen, true);
            let lead = if pressed { "\n" } else { "" };
            let shown = |text: &str| if ascii { to_ascii(text).into_owned() } else { text.to_owned() };
            say(&format!("{lead}{}", shown(&told.out)));
            eprint(&shown(&told.err));
            if told.status != Status::Fine {
                status = told.status;
            }
        };
        work(&mut console, &mut show);
        drop(console);
        if cancel.swap(false, Ordering::Relaxed) {
            self.options.asker.keyboard.borrow_mut().forget_typed_ahead();
        }
        status
    }

    /// What was pasted behind a line that went wrong is not run: it was meant for another state.
    fn give_up_the_rest(&mut self) {
        let mut keyboard = self.options.asker.keyboard.borrow_mut();
        let left = std::mem::take(&mut keyboard.pending).len() + usize::from(!self.open.is_empty());
        self.open.clear();
        match left {
            0 => {}
            1 => say("the line behind it was not run\n"),
            n => say(&format!("the {n} lines behind it were not run\n")),
        }
    }

    fn prompt(&self) -> (String, String) {
        let console = self.console.borrow();
        prompt(&console.session, &console.front.style)
    }

    /// Follows the width of the window.
    fn fit_width(&mut self) {
        let mut keyboard = self.options.asker.keyboard.borrow_mut();
        let Some(columns) = keyboard.columns() else { return };
        let mut console = self.console.borrow_mut();
        if console.front.style.width != columns {
            console.front.style.width = columns;
            keyboard.set_style(console.front.style);
        }
    }
}

/// Mistakes go where mistakes go, after what was shown before them.
fn eprint(text: &str) {
    use std::io::Write;
    let _ = std::io::stderr().lock().write_all(text.as_bytes());
}

//! The line editor: lines of the game and answers to questions come from one keyboard.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rustyline::config::{ColorMode, Configurer};
use rustyline::error::ReadlineError;
use rustyline::history::FileHistory;
use rustyline::{
    Cmd, CompletionType, ConditionalEventHandler, Config, Editor, Event, EventContext, EventHandler,
    KeyEvent, RepeatCount,
};

use super::editor::Prompter;
use super::hidden::{Hidden, NoEcho, without_echo};
use super::interrupt;
use crate::repl::Console;
use crate::report::{Style, shown_width};

/// The prompt of a question.
pub(super) const ASKING: &str = "> ";

/// Has a terminal erase what is behind the cursor.
const ERASE_BEHIND: &str = "\x1b[J";

/// So many lines are kept.
const HISTORY: usize = 2000;

/// What came from the keyboard.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Typed {
    /// A line, or several that were pasted.
    Line(String),
    /// Ctrl-C where something was typed, which is gone now.
    Cleared,
    /// Ctrl-C where nothing was typed.
    Interrupted,
    /// Ctrl-D, or the terminal is gone.
    End,
}

/// The editor with its history.
pub(super) struct Keyboard {
    editor: Editor<Prompter, FileHistory>,
    /// The history of answers to questions, which stays empty; the other one stands aside meanwhile.
    no_history: FileHistory,
    history: Option<PathBuf>,
    /// Whether something was typed when Ctrl-C was pressed.
    had_text: Arc<AtomicBool>,
    /// Lines that were pasted together and are still to be taken.
    pub(super) pending: VecDeque<String>,
    /// From the first hidden answer of a command to the next line that may be seen: what is typed ahead is not shown either.
    unseen: Option<NoEcho>,
}

/// Remembers whether Ctrl-C found a line, which the editor does not tell, and takes away what was proposed behind it.
struct Interruption(Arc<AtomicBool>);

impl ConditionalEventHandler for Interruption {
    fn handle(&self, _: &Event, _: RepeatCount, _: bool, context: &EventContext<'_>) -> Option<Cmd> {
        self.0.store(!context.line().is_empty(), Ordering::Relaxed);
        // What is proposed stands behind the cursor, and would stay there as if it had been typed.
        if context.has_hint() {
            let mut screen = io::stdout();
            let _ = screen.write_all(ERASE_BEHIND.as_bytes()).and_then(|()| screen.flush());
        }
        Some(Cmd::Interrupt)
    }
}

/// How lines are edited.
fn config() -> rustyline::Result<Config> {
    Ok(Config::builder()
        .max_history_size(HISTORY)?
        .history_ignore_dups(true)?
        .history_ignore_space(true)
        .completion_type(CompletionType::List)
        .completion_show_all_if_ambiguous(true)
        .bracketed_paste(true)
        .build())
}

/// An editor with a history, which tells whether Ctrl-C found a line.
fn editor(
    history: FileHistory,
    had_text: &Arc<AtomicBool>,
) -> rustyline::Result<Editor<Prompter, FileHistory>> {
    let mut editor = Editor::with_history(config()?, history)?;
    let handler = EventHandler::Conditional(Box::new(Interruption(had_text.clone())));
    editor.bind_sequence(KeyEvent::ctrl('C'), handler);
    Ok(editor)
}

impl Keyboard {
    pub(super) fn new(style: Style) -> rustyline::Result<Keyboard> {
        let had_text = Arc::new(AtomicBool::new(false));
        let mut editor = editor(FileHistory::with_config(&config()?), &had_text)?;
        editor.set_helper(Some(Prompter {
            console: None,
            style,
            asking: false,
            before: String::new(),
            prompt_width: 0,
        }));
        let mut keyboard = Keyboard {
            editor,
            no_history: FileHistory::new(),
            history: None,
            had_text,
            pending: VecDeque::new(),
            unseen: None,
        };
        keyboard.set_style(style);
        Ok(keyboard)
    }

    /// Takes up the game that lines are completed for, and the history.
    pub(super) fn begin(&mut self, console: Rc<RefCell<Console>>, history: Option<&Path>) {
        let style = console.borrow().front.style;
        self.set_style(style);
        if let Some(helper) = self.editor.helper_mut() {
            helper.console = Some(console);
        }
        self.history = history.map(Path::to_owned);
        if let Some(path) = history {
            if let Some(folder) = path.parent() {
                let _ = std::fs::create_dir_all(folder);
            }
            // A history that is not there yet, or cannot be read, is an empty one.
            let _ = self.editor.load_history(path);
        }
    }

    /// Lets go of the game.
    pub(super) fn end(&mut self) {
        self.unseen = None;
        if let Some(helper) = self.editor.helper_mut() {
            helper.console = None;
        }
    }

    pub(super) fn set_style(&mut self, style: Style) {
        // Whether there is colour is decided once, for the whole program.
        self.editor.set_color_mode(if style.colour { ColorMode::Forced } else { ColorMode::Disabled });
        if let Some(helper) = self.editor.helper_mut() {
            helper.style = style;
        }
    }

    pub(super) fn style(&self) -> Style {
        self.editor.helper().map_or_else(Style::default, |h| h.style)
    }

    /// How wide the terminal is now.
    pub(super) fn columns(&mut self) -> Option<usize> {
        self.editor.dimensions().map(|(columns, _)| usize::from(columns)).filter(|c| *c >= 20)
    }

    /// Reads a line of the game. `before` are the lines of a bracket that is still open.
    pub(super) fn line(&mut self, prompt: &(String, String), before: &str) -> Typed {
        self.unseen = None;
        if let Some(helper) = self.editor.helper_mut() {
            before.clone_into(&mut helper.before);
            helper.prompt_width = shown_width(&prompt.0);
        }
        self.read(prompt)
    }

    /// Reads an answer to a question: no completion, and nothing of it goes into the history.
    pub(super) fn answer(&mut self) -> Typed {
        self.unseen = None;
        self.read_answer()
    }

    fn read_answer(&mut self) -> Typed {
        if let Some(helper) = self.editor.helper_mut() {
            helper.asking = true;
        }
        std::mem::swap(self.editor.history_mut(), &mut self.no_history);
        let typed = self.read(&(ASKING.to_owned(), ASKING.to_owned()));
        std::mem::swap(self.editor.history_mut(), &mut self.no_history);
        if let Some(helper) = self.editor.helper_mut() {
            helper.asking = false;
        }
        typed
    }

    /// Reads an answer of which nothing is shown, not even how long it is. Nothing of it goes into the history.
    pub(super) fn hidden_answer(&mut self) -> Typed {
        // Where the terminal edits the line itself, it is the terminal that must not show it.
        self.unseen.get_or_insert_with(without_echo);
        let hidden = Hidden::default();
        let handler = EventHandler::Conditional(Box::new(hidden.clone()));
        self.editor.bind_sequence(Event::Any, handler);
        let typed = self.read_answer();
        self.editor.unbind_sequence(Event::Any);
        match typed {
            Typed::Line(line) => Typed::Line(hidden.take() + &line),
            other => other,
        }
    }

    fn read(&mut self, prompt: &(String, String)) -> Typed {
        self.had_text.store(false, Ordering::Relaxed);
        let _waiting = interrupt::waiting(&prompt.0);
        match self.editor.readline(prompt) {
            Ok(line) => Typed::Line(line),
            Err(ReadlineError::Interrupted) if self.had_text.load(Ordering::Relaxed) => Typed::Cleared,
            Err(ReadlineError::Interrupted) => Typed::Interrupted,
            Err(_) => Typed::End,
        }
    }

    /// Forgets what was typed behind the last line, as a terminal does when Ctrl-C is pressed. What the terminal still has
    /// it forgets by itself; what the editor has read already goes with the editor.
    pub(super) fn forget_typed_ahead(&mut self) {
        // Without a terminal the next line ends the game anyway.
        let Ok(mut fresh) = editor(FileHistory::new(), &self.had_text) else { return };
        std::mem::swap(fresh.history_mut(), self.editor.history_mut());
        let helper = self.editor.helper_mut().map(|helper| Prompter {
            console: helper.console.take(),
            before: std::mem::take(&mut helper.before),
            ..*helper
        });
        fresh.set_helper(helper);
        self.editor = fresh;
        self.set_style(self.style());
    }

    /// Keeps a command, in memory and in the file, at once: the program may be killed at any moment.
    pub(super) fn remember(&mut self, command: &str) {
        let is_new = self.editor.add_history_entry(command).unwrap_or(false);
        if let Some(path) = self.history.as_ref().filter(|_| is_new) {
            // A history that cannot be written is no reason to stop the game.
            let _ = self.editor.append_history(path);
        }
    }
}

//! Typing of which nothing is shown: the keys never reach the line of the editor, and no key is ever echoed.

use std::sync::{Arc, Mutex, PoisonError};

use rustyline::{
    Cmd, ConditionalEventHandler, Event, EventContext, KeyCode, KeyEvent, Modifiers, RepeatCount,
};

/// What was typed, out of sight. Bound to every key that has no binding of its own.
#[derive(Debug, Clone, Default)]
pub(super) struct Hidden(Arc<Mutex<String>>);

impl Hidden {
    /// What was typed; nothing is left behind.
    pub(super) fn take(&self) -> String {
        std::mem::take(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl ConditionalEventHandler for Hidden {
    fn handle(&self, event: &Event, _: RepeatCount, _: bool, _: &EventContext<'_>) -> Option<Cmd> {
        let key = event.get(0)?;
        let mut typed = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match key {
            KeyEvent(KeyCode::Enter, _) => return Some(Cmd::AcceptLine),
            KeyEvent(KeyCode::Char('J' | 'M'), Modifiers::CTRL) => return Some(Cmd::AcceptLine),
            KeyEvent(KeyCode::Char('D'), Modifiers::CTRL) if typed.is_empty() => {
                return Some(Cmd::EndOfFile);
            }
            KeyEvent(KeyCode::Backspace, _) | KeyEvent(KeyCode::Char('H'), Modifiers::CTRL) => {
                typed.pop();
            }
            KeyEvent(KeyCode::Char('U'), Modifiers::CTRL) => typed.clear(),
            KeyEvent(KeyCode::Char(c), modifiers)
                if modifiers.difference(Modifiers::SHIFT).is_empty() && !c.is_control() =>
            {
                typed.push(*c);
            }
            _ => {}
        }
        Some(Cmd::Noop)
    }
}

/// The terminal shows nothing that is typed until this is dropped.
pub(super) struct NoEcho {
    #[cfg(unix)]
    before: Option<rustix::termios::Termios>,
}

/// Tells the terminal to show nothing. Where the editor takes the keys itself, that makes no difference.
pub(super) fn without_echo() -> NoEcho {
    #[cfg(unix)]
    {
        use rustix::termios::{LocalModes, OptionalActions, tcgetattr, tcsetattr};
        let stdin = std::io::stdin();
        let before = tcgetattr(&stdin).ok();
        if let Some(before) = &before {
            let mut hidden = before.clone();
            hidden.local_modes.remove(LocalModes::ECHO);
            hidden.local_modes.insert(LocalModes::ECHONL);
            let _ = tcsetattr(&stdin, OptionalActions::Now, &hidden);
        }
        NoEcho { before }
    }
    #[cfg(not(unix))]
    NoEcho {}
}

impl Drop for NoEcho {
    fn drop(&mut self) {
        #[cfg(unix)]
        if let Some(before) = &self.before {
            use rustix::termios::{OptionalActions, tcsetattr};
            let _ = tcsetattr(std::io::stdin(), OptionalActions::Now, before);
        }
    }
}

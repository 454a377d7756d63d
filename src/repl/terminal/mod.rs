//! A person at a terminal: the line editor with its completion, the dice that are typed in, Ctrl-C, the first
//! screen. The only user of the line editor's crate; what a line means is the console's to say.

mod complete;

mod editor;
mod hidden;
mod keyboard;

mod asker;
mod interrupt;
mod scene;
mod thinking;

mod play;

pub use asker::TerminalAsker;
pub use play::{TerminalOptions, play};
pub(super) use thinking::{Thinking, thinking};

//! Random legal play that looks for what breaks: mistakes in rules, dead ends, games that come to no end in as many
//! commands as a simulation allows, undo that forgets,
//! journals that play otherwise, and a fast way that comes to another state than the table's.

mod game;
mod script;

pub use game::{Field, Finding, Played, play};

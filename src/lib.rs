//! An interpreter for tabletop wargame rules.
//!
//! The kernel gives space, dice, units and time, and knows no game. Every game is a *pack*: Rhai scripts for
//! rules and a text format for units, terrain and scenarios. Packs stack in a fixed order of precedence, so a
//! house rule is a short text file. `docs/ARCHITECTURE.md` has the map of the code and its invariants.

pub mod cli;
pub mod data;
pub mod diagnostic;
pub mod kernel;
pub mod odds;
pub mod pack;
pub mod play;
pub mod repl;
pub mod report;
pub mod rules;
pub mod session;

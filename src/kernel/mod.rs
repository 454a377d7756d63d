//! Space, dice, units, time and the journal. The kernel knows no game.
//!
//! Pure: no script engine, no parser, no files, no clock. Whatever a rule cannot know by itself (a roll, a
//! player's decision) comes through one door.

pub mod catalogue;
pub mod dice;
pub mod door;
pub mod hex;
pub mod hull;
pub mod journal;
pub mod layer;
pub mod order;
pub mod plane;
pub mod secret;
pub mod state;
pub mod value;
pub mod writes;

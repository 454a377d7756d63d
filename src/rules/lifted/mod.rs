//! Rules run with random numbers instead of thrown ones: exact odds of a rule from far fewer runs than it has outcomes.
//!
//! A roll answers a [`Chance`]: all its results with their weights. Arithmetic goes on with all of them at once; a comparison
//! parts them in two, and only where both can be the rule is run once for each part, which is what makes the odds
//! exact. Where a script needs the number itself (a text, an index, a loop), the number is settled there, one run
//! for each value that it can have. Packs need not know of it: their rules are the very ones that are played. What cannot
//! go on with all results at once (a function that takes numbers only) is found out by the error that it makes, and
//! the dice that led to it are then settled when they are thrown.

mod again;
mod arena;
mod called;
mod choosing;
mod engine;
mod limit;
mod operators;
mod ready;
mod rewritten;
mod sorted;
mod standins;
mod unneeded;

pub(in crate::rules) use arena::Chance;
pub use arena::{Leaf, Measured, Slot, Spread, Turn};
pub use choosing::Choosing;
pub use engine::{Expression, Halted, Lifted, Running, Spreads, Stuck};
pub use limit::{Account, Limit};

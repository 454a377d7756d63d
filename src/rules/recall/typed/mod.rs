//! Rules run without the script engine's walker: what memory has to find out is run from a tree of our own.
//!
//! A function is read off its syntax tree once, when it is first needed: variables get places, properties and primitives are
//! looked up beforehand, and what is often asked goes to the kernel without a value of the script language in between. What
//! the tree cannot hold (a loop with `do`, a `try`, a closure that writes to what it has captured) is left to the engine, function by
//! function; and where a tree comes to anything but an answer or a refusal, the plain engine runs the whole call and tells
//! what is wrong. So scripts mean here what they mean there, and `tests/recall.rs` holds the two against each other.

#[macro_use]
mod known;

mod compile;
mod equipment;
mod lists;
mod members;
mod natives;
mod operators;
mod run;
mod standing;
mod tree;
mod value;
mod words;

pub(super) use compile::Trees;
pub(super) use equipment::Equipment;
pub(super) use run::Machine;
pub(super) use value::Val;

//! What looks at scripts from outside, for whoever tests packs: which of their blocks are run, and what becomes of a
//! session when one word of a rule is another.
//!
//! A script is changed after it was read and before it is compiled, its lines staying where they are; so messages, hashes
//! and listings show what the author wrote. Where nothing looks, nothing is changed and nothing is paid.

mod alternatives;
mod blocks;
mod outline;
mod survey;
mod tokens;

pub use blocks::{Block, BlockKind};
pub use outline::{Outline, OutlinedRule, Word};
pub use survey::{Alteration, Probe, Survey, Surveyed};

#[cfg(test)]
mod tests;

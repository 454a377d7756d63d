//! Dice: the frozen generator, the sources that answer what rules ask, what players type, and statistics.
//!
//! Every source goes through the one door ([`super::door::Answers`]), so a rule cannot tell them apart.

mod asked;
mod enumerating;
pub mod formula;
mod gamma;
mod generator;
mod recorded;
mod scripted;
mod seeded;
mod stats;
mod tee;
mod text;

pub use enumerating::{Choices, Enumerating, Pools, Weight};
pub use gamma::normal_tail;
pub use generator::{GENERATOR, Generator};
pub use recorded::Recorded;
pub use scripted::Scripted;
pub use seeded::Seeded;
pub use stats::{DiceStats, Fairness, Histogram, Thrown};
pub use tee::Tee;
pub use text::{DiceError, parse_dice, parse_faces, printed_face};

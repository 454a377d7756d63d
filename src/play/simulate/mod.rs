//! Games in bulk: the same plan game after game, each with a generator of its own, so that results do not depend on
//! how the games are shared out and parts of them add up.

mod ranges;

mod counts;

mod plan;

mod game;

mod reproduce;

mod run;

mod file;

pub use counts::{Counts, Failed, First};
pub use file::{Results, difference};
pub use game::Fault;
pub(in crate::play) use game::SET_UP_REFUSES;
pub use plan::{Head, Key, MOST_GAMES, Part, Plan, SCHEMA, Seat};
pub use ranges::Ranges;
pub(in crate::play) use reproduce::last_line;
pub use reproduce::session_of;
pub use run::{BATCH, Done, Job, TakesRows, Until, columns, run, run_kept};

/// A game with more commands has failed: nobody gives so many.
pub const MOST_COMMANDS: u64 = 20_000;

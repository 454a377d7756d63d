//! The terminal: lines in, text out.
//!
//! [`Console`] takes lines from anywhere (a terminal, a file, a pipe, a test) and answers with text; it is the same
//! for all of them, so they all accept exactly the same lines.

mod best;
mod block;
mod bots;
mod console;
mod drawing;
mod impact;
mod odds;
mod origin;
mod page;
mod points;
mod session_file;
mod show;
mod told;
mod trial;
mod verbs;

pub mod terminal;

pub use block::{Block, is_open};
pub use console::{Console, Front};
pub use drawing::{Wanted, draw_bare, write_picture};
pub use impact::{GamesAsked, GoesOn, ImpactAsked};
pub use origin::Origin;
pub use page::write_page;
pub use session_file::{Head, read_head};
pub use told::{Status, Told};
pub use trial::{Trial, TrialAsked};
pub use verbs::{BUILT_IN, BuiltIn, built_in};

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
mod input;
mod named;
mod odds;
mod origin;
mod outcomes;
mod own_file;
mod points;
mod show;
mod taken;
mod told;
mod trial;
mod verbs;
mod weighed;
mod within;

pub mod terminal;

pub use block::{Block, is_open};
pub use console::{Console, Front};
pub use drawing::{Wanted, draw_bare};
pub use impact::{GamesAsked, GoesOn, ImpactAsked};
pub use input::check_typed;
pub use origin::Origin;
pub use own_file::{may_write_page, may_write_picture, write_page, write_picture};
pub use taken::hidden_verbs;
pub use told::{Status, Told};
pub use trial::{Trial, TrialAsked, TrialForm, TrialWanted};
pub(crate) use verbs::dice_bound;
pub use verbs::{BUILT_IN, BuiltIn, built_in, expected_truth, tried};
pub use weighed::Weighed;
pub use within::{Within, commands_within};

//! The journal: a game as its scenario and the commands with the answers given.
//!
//! This is the text of it, one record a line, each line chained to the one before. Where it is kept is the
//! session's business, and what a record does to a game is the fold's.

mod codec;
mod fault;
mod record;

pub use codec::{Decoded, Encoder, HEAD_BYTES, decode, is_journal};
pub use fault::Fault;
pub use record::{DiceSetting, FORMAT, Header, HouseAction, HouseText, PackUse, Record, Scope};

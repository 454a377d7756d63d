//! Whole games in bulk: as many as asked, over all cores, with the same totals however they are shared out.
//!
//! Each game takes its own stream of one key, which is made of everything that decides how games go. Totals are whole
//! numbers that are only added, so neither the order nor the number of threads or machines makes a difference.

mod counts;
mod finding;
mod plan;
mod ranges;
mod run;
mod wilson;

pub use counts::Counts;
pub use finding::Finding;
pub use plan::{About, Plan};
pub use ranges::{Range, gaps, joined};
pub use run::{BATCH, Progress, Simulated, simulate};
pub use wilson::{share_interval, widest};

//! Rules recalled instead of run: the answer of a rule is kept with everything that it read, asked and did on the way,
//! and found again as long as the same questions have the same answers.
//!
//! Nothing has to be declared and nothing can go stale: every question is asked anew. What is printed never changes
//! and is no question. A rule that asks for chance or choice, or that changes the state, is recalled too: the question is
//! asked through the door and the change is made, in the place where the rule does it. The plain engine is the
//! reference; where memory meets anything that it cannot keep, the plain engine runs the rule.

mod apart;
mod around;
mod between;
mod brief;
mod brought;
mod closures;
mod code;
mod command;
mod course;
mod edges;
mod engine;
mod few;
mod finding;
mod grounds;
mod handing;
mod idle;
mod lately;
mod lexicon;
mod memo;
mod memory;
mod notes;
mod noting;
mod pairs;
mod search;
mod site;
mod slots;
mod summary;
mod trail;
mod trie;
mod twin;
mod typed;
mod untold;
mod walk;
mod ways;
mod word;

pub use engine::Recall;
pub(crate) use engine::Standing;

pub(super) use memory::Memory;
pub(super) use trie::Search;
pub(super) use ways::{Ways, way_found};

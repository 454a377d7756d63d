//! Rules: scripts of all layers linked into one set, run in a closed engine on a state of the kernel.
//!
//! The only user of the script engine. Scripts see the state through primitives only; what they read, roll and
//! arrive at is in the trace of the run.

mod anew;
mod answered;
mod answers;
mod blind_loops;
mod bodies;
mod budget;
mod calls;
mod check_answers;
mod check_compared;
mod check_deleted;
mod check_links;
mod check_members;
mod check_names;
mod check_typed;
mod check_words;
mod compile;
mod compiled;
mod convert;
mod doc;
mod dotted;
mod effects;
mod engine;
mod failure;
mod index;
mod kinds;
mod lexing;
mod lifted;
mod lines;
mod link;
mod mapper;
pub mod memory;
mod misread;
mod naming;
mod natives;
mod needed;
mod nodes;
mod ordering;
mod primitives;
mod printed;
mod probe;
mod raise;
mod recall;
mod receivers;
mod rule_call;
mod ruleset;
mod scene;
mod stack;
mod trace;
mod unit_rules;

pub use budget::Limits;
pub use doc::{RuleDoc, first_sentence};
pub use engine::{MAX_CALL_LEVELS, MAX_SCRIPT_BYTES};
pub use failure::{Failure, Refusal};
pub use lexing::{begins_a_rule, lone_bracket};
pub use lifted::{
    Account, Choosing, Expression, Halted, Leaf, Lifted, Limit, Measured, Running, Slot, Spread, Spreads,
    Stuck, Turn,
};
pub use link::RuleInfo;
pub use natives::PrimitiveDoc;
pub use needed::Needed;
pub use probe::{Alteration, Block, BlockKind, Outline, OutlinedRule, Probe, Survey, Surveyed, Word};
pub use recall::Recall;
pub(crate) use recall::Standing;
pub(crate) use rule_call::RuleCall;
pub use ruleset::{Ruleset, Run};
pub use scene::Door;
pub use stack::{ExpressionRule, LayerScripts, RuleReference, ScriptStack, UnitScript};
pub use trace::{Event, Item, Reached, Roamed, Spot, Stretch, TallyRecord, Trace};

#[cfg(test)]
mod tests;

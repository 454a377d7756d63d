//! Meetings of unit types in fights of a few units a side, resolved by the whole of a pack's rules: who beats whom how often.
//!
//! Every pair of types meets on bare ground, each as often on the one side as on the other. What the fights say of a
//! pack's points is worked out by least squares (`odds`) and told elsewhere.

mod attacker;
mod factors;
mod fight;
mod ground;
mod judged;
mod plan;
mod run;

pub use factors::{Factor, Refit};
pub use judged::{Judged, Rated, Verdict, judge};
pub use plan::{Fighter, TrialPlan};
pub use run::{Fought, Tried, Worth, trial};

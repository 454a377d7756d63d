//! What a house rule does to a whole game: every meeting of two unit types before and after, what it overrides, and how
//! often each side wins.
//!
//! No verb of any pack is known here. A meeting is any command of the pack that names two units and leaves something
//! to chance; it is set up with two units on the scenario's own map, and its odds are those of the pack's own rule.

mod ground;
mod on_table;

mod stage;

mod deeds;

mod meeting;

mod field;
mod types;

mod tour;

mod meetings;

mod overrides;
mod own;

mod equipment;

mod options;

mod games;

pub(in crate::play) use deeds::deeds;
pub use games::{Contest, Side, contest};
pub use meeting::{Came, Change, Meeting, Unmet};
pub use meetings::{Meetings, Sides, Survey};
pub use options::LeftOut;
pub use overrides::{DataChange, Overrides, Replaced, RuleChange};
pub use stage::Cost;

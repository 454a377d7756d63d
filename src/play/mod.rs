//! Games that play themselves: a game without journal, log or text, and players that are not people.

mod forms;
mod listed;
mod moves;

mod track;

mod bout;

mod player;
mod stack;

mod random;

mod estimate;
mod legal;
mod nearness;
mod outlook;

mod greedy;
mod tree;

mod kind;
mod table;

mod plainest;
mod worth;

pub mod simulate;

pub mod impact;

pub mod trial;

pub mod fuzz;

pub use bout::{Bout, Moment};
pub use greedy::GreedyPlayer;
pub use kind::PlayerKind;
pub use moves::{GivenValues, Move, next_line};
pub use player::{Dilemma, Player, stop_of};
pub use random::RandomPlayer;
pub(crate) use stack::STACK;
pub use stack::{on_deep_stack, processors};
pub use table::{Broken, Step, Table};
pub use tree::{Effort, TreePlayer};
pub use worth::{with_every_type, worth_of};

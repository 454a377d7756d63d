//! Players that are not people, on top of a session.

mod random;

pub use random::RandomPlayer;

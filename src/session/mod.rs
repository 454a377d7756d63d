//! A game under way: what the terminal, the tests, bots and any other front drive.

pub mod store;

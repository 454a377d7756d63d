//! The `houserule` program.
fn main() {}

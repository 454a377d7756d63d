//! Who decides where a rule asks a player, while odds are reckoned.

/// What is done where a rule asks for a decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Choosing {
    /// The first option is taken.
    #[default]
    First,
    /// Every option is tried, with all dice thrown so far known to who decides.
    Each,
    /// The same behind a decision in secret; before it the first option is taken, since what is decided in secret is not known there.
    Behind,
}

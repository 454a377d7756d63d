//! What every player is that is no person.

use super::bout::Bout;
use super::moves::Move;
use crate::kernel::dice::Generator;
use crate::kernel::door::{Answer, Choice, Stop};
use crate::kernel::secret::{Secret, Written};
use crate::rules::Failure;

/// A decision that a rule asks in the middle of a command.
#[derive(Debug)]
pub struct Dilemma<'a> {
    /// The game as it was before the command; none for a player that does not look at it.
    pub before: Option<&'a mut Bout>,
    /// The command.
    pub command: &'a Move,
    /// What its rules were answered until now.
    pub given: &'a [Answer],
    /// What is to be decided.
    pub choice: &'a Choice,
}

/// Somebody who plays a side, or all of them.
pub trait Player {
    /// What it is called where it is chosen: `random`, `tree 200`.
    fn name(&self) -> String;

    /// A new game begins, in which its choices follow from this generator.
    fn begin(&mut self, generator: Generator);

    /// The command that it gives; none where the rules allow none. The game is as it was before.
    ///
    /// # Errors
    /// A mistake in the rules, or a run that was broken off.
    fn choose(&mut self, bout: &mut Bout) -> Result<Option<Move>, Failure>;

    /// The place of the option that it takes.
    ///
    /// # Errors
    /// As for [`Player::choose`].
    fn decide(&mut self, dilemma: &mut Dilemma<'_>) -> Result<usize, Failure>;

    /// What it writes down in secret, while the other sides write theirs. By lot, so that nobody can guess it.
    fn write(&mut self, secret: &Secret) -> Vec<Written>;

    /// Whether it looks at the game before it decides ([`Dilemma::before`]).
    fn looks_ahead(&self) -> bool {
        true
    }
}

/// One of so many, counted from 0, each equally likely; 0 where there is none.
#[inline]
pub(super) fn below(generator: &mut Generator, count: usize) -> usize {
    generator.die(u32::try_from(count.max(1)).unwrap_or(u32::MAX)) as usize - 1
}

/// The same for numbers of ways that may be larger.
pub(super) fn by_lot(generator: &mut Generator, count: u64) -> u64 {
    u64::from(generator.die(u32::try_from(count.max(1)).unwrap_or(u32::MAX))) - 1
}

/// Why a player could not decide, where only a stop can be told.
pub fn stop_of(failure: Failure) -> Stop {
    match failure {
        Failure::Stopped(stop) => stop,
        Failure::Refused(refusal) => Stop::Missing(refusal.reason),
        Failure::Broken(told) => Stop::Missing(told.title),
    }
}

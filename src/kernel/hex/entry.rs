//! The answers to "may it go from this hex to that one?": the caller's, and those that movement gives back.

use std::error::Error;
use std::fmt;

use super::coordinate::Hex;
use super::direction::Direction;

/// What the caller says about entering a hex from an adjacent one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Entry<R> {
    /// It may not, for this reason.
    No(R),
    /// It may.
    Yes {
        /// What it costs, in the unit of the budget; zero or more.
        cost: i64,
        /// Whether the move may end there, having come this way.
        may_stop: bool,
    },
}

/// Why a hex is not entered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Denial<R> {
    /// The caller refused, for this reason.
    Refused(R),
    /// The budget does not suffice.
    TooDear {
        /// What entering costs.
        needs: i64,
        /// What is left of the budget next to it.
        left: i64,
    },
    /// The budget may suffice, but the number of hexes does not.
    TooFar {
        /// How many hexes may be entered.
        limit: u32,
    },
}

/// A hex that is not entered from another, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Barred<R> {
    /// The hex it would be entered from.
    pub from: Hex,
    /// Why it is not.
    pub why: Denial<R>,
}

/// Why the question could not be answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReachError<E> {
    /// The caller failed to say what entering a hex costs.
    Caller(E),
    /// A cost below zero, with which the longest way would be the cheapest and no search would end.
    NegativeCost {
        /// The hex it would be entered from.
        from: Hex,
        /// The hex that would be entered.
        to: Hex,
        /// The cost that was said.
        cost: i64,
    },
    /// The costs make so many ways worth keeping that they cannot be looked at.
    TooManyWays,
}

impl<E: fmt::Display> fmt::Display for ReachError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReachError::Caller(error) => error.fmt(f),
            ReachError::TooManyWays => f.write_str("more ways than can be looked at"),
            ReachError::NegativeCost { from, to, cost } => write!(
                f,
                "expected a cost of zero or more to enter hex {},{} from hex {},{}, found {cost}",
                to.q, to.r, from.q, from.r
            ),
        }
    }
}

impl<E: Error> Error for ReachError<E> {}

/// From a hex to one beside it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Crossing {
    /// The hex that is left.
    pub from: Hex,
    /// Its place in map order; none off the map.
    pub place: Option<usize>,
    /// The hex that is entered, which is on the map.
    pub to: Hex,
    /// Where it lies.
    pub direction: Direction,
}

/// Holds the caller's answer to its one condition.
pub(super) fn checked<R, E>(
    answer: Result<Entry<R>, E>,
    from: Hex,
    to: Hex,
) -> Result<Entry<R>, ReachError<E>> {
    match answer.map_err(ReachError::Caller)? {
        Entry::Yes { cost, .. } if cost < 0 => Err(ReachError::NegativeCost { from, to, cost }),
        entry => Ok(entry),
    }
}

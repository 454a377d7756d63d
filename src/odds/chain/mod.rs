//! Repetition until something happens: an absorbing Markov chain, solved exactly.
//!
//! A chain is told by its start and by a step: from a state the distribution of the next one, or nothing where it ends.
//! Equal states are one state, so a step is worked out once for each, however many ways lead to it.
//!
//! [`repeat`] plays a given number of steps at most, by plain iteration. [`absorb`] goes on to the end, however far off:
//! where no state comes back, weights flow forward in whole numbers; where states come back, the part of the chain
//! that turns in circles is a system of linear equations over fractions.

mod circles;
mod forward;
mod graph;
mod repeat;

use super::distribution::Distribution;
use super::limits::{TooMuch, Work};
use super::ratio::Ratio;

pub use repeat::{Repeated, each_step, repeat};

/// How many states a chain may have.
const MOST_STATES: usize = 200_000;

/// Where a chain ends, and when.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Absorbed<S> {
    /// The states in which it ends, in order, each with its probability.
    pub ends: Vec<(S, Ratio)>,
    /// The probability that it never ends.
    pub never: Ratio,
    /// The expected number of steps; none where it may never end.
    pub steps: Option<Ratio>,
}

impl<S: Ord> Absorbed<S> {
    /// The probability that it ends in a state.
    pub fn chance(&self, end: &S) -> Ratio {
        let at = self.ends.binary_search_by(|(state, _)| state.cmp(end));
        at.map_or(Ratio::ZERO, |at| self.ends[at].1.clone())
    }
}

/// Goes on until the chain ends.
///
/// # Errors
/// What `step` answers, or [`TooMuch`] where there are too many states or the numbers become too long.
pub fn absorb<S: Ord + Clone, E: From<TooMuch>>(
    start: S,
    work: &mut Work,
    step: impl FnMut(&S) -> Result<Option<Distribution<S>>, E>,
) -> Result<Absorbed<S>, E> {
    let graph = graph::explore(start, step)?;
    let parts = graph.parts();
    let solved = match parts.iter().all(|part| part.len() == 1) {
        true => forward::flow(&graph, &parts, work)?,
        false => circles::solve(&graph, &parts, work)?,
    };
    Ok(graph.told(solved))
}

#[cfg(test)]
mod tests;

//! Following a path that a player has chosen, hex by hex.

use super::coordinate::Hex;
use super::entry::{Barred, Denial, Entry, ReachError, checked};
use super::map::HexMap;
use super::reach::Reached;

/// Where a path leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PathCost<R> {
    /// To its end, at this cost. Whether the move may end there is said, not enforced.
    Open(Reached),
    /// Not to its end.
    Barred {
        /// The hex that is not entered.
        to: Hex,
        /// Which hex of the path it is, the start being 0.
        step: usize,
        /// What the hexes before it cost.
        spent: i64,
        /// From which hex it is not entered, and why.
        barred: Barred<R>,
    },
}

/// Follows a path, its first hex being the start, with a budget and at most `max_steps` hexes entered.
///
/// `enter` is asked once for each step, in order, up to the first that fails. A path without hexes, or of the
/// start alone, is open and costs nothing.
///
/// # Errors
/// An error of the caller, or a cost below zero.
pub fn path_cost<R, E>(
    map: &HexMap,
    path: &[Hex],
    budget: i64,
    max_steps: Option<u32>,
    mut enter: impl FnMut(Hex, Hex) -> Result<Entry<R>, E>,
) -> Result<PathCost<R>, ReachError<E>> {
    let mut so_far = Reached { cost: 0, steps: 0, may_stop: true };
    for (before, leg) in path.windows(2).enumerate() {
        let (from, to) = (leg[0], leg[1]);
        let left = budget.saturating_sub(so_far.cost);
        let why = if !from.is_adjacent(to) {
            Denial::NotAdjacent
        } else if !map.contains(to) {
            Denial::OffTheMap
        } else if let Some(limit) = max_steps.filter(|limit| so_far.steps >= *limit) {
            Denial::TooFar { limit }
        } else {
            match checked(enter(from, to), from, to)? {
                Entry::No(reason) => Denial::Refused(reason),
                Entry::Yes { cost, .. } if cost > left => Denial::TooDear { needs: cost, left },
                Entry::Yes { cost, may_stop } => {
                    so_far = Reached { cost: so_far.cost + cost, steps: so_far.steps + 1, may_stop };
                    continue;
                }
            }
        };
        let barred = Barred { from, why };
        return Ok(PathCost::Barred { to, step: before + 1, spent: so_far.cost, barred });
    }
    Ok(PathCost::Open(so_far))
}

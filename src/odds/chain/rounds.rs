//! Chains of rounds: many states, few kinds of rounds. Each kind is worked out once.

use std::collections::BTreeMap;

use super::super::distribution::Distribution;
use super::super::limits::{TooMuch, Work};
use super::{Absorbed, absorb};

/// Plays rounds until there is none: `round` names the kind of round that a state is in, nothing where the chain ends;
/// `odds` says how a round of a kind goes, and is asked once for each; `after` is the state that follows.
///
/// # Errors
/// What `odds` answers, or [`TooMuch`] as for [`absorb`].
pub fn absorb_rounds<S: Ord + Clone, K: Ord, R: Ord, E: From<TooMuch>>(
    start: S,
    work: &mut Work,
    round: impl Fn(&S) -> Option<K>,
    mut odds: impl FnMut(&K) -> Result<Distribution<R>, E>,
    after: impl Fn(&S, &R) -> S,
) -> Result<Absorbed<S>, E> {
    let mut known: BTreeMap<K, Distribution<R>> = BTreeMap::new();
    absorb(start, work, |state| {
        let Some(kind) = round(state) else { return Ok(None) };
        if let Some(odds) = known.get(&kind) {
            return Ok(Some(odds.map(|result| after(state, result))));
        }
        let odds = odds(&kind)?.reduced();
        let next = odds.map(|result| after(state, result));
        known.insert(kind, odds);
        Ok(Some(next))
    })
}

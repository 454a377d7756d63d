//! A chain for so many steps at most: weights go on step by step, in whole numbers.

use std::collections::BTreeMap;

use super::super::distribution::Distribution;
use super::super::limits::{LOOK_UP, TooMuch, Work, check_size, cost_of_product};
use super::super::natural::{Natural, common_multiple, words};

/// What a chain came to within so many steps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Repeated<S> {
    /// The state in which it ended, or that it had reached.
    pub states: Distribution<S>,
    /// How many steps were made.
    pub steps: Distribution<u32>,
}

/// What ended after some number of steps, with its weights out of a total of its own.
struct Ended<S> {
    steps: u32,
    states: Vec<(S, Natural)>,
    total: Natural,
}

/// What `step` answered for a state.
type Known<S> = BTreeMap<S, Option<Distribution<S>>>;

/// Plays a chain until it ends, at most so many steps. A step is worked out once for each state.
///
/// # Errors
/// What `step` answers, or [`TooMuch`] where there are too many states or the weights become too long.
pub fn repeat<S: Ord + Clone, E: From<TooMuch>>(
    start: S,
    most_steps: u32,
    work: &mut Work,
    mut step: impl FnMut(&S) -> Result<Option<Distribution<S>>, E>,
) -> Result<Repeated<S>, E> {
    let mut known: Known<S> = BTreeMap::new();
    let mut alive: BTreeMap<S, Natural> = BTreeMap::from([(start, Natural::ONE)]);
    let mut ended: Vec<Ended<S>> = Vec::new();
    let mut total = Natural::ONE;
    for made in 0..=most_steps {
        let is_last = made == most_steps;
        for state in alive.keys() {
            if !is_last && !known.contains_key(state) {
                known.insert(state.clone(), step(state)?.map(Distribution::reduced));
            }
        }
        let goes_on = |state: &S| known.get(state).and_then(Option::as_ref).filter(|_| !is_last);
        let common = alive
            .keys()
            .filter_map(goes_on)
            .fold(Natural::ONE, |common, next| common_multiple(&common, next.total()));
        let mut after: BTreeMap<S, Natural> = BTreeMap::new();
        let mut over = Vec::new();
        for (state, weight) in std::mem::take(&mut alive) {
            let Some(next) = goes_on(&state) else {
                over.push((state, weight));
                continue;
            };
            let factor = weight * (&common / next.total());
            work.spend(next.len() as u64, cost_of_product(words(&factor), words(next.total())) + LOOK_UP)?;
            for (state, share) in next.rows() {
                match after.get_mut(state) {
                    Some(sum) => *sum += &factor * share,
                    None => {
                        after.insert(state.clone(), &factor * share);
                    }
                }
            }
        }
        ended.push(Ended { steps: made, states: over, total: total.clone() });
        if after.is_empty() {
            break;
        }
        alive = after;
        total *= common;
        check_size(alive.len() as u128, words(&total))?;
    }
    let mut states: BTreeMap<S, Natural> = BTreeMap::new();
    let mut steps: Vec<(u32, Natural)> = Vec::new();
    for over in ended {
        let factor = &total / over.total;
        work.spend(over.states.len() as u64, cost_of_product(words(&total), words(&factor)) + LOOK_UP)?;
        let mut sum = Natural::ZERO;
        for (state, weight) in over.states {
            let weight = weight * &factor;
            sum += &weight;
            *states.entry(state).or_default() += weight;
        }
        if !sum.is_zero() {
            steps.push((over.steps, sum));
        }
    }
    Ok(Repeated {
        states: Distribution::of_sorted(states.into_iter().collect()),
        steps: Distribution::of_sorted(steps),
    })
}

/// The states after each of so many steps: where it has ended, it stays. `told` gets the number of steps made and answers whether it
/// is to go on. A step is worked out once for each state.
///
/// # Errors
/// As for [`repeat`], and what `told` answers.
pub fn each_step<S: Ord + Clone, E: From<TooMuch>>(
    start: S,
    most_steps: u32,
    work: &mut Work,
    mut step: impl FnMut(&S) -> Result<Option<Distribution<S>>, E>,
    mut told: impl FnMut(u32, &Distribution<S>) -> Result<bool, E>,
) -> Result<(), E> {
    let mut known: Known<S> = BTreeMap::new();
    let mut here: Vec<(S, Natural)> = vec![(start, Natural::ONE)];
    let mut total = Natural::ONE;
    for made in 1..=most_steps {
        for (state, _) in &here {
            if !known.contains_key(state) {
                known.insert(state.clone(), step(state)?.map(Distribution::reduced));
            }
        }
        let next_of = |state: &S| known.get(state).and_then(Option::as_ref);
        let common = here
            .iter()
            .filter_map(|(state, _)| next_of(state))
            .fold(Natural::ONE, |common, next| common_multiple(&common, next.total()));
        let mut after: BTreeMap<S, Natural> = BTreeMap::new();
        for (state, weight) in here {
            let Some(next) = next_of(&state) else {
                work.spend(1, cost_of_product(words(&weight), words(&common)) + LOOK_UP)?;
                *after.entry(state).or_default() += weight * &common;
                continue;
            };
            let factor = weight * (&common / next.total());
            work.spend(next.len() as u64, cost_of_product(words(&factor), words(next.total())) + LOOK_UP)?;
            for (state, share) in next.rows() {
                *after.entry(state.clone()).or_default() += &factor * share;
            }
        }
        total *= common;
        check_size(after.len() as u128, words(&total))?;
        let reached = Distribution::of_sorted(after.into_iter().collect());
        if !told(made, &reached)? {
            return Ok(());
        }
        here = reached.rows().to_vec();
    }
    Ok(())
}

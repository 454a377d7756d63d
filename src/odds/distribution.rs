//! Exact distributions: outcomes in order, each with a whole weight out of a common total.

use std::collections::BTreeMap;

use super::limits::{LOOK_UP, TooMuch, Work, check_size, cost_of_product};
use super::natural::{Natural, common_divisor, common_multiple, words};
use super::ratio::Ratio;

/// Outcomes from low to high, each with its weight. There is always an outcome, and no weight is zero.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Distribution<T> {
    rows: Vec<(T, Natural)>,
    total: Natural,
}

impl<T: Ord> Distribution<T> {
    /// From outcomes with weights in any order: equal outcomes are merged, those without weight left out. Nothing
    /// where none is left.
    pub fn of(weights: impl IntoIterator<Item = (T, Natural)>) -> Option<Self> {
        let rows = merged(weights.into_iter().filter(|(_, w)| !w.is_zero()).collect());
        (!rows.is_empty()).then(|| Distribution::of_sorted(rows))
    }

    /// From rows that are in order, each with a weight.
    pub(super) fn of_sorted(rows: Vec<(T, Natural)>) -> Self {
        let total = rows.iter().map(|(_, w)| w).sum();
        Distribution { rows, total }
    }

    /// One outcome, for certain.
    pub fn certain(outcome: T) -> Self {
        Distribution { rows: vec![(outcome, Natural::ONE)], total: Natural::ONE }
    }

    /// The outcomes with their weights, from low to high.
    pub fn rows(&self) -> &[(T, Natural)] {
        &self.rows
    }

    /// The same, and the sum of all weights.
    pub fn into_rows(self) -> (Vec<(T, Natural)>, Natural) {
        (self.rows, self.total)
    }

    /// The outcomes, from low to high.
    pub fn outcomes(&self) -> impl DoubleEndedIterator<Item = &T> + ExactSizeIterator {
        self.rows.iter().map(|(outcome, _)| outcome)
    }

    /// The sum of all weights.
    pub fn total(&self) -> &Natural {
        &self.total
    }

    /// How many outcomes there are, at least one.
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// The weight of an outcome, zero where it is none.
    pub fn weight(&self, outcome: &T) -> Natural {
        let at = self.rows.binary_search_by(|(o, _)| o.cmp(outcome));
        at.map_or(Natural::ZERO, |at| self.rows[at].1.clone())
    }

    /// The weight of all outcomes for which something holds.
    pub fn weight_where(&self, holds: impl Fn(&T) -> bool) -> Natural {
        self.rows.iter().filter(|(o, _)| holds(o)).map(|(_, w)| w).sum()
    }

    /// The probability of an outcome.
    pub fn chance(&self, outcome: &T) -> Ratio {
        self.share(self.weight(outcome))
    }

    /// The probability that something holds.
    pub fn chance_where(&self, holds: impl Fn(&T) -> bool) -> Ratio {
        self.share(self.weight_where(holds))
    }

    /// A weight as a probability.
    pub fn share(&self, weight: Natural) -> Ratio {
        Ratio::new(weight, self.total.clone())
    }

    /// What a function makes of the outcomes.
    pub fn map<U: Ord>(&self, of: impl Fn(&T) -> U) -> Distribution<U> {
        Distribution {
            rows: merged(self.rows.iter().map(|(o, w)| (of(o), w.clone())).collect()),
            total: self.total.clone(),
        }
    }

    /// The outcomes for which something holds, given that it does; nothing where it never does.
    pub fn given(&self, holds: impl Fn(&T) -> bool) -> Option<Self>
    where
        T: Clone,
    {
        Distribution::of(self.rows.iter().filter(|(o, _)| holds(o)).cloned())
    }

    /// For each outcome another distribution, mixed by the weights of the outcomes.
    ///
    /// # Errors
    /// What `next` answers, or [`TooMuch`] where the weights become too long.
    pub fn then<U: Ord, E: From<TooMuch>>(
        &self,
        work: &mut Work,
        mut next: impl FnMut(&T) -> Result<Distribution<U>, E>,
    ) -> Result<Distribution<U>, E> {
        let mut parts = Vec::with_capacity(self.rows.len());
        for (outcome, weight) in &self.rows {
            parts.push((weight, next(outcome)?));
        }
        mixed(parts, work).map_err(E::from)
    }

    /// The same probabilities with the smallest weights.
    #[must_use]
    pub fn reduced(mut self) -> Self {
        let mut common = self.total.clone();
        for (_, weight) in &self.rows {
            if common.is_one() {
                return self;
            }
            common = common_divisor(&common, weight);
        }
        self.rows.iter_mut().for_each(|(_, w)| *w /= &common);
        self.total /= &common;
        self
    }
}

/// Rows in order, equal outcomes merged.
fn merged<T: Ord>(mut rows: Vec<(T, Natural)>) -> Vec<(T, Natural)> {
    if !rows.is_sorted_by(|a, b| a.0 < b.0) {
        rows.sort_by(|a, b| a.0.cmp(&b.0));
        rows.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            if same {
                kept.1 += std::mem::take(&mut next.1);
            }
            same
        });
    }
    rows
}

/// Distributions mixed by weights; parts without weight do nothing.
fn mixed<U: Ord>(
    parts: Vec<(&Natural, Distribution<U>)>,
    work: &mut Work,
) -> Result<Distribution<U>, TooMuch> {
    let multiple = |common: Natural, part: &(&Natural, Distribution<U>)| match part.1.total.is_one() {
        true => common,
        false => common_multiple(&common, &part.1.total),
    };
    let common = parts.iter().fold(Natural::ONE, multiple);
    let mut sums: BTreeMap<U, Natural> = BTreeMap::new();
    for (weight, part) in parts {
        work.spend(part.rows.len() as u64, cost_of_product(words(&common), words(weight)) + LOOK_UP)?;
        let factor = weight * (&common / &part.total);
        for (outcome, weight) in part.rows {
            *sums.entry(outcome).or_default() += weight * &factor;
        }
    }
    check_size(sums.len() as u128, words(&common))?;
    Ok(Distribution::of_sorted(sums.into_iter().collect()))
}

/// What a function makes of two distributions that have nothing to do with each other.
///
/// # Errors
/// [`TooMuch`] where there are too many pairs.
pub fn pairs<A: Ord, B: Ord, U: Ord>(
    left: &Distribution<A>,
    right: &Distribution<B>,
    work: &mut Work,
    of: impl Fn(&A, &B) -> Result<U, TooMuch>,
) -> Result<Distribution<U>, TooMuch> {
    let total = &left.total * &right.total;
    let cost = cost_of_product(words(&left.total), words(&right.total)) + LOOK_UP;
    work.spend((left.rows.len() as u64).saturating_mul(right.rows.len() as u64), cost)?;
    let mut sums: BTreeMap<U, Natural> = BTreeMap::new();
    for (a, weight) in &left.rows {
        for (b, other) in &right.rows {
            *sums.entry(of(a, b)?).or_default() += weight * other;
        }
    }
    check_size(sums.len() as u128, words(&total))?;
    Ok(Distribution::of_sorted(sums.into_iter().collect()))
}

impl<T: Ord + std::fmt::Display> Distribution<T> {
    /// One line an outcome: the outcome, a tab, its probability in lowest terms. For files that are compared.
    pub fn listed(&self) -> String {
        self.rows.iter().map(|(o, w)| format!("{o}\t{}\n", self.share(w.clone()))).collect()
    }
}

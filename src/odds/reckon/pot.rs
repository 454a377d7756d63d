//! Weights that come out of different totals, added up as they come.

use std::borrow::Borrow;
use std::hash::Hash;

use rustc_hash::FxHashMap;

use super::super::distribution::Distribution;
use super::super::natural::{Natural, common_multiple};
use crate::kernel::order::{key_of_text, sort_by_keys};

/// What has been collected, out of a total that all parts so far go into.
#[derive(Debug)]
pub(super) struct Pot<K> {
    of: Natural,
    rows: FxHashMap<K, Natural>,
}

impl<K> Default for Pot<K> {
    fn default() -> Self {
        Pot { of: Natural::ONE, rows: FxHashMap::default() }
    }
}

impl<K: Hash + Eq + Ord> Pot<K> {
    pub(super) fn clear(&mut self) {
        *self = Pot::default();
    }

    /// Adds `weight` out of `of`.
    pub(super) fn add<Q>(&mut self, key: &Q, weight: Natural, of: &Natural)
    where
        K: Borrow<Q>,
        Q: Hash + Eq + ToOwned<Owned = K> + ?Sized,
    {
        let weight = self.scaled(weight, of);
        match self.rows.get_mut(key) {
            Some(sum) => *sum += weight,
            None => {
                self.rows.insert(key.to_owned(), weight);
            }
        }
    }

    /// A weight out of `of` as one out of the pot's total, which grows where it must.
    fn scaled(&mut self, weight: Natural, of: &Natural) -> Natural {
        if *of == self.of {
            return weight;
        }
        let common = common_multiple(&self.of, of);
        if common != self.of {
            let factor = &common / &self.of;
            self.rows.values_mut().for_each(|row| *row *= &factor);
            self.of = common;
        }
        weight * (&self.of / of)
    }

    /// Everything that was added. None where that is not the whole: what was left out has a weight of its own.
    pub(super) fn into_distribution(self) -> Option<Distribution<K>> {
        let of = self.of;
        Distribution::of(self.rows).filter(|odds| *odds.total() == of)
    }
}

impl Pot<String> {
    /// The same of many texts, which their keys bring into order sooner.
    pub(super) fn into_outcomes(self) -> Option<Distribution<String>> {
        let mut rows: Vec<(String, Natural)> = self.rows.into_iter().collect();
        let keys: Vec<u128> = rows.iter().map(|(outcome, _)| key_of_text(outcome)).collect();
        sort_by_keys(&mut rows, keys.into_iter(), |a, b| a.0.cmp(&b.0));
        Distribution::of(rows).filter(|odds| *odds.total() == self.of)
    }
}

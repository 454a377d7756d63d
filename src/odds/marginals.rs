//! The numbers that outcomes consist of, each by itself.

use std::collections::BTreeMap;

use super::distribution::Distribution;
use super::natural::{Natural, Weight, is_small};
use super::outcome::numbers_of;

/// What each number comes to of outcomes that consist of numbers, `5,2,0` of three; the weights are out of this total. None where an
/// outcome does not, or has another count of them.
pub fn marginals<'a>(
    rows: impl Iterator<Item = (&'a str, &'a Natural)>,
    total: &Natural,
) -> Option<Vec<Distribution<i64>>> {
    match is_small(total) {
        true => counted_in::<u128>(rows),
        false => counted_in::<Natural>(rows),
    }
}

fn counted_in<'a, W: Weight>(
    rows: impl Iterator<Item = (&'a str, &'a Natural)>,
) -> Option<Vec<Distribution<i64>>> {
    let mut sums: Vec<Sums<W>> = Vec::new();
    let mut numbers = Vec::new();
    for (outcome, weight) in rows {
        if !numbers_of(outcome, &mut numbers) {
            return None;
        }
        if sums.is_empty() {
            sums.resize_with(numbers.len(), || Sums { near: Vec::new(), far: BTreeMap::new() });
        }
        if sums.len() != numbers.len() {
            return None;
        }
        let weight = W::of(weight);
        for (sums, number) in sums.iter_mut().zip(&numbers) {
            sums.of(*number).add(&weight);
        }
    }
    let natural = |sums: Sums<W>| {
        let near = (0..).zip(sums.near);
        Distribution::of(near.chain(sums.far).map(|(number, weight)| (number, weight.natural())))
    };
    sums.into_iter().map(natural).collect()
}

/// Numbers below this are mostly all there are.
const NEAR: usize = 256;

/// Weights added up for each number.
struct Sums<W> {
    near: Vec<W>,
    far: BTreeMap<i64, W>,
}

impl<W: Weight> Sums<W> {
    fn of(&mut self, number: i64) -> &mut W {
        match usize::try_from(number) {
            Ok(at) if at < NEAR => {
                if at >= self.near.len() {
                    self.near.resize(at + 1, W::ZERO);
                }
                &mut self.near[at]
            }
            _ => self.far.entry(number).or_insert(W::ZERO),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_number_is_told_by_itself() {
        let told = |rows: &[(&str, u32)], total: Natural| {
            let rows: Vec<(&str, Natural)> =
                rows.iter().map(|(outcome, weight)| (*outcome, Natural::from(*weight) * &total)).collect();
            let whole = &total * 10u8;
            marginals(rows.iter().map(|(outcome, weight)| (*outcome, weight)), &whole)
        };
        for total in [Natural::ONE, Natural::from(3u8).pow(100)] {
            let rows = [("0,2", 1), ("4,2, destroyed", 3), ("4,-1", 2), ("4,300", 4)];
            let each = told(&rows, total.clone()).unwrap();
            let of = |rows: &[(i64, u32)]| {
                Distribution::of(rows.iter().map(|(n, weight)| (*n, Natural::from(*weight) * &total)))
                    .unwrap()
            };
            assert_eq!(each, [of(&[(0, 1), (4, 9)]), of(&[(-1, 2), (2, 4), (300, 4)])]);
            assert_eq!(told(&[("0,2", 4), ("4", 6)], total.clone()), None);
            assert_eq!(told(&[("0,2", 4), ("hit", 6)], total.clone()), None);
        }
        assert_eq!(marginals(std::iter::empty(), &Natural::ONE), Some(Vec::new()));
    }
}

//! Which results a table has rows for: each, as long as they are few; else ranges, with the rare ends in one row each.

use crate::odds::{Distribution, Natural, Percent};

/// More results than this are put together in ranges.
const MOST_ROWS: usize = 60;

/// So many ranges are made of them at most.
const MOST_RANGES: i128 = 40;

/// Results from the one to the other, both included, with the weights of each distribution.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Group {
    pub(super) from: i64,
    pub(super) to: i64,
    pub(super) shares: Vec<Share>,
}

/// What a distribution has in a group, above its begin and below its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Share {
    pub(super) weight: Natural,
    pub(super) at_least: Natural,
    pub(super) at_most: Natural,
    total: Natural,
}

impl Share {
    pub(super) fn chance(&self) -> String {
        self.percent(&self.weight)
    }

    pub(super) fn total(&self) -> &Natural {
        &self.total
    }

    pub(super) fn percent(&self, weight: &Natural) -> String {
        Percent { part: weight.clone(), of: self.total.clone() }.to_string()
    }
}

impl Group {
    pub(super) fn name(&self) -> String {
        if self.from == self.to { self.from.to_string() } else { format!("{} to {}", self.from, self.to) }
    }
}

/// The groups of several distributions together, from low to high.
pub(super) fn groups(all: &[&Distribution<i64>]) -> Vec<Group> {
    let mut results: Vec<i64> = all.iter().flat_map(|d| d.outcomes().copied()).collect();
    results.sort_unstable();
    results.dedup();
    let mut ranges: Vec<(i64, i64)> = match results.len() <= MOST_ROWS {
        true => results.iter().map(|r| (*r, *r)).collect(),
        false => ranges(all, &results),
    };
    ranges.retain(|(from, to)| all.iter().any(|d| !d.weight_between(*from, *to).is_zero()));
    let mut groups: Vec<Group> =
        ranges.iter().map(|(from, to)| Group { from: *from, to: *to, shares: Vec::new() }).collect();
    for odds in all {
        let mut before = Natural::ZERO;
        for group in &mut groups {
            let weight = odds.weight_between(group.from, group.to);
            let at_least = odds.total() - &before;
            before += &weight;
            let share = Share { weight, at_least, at_most: before.clone(), total: odds.total().clone() };
            group.shares.push(share);
        }
    }
    groups
}

/// Ranges of a round width between the ends, which are rarer than can be shown.
fn ranges(all: &[&Distribution<i64>], results: &[i64]) -> Vec<(i64, i64)> {
    let ends = all.iter().map(|d| (rare_end(d.rows().iter(), d), rare_end(d.rows().iter().rev(), d)));
    let (first, last) = (results[0], results[results.len() - 1]);
    let low = ends.clone().map(|(low, _)| low).min().unwrap_or(first);
    let high = ends.map(|(_, high)| high).max().unwrap_or(last);
    let width = round_up(((i128::from(high) - i128::from(low)) / MOST_RANGES + 1).max(1));
    let mut ranges = Vec::new();
    if low > first {
        ranges.push((first, low - 1));
    }
    let mut from = i128::from(low);
    while from <= i128::from(high) {
        // Ranges begin at multiples of their width.
        let to = (from.div_euclid(width) + 1) * width - 1;
        ranges.push((from as i64, to.min(i128::from(high)) as i64));
        from = to + 1;
    }
    if high < last {
        ranges.push((high + 1, last));
    }
    ranges
}

/// The first result from an end that does not leave less than 0.005 % behind it.
fn rare_end<'a>(rows: impl Iterator<Item = &'a (i64, Natural)>, odds: &Distribution<i64>) -> i64 {
    let mut sum = Natural::ZERO;
    let mut last = 0;
    for (result, weight) in rows {
        sum += weight;
        last = *result;
        if &sum * 20_000u32 >= *odds.total() {
            break;
        }
    }
    last
}

/// 1, 2, 5, 10, 20, 50 and so on.
fn round_up(width: i128) -> i128 {
    let mut ten = 1;
    loop {
        for step in [1, 2, 5] {
            if step * ten >= width {
                return step * ten;
            }
        }
        ten *= 10;
    }
}

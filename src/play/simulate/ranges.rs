//! Which games were played: ranges of their numbers.

use std::ops::Range;

use serde::{Deserialize, Serialize};

/// Numbers in ranges, each from its first up to but without its second end; in order, apart, none empty.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(into = "Vec<(u64, u64)>", try_from = "Vec<(u64, u64)>")]
pub struct Ranges(Vec<Range<u64>>);

impl Ranges {
    /// One range.
    pub fn of(range: Range<u64>) -> Ranges {
        let mut ranges = Ranges::default();
        // Into nothing anything fits.
        let _ = ranges.add(range);
        ranges
    }

    /// Adds a range.
    ///
    /// # Errors
    /// What of it is there already; nothing is added then.
    pub fn add(&mut self, new: Range<u64>) -> Result<(), Range<u64>> {
        if new.is_empty() {
            return Ok(());
        }
        let at = self.0.partition_point(|r| r.end < new.start);
        let touching = self.0[at..].iter().take_while(|r| r.start <= new.end);
        let both = touching
            .clone()
            .map(|r| r.start.max(new.start)..r.end.min(new.end))
            .find(|both| !both.is_empty());
        if let Some(both) = both {
            return Err(both);
        }
        let count = touching.count();
        let start = self.0[at..at + count].iter().map(|r| r.start).fold(new.start, u64::min);
        let end = self.0[at..at + count].iter().map(|r| r.end).fold(new.end, u64::max);
        self.0.splice(at..at + count, std::iter::once(start..end));
        Ok(())
    }

    /// Adds all of others.
    ///
    /// # Errors
    /// The first that is in both; nothing is added then.
    pub fn join(&mut self, other: &Ranges) -> Result<(), Range<u64>> {
        let mut joined = self.clone();
        other.0.iter().try_for_each(|range| joined.add(range.clone()))?;
        *self = joined;
        Ok(())
    }

    /// What of a range is not here.
    pub fn missing(&self, from: Range<u64>) -> Ranges {
        let mut missing = Vec::new();
        let mut at = from.start;
        for range in self.0.iter().filter(|r| r.end > from.start && r.start < from.end) {
            missing.push(at..range.start.max(at));
            at = range.end;
        }
        missing.push(at..from.end.max(at));
        Ranges(missing.into_iter().filter(|r| !r.is_empty()).collect())
    }

    /// The first number from this one on; none where there are only lower ones.
    pub fn first_from(&self, number: u64) -> Option<u64> {
        let at = self.0.partition_point(|r| r.end <= number);
        self.0.get(at).map(|r| r.start.max(number))
    }

    /// The ranges in order.
    pub fn iter(&self) -> impl Iterator<Item = Range<u64>> {
        self.0.iter().cloned()
    }

    /// How many numbers are in them.
    pub fn count(&self) -> u64 {
        self.0.iter().map(|r| r.end - r.start).sum()
    }

    /// True where there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// One more than the greatest number; 0 where there are none.
    pub fn end(&self) -> u64 {
        self.0.last().map_or(0, |r| r.end)
    }
}

impl From<Ranges> for Vec<(u64, u64)> {
    fn from(ranges: Ranges) -> Self {
        ranges.0.into_iter().map(|r| (r.start, r.end)).collect()
    }
}

impl TryFrom<Vec<(u64, u64)>> for Ranges {
    type Error = String;

    fn try_from(pairs: Vec<(u64, u64)>) -> Result<Self, String> {
        let mut ranges = Ranges::default();
        for (start, end) in pairs {
            if start >= end || (!ranges.is_empty() && start <= ranges.end()) {
                return Err(format!("the ranges are not in order at {start} to {end}"));
            }
            ranges.0.push(start..end);
        }
        Ok(ranges)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    fn numbers(ranges: &Ranges) -> BTreeSet<u64> {
        ranges.iter().flatten().collect()
    }

    proptest! {
        /// Ranges are sets: whatever is added in whatever order, and written and read again.
        #[test]
        fn ranges_are_sets_of_numbers(adds in proptest::collection::vec((0u64..40, 0u64..8), 0..12), from in 0u64..40, len in 0u64..20) {
            let mut ranges = Ranges::default();
            let mut set = BTreeSet::new();
            for (start, len) in adds {
                let new: BTreeSet<u64> = (start..start + len).collect();
                let both = set.intersection(&new).next().is_some();
                prop_assert_eq!(ranges.add(start..start + len).is_err(), both);
                if !both {
                    set.extend(new);
                }
                prop_assert_eq!(&numbers(&ranges), &set);
                prop_assert_eq!(ranges.count(), set.len() as u64);
            }
            let missing: BTreeSet<u64> = (from..from + len).filter(|n| !set.contains(n)).collect();
            prop_assert_eq!(numbers(&ranges.missing(from..from + len)), missing);
            prop_assert_eq!(ranges.first_from(from), set.range(from..).next().copied());
            let text = serde_json::to_string(&ranges).unwrap();
            prop_assert_eq!(serde_json::from_str::<Ranges>(&text).unwrap(), ranges);
        }
    }

    #[test]
    fn neighbours_become_one_range() {
        let mut ranges = Ranges::of(0..5);
        ranges.add(10..15).unwrap();
        ranges.add(5..10).unwrap();
        assert_eq!(ranges, Ranges::of(0..15));
        assert_eq!(ranges.add(14..20), Err(14..15));
        assert!(serde_json::from_str::<Ranges>("[[3,2]]").is_err());
        assert!(serde_json::from_str::<Ranges>("[[0,2],[2,3]]").is_err());
    }
}

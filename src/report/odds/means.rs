//! What outcomes that are numbers come to on average: `9,0,4` part by part.

use rustc_hash::FxHashMap;

use super::{OddsOf, OddsRows, OddsShare};
use crate::odds::{Natural, Ratio, Whole, numbers_of};

/// Decimals of a mean.
const PLACES: u32 = 2;

/// The mean of one of the numbers that outcomes consist of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Mean {
    /// What it stands for; empty where nothing says so.
    pub(super) part: String,
    pub(super) mean: Ratio,
    /// Half the width of its 95 % interval, where it is an estimate.
    within: Option<String>,
}

impl Mean {
    /// `surface 4.33`, of an estimate `surface 4.33 ± 0.02`.
    pub(super) fn text(&self) -> String {
        let within = self.within.as_ref().map_or_else(String::new, |within| format!(" ± {within}"));
        let name = if self.part.is_empty() { String::new() } else { format!("{} ", self.part) };
        format!("{name}{}{within}", self.mean.decimal(PLACES))
    }
}

/// The mean of each number; none where an outcome has none or another count of them, or where there is one outcome only.
pub(super) fn means(of: &OddsOf) -> Vec<Mean> {
    let Some(rows) = of.once.as_ref().filter(|rows| rows.len() > 1) else { return Vec::new() };
    let Some(count) = rows.first().and_then(|(name, _)| numbers_of(name)).map(|numbers| numbers.len()) else {
        return Vec::new();
    };
    // Many rows have one denominator: by each apart nothing has to be brought to a common one.
    let mut apart: FxHashMap<Natural, Vec<Sums>> = FxHashMap::default();
    for (name, share) in rows {
        let Some(numbers) = numbers_of(name).filter(|numbers| numbers.len() == count) else {
            return Vec::new();
        };
        let weight = share.ratio();
        let sums = match apart.get_mut(weight.below()) {
            Some(sums) => sums,
            None => apart.entry(weight.below().clone()).or_insert_with(|| vec![Sums::default(); count]),
        };
        for (sums, number) in sums.iter_mut().zip(numbers) {
            let weighed = weight.above() * number;
            sums.squares += &weighed * number;
            sums.numbers += weighed;
        }
    }
    let parts = if of.parts.len() == count { &of.parts[..] } else { &[] };
    let mean = |at: usize| {
        let sum = |of: fn(&Sums) -> &Whole| {
            let parts = apart.iter().map(|(below, sums)| Ratio::new(of(&sums[at]).clone(), below.clone()));
            parts.fold(Ratio::ZERO, |sum, part| sum.plus(&part))
        };
        let mean = sum(|sums| &sums.numbers);
        let variance = sum(|sums| &sums.squares).minus(&mean.times(&mean));
        Mean { part: parts.get(at).cloned().unwrap_or_default(), within: within(rows, &variance), mean }
    };
    (0..count).map(mean).collect()
}

/// Sums of numbers and of their squares, each times its weight.
#[derive(Debug, Clone, Default)]
struct Sums {
    numbers: Whole,
    squares: Whole,
}

/// 1.96 standard errors of the mean of a sample; at least what the last decimal tells.
fn within(rows: &OddsRows, variance: &Ratio) -> Option<String> {
    let (_, OddsShare::Counted { of, .. }) = rows.first()? else { return None };
    let ends = Ratio::new(196u8, 100u8);
    let error = variance.times(&ends).times(&ends).over(&Ratio::new(*of, 1u8)).root(PLACES);
    Some(if error == "0" { "0.01".to_owned() } else { error })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(rows: &[(&str, OddsShare)], parts: &[&str]) -> OddsOf {
        let rows = rows.iter().map(|(name, share)| ((*name).to_owned(), share.clone())).collect();
        OddsOf {
            once: Some(rows),
            parts: parts.iter().map(|part| (*part).to_owned()).collect(),
            ..OddsOf::default()
        }
    }

    #[test]
    fn each_number_has_its_mean() {
        let share = |above: u8| OddsShare::Exact(Ratio::new(above, 4u8));
        let rows = [("0,2", share(1)), ("4,0, destroyed", share(3))];
        let told = |of: &OddsOf| means(of).iter().map(Mean::text).collect::<Vec<_>>().join(", ");
        assert_eq!(told(&of(&rows, &["front", "rear"])), "front 3, rear 0.5");
        assert_eq!(told(&of(&rows, &["front"])), "3, 0.5");
        assert_eq!(told(&of(&[("0,2", share(1)), ("4", share(3))], &[])), "");
        assert_eq!(told(&of(&[("2 hits", share(4))], &[])), "");
        let counted = |hits: u64| OddsShare::Counted { hits, of: 20_000 };
        assert_eq!(told(&of(&[("0 hits", counted(10_000)), ("2 hits", counted(10_000))], &[])), "1 ± 0.01");
    }
}

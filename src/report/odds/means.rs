//! What outcomes that are numbers come to on average: `9,0,4` part by part.

use std::borrow::Cow;

use super::{OddsOf, OddsRows, OddsShare};
use crate::odds::{Distribution, Natural, Ratio, common_multiple, marginals};

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
    let (weights, whole) = weights(rows);
    let named = rows.iter().map(|(name, _)| name.as_str()).zip(weights.iter().map(|weight| &**weight));
    let each = marginals(named, &whole).unwrap_or_default();
    let parts = if of.parts.len() == each.len() { &of.parts[..] } else { &[] };
    let mean = |(at, numbers): (usize, &Distribution<i64>)| Mean {
        part: parts.get(at).cloned().unwrap_or_default(),
        mean: numbers.mean(),
        within: within(rows, numbers),
    };
    each.iter().enumerate().map(mean).collect()
}

/// The weights of rows, and what all of them are out of.
fn weights(rows: &OddsRows) -> (Vec<Cow<'_, Natural>>, Natural) {
    let parts: Vec<(Cow<'_, Natural>, Cow<'_, Natural>)> =
        rows.iter().map(|(_, share)| share.part()).collect();
    let whole = parts.iter().fold(Natural::ONE, |whole, (_, of)| match **of == whole {
        true => whole,
        false => common_multiple(&whole, of),
    });
    let weights = parts.into_iter().map(|(part, of)| match *of == whole {
        true => part,
        false => Cow::Owned(&*part * (&whole / &*of)),
    });
    (weights.collect(), whole)
}

/// 1.96 standard errors of the mean of a sample; at least what the last decimal tells.
fn within(rows: &OddsRows, numbers: &Distribution<i64>) -> Option<String> {
    let (_, OddsShare::Counted { of, .. }) = rows.first()? else { return None };
    let ends = Ratio::new(196u8, 100u8);
    let error = numbers.variance().times(&ends).times(&ends).over(&Ratio::new(*of, 1u8)).root(PLACES);
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

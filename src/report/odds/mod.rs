//! Odds of commands: outcomes by name, side by side, repeated, and as a table of two numbers.

mod cells;
mod listed;
mod means;
mod picture;
mod told;

use std::borrow::Cow;
use std::cmp::Ordering;

use rustc_hash::{FxHashMap, FxHashSet};

use super::tables::goes_on;
use crate::odds::{Natural, Percent, Ratio, wilson};
use crate::report::Stop;

pub use cells::{
    OddsTable, UNKNOWN as UNKNOWN_CELL, odds_table_csv, odds_table_json, odds_table_md, odds_table_picture,
    odds_table_told,
};
pub use listed::{odds_csv, odds_json, odds_md};
pub use picture::odds_picture;
pub use told::odds_told;

/// What a repetition that has not ended is called.
pub const GOING_ON: &str = "still going on";

/// How likely something is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OddsShare {
    /// Exactly so likely.
    Exact(Ratio),
    /// The same as a part of all that may come, as it was counted: of many rows few are told in lowest terms.
    Part(Percent),
    /// So often out of so many plays.
    Counted {
        /// How often it came up.
        hits: u64,
        /// How many were played.
        of: u64,
    },
}

/// Outcomes in the order in which they are told.
pub type OddsRows = Vec<(String, OddsShare)>;

/// A command with its odds.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct OddsOf {
    /// The command.
    pub line: String,
    /// What the numbers of its outcomes stand for.
    pub parts: Vec<String>,
    /// What it comes to; none where it is repeated.
    pub once: Option<OddsRows>,
    /// The outcomes until which it is repeated, where any were said.
    pub until: Vec<String>,
    /// Why the rules refuse it, where they do: it has no odds then.
    pub refused: Option<String>,
    /// Where it has come to after so many times.
    pub steps: Vec<(u32, OddsRows)>,
    /// How its repetition ends, however long that takes.
    pub end: Option<OddsEnd>,
    /// Why the odds are an estimate, where they are one.
    pub estimated: Option<String>,
    /// What is to be known of these odds: what players decide, where a budget ended.
    pub remarks: Vec<String>,
}

/// How a repetition ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OddsEnd {
    /// By outcome; what never ends is still going on.
    pub rows: OddsRows,
    /// The probability that it never does.
    pub never: Ratio,
    /// How many times are expected; none where it may never end.
    pub times: Option<Ratio>,
}

/// What an outcome is called.
fn called(outcome: &str) -> &str {
    if outcome.is_empty() { "no outcome" } else { outcome }
}

impl OddsShare {
    /// `41.67 %`; of an estimate with its 95 % interval, `41.8 % (41.1 to 42.5 %)`. Never 0 or 100 where that is not known.
    fn percent(&self) -> String {
        match self {
            OddsShare::Exact(ratio) => ratio.percent(),
            OddsShare::Part(part) => part.to_string(),
            OddsShare::Counted { hits, of } => {
                let (low, high) = bounds(*hits, *of);
                let share = if *of == 0 { 0 } else { (hits * 1000 + of / 2) / of };
                match (*hits, share) {
                    (0, _) => format!("seen in none (up to {} %)", tenths(high)),
                    (all, _) if all == *of => format!("seen in all (from {} %)", tenths(low)),
                    (_, 0) => format!("<0.1 % ({} to {} %)", tenths(low), tenths(high)),
                    (_, 1000) => format!(">99.9 % ({} to {} %)", tenths(low), tenths(high)),
                    _ => format!("{} % ({} to {} %)", tenths(share), tenths(low), tenths(high)),
                }
            }
        }
    }

    /// The same without its interval.
    fn percent_alone(&self) -> String {
        let OddsShare::Counted { hits, of } = self else { return self.percent() };
        let (low, high) = bounds(*hits, *of);
        match (hits * 1000 + of / 2) / (*of).max(1) {
            _ if *hits == 0 => format!("<{} %", tenths(high)),
            _ if hits == of => format!(">{} %", tenths(low)),
            0 => "<0.1 %".to_owned(),
            1000 => ">99.9 %".to_owned(),
            share => format!("{} %", tenths(share)),
        }
    }

    fn fraction(&self) -> String {
        match self {
            OddsShare::Exact(ratio) => ratio.to_string(),
            OddsShare::Part(_) => self.ratio().to_string(),
            OddsShare::Counted { hits, of } => format!("{hits}/{of}"),
        }
    }

    /// The fraction, a long one cut in the middle of both its numbers.
    fn short_fraction(&self) -> String {
        let whole = self.fraction();
        if whole.len() <= LONGEST_FRACTION {
            return whole;
        }
        let cut = |number: &str| match number.len() <= SHORTENED {
            true => number.to_owned(),
            false => format!("{}…", &number[..SHORTENED]),
        };
        whole.split('/').map(cut).collect::<Vec<_>>().join("/")
    }

    fn plus(&self, other: &OddsShare) -> OddsShare {
        match (self, other) {
            (OddsShare::Part(a), OddsShare::Part(b)) if a.of == b.of => {
                OddsShare::Part(Percent { part: &a.part + &b.part, of: a.of.clone() })
            }
            (OddsShare::Counted { hits: a, of }, OddsShare::Counted { hits: b, .. }) => {
                OddsShare::Counted { hits: a + b, of: *of }
            }
            (one @ OddsShare::Counted { .. }, _) | (one, OddsShare::Counted { .. }) => one.clone(),
            (one, other) => OddsShare::Exact(one.ratio().plus(&other.ratio())),
        }
    }

    /// What is left to all others.
    fn others(&self) -> OddsShare {
        match self {
            OddsShare::Exact(ratio) => OddsShare::Exact(Ratio::ONE.minus(ratio)),
            OddsShare::Part(Percent { part, of }) => {
                OddsShare::Part(Percent { part: of - part, of: of.clone() })
            }
            OddsShare::Counted { hits, of } => OddsShare::Counted { hits: of - hits, of: *of },
        }
    }

    fn ratio(&self) -> Ratio {
        match self {
            OddsShare::Exact(ratio) => ratio.clone(),
            OddsShare::Part(Percent { part, of }) => Ratio::new(part.clone(), of.clone()),
            OddsShare::Counted { hits, of } => Ratio::new(*hits, *of),
        }
    }

    /// The part, and what it is a part of, not in lowest terms.
    fn part(&self) -> (Cow<'_, Natural>, Cow<'_, Natural>) {
        match self {
            OddsShare::Exact(ratio) => {
                let part = Natural::try_from(ratio.above().clone()).unwrap_or(Natural::ZERO);
                (Cow::Owned(part), Cow::Borrowed(ratio.below()))
            }
            OddsShare::Part(Percent { part, of }) => (Cow::Borrowed(part), Cow::Borrowed(of)),
            OddsShare::Counted { hits, of } => {
                (Cow::Owned(Natural::from(*hits)), Cow::Owned(Natural::from((*of).max(1))))
            }
        }
    }

    /// Which is likelier.
    fn compare(&self, other: &OddsShare) -> Ordering {
        match (self, other) {
            (OddsShare::Part(a), OddsShare::Part(b)) if a.of == b.of => a.part.cmp(&b.part),
            _ => self.ratio().cmp(&other.ratio()),
        }
    }

    /// The bounds of an estimate, in percent.
    fn interval(&self) -> Option<(String, String)> {
        let OddsShare::Counted { hits, of } = self else { return None };
        let (low, high) = bounds(*hits, *of);
        Some((tenths(low), tenths(high)))
    }
}

/// Longer fractions are cut in a table.
const LONGEST_FRACTION: usize = 24;
/// To so many digits.
const SHORTENED: usize = 8;

/// The 95 % interval in tenths of a percent, rounded outward: no more digits than it bears.
fn bounds(hits: u64, of: u64) -> (u64, u64) {
    let (low, high) = wilson(hits, of);
    ((low * 1000.0).floor() as u64, (high * 1000.0).ceil() as u64)
}

fn tenths(number: u64) -> String {
    format!("{}.{}", number / 10, number % 10)
}

/// Each outcome with its share and the sum up to it, one after the other, until it is enough.
fn summed<'r>(
    rows: &'r OddsRows,
    stop: Stop<'r>,
) -> impl Iterator<Item = (&'r str, &'r OddsShare, OddsShare)> + use<'r> {
    let mut sum: Option<OddsShare> = None;
    rows.iter().enumerate().take_while(move |(at, _)| goes_on(*at, stop)).map(move |(at, (name, share))| {
        let now = sum.take().map_or_else(|| share.clone(), |sum| sum.plus(share));
        sum = Some(now.clone());
        // Something always comes of it, also where the parts are estimates.
        let is_end = at + 1 == rows.len() && matches!(now, OddsShare::Counted { .. });
        (name.as_str(), share, if is_end { OddsShare::Exact(Ratio::ONE) } else { now })
    })
}

/// All outcomes of several lists, in the order of the first that has them.
fn outcomes<'a>(all: impl Iterator<Item = &'a OddsRows>) -> Vec<&'a str> {
    let mut known: FxHashSet<&str> = FxHashSet::default();
    let names = all.flatten().map(|(name, _)| name.as_str());
    let mut names: Vec<&str> = names.filter(|name| known.insert(name)).collect();
    // What goes on and what names no outcome stand behind the others.
    names.sort_by_key(|name| (*name == GOING_ON, name.is_empty()));
    names
}

/// The shares of many outcomes, found by their names.
fn by_outcome(rows: &OddsRows) -> FxHashMap<&str, &OddsShare> {
    rows.iter().map(|(name, share)| (name.as_str(), share)).collect()
}

fn share_of<'a>(rows: &'a OddsRows, outcome: &str) -> Option<&'a OddsShare> {
    rows.iter().find(|(name, _)| name == outcome).map(|(_, share)| share)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::odds::Natural;

    #[test]
    fn what_is_neither_nothing_nor_certain_is_never_told_so() {
        let tiny = Ratio::new(1u8, 1u64 << 60);
        assert_eq!(OddsShare::Exact(tiny.clone()).percent(), "<0.01 %");
        assert_eq!(OddsShare::Exact(Ratio::ONE.minus(&tiny)).percent(), ">99.99 %");
        let counted = |hits, of| OddsShare::Counted { hits, of };
        assert_eq!(counted(0, 20_000).percent(), "seen in none (up to 0.1 %)");
        assert_eq!(counted(20_000, 20_000).percent(), "seen in all (from 99.9 %)");
        assert_eq!(counted(1, 20_000).percent_alone(), "<0.1 %");
        assert_eq!(counted(19_999, 20_000).percent_alone(), ">99.9 %");
        assert_eq!(counted(0, 20_000).percent_alone(), "<0.1 %");
    }

    #[test]
    fn a_long_fraction_is_cut_and_a_short_one_is_not() {
        let long = OddsShare::Exact(Ratio::new(3u8, Natural::from(7u8).pow(60)));
        assert!(long.short_fraction().starts_with("3/") && long.short_fraction().ends_with('…'));
        assert_eq!(OddsShare::Exact(Ratio::new(5u8, 12u8)).short_fraction(), "5/12");
    }

    #[test]
    fn sums_go_up_to_one() {
        let share = |above: u8| OddsShare::Exact(Ratio::new(above, 6u8));
        let rows = vec![("a".to_owned(), share(1)), ("b".to_owned(), share(2)), ("c".to_owned(), share(3))];
        let sums = |stop: Stop<'_>| summed(&rows, stop).map(|(.., sum)| sum).collect::<Vec<_>>();
        assert_eq!(sums(&|| false), [share(1), share(3), OddsShare::Exact(Ratio::ONE)]);
    }

    #[test]
    fn what_is_told_until_ctrl_c_is_pressed_is_shown() {
        let each = OddsShare::Exact(Ratio::new(1u8, 1000u16));
        let rows: OddsRows = (0..1000).map(|at| (format!("way {at}"), each.clone())).collect();
        let one = OddsOf { line: "volley".to_owned(), once: Some(rows), ..OddsOf::default() };
        let two = [one.clone(), OddsOf { line: "salvo".to_owned(), ..one.clone() }];
        let times = [OddsOf { steps: vec![(1, one.once.clone().unwrap())], once: None, ..one.clone() }];
        let told = |form: &dyn Fn(Stop<'_>) -> String| {
            let asked = std::cell::Cell::new(0);
            let count = |stop: Stop<'_>| form(stop).matches("way ").count();
            let some = count(&|| {
                asked.set(asked.get() + 1);
                asked.get() > 7
            });
            (some, count(&|| false))
        };
        let style = crate::report::Style::default();
        // A few rows are told without asking; of those that a table has by then it draws no more.
        assert_eq!(told(&|stop| odds_told(std::slice::from_ref(&one), true, &style, stop)), (200, 1000));
        assert_eq!(told(&|stop| odds_told(&two, true, &style, stop)), (200, 1000));
        assert_eq!(told(&|stop| odds_told(&times, true, &style, stop)), (200, 1000));
        assert_eq!(told(&|stop| odds_csv(&two, stop)), (207 + 200, 2000));
        assert_eq!(told(&|stop| odds_md(&two, stop)), (207 + 200, 2000));
        assert_eq!(told(&|stop| odds_json(&two, stop).to_string()), (207 + 200, 2000));
    }
}

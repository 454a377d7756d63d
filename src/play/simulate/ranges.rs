//! Which games were played: half-open ranges of their numbers.

use serde::{Deserialize, Serialize};

/// Games from `from` up to, but not with, `to`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Range {
    /// The first game.
    pub from: u64,
    /// The game after the last.
    pub to: u64,
}

impl Range {
    /// The share `k` of `n`, counted from 1, of `games` games.
    pub fn share(k: u64, n: u64, games: u64) -> Range {
        let at = |part: u64| (u128::from(games) * u128::from(part) / u128::from(n)) as u64;
        Range { from: at(k - 1), to: at(k) }
    }

    /// How many games it has.
    pub fn games(self) -> u64 {
        self.to.saturating_sub(self.from)
    }
}

/// Ranges in order, those that touch as one.
///
/// # Errors
/// Two that overlap.
pub fn joined(mut ranges: Vec<Range>) -> Result<Vec<Range>, (Range, Range)> {
    ranges.retain(|r| r.games() > 0);
    ranges.sort_unstable();
    let mut all: Vec<Range> = Vec::new();
    for range in ranges {
        match all.last_mut() {
            Some(last) if range.from < last.to => return Err((*last, range)),
            Some(last) if range.from == last.to => last.to = range.to,
            _ => all.push(range),
        }
    }
    Ok(all)
}

/// What joined ranges leave out of a whole.
pub fn gaps(ranges: &[Range], whole: Range) -> Vec<Range> {
    let mut gaps = Vec::new();
    let mut at = whole.from;
    for range in ranges {
        if range.from > at && at < whole.to {
            gaps.push(Range { from: at, to: range.from.min(whole.to) });
        }
        at = at.max(range.to);
    }
    if at < whole.to {
        gaps.push(Range { from: at, to: whole.to });
    }
    gaps
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(from: u64, to: u64) -> Range {
        Range { from, to }
    }

    #[test]
    fn shares_cover_all_games_and_none_twice() {
        for (n, games) in [(1, 10), (2, 7), (7, 100), (64, 1000), (5, 3)] {
            let shares = (1..=n).map(|k| Range::share(k, n, games)).collect();
            assert_eq!(joined(shares).unwrap(), [range(0, games)]);
        }
    }

    #[test]
    fn what_is_missing_is_named_and_what_is_double_refused() {
        let known = joined(vec![range(20, 30), range(5, 10), range(10, 12)]).unwrap();
        assert_eq!(known, [range(5, 12), range(20, 30)]);
        assert_eq!(gaps(&known, range(0, 40)), [range(0, 5), range(12, 20), range(30, 40)]);
        assert_eq!(joined(vec![range(0, 10), range(9, 12)]), Err((range(0, 10), range(9, 12))));
    }
}

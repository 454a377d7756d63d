//! What `sim` and `sim merge` answer: the results, and what stands beside them.

use serde::Serialize;

use super::super::look::Look;
use super::super::page::{Page, Streams};
use crate::play::simulate::{Counts, MOST_GAMES, Results, Until};
use crate::report::Simulation;

/// What is printed in JSON: the results as they are kept, and what is told alone.
#[derive(Debug, Serialize)]
struct Told<'a> {
    #[serde(flatten)]
    results: &'a Results,
    /// How many games failed beside those that are listed, where some did.
    #[serde(skip_serializing_if = "Option::is_none")]
    failures_left_out: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    until: Option<Precision<'a>>,
}

/// Shows results; `sheet` tells how they are called in words.
pub(super) fn show(
    results: &Results,
    until: Option<Precision<'_>>,
    sheet: impl FnOnce() -> Simulation,
    look: &Look,
    page: &mut Streams,
) {
    if look.json {
        let left_out = results.counts.unlisted();
        let told = Told { results, failures_left_out: (left_out > 0).then_some(left_out), until };
        page.out(&format!("{}\n", serde_json::to_string(&told).unwrap_or_default()));
    } else {
        let short = until.and_then(|until| until.words());
        page.out(&crate::report::simulation(&Simulation { short, ..sheet() }, &look.style));
    }
}

/// What came of `--until`, beside the results: it is told, and not kept.
#[derive(Debug, Serialize)]
pub(super) struct Precision<'a> {
    asked: &'a str,
    reached: bool,
    /// About how many games in all reach it, where these do not and any number does.
    games: Option<u64>,
}

impl<'a> Precision<'a> {
    pub(super) fn of(asked: &'a str, until: Until, counts: &Counts) -> Precision<'a> {
        let reached = until.is_met(counts);
        let games = until.about(counts).max(counts.games + 1);
        Precision { asked, reached, games: (!reached && games < MOST_GAMES).then(|| rounded_up(games)) }
    }

    /// That it is not reached, and what does.
    fn words(&self) -> Option<String> {
        let takes = match self.games {
            Some(games) => format!("about {games} games reach it: `--games {games}`"),
            None => "no number of games that can be played reaches it".to_owned(),
        };
        (!self.reached).then(|| format!("`{}` is not reached; {takes}", self.asked))
    }
}

/// The next number with two digits that count.
fn rounded_up(number: u64) -> u64 {
    let unit = 10_u64.pow(number.max(1).ilog10().saturating_sub(1));
    number.div_ceil(unit) * unit
}

//! Odds of commands as a picture of bars: side by side, or time after time.

use super::{OddsOf, OddsRows, OddsShare, by_outcome, called, outcomes, share_of};
use std::borrow::Cow;

use crate::odds::{Natural, Percent};
use crate::report::plot::{MOST_SERIES, Plot, Slot};

/// A picture of up to four commands, or of the repetition of the first: a bar an outcome, or a group of bars each time.
pub fn odds_picture(all: &[OddsOf]) -> String {
    let plot = match all.iter().find(|of| of.once.is_none()) {
        Some(repeated) => steps(repeated),
        None => once(all),
    };
    plot.draw()
}

fn once(all: &[OddsOf]) -> Plot {
    let (all, more) = all.split_at(all.len().min(MOST_SERIES));
    let names = outcomes(all.iter().filter_map(|of| of.once.as_ref()));
    let known: Vec<_> = all.iter().map(|of| of.once.as_ref().map(by_outcome).unwrap_or_default()).collect();
    let slots = names.iter().map(|name| Slot {
        label: called(name).to_owned(),
        name: called(name).to_owned(),
        shares: known.iter().map(|known| part(known.get(name).copied())).collect(),
    });
    Plot {
        title: all.iter().map(|of| of.line.as_str()).collect::<Vec<_>>().join(" | "),
        slots: slots.collect(),
        series: all.iter().map(|of| (of.line.clone(), told(of))).collect(),
        notes: left_out(more.iter().map(|of| of.line.as_str()).collect()).into_iter().collect(),
        under: "outcome".to_owned(),
    }
}

fn steps(of: &OddsOf) -> Plot {
    let end = of.end.iter().map(|end| ("the end".to_owned(), &end.rows));
    let rows: Vec<(String, &OddsRows)> =
        of.steps.iter().map(|(times, rows)| (times.to_string(), rows)).chain(end).collect();
    let mut names = outcomes(rows.iter().map(|(_, rows)| *rows));
    // What is asked for is never among what is left out.
    names.sort_by_key(|name| !of.until.iter().any(|until| until == name));
    let more = names.split_off(names.len().min(MOST_SERIES));
    let slots = rows.iter().map(|(label, rows)| Slot {
        label: label.clone(),
        name: format!("after {label}"),
        shares: names.iter().map(|name| part(share_of(rows, name))).collect(),
    });
    Plot {
        title: of.line.clone(),
        slots: slots.collect(),
        series: names.iter().map(|name| (called(name).to_owned(), String::new())).collect(),
        notes: [told(of)].into_iter().filter(|told| !told.is_empty()).chain(left_out(more)).collect(),
        under: "after so many times".to_owned(),
    }
}

/// What there is no room for.
fn left_out(names: Vec<&str>) -> Option<String> {
    let names: Vec<&str> = names.into_iter().map(called).collect();
    (!names.is_empty()).then(|| format!("left out for want of room: {}", names.join(" | ")))
}

/// What is to be known of the odds.
fn told(of: &OddsOf) -> String {
    let refused = of.refused.iter().map(|reason| format!("refused: {reason}"));
    refused.chain(of.estimated.iter().chain(&of.remarks).cloned()).collect::<Vec<_>>().join("; ")
}

fn part(share: Option<&OddsShare>) -> Percent {
    let none = || (Cow::Owned(Natural::ZERO), Cow::Owned(Natural::ONE));
    let (part, of) = share.map_or_else(none, OddsShare::part);
    Percent { part: part.into_owned(), of: of.into_owned() }
}

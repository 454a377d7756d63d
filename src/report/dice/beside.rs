//! Several formulas side by side: their means, which is more, and their chances row by row.

use super::groups::groups;
use super::table::{bar_width, broken, head};
use super::{DiceAsked, DiceOdds, PLACES, bars::bar, chance, with_fraction};
use crate::odds::{Natural, Ratio, Work, compare};
use crate::report::{Cell, Column, Listing, Style, shown_width};

/// Longer formulas are called by their number at the head of a column.
const LONGEST_HEAD: usize = 16;

pub(super) fn several(all: &[DiceOdds], asked: DiceAsked, style: &Style) -> String {
    let names = names(all);
    let mut text = String::new();
    for (told, name) in all.iter().zip(&names) {
        let is_short = *name == told.formula.to_string();
        text.push_str(&if is_short { head(told, style) } else { format!("{name}: {}", head(told, style)) });
    }
    let is_plain = asked == DiceAsked::default();
    if is_plain && all.iter().all(|told| told.formula.is_chance()) {
        text.push_str(&chances(all, &names).draw(style));
        return text;
    }
    text.push_str(&measures(all, &names, asked).draw(style));
    text.push_str(&broken(&which_is_more(all, &names), style));
    if is_plain {
        text.push_str(&rows(all, &names, style));
    }
    text
}

/// What each formula is called at the head of its columns.
fn names(all: &[DiceOdds]) -> Vec<String> {
    let written: Vec<String> = all.iter().map(|told| told.formula.to_string()).collect();
    let are_short = written.iter().all(|w| shown_width(w) <= LONGEST_HEAD);
    let are_different = (1..written.len()).all(|at| !written[..at].contains(&written[at]));
    match are_short && are_different {
        true => written,
        false => (1..=all.len()).map(|number| format!("no. {number}")).collect(),
    }
}

/// For formulas that hold or not.
fn chances(all: &[DiceOdds], names: &[String]) -> Listing {
    let heads = names.iter().map(|name| Column::number(name));
    let mut listing = Listing::new([Column::text("")].into_iter().chain(heads));
    for (name, result) in [("holds", 1), ("holds not", 0)] {
        let chances = all.iter().map(|told| Cell::from(chance(&told.odds.chance(&result))));
        listing.row([Cell::from(name)].into_iter().chain(chances));
    }
    listing
}

fn measures(all: &[DiceOdds], names: &[String], asked: DiceAsked) -> Listing {
    let heads = names.iter().map(|name| Column::number(name));
    let mut listing = Listing::new([Column::text("")].into_iter().chain(heads));
    let mut row = |name: &str, of: &dyn Fn(&DiceOdds) -> String| {
        listing.row([Cell::from(name)].into_iter().chain(all.iter().map(|told| Cell::from(of(told)))));
    };
    row("mean", &|told| with_fraction(&told.odds.mean()));
    row("deviation", &|told| told.odds.deviation_about(PLACES));
    row("least", &|told| told.odds.least().to_string());
    row("greatest", &|told| told.odds.greatest().to_string());
    let questions = all.first().map(|told| asked.answers(&told.odds)).unwrap_or_default();
    for (at, (question, _)) in questions.iter().enumerate() {
        row(question, &|told| asked.answers(&told.odds).get(at).map_or_else(String::new, |(_, p)| chance(p)));
    }
    listing
}

/// Which of two is more, and how often.
fn which_is_more(all: &[DiceOdds], names: &[String]) -> String {
    let (Some(shares), [one, other]) = (compared(all), names) else { return String::new() };
    let [more, equal, less] = shares.map(|share| chance(&share));
    format!("{one} is more in {more}, equal in {equal}, less than {other} in {less}")
}

/// How often the first of two is more than the second, equal and less. Nothing where they are not two, or where it would take too
/// long: their tables alone have to do then.
pub(super) fn compared(all: &[DiceOdds]) -> Option<[Ratio; 3]> {
    let [first, second] = all else { return None };
    let compared = compare(&first.odds, &second.odds, &mut Work::new()).ok()?;
    let total = compared.total();
    Some([compared.more, compared.equal, compared.less].map(|weight| Ratio::new(weight, total.clone())))
}

fn rows(all: &[DiceOdds], names: &[String], style: &Style) -> String {
    let groups = groups(&all.iter().map(|told| &told.odds).collect::<Vec<_>>());
    let mut columns = vec![Column::number("result")];
    for name in names {
        columns.extend([Column::number(name), Column::number("at least")]);
    }
    let cells: Vec<Vec<String>> = groups
        .iter()
        .map(|group| {
            let mut row = vec![group.name()];
            for share in &group.shares {
                row.extend([share.chance(), share.percent(&share.at_least)]);
            }
            row
        })
        .collect();
    let bars = bar_width(&columns, &cells, all.len(), style);
    // One scale for all, so that bars can be compared: as shares of their own totals.
    let scaled = |at: usize| -> Vec<Natural> {
        let others = all.iter().enumerate().filter(|(other, _)| *other != at);
        let factor: Natural = others.map(|(_, told)| told.odds.total().clone()).product();
        groups.iter().map(|g| &g.shares[at].weight * &factor).collect()
    };
    let scaled: Vec<Vec<Natural>> = (0..all.len()).map(scaled).collect();
    let greatest = scaled.iter().flatten().max().cloned().unwrap_or_default();
    let heads = columns.clone();
    let mut shown = vec![heads[0].clone()];
    for pair in heads[1..].chunks(2) {
        shown.push(pair[0].clone());
        shown.extend(bars.map(|_| Column::text("")));
        shown.push(pair[1].clone());
    }
    let mut listing = Listing::new(shown);
    for (number, row) in cells.into_iter().enumerate() {
        let mut cells = vec![Cell::from(&*row[0])];
        for (at, pair) in row[1..].chunks(2).enumerate() {
            cells.push(Cell::from(&*pair[0]));
            cells.extend(bars.map(|width| Cell::from(bar(&scaled[at][number], &greatest, width, style))));
            cells.push(Cell::from(&*pair[1]));
        }
        listing.row(cells);
    }
    listing.draw(style)
}

//! One formula: its mean and spread, and a row with a bar for each result.

use super::groups::{Group, groups};
use super::words::{in_words, remarks};
use super::{DiceAsked, DiceOdds, LONGEST_FRACTION, PLACES, bars::bar, chance, with_fraction};
use crate::odds::{Natural, Ratio};
use crate::report::{Cell, Column, Listing, Room, Style, shown_width, wrap};

/// Tables are this wide where nobody says how wide.
const WIDTH: usize = 80;

/// Bars are at least so long, or are left out.
const SHORTEST_BAR: usize = 8;

pub(super) fn one(told: &DiceOdds, asked: DiceAsked, style: &Style) -> String {
    let DiceOdds { formula, odds } = told;
    let mut text = head(told, style);
    if formula.is_chance() && asked == DiceAsked::default() {
        let holds = odds.chance(&1);
        let fails = Ratio::ONE.minus(&holds);
        text.push_str(&format!("it holds in {}, and not in {}\n", chance(&holds), chance(&fails)));
        return text;
    }
    let (least, greatest) = (odds.least(), odds.greatest());
    let range =
        if least == greatest { format!("always {least}") } else { format!("from {least} to {greatest}") };
    let mean = with_fraction(&odds.mean());
    text.push_str(&broken(
        &format!("mean {mean}, deviation {}, {range}", odds.deviation_about(PLACES)),
        style,
    ));
    let answers = asked.answers(odds);
    if answers.is_empty() && least != greatest {
        text.push_str(&rows(&groups(&[odds]), odds.total(), style));
    }
    for (question, probability) in answers {
        text.push_str(&format!("{question}: {}\n", chance(&probability)));
    }
    text
}

/// The formula, what it asks, and what is to be known of its dice.
pub(super) fn head(told: &DiceOdds, style: &Style) -> String {
    let written = told.formula.to_string();
    let words = in_words(&told.formula).map_or_else(String::new, |words| format!(": {words}"));
    let mut text = broken(&format!("{written}{words}"), style);
    if text.starts_with(&written) {
        text.replace_range(..written.len(), &style.paint(style.strong(), &written));
    }
    for remark in remarks(&told.formula) {
        for line in wrap(&remark, style.line_width()) {
            text.push_str(&format!("{}\n", style.paint(style.faint(), &line)));
        }
    }
    text
}

/// A sentence, broken to the width.
pub(super) fn broken(sentence: &str, style: &Style) -> String {
    wrap(sentence, style.line_width()).join("\n") + "\n"
}

fn rows(groups: &[Group], total: &Natural, style: &Style) -> String {
    let fraction = |g: &Group| Ratio::new(g.shares[0].weight.clone(), total.clone()).to_string();
    let fractions: Vec<String> = groups.iter().map(fraction).collect();
    let short = fractions.iter().all(|f| f.len() <= LONGEST_FRACTION);
    let mut columns = vec![Column::number("result"), Column::number("chance")];
    columns.extend(short.then(|| Column::number("fraction").room(Room::Drop)));
    columns.extend([Column::number("at least"), Column::number("at most").room(Room::Drop)]);
    let cells: Vec<Vec<String>> = groups
        .iter()
        .zip(fractions)
        .map(|(group, fraction)| {
            let share = &group.shares[0];
            let mut row = vec![group.name(), share.chance()];
            row.extend(short.then_some(fraction));
            row.extend([share.percent(&share.at_least), share.percent(&share.at_most)]);
            row
        })
        .collect();
    let bars = bar_width(&columns, &cells, 1, style);
    columns.extend(bars.map(|_| Column::text("")));
    let greatest = groups.iter().map(|g| &g.shares[0].weight).max().cloned().unwrap_or_default();
    let mut listing = Listing::new(columns);
    for (group, row) in groups.iter().zip(cells) {
        let bar = bars.map(|width| bar(&group.shares[0].weight, &greatest, width, style));
        listing.row(row.into_iter().chain(bar).map(Cell::from));
    }
    let mut text = listing.draw(style);
    if !short {
        text.push_str(&broken("the fractions are long; as CSV or JSON they are listed", style));
    }
    text
}

/// How long each of so many bars may be beside these columns; nothing where there is no room, or where nothing is drawn.
pub(in crate::report) fn bar_width(
    columns: &[Column],
    rows: &[Vec<String>],
    bars: usize,
    style: &Style,
) -> Option<usize> {
    let width = if style.width == usize::MAX { WIDTH } else { style.width };
    let widest = |at: usize| {
        let cells = rows.iter().filter_map(|row| row.get(at)).map(|cell| shown_width(cell));
        cells.max().unwrap_or(0).max(shown_width(&columns[at].head))
    };
    let taken: usize = (0..columns.len()).map(|at| widest(at) + 2).sum::<usize>() + 2 * (bars - 1);
    let room = width.saturating_sub(taken) / bars;
    (!style.plain && room >= SHORTEST_BAR).then_some(room.min(WIDTH / 2))
}

//! A hit log at the terminal: as it is drawn on the sheet, or a line a circle.

use super::super::style::Style;
use super::{DepthMarked, HitLog};
use crate::kernel::hull::{Boxes, Circle, Flank};

/// The brackets of circles by depth, outermost first. From the fifth depth on they are alike; words tell them apart.
const BRACKETS: [(char, char); 5] = [('(', ')'), ('[', ']'), ('{', '}'), ('<', '>'), ('|', '|')];

/// What takes the place of the first bracket of a marked circle.
const MARK: char = '#';

/// Hit logs, one below the other.
pub fn hull_told(logs: &[HitLog<'_>], style: &Style) -> String {
    logs.iter().map(|log| if style.plain { listed(log, style) } else { drawn(log, style) }).collect()
}

fn brackets(depth: usize) -> (char, char) {
    BRACKETS[depth.min(BRACKETS.len() - 1)]
}

fn drawn(log: &HitLog<'_>, style: &Style) -> String {
    let (columns, rows) = log.hull.size();
    let mut text = format!("{}\n", style.paint(style.strong(), &style.clean(&log.head())));
    if !log.printed.is_empty() {
        text.push_str(&style.lines(&log.printed));
    }
    let letters: String = (0..columns).map(|at| format!("  {} ", char::from(b'a' + at as u8))).collect();
    text.push_str(&format!("   {}\n", letters.trim_end()));
    for row in 0..rows {
        let mut line = format!("{:>2} ", row + 1);
        for column in 0..columns {
            line.push_str(&format!(" {}", cell(log, (column, row), style)));
        }
        text.push_str(&format!("{}\n", line.trim_end()));
    }
    let depths = log.depths().into_iter().map(|DepthMarked { at, name, marked, all }| {
        let (open, close) = brackets(at);
        format!("{open}{close} {name} {marked} of {all}")
    });
    text.push_str(&format!("{}\n", style.clean(&depths.collect::<Vec<_>>().join(", "))));
    text.extend(boxes(log).map(|row| style.lines(&row)));
    let kinds = format!("{}, {MARK} marked; the front is above", log.kinds());
    text.push_str(&format!("{}\n", style.paint(style.faint(), &style.clean(&kinds))));
    text
}

/// `speed [8] [7] [6]`.
fn boxes(log: &HitLog<'_>) -> impl Iterator<Item = String> {
    let row = |row: &Boxes| {
        let boxes: String = row.labels.iter().map(|label| format!(" [{label:1}]")).collect();
        format!("{}{boxes}", row.title)
    };
    log.boxes().iter().map(row)
}

/// A circle at a place of the drawing; blanks where there is none.
fn cell(log: &HitLog<'_>, (column, row): (usize, usize), style: &Style) -> String {
    let is_here = |circle: &Circle| (circle.spot.column.into(), circle.spot.row.into()) == (column, row);
    let Some(at) = log.hull.circles().iter().position(is_here) else { return "   ".to_owned() };
    let circle = &log.hull.circles()[at];
    let ((open, close), (letter, _)) = (brackets(circle.depth), log.kind_of(circle));
    match log.marked.contains(&at) {
        true => style.paint(style.refused(), &style.clean(&format!("{MARK}{letter}{close}"))),
        false => style.clean(&format!("{open}{letter}{close}")),
    }
}

/// A record a line.
fn listed(log: &HitLog<'_>, style: &Style) -> String {
    let depths = log.depths().into_iter();
    let depths =
        depths.map(|DepthMarked { name, marked, all, .. }| format!("{name}: {marked} of {all} marked"));
    let circles = log.hull.circles().iter().enumerate().map(|(at, circle)| {
        let flank = circle.flank.map_or("middle", Flank::word);
        let marked = if log.marked.contains(&at) { ", marked" } else { "" };
        let depth = &log.hull.depths[circle.depth];
        format!("{}: {depth}, {}, {flank}{marked}", circle.spot, log.kind_of(circle).1)
    });
    let printed = (!log.printed.is_empty()).then(|| log.printed.clone());
    let lines = std::iter::once(log.head()).chain(printed).chain(depths).chain(boxes(log)).chain(circles);
    lines.map(|line| format!("{}\n", style.clean(&line))).collect()
}

//! A hit log at the terminal: as it is drawn on the sheet, or a line a circle.

use super::super::style::Style;
use super::HitLog;
use crate::kernel::hull::Flank;

/// The brackets of circles by depth, outermost first. From the fifth depth on they are alike; words tell them apart.
const BRACKETS: [(char, char); 5] = [('(', ')'), ('[', ']'), ('{', '}'), ('<', '>'), ('|', '|')];

/// What takes the place of a marked circle's letter.
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
    let letters: String = (0..columns).map(|at| format!("  {} ", char::from(b'a' + at as u8))).collect();
    text.push_str(&format!("   {}\n", letters.trim_end()));
    for row in 0..rows {
        let mut line = format!("{:>2} ", row + 1);
        for column in 0..columns {
            let here = |at: &usize| {
                let spot = log.hull.circles()[*at].spot;
                (usize::from(spot.column), usize::from(spot.row)) == (column, row)
            };
            match (0..log.hull.circles().len()).find(here) {
                None => line.push_str("    "),
                Some(at) => {
                    let circle = &log.hull.circles()[at];
                    let ((open, close), (letter, _)) = (brackets(circle.depth), log.kind_of(circle));
                    let cell = match log.marked.contains(&at) {
                        true => style.paint(style.refused(), &format!("{open}{MARK}{close}")),
                        false => style.clean(&format!("{open}{letter}{close}")),
                    };
                    line.push_str(&format!(" {cell}"));
                }
            }
        }
        text.push_str(&format!("{}\n", line.trim_end()));
    }
    let depths: Vec<String> = (log.depths().iter())
        .map(|(name, marked, all)| {
            let depth = log.hull.depths.iter().position(|depth| &**depth == *name).unwrap_or_default();
            let (open, close) = brackets(depth);
            format!("{open}{close} {name} {marked} of {all}")
        })
        .collect();
    text.push_str(&format!("{}\n", style.clean(&depths.join(", "))));
    let kinds: Vec<String> = log.hull.kinds.iter().map(|k| format!("{} {}", k.letter, k.title)).collect();
    let kinds = format!("{}, {MARK} marked; the front is above", kinds.join(", "));
    text.push_str(&format!("{}\n", style.paint(style.faint(), &style.clean(&kinds))));
    text
}

fn listed(log: &HitLog<'_>, style: &Style) -> String {
    let mut text = format!("{}\n", style.clean(&log.head()));
    for (name, marked, all) in log.depths() {
        text.push_str(&style.clean(&format!("{name}: {marked} of {all} marked\n").replace('\n', "")));
        text.push('\n');
    }
    for (at, circle) in log.hull.circles().iter().enumerate() {
        let flank = circle.flank.map_or("middle", Flank::word);
        let marked = if log.marked.contains(&at) { ", marked" } else { "" };
        let depth = &log.hull.depths[circle.depth];
        let line = format!("{}: {depth}, {}, {flank}{marked}", circle.spot, log.kind_of(circle).1);
        text.push_str(&format!("{}\n", style.clean(&line)));
    }
    text
}

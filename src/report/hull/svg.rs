//! Hit logs as a sheet to print and to mark: SVG in whole units, the same bytes for the same logs.

use std::collections::BTreeSet;

use super::super::map::SVG_HEAD;
use super::super::map::svg::ink::{self, Rgb};
use super::super::map::svg::letters;
use super::super::map::svg::pen::Pen;
use super::super::style::Style;
use super::{DepthMarked, HitLog};

/// From the middle of a circle to the middle of the next one.
const STEP: i64 = 60;
/// The radius of a circle.
const RADIUS: i64 = 24;
/// Round everything, and between logs.
const MARGIN: i64 = 40;
/// The head of a log: its title and the line for a name.
const HEAD: i64 = 140;
/// Below a log: a line for each depth, and one for the kinds.
const LINE: i64 = 34;
/// A sheet is so wide where that is enough.
const WIDE: i64 = 1400;

/// The fill of circles by depth: the deeper the darker.
fn fill(depth: usize) -> Rgb {
    ink::WHITE.mixed(ink::BLACK, (depth as u16 * 16).min(60))
}

/// Width and height of a log.
fn size(log: &HitLog<'_>) -> (i64, i64) {
    let (columns, rows) = log.hull.size();
    let notes = log.depths().len() as i64 + 1;
    let wide = (columns as i64 + 1) * STEP;
    let letters = words_below(log).iter().map(|text| text.chars().count() as i64 * 13).max();
    (wide.max(letters.unwrap_or(0)).max(360), HEAD + rows as i64 * STEP + notes * LINE)
}

/// What stands below a log.
fn words_below(log: &HitLog<'_>) -> Vec<String> {
    let blank = log.name.is_empty();
    let depths = log.depths().into_iter().map(|DepthMarked { name, marked, all, .. }| match blank {
        true => format!("{name}: {all}"),
        false => format!("{name}: {marked} of {all} marked"),
    });
    depths.chain([log.kinds()]).collect()
}

/// Logs side by side in rows, with a title above them.
pub fn hull_picture(logs: &[HitLog<'_>], title: &str) -> String {
    let style = Style { width: usize::MAX, ..Style::default() };
    let (mut left, mut top, mut deepest, mut width) = (MARGIN, 2 * MARGIN + 40, 0, 0);
    let mut body = Pen::default();
    for log in logs {
        let (wide, high) = size(log);
        if left > MARGIN && left + wide + MARGIN > WIDE {
            (left, top, deepest) = (MARGIN, top + deepest + MARGIN, 0);
        }
        draw(&mut body, log, &style, left, top);
        left += wide + MARGIN;
        deepest = deepest.max(high);
        width = width.max(left);
    }
    let height = top + deepest + MARGIN;
    let width = width.max(600);
    let mut pen = Pen::default();
    pen.raw(SVG_HEAD).raw(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"graphics-document\" aria-labelledby=\"hr-title\"",
    );
    pen.raw(" viewBox=\"0 0 ").number(width).raw(" ").number(height).raw("\"");
    pen.int("width", width).int("height", height);
    pen.set("font-family", letters::FONTS).raw(" text-anchor=\"middle\"").inside().raw("\n");
    let clean = style.clean(title);
    pen.begin("title").raw(" id=\"hr-title\"").inside().escape(&clean).end("title");
    pen.begin("rect").int("width", width).int("height", height).set("fill", &ink::PAPER.code()).empty();
    pen.begin("text").int("x", MARGIN).int("y", MARGIN + 30).int("font-size", 36);
    pen.set("text-anchor", "start").set("font-weight", "bold").words(&clean);
    pen.raw(&body.finish()).raw("</svg>\n");
    pen.finish()
}

fn draw(pen: &mut Pen, log: &HitLog<'_>, style: &Style, left: i64, top: i64) {
    let (columns, rows) = log.hull.size();
    let heading = style.clean(&log.head());
    pen.begin("g").set("role", "group").set("aria-label", &heading).inside().raw("\n");
    pen.raw("<g text-anchor=\"start\" fill=\"#111111\">\n");
    pen.begin("text").int("x", left).int("y", top + 28).int("font-size", 30).set("font-weight", "bold");
    pen.words(&heading);
    if log.name.is_empty() {
        pen.begin("text").int("x", left).int("y", top + 68).int("font-size", 22).words("name");
        pen.begin("line").int("x1", left + 64).int("y1", top + 70).int("x2", left + 340).int("y2", top + 70);
        pen.set("stroke", "#111111").int("stroke-width", 2).empty();
    }
    pen.end("g");
    let at = |column: i64, row: i64| (left + STEP + column * STEP, top + HEAD + row * STEP);
    let place = |number: usize| {
        let spot = log.hull.circles()[number].spot;
        at(i64::from(spot.column), i64::from(spot.row))
    };
    // Which circles are next to each other, below them.
    pen.raw("<g stroke=\"#999999\" stroke-width=\"3\">\n");
    let pairs: BTreeSet<(usize, usize)> = (log.hull.circles().iter().enumerate())
        .flat_map(|(from, circle)| circle.neighbours.iter().map(move |to| (from.min(*to), from.max(*to))))
        .collect();
    for (from, to) in pairs {
        let ((x1, y1), (x2, y2)) = (place(from), place(to));
        pen.begin("line").int("x1", x1).int("y1", y1).int("x2", x2).int("y2", y2).empty();
    }
    pen.end("g");
    pen.raw("<g fill=\"#555555\" font-size=\"20\">\n");
    for column in 0..columns as i64 {
        let name = char::from(b'a' + column as u8).to_string();
        pen.begin("text").int("x", at(column, 0).0).int("y", top + HEAD - 36).words(&name);
    }
    for row in 0..rows as i64 {
        let (name, y) = ((row + 1).to_string(), at(0, row).1 + 7);
        pen.begin("text").int("x", left + 14).int("y", y).words(&name);
    }
    pen.end("g");
    for (number, circle) in log.hull.circles().iter().enumerate() {
        let ((x, y), colour) = (place(number), fill(circle.depth));
        pen.begin("circle").int("cx", x).int("cy", y).int("r", RADIUS).set("fill", &colour.code());
        pen.set("stroke", "#111111").int("stroke-width", 3).inside();
        let (letter, kind) = log.kind_of(circle);
        let told = format!("{}: {}, {kind}", circle.spot, log.hull.depths[circle.depth]);
        pen.element("title", &style.clean(&told)).end("circle");
        pen.begin("text").int("x", x).int("y", y + 9).int("font-size", 24).set("fill", &colour.ink().code());
        pen.words(&style.clean(letter));
        if log.marked.contains(&number) {
            for (dy, to) in [(-RADIUS, RADIUS), (RADIUS, -RADIUS)] {
                pen.begin("line").int("x1", x - RADIUS).int("y1", y + dy).int("x2", x + RADIUS);
                pen.int("y2", y + to).set("stroke", "#c02020").int("stroke-width", 7);
                pen.set("stroke-linecap", "round").empty();
            }
        }
    }
    pen.raw("<g text-anchor=\"start\" fill=\"#111111\" font-size=\"22\">\n");
    let below = top + HEAD + rows as i64 * STEP;
    for (number, text) in (0..).zip(words_below(log)) {
        pen.begin("text").int("x", left).int("y", below + number * LINE + 10).words(&style.clean(&text));
    }
    pen.end("g").end("g");
}

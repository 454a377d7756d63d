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
/// Where an arm of the cross of a mark begins and ends, across as well as down from the middle.
const ARM: (i64, i64) = (11, 25);
/// Round everything, and between logs.
const MARGIN: i64 = 40;
/// The head of a log: its title, the line for a name, the arrow to the front.
const HEAD: i64 = 170;
/// Below a log: a line for each depth, and one for the kinds.
const LINE: i64 = 34;
/// The side of a sample of a shade, and where the words behind it begin.
const SAMPLE: i64 = 20;
const INDENT: i64 = 30;
/// The side of a box, the room for the words before a row of them, and from one row to the next.
const BOX: i64 = 34;
const BOX_WORDS: i64 = 110;
const BOX_LINE: i64 = 46;
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
    let head = wide_of(&log.head(), 17) + wide_of(&log.printed, 11);
    let letters = words_below(log).iter().map(|text| INDENT + text.chars().count() as i64 * 13).max();
    let boxes = log.boxes().iter().map(|row| BOX_WORDS + row.labels.len() as i64 * BOX).max().unwrap_or(0);
    let high = HEAD + rows as i64 * STEP + notes * LINE + log.boxes().len() as i64 * BOX_LINE;
    (wide.max(letters.unwrap_or(0)).max(boxes).max(head).max(360), high)
}

/// About how wide a text is, with letters of so much, and a gap behind it.
fn wide_of(text: &str, letter: i64) -> i64 {
    text.chars().count() as i64 * letter + 20
}

/// What stands below a log, each line of a depth with the shade that it is about.
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
    pen.begin("text").int("x", left + wide_of(&heading, 17)).int("y", top + 28).int("font-size", 20);
    pen.words(&style.clean(&log.printed));
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
            // The cross stands round the letter, which still counts once it is marked.
            for (across, down) in [(-1, -1), (1, -1), (-1, 1), (1, 1)] {
                let arm = |from: i64| (x + across * from, y + down * from);
                let ((x1, y1), (x2, y2)) = (arm(ARM.0), arm(ARM.1));
                pen.begin("line").int("x1", x1).int("y1", y1).int("x2", x2).int("y2", y2);
                pen.set("stroke", "#c02020").int("stroke-width", 7).set("stroke-linecap", "round").empty();
            }
        }
    }
    front(pen, left + STEP + (columns as i64 - 1) * STEP / 2, top + HEAD - 62);
    pen.raw("<g text-anchor=\"start\" fill=\"#111111\" font-size=\"22\">\n");
    let below = top + HEAD + rows as i64 * STEP;
    let shades: Vec<usize> = log.depths().iter().map(|depth| depth.at).collect();
    for (number, text) in (0..).zip(words_below(log)) {
        let y = below + number * LINE + 10;
        let shade = shades.get(number as usize);
        if let Some(depth) = shade {
            pen.begin("rect").int("x", left).int("y", y - 18).int("width", SAMPLE).int("height", SAMPLE);
            pen.set("fill", &fill(*depth).code()).set("stroke", "#111111").int("stroke-width", 2).empty();
        }
        let x = if shade.is_some() { left + INDENT } else { left };
        pen.begin("text").int("x", x).int("y", y).words(&style.clean(&text));
    }
    pen.end("g");
    boxes(pen, log, style, left, below + (log.depths().len() as i64 + 1) * LINE - 6);
    pen.end("g");
}

/// Rows of boxes to be marked by hand.
fn boxes(pen: &mut Pen, log: &HitLog<'_>, style: &Style, left: i64, top: i64) {
    for (row, at) in log.boxes().iter().zip(0..) {
        let y = top + at * BOX_LINE;
        pen.begin("text").int("x", left).int("y", y + 24).int("font-size", 22).set("text-anchor", "start");
        pen.words(&style.clean(&row.title));
        for (label, column) in row.labels.iter().zip(0..) {
            let x = left + BOX_WORDS + column * BOX;
            pen.begin("rect")
                .int("x", x)
                .int("y", y)
                .int("width", BOX)
                .int("height", BOX)
                .set("fill", "#ffffff");
            pen.set("stroke", "#111111").int("stroke-width", 2).empty();
            pen.begin("text")
                .int("x", x + BOX / 2)
                .int("y", y + 24)
                .int("font-size", 20)
                .set("fill", "#555555");
            pen.words(&style.clean(label));
        }
    }
}

/// An arrow that points to the front, above the middle of the hull.
fn front(pen: &mut Pen, x: i64, y: i64) {
    let (tip, foot) = (y - 22, y);
    pen.begin("path").set("d", &format!("M{x} {tip}l-14 22h28z")).set("fill", "#d08a10").empty();
    pen.begin("text").int("x", x + 24).int("y", foot).int("font-size", 20).set("fill", "#555555");
    pen.set("text-anchor", "start").words("front");
}

//! What a question lays over the map: reach, ways, lines of sight, attacks, and the labels in the hexes.

use super::ink::{BLACK, NOTED, Rgb, WASH, WHITE};
use super::letters::{fitted, wide};
use super::pen::Pen;
use super::sheet::{Point, Sheet};
use crate::kernel::hex::{Hex, LineStep, line as line_between};
use crate::report::map::board::Board;

/// How large labels are written, and how high the plate is that they stand on.
const LETTERS: i64 = 12;
const HIGH: i64 = 16;

/// What parts of the picture share.
pub(super) fn definitions(pen: &mut Pen, sheet: &Sheet) {
    for (id, broken) in [("reach", ""), ("passing", " stroke-dasharray=\"10,7\"")] {
        pen.begin("polygon").set("id", &format!("hr-{id}")).points("points", &sheet.outline(97));
        pen.set("fill", &WHITE.code()).set("fill-opacity", &format!("0.{WASH:02}"));
        pen.raw(" stroke=\"#111111\" stroke-width=\"4\"").raw(broken).empty();
    }
}

/// The hexes in reach; those in which no move may end have a broken line.
pub(super) fn reach(pen: &mut Pen, board: &Board<'_>, sheet: &Sheet) {
    let overlay = board.scene.overlay;
    for hex in overlay.reach.keys().filter(|hex| board.is_shown(**hex)) {
        let (x, y) = sheet.centre(*hex);
        let id = if overlay.passing.contains(hex) { "#hr-passing" } else { "#hr-reach" };
        pen.begin("use").set("href", id).int("x", x).int("y", y).empty();
    }
}

/// Ways, lines of sight, attacks: lines over everything else.
pub(super) fn lines(pen: &mut Pen, board: &Board<'_>, sheet: &Sheet) {
    way(pen, board, sheet);
    sight(pen, board, sheet);
    attack(pen, board, sheet);
}

/// The hexes that lines go over.
pub(super) fn under_lines(board: &Board<'_>) -> Vec<Hex> {
    let overlay = board.scene.overlay;
    let mut hexes: Vec<Hex> = overlay.path.clone();
    hexes.extend(overlay.line.iter().flat_map(|sight| sight.line.touched()));
    if let Some(attack) = &overlay.attack {
        hexes.extend(
            attack.attackers.iter().flat_map(|(_, from)| line_between(*from, attack.target.1).touched()),
        );
    }
    hexes.retain(|hex| board.is_shown(*hex));
    hexes.sort_unstable();
    hexes.dedup();
    hexes
}

fn way(pen: &mut Pen, board: &Board<'_>, sheet: &Sheet) {
    let mut points: Vec<Point> = board.scene.overlay.path.iter().map(|hex| sheet.centre(*hex)).collect();
    let [.., before, last] = points[..] else { return };
    if let Some(end) = points.last_mut() {
        *end = towards(last, before, 46);
    }
    for (width, colour) in [(9, BLACK), (5, NOTED)] {
        pen.begin("polyline").points("points", &points).set("stroke", &colour.code());
        pen.int("stroke-width", width).raw(" fill=\"none\" stroke-linejoin=\"round\"").empty();
    }
    pen.begin("circle").int("cx", points[0].0).int("cy", points[0].1).int("r", 7);
    pen.set("fill", &NOTED.code()).set("stroke", &BLACK.code()).raw(" stroke-width=\"2\"").empty();
    head(pen, before, towards(last, before, 30), NOTED);
}

/// The line as far as it is free, then broken behind what blocks it, and a cross there.
fn sight(pen: &mut Pen, board: &Board<'_>, sheet: &Sheet) {
    let Some(sight) = &board.scene.overlay.line else { return };
    let steps = sight.line.steps();
    let (Some(first), Some(last)) = (steps.first(), steps.last()) else { return };
    let (centre, other) = (sheet.middle(*first), sheet.middle(*last));
    // Who looks and who is looked at shall be read, too.
    let (from, to) = match centre == other {
        true => (centre, other),
        false => (towards(centre, other, 44), towards(other, centre, 44)),
    };
    let cross = sight.blocked_at.map(|step| sheet.middle(step));
    let free = cross.map_or(to, |cross| nearest_on(from, to, cross));
    for (width, colour) in [(8, WHITE), (4, BLACK)] {
        line(pen, from, free, width, colour, "");
    }
    if free != to {
        line(pen, free, to, 6, WHITE, "");
        line(pen, free, to, 3, BLACK, "3,9");
    }
    for end in [from, to] {
        pen.begin("circle").int("cx", end.0).int("cy", end.1).int("r", 6);
        pen.set("fill", &WHITE.code()).set("stroke", &BLACK.code()).raw(" stroke-width=\"3\"").empty();
    }
    if let (Some((x, y)), Some(step)) = (cross, sight.blocked_at) {
        // A hexside is marked on its whole length: a line over it meets it at one point only.
        if let LineStep::Across(side) | LineStep::Along(side) = step {
            let [from, to] = sheet.ends(side);
            line(pen, from, to, 10, WHITE, "");
            line(pen, from, to, 6, BLACK, "");
        }
        for (width, colour) in [(11, WHITE), (6, BLACK)] {
            line(pen, (x - 13, y - 13), (x + 13, y + 13), width, colour, "");
            line(pen, (x - 13, y + 13), (x + 13, y - 13), width, colour, "");
        }
    }
}

/// An arrow from each hex of the attackers to that of the target; a ring where they are in the same hex.
fn attack(pen: &mut Pen, board: &Board<'_>, sheet: &Sheet) {
    let Some(attack) = &board.scene.overlay.attack else { return };
    let to = sheet.centre(attack.target.1);
    let mut hexes: Vec<Hex> = attack.attackers.iter().map(|(_, hex)| *hex).collect();
    hexes.sort_unstable();
    hexes.dedup();
    for hex in hexes {
        let from = sheet.centre(hex);
        if from == to {
            for (width, colour) in [(7, WHITE), (3, BLACK)] {
                pen.begin("circle").int("cx", to.0).int("cy", to.1).int("r", 44).raw(" fill=\"none\"");
                pen.set("stroke", &colour.code())
                    .int("stroke-width", width)
                    .raw(" stroke-dasharray=\"8,5\"")
                    .empty();
            }
            continue;
        }
        let (start, end) = (towards(from, to, 42), towards(to, from, 40));
        line(pen, start, end, 11, WHITE, "");
        line(pen, start, end, 6, BLACK, "");
        head(pen, from, towards(to, from, 16), BLACK);
    }
}

/// The labels in the hexes: what is marked there, what it costs to get there, how an attack came out.
pub(super) fn labels(pen: &mut Pen, board: &Board<'_>, sheet: &Sheet) {
    let overlay = board.scene.overlay;
    let room = sheet.room();
    let attacked = overlay.attack.as_ref().filter(|attack| !attack.outcome.is_empty());
    let mut hexes: Vec<Hex> = overlay.marks.keys().chain(overlay.reach.keys()).copied().collect();
    hexes.extend(attacked.map(|attack| attack.target.1));
    hexes.sort_unstable();
    hexes.dedup();
    for hex in hexes.into_iter().filter(|hex| board.is_shown(*hex)) {
        let mut labels: Vec<(String, Rgb)> = Vec::new();
        labels.extend(overlay.marks.get(&hex).map(|mark| (board.style.clean(mark), WHITE)));
        labels.extend(overlay.reach.get(&hex).map(|cost| (cost.to_string(), NOTED)));
        if let Some(attack) = attacked.filter(|attack| attack.target.1 == hex) {
            labels.push((board.style.clean(&attack.outcome), BLACK));
        }
        let (x, y) = sheet.centre(hex);
        let gaps = 3 * (labels.len() as i64 - 1);
        let share = (room.labels_width - gaps) / labels.len().max(1) as i64;
        let fitted: Vec<(String, i64, Rgb)> = labels
            .into_iter()
            .map(|(text, plate)| {
                let (text, size) = fitted(&text, share.max(8) - 6, LETTERS, 6);
                (text, size, plate)
            })
            .collect();
        let width = |text: &str, size: i64| wide(text, size) + 6;
        let all: i64 = fitted.iter().map(|(text, size, _)| width(text, *size)).sum::<i64>() + gaps;
        let mut left = x - all / 2;
        for (text, size, plate) in fitted {
            let wide = width(&text, size);
            pen.begin("rect").int("x", left).int("y", y + room.labels - HIGH / 2).int("width", wide);
            pen.int("height", HIGH).raw(" rx=\"3\"").set("fill", &plate.code());
            pen.set("stroke", if plate == BLACK { "#ffffff" } else { "#111111" })
                .raw(" stroke-width=\"1\"")
                .empty();
            pen.begin("text").int("x", left + wide / 2).int("y", y + room.labels + size * 35 / 100);
            pen.int("font-size", size)
                .set("fill", &plate.ink().code())
                .raw(" font-weight=\"bold\"")
                .words(&text);
            left += wide + 3;
        }
    }
}

/// A point so far from one towards another.
fn towards(from: Point, to: Point, far: i64) -> Point {
    let (x, y) = (to.0 - from.0, to.1 - from.1);
    let long = (x * x + y * y).isqrt().max(1);
    (from.0 + x * far / long, from.1 + y * far / long)
}

/// The point of a line that is nearest to another point.
fn nearest_on(from: Point, to: Point, point: Point) -> Point {
    let (x, y) = (to.0 - from.0, to.1 - from.1);
    let square = (x * x + y * y).max(1);
    let along = ((point.0 - from.0) * x + (point.1 - from.1) * y).clamp(0, square);
    (from.0 + x * along / square, from.1 + y * along / square)
}

/// The head of an arrow that comes from one point and ends at another.
fn head(pen: &mut Pen, from: Point, to: Point, colour: Rgb) {
    let base = towards(to, from, 24);
    let (x, y) = (base.0 - to.0, base.1 - to.1);
    let wing = |sign: i64| (base.0 - sign * y * 6 / 10, base.1 + sign * x * 6 / 10);
    pen.begin("polygon").points("points", &[to, wing(1), wing(-1)]).set("fill", &colour.code());
    pen.set("stroke", if colour == BLACK { "#ffffff" } else { "#111111" }).raw(" stroke-width=\"2\"").empty();
}

fn line(pen: &mut Pen, from: Point, to: Point, wide: i64, colour: Rgb, broken: &str) {
    pen.begin("line").int("x1", from.0).int("y1", from.1).int("x2", to.0).int("y2", to.1);
    pen.set("stroke", &colour.code()).int("stroke-width", wide);
    if !broken.is_empty() {
        pen.set("stroke-dasharray", broken);
    }
    pen.empty();
}

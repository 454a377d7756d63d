//! Counters: one for each unit, alone or in a stack, so that every one of them can be read.

use super::ink::{Rgb, WHITE, side_colour};
use super::letters::{fitted, wide};
use super::pen::Pen;
use super::sheet::{Point, Room};
use crate::kernel::catalogue::Catalogue;
use crate::kernel::value::SideId;
use crate::report::map::faces::Face;

/// The side of a counter that stands alone.
pub(super) const LARGEST: i64 = 56;
/// Between two counters.
const GAP: i64 = 4;

/// A place for a counter: left, top, width, height.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Cell {
    pub(super) left: i64,
    pub(super) top: i64,
    pub(super) width: i64,
    pub(super) height: i64,
}

/// Places for so many counters in a hex, from its centre. None covers another, and the more there are, the smaller
/// they get.
pub(super) fn cells(count: usize, room: &Room) -> Vec<Cell> {
    let (left, top, right, bottom) = room.counters;
    let (width, height) = (right - left, bottom - top);
    let count = i64::try_from(count).unwrap_or(i64::MAX);
    let columns = match count {
        0 => return Vec::new(),
        1 => 1,
        2..=6 => 2,
        7..=12 => 3,
        more => more.isqrt() + 1,
    };
    let rows = (count + columns - 1) / columns;
    // Hundreds of units in a hex leave no gaps.
    let gap = if rows > 8 { 0 } else { GAP };
    let wide = ((width - (columns - 1) * gap) / columns).clamp(1, LARGEST);
    let high = ((height - (rows - 1) * gap) / rows).clamp(1, LARGEST);
    let first_left = (left + right - columns * wide - (columns - 1) * gap) / 2;
    let first_top = (top + bottom - rows * high - (rows - 1) * gap) / 2;
    let cell = |at: i64| {
        let (column, row) = (at % columns, at / columns);
        // The last row stands in the middle.
        let in_row = if row + 1 == rows { count - row * columns } else { columns };
        let indent = (columns - in_row) * (wide + gap) / 2;
        Cell {
            left: first_left + indent + column * (wide + gap),
            top: first_top + row * (high + gap),
            width: wide,
            height: high,
        }
    };
    (0..count).map(cell).collect()
}

impl Cell {
    /// The same place, from another point.
    pub(super) fn from(self, (x, y): Point) -> Cell {
        Cell { left: self.left + x, top: self.top + y, ..self }
    }

    fn middle(self) -> i64 {
        self.left + self.width / 2
    }
}

/// How the counters of a side are edged, so that no colour is needed to tell them: square or round corners, then
/// these with a second line inside, then these with a broken edge. From the seventh side on they repeat.
fn edge(pen: &mut Pen, side: SideId, cell: Cell, fill: Rgb) {
    let kind = side.index() % 6;
    let round = if kind % 2 == 1 { (cell.height.min(cell.width) / 4).min(10) } else { 0 };
    let rect = |pen: &mut Pen, inset: i64| {
        pen.begin("rect").int("x", cell.left + inset).int("y", cell.top + inset);
        pen.int("width", (cell.width - 2 * inset).max(1)).int("height", (cell.height - 2 * inset).max(1));
        if round > inset {
            pen.int("rx", round - inset);
        }
    };
    rect(pen, 0);
    pen.set("fill", &fill.code()).set("stroke", if kind >= 4 { "#ffffff" } else { "#111111" });
    pen.raw(" stroke-width=\"2\"").empty();
    if kind >= 4 {
        rect(pen, 0);
        pen.raw(" fill=\"none\" stroke=\"#111111\" stroke-width=\"2\" stroke-dasharray=\"5,3\"").empty();
    } else if is_doubled(side, cell) {
        rect(pen, 3);
        pen.set("stroke", &fill.ink().code()).raw(" fill=\"none\" stroke-width=\"1\"").empty();
    }
}

/// Draws a counter. One that is out of play is pale and crossed out.
pub(super) fn counter(pen: &mut Pen, catalogue: &Catalogue, face: &Face, cell: Cell, crossed: bool) {
    pen.begin("g")
        .raw(if crossed { " class=\"out\"" } else { " class=\"unit\"" })
        .raw(" role=\"img\"")
        .inside();
    let fate = if crossed { " (destroyed)" } else { "" };
    pen.element("title", &format!("{}{fate}", face.title)).raw("\n");
    let own = side_colour(catalogue, face.side);
    let fill = if crossed { own.mixed(WHITE, 65) } else { own };
    edge(pen, face.side, cell, fill);
    if crossed {
        let (left, top, right, bottom) =
            (cell.left, cell.top, cell.left + cell.width, cell.top + cell.height);
        pen.begin("path").raw(" d=\"M").number(left).raw(" ").number(top).raw("L").number(right);
        pen.raw(" ").number(bottom).raw("M").number(left).raw(" ").number(bottom).raw("L");
        pen.number(right).raw(" ").number(top).raw("\" stroke=\"#777777\" stroke-width=\"4\"").empty();
    }
    // Over the cross: who is lost is what people want to know.
    letters(pen, face, cell, fill.ink());
    pen.end("g");
}

/// Sign, name and numbers on three lines, on two, or the name alone, as the place allows.
fn letters(pen: &mut Pen, face: &Face, cell: Cell, ink: Rgb) {
    // A second line inside the edge takes its own room.
    let inset = if is_doubled(face.side, cell) { 3 } else { 0 };
    let (width, height) = (cell.width - 4 - 2 * inset, cell.height);
    let foot = cell.top + height - inset;
    let mut lines: Vec<(String, i64, i64, bool)> = Vec::new();
    if height >= 40 {
        let (sign, size) = fitted(&face.sign, width, 21 - inset, 6);
        lines.push((sign, size, cell.top + 19, true));
        let (name, size) = fitted(&face.name, width, 13, 8);
        lines.push((name, size, if face.numbers.is_empty() { foot - 12 } else { foot - 20 }, false));
        let (numbers, size) = fitted(&face.numbers, width, 12, 4);
        lines.push((numbers, size, foot - 6, true));
    } else if height >= 18 {
        let largest = (height / 2 - 1).min(11);
        let both = format!("{} {}", face.sign, face.name);
        let upper = if wide(&both, largest - 1) <= width { both } else { face.name.clone() };
        let (upper, size) = fitted(&upper, width, largest, 5);
        let middle = if face.numbers.is_empty() { height / 2 + 4 } else { height / 2 - 1 };
        lines.push((upper, size, cell.top + middle, false));
        let (numbers, size) = fitted(&face.numbers, width, largest - 1, 4);
        lines.push((numbers, size, foot - 2 - (height - 18) / 6, true));
    } else {
        let (name, size) = fitted(&face.name, width, (height - 2).clamp(3, 12), 3);
        lines.push((name, size, cell.top + (height + size * 7 / 10) / 2, false));
    }
    for (text, size, foot, bold) in lines.into_iter().filter(|(text, ..)| !text.is_empty()) {
        pen.begin("text").int("x", cell.middle()).int("y", foot).int("font-size", size);
        if bold {
            pen.raw(" font-weight=\"bold\"");
        }
        pen.set("fill", &ink.code()).words(&text);
    }
}

/// Whether the edge of a counter has a second line inside.
fn is_doubled(side: SideId, cell: Cell) -> bool {
    matches!(side.index() % 6, 2 | 3) && cell.height > 14
}

/// A small counter without letters, for the legend.
pub(super) fn swatch(pen: &mut Pen, catalogue: &Catalogue, side: SideId, cell: Cell) {
    edge(pen, side, cell, side_colour(catalogue, side));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::hex::{Hex, HexMap, Layout, Orientation, Shove};
    use crate::report::map::svg::sheet::Sheet;

    #[test]
    fn no_counter_covers_another_and_all_are_in_their_hex() {
        for orientation in [Orientation::Flat, Orientation::Pointy] {
            let layout = Layout::new(orientation, Shove::Odd, 1, 1).unwrap();
            let map = HexMap::new(layout);
            let sheet = Sheet::new(&layout, map.hexes(), (0, 0));
            let centre = sheet.centre(map.hexes().next().unwrap_or(Hex::new(0, 0)));
            for count in (0..40).chain([100, 500]) {
                let cells = cells(count, sheet.room());
                assert_eq!(cells.len(), count);
                for (at, a) in cells.iter().enumerate() {
                    let own = a.from(centre);
                    assert!(own.left >= 0 && own.left + own.width <= sheet.size.0, "{count}: {own:?}");
                    assert!(own.top >= 0 && own.top + own.height <= sheet.size.1, "{count}: {own:?}");
                    let apart = |b: &Cell| {
                        a.left + a.width <= b.left
                            || b.left + b.width <= a.left
                            || a.top + a.height <= b.top
                            || b.top + b.height <= a.top
                    };
                    assert!(cells[at + 1..].iter().all(apart), "{count}: {a:?}");
                }
            }
        }
    }
}

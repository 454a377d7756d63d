//! Hexsides with terrain: a stroke along the side in its colour, broken in a way of its own.

use super::ink::{BLACK, terrain_colour};
use super::pen::Pen;
use super::sheet::{Point, Sheet};
use crate::kernel::value::TerrainId;
use crate::report::map::board::Board;

/// How strokes are broken, so that no colour is needed to tell them: by the order in which hexside terrain is
/// declared. From the seventh on they repeat.
const BREAKS: [&str; 6] = ["", "9,5", "3,4", "14,4,3,4", "6,9", "20,4"];

/// How wide the stroke of the first terrain of a hexside is, and how much narrower each one above it.
const WIDE: i64 = 9;
const NARROWER: i64 = 4;

/// All hexsides with terrain that border a hex that is shown. What lies under a stroke is drawn first, so that a river
/// is one from end to end.
pub(super) fn draw(pen: &mut Pen, board: &Board<'_>, sheet: &Sheet) {
    pen.raw("<g aria-hidden=\"true\" pointer-events=\"none\" fill=\"none\">\n");
    for part in [Part::Under, Part::Stroke] {
        for (hexside, terrain) in board.scene.map.hexsides() {
            if hexside.hexes().into_iter().any(|hex| board.is_shown(hex)) {
                let [from, to] = sheet.ends(hexside);
                draw_part(pen, board, terrain, (from, to), part);
            }
        }
    }
    pen.end("g");
}

/// What a stroke is made of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Under,
    Stroke,
}

/// The terrain of hexsides that is drawn.
pub(super) fn terrain(board: &Board<'_>) -> Vec<TerrainId> {
    let shown =
        board.scene.map.hexsides().filter(|(side, _)| side.hexes().into_iter().any(|h| board.is_shown(h)));
    shown.flat_map(|(_, terrain)| terrain.iter().copied()).collect()
}

/// A stroke for the legend.
pub(super) fn swatch(pen: &mut Pen, board: &Board<'_>, terrain: TerrainId, from: Point, to: Point) {
    for part in [Part::Under, Part::Stroke] {
        draw_part(pen, board, &[terrain], (from, to), part);
    }
}

/// A stroke of several terrains, each narrower than the one below it.
fn draw_part(
    pen: &mut Pen,
    board: &Board<'_>,
    terrain: &[TerrainId],
    (from, to): (Point, Point),
    part: Part,
) {
    let all = &board.scene.catalogue.terrain;
    for (level, id) in terrain.iter().enumerate() {
        let colour = terrain_colour(all.get(id.index()));
        let wide = (WIDE - NARROWER * level as i64).max(2);
        let before = all[..id.index().min(all.len())].iter().filter(|t| t.hexside).count();
        let broken = BREAKS[before % BREAKS.len()];
        // What is broken is broken off against its own dark or pale edge.
        let under = if broken.is_empty() { colour.mixed(BLACK, 45) } else { colour.ink() };
        match part {
            Part::Under if level == 0 => line(pen, from, to, wide + 3, &under.code(), ""),
            Part::Stroke if level > 0 => {
                line(pen, from, to, wide + 2, &under.code(), "");
                line(pen, from, to, wide, &colour.code(), broken);
            }
            Part::Stroke => line(pen, from, to, wide, &colour.code(), broken),
            Part::Under => {}
        }
    }
}

fn line(pen: &mut Pen, from: Point, to: Point, wide: i64, colour: &str, broken: &str) {
    pen.begin("line").int("x1", from.0).int("y1", from.1).int("x2", to.0).int("y2", to.1);
    pen.set("stroke", colour).int("stroke-width", wide);
    match broken {
        "" => pen.raw(" stroke-linecap=\"round\""),
        broken => pen.set("stroke-dasharray", broken),
    };
    pen.empty();
}

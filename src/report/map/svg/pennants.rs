//! Pennants: what properties mark on the map, in the colour of the side whose it is.

use super::ink::{WHITE, side_colour};
use super::pen::Pen;
use super::sheet::{Point, Sheet};
use crate::report::map::board::Board;
use crate::report::map::landmarks::Landmark;

/// From one pennant in a hex to the next.
const STEP: i64 = 7;

/// The pennants of all hexes that are shown, beside the counters there, each with its tooltip.
pub(super) fn draw(pen: &mut Pen, board: &Board<'_>, sheet: &Sheet) {
    if board.landmarks.is_empty() {
        return;
    }
    pen.raw("<g role=\"group\" aria-label=\"marks\">\n");
    for hex in board.hexes() {
        let (x, y) = sheet.centre(hex);
        let (right, down) = sheet.room().pennant;
        for (landmark, at) in board.landmarks_at(hex).zip(0..) {
            pen.raw("<g class=\"mark\" role=\"img\">").element("title", &board.landmark_title(landmark));
            pennant(pen, board, landmark, (x + right + at * STEP, y + down));
            pen.end("g");
        }
    }
    pen.end("g");
}

/// A pennant from the top of its pole. Sides in turn have it pointed, square or forked, so that it needs no colour.
pub(super) fn pennant(pen: &mut Pen, board: &Board<'_>, landmark: &Landmark, (x, y): Point) {
    let side = landmark.side(board.scene.state);
    let fill = side.map_or(WHITE, |side| side_colour(board.scene.catalogue, side));
    let cloth = match side.map_or(0, |side| side.index() % 3) {
        0 => "l13 6l-13 6z",
        1 => "h12v11h-12z",
        _ => "h13l-5 6l5 6h-13z",
    };
    // Seen on dark ground, too.
    for (ink, wide) in [("#ffffff", 5), ("#111111", 2)] {
        pen.begin("path").raw(" d=\"M").number(x).raw(" ").number(y).raw(cloth).raw("v22\"");
        pen.set("fill", &fill.code()).set("stroke", ink).raw(" stroke-width=\"").number(wide);
        pen.raw("\" stroke-linejoin=\"round\"").empty();
    }
}

//! Paper above and below the map, filled from the top down: lines of text, and the units that are off the map.

use super::counters::{Cell, LARGEST, counter};
use super::letters::columns_in;
use super::pen::Pen;
use crate::report::map::board::Board;
use crate::report::map::faces::Faces;
use crate::report::wrap::wrap;

/// The size of letters below the map.
pub(super) const LETTERS: i64 = 13;

/// Paper that is filled from the top down.
pub(super) struct Column<'p> {
    pub(super) pen: &'p mut Pen,
    pub(super) left: i64,
    pub(super) width: i64,
    /// How far down it is filled.
    pub(super) down: i64,
}

impl Column<'_> {
    /// Lines of text, broken at the edge.
    pub(super) fn lines(&mut self, text: &str, size: i64, bold: bool) {
        for line in wrap(text, columns_in(self.width, size)) {
            self.down += size + size / 2;
            self.pen.begin("text").int("x", self.left).int("y", self.down).int("font-size", size);
            self.pen.raw(if bold { " font-weight=\"bold\"" } else { "" }).words(&line);
        }
    }

    /// The units that are in play, but not on the map.
    pub(super) fn reserve(&mut self, board: &Board<'_>, faces: &Faces<'_>) {
        for (side, units) in board.reserve() {
            self.down += 8;
            self.lines(&format!("off the map: {}", board.side_title(side)), LETTERS, true);
            self.pen.raw("<g role=\"group\" aria-label=\"units off the map\" text-anchor=\"middle\">\n");
            let (mut left, mut top) = (0, self.down + 8);
            for unit in units {
                if left > 0 && left + LARGEST > self.width {
                    left = 0;
                    top += LARGEST + 6;
                }
                let cell = Cell { left: self.left + left, top, width: LARGEST, height: LARGEST };
                if let Some(face) = faces.of(unit) {
                    counter(self.pen, board.scene.catalogue, face, cell, false);
                }
                left += LARGEST + 6;
            }
            self.pen.end("g");
            self.down = top + LARGEST + 4;
        }
    }
}

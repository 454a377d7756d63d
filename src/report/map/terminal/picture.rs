//! The picture: outlines, then hexsides with terrain, then what is in the hexes.

use std::collections::BTreeSet;

use super::canvas::Canvas;
use super::contents::wide;
use super::frame::{Edge, Frame, Slot};
use crate::kernel::hex::{Direction, Hex, Hexside};
use crate::kernel::value::{TerrainId, TypeId, UnitId};
use crate::report::map::board::Board;
use crate::report::map::faces::Faces;
use crate::report::map::overlay::Met;
use crate::report::style::Ink;
use crate::report::wrap::shown_width;

/// What the picture shows, for the legend.
#[derive(Debug, Default)]
pub(super) struct Used {
    pub(super) terrain: BTreeSet<TerrainId>,
    pub(super) types: BTreeSet<TypeId>,
    /// The units of which the numbers are told in their hexes.
    pub(super) numbered: BTreeSet<UnitId>,
}

impl Board<'_> {
    /// The picture with what it shows.
    pub(super) fn picture(&self, frame: &Frame, faces: &Faces<'_>) -> (String, Used) {
        let extent = self.extent;
        let (columns, rows) = (extent.columns.1 - extent.columns.0, extent.rows.1 - extent.rows.0);
        let (right, down) = frame.sheet(columns, rows);
        let mut canvas = Canvas::new(right, down);
        let mut used = Used::default();
        let placed: Vec<(Hex, (i64, i64))> = self
            .hexes()
            .filter_map(|hex| {
                let (column, row) = self.scene.map.layout().column_row(hex)?;
                Some((hex, frame.corner((extent.columns.0, extent.rows.0), column, row)))
            })
            .collect();
        for (_, corner) in &placed {
            self.outline(&mut canvas, frame, *corner);
        }
        for (hex, corner) in &placed {
            self.hexsides(&mut canvas, frame, *hex, *corner, &mut used);
        }
        for (hex, corner) in &placed {
            self.inside(&mut canvas, (frame, *corner), *hex, faces, &mut used);
        }
        (canvas.print(self.style), used)
    }

    fn outline(&self, canvas: &mut Canvas, frame: &Frame, corner: (i64, i64)) {
        let glyphs = self.style.glyphs();
        for direction in Direction::ALL {
            for (right, down, edge) in frame.hexside(direction) {
                let letter = match edge {
                    Edge::Level => '_',
                    Edge::Rising => glyphs.rising,
                    Edge::Falling => glyphs.falling,
                    Edge::Upright => glyphs.upright,
                };
                canvas.put(corner.0 + right, corner.1 + down, letter, self.style.faint());
            }
        }
    }

    /// Hexsides with terrain are drawn with its sign, those with several with their signs in turn.
    fn hexsides(&self, canvas: &mut Canvas, frame: &Frame, hex: Hex, corner: (i64, i64), used: &mut Used) {
        for direction in Direction::ALL {
            let Some(hexside) = Hexside::between(hex, hex.neighbour(direction)) else { continue };
            let terrain = self.scene.map.hexside_terrain(hexside);
            used.terrain.extend(terrain);
            let mut signs: Vec<(char, Ink)> =
                terrain.iter().map(|t| (self.signs.of(*t), self.terrain_ink(*t))).collect();
            if self.scene.overlay.blocks_at(hexside) {
                signs = vec![(self.signs.of_sight(Met::Blocked), self.style.refused())];
            } else if self.scene.overlay.runs_along(hexside) {
                signs.push((self.signs.of_sight(Met::Through), self.style.noted()));
            }
            let Some(last) = signs.len().checked_sub(1) else { continue };
            for (place, (right, down, _)) in frame.hexside(direction).into_iter().enumerate() {
                let (sign, ink) = signs[place % (last + 1)];
                canvas.put(corner.0 + right, corner.1 + down, sign, ink);
            }
        }
    }

    fn inside(
        &self,
        canvas: &mut Canvas,
        (frame, corner): (&Frame, (i64, i64)),
        hex: Hex,
        faces: &Faces<'_>,
        used: &mut Used,
    ) {
        let terrain = self.signs.standing_out(self.scene.map, hex);
        used.terrain.extend(self.scene.map.terrain(hex));
        self.number_line(canvas, frame.number_slot(), hex, corner, &terrain);
        let slots = frame.lines();
        let lines = self.contents(hex, slots[0].columns, faces, used);
        if lines.iter().all(Vec::is_empty) {
            self.texture(canvas, &slots, corner, &terrain);
        }
        for (slot, line) in slots.iter().zip(&lines) {
            let mut right = corner.0 + slot.right + centred(slot.columns, wide(line));
            for (text, ink) in line {
                right = canvas.write(right, corner.1 + slot.down, text, *ink);
            }
        }
    }

    /// The number with as many terrain signs behind it as there is room for, the topmost terrain at least.
    fn number_line(
        &self,
        canvas: &mut Canvas,
        slot: Slot,
        hex: Hex,
        corner: (i64, i64),
        terrain: &[TerrainId],
    ) {
        let number = if self.scene.numbers { self.number(hex) } else { String::new() };
        let room = slot.columns.saturating_sub(shown_width(&number));
        let shown = &terrain[terrain.len().saturating_sub(room)..];
        let gap = usize::from(room > shown.len() && !shown.is_empty() && !number.is_empty());
        let wide = shown_width(&number) + gap + shown.len();
        let down = corner.1 + slot.down;
        let right = corner.0 + slot.right + centred(slot.columns, wide);
        let behind = canvas.write(right, down, &number, Ink::new()) + gap as i64;
        for (right, terrain) in (behind..).zip(shown) {
            canvas.put(right, down, self.signs.of(*terrain), self.terrain_ink(*terrain));
        }
    }

    /// An empty hex of other terrain than the ground is strewn with its signs, so that woods look like woods.
    fn texture(&self, canvas: &mut Canvas, slots: &[Slot], corner: (i64, i64), terrain: &[TerrainId]) {
        let strewn: Vec<TerrainId> = terrain.iter().copied().filter(|t| !self.signs.is_ground(*t)).collect();
        if strewn.is_empty() {
            return;
        }
        let mut next = 0;
        for (line, slot) in slots.iter().enumerate() {
            // Every fourth column, and in the other line between them.
            let middle = slot.columns / 2;
            for column in 0..slot.columns {
                let away = column.abs_diff(middle) + if line % 2 == 0 { 2 } else { 0 };
                if away.is_multiple_of(4) {
                    let terrain = strewn[next % strewn.len()];
                    next += 1;
                    let right = corner.0 + slot.right + column as i64;
                    canvas.put(
                        right,
                        corner.1 + slot.down,
                        self.signs.of(terrain),
                        self.terrain_ink(terrain),
                    );
                }
            }
        }
    }

    pub(super) fn terrain_ink(&self, terrain: TerrainId) -> Ink {
        let definition = self.scene.catalogue.terrain.get(terrain.index());
        self.style.terrain_ink(definition.and_then(|t| t.colour.as_deref()))
    }
}

/// How many blanks put a text in the middle, rather to the left.
fn centred(columns: usize, wide: usize) -> i64 {
    (columns.saturating_sub(wide) / 2) as i64
}

//! The legend below a picture: what each sign in it means, then what is told in sentences.

use std::collections::BTreeSet;

use super::column::{Column, LETTERS};
use super::counters::{Cell, swatch};
use super::ground::{self, Ground};
use super::hexsides;
use super::ink::{BLACK, NOTED, Rgb};
use super::letters::{fitted, wide};
use super::pen::Pen;
use super::pennants::pennant;
use super::sheet::{Point, Sheet};
use crate::kernel::hex::LineStep;
use crate::kernel::value::{SideId, TerrainId};
use crate::report::map::board::Board;
use crate::report::map::faces::Faces;
use crate::report::map::landmarks::Landmark;

/// From one line of signs to the next.
const LINE: i64 = 26;
/// How much room the picture before a word has.
const PICTURE: i64 = 34;
/// No more unit types are explained: who has so many knows them by their tooltips.
const MOST_TYPES: usize = 60;

/// What is drawn before a word of the legend.
enum Sign<'a> {
    Terrain(TerrainId),
    Hexside(TerrainId),
    Side(SideId),
    Letters(String),
    Pennant(&'a Landmark),
    /// Something of the picture, drawn again round a point.
    Drawn(&'a dyn Fn(&mut Pen, Point)),
}

impl Column<'_> {
    /// The legend: a sign and a word each, in as many lines as it takes.
    pub(super) fn legend(
        &mut self,
        board: &Board<'_>,
        sheet: &Sheet,
        ground: &Ground<'_>,
        faces: &Faces<'_>,
    ) {
        let in_hexes: BTreeSet<TerrainId> = ground.terrain().collect();
        let on_sides: BTreeSet<TerrainId> = hexsides::terrain(board).into_iter().collect();
        let hexes = in_hexes.iter().map(|id| (Sign::Terrain(*id), board.terrain_name(*id)));
        self.signs(board, sheet, hexes.collect());
        let sides =
            on_sides.iter().map(|id| (Sign::Hexside(*id), format!("{} (hexside)", board.terrain_name(*id))));
        self.signs(board, sheet, sides.collect());
        let sides = board.sides().into_iter().map(|id| (Sign::Side(id), board.side_title(id)));
        self.signs(board, sheet, sides.collect());
        let landmarks = board.landmark_notes().into_iter();
        self.signs(board, sheet, landmarks.map(|(landmark, note)| (Sign::Pennant(landmark), note)).collect());
        let left_out = self.types(board, sheet, faces);
        if left_out > 0 {
            self.lines(&format!("and {left_out} more unit types"), LETTERS, false);
        }
        self.laid(board, sheet);
        self.down += 6;
        if let Some(key) = faces.key(board) {
            self.lines(&key, LETTERS, false);
        }
        let cut_off = board.extent.cut_off(board.scene.map.layout());
        let own = board.scene.overlay.notes.iter().map(|note| board.style.clean(note));
        let notes = [board.blocked(), board.attack_note(), cut_off].into_iter().flatten();
        for note in notes.chain(own) {
            self.lines(&note, LETTERS, false);
        }
    }

    /// The signs of the unit types, and how many are left out.
    fn types(&mut self, board: &Board<'_>, sheet: &Sheet, faces: &Faces<'_>) -> usize {
        let mut told = board.called_types(faces.units().map(|id| board.scene.state.unit(id).unit_type));
        let left_out = told.len().saturating_sub(MOST_TYPES);
        told.truncate(MOST_TYPES);
        self.signs(
            board,
            sheet,
            told.into_iter().map(|(sign, title)| (Sign::Letters(sign), title)).collect(),
        );
        left_out
    }

    /// What is laid over the map.
    fn laid(&mut self, board: &Board<'_>, sheet: &Sheet) {
        let overlay = board.scene.overlay;
        let small = |broken: &'static str| {
            let outline = sheet.outline(20);
            move |pen: &mut Pen, (x, y): Point| {
                let corners = outline.map(|(right, down)| (x + right, y + down));
                pen.begin("polygon").points("points", &corners).raw(" fill=\"#ffffff\" stroke=\"#111111\"");
                pen.raw(" stroke-width=\"3\"").raw(broken).empty();
            }
        };
        let stroke = |broken: &'static str, width: i64| {
            move |pen: &mut Pen, (x, y): Point| {
                pen.begin("line").int("x1", x - 14).int("y1", y).int("x2", x + 14).int("y2", y);
                pen.set("stroke", &BLACK.code()).int("stroke-width", width).raw(broken).empty();
            }
        };
        let arrow = |colour: Rgb| {
            move |pen: &mut Pen, (x, y): Point| {
                pen.begin("path").raw(" d=\"M").number(x - 14).raw(" ").number(y - 3);
                pen.raw("h14v-6l12 9-12 9v-6h-14z\" stroke=\"#111111\"").set("fill", &colour.code()).empty();
            }
        };
        let (attack, way) = (arrow(BLACK), arrow(NOTED));
        let cross = |pen: &mut Pen, (x, y): Point| {
            pen.begin("path").raw(" d=\"M").number(x - 8).raw(" ").number(y - 8).raw("l16 16m0 -16l-16 16\"");
            pen.raw(" fill=\"none\" stroke-width=\"5\"").set("stroke", &BLACK.code()).empty();
        };
        let (reach, passing) = (small(""), small(" stroke-dasharray=\"5,3\""));
        let (whole, broken) = (stroke("", 4), stroke(" stroke-dasharray=\"3,6\"", 3));
        let mut signs: Vec<(Sign<'_>, String)> = Vec::new();
        if !overlay.reach.is_empty() {
            signs.push((Sign::Drawn(&reach), "in reach, with its cost".to_owned()));
        }
        if !overlay.passing.is_empty() {
            signs.push((Sign::Drawn(&passing), "the same, but no move may end there".to_owned()));
        }
        if overlay.path.len() > 1 {
            signs.push((Sign::Drawn(&way), "way of the last move".to_owned()));
        }
        if let Some(sight) = &overlay.line {
            signs.push((Sign::Drawn(&whole), "line of sight".to_owned()));
            if let Some(at) = sight.blocked_at {
                let what = match at {
                    LineStep::Through(_) | LineStep::Corner(_) => "blocked here",
                    LineStep::Across(_) | LineStep::Along(_) => "blocked at this hexside",
                };
                signs.push((Sign::Drawn(&cross), what.to_owned()));
                signs.push((Sign::Drawn(&broken), "not seen".to_owned()));
            }
        }
        if overlay.attack.is_some() {
            signs.push((Sign::Drawn(&attack), "last attack".to_owned()));
        }
        if !overlay.destroyed.is_empty() {
            signs.push((Sign::Drawn(&cross), "destroyed".to_owned()));
        }
        self.signs(board, sheet, signs);
    }

    fn signs(&mut self, board: &Board<'_>, sheet: &Sheet, signs: Vec<(Sign<'_>, String)>) {
        if signs.is_empty() {
            return;
        }
        self.down += LINE;
        let mut left = 0;
        for (sign, word) in signs {
            let (word, size) = fitted(&word, self.width - PICTURE, LETTERS, LETTERS);
            let whole = PICTURE + wide(&word, size);
            if left > 0 && left + whole > self.width {
                left = 0;
                self.down += LINE;
            }
            let middle = (self.left + left + PICTURE / 2 - 2, self.down - 5);
            self.sign(board, sheet, &sign, middle);
            self.pen.begin("text").int("x", self.left + left + PICTURE).int("y", self.down);
            self.pen.int("font-size", size).words(&word);
            left += whole + 18;
        }
    }

    fn sign(&mut self, board: &Board<'_>, sheet: &Sheet, sign: &Sign<'_>, (x, y): Point) {
        match sign {
            Sign::Terrain(id) => ground::swatch(self.pen, board, sheet, *id, (x, y)),
            Sign::Hexside(id) => hexsides::swatch(self.pen, board, *id, (x - 10, y), (x + 10, y)),
            Sign::Side(id) => {
                let cell = Cell { left: x - 13, top: y - 9, width: 26, height: 18 };
                swatch(self.pen, board.scene.catalogue, *id, cell);
            }
            Sign::Pennant(landmark) => pennant(self.pen, board, landmark, (x - 6, y - 11)),
            Sign::Letters(letters) => {
                self.pen.begin("text").int("x", x).int("y", y + 5).int("font-size", 15);
                self.pen.raw(" text-anchor=\"middle\" font-weight=\"bold\"").words(letters);
            }
            Sign::Drawn(draw) => draw(self.pen, (x, y)),
        }
    }
}

//! Hexes: outline, colour and signs of their terrain, number, and what there is to say of each.

use std::collections::BTreeMap;

use super::ink::{PAPER, Rgb, WASH, WHITE, terrain_colour};
use super::letters::fitted;
use super::pen::Pen;
use super::sheet::Sheet;
use crate::kernel::hex::Hex;
use crate::kernel::value::TerrainId;
use crate::report::map::board::Board;

/// How large the signs of terrain are strewn.
const SIGN: i64 = 17;

/// Hexes of the same terrain look the same.
struct Kind {
    /// What their elements are called in the picture.
    id: usize,
    fill: String,
    ink: String,
    /// What is read on it where it is in reach, and paler for it.
    washed_ink: String,
    /// The signs of what is more than the ground.
    signs: String,
    name: String,
    /// Whether it has several terrains, each drawn within the one before.
    nested: bool,
}

/// The kinds of hexes that are drawn, by their terrain.
pub(super) struct Ground<'a> {
    kinds: BTreeMap<&'a [TerrainId], Kind>,
}

impl<'a> Ground<'a> {
    pub(super) fn new(board: &Board<'a>) -> Ground<'a> {
        let mut kinds: BTreeMap<&'a [TerrainId], Kind> = BTreeMap::new();
        let map = board.scene.map;
        for hex in board.hexes() {
            let terrain = map.terrain(hex);
            let id = kinds.len();
            kinds.entry(terrain).or_insert_with(|| {
                let out = board.signs.standing_out(map, hex);
                let fill = fill_of(board, terrain.first());
                let names: Vec<String> = out.iter().map(|t| board.terrain_name(*t)).collect();
                let signs = out.iter().filter(|t| !board.signs.is_ground(**t));
                Kind {
                    id,
                    fill: fill.code(),
                    ink: fill.ink().code(),
                    washed_ink: fill.mixed(WHITE, WASH).ink().code(),
                    signs: signs.map(|t| board.signs.of(*t)).collect(),
                    name: names.join(" and "),
                    nested: terrain.len() > 1,
                }
            });
        }
        Ground { kinds }
    }

    /// Every terrain that is drawn.
    pub(super) fn terrain(&self) -> impl Iterator<Item = TerrainId> {
        self.kinds.keys().flat_map(|terrain| terrain.iter().copied())
    }

    /// What hexes of a kind share: terrain within terrain, and strewn signs.
    pub(super) fn definitions(&self, pen: &mut Pen, board: &Board<'_>, sheet: &Sheet) {
        for (terrain, kind) in &self.kinds {
            if kind.nested {
                pen.begin("g").raw(" id=\"hr-in").number(kind.id as i64).raw("\" stroke=\"none\"").inside();
                for (level, inner) in terrain.iter().enumerate().skip(1) {
                    pen.begin("polygon").points("points", &sheet.outline(share(level, terrain.len())));
                    pen.set("fill", &fill_of(board, Some(inner)).code()).empty();
                }
                pen.end("g");
            }
            if !kind.signs.is_empty() {
                pen.begin("g").raw(" id=\"hr-signs").number(kind.id as i64).raw("\"");
                pen.raw(" font-weight=\"bold\" stroke=\"none\"").inside();
                strew(pen, board, sheet, terrain);
                pen.end("g");
            }
        }
    }

    /// All hexes, each with its tooltip.
    pub(super) fn draw(&self, pen: &mut Pen, board: &Board<'_>, sheet: &Sheet) {
        let sides = board.sides_of_hexes();
        pen.raw("<g role=\"group\" aria-label=\"hexes\" stroke=\"#666666\" stroke-width=\"2\">\n");
        for hex in board.hexes() {
            let Some(kind) = self.kinds.get(board.scene.map.terrain(hex)) else { continue };
            pen.raw("<g class=\"hex\" role=\"img\"><title>").escape(&board.number(hex));
            let mut parting = ": ";
            for fact in std::iter::once(&kind.name).chain(&board.facts(hex, &sides, None)) {
                if !fact.is_empty() {
                    pen.raw(parting).escape(fact);
                    parting = "; ";
                }
            }
            pen.raw("</title><polygon")
                .points("points", &sheet.corners(hex))
                .set("fill", &kind.fill)
                .raw("/>");
            let centre = sheet.centre(hex);
            if kind.nested {
                place(pen, "in", kind.id, centre);
            }
            if !kind.signs.is_empty() && board.scene.state.units_at(hex).is_empty() {
                place(pen, "signs", kind.id, centre);
            }
            pen.raw("</g>\n");
        }
        pen.end("g");
    }

    /// The numbers of the hexes. Counters hide strewn signs, so these stand behind the number there.
    pub(super) fn numbers(&self, pen: &mut Pen, board: &Board<'_>, sheet: &Sheet) {
        self.write(pen, board, sheet, board.hexes(), false);
    }

    /// The numbers of hexes over which something was drawn, once more and with an edge, so that they can be read.
    pub(super) fn numbers_over(&self, pen: &mut Pen, board: &Board<'_>, sheet: &Sheet, hexes: &[Hex]) {
        self.write(pen, board, sheet, hexes.iter().copied(), true);
    }

    fn write(
        &self,
        pen: &mut Pen,
        board: &Board<'_>,
        sheet: &Sheet,
        hexes: impl Iterator<Item = Hex>,
        with_edge: bool,
    ) {
        let room = sheet.room();
        let scene = board.scene;
        let digits = 2 * scene.map.layout().number_digits();
        let (_, size) = fitted(&"0".repeat(digits + 2), room.number_width, 12, 4);
        pen.raw("<g aria-hidden=\"true\" pointer-events=\"none\"").int("font-size", size);
        if with_edge {
            pen.raw(" paint-order=\"stroke\" stroke-width=\"4\" stroke-linejoin=\"round\"");
        }
        pen.inside().raw("\n");
        for hex in hexes {
            let Some(kind) = self.kinds.get(scene.map.terrain(hex)) else { continue };
            let is_empty = scene.state.units_at(hex).is_empty();
            let signs = if is_empty { "" } else { kind.signs.as_str() };
            if !scene.numbers && signs.is_empty() {
                continue;
            }
            let (x, y) = sheet.centre(hex);
            let ink = if scene.overlay.reach.contains_key(&hex) { &kind.washed_ink } else { &kind.ink };
            pen.begin("text").int("x", x).int("y", y + room.number).set("fill", ink);
            if with_edge {
                pen.set("stroke", &kind.fill);
            }
            pen.inside();
            if scene.numbers {
                pen.escape(&board.number(hex));
            }
            if !signs.is_empty() {
                pen.raw(if scene.numbers { " " } else { "" }).raw("<tspan font-weight=\"bold\">");
                pen.escape(signs).raw("</tspan>");
            }
            pen.end("text");
        }
        pen.end("g");
    }
}

/// How large a terrain within others is drawn, in hundredths of the hex; the outermost is level 0.
fn share(level: usize, levels: usize) -> i64 {
    100 - 68 * level as i64 / levels.max(1) as i64
}

/// The signs of terrain, over the whole hex; of several, each over its own part: on the rim, the innermost in the middle.
fn strew(pen: &mut Pen, board: &Board<'_>, sheet: &Sheet, terrain: &[TerrainId]) {
    let levels = terrain.len();
    for (level, id) in terrain.iter().enumerate().filter(|(_, id)| !board.signs.is_ground(**id)) {
        let fill = fill_of(board, Some(id));
        let (own, inner) = (share(level, levels), share(level + 1, levels));
        let (size, points) = if level + 1 == levels {
            let strewn = sheet.room().strewn.map(|(x, y)| (x * own / 100, y * own / 100));
            (SIGN * (own + 40) / 140, strewn.to_vec())
        } else {
            let far = sheet.outline(own + inner).iter().map(|(x, _)| *x / 2).max().unwrap_or_default();
            ((own - inner) / 2, vec![(-far, 0), (far, 0)])
        };
        for (x, y) in points {
            pen.begin("text").int("x", x).int("y", y + size * 3 / 10).int("font-size", size);
            pen.set("fill", &fill.mixed(fill.ink(), 55).code()).words(&board.signs.of(*id).to_string());
        }
    }
}

/// A small hex of a terrain with its sign, for the legend.
pub(super) fn swatch(
    pen: &mut Pen,
    board: &Board<'_>,
    sheet: &Sheet,
    terrain: TerrainId,
    (x, y): (i64, i64),
) {
    let fill = fill_of(board, Some(&terrain));
    let corners = sheet.outline(20).map(|(right, down)| (x + right, y + down));
    pen.begin("polygon").points("points", &corners).set("fill", &fill.code());
    pen.raw(" stroke=\"#666666\" stroke-width=\"1\"").empty();
    pen.raw("<text text-anchor=\"middle\" font-weight=\"bold\"")
        .int("x", x)
        .int("y", y + 5)
        .int("font-size", 14);
    pen.set("fill", &fill.ink().code()).words(&board.signs.of(terrain).to_string());
}

fn fill_of(board: &Board<'_>, terrain: Option<&TerrainId>) -> Rgb {
    match terrain {
        Some(terrain) => terrain_colour(board.scene.catalogue.terrain.get(terrain.index())),
        None => PAPER,
    }
}

fn place(pen: &mut Pen, what: &str, id: usize, (x, y): (i64, i64)) {
    pen.raw("<use href=\"#hr-").raw(what).number(id as i64).raw("\"").int("x", x).int("y", y);
    pen.raw("/>");
}

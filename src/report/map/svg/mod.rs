//! The map as SVG: one file that needs nothing else, in whole units, the same bytes for the same scene.
//!
//! It draws its own paper, so that it is read in dark and light viewers; it needs no colour, so that it is read in black
//! and white; each hex and each counter has a tooltip that also screen readers tell.

pub(in crate::report) mod ink;
pub(in crate::report) mod letters;
pub(in crate::report) mod pen;
mod sheet;

mod counters;
mod ground;
mod hexsides;
mod laid;
mod pennants;

mod column;
mod legend;

use super::Scene;
use super::board::Board;
use super::extent::Extent;
use super::faces::Faces;
use crate::diagnostic::counted;
use crate::kernel::value::UnitId;
use crate::report::roster::Compute;
use crate::report::style::Style;
use column::Column;
use counters::{cells, counter};
use ground::Ground;
use pen::Pen;
use sheet::Sheet;

/// How every picture begins, so that one can be told from a file that somebody else has drawn.
pub const SVG_HEAD: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!-- Drawn by houserule. -->\n";

/// How many columns of hexes a window shows.
const WINDOW: u32 = 12;
/// From the edge of the paper to what is drawn on it.
const MARGIN: i64 = 24;
/// The least width of the paper, for the legend of a small map.
const NARROWEST: i64 = 520;

/// What stands round a picture.
#[derive(Clone, Copy)]
pub struct Plate<'a> {
    /// The scenario, or the map.
    pub title: &'a str,
    /// The turn and the phase; may be empty.
    pub moment: &'a str,
    /// Asks the rules of computed attributes.
    pub compute: Option<Compute<'a>>,
}

impl std::fmt::Debug for Plate<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Plate")
            .field("title", &self.title)
            .field("moment", &self.moment)
            .finish_non_exhaustive()
    }
}

/// The map with its units, what is laid over it, and a legend. Without a window the whole map.
pub fn draw_svg(scene: &Scene<'_>, plate: &Plate<'_>) -> String {
    let style = Style { width: usize::MAX, ..Style::default() };
    let layout = scene.map.layout();
    let extent = match scene.window.hex.filter(|hex| scene.map.contains(*hex)) {
        Some(hex) => Extent::of_window(layout, scene.window, Some(hex), WINDOW),
        None => Extent::whole(layout),
    };
    let board = Board::new(scene, &style, extent);
    let faces = Faces::new(&board, plate.compute);
    let ground = Ground::new(&board);

    let narrow = Sheet::new(layout, board.hexes(), (0, 0));
    let width = narrow.size.0.max(NARROWEST);
    let mut head = Pen::default();
    let mut above = Column { pen: &mut head, left: MARGIN, width, down: MARGIN / 2 };
    above.lines(&style.clean(plate.title), 22, true);
    if !plate.moment.is_empty() {
        above.lines(&style.clean(plate.moment), 15, false);
    }
    let top = above.down + 20;
    let sheet = Sheet::new(layout, board.hexes(), (MARGIN + (width - narrow.size.0) / 2, top));

    // Drawn first, since how high the paper is stands at the head.
    let mut foot = Pen::default();
    let mut below = Column { pen: &mut foot, left: MARGIN, width, down: top + sheet.size.1 };
    below.reserve(&board, &faces);
    below.down += 8;
    below.legend(&board, &sheet, &ground, &faces);
    let height = below.down + MARGIN;

    let mut body = Pen::with_room(4096 + 260 * layout.len().min(1 << 20));
    paper(&mut body, &board, plate, (width + 2 * MARGIN, height), &head.finish());
    body.raw("<defs>\n");
    ground.definitions(&mut body, &board, &sheet);
    laid::definitions(&mut body, &sheet);
    body.begin("clipPath").raw(" id=\"hr-map\"").inside();
    body.begin("rect")
        .int("x", MARGIN - 4)
        .int("y", top - 4)
        .int("width", width + 8)
        .int("height", sheet.size.1 + 8);
    body.empty().end("clipPath").raw("</defs>\n");
    ground.draw(&mut body, &board, &sheet);
    body.raw("<g aria-hidden=\"true\" pointer-events=\"none\">\n");
    laid::reach(&mut body, &board, &sheet);
    body.end("g");
    // A river between two hexes in reach is what their costs come from.
    hexsides::draw(&mut body, &board, &sheet);
    ground.numbers(&mut body, &board, &sheet);
    stand(&mut body, &board, &sheet, &faces);
    pennants::draw(&mut body, &board, &sheet);
    body.raw("<g aria-hidden=\"true\" pointer-events=\"none\" clip-path=\"url(#hr-map)\">\n");
    laid::lines(&mut body, &board, &sheet);
    let under = laid::under_lines(&board);
    if !under.is_empty() {
        ground.numbers_over(&mut body, &board, &sheet, &under);
    }
    laid::labels(&mut body, &board, &sheet);
    body.end("g");

    body.raw("<g role=\"group\" aria-label=\"legend\" text-anchor=\"start\" fill=\"#111111\">\n");
    body.raw(&foot.finish()).end("g").raw("</svg>\n");
    body.finish()
}

/// How the file begins: paper, title.
fn paper(pen: &mut Pen, board: &Board<'_>, plate: &Plate<'_>, (width, height): (i64, i64), head: &str) {
    let layout = board.scene.map.layout();
    pen.raw(SVG_HEAD).raw("<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"graphics-document\"");
    pen.raw(" aria-labelledby=\"hr-title\" aria-describedby=\"hr-about\"")
        .raw(" viewBox=\"0 0 ")
        .number(width);
    pen.raw(" ").number(height).raw("\"").int("width", width).int("height", height);
    pen.set("font-family", letters::FONTS).raw(" text-anchor=\"middle\"").inside().raw("\n");
    let title =
        [plate.title, plate.moment].into_iter().filter(|t| !t.is_empty()).collect::<Vec<_>>().join(". ");
    pen.begin("title").raw(" id=\"hr-title\"").inside().escape(&board.style.clean(&title)).end("title");
    let about =
        format!("Hex map of {} and {}", counted(layout.columns(), "column"), counted(layout.rows(), "row"));
    pen.begin("desc").raw(" id=\"hr-about\"").inside().escape(&about).end("desc");
    pen.begin("rect").int("width", width).int("height", height).set("fill", &ink::PAPER.code()).empty();
    pen.raw("<g text-anchor=\"start\" fill=\"#111111\" aria-hidden=\"true\">\n").raw(head).end("g");
}

/// The counters of each hex, those that were destroyed there behind the others.
fn stand(pen: &mut Pen, board: &Board<'_>, sheet: &Sheet, faces: &Faces<'_>) {
    pen.raw("<g role=\"group\" aria-label=\"units\">\n");
    for hex in board.hexes() {
        let standing = board.units_at(hex).into_iter().flat_map(|(_, units)| units).map(|unit| (unit, false));
        let destroyed = board.scene.overlay.destroyed.iter().filter(|(_, at)| *at == hex);
        let all: Vec<(UnitId, bool)> = standing.chain(destroyed.map(|(unit, _)| (*unit, true))).collect();
        let centre = sheet.centre(hex);
        for ((unit, crossed), cell) in all.iter().zip(cells(all.len(), sheet.room())) {
            if let Some(face) = faces.of(*unit) {
                counter(pen, board.scene.catalogue, face, cell.from(centre), *crossed);
            }
        }
    }
    pen.end("g");
}

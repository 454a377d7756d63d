//! The table as SVG, at scale: one file that needs nothing else, in whole units, the same bytes for the same scene.

use std::collections::BTreeSet;

use super::super::map::SVG_HEAD;
use super::super::map::svg::ink::{self, Rgb, side_colour, terrain_colour};
use super::super::map::svg::letters;
use super::super::map::svg::pen::Pen;
use super::super::style::{Style, long_name};
use super::TableScene;
use super::labels::{Frame, Room, SIZE};
use super::reach::shades;
use crate::kernel::plane::{Area, Footprint, Length, Point, Sketch, Tabletop};
use crate::kernel::value::{SideId, UnitId};

/// Units of the picture in an inch of the table.
const INCH: i64 = 100;
/// An inch of the table takes so many pixels where the picture is shown as it is.
const PIXELS: i64 = 24;
/// Round the table.
const MARGIN: i64 = 120;
/// Above the table, for the title.
const HEAD: i64 = 220;
/// The height of a line of the legend.
const LINE: i64 = 70;
/// The grid has a line for each so many inches.
const GRID: i64 = 6;

/// Ways that were gone.
const WAY: Rgb = Rgb(0x5b, 0x2a, 0x86);
/// Lines of fire and sight at which nothing is marked.
const LINE_FREE: Rgb = Rgb(0x1f, 0x7a, 0x3a);
/// Those that something comes near or stands in the way of, and templates.
const LINE_STOPPED: Rgb = Rgb(0xc0, 0x20, 0x20);
/// What is in reach.
const REACH: Rgb = Rgb(0x12, 0x7c, 0x86);
/// Ways round something that stands between.
const ROUND: Rgb = Rgb(0xb4, 0x5a, 0x00);
/// The edges of arcs.
const ARC: Rgb = Rgb(0xa0, 0x7c, 0x10);

/// Places on the paper.
struct Paper<'a> {
    table: &'a Tabletop,
}

impl Paper<'_> {
    fn length(length: Length) -> i64 {
        (length.in_thousandths() * INCH + 500).div_euclid(1000)
    }

    /// The table's lower left corner is its origin, the paper's is above.
    fn at(&self, point: Point) -> (i64, i64) {
        (MARGIN + Paper::length(point.x()), HEAD + Paper::length(self.table.depth() - point.y()))
    }

    fn all(&self, points: &[Point]) -> Vec<(i64, i64)> {
        points.iter().map(|point| self.at(*point)).collect()
    }
}

/// The table with its terrain and units, and a legend.
pub fn draw_tabletop_svg(scene: &TableScene<'_>, title: &str, moment: &str) -> String {
    let style = Style { width: usize::MAX, ..Style::default() };
    let paper = Paper { table: scene.table };
    let (wide, deep) = (Paper::length(scene.table.width()), Paper::length(scene.table.depth()));
    let mut body = Pen::default();
    ground(&mut body, scene, &paper);
    let (below, above): (Vec<&Sketch>, Vec<&Sketch>) =
        scene.sketches.iter().partition(|sketch| matches!(sketch, Sketch::Arc(_) | Sketch::Circle { .. }));
    if !below.is_empty() || !scene.spreads.is_empty() {
        // What reaches beyond the table is cut off at its edge.
        body.raw("<clipPath id=\"hr-table\">").begin("rect").int("x", MARGIN).int("y", HEAD);
        body.int("width", wide).int("height", deep).empty().end("clipPath");
        body.raw("<g clip-path=\"url(#hr-table)\">\n");
        reach(&mut body, scene, &paper, &style);
        below.iter().for_each(|sketch| figure(&mut body, scene, &paper, &style, sketch));
        body.end("g");
    }
    for (unit, models) in scene.bodies {
        counter(&mut body, scene, &paper, &style, *unit, models);
    }
    above.iter().for_each(|sketch| figure(&mut body, scene, &paper, &style, sketch));
    let legend = legend(scene, &style);
    let below = HEAD + deep + MARGIN;
    body.raw(
        "<g text-anchor=\"start\" fill=\"#111111\" font-size=\"44\" role=\"group\" aria-label=\"legend\">\n",
    );
    for (number, (fill, text)) in (0..).zip(&legend) {
        let top = below + number * LINE;
        body.begin("rect").int("x", MARGIN).int("y", top).int("width", 44).int("height", 44);
        body.set("fill", &fill.code()).set("stroke", "#111111").int("stroke-width", 3).empty();
        body.begin("text").int("x", MARGIN + 66).int("y", top + 38).words(text);
    }
    body.end("g");
    let (width, height) = (wide + 2 * MARGIN, below + legend.len() as i64 * LINE + MARGIN);

    let mut pen = Pen::default();
    pen.raw(SVG_HEAD).raw(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"graphics-document\" aria-labelledby=\"hr-title\"",
    );
    pen.raw(" viewBox=\"0 0 ").number(width).raw(" ").number(height).raw("\"");
    pen.int("width", width * PIXELS / INCH).int("height", height * PIXELS / INCH);
    pen.set("font-family", letters::FONTS).raw(" text-anchor=\"middle\"").inside().raw("\n");
    let named: Vec<&str> = [title, moment].into_iter().filter(|text| !text.is_empty()).collect();
    pen.begin("title").raw(" id=\"hr-title\"").inside().escape(&style.clean(&named.join(". "))).end("title");
    pen.begin("rect").int("width", width).int("height", height).set("fill", &ink::PAPER.code()).empty();
    pen.raw("<g text-anchor=\"start\" fill=\"#111111\">\n");
    pen.begin("text").int("x", MARGIN).int("y", 100).int("font-size", 80).set("font-weight", "bold");
    pen.words(&style.clean(title));
    pen.begin("text").int("x", MARGIN).int("y", 170).int("font-size", 50).words(&style.clean(moment));
    pen.end("g").raw(&body.finish()).raw("</svg>\n");
    pen.finish()
}

fn ground(pen: &mut Pen, scene: &TableScene<'_>, paper: &Paper<'_>) {
    let (table, catalogue) = (scene.table, scene.catalogue);
    let (wide, deep) = (Paper::length(table.width()), Paper::length(table.depth()));
    pen.begin("rect").int("x", MARGIN).int("y", HEAD).int("width", wide).int("height", deep);
    let bare = terrain_colour(None).mixed(ink::WHITE, 50);
    pen.set("fill", &bare.code()).set("stroke", "#111111");
    pen.int("stroke-width", 6).empty();
    let mut labels = Pen::default();
    let paper_frame = Frame { left: MARGIN, top: HEAD, right: MARGIN + wide, bottom: HEAD + deep };
    let mut room = Room { paper: paper_frame, taken: counters(scene, paper) };
    for (area, feature) in table.terrain().areas.iter().zip(table.areas()) {
        let terrain = catalogue.terrain_def(feature.terrain);
        let colour = terrain_colour(Some(terrain));
        let (frame, middle) = match area {
            Area::Circle { centre, radius } => {
                let (x, y) = paper.at(*centre);
                let far = Paper::length(*radius);
                pen.begin("circle").int("cx", x).int("cy", y).int("r", far);
                (Frame::round(&[(x - far, y - far), (x + far, y + far)]), (x, y))
            }
            Area::Polygon(polygon) => {
                let corners = paper.all(polygon.corners());
                pen.begin("polygon").points("points", &corners);
                let count = corners.len().max(1) as i64;
                let sum = corners.iter().fold((0, 0), |sum, at| (sum.0 + at.0, sum.1 + at.1));
                (Frame::round(&corners), (sum.0 / count, sum.1 / count))
            }
        };
        pen.set("fill", &colour.code()).set("stroke", &colour.mixed(ink::BLACK, 40).code());
        pen.int("stroke-width", 5).set("stroke-dasharray", "24 10").empty();
        let name = feature.name.as_ref().unwrap_or(&terrain.title);
        let Some(frame) = frame else { continue };
        let label = room.place(name, frame, middle);
        let (letters, halo) = match label.inside {
            true => (colour.ink(), colour),
            false => (ink::BLACK, bare),
        };
        labels.begin("text").int("x", label.x).int("y", label.y).int("font-size", SIZE);
        labels.set("font-style", "italic").set("fill", &letters.code()).set("stroke", &halo.code());
        labels.int("stroke-width", 6).set("paint-order", "stroke").words(name);
    }
    // What lies on top covers no name.
    pen.raw(&labels.finish());
    for (line, feature) in table.terrain().lines.iter().zip(table.lines()) {
        let terrain = catalogue.terrain_def(feature.terrain);
        let colour = terrain_colour(Some(terrain)).mixed(ink::BLACK, 25);
        pen.begin("polyline").points("points", &paper.all(line.points())).set("fill", "none");
        pen.set("stroke", &colour.code()).int("stroke-width", 16).set("stroke-linejoin", "round").inside();
        pen.element("title", feature.name.as_ref().unwrap_or(&terrain.title)).end("polyline");
    }
    pen.raw("<g stroke=\"#111111\" stroke-opacity=\"0.18\" stroke-width=\"2\">\n");
    let lines = |whole: i64| (1..).map(|n| n * GRID * INCH).take_while(move |at| *at < whole);
    for at in lines(wide) {
        pen.begin("line")
            .int("x1", MARGIN + at)
            .int("y1", HEAD)
            .int("x2", MARGIN + at)
            .int("y2", HEAD + deep)
            .empty();
    }
    for at in lines(deep) {
        let y = HEAD + deep - at;
        pen.begin("line").int("x1", MARGIN).int("y1", y).int("x2", MARGIN + wide).int("y2", y).empty();
    }
    pen.end("g");
    pen.raw("<g font-size=\"36\" fill=\"#555555\">\n");
    for at in std::iter::once(0).chain(lines(wide)).chain([wide]) {
        let text = format!("{}", at / INCH);
        pen.begin("text").int("x", MARGIN + at).int("y", HEAD + deep + 46).words(&text);
    }
    for at in std::iter::once(0).chain(lines(deep)).chain([deep]) {
        let text = format!("{}", at / INCH);
        pen.begin("text").int("x", MARGIN - 40).int("y", HEAD + deep - at + 12).words(&text);
    }
    pen.end("g");
}

/// Where the models of each unit are, for names to keep off.
fn counters(scene: &TableScene<'_>, paper: &Paper<'_>) -> Vec<Frame> {
    let corners = |model: &Footprint| match model {
        Footprint::Corners(corners) => paper.all(corners),
        Footprint::Round(centre, diameter) => {
            let ((x, y), half) = (paper.at(*centre), Paper::length(*diameter) / 2);
            vec![(x - half, y - half), (x + half, y + half)]
        }
    };
    let units = scene.bodies.iter().map(|(_, models)| models.iter().flat_map(corners).collect::<Vec<_>>());
    units.filter_map(|places| Frame::round(&places)).collect()
}

/// What is in reach, shaded, with the ways that lead round something, and the directions that are told in words.
fn reach(pen: &mut Pen, scene: &TableScene<'_>, paper: &Paper<'_>, style: &Style) {
    let Some(mover) = scene.mover.filter(|_| !scene.spreads.is_empty()) else { return };
    let code = REACH.code();
    pen.raw("<g opacity=\"0.3\">\n");
    pen.element("title", &style.clean(&format!("where {mover} may move to"))).raw("\n");
    for shade in scene.spreads.iter().flat_map(|spread| shades(spread)) {
        pen.begin("polygon").points("points", &paper.all(&shade)).set("fill", &code).set("stroke", &code);
        pen.int("stroke-width", 2).empty();
    }
    pen.end("g");
    for spread in scene.spreads.iter().filter(|spread| spread.way.len() > 1) {
        pen.begin("polyline").points("points", &paper.all(&spread.way)).set("fill", "none");
        pen.set("stroke", &code).int("stroke-width", 5).set("stroke-dasharray", "14 12").empty();
    }
    let named = scene.spreads.iter().flat_map(|spread| &spread.stretches);
    for stretch in named.filter(|stretch| !stretch.name.is_empty() && !stretch.gone.is_zero()) {
        let (from, to) = (paper.at(stretch.from), paper.at(stretch.end));
        pen.begin("line").int("x1", from.0).int("y1", from.1).int("x2", to.0).int("y2", to.1);
        pen.set("stroke", &code).int("stroke-width", 5).empty();
        let cost = Length::thousandths(stretch.cost);
        let ended = stretch.stopped.as_deref().map_or_else(String::new, |why| format!("; {why}"));
        let told = format!("{}: {} ahead for {cost}: {}{ended}", stretch.name, stretch.gone, stretch.parts);
        pen.begin("circle").int("cx", to.0).int("cy", to.1).int("r", 12).set("fill", &code).inside();
        pen.element("title", &style.clean(&told)).end("circle");
    }
}

/// A unit: each model with its front drawn thick (from the middle to the rim where it is round), its name on it.
fn counter(
    pen: &mut Pen,
    scene: &TableScene<'_>,
    paper: &Paper<'_>,
    style: &Style,
    id: UnitId,
    models: &[Footprint],
) {
    let unit = scene.state.unit(id);
    let colour = side_colour(scene.catalogue, unit.side);
    let kind = &scene.catalogue.unit_type(unit.unit_type).title;
    let side = scene.catalogue.sides.get(unit.side.index()).map_or("", long_name);
    let place = unit.place.point().map_or_else(String::new, |at| format!(", {at}"));
    let facing = unit.place.facing().map_or_else(String::new, |facing| format!(" {facing}"));
    pen.raw("<g stroke=\"#111111\" stroke-width=\"4\">\n");
    pen.element("title", &style.clean(&format!("{}: {kind} of {side}{place}{facing}", unit.name))).raw("\n");
    let mut box_of: Option<((i64, i64), (i64, i64))> = None;
    let mut note = |(x, y): (i64, i64)| {
        let (least, most) = box_of.get_or_insert(((x, y), (x, y)));
        *least = (least.0.min(x), least.1.min(y));
        *most = (most.0.max(x), most.1.max(y));
    };
    for model in models {
        match model {
            Footprint::Corners(corners) => {
                let corners = paper.all(corners);
                corners.iter().for_each(|at| note(*at));
                pen.begin("polygon").points("points", &corners).set("fill", &colour.code()).empty();
                if let [left, right, ..] = corners[..] {
                    pen.begin("line")
                        .int("x1", left.0)
                        .int("y1", left.1)
                        .int("x2", right.0)
                        .int("y2", right.1);
                    pen.set("stroke", &ink::NOTED.code()).int("stroke-width", 12).empty();
                }
            }
            Footprint::Round(centre, diameter) => {
                let (x, y) = paper.at(*centre);
                note((x, y));
                pen.begin("circle").int("cx", x).int("cy", y).int("r", Paper::length(*diameter) / 2);
                pen.set("fill", &colour.code()).empty();
                if let Some(facing) = unit.place.facing() {
                    let rim =
                        paper.at(centre.towards(facing, Length::thousandths(diameter.in_thousandths() / 2)));
                    pen.begin("line").int("x1", x).int("y1", y).int("x2", rim.0).int("y2", rim.1);
                    pen.set("stroke", &ink::NOTED.code()).int("stroke-width", 12).empty();
                }
            }
        }
    }
    pen.end("g");
    if let Some((least, most)) = box_of {
        let (x, y) = ((least.0 + most.0) / 2, (least.1 + most.1) / 2);
        let letters = (Rgb::ink(colour).code(), colour.code());
        pen.begin("text").int("x", x).int("y", y + 16).int("font-size", 46).set("font-weight", "bold");
        pen.set("fill", &letters.0).set("stroke", &letters.1).int("stroke-width", 8);
        pen.set("paint-order", "stroke").words(&style.clean(&unit.name));
    }
}

/// A figure that a rule has drawn: arcs and templates lie below the bases, ways and lines above them.
fn figure(pen: &mut Pen, scene: &TableScene<'_>, paper: &Paper<'_>, style: &Style, sketch: &Sketch) {
    match sketch {
        Sketch::Way(places) => {
            pen.begin("polyline").points("points", &paper.all(places)).set("fill", "none");
            pen.set("stroke", &WAY.code()).int("stroke-width", 14).set("stroke-dasharray", "30 16");
            pen.set("stroke-linejoin", "round").inside().element("title", "the way").end("polyline");
            if let Some(last) = places.last() {
                let (x, y) = paper.at(*last);
                pen.begin("circle").int("cx", x).int("cy", y).int("r", 16).set("fill", &WAY.code()).empty();
            }
        }
        Sketch::Line { from, to, near } => {
            let (from, to) = (paper.at(*from), paper.at(*to));
            let is_free = near.is_empty() && scene.blocked.is_none();
            let colour = if is_free { LINE_FREE } else { LINE_STOPPED };
            pen.begin("line").int("x1", from.0).int("y1", from.1).int("x2", to.0).int("y2", to.1);
            pen.set("stroke", &colour.code()).int("stroke-width", 12);
            match scene.blocked.filter(|_| near.is_empty()) {
                Some(told) => {
                    pen.set("stroke-dasharray", "40 24").inside();
                    pen.element("title", &style.clean(told)).end("line")
                }
                None => pen.empty(),
            };
            for place in near {
                let (x, y) = paper.at(*place);
                pen.begin("circle").int("cx", x).int("cy", y).int("r", 26).set("fill", "none");
                pen.set("stroke", &colour.code()).int("stroke-width", 10).inside();
                pen.element("title", "too near to the line").end("circle");
            }
        }
        Sketch::Flight { places, round } => {
            pen.begin("polyline").points("points", &paper.all(places)).set("fill", "none");
            pen.set("stroke", &ROUND.code()).int("stroke-width", 12).set("stroke-dasharray", "40 24");
            pen.set("stroke-linejoin", "round").inside();
            pen.element("title", &style.clean(&format!("goes round {round}"))).end("polyline");
        }
        Sketch::Arc(places) => {
            pen.begin("polygon").points("points", &paper.all(places)).set("fill", &ink::NOTED.code());
            pen.set("fill-opacity", "0.25").set("stroke", &ARC.code()).int("stroke-width", 5).inside();
            pen.element("title", "the arc").end("polygon");
        }
        Sketch::Circle { centre, radius } => {
            let (x, y) = paper.at(*centre);
            pen.begin("circle").int("cx", x).int("cy", y).int("r", Paper::length(*radius));
            pen.set("fill", &LINE_STOPPED.code())
                .set("fill-opacity", "0.2")
                .set("stroke", &LINE_STOPPED.code());
            pen.int("stroke-width", 8).inside().element("title", "the template").end("circle");
        }
    }
}

/// The sides and the terrains that are there, each with its colour.
fn legend(scene: &TableScene<'_>, style: &Style) -> Vec<(Rgb, String)> {
    let catalogue = scene.catalogue;
    let mut rows = Vec::new();
    for (number, side) in catalogue.sides.iter().enumerate() {
        rows.push((side_colour(catalogue, SideId(number as u32)), style.clean(long_name(side))));
    }
    let features = scene.table.areas().iter().chain(scene.table.lines());
    for terrain in features.map(|feature| feature.terrain).collect::<BTreeSet<_>>() {
        let terrain = catalogue.terrain_def(terrain);
        rows.push((terrain_colour(Some(terrain)), style.clean(&terrain.title)));
    }
    rows.push((ink::NOTED, "the front of a base".to_owned()));
    let drawn = |what: fn(&Sketch) -> bool| scene.sketches.iter().any(|sketch| what(sketch));
    let line = scene.blocked.map_or_else(
        || "a line of fire or sight".to_owned(),
        |told| style.clean(&format!("not free (dashed): {told}")),
    );
    let rounds = scene.sketches.iter().find_map(|sketch| match sketch {
        Sketch::Flight { round, .. } => Some(style.clean(&format!("a way round {round} (dashed)"))),
        _ => None,
    });
    let rounds = rounds.unwrap_or_default();
    let reach = scene.mover.map_or_else(String::new, |name| {
        let round = scene.spreads.iter().any(|spread| spread.way.len() > 1);
        let dashed = if round { " (dashed: the way round something)" } else { "" };
        style.clean(&format!("where {name} may move to{dashed}"))
    });
    for (is_there, colour, text) in [
        (!scene.spreads.is_empty(), REACH, &*reach),
        (!rounds.is_empty(), ROUND, &*rounds),
        (drawn(|s| matches!(s, Sketch::Way(_))), WAY, "the way of the last move"),
        (drawn(|s| matches!(s, Sketch::Arc(_))), ARC, "the arc"),
        (
            drawn(|s| matches!(s, Sketch::Line { near, .. } if near.is_empty())),
            if scene.blocked.is_some() { LINE_STOPPED } else { LINE_FREE },
            &line,
        ),
        (
            drawn(|s| matches!(s, Sketch::Line { near, .. } if !near.is_empty())),
            LINE_STOPPED,
            "a line, and what comes too near to it",
        ),
        (drawn(|s| matches!(s, Sketch::Circle { .. })), LINE_STOPPED, "a template"),
    ] {
        rows.extend(is_there.then(|| (colour, text.to_owned())));
    }
    rows
}

//! The table at the terminal, coarsely: a letter for so many inches.

use std::collections::BTreeSet;

use super::super::style::{Style, long_name};
use super::TableScene;
use super::reach::{is_in, shades};
use super::signs::{arrow, signs};
use crate::kernel::plane::{Area, Facing, FeatureId, Footprint, Length, Outline, Point, Within};
use crate::kernel::value::SideId;

/// Thousandths of an inch in a column at the finest; a line is twice as high as a column is wide.
const FINEST: i64 = 500;
/// From the middle of a unit to its front are so many letters at most.
const MOST_STEPS: usize = 40;

/// The table with terrain and units, where each unit is and which way it faces.
pub fn draw_tabletop(scene: &TableScene<'_>, style: &Style) -> String {
    let mut told = String::new();
    if !style.plain {
        told.push_str(&sheet(scene, style));
    }
    told.push_str(&list(scene, style));
    told
}

fn sheet(scene: &TableScene<'_>, style: &Style) -> String {
    let table = scene.table;
    let room = (style.width.min(120) as i64 - 2).max(10);
    let (wide, deep) = (table.width().in_thousandths(), table.depth().in_thousandths());
    let across = (wide / room / FINEST + 1) * FINEST;
    let (columns, lines) = ((wide + across - 1) / across, (deep + 2 * across - 1) / (2 * across));
    let shaded: Vec<[Point; 4]> = match scene.mover {
        Some(_) => scene.spreads.iter().flat_map(|spread| shades(spread)).collect(),
        None => Vec::new(),
    };
    let mut shown = BTreeSet::new();
    let mut letters: Vec<Vec<String>> = (0..lines)
        .map(|line| {
            let y = Length::thousandths(deep - (line * 2 * across + across));
            (0..columns)
                .map(|column| {
                    let at = Point::new(Length::thousandths(column * across + across / 2), y);
                    if shaded.iter().any(|shade| is_in(shade, at)) {
                        return style.clean("·");
                    }
                    let Some((feature, letter)) = ground(scene, at, across) else { return " ".to_owned() };
                    shown.insert(feature);
                    style.clean(&letter)
                })
                .collect()
        })
        .collect();
    let cell = |at: Point| {
        (at.x().in_thousandths().div_euclid(across), (deep - at.y().in_thousandths()).div_euclid(2 * across))
    };
    let mut put = |at: Point, letter: &str| {
        let (column, line) = cell(at);
        let row = usize::try_from(line).ok().and_then(|line| letters.get_mut(line));
        let spot = usize::try_from(column).ok().and_then(|column| row.and_then(|row| row.get_mut(column)));
        if let Some(spot) = spot {
            letter.clone_into(spot);
        }
    };
    // What is smaller than a letter may lie between all places that were looked at.
    for (feature, at, letter) in middles(scene) {
        if !shown.contains(&feature) {
            put(at, &style.clean(&letter));
        }
    }
    let signs = signs(scene);
    // Arrows first, so that none hides a unit.
    for (id, models) in scene.bodies {
        let unit = scene.state.unit(*id);
        let (Some(facing), Some(front)) = (unit.place.facing(), middle(models)) else { continue };
        let arrow =
            style.paint(style.side_ink(scene.catalogue, unit.side), &arrow(facing, style.ascii).to_string());
        // Right before its own models.
        let own: Vec<(i64, i64)> = models.iter().map(|model| cell(model.centre())).collect();
        let mut place = front;
        for _ in 0..MOST_STEPS {
            place = ahead(place, facing, across);
            if !own.contains(&cell(place)) {
                break;
            }
        }
        put(place, &arrow);
    }
    for (id, models) in scene.bodies {
        let sign = signs.get(id).copied().unwrap_or('?').to_string();
        let sign = style.paint(style.side_ink(scene.catalogue, scene.state.unit(*id).side), &sign);
        models.iter().map(Footprint::centre).for_each(|centre| put(centre, &sign));
    }
    let border = format!("+{}+\n", "-".repeat(columns as usize));
    let mut text = border.clone();
    for line in letters {
        text.push_str(&format!("|{}|\n", line.concat()));
    }
    text.push_str(&border);
    let inches = Length::thousandths(across);
    text.push_str(&format!("a letter is {inches} wide and {} high\n", inches + inches));
    if let Some(mover) = scene.mover.filter(|_| !scene.spreads.is_empty()) {
        text.push_str(&style.lines(&format!("· where {mover} may move to")));
    }
    text
}

/// The middle of the models in front: of all in one line.
fn middle(models: &[Footprint]) -> Option<Point> {
    let first = models.first()?.centre();
    let last = models.last()?.centre();
    let part = |a: Length, b: Length| Length::thousandths((a.in_thousandths() + b.in_thousandths()) / 2);
    Some(Point::new(part(first.x(), last.x()), part(first.y(), last.y())))
}

/// The next letter the way something faces: a line is twice as high as a column is wide.
fn ahead(at: Point, facing: Facing, across: i64) -> Point {
    let unit = Point::default().towards(facing, Length::INCH);
    let step = |part: Length, size: i64| match part.in_thousandths() {
        part if part > 382 => Length::thousandths(size),
        part if part < -382 => Length::thousandths(-size),
        _ => Length::ZERO,
    };
    at.shifted(step(unit.x(), across), step(unit.y(), 2 * across))
}

/// What lies at a place, with its symbol.
fn ground(scene: &TableScene<'_>, at: Point, across: i64) -> Option<(FeatureId, String)> {
    let table = scene.table;
    let near = Outline::circle(at, Length::thousandths(across));
    for (number, line) in table.terrain().lines.iter().enumerate() {
        if line.nearest(&near).is_some_and(|near| near.apart.is_zero()) {
            return Some((table.line_id(number), sign(scene, table.lines()[number].terrain.index())));
        }
    }
    let here = Outline::point(at);
    let mut areas = table.terrain().areas.iter().enumerate().rev();
    let (number, _) = areas.find(|(_, area)| area.holds(&here) != Within::Not)?;
    Some((table.area_id(number), sign(scene, table.areas()[number].terrain.index())))
}

/// The middle of each area and line, with its symbol, the upper ones last.
fn middles<'a>(scene: &'a TableScene<'_>) -> impl Iterator<Item = (FeatureId, Point, String)> + 'a {
    let table = scene.table;
    let areas =
        table.terrain().areas.iter().zip(table.areas()).enumerate().map(move |(number, (area, feature))| {
            let middle = match area {
                Area::Circle { centre, .. } => *centre,
                Area::Polygon(polygon) => Footprint::Corners(polygon.corners().to_vec()).centre(),
            };
            (table.area_id(number), middle, sign(scene, feature.terrain.index()))
        });
    let lines =
        table.terrain().lines.iter().zip(table.lines()).enumerate().map(move |(number, (line, feature))| {
            let middle = Footprint::Corners(line.points().to_vec()).centre();
            (table.line_id(number), middle, sign(scene, feature.terrain.index()))
        });
    areas.chain(lines)
}

fn sign(scene: &TableScene<'_>, terrain: usize) -> String {
    let symbol = scene.catalogue.terrain.get(terrain).map_or("", |t| &t.symbol);
    symbol.chars().next().unwrap_or('~').to_string()
}

/// A line for each unit on the table, and what the letters are.
fn list(scene: &TableScene<'_>, style: &Style) -> String {
    let mut text = String::new();
    let signs = signs(scene);
    for (number, side) in scene.catalogue.sides.iter().enumerate() {
        let own = scene.state.units().filter(|(_, unit)| unit.side == SideId(number as u32));
        let stand: Vec<String> = own
            .filter_map(|(id, unit)| {
                let (at, facing) = (unit.place.point()?, unit.place.facing()?);
                let kind = &scene.catalogue.unit_type(unit.unit_type).title;
                // Whoever has the picture read out has no use for its signs.
                let sign = match (style.plain, signs.get(&id)) {
                    (false, Some(sign)) => format!("{sign} {} ", arrow(facing, style.ascii)),
                    _ => String::new(),
                };
                Some(format!("  {sign}{} ({kind}) {at} {facing}\n", unit.name))
            })
            .collect();
        if !stand.is_empty() {
            text.push_str(&format!(
                "{}\n{}",
                style.clean(long_name(side)),
                style.clean_lines(&stand.concat())
            ));
        }
    }
    let mut signs: Vec<String> = Vec::new();
    for feature in scene.table.areas().iter().chain(scene.table.lines()) {
        let title = &scene.catalogue.terrain_def(feature.terrain).title;
        let named = format!("{} {title}", sign(scene, feature.terrain.index()));
        if !signs.contains(&named) {
            signs.push(named);
        }
    }
    if !signs.is_empty() {
        text.push_str(&style.lines(&signs.join(", ")));
    }
    text
}

//! Where types meet: a scenario of its own on bare ground, written as a house file so that it is read and checked like any
//! other, and the places of its units.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::kernel::catalogue::Catalogue;
use crate::kernel::hex::{HexMap, Orientation, Shove};
use crate::kernel::plane::{Facing, Length, Point};
use crate::kernel::state::Place;
use crate::kernel::value::TerrainId;
use crate::pack::{HouseFile, Loaded};

/// What the scenario is called.
pub(super) const NAME: &str = "ground-of-a-trial";
/// Hexes on every side of the fight.
const MARGIN: u32 = 6;
/// Inches on every side of the fight.
const EDGE: u32 = 24;
/// Units of a side stand so many inches apart.
const BESIDE: u32 = 12;
/// Fights on a table begin so far apart, where nothing is said.
const INCHES: u32 = 6;

/// The ground of a trial.
#[derive(Debug, Clone)]
pub(super) struct Ground {
    /// The file that holds it.
    pub(super) file: HouseFile,
    /// `adjacent`, `3 hexes apart`, `6" apart`.
    pub(super) told: String,
    count: u32,
    apart: u32,
    on_table: bool,
}

impl Ground {
    /// Bare ground like that of a loaded scenario, with its first two sides. None where it has not two.
    pub(super) fn like(loaded: &Loaded, count: u32, apart: Option<u32>) -> Option<Ground> {
        let catalogue = loaded.rules.catalogue();
        let [first, second, ..] = &catalogue.sides[..] else { return None };
        let on_table = catalogue.tabletop.is_some();
        let apart = apart.unwrap_or(if on_table { INCHES } else { 1 });
        let map = match on_table {
            true => {
                let (width, depth) = (2 * EDGE + BESIDE * count.saturating_sub(1), 2 * EDGE + apart);
                format!("map {{ table {width} x {depth} }}")
            }
            false => hexes(catalogue, loaded.rules.map(), count, apart),
        };
        let sides: String = [first, second]
            .iter()
            .map(|side| format!("  side {} \"{}\"\n", side.name, side.title.replace(['"', '\\'], "'")))
            .collect();
        let gone = |name: &str| format!("units_of(side(\"{name}\")).filter(|unit| unit.in_play).is_empty()");
        let (one, other) = (&first.name, &second.name);
        let besides = besides(loaded);
        let text = format!(
            "{besides}\nscenario {NAME} \"Trial\" {{\n  {map}\n{sides}  \
             victory draw when ({} && {}) \"nobody is left\"\n  \
             victory {one} when ({}) \"the others are gone\"\n  \
             victory {other} when ({}) \"the others are gone\"\n}}\n",
            gone(one),
            gone(other),
            gone(other),
            gone(one)
        );
        let told = match (on_table, apart) {
            (true, _) => format!("{apart}\" apart"),
            (false, 0) => "in the same hex".to_owned(),
            (false, 1) => "adjacent".to_owned(),
            (false, _) => format!("{apart} hexes apart"),
        };
        let file = HouseFile { name: Arc::from("trial.units"), text: Arc::from(text) };
        Some(Ground { file, told, count, apart, on_table })
    }

    /// Where the units of the first or the second side stand, facing the others.
    pub(super) fn places(&self, loaded: &Loaded, second: bool) -> Vec<Place> {
        (0..self.count).filter_map(|at| self.place(loaded, second, at)).collect()
    }

    fn place(&self, loaded: &Loaded, second: bool, at: u32) -> Option<Place> {
        if !self.on_table {
            let layout = loaded.rules.map().layout();
            let column = layout.first_column() + MARGIN + if second { self.apart } else { 0 };
            return layout.hex(column, layout.first_row() + MARGIN + at).map(Place::Hex);
        }
        // Turned about the middle of the table, so that both sides see the same.
        let width = Length::inches(i64::from(2 * EDGE + BESIDE * (self.count - 1)));
        let depth = Length::inches(i64::from(2 * EDGE + self.apart));
        let own = Point::inches(i64::from(EDGE + BESIDE * at), i64::from(EDGE));
        Some(match second {
            false => Place::Table(own, Facing::bearing(0)),
            true => Place::Table(Point::new(width - own.x(), depth - own.y()), Facing::bearing(180)),
        })
    }
}

/// What the file of the scenario declares besides: unit types and terrain may be its own.
fn besides(loaded: &Loaded) -> String {
    let set_up = loaded.data.set_up.as_ref();
    let summary = set_up.and_then(|set_up| loaded.data.scenarios.get(&set_up.scenario));
    summary.map_or_else(String::new, |of| without_scenarios(&loaded.sources.file(of.origin.span.file).text))
}

/// A data file without its scenarios.
fn without_scenarios(text: &str) -> String {
    let (mut kept, mut depth, mut cut) = (String::new(), 0u32, false);
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let comment = rest.starts_with("//");
        let word = rest.find(|c: char| !c.is_alphanumeric() && c != '_' && c != '-').unwrap_or(rest.len());
        let size = match first {
            _ if comment => rest.find('\n').unwrap_or(rest.len()),
            '"' => {
                let mut escaped = false;
                let end = rest[1..].find(|c| {
                    let ends = c == '"' && !escaped;
                    escaped = c == '\\' && !escaped;
                    ends
                });
                end.map_or(rest.len(), |end| end + 2)
            }
            _ if word > 0 => word,
            _ => first.len_utf8(),
        };
        let token = &rest[..size];
        cut |= depth == 0 && token == "scenario";
        match token {
            "{" => depth += 1,
            "}" => depth = depth.saturating_sub(1),
            _ => {}
        }
        if !cut {
            kept.push_str(token);
        }
        cut &= !(token == "}" && depth == 0);
        rest = &rest[size..];
    }
    kept
}

/// A field of the plainest terrain of a map.
fn hexes(catalogue: &Catalogue, map: &HexMap, count: u32, apart: u32) -> String {
    let layout = map.layout();
    let orientation = match layout.orientation() {
        Orientation::Flat => "flat",
        Orientation::Pointy => "pointy",
    };
    let shoved = match layout.shoved() {
        Shove::Odd => "odd",
        Shove::Even => "even",
    };
    let (columns, rows) = (2 * MARGIN + apart + 1, 2 * MARGIN + count);
    let base = plainest(catalogue, map).map_or_else(String::new, |name| format!("; base {name}"));
    format!("map {{ hexes {orientation} {shoved} {columns} x {rows}{base} }}")
}

/// The terrain of most of the hexes of which least is written down.
fn plainest(catalogue: &Catalogue, map: &HexMap) -> Option<Arc<str>> {
    let mut count: BTreeMap<&[TerrainId], usize> = BTreeMap::new();
    for hex in map.hexes() {
        *count.entry(map.terrain(hex)).or_default() += 1;
    }
    let said = |terrain: &[TerrainId]| {
        let all = terrain.iter().map(|t| catalogue.terrain_def(*t));
        all.fold((0, 0), |(m, a), t| (m + t.modifiers.len(), a + t.attributes.len()))
    };
    let some = count.iter().filter(|(ground, _)| !ground.is_empty());
    let plainest = some.min_by_key(|(ground, count)| (said(ground), usize::MAX - **count))?;
    plainest.0.first().map(|terrain| catalogue.terrain_def(*terrain).name.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_left_with_what_stands_beside_its_scenarios() {
        let text = "unit foot { symbol F } // scenario { not one\nscenario a \"A { b\" {\n map { base sand }\n}\nterrain sand { }\n\
                    scenario b { notes \"a \\\" }\" } unit scenario-cart { }";
        let left = without_scenarios(text);
        assert_eq!(
            left,
            "unit foot { symbol F } // scenario { not one\n\nterrain sand { }\n unit scenario-cart { }"
        );
    }
}

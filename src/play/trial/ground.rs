//! Where types meet: the scenario on bare ground instead of its own map, written as a house file so that it is read and checked
//! like any other, and the places of its units.
//!
//! The file defines the scenario anew under its own name, so whatever stands beside the scenario in its file (unit types and
//! terrain of its own) is in force as in the game; its order of battle and its changes are not.

use std::sync::Arc;

use crate::kernel::catalogue::Catalogue;
use crate::kernel::hex::{HexMap, Orientation, Shove};
use crate::kernel::plane::{Facing, Length, Point};
use crate::kernel::state::Place;
use crate::kernel::value::TerrainId;
use crate::pack::{HouseFile, Loaded};
use crate::play::plainest::plainest;

/// Hexes on every side of the fight.
const MARGIN: u32 = 6;
/// Inches on every side of the fight.
const EDGE: u32 = 24;
/// Units of a side stand so many inches apart.
const BESIDE: u32 = 12;
/// Fights on a table begin so far apart, where nothing is said.
const INCHES: u32 = 12;

/// The ground of a trial.
#[derive(Debug, Clone)]
pub(super) struct Ground {
    /// The file that holds it. It stands above all house files: one that defines the scenario would take the ground away.
    pub(super) file: HouseFile,
    /// `adjacent`, `3 hexes apart`, `6" apart`.
    pub(super) told: String,
    count: u32,
    apart: u32,
    on_table: bool,
}

/// A title as it may stand in quotes, in a line.
fn plain(title: &str) -> String {
    title.replace(['"', '\\'], "'").replace(char::is_control, " ")
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
            .map(|side| format!("  side {} \"{}\"\n", side.name, plain(&side.title)))
            .collect();
        let gone = |name: &str| format!("units_of(side(\"{name}\")).filter(|unit| unit.in_play).is_empty()");
        let (one, other) = (&first.name, &second.name);
        let name = &loaded.data.set_up.as_ref()?.scenario;
        let text = format!(
            "scenario {name} \"Trial\" {{\n  {map}\n{sides}  \
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
    // What a hex has first is its base.
    let base = plainest(catalogue, map, |ground| !ground.is_empty()).and_then(<[TerrainId]>::first);
    let base =
        base.map_or_else(String::new, |terrain| format!("; base {}", catalogue.terrain_def(*terrain).name));
    format!("map {{ hexes {orientation} {shoved} {columns} x {rows}{base} }}")
}

//! What there is to say of a hex, in words.

use std::collections::BTreeMap;

use super::board::Board;
use super::faces::Faces;
use super::overlay::Met;
use crate::kernel::hex::{Direction, Hex};
use crate::kernel::value::TerrainId;

/// The terrain on the sides of hexes, for those that have any, so that no map is searched for each of its hexes.
pub(super) type Sides = BTreeMap<Hex, Vec<(TerrainId, Vec<Direction>)>>;

impl Board<'_> {
    /// The terrain on the sides of each hex, in the order of the directions.
    pub(super) fn sides_of_hexes(&self) -> Sides {
        let mut sides = Sides::new();
        for (hexside, _) in self.scene.map.hexsides() {
            for hex in hexside.hexes() {
                sides.entry(hex).or_default();
            }
        }
        for (hex, found) in &mut sides {
            for direction in Direction::ALL {
                for terrain in self.scene.map.hexside(*hex, hex.neighbour(direction)) {
                    match found.iter_mut().find(|(known, _)| known == terrain) {
                        Some((_, directions)) => directions.push(direction),
                        None => found.push((*terrain, vec![direction])),
                    }
                }
            }
        }
        sides
    }

    /// The facts of a hex, each a few words, but for its own terrain. Units are told with their numbers where their faces
    /// are given.
    pub(super) fn facts(&self, hex: Hex, sides: &Sides, faces: Option<&Faces<'_>>) -> Vec<String> {
        let mut facts = Vec::new();
        let orientation = self.scene.map.layout().orientation();
        facts.extend(sides.get(&hex).into_iter().flatten().map(|(terrain, directions)| {
            let names: Vec<&str> = directions.iter().map(|d| orientation.name(*d)).collect();
            format!("{} to the {}", self.terrain_name(*terrain), names.join(", "))
        }));
        for (side, units) in self.units_at(hex) {
            let numbers = |unit| faces.and_then(|faces| faces.of(unit)).map_or("", |face| &face.named);
            let told = |unit| match (self.unit_name(unit), numbers(unit)) {
                (name, "") => name,
                (name, numbers) => format!("{name} ({numbers})"),
            };
            let names: Vec<String> = units.into_iter().map(told).collect();
            facts.push(format!("{} {}", self.side_title(side), names.join(", ")));
        }
        facts.extend(self.landmarks_at(hex).map(|landmark| self.landmark_title(landmark)));
        let overlay = self.scene.overlay;
        facts.extend(overlay.reach.get(&hex).map(|cost| {
            let passing = if overlay.passing.contains(&hex) { ", to pass through only" } else { "" };
            format!("in reach at a cost of {cost}{passing}")
        }));
        facts.extend(overlay.step(hex).map(|step| match step {
            0 => "start of the way".to_owned(),
            step => format!("hex {step} of the way"),
        }));
        facts.extend(overlay.sight_at(hex).map(|met| match met {
            Met::Blocked => "line of sight blocked here".to_owned(),
            Met::Through => "on the line of sight".to_owned(),
            Met::Touched => "touched by the line of sight".to_owned(),
        }));
        facts.extend(overlay.marks.get(&hex).map(|mark| self.style.clean(mark)));
        facts
    }
}

//! The map as sentences, one for each hex that holds anything, for those who hear it.

use super::Scene;
use crate::kernel::catalogue::Terrain;
use crate::kernel::hex::{Direction, Hex};
use crate::kernel::value::TerrainId;

impl Scene<'_> {
    /// A sentence on the sheet, then one a hex, each on its own line.
    pub(super) fn sentences(&self) -> String {
        let layout = self.map.layout();
        let ground =
            self.hexes().find_map(|hex| self.map.terrain(hex).iter().find(|t| self.signs.is_ground(**t)));
        let mut out = format!("Map of {} columns and {} rows", layout.columns(), layout.rows());
        if let Some(ground) = ground {
            out.push_str(&format!("; ground is {} where nothing is said", self.terrain_name(*ground)));
        }
        out.push_str(".\n");
        for note in [self.extent.cut_off(layout), self.reserve(), self.blocked()].into_iter().flatten() {
            out.push_str(&format!("{}{}.\n", note[..1].to_uppercase(), &note[1..]));
        }
        for hex in self.hexes() {
            let facts = self.facts(hex);
            if !facts.is_empty() {
                out.push_str(&format!("{}: {}.\n", self.number(hex), facts.join("; ")));
            }
        }
        out
    }

    fn facts(&self, hex: Hex) -> Vec<String> {
        let mut facts = Vec::new();
        let terrain = self.map.terrain(hex).iter().filter(|t| !self.signs.is_ground(**t));
        let terrain: Vec<String> = terrain.map(|t| self.terrain_name(*t)).collect();
        if !terrain.is_empty() {
            facts.push(terrain.join(" and "));
        }
        facts.extend(self.hexside_facts(hex));
        for stack in self.stacks(hex) {
            let names: Vec<&str> = stack.counters.iter().map(|c| &*c.name).collect();
            facts.push(format!("{} {}", self.side_title(stack.side), names.join(", ")));
        }
        let overlay = self.overlay;
        facts.extend(overlay.reach.get(&hex).map(|cost| format!("in reach at a cost of {cost}")));
        facts.extend(overlay.step(hex).map(|step| match step {
            0 => "start of the way".to_owned(),
            step => format!("hex {step} of the way"),
        }));
        facts.extend(overlay.sight_sign(hex).map(|sign| match sign {
            "X" => "line of sight blocked here".to_owned(),
            "o" => "on the line of sight".to_owned(),
            _ => "touched by the line of sight".to_owned(),
        }));
        facts.extend(overlay.marks.get(&hex).map(|mark| self.style.clean(mark)));
        facts
    }

    /// `river to the NE, SE`, one fact a terrain.
    fn hexside_facts(&self, hex: Hex) -> Vec<String> {
        let mut sides: Vec<(TerrainId, Vec<&str>)> = Vec::new();
        for direction in Direction::ALL {
            let name = self.map.layout().orientation().name(direction);
            for terrain in self.map.hexside(hex, hex.neighbour(direction)) {
                match sides.iter_mut().find(|(known, _)| known == terrain) {
                    Some((_, names)) => names.push(name),
                    None => sides.push((*terrain, vec![name])),
                }
            }
        }
        sides
            .iter()
            .map(|(t, names)| format!("{} to the {}", self.terrain_name(*t), names.join(", ")))
            .collect()
    }

    fn terrain_name(&self, terrain: TerrainId) -> String {
        let name = |t: &Terrain| self.style.clean(if t.title.is_empty() { &t.name } else { &t.title });
        self.catalogue.terrain.get(terrain.index()).map_or_else(|| "?".to_owned(), name)
    }
}

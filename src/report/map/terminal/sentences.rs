//! The map as sentences, one for each hex that holds anything, for those who hear it.

use crate::diagnostic::counted;
use crate::report::map::board::Board;
use crate::report::map::faces::Faces;

impl Board<'_> {
    /// A sentence on the sheet, then one a hex, each on its own line.
    pub(super) fn sentences(&self, faces: &Faces<'_>) -> String {
        let layout = self.scene.map.layout();
        let ground = self
            .hexes()
            .find_map(|hex| self.scene.map.terrain(hex).iter().find(|t| self.signs.is_ground(**t)));
        let mut out =
            format!("Map of {} and {}", counted(layout.columns(), "column"), counted(layout.rows(), "row"));
        if let Some(ground) = ground {
            out.push_str(&format!("; ground is {} where nothing is said", self.terrain_name(*ground)));
        }
        out.push_str(".\n");
        let notes = [self.extent.cut_off(layout), self.reserve_note(), self.blocked(), self.attack_note()];
        for note in notes.into_iter().flatten() {
            out.push_str(&format!("{}{}.\n", note[..1].to_uppercase(), &note[1..]));
        }
        let sides = self.sides_of_hexes();
        for hex in self.hexes() {
            let terrain = self.scene.map.terrain(hex).iter().filter(|t| !self.signs.is_ground(**t));
            let terrain: Vec<String> = terrain.map(|t| self.terrain_name(*t)).collect();
            let mut facts = self.facts(hex, &sides, Some(faces));
            if !terrain.is_empty() {
                facts.insert(0, terrain.join(" and "));
            }
            if !facts.is_empty() {
                out.push_str(&format!("{}: {}.\n", self.number(hex), facts.join("; ")));
            }
        }
        out
    }
}

//! The legend below a map: what each sign on it means, whose marks are whose, what is not shown.

use super::contents::{ATTACKED, ATTACKS};
use super::picture::Used;
use crate::diagnostic::counted;
use crate::kernel::hex::LineStep;
use crate::kernel::state::Place;
use crate::kernel::value::SideId;
use crate::report::map::board::Board;
use crate::report::map::faces::Faces;
use crate::report::map::landmarks::Landmark;
use crate::report::map::overlay::Met;
use crate::report::style::{Ink, side_marks};
use crate::report::wrap::{clip, shown_width, wrap};

/// The numbers of so many units stand below a map; more are no help.
const MOST_UNITS: usize = 60;
/// The names of units that share their numbers fill so many columns at most.
const LONGEST_GROUP: usize = 30;

/// A sign with its ink and what it means.
type Explained = (String, Ink, String);

impl Board<'_> {
    /// The legend, each line ended.
    pub(super) fn legend(&self, used: &Used, faces: &Faces<'_>) -> String {
        let mut out = String::new();
        self.write_signs(&self.terrain_signs(used), &mut out);
        self.write_signs(&self.type_signs(used), &mut out);
        self.write_signs(&self.side_signs(), &mut out);
        self.write_signs(&self.landmark_signs(), &mut out);
        self.write_signs(&self.overlay_signs(), &mut out);
        let (numbers, left_out) = self.unit_numbers(used, faces);
        self.write_signs(&numbers, &mut out);
        let cut_off = self.extent.cut_off(self.scene.map.layout());
        let key = faces.key(self).filter(|_| !used.numbered.is_empty() || !numbers.is_empty());
        let notes = [left_out, key, self.reserve_note(), self.blocked(), self.attack_note(), cut_off];
        for note in notes.into_iter().flatten() {
            for line in wrap(&note, self.style.width) {
                out.push_str(&self.style.paint(self.style.faint(), &line));
                out.push('\n');
            }
        }
        out
    }

    fn terrain_signs(&self, used: &Used) -> Vec<Explained> {
        let explained = used.terrain.iter().filter_map(|id| {
            let terrain = self.scene.catalogue.terrain.get(id.index())?;
            let mut title = self.terrain_name(*id);
            if terrain.hexside {
                title.push_str(" (hexside)");
            }
            Some((self.signs.of(*id).to_string(), self.terrain_ink(*id), title))
        });
        explained.collect()
    }

    fn type_signs(&self, used: &Used) -> Vec<Explained> {
        let types = self.called_types(used.types.iter().copied());
        types.into_iter().map(|(sign, title)| (sign, self.style.strong(), title)).collect()
    }

    fn side_signs(&self) -> Vec<Explained> {
        let explained = self.sides().into_iter().map(|id| {
            let (before, behind) = side_marks(id);
            let ink = self.style.side_ink(self.scene.catalogue, id);
            (format!("{before} {behind}"), ink, self.side_title(id))
        });
        explained.collect()
    }

    fn landmark_signs(&self) -> Vec<Explained> {
        let explained = self
            .landmark_notes()
            .into_iter()
            .map(|(landmark, note)| (self.landmark_sign(landmark), self.landmark_ink(landmark), note));
        explained.collect()
    }

    /// The ink of the side whose landmark it is.
    pub(super) fn landmark_ink(&self, landmark: &Landmark) -> Ink {
        let side = landmark.side(self.scene.state);
        side.map_or_else(|| self.style.noted(), |side| self.style.side_ink(self.scene.catalogue, side))
    }

    fn overlay_signs(&self) -> Vec<Explained> {
        let overlay = self.scene.overlay;
        let mut explained = Vec::new();
        let mut explain = |sign: &str, meaning: &str| {
            explained.push((sign.to_owned(), self.style.noted(), meaning.to_owned()));
        };
        if !overlay.reach.is_empty() {
            explain("=3", "in reach at a cost of 3");
        }
        if !overlay.passing.is_empty() {
            explain("=3>", "the same, but no move may end there");
        }
        if !overlay.path.is_empty() {
            explain("*2", "second hex of the way");
        }
        if let Some(sight) = &overlay.line {
            explain(&self.signs.of_sight(Met::Through).to_string(), "line of sight");
            if sight.line.steps().iter().any(|step| matches!(step, LineStep::Corner(_))) {
                explain(&self.signs.of_sight(Met::Touched).to_string(), "only touched by it");
            }
            if sight.blocked_at.is_some() {
                explain(&self.signs.of_sight(Met::Blocked).to_string(), "blocked");
            }
        }
        if overlay.attack.is_some() {
            explain(ATTACKS, "attacked last");
            explain(ATTACKED, "was attacked");
        }
        if !overlay.destroyed.is_empty() {
            explain("- -", "destroyed");
        }
        explained
    }

    /// The numbers of the units on the map for which their hexes have no room, those of a side that are alike together, and how many
    /// are left out.
    fn unit_numbers(&self, used: &Used, faces: &Faces<'_>) -> (Vec<Explained>, Option<String>) {
        let units = faces.units().filter(|unit| !used.numbered.contains(unit));
        let mut groups: Vec<(SideId, &str, Vec<String>)> = Vec::new();
        let (mut told, mut left_out) = (0, 0);
        for unit in units.filter(|unit| matches!(self.scene.state.unit(*unit).place, Place::Hex(_))) {
            let Some(face) = faces.of(unit).filter(|face| !face.numbers.is_empty()) else { continue };
            if told == MOST_UNITS {
                left_out += 1;
                continue;
            }
            told += 1;
            let has_room =
                |names: &[String]| names.iter().map(|n| shown_width(n) + 1).sum::<usize>() < LONGEST_GROUP;
            match groups.iter_mut().find(|(side, numbers, names)| {
                *side == face.side && *numbers == face.numbers && has_room(names)
            }) {
                Some((.., names)) => names.push(face.name.clone()),
                None => groups.push((face.side, &face.numbers, vec![face.name.clone()])),
            }
        }
        let explained = groups.into_iter().map(|(side, numbers, names)| {
            let (before, behind) = side_marks(side);
            let ink = self.style.side_ink(self.scene.catalogue, side);
            (format!("{before}{}{behind}", names.join(" ")), ink, numbers.to_owned())
        });
        let note = (left_out > 0)
            .then(|| format!("the numbers of {} are in the list of units", counted(left_out, "more unit")));
        (explained.collect(), note)
    }

    /// The units that are in play, but not on the map, in words.
    pub(super) fn reserve_note(&self) -> Option<String> {
        let waiting = self.reserve();
        if waiting.is_empty() {
            return None;
        }
        let told: Vec<String> = waiting
            .into_iter()
            .map(|(side, units)| {
                let names: Vec<String> = units.into_iter().map(|unit| self.unit_name(unit)).collect();
                if self.style.plain {
                    return self.side_title(side) + " " + &names.join(", ");
                }
                let (before, behind) = side_marks(side);
                format!("{before}{}{behind}", names.join(" "))
            })
            .collect();
        let between = if self.style.plain { "; " } else { " " };
        Some(format!("off the map: {}", told.join(between)))
    }

    /// `sign meaning`, three blanks apart, over as many lines as it takes.
    fn write_signs(&self, explained: &[Explained], out: &mut String) {
        let mut used = 0;
        for (sign, ink, meaning) in explained {
            let wide = shown_width(sign) + 1 + shown_width(meaning);
            if used > 0 && used + 3 + wide <= self.style.width {
                out.push_str("   ");
                used += 3 + wide;
            } else {
                if used > 0 {
                    out.push('\n');
                }
                used = wide;
            }
            let room = self.style.width.saturating_sub(shown_width(sign) + 1).max(1);
            let meaning = clip(meaning, room, self.style.glyphs().more);
            out.push_str(&format!("{} {meaning}", self.style.paint(*ink, sign)));
        }
        if used > 0 {
            out.push('\n');
        }
    }
}

//! Hexes that properties of the state hold, where their declarations have them `marked` on maps.

use std::sync::Arc;

use super::board::Board;
use crate::kernel::catalogue::Catalogue;
use crate::kernel::hex::Hex;
use crate::kernel::state::{State, Target};
use crate::kernel::value::{SideId, Value};
use crate::report::style::{long_name, side_marks};
use crate::report::tidy::tidy;

/// A hex that a property holds, and what it is called on maps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Landmark {
    /// What the declaration calls it.
    pub mark: Arc<str>,
    /// What has the property.
    pub of: Target,
    /// Where it is.
    pub hex: Hex,
}

/// All of them, in the order in which their properties are declared; of one property in the order of play.
pub fn landmarks(catalogue: &Catalogue, state: &State) -> Vec<Landmark> {
    let mut found: Vec<(u32, Landmark)> = Vec::new();
    for (of, property, value) in state.written() {
        let definition = catalogue.properties.get(property as usize);
        let Some(mark) = definition.and_then(|property| property.listed.marked.as_ref()) else { continue };
        let values = match value {
            Value::List(values) => values,
            one => std::slice::from_ref(one),
        };
        found.extend(values.iter().filter_map(|value| match value {
            Value::Hex(hex) => Some((property, Landmark { mark: mark.clone(), of, hex: *hex })),
            _ => None,
        }));
    }
    // What is written comes in the order of whose it is.
    found.sort_by_key(|(property, _)| *property);
    found.into_iter().map(|(_, landmark)| landmark).collect()
}

impl Landmark {
    /// The side whose it is; none for one of the game.
    pub fn side(&self, state: &State) -> Option<SideId> {
        match self.of {
            Target::Side(side) => Some(side),
            Target::Unit(unit) => Some(state.unit(unit).side),
            Target::Hex(_) | Target::Game => None,
        }
    }

    /// `castle of White`, as the pack writes it.
    pub fn title(&self, catalogue: &Catalogue, state: &State) -> String {
        let of = match self.of {
            Target::Side(side) => catalogue.sides.get(side.index()).map(long_name),
            Target::Unit(unit) => Some(&*state.unit(unit).name),
            Target::Hex(_) | Target::Game => None,
        };
        of.map_or_else(|| self.mark.to_string(), |of| format!("{} of {of}", self.mark))
    }
}

impl Board<'_> {
    /// The landmarks in a hex.
    pub(super) fn landmarks_at(&self, hex: Hex) -> impl Iterator<Item = &Landmark> {
        self.landmarks.iter().filter(move |landmark| landmark.hex == hex)
    }

    /// `castle of White`.
    pub(super) fn landmark_title(&self, landmark: &Landmark) -> String {
        self.style.clean(&landmark.title(self.scene.catalogue, self.scene.state))
    }

    /// Each landmark with all of its hexes that are on the sheet: `castle of White: 0101`.
    pub(super) fn landmark_notes(&self) -> Vec<(&Landmark, String)> {
        let same = |a: &Landmark, b: &Landmark| a.of == b.of && a.mark == b.mark;
        let groups = self.landmarks.chunk_by(same);
        groups
            .map(|group| {
                let hexes: Vec<String> = group.iter().map(|landmark| self.number(landmark.hex)).collect();
                (&group[0], format!("{}: {}", self.landmark_title(&group[0]), hexes.join(", ")))
            })
            .collect()
    }

    /// The sign of a landmark between letters: `[^c]` between the marks of its side.
    pub(super) fn landmark_sign(&self, landmark: &Landmark) -> String {
        let letter = tidy(&self.style.clean(&landmark.mark)).chars().find(char::is_ascii_alphanumeric);
        let letter = letter.map_or_else(String::new, String::from);
        let (before, behind) = landmark.side(self.scene.state).map_or(("", ""), side_marks);
        format!("{before}^{letter}{behind}")
    }
}

//! A scene as both drawings ask it: which hexes are shown, who is where, what things are called.

use std::collections::BTreeSet;

use super::Scene;
use super::extent::Extent;
use super::landmarks::{Landmark, landmarks};
use super::signs::Signs;
use crate::kernel::hex::{Hex, LineStep};
use crate::kernel::state::Place;
use crate::kernel::value::{SideId, TerrainId, TypeId, UnitId};
use crate::report::style::{Style, long_name};
use crate::report::wrap::clip;

/// A scene with what is worked out of it once.
pub(super) struct Board<'a> {
    pub(super) scene: Scene<'a>,
    pub(super) style: &'a Style,
    pub(super) extent: Extent,
    pub(super) signs: Signs,
    /// The hexes that properties hold and maps mark, of one owner together.
    pub(super) landmarks: Vec<Landmark>,
}

impl<'a> Board<'a> {
    /// The scene where so many columns of hexes fit, if not all do.
    pub(super) fn new(scene: &Scene<'a>, style: &'a Style, extent: Extent) -> Board<'a> {
        let signs = Signs::new(scene.catalogue, scene.map, style);
        let landmarks = landmarks(scene.catalogue, scene.state);
        Board { scene: *scene, style, extent, signs, landmarks }
    }

    /// The hexes that are shown, in map order.
    pub(super) fn hexes(&self) -> impl Iterator<Item = Hex> {
        self.extent.hexes(self.scene.map.layout()).filter(|hex| self.scene.map.contains(*hex))
    }

    /// Whether a hex is among them.
    pub(super) fn is_shown(&self, hex: Hex) -> bool {
        let (columns, rows) = (self.extent.columns, self.extent.rows);
        let place = self.scene.map.layout().column_row(hex);
        let inside =
            |(column, row)| (columns.0..columns.1).contains(&column) && (rows.0..rows.1).contains(&row);
        place.is_some_and(inside) && self.scene.map.contains(hex)
    }

    /// The number of a hex; a hex off the sheet has none.
    pub(super) fn number(&self, hex: Hex) -> String {
        let number = self.scene.map.layout().number(hex);
        number.map_or_else(|| "off the map".to_owned(), |number| number.to_string())
    }

    /// The units in a hex by side, in the order of play.
    pub(super) fn units_at(&self, hex: Hex) -> Vec<(SideId, Vec<UnitId>)> {
        self.by_side(self.scene.state.units_at(hex).iter().copied())
    }

    /// The units that are in play, but not on the map, by side.
    pub(super) fn reserve(&self) -> Vec<(SideId, Vec<UnitId>)> {
        let waiting = self.scene.state.units().filter(|(_, unit)| unit.place == Place::Reserve);
        self.by_side(waiting.map(|(id, _)| id))
    }

    /// The units that something is told of: those in hexes that are shown, those off the map, those just destroyed.
    pub(super) fn shown_units(&self) -> Vec<UnitId> {
        let mut units: Vec<UnitId> = self.reserve().into_iter().flat_map(|(_, units)| units).collect();
        units.extend(self.scene.state.units().filter_map(|(id, unit)| match unit.place {
            Place::Hex(hex) if self.is_shown(hex) => Some(id),
            _ => None,
        }));
        units.extend(self.scene.overlay.destroyed.iter().map(|(id, _)| *id));
        units
    }

    /// The signs and names of these unit types. A unit that a layer has changed has a type of its own, which looks like the
    /// one that it comes from, and is told once.
    pub(super) fn called_types(&self, types: impl Iterator<Item = TypeId>) -> Vec<(String, String)> {
        let types: BTreeSet<TypeId> = types.collect();
        let mut told: Vec<(String, String)> = Vec::new();
        for sign in types.into_iter().map(|id| (self.type_sign(id), self.type_title(id))) {
            if !told.contains(&sign) {
                told.push(sign);
            }
        }
        told
    }

    fn by_side(&self, units: impl Iterator<Item = UnitId>) -> Vec<(SideId, Vec<UnitId>)> {
        let mut stacks: Vec<(SideId, Vec<UnitId>)> = Vec::new();
        for id in units {
            let side = self.scene.state.unit(id).side;
            match stacks.iter_mut().find(|(own, _)| *own == side) {
                Some((_, stack)) => stack.push(id),
                None => stacks.push((side, vec![id])),
            }
        }
        stacks.sort_by_key(|(side, _)| *side);
        stacks
    }

    /// The sides that have units anywhere, in the order of play.
    pub(super) fn sides(&self) -> BTreeSet<SideId> {
        self.scene.state.units().map(|(_, unit)| unit.side).collect()
    }

    /// What a unit is called.
    pub(super) fn unit_name(&self, unit: UnitId) -> String {
        self.style.clean(&self.scene.state.unit(unit).name)
    }

    /// The long name of a side.
    pub(super) fn side_title(&self, side: SideId) -> String {
        let side = self.scene.catalogue.sides.get(side.index());
        side.map_or_else(String::new, |side| self.style.clean(long_name(side)))
    }

    /// The sign of a unit type: the pack's, else the beginning of its name.
    pub(super) fn type_sign(&self, unit_type: TypeId) -> String {
        let Some(definition) = self.scene.catalogue.unit_types.get(unit_type.index()) else {
            return "?".to_owned();
        };
        let sign = self.style.clean(&definition.symbol);
        let sign = if sign.trim().is_empty() { self.style.clean(&definition.name) } else { sign };
        clip(&sign, 2, "")
    }

    /// The long name of a unit type.
    pub(super) fn type_title(&self, unit_type: TypeId) -> String {
        let definition = self.scene.catalogue.unit_types.get(unit_type.index());
        definition.map_or_else(
            || "?".to_owned(),
            |t| self.style.clean(if t.title.is_empty() { &t.name } else { &t.title }),
        )
    }

    /// The long name of a terrain.
    pub(super) fn terrain_name(&self, terrain: TerrainId) -> String {
        let definition = self.scene.catalogue.terrain.get(terrain.index());
        definition.map_or_else(
            || "?".to_owned(),
            |t| self.style.clean(if t.title.is_empty() { &t.name } else { &t.title }),
        )
    }

    /// What blocks the line of sight, in words, where no note tells more of it.
    pub(super) fn blocked(&self) -> Option<String> {
        if !self.scene.overlay.notes.is_empty() {
            return None;
        }
        let at = self.scene.overlay.line.as_ref()?.blocked_at?;
        let hexes: Vec<String> = at.hexes().map(|hex| self.number(hex)).collect();
        Some(match at {
            LineStep::Through(_) => format!("the line of sight is blocked in {}", hexes.join(", ")),
            LineStep::Across(_) => {
                format!("the line of sight is blocked where it crosses {}", hexes.join("/"))
            }
            LineStep::Along(_) => format!("the line of sight is blocked along {}", hexes.join("/")),
            LineStep::Corner(_) => {
                format!("the line of sight is blocked at the corner of {}", hexes.join(", "))
            }
        })
    }

    /// The attack that is shown, in words.
    pub(super) fn attack_note(&self) -> Option<String> {
        let attack = self.scene.overlay.attack.as_ref()?;
        let placed =
            |(unit, hex): &(UnitId, Hex)| format!("{} in {}", self.unit_name(*unit), self.number(*hex));
        let attackers: Vec<String> = attack.attackers.iter().map(placed).collect();
        let mut note = format!("last attack: {} on {}", attackers.join(", "), placed(&attack.target));
        if !attack.outcome.is_empty() {
            note.push_str(&format!(": {}", self.style.clean(&attack.outcome)));
        }
        Some(note)
    }
}

//! The one sign that each terrain has on a drawn map.

use std::collections::BTreeMap;

use unicode_width::UnicodeWidthChar;

use super::overlay::Met;
use crate::kernel::catalogue::{Catalogue, Terrain};
use crate::kernel::hex::{Hex, HexMap};
use crate::kernel::value::TerrainId;
use crate::report::style::Style;
use crate::report::tidy::tidy;

/// The signs of all terrains, and which of them is the ground that most hexes have.
pub(super) struct Signs {
    signs: Vec<char>,
    ground: Option<TerrainId>,
}

impl Signs {
    pub(super) fn new(catalogue: &Catalogue, map: &HexMap, style: &Style) -> Self {
        let mut signs: Vec<Option<char>> = catalogue.terrain.iter().map(|t| own_sign(t, style)).collect();
        for at in 0..signs.len() {
            if signs[at].is_none() {
                signs[at] = free_sign(&catalogue.terrain[at], &signs);
            }
        }
        let signs = signs.into_iter().map(|sign| sign.unwrap_or('?')).collect();
        Signs { signs, ground: commonest(map) }
    }

    /// The sign of a terrain.
    pub(super) fn of(&self, terrain: TerrainId) -> char {
        self.signs.get(terrain.index()).copied().unwrap_or('?')
    }

    /// The sign of where a line of sight meets something: the first of a few that no terrain has.
    pub(super) fn of_sight(&self, met: Met) -> char {
        let signs = match met {
            Met::Through => ['o', '@', '0'],
            Met::Touched => ['\'', '`', '"'],
            Met::Blocked => ['X', '!', '#'],
        };
        signs.into_iter().find(|sign| !self.signs.contains(sign)).unwrap_or(signs[0])
    }

    /// Whether this is the ground that most hexes have, which needs no more than its sign.
    pub(super) fn is_ground(&self, terrain: TerrainId) -> bool {
        self.ground == Some(terrain)
    }

    /// What stands out in a hex: its terrain without the ground, or all where nothing is left.
    pub(super) fn standing_out(&self, map: &HexMap, hex: Hex) -> Vec<TerrainId> {
        let all = map.terrain(hex);
        let out: Vec<TerrainId> = all.iter().copied().filter(|t| !self.is_ground(*t)).collect();
        if out.is_empty() { all.to_vec() } else { out }
    }
}

/// The pack's own sign, where it can be shown in one column.
fn own_sign(terrain: &Terrain, style: &Style) -> Option<char> {
    let clean = tidy(&terrain.symbol);
    let sign = clean.chars().next()?;
    (sign.width() == Some(1) && sign != ' ' && (sign.is_ascii() || !style.ascii)).then_some(sign)
}

/// A letter of the terrain's name that no other terrain has, else a letter or figure that none has.
fn free_sign(terrain: &Terrain, taken: &[Option<char>]) -> Option<char> {
    let name: Vec<char> = terrain.name.chars().filter(char::is_ascii_alphanumeric).collect();
    let capitals = name.iter().map(char::to_ascii_uppercase);
    name.iter()
        .copied()
        .chain(capitals)
        .chain('a'..='z')
        .chain('A'..='Z')
        .find(|sign| !taken.contains(&Some(*sign)))
}

/// The base terrain that the most hexes have; of equals the first.
fn commonest(map: &HexMap) -> Option<TerrainId> {
    let mut counts: BTreeMap<TerrainId, usize> = BTreeMap::new();
    for base in map.hexes().filter_map(|hex| map.terrain(hex).first()) {
        *counts.entry(*base).or_default() += 1;
    }
    let most = counts.values().copied().max()?;
    counts.into_iter().find(|(_, count)| *count == most).map(|(terrain, _)| terrain)
}

//! A sign for each unit, so that a coarse picture and the list beneath it tell which is which.

use std::collections::{BTreeMap, BTreeSet};

use super::TableScene;
use crate::kernel::plane::{Facing, Turn};
use crate::kernel::value::UnitId;

/// What the units of a side are called first, in the order of the sides.
const OF_SIDES: [&str; 2] = ["123456789", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
/// What is left for others.
const OTHERS: &str = "abcdefghijklmnopqrstuvwxyz0@&$%!?*=";

/// The sign of each unit, the same for the whole of a game: digits for the first side, capitals for the second, then whatever no
/// terrain is drawn by. Where there are too many units the last ones share `?`.
pub(super) fn signs(scene: &TableScene<'_>) -> BTreeMap<UnitId, char> {
    let terrain = scene.catalogue.terrain.iter().filter_map(|terrain| terrain.symbol.chars().next());
    let mut taken: BTreeSet<char> = terrain.collect();
    let mut signs = BTreeMap::new();
    for (id, unit) in scene.state.units() {
        let own = OF_SIDES.get(unit.side.index()).copied().unwrap_or_default();
        // What another side would take first is left to it, while there is anything else.
        let others = OTHERS.chars().chain(OF_SIDES.iter().rev().flat_map(|of| of.chars()));
        let sign = own.chars().chain(others).find(|sign| !taken.contains(sign)).unwrap_or('?');
        taken.insert(sign);
        signs.insert(id, sign);
    }
    signs
}

/// An arrow the way something faces, in plain characters or not.
pub(super) fn arrow(facing: Facing, ascii: bool) -> char {
    let arrows = if ascii {
        ['^', '/', '>', '\\', 'v', '/', '<', '\\']
    } else {
        ['↑', '↗', '→', '↘', '↓', '↙', '←', '↖']
    };
    let eighth = Turn::ROUND.in_millionths() / 8;
    let turn = facing.turn().in_millionths() + eighth / 2;
    arrows[usize::try_from(turn / eighth).unwrap_or(0) % arrows.len()]
}

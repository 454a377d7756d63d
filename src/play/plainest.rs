//! The plainest ground of a map: where units meet when ground should not matter.

use std::collections::BTreeMap;

use crate::kernel::catalogue::Catalogue;
use crate::kernel::hex::HexMap;
use crate::kernel::value::TerrainId;

/// The terrain of a hex of which least is written down, and of those that of most hexes; none where no hex fits.
pub(super) fn plainest<'m>(
    catalogue: &Catalogue,
    map: &'m HexMap,
    is_fit: impl Fn(&[TerrainId]) -> bool,
) -> Option<&'m [TerrainId]> {
    let mut count: BTreeMap<&[TerrainId], usize> = BTreeMap::new();
    for hex in map.hexes() {
        *count.entry(map.terrain(hex)).or_default() += 1;
    }
    let said = |terrain: &[TerrainId]| {
        let all = terrain.iter().map(|t| catalogue.terrain_def(*t));
        all.fold((0, 0), |(m, a), t| (m + t.modifiers.len(), a + t.attributes.len()))
    };
    let fit = count.into_iter().filter(|(ground, _)| is_fit(ground));
    fit.min_by_key(|(ground, count)| (said(ground), usize::MAX - count)).map(|(ground, _)| ground)
}

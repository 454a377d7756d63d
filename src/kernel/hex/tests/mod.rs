//! Laws of the hex grid, held over a small radius in full or over random cases.

mod grid;

use proptest::prelude::*;

use super::*;

/// All hexes within a distance of the origin.
fn around(radius: u32) -> Vec<Hex> {
    Hex::default().within(radius).collect()
}

fn any_hex() -> impl Strategy<Value = Hex> {
    (-500..500, -500..500).prop_map(|(q, r)| Hex::new(q, r))
}

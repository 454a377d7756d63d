//! Laws of the hex grid, held over a small radius in full or over random cases.

mod boards;
mod grid;
mod lines;
mod maps;
mod movement;
mod sheets;

use proptest::prelude::*;

use super::*;

/// All hexes within a distance of the origin.
fn around(radius: u32) -> Vec<Hex> {
    Hex::default().within(radius).collect()
}

/// The mirror image of a hex; with [`Hex::rotated`] it makes all twelve symmetries of the hex grid.
fn reflected(hex: Hex) -> Hex {
    Hex::new(hex.r, hex.q)
}

fn any_hex() -> impl Strategy<Value = Hex> {
    (-500..500, -500..500).prop_map(|(q, r)| Hex::new(q, r))
}

fn any_layout(columns: u32, rows: u32) -> impl Strategy<Value = Layout> {
    let orientation = prop_oneof![Just(Orientation::Flat), Just(Orientation::Pointy)];
    let shoved = prop_oneof![Just(Shove::Odd), Just(Shove::Even)];
    (orientation, shoved, 1..=columns, 1..=rows, 0..4_u32, 0..4_u32).prop_map(
        |(orientation, shoved, columns, rows, first_column, first_row)| {
            let layout = Layout::new(orientation, shoved, columns, rows).expect("within three digits");
            layout.counted_from(first_column, first_row).expect("within three digits")
        },
    )
}

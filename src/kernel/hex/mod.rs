//! Hexes: coordinates, numbers as printed on maps, directions, the map, reach and lines of sight.

mod coordinate;

pub use coordinate::Hex;

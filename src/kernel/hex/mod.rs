//! Hexes: coordinates, numbers as printed on maps, directions, the map, reach and lines of sight.
//!
//! All of it is arithmetic on whole numbers, so an answer is the same on every platform and a tie is a tie.
//! What a terrain costs, what blocks a line and where a unit may stop is asked of the caller: no rule of a
//! game is here.

mod coordinate;
mod direction;
mod hexside;

mod compass;
mod layout;
mod number;

mod edge;
mod map;
mod patchwork;

mod entry;
mod reach;
mod spread;

mod cluster;
mod surroundings;

mod line;
mod sight;

pub use cluster::{Cluster, Spot};
pub use compass::Orientation;
pub use coordinate::Hex;
pub use direction::Direction;
pub use edge::Edge;
pub use entry::{Barred, Crossing, Denial, Entry, ReachError};
pub use hexside::{Corner, Hexside};
pub use layout::{Layout, LayoutError, Shove};
pub use line::{Line, LineStep, line};
pub use map::{HexMap, OffTheMap};
pub use number::{HexNumber, NumberError};
pub use patchwork::{Patch, Patchwork};
pub use reach::{Asked, Reach, Reached, reach, search, way_to};
pub use sight::{Sight, sight};
pub use spread::{Exits, Pace, Spread, Toll, Tolls};
pub use surroundings::{Nearby, Occupied, Path, Surroundings};

#[cfg(test)]
mod tests;

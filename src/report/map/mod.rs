//! The hex map as a picture: in the terminal, and as SVG. Both draw the same scene: hexes with their numbers, terrain
//! and units, hexsides, and what a question laid over it.
//!
//! Everything that is drawn has a sign that is read without colour, and a legend below names each sign.

mod extent;
mod landmarks;
mod overlay;
mod signs;

mod board;
mod faces;
mod facts;

pub(in crate::report) mod svg;
mod terminal;

pub use extent::Window;
pub use landmarks::{Landmark, landmarks};
pub use overlay::{AttackShown, Overlay, SightLine};
pub use svg::{Plate, SVG_HEAD, draw_svg};
pub use terminal::draw_map;

use crate::kernel::catalogue::Catalogue;
use crate::kernel::hex::HexMap;
use crate::kernel::state::State;

/// What is drawn.
#[derive(Debug, Clone, Copy)]
pub struct Scene<'a> {
    /// The map.
    pub map: &'a HexMap,
    /// What is printed.
    pub catalogue: &'a Catalogue,
    /// Where the units are; one without units for a bare map.
    pub state: &'a State,
    /// What is laid over it.
    pub overlay: &'a Overlay,
    /// Which part of it.
    pub window: Window,
    /// Whether hexes have their numbers.
    pub numbers: bool,
}

impl<'a> Scene<'a> {
    /// The whole map with its units and the numbers of its hexes.
    pub fn new(map: &'a HexMap, catalogue: &'a Catalogue, state: &'a State, overlay: &'a Overlay) -> Self {
        Scene { map, catalogue, state, overlay, window: Window::default(), numbers: true }
    }

    /// A part of it.
    #[must_use]
    pub fn within(self, window: Window) -> Self {
        Scene { window, ..self }
    }
}

//! The hex map in the terminal: hexes with their numbers, terrain and units, hexsides, and what a question laid
//! over it.
//!
//! Everything that is drawn has a sign that is read without colour, and the legend below names each sign.

mod canvas;
mod counters;
mod extent;
mod frame;
mod legend;
mod overlay;
mod picture;
mod sentences;
mod signs;

pub use extent::Window;
pub use overlay::{Overlay, SightLine};

use super::style::Style;
use crate::kernel::catalogue::Catalogue;
use crate::kernel::hex::{Hex, HexMap};
use crate::kernel::state::{Place, State};
use extent::Extent;
use frame::Frame;
use signs::Signs;

/// What is drawn, as the parts of the drawing share it.
struct Scene<'a> {
    map: &'a HexMap,
    catalogue: &'a Catalogue,
    state: &'a State,
    overlay: &'a Overlay,
    style: &'a Style,
    extent: Extent,
    signs: Signs,
}

/// The map with its units, what is laid over it, and a legend; in a plain style, one sentence a hex that holds
/// anything.
///
/// The whole map where it fits the width, else the part round the window's hex with a note of what is cut.
pub fn draw_map(
    map: &HexMap,
    catalogue: &Catalogue,
    state: &State,
    overlay: &Overlay,
    style: &Style,
    window: Window,
) -> String {
    let frame = Frame::fitting(map.layout(), style.width);
    let centre = window.hex.filter(|hex| map.contains(*hex));
    let extent = match (style.plain, centre) {
        (true, None) => Extent::whole(map.layout()),
        _ => {
            let midst = centre.or_else(|| first_place(map, state));
            Extent::of_window(map.layout(), window, midst, frame.columns_in(style.width))
        }
    };
    let signs = Signs::new(catalogue, map, style);
    let scene = Scene { map, catalogue, state, overlay, style, extent, signs };
    if style.plain {
        return scene.sentences();
    }
    let (mut drawing, used) = scene.picture(&frame);
    drawing.push_str(&scene.legend(&used));
    drawing
}

/// Where the first unit on the map is: a part of the map with units is more telling than its corner.
fn first_place(map: &HexMap, state: &State) -> Option<Hex> {
    let places = state.units().filter_map(|(_, unit)| match unit.place {
        Place::Hex(hex) => Some(hex),
        _ => None,
    });
    places.into_iter().find(|hex| map.contains(*hex))
}

impl Scene<'_> {
    /// The hexes that are shown, in map order.
    fn hexes(&self) -> impl Iterator<Item = Hex> {
        self.extent.hexes(self.map.layout()).filter(|hex| self.map.contains(*hex))
    }

    /// The number of a hex; a hex off the sheet has none.
    fn number(&self, hex: Hex) -> String {
        self.map.layout().number(hex).map_or_else(|| "off the map".to_owned(), |number| number.to_string())
    }
}

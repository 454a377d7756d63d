//! The map in the terminal: drawn with letters, or told in sentences.

mod canvas;
mod contents;
mod counters;
mod frame;

mod legend;
mod picture;
mod sentences;

use super::Scene;
use super::board::Board;
use super::extent::Extent;
use super::faces::Faces;
use crate::kernel::hex::Hex;
use crate::kernel::state::Place;
use crate::report::roster::Compute;
use crate::report::style::Style;
use frame::Frame;

/// The map with its units, what is laid over it, and a legend; in a plain style, one sentence a hex that holds
/// anything.
///
/// The numbers of a unit stand below its name where there is room, else below the map; `compute` asks the rules of those that
/// are computed. The whole map where it fits the width, else the part round the window's hex with a note of what is cut.
pub fn draw_map(scene: &Scene<'_>, style: &Style, compute: Option<Compute<'_>>) -> String {
    let layout = scene.map.layout();
    let frame = Frame::fitting(layout, style.width);
    let centre = scene.window.hex.filter(|hex| scene.map.contains(*hex));
    let extent = match (style.plain, centre) {
        (true, None) => Extent::whole(layout),
        // A file is as wide as it needs to be.
        (_, None) if style.width == usize::MAX => Extent::whole(layout),
        _ => {
            let midst = centre.or_else(|| first_place(scene));
            Extent::of_window(layout, scene.window, midst, frame.columns_in(style.width))
        }
    };
    let board = Board::new(scene, style, extent);
    let faces = Faces::new(&board, compute);
    if style.plain {
        return board.sentences(&faces);
    }
    let (mut drawing, used) = board.picture(&frame, &faces);
    drawing.push_str(&board.legend(&used, &faces));
    drawing
}

/// Where the first unit on the map is: a part of the map with units is more telling than its corner.
fn first_place(scene: &Scene<'_>) -> Option<Hex> {
    let places = scene.state.units().filter_map(|(_, unit)| match unit.place {
        Place::Hex(hex) => Some(hex),
        _ => None,
    });
    places.into_iter().find(|hex| scene.map.contains(*hex))
}

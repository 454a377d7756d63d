//! The table in inches as a picture: in the terminal, coarsely, and as SVG at scale.
//!
//! What a unit looks like from above is the pack's to say: the models' footprints come from one of its rules.

mod json;
mod labels;
mod reach;
mod signs;
mod svg;
mod terminal;

pub use json::table_json;
pub use reach::{reach_json, reach_table};
pub use svg::draw_tabletop_svg;
pub use terminal::draw_tabletop;

use crate::kernel::catalogue::Catalogue;
use crate::kernel::plane::{Footprint, Sketch, Tabletop};
use crate::kernel::state::State;
use crate::kernel::value::UnitId;
use crate::rules::Roamed;

/// What is drawn.
#[derive(Debug, Clone, Copy)]
pub struct TableScene<'a> {
    /// The table.
    pub table: &'a Tabletop,
    /// What is printed.
    pub catalogue: &'a Catalogue,
    /// Where the units are.
    pub state: &'a State,
    /// The models of each unit on the table.
    pub bodies: &'a [(UnitId, Vec<Footprint>)],
    /// What rules have drawn into it; the terminal's picture leaves it out.
    pub sketches: &'a [&'a Sketch],
    /// In words, what stands in the way of the line that was asked for; none where nothing does or none was asked for.
    pub blocked: Option<&'a str>,
    /// Where something may get to.
    pub spreads: &'a [&'a Roamed],
    /// What that is called.
    pub mover: Option<&'a str>,
}

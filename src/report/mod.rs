//! What is drawn or told from typed results: maps, tables, explanations and battle reports.
//!
//! Nothing here decides anything and nothing here is parsed back. Every text that comes from a pack or a player
//! passes [`tidy`] before it is shown, and every drawing obeys one [`Style`].

mod glyphs;
mod style;
mod tidy;
mod wrap;

mod tables;

mod map;

mod why;

pub use map::{Overlay, SightLine, Window, draw_map};
pub use style::{Ink, Style};
pub use tables::{Align, Cell, Column, Listing, Room};
pub use tidy::{tidy, to_ascii};
pub use why::{GameNames, Names, dice_summary, why_json, why_not, why_not_json, why_tree};
pub use wrap::{clip, shown_width, wrap};

#[cfg(test)]
mod tests;

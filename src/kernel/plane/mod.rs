//! The tabletop plane: lengths, places, facings, bases and formations; ways, terrain, arcs, lines and templates.
//!
//! All of it is arithmetic on whole numbers: places to the thousandth of an inch, corners of bases to the
//! millionth. Distances are compared by their squares, so a tie is a tie; only what is shown is rounded.
//! Shifting the table or turning it by quarters changes no answer at all. What terrain costs, what blocks a
//! line and who counts is asked of the caller: no rule of a game is here.

mod decimal;
mod length;
mod point;
mod spot;

mod facing;
mod trigonometry;

mod apart;
mod outline;
mod within;

mod base;
mod bound;
mod contact;
mod footprint;
mod formation;

mod arc;

mod polygon;
mod stretch;
mod terrain;

mod tabletop;

mod index;

mod line_of_fire;
mod sight;

mod deviation;
mod sketch;
mod template;

mod advance;
mod ground;
mod path;

mod around;
mod roam;

pub use advance::{Entered, Halt, entered, first_contact};
pub use apart::Apart;
pub use arc::Arc;
pub use around::places_round;
pub use base::{Base, BaseError, Mark, Placed};
pub use bound::{Bound, Lie};
pub use contact::{Contact, Side, TOUCH, contact};
pub use deviation::{Clock, ClockError, deviated};
pub use facing::{DegreesError, Facing, Hand, Turn};
pub use footprint::{Footprint, bounds_of};
pub use formation::{Formation, FormationError, LastRank};
pub use ground::{Crossing, Ground, Pace, Passage, Reached, Stop, ground, reach};
pub use index::{Index, Touching};
pub use length::{Length, LengthError};
pub use line_of_fire::{Passed, line_of_fire};
pub use outline::{Nearest, Outline};
pub use path::{Leg, Step, Way, walk};
pub use point::Point;
pub use polygon::{Place, Polygon, PolygonError};
pub use roam::{Fan, Mover, NoWay, Ray, Rules, Run, Stand, cheapest_way, fan, stands};
pub use sight::{Met, Sight, met_between, sight};
pub use sketch::Sketch;
pub use stretch::How;
pub use tabletop::{Feature, FeatureId, Laid, Lying, Piece, Shape, Tabletop};
pub use template::{Template, Under};
pub use terrain::{Area, Polyline, Terrain};
pub use within::Within;

#[cfg(test)]
mod tests;

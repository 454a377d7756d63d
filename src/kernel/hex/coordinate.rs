//! A hex in axial coordinates.

use serde::{Deserialize, Serialize};

/// A hex by its axial coordinates; what it is called on a printed map is the layout's to say.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub struct Hex {
    /// First axial coordinate.
    pub q: i32,
    /// Second axial coordinate.
    pub r: i32,
}

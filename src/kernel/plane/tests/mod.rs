//! Laws of the plane.

//! A hex in axial coordinates: sums, distance, neighbours, rings.

use std::iter;
use std::ops::{Add, Sub};

use serde::{Deserialize, Serialize};

use super::direction::Direction;

/// A hex by its axial coordinates; what it is called on a printed map is the layout's to say.
///
/// Sums wrap around at the ends of `i32`, the same in debug and release, so no coordinate that a script makes
/// up can stop the program. Coordinates of a map stay within a few thousand and never come near.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub struct Hex {
    /// First axial coordinate.
    pub q: i32,
    /// Second axial coordinate.
    pub r: i32,
}

impl Hex {
    /// The hex at these axial coordinates.
    #[inline]
    pub const fn new(q: i32, r: i32) -> Self {
        Hex { q, r }
    }

    /// This hex, taken as a step from the origin, repeated `times` times.
    pub const fn scale(self, times: i32) -> Self {
        Hex::new(self.q.wrapping_mul(times), self.r.wrapping_mul(times))
    }

    /// The number of hexes from here to there, the start not counted: 0 for the same hex, 1 for a neighbour.
    ///
    /// Saturates at `u32::MAX`, which no two hexes of one map reach.
    #[inline]
    pub fn distance(self, to: Hex) -> u32 {
        let q = i64::from(to.q) - i64::from(self.q);
        let r = i64::from(to.r) - i64::from(self.r);
        let hexes = q.abs().max(r.abs()).max((q + r).abs());
        u32::try_from(hexes).unwrap_or(u32::MAX)
    }

    /// Whether the two hexes share a hexside.
    pub fn is_adjacent(self, to: Hex) -> bool {
        self.distance(to) == 1
    }

    /// The adjacent hex in a direction.
    #[inline]
    pub fn neighbour(self, direction: Direction) -> Hex {
        self + direction.step()
    }

    /// The six adjacent hexes, clockwise from direction 0.
    pub fn neighbours(self) -> [Hex; 6] {
        Direction::ALL.map(|direction| self.neighbour(direction))
    }

    /// The hexes at exactly this distance, clockwise from direction 0: 6 × `distance` of them, or this hex
    /// alone for 0.
    ///
    /// ```text
    ///              0
    ///          11     1         Ring 2 of a flat map begins two hexes
    ///       10           2      north and ends beside its beginning.
    ///
    ///        9     *     3
    ///
    ///        8           4
    ///           7     5
    ///              6
    /// ```
    pub fn ring(self, distance: u32) -> impl Iterator<Item = Hex> {
        let radius = i32::try_from(distance).unwrap_or(i32::MAX);
        let sides = Direction::ALL.into_iter().flat_map(move |direction| {
            let corner = self + direction.step().scale(radius);
            let along = direction.turned(2).step();
            (0..radius).map(move |place| corner + along.scale(place))
        });
        iter::once(self).take(usize::from(radius == 0)).chain(sides)
    }

    /// This hex and all within a distance (ends included), nearest first, each ring in the order of
    /// [`Hex::ring`].
    ///
    /// The plane has no edge: where the distance comes from a rule, [`super::HexMap::within`] ends at the
    /// map's.
    pub fn within(self, distance: u32) -> impl Iterator<Item = Hex> {
        (0..=distance).flat_map(move |radius| self.ring(radius))
    }

    /// This hex turned clockwise about the origin by so many sixths of a turn; counter-clockwise where
    /// negative.
    pub fn rotated(self, sixths: i32) -> Hex {
        (0..sixths.rem_euclid(6))
            .fold(self, |hex, _| Hex::new(hex.r.wrapping_neg(), hex.q.wrapping_add(hex.r)))
    }
}

impl Add for Hex {
    type Output = Hex;

    #[inline]
    fn add(self, other: Hex) -> Hex {
        Hex::new(self.q.wrapping_add(other.q), self.r.wrapping_add(other.r))
    }
}

impl Sub for Hex {
    type Output = Hex;

    #[inline]
    fn sub(self, other: Hex) -> Hex {
        Hex::new(self.q.wrapping_sub(other.q), self.r.wrapping_sub(other.r))
    }
}

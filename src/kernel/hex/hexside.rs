//! What lies between hexes: the hexside that two share and the corner that three share.

use serde::{Deserialize, Serialize};

use super::coordinate::Hex;

/// The side between two adjacent hexes, the same from whichever hex it is looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "[Hex; 2]", into = "[Hex; 2]")]
pub struct Hexside([Hex; 2]);

impl Hexside {
    /// The hexside between two hexes; nothing where they are not adjacent.
    pub fn between(a: Hex, b: Hex) -> Option<Hexside> {
        a.is_adjacent(b).then(|| Hexside::of_neighbours(a, b))
    }

    /// The hexside between hexes that are known to be adjacent.
    pub(super) fn of_neighbours(a: Hex, b: Hex) -> Hexside {
        Hexside([a.min(b), a.max(b)])
    }

    /// The two hexes, the lesser first.
    pub fn hexes(self) -> [Hex; 2] {
        self.0
    }

    /// The hex on the other side; nothing for a hex that does not have this hexside.
    pub fn other(self, hex: Hex) -> Option<Hex> {
        let [a, b] = self.0;
        if hex == a {
            Some(b)
        } else if hex == b {
            Some(a)
        } else {
            None
        }
    }

    /// The two corners at which this hexside ends, the lesser first.
    pub fn ends(self) -> [Corner; 2] {
        let [a, b] = self.0;
        let step = b - a;
        let left = Corner::of_neighbours([a, b, a + step.rotated(-1)]);
        let right = Corner::of_neighbours([a, b, a + step.rotated(1)]);
        [left.min(right), left.max(right)]
    }
}

impl TryFrom<[Hex; 2]> for Hexside {
    type Error = String;

    fn try_from([a, b]: [Hex; 2]) -> Result<Self, String> {
        Hexside::between(a, b).ok_or_else(|| "expected two adjacent hexes for a hexside".to_owned())
    }
}

impl From<Hexside> for [Hex; 2] {
    fn from(hexside: Hexside) -> [Hex; 2] {
        hexside.0
    }
}

/// The point where three hexes meet, the same from whichever hex it is looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "[Hex; 3]", into = "[Hex; 3]")]
pub struct Corner([Hex; 3]);

impl Corner {
    /// The corner of three hexes; nothing where they do not all touch each other.
    pub fn between(a: Hex, b: Hex, c: Hex) -> Option<Corner> {
        let meet = a.is_adjacent(b) && b.is_adjacent(c) && c.is_adjacent(a);
        meet.then(|| Corner::of_neighbours([a, b, c]))
    }

    /// The corner of three hexes that are known to touch each other.
    pub(super) fn of_neighbours(mut hexes: [Hex; 3]) -> Corner {
        hexes.sort_unstable();
        Corner(hexes)
    }

    /// The three hexes, in order.
    pub fn hexes(self) -> [Hex; 3] {
        self.0
    }

    /// The three hexsides that end here, in order.
    pub fn hexsides(self) -> [Hexside; 3] {
        let [a, b, c] = self.0;
        [Hexside([a, b]), Hexside([a, c]), Hexside([b, c])]
    }
}

impl TryFrom<[Hex; 3]> for Corner {
    type Error = String;

    fn try_from([a, b, c]: [Hex; 3]) -> Result<Self, String> {
        Corner::between(a, b, c)
            .ok_or_else(|| "expected three hexes that touch each other for a corner".to_owned())
    }
}

impl From<Corner> for [Hex; 3] {
    fn from(corner: Corner) -> [Hex; 3] {
        corner.0
    }
}

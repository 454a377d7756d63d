//! Sets of hexes round a hex, a bit each: what lies beside all of them is found in a few steps, however many they are.

use super::coordinate::Hex;
use super::direction::Direction;

/// A set of hexes no further than [`Cluster::FAR`] from another one, by where they lie from it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Cluster(u128);

/// A hex of a cluster: the number of its bit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Spot(u32);

impl Spot {
    /// Where the hex lies, seen from the middle.
    #[inline]
    pub fn from_middle(self) -> Hex {
        const PLACES: [Hex; 1 << 7] = Spot::places();
        // It is below that anyway, which the compiler does not know.
        PLACES[self.0 as usize % PLACES.len()]
    }

    /// The same for all of them.
    const fn places() -> [Hex; 1 << 7] {
        let mut places = [Hex { q: 0, r: 0 }; 1 << 7];
        let mut at = 0;
        while at < places.len() {
            let (column, row) = (at as u32 / Cluster::SPAN, at as u32 % Cluster::SPAN);
            places[at] = Hex { q: column as i32 - Cluster::FAR as i32, r: row as i32 - Cluster::FAR as i32 };
            at += 1;
        }
        places
    }

    /// The directions, a bit each, in which a step from one of these hexes leads here. None of them may lie as far from the middle as a
    /// cluster goes.
    #[inline]
    pub fn ways_in(self, from: Cluster) -> u8 {
        const SPAN: u32 = Cluster::SPAN;
        // What a step in direction 2 comes from is the lowest bit then, and so on.
        let beside = (from.0 << SPAN >> self.0) as u32;
        let ways = [SPAN + 1, 1, 0, SPAN - 1, 2 * SPAN - 1, 2 * SPAN];
        ways.into_iter().enumerate().map(|(at, bit)| ((beside >> bit & 1) as u8) << at).sum()
    }
}

impl Cluster {
    /// How far its hexes may lie from the middle.
    pub const FAR: u32 = 5;
    /// As many columns, and as many hexes in each.
    const SPAN: u32 = 2 * Cluster::FAR + 1;
    /// No hex.
    pub const NONE: Cluster = Cluster(0);
    /// The hex in the middle alone.
    pub const MIDDLE: Cluster = Cluster(1 << (Cluster::FAR * Cluster::SPAN + Cluster::FAR));

    /// The hex that lies so from the middle, alone; none of them where that is too far.
    pub fn of(from_middle: Hex) -> Cluster {
        if from_middle.distance(Hex::default()) > Cluster::FAR {
            return Cluster::NONE;
        }
        let far = Cluster::FAR as i32;
        Cluster(1 << ((from_middle.q + far) as u32 * Cluster::SPAN + (from_middle.r + far) as u32))
    }

    /// Several clusters of columns side by side, the first of them so far from the middle: the hexes of each for each cluster, the lowest bit
    /// for what lies [`Cluster::FAR`] rows above the middle.
    #[inline]
    pub(crate) fn of_columns<const N: usize>(
        first: i32,
        columns: impl DoubleEndedIterator<Item = [u64; N]>,
    ) -> [Cluster; N] {
        let before = |later: [u128; N], rows: [u64; N]| {
            let mut all = later;
            for (all, rows) in all.iter_mut().zip(rows) {
                *all = *all << Cluster::SPAN | u128::from(rows & ((1 << Cluster::SPAN) - 1));
            }
            all
        };
        let all = columns.rev().fold([0; N], before);
        all.map(|all| Cluster(all << ((first + Cluster::FAR as i32) as u32 * Cluster::SPAN)))
    }

    /// All hexes beside these, of which none may lie as far from the middle as a cluster goes; nor may it in [`Cluster::stepped`].
    #[inline]
    pub fn beside(self) -> Cluster {
        Direction::ALL.into_iter().fold(Cluster::NONE, |all, at| all.or(self.stepped(at)))
    }

    /// Where a step in a direction leads from these.
    #[inline]
    pub fn stepped(self, direction: Direction) -> Cluster {
        const SPAN: u32 = Cluster::SPAN;
        let all = self.0;
        Cluster(match direction.number() {
            0 => all >> 1,
            1 => all << (SPAN - 1),
            2 => all << SPAN,
            3 => all << 1,
            4 => all >> (SPAN - 1),
            _ => all >> SPAN,
        })
    }

    /// Those of either.
    #[inline]
    pub fn or(self, other: Cluster) -> Cluster {
        Cluster(self.0 | other.0)
    }

    /// Those of both.
    #[inline]
    pub fn and(self, other: Cluster) -> Cluster {
        Cluster(self.0 & other.0)
    }

    /// Those that are not among others.
    #[inline]
    pub fn without(self, others: Cluster) -> Cluster {
        Cluster(self.0 & !others.0)
    }

    /// Whether there is none.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many there are.
    #[inline]
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Each of them, column by column, each from its first row on.
    #[inline]
    pub fn spots(self) -> impl ExactSizeIterator<Item = Spot> {
        let (mut low, mut high) = (self.0 as u64, (self.0 >> 64) as u64);
        (0..self.len()).map(move |_| {
            let (half, before) = if low != 0 { (&mut low, 0) } else { (&mut high, 64) };
            let spot = Spot(before + half.trailing_zeros());
            *half &= half.wrapping_sub(1);
            spot
        })
    }
}

impl From<Spot> for Cluster {
    #[inline]
    fn from(spot: Spot) -> Cluster {
        Cluster(1 << spot.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn hexes() -> impl Strategy<Value = Vec<Hex>> {
        let hex = (-5..=5, -5..=5).prop_map(|(q, r)| Hex::new(q, r));
        prop::collection::vec(hex, 0..12)
    }

    fn cluster(hexes: &[Hex]) -> Cluster {
        hexes.iter().fold(Cluster::NONE, |all, hex| all.or(Cluster::of(*hex)))
    }

    fn told(cluster: Cluster) -> Vec<Hex> {
        cluster.spots().map(Spot::from_middle).collect()
    }

    proptest! {
        #[test]
        fn a_cluster_tells_what_it_was_made_of(mut hexes in hexes()) {
            let all = cluster(&hexes);
            hexes.retain(|hex| hex.distance(Hex::default()) <= Cluster::FAR);
            hexes.sort_unstable();
            hexes.dedup();
            prop_assert_eq!(all.len(), hexes.len());
            prop_assert_eq!(told(all), hexes);
        }

        #[test]
        fn beside_hexes_of_a_cluster_is_what_is_beside_one_of_them(mut hexes in hexes()) {
            hexes.retain(|hex| hex.distance(Hex::default()) < Cluster::FAR);
            let mut beside: Vec<Hex> = hexes.iter().flat_map(|hex| hex.neighbours()).collect();
            beside.sort_unstable();
            beside.dedup();
            let all = cluster(&hexes);
            prop_assert_eq!(told(all.beside()), beside);
            for spot in all.beside().spots() {
                for direction in Direction::ALL {
                    let from = spot.from_middle().neighbour(direction.opposite());
                    let leads = spot.ways_in(all) >> direction.number() & 1 == 1;
                    prop_assert_eq!(leads, hexes.contains(&from), "{:?} from {:?}", spot, from);
                }
            }
        }
    }

    #[test]
    fn columns_stand_side_by_side_each_from_above_the_middle_on() {
        let columns = [[0b1000_0000_0001_0000_0011, 0], [0, 0b10], [0b1, 0]];
        let [one, other] = Cluster::of_columns(-1, columns.into_iter());
        let first = [Hex::new(-1, -5), Hex::new(-1, -4), Hex::new(-1, 3)];
        assert_eq!(told(one), [&first[..], &[Hex::new(1, -5)]].concat());
        assert_eq!(told(other), [Hex::new(0, -4)]);
    }
}

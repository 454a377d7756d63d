//! Which units are in which hex. Asked more often than anything else, so a hex is found by its place in a box round
//! all hexes that were ever used, without a search.

use std::collections::BTreeMap;

use crate::kernel::hex::{Cluster, Direction, Hex, Occupied};
use crate::kernel::value::{SideId, UnitId};

/// A box of more cells than this would cost more to copy than it saves; hexes outside are kept in order instead.
const MOST_CELLS: i64 = 1 << 17;

/// The sides that have units in a hex.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Sides(u32);

impl Sides {
    /// Nobody is there.
    pub const NONE: Sides = Sides(0);
    /// Sides with this number and higher ones are not told apart.
    const LAST: u32 = u32::BITS - 1;

    #[inline]
    fn add(&mut self, side: SideId) {
        self.0 |= 1 << side.0.min(Sides::LAST);
    }

    /// Adds other sides.
    #[inline]
    pub(super) fn join(&mut self, others: Sides) {
        self.0 |= others.0;
    }

    /// One bit each, that of the first the lowest; nothing where a side has too high a number for that.
    #[inline]
    pub fn bits(self) -> Option<u32> {
        (self.0 >> Sides::LAST == 0).then_some(self.0)
    }

    /// The only one; nothing where there are several, or none, or where its number is too high to tell.
    #[inline]
    pub fn only(self) -> Option<SideId> {
        self.bits().filter(|bits| bits.is_power_of_two()).map(|bits| SideId(bits.trailing_zeros()))
    }
}

impl FromIterator<SideId> for Sides {
    fn from_iter<I: IntoIterator<Item = SideId>>(sides: I) -> Self {
        let mut all = Sides::NONE;
        sides.into_iter().for_each(|side| all.add(side));
        all
    }
}

/// The units of a hex.
#[derive(Debug, Clone, Default)]
struct Stack {
    /// In order of battle.
    units: Vec<UnitId>,
    sides: Sides,
}

/// The words that a column of so many rows takes, with those above and below.
#[inline]
fn words_of(rows: i32) -> usize {
    (rows as usize).div_ceil(64) + 2
}

/// The units in each hex, in order of battle.
#[derive(Debug, Clone, Default)]
pub(super) struct Stacks {
    left: i32,
    top: i32,
    columns: i32,
    rows: i32,
    /// The number of the stack in each hex of the box, plus one; zero for none.
    cells: Vec<u32>,
    /// The directions, a bit each, in which somebody is in the hex beside each hex of the box.
    beside: Vec<u8>,
    /// The hexes of the box in which nobody is but the first side, or the second, a bit each, column by column; each column in words of its
    /// own, the first of which stands for what is above the box and the last for what is below.
    taken: Vec<[u64; Occupied::CAMPS]>,
    /// The same where anybody else is, and how many these are.
    by_others: Vec<[u64; 1]>,
    others: usize,
    /// The same as the numbers of stacks, for hexes outside the box.
    outside: BTreeMap<Hex, u32>,
    stacks: Vec<Stack>,
    /// Stacks that are empty and can be used again.
    free: Vec<u32>,
}

impl Stacks {
    /// The units in a hex, in order of battle.
    #[inline]
    pub(super) fn at(&self, hex: Hex) -> &[UnitId] {
        self.stack_at(hex).map_or(&[], |stack| &stack.units)
    }

    /// The sides that have units in a hex.
    #[inline]
    pub(super) fn sides_at(&self, hex: Hex) -> Sides {
        self.stack_at(hex).map_or(Sides::NONE, |stack| stack.sides)
    }

    #[inline]
    fn stack_at(&self, hex: Hex) -> Option<&Stack> {
        let number = match self.cell(hex) {
            Some(cell) => self.cells[cell],
            None if self.outside.is_empty() => 0,
            None => self.outside.get(&hex).copied().unwrap_or_default(),
        };
        self.stacks.get((number as usize).wrapping_sub(1))
    }

    /// Whether nobody is in a hex.
    #[inline]
    pub(super) fn is_empty_at(&self, hex: Hex) -> bool {
        match self.cell(hex) {
            Some(cell) => self.cells[cell] == 0,
            None => !self.outside.contains_key(&hex),
        }
    }

    /// The directions, a bit each, in which somebody is in the hex beside this one.
    #[inline]
    pub(super) fn occupied_beside(&self, hex: Hex) -> u8 {
        match self.cell(hex) {
            Some(cell) => self.beside[cell],
            None => {
                let bit = |at: Direction| u8::from(!self.is_empty_at(hex.neighbour(at))) << at.number();
                Direction::ALL.into_iter().fold(0, |all, at| all | bit(at))
            }
        }
    }

    /// The hexes within a distance of a hex, of [`Cluster::FAR`] at most, in which somebody is, seen from there, the first two sides apart;
    /// among those that are further off some may be told, too. Nothing while somebody is outside the box.
    #[inline]
    pub(super) fn occupied_within(&self, middle: Hex, far: u32) -> Option<Occupied> {
        if !self.outside.is_empty() {
            return None;
        }
        let by = self.within(&self.taken, middle, far);
        let [by_others] =
            if self.others == 0 { [Cluster::NONE] } else { self.within(&self.by_others, middle, far) };
        Some(Occupied { by, by_others })
    }

    /// The hexes within a distance of a hex that have bits in words like those of [`Stacks::taken`].
    #[inline]
    fn within<const N: usize>(&self, all: &[[u64; N]], middle: Hex, far: u32) -> [Cluster; N] {
        // The first word is above the box.
        let top = middle.r.wrapping_sub(self.top).wrapping_add(64 - Cluster::FAR as i32);
        let (words, word, bit) = (words_of(self.rows), top as usize / 64, top as u32 % 64);
        if top < 0 || word + 1 >= words {
            return [Cluster::NONE; N];
        }
        let (first, last) = (-(far as i32), far as i32);
        let column = middle.q.wrapping_sub(self.left);
        // All rows that are told are in the first of two words.
        let is_in_one = bit + 2 * Cluster::FAR < 64;
        let rows_of = |at: i32| {
            let column = column.wrapping_add(at);
            if column as u32 >= self.columns as u32 {
                return [0; N];
            }
            let from = column as usize * words + word;
            let here = all[from].map(|rows| rows >> bit);
            if is_in_one {
                return here;
            }
            // All rows of the second word but those that the first has; two shifts, for one by 64 is none.
            std::array::from_fn(|at| here[at] | all[from + 1][at] << 1 << (63 - bit))
        };
        Cluster::of_columns(first, (first..=last).map(rows_of))
    }

    /// Other sides are in a hex than before.
    #[inline]
    fn mark(&mut self, hex: Hex, was: Sides, is: Sides) {
        if was == is || self.cell(hex).is_none() {
            return;
        }
        let (column, row) = (hex.q.wrapping_sub(self.left), hex.r.wrapping_sub(self.top));
        let (word, bit) = (column as usize * words_of(self.rows) + 1 + row as usize / 64, 1 << (row % 64));
        for (sides, begins) in [(was, false), (is, true)] {
            match sides.only().map(SideId::index).filter(|side| *side < Occupied::CAMPS) {
                _ if sides == Sides::NONE => {}
                Some(side) => self.taken[word][side] ^= bit,
                None => {
                    self.by_others[word][0] ^= bit;
                    self.others = if begins { self.others + 1 } else { self.others - 1 };
                }
            }
        }
    }

    /// From empty to not, or back: those beside have somebody there, or nobody any more.
    fn turn(&mut self, hex: Hex) {
        let (column, row) = (hex.q.wrapping_sub(self.left), hex.r.wrapping_sub(self.top));
        let is_well_inside = (1..self.columns - 1).contains(&column) && (1..self.rows - 1).contains(&row);
        if is_well_inside {
            let (rows, cell) = (self.rows as usize, (column * self.rows + row) as usize);
            // The cells of a column lie one behind the other, and `r` grows with them. Each is told the direction from itself.
            self.beside[cell - 1] ^= 1 << 3;
            self.beside[cell + rows - 1] ^= 1 << 4;
            self.beside[cell + rows] ^= 1 << 5;
            self.beside[cell + 1] ^= 1;
            self.beside[cell - rows + 1] ^= 1 << 1;
            self.beside[cell - rows] ^= 1 << 2;
            return;
        }
        for at in Direction::ALL {
            if let Some(cell) = self.cell(hex.neighbour(at)) {
                self.beside[cell] ^= 1 << at.opposite().number();
            }
        }
    }

    /// A unit of a side comes into a hex. Units of a hex are kept in order of battle, so that undo needs no memory of who
    /// came first.
    pub(super) fn put(&mut self, hex: Hex, unit: UnitId, side: SideId) {
        let stack = self.stack(hex) as usize;
        let here = &mut self.stacks[stack];
        let was = here.sides;
        here.sides.add(side);
        let is = here.sides;
        let spot = here.units.partition_point(|&u| u < unit);
        here.units.insert(spot, unit);
        self.mark(hex, was, is);
    }

    /// A unit leaves a hex.
    pub(super) fn take(&mut self, hex: Hex, unit: UnitId, side_of: impl Fn(UnitId) -> SideId) {
        let stack = self.stack(hex);
        let here = &mut self.stacks[stack as usize];
        here.units.retain(|&u| u != unit);
        let was = here.sides;
        here.sides = here.units.iter().map(|unit| side_of(*unit)).collect();
        let (is, is_empty) = (here.sides, here.units.is_empty());
        self.mark(hex, was, is);
        if is_empty {
            self.free.push(stack);
            self.turn(hex);
            match self.cell(hex) {
                Some(cell) => self.cells[cell] = 0,
                None => {
                    self.outside.remove(&hex);
                }
            }
        }
    }

    /// A unit goes from one hex to another.
    pub(super) fn shift(&mut self, (from, to): (Hex, Hex), unit: UnitId, side_of: impl Fn(UnitId) -> SideId) {
        // Who is alone takes the stack along to where nobody is.
        if let (Some(left), Some(entered)) = (self.cell(from), self.cell(to))
            && self.cells[entered] == 0
            && let Some(stack) = self.stack_at(from)
            && stack.units == [unit]
        {
            let sides = stack.sides;
            self.cells[entered] = std::mem::take(&mut self.cells[left]);
            self.turn(from);
            self.turn(to);
            self.mark(from, sides, Sides::NONE);
            self.mark(to, Sides::NONE, sides);
            return;
        }
        let side = side_of(unit);
        self.take(from, unit, side_of);
        self.put(to, unit, side);
    }

    #[inline]
    fn cell(&self, hex: Hex) -> Option<usize> {
        let (column, row) = (hex.q.wrapping_sub(self.left), hex.r.wrapping_sub(self.top));
        // What is below zero is larger than anything here.
        let inside = (column as u32) < self.columns as u32 && (row as u32) < self.rows as u32;
        inside.then(|| (column * self.rows + row) as usize)
    }

    /// The stack of a hex, begun where it has none.
    fn stack(&mut self, hex: Hex) -> u32 {
        if self.cell(hex).is_none() {
            self.widen(hex);
        }
        let number = match self.cell(hex) {
            Some(cell) => &mut self.cells[cell],
            None => self.outside.entry(hex).or_default(),
        };
        if *number == 0 {
            *number = 1 + match self.free.pop() {
                Some(free) => free,
                None => {
                    self.stacks.push(Stack::default());
                    self.stacks.len() as u32 - 1
                }
            };
            let number = *number;
            self.turn(hex);
            return number - 1;
        }
        *number - 1
    }

    /// Widens the box until it holds a hex, and some around it, unless it would grow too large.
    fn widen(&mut self, hex: Hex) {
        const MARGIN: i64 = 8;
        let (q, r) = (i64::from(hex.q), i64::from(hex.r));
        let (left, top) = (i64::from(self.left), i64::from(self.top));
        let (right, bottom) = (left + i64::from(self.columns), top + i64::from(self.rows));
        let new = self.cells.is_empty();
        let grown = |low: i64, high: i64, at: i64| match () {
            () if new => (at - MARGIN, at + MARGIN),
            () if at < low => (at - MARGIN, high),
            () if at >= high => (low, at + MARGIN),
            () => (low, high),
        };
        let ((left, right), (top, bottom)) = (grown(left, right, q), grown(top, bottom, r));
        let fits = |n: i64| i32::try_from(n).is_ok();
        let cells = (right - left).saturating_mul(bottom - top);
        if cells > MOST_CELLS || ![left, right, top, bottom].into_iter().all(fits) {
            return;
        }
        let words = (right - left) as usize * words_of((bottom - top) as i32);
        let old = std::mem::take(self);
        *self = Stacks {
            left: left as i32,
            top: top as i32,
            columns: (right - left) as i32,
            rows: (bottom - top) as i32,
            cells: vec![0; cells as usize],
            beside: vec![0; cells as usize],
            taken: vec![[0; Occupied::CAMPS]; words],
            by_others: vec![[0]; words],
            others: 0,
            outside: BTreeMap::new(),
            stacks: old.stacks,
            free: old.free,
        };
        for column in 0..old.columns {
            for row in 0..old.rows {
                let number = old.cells[(column * old.rows + row) as usize];
                if number > 0 {
                    self.keep(Hex { q: old.left + column, r: old.top + row }, number);
                }
            }
        }
        for (hex, number) in old.outside {
            self.keep(hex, number);
        }
    }

    fn keep(&mut self, hex: Hex, number: u32) {
        match self.cell(hex) {
            Some(cell) => self.cells[cell] = number,
            None => {
                self.outside.insert(hex, number);
            }
        }
        self.turn(hex);
        let sides = self.sides_at(hex);
        self.mark(hex, Sides::NONE, sides);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_near_is_told_in_long_columns_and_beside_what_was_ever_used() {
        let hexes = [(0, -70), (0, -1), (0, 0), (1, 63), (2, 64), (0, 129), (-3, 127), (40, 40)];
        let hexes = hexes.map(|(q, r)| Hex::new(q, r));
        let side_of = |unit: UnitId| SideId(unit.0 % 3);
        let mut stacks = Stacks::default();
        for (unit, hex) in hexes.iter().enumerate() {
            stacks.put(*hex, UnitId(unit as u32), side_of(UnitId(unit as u32)));
        }
        // One of another side comes to one, and one leaves.
        stacks.put(hexes[3], UnitId(8), side_of(UnitId(8)));
        stacks.take(hexes[4], UnitId(4), side_of);
        for middle in hexes.iter().flat_map(|hex| hex.within(Cluster::FAR + 1)) {
            for far in 0..=Cluster::FAR {
                let taken = stacks.occupied_within(middle, far).expect("all of them are in a box");
                for at in middle.within(far) {
                    let told = |cluster: Cluster| !cluster.and(Cluster::of(at - middle)).is_empty();
                    let by = [taken.by[0], taken.by[1], taken.by_others].map(told);
                    let of = |side| stacks.sides_at(at).only() == Some(SideId(side));
                    let of_others = !stacks.is_empty_at(at) && !of(0) && !of(1);
                    assert_eq!(by, [of(0), of(1), of_others], "{at:?} from {middle:?}");
                }
            }
        }
        for middle in [Hex::new(i32::MAX, i32::MIN), Hex::new(i32::MIN, i32::MAX), Hex::new(0, 1_000)] {
            assert_eq!(stacks.occupied_within(middle, Cluster::FAR), Some(Occupied::default()));
        }
    }
}

//! Which hexes look alike: those of the same terrain, as far as nothing of it is computed for a hex. They come into slots here.

use rustc_hash::FxHashMap;

use super::slots::{MOST_SPOTS, Spots};
use super::word::{INT, Word};
use crate::kernel::catalogue::Catalogue;
use crate::kernel::hex::{Hex, HexMap};
use crate::kernel::value::{TerrainId, TypeId};
use crate::rules::convert::Ground;
use crate::rules::printed::is_computed_of;

/// The terrains of hexes, numbered as they come.
#[derive(Debug, Default)]
pub(super) struct Grounds {
    numbers: FxHashMap<Box<[TerrainId]>, u32>,
    /// The numbers of hexes in a box round the map, unless that would be too large.
    cells: Vec<u32>,
    left: i32,
    top: i32,
    columns: i32,
    rows: i32,
    /// By terrain, whether anything of it has to be computed for a hex.
    computed: Vec<bool>,
}

/// What leads on where a hex is in a slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Taken {
    /// It came into the next one; the number of its terrains.
    Next(u32),
    /// It was in this one before.
    Before(u32),
}

impl Taken {
    /// The answer to who asks what a unit stands on. Nothing else is answered to that, so the number is a short word.
    #[inline(always)]
    pub(super) fn stood_on(self) -> Word {
        match self {
            Taken::Next(number) => Word::of(INT, number.into()),
            Taken::Before(slot) => Word::same(slot as usize),
        }
    }
}

impl Grounds {
    pub(super) fn new(catalogue: &Catalogue, map: &HexMap) -> Grounds {
        let seen = (0..catalogue.unit_types.len()).map(|t| Some(TypeId(t as u32))).chain([None]);
        let computed = (0..catalogue.terrain.len()).map(|terrain| {
            let ground = Ground::printed(TerrainId(terrain as u32));
            seen.clone().any(|seen_by| is_computed_of(catalogue, Ground { seen_by, ..ground }).1)
        });
        let (columns, rows) = (span(map.hexes().map(|hex| hex.q)), span(map.hexes().map(|hex| hex.r)));
        let fits = i64::from(columns.1) * i64::from(rows.1) <= Grounds::MOST;
        let count = if fits { columns.1 * rows.1 } else { 0 };
        Grounds {
            numbers: FxHashMap::default(),
            cells: vec![Grounds::UNKNOWN; count as usize],
            left: columns.0,
            top: rows.0,
            columns: if fits { columns.1 } else { 0 },
            rows: rows.1,
            computed: computed.collect(),
        }
    }

    /// So many cells at most.
    const MOST: i64 = 1 << 17;

    /// Nobody has asked yet.
    const UNKNOWN: u32 = u32::MAX;
    /// What hangs on the hex.
    const NONE: u32 = u32::MAX - 1;

    /// Whether every hex of the map can be put into a slot.
    pub(super) fn are_all_printed(&self) -> bool {
        !self.computed.contains(&true)
    }

    /// Puts hexes of arguments into slots, and their terrain into their place. `apart` has a bit for each argument that may be.
    pub(super) fn put_aside(&mut self, arguments: &mut [Word], apart: u32, map: &HexMap) -> Spots {
        let mut spots = Spots::new();
        if apart == 0 {
            return spots;
        }
        for (at, word) in arguments.iter_mut().enumerate().take(u32::BITS as usize) {
            let Some(hex) = word.as_hex_or_lone() else { continue };
            if apart >> at & 1 == 0 || spots.len() == MOST_SPOTS {
                continue;
            }
            if let Some(number) = self.of(hex, map) {
                let known = Word::spot(number as usize);
                *word = if word.is_hex() { known } else { known.alone() };
                spots.push(hex);
            }
        }
        spots
    }

    /// Puts a hex into the next slot behind these, unless it is in one of them; nothing where the hex has to be known by itself.
    #[inline]
    pub(super) fn take_in(&mut self, hex: Hex, spots: &mut Spots, map: &HexMap) -> Option<Taken> {
        if let Some(slot) = spots.iter().position(|known| *known == hex) {
            return Some(Taken::Before(slot as u32));
        }
        let number = self.of(hex, map).filter(|_| spots.len() < MOST_SPOTS)?;
        spots.push(hex);
        Some(Taken::Next(number))
    }

    /// The number of the terrains of a hex of the map; nothing where something of them hangs on the hex.
    #[inline]
    pub(super) fn of(&mut self, hex: Hex, map: &HexMap) -> Option<u32> {
        let (column, row) = (hex.q.wrapping_sub(self.left), hex.r.wrapping_sub(self.top));
        // What is below zero is larger than anything here.
        let is_inside = (column as u32) < self.columns as u32 && (row as u32) < self.rows as u32;
        let cell = is_inside.then(|| (column * self.rows + row) as usize);
        match cell.map(|cell| self.cells[cell]) {
            None | Some(Grounds::UNKNOWN) => self.found(hex, cell, map),
            Some(Grounds::NONE) => None,
            Some(number) => Some(number),
        }
    }

    /// The same where nobody has asked yet.
    #[cold]
    fn found(&mut self, hex: Hex, cell: Option<usize>, map: &HexMap) -> Option<u32> {
        let number = if map.contains(hex) { self.number(map.terrain(hex)) } else { None };
        if let Some(cell) = cell {
            self.cells[cell] = number.unwrap_or(Grounds::NONE);
        }
        number
    }

    /// The number of these terrains; nothing where something of them hangs on the hex.
    fn number(&mut self, terrain: &[TerrainId]) -> Option<u32> {
        if let Some(number) = self.numbers.get(terrain) {
            return Some(*number);
        }
        if terrain.iter().any(|terrain| self.computed[terrain.index()]) {
            return None;
        }
        let next = self.numbers.len() as u32;
        self.numbers.insert(terrain.into(), next);
        Some(next)
    }
}

/// The least of some numbers, and how many there are from that to the most.
fn span(numbers: impl Iterator<Item = i32>) -> (i32, i32) {
    let all = numbers.fold(None, |all, number| {
        let (least, most) = all.unwrap_or((number, number));
        Some((number.min(least), number.max(most)))
    });
    all.map_or((0, 0), |(least, most)| (least, most - least + 1))
}

//! The map: a sheet of hexes, what is cut out of it, and the terrain of hexes and hexsides.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::fmt;
use std::sync::OnceLock;

use serde::{Deserialize, Serialize};

use super::coordinate::Hex;
use super::hexside::Hexside;
use super::layout::Layout;
use crate::kernel::value::TerrainId;

/// A hex map. What its terrains mean is the catalogue's and the rules' to say.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(try_from = "MapForm", into = "MapForm")]
pub struct HexMap {
    layout: Layout,
    holes: BTreeSet<Hex>,
    /// By place in map order, one list for each hex of the sheet.
    terrain: Vec<Vec<TerrainId>>,
    hexsides: BTreeMap<Hexside, Vec<TerrainId>>,
    beside: AllBeside,
}

/// A hex of the sheet, and the places in map order of the hexes of the map beside it, clockwise from direction 0; behind the last
/// there is none.
#[derive(Debug, Clone, Copy)]
pub(super) struct Beside {
    pub(super) hex: Hex,
    pub(super) places: [u32; 8],
}

/// What is beside each hex of the sheet, worked out when it is first asked for.
#[derive(Debug, Clone, Default)]
struct AllBeside(OnceLock<Box<[Beside]>>);

impl PartialEq for AllBeside {
    /// It follows from the rest of the map.
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for AllBeside {}

impl HexMap {
    /// A map of all hexes of a sheet, without terrain.
    pub fn new(layout: Layout) -> HexMap {
        HexMap { layout, terrain: vec![Vec::new(); layout.len()], ..HexMap::default() }
    }

    /// The sheet it is printed on.
    #[inline]
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The hexes of the sheet that are not on the map.
    pub fn holes(&self) -> impl Iterator<Item = Hex> {
        self.holes.iter().copied()
    }

    /// Whether a hex is on the map: on its sheet and not cut out of it.
    pub fn contains(&self, hex: Hex) -> bool {
        self.layout.contains(hex) && !self.is_hole(hex)
    }

    /// All hexes of the map, in map order: column by column, each from its first row on.
    pub fn hexes(&self) -> impl Iterator<Item = Hex> {
        self.layout.hexes().filter(|hex| !self.is_hole(*hex))
    }

    /// No place: off the map.
    pub(super) const NOWHERE: u32 = u32::MAX;

    /// The hex of a place in map order, and what is beside it.
    #[inline]
    pub(super) fn beside(&self, place: usize) -> &Beside {
        &self.all_beside()[place]
    }

    /// The same of all places.
    #[inline]
    pub(super) fn all_beside(&self) -> &[Beside] {
        self.beside.0.get_or_init(|| {
            let place = |hex: Hex| self.place(hex).map_or(HexMap::NOWHERE, |place| place as u32);
            let beside = |hex: Hex| {
                let [a, b, c, d, e, f] = hex.neighbours().map(place);
                Beside { hex, places: [a, b, c, d, e, f, HexMap::NOWHERE, HexMap::NOWHERE] }
            };
            self.layout.hexes().map(beside).collect()
        })
    }

    /// The adjacent hexes on the map, clockwise from direction 0.
    pub fn neighbours(&self, hex: Hex) -> impl Iterator<Item = Hex> {
        hex.neighbours().into_iter().filter(|neighbour| self.contains(*neighbour))
    }

    /// The hexes of the map within a distance of one of its hexes (ends included), nearest first, clockwise
    /// in each ring. A distance beyond the map costs no more than one that just covers it.
    pub fn within(&self, hex: Hex, distance: u32) -> impl Iterator<Item = Hex> {
        // No two hexes of a sheet are further apart than its columns and rows together.
        let farthest = self.layout.columns() + self.layout.rows();
        let rings = if self.contains(hex) { 0..distance.min(farthest) + 1 } else { 0..0 };
        rings.flat_map(move |radius| hex.ring(radius)).filter(|near| self.contains(*near))
    }

    /// The terrain of a hex, its base terrain first; empty off the map.
    pub fn terrain(&self, hex: Hex) -> &[TerrainId] {
        match self.place(hex) {
            Some(place) => &self.terrain[place],
            None => &[],
        }
    }

    /// The terrain of the hexside between two hexes; empty where there is none or they are not adjacent.
    pub fn hexside(&self, a: Hex, b: Hex) -> &[TerrainId] {
        if self.hexsides.is_empty() {
            return &[];
        }
        Hexside::between(a, b).map_or(&[], |hexside| self.hexside_terrain(hexside))
    }

    /// The terrain of a hexside; empty where there is none.
    pub fn hexside_terrain(&self, hexside: Hexside) -> &[TerrainId] {
        self.hexsides.get(&hexside).map_or(&[], Vec::as_slice)
    }

    /// All hexsides with terrain, in order.
    pub fn hexsides(&self) -> impl Iterator<Item = (Hexside, &[TerrainId])> {
        self.hexsides.iter().map(|(hexside, terrain)| (*hexside, terrain.as_slice()))
    }

    /// Cuts a hex out of the map, with its terrain and with that of hexsides that no longer border the map.
    ///
    /// # Errors
    /// A hex that is not on the map.
    pub fn cut_out(&mut self, hex: Hex) -> Result<(), OffTheMap> {
        self.set_terrain(hex, Vec::new())?;
        self.holes.insert(hex);
        self.beside = AllBeside::default();
        for neighbour in hex.neighbours() {
            if !self.contains(neighbour) {
                self.hexsides.remove(&Hexside::of_neighbours(hex, neighbour));
            }
        }
        Ok(())
    }

    /// Gives a hex its terrain, base terrain first, in place of what it had.
    ///
    /// # Errors
    /// A hex that is not on the map.
    pub fn set_terrain(&mut self, hex: Hex, terrain: Vec<TerrainId>) -> Result<(), OffTheMap> {
        let place = self.place(hex).ok_or(OffTheMap(hex))?;
        self.terrain[place] = terrain;
        Ok(())
    }

    /// Adds a terrain to a hex, after those it has; one that it has already is not doubled.
    ///
    /// # Errors
    /// A hex that is not on the map.
    pub fn add_terrain(&mut self, hex: Hex, terrain: TerrainId) -> Result<(), OffTheMap> {
        let place = self.place(hex).ok_or(OffTheMap(hex))?;
        add_once(&mut self.terrain[place], terrain);
        Ok(())
    }

    /// Gives a hexside its terrain in place of what it had. The map's edge can have terrain too.
    ///
    /// # Errors
    /// A hexside with neither hex on the map.
    pub fn set_hexside(&mut self, hexside: Hexside, terrain: Vec<TerrainId>) -> Result<(), OffTheMap> {
        self.check_hexside(hexside)?;
        if terrain.is_empty() {
            self.hexsides.remove(&hexside);
        } else {
            self.hexsides.insert(hexside, terrain);
        }
        Ok(())
    }

    /// Adds a terrain to a hexside, after those it has; one that it has already is not doubled.
    ///
    /// # Errors
    /// A hexside with neither hex on the map.
    pub fn add_hexside(&mut self, hexside: Hexside, terrain: TerrainId) -> Result<(), OffTheMap> {
        self.check_hexside(hexside)?;
        add_once(self.hexsides.entry(hexside).or_default(), terrain);
        Ok(())
    }

    fn is_hole(&self, hex: Hex) -> bool {
        !self.holes.is_empty() && self.holes.contains(&hex)
    }

    /// The place in map order of a hex that is on the map.
    pub fn place(&self, hex: Hex) -> Option<usize> {
        self.layout.index(hex).filter(|_| !self.is_hole(hex))
    }

    fn check_hexside(&self, hexside: Hexside) -> Result<(), OffTheMap> {
        let [a, b] = hexside.hexes();
        if self.contains(a) || self.contains(b) { Ok(()) } else { Err(OffTheMap(a)) }
    }
}

fn add_once(list: &mut Vec<TerrainId>, terrain: TerrainId) {
    if !list.contains(&terrain) {
        list.push(terrain);
    }
}

/// A hex that is not on the map.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OffTheMap(
    /// The hex, as it was asked for.
    pub Hex,
);

impl fmt::Display for OffTheMap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "hex {},{} is not on the map", self.0.q, self.0.r)
    }
}

impl Error for OffTheMap {}

/// A map as it is stored. Hexsides are a list of pairs, since formats like JSON have text for keys only.
#[derive(Serialize, Deserialize)]
struct MapForm {
    layout: Layout,
    holes: Vec<Hex>,
    terrain: Vec<Vec<TerrainId>>,
    hexsides: Vec<(Hexside, Vec<TerrainId>)>,
}

impl From<HexMap> for MapForm {
    fn from(map: HexMap) -> Self {
        let terrain = map.hexes().map(|hex| map.terrain(hex).to_vec()).collect();
        MapForm {
            layout: map.layout,
            holes: map.holes.into_iter().collect(),
            terrain,
            hexsides: map.hexsides.into_iter().collect(),
        }
    }
}

impl TryFrom<MapForm> for HexMap {
    type Error = String;

    fn try_from(form: MapForm) -> Result<Self, String> {
        let mut map = HexMap::new(form.layout);
        for hole in form.holes {
            map.cut_out(hole).map_err(|error| error.to_string())?;
        }
        let hexes: Vec<Hex> = map.hexes().collect();
        if hexes.len() != form.terrain.len() {
            return Err(format!("expected terrain for {} hexes, found {}", hexes.len(), form.terrain.len()));
        }
        for (hex, terrain) in hexes.into_iter().zip(form.terrain) {
            map.set_terrain(hex, terrain).map_err(|error| error.to_string())?;
        }
        for (hexside, terrain) in form.hexsides {
            map.set_hexside(hexside, terrain).map_err(|error| error.to_string())?;
        }
        Ok(map)
    }
}

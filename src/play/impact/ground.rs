//! Where two units can meet: on the plainest ground of a map, at every distance that may matter, and on ground that a
//! house rule changes. A table has spots of its own (`on_table.rs`).

use super::on_table::{self, Facings};
use crate::kernel::catalogue::Catalogue;
use crate::kernel::hex::{Hex, HexMap, Hexside, line};
use crate::kernel::value::TerrainId;
use crate::play::plainest::plainest;

/// Nobody is asked to meet from farther away, in hexes.
const FARTHEST: u32 = 6;

/// Whose comrade stands by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Whose {
    /// The attacker's.
    Actor,
    /// The target's.
    Target,
}

/// How two units stand, and how that is told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Spot {
    pub(super) standing: Standing,
    /// In words: `adjacent`, `2 hexes apart`, `adjacent, in Marsh`, `6" apart`.
    pub(super) told: String,
}

/// How two units stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Standing {
    Hexes(Hexes),
    Table(Facings),
}

/// Two hexes in which two units can stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Hexes {
    /// The hex of whoever acts.
    pub(super) from: Hex,
    /// The hex of the other.
    pub(super) to: Hex,
    /// Who else is there: a second unit of the attacker's type, or else of the target's, and its hex.
    pub(super) beside: Option<(Whose, Hex)>,
}

impl Standing {
    /// Whether the models of two units on a table touch, on bare ground.
    pub(super) fn is_contact(&self) -> bool {
        matches!(self, Standing::Table(facings) if facings.is_contact())
    }
}

impl Spot {
    fn in_hexes(from: Hex, to: Hex, told: String) -> Spot {
        Spot { standing: Standing::Hexes(Hexes { from, to, beside: None }), told }
    }
}

/// The spots of a map, the most usual first. `changed` names terrain that the house rule changes.
pub(super) fn spots(catalogue: &Catalogue, map: &HexMap, changed: &[String]) -> Vec<Spot> {
    if catalogue.tabletop.is_some() {
        return on_table::spots(catalogue, changed);
    }
    let ground = Ground::of(catalogue, map);
    let mut spots: Vec<Spot> =
        [1, 0].into_iter().chain(2..=FARTHEST).filter_map(|far| ground.apart(far)).collect();
    if let Some(Spot { standing: Standing::Hexes(adjacent), told }) = ground.apart(1) {
        spots.extend(
            [Whose::Actor, Whose::Target]
                .into_iter()
                .filter_map(|whose| ground.with_comrade(&adjacent, &told, whose)),
        );
    }
    for name in changed {
        if let Some(terrain) = catalogue.terrain_named(name) {
            spots.extend(ground.in_terrain(terrain));
        }
    }
    spots
}

struct Ground<'a> {
    catalogue: &'a Catalogue,
    map: &'a HexMap,
    /// The hexes, those in the middle first.
    hexes: Vec<Hex>,
    plainest: Vec<TerrainId>,
}

impl<'a> Ground<'a> {
    fn of(catalogue: &'a Catalogue, map: &'a HexMap) -> Ground<'a> {
        let plainest = plainest(catalogue, map, |_| true).map_or(Vec::new(), <[TerrainId]>::to_vec);
        let mut hexes: Vec<Hex> = map.hexes().collect();
        if let Some(middle) = hexes.get(hexes.len() / 2).copied() {
            hexes.sort_by_key(|hex| (hex.distance(middle), *hex));
        }
        Ground { catalogue, map, hexes, plainest }
    }

    fn is_plain(&self, hex: Hex) -> bool {
        self.map.terrain(hex) == self.plainest
    }

    /// Whether nothing but plain ground lies on the way, the two ends included.
    fn is_open(&self, from: Hex, to: Hex) -> bool {
        let on_the_way = line(from, to);
        let bare = |side: &Hexside| self.map.hexside_terrain(*side).is_empty();
        on_the_way.touched().into_iter().all(|hex| self.is_plain(hex))
            && on_the_way.hexsides().iter().all(bare)
    }

    /// Two hexes so far apart: with plain ground between them where there is any such pair.
    fn apart(&self, far: u32) -> Option<Spot> {
        let pairs = || {
            self.hexes.iter().flat_map(move |from| {
                let ring = from.ring(far).filter(|to| self.map.contains(*to));
                ring.map(move |to| (*from, to))
            })
        };
        let plain = pairs().find(|(from, to)| self.is_open(*from, *to));
        let (from, to) = plain.or_else(|| pairs().find(|(a, b)| self.is_plain(*a) && self.is_plain(*b)))?;
        let told = match far {
            0 => "in the same hex".to_owned(),
            1 => "adjacent".to_owned(),
            _ => format!("{far} hexes apart"),
        };
        Some(Spot::in_hexes(from, to, told))
    }

    /// The same with a comrade beside one of the two, and not beside the other where there is room.
    fn with_comrade(&self, pair: &Hexes, told: &str, whose: Whose) -> Option<Spot> {
        let (own, other, whom) = match whose {
            Whose::Actor => (pair.from, pair.to, "the attacker"),
            Whose::Target => (pair.to, pair.from, "the target"),
        };
        let free = |hex: &Hex| *hex != other;
        let mut around: Vec<Hex> = self.map.neighbours(own).filter(free).collect();
        around.sort_by_key(|hex| (!self.is_plain(*hex), hex.is_adjacent(other)));
        let hex = around.first()?;
        Some(Spot {
            standing: Standing::Hexes(Hexes { beside: Some((whose, *hex)), ..*pair }),
            told: format!("{told}, another beside {whom}"),
        })
    }

    /// Adjacent hexes of which the target's, or the attacker's, or the hexside between them has a terrain.
    fn in_terrain(&self, terrain: TerrainId) -> Vec<Spot> {
        let definition = self.catalogue.terrain_def(terrain);
        let (title, has) = (&definition.title, |hex: Hex| self.map.terrain(hex).contains(&terrain));
        let pairs = || self.hexes.iter().flat_map(move |a| self.map.neighbours(*a).map(move |b| (*a, b)));
        let first = |holds: &dyn Fn(Hex, Hex) -> bool| {
            let best = pairs().find(|(a, b)| holds(*a, *b) && (self.is_plain(*a) || self.is_plain(*b)));
            best.or_else(|| pairs().find(|(a, b)| holds(*a, *b)))
        };
        if definition.hexside {
            let across = first(&|a, b| self.map.hexside(a, b).contains(&terrain));
            let spot = across.map(|(from, to)| Spot::in_hexes(from, to, format!("adjacent, across {title}")));
            return spot.into_iter().collect();
        }
        let into = first(&|a, b| has(b) && !has(a));
        let out_of = first(&|a, b| has(a) && !has(b));
        let into =
            into.map(|(from, to)| Spot::in_hexes(from, to, format!("adjacent, the target in {title}")));
        let out_of = out_of.map(|(from, to)| Spot::in_hexes(from, to, format!("adjacent, out of {title}")));
        into.into_iter().chain(out_of).collect()
    }
}

//! Fair boards of two colours: patches that grow at random, each the other colour's mirror under a half turn of the
//! whole board, so that neither side has the better ground, but for one hex in the middle of some.
//!
//! Turned by half, a sheet does not always come to lie upon itself: of a flat sheet with an odd number of columns the
//! shoved columns stick out at one end (of a pointy sheet with an odd number of rows the shoved rows). Those last
//! hexes have no partner, and a patchwork leaves them out. A hex that is its own half turn, in the middle of some
//! sheets, falls to one colour by chance; all others come in pairs of both colours.

use std::collections::VecDeque;

use super::coordinate::Hex;
use super::edge::Edge;
use super::layout::Layout;
use super::map::HexMap;
use crate::kernel::dice::Generator;

/// What sets the dice of boards apart from those of games with the same seed.
const KEY: [u8; 24] = *b"a patchwork of two sides";

/// One of the two colours of a patchwork.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Patch {
    /// The colour named first.
    First,
    /// The colour named second.
    Second,
}

impl Patch {
    /// The other one.
    #[must_use]
    pub fn other(self) -> Patch {
        match self {
            Patch::First => Patch::Second,
            Patch::Second => Patch::First,
        }
    }
}

/// A sheet in two colours.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Patchwork {
    layout: Layout,
    /// By place in map order; nothing for a hex that is left out.
    patches: Vec<Option<Patch>>,
}

impl Patchwork {
    /// How many hexes a patch may be across, at most.
    pub const COARSEST: u32 = 999;

    /// The board of a seed. `grain` is how many hexes a patch is across, from 1; patches of one colour that touch make
    /// larger ones.
    ///
    /// The same sheet, seed and grain give the same board for ever. Along each edge about half of the hexes are of
    /// either colour. The hexes of a colour together with those next to them are one piece wherever the board is, so
    /// that whoever may not go further from his colour than one hex can still go to all of it.
    pub fn new(layout: Layout, seed: u64, grain: u32) -> Patchwork {
        let mut work = Work::new(layout, seed);
        let grain = grain.clamp(1, Patchwork::COARSEST);
        work.sew_edges(grain);
        work.sow(grain);
        work.grow_all();
        work.join();
        Patchwork { layout, patches: work.patches }
    }

    /// The colour of a hex; nothing for one that is left out, or off the sheet.
    pub fn patch(&self, hex: Hex) -> Option<Patch> {
        self.layout.index(hex).and_then(|at| self.patches[at])
    }

    /// The hex that the board turned by half leaves where it is, where there is one. It has no partner in the other colour:
    /// with an odd number of hexes one colour has one more than the other.
    pub fn middle(&self) -> Option<(Hex, Patch)> {
        let is_middle = |hex: &Hex| self.layout.half_turn(*hex) == Some(*hex);
        let middle = self.layout.hexes().find(is_middle)?;
        Some((middle, self.patch(middle)?))
    }

    /// Whether its hexes lie apart from each other: on a sheet of a single line of which every other hex sticks out nothing is left
    /// between the others.
    pub fn falls_apart(&self) -> bool {
        let is_left = |hex: Hex| self.patch(hex).is_some();
        let mut left = self.layout.hexes().filter(|hex| is_left(*hex));
        let first = left.next();
        left.next().is_some() && first.is_some_and(|hex| !hex.neighbours().into_iter().any(is_left))
    }

    /// The hexes of the sheet that are left out, since they have no half turn.
    pub fn left_out(&self) -> impl Iterator<Item = Hex> {
        self.layout.hexes().filter(|hex| self.patch(*hex).is_none())
    }
}

/// A patchwork that is being made. Hexes go by their places in map order.
struct Work {
    sheet: HexMap,
    dice: Generator,
    /// The hex that each comes to lie on when the board is turned by half.
    turned: Vec<Option<usize>>,
    patches: Vec<Option<Patch>>,
    /// Hexes beside a coloured one, with its colour.
    beside: Vec<(u32, Patch)>,
}

impl Work {
    fn new(layout: Layout, seed: u64) -> Work {
        let mut key = [0; 32];
        key[..24].copy_from_slice(&KEY);
        key[24..].copy_from_slice(&seed.to_le_bytes());
        let turned: Vec<Option<usize>> =
            layout.hexes().map(|hex| layout.half_turn(hex).and_then(|other| layout.index(other))).collect();
        let mut sheet = HexMap::new(layout);
        for (hex, _) in layout.hexes().zip(&turned).filter(|(_, other)| other.is_none()) {
            // Every hex of a layout is on a whole map of it.
            let _ = sheet.cut_out(hex);
        }
        let dice = Generator::of_stream(key, 0);
        Work { sheet, dice, patches: vec![None; turned.len()], turned, beside: Vec::new() }
    }

    /// A number below `count`.
    fn below(&mut self, count: usize) -> usize {
        self.dice.die(count as u32) as usize - 1
    }

    fn any_patch(&mut self) -> Patch {
        if self.below(2) == 0 { Patch::First } else { Patch::Second }
    }

    fn place(&self, hex: Hex) -> Option<usize> {
        self.sheet.layout().index(hex)
    }

    /// The places next to one; none of a hex that is left out.
    fn neighbours(&self, at: usize) -> impl Iterator<Item = usize> {
        let around = if self.turned[at].is_some() { &self.sheet.beside(at).places[..] } else { &[] };
        around.iter().filter(|next| **next != HexMap::NOWHERE).map(|next| *next as usize)
    }

    /// Gives a hex its colour and its partner the other. What has a colour keeps it.
    fn colour(&mut self, at: usize, patch: Patch) {
        let Some(turned) = self.turned[at].filter(|_| self.patches[at].is_none()) else { return };
        self.patches[at] = Some(patch);
        let pair = if turned == at {
            [None, Some((at, patch))]
        } else {
            [Some((turned, patch.other())), Some((at, patch))]
        };
        for (at, patch) in pair.into_iter().flatten() {
            self.patches[at] = Some(patch);
            let next = self.sheet.beside(at).places;
            let next = next.into_iter().filter(|next| *next != HexMap::NOWHERE);
            let next = next.filter(|next| self.patches[*next as usize].is_none());
            self.beside.extend(next.map(|next| (next, patch)));
        }
    }

    /// Colours the edges first: runs of either colour in turn, each colour with half of the hexes.
    fn sew_edges(&mut self, grain: u32) {
        let left: Vec<usize> = self.sheet.edge(Edge::Left).filter_map(|hex| self.place(hex)).collect();
        let right: Vec<usize> = self.sheet.edge(Edge::Right).filter_map(|hex| self.place(hex)).collect();
        let top = self.sheet.edge(Edge::Top).filter_map(|hex| self.place(hex));
        let top: Vec<usize> = top.filter(|at| !left.contains(at) && !right.contains(at)).collect();
        for edge in [left, top] {
            // On sheets of one or two lines a hex may have its partner on the same edge: between them they have both colours.
            let partner = |at: &usize| self.turned[*at].filter(|other| other != at && edge.contains(other));
            let (pairs, alone): (Vec<usize>, Vec<usize>) = edge.iter().partition(|at| partner(at).is_some());
            let one_of_each: Vec<usize> = pairs.into_iter().filter(|at| partner(at) > Some(*at)).collect();
            for part in [alone, one_of_each].into_iter().filter(|part| !part.is_empty()) {
                let patches = self.runs(part.len(), grain as usize);
                for (at, patch) in part.into_iter().zip(patches) {
                    self.colour(at, patch);
                }
            }
        }
    }

    /// So many colours in runs of about `grain`, half of them of each colour.
    fn runs(&mut self, count: usize, grain: usize) -> Vec<Patch> {
        let first = self.any_patch();
        let (more, fewer) = (count.div_ceil(2), count / 2);
        let pairs = (count / (2 * grain)).clamp(1, fewer.max(1));
        let (more, fewer) = (self.parts(more, pairs), self.parts(fewer, pairs));
        let run =
            |(more, fewer)| std::iter::repeat_n(first, more).chain(std::iter::repeat_n(first.other(), fewer));
        more.into_iter().zip(fewer).flat_map(run).collect()
    }

    /// A number as a sum of so many, none of them 0 where that can be.
    fn parts(&mut self, whole: usize, count: usize) -> Vec<usize> {
        let mut parts = vec![usize::from(whole >= count); count];
        for _ in parts.iter().sum::<usize>()..whole {
            let at = self.below(count);
            parts[at] += 1;
        }
        parts
    }

    /// The first hex of every patch, one for each hexagon of hexes that is `grain` across.
    fn sow(&mut self, grain: u32) {
        let patch_size = (3 * u64::from(grain) * u64::from(grain) + 1) / 4;
        let hexes = self.patches.len();
        for _ in 0..hexes as u64 / (2 * patch_size) {
            let (at, patch) = (self.below(hexes), self.any_patch());
            self.colour(at, patch);
        }
    }

    /// Every patch grows by hexes beside it, picked at random, until all have a colour.
    fn grow_all(&mut self) {
        for at in 0..self.patches.len() {
            self.grow();
            // Sheets of one row or column may fall apart into pieces that nothing grows over to.
            if self.patches[at].is_none() && self.turned[at].is_some() {
                let patch = self.any_patch();
                self.colour(at, patch);
            }
        }
        self.grow();
    }

    fn grow(&mut self) {
        while !self.beside.is_empty() {
            let at = self.below(self.beside.len());
            let (at, patch) = self.beside.swap_remove(at);
            self.colour(at as usize, patch);
        }
    }

    /// Lays stepping stones where the first colour and what is next to it lie in several pieces, and so by the half
    /// turn for the second.
    ///
    /// A stone is only laid in a hex with nothing but the other colour round it. All of these stay next to a hex of
    /// their colour, so no stone takes from the other what it gives.
    fn join(&mut self) {
        let mut territory: Vec<bool> = (0..self.patches.len()).map(|at| self.is_in_territory(at)).collect();
        let Moat { piece, from, far } = self.moat(&territory);
        let mut ways: Vec<(u32, usize, usize)> = Vec::new();
        for at in 0..self.patches.len() {
            let others = self.neighbours(at).filter(|other| at < *other && piece[at] != piece[*other]);
            ways.extend(others.map(|other| (far[at] + far[other], at, other)));
        }
        ways.sort_unstable();
        let mut pieces = Pieces::new(&piece);
        for (_, one, other) in ways {
            if !pieces.unite(piece[one], piece[other]) {
                continue;
            }
            let mut way: Vec<usize> = ashore(one, &from).collect();
            way.reverse();
            way.extend(ashore(other, &from));
            for step in 0..way.len() {
                if territory[way[step]] {
                    continue;
                }
                let next = way.get(step + 1).filter(|at| !territory[**at]);
                self.lay_stone(*next.unwrap_or(&way[step]), &mut territory);
            }
        }
    }

    fn lay_stone(&mut self, at: usize, territory: &mut [bool]) {
        self.patches[at] = Some(Patch::First);
        if let Some(turned) = self.turned[at].filter(|turned| *turned != at) {
            self.patches[turned] = Some(Patch::Second);
        }
        territory[at] = true;
        self.neighbours(at).for_each(|next| territory[next] = true);
    }

    /// Whether a hex is of the first colour or next to one that is. The middle hex does not count, so that what holds
    /// for one colour holds for the other.
    fn is_in_territory(&self, at: usize) -> bool {
        let counts = |at: usize| self.patches[at] == Some(Patch::First) && self.turned[at] != Some(at);
        counts(at) || self.neighbours(at).any(counts)
    }

    /// Tells the pieces of the territory apart and divides what lies between them among them, each hex to the nearest.
    fn moat(&self, territory: &[bool]) -> Moat {
        let hexes = self.patches.len();
        let mut moat = Moat { piece: vec![hexes; hexes], from: vec![None; hexes], far: vec![0; hexes] };
        let mut queue: VecDeque<usize> = VecDeque::new();
        for at in (0..hexes).filter(|at| territory[*at]) {
            if moat.piece[at] != hexes {
                continue;
            }
            moat.piece[at] = at;
            let mut piece = vec![at];
            while let Some(here) = piece.pop() {
                queue.push_back(here);
                for next in self.neighbours(here).filter(|next| territory[*next]) {
                    if moat.piece[next] == hexes {
                        moat.piece[next] = at;
                        piece.push(next);
                    }
                }
            }
        }
        while let Some(here) = queue.pop_front() {
            for next in self.neighbours(here) {
                if moat.piece[next] == hexes {
                    moat.piece[next] = moat.piece[here];
                    moat.from[next] = Some(here);
                    moat.far[next] = moat.far[here] + 1;
                    queue.push_back(next);
                }
            }
        }
        moat
    }
}

/// What lies between the pieces of a territory.
struct Moat {
    /// The piece that each hex is of, or is nearest to, by one of its hexes.
    piece: Vec<usize>,
    /// The hex through which the moat is crossed from its piece; nothing in the territory.
    from: Vec<Option<usize>>,
    /// How far from its piece.
    far: Vec<u32>,
}

/// The hexes of the moat from one back to its piece, which is not among them.
fn ashore(at: usize, from: &[Option<usize>]) -> impl Iterator<Item = usize> {
    std::iter::successors(Some(at), |at| from[*at]).filter(|at| from[*at].is_some())
}

/// Which pieces are one by now.
struct Pieces {
    parent: Vec<usize>,
}

impl Pieces {
    fn new(piece: &[usize]) -> Pieces {
        Pieces { parent: (0..=piece.len()).collect() }
    }

    fn root(&mut self, mut at: usize) -> usize {
        while self.parent[at] != at {
            self.parent[at] = self.parent[self.parent[at]];
            at = self.parent[at];
        }
        at
    }

    /// Makes two pieces one; false where they were one already.
    fn unite(&mut self, one: usize, other: usize) -> bool {
        let (one, other) = (self.root(one), self.root(other));
        self.parent[one.max(other)] = one.min(other);
        one != other
    }
}

//! What is known of the cost functions of searches, by place and direction, so that a search finds it without looking up a root.

use std::cell::{Cell, OnceCell, RefCell};

use rustc_hash::FxHashMap;

use super::around::{Around, Entered};
use super::trie::{FunctionId, Goal};
use super::word::{Arguments, Word};
use crate::kernel::hex::{Direction, Exits, Hex, HexMap, Toll};
use crate::kernel::state::Parts;
use crate::kernel::value::{SideId, UnitId};

/// What it cost to enter a hex in which units of a side were.
type MetSide = Option<(SideId, Toll)>;

/// What a cost function has of the steps out of one hex. What is mostly all that is asked stands in the first line of the cache.
#[derive(Debug)]
#[repr(C, align(64))]
pub(super) struct Row {
    /// What steps cost while nobody is where they lead, once all of that is known, with the parts of the state that tell who is there.
    exits: OnceCell<(Exits, Parts)>,
    /// Where its trie begins, by direction.
    entries: [Cell<Goal>; 6],
    /// What a step costs while nobody is where it leads; nothing where that is not always the same, or not known yet.
    quiet: [Cell<Option<Toll>>; 6],
    /// What a step cost last while a single unit was where it leads, where nothing but that was asked.
    met: [Cell<Option<Met>>; 6],
    /// What it cost last while nothing but units of one side were there, and only whose they are was asked; two sides are kept apart.
    met_side: [[Cell<MetSide>; 2]; 6],
}

/// What it cost to enter a hex in which a single unit was.
#[derive(Debug, Clone, Copy)]
struct Met {
    other: UnitId,
    /// Who entered, where that was asked.
    mover: Option<UnitId>,
    toll: Toll,
}

impl Row {
    #[inline]
    pub(super) fn entry(&self, direction: Direction) -> Goal {
        self.entries[direction.index()].get()
    }

    pub(super) fn set_entry(&self, direction: Direction, entry: Goal) {
        self.entries[direction.index()].set(entry);
    }

    /// What a step costs while nobody is where it leads.
    #[inline]
    pub(super) fn quiet(&self, direction: Direction) -> Option<Toll> {
        self.quiet[direction.index()].get()
    }

    /// The directions, a bit each, of the steps of which that is known.
    pub(super) fn known(&self) -> u8 {
        let bit = |(at, quiet): (usize, &Cell<Option<Toll>>)| u8::from(quiet.get().is_some()) << at;
        self.quiet.iter().enumerate().map(bit).sum()
    }

    /// What a step out of this hex costs while nobody is where it leads.
    fn set_quiet(&self, from: Hex, direction: Direction, toll: Toll) {
        self.quiet[direction.index()].set(Some(toll));
        let mut tolls = [toll; 6];
        if self.quiet.iter().zip(&mut tolls).all(|(known, toll)| known.get().map(|k| *toll = k).is_some()) {
            self.exits.get_or_init(|| (Exits::new(tolls), Parts::around(from)));
        }
    }

    /// What a step costs to one of these where there is another unit.
    #[inline]
    pub(super) fn met(&self, direction: Direction, movers: &[UnitId], other: UnitId) -> Option<Toll> {
        let met = self.met[direction.index()].get()?;
        let holds = met.other == other && met.mover.is_none_or(|mover| movers == [mover]);
        holds.then_some(met.toll)
    }

    pub(super) fn set_met(&self, direction: Direction, mover: Option<UnitId>, other: UnitId, toll: Toll) {
        self.met[direction.index()].set(Some(Met { other, mover, toll }));
    }

    /// What a step costs to where there are units of this side and no other.
    #[inline]
    pub(super) fn met_side(&self, direction: Direction, side: SideId) -> Option<Toll> {
        let (known, toll) = self.met_side[direction.index()][side.index() & 1].get()?;
        (known == side).then_some(toll)
    }

    /// The directions, a bit each, of the steps of which that is known.
    pub(super) fn known_met(&self, side: SideId) -> u8 {
        let bit = |at: Direction| u8::from(self.met_side(at, side).is_some()) << at.number();
        Direction::ALL.into_iter().map(bit).sum()
    }

    fn set_met_side(&self, direction: Direction, side: SideId, toll: Toll) {
        self.met_side[direction.index()][side.index() & 1].set(Some((side, toll)));
    }

    /// What all steps cost while nobody is where they lead, and the parts of the state that tell whether that is so.
    #[inline]
    pub(super) fn exits(&self) -> Option<(&Exits, Parts)> {
        self.exits.get().map(|(exits, around)| (exits, *around))
    }
}

/// What a cost function with what it has captured has of all steps.
#[derive(Debug)]
pub(super) struct Edges {
    rows: Box<[Row]>,
    /// By place in map order, and so is what is known round hexes.
    entered: Box<[Entered]>,
    around: Box<[RefCell<Around>]>,
    /// How often something was learnt of steps to where nobody is.
    learnt: Cell<u32>,
    /// The same of steps to where somebody is.
    learnt_met: Cell<u32>,
}

impl Edges {
    fn new(map: &HexMap) -> Edges {
        // Nobody asks what a step off the map costs.
        let off_map = |to: Hex| (!map.contains(to)).then_some(Toll::BARRED);
        let row = |hex: Hex| Row {
            entries: std::array::from_fn(|_| Cell::new(Goal::UNKNOWN)),
            quiet: hex.neighbours().map(|to| Cell::new(off_map(to))),
            exits: OnceCell::new(),
            met: std::array::from_fn(|_| Cell::new(None)),
            met_side: hex.neighbours().map(|to| {
                let of_side = |side| Cell::new(off_map(to).map(|barred| (SideId(side), barred)));
                [of_side(0), of_side(1)]
            }),
        };
        let places = map.layout().len();
        Edges {
            rows: map.layout().hexes().flat_map(|hex| [row(hex), row(hex)]).collect(),
            entered: (0..places).map(|_| Entered::default()).collect(),
            around: (0..places).map(|_| RefCell::default()).collect(),
            learnt: Cell::new(0),
            learnt_met: Cell::new(0),
        }
    }

    /// The steps out of the hex of a place in map order; the first ones of a way have a row of their own.
    #[inline]
    pub(super) fn row(&self, place: usize, first: bool) -> &Row {
        &self.rows[2 * place + usize::from(first)]
    }

    /// Keeps what a step costs while nobody is where it leads.
    pub(super) fn learn_quiet(&self, map: &HexMap, step: Step, toll: Toll) {
        self.row(step.place, step.first).set_quiet(step.from, step.direction, toll);
        if !step.first {
            self.entered(step.to(map)).learn(step.direction, toll);
        }
        self.learnt.set(self.learnt.get().wrapping_add(1));
    }

    /// Keeps what a step costs while nobody but units of this side are where it leads.
    pub(super) fn learn_met(&self, step: Step, side: SideId, toll: Toll) {
        let row = self.row(step.place, step.first);
        if row.met_side(step.direction, side) != Some(toll) {
            self.learnt_met.set(self.learnt_met.get().wrapping_add(1));
        }
        row.set_met_side(step.direction, side, toll);
    }

    /// The steps into the hex of a place in map order.
    #[inline]
    pub(super) fn entered(&self, place: usize) -> &Entered {
        &self.entered[place]
    }

    /// What is known round the hex of a place in map order.
    #[inline]
    pub(super) fn around(&self, place: usize) -> &RefCell<Around> {
        &self.around[place]
    }

    /// How often something was learnt of steps to where nobody is.
    #[inline]
    pub(super) fn learnt(&self) -> u32 {
        self.learnt.get()
    }

    /// The same of steps to where somebody is.
    #[inline]
    pub(super) fn learnt_met(&self) -> u32 {
        self.learnt_met.get()
    }
}

/// A step from one hex to another beside it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Step {
    pub(super) from: Hex,
    /// The place in map order of the hex that is left.
    pub(super) place: usize,
    pub(super) direction: Direction,
    /// Whether it is the first one of a way, where these have rows of their own.
    pub(super) first: bool,
}

impl Step {
    /// The place of the hex that is entered, which is on the map.
    fn to(self, map: &HexMap) -> usize {
        map.place(self.from.neighbour(self.direction)).expect("nobody asks what a step off the map costs")
    }
}

/// The steps of all cost functions, for each set of what one has captured.
#[derive(Debug, Default)]
pub(super) struct AllEdges {
    /// Their numbers.
    known: FxHashMap<FunctionId, FxHashMap<Arguments, usize>>,
    all: Vec<Edges>,
    /// How many rows all of them have.
    rows: usize,
}

impl AllEdges {
    /// Maps with more hexes find the roots of their costs by name, which takes less room.
    const MOST: usize = 4096;

    /// How much is kept, in bytes.
    pub(super) fn size(&self) -> usize {
        self.rows * (size_of::<Row>() + (Around::SIZE + size_of::<Entered>()) / 2)
    }

    pub(super) fn of(&self, function: FunctionId, captured: &[Word]) -> Option<&Edges> {
        self.number(function, captured).map(|number| self.at(number))
    }

    /// The number of the steps of a cost function with what it has captured.
    pub(super) fn number(&self, function: FunctionId, captured: &[Word]) -> Option<usize> {
        self.known.get(&function)?.get(captured).copied()
    }

    /// The steps of a number.
    #[inline]
    pub(super) fn at(&self, number: usize) -> &Edges {
        &self.all[number]
    }

    /// Makes room for the steps of a map, where it is not too large for that.
    pub(super) fn begin(&mut self, function: FunctionId, captured: &[Word], map: &HexMap) {
        if map.layout().len() <= AllEdges::MOST && self.of(function, captured).is_none() {
            let edges = Edges::new(map);
            self.rows += edges.rows.len();
            self.known.entry(function).or_default().insert(captured.into(), self.all.len());
            self.all.push(edges);
        }
    }
}

//! What is known of the cost functions of searches, by place and direction, so that a search finds it without looking up a root.

use std::cell::Cell;

use rustc_hash::FxHashMap;

use super::trie::{FunctionId, Goal};
use super::word::{Arguments, Word};
use crate::kernel::hex::Toll;

/// What a cost function has of one step of a search.
#[derive(Debug, Clone, Copy)]
pub(super) struct Edge {
    /// Where its trie begins.
    pub(super) entry: Goal,
    /// What it costs to enter while nobody is there, as the bits of a toll; zero where that is not always the same, or not
    /// known yet.
    toll: u32,
}

impl Edge {
    const UNKNOWN: Edge = Edge { entry: Goal::UNKNOWN, toll: 0 };

    #[inline]
    pub(super) fn toll(self) -> Option<Toll> {
        (self.toll != 0).then(|| Toll::from_bits(self.toll))
    }

    pub(super) fn with_entry(self, entry: Goal) -> Edge {
        Edge { entry, ..self }
    }

    pub(super) fn with_toll(self, toll: Toll) -> Edge {
        Edge { toll: toll.bits(), ..self }
    }
}

/// The steps of a cost function, by place and direction.
pub(super) type Edges = Box<[Cell<Edge>]>;

/// The steps of all cost functions, for each set of what one has captured.
#[derive(Debug, Default)]
pub(super) struct AllEdges(FxHashMap<FunctionId, FxHashMap<Arguments, Edges>>);

impl AllEdges {
    pub(super) fn of(&self, function: FunctionId, captured: &[Word]) -> Option<&Edges> {
        self.0.get(&function)?.get(captured)
    }

    /// Makes room for so many places.
    pub(super) fn begin(&mut self, function: FunctionId, captured: &[Word], places: usize) {
        if self.of(function, captured).is_none() {
            let empty = std::iter::repeat_with(|| Cell::new(Edge::UNKNOWN)).take(places).collect();
            self.0.entry(function).or_default().insert(captured.into(), empty);
        }
    }
}

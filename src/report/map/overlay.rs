//! What a question lays over the map: a reach with its costs, a way, a line of sight, an attack, marks.

use std::collections::{BTreeMap, BTreeSet};

use crate::kernel::hex::{Hex, Hexside, Line, LineStep};
use crate::kernel::value::UnitId;

/// A line of sight, and what blocks it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SightLine {
    /// All that the line meets.
    pub line: Line,
    /// The first thing on it that blocks it, where that is known.
    pub blocked_at: Option<LineStep>,
}

/// An attack that was made, with the places of that moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AttackShown {
    /// The units that attacked, with the hexes from which they did.
    pub attackers: Vec<(UnitId, Hex)>,
    /// The unit that they attacked, with its hex.
    pub target: (UnitId, Hex),
    /// What the pack calls the result; empty where it has no word for it.
    pub outcome: String,
}

/// What is laid over the map. Empty by default.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Overlay {
    /// Hexes in reach with what it costs to get there.
    pub reach: BTreeMap<Hex, i64>,
    /// Those of them in which no move may end.
    pub passing: BTreeSet<Hex>,
    /// A way, its first hex the start.
    pub path: Vec<Hex>,
    /// A line of sight.
    pub line: Option<SightLine>,
    /// An attack.
    pub attack: Option<AttackShown>,
    /// Units that are out of play since the last command, with the hexes that they were in.
    pub destroyed: Vec<(UnitId, Hex)>,
    /// A few letters for a hex.
    pub marks: BTreeMap<Hex, String>,
    /// Sentences below a picture that stands alone; in the terminal they are told beside the map.
    pub notes: Vec<String>,
}

/// How a line of sight meets a hex.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Met {
    /// It is blocked there.
    Blocked,
    /// It runs through it.
    Through,
    /// It only touches it.
    Touched,
}

impl Overlay {
    /// The last place of a hex on the path, the start being 0.
    pub(super) fn step(&self, hex: Hex) -> Option<usize> {
        self.path.iter().rposition(|on_path| *on_path == hex)
    }

    /// How the line of sight meets a hex, if it does.
    pub(super) fn sight_at(&self, hex: Hex) -> Option<Met> {
        let sight = self.line.as_ref()?;
        let blocks = |step: &LineStep| matches!(step, LineStep::Through(_) | LineStep::Corner(_));
        if sight.blocked_at.filter(blocks).is_some_and(|step| step.hexes().any(|h| h == hex)) {
            return Some(Met::Blocked);
        }
        if sight.line.through().any(|through| through == hex) {
            return Some(Met::Through);
        }
        sight.line.steps().iter().any(|step| step.hexes().any(|h| h == hex)).then_some(Met::Touched)
    }

    /// Whether the line of sight is blocked at a hexside.
    pub(super) fn blocks_at(&self, hexside: Hexside) -> bool {
        let at = self.line.as_ref().and_then(|sight| sight.blocked_at);
        matches!(at, Some(LineStep::Across(side) | LineStep::Along(side)) if side == hexside)
    }

    /// The hexsides that the line of sight runs along.
    pub(super) fn runs_along(&self, hexside: Hexside) -> bool {
        self.line.as_ref().is_some_and(|sight| sight.line.along().any(|side| side == hexside))
    }
}

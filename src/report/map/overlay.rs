//! What a question lays over the map: a reach with its costs, a path, a line of sight, marks.

use std::collections::BTreeMap;

use crate::kernel::hex::{Hex, Hexside, Line, LineStep};
use crate::report::style::Style;

/// A line of sight, and what blocks it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SightLine {
    /// All that the line meets.
    pub line: Line,
    /// The first thing on it that blocks it.
    pub blocked_at: Option<LineStep>,
}

/// What is laid over the map. Empty by default.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Overlay {
    /// Hexes in reach with what it costs to get there.
    pub reach: BTreeMap<Hex, i64>,
    /// A way, its first hex the start.
    pub path: Vec<Hex>,
    /// A line of sight.
    pub line: Option<SightLine>,
    /// A few letters for a hex.
    pub marks: BTreeMap<Hex, String>,
}

impl Overlay {
    /// The signs for a hex: `=3` in reach at a cost of 3, `*2` second on the path, `o` on the line of sight,
    /// `'` touched by it, `X` where it is blocked. Empty for a hex that nothing is laid over.
    pub(super) fn label(&self, hex: Hex, style: &Style) -> String {
        let mut signs = Vec::new();
        signs.extend(self.marks.get(&hex).map(|mark| style.clean(mark)));
        signs.extend(self.sight_sign(hex).map(str::to_owned));
        signs.extend(self.step(hex).map(|step| format!("*{step}")));
        signs.extend(self.reach.get(&hex).map(|cost| format!("={cost}")));
        signs.join(" ")
    }

    /// The last place of a hex on the path, the start being 0.
    pub(super) fn step(&self, hex: Hex) -> Option<usize> {
        self.path.iter().rposition(|on_path| *on_path == hex)
    }

    /// How the line of sight meets a hex.
    pub(super) fn sight_sign(&self, hex: Hex) -> Option<&'static str> {
        let sight = self.line.as_ref()?;
        let blocks = |step: &LineStep| matches!(step, LineStep::Through(_) | LineStep::Corner(_));
        if sight.blocked_at.filter(blocks).is_some_and(|step| step.hexes().any(|h| h == hex)) {
            return Some("X");
        }
        if sight.line.through().any(|through| through == hex) {
            return Some("o");
        }
        sight.line.steps().iter().any(|step| step.hexes().any(|h| h == hex)).then_some("'")
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

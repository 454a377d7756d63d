//! How much data a stack may have. Every limit is far above what a game needs, and below what would take the
//! program down.

use super::Assembly;
use crate::diagnostic::{Code, Diagnostic, Span};

/// How many things of one kind may be declared: attributes, properties, phases, rolls, commands, rows, columns.
const MOST_DECLARED: usize = 1000;

/// How often the layers may write to one attribute, and how many modifiers one thing may have.
pub(super) const MOST_WRITES: usize = 1000;

/// How many writes all unit types may have together, inherited ones included.
const MOST_WRITES_IN_ALL: usize = 4_000_000;

/// How many hexes all maps may have together, and how many may be listed or drawn.
const MOST_HEXES: usize = 4_000_000;

/// What has been used of the limits that hold for all files together.
#[derive(Debug, Default)]
pub(super) struct Used {
    writes: usize,
    hexes: usize,
    listed: usize,
}

impl Assembly<'_> {
    /// Writes of a unit type that is complete.
    pub(super) fn use_writes(&mut self, writes: usize, span: Span) -> Result<(), Diagnostic> {
        self.used.writes += writes;
        check(
            self.used.writes,
            MOST_WRITES_IN_ALL,
            "numbers of all unit types, with what they inherit,",
            span,
        )
    }

    /// The hexes of a new map.
    pub(super) fn use_hexes(&mut self, hexes: usize, span: Span) -> Result<(), Diagnostic> {
        self.used.hexes += hexes;
        check(self.used.hexes, MOST_HEXES, "hexes of all maps", span)
    }

    /// Hexes that get terrain, are drawn, or are cut out.
    pub(super) fn list_hexes(&mut self, hexes: usize, span: Span) -> Result<(), Diagnostic> {
        self.used.listed += hexes;
        check(self.used.listed, 4 * MOST_HEXES, "hexes that are listed and drawn", span)
    }
}

/// Whether there is room for one more of a kind of which there are `so_far`.
pub(super) fn check_room(so_far: usize, what: &str, span: Span) -> Result<(), Diagnostic> {
    check(so_far + 1, MOST_DECLARED, what, span)
}

fn check(number: usize, most: usize, what: &str, span: Span) -> Result<(), Diagnostic> {
    if number <= most {
        return Ok(());
    }
    Err(Diagnostic::error(Code::TOO_LARGE, format!("the {what} are more than {most}"))
        .at(span, "this one is too many"))
}

//! The signs that drawings are made of, in two alphabets.

use super::style::Style;

/// One alphabet of signs.
pub(super) struct Glyphs {
    /// A line to the right, of one column.
    pub(super) rule: &'static str,
    /// A branch of a tree with others below it.
    pub(super) branch: &'static str,
    /// The last branch.
    pub(super) last: &'static str,
    /// Beside the parts of a branch with others below it.
    pub(super) beside: &'static str,
    /// Between short facts on one line.
    pub(super) dot: &'static str,
    /// Stands for what is cut off.
    pub(super) more: &'static str,
    /// Times.
    pub(super) times: &'static str,
    /// What leads to a result.
    pub(super) arrow: &'static str,
    /// A hexside that runs up to the right.
    pub(super) rising: char,
    /// A hexside that runs down to the right.
    pub(super) falling: char,
    /// A hexside that runs down.
    pub(super) upright: char,
}

const UNICODE: Glyphs = Glyphs {
    rule: "─",
    branch: "├─ ",
    last: "└─ ",
    beside: "│  ",
    dot: " · ",
    more: "…",
    times: "×",
    arrow: "→",
    rising: '╱',
    falling: '╲',
    upright: '│',
};

const ASCII: Glyphs = Glyphs {
    rule: "-",
    branch: "|- ",
    last: "`- ",
    beside: "|  ",
    dot: "; ",
    more: "...",
    times: "x",
    arrow: "->",
    rising: '/',
    falling: '\\',
    upright: '|',
};

impl Style {
    /// The signs to draw with.
    pub(super) fn glyphs(&self) -> &'static Glyphs {
        if self.ascii { &ASCII } else { &UNICODE }
    }

    /// What stands between short facts on one line.
    pub(super) fn between(&self) -> &'static str {
        if self.plain { ", " } else { self.glyphs().dot }
    }
}

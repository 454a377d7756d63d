//! Line of sight: the line between two hexes, and the first thing on it that blocks.

use super::coordinate::Hex;
use super::line::{LineStep, line};

/// Whether a hex is seen from another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Sight<B> {
    /// Nothing on the line blocks it.
    Clear,
    /// The line is blocked.
    Blocked {
        /// The first thing on the line that blocks it, seen from the first hex.
        at: LineStep,
        /// What the caller said about it.
        by: B,
    },
}

impl<B> Sight<B> {
    /// Whether nothing blocks the line.
    pub fn is_clear(&self) -> bool {
        matches!(self, Sight::Clear)
    }
}

/// Whether the line from the centre of one hex to the centre of another is free.
///
/// `blocks` is asked about each thing between the two hexes, in order, until it names a blocker: hexes run
/// through, hexsides crossed, hexsides run along (with the hexes on both sides of them) and corners. The two
/// end hexes are not asked about; their hexsides and corners on the line are.
///
/// Where `blocks` answers by the step alone, the answer is clear or blocked both ways alike; what is named as
/// the blocker is the one nearest to `from`.
///
/// # Errors
/// The first error of `blocks`.
pub fn sight<B, E>(
    from: Hex,
    to: Hex,
    mut blocks: impl FnMut(&LineStep) -> Result<Option<B>, E>,
) -> Result<Sight<B>, E> {
    let line = line(from, to);
    let ends = [LineStep::Through(from), LineStep::Through(to)];
    for step in line.steps().iter().filter(|step| !ends.contains(step)) {
        if let Some(by) = blocks(step)? {
            return Ok(Sight::Blocked { at: *step, by });
        }
    }
    Ok(Sight::Clear)
}

//! How far a base gets on its way until it touches another.

use super::base::Placed;
use super::contact::{Contact, contact};
use super::index::Index;
use super::length::Length;
use super::path::{Step, Way};
use super::spot::{divided, small};

/// Where a base first touches another on its way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Halt {
    /// The number in the index of the base that it touches; of several the lowest.
    pub id: usize,
    /// How far along the way, up to the next thousandth.
    pub at: Length,
    /// Where the moving base is then. It overlaps the other by a thousandth at most.
    pub placed: Placed,
    /// How the moving base, the first, touches the other.
    pub contact: Option<Contact>,
}

/// A turn is divided into so many places for finding where it touches.
const PLACES: i64 = 1000;

/// Where the base first touches one of the bases that count; nothing where it touches none. A base that it touches from
/// the beginning stops it at once, so who stands beside it is for the caller to leave out.
///
/// All that it passes over is looked at: straight legs exactly, turns as the steps of the way tell.
pub fn first_contact(way: &Way, bases: &Index, mut counts: impl FnMut(usize) -> bool) -> Option<Halt> {
    for step in way.steps() {
        let passed = bases.near(&step.swept(&step.to), Length::ZERO);
        let met = passed.into_iter().filter(|id| counts(*id));
        let first = met.map(|id| (first_place(step, bases, id), id)).min();
        if let Some((place, id)) = first {
            let placed = step.part(place, places(step));
            let long = i128::from((step.ends - step.begins).in_thousandths());
            let gone = divided(long * i128::from(place), i128::from(places(step)));
            return Some(Halt {
                id,
                at: step.begins + Length::thousandths(small(gone)),
                placed,
                contact: contact(&placed, &bases.bases()[id]),
            });
        }
    }
    None
}

/// How many places of a step are told apart: the thousandths of a straight one.
fn places(step: &Step) -> i64 {
    if step.is_straight() { (step.ends - step.begins).in_thousandths().max(1) } else { PLACES }
}

/// The first place of a step at which it has passed over a base, which it does in the end.
fn first_place(step: &Step, bases: &Index, id: usize) -> i64 {
    let touches =
        |place| step.swept(&step.part(place, places(step))).is_within(Length::ZERO, bases.outline(id));
    if touches(0) {
        return 0;
    }
    // It does not yet at `before`, and does at `after`.
    let (mut before, mut after) = (0, places(step));
    while after - before > 1 {
        let middle = i64::midpoint(before, after);
        if touches(middle) { after = middle } else { before = middle }
    }
    after
}

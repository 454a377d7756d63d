//! How far a base gets on its way until it touches another, or comes into an area.

use super::base::Placed;
use super::contact::{Contact, contact};
use super::index::Index;
use super::length::Length;
use super::outline::Outline;
use super::path::{Step, Way};
use super::spot::{FINE, divided, small};
use super::terrain::{Area, Terrain};

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

/// An area that a base comes into on its way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entered {
    /// The area, by its place in the list.
    pub area: usize,
    /// How far along the way any of the base is first in it, up to the next thousandth; nothing for one that it
    /// is in from the beginning.
    pub at: Length,
}

/// A turn is divided into so many places for finding where it touches.
const PLACES: i64 = 1000;

/// Where the base first touches one of the bases that count; nothing where it touches none. A base that it
/// touches from the beginning stops it at once, so who stands beside it is for the caller to leave out.
///
/// All that a straight leg passes over is looked at exactly. A turn is followed in thousandths of a degree; where
/// it is known how far the other base is, those that cannot touch are left out.
pub fn first_contact(way: &Way, bases: &Index, mut counts: impl FnMut(usize) -> bool) -> Option<Halt> {
    for step in way.steps() {
        let passed = bases.near(&step.swept(&step.to), bulge(step));
        let met = passed.into_iter().filter(|id| counts(*id));
        let first = met.filter_map(|id| Some((first_place(step, bases.outline(id))?, id))).min();
        if let Some((place, id)) = first {
            let placed = step.part(place, places(step));
            return Some(Halt {
                id,
                at: length_at(step, place),
                placed,
                contact: contact(&placed, &bases.bases()[id]),
            });
        }
    }
    None
}

/// All areas that any of the base comes into on its way, in order; an area that it only touches is none.
///
/// All that a straight leg passes over is looked at exactly, a turn at each degree and at its end.
pub fn entered(way: &Way, terrain: &Terrain) -> Vec<Entered> {
    let first = |area: &Area| {
        let holds = |shape: &Outline| area.holds(shape).is_any();
        if holds(&way.start().outline()) {
            return Some(Length::ZERO);
        }
        way.steps().iter().find_map(|step| match step.sweep() {
            Some(_) => holds(&step.to.outline()).then_some(step.ends),
            None => first_place_of_straight(step, holds).map(|place| length_at(step, place)),
        })
    };
    let areas = terrain.areas.iter().enumerate();
    areas.filter_map(|(area, shape)| Some(Entered { area, at: first(shape)? })).collect()
}

/// How far along the way a place of a step is.
fn length_at(step: &Step, place: i64) -> Length {
    let long = i128::from((step.ends - step.begins).in_thousandths());
    let gone = divided(long * i128::from(place), i128::from(places(step)));
    step.begins + Length::thousandths(small(gone))
}

/// How many places of a step are told apart: the thousandths of a straight one.
fn places(step: &Step) -> i64 {
    match step.sweep() {
        Some(_) => PLACES,
        None => (step.ends - step.begins).in_thousandths().max(1),
    }
}

/// How far outside of what is straight between its two ends a step leads at most.
fn bulge(step: &Step) -> Length {
    match step.sweep() {
        Some(sweep) => Length::thousandths(sweep.in_thousandths() / 400 + 1),
        None => Length::ZERO,
    }
}

/// The first place of a step at which it touches a shape; none where it does not.
fn first_place(step: &Step, shape: &Outline) -> Option<i64> {
    match step.sweep() {
        Some(sweep) => first_place_of_turn(step, sweep, shape),
        None => first_place_of_straight(step, |swept| swept.is_within(Length::ZERO, shape)),
    }
}

/// What a straight step has passed over only grows, so the first place is found by halving.
fn first_place_of_straight(step: &Step, meets: impl Fn(&Outline) -> bool) -> Option<i64> {
    let touches = |place| meets(&step.swept(&step.part(place, places(step))));
    if touches(0) {
        return Some(0);
    }
    // It does not yet at `before`, and does at `after`.
    let (mut before, mut after) = (0, places(step));
    if !touches(after) {
        return None;
    }
    while after - before > 1 {
        let middle = i64::midpoint(before, after);
        if touches(middle) { after = middle } else { before = middle }
    }
    Some(after)
}

/// No place of a base moves farther in a turn than its farthest corner, so as many places are passed over as that
/// takes to come near.
fn first_place_of_turn(step: &Step, sweep: Length, shape: &Outline) -> Option<i64> {
    let each = (sweep.in_thousandths() + 1) * FINE / PLACES + 1;
    let mut place = 0;
    while place <= PLACES {
        let apart = step.part(place, PLACES).outline().nearest(shape).apart;
        if apart.is_zero() {
            return Some(place);
        }
        place += (apart.millionths() / each).max(1);
    }
    None
}

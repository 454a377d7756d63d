//! Two types wherever they can meet in a scenario: of all places the one where the house rule changes most.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use super::deeds::Deed;
use super::ground::{Spot, spots};
use super::meeting::{Came, Change, change};
use super::meetings::Sides;
use super::stage::{Pair, Party, Stage};
use super::types::Type;
use crate::kernel::state::State;
use crate::kernel::value::SideId;
use crate::odds::Ratio;

/// What came of a pair: the set-up that changes most, or what the rules say to the most usual one.
pub(super) enum Found {
    Met(String, Came, Came),
    Not(String),
    /// It was broken off before that was known.
    BrokenOff,
}

impl Found {
    /// Whether it was set up.
    pub(super) fn is_met(&self) -> bool {
        matches!(self, Found::Met(..))
    }

    /// Whether chance has a say in it, without the house rule or with it.
    pub(super) fn is_chancy(&self) -> bool {
        matches!(self, Found::Met(_, before, after) if before.is_chancy() || after.is_chancy())
    }
}

/// Both stacks with the places where units can meet.
pub(super) struct Field {
    pub(super) stages: [Stage; 2],
    places: Vec<Spot>,
    sides: u32,
    pub(super) set_ups: u64,
    begun: Begun,
}

/// The pair that was set up last, in each of the places so far: all commands meet with the same pair one after the other.
#[derive(Default)]
struct Begun {
    pair: Option<[Pair; 2]>,
    /// By the number of the place.
    starts: BTreeMap<usize, [Option<State>; 2]>,
}

impl Field {
    /// The places where terrain is that the house rule changes are among those where two can meet.
    pub(super) fn new(
        sides: &Sides,
        changed: &[String],
        cancel: &Arc<AtomicBool>,
        cost: (u64, Option<Instant>),
    ) -> Field {
        let catalogue = sides.before.rules.catalogue();
        let places = spots(catalogue, sides.before.rules.map(), changed);
        let stages = [&sides.before, &sides.after].map(|loaded| Stage::new(loaded.clone(), cancel, cost));
        Field { stages, places, sides: catalogue.sides.len() as u32, set_ups: 0, begun: Begun::default() }
    }

    /// Lets two types meet wherever they can, and keeps the place where most is changed. As friends both are of one side.
    pub(super) fn meet(&mut self, deed: &Deed, actor: &Type, target: &Type, friends: bool) -> Found {
        let own = actor.side.unwrap_or(SideId(0));
        let other =
            target.side.filter(|side| *side != own).unwrap_or(SideId((own.0 + 1) % self.sides.max(1)));
        let other = if friends { own } else { other };
        if !friends && other == own {
            return Found::Not("there is no other side".to_owned());
        }
        let party = |of: &Type, at: usize, side: SideId| Party {
            unit_type: of.names[at].clone(),
            side,
            lender: of.lender.clone(),
        };
        let pairs = [0, 1].map(|at| Pair { actor: party(actor, at, own), target: party(target, at, other) });
        if self.begun.pair.as_ref() != Some(&pairs) {
            self.begun = Begun { pair: Some(pairs.clone()), starts: BTreeMap::new() };
        }
        let mut best: Option<(Change, String, Came, Came)> = None;
        let mut reason = None;
        let ends = deed.units.is_none();
        for (number, spot) in
            self.places.iter().enumerate().filter(|(_, spot)| !ends || spot.standing.is_contact())
        {
            let starts = self.begun.starts.entry(number).or_insert_with(|| {
                let [before, after] = &mut self.stages;
                [before.set_up(&pairs[0], spot), after.set_up(&pairs[1], spot)]
            });
            // Whichever side ends the step, both may fight behind it.
            let whose: &[SideId] = if ends { &[own, other] } else { &[own] };
            for (phase, side) in
                deed.phases.iter().flat_map(|phase| whose.iter().map(move |side| (phase, *side)))
            {
                let [before, after] = [0, 1].map(|at| match &starts[at] {
                    Some(start) => self.stages[at].reckon(start, deed, phase, side),
                    None => Came::Refused("one of the two is not in the game".to_owned()),
                });
                if matches!(before, Came::BrokenOff) || matches!(after, Came::BrokenOff) {
                    return Found::BrokenOff;
                }
                if !before.is_known() && !after.is_known() {
                    reason.get_or_insert(match (before, after) {
                        (Came::Refused(why) | Came::Unknown(why), _)
                        | (_, Came::Refused(why) | Came::Unknown(why)) => why,
                        _ => "it was broken off".to_owned(),
                    });
                    continue;
                }
                if ends && !before.is_chancy() && !after.is_chancy() {
                    continue;
                }
                self.set_ups += 1;
                let found = change(&before, &after);
                if best.as_ref().is_none_or(|(known, ..)| is_more(&found, known)) {
                    best = Some((found, spot.told.clone(), before, after));
                }
                break;
            }
        }
        match best {
            Some((_, place, before, after)) => Found::Met(place, before, after),
            None => Found::Not(reason.unwrap_or_else(|| "the map has no room for it".to_owned())),
        }
    }
}

/// What is not known is kept only where nothing is found that is.
fn is_more(new: &Change, known: &Change) -> bool {
    match (new, known) {
        (Change::By(new), Change::By(known)) => new > known,
        (Change::By(new), Change::Unknown) => *new > Ratio::ZERO,
        (Change::Unknown, Change::By(known)) => known.is_zero(),
        (Change::Unknown, Change::Unknown) => false,
    }
}

//! Every meeting of unit types: each ordered pair, with every command that is about two units.

use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use super::deeds::{Deed, deeds, endings};
use super::field::Field;
use super::meeting::{Meeting, Unmet};
use super::options::{LeftOut, Options};
use super::stage::Cost;
use super::tour::{Step, Tour};
use super::types::{Type, types};
use crate::pack::Loaded;

/// The same scenario without and with the house rule.
#[derive(Debug, Clone)]
pub struct Sides {
    /// Without.
    pub before: Rc<Loaded>,
    /// With.
    pub after: Rc<Loaded>,
}

/// What came of all meetings.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Meetings {
    /// Those that took place, the most changed first.
    pub met: Vec<Meeting>,
    /// Those that could not be set up.
    pub unmet: Vec<Unmet>,
    /// Set-ups that were reckoned, several for each meeting.
    pub set_ups: u64,
    /// Pairs that were gone through, and how many there were.
    pub pairs: (u64, u64),
    /// There was no time for the others.
    pub late: bool,
    /// Options of commands that no pair took.
    pub left_out: Vec<LeftOut>,
}

/// Goes through the scenarios of a game, each unit type once.
pub struct Survey<'a> {
    cancel: Arc<AtomicBool>,
    /// Terrain that the house rule changes.
    changed: Vec<String>,
    /// Types that were met, with where they are printed and what they have: two scenarios may share some.
    seen: BTreeSet<[[String; 3]; 2]>,
    venues: Vec<Venue>,
    all: Meetings,
    /// What the odds may cost, and until when they are worked out.
    cost: (u64, Option<Instant>),
    goes_on: &'a mut dyn FnMut(u64, u64) -> bool,
}

impl<'a> Survey<'a> {
    /// Begins. `goes_on` is told how many pairs are done and known of, and answers whether to go on.
    pub fn new(
        changed: Vec<String>,
        cancel: &Arc<AtomicBool>,
        cost: Cost,
        goes_on: &'a mut dyn FnMut(u64, u64) -> bool,
    ) -> Survey<'a> {
        let cost = (cost.runs, cost.time.and_then(|time| Instant::now().checked_add(time)));
        let (seen, venues, all) = (BTreeSet::new(), Vec::new(), Meetings::default());
        Survey { cancel: cancel.clone(), changed, seen, venues, all, cost, goes_on }
    }

    /// Adds a scenario: those pairs of it meet that are in none before.
    pub fn add(&mut self, sides: &Sides) {
        let Some(set_up) = sides.before.data.set_up.as_ref() else { return };
        let scenario = set_up.scenario.to_string();
        let catalogue = sides.before.rules.catalogue();
        if set_up.map.hexes().next().is_none() && catalogue.tabletop.is_none() {
            return self.venues.push(Venue { scenario, types: Vec::new(), field: None, tours: Vec::new() });
        }
        let types = types(sides);
        let mut new: Vec<(usize, usize)> = Vec::new();
        for actor in 0..types.len() {
            for target in 0..types.len() {
                if self.seen.insert([types[actor].key.clone(), types[target].key.clone()]) {
                    new.push((actor, target));
                }
            }
        }
        let mut verbs = both(deeds(&sides.before.data), deeds(&sides.after.data));
        // On a table units fight without a command of their own: when a step ends in which they touch.
        if catalogue.tabletop.is_some() {
            verbs.extend(both(endings(&sides.before.data), endings(&sides.after.data)));
        }
        self.all.pairs.1 += (new.len() * verbs.len()) as u64;
        let field = Some(Field::new(sides, &self.changed, &self.cancel, self.cost));
        let tours = verbs.into_iter().map(|deed| Tour::new(deed, &new)).collect();
        self.venues.push(Venue { scenario, types, field, tours });
    }

    /// Lets all pairs meet that were added, a pair of each command in turn. False where it was broken off, or no time is left.
    pub fn go(&mut self) -> bool {
        while self.venues.iter().any(Venue::has_more) {
            for venue in &mut self.venues {
                let Some(field) = &mut venue.field else { continue };
                for tour in venue.tours.iter_mut().filter(|tour| !tour.is_over()) {
                    self.all.late |= self.cost.1.is_some_and(|until| Instant::now() >= until);
                    let goes_on = !self.cancel.load(Ordering::Relaxed)
                        && !self.all.late
                        && (self.goes_on)(self.all.pairs.0, self.all.pairs.1);
                    let step = if goes_on { tour.step(field, &venue.types) } else { Step::BrokenOff };
                    match step {
                        Step::Foes => self.all.pairs.0 += 1,
                        Step::Friends => {}
                        Step::BrokenOff => return false,
                    }
                }
            }
        }
        true
    }

    /// What was found, the most changed first; equal ones in the order of the types.
    pub fn finish(mut self) -> Meetings {
        let mut options = Options::default();
        for venue in self.venues {
            let Some(field) = venue.field else {
                let (verb, reason) = (String::new(), "it has no map".to_owned());
                self.all.unmet.push(Unmet { scenario: venue.scenario, verb, pair: None, reason });
                continue;
            };
            self.all.set_ups += field.set_ups;
            field.stages.iter().for_each(|stage| options.add(&stage.options));
            for tour in venue.tours {
                tour.keep(&venue.scenario, &venue.types, &mut self.all);
            }
        }
        self.all.met.sort_by_key(|meeting| std::cmp::Reverse(meeting.change()));
        let met = &self.all.met;
        self.all.left_out = options.left_out(|verb| met.iter().any(|meeting| *meeting.verb == *verb));
        self.all
    }

    /// Whether there is no time left, and something has been left out for that.
    pub fn is_late(&self) -> bool {
        self.all.late
    }
}

/// A scenario, with the commands that go through its pairs.
struct Venue {
    scenario: String,
    types: Vec<Type>,
    /// Where they meet; none where there is no map.
    field: Option<Field>,
    tours: Vec<Tour>,
}

impl Venue {
    fn has_more(&self) -> bool {
        self.tours.iter().any(|tour| !tour.is_over())
    }
}

/// The deeds of both stacks.
fn both(mut before: Vec<Deed>, after: Vec<Deed>) -> Vec<Deed> {
    let is_same = |a: &Deed, b: &Deed| a.verb == b.verb && (a.units.is_some() || a.phases == b.phases);
    let new: Vec<Deed> = after.into_iter().filter(|a| !before.iter().any(|b| is_same(a, b))).collect();
    before.extend(new);
    before
}

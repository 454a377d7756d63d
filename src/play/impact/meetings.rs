//! Every meeting of unit types: each ordered pair, with every command that is about two units.

use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use super::deeds::{Deed, deeds, endings};
use super::ground::{Spot, spots};
use super::meeting::{Came, Change, Meeting, Unmet, change};
use super::options::{LeftOut, Options};
use super::own::{own_types, stands_for};
use super::stage::{Cost, Pair, Stage};
use crate::diagnostic::counted;
use crate::kernel::value::SideId;
use crate::odds::Ratio;
use crate::pack::Loaded;

/// So many reasons are told for a command that no pair may give.
const MOST_REASONS: usize = 4;

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
    /// Types that were met, with where they are printed: two scenarios may share some.
    seen: BTreeSet<[(String, String); 2]>,
    all: Meetings,
    options: Options,
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
        let (seen, all) = (BTreeSet::new(), Meetings::default());
        Survey { cancel: cancel.clone(), changed, seen, all, options: Options::default(), cost, goes_on }
    }

    /// What was found, the most changed first; equal ones in the order of the types.
    pub fn finish(mut self) -> Meetings {
        self.all.met.sort_by_key(|meeting| std::cmp::Reverse(meeting.change()));
        let met = &self.all.met;
        self.all.left_out = self.options.left_out(|verb| met.iter().any(|meeting| *meeting.verb == *verb));
        self.all
    }

    /// Whether there is no time left, and something has been left out for that.
    pub fn is_late(&self) -> bool {
        self.all.late
    }

    /// Meets all pairs of a scenario that have not met yet. False where it was broken off, or no time is left.
    pub fn scenario(&mut self, sides: &Sides) -> bool {
        let set_up = sides.before.data.set_up.as_ref();
        let Some(set_up) = set_up else { return true };
        let scenario = set_up.scenario.to_string();
        if set_up.map.hexes().next().is_none() && sides.before.rules.catalogue().tabletop.is_none() {
            let reason = "it has no map".to_owned();
            self.all.unmet.push(Unmet { scenario, verb: String::new(), pair: None, reason });
            return true;
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
        if sides.before.rules.catalogue().tabletop.is_some() {
            verbs.extend(both(endings(&sides.before.data), endings(&sides.after.data)));
        }
        self.all.pairs.1 += (new.len() * verbs.len()) as u64;
        let catalogue = &sides.before.rules.catalogue();
        let places = spots(catalogue, sides.before.rules.map(), &self.changed);
        let stages =
            [&sides.before, &sides.after].map(|loaded| Stage::new(loaded.clone(), &self.cancel, self.cost));
        let mut field = Field { stages, places, sides: catalogue.sides.len() as u32, set_ups: 0 };
        let whole = self.commands(&mut field, &scenario, &verbs, &types, &new);
        self.all.set_ups += field.set_ups;
        field.stages.iter().for_each(|stage| self.options.add(&stage.options));
        whole
    }

    /// Lets the pairs meet with every command. False where it was broken off, or no time is left.
    fn commands(
        &mut self,
        field: &mut Field,
        scenario: &str,
        verbs: &[Deed],
        types: &[Type],
        new: &[(usize, usize)],
    ) -> bool {
        for deed in verbs {
            let mut found: Vec<(bool, Found, usize, usize)> = Vec::new();
            let mut refused: Vec<String> = Vec::new();
            for friends in [false, true] {
                if friends && deed.units.is_none() {
                    break;
                }
                found.clear();
                for &(actor, target) in new {
                    self.all.late |= self.cost.1.is_some_and(|until| Instant::now() >= until);
                    let goes_on = !self.cancel.load(Ordering::Relaxed)
                        && !self.all.late
                        && (self.goes_on)(self.all.pairs.0, self.all.pairs.1);
                    let best = match goes_on {
                        true => field.meet(deed, &types[actor], &types[target], friends),
                        false => Found::BrokenOff,
                    };
                    match &best {
                        Found::Met(..) => {}
                        Found::Not(reason) => refused.push(reason.clone()),
                        Found::BrokenOff => {
                            // What no pair has done so far another may yet do: nothing is told of that.
                            if found.iter().any(|(_, found, ..)| found.is_chancy()) {
                                self.keep(scenario, deed, types, found, &refused);
                            }
                            return false;
                        }
                    }
                    found.push((friends, best, actor, target));
                    self.all.pairs.0 += u64::from(!friends);
                }
                if found.iter().any(|(_, found, ..)| found.is_met()) {
                    break;
                }
            }
            self.keep(scenario, deed, types, found, &refused);
        }
        true
    }

    fn keep(
        &mut self,
        scenario: &str,
        deed: &Deed,
        types: &[Type],
        mut found: Vec<(bool, Found, usize, usize)>,
        refused: &[String],
    ) {
        let verb = deed.verb.to_string();
        let unmet = |pair, reason| Unmet { scenario: scenario.to_owned(), verb: verb.clone(), pair, reason };
        // Most steps end without anything that dice decide.
        if deed.units.is_none() {
            found.retain(|(_, f, ..)| f.is_chancy());
            if found.is_empty() {
                return;
            }
        }
        if !found.iter().any(|(_, f, ..)| f.is_met()) {
            // What no two units can do is told once.
            if let Some(reason) = in_one(refused) {
                self.all.unmet.push(unmet(None, reason));
            }
            return;
        }
        if !found.iter().any(|(_, f, ..)| f.is_chancy()) {
            return self.all.unmet.push(unmet(None, "it leaves nothing to chance".to_owned()));
        }
        for (friends, found, actor, target) in found {
            let (actor, target) = (types[actor].title.clone(), types[target].title.clone());
            match found {
                Found::Met(place, before, after) => self.all.met.push(Meeting {
                    scenario: scenario.to_owned(),
                    verb: verb.clone(),
                    actor,
                    target,
                    friends,
                    place,
                    before,
                    after,
                }),
                Found::Not(reason) => self.all.unmet.push(unmet(Some((actor, target)), reason)),
                Found::BrokenOff => {}
            }
        }
    }
}

/// What came of a pair: the set-up that changes most, or what the rules say to the most usual one.
enum Found {
    Met(String, Came, Came),
    Not(String),
    /// It was broken off before that was known.
    BrokenOff,
}

impl Found {
    fn is_met(&self) -> bool {
        matches!(self, Found::Met(..))
    }

    /// Whether chance has a say in it, without the house rule or with it.
    fn is_chancy(&self) -> bool {
        matches!(self, Found::Met(_, before, after) if before.is_chancy() || after.is_chancy())
    }
}

/// All that the rules say against a command that no pair may give, what most are told first.
fn in_one(refused: &[String]) -> Option<String> {
    let mut counts: Vec<(&String, usize)> = Vec::new();
    for reason in refused {
        match counts.iter_mut().find(|(known, _)| *known == reason) {
            Some((_, count)) => *count += 1,
            None => counts.push((reason, 1)),
        }
    }
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let mut told: Vec<String> =
        counts.iter().take(MOST_REASONS).map(|(reason, _)| (*reason).clone()).collect();
    if counts.len() > MOST_REASONS {
        told.push(counted(counts.len() - MOST_REASONS, "other reason"));
    }
    (!told.is_empty()).then(|| told.join("; or "))
}

/// Both stacks with the places where units can meet.
struct Field {
    stages: [Stage; 2],
    places: Vec<Spot>,
    sides: u32,
    set_ups: u64,
}

impl Field {
    fn meet(&mut self, deed: &Deed, actor: &Type, target: &Type, friends: bool) -> Found {
        let own = actor.side.unwrap_or(SideId(0));
        let other =
            target.side.filter(|side| *side != own).unwrap_or(SideId((own.0 + 1) % self.sides.max(1)));
        let other = if friends { own } else { other };
        if !friends && other == own {
            return Found::Not("there is no other side".to_owned());
        }
        let pairs =
            [0, 1].map(|at| Pair { actor: (&actor.names[at], own), target: (&target.names[at], other) });
        let mut best: Option<(Change, String, Came, Came)> = None;
        let mut reason = None;
        let ends = deed.units.is_none();
        let places = self.places.iter().filter(|spot| !ends || spot.standing.is_contact());
        for spot in places.cloned().collect::<Vec<_>>() {
            let starts = [0, 1].map(|at| self.stages[at].set_up(&pairs[at], &spot));
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

/// A unit type that takes part.
struct Type {
    name: String,
    title: String,
    /// What stands for it without and with the house rule: itself, or the type that it was made from for one unit.
    names: [String; 2],
    /// Its name, and where it is printed; of one made for one unit, where its scenario places that.
    key: (String, String),
    /// The side that has such units in the scenario.
    side: Option<SideId>,
}

/// The types of both stacks: those of before, then those that only come with the house rule.
fn types(sides: &Sides) -> Vec<Type> {
    let mut types: Vec<Type> = Vec::new();
    let stacks = [&sides.before, &sides.after];
    for (at_stack, loaded) in stacks.into_iter().enumerate() {
        let own = own_types(loaded);
        let catalogue = loaded.rules.catalogue();
        let placed = loaded.data.set_up.iter().flat_map(|s| &s.placed);
        for (at, unit) in catalogue.unit_types.iter().enumerate() {
            if types.iter().any(|t| *t.name == *unit.name) {
                continue;
            }
            let side = placed.clone().find(|p| p.unit_type.index() == at).map(|p| p.side);
            let title = if unit.title.is_empty() { &unit.name } else { &unit.title };
            let mut names = [unit.name.to_string(), unit.name.to_string()];
            if let Some(bases) = own.get(&unit.name) {
                names[1 - at_stack] = stands_for(&unit.name, bases, stacks[1 - at_stack]).to_string();
            }
            types.push(Type {
                name: unit.name.to_string(),
                title: title.to_string(),
                names,
                key: (unit.name.to_string(), loaded.sources.place(unit.origin.span)),
                side,
            });
        }
    }
    // Where two share their long name, the short one tells them apart.
    let titles: Vec<String> = types.iter().map(|t| t.title.clone()).collect();
    for unit in types.iter_mut().filter(|t| titles.iter().filter(|title| **title == t.title).count() > 1) {
        unit.title = format!("{} ({})", unit.title, unit.name);
    }
    types
}

/// The deeds of both stacks.
fn both(mut before: Vec<Deed>, after: Vec<Deed>) -> Vec<Deed> {
    let is_same = |a: &Deed, b: &Deed| a.verb == b.verb && (a.units.is_some() || a.phases == b.phases);
    let new: Vec<Deed> = after.into_iter().filter(|a| !before.iter().any(|b| is_same(a, b))).collect();
    before.extend(new);
    before
}

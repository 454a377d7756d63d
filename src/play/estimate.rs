//! What a position is worth to a side, knowing no game: who has won, the units in play, who would win if time were
//! up, how near the enemy is, and what rules make of the units' numbers where they stand.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use super::bout::Bout;
use super::nearness::apart;
use crate::kernel::catalogue::{UnitType, Write};
use crate::kernel::state::{Place, State};
use crate::kernel::value::{SideId, Value};
use crate::rules::Failure;

/// What a unit of worth 1 counts.
const UNIT: i64 = 1_000_000;
/// What one hex or one inch nearer to the enemy counts: nothing that could outweigh a unit.
const STEP: i64 = 100;
/// What a point counts of the numbers that rules compute for units where they stand: more than nothing, so that nobody leaves good ground
/// for bad, and less than half a step.
const POINT: i64 = 40;
/// After so many turns in which nobody was lost it counts half of that, so that nobody stays on good ground for ever because the enemy does.
const PATIENCE: u32 = 8;
/// A unit is worth so much at most, so that sums stay in bounds.
const MOST_WORTH: i64 = 1_000_000;
/// A number that is computed counts for so many points at most: it shall outweigh no unit.
const MOST_POINTS: i64 = 1000;
/// A game is late when so many turns more have gone by.
const LATE: u32 = 1000;

/// Estimates positions of one game. What it has found out it keeps, until [`Estimate::anew`]; since when nobody was lost, for the whole game.
#[derive(Debug, Default)]
pub(super) struct Estimate {
    /// The rule that tells a unit's worth, where the pack names one.
    worth: Option<Arc<str>>,
    /// By unit type, the expressions that compute its numbers.
    computed: Vec<Vec<Arc<str>>>,
    /// How many units are in play, and since which turn.
    since: Option<(usize, u32)>,
    /// What a point of such a number counts.
    point: i64,
    /// What holding what wins late games counts.
    prospect: i64,
    known: HashMap<(u64, SideId), f64>,
}

impl Estimate {
    /// Begins to estimate positions that may come from this one.
    ///
    /// # Errors
    /// A mistake in the rules, or a run that was broken off.
    pub(super) fn anew(&mut self, bout: &mut Bout) -> Result<(), Failure> {
        self.known.clear();
        self.worth = bout.loaded().data.hooks.get("worth").map(|(rule, _)| rule.clone());
        let computed = |of: &UnitType| {
            let writes = of.attributes.values().flatten().map(|written| &written.write);
            let rules =
                writes.filter_map(|write| if let Write::Compute(rule) = write { Some(rule) } else { None });
            rules.cloned().collect()
        };
        self.computed = bout.loaded().rules.catalogue().unit_types.iter().map(computed).collect();
        self.point = self.point_now(bout.state());
        let all: i64 = self.forces(bout)?.iter().sum();
        self.prospect = all / 4;
        Ok(())
    }

    /// What a point counts in this turn.
    fn point_now(&mut self, state: &State) -> i64 {
        let in_play = state.units().filter(|(_, unit)| unit.place != Place::Out).count();
        let turn = state.clock().turn;
        let since = match self.since {
            Some((before, since)) if before == in_play && since <= turn => since,
            _ => turn,
        };
        self.since = Some((in_play, since));
        if turn - since < PATIENCE { POINT } else { POINT / 2 }
    }

    /// What the position is worth to a side, as a share of a won game: 1 for one that is won, 0 for one that is lost, one
    /// half for a draw and where nobody is ahead.
    ///
    /// # Errors
    /// As for [`Estimate::anew`].
    pub(super) fn of(&mut self, bout: &mut Bout, side: SideId) -> Result<f64, Failure> {
        if let Some(share) = ended(bout.state(), side) {
            return Ok(share);
        }
        let key = (digest(bout.state()), side);
        match self.known.get(&key) {
            Some(known) => Ok(*known),
            None => self.reckon(bout, side, key),
        }
    }

    /// The same of a position of which it was not asked yet whether it ends the game.
    ///
    /// # Errors
    /// As for [`Estimate::anew`].
    pub(super) fn judged(&mut self, bout: &mut Bout, side: SideId) -> Result<f64, Failure> {
        if let Some(share) = ended(bout.state(), side) {
            return Ok(share);
        }
        // Many outcomes of the dice come to the same position: it is judged once.
        let key = (digest(bout.state()), side);
        if let Some(known) = self.known.get(&key) {
            return Ok(*known);
        }
        bout.judge()?;
        match ended(bout.state(), side) {
            Some(share) => {
                self.known.insert(key, share);
                Ok(share)
            }
            None => self.reckon(bout, side, key),
        }
    }

    fn reckon(&mut self, bout: &mut Bout, side: SideId, key: (u64, SideId)) -> Result<f64, Failure> {
        let mut forces = self.forces(bout)?;
        for (force, points) in forces.iter_mut().zip(self.points(bout)?) {
            *force += self.point * points;
        }
        let own = forces.get(side.index()).copied().unwrap_or(0);
        let others = i64::try_from(forces.len()).unwrap_or(i64::MAX).saturating_sub(1).max(1);
        let against = forces.iter().sum::<i64>() - own;
        let late = match bout.ends_late(LATE) {
            Ok(ending) => ending.and_then(|e| e.winner),
            // A condition that cannot be asked in a far turn tells nothing about it.
            Err(Failure::Broken(_) | Failure::Refused(_)) => None,
            Err(stopped) => return Err(stopped),
        };
        let prospect = late.map_or(0, |winner| if winner == side { self.prospect } else { -self.prospect });
        let value = own - against / others + prospect - STEP * apart(bout, side) / 1000;
        // Half of all there is ahead counts as three parts in four of a won game.
        let ahead = value as f64 / (2 * self.prospect).max(UNIT) as f64;
        let share = 0.5 + 0.5 * ahead / (1.0 + ahead.abs());
        self.known.insert(key, share);
        Ok(share)
    }

    /// By side, the numbers together that rules compute for its units on the map.
    fn points(&self, bout: &mut Bout) -> Result<Vec<i64>, Failure> {
        let mut points = vec![0; bout.loaded().rules.catalogue().sides.len()];
        if self.computed.iter().all(Vec::is_empty) {
            return Ok(points);
        }
        let units =
            bout.state().units().filter(|(_, unit)| matches!(unit.place, Place::Hex(_) | Place::Table(..)));
        let on_map: Vec<_> = units.map(|(id, unit)| (id, unit.side, unit.unit_type)).collect();
        for (unit, side, of) in on_map {
            for rule in &self.computed[of.index()] {
                points[side.index()] += match bout.ask(rule, &[Value::Unit(unit)]) {
                    Ok(Value::Int(number)) => number.clamp(-MOST_POINTS, MOST_POINTS),
                    // Nobody may ever ask for a number that cannot be had.
                    Ok(_) | Err(Failure::Broken(_) | Failure::Refused(_)) => 0,
                    Err(stopped) => return Err(stopped),
                };
            }
        }
        Ok(points)
    }

    /// By side, what its units in play are worth together.
    fn forces(&self, bout: &mut Bout) -> Result<Vec<i64>, Failure> {
        let mut forces = vec![0; bout.loaded().rules.catalogue().sides.len()];
        let units = bout.state().units();
        let in_play: Vec<_> =
            units.filter(|(_, u)| u.place != Place::Out).map(|(id, u)| (id, u.side)).collect();
        for (unit, side) in in_play {
            let worth = match &self.worth {
                None => 1,
                Some(rule) => match bout.ask(rule, &[Value::Unit(unit)])? {
                    Value::Int(worth) => worth.clamp(-MOST_WORTH, MOST_WORTH),
                    _ => 1,
                },
            };
            forces[side.index()] += UNIT * worth;
        }
        Ok(forces)
    }
}

/// What a game that has ended is worth to a side.
fn ended(state: &State, side: SideId) -> Option<f64> {
    let ending = state.ending()?;
    Some(ending.winner.map_or(0.5, |winner| if winner == side { 1.0 } else { 0.0 }))
}

/// A number that states share only where they are equal, as far as chance can tell. It is never shown or kept.
fn digest(state: &State) -> u64 {
    let mut hasher = DefaultHasher::new();
    for (_, unit) in state.units() {
        unit.place.hash(&mut hasher);
    }
    for written in state.written() {
        written.hash(&mut hasher);
    }
    let clock = state.clock();
    (clock.turn, &clock.phase, clock.side).hash(&mut hasher);
    hasher.finish()
}

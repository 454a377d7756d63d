//! Two units on a map or a table under one stack of rules: set up, asked what is allowed, and what it comes to.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use super::deeds::Deed;
use super::equipment::equipment;
use super::ground::{Hexes, Spot, Standing, Whose};
use super::meeting::Came;
use super::on_table::{self, Extent, Facings};
use super::options::Options;
use crate::data::{ParamKind, Part};
use crate::kernel::dice::Generator;
use crate::kernel::door::Stop;
use crate::kernel::plane::{Facing, Footprint, Length, Point, bounds_of};
use crate::kernel::state::{Clock, Place, State, Target};
use crate::kernel::value::{SideId, TypeId, UnitId, Value};
use crate::odds::{ENDLESS, Limit, NoOdds, Policy};
use crate::pack::Loaded;
use crate::play::{Bout, PlayerKind, Table};
use crate::rules::Failure;
use crate::session::procedure;

/// What the odds of meetings may cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cost {
    /// So many runs of its rule for one meeting in one place.
    pub runs: u64,
    /// So much time for all meetings together; none for as much as they take.
    pub time: Option<Duration>,
}

impl Default for Cost {
    fn default() -> Cost {
        Cost { runs: 200_000, time: None }
    }
}

/// Of the dice and choices with which a set-up begins.
const SEED: u64 = 1;

/// What was set up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Pair {
    /// Whoever acts.
    pub(super) actor: Party,
    /// The other.
    pub(super) target: Party,
}

/// Who takes part in a pair.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Party {
    /// By its name.
    pub(super) unit_type: String,
    pub(super) side: SideId,
    /// The unit of the scenario whose equipment it has.
    pub(super) lender: Option<Arc<str>>,
}

/// One stack of rules, with a bare map.
pub(super) struct Stage {
    pub(super) loaded: Rc<Loaded>,
    bout: Bout,
    /// What the packs list for words of commands that name no unit.
    pub(super) options: Options,
    runs: u64,
    until: Option<Instant>,
    /// Who throws and decides while the pack's own first rule runs: the same for both stacks.
    table: Table,
    /// What types take up on a table with the equipment of a unit, as they face.
    extents: BTreeMap<(TypeId, Option<Arc<str>>, Facing), Extent>,
    /// Where a table has room for two of such extents, or that it has none.
    rooms: BTreeMap<(Facings, Extent, Extent), Option<[Point; 2]>>,
}

/// Who stands where.
struct Placed<'p> {
    name: &'static str,
    unit_type: TypeId,
    party: &'p Party,
    place: Place,
}

impl Stage {
    /// Odds take so many runs at most, and are worked out until a certain time.
    pub(super) fn new(
        loaded: Rc<Loaded>,
        cancel: &Arc<AtomicBool>,
        (runs, until): (u64, Option<Instant>),
    ) -> Stage {
        let bout = Bout::new(loaded.clone(), cancel);
        let sides = loaded.rules.catalogue().sides.len();
        let players = (0..sides).map(|_| PlayerKind::Random.player(Generator::new(SEED)));
        let table = Table::new(players.collect());
        Stage {
            loaded,
            bout,
            options: Options::default(),
            runs,
            until,
            table,
            extents: BTreeMap::new(),
            rooms: BTreeMap::new(),
        }
    }

    /// The two units where they are to meet; nothing where this stack knows one of the types, or a hex, not at all, or a table
    /// has no room for the two.
    pub(super) fn set_up(&mut self, pair: &Pair, spot: &Spot) -> Option<State> {
        let catalogue = self.loaded.rules.catalogue().clone();
        let parties = [&pair.actor, &pair.target];
        let types =
            [catalogue.type_named(&parties[0].unit_type)?, catalogue.type_named(&parties[1].unit_type)?];
        let placed = match &spot.standing {
            Standing::Hexes(hexes) => self.in_hexes(types, parties, hexes)?,
            Standing::Table(facings) => self.on_table(types, parties, facings)?,
        };
        Some(self.begun(&placed))
    }

    fn in_hexes<'p>(
        &self,
        types: [TypeId; 2],
        parties: [&'p Party; 2],
        hexes: &Hexes,
    ) -> Option<Vec<Placed<'p>>> {
        let map = self.loaded.rules.map();
        if !map.contains(hexes.from) || !map.contains(hexes.to) {
            return None;
        }
        let stands = |name, of: usize, hex| Placed {
            name,
            unit_type: types[of],
            party: parties[of],
            place: Place::Hex(hex),
        };
        let mut placed = vec![stands("attacker", 0, hexes.from), stands("target", 1, hexes.to)];
        if let Some((whose, hex)) = hexes.beside {
            placed.push(stands("comrade", usize::from(whose == Whose::Target), hex));
        }
        Some(placed)
    }

    fn on_table<'p>(
        &mut self,
        types: [TypeId; 2],
        parties: [&'p Party; 2],
        facings: &Facings,
    ) -> Option<Vec<Placed<'p>>> {
        let table = self.loaded.rules.catalogue().tabletop.clone()?;
        let faces = [Facing::bearing(0), facings.target];
        let [actor, target] = [0, 1].map(|of| self.extent(types[of], parties[of], faces[of]));
        let room = self.rooms.entry((*facings, actor, target));
        let [from, to] = (*room.or_insert_with(|| on_table::places(&table, facings, actor, target)))?;
        let stands = |name, of: usize, at| Placed {
            name,
            unit_type: types[of],
            party: parties[of],
            place: Place::Table(at, faces[of]),
        };
        Some(vec![stands("attacker", 0, from), stands("target", 1, to)])
    }

    /// What a type takes up about its own point when it faces so, by the pack's own rule for pictures; nothing but the point where
    /// there is no such rule.
    fn extent(&mut self, unit_type: TypeId, party: &Party, facing: Facing) -> Extent {
        let key = (unit_type, party.lender.clone(), facing);
        if let Some(known) = self.extents.get(&key) {
            return *known;
        }
        let extent = self.measured(unit_type, party, facing).unwrap_or_default();
        self.extents.insert(key, extent);
        extent
    }

    fn measured(&mut self, unit_type: TypeId, party: &Party, facing: Facing) -> Option<Extent> {
        let table = self.loaded.rules.catalogue().tabletop.clone()?;
        let (rule, _) = self.loaded.data.hooks.get("footprint").cloned()?;
        let half = |length: Length| Length::thousandths(length.in_thousandths() / 2);
        let middle = Point::new(half(table.width()), half(table.depth()));
        let place = Place::Table(middle, facing);
        let alone = self.begun(&[Placed { name: "attacker", unit_type, party, place }]);
        self.bout.stand(&alone);
        let models = Footprint::read(&self.bout.ask(&rule, &[Value::Unit(UnitId(0))]).ok()?)?;
        let (low, high) =
            bounds_of(models.iter().map(Footprint::bounds).flat_map(|(low, high)| [low, high]))?;
        let from_middle = |point: Point| point.shifted(-middle.x(), -middle.y());
        Some((from_middle(low), from_middle(high)))
    }

    /// These units where they stand, behind the pack's own first rule.
    fn begun(&mut self, placed: &[Placed<'_>]) -> State {
        let catalogue = self.loaded.rules.catalogue().clone();
        let mut state = State::default();
        for Placed { name, unit_type, party, place } in placed {
            state.enlist(*name, *unit_type, party.side, *place);
        }
        procedure::set_properties(&mut state, &self.loaded.data, &catalogue);
        for (at, of) in placed.iter().enumerate() {
            for (property, word) in of.party.lender.iter().flat_map(|unit| equipment(&self.loaded, unit)) {
                state.write(Target::Unit(UnitId(at as u32)), property, word);
            }
        }
        state.commit();
        // The pack's own first rule may set what others rely on. Where it ends the game that two units make, or takes them from
        // the map, the units meet without it.
        let lots = |side: SideId| Generator::of_stream([0; 32], 1 + u64::from(side.0));
        let begun = self.table.begin(&mut self.bout, &state, Generator::new(SEED), lots).is_ok();
        let now = self.bout.state();
        let stand = placed.iter().zip(now.units()).take(2).all(|(of, (_, unit))| unit.place == of.place);
        if begun && now.ending().is_none() && stand {
            state.clone_from(now);
        }
        state
    }

    /// What a deed comes to in a phase of a side.
    pub(super) fn reckon(&mut self, start: &State, deed: &Deed, phase: &str, side: SideId) -> Came {
        let Some(verb) = self.loaded.data.verbs.iter().position(|v| v.name == deed.verb) else {
            return Came::Refused(format!("there is no command `{}`", deed.verb));
        };
        if !self.loaded.data.verbs[verb].is_of(phase) {
            return Came::Refused(format!("`{}` is not of this phase", deed.verb));
        }
        let mut state = start.clone();
        state.begin(Clock { turn: start.clock().turn.max(1), phase: Arc::from(phase), side: Some(side) });
        state.commit();
        self.bout.stand(&state);
        let arguments = match self.arguments(verb, deed) {
            Ok(Some(arguments)) => arguments,
            Ok(None) => return Came::Refused("nothing can be named for one of its words".to_owned()),
            Err(failure) => return of_failure(failure),
        };
        if let Err(failure) = self.bout.check(verb, &arguments) {
            return of_failure(failure);
        }
        let rule = &self.loaded.data.verbs[verb].rule;
        let usual = Limit::default().time;
        let left = self.until.map(|until| until.saturating_duration_since(Instant::now()));
        let time = left.map_or(usual, |left| left.min(usual));
        self.loaded.reckoner().set_limit(Limit { runs: self.runs, time });
        match self.loaded.reckoner().once(&state, rule, &arguments, &Policy::First) {
            Ok(odds) => Came::Odds(odds),
            Err(NoOdds::Refused(why)) => Came::Refused(why),
            Err(NoOdds::Cancelled) => Came::BrokenOff,
            Err(NoOdds::Failed(failure)) => of_failure(failure),
            Err(NoOdds::TooMany) if self.until.is_some_and(|until| Instant::now() >= until) => {
                Came::Unknown("there was no time left".to_owned())
            }
            Err(NoOdds::TooMany) => Came::Unknown("its dice can fall in too many ways".to_owned()),
            Err(NoOdds::TooMuch(why)) => Came::Unknown(why.to_string()),
            Err(NoOdds::Endless(_)) => Came::Unknown(ENDLESS.to_owned()),
            Err(NoOdds::Unknown(why)) => Came::Unknown(why),
        }
    }

    /// The arguments of a deed: the two units, and for whatever else it needs the first that the pack lists.
    fn arguments(&mut self, verb: usize, deed: &Deed) -> Result<Option<Vec<Value>>, Failure> {
        let slots = self.bout.slots(verb).to_vec();
        let mut arguments: Vec<Value> = Vec::with_capacity(slots.len());
        for (at, slot) in slots.iter().enumerate() {
            let unit = deed.units.iter().flatten().position(|place| *place == at);
            let value = match unit {
                Some(unit) => Value::Unit(UnitId(unit as u32)),
                None if slot.optional => Value::Nothing,
                None => {
                    let listed = self.bout.choices(verb, at, &arguments)?;
                    let Some(first) = listed.first().cloned() else { return Ok(None) };
                    let mut words = self.loaded.data.verbs[verb].form.iter().filter_map(|part| match part {
                        Part::Param { name, .. } => Some(name),
                        Part::Word(_) => None,
                    });
                    if slot.kind == ParamKind::Word {
                        self.options.note(&deed.verb, words.nth(at).map_or("", |name| name), listed);
                    }
                    first
                }
            };
            arguments.push(match (slot.kind, value) {
                (ParamKind::Units | ParamKind::Hexes, value) if value != Value::Nothing => {
                    Value::list([value])
                }
                (_, value) => value,
            });
        }
        Ok(Some(arguments))
    }
}

fn of_failure(failure: Failure) -> Came {
    match failure {
        Failure::Refused(refusal) => Came::Refused(refusal.reason),
        Failure::Stopped(Stop::Cancelled) => Came::BrokenOff,
        Failure::Stopped(stop) => Came::Unknown(stop.to_string()),
        Failure::Broken(told) => Came::Unknown(format!("{} {}", told.code, told.title)),
    }
}

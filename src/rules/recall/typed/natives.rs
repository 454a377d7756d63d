//! Primitives that are asked often, without the engine in between. What is called with other things than they take goes through the
//! engine, which tells.

use std::sync::Arc;

use rhai::{Dynamic, Position};
use smallvec::SmallVec;

use super::run::{MOST_ITEMS, Machine};
use super::tree::Native;
use super::value::{Closure, Val};
use crate::kernel::hex::{Edge, Hex};
use crate::kernel::state::{Clock, Deed, Place, Query};
use crate::kernel::value::{SideId, TerrainId, UnitId};
use crate::rules::primitives::{
    Tally, as_distance, as_phase, by_number, grounds, hexes_of, modifiers_of, name_outcome, reset, roll_of,
    throw, total, units_in_play, unrecorded,
};
use crate::rules::printed::named_steps;
use crate::rules::raise::{Outcome, refused};
use crate::rules::recall::between::Between;
use crate::rules::recall::trie::Search;
use crate::rules::trace::Spot;

known! {
    /// A primitive that trees call themselves.
    "game" 0 => Game,
    "turn" 0 => Turn,
    "phase" 0 => Phase,
    "active" 0 => Active,
    "is_over" 0 => IsOver,
    "sides" 0 => Sides,
    "side" 1 => Side,
    "units" 0 => Units,
    "units_of" 1 => UnitsOf,
    "units_at" 1 => UnitsAt,
    "sides_at" 1 => SidesAt,
    "units_within" 2 => UnitsWithin,
    "units_within" 3 => UnitsOfWithin,
    "sides_within" 2 => SidesWithin,
    "hexes_of" 1 => HexesOf,
    "value" 1 => Value,
    "terrains" 1 => Terrains,
    "terrains_for" 2 => TerrainsFor,
    "hexside_terrains" 2 => HexsideTerrains,
    "hexside_terrains_for" 3 => HexsideTerrainsFor,
    "within" 2 => Within,
    "neighbours" 1 => Neighbours,
    "edge" 1 => Edge,
    "distance" 2 => Distance,
    "by_number" 1 => ByNumber,
    "on_map" 1 => OnMap,
    "pass_only" 1 => PassOnly,
    "reach" 4 => Reach,
    "way" 5 => Way,
    "tally" 1 => Tally,
    "modifiers" 3 => Modifiers,
    "roll" 5 => Roll,
    "outcome" 1 => Outcome,
    "refuse" 1 => Refuse,
    "require" 2 => Require,
    "place" 2 => Place,
    "remove" 1 => Remove,
    "reserve" 1 => Reserve,
    "reset" 2 => Reset,
    "begin_phase" 3 => BeginPhase,
    "begin_phase" 2 => GoToPhase,
    "next_turn" 0 => NextTurn,
    "max" 2 => Max,
    "min" 2 => Min,
}

impl Known {
    /// Whether it asks nothing, or what has few answers.
    pub(super) fn has_few_answers(self) -> bool {
        use Known::*;
        !matches!(
            self,
            Units
                | UnitsOf
                | UnitsAt
                | UnitsWithin
                | UnitsOfWithin
                | HexesOf
                | Turn
                | Modifiers
                | Reach
                | Way
                | Roll
        )
    }

    /// Whether it asks or does the same with what stands for a hex.
    fn takes_standing(self, are_hexsides_bare: bool) -> bool {
        use Known::*;
        match self {
            UnitsAt | SidesAt | UnitsWithin | UnitsOfWithin | SidesWithin => true,
            Terrains | TerrainsFor | Distance | Reach | Way | Place => true,
            HexsideTerrains | HexsideTerrainsFor => are_hexsides_bare,
            _ => false,
        }
    }
}

impl Machine<'_> {
    /// Calls a primitive.
    pub(super) fn call_native(&self, native: &Native, arguments: &[Val]) -> Outcome<Val> {
        let are_hexsides_bare = || self.stage.map.hexsides().next().is_none();
        if self.memory.is_any_standing(arguments)
            && !native.known.is_some_and(|known| known.takes_standing(are_hexsides_bare()))
        {
            let told: SmallVec<[Val; 4]> =
                arguments.iter().map(|value| self.memory.told_val(value)).collect();
            return self.call_with(native, &told);
        }
        self.call_with(native, arguments)
    }

    /// The same with what it can be called with.
    fn call_with(&self, native: &Native, arguments: &[Val]) -> Outcome<Val> {
        let known = match native.known {
            Some(known) => self.known(known, native.at, arguments)?,
            None => None,
        };
        if let Some(answer) = known {
            return Ok(answer);
        }
        let told = |value: &Val| self.memory.told_val(value).to_dynamic();
        let mut values: SmallVec<[Dynamic; 4]> = arguments.iter().map(told).collect();
        let mut lent: SmallVec<[&mut Dynamic; 4]> = values.iter_mut().collect();
        let answer = self.call_at(&native.name, false, &mut lent, native.at)?;
        self.fitting(Val::of(answer))
    }

    /// Calls a primitive, unless it does not take these arguments.
    fn known(&self, known: Known, at: Position, arguments: &[Val]) -> Outcome<Option<Val>> {
        let stage = self.stage;
        Ok(Some(match (known, arguments) {
            (Known::Game, []) => Val::Game,
            (Known::Turn, []) => self.ask(Query::Turn),
            (Known::Phase, []) => self.ask(Query::Phase),
            (Known::Active, []) => self.ask(Query::Active),
            (Known::IsOver, []) => self.ask(Query::Over),
            (Known::Sides, []) => {
                let sides = 0..stage.catalogue.sides.len() as u32;
                Val::list(sides.map(|side| Val::Side(SideId(side))).collect())
            }
            (Known::Side, [Val::Text(name)]) => match stage.catalogue.side_named(name) {
                Some(side) => Val::Side(side),
                None => return Ok(None),
            },
            (Known::Units, []) => Val::list(units_in_play(stage).into_iter().map(Val::Unit).collect()),
            (Known::UnitsOf, [Val::Side(side)]) => self.ask(Query::UnitsOf(*side)),
            (Known::UnitsAt, [Val::Hex(hex)]) => self.ask(Query::UnitsAt(*hex)),
            (Known::SidesAt, [Val::Hex(hex)]) => self.ask(Query::SidesAt(*hex)),
            (Known::UnitsWithin, [Val::Hex(hex), Val::Int(far)]) => {
                self.ask(Query::UnitsWithin(*hex, as_distance(*far), None))
            }
            (Known::UnitsOfWithin, [Val::Hex(hex), Val::Int(far), Val::Side(side)]) => {
                self.ask(Query::UnitsWithin(*hex, as_distance(*far), Some(*side)))
            }
            (Known::SidesWithin, [Val::Hex(hex), Val::Int(far)]) => {
                self.ask(Query::SidesWithin(*hex, as_distance(*far)))
            }
            (Known::HexesOf, [Val::Side(side)]) => hexes(hexes_of(stage, *side).into_iter()),
            (Known::Value, [Val::Text(name)]) => {
                let context = self.context("value", at);
                Val::of_value(&named_steps(stage, &context, name)?.0)
            }
            (Known::Terrains, [Val::Hex(hex)]) => {
                let hex = stage.whole(*hex);
                self.grounds(stage.map.terrain(hex), None, hex)
            }
            (Known::TerrainsFor, [Val::Unit(unit), Val::Hex(hex)]) => {
                let hex = stage.whole(*hex);
                self.grounds(stage.map.terrain(hex), Some(*unit), hex)
            }
            (Known::HexsideTerrains, [Val::Hex(from), Val::Hex(to)]) => {
                let (from, to) = (stage.whole(*from), stage.whole(*to));
                self.grounds(stage.map.hexside(from, to), None, to)
            }
            (Known::HexsideTerrainsFor, [Val::Unit(unit), Val::Hex(from), Val::Hex(to)]) => {
                let (from, to) = (stage.whole(*from), stage.whole(*to));
                self.grounds(stage.map.hexside(from, to), Some(*unit), to)
            }
            (Known::Within, [Val::Hex(hex), Val::Int(far)]) => {
                hexes(stage.map.within(*hex, as_distance(*far)).take(MOST_ITEMS))
            }
            (Known::Neighbours, [Val::Hex(hex)]) => hexes(stage.map.neighbours(*hex)),
            (Known::Edge, [Val::Text(name)]) => match Edge::named(name) {
                Some(edge) => hexes(stage.map.edge(edge)),
                None => return Ok(None),
            },
            (Known::Distance, [Val::Hex(a), Val::Hex(b)]) => {
                Val::Int(self.memory.between(Between::Distance(*a, *b)).small())
            }
            (Known::ByNumber, [Val::List(items)]) => {
                let found: Option<Vec<Hex>> = items
                    .iter()
                    .map(|item| if let Val::Hex(hex) = item { Some(*hex) } else { None })
                    .collect();
                let Some(found) = found else { return Ok(None) };
                hexes(by_number(stage, found).into_iter())
            }
            (Known::OnMap, [Val::Hex(hex)]) => Val::Bool(stage.map.contains(*hex)),
            (Known::PassOnly, [Val::Int(cost)]) => Val::Pass(*cost),
            (Known::Reach, [Val::Hex(from), Val::Int(budget), most, Val::Closure(cost)]) => {
                let Some(search) = self.search_of((*from, None), *budget, most, cost) else {
                    return Ok(None);
                };
                let (found, _) = self.memory.search(stage, self.engine, &search, at)?;
                hexes(found.goals(&stage.map).into_iter())
            }
            (Known::Way, [Val::Hex(from), Val::Hex(to), Val::Int(budget), most, Val::Closure(cost)]) => {
                let Some(search) = self.search_of((*from, Some(*to)), *budget, most, cost) else {
                    return Ok(None);
                };
                let (_, word) = self.memory.search(stage, self.engine, &search, at)?;
                if word.is_refused() {
                    return refused(stage, Spot::default(), &*self.memory.reason(word));
                }
                self.memory.inner.borrow().lexicon.val(word)
            }
            (Known::Tally, [Val::Text(_)]) => match unrecorded(stage) {
                Some(tally) => Val::Tally(tally),
                None => return Ok(None),
            },
            (Known::Modifiers, [Val::Unit(unit), Val::Ground(ground), Val::Text(attribute)]) => {
                let context = self.context("modifiers", at);
                let met = modifiers_of(self.kit(), &context, *unit, *ground, attribute)?;
                Val::list(met.into_iter().map(|met| Val::Other(Dynamic::from(met))).collect())
            }
            (Known::Roll, [Val::Int(count), Val::Int(faces), Val::Text(kind), side, Val::Text(purpose)]) => {
                let context = self.context("roll", at);
                let side = side.to_dynamic();
                let roll = roll_of(self.kit(), &context, *count, *faces, kind, &side, purpose)?;
                Val::Int(throw(self.kit(), roll)?.total())
            }
            (Known::Outcome, [Val::Text(word)]) => {
                name_outcome(self.kit(), &self.context("outcome", at), word);
                Val::Nothing
            }
            (Known::Refuse, [Val::Text(reason)]) => {
                return refused(stage, Spot::default(), reason.as_str());
            }
            (Known::Require, [Val::Bool(holds), Val::Text(reason)]) => {
                if !holds {
                    return refused(stage, Spot::default(), reason.as_str());
                }
                Val::Nothing
            }
            (Known::Place, [Val::Unit(unit), Val::Hex(hex)]) if stage.map.contains(stage.whole(*hex)) => {
                self.put(*unit, Place::Hex(*hex))?
            }
            (Known::Remove, [Val::Unit(unit)]) => self.put(*unit, Place::Out)?,
            (Known::Reserve, [Val::Unit(unit)]) => self.put(*unit, Place::Reserve)?,
            (Known::Reset, [Val::Text(subject), Val::Text(name)]) => {
                reset(stage, subject, name)?;
                Val::Nothing
            }
            (Known::BeginPhase, [Val::Int(turn), Val::Text(phase), side]) => {
                let (Ok(turn), Some(side)) = (u32::try_from(*turn), optional_side(side)) else {
                    return Ok(None);
                };
                let phase: Arc<str> = as_phase(stage, phase)?;
                stage.carry(&Deed::Begin(Clock { turn, phase, side }))?;
                Val::Nothing
            }
            (Known::GoToPhase, [Val::Text(phase), side]) => {
                let Some(side) = optional_side(side) else { return Ok(None) };
                stage.carry(&Deed::Go(as_phase(stage, phase)?, side))?;
                Val::Nothing
            }
            (Known::NextTurn, []) => {
                stage.carry(&Deed::NextTurn)?;
                Val::Nothing
            }
            (Known::Max, [Val::Int(a), Val::Int(b)]) => Val::Int(*a.max(b)),
            (Known::Min, [Val::Int(a), Val::Int(b)]) => Val::Int(*a.min(b)),
            _ => return Ok(None),
        }))
    }

    fn put(&self, unit: UnitId, place: Place) -> Outcome<Val> {
        self.stage.carry(&Deed::Place(unit, place))?;
        Ok(Val::Nothing)
    }

    fn grounds(&self, terrain: &[TerrainId], unit: Option<UnitId>, hex: Hex) -> Val {
        Val::list(grounds(self.stage, terrain, unit, hex).map(Val::Ground).collect())
    }

    /// A search whose costs memory knows how to ask for.
    fn search_of(
        &self,
        (from, target): (Hex, Option<Hex>),
        budget: i64,
        most: &Val,
        cost: &Closure,
    ) -> Option<Search> {
        let most = match most {
            Val::Nothing => None,
            Val::Int(most) => Some(u32::try_from((*most).max(0)).unwrap_or(u32::MAX)),
            _ => return None,
        };
        let captured: Vec<Val> = cost.captured.iter().map(|value| self.memory.told_val(value)).collect();
        let captured = self.memory.words_of(&captured)?;
        let (function, captured, units, told_first) =
            self.memory.cost_function_of(cost.pointer.fn_name(), &captured)?;
        Some(Search { from, target, budget, most, function, captured, units, told_first })
    }

    /// The sum of a tally.
    pub(super) fn total(&self, tally: Tally) -> Outcome<Val> {
        total(self.stage, tally).map(Val::Int)
    }
}

fn hexes(hexes: impl Iterator<Item = Hex>) -> Val {
    Val::list(hexes.map(Val::Hex).collect())
}

fn optional_side(side: &Val) -> Option<Option<SideId>> {
    match side {
        Val::Nothing => Some(None),
        Val::Side(side) => Some(Some(*side)),
        _ => None,
    }
}

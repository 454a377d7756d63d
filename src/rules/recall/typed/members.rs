//! What stands behind a dot: looked up once, for each kind of value that may have it.

use std::rc::Rc;

use rhai::{Dynamic, ImmutableString, Position};

use super::run::{MOST_NAMES, Machine};
use super::value::Val;
use crate::kernel::catalogue::{AttributeForm, Catalogue, Subject};
use crate::kernel::state::{Query, Target};
use crate::kernel::value::Value;
use crate::rules::primitives::{called, write_value};
use crate::rules::printed::{terrain_of, terrain_value, type_value};
use crate::rules::raise::Outcome;

/// A property as it is called in scripts.
#[derive(Debug, Clone)]
pub(super) struct Member {
    name: ImmutableString,
    getter: ImmutableString,
    setter: ImmutableString,
    at: Position,
    of_unit: Option<OfUnit>,
    of_hex: Option<u32>,
    of_side: Option<OfSide>,
    of_game: Option<u32>,
    of_terrain: Option<OfTerrain>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum OfUnit {
    Hex,
    OnMap,
    InPlay,
    Side,
    Name,
    Type,
    Kind,
    /// Whether it is a flag.
    Attribute(bool),
    Property(u32),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum OfSide {
    Name,
    Title,
    Property(u32),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum OfTerrain {
    Name,
    Title,
    /// Whether it is a flag.
    Attribute(bool),
}

/// A property in a syntax tree: how it is read, how it is written, and its name.
type Property = ((ImmutableString, u64), (ImmutableString, u64), ImmutableString);

impl Member {
    pub(super) fn new(property: &Property, at: Position, catalogue: &Catalogue) -> Member {
        let ((getter, _), (setter, _), name) = property;
        let declared = |subject| catalogue.property(subject, name).map(|(number, _)| number as u32);
        let attribute = |subject| {
            let definition = catalogue.attributes.get(&(subject, name.as_str().into()))?;
            Some(definition.form == AttributeForm::Flag)
        };
        let of_unit = match name.as_str() {
            "hex" => Some(OfUnit::Hex),
            "on_map" => Some(OfUnit::OnMap),
            "in_play" => Some(OfUnit::InPlay),
            "side" => Some(OfUnit::Side),
            "name" => Some(OfUnit::Name),
            "unit_type" => Some(OfUnit::Type),
            "kind" => Some(OfUnit::Kind),
            _ => {
                let property = declared(Subject::Unit).map(OfUnit::Property);
                property.or(attribute(Subject::Unit).map(OfUnit::Attribute))
            }
        };
        let of_side = match name.as_str() {
            "name" => Some(OfSide::Name),
            "title" => Some(OfSide::Title),
            _ => declared(Subject::Side).map(OfSide::Property),
        };
        let of_terrain = match name.as_str() {
            "name" => Some(OfTerrain::Name),
            "title" => Some(OfTerrain::Title),
            _ => attribute(Subject::Terrain).map(OfTerrain::Attribute),
        };
        let (of_hex, of_game) = (declared(Subject::Hex), declared(Subject::Game));
        Member {
            name: name.clone(),
            getter: getter.clone(),
            setter: setter.clone(),
            at,
            of_unit,
            of_hex,
            of_side,
            of_game,
            of_terrain,
        }
    }

    /// Whether it is the hex of a unit.
    pub(super) fn is_hex_of_unit(&self) -> bool {
        self.of_unit == Some(OfUnit::Hex)
    }

    /// The target of a property that is declared, with its number.
    fn declared(&self, of: &Val) -> Option<(Target, u32)> {
        match of {
            Val::Unit(unit) => match self.of_unit {
                Some(OfUnit::Property(number)) => Some((Target::Unit(*unit), number)),
                _ => None,
            },
            Val::Hex(hex) => self.of_hex.map(|number| (Target::Hex(*hex), number)),
            Val::Side(side) => match self.of_side {
                Some(OfSide::Property(number)) => Some((Target::Side(*side), number)),
                _ => None,
            },
            Val::Game => self.of_game.map(|number| (Target::Game, number)),
            _ => None,
        }
    }
}

impl Machine<'_> {
    /// What stands behind a dot.
    pub(super) fn member(&self, of: &Val, member: &Member) -> Outcome<Val> {
        if let Some((target, number)) = member.declared(of) {
            return Ok(self.ask(Query::Property(target, number)));
        }
        match (of, member.of_unit, member.of_side, member.of_terrain) {
            (Val::Unit(unit), Some(what), ..) => match what {
                OfUnit::Hex => return Ok(self.ask(Query::Place(*unit))),
                OfUnit::OnMap => return Ok(self.ask(Query::OnMap(*unit))),
                OfUnit::InPlay => return Ok(self.ask(Query::InPlay(*unit))),
                OfUnit::Side | OfUnit::Type | OfUnit::Kind => {
                    if let Some(scene) = self.stage.scene() {
                        let unit = scene.state.unit(*unit);
                        return Ok(match what {
                            OfUnit::Side => Val::Side(unit.side),
                            OfUnit::Type => Val::Type(unit.unit_type),
                            _ => Val::Int(i64::from(unit.unit_type.0)),
                        });
                    }
                }
                OfUnit::Name => return Ok(Val::text(&called(self.stage, &Value::Unit(*unit)))),
                OfUnit::Attribute(is_flag) => {
                    let of = self.stage.scene().map(|scene| scene.state.unit(*unit).unit_type);
                    if let Some(of) = of {
                        let context = self.context(&member.getter, member.at);
                        let value = type_value(self.stage, &context, of, Some(*unit), &member.name)?;
                        return Ok(absent(is_flag, value));
                    }
                }
                OfUnit::Property(_) => {}
            },
            (Val::Side(side), _, Some(OfSide::Name), _) => {
                return Ok(Val::text(&self.stage.catalogue.side(*side).name));
            }
            (Val::Side(side), _, Some(OfSide::Title), _) => {
                return Ok(Val::text(&self.stage.catalogue.side(*side).title));
            }
            (Val::Ground(ground), _, _, Some(what)) => match what {
                OfTerrain::Name => return Ok(Val::text(&terrain_of(self.stage, *ground).name)),
                OfTerrain::Title => return Ok(Val::text(&terrain_of(self.stage, *ground).title)),
                OfTerrain::Attribute(is_flag) => {
                    let context = self.context(&member.getter, member.at);
                    let value = terrain_value(self.stage, &context, *ground, &member.name)?;
                    return Ok(absent(is_flag, value));
                }
            },
            (Val::Map(items), ..) => {
                return match items.get(member.name.as_str()) {
                    Some(value) => Ok(value.clone()),
                    None => self.lost(),
                };
            }
            (Val::Tally(tally), ..) if member.name == "total" => return self.total(*tally),
            _ => {}
        }
        self.through(&member.getter, &[of])
    }

    /// The same of the hex of a unit that is only looked into or handed on.
    pub(super) fn standing(&self, of: &Val, member: &Member) -> Outcome<Val> {
        let Val::Unit(unit) = of else { return self.member(of, member) };
        let word = self.memory.stands_on(self.stage, *unit);
        Ok(word.map_or(Val::Nothing, |word| self.memory.inner.borrow().lexicon.val(word)))
    }

    /// Writes what stands behind a dot of a variable.
    pub(super) fn set_member(&self, of: &mut Val, member: &Member, value: Val) -> Outcome<()> {
        let value = match of {
            Val::Map(_) => value,
            _ => self.memory.told_val(&value),
        };
        if let Val::Hex(hex) = of {
            *hex = self.memory.told(*hex);
        }
        match (member.declared(of), value.to_value()) {
            (Some((target, number)), Some(value)) => write_value(self.stage, target, number, value),
            _ => match of {
                Val::Map(items) => {
                    Rc::make_mut(items).insert(member.name.as_str().into(), value);
                    if items.len() > MOST_NAMES { self.lost() } else { Ok(()) }
                }
                _ => {
                    let mut changed = of.to_dynamic();
                    let mut value = value.to_dynamic();
                    let _ = self.call_at(&member.setter, true, &mut [&mut changed, &mut value], member.at)?;
                    *of = Val::of(changed);
                    Ok(())
                }
            },
        }
    }
}

/// A flag that is not there is false, whatever else is absent is nothing.
fn absent(is_flag: bool, value: Dynamic) -> Val {
    if is_flag && value.is_unit() { Val::Bool(false) } else { Val::of(value) }
}

//! Looking at the game.

use super::super::console::{Console, Input};
use super::super::named::one_of;
use super::super::show;
use super::super::told::Told;
use crate::data::{ParamKind, parse_line};
use crate::kernel::state::Unit;
use crate::kernel::value::{TypeId, UnitId, Value};
use crate::report::{Roster, terrain_json, terrain_table, type_told, unit_told, units_json, units_table};
use crate::session::{Trouble, TypedLine, place_in};

const UNITS: &str = "units [UNIT|TYPE|SIDE]… [--all]";

/// What `units` is asked about: units in the order of battle, and types that no unit in the game has.
#[derive(Debug, Default)]
struct Asked {
    units: Vec<UnitId>,
    types: Vec<TypeId>,
}

fn asked(console: &Console, input: &Input<'_>) -> Result<Asked, Trouble> {
    const KINDS: [ParamKind; 3] = [ParamKind::Unit, ParamKind::Type, ParamKind::Side];
    let state = console.session.state();
    let mut asked = Asked::default();
    for word in &input.line.words {
        let named = one_of(word, &KINDS, console.session.names(), &[])
            .map_err(|mistake| Trouble::of_line(input.text, mistake))?;
        let of = |is: &dyn Fn(&Unit) -> bool| -> Vec<UnitId> {
            state.units().filter(|(_, unit)| is(unit)).map(|(id, _)| id).collect()
        };
        match named {
            Value::Unit(unit) => asked.units.push(unit),
            Value::Side(side) => asked.units.extend(of(&|unit| unit.side == side)),
            Value::Type(kind) => {
                let catalogue = console.session.loaded().rules.catalogue();
                let is_of = |unit: &Unit| {
                    unit.unit_type == kind || catalogue.printed_type(&unit.name, unit.unit_type) == kind
                };
                asked.units.extend(of(&is_of));
                asked.types.push(kind);
            }
            _ => return Err(input.usage("expected a unit, a unit type or a side", UNITS)),
        }
    }
    asked.units.sort_unstable();
    asked.units.dedup();
    Ok(asked)
}

pub(super) fn units(console: &mut Console, input: &Input<'_>) -> Result<Told, Trouble> {
    let asked = asked(console, input)?;
    let rules = console.session.loaded().rules.clone();
    let state = console.session.state().clone();
    let session = std::cell::RefCell::new(&mut console.session);
    let compute = |unit: UnitId, rule: &str| session.borrow_mut().computed(unit, rule);
    let (catalogue, map) = (rules.catalogue(), rules.map());
    let only = (!input.line.words.is_empty()).then_some(&*asked.units);
    let roster = Roster { catalogue, map, state: &state, only, compute: Some(&compute) };
    let style = &console.front.style;
    if console.front.json || input.has_flag("json") {
        return Ok(Told::fine(units_json(&roster).to_string()));
    }
    let mut text: String = asked.types.iter().map(|kind| type_told(&roster, *kind, style)).collect();
    let is_one = asked.types.is_empty() && asked.units.len() == 1;
    match (only, input.has_flag("all") || is_one) {
        (Some(units), true) => {
            text.extend(units.iter().map(|unit| unit_told(&roster, *unit, input.has_flag("all"), style)));
        }
        _ => text.push_str(&units_table(&roster, style)),
    }
    Ok(Told::fine(text))
}

pub(super) fn terrain(console: &mut Console, input: &Input<'_>) -> Result<Told, Trouble> {
    let catalogue = console.session.loaded().rules.catalogue().clone();
    Ok(Told::fine(match console.front.json || input.has_flag("json") {
        true => terrain_json(&catalogue).to_string(),
        false => terrain_table(&catalogue, &console.front.style),
    }))
}

pub(super) fn now(console: &mut Console, input: &Input<'_>) -> Result<Told, Trouble> {
    if !input.line.words.is_empty() {
        return following(console, input);
    }
    Ok(Told::fine(match console.front.json || input.has_flag("json") {
        true => show::now_json(&console.session).to_string(),
        false => show::now(&console.session, &console.front),
    }))
}

/// What may follow a line that is begun.
fn following(console: &mut Console, input: &Input<'_>) -> Result<Told, Trouble> {
    let text = input.rest();
    let Ok(line) = parse_line(text) else { return Err(input.usage("which command?", "now [LINE]")) };
    let typed = TypedLine::of(input.text, [place_in(input.text, text)]);
    let following =
        console.session.following(text, &line).map_err(|trouble| typed.told(trouble, input.text))?;
    Ok(Told::fine(match console.front.json || input.has_flag("json") {
        true => show::following_json(text, &following).to_string(),
        false => show::following(&following, &console.front.style),
    }))
}

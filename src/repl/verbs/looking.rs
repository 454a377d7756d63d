//! Looking at the game.

use super::super::console::{Console, Input};
use super::super::show;
use super::super::told::Told;
use crate::data::ParamKind;
use crate::kernel::value::{SideId, UnitId, Value};
use crate::report::{Roster, terrain_json, terrain_table, units_json, units_table};
use crate::session::{Trouble, one};

fn named(console: &Console, input: &Input<'_>) -> Result<Value, Trouble> {
    let word = input.line.words.first().ok_or_else(|| input.usage("which side?", "units [SIDE]"))?;
    one(word, ParamKind::Side, console.session.names()).map_err(|m| Trouble::of_line(input.text, m))
}

pub(super) fn units(console: &mut Console, input: &Input<'_>) -> Result<Told, Trouble> {
    let side: Option<SideId> = match input.line.words.is_empty() {
        true => None,
        false => match named(console, input)? {
            Value::Side(side) => Some(side),
            _ => None,
        },
    };
    let rules = console.session.loaded().rules.clone();
    let state = console.session.state().clone();
    let asked = std::cell::RefCell::new(&mut console.session);
    let compute = |unit: UnitId, rule: &str| asked.borrow_mut().computed(unit, rule);
    let (catalogue, map) = (rules.catalogue(), rules.map());
    let roster = Roster { catalogue, map, state: &state, side, compute: Some(&compute) };
    Ok(Told::fine(match console.front.json || input.has_flag("json") {
        true => units_json(&roster).to_string(),
        false => units_table(&roster, &console.front.style),
    }))
}

pub(super) fn terrain(console: &mut Console, input: &Input<'_>) -> Result<Told, Trouble> {
    let catalogue = console.session.loaded().rules.catalogue().clone();
    Ok(Told::fine(match console.front.json || input.has_flag("json") {
        true => terrain_json(&catalogue).to_string(),
        false => terrain_table(&catalogue, &console.front.style),
    }))
}

pub(super) fn now(console: &mut Console, input: &Input<'_>) -> Result<Told, Trouble> {
    Ok(Told::fine(match console.front.json || input.has_flag("json") {
        true => show::now_json(&console.session).to_string(),
        false => show::now(&console.session, &console.front),
    }))
}

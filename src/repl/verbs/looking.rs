//! Looking at the game.

use std::collections::BTreeMap;

use super::super::console::{Console, Input};
use super::super::show;
use super::super::told::Told;
use crate::data::{LineWord, ParamKind};
use crate::diagnostic::{Code, Diagnostic};
use crate::kernel::hex::{Hex, line};
use crate::kernel::state::Target;
use crate::kernel::value::{SideId, UnitId, Value};
use crate::report::{
    Overlay, Roster, SightLine, Window, draw_map, terrain_json, terrain_table, units_json, units_table,
};
use crate::rules::Event;
use crate::session::{Trouble, one};

fn word<'i>(input: &'i Input<'_>, at: usize, form: &str) -> Result<&'i LineWord, Trouble> {
    input.line.words.get(at).ok_or_else(|| input.usage("something is missing", form))
}

fn named(
    console: &Console,
    input: &Input<'_>,
    at: usize,
    kind: ParamKind,
    form: &str,
) -> Result<Value, Trouble> {
    let word = word(input, at, form)?;
    one(word, kind, console.session.names()).map_err(|m| Trouble::of_line(input.text, m))
}

fn hex(console: &Console, input: &Input<'_>, at: usize, form: &str) -> Result<Hex, Trouble> {
    match named(console, input, at, ParamKind::Hex, form)? {
        Value::Hex(hex) => Ok(hex),
        _ => Err(input.usage("expected a hex", form)),
    }
}

/// What has become of hexes: their properties that differ from the declared ones, by name.
fn marks(console: &Console) -> BTreeMap<Hex, String> {
    let catalogue = console.session.loaded().rules.catalogue();
    let mut marks: BTreeMap<Hex, String> = BTreeMap::new();
    for (target, property, value) in console.session.state().written() {
        let definition = &catalogue.properties[property as usize];
        let Target::Hex(hex) = target else { continue };
        if *value == definition.default {
            continue;
        }
        let told = match value {
            Value::Bool(true) | Value::List(_) => definition.name.to_string(),
            other => format!("{}:{}", definition.name, console.session.called(other)),
        };
        let mark = marks.entry(hex).or_default();
        mark.push_str(if mark.is_empty() { "" } else { " " });
        mark.push_str(&told);
    }
    marks
}

fn picture(console: &Console, overlay: &Overlay, window: Window) -> String {
    let rules = &console.session.loaded().rules;
    let overlay = &Overlay { marks: marks(console), ..overlay.clone() };
    draw_map(rules.map(), rules.catalogue(), console.session.state(), overlay, &console.front.style, window)
}

pub(super) fn map(console: &mut Console, input: &Input<'_>) -> Result<Told, Trouble> {
    let window = match input.line.words.is_empty() {
        true => Window::default(),
        false => Window::round(hex(console, input, 0, "map [HEX]")?),
    };
    if console.front.json || input.has_flag("json") {
        return Ok(Told::fine(show::map_json(&console.session).to_string()));
    }
    Ok(Told::fine(picture(console, &Overlay::default(), window)))
}

pub(super) fn units(console: &mut Console, input: &Input<'_>) -> Result<Told, Trouble> {
    let side: Option<SideId> = match input.line.words.is_empty() {
        true => None,
        false => match named(console, input, 0, ParamKind::Side, "units [SIDE]")? {
            Value::Side(side) => Some(side),
            _ => None,
        },
    };
    let rules = console.session.loaded().rules.clone();
    let state = console.session.state().clone();
    let asked = std::cell::RefCell::new(&mut console.session);
    let compute = |unit: UnitId, attribute: &str| {
        let value = asked.borrow_mut().printed(unit, attribute)?;
        if let Value::Int(number) = value { Some(number) } else { None }
    };
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

/// The reach is told by the pack's own rule; the costs are in the record of its run.
pub(super) fn reach(console: &mut Console, input: &Input<'_>) -> Result<Told, Trouble> {
    let form = "reach UNIT";
    let Value::Unit(unit) = named(console, input, 0, ParamKind::Unit, form)? else {
        return Err(input.usage("expected a unit", form));
    };
    let loaded = console.session.loaded().clone();
    let Some((rule, _)) = loaded.data.hooks.get("reach") else {
        return Err(no_rule("reach", "tells where a unit may move to"));
    };
    let trace = console.session.ask(rule, &[Value::Unit(unit)])?.trace;
    let mut overlay = Overlay::default();
    let mut told = Vec::new();
    for event in &trace.events {
        if let Event::Reach(hexes) = event {
            for reached in hexes {
                let stop = if reached.may_stop { "" } else { " (passing only)" };
                told.push(format!("{} {}{stop}", console.session.called(&reached.hex.into()), reached.cost));
                overlay.reach.insert(reached.hex, reached.cost);
            }
        }
    }
    if console.front.json || input.has_flag("json") {
        return Ok(Told::fine(show::reach_json(&console.session, unit, &trace).to_string()));
    }
    let name = console.session.called(&Value::Unit(unit));
    if told.is_empty() {
        return Ok(Told::fine(format!("{name} can move nowhere")));
    }
    let list = format!("{name} may move to: {}", told.join(", "));
    let list = crate::report::wrap(&list, console.front.style.width).join("\n");
    if console.front.style.plain {
        return Ok(Told::fine(list));
    }
    let window = place(console, unit).map_or_else(Window::default, Window::round);
    Ok(Told::fine(format!("{}\n{list}", picture(console, &overlay, window).trim_end())))
}

fn place(console: &Console, unit: UnitId) -> Option<Hex> {
    match console.session.state().unit(unit).place {
        crate::kernel::state::Place::Hex(hex) => Some(hex),
        _ => None,
    }
}

fn no_rule(hook: &str, what: &str) -> Trouble {
    Trouble::plain(
        Diagnostic::error(Code::NOT_FOUND, format!("no rule of this game {what}"))
            .help(format!("a pack names one in its manifest: `{hook} RULE`")),
    )
}

pub(super) fn los(console: &mut Console, input: &Input<'_>) -> Result<Told, Trouble> {
    let form = "los HEX HEX";
    let (from, to) = (hex(console, input, 0, form)?, hex(console, input, 1, form)?);
    let sight = line(from, to);
    let called = |hex: Hex| console.session.called(&hex.into());
    let through: Vec<String> = sight.through().map(called).collect();
    let along: Vec<String> = sight
        .along()
        .map(|side| {
            let [a, b] = side.hexes();
            format!("{}/{}", called(a), called(b))
        })
        .collect();
    let mut text = format!("{} to {}: {} hexes", called(from), called(to), from.distance(to));
    text.push_str(&format!("\nthrough {}", through.join(", ")));
    if !along.is_empty() {
        text.push_str(&format!("\nalong the hexside {}", along.join(", ")));
    }
    let loaded = console.session.loaded().clone();
    let mut blocked = Value::Nothing;
    if let Some((rule, _)) = loaded.data.hooks.get("sight") {
        blocked = console.session.ask(rule, &[from.into(), to.into()])?.value;
        match &blocked {
            Value::Nothing | Value::Bool(false) => text.push_str("\nthe line is free"),
            by => text.push_str(&format!("\nblocked: {}", console.session.called(by))),
        }
    } else {
        text.push_str("\nthis game has no rule for what blocks a line of sight");
    }
    if console.front.json || input.has_flag("json") {
        let blocked = match &blocked {
            Value::Nothing | Value::Bool(false) => serde_json::Value::Null,
            by => console.session.called(by).into(),
        };
        let json = serde_json::json!({
            "schema": "houserule.sight/1", "through": through, "along": along, "blocked": blocked,
            "distance": from.distance(to),
        });
        return Ok(Told::fine(json.to_string()));
    }
    if console.front.style.plain {
        return Ok(Told::fine(text));
    }
    let overlay = Overlay { line: Some(SightLine { line: sight, blocked_at: None }), ..Overlay::default() };
    Ok(Told::fine(format!("{}\n{text}", picture(console, &overlay, Window::round(from)).trim_end())))
}

pub(super) fn now(console: &mut Console, input: &Input<'_>) -> Result<Told, Trouble> {
    Ok(Told::fine(match console.front.json || input.has_flag("json") {
        true => show::now_json(&console.session).to_string(),
        false => show::now(&console.session, &console.front),
    }))
}

//! The table in inches, drawn as it stands.

use std::rc::Rc;

use serde_json::{Value as Json, json};

use super::super::console::Console;
use super::super::own_file::write_picture;
use super::super::show;
use super::super::told::Told;
use super::asked::no_rule;
use super::{Wanted, named_unit, no_such};
use crate::data::LineWord;
use crate::kernel::plane::Sketch;
use crate::kernel::value::{UnitId, Value};
use crate::report::{Footprint, TableScene, draw_tabletop, draw_tabletop_svg};
use crate::rules::{Event, Trace};
use crate::session::{Session, Trouble};

/// Draws the table with the units on it.
///
/// # Errors
/// E0702 for what is asked of a map of hexes only, what the rule of the pack fails with, E0607 for a file that cannot be
/// written.
pub(super) fn draw(console: &mut Console, text: &str, wanted: &Wanted) -> Result<Told, Trouble> {
    if let Some(word) = wanted.hex.as_ref().or(wanted.reach.as_ref()) {
        return Err(no_such(text, word, "this game is played on a table in inches: it has no hexes"));
    }
    let seen = wanted.sight.as_ref().map(|units| sight(&mut console.session, text, units)).transpose()?;
    let bodies = if wanted.blank { Vec::new() } else { bodies(&mut console.session)? };
    let rules = console.session.loaded().rules.clone();
    let Some(printed) = &rules.catalogue().tabletop else { return Ok(Told::default()) };
    let table = &printed.with_laid(console.session.state().laid());
    // What was done last would lie across the answer to a question.
    let shown = seen.as_ref().map(|seen| seen.trace.clone()).or_else(|| last_drawn(&console.session));
    let sketches: Vec<&Sketch> = shown.iter().flat_map(|trace| drawn(trace)).collect();
    let sketches = if wanted.blank { &[] } else { &sketches[..] };
    let (catalogue, state) = (rules.catalogue(), console.session.state());
    let blocked = seen.as_ref().and_then(|seen| seen.blocked.as_deref());
    let scene = TableScene { table, catalogue, state, bodies: &bodies, sketches, blocked };
    let is_json = console.front.json || wanted.json;
    let mut told = match &seen {
        Some(seen) if is_json => format!("{}\n", seen.json),
        Some(seen) => format!("{}\n", seen.text),
        None => String::new(),
    };
    let left_out = match &shown {
        Some(trace) if !wanted.blank && trace.undrawn > 0 => Some(left_out(trace)),
        _ => None,
    };
    let Some(file) = &wanted.out else {
        if wanted.map {
            told.push_str(&draw_tabletop(&scene, &console.front.style));
        }
        return Ok(Told::fine(told));
    };
    let title =
        console.session.loaded().data.set_up.as_ref().map_or_else(String::new, |s| s.title.to_string());
    let moment = show::moment(&console.session);
    let moment = match &left_out {
        Some(left_out) => format!("{moment} – {left_out}"),
        None => moment,
    };
    let svg = draw_tabletop_svg(&scene, &title, &moment);
    if file == "-" {
        return Ok(Told::fine(svg));
    }
    write_picture(file, &svg, wanted.force)?;
    if !is_json {
        told.push_str(&format!("written to {file}\n"));
        told.extend(left_out.map(|left_out| console.front.style.lines(&left_out)));
    }
    Ok(Told::fine(told))
}

/// That a picture does not show all that the rules have drawn.
fn left_out(trace: &Trace) -> String {
    let all = trace.undrawn + drawn(trace).count();
    format!(
        "{} of the {all} figures that the rules have drawn are left out: they are too many",
        trace.undrawn
    )
}

/// The figures that a run has drawn.
fn drawn(trace: &Trace) -> impl Iterator<Item = &Sketch> {
    trace.events.iter().filter_map(|event| match event {
        Event::Drawn(sketch) => Some(sketch),
        _ => None,
    })
}

/// The record of the last command that has drawn something and was not taken back.
fn last_drawn(session: &Session) -> Option<Rc<Trace>> {
    let standing = session.log().iter().rev().filter(|entry| !entry.taken_back);
    let mut traces = standing.filter_map(|entry| entry.trace.clone());
    traces.find(|trace| drawn(trace).next().is_some())
}

/// What the pack's rule answers of two units, and what it has drawn.
struct Seen {
    text: String,
    json: Json,
    blocked: Option<String>,
    trace: Rc<Trace>,
}

fn sight(session: &mut Session, text: &str, units: &[LineWord; 2]) -> Result<Seen, Trouble> {
    let [from, to] = units;
    let (from, to) = (named_unit(session, text, from)?, named_unit(session, text, to)?);
    let hook = session.loaded().data.hooks.get("sight").map(|(rule, _)| rule.clone());
    let Some(rule) = hook else {
        return Err(no_rule("sight", "says of two units what blocks the line between them"));
    };
    let answer = session.ask(&rule, &[Value::Unit(from), Value::Unit(to)])?;
    let blocked = match &answer.value {
        Value::Nothing | Value::Bool(false) => None,
        value => Some(session.called(value)),
    };
    let [from, to] = [from, to].map(|unit| session.called(&Value::Unit(unit)));
    let verdict = blocked.as_ref().map_or_else(|| "nothing is in the way".to_owned(), String::clone);
    let json = json!({"schema": "houserule.table-sight/1", "from": from, "to": to, "blocked": blocked});
    Ok(Seen { text: format!("{from} to {to}: {verdict}"), json, blocked, trace: Rc::new(answer.trace) })
}

/// What the pack's rule says of each unit on the table; nothing where it has no such rule.
fn bodies(session: &mut Session) -> Result<Vec<(UnitId, Vec<Footprint>)>, Trouble> {
    let hook = session.loaded().data.hooks.get("footprint").map(|(rule, _)| rule.clone());
    let Some(rule) = hook else { return Ok(Vec::new()) };
    let units: Vec<UnitId> =
        session.state().units().filter(|(_, unit)| unit.place.point().is_some()).map(|(id, _)| id).collect();
    let mut bodies = Vec::new();
    for unit in units {
        let answer = session.ask(&rule, &[Value::Unit(unit)])?.value;
        bodies.extend(Footprint::read(&answer).map(|models| (unit, models)));
    }
    Ok(bodies)
}

//! The table in inches, drawn as it stands.

use std::rc::Rc;

mod asked;

use super::super::console::Console;
use super::super::own_file::write_picture;
use super::super::show;
use super::super::told::Told;
use super::{Wanted, named_unit, no_such};
use crate::kernel::plane::{Footprint, Sketch};
use crate::kernel::value::{UnitId, Value};
use crate::report::{TableScene, draw_tabletop, draw_tabletop_svg, table_json};
use crate::rules::{Event, Roamed, Trace};
use crate::session::{Session, Trouble};

use asked::{Answered, reach, sight};

pub(super) use asked::{apart, both_places, place};

/// Draws the table with the units on it.
///
/// # Errors
/// E0702 for what is asked of a map of hexes only, E0709 where the game has no rule that answers, what the rule of the pack
/// fails with, E0607 for a file that cannot be written.
pub(super) fn draw(console: &mut Console, text: &str, wanted: &Wanted) -> Result<Told, Trouble> {
    if let Some(word) = &wanted.hex {
        return Err(no_such(text, word, "this game is played on a table in inches: it has no hexes"));
    }
    let mut answers: Vec<Answered> = Vec::new();
    if let Some(word) = &wanted.reach {
        let unit = named_unit(&console.session, text, word)?;
        answers.push(reach(&mut console.session, unit, &console.front.style)?);
    }
    if let Some(ends) = &wanted.sight {
        answers.push(sight(&mut console.session, text, ends)?);
    }
    let bodies = if wanted.blank { Vec::new() } else { bodies(&mut console.session)? };
    let rules = console.session.loaded().rules.clone();
    let Some(printed) = &rules.catalogue().tabletop else { return Ok(Told::default()) };
    let table = &printed.with_laid(console.session.state().laid());
    // What was done last would lie across the answer to a question.
    let mut shown: Vec<Rc<Trace>> = answers.iter().map(|answer| answer.trace.clone()).collect();
    if shown.is_empty() {
        shown.extend(last_drawn(&console.session));
    }
    let sketches: Vec<&Sketch> = shown.iter().flat_map(|trace| drawn(trace)).collect();
    let spreads: Vec<&Roamed> = shown.iter().flat_map(|trace| spread(trace)).collect();
    let (sketches, spreads) = if wanted.blank { (&[][..], &[][..]) } else { (&sketches[..], &spreads[..]) };
    let (catalogue, state) = (rules.catalogue(), console.session.state());
    let blocked = answers.iter().find_map(|answer| answer.blocked.as_deref());
    let mover = answers.iter().find_map(|answer| answer.mover.as_deref());
    let scene = TableScene { table, catalogue, state, bodies: &bodies, sketches, blocked, spreads, mover };
    let is_json = console.front.json || wanted.json;
    let told = answers.iter().map(|answer| match is_json {
        true => format!("{}\n", answer.json),
        false => answer.text.clone(),
    });
    let mut told: String = told.collect();
    if wanted.map && is_json {
        told.insert_str(0, &format!("{}\n", table_json(&scene)));
    }
    let undrawn: usize = shown.iter().map(|trace| trace.undrawn).sum();
    let left_out = (!wanted.blank && undrawn > 0).then(|| {
        let all = undrawn + sketches.len();
        format!("{undrawn} of the {all} figures that the rules have drawn are left out: they are too many")
    });
    let Some(file) = &wanted.out else {
        // Where there is much to tell of a reach, it is seen better than read.
        let style = &console.front.style;
        if (wanted.map || (!spreads.is_empty() && !style.plain)) && !is_json {
            told.insert_str(0, &draw_tabletop(&scene, style));
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

/// The figures that a run has drawn.
fn drawn(trace: &Trace) -> impl Iterator<Item = &Sketch> {
    trace.events.iter().filter_map(|event| match event {
        Event::Drawn(sketch) => Some(sketch),
        _ => None,
    })
}

/// Where a run says that something may get to.
fn spread(trace: &Trace) -> impl Iterator<Item = &Roamed> {
    trace.events.iter().filter_map(|event| match event {
        Event::Roamed(spread) => Some(spread),
        _ => None,
    })
}

/// The record of the last command that has drawn something and was not taken back.
fn last_drawn(session: &Session) -> Option<Rc<Trace>> {
    let standing = session.log().iter().rev().filter(|entry| !entry.taken_back);
    let mut traces = standing.filter_map(|entry| entry.trace.clone());
    traces.find(|trace| drawn(trace).next().is_some())
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

//! The table in inches, drawn as it stands.

use super::super::console::Console;
use super::super::show;
use super::super::told::Told;
use super::file::write_picture;
use super::{Wanted, no_such};
use crate::kernel::value::{UnitId, Value};
use crate::report::{Footprint, TableScene, draw_tabletop, draw_tabletop_svg};
use crate::session::{Session, Trouble};

/// Draws the table with the units on it.
///
/// # Errors
/// E0702 for what is asked of a map of hexes only, what the rule of the pack fails with, E0607 for a file that cannot be
/// written.
pub(super) fn draw(console: &mut Console, text: &str, wanted: &Wanted) -> Result<Told, Trouble> {
    let of_hexes =
        wanted.hex.as_ref().or(wanted.reach.as_ref()).or(wanted.sight.as_ref().map(|[from, _]| from));
    if let Some(word) = of_hexes {
        return Err(no_such(text, word, "this game is played on a table in inches: it has no hexes"));
    }
    let bodies = if wanted.blank { Vec::new() } else { bodies(&mut console.session)? };
    let rules = console.session.loaded().rules.clone();
    let Some(printed) = &rules.catalogue().tabletop else { return Ok(Told::default()) };
    let table = &printed.with_laid(console.session.state().laid());
    let scene =
        TableScene { table, catalogue: rules.catalogue(), state: console.session.state(), bodies: &bodies };
    let Some(file) = &wanted.out else {
        return Ok(Told::fine(draw_tabletop(&scene, &console.front.style)));
    };
    let title =
        console.session.loaded().data.set_up.as_ref().map_or_else(String::new, |s| s.title.to_string());
    let svg = draw_tabletop_svg(&scene, &title, &show::moment(&console.session));
    if file == "-" {
        return Ok(Told::fine(svg));
    }
    write_picture(file, &svg, wanted.force)?;
    Ok(Told::fine(format!("written to {file}")))
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

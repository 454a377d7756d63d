//! Questions about the table in inches. Lengths are whole thousandths of an inch, turns millionths of a degree clockwise.

mod between;
mod bodies;
mod features;
mod measures;
mod pieces;
mod roaming;
mod shots;
mod sketching;
mod ways;

use std::ops::Deref;
use std::rc::Rc;

use rhai::Array;

pub(in crate::rules) use self::between::BOUNDS;
pub(in crate::rules) use self::bodies::Body;
pub(in crate::rules) use self::features::Feature;
pub(in crate::rules) use self::ways::{Course, HANDS};
use super::Kit;
use crate::kernel::plane::{Index, Tabletop, Within};
use crate::kernel::state::Query;
use crate::rules::kinds::kind_of;
use crate::rules::natives::Registrar;
use crate::rules::raise::{Outcome, bad};
use crate::rules::scene::Stage;

pub(super) fn register(registrar: &mut Registrar<'_>, kit: &Kit) {
    measures::register(registrar);
    registrar.measuring(&kit.stage, |registrar| {
        measures::register_places(registrar, kit);
        bodies::register(registrar, kit);
        between::register(registrar);
        shots::register(registrar);
        ways::register(registrar, kit);
        roaming::register(registrar, kit);
        features::register(registrar, kit);
        pieces::register(registrar, kit);
        sketching::register(registrar, kit);
    });
}

/// The table as it is now: with the pieces of terrain that rules have laid on it.
enum Table<'s> {
    Printed(&'s Tabletop),
    Laid(Rc<Tabletop>),
}

impl Deref for Table<'_> {
    type Target = Tabletop;

    fn deref(&self) -> &Tabletop {
        match self {
            Table::Printed(table) => table,
            Table::Laid(table) => table,
        }
    }
}

fn table(stage: &Stage) -> Outcome<Table<'_>> {
    let printed = printed_table(stage)?;
    if printed.pieces().is_empty() {
        return Ok(Table::Printed(printed));
    }
    stage.ask(Query::Laid);
    Ok(stage.with_laid(printed).map_or(Table::Printed(printed), Table::Laid))
}

/// The table as it is printed.
fn printed_table(stage: &Stage) -> Outcome<&Tabletop> {
    match &stage.catalogue.tabletop {
        Some(table) => Ok(table),
        None => bad("this game is not played on a table in inches"),
    }
}

/// That a list is one of bodies.
fn only_bodies(bodies: &Array) -> Outcome<()> {
    match bodies.iter().find(|value| !value.is::<Body>()) {
        None => Ok(()),
        Some(value) => bad(format!("expected a list of bodies, found {} in it", kind_of(value))),
    }
}

/// All models of some bodies, and which body each is of.
fn indexed(bodies: &Array) -> Outcome<(Index, Vec<usize>)> {
    only_bodies(bodies)?;
    let (mut models, mut owners) = (Vec::new(), Vec::new());
    for (at, value) in bodies.iter().enumerate() {
        let Some(body) = value.clone().try_cast::<Body>() else { continue };
        models.extend_from_slice(body.models());
        owners.resize(models.len(), at);
    }
    Ok((Index::new(models), owners))
}

/// How much of something is in something, when each part of it is so.
fn within_word(parts: &[Within]) -> &'static str {
    match () {
        () if parts.iter().all(|part| *part == Within::Wholly) => "wholly",
        () if parts.iter().any(|part| part.is_any()) => "partly",
        () => "not",
    }
}

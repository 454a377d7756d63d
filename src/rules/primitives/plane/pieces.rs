//! Pieces of terrain that lie beside the table until rules lay them on it. They go by their names.

use rhai::{Array, Dynamic, ImmutableString};

use super::super::Kit;
use super::super::reading::unknown;
use super::printed_table;
use crate::kernel::plane::{Facing, Piece, Point, Tabletop};
use crate::kernel::state::{Deed, Query};
use crate::kernel::value::Value;
use crate::rules::convert::Ground;
use crate::rules::natives::Registrar;
use crate::rules::raise::{Outcome, bad};

pub(super) fn register(registrar: &mut Registrar<'_>, kit: &Kit) {
    let stage = kit.stage.clone();
    registrar.add(
        "pieces() -> array",
        "The names of the pieces of terrain that may be laid on the table, laid ones too, in the order of the scenario.",
        move || -> Outcome<Array> {
            let names = printed_table(&stage)?.pieces().iter().map(|piece| text(&name(piece)));
            Ok(names.collect())
        },
    );
    let stage = kit.stage.clone();
    registrar.add(
        "bunch_of(piece: text) -> int",
        "The bunch that a piece of terrain belongs to, from 0.",
        move |piece: &str| -> Outcome<i64> { Ok(i64::from(found(printed_table(&stage)?, piece)?.1.bunch)) },
    );
    let stage = kit.stage.clone();
    registrar.add(
        "terrain_of(piece: text) -> Terrain",
        "What a piece of terrain is.",
        move |piece: &str| -> Outcome<Ground> {
            Ok(Ground::printed(found(printed_table(&stage)?, piece)?.1.feature.terrain))
        },
    );
    let stage = kit.stage.clone();
    registrar.add(
        "is_laid(piece: text) -> bool",
        "Whether a piece of terrain lies on the table.",
        move |piece: &str| -> Outcome<bool> {
            let (number, _) = found(printed_table(&stage)?, piece)?;
            let Value::List(laid) = stage.ask(Query::Laid) else { return Ok(false) };
            let is_it =
                |one: &Value| matches!(one, Value::List(one) if one[0] == Value::Int(i64::from(number)));
            Ok(laid.iter().any(is_it))
        },
    );
    let stage = kit.stage.clone();
    registrar.add(
        "has_room(piece: text, at: Point, facing: Facing) -> bool",
        "Whether all of a piece of terrain would lie on the table with its middle there, turned with its own up that way.",
        move |piece: &str, at: Point, facing: Facing| -> Outcome<bool> {
            let table = printed_table(&stage)?;
            let shape = found(table, piece)?.1.shape.at(at, facing);
            Ok(shape.is_some_and(|shape| table.has_room_for(&shape)))
        },
    );
    let stage = kit.stage.clone();
    registrar.add(
        "lay_down(piece: text, at: Point, facing: Facing)",
        "Lays a piece of terrain on the table, or elsewhere if it lies there: from now on it is an area or a line like those \
         that are printed. There has to be room for it, as `has_room` tells.",
        move |piece: &str, at: Point, facing: Facing| -> Outcome<()> {
            let table = printed_table(&stage)?;
            let (number, found) = found(table, piece)?;
            if !found.shape.at(at, facing).is_some_and(|shape| table.has_room_for(&shape)) {
                return bad(format!("`{piece}` has no room on the table with its middle at {at}"));
            }
            stage.carry(&Deed::Lay(number, Some((at, facing))))
        },
    );
}

fn text(text: &str) -> Dynamic {
    Dynamic::from(ImmutableString::from(text))
}

/// The name of a piece; the data give each one.
fn name(piece: &Piece) -> String {
    piece.feature.name.as_deref().unwrap_or_default().to_owned()
}

fn found<'t>(table: &'t Tabletop, named: &str) -> Outcome<(u32, &'t Piece)> {
    let lower = named.to_lowercase();
    match table.pieces().iter().position(|piece| name(piece).to_lowercase() == lower) {
        Some(at) => Ok((at as u32, &table.pieces()[at])),
        None => {
            let names: Vec<String> = table.pieces().iter().map(name).collect();
            unknown("piece of terrain", named, names.iter().map(String::as_str))
        }
    }
}

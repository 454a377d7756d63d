//! What is told of units on maps: sign, name, the first numbers of the unit, and the whole of it for the tooltip.

use std::collections::BTreeMap;

use super::board::Board;
use crate::kernel::catalogue::{AttributeDef, AttributeForm};
use crate::kernel::state::Place;
use crate::kernel::value::{SideId, UnitId, Value};
use crate::report::roster::{Compute, Roster, Row};

/// How many numbers a unit has on maps, as printed counters do.
const MOST: usize = 4;

/// What is told of one unit.
pub(super) struct Face {
    pub(super) side: SideId,
    pub(super) sign: String,
    pub(super) name: String,
    /// The numbers, parted by blanks; empty where the packs have none.
    pub(super) numbers: String,
    /// The same with their names: `ATT 3, DEF 2`.
    pub(super) named: String,
    /// Everything, in words.
    pub(super) title: String,
}

/// The faces of all units that are drawn.
pub(super) struct Faces<'a> {
    faces: BTreeMap<UnitId, Face>,
    /// The attributes whose numbers are told, in order.
    pub(super) shown: Vec<&'a AttributeDef>,
}

impl<'a> Faces<'a> {
    /// The faces of the units that are shown. `compute` asks the rules of computed attributes. A number that they do not say of
    /// a unit off the map is not told.
    pub(super) fn new(board: &Board<'a>, compute: Option<Compute<'a>>) -> Faces<'a> {
        let scene = board.scene;
        let units = board.shown_units();
        let roster =
            Roster { catalogue: scene.catalogue, map: scene.map, state: scene.state, only: None, compute };
        let attributes = roster.attributes();
        let row = |id: UnitId| {
            let unit = scene.state.unit(id);
            (id, roster.row(id, unit, &attributes))
        };
        let rows: Vec<(UnitId, Row<'a>)> = units.into_iter().map(row).collect();
        let has = |at: usize| rows.iter().any(|(_, row)| !row.is_blank(at));
        let is_number = |at: &usize| {
            let definition = attributes[*at];
            let is_plain = definition.qualifies.is_none() && !definition.listed.inner;
            definition.form == AttributeForm::Number && is_plain
        };
        let shown: Vec<usize> =
            (0..attributes.len()).filter(is_number).filter(|at| has(*at)).take(MOST).collect();
        let face = |(id, row): (UnitId, Row<'a>)| {
            let is_off = matches!(row.unit.place, Place::Reserve | Place::Out);
            let value = |at: usize| match &row.attributes[at].value {
                Some(Value::Nothing) => "–".to_owned(),
                Some(value) => roster.called().text(value),
                None if is_off => "–".to_owned(),
                None => "?".to_owned(),
            };
            let is_told = |at: &usize| !row.is_blank(*at) && (!is_off || row.attributes[*at].value.is_some());
            let numbers: Vec<String> = shown.iter().map(|at| value(*at)).collect();
            let named = shown.iter().filter(|at| is_told(at));
            let named = named.map(|at| format!("{} {}", attributes[*at].name, value(*at)));
            let named: Vec<String> = named.collect();
            let all = (0..attributes.len()).filter(is_told).map(|at| {
                let changed = if row.attributes[at].changed { " (changed by a layer)" } else { "" };
                format!("{} {}{changed}", attributes[at].name, value(at))
            });
            let all: Vec<String> = all.collect();
            let events: Vec<String> = row.told_events().map(|(p, v)| roster.event(p, v)).collect();
            let facts = [roster.type_title(row.unit).to_owned(), all.join(", "), events.join(", ")];
            let facts: Vec<&str> = facts.iter().map(String::as_str).filter(|f| !f.is_empty()).collect();
            let face = Face {
                side: row.unit.side,
                sign: board.type_sign(row.unit.unit_type),
                name: board.unit_name(id),
                numbers: board.style.clean(&numbers.join(" ")),
                named: board.style.clean(&named.join(", ")),
                title: board.style.clean(&format!(
                    "{} {}, {}: {}",
                    board.side_title(row.unit.side),
                    row.unit.name,
                    roster.place(row.unit),
                    facts.join("; ")
                )),
            };
            (id, face)
        };
        let faces = rows.into_iter().map(face).collect();
        Faces { faces, shown: shown.into_iter().map(|at| attributes[at]).collect() }
    }

    /// What the numbers stand for: `ATT (attack), DEF (defence)`; nothing where there are none.
    pub(super) fn key(&self, board: &Board<'_>) -> Option<String> {
        let names = self.shown.iter().map(|attribute| {
            let (name, title) = (board.style.clean(&attribute.name), board.style.clean(&attribute.title));
            if title.is_empty() || title == name { name } else { format!("{name} ({title})") }
        });
        let names: Vec<String> = names.collect();
        (!names.is_empty()).then(|| format!("the numbers of a unit: {}", names.join(", ")))
    }

    /// The units that are drawn.
    pub(super) fn units(&self) -> impl Iterator<Item = UnitId> {
        self.faces.keys().copied()
    }

    /// The face of a unit that is drawn.
    pub(super) fn of(&self, unit: UnitId) -> Option<&Face> {
        self.faces.get(&unit)
    }
}

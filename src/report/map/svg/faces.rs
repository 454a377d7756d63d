//! What stands on counters: sign, name, the first numbers of the unit, and the whole of it for the tooltip.

use std::collections::BTreeMap;

use crate::kernel::catalogue::{AttributeDef, AttributeForm};
use crate::kernel::value::{SideId, UnitId, Value};
use crate::report::map::board::Board;
use crate::report::roster::{Compute, Roster, Row};

/// How many numbers a counter has, as printed ones do.
const MOST: usize = 4;

/// What stands on one counter.
pub(super) struct Face {
    pub(super) side: SideId,
    pub(super) sign: String,
    pub(super) name: String,
    /// The numbers, parted by blanks; empty where the packs have none.
    pub(super) numbers: String,
    /// Everything, in words.
    pub(super) title: String,
}

/// The faces of all counters that are drawn.
pub(super) struct Faces<'a> {
    faces: BTreeMap<UnitId, Face>,
    /// The attributes whose numbers stand on counters, in order.
    pub(super) shown: Vec<&'a AttributeDef>,
}

impl<'a> Faces<'a> {
    /// The faces of these units. `compute` asks the rules of computed attributes.
    pub(super) fn new(board: &Board<'a>, compute: Option<Compute<'a>>, units: Vec<UnitId>) -> Faces<'a> {
        let scene = board.scene;
        let roster =
            Roster { catalogue: scene.catalogue, map: scene.map, state: scene.state, only: None, compute };
        let attributes = roster.attributes();
        let rows: Vec<(UnitId, Row<'a>)> =
            units.into_iter().map(|id| (id, roster.row(id, scene.state.unit(id), &attributes))).collect();
        let has = |at: usize| rows.iter().any(|(_, row)| !row.is_blank(at));
        let is_number = |at: &usize| {
            let definition = attributes[*at];
            let is_plain = definition.qualifies.is_none() && !definition.listed.inner;
            definition.form == AttributeForm::Number && is_plain
        };
        let shown: Vec<usize> =
            (0..attributes.len()).filter(is_number).filter(|at| has(*at)).take(MOST).collect();
        let face = |(id, row): (UnitId, Row<'a>)| {
            let value = |at: usize| match &row.attributes[at].value {
                Some(Value::Nothing) => "–".to_owned(),
                Some(value) => roster.called().text(value),
                None => "?".to_owned(),
            };
            let numbers: Vec<String> = shown.iter().map(|at| value(*at)).collect();
            let all = (0..attributes.len()).filter(|at| !row.is_blank(*at)).map(|at| {
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

    /// The units that are drawn.
    pub(super) fn units(&self) -> impl Iterator<Item = UnitId> {
        self.faces.keys().copied()
    }

    /// The face of a unit that is drawn.
    pub(super) fn of(&self, unit: UnitId) -> Option<&Face> {
        self.faces.get(&unit)
    }
}

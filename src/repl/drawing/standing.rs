//! What is laid over every map: what has become of hexes, and what the last command did there.

use std::collections::BTreeMap;

use crate::kernel::hex::Hex;
use crate::kernel::state::Target;
use crate::kernel::value::Value;
use crate::report::{AttackShown, Overlay};
use crate::session::{MapDeed, Session};

/// The game as it stands: marks, and where wanted the last attack or move. The way of a move is for pictures: between
/// letters it would be taken for an answer to a question.
pub(super) fn stand(session: &Session, with_action: bool, in_picture: bool) -> Overlay {
    let mut overlay = Overlay { marks: marks(session, in_picture), ..Overlay::default() };
    let Some(action) = session.last_action().filter(|_| with_action) else { return overlay };
    match &action.deed {
        MapDeed::Attack { attackers, target } => {
            overlay.attack = Some(AttackShown {
                attackers: attackers.clone(),
                target: *target,
                outcome: action.outcome.clone(),
            });
        }
        MapDeed::Move { way } if in_picture => overlay.path.clone_from(way),
        MapDeed::Move { .. } => {}
    }
    overlay.destroyed.clone_from(&action.destroyed);
    overlay
}

/// What has become of hexes: their properties that differ from the declared ones, by name. What a list holds is told
/// where there is room.
fn marks(session: &Session, in_picture: bool) -> BTreeMap<Hex, String> {
    let catalogue = session.loaded().rules.catalogue();
    let mut marks: BTreeMap<Hex, String> = BTreeMap::new();
    for (target, property, value) in session.state().written() {
        let definition = &catalogue.properties[property as usize];
        let Target::Hex(hex) = target else { continue };
        if *value == definition.default {
            continue;
        }
        let told = match value {
            Value::Bool(true) => definition.name.to_string(),
            Value::List(_) if !in_picture => definition.name.to_string(),
            other => format!("{}:{}", definition.name, session.called(other)),
        };
        let mark = marks.entry(hex).or_default();
        mark.push_str(if mark.is_empty() { "" } else { " " });
        mark.push_str(&told);
    }
    marks
}

//! The state of units that have no hull: what the pack's rule says is wrong with each part of them.

use serde_json::{Value as Json, json};

use crate::kernel::value::{UnitId, Value};
use crate::report::{Cell, Column, Listing, Room, Style};
use crate::session::{Session, Trouble};

/// What is told of a unit, a line each of what and in which state.
pub(super) struct Damage {
    name: String,
    title: String,
    parts: Vec<[String; 2]>,
}

/// Whether the game has a rule that tells it.
pub(super) fn is_told(session: &Session) -> bool {
    session.loaded().data.hooks.contains_key("damage")
}

/// What the pack's rule tells of a unit; nothing where it has nothing to say of this one.
pub(super) fn damage(session: &mut Session, unit: UnitId) -> Result<Option<Damage>, Trouble> {
    let hook = session.loaded().data.hooks.get("damage").map(|(rule, _)| rule.clone());
    let Some(rule) = hook else { return Ok(None) };
    let answer = session.ask(&rule, &[Value::Unit(unit)])?.value;
    let Value::List(lines) = answer else { return Ok(None) };
    let parts = lines.iter().filter_map(|line| match line {
        Value::List(pair) => match &pair[..] {
            [what, state] => Some([session.called(what), session.called(state)]),
            _ => None,
        },
        _ => None,
    });
    let parts = parts.collect();
    let of = session.state().unit(unit).unit_type;
    let title = session.loaded().rules.catalogue().unit_type(of).title.to_string();
    Ok(Some(Damage { name: session.called(&Value::Unit(unit)), title, parts }))
}

/// A table, each unit's name in its first line.
pub(super) fn table(all: &[Damage], style: &Style) -> String {
    let mut listing =
        Listing::new([Column::text("unit"), Column::text("part"), Column::text("state").room(Room::Wrap)]);
    for damage in all {
        for (number, [what, state]) in damage.parts.iter().enumerate() {
            let name = format!("{} ({})", damage.name, damage.title);
            let name = if number == 0 || style.plain { name } else { String::new() };
            listing.row([name, what.clone(), state.clone()].map(Cell::from));
        }
    }
    listing.draw(style)
}

/// The same for programs.
pub(super) fn json(all: &[Damage]) -> Json {
    let of = |damage: &Damage| {
        let parts: Vec<Json> =
            damage.parts.iter().map(|[what, state]| json!({"part": what, "state": state})).collect();
        json!({"unit": damage.name, "type": damage.title, "parts": parts})
    };
    json!({"schema": "houserule.damage/1", "units": all.iter().map(of).collect::<Vec<_>>()})
}

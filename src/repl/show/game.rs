//! Where the game stands.

use serde_json::{Value as Json, json};

use super::super::console::Front;
use crate::kernel::state::Place;
use crate::kernel::value::{UnitId, Value};
use crate::rules::{Event, Trace};
use crate::session::Session;

/// The turn, the phase, the side, and the verbs of the phase.
pub(in crate::repl) fn now(session: &Session, front: &Front) -> String {
    let loaded = session.loaded();
    let catalogue = loaded.rules.catalogue();
    let clock = session.state().clock();
    let phase = catalogue.phases.iter().find(|p| p.name == clock.phase).map_or("", |p| &*p.title);
    let side = clock.side.map_or_else(String::new, |s| format!(", {}", catalogue.side(s).title));
    let mut text = format!("Turn {}{side}, {phase}\n", clock.turn);
    if let Some(ending) = session.state().ending() {
        let winner =
            ending.winner.map_or("A draw".to_owned(), |w| format!("{} has won", catalogue.side(w).title));
        text = format!("The game is over. {winner}: {}\n", ending.reason);
    } else {
        for verb in loaded.data.verbs.iter().filter(|v| v.is_of(&clock.phase)) {
            text.push_str(&format!("  {} {}\n", verb.name, verb.form_text).replace(" \n", "\n"));
        }
    }
    front.style.clean_lines(&text)
}

/// The same as one JSON object.
pub(in crate::repl) fn now_json(session: &Session) -> Json {
    let catalogue = session.loaded().rules.catalogue();
    let clock = session.state().clock();
    let ending = session.state().ending().map(
        |e| json!({"winner": e.winner.map(|w| catalogue.side(w).name.to_string()), "reason": &*e.reason}),
    );
    json!({
        "schema": "houserule.now/1",
        "turn": clock.turn,
        "phase": &*clock.phase,
        "side": clock.side.map(|s| catalogue.side(s).name.to_string()),
        "ending": ending,
        "state": session.state().fingerprint(),
        "seed": session.seed(),
    })
}

/// The hexes that hold anything but their first terrain, and the units in them.
pub(in crate::repl) fn map_json(session: &Session) -> Json {
    let rules = &session.loaded().rules;
    let (catalogue, map) = (rules.catalogue(), rules.map());
    let name = |t: &crate::kernel::value::TerrainId| catalogue.terrain_def(*t).name.to_string();
    let hexes: Vec<Json> = map
        .hexes()
        .map(|hex| {
            let units: Vec<String> =
                session.state().units_at(hex).iter().map(|u| session.called(&Value::Unit(*u))).collect();
            json!({
                "hex": session.called(&Value::Hex(hex)),
                "terrain": map.terrain(hex).iter().map(name).collect::<Vec<_>>(),
                "units": units,
            })
        })
        .collect();
    let sides: Vec<Json> = map
        .hexsides()
        .map(|(side, terrain)| {
            let [a, b] = side.hexes();
            json!({
                "between": [session.called(&Value::Hex(a)), session.called(&Value::Hex(b))],
                "terrain": terrain.iter().map(name).collect::<Vec<_>>(),
            })
        })
        .collect();
    json!({"schema": "houserule.map/1", "hexes": hexes, "hexsides": sides})
}

/// Where a unit may move to, with what it costs.
pub(in crate::repl) fn reach_json(session: &Session, unit: UnitId, trace: &Trace) -> Json {
    let mut hexes = Vec::new();
    for event in &trace.events {
        if let Event::Reach(reached) = event {
            hexes.extend(reached.iter().map(|r| {
                json!({"hex": session.called(&Value::Hex(r.hex)), "cost": r.cost, "hexes": r.steps,
                    "may_stop": r.may_stop})
            }));
        }
    }
    let from = match session.state().unit(unit).place {
        Place::Hex(hex) => Some(session.called(&Value::Hex(hex))),
        Place::Reserve | Place::Out => None,
    };
    json!({"schema": "houserule.reach/1", "unit": session.called(&Value::Unit(unit)), "from": from, "reach": hexes})
}

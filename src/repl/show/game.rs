//! Where the game stands.

use serde_json::{Value as Json, json};

use super::super::console::Front;
use crate::kernel::catalogue::Catalogue;
use crate::kernel::hex::{Hex, HexMap};
use crate::kernel::state::{Place, State, Target};
use crate::kernel::value::{TerrainId, UnitId, Value};
use crate::report::landmarks;
use crate::rules::{Event, Trace};
use crate::session::{Deed, Session};

/// The turn, the phase, the side, and the verbs that something can be done with now.
pub(in crate::repl) fn now(session: &Session, front: &Front) -> String {
    front.style.clean_lines(&format!("{}\n", moment(session))) + &may_be_done(session, front)
}

/// The same behind what the rules have told when the game began. Where that says whose step it is, it is not said again.
pub(in crate::repl) fn begun(session: &Session, front: &Front) -> String {
    match opening(session).any(|said| names_step(session, said)) {
        true => may_be_done(session, front),
        false => now(session, front),
    }
}

/// Whether a text names whose step it is, and which: by the turn or by the phase.
fn names_step(session: &Session, text: &str) -> bool {
    let (catalogue, clock) = (session.loaded().rules.catalogue(), session.state().clock());
    let holds = |wanted: &str| holds_words(text, wanted);
    let title = catalogue.phases.iter().find(|p| p.name == clock.phase).map_or("", |p| &*p.title);
    let side = clock.side.map(|side| catalogue.side(side));
    side.is_none_or(|side| holds(&side.title) || holds(&side.name))
        && (holds(&clock.phase) || holds(title) || holds(&format!("turn {}", clock.turn)))
}

/// Whether whole words stand in a text one behind the other, in capitals or not. No words stand in none.
fn holds_words(text: &str, wanted: &str) -> bool {
    let words = |text: &str| -> Vec<String> {
        let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        words.map(str::to_lowercase).collect()
    };
    let wanted = words(wanted);
    !wanted.is_empty() && words(text).windows(wanted.len()).any(|words| words == wanted)
}

/// What is marked on the map, and the verbs that something can be done with now.
fn may_be_done(session: &Session, front: &Front) -> String {
    let loaded = session.loaded();
    let mut text = String::new();
    let (map, catalogue, state) = (loaded.rules.map(), loaded.rules.catalogue(), session.state());
    for landmark in landmarks(catalogue, state) {
        text.push_str(&format!("{}: {}\n", landmark.title(catalogue, state), number(map, landmark.hex)));
    }
    let mut text = front.style.clean_lines(&text);
    if session.state().ending().is_none() {
        for verb in session.usable_verbs() {
            text.push_str(&front.style.hanging(format!("{} {}", verb.name, verb.form_text).trim_end()));
        }
    }
    text
}

/// What the rules have told when the game began: the dice that were thrown then have been seen by nobody yet. Nothing once a
/// command has been given.
pub(in crate::repl) fn opening(session: &Session) -> impl Iterator<Item = &str> {
    let has_begun = session.log().iter().any(|entry| entry.deed == Deed::Command && !entry.taken_back);
    let start = session.log().iter().filter(move |_| !has_begun).find(|entry| entry.deed == Deed::Start);
    start.and_then(|entry| entry.trace.as_ref()).into_iter().flat_map(|trace| trace.said())
}

/// The turn, the side and the phase, or how the game ended.
pub(in crate::repl) fn moment(session: &Session) -> String {
    let catalogue = session.loaded().rules.catalogue();
    if let Some(ending) = session.state().ending() {
        let winner =
            ending.winner.map_or("A draw".to_owned(), |w| format!("{} has won", catalogue.side(w).title));
        return format!("The game is over. {winner}: {}", ending.reason);
    }
    let clock = session.state().clock();
    let phase = catalogue.phases.iter().find(|p| p.name == clock.phase).map_or("", |p| &*p.title);
    let side = clock.side.map_or_else(String::new, |s| format!(", {}", catalogue.side(s).title));
    format!("Turn {}{side}, {phase}", clock.turn)
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
        "marked": marked_json(session.loaded().rules.map(), catalogue, session.state()),
        "state": session.state().fingerprint(),
        "seed": session.seed(),
    })
}

/// The hexes with their terrain and the units in them, and the hexsides.
pub(in crate::repl) fn map_json(map: &HexMap, catalogue: &Catalogue, state: &State) -> Json {
    let number = |hex: Hex| number(map, hex);
    let name = |t: &TerrainId| catalogue.terrain_def(*t).name.to_string();
    let hexes: Vec<Json> = map
        .hexes()
        .map(|hex| {
            let units: Vec<&str> = state.units_at(hex).iter().map(|u| &*state.unit(*u).name).collect();
            json!({
                "hex": number(hex),
                "terrain": map.terrain(hex).iter().map(name).collect::<Vec<_>>(),
                "units": units,
            })
        })
        .collect();
    let sides: Vec<Json> = map
        .hexsides()
        .map(|(side, terrain)| {
            json!({
                "between": side.hexes().map(number),
                "terrain": terrain.iter().map(name).collect::<Vec<_>>(),
            })
        })
        .collect();
    let marked = marked_json(map, catalogue, state);
    json!({"schema": "houserule.map/1", "hexes": hexes, "hexsides": sides, "marked": marked})
}

/// The hexes that properties hold and maps mark.
fn marked_json(map: &HexMap, catalogue: &Catalogue, state: &State) -> Vec<Json> {
    let landmarks = landmarks(catalogue, state).into_iter();
    let told = landmarks.map(|landmark| {
        let of = match landmark.of {
            Target::Side(side) => Some(&*catalogue.side(side).name),
            Target::Unit(unit) => Some(&*state.unit(unit).name),
            Target::Hex(_) | Target::Game => None,
        };
        json!({"mark": &*landmark.mark, "of": of, "hex": number(map, landmark.hex)})
    });
    told.collect()
}

/// The number of a hex. One off the sheet has none; a hexside at the map's edge has one.
fn number(map: &HexMap, hex: Hex) -> String {
    map.layout().number(hex).map_or_else(|| Value::Hex(hex).to_string(), |number| number.to_string())
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
        Place::Table(..) | Place::Reserve | Place::Out => None,
    };
    json!({"schema": "houserule.reach/1", "unit": session.called(&Value::Unit(unit)), "from": from, "reach": hexes})
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_whole_and_in_their_order() {
        assert!(holds_words("Turn 1, The Barrow: offensive", "the barrow"));
        assert!(holds_words("Set-up, Blue: laying terrain", "Laying terrain"));
        assert!(!holds_words("Turn 12, Red: fire", "turn 1"));
        assert!(!holds_words("initiative: Red 1, Blue 4", "turn 1"));
        assert!(!holds_words("firepower", "fire"));
        assert!(!holds_words("anything", ""));
    }
}

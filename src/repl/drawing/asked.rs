//! What is asked about the map: where a unit may move to, and what is seen from where.

use serde_json::{Value as Json, json};

use super::place;
use crate::diagnostic::{Code, Diagnostic, counted};
use crate::kernel::hex::{Hex, Line, LineStep, line};
use crate::kernel::value::{UnitId, Value};
use crate::repl::show;
use crate::report::{Overlay, SightLine};
use crate::rules::Event;
use crate::session::{Session, Trouble};

/// An answer, apart from what it lays over the map.
pub(super) struct Answered {
    /// In words.
    pub(super) text: String,
    /// For programs.
    pub(super) json: Json,
    /// Whether it lays nothing over the map.
    pub(super) is_empty: bool,
    /// The hexes that it is about, both to be in view.
    pub(super) ends: Option<[Hex; 2]>,
}

/// The reach is told by the pack's own rule; the costs are in the record of its run.
pub(super) fn reach(session: &mut Session, unit: UnitId, overlay: &mut Overlay) -> Result<Answered, Trouble> {
    let loaded = session.loaded().clone();
    let Some((rule, _)) = loaded.data.hooks.get("reach") else {
        return Err(no_rule("reach", "tells where a unit may move to"));
    };
    let trace = session.ask(rule, &[Value::Unit(unit)])?.trace;
    let mut told = Vec::new();
    for event in &trace.events {
        if let Event::Reach(hexes) = event {
            for reached in hexes {
                let stop = if reached.may_stop { "" } else { " (passing only)" };
                told.push(format!("{} {}{stop}", session.called(&reached.hex.into()), reached.cost));
                overlay.reach.insert(reached.hex, reached.cost);
                if !reached.may_stop {
                    overlay.passing.insert(reached.hex);
                }
            }
        }
    }
    let name = session.called(&Value::Unit(unit));
    let from = place(session, unit);
    let text = match told.is_empty() {
        true if from.is_none() => format!("{name} is not on the map"),
        true => format!("{name} can move nowhere"),
        false => format!("{name} may move to: {}", told.join(", ")),
    };
    let where_from = from.map_or_else(String::new, |hex| format!(" from {}", session.called(&hex.into())));
    overlay.notes.push(match told.is_empty() {
        true => text.clone(),
        false => format!("where {name} may move to{where_from}"),
    });
    let json = show::reach_json(session, unit, &trace);
    Ok(Answered { text, json, is_empty: told.is_empty(), ends: from.map(|hex| [hex; 2]) })
}

/// The line, and what blocks it by the pack's own rule.
pub(super) fn sight(
    session: &mut Session,
    from: Hex,
    to: Hex,
    overlay: &mut Overlay,
) -> Result<Answered, Trouble> {
    let sight = line(from, to);
    let called = |hex: Hex| match session.loaded().rules.map().contains(hex) {
        true => session.called(&hex.into()),
        // A line may run along the edge.
        false => "the edge of the map".to_owned(),
    };
    let through: Vec<String> = sight.through().map(called).collect();
    let along: Vec<String> = sight
        .along()
        .map(|side| {
            let [a, b] = side.hexes();
            format!("{}/{}", called(a), called(b))
        })
        .collect();
    let heading = format!("{} to {}: {}", called(from), called(to), counted(from.distance(to), "hex"));
    let mut text = format!("{heading}\nthrough {}", through.join(", "));
    if !along.is_empty() {
        text.push_str(&format!("\nalong the hexside {}", along.join(", ")));
    }
    let loaded = session.loaded().clone();
    let mut by = None;
    let verdict = match loaded.data.hooks.get("sight") {
        Some((rule, _)) => match session.ask(rule, &[from.into(), to.into()])?.value {
            Value::Nothing | Value::Bool(false) => "the line is free".to_owned(),
            value => {
                let told = session.called(&value);
                by = Some((value, told.clone()));
                format!("blocked: {told}")
            }
        },
        None => "this game has no rule for what blocks a line of sight".to_owned(),
    };
    text.push_str(&format!("\n{verdict}"));
    let blocked_at = by.as_ref().and_then(|(value, told)| step_of(session, &sight, value, told));
    let blocked = by.map_or(Json::Null, |(_, told)| told.into());
    let json = json!({
        "schema": "houserule.sight/1", "through": through, "along": along, "blocked": blocked,
        "distance": from.distance(to),
    });
    overlay.notes.push(format!("line of sight from {heading}; {verdict}"));
    overlay.line = Some(SightLine { line: sight, blocked_at });
    Ok(Answered { text, json, is_empty: false, ends: Some([from, to]) })
}

/// Where on a line the thing is that a pack's rule blames. A rule may answer the hex, or the hexes, or words that name
/// them; of what it blames, the first on the way is what blocks.
fn step_of(session: &Session, line: &Line, value: &Value, told: &str) -> Option<LineStep> {
    let blamed: Vec<Hex> = match value {
        Value::Hex(hex) => vec![*hex],
        Value::List(values) => {
            values.iter().filter_map(|v| if let Value::Hex(hex) = v { Some(*hex) } else { None }).collect()
        }
        _ => {
            let words: Vec<&str> = told.split(|c: char| !c.is_alphanumeric()).collect();
            let touched = line.touched().into_iter();
            touched.filter(|hex| words.contains(&session.called(&(*hex).into()).as_str())).collect()
        }
    };
    let between = line.steps().get(1..line.steps().len().saturating_sub(1)).unwrap_or_default();
    let whole = between.iter().find(|step| step.hexes().all(|hex| blamed.contains(&hex)));
    // A line between two hexes passes a corner first, but it is the hexside that lets nothing through.
    let part = |corners: bool| {
        let of_sort = between.iter().filter(move |step| matches!(step, LineStep::Corner(_)) == corners);
        of_sort.into_iter().find(|step| step.hexes().any(|hex| blamed.contains(&hex)))
    };
    whole.or_else(|| part(false)).or_else(|| part(true)).copied()
}

pub(super) fn no_rule(hook: &str, what: &str) -> Trouble {
    Trouble::plain(
        Diagnostic::error(Code::NOT_FOUND, format!("no rule of this game {what}"))
            .help(format!("a pack names one in its manifest: `{hook} RULE`")),
    )
}

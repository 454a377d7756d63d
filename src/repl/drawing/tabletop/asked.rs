//! What is asked about a table: where a unit may move to, what stands between two places, how far they are apart.

use std::rc::Rc;

use serde_json::{Value as Json, json};

use super::super::asked::no_rule;
use super::super::no_such;
use super::spread;
use crate::data::LineWord;
use crate::kernel::plane::{Footprint, Length, Outline, Point};
use crate::kernel::value::{UnitId, Value};
use crate::report::{Style, reach_json, reach_table};
use crate::rules::{Roamed, Trace};
use crate::session::{self, Session, Trouble};

/// What a pack's rule has answered, and what it has drawn.
pub(super) struct Answered {
    /// In words, each line ended.
    pub(super) text: String,
    /// For programs.
    pub(super) json: Json,
    /// What stands in the way of a line.
    pub(super) blocked: Option<String>,
    /// Whose reach it is.
    pub(super) mover: Option<String>,
    /// The record of the run.
    pub(super) trace: Rc<Trace>,
}

/// Where a unit may move to.
pub(super) fn reach(session: &mut Session, unit: UnitId, style: &Style) -> Result<Answered, Trouble> {
    let hook = session.loaded().data.hooks.get("reach").map(|(rule, _)| rule.clone());
    let Some(rule) = hook else { return Err(no_rule("reach", "tells where a unit may move to")) };
    let trace = session.ask(&rule, &[Value::Unit(unit)])?.trace;
    let name = session.called(&Value::Unit(unit));
    let spreads: Vec<&Roamed> = spread(&trace).collect();
    let json = reach_json(&name, &spreads);
    let text = reach_table(&name, &spreads, style);
    Ok(Answered { text, json, blocked: None, mover: Some(name), trace: Rc::new(trace) })
}

/// What stands between two places, by the pack's own rules: one for two units, one where an end is a point.
pub(super) fn sight(session: &mut Session, text: &str, words: &[LineWord]) -> Result<Answered, Trouble> {
    let ends = both_places(session, text, words)?;
    let hook = match &ends {
        [Value::Unit(_), Value::Unit(_)] => "sight",
        _ => "line",
    };
    let rule = session.loaded().data.hooks.get(hook).map(|(rule, _)| rule.clone());
    let Some(rule) = rule else {
        return Err(no_rule(hook, "says what stands in the way of such a line"));
    };
    let answer = session.ask(&rule, &ends)?;
    let blocked = match &answer.value {
        Value::Nothing | Value::Bool(false) => None,
        value => Some(session.called(value)),
    };
    let [from, to] = ends.map(|end| session.called(&end));
    let verdict = blocked.as_ref().map_or_else(|| "nothing is in the way".to_owned(), String::clone);
    let json = json!({"schema": "houserule.table-sight/1", "from": from, "to": to, "blocked": blocked});
    let text = format!("{from} to {to}: {verdict}\n");
    Ok(Answered { text, json, blocked, mover: None, trace: Rc::new(answer.trace) })
}

/// Two places of a table in words: units on it, or points.
pub(in super::super) fn both_places(
    session: &Session,
    text: &str,
    words: &[LineWord],
) -> Result<[Value; 2], Trouble> {
    let read = |words: &[LineWord]| {
        session::place(words, session.names()).map_err(|mistake| Trouble::of_line(text, mistake))
    };
    let (from, taken) = read(words)?;
    let Some(rest) = words.get(taken..).filter(|rest| !rest.is_empty()) else {
        return Err(no_such(text, &words[0], "a second place is missing"));
    };
    let (to, more) = read(rest)?;
    match rest.get(more) {
        Some(extra) => Err(no_such(text, extra, &format!("`{}` is one word too many", extra.text))),
        None => Ok([from, to]),
    }
}

/// Where a unit or a point is; nothing for a unit that is not on the table.
pub(in super::super) fn place(session: &Session, value: &Value) -> Option<Point> {
    match value {
        Value::Point(point) => Some(*point),
        Value::Unit(unit) => session.state().unit(*unit).place.point(),
        _ => None,
    }
}

/// How far two things are apart as they look from above, models or points; nothing where neither has more than its place.
pub(in super::super) fn apart(session: &mut Session, ends: &[Value; 2]) -> Result<Option<Length>, Trouble> {
    let bodies = super::bodies(session)?;
    let mut shapes: Vec<Vec<Outline>> = Vec::new();
    let mut has_models = false;
    for end in ends {
        let models = match end {
            Value::Unit(unit) => bodies.iter().find(|(id, _)| id == unit).map(|(_, models)| models),
            _ => None,
        };
        has_models |= models.is_some();
        let place = place(session, end).map(Outline::point);
        shapes.push(match models {
            Some(models) => models.iter().filter_map(Footprint::outline).collect(),
            None => place.into_iter().collect(),
        });
    }
    let [from, to] = &shapes[..] else { return Ok(None) };
    let all = from.iter().flat_map(|one| to.iter().map(move |other| one.nearest(other).apart.rounded()));
    Ok(all.min().filter(|_| has_models))
}

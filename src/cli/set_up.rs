//! Whether a scenario sets its units up as they may stand: what `check` says of it before anybody plays.
//!
//! What may be is the pack's to say, by the rule that its manifest names as `faults`. Where it says nothing, models that stand off the
//! table or inside those of another unit are told. What may stand in the commands that can be given then is asked, too, for mistakes in
//! the rules that list it.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use crate::data::Part;
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::kernel::catalogue::{Write, Writes};
use crate::kernel::dice::Generator;
use crate::kernel::plane::{Footprint, Length, Outline, Point, Within, bounds_of};
use crate::kernel::state::Place;
use crate::kernel::value::{UnitId, Value};
use crate::pack::Loaded;
use crate::play::{Bout, PlayerKind, Table, on_deep_stack};
use crate::rules::{Failure, Refusal};

/// Corners are told to the thousandth, so bases that touch may seem to be so far inside one another.
const SLACK: i64 = 2;
/// So many units are named of those that have the same fault.
const MOST_NAMED: usize = 6;

/// What is wrong with the units of a scenario right after its set-up; decisions of the set-up are taken by lot.
pub fn set_up_faults(loaded: &Rc<Loaded>) -> Vec<Diagnostic> {
    if loaded.data.set_up.is_none() {
        return Vec::new();
    }
    match on_deep_stack(|| found(loaded)) {
        Ok(found) => found,
        Err(Failure::Broken(told)) => vec![match &loaded.data.set_up {
            Some(set_up) => set_up.at_what_is_set(*told),
            None => *told,
        }],
        // Where a set-up is refused after a decision, or asks what nobody can answer, there is nothing yet to look at.
        Err(Failure::Refused(_) | Failure::Stopped(_)) => Vec::new(),
    }
}

fn found(loaded: &Rc<Loaded>) -> Result<Vec<Diagnostic>, Failure> {
    let mut bout = Bout::new(loaded.clone(), &Arc::default());
    let start = bout.state().clone();
    let lots = |_| Generator::new(0);
    let sides = loaded.rules.catalogue().sides.iter();
    let mut table = Table::new(sides.map(|_| PlayerKind::Random.player(Generator::new(0))).collect());
    let begun = table.begin(&mut bout, &start, Generator::new(0), lots).map_err(|broken| broken.failure);
    let begins = loaded.data.hooks.get("start").map(|(_, origin)| origin.span);
    match (begun, begins) {
        // Nothing was thrown or decided, so it is refused whenever it is played.
        (Err(Failure::Refused(refusal)), Some(at)) if table.given().is_empty() => {
            return Ok(vec![Diagnostic::error(Code::RULE_FAILED, refused_set_up(&refusal)).at(at, "")]);
        }
        (begun, _) => begun?,
    }
    let mut found = match loaded.data.hooks.get("faults") {
        Some((rule, origin)) => told_by_rule(&mut bout, rule, origin.span)?,
        None => overlaps(&mut bout)?,
    };
    found.extend(broken_numbers(&bout));
    found.extend(wrong_choices(&mut bout));
    let phase = &bout.state().clock().phase;
    let is_idle = phase.is_empty() && bout.state().ending().is_none();
    let verbs = &loaded.data.verbs;
    if is_idle && !verbs.is_empty() && verbs.iter().all(|verb| !verb.is_of(phase)) {
        let (title, at, help) = match begins {
            Some(at) => (
                "the set-up begins no phase, so no command can be given",
                Some(at),
                "let this rule begin one: `begin_phase(\"movement\", side)`",
            ),
            None => (
                "no rule begins the game, so no command can be given",
                scenario_at(loaded),
                "name one in the manifest, `start begin_game`, and let it begin a phase",
            ),
        };
        let told = Diagnostic::warning(Code::SET_UP, title).help(help);
        found.push(at.into_iter().fold(told, |told, at| told.at(at, "")));
    }
    Ok(found)
}

/// Computed numbers that come to no number, or to one out of range, where units stand on the board; once for each type.
fn broken_numbers(bout: &Bout) -> Vec<Diagnostic> {
    let rules = &bout.loaded().rules;
    let mut state = bout.state().clone();
    let on_board = bout.state().units().filter(|(_, unit)| unit.place.is_on_board());
    let mut asked = BTreeMap::new();
    for (_, unit) in on_board {
        let attributes = &rules.catalogue().unit_type(unit.unit_type).attributes;
        let is_computed =
            |writes: &Writes| writes.iter().any(|written| matches!(written.write, Write::Compute(_)));
        for (attribute, writes) in attributes.iter().filter(|(_, writes)| is_computed(writes)) {
            // The one that has failed already stands for all of its type.
            let failed = asked.entry((unit.unit_type, attribute.clone())).or_insert(None);
            if failed.is_none() {
                let expression = format!("unit(\"{}\").{attribute}", unit.name);
                *failed = match rules.evaluate(&mut state, bout.nobody(), &expression) {
                    Err(Failure::Broken(told)) if told.code != Code::BAD_EXPRESSION => {
                        Some(placed_at(*told, writes, &unit.name, attribute))
                    }
                    _ => None,
                };
            }
        }
    }
    let mut found: Vec<Diagnostic> = asked.into_values().flatten().collect();
    found.dedup();
    found
}

/// Mistakes in the rules that list what may stand in the commands of the phase: for each parameter, given the first that is listed
/// for those before it.
fn wrong_choices(bout: &mut Bout) -> Vec<Diagnostic> {
    let mut found: Vec<Diagnostic> = Vec::new();
    if bout.state().ending().is_some() {
        return found;
    }
    let loaded = bout.loaded().clone();
    let phase = bout.state().clock().phase.clone();
    for (number, verb) in loaded.data.verbs.iter().enumerate().filter(|(_, verb)| verb.is_of(&phase)) {
        let mut before = Vec::new();
        let parameters = verb.form.iter().filter_map(|part| match part {
            Part::Param { kind, optional, .. } => Some((kind, optional)),
            Part::Word(_) => None,
        });
        for (slot, (kind, optional)) in parameters.enumerate() {
            if bout.is_left_out(number, slot, &before) {
                before.push(Value::Nothing);
                continue;
            }
            match bout.choices(number, slot, &before) {
                Ok(listed) => match listed.first() {
                    Some(first) if kind.is_many() => before.push(Value::list([first.clone()])),
                    Some(first) => before.push(first.clone()),
                    None if *optional => before.push(Value::Nothing),
                    None => break,
                },
                Err(failure) => {
                    // Commands may share a rule.
                    if let Failure::Broken(told) = failure
                        && !found.contains(&*told)
                    {
                        found.push(*told);
                    }
                    break;
                }
            }
        }
    }
    found
}

/// A mistake in a computed number, with the place of the number where it has none of its own.
fn placed_at(told: Diagnostic, writes: &Writes, unit: &str, attribute: &str) -> Diagnostic {
    let computed = writes.iter().rfind(|written| matches!(written.write, Write::Compute(_)));
    match computed.filter(|_| told.labels.is_empty()) {
        Some(written) => told.at(written.origin.span, format!("in {attribute} of `{unit}`")),
        None => told,
    }
}

/// Where the scenario is written.
fn scenario_at(loaded: &Loaded) -> Option<Span> {
    let name = &loaded.data.set_up.as_ref()?.scenario;
    Some(loaded.data.scenarios.get(name)?.origin.span)
}

/// How a set-up that the rules refuse is told.
pub(super) fn refused_set_up(refusal: &Refusal) -> String {
    format!("the rules refuse the set-up: {}", refusal.reason)
}

/// What the pack's rule says of each unit; units of which it says the same are told together.
fn told_by_rule(bout: &mut Bout, rule: &str, at: Span) -> Result<Vec<Diagnostic>, Failure> {
    let units: Vec<UnitId> =
        bout.state().units().filter(|(_, unit)| unit.place != Place::Out).map(|(id, _)| id).collect();
    let mut by_words: Vec<(Arc<str>, Vec<UnitId>)> = Vec::new();
    for unit in units {
        let Some(told) = texts(&bout.ask(rule, &[Value::Unit(unit)])?) else {
            let title = format!("rule `{rule}` does not answer a list of texts");
            let told = Diagnostic::error(Code::WRONG_RESULT, title).at(at, "");
            return Ok(vec![told.help("answer a line for each fault of the unit, `[]` where it has none")]);
        };
        for words in told {
            match by_words.iter_mut().find(|(known, _)| *known == words) {
                Some((_, units)) => units.push(unit),
                None => by_words.push((words, vec![unit])),
            }
        }
    }
    Ok(by_words.iter().map(|(words, units)| fault(bout, units, words)).collect())
}

fn texts(answer: &Value) -> Option<Vec<Arc<str>>> {
    let Value::List(lines) = answer else { return None };
    lines.iter().map(|line| if let Value::Text(text) = line { Some(text.clone()) } else { None }).collect()
}

/// A warning at the units that it is about, the first of many.
fn fault(bout: &Bout, units: &[UnitId], words: &str) -> Diagnostic {
    let (shown, more) = units.split_at(units.len().min(MOST_NAMED));
    let names: Vec<String> =
        shown.iter().map(|unit| format!("`{}`", bout.state().unit(*unit).name)).collect();
    let more = if more.is_empty() { String::new() } else { format!(" and {} more", more.len()) };
    let title = format!("{}{more}: {words}", names.join(", "));
    let mut spans: Vec<Span> = shown.iter().filter_map(|unit| place(bout, *unit)).collect();
    spans.sort_by_key(|span| span.start);
    spans.dedup();
    spans.into_iter().fold(Diagnostic::warning(Code::SET_UP, title), |told, span| told.at(span, ""))
}

/// Where a unit is written in the order of battle.
fn place(bout: &Bout, unit: UnitId) -> Option<Span> {
    let name = &bout.state().unit(unit).name;
    let set_up = bout.loaded().data.set_up.as_ref()?;
    set_up.placed.iter().find(|placed| placed.name == *name).map(|placed| placed.origin.span)
}

/// A unit as it is seen from above, a little smaller.
struct Standing {
    unit: UnitId,
    models: Vec<Outline>,
    /// Its least and its greatest corner.
    bounds: (Point, Point),
}

/// Units whose models stand off the table, or inside those of another.
fn overlaps(bout: &mut Bout) -> Result<Vec<Diagnostic>, Failure> {
    let loaded = bout.loaded().clone();
    let catalogue = loaded.rules.catalogue();
    let (Some(printed), Some((rule, _))) = (&catalogue.tabletop, loaded.data.hooks.get("footprint")) else {
        return Ok(Vec::new());
    };
    let table = printed.with_laid(bout.state().laid());
    let on_table = bout.state().units().filter(|(_, unit)| unit.place.point().is_some());
    let units: Vec<UnitId> = on_table.map(|(id, _)| id).collect();
    let mut standing = Vec::new();
    for unit in units {
        let models = Footprint::read(&bout.ask(rule, &[Value::Unit(unit)])?).unwrap_or_default();
        standing.extend(Standing::of(unit, &models));
    }
    let help = "move them, or let the manifest name a rule that says what may be: `faults RULE`";
    let mut found = Vec::new();
    let mut off = Vec::new();
    let mut inside: BTreeMap<UnitId, Vec<UnitId>> = BTreeMap::new();
    for (at, one) in standing.iter().enumerate() {
        if one.models.iter().any(|model| table.holds(model) != Within::Wholly) {
            off.push(one.unit);
        }
        for other in standing[at + 1..].iter().filter(|other| one.overlaps(other)) {
            inside.entry(one.unit).or_default().push(other.unit);
        }
    }
    if !off.is_empty() {
        found.push(fault(bout, &off, "not wholly on the table").help(help));
    }
    for (one, others) in inside {
        let both: Vec<UnitId> = [one].into_iter().chain(others).collect();
        found.push(fault(bout, &both, "models stand inside one another").help(help));
    }
    Ok(found)
}

impl Standing {
    fn of(unit: UnitId, models: &[Footprint]) -> Option<Standing> {
        let models: Vec<Footprint> = models.iter().map(smaller).collect();
        let corners = models.iter().map(Footprint::bounds).flat_map(|(low, high)| [low, high]);
        let bounds = bounds_of(corners);
        let outlines = models.iter().filter_map(Footprint::outline).collect();
        bounds.map(|bounds| Standing { unit, models: outlines, bounds })
    }

    fn overlaps(&self, other: &Standing) -> bool {
        let ((a, b), (c, d)) = (self.bounds, other.bounds);
        let is_near = a.x() < d.x() && c.x() < b.x() && a.y() < d.y() && c.y() < b.y();
        is_near && self.models.iter().any(|one| other.models.iter().any(|two| one.overlaps(two)))
    }
}

/// A model with each corner a little nearer to its middle.
fn smaller(model: &Footprint) -> Footprint {
    let slack = Length::thousandths(SLACK);
    match model {
        Footprint::Round(centre, diameter) => {
            Footprint::Round(*centre, (*diameter - slack - slack).max(Length::ZERO))
        }
        Footprint::Corners(corners) => {
            let middle = model.centre();
            let nearer = |from: Length, to: Length| from + (to - from).max(-slack).min(slack);
            let moved = |c: &Point| Point::new(nearer(c.x(), middle.x()), nearer(c.y(), middle.y()));
            Footprint::Corners(corners.iter().map(moved).collect())
        }
    }
}

//! `points`: what units, unit types and sides are worth, by the pack's own rule.

use super::console::{Console, Input};
use super::named::one_of;
use super::told::Told;
use crate::data::ParamKind;
use crate::diagnostic::{Code, Diagnostic};
use crate::kernel::state::{Place, State};
use crate::kernel::value::{SideId, TypeId, UnitId, Value};
use crate::play::{with_every_type, worth_of};
use crate::report::{PointsOf, PointsTold, points_csv, points_json, points_told};
use crate::rules::{Event, Run, TallyRecord};
use crate::session::Trouble;

const FORM: &str = "points [types | UNIT | TYPE | SIDE …] [--all] [--csv]";

/// The word for all unit types.
const TYPES: &str = "types";

/// What is asked about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Asked {
    Unit(UnitId),
    Side(SideId),
    Type(TypeId),
    Types,
}

/// Carries out `points`.
pub(super) fn points(console: &mut Console, input: &Input<'_>) -> Result<Told, Trouble> {
    let loaded = console.session.loaded().clone();
    let Some((rule, _)) = loaded.data.hooks.get("worth").cloned() else {
        let told = Diagnostic::error(Code::USAGE, "no rule of this game tells what a unit is worth");
        return Err(Trouble::plain(told.help("a pack names one in its manifest: `worth RULE`")));
    };
    let asked = read(console, input)?;
    let types: Vec<TypeId> = asked
        .iter()
        .flat_map(|one| match one {
            Asked::Types => (0..loaded.rules.catalogue().unit_types.len() as u32).map(TypeId).collect(),
            Asked::Type(kind) => vec![*kind],
            Asked::Unit(_) | Asked::Side(_) => Vec::new(),
        })
        .collect();
    let mut state = console.session.state().clone();
    let mut units = units_of(&asked, &state);
    // An order of battle is told side by side.
    units.sort_by_key(|unit| (state.unit(*unit).side, *unit));
    console.session.record_under_lock();
    let open = |run| console.session.told_under_lock("the worth of units", run);
    let mut all = Vec::new();
    for unit in units {
        let Some(run) = worth_of(&loaded, &mut state, unit) else { continue };
        let of = state.unit(unit);
        all.push(PointsOf {
            name: of.name.to_string(),
            kind: console.session.called(&Value::Type(of.unit_type)),
            side: Some(console.session.called(&Value::Side(of.side))),
            ..told(open(run)?, &rule)?
        });
    }
    if !types.is_empty() {
        let (mut state, first) = with_every_type(&loaded, Place::Out);
        for kind in types {
            let Some(run) = worth_of(&loaded, &mut state, UnitId(first.0 + kind.0)) else { continue };
            all.push(PointsOf {
                name: loaded.rules.catalogue().unit_type(kind).name.to_string(),
                kind: console.session.called(&Value::Type(kind)),
                side: None,
                ..told(open(run)?, &rule)?
            });
        }
    }
    let only = all.len() == 1 && !matches!(asked[..], [Asked::Side(_)]);
    let told = PointsTold {
        title: title(console, &rule, all.iter().any(|of| of.side.is_some())),
        per: loaded.data.worth_per.max(1),
        with_parts: only || input.has_flag("all"),
        all,
    };
    Ok(Told::fine(match (console.front.json || input.has_flag("json"), input.has_flag("csv")) {
        (true, true) => return Err(input.usage("one of `--json` and `--csv`", FORM)),
        (true, false) => points_json(&told).to_string(),
        (false, true) => points_csv(&told),
        (false, false) => points_told(&told, &console.front.style),
    }))
}

fn units_of(asked: &[Asked], state: &State) -> Vec<UnitId> {
    let in_play = || state.units().filter(|(_, unit)| unit.place != Place::Out);
    if asked.is_empty() {
        return in_play().map(|(id, _)| id).collect();
    }
    let mut units: Vec<UnitId> = Vec::new();
    for one in asked {
        match one {
            Asked::Unit(unit) => units.push(*unit),
            Asked::Side(side) => units.extend(in_play().filter(|(_, u)| u.side == *side).map(|(id, _)| id)),
            Asked::Type(_) | Asked::Types => {}
        }
    }
    units.sort_unstable();
    units.dedup();
    units
}

fn read(console: &Console, input: &Input<'_>) -> Result<Vec<Asked>, Trouble> {
    const KINDS: [ParamKind; 3] = [ParamKind::Unit, ParamKind::Type, ParamKind::Side];
    let session = &console.session;
    let asked = input.line.words.iter().map(|word| match one_of(word, &KINDS, session.names(), &[TYPES]) {
        Ok(Value::Unit(unit)) => Ok(Asked::Unit(unit)),
        Ok(Value::Type(kind)) => Ok(Asked::Type(kind)),
        Ok(Value::Side(side)) => Ok(Asked::Side(side)),
        Ok(_) => Err(input.usage("expected a unit, a unit type or a side", FORM)),
        Err(_) if word.text.eq_ignore_ascii_case(TYPES) => Ok(Asked::Types),
        Err(mistake) => Err(Trouble::of_line(input.text, mistake)),
    });
    asked.collect()
}

/// What a run of the rule came to; names are still to be filled in.
fn told(run: Run, rule: &str) -> Result<PointsOf, Trouble> {
    let Value::Int(worth) = run.value else {
        let told = format!("`{rule}` answers `{}`, which is no number", run.value);
        return Err(Trouble::plain(Diagnostic::error(Code::WRONG_RESULT, told)));
    };
    let sums: Vec<TallyRecord> = run
        .trace
        .events
        .into_iter()
        .filter_map(|event| match event {
            Event::Tally(tally) => Some(tally),
            _ => None,
        })
        .collect();
    Ok(PointsOf { name: String::new(), kind: String::new(), side: None, worth, sums })
}

/// `points of marches/practice, by worth_of (marches/rules/10.rhai:3, MAR-4)`.
fn title(console: &Console, rule: &str, of_units: bool) -> String {
    let loaded = console.session.loaded();
    let mut by = Vec::new();
    if let Some(info) = loaded.rules.rule(rule) {
        by.push(loaded.sources.place(info.span));
        by.extend(info.doc.ids.iter().cloned());
    }
    let game = match of_units {
        true => format!("{}/{}", loaded.pack().manifest.id, console.session.scenario_name()),
        false => loaded.pack().manifest.id.to_string(),
    };
    let by = if by.is_empty() { String::new() } else { format!(" ({})", by.join(", ")) };
    format!("points of {game}, by {rule}{by}")
}

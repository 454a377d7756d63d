//! `points`: what units, unit types and sides are worth, by the pack's own rule.

use super::console::{Console, Input};
use super::told::Told;
use crate::diagnostic::{Code, Diagnostic, did_you_mean};
use crate::kernel::state::{Place, State};
use crate::kernel::value::{SideId, UnitId, Value};
use crate::play::{with_every_type, worth_of};
use crate::report::{PointsOf, PointsTold, points_csv, points_json, points_told};
use crate::rules::{Event, Run, TallyRecord};
use crate::session::{LineMistake, Trouble};

const FORM: &str = "points [types | UNIT | TYPE | SIDE …] [--all] [--csv]";

/// What is asked about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Asked {
    Unit(UnitId),
    Side(SideId),
    Type(usize),
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
    let types: Vec<usize> = asked
        .iter()
        .flat_map(|one| match one {
            Asked::Types => (0..loaded.rules.catalogue().unit_types.len()).collect(),
            Asked::Type(at) => vec![*at],
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
        let (mut state, first) = with_every_type(&loaded);
        for at in types {
            let unit = UnitId(first.0 + at as u32);
            let Some(run) = worth_of(&loaded, &mut state, unit) else { continue };
            let kind = state.unit(unit).unit_type;
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
    let catalogue = console.session.loaded().rules.catalogue().clone();
    let state = console.session.state();
    let mut asked = Vec::new();
    for word in &input.line.words {
        let name = &*word.text;
        let is = |other: &str| other.eq_ignore_ascii_case(name);
        let side = catalogue.sides.iter().position(|side| is(&side.name) || is(&side.title));
        let one = if let Some(unit) = state.unit_named(name) {
            Asked::Unit(unit)
        } else if let Some(kind) = catalogue.unit_types.iter().position(|t| is(&t.name) || is(&t.title)) {
            Asked::Type(kind)
        } else if let Some(side) = side {
            Asked::Side(SideId(side as u32))
        } else if is("types") {
            Asked::Types
        } else {
            let units = state.units().map(|(_, unit)| unit.name.to_string());
            let types = catalogue.unit_types.iter().map(|t| t.name.to_string());
            let sides = catalogue.sides.iter().map(|side| side.name.to_string());
            let known: Vec<String> = units.chain(types).chain(sides).chain(["types".to_owned()]).collect();
            let told = format!("no unit, type or side is called `{name}`");
            let mistake = LineMistake::new(Code::USAGE, told, word.start..word.end);
            let near = did_you_mean(name, known.iter().map(String::as_str));
            let help = near.map_or_else(|| FORM.to_owned(), |near| format!("did you mean `{near}`?"));
            return Err(Trouble::of_line(input.text, mistake.help(help)));
        };
        asked.push(one);
    }
    Ok(asked)
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

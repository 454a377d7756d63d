//! What is printed on counters and maps, after all layers have written to it.

use rhai::{Dynamic, NativeCallContext};

use super::convert::{Ground, to_dynamic};
use super::needed::Needed;
use super::raise::{Beyond, Outcome, bad, out_of_range, wrong_answer};
use super::scene::Stage;
use crate::kernel::catalogue::{Catalogue, Exception, Modifier, Origin, Subject, Terrain, Write, Written};
use crate::kernel::state::Query;
use crate::kernel::value::{TerrainId, TypeId, UnitId, Value};
use crate::kernel::writes::{Step, fold};

/// A modifier of a terrain as one unit meets it.
#[derive(Debug, Clone)]
pub(super) struct Met {
    pub(super) modifier: Modifier,
    /// Where it comes from, for the reason: the terrain's or type's long name.
    pub(super) from: std::sync::Arc<str>,
    /// Why it does not apply, if it does not.
    pub(super) because: Option<String>,
}

/// Whether any write must be computed from the state.
fn is_computed(writes: &[Written]) -> bool {
    writes.iter().any(|w| matches!(w.write, Write::Compute(_)))
}

/// Calls the rule of a computed value.
fn compute(
    stage: &Stage,
    context: &NativeCallContext<'_>,
    rule: &str,
    arguments: &mut [Dynamic],
) -> Outcome<i64> {
    let mut arguments: Vec<&mut Dynamic> = arguments.iter_mut().collect();
    let result = stage.looking("a computed value", || stage.call(context, rule, &mut arguments))?;
    match result.as_int() {
        Ok(number) => Ok(number),
        Err(_) => wrong_answer(rule, Needed::Number, &result),
    }
}

/// Whether any step was computed from the state.
fn has_computed(steps: &[Step<'_>]) -> bool {
    steps.iter().any(|step| matches!(step.written.write, Write::Compute(_)))
}

/// Holds a computed number against its range; what is written is held against it when it is read. `what` names it and says how
/// the range is changed.
fn check_range(
    (value, steps): (&Value, &[Step<'_>]),
    range: (i64, i64),
    declared: &Origin,
    what: impl FnOnce() -> (String, String),
) -> Outcome<()> {
    let (Value::Int(number), Some(last)) = (value, steps.last()) else { return Ok(()) };
    if !has_computed(steps) || (range.0..=range.1).contains(number) {
        return Ok(());
    }
    let (what, otherwise) = what();
    let (written, declared) = (last.written.origin.span, declared.clone());
    out_of_range(Beyond { what, number: *number, range, written, declared, otherwise })
}

/// The same of an attribute of what is called `holder`.
fn check_attribute(
    stage: &Stage,
    reached: (&Value, &[Step<'_>]),
    (subject, attribute): (Subject, &str),
    holder: impl FnOnce() -> String,
) -> Outcome<()> {
    if !has_computed(reached.1) {
        return Ok(());
    }
    let Some(definition) = stage.catalogue.attributes.get(&(subject, attribute.into())) else {
        return Ok(());
    };
    check_range(reached, definition.range, &definition.origin, || {
        let terrain = if subject == Subject::Terrain { "terrain " } else { "" };
        let otherwise = format!(", or `change attribute {terrain}{attribute} {{ range … }}`");
        (format!("`{attribute}` of {}", holder()), otherwise)
    })
}

/// An attribute of a unit type, with the steps to it; `unit` where one is asked about.
pub(super) fn type_steps<'s>(
    stage: &'s Stage,
    context: &NativeCallContext<'_>,
    unit_type: TypeId,
    unit: Option<UnitId>,
    attribute: &str,
) -> Outcome<(Value, Vec<Step<'s>>)> {
    let definition = stage.catalogue.unit_type(unit_type);
    let Some(writes) = definition.attributes.get(attribute) else {
        return Ok((default(stage, Subject::Unit, attribute), Vec::new()));
    };
    if is_computed(writes) && unit.is_none() {
        return bad(format!(
            "`{attribute}` of `{}` depends on where the unit is; ask a unit",
            definition.name
        ));
    }
    let (value, steps) =
        fold(writes, |rule| compute(stage, context, rule, &mut [unit.map_or(Dynamic::UNIT, Dynamic::from)]))?;
    check_attribute(stage, (&value, &steps), (Subject::Unit, attribute), || {
        let unit = unit.and_then(|unit| Some(stage.scene()?.state.unit(unit).name.to_string()));
        unit.unwrap_or_else(|| definition.title.to_string())
    })?;
    Ok((value, steps))
}

/// An attribute of a unit type.
pub(super) fn type_value(
    stage: &Stage,
    context: &NativeCallContext<'_>,
    unit_type: TypeId,
    unit: Option<UnitId>,
    attribute: &str,
) -> Outcome<Dynamic> {
    type_steps(stage, context, unit_type, unit, attribute).map(|(value, _)| to_dynamic(&value))
}

/// The terrain as a type sees it, and what the type makes of it.
fn seen(catalogue: &Catalogue, ground: Ground) -> (TerrainId, Option<&Exception>) {
    let exception =
        |terrain: TerrainId| ground.seen_by.and_then(|t| catalogue.unit_type(t).exceptions.get(&terrain));
    match exception(ground.terrain) {
        Some(own) => (own.counts_as.unwrap_or(ground.terrain), Some(own)),
        None => (ground.terrain, None),
    }
}

/// Whether anything that a beholder's type makes of a terrain has to be computed, and whether anything of it has to be at all.
pub(super) fn is_computed_of(catalogue: &Catalogue, ground: Ground) -> (bool, bool) {
    let (terrain, exception) = seen(catalogue, ground);
    let by_type = exception.is_some_and(|own| own.attributes.values().any(|writes| is_computed(writes)));
    let printed = &catalogue.terrain_def(terrain).attributes;
    (by_type, by_type || printed.values().any(|writes| is_computed(writes)))
}

/// The terrain that it counts as for its beholder.
pub(super) fn terrain_of(stage: &Stage, ground: Ground) -> &Terrain {
    stage.catalogue.terrain_def(seen(&stage.catalogue, ground).0)
}

/// An attribute of terrain, as its beholder meets it.
pub(super) fn terrain_value(
    stage: &Stage,
    context: &NativeCallContext<'_>,
    ground: Ground,
    attribute: &str,
) -> Outcome<Dynamic> {
    let (terrain, exception) = seen(&stage.catalogue, ground);
    let own = exception.and_then(|e| e.attributes.get(attribute));
    let printed = stage.catalogue.terrain_def(terrain).attributes.get(attribute);
    let writes: Vec<Written> = printed.into_iter().chain(own).flatten().cloned().collect();
    if writes.is_empty() {
        return Ok(to_dynamic(&default(stage, Subject::Terrain, attribute)));
    }
    let of_type = |rule: &str| {
        own.into_iter().flatten().any(|w| matches!(&w.write, Write::Compute(name) if **name == *rule))
    };
    let (value, steps) = fold(&writes, |rule| {
        let hex = ground.hex.map_or(Dynamic::UNIT, Dynamic::from);
        match (of_type(rule), ground.unit) {
            // What a type makes of a terrain may depend on the unit, the terrain itself only on the hex.
            (true, Some(unit)) => compute(stage, context, rule, &mut [Dynamic::from(unit), hex]),
            _ => compute(stage, context, rule, &mut [hex]),
        }
    })?;
    check_attribute(stage, (&value, &steps), (Subject::Terrain, attribute), || {
        stage.catalogue.terrain_def(terrain).title.to_string()
    })?;
    Ok(to_dynamic(&value))
}

fn default(stage: &Stage, subject: Subject, attribute: &str) -> Value {
    let definition = stage.catalogue.attributes.get(&(subject, attribute.into()));
    definition.and_then(|d| d.default.clone()).unwrap_or_default()
}

/// The modifiers of terrain to an attribute of a unit, those that do not apply included.
pub(super) fn modifiers(
    stage: &Stage,
    context: &NativeCallContext<'_>,
    unit: UnitId,
    ground: Ground,
    attribute: &str,
) -> Outcome<Vec<Met>> {
    let (terrain, exception) = seen(&stage.catalogue, ground);
    let definition = stage.catalogue.terrain_def(terrain);
    let ignores = exception.is_some_and(|e| e.ignores.iter().any(|i| &**i == "*" || &**i == attribute));
    let ignored = |met: &mut Met| {
        if ignores {
            met.because = Some(format!("{} ignores it", beholder(stage, ground)));
        }
    };
    let mut all = Vec::new();
    for modifier in definition.modifiers.iter().filter(|m| &*m.attribute == attribute) {
        let mut met = Met { modifier: modifier.clone(), from: definition.title.clone(), because: None };
        ignored(&mut met);
        all.push(met);
    }
    for modifier in exception.iter().flat_map(|e| &e.modifiers).filter(|m| &*m.attribute == attribute) {
        all.push(Met { modifier: modifier.clone(), from: definition.title.clone(), because: None });
    }
    for met in &mut all {
        let (None, Some(rule)) = (&met.because, &met.modifier.when) else { continue };
        let hex = stage.ask(Query::Place(unit));
        let (mut unit, mut hex) = (Dynamic::from(unit), to_dynamic(&hex));
        let mut arguments = [&mut unit, &mut hex];
        let holds = stage.looking("a condition", || stage.call(context, rule, &mut arguments))?;
        match holds.as_bool() {
            Ok(true) => {}
            Ok(false) => {
                let text = met.modifier.when_text.as_deref().unwrap_or("its condition");
                met.because = Some(format!("{text} does not hold"));
            }
            Err(_) => return wrong_answer(rule, Needed::Truth, &holds),
        }
    }
    Ok(all)
}

fn beholder(stage: &Stage, ground: Ground) -> String {
    ground.seen_by.map_or_else(String::new, |t| stage.catalogue.unit_type(t).title.to_string())
}

/// A named number with the steps to it.
pub(super) fn named_steps<'s>(
    stage: &'s Stage,
    context: &NativeCallContext<'_>,
    name: &str,
) -> Outcome<(Value, Vec<Step<'s>>)> {
    let Some(named) = stage.catalogue.values.get(name) else {
        let near = crate::diagnostic::did_you_mean(name, stage.catalogue.values.keys().map(|k| &**k));
        let hint = near.map_or_else(String::new, |n| format!("; did you mean `{n}`?"));
        return bad(format!("no value is called `{name}`{hint}"));
    };
    let (value, steps) = fold(&named.writes, |rule| compute(stage, context, rule, &mut []))?;
    check_range((&value, &steps), named.range, &named.writes[0].origin, || {
        (format!("value `{name}`"), String::new())
    })?;
    Ok((value, steps))
}

/// How a step reads in a tally: `printed`, or what the layer did.
pub(super) fn step_reason(step: &Step<'_>, first: bool, what: &str) -> (String, Option<Origin>) {
    let origin = &step.written.origin;
    let reason = match &step.written.write {
        Write::Set(_) if first => what.to_owned(),
        Write::Set(value) => format!("{what} set to {value} by {}", origin.layer),
        Write::Compute(_) => format!("{what}, computed"),
        Write::Add(by) => format!("{by:+} by {}", origin.layer),
        Write::Multiply(by, 1) => format!("×{by} by {}", origin.layer),
        Write::Multiply(by, over) => format!("×{by}/{over} by {}", origin.layer),
        Write::Delete => format!("taken away by {}", origin.layer),
    };
    (reason, Some(origin.clone()))
}

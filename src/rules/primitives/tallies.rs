//! No naked modifier: every number that a rule arrives at is a labelled sum.

use std::sync::Arc;

use rhai::{Array, Dynamic, NativeCallContext};

use super::Kit;
use crate::kernel::catalogue::{Amount, Origin};
use crate::kernel::hex::Hex;
use crate::kernel::value::{TypeId, UnitId, Value};
use crate::rules::convert::Ground;
use crate::rules::natives::Registrar;
use crate::rules::printed::{Met, modifiers, named_steps, step_reason, type_steps};
use crate::rules::raise::{Outcome, bad};
use crate::rules::scene::{Loose, Stage, UnderWay};
use crate::rules::trace::{Item, Spot, TallyRecord};

/// A tally under way, by its number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::rules) struct Tally(pub(in crate::rules) u64);

pub(super) fn register(registrar: &mut Registrar<'_>, kit: &Kit) {
    let own = kit.clone();
    registrar.add(
        "tally(label: text) -> Tally",
        "Begins a labelled sum. Whatever is added carries its reason; `why` prints them.",
        move |context: NativeCallContext<'_>, label: &str| begin(&own, &context, label),
    );
    adding(registrar, kit);
    from_print(registrar, kit);
    from_terrain(registrar, kit);
    let own = kit.clone();
    registrar.add(
        "total(tally: Tally) -> int",
        "The sum. The tally is then in the record, under the number that takes it up.",
        move |tally: &mut Tally| total(&own.stage, *tally),
    );
    let own = kit.clone();
    registrar.member(
        "tally.total -> int",
        "The sum of what has been added so far.",
        move |tally: &mut Tally| total(&own.stage, *tally),
    );
}

fn begin(kit: &Kit, context: &NativeCallContext<'_>, label: &str) -> Outcome<Tally> {
    if let Some(tally) = unrecorded(&kit.stage) {
        return Ok(tally);
    }
    let spot = kit.spot(context);
    let Some(mut scene) = kit.stage.scene_mut() else { return bad("no game is under way") };
    let number = scene.next_tally;
    scene.next_tally += 1;
    scene.tick += 1;
    let record = TallyRecord { label: Arc::from(label), items: Vec::new(), spot };
    let under_way = UnderWay { record, touched: scene.tick };
    scene.tallies.insert(number, under_way);
    Ok(Tally(number))
}

/// Begins a sum of which nothing is recorded; nothing where something is.
pub(in crate::rules) fn unrecorded(stage: &Stage) -> Option<Tally> {
    let mut scene = stage.scene_mut().filter(|scene| scene.quiet)?;
    let number = scene.next_tally;
    scene.next_tally += 1;
    scene.sums.push(0);
    Some(Tally(number))
}

/// Adds to a sum of which nothing is recorded.
pub(in crate::rules) fn add_unrecorded(stage: &Stage, tally: Tally, value: i64) -> Outcome<()> {
    let Some(mut scene) = stage.scene_mut() else { return bad("no game is under way") };
    let Some(sum) = scene.sums.get_mut(tally.0 as usize - 1) else {
        return bad("a tally of another command");
    };
    *sum = sum.saturating_add(value);
    Ok(())
}

fn adding(registrar: &mut Registrar<'_>, kit: &Kit) {
    let own = kit.clone();
    registrar.add(
        "add(tally: Tally, value: int, reason: text)",
        "Adds a number, which may be negative, with its reason.",
        move |context: NativeCallContext<'_>, tally: &mut Tally, value: i64, reason: &str| {
            enter(&own, *tally, Item { value, ..item(&own, &context, reason) })
        },
    );
    let own = kit.clone();
    registrar.add(
        "when(tally: Tally, condition: bool, value: int, reason: text)",
        "Adds a number where the condition holds; else it is in the record as considered and not applied.",
        move |context: NativeCallContext<'_>,
              tally: &mut Tally,
              condition: bool,
              value: i64,
              reason: &str| {
            let entry = item(&own, &context, reason);
            let because = (!condition).then(|| Arc::from(format!("{value:+} not applied: no {reason}")));
            enter(&own, *tally, Item { value: if condition { value } else { 0 }, because, ..entry })
        },
    );
    let own = kit.clone();
    registrar.add(
        "skip(tally: Tally, reason: text, because: text)",
        "Puts into the record what was considered and does not apply, and why not.",
        move |context: NativeCallContext<'_>, tally: &mut Tally, reason: &str, because: &str| {
            enter(&own, *tally, Item { because: Some(Arc::from(because)), ..item(&own, &context, reason) })
        },
    );
}

fn from_print(registrar: &mut Registrar<'_>, kit: &Kit) {
    let own = kit.clone();
    registrar.add(
        "printed(tally: Tally, unit: Unit, attribute: text) -> int",
        "Adds an attribute of a unit: what is printed, and what each layer has made of it. Answers their sum; of \
         a unit that has none it adds nothing, notes that, and answers 0.",
        move |context: NativeCallContext<'_>, tally: &mut Tally, unit: UnitId, attribute: &str| {
            add_printed(&own, &context, *tally, unit, attribute)
        },
    );
    let own = kit.clone();
    registrar.add(
        "value(tally: Tally, name: text) -> int",
        "Adds a named number of the packs, with what each layer has made of it. Answers their sum.",
        move |context: NativeCallContext<'_>, tally: &mut Tally, name: &str| {
            add_named(&own, &context, *tally, name)
        },
    );
}

/// Adds an attribute of a unit to a tally, and answers it.
pub(in crate::rules) fn add_printed(
    kit: &Kit,
    context: &NativeCallContext<'_>,
    tally: Tally,
    unit: UnitId,
    attribute: &str,
) -> Outcome<i64> {
    let unit_type = kit.stage.scene().map_or(TypeId(0), |s| s.state.unit(unit).unit_type);
    let known = kit.stage.catalogue.attributes.keys().filter(|(s, _)| *s == Subject::Unit);
    if !known.clone().any(|(_, n)| &**n == attribute) {
        return super::reading::unknown("attribute", attribute, known.map(|(_, n)| &**n));
    }
    let (value, steps) = type_steps(&kit.stage, context, unit_type, Some(unit), attribute)?;
    let title = || format!("{attribute} of {}", kit.stage.catalogue.unit_type(unit_type).title);
    steps_in(kit, context, tally, &value, &steps, title)
}

/// Adds a named number to a tally, and answers it.
pub(in crate::rules) fn add_named(
    kit: &Kit,
    context: &NativeCallContext<'_>,
    tally: Tally,
    name: &str,
) -> Outcome<i64> {
    let (value, steps) = named_steps(&kit.stage, context, name)?;
    let title = || kit.stage.catalogue.values.get(name).map_or(name.to_owned(), |n| n.title.to_string());
    steps_in(kit, context, tally, &value, &steps, title)
}

use crate::kernel::catalogue::{Subject, Write};
use crate::kernel::writes::Step;

/// One item a step, so that the record says which layer made what of the number.
fn steps_in(
    kit: &Kit,
    context: &NativeCallContext<'_>,
    tally: Tally,
    value: &Value,
    steps: &[Step<'_>],
    what: impl FnOnce() -> String,
) -> Outcome<i64> {
    if kit.stage.is_quiet() {
        let total = if let Value::Int(total) = *value { total } else { 0 };
        return add_unrecorded(&kit.stage, tally, total).map(|()| total);
    }
    let what = &*what();
    let Value::Int(total) = *value else {
        enter(kit, tally, Item { because: Some("it has none".into()), ..item(kit, context, what) })?;
        return Ok(0);
    };
    if steps.is_empty() {
        enter(kit, tally, Item { value: total, ..item(kit, context, what) })?;
    }
    let mut before = 0;
    for (at, step) in steps.iter().enumerate() {
        let Value::Int(after) = step.after else { continue };
        let (reason, origin) = step_reason(step, at == 0, what);
        let entry = Item { value: after.saturating_sub(before), origin, ..item(kit, context, &reason) };
        // What a computed number has added up belongs under it.
        enter_as(kit, tally, entry, matches!(step.written.write, Write::Compute(_)))?;
        before = after;
    }
    Ok(total)
}

fn from_terrain(registrar: &mut Registrar<'_>, kit: &Kit) {
    let own = kit.clone();
    registrar.add(
        "modifiers(unit: Unit, terrain: Terrain, attribute: text) -> array",
        "The modifiers (`+2 DEF`, `-50% DEF`) of a terrain to an attribute of a unit, in the order written, those \
         that do not apply included.",
        move |context: NativeCallContext<'_>, unit: UnitId, ground: Ground, attribute: &str| -> Outcome<Array> {
            let met = modifiers_of(&own, &context, unit, ground, attribute)?;
            Ok(met.into_iter().map(Dynamic::from).collect())
        },
    );
    registrar.member(
        "modifier.applies -> bool",
        "whether it counts, for this unit, where the unit is",
        |m: &mut Met| m.because.is_none(),
    );
    registrar.member(
        "modifier.points -> int",
        "what it adds, 0 where it is a percentage: `+2 DEF`",
        |m: &mut Met| match m.modifier.amount {
            Amount::Points(points) => points,
            Amount::Percent(_) => 0,
        },
    );
    registrar.member(
        "modifier.percent -> int",
        "by how much of a hundred it changes, 0 where it is of points: `-50% DEF`",
        |m: &mut Met| match m.modifier.amount {
            Amount::Points(_) => 0,
            Amount::Percent(percent) => percent,
        },
    );
    registrar.member(
        "modifier.text -> text",
        "it in words, with the terrain: `+2 DEF in woods`",
        |m: &mut Met| reason(m),
    );
    let natives = &mut registrar.natives;
    for print in ["to_string", "to_debug"] {
        natives.native(print, |m: &mut Met| reason(m));
    }
    let own = kit.clone();
    registrar.add(
        "add(tally: Tally, modifier: Modifier, value: int)",
        "Adds what a modifier comes to; one that does not apply goes into the record with its reason.",
        move |context: NativeCallContext<'_>, tally: &mut Tally, met: Met, value: i64| {
            let because = met.because.clone().map(Arc::from);
            let value = if because.is_some() { 0 } else { value };
            let origin: Option<Origin> = Some(met.modifier.origin.clone());
            enter(&own, *tally, Item { value, because, origin, ..item(&own, &context, &reason(&met)) })
        },
    );
    let stage = kit.stage.clone();
    registrar.add("hex_of(unit: Unit) -> Hex", "The hex of a unit; breaks off where it is off the map.", {
        move |unit: UnitId| match stage.ask(crate::kernel::state::Query::Place(unit)) {
            Value::Hex(hex) => Ok::<Hex, _>(hex),
            _ => bad("the unit is not on the map"),
        }
    });
}

/// The modifiers of a terrain to an attribute of a unit, as it meets them where it is.
pub(in crate::rules) fn modifiers_of(
    kit: &Kit,
    context: &NativeCallContext<'_>,
    unit: UnitId,
    ground: Ground,
    attribute: &str,
) -> Outcome<Vec<Met>> {
    let seen_by = kit.stage.scene().map(|s| s.state.unit(unit).unit_type);
    modifiers(&kit.stage, context, unit, Ground { seen_by, ..ground }, attribute)
}

fn reason(met: &Met) -> String {
    match met.modifier.amount {
        Amount::Points(points) => format!("{points:+} {} in {}", met.modifier.attribute, met.from),
        Amount::Percent(percent) => format!("{percent:+}% {} in {}", met.modifier.attribute, met.from),
    }
}

fn item(kit: &Kit, context: &NativeCallContext<'_>, reason: &str) -> Item {
    let spot: Spot = kit.spot(context);
    Item { value: 0, reason: Arc::from(reason), because: None, spot, origin: None, parts: Vec::new() }
}

/// Enters an item. A finished tally of the same total becomes a part of it where it was finished since this one was
/// last touched, as the argument of this very entry; or where it bears the name that the entry gives as its reason, and is
/// not one of the same kind, of somebody else.
fn enter(kit: &Kit, tally: Tally, item: Item) -> Outcome<()> {
    let takes_up = item.because.is_none() && item.origin.is_none();
    enter_as(kit, tally, item, takes_up)
}

/// The same, where the caller knows whether a finished tally may become a part of the item.
fn enter_as(kit: &Kit, tally: Tally, mut item: Item, takes_up: bool) -> Outcome<()> {
    if kit.stage.is_quiet() {
        return add_unrecorded(&kit.stage, tally, item.value);
    }
    let Some(mut scene) = kit.stage.scene_mut() else { return bad("no game is under way") };
    let Some(under_way) = scene.tallies.get(&tally.0) else {
        return bad("this tally belongs to another command");
    };
    let touched = under_way.touched;
    if takes_up {
        // What counts against has its sign turned.
        let total = |l: &Loose| {
            let total = l.record.total();
            l.id != tally.0 && total.unsigned_abs() == item.value.unsigned_abs()
        };
        let named = |l: &Loose| {
            let rest = l.record.label.strip_prefix(&*item.reason);
            let is_another = l.record.spot != under_way.record.spot;
            is_another && !item.reason.is_empty() && rest.is_some_and(|r| r.is_empty() || r.starts_with(' '))
        };
        let just_now = scene.loose.iter().rposition(|l| total(l) && l.finished > touched);
        let found = just_now.or_else(|| scene.loose.iter().rposition(|l| total(l) && named(l)));
        if let Some(at) = found {
            item.parts.push(scene.loose.remove(at).record);
        }
    }
    scene.tick += 1;
    let tick = scene.tick;
    if let Some(under_way) = scene.tallies.get_mut(&tally.0) {
        under_way.record.items.push(item);
        under_way.touched = tick;
    }
    Ok(())
}

/// The sum of a tally, which is then finished.
pub(in crate::rules) fn total(stage: &Stage, tally: Tally) -> Outcome<i64> {
    let Some(mut scene) = stage.scene_mut() else { return bad("no game is under way") };
    if scene.quiet {
        return Ok(scene.sums.get(tally.0 as usize - 1).copied().unwrap_or_default());
    }
    let Some(record) = scene.tallies.get(&tally.0).map(|t| t.record.clone()) else {
        return bad("this tally belongs to another command");
    };
    let sum = record.total();
    scene.finish(tally.0, record);
    Ok(sum)
}

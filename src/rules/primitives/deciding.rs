//! Decisions in secret: several sides fill in a sheet each, and none knows the other's before all have.

use std::ops::{Range, RangeInclusive};
use std::sync::Arc;

use rhai::{Array, Dynamic, NativeCallContext};

use super::Kit;
use super::asking::answer;
use crate::kernel::door::{Ask, Given, Stop};
use crate::kernel::secret::{Row, Secret, Secrets, Sheet, Takes, Written};
use crate::kernel::value::SideId;
use crate::rules::convert::{from_dynamic, to_dynamic};
use crate::rules::natives::Registrar;
use crate::rules::raise::{Outcome, bad, stopped};
use crate::rules::trace::Event;

/// So many sides at most decide at the same time.
const MOST_SIDES: usize = 16;

pub(super) fn register(registrar: &mut Registrar<'_>, kit: &Kit) {
    registrar.engine.register_type_with_name::<Sheet>("Sheet");
    registrar.add(
        "sheet(rows: array) -> Sheet",
        "A sheet to be filled in by `decide_in_secret`. A row is `[label, takes]`: a list takes one of its items, a range \
         like `0..=10` a whole number, `()` a line of text.",
        |rows: Array| sheet_of(&rows, None),
    );
    registrar.add(
        "sheet(rows: array, total: range) -> Sheet",
        "The same, whose numbers together must lie in `total`: `0..=12` spends up to twelve, `6..=6` splits six.",
        |rows: Array, total: Dynamic| match whole_range(&total) {
            Some(total) => sheet_of(&rows, Some(total)),
            None => bad(format!("a total is a range like `0..=12`, not {}", total.type_name())),
        },
    );
    let own = kit.clone();
    registrar.add(
        "decide_in_secret(asked: array) -> array",
        "Decisions that sides take at the same time, none knowing another's. An item is `[side, question, takes]`; what a \
         side may answer is a list (one of its items), a range (a whole number), `()` (a line of text) or a `sheet`. \
         Answers all in the same order, for a sheet an array of its rows.",
        move |context: NativeCallContext<'_>, asked: Array| -> Outcome<Array> {
            let secrets = secrets_of(&own, &context, &asked)?;
            let ask = Ask::Decide(secrets);
            let answer = answer(&own, &ask)?;
            let (Ask::Decide(secrets), Given::Revealed(all)) = (ask, &answer.given) else {
                return stopped(&own.stage, Stop::Misfit("decisions in secret asked".to_owned()));
            };
            let values = values_of(&secrets, &asked, all.iter().map(|revealed| &revealed.written[..]));
            if let Some(mut scene) = own.stage.scene_mut() {
                scene.event(Event::Decided { ask: secrets, answer });
            }
            Ok(values)
        },
    );
}

/// What is asked, if it can be.
pub(in crate::rules) fn secrets_of(
    kit: &Kit,
    context: &NativeCallContext<'_>,
    asked: &Array,
) -> Outcome<Secrets> {
    kit.stage.may("ask for a decision")?;
    if asked.is_empty() || asked.len() > MOST_SIDES {
        return bad(format!("1 to {MOST_SIDES} sides decide in secret, not {}", asked.len()));
    }
    let mut of: Vec<Secret> = Vec::new();
    for item in asked {
        let secret = secret_of(item)?;
        if of.iter().any(|other| other.side == secret.side) {
            return bad("a side decides once: put what it decides on one `sheet`");
        }
        of.push(secret);
    }
    Ok(Secrets { of, asked_at: kit.spot_at(context.call_position()).span })
}

/// What was written, as the script takes it.
pub(in crate::rules) fn values_of<'w>(
    secrets: &Secrets,
    asked: &Array,
    written: impl Iterator<Item = &'w [Written]>,
) -> Array {
    let sides = secrets.of.iter().zip(asked).zip(written);
    sides
        .map(|((secret, item), written)| {
            let rows = secret.sheet.rows().iter().zip(written);
            let mut values: Array = rows.map(|(row, one)| value_of(row, one)).collect();
            match values.len() {
                1 if !has_sheet(item) => values.swap_remove(0),
                _ => Dynamic::from_array(values),
            }
        })
        .collect()
}

fn has_sheet(item: &Dynamic) -> bool {
    item.as_array_ref().is_ok_and(|item| item.get(2).is_some_and(|takes| takes.is::<Sheet>()))
}

fn value_of(row: &Row, written: &Written) -> Dynamic {
    match (&row.takes, written) {
        (Takes::Options(options), Written::Option(at)) => options.get(*at).map_or(Dynamic::UNIT, to_dynamic),
        (_, Written::Number(number)) => Dynamic::from(*number),
        (_, Written::Text(text)) => Dynamic::from(rhai::ImmutableString::from(&**text)),
        (_, Written::Option(_)) => Dynamic::UNIT,
    }
}

fn secret_of(item: &Dynamic) -> Outcome<Secret> {
    let Ok(item) = item.as_array_ref() else {
        return bad(format!("a decision in secret is `[side, question, takes]`, not {}", item.type_name()));
    };
    let [side, question, takes] = &item[..] else {
        return bad(format!("a decision in secret is `[side, question, takes]`, not {} items", item.len()));
    };
    let Some(side) = side.clone().try_cast::<SideId>() else {
        return bad(format!("a side decides in secret, not {}", side.type_name()));
    };
    let Ok(question) = question.as_immutable_string_ref() else {
        return bad(format!("a question is text, not {}", question.type_name()));
    };
    let sheet = match takes.clone().try_cast::<Sheet>() {
        Some(sheet) => sheet,
        None => match Sheet::of_one(takes_of(takes)?) {
            Ok(sheet) => sheet,
            Err(why) => return bad(format!("`{}`: {why}", question.as_str())),
        },
    };
    Ok(Secret { side, question: Arc::from(question.as_str()), sheet })
}

fn sheet_of(rows: &Array, total: Option<(i64, i64)>) -> Outcome<Sheet> {
    let mut written = Vec::new();
    for row in rows {
        let row = match row.as_array_ref() {
            Ok(row) => row,
            Err(kind) => return bad(format!("a row is `[label, takes]`, not {kind}")),
        };
        let [label, takes] = &row[..] else {
            return bad(format!("a row is `[label, takes]`, not {} items", row.len()));
        };
        let Ok(label) = label.as_immutable_string_ref() else {
            return bad(format!("the label of a row is text, not {}", label.type_name()));
        };
        written.push(Row { label: Arc::from(label.as_str()), takes: takes_of(takes)? });
    }
    match Sheet::new(written, total) {
        Ok(sheet) => Ok(sheet),
        Err(why) => bad(why),
    }
}

fn takes_of(takes: &Dynamic) -> Outcome<Takes> {
    if takes.is_unit() {
        return Ok(Takes::Text);
    }
    if let Some((least, most)) = whole_range(takes) {
        return Ok(Takes::Number { least, most });
    }
    let Ok(options) = takes.as_array_ref() else {
        return bad(format!(
            "what may be answered is a list, a range like `0..=10`, `()` or a sheet, not {}",
            takes.type_name()
        ));
    };
    let values: Result<Vec<_>, _> = options.iter().map(from_dynamic).collect();
    match values {
        Ok(values) => Ok(Takes::Options(values)),
        Err(kind) => bad(format!("{kind} cannot be chosen")),
    }
}

/// The ends of a range of whole numbers, both included.
fn whole_range(range: &Dynamic) -> Option<(i64, i64)> {
    if let Some(range) = range.clone().try_cast::<RangeInclusive<i64>>() {
        return Some((*range.start(), *range.end()));
    }
    let range = range.clone().try_cast::<Range<i64>>()?;
    Some((range.start, range.end.saturating_sub(1)))
}

//! Decisions in secret: several sides fill in a sheet each, and none knows the other's before all have.

use std::ops::{Range, RangeInclusive};
use std::sync::Arc;

use rhai::{Array, Dynamic, NativeCallContext};

use super::Kit;
use super::asking::answer;
use crate::kernel::door::{Ask, Given, Revealed, Stop};
use crate::kernel::secret::{Closed, Row, Secret, Secrets, Sheet, Takes, Written};
use crate::kernel::value::{SideId, Value};
use crate::rules::convert::{UnderSeal, from_dynamic, to_dynamic};
use crate::rules::kinds::kind_of;
use crate::rules::natives::Registrar;
use crate::rules::raise::{Outcome, bad, stopped};
use crate::rules::trace::Event;

/// So many sides at most decide at the same time.
const MOST_SIDES: usize = 16;
/// So many seals at most are opened together.
const MOST_SEALS: usize = 200;

pub(super) fn register(registrar: &mut Registrar<'_>, kit: &Kit) {
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
            None => bad(format!("a total is a range like `0..=12`, not {}", kind_of(&total))),
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
            let (secrets, all) = decided(&own, secrets)?;
            Ok(values_of(&secrets, |at| has_sheet(&asked[at]), all.iter().map(|revealed| &revealed.written[..])))
        },
    );
    seals(registrar, kit);
}

/// Seals that stay closed from one command to a later one.
fn seals(registrar: &mut Registrar<'_>, kit: &Kit) {
    for print in ["to_string", "to_debug"] {
        registrar.natives.native(print, |seal: &mut UnderSeal| Value::Seal(seal.0.clone()).to_string());
    }
    registrar.natives.native("+", |text: &str, seal: UnderSeal| format!("{text}{}", Value::Seal(seal.0)));
    registrar.natives.native("==", |a: UnderSeal, b: UnderSeal| a == b);
    registrar.natives.native("!=", |a: UnderSeal, b: UnderSeal| a != b);
    registrar.member("seal.side -> Side", "Whose decision it is.", |seal: &mut UnderSeal| seal.0.side);
    registrar.member("seal.question -> text", "What it decides.", |seal: &mut UnderSeal| {
        seal.0.question.to_string()
    });
    let own = kit.clone();
    registrar.add(
        "seal_in_secret(asked: array) -> array",
        "Decisions in secret that stay under seal, asked as by `decide_in_secret`. Answers a `Seal` for each item in the same \
         order, to be kept in a property until `open_sealed`. A seal tells its `side` and its `question`, never the answer.",
        move |context: NativeCallContext<'_>, asked: Array| -> Outcome<Array> {
            let secrets = secrets_of(&own, &context, &asked)?;
            let ask = Ask::Seal(secrets);
            let answer = answer(&own, &ask)?;
            let (Ask::Seal(secrets), Given::Sealed(all)) = (ask, &answer.given) else {
                return stopped(&own.stage, Stop::Misfit("decisions under seal asked".to_owned()));
            };
            let seals = under_seal(&secrets, all.iter().map(|sealed| sealed.closed));
            if let Some(mut scene) = own.stage.scene_mut() {
                scene.event(Event::Sealed { ask: secrets, answer });
            }
            Ok(seals)
        },
    );
    let own = kit.clone();
    registrar.add(
        "open_sealed(seals: array) -> array",
        "What lies under seals, revealed together. Answers all in the same order, each as `decide_in_secret` would have.",
        move |context: NativeCallContext<'_>, seals: Array| -> Outcome<Array> {
            let secrets = closed_secrets(&own, &context, &seals)?;
            if secrets.of.is_empty() {
                return Ok(Array::new());
            }
            let (secrets, all) = decided(&own, secrets)?;
            Ok(values_of(&secrets, |at| !secrets.of[at].sheet.is_one(), all.iter().map(|one| &one.written[..])))
        },
    );
}

/// Asks for decisions in secret, or for openings, and notes them.
fn decided(kit: &Kit, secrets: Secrets) -> Outcome<(Secrets, Vec<Revealed>)> {
    let ask = Ask::Decide(secrets);
    let answer = answer(kit, &ask)?;
    let (Ask::Decide(secrets), Given::Revealed(all)) = (ask, &answer.given) else {
        return stopped(&kit.stage, Stop::Misfit("decisions in secret asked".to_owned()));
    };
    let all = all.clone();
    if let Some(mut scene) = kit.stage.scene_mut() {
        scene.event(Event::Decided { ask: secrets.clone(), answer });
    }
    Ok((secrets, all))
}

/// The seals as scripts keep them.
pub(in crate::rules) fn under_seal(secrets: &Secrets, closed: impl Iterator<Item = Closed>) -> Array {
    let seals = secrets.of.iter().zip(closed);
    seals.map(|(secret, closed)| Dynamic::from(UnderSeal(Arc::new(secret.under(closed))))).collect()
}

/// What lies under these seals, as a request to open them.
pub(in crate::rules) fn closed_secrets(
    kit: &Kit,
    context: &NativeCallContext<'_>,
    seals: &Array,
) -> Outcome<Secrets> {
    kit.stage.may_in_secret("open a seal")?;
    if seals.len() > MOST_SEALS {
        return bad(format!("at most {MOST_SEALS} seals are opened at once, not {}", seals.len()));
    }
    let mut of = Vec::new();
    for seal in seals {
        match seal.clone().try_cast::<UnderSeal>() {
            Some(UnderSeal(secret)) => of.push((*secret).clone()),
            None => return bad(format!("`open_sealed` opens seals, not {}", kind_of(seal))),
        }
    }
    Ok(Secrets { of, asked_at: kit.spot_at(context.call_position()).span })
}

/// What is asked, if it can be.
pub(in crate::rules) fn secrets_of(
    kit: &Kit,
    context: &NativeCallContext<'_>,
    asked: &Array,
) -> Outcome<Secrets> {
    kit.stage.may_in_secret("ask for a decision in secret")?;
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
    is_sheet: impl Fn(usize) -> bool,
    written: impl Iterator<Item = &'w [Written]>,
) -> Array {
    let sides = secrets.of.iter().zip(written).enumerate();
    sides
        .map(|(at, (secret, written))| {
            let rows = secret.sheet.rows().iter().zip(written);
            let mut values: Array = rows.map(|(row, one)| value_of(row, one)).collect();
            match values.len() {
                1 if !is_sheet(at) => values.swap_remove(0),
                _ => Dynamic::from_array(values),
            }
        })
        .collect()
}

pub(in crate::rules) fn has_sheet(item: &Dynamic) -> bool {
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
        return bad(format!("a decision in secret is `[side, question, takes]`, not {}", kind_of(item)));
    };
    let [side, question, takes] = &item[..] else {
        return bad(format!("a decision in secret is `[side, question, takes]`, not {} items", item.len()));
    };
    let Some(side) = side.clone().try_cast::<SideId>() else {
        return bad(format!("a side decides in secret, not {}", kind_of(side)));
    };
    let Ok(question) = question.as_immutable_string_ref() else {
        return bad(format!("a question is text, not {}", kind_of(question)));
    };
    let sheet = match takes.clone().try_cast::<Sheet>() {
        Some(sheet) => sheet,
        None => match Sheet::of_one(takes_of(takes)?) {
            Ok(sheet) => sheet,
            Err(why) => return bad(format!("`{}`: {why}", question.as_str())),
        },
    };
    Ok(Secret { side, question: Arc::from(question.as_str()), sheet, closed: None })
}

fn sheet_of(rows: &Array, total: Option<(i64, i64)>) -> Outcome<Sheet> {
    let mut written = Vec::new();
    for row in rows {
        let row = match row.as_array_ref() {
            Ok(row) => row,
            Err(_) => return bad(format!("a row is `[label, takes]`, not {}", kind_of(row))),
        };
        let [label, takes] = &row[..] else {
            return bad(format!("a row is `[label, takes]`, not {} items", row.len()));
        };
        let Ok(label) = label.as_immutable_string_ref() else {
            return bad(format!("the label of a row is text, not {}", kind_of(label)));
        };
        if label.is_empty() {
            return bad("a row of a sheet needs a label; for a single question leave the sheet out");
        }
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
            kind_of(takes)
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

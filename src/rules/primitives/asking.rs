//! Chance and choice: the only two things that a rule may ask.

use std::sync::Arc;
use std::time::Instant;

use rhai::{Array, Dynamic, NativeCallContext};

use super::Kit;
use super::writing::optional_side;
use crate::kernel::door::{Answer, Ask, Choice, Given, Roll, Stop};
use crate::rules::convert::from_dynamic;
use crate::rules::natives::Registrar;
use crate::rules::raise::{Outcome, bad, stopped};
use crate::rules::trace::Event;

/// More dice than anybody throws at once are a mistake.
const MOST_DICE: i64 = 1000;
/// Dice have at most so many faces.
const MOST_FACES: i64 = 1_000_000;

pub(super) fn register(registrar: &mut Registrar<'_>, kit: &Kit) {
    let own = kit.clone();
    registrar.add(
        "roll(count: int, faces: int, kind: text, side: Side, purpose: text) -> int",
        "The total of dice thrown together. `kind` is a declared kind of roll; `side` is whose dice, or `()`.",
        move |context: NativeCallContext<'_>, count: i64, faces: i64, kind: &str, side: Dynamic, purpose: &str| {
            throw(&own, roll_of(&own, &context, count, faces, kind, &side, purpose)?).map(|given| given.total())
        },
    );
    let own = kit.clone();
    registrar.add(
        "roll_each(count: int, faces: int, kind: text, side: Side, purpose: text) -> array",
        "The faces of dice thrown together, one by one, in the order thrown.",
        move |context: NativeCallContext<'_>,
              count: i64,
              faces: i64,
              kind: &str,
              side: Dynamic,
              purpose: &str| {
            let roll = roll_of(&own, &context, count, faces, kind, &side, purpose)?;
            match throw(&own, Roll { one_by_one: Some("".into()), ..roll })? {
                Given::Dice(faces) => {
                    Ok(faces.into_iter().map(|f| Dynamic::from(i64::from(f))).collect::<Array>())
                }
                _ => stopped(&own.stage, Stop::Misfit("this roll needs the dice one by one".to_owned())),
            }
        },
    );
    let own = kit.clone();
    registrar.add(
        "choose(side: Side, question: text, options: array) -> any",
        "A player's decision: one of the options. `side` is who decides, or `()` for all together.",
        move |context: NativeCallContext<'_>,
              side: Dynamic,
              question: &str,
              options: Array|
              -> Outcome<Dynamic> {
            if options.is_empty() {
                return bad(format!("`{question}` has no options to choose from"));
            }
            let values: Result<Vec<_>, _> = options.iter().map(from_dynamic).collect();
            let values = match values {
                Ok(values) => values,
                Err(kind) => return bad(format!("{kind} cannot be chosen")),
            };
            let choice = Choice {
                question: Arc::from(question),
                side: optional_side(&side)?,
                options: values,
                asked_at: own.spot_at(context.call_position()).span,
            };
            let ask = Ask::Choose(choice);
            let answer = answer(&own, &ask)?;
            let Given::Chosen(at) = answer.given else {
                return stopped(&own.stage, Stop::Misfit("a decision asked, dice given".to_owned()));
            };
            if let (Ask::Choose(ask), Some(mut scene)) = (ask, own.stage.scene_mut()) {
                scene.event(Event::Chose { ask, answer });
            }
            Ok(options[at].clone())
        },
    );
}

pub(in crate::rules) fn throw(kit: &Kit, roll: Roll) -> Outcome<Given> {
    let ask = Ask::Roll(roll);
    let answer = answer(kit, &ask)?;
    let given = answer.given.clone();
    if let (Ask::Roll(ask), Some(mut scene)) = (ask, kit.stage.scene_mut()) {
        scene.event(Event::Rolled { ask, answer });
    }
    Ok(given)
}

/// No throw has fewer dice than one, or more than are thrown together.
pub(in crate::rules) fn check_count(count: i64) -> Outcome<()> {
    let told = format!("{count} dice cannot be thrown; 1 to {MOST_DICE} can");
    match count {
        1..=MOST_DICE => Ok(()),
        ..1 => bad(format!(
            "{told}: where there may be none, ask first, `if n > 0 {{ roll(n, …) }} else {{ 0 }}`"
        )),
        _ => bad(told),
    }
}

/// What is asked for by a throw, if it can be thrown.
pub(in crate::rules) fn roll_of(
    kit: &Kit,
    context: &NativeCallContext<'_>,
    count: i64,
    faces: i64,
    kind: &str,
    side: &Dynamic,
    purpose: &str,
) -> Outcome<Roll> {
    kit.stage.may("throw dice")?;
    check_count(count)?;
    if !(2..=MOST_FACES).contains(&faces) {
        return bad(match faces {
            1 => format!("a die of one face leaves nothing to chance; dice have 2 to {MOST_FACES}"),
            _ => format!("no die has {faces} faces; dice have 2 to {MOST_FACES}"),
        });
    }
    let kinds = &kit.stage.catalogue.roll_kinds;
    if !kinds.iter().any(|k| &*k.name == kind) {
        return super::reading::unknown("kind of roll", kind, kinds.iter().map(|k| &*k.name));
    }
    Ok(Roll {
        count: count as u32,
        sides: faces as u32,
        kind: Arc::from(kind),
        side: optional_side(side)?,
        purpose: Arc::from(purpose),
        one_by_one: None,
        asked_at: kit.spot_at(context.call_position()).span,
    })
}

/// Asks whoever answers. Nothing of the scene is held while a person thinks, and the time is not the rule's.
pub(super) fn answer(kit: &Kit, ask: &Ask) -> Outcome<Answer> {
    kit.stage.may(match ask {
        Ask::Roll(_) => "throw dice",
        Ask::Choose(_) | Ask::Decide(_) | Ask::Seal(_) => "ask for a decision",
    })?;
    let Some(door) = kit.stage.scene().map(|s| s.door.clone()) else {
        return stopped(&kit.stage, Stop::Missing("nobody answers".to_owned()));
    };
    let began = Instant::now();
    let at_the_door = || match door.try_borrow_mut() {
        Ok(mut door) => door.answer(ask),
        Err(_) => Err(Stop::Missing("a roll cannot be asked while another is being asked".to_owned())),
    };
    let result = match &kit.stage.memory {
        Some(memory) => memory.ask(ask, at_the_door),
        None => at_the_door(),
    };
    kit.budget.excuse(began.elapsed());
    match result {
        Ok(answer) => match answer.given.misfit(ask) {
            None => Ok(answer),
            Some(misfit) => stopped(&kit.stage, Stop::Misfit(misfit)),
        },
        Err(stop) => stopped(&kit.stage, stop),
    }
}

//! What a rule tells: text for the players, what its result is called, and refusals.

use std::sync::Arc;

use rhai::NativeCallContext;

use super::Kit;
use super::handles::called;
use crate::rules::convert::from_dynamic;
use crate::rules::natives::Registrar;
use crate::rules::raise::{Outcome, bad, refused, too_much};
use crate::rules::scene::Scene;
use crate::rules::trace::Event;

/// A command may tell the players so many bytes of text.
const MOST_TOLD: usize = 64 << 10;

pub(super) fn register(registrar: &mut Registrar<'_>, kit: &Kit) {
    let own = kit.clone();
    registrar.add(
        "say(text: text)",
        "Tells the players something; one line of the transcript.",
        move |context: NativeCallContext<'_>, text: &str| -> Outcome<()> {
            let told = own.stage.scene_mut().map_or(0, |mut scene| {
                scene.told += text.len() + 1;
                scene.told
            });
            if told > MOST_TOLD {
                return too_much(format!("more than {} KiB of text for the players", MOST_TOLD >> 10));
            }
            let event = Event::Said { text: Arc::from(text), spot: own.spot(&context) };
            record(&own, event);
            tell_the_door(&own, text);
            Ok(())
        },
    );
    let own = kit.clone();
    registrar.add(
        "outcome(word: text)",
        "Names the result, as odds and logs group it.",
        move |context: NativeCallContext<'_>, word: &str| name_outcome(&own, &context, word),
    );
    let own = kit.clone();
    registrar.add(
        "outcome(number: int)",
        "Names the result by a number, of which odds tell the mean.",
        move |context: NativeCallContext<'_>, number: i64| name_outcome(&own, &context, &number.to_string()),
    );
    let own = kit.clone();
    registrar.add(
        "outcome(items: array)",
        "Names the result by several things, with commas between them.",
        move |context: NativeCallContext<'_>, items: rhai::Array| -> Outcome<()> {
            let names: Result<Vec<String>, String> =
                items.iter().map(|item| from_dynamic(item).map(|value| called(&own.stage, &value))).collect();
            match names {
                Ok(names) => name_outcome(&own, &context, &names.join(",")),
                Err(kind) => return bad(format!("{kind} names no outcome")),
            }
            Ok(())
        },
    );
    let own = kit.clone();
    registrar.add(
        "refuse(reason: text)",
        "The rules do not allow the command. An answer, not an error; nothing changes, and no `try` catches it.",
        move |context: NativeCallContext<'_>, reason: &str| -> Outcome<()> {
            refused(&own.stage, own.spot_at(context.call_position()), reason)
        },
    );
    let own = kit.clone();
    registrar.add(
        "require(condition: bool, reason: text)",
        "Refuses for this reason unless the condition holds; `why not` lists what was met.",
        move |context: NativeCallContext<'_>, condition: bool, reason: &str| -> Outcome<()> {
            if !condition {
                let spot = own.spot_at(context.call_position());
                if let Some(probe) = &own.probe {
                    probe.refused(spot.span, &own.sources);
                }
                return refused(&own.stage, spot, reason);
            }
            let event = Event::Met { text: Arc::from(reason), spot: own.spot(&context) };
            record(&own, event);
            Ok(())
        },
    );
}

/// Names the result.
pub(in crate::rules) fn name_outcome(kit: &Kit, context: &NativeCallContext<'_>, word: &str) {
    let word: Arc<str> = Arc::from(word);
    if let Some(memory) = &kit.stage.memory {
        memory.has_come_to(&word);
    }
    record(kit, Event::Outcome { word, spot: kit.spot(context) });
}

/// Lets whoever answers hear what is said, unless the rule only looks.
fn tell_the_door(kit: &Kit, text: &str) {
    let tells = |scene: &&Scene| scene.only_looking.is_none() && !scene.quiet && scene.aside == 0;
    let door = kit.stage.scene().as_deref().filter(tells).map(|scene| scene.door.clone());
    if let Some(Ok(mut door)) = door.as_ref().map(|door| door.try_borrow_mut()) {
        door.hears(text);
    }
}

fn record(kit: &Kit, event: Event) {
    if let Some(mut scene) = kit.stage.scene_mut() {
        scene.event(event);
    }
}

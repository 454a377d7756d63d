//! What a rule tells: text for the players, what its result is called, and refusals.

use std::sync::Arc;

use rhai::NativeCallContext;

use super::Kit;
use crate::rules::natives::Registrar;
use crate::rules::raise::{Outcome, refused};
use crate::rules::trace::Event;

pub(super) fn register(registrar: &mut Registrar<'_>, kit: &Kit) {
    let own = kit.clone();
    registrar.add(
        "say(text: text)",
        "Tells the players something; one line of the transcript.",
        move |context: NativeCallContext<'_>, text: &str| {
            let event = Event::Said { text: Arc::from(text), spot: own.spot(&context) };
            record(&own, event);
        },
    );
    let own = kit.clone();
    registrar.add(
        "outcome(word: text)",
        "Names the result, as odds and logs group it.",
        move |context: NativeCallContext<'_>, word: &str| {
            let event = Event::Outcome { word: Arc::from(word), spot: own.spot(&context) };
            record(&own, event);
        },
    );
    registrar.add(
        "refuse(reason: text)",
        "The rules do not allow the command. An answer, not an error; nothing changes.",
        |reason: &str| -> Outcome<()> { refused(reason) },
    );
    let own = kit.clone();
    registrar.add(
        "require(condition: bool, reason: text)",
        "Refuses for this reason unless the condition holds; `why not` lists what was met.",
        move |context: NativeCallContext<'_>, condition: bool, reason: &str| -> Outcome<()> {
            if !condition {
                return refused(reason);
            }
            let event = Event::Met { text: Arc::from(reason), spot: own.spot(&context) };
            record(&own, event);
            Ok(())
        },
    );
}

fn record(kit: &Kit, event: Event) {
    if let Some(mut scene) = kit.stage.scene_mut() {
        scene.event(event);
    }
}

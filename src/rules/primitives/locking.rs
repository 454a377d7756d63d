//! Help that rules lock: what the program tells beside the commands of the game.

use std::sync::Arc;

use super::Kit;
use crate::kernel::state::{Deed, Query};
use crate::rules::convert::to_dynamic;
use crate::rules::natives::Registrar;
use crate::rules::raise::{Outcome, bad};

/// A reason has at most so many bytes.
const LONGEST_REASON: usize = 200;

pub(super) fn register(registrar: &mut Registrar<'_>, kit: &Kit) {
    let stage = kit.stage.clone();
    registrar.add(
        "lock_help(reason: text)",
        "From now on the program neither measures for the players nor reckons odds nor draws the map, until `open_help`; it \
         tells them the reason. Commands of the game are free of it. While a range is guessed: \
         `lock_help(\"a range is being guessed\")`.",
        move |reason: &str| -> Outcome<()> {
            if reason.trim().is_empty() || reason.len() > LONGEST_REASON {
                return bad(format!("the reason of a lock has 1 to {LONGEST_REASON} bytes"));
            }
            stage.carry(&Deed::Help(Some(Arc::from(reason))))
        },
    );
    let stage = kit.stage.clone();
    registrar.add("open_help()", "The program helps again as ever, after `lock_help`.", move || {
        stage.carry(&Deed::Help(None))
    });
    let stage = kit.stage.clone();
    registrar.add("help_lock() -> text", "Why help is locked; `()` where it is not.", move || {
        to_dynamic(&stage.ask(Query::Help))
    });
}

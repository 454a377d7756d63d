//! What the script language does with a closure for every item of a list, where rules are recalled: each call of the
//! closure is then a question of its own, and what it has read is its own too.

use rhai::{Array, Dynamic, FnPtr, NativeCallContext};

use super::Kit;
use crate::rules::natives::Natives;
use crate::rules::raise::Outcome;

/// The methods that are registered here.
pub(in crate::rules) const FOR_ITEMS: [&str; 5] = ["filter", "some", "all", "find", "map"];

pub(super) fn register(natives: &mut Natives, kit: &Kit) {
    let stage = kit.stage.clone();
    let holds = move |context: &NativeCallContext<'_>, closure: &FnPtr, item: &Dynamic| -> Outcome<bool> {
        Ok(stage.call_closure(context, closure, &[item])?.as_bool().unwrap_or(false))
    };
    let test = holds.clone();
    natives.native(
        "filter",
        move |context: NativeCallContext<'_>, list: &mut Array, closure: FnPtr| -> Outcome<Array> {
            let mut kept = Array::new();
            for item in list.iter() {
                if test(&context, &closure, item)? {
                    kept.push(item.clone());
                }
            }
            Ok(kept)
        },
    );
    let test = holds.clone();
    natives.native(
        "some",
        move |context: NativeCallContext<'_>, list: &mut Array, closure: FnPtr| -> Outcome<bool> {
            for item in list.iter() {
                if test(&context, &closure, item)? {
                    return Ok(true);
                }
            }
            Ok(false)
        },
    );
    let test = holds.clone();
    natives.native(
        "all",
        move |context: NativeCallContext<'_>, list: &mut Array, closure: FnPtr| -> Outcome<bool> {
            for item in list.iter() {
                if !test(&context, &closure, item)? {
                    return Ok(false);
                }
            }
            Ok(true)
        },
    );
    natives.native(
        "find",
        move |context: NativeCallContext<'_>, list: &mut Array, closure: FnPtr| -> Outcome<Dynamic> {
            for item in list.iter() {
                if holds(&context, &closure, item)? {
                    return Ok(item.clone());
                }
            }
            Ok(Dynamic::UNIT)
        },
    );
    let stage = kit.stage.clone();
    natives.native(
        "map",
        move |context: NativeCallContext<'_>, list: &mut Array, closure: FnPtr| -> Outcome<Array> {
            list.iter().map(|item| stage.call_closure(&context, &closure, &[item])).collect()
        },
    );
}

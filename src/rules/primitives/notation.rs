//! Dice as people write them, thrown by a rule: `dice("4d6kh3", "damage", side)`.
//!
//! What is thrown again or on hangs on what has fallen, so a formula may ask several times. Each time plain dice are asked,
//! as `roll` asks them: real dice, the generator, a recording and every outcome in turn answer without knowing of notation.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use rhai::{Dynamic, NativeCallContext};

use super::Kit;
use super::asking::{roll_of, throw};
use super::writing::optional_side;
use crate::kernel::dice::formula::{Formula, Reading};
use crate::kernel::door::{Given, Roll, Stop, dice};
use crate::rules::natives::Registrar;
use crate::rules::raise::{Outcome, bad, bad_notation, stopped};
use crate::rules::trace::{Event, Reckoned};

/// So many formulas are remembered. Rules write few, but may put them together from numbers.
const MOST_KNOWN: usize = 1000;

/// Formulas by their text.
type Known = Rc<RefCell<BTreeMap<Box<str>, Arc<Formula>>>>;

pub(super) fn register(registrar: &mut Registrar<'_>, kit: &Kit) {
    let known = Known::default();
    let (own, formulas) = (kit.clone(), known.clone());
    registrar.add(
        "dice(notation: text, kind: text, side: Side, purpose: text) -> any",
        "What dice come to that are written as `4d6kh3`, `8d6>=5` or `2d6+3`; true or false where the notation compares. `kind`, `side` and `purpose` are those of `roll`. `houserule dice` tells the odds.",
        move |context: NativeCallContext<'_>, notation: &str, kind: &str, side: Dynamic, purpose: &str| {
            reckon(&own, &formulas, &context, notation, kind, &side, purpose)
        },
    );
    let own = kit.clone();
    registrar.add(
        "dice(notation: text, kind: text, side: Side) -> any",
        "The same; the notation is what is told for a purpose.",
        move |context: NativeCallContext<'_>, notation: &str, kind: &str, side: Dynamic| {
            reckon(&own, &known, &context, notation, kind, &side, notation)
        },
    );
}

fn reckon(
    kit: &Kit,
    known: &Known,
    context: &NativeCallContext<'_>,
    notation: &str,
    kind: &str,
    side: &Dynamic,
    purpose: &str,
) -> Outcome<Dynamic> {
    let formula = read(kit, known, notation)?;
    let mut faces: Vec<u32> = Vec::new();
    let mut rolls = 0;
    let result = loop {
        match formula.read(&faces) {
            Ok(Reading::Done(throw)) => break throw.result,
            Ok(Reading::Needs(plain)) => {
                let (count, sides) = (i64::from(plain.count), i64::from(plain.sides));
                let roll = roll_of(kit, context, count, sides, kind, side, purpose)?;
                // What is thrown for itself needs no notation.
                let is_plain = notation == dice(plain.count, plain.sides);
                let read = if is_plain { "" } else { notation };
                match throw(kit, Roll { one_by_one: Some(read.into()), ..roll })? {
                    Given::Dice(fallen) => faces.extend(fallen),
                    // A single die is its own total.
                    Given::Total(total) if plain.count == 1 => faces.push(total),
                    _ => {
                        let told = format!("`{notation}` needs the dice one by one");
                        return stopped(&kit.stage, Stop::Misfit(told));
                    }
                }
                rolls += 1;
            }
            Err(misread) => return bad(format!("`{notation}` came to no number: {misread}")),
        }
    };
    if rolls > 0
        && let Some(mut scene) = kit.stage.scene_mut()
    {
        let reckoned = Reckoned {
            formula: formula.clone(),
            side: optional_side(side)?,
            kind: Arc::from(kind),
            purpose: Arc::from(purpose),
            rolls,
            result,
        };
        scene.event(Event::Reckoned(reckoned));
    }
    Ok(match *formula {
        Formula::Compare(..) => Dynamic::from(result != 0),
        _ => Dynamic::from(result),
    })
}

fn read(kit: &Kit, known: &Known, notation: &str) -> Outcome<Arc<Formula>> {
    if let Some(formula) = known.borrow().get(notation) {
        return Ok(formula.clone());
    }
    let Some(reads) = kit.notation else { return bad("dice are not written here; `roll` throws them") };
    let formula = match reads(notation) {
        Ok(formula) => Arc::new(formula),
        Err(mistake) => return bad_notation(notation, mistake),
    };
    let mut known = known.borrow_mut();
    if known.len() >= MOST_KNOWN {
        known.clear();
    }
    known.insert(notation.into(), formula.clone());
    Ok(formula)
}

//! What stands in for primitives where a number may be random: throws, tallies, properties, outcomes.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::rc::Rc;

use dashu_int::UBig;
use rhai::{Array, Dynamic, EvalAltResult, NativeCallContext, Position};
use rustc_hash::FxHashMap;

use super::arena::{Arena, Chance, Piece, Slot, Spread, Thrown};
use super::called::Calls;
use super::choosing::Choosing;
use super::engine::Spreads;
use super::unneeded::{UNNEEDED, Unneeded};
use crate::kernel::catalogue::Subject;
use crate::kernel::dice::formula::Formula;
use crate::kernel::door::Stop;
use crate::kernel::secret::{Closed, GivenSheets, Secrets, Written as SheetWritten};
use crate::kernel::state::{Query, Target};
use crate::kernel::value::Value;
use crate::rules::convert::{from_dynamic, held, to_dynamic};
use crate::rules::natives::Natives;
use crate::rules::primitives::{
    self, Kit, Tally, called, check_count, closed_secrets, has_sheet, reset, roll_of, secrets_of, under_seal,
    values_of, write_property,
};
use crate::rules::raise::{Outcome, bad, bad_notation, stopped};

/// A formula as a rule writes it.
#[derive(Debug)]
pub(super) struct Written {
    /// It answers true or false.
    compares: bool,
    thrown: Thrown,
}

/// So many formulas are remembered. Rules write few, but may put them together from numbers.
const MOST_KNOWN: usize = 10_000;

/// What has been worked out.
type Known<K, V> = Rc<RefCell<FxHashMap<K, Rc<V>>>>;

/// What the stand-ins share.
#[derive(Clone)]
pub(super) struct Shared {
    pub(super) kit: Kit,
    pub(super) arena: Arena,
    pub(super) spreads: Rc<dyn Spreads>,
    pub(super) known: Known<(u32, u32), Thrown>,
    pub(super) choosing: Rc<Cell<Choosing>>,
    pub(super) formulas: Known<Box<str>, Written>,
    /// Where throws were made whose numbers had to be settled at once.
    pub(super) at_once: Rc<RefCell<BTreeSet<Position>>>,
    /// Where throws of this run were made whose numbers were not.
    pub(super) thrown_at: Rc<RefCell<Vec<Position>>>,
    pub(super) calls: Rc<Calls>,
    pub(super) sheets: Rc<GivenSheets>,
    pub(super) unneeded: Rc<Unneeded>,
}

impl Shared {
    /// The number of a throw, settled where that has proved necessary.
    pub(super) fn number(&self, context: &NativeCallContext<'_>, thrown: &Thrown) -> Dynamic {
        let at = context.call_position();
        let mut arena = self.arena.borrow_mut();
        let number = arena.throw(thrown);
        if self.at_once.borrow().contains(&at) {
            return Dynamic::from(arena.settle(&number));
        }
        self.thrown_at.borrow_mut().push(at);
        Dynamic::from(number)
    }

    fn sum(&self, count: u32, faces: u32) -> Outcome<Rc<Thrown>> {
        if let Some(known) = self.known.borrow().get(&(count, faces)) {
            return Ok(known.clone());
        }
        match self.spreads.sum(count, faces) {
            Ok(spread) => {
                let thrown = Rc::new(Thrown::of(&spread));
                self.known.borrow_mut().insert((count, faces), thrown.clone());
                Ok(thrown)
            }
            Err(why) => stopped(&self.kit.stage, Stop::Missing(why)),
        }
    }

    fn formula(&self, notation: &str) -> Outcome<Rc<Written>> {
        if let Some(known) = self.formulas.borrow().get(notation) {
            return Ok(known.clone());
        }
        let Some(reads) = self.kit.notation else { return bad("dice are not written here") };
        let formula = match reads(notation) {
            Ok(formula) => formula,
            Err(mistake) => return bad_notation(notation, mistake),
        };
        // More can be worked out than a rule may throw.
        formula.pools().iter().try_for_each(|pool| check_count(i64::from(pool.count())))?;
        match self.spreads.formula(&formula) {
            Ok(spread) => {
                let compares = matches!(formula, Formula::Compare(..));
                let written = Rc::new(Written { compares, thrown: Thrown::of(&spread) });
                let mut formulas = self.formulas.borrow_mut();
                if formulas.len() >= MOST_KNOWN {
                    formulas.clear();
                }
                formulas.insert(notation.into(), written.clone());
                Ok(written)
            }
            Err(why) => stopped(&self.kit.stage, Stop::Missing(why)),
        }
    }

    /// What is written down in secret, as it is supposed.
    fn written_in_secret(&self, secrets: &Secrets) -> Outcome<Vec<Vec<SheetWritten>>> {
        let is_certain = self.arena.borrow().is_certain();
        match self.sheets.write(secrets, is_certain) {
            Ok(all) => Ok(all),
            Err(why) => stopped(&self.kit.stage, Stop::Missing(why.to_owned())),
        }
    }

    /// Settles every random number in a list, however deep.
    fn settle_within(&self, value: &mut Dynamic) {
        if let Ok(mut items) = value.as_array_mut() {
            items.iter_mut().for_each(|item| self.settle_within(item));
            return;
        }
        if let Some(number) = held::<Chance>(value) {
            *value = Dynamic::from(self.arena.borrow_mut().settle(&number));
        }
    }

    fn property(&self, slot: Slot) -> Outcome<Dynamic> {
        let arena = self.arena.borrow();
        match arena.lifted.iter().find(|(s, _)| *s == slot) {
            Some((_, number)) => {
                self.kit.stage.looks();
                self.calls.looks_at_open()?;
                Ok(Dynamic::from(number.clone()))
            }
            None => Ok(to_dynamic(&self.kit.stage.ask(Query::Property(slot.0, slot.1)))),
        }
    }

    fn write(&self, slot: Slot, value: &Dynamic) -> Outcome<()> {
        self.calls.does_more()?;
        let (target, number) = slot;
        let random = held::<Chance>(value);
        let is_int = matches!(self.kit.stage.catalogue.properties[number as usize].default, Value::Int(_));
        self.arena.borrow_mut().lifted.retain(|(s, _)| *s != slot);
        match random {
            Some(random) if is_int => {
                self.kit.stage.may("change anything")?;
                self.arena.borrow_mut().lifted.push((slot, random));
                Ok(())
            }
            Some(random) => {
                let settled = self.arena.borrow_mut().settle(&random);
                write_property(&self.kit.stage, target, number, &Dynamic::from(settled))
            }
            None => write_property(&self.kit.stage, target, number, value),
        }
    }
}

pub(super) fn register(natives: &mut Natives, shared: &Shared) {
    throws(natives, shared);
    tallies(natives, shared);
    properties(natives, shared);
    outcomes(natives, shared);
    decisions(natives, shared);
    let own = shared.clone();
    natives.native(UNNEEDED, move |name: &str, arguments: Array| -> Outcome<bool> {
        if !own.unneeded.may_pass(name, &arguments) {
            return Ok(false);
        }
        // What it leaves out is more than an answer.
        own.calls.does_more()?;
        own.unneeded.pass(name);
        if let Some(mut scene) = own.kit.stage.scene_mut() {
            scene.left_out = true;
        }
        Ok(true)
    });
}

fn throws(natives: &mut Natives, shared: &Shared) {
    let own = shared.clone();
    natives.native(
        "roll",
        move |context: NativeCallContext<'_>,
              count: i64,
              faces: i64,
              kind: &str,
              side: Dynamic,
              purpose: &str| {
            let roll = roll_of(&own.kit, &context, count, faces, kind, &side, purpose)?;
            let thrown = own.sum(roll.count, roll.sides)?;
            Ok::<_, Box<EvalAltResult>>(own.number(&context, &thrown))
        },
    );
    let own = shared.clone();
    natives.native(
        "roll_each",
        move |context: NativeCallContext<'_>,
              count: i64,
              faces: i64,
              kind: &str,
              side: Dynamic,
              purpose: &str|
              -> Outcome<Array> {
            let roll = roll_of(&own.kit, &context, count, faces, kind, &side, purpose)?;
            let thrown = own.sum(1, roll.sides)?;
            Ok((0..roll.count).map(|_| own.number(&context, &thrown)).collect())
        },
    );
    let notation =
        |shared: &Shared, context: &NativeCallContext<'_>, notation: &str, kind: &str, side: &Dynamic| {
            roll_of(&shared.kit, context, 1, 2, kind, side, notation)?;
            let written = shared.formula(notation)?;
            let number = shared.number(context, &written.thrown);
            match (written.compares, held::<Chance>(&number)) {
                (true, Some(random)) => {
                    Ok(Dynamic::from(shared.arena.borrow_mut().test(&random, |n| n != 0)))
                }
                (true, None) => Ok(Dynamic::from(number.as_int().is_ok_and(|n| n != 0))),
                (false, _) => Ok::<_, Box<EvalAltResult>>(number),
            }
        };
    let own = shared.clone();
    natives.native(
        "dice",
        move |context: NativeCallContext<'_>, text: &str, kind: &str, side: Dynamic, _purpose: &str| {
            notation(&own, &context, text, kind, &side)
        },
    );
    let own = shared.clone();
    natives.native("dice", move |context: NativeCallContext<'_>, text: &str, kind: &str, side: Dynamic| {
        notation(&own, &context, text, kind, &side)
    });
    for name in ["roll", "roll_each"] {
        let own = shared.clone();
        natives.native(
            name,
            move |context: NativeCallContext<'_>,
                  count: Chance,
                  faces: i64,
                  kind: &str,
                  side: Dynamic,
                  purpose: &str|
                  -> Outcome<Dynamic> {
                let count = own.arena.borrow_mut().settle(&count);
                context.call_native_fn(name, (count, faces, kind.to_owned(), side, purpose.to_owned()))
            },
        );
    }
}

fn decisions(natives: &mut Natives, shared: &Shared) {
    let own = shared.clone();
    natives.native("choose", move |_side: Dynamic, question: &str, options: Array| -> Outcome<Dynamic> {
        own.calls.does_more()?;
        own.kit.stage.may("ask for a decision")?;
        let mut arena = own.arena.borrow_mut();
        let choosing = match own.choosing.get() {
            Choosing::Behind if !own.sheets.has_asked() => Choosing::First,
            choosing => choosing,
        };
        let at = match (choosing, options.len()) {
            (_, 0) => return bad(format!("`{question}` has no options to choose from")),
            (Choosing::First, _) | (_, 1) => 0,
            (Choosing::Each | Choosing::Behind, many) => {
                arena.settle_all();
                arena.fork(many as u32, true)
            }
        };
        Ok(options[at as usize].clone())
    });
    // Nobody who decides in secret knows what the others do, so no policy may try one against the other here.
    let own = shared.clone();
    natives.native(
        "decide_in_secret",
        move |context: NativeCallContext<'_>, mut asked: Array| -> Outcome<Array> {
            own.calls.does_more()?;
            asked.iter_mut().for_each(|item| own.settle_within(item));
            let secrets = secrets_of(&own.kit, &context, &asked)?;
            let all = own.written_in_secret(&secrets)?;
            Ok(values_of(&secrets, |at| has_sheet(&asked[at]), all.iter().map(|written| &written[..])))
        },
    );
    // Nothing is written down before it is opened, and what was is not known to whoever asks.
    let own = shared.clone();
    natives.native(
        "seal_in_secret",
        move |context: NativeCallContext<'_>, mut asked: Array| -> Outcome<Array> {
            own.calls.does_more()?;
            asked.iter_mut().for_each(|item| own.settle_within(item));
            let secrets = secrets_of(&own.kit, &context, &asked)?;
            Ok(under_seal(&secrets, secrets.of.iter().map(Closed::supposed)))
        },
    );
    let own = shared.clone();
    natives.native("open_sealed", move |context: NativeCallContext<'_>, seals: Array| -> Outcome<Array> {
        own.calls.does_more()?;
        let secrets = closed_secrets(&own.kit, &context, &seals)?;
        if secrets.of.is_empty() {
            return Ok(Array::new());
        }
        let all = own.written_in_secret(&secrets)?;
        Ok(values_of(&secrets, |at| !secrets.of[at].sheet.is_one(), all.iter().map(|written| &written[..])))
    });
}

fn tallies(natives: &mut Natives, shared: &Shared) {
    let enter = |shared: &Shared, tally: Tally, number: &Chance| -> Outcome<()> {
        let mut arena = shared.arena.borrow_mut();
        let sum = match arena.tallies.remove(&tally.0) {
            Some(before) => arena.map_both(&before, number, |a, b| Some(a.saturating_add(b))),
            None => Some(number.clone()),
        };
        match sum {
            Some(sum) => arena.tallies.insert(tally.0, sum),
            None => return bad("no number"),
        };
        Ok(())
    };
    let own = shared.clone();
    natives
        .native("add", move |tally: &mut Tally, number: Chance, _reason: &str| enter(&own, *tally, &number));
    let own = shared.clone();
    natives.native(
        "when",
        move |tally: &mut Tally, condition: bool, number: Chance, _reason: &str| -> Outcome<()> {
            if condition { enter(&own, *tally, &number) } else { Ok(()) }
        },
    );
    let total = |shared: &Shared, tally: Tally| -> Outcome<Dynamic> {
        let sum = match shared.kit.stage.scene() {
            Some(scene) => scene.sums.get(tally.0 as usize - 1).copied().unwrap_or_default(),
            None => return bad("no game is under way"),
        };
        let arena = shared.arena.borrow();
        match arena.tallies.get(&tally.0) {
            Some(random) => match arena.map(random, |n| Some(n.saturating_add(sum))) {
                Some(all) => Ok(Dynamic::from(all)),
                None => bad("no number"),
            },
            None => Ok(Dynamic::from(sum)),
        }
    };
    let own = shared.clone();
    natives.native("total", move |tally: &mut Tally| total(&own, *tally));
    let own = shared.clone();
    natives.getter("total", move |tally: &mut Tally| total(&own, *tally));
}

fn properties(natives: &mut Natives, shared: &Shared) {
    let (read, written) = (shared.clone(), shared.clone());
    primitives::properties(
        natives,
        &shared.kit.stage.catalogue,
        move |target, number| read.property((target, number)),
        move |target, number, value| written.write((target, number), value),
    );
    // What is set back everywhere holds no random number any more.
    let own = shared.clone();
    natives.native("reset", move |subject: &str, name: &str| -> Outcome<()> {
        own.calls.does_more()?;
        let catalogue = own.kit.stage.catalogue.clone();
        own.arena.borrow_mut().lifted.retain(|((target, number), _)| {
            let property = &catalogue.properties[*number as usize];
            &*property.name != name || property.subject != subject_of(*target)
        });
        reset(&own.kit.stage, subject, name)
    });
}

fn subject_of(target: Target) -> Subject {
    match target {
        Target::Unit(_) => Subject::Unit,
        Target::Hex(_) => Subject::Hex,
        Target::Side(_) => Subject::Side,
        Target::Game => Subject::Game,
    }
}

fn outcomes(natives: &mut Natives, shared: &Shared) {
    let named = |shared: &Shared, pieces: Vec<Piece>| -> Outcome<()> {
        // What a search asks leaves no traces.
        if shared.kit.stage.asks_aside() {
            return Ok(());
        }
        shared.calls.does_more()?;
        shared.arena.borrow_mut().outcomes.push(pieces);
        Ok(())
    };
    let own = shared.clone();
    natives.native("outcome", move |word: &str| named(&own, vec![Piece::Text(Rc::from(word))]));
    let own = shared.clone();
    natives
        .native("outcome", move |number: i64| named(&own, vec![Piece::Text(Rc::from(number.to_string()))]));
    let own = shared.clone();
    natives.native("outcome", move |number: Chance| named(&own, vec![Piece::Number(number)]));
    let own = shared.clone();
    natives.native("outcome", move |items: Array| -> Outcome<()> {
        let mut pieces = Vec::new();
        for (at, item) in items.into_iter().enumerate() {
            if at > 0 {
                pieces.push(Piece::Text(Rc::from(",")));
            }
            pieces.push(match held::<Chance>(&item) {
                Some(number) => Piece::Number(number),
                None => match from_dynamic(&item) {
                    Ok(value) => Piece::Text(Rc::from(called(&own.kit.stage, &value))),
                    Err(kind) => return bad(format!("{kind} names no outcome")),
                },
            });
        }
        named(&own, pieces)
    });
}

impl Thrown {
    /// A throw of this spread.
    pub(super) fn of(spread: &Spread) -> Thrown {
        Thrown {
            values: spread.iter().map(|(value, _)| *value).collect(),
            weights: spread.iter().map(|(_, weight)| weight.clone()).collect(),
            total: spread.iter().map(|(_, weight)| weight).sum::<UBig>(),
            alive: (0..spread.len() as u32).collect(),
        }
    }

    /// A throw of these results from low to high with their weights, which come to the total.
    pub(super) fn weighted(values: Vec<i64>, weights: Vec<UBig>, total: UBig) -> Thrown {
        let alive = (0..values.len() as u32).collect();
        Thrown { values: values.into(), weights: weights.into(), total, alive }
    }
}

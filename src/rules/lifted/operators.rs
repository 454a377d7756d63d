//! Arithmetic and comparisons of random numbers, and where they are settled.

use rhai::{Array, Dynamic, ImmutableString, Map};

use super::arena::{Arena, Chance};
use crate::rules::convert::held;
use crate::rules::natives::Natives;
use crate::rules::raise::{Outcome, bad};

/// A function of two numbers, where it has a result.
type Arithmetic = fn(i64, i64) -> Option<i64>;
/// A comparison of two numbers.
type Comparison = fn(i64, i64) -> bool;

const ARITHMETIC: [(&str, Arithmetic); 11] = [
    ("+", |a, b| a.checked_add(b)),
    ("-", |a, b| a.checked_sub(b)),
    ("*", |a, b| a.checked_mul(b)),
    ("/", |a, b| a.checked_div(b)),
    ("%", |a, b| a.checked_rem(b)),
    ("max", |a, b| Some(a.max(b))),
    ("min", |a, b| Some(a.min(b))),
    ("floor_div", |a, b| {
        let (quotient, rest) = (a.checked_div(b)?, a.checked_rem(b)?);
        Some(if rest != 0 && (a < 0) != (b < 0) { quotient - 1 } else { quotient })
    }),
    ("ceil_div", |a, b| {
        let (quotient, rest) = (a.checked_div(b)?, a.checked_rem(b)?);
        Some(if rest != 0 && (a < 0) == (b < 0) { quotient + 1 } else { quotient })
    }),
    ("trunc_div", |a, b| a.checked_div(b)),
    ("half_up_div", |a, b| {
        let (a, b) = (i128::from(a) * i128::from(b.signum()), i128::from(b).abs());
        i64::try_from((2 * a + b).checked_div_euclid(2 * b)?).ok()
    }),
];

const COMPARISONS: [(&str, Comparison); 6] = [
    ("==", |a, b| a == b),
    ("!=", |a, b| a != b),
    ("<", |a, b| a < b),
    ("<=", |a, b| a <= b),
    (">", |a, b| a > b),
    (">=", |a, b| a >= b),
];

pub(super) fn register(natives: &mut Natives, arena: &Arena) {
    for (sign, of) in ARITHMETIC {
        arithmetic(natives, arena, sign, of);
    }
    for (sign, holds) in COMPARISONS {
        comparison(natives, arena, sign, holds);
    }
    for (name, of) in [
        ("-", (|a| a.checked_neg()) as fn(i64) -> Option<i64>),
        ("+", Some),
        ("abs", |a| a.checked_abs()),
        ("sign", |a| Some(a.signum())),
    ] {
        let own = arena.clone();
        natives.native(name, move |number: Chance| number_of(own.borrow().map(&number, of)));
    }
    settled(natives, arena);
}

fn number_of(result: Option<Chance>) -> Outcome<Chance> {
    // The plain engine tells what is wrong with which number.
    result.map_or_else(|| bad("no number"), Ok)
}

fn arithmetic(natives: &mut Natives, arena: &Arena, sign: &str, of: Arithmetic) {
    let own = arena.clone();
    natives.native(sign, move |a: Chance, b: i64| number_of(own.borrow().map(&a, |a| of(a, b))));
    let own = arena.clone();
    natives.native(sign, move |a: i64, b: Chance| number_of(own.borrow().map(&b, |b| of(a, b))));
    let own = arena.clone();
    natives.native(sign, move |a: Chance, b: Chance| number_of(own.borrow_mut().map_both(&a, &b, of)));
}

fn comparison(natives: &mut Natives, arena: &Arena, sign: &str, holds: Comparison) {
    let own = arena.clone();
    natives.native(sign, move |a: Chance, b: i64| own.borrow_mut().test(&a, |a| holds(a, b)));
    let own = arena.clone();
    natives.native(sign, move |a: i64, b: Chance| own.borrow_mut().test(&b, |b| holds(a, b)));
    let own = arena.clone();
    natives.native(sign, move |a: Chance, b: Chance| own.borrow_mut().test_both(&a, &b, holds));
}

/// What needs the number itself.
fn settled(natives: &mut Natives, arena: &Arena) {
    for print in ["to_string", "to_debug"] {
        let own = arena.clone();
        natives.native(print, move |number: &mut Chance| own.borrow_mut().settle(number).to_string());
    }
    let own = arena.clone();
    natives
        .native("+", move |text: &str, number: Chance| format!("{text}{}", own.borrow_mut().settle(&number)));
    let own = arena.clone();
    natives
        .native("+", move |number: Chance, text: &str| format!("{}{text}", own.borrow_mut().settle(&number)));
    let own = arena.clone();
    natives.native("..", move |from: i64, to: Chance| from..own.borrow_mut().settle(&to));
    let own = arena.clone();
    natives.native("..=", move |from: i64, to: Chance| from..=own.borrow_mut().settle(&to));
    let own = arena.clone();
    natives.native("sort", move |list: &mut Array| sort(&own, list));
    let own = arena.clone();
    natives.native("sort_desc", move |list: &mut Array| -> Outcome<()> {
        sort(&own, list)?;
        list.reverse();
        Ok(())
    });
    // A case of `switch` would not be found.
    let own = arena.clone();
    natives.native(super::rewritten::SETTLED, move |value: Dynamic| all_settled(&own, value));
}

/// A value with the numbers themselves in it, also inside of lists and maps: a case of `switch` is compared with all of it.
fn all_settled(arena: &Arena, value: Dynamic) -> Dynamic {
    if let Some(number) = held::<Chance>(&value) {
        return Dynamic::from(arena.borrow_mut().settle(&number));
    }
    if let Some(list) = held::<Array>(&value) {
        return list.into_iter().map(|item| all_settled(arena, item)).collect::<Array>().into();
    }
    match held::<Map>(&value) {
        Some(map) => {
            map.into_iter().map(|(key, item)| (key, all_settled(arena, item))).collect::<Map>().into()
        }
        None => value,
    }
}

/// Sorts a list as the language does it, which knows lists of one type only.
fn sort(arena: &Arena, list: &mut Array) -> Outcome<()> {
    let random: Vec<Chance> = list.iter().filter_map(held::<Chance>).collect();
    if !random.is_empty() {
        let sorted = if random.len() == list.len() { arena.borrow_mut().sorted(&random) } else { None };
        let Some(sorted) = sorted else { return bad("these cannot be sorted") };
        *list = sorted.into_iter().map(Dynamic::from).collect();
        return Ok(());
    }
    fn by<T: Ord + Clone + 'static>(list: &mut Array) -> bool {
        let keys: Option<Vec<T>> = list.iter().map(held::<T>).collect();
        let Some(mut keys) = keys.map(|keys| keys.into_iter().zip(list.clone()).collect::<Vec<_>>()) else {
            return false;
        };
        keys.sort_by(|a, b| a.0.cmp(&b.0));
        *list = keys.into_iter().map(|(_, item)| item).collect();
        true
    }
    if by::<i64>(list) || by::<ImmutableString>(list) || by::<char>(list) || by::<bool>(list) {
        return Ok(());
    }
    bad("these cannot be sorted")
}

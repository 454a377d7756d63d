//! Sorting and the like by a closure, in place of the engine's own: there an error in the closure is passed over, and
//! a closure that contradicts itself can make the sort panic.

use rhai::{Array, Dynamic, FnPtr, NativeCallContext};

use crate::rules::kinds::kind_of;
use crate::rules::natives::Registrar;
use crate::rules::raise::{Outcome, bad};

pub(super) fn register(registrar: &mut Registrar<'_>) {
    let natives = &mut registrar.natives;
    natives.native("sort", |context: NativeCallContext<'_>, list: &mut Array, order: FnPtr| -> Outcome<()> {
        let sorted = sort(list.clone(), &mut |a, b| {
            let answer: Dynamic = order.call_within_context(&context, (a.clone(), b.clone()))?;
            match (answer.as_int(), answer.as_bool()) {
                (Ok(number), _) => Ok(number > 0),
                (_, Ok(first)) => Ok(!first),
                _ => bad(format!("to sort takes a number or true or false, not {}", kind_of(&answer))),
            }
        })?;
        *list = sorted;
        Ok(())
    });
    natives.native("dedup", |context: NativeCallContext<'_>, list: &mut Array, same: FnPtr| -> Outcome<()> {
        let mut kept: Array = Vec::new();
        for item in list.clone() {
            let twin = match kept.last() {
                Some(last) => same.call_within_context::<bool>(&context, (item.clone(), last.clone()))?,
                None => false,
            };
            if !twin {
                kept.push(item);
            }
        }
        *list = kept;
        Ok(())
    });
}

/// A merge sort, which comes to its end whatever `after` says. Equal items keep their order.
fn sort(mut list: Array, after: &mut impl FnMut(&Dynamic, &Dynamic) -> Outcome<bool>) -> Outcome<Array> {
    if list.len() < 2 {
        return Ok(list);
    }
    let right = list.split_off(list.len() / 2);
    let mut right = sort(right, after)?.into_iter().peekable();
    let mut sorted = Array::new();
    for item in sort(list, after)? {
        while let Some(next) = right.peek() {
            if !after(&item, next)? {
                break;
            }
            sorted.extend(right.next());
        }
        sorted.push(item);
    }
    sorted.extend(right);
    Ok(sorted)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sorted(numbers: &[i64], mut after: impl FnMut(i64, i64) -> bool) -> Vec<i64> {
        let list = numbers.iter().map(|n| Dynamic::from(*n)).collect();
        let int = |d: &Dynamic| d.as_int().unwrap();
        sort(list, &mut |a, b| Ok(after(int(a), int(b)))).unwrap().iter().map(int).collect()
    }

    #[test]
    fn sorting_is_stable_and_keeps_every_item_whatever_the_order() {
        assert_eq!(sorted(&[3, 1, 2, 1], |a, b| a > b), [1, 1, 2, 3]);
        assert_eq!(sorted(&[21, 11, 22, 12], |a, b| a / 10 > b / 10), [11, 12, 21, 22]);
        let mut senseless = sorted(&[5, 3, 9, 1, 7], |_, _| true);
        senseless.sort_unstable();
        assert_eq!(senseless, [1, 3, 5, 7, 9]);
    }
}

//! Rows in order by keys: lists of numbers, or texts, of which mostly one number tells which comes first.

use std::cmp::Ordering;

/// A key for so many numbers at most,
const NUMBERS: u32 = 6;

/// each in so many bits.
const BITS: u32 = 21;

/// Numbers from here on down, and up from the other, have the same key.
const LEAST: i64 = 1 - (1 << (BITS - 1));
const MOST: i64 = (1 << (BITS - 1)) - 1;

/// A key for a list of numbers: of two lists the lesser never has the greater key. Where keys are equal the lists decide.
pub fn key_of_numbers(numbers: impl IntoIterator<Item = i64>) -> u128 {
    let mut key = 0;
    let mut numbers = numbers.into_iter();
    let mut goes_on = true;
    for _ in 0..NUMBERS {
        // Nothing stands for no number: a list comes before those that go on.
        let near = if goes_on { numbers.next() } else { None }.map(|number| number.clamp(LEAST, MOST));
        // Nobody knows which of the farthest is less, so that those behind them tell nothing.
        goes_on = near.is_some_and(|near| near != LEAST && near != MOST);
        key = key << BITS | near.map_or(0, |near| (near - LEAST + 1) as u128);
    }
    key
}

/// The same for a text.
pub fn key_of_text(text: &str) -> u128 {
    let mut first = [0; 16];
    let length = text.len().min(first.len());
    first[..length].copy_from_slice(&text.as_bytes()[..length]);
    u128::from_be_bytes(first)
}

/// Puts places in the order of their keys, and those with the same key in an order of their own.
pub fn sort_places(places: &mut [(u128, u32)], order: impl Fn(u32, u32) -> Ordering) {
    // Nothing but keys is compared in most places, which goes without a branch.
    places.sort_unstable_by_key(|place| place.0);
    for same in places.chunk_by_mut(|a, b| a.0 == b.0).filter(|same| same.len() > 1) {
        same.sort_unstable_by(|a, b| order(a.1, b.1).then(a.1.cmp(&b.1)));
    }
}

/// Puts rows in the order of their keys, a key for each, and those with the same key in an order of their own.
pub fn sort_by_keys<T>(rows: &mut [T], keys: impl Iterator<Item = u128>, order: impl Fn(&T, &T) -> Ordering) {
    let mut places: Vec<(u128, u32)> = keys.take(rows.len()).zip(0..).collect();
    sort_places(&mut places, |a, b| order(&rows[a as usize], &rows[b as usize]));
    // Where each row goes, swapped along.
    for at in 0..places.len() {
        let mut from = places[at].1 as usize;
        // What stood there has been swapped to where that row came from.
        while from < at {
            from = places[from].1 as usize;
        }
        rows.swap(at, from);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn number() -> impl Strategy<Value = i64> {
        prop_oneof![-3i64..3, LEAST - 2..LEAST + 2, MOST - 2..MOST + 2, any::<i64>()]
    }

    proptest! {
        #[test]
        fn lists_of_numbers_come_by_their_keys_as_by_themselves(
            mut lists in prop::collection::vec(prop::collection::vec(number(), 0..8), 0..60)
        ) {
            let mut sorted = lists.clone();
            sorted.sort();
            let keys: Vec<u128> = lists.iter().map(|list| key_of_numbers(list.iter().copied())).collect();
            sort_by_keys(&mut lists, keys.into_iter(), Ord::cmp);
            prop_assert_eq!(lists, sorted);
        }

        #[test]
        fn texts_come_by_their_keys_as_by_themselves(mut texts in prop::collection::vec("[a\0é]{0,18}", 0..60)) {
            let mut sorted = texts.clone();
            sorted.sort();
            let keys: Vec<u128> = texts.iter().map(|text| key_of_text(text)).collect();
            sort_by_keys(&mut texts, keys.into_iter(), Ord::cmp);
            prop_assert_eq!(texts, sorted);
        }
    }
}

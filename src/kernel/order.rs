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
    let (mut key, mut behind) = (0, NUMBERS * BITS);
    // Nothing stands for no number: a list comes before those that go on.
    for number in numbers.into_iter().take(NUMBERS as usize) {
        let near = number.clamp(LEAST, MOST);
        behind -= BITS;
        key |= ((near - LEAST + 1) as u128) << behind;
        // Nobody knows which of these is less, so that those behind them tell nothing.
        if near == LEAST || near == MOST {
            break;
        }
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

/// Puts rows in the order of their keys, a key for each, and those with the same key in an order of their own.
pub fn sort_by_keys<T>(rows: &mut [T], keys: impl Iterator<Item = u128>, order: impl Fn(&T, &T) -> Ordering) {
    let mut places: Vec<(u128, usize)> = keys.take(rows.len()).zip(0..).collect();
    places.sort_unstable_by(|a, b| {
        a.0.cmp(&b.0).then_with(|| order(&rows[a.1], &rows[b.1])).then_with(|| a.1.cmp(&b.1))
    });
    // Where each row goes, swapped along.
    for at in 0..places.len() {
        let mut from = places[at].1;
        // What stood there has been swapped to where that row came from.
        while from < at {
            from = places[from].1;
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

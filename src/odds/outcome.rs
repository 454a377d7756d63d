//! What a run has come to, as its rules name it: one outcome, or several one after another with commas between.

use std::cmp::Ordering;

use crate::kernel::order::{key_of_numbers, sort_by_keys};

/// What a refusal in the middle of a command is called among the outcomes; with its reason behind it, `refused: out of range`.
pub const REFUSED: &str = "refused";

/// What becomes of a repetition of which each time is told, once the game has ended.
pub const OVER_BEFORE: &str = "over before";

/// The outcome of a run that is refused for this reason.
pub fn refused_for(reason: &str) -> String {
    format!("{REFUSED}: {reason}")
}

/// Whether an outcome is a refusal.
pub fn is_refused(outcome: &str) -> bool {
    outcome.strip_prefix(REFUSED).is_some_and(|rest| rest.is_empty() || rest.starts_with(": "))
}

/// Whether what a run has come to is this outcome, or has it among several: `1 hit, destroyed` has `destroyed`. A refusal is
/// `refused`, whatever its reason.
pub fn has_outcome(all: &str, one: &str) -> bool {
    if is_refused(all) {
        return all == one || one == REFUSED;
    }
    all == one || all.split(", ").any(|named| named == one)
}

/// Whether it has any of these outcomes.
pub fn has_any_outcome(all: &str, some: &[String]) -> bool {
    some.iter().any(|one| has_outcome(all, one))
}

/// The first of several outcomes that does not begin with a number: `destroyed` of `16,0,0, destroyed`.
pub fn word_of(all: &str) -> Option<&str> {
    if is_refused(all) {
        return Some(all);
    }
    all.split(", ").find(|named| !named.is_empty() && place_by_numbers(named).is_none())
}

/// Where an outcome stands among others that begin with a number: by all its numbers, so that `5,2,0` comes before `5,10,0`.
/// None where it does not begin with one.
pub fn place_by_numbers(outcome: &str) -> Option<Vec<i64>> {
    Some(all_numbers(outcome)?.collect())
}

/// All numbers in an outcome that begins with one.
fn all_numbers(outcome: &str) -> Option<impl Iterator<Item = i64>> {
    outcome.strip_prefix('-').unwrap_or(outcome).bytes().next().filter(u8::is_ascii_digit)?;
    let mut rest = outcome.as_bytes();
    Some(std::iter::from_fn(move || {
        loop {
            let at = rest.iter().position(|byte| byte.is_ascii_digit() || *byte == b'-')?;
            let (number, behind) = leading(&rest[at..]);
            // A sign in the middle makes it no number.
            let end = behind.iter().position(|byte| !byte.is_ascii_digit() && *byte != b'-');
            let end = end.unwrap_or(behind.len());
            rest = &behind[end..];
            if number.is_some() && end == 0 {
                return number;
            }
        }
    }))
}

/// Puts rows in the order of the numbers in their outcomes, and those with the same in that of their texts. False, and nothing is
/// done, where not all begin with a number.
pub fn sort_by_numbers<T>(rows: &mut [T], outcome: impl Fn(&T) -> &str) -> bool {
    let keys = rows.iter().map(|row| Some(key_of_numbers(all_numbers(outcome(row))?)));
    let Some(keys) = keys.collect::<Option<Vec<u128>>>() else { return false };
    sort_by_keys(rows, keys.into_iter(), |a, b| compare(outcome(a), outcome(b)));
    true
}

fn compare(one: &str, other: &str) -> Ordering {
    let numbers = |of| all_numbers(of).into_iter().flatten();
    numbers(one).cmp(numbers(other)).then_with(|| one.cmp(other))
}

/// The numbers that an outcome consists of or begins with: 5, 2 and 0 of `5,2,0, destroyed`, 2 of `2 hits`. None of an
/// outcome that begins otherwise.
pub(super) fn numbers_of(outcome: &str, numbers: &mut Vec<i64>) -> bool {
    numbers.clear();
    let mut rest = outcome.as_bytes();
    loop {
        let (number, behind) = leading(rest);
        let Some(number) = number else { break };
        numbers.push(number);
        match behind {
            [] | [b',', b' ', ..] => return true,
            [b',', ..] => rest = &behind[1..],
            [b' ', ..] if numbers.len() == 1 => return true,
            _ => break,
        }
    }
    numbers.clear();
    false
}

/// The whole number that a text begins with, if it does, and what is behind it; too large a number is none.
fn leading(text: &[u8]) -> (Option<i64>, &[u8]) {
    let is_negative = text.first() == Some(&b'-');
    let digits = if is_negative || text.first() == Some(&b'+') { &text[1..] } else { text };
    let (mut number, mut count) = (Some(0i64), 0);
    for digit in digits.iter().take_while(|byte| byte.is_ascii_digit()) {
        let digit = i64::from(digit - b'0');
        // Downwards, where there is one number more.
        number = number.and_then(|number| number.checked_mul(10)?.checked_sub(digit));
        count += 1;
    }
    let number = if is_negative { number } else { number.and_then(i64::checked_neg) };
    (number.filter(|_| count > 0), &digits[count..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_of_several_outcomes_is_had() {
        assert!(has_outcome("16,0,0, destroyed", "destroyed"));
        assert!(has_outcome("16,0,0, destroyed", "16,0,0"));
        assert!(has_outcome("16,0,0, destroyed", "16,0,0, destroyed"));
        assert!(has_outcome("hit", "hit"));
        assert!(!has_outcome("16,0,0", "0"));
        assert!(!has_outcome("no hit", "hit"));
    }

    #[test]
    fn a_refusal_is_one_outcome_with_its_reason() {
        let refused = refused_for("too far, hit or miss");
        assert_eq!(refused, "refused: too far, hit or miss");
        assert!(has_outcome(&refused, "refused") && has_outcome(&refused, &refused));
        assert!(!has_outcome(&refused, "hit or miss") && !has_outcome("refused twice", "refused"));
        assert_eq!(word_of(&refused), Some(&*refused));
    }

    #[test]
    fn a_word_behind_numbers_is_found() {
        assert_eq!(word_of("16,0,0, destroyed"), Some("destroyed"));
        assert_eq!(word_of("destroyed"), Some("destroyed"));
        assert_eq!((word_of("16,0,0"), word_of(""), word_of("2 hits")), (None, None, None));
    }

    #[test]
    fn numbers_stand_in_their_order() {
        let mut outcomes = ["10 hits", "1 hit", "0 hits", "2 hits"];
        assert!(sort_by_numbers(&mut outcomes, |of| of));
        assert_eq!(outcomes, ["0 hits", "1 hit", "2 hits", "10 hits"]);
        let mut outcomes = ["5,10,0", "5,2,0", "-1,3,3", "16,0,0, lost", "16,0,0, destroyed"];
        assert!(sort_by_numbers(&mut outcomes, |of| of));
        assert_eq!(outcomes, ["-1,3,3", "5,2,0", "5,10,0", "16,0,0, destroyed", "16,0,0, lost"]);
        assert!(!sort_by_numbers(&mut ["2 hits", "miss"], |of| of));
        assert_eq!(place_by_numbers("2-3 of 4, --5 +6 99999999999999999999 -"), Some(vec![4, 6]));
        assert_eq!(place_by_numbers("hit"), None);
        assert_eq!(place_by_numbers("-"), None);
    }

    #[test]
    fn numbers_are_those_that_it_begins_with() {
        let mut numbers = Vec::new();
        for (outcome, wanted) in [
            ("5,2,0, destroyed", vec![5, 2, 0]),
            ("9,0,4", vec![9, 0, 4]),
            ("1 hit, destroyed", vec![1]),
            ("-3", vec![-3]),
            ("+3,1", vec![3, 1]),
            ("9223372036854775807,-9223372036854775808", vec![i64::MAX, i64::MIN]),
        ] {
            assert!(numbers_of(outcome, &mut numbers) && numbers == wanted, "{outcome}");
        }
        for other in ["", "-", "hit", "5+ hits", "destroyed, 3", "9,x", "9223372036854775808"] {
            assert!(!numbers_of(other, &mut numbers), "{other}");
        }
    }
}

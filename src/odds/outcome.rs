//! What a run has come to, as its rules name it: one outcome, or several one after another with commas between.

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
    outcome.strip_prefix('-').unwrap_or(outcome).bytes().next().filter(u8::is_ascii_digit)?;
    let parts = outcome.as_bytes().split(|byte| !byte.is_ascii_digit() && *byte != b'-');
    Some(parts.filter_map(number).collect())
}

/// The numbers that an outcome consists of or begins with: 5, 2 and 0 of `5,2,0, destroyed`, 2 of `2 hits`. None of an
/// outcome that begins otherwise.
pub fn numbers_of(outcome: &str) -> Option<Vec<i64>> {
    let bytes = outcome.as_bytes();
    let end = bytes.windows(2).position(|here| here == b", ").unwrap_or(bytes.len());
    let first = &bytes[..end];
    let all: Option<Vec<i64>> = first.split(|byte| *byte == b',').map(number).collect();
    all.or_else(|| Some(vec![number(first.split(|byte| *byte == b' ').next()?)?]))
}

/// A whole number as it is written.
fn number(text: &[u8]) -> Option<i64> {
    std::str::from_utf8(text).ok()?.parse().ok()
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
        outcomes.sort_by_key(|of| place_by_numbers(of));
        assert_eq!(outcomes, ["0 hits", "1 hit", "2 hits", "10 hits"]);
        let mut outcomes = ["5,10,0", "5,2,0", "-1,3,3", "16,0,0, destroyed"];
        outcomes.sort_by_key(|of| place_by_numbers(of));
        assert_eq!(outcomes, ["-1,3,3", "5,2,0", "5,10,0", "16,0,0, destroyed"]);
        assert_eq!(place_by_numbers("hit"), None);
        assert_eq!(place_by_numbers("-"), None);
    }

    #[test]
    fn numbers_are_those_that_it_begins_with() {
        for (outcome, numbers) in [
            ("5,2,0, destroyed", vec![5, 2, 0]),
            ("9,0,4", vec![9, 0, 4]),
            ("1 hit, destroyed", vec![1]),
            ("-3", vec![-3]),
        ] {
            assert_eq!(numbers_of(outcome), Some(numbers), "{outcome}");
        }
        for other in ["", "hit", "5+ hits", "destroyed, 3", "9,x"] {
            assert_eq!(numbers_of(other), None, "{other}");
        }
    }
}

//! "Did you mean": the nearest known name to a mistyped one.

/// No longer words are compared, in letters: the time grows with the product of both lengths, and nobody mistypes one of these.
const LONGEST: usize = 100;

/// The nearest of `names` to `wrong`, if one is near enough: at most two edits, or a third of the length,
/// whichever is more, ignoring case; in words of up to three letters at most one. Ties go to the first in order.
pub fn did_you_mean<'a>(wrong: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let length = length(wrong);
    if length > LONGEST {
        return None;
    }
    let lower = wrong.to_lowercase();
    let most = match length {
        0..=3 => 1,
        length => (length / 3).max(2),
    };
    names
        .into_iter()
        // Who is asked whether he meant what he wrote is told nothing.
        .filter(|name| *name != wrong)
        // Each letter that one has more is an edit.
        .filter(|name| self::length(name).abs_diff(length) <= most)
        .filter_map(|name| {
            let edits = strsim::damerau_levenshtein(&lower, &name.to_lowercase());
            (edits <= most && edits < name.chars().count().max(lower.chars().count()))
                .then_some((edits, name))
        })
        .min_by_key(|(edits, _)| *edits)
        .map(|(_, name)| name)
}

/// Whether a word is a known one but for one slip of the pen, in whatever case: what else is like it may well be meant.
pub fn is_slip(wrong: &str, name: &str) -> bool {
    let lengths = [length(wrong), length(name)];
    wrong != name
        && lengths[0].abs_diff(lengths[1]) <= 1
        && lengths.iter().all(|length| *length <= LONGEST)
        && strsim::damerau_levenshtein(&wrong.to_lowercase(), &name.to_lowercase()) <= 1
}

/// How many letters a word has, counted only as far as it matters.
fn length(word: &str) -> usize {
    word.chars().take(2 * LONGEST).count()
}

/// The `most` names that are nearest to `wrong`, however far they are, the nearest first; ties in order. Words of more than a
/// hundred letters are near to nothing.
pub fn nearest<'a>(wrong: &str, names: impl IntoIterator<Item = &'a str>, most: usize) -> Vec<&'a str> {
    let lower = wrong.to_lowercase();
    let edits = |name: &str| strsim::damerau_levenshtein(&lower, &name.to_lowercase());
    let is_short = |name: &&str| length(name) <= LONGEST;
    let names = names.into_iter().filter(|name| is_short(name) && is_short(&wrong));
    let mut all: Vec<(usize, &str)> = names.map(|name| (edits(name), name)).collect();
    all.sort_by_key(|(edits, _)| *edits);
    all.into_iter().take(most).map(|(_, name)| name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_names_are_found_and_far_ones_are_not() {
        let names = ["stacking_limit", "hexside_cost", "attack"];
        assert_eq!(did_you_mean("stakcing_limit", names), Some("stacking_limit"));
        assert_eq!(did_you_mean("atack", names), Some("attack"));
        assert_eq!(did_you_mean("weather", names), None);
    }

    #[test]
    fn a_few_names_are_told_the_nearest_first() {
        let names = ["9,0,4", "0,0,0", "9,1,4", "9,0,5"];
        assert_eq!(nearest("9,0,6", names, 2), ["9,0,4", "9,0,5"]);
        assert_eq!(nearest("x", [], 2), Vec::<&str>::new());
    }

    #[test]
    fn very_long_words_are_near_to_nothing_and_take_no_time() {
        let [one, other] = ["a", "b"].map(|last| "x".repeat(100_000) + last);
        assert_eq!(did_you_mean(&one, [&*other, "x"]), None);
        assert_eq!(did_you_mean("atack", [&*other, "attack"]), Some("attack"));
        assert_eq!(nearest(&one, [&*other, "x"], 2), Vec::<&str>::new());
        assert_eq!(nearest("y", [&*other, "x"], 2), ["x"]);
        assert!(!is_slip(&one, &other) && is_slip("attack", "atack"));
        let [one, other] = ["a", "b"].map(|last| "x".repeat(99) + last);
        assert_eq!(did_you_mean(&one, [&*other]), Some(&*other));
    }

    #[test]
    fn a_name_of_one_letter_is_not_near_to_another() {
        assert_eq!(did_you_mean("x", ["q", "ab"]), None);
    }
}

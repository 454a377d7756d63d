//! Outcomes that a player names and a command does not have: which there are, few of them.

use std::collections::BTreeSet;

use crate::data::LineWord;
use crate::diagnostic::{did_you_mean, nearest};
use crate::odds::{Distribution, Ratio, word_of};

/// So many outcomes are told one by one; of more, the few that matter.
const FEW: usize = 8;

/// So many of more than those.
const NEAREST: usize = 3;

/// An outcome of one word or several. Commas part words of a line, but belong to an outcome: `9,0,4`.
pub(super) fn outcome(text: &str, name: &[LineWord]) -> String {
    match name {
        [first, .., last] if !name.iter().any(|word| word.quoted) => {
            text[first.start..last.end].split_whitespace().collect::<Vec<_>>().join(" ")
        }
        _ => name.iter().map(|word| &*word.text).collect::<Vec<_>>().join(" "),
    }
}

/// The next step of somebody who has named an outcome that there is not.
pub(super) fn instead_of(wrong: &str, known: &[&str]) -> String {
    let known: Vec<&str> = known.iter().copied().filter(|name| !name.is_empty()).collect();
    // Behind numbers stands what somebody may have meant: `destroyed` of `9,0,4, destroyed`.
    let words: BTreeSet<&str> = known.iter().filter_map(|name| word_of(name)).collect();
    let near = did_you_mean(wrong, words.iter().chain(&known).copied());
    match (near, known.len()) {
        (_, 0) => "`outcome(\"destroy\")` in a rule names one".to_owned(),
        (Some(near), ..=FEW) => format!("did you mean `{near}`?"),
        (None, ..=FEW) => format!("there are {}", known.join(", ")),
        (near, count) => {
            let others = known.iter().filter(|name| !words.contains(*name));
            let all = nearest(wrong, words.iter().chain(others).copied(), NEAREST);
            let asked = near.map_or_else(String::new, |near| format!("did you mean `{near}`? "));
            format!("{asked}the nearest are {}; `odds LINE --all` lists all {count}", quoted(&all))
        }
    }
}

/// The same, with what each is worth.
pub(super) fn instead_of_with_chances(wrong: &str, chances: &Distribution<String>) -> String {
    let known: Vec<&str> = chances.outcomes().map(String::as_str).collect();
    let asked = did_you_mean(wrong, known.iter().copied())
        .map_or_else(String::new, |near| format!("did you mean `{near}`? "));
    if known.len() <= FEW {
        return format!("{asked}all of it: {}", listed(&known, chances));
    }
    let near = nearest(wrong, known.iter().copied(), NEAREST);
    let count = known.len();
    format!("{asked}the nearest are {}; `odds LINE --all` lists all {count}", listed(&near, chances))
}

/// `destroy 5/12 (41.67 %), none 7/12 (58.33 %)`; of many the likeliest, and how to have all.
pub(super) fn all_of(chances: &Distribution<String>) -> String {
    let mut known: Vec<&str> = chances.outcomes().map(String::as_str).collect();
    let count = known.len();
    if count <= FEW {
        return format!("all of it: {}", listed(&known, chances));
    }
    known.sort_by_cached_key(|name| std::cmp::Reverse(chances.chance(&(*name).to_owned())));
    known.truncate(NEAREST);
    format!("the likeliest are {}; `odds LINE --all` lists all {count}", listed(&known, chances))
}

fn listed(names: &[&str], chances: &Distribution<String>) -> String {
    let each = names.iter().map(|name| {
        let told = if name.is_empty() { "no outcome" } else { name };
        format!("{told} {}", shown(&chances.chance(&(*name).to_owned())))
    });
    each.collect::<Vec<_>>().join(", ")
}

/// `5/12 (41.67 %)`: exact, and rounded to two places.
pub(super) fn shown(chance: &Ratio) -> String {
    format!("{chance} ({})", chance.percent())
}

pub(super) fn quoted(names: &[&str]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_are_listed_and_of_many_the_nearest() {
        assert_eq!(instead_of("destory", &["", "destroy", "none"]), "did you mean `destroy`?");
        assert_eq!(instead_of("boom", &["destroy", "none"]), "there are destroy, none");
        let many: Vec<String> = (0..70).map(|of| format!("{of},0,0")).collect();
        let many: Vec<&str> = many.iter().map(String::as_str).collect();
        assert_eq!(
            instead_of("70,0,0", &many),
            "did you mean `0,0,0`? the nearest are `0,0,0`, `7,0,0`, `10,0,0`; `odds LINE --all` lists all 70"
        );
        let hits: Vec<String> = (0..70).map(|of| format!("{of},0,0, destroyed")).collect();
        let hits: Vec<&str> = hits.iter().map(String::as_str).chain(many).collect();
        assert_eq!(
            instead_of("destroid", &hits),
            "did you mean `destroyed`? the nearest are `destroyed`, `0,0,0`, `1,0,0`; `odds LINE --all` lists all 140"
        );
        assert_eq!(instead_of("x", &[]), "`outcome(\"destroy\")` in a rule names one");
    }

    #[test]
    fn chances_are_shown_exactly_and_rounded() {
        assert_eq!(shown(&Ratio::new(15u8, 36u8)), "5/12 (41.67 %)");
        assert_eq!(shown(&Ratio::new(1u8, 4u8)), "1/4 (25.00 %)");
        assert_eq!(shown(&Ratio::new(1u8, 32u8)), "1/32 (3.13 %)");
        assert_eq!(shown(&Ratio::new(1u8, 1u32 << 20)), "1/1048576 (<0.01 %)");
    }
}

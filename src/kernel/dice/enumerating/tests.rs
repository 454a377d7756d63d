//! The laws of the odometer.

use std::collections::BTreeMap;

use super::super::asked::samples;
use super::*;

/// Outcomes of `rule` with their ways, over a common denominator `of`.
fn distribution<T: Ord>(
    mut outcomes: Enumerating,
    of: u128,
    rule: impl Fn(&mut dyn Answers) -> Result<T, Stop>,
) -> BTreeMap<T, u128> {
    let mut sums = BTreeMap::new();
    loop {
        let outcome = rule(&mut outcomes).unwrap();
        let weight = outcomes.weight();
        assert_eq!(of % weight.of, 0);
        *sums.entry(outcome).or_default() += weight.ways * (of / weight.of);
        if !outcomes.next_leaf().unwrap() {
            break sums;
        }
    }
}

fn ordered() -> Enumerating {
    Enumerating::new(Choices::First, Pools::Ordered)
}

fn sorted() -> Enumerating {
    Enumerating::new(Choices::First, Pools::Sorted)
}

fn total(count: u32, sides: u32) -> impl Fn(&mut dyn Answers) -> Result<i64, Stop> {
    move |answers| Ok(answers.answer(&samples::dice(count, sides))?.given.total())
}

#[test]
fn two_dice_make_the_known_sums() {
    let sums = distribution(ordered(), 36, total(2, 6));
    let known = [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1];
    assert_eq!(sums.into_iter().collect::<Vec<_>>(), (2..=12).zip(known).collect::<Vec<_>>());
}

#[test]
fn sorted_pools_weigh_the_same_as_ordered_ones() {
    for (count, sides) in [(1, 6), (2, 6), (5, 6), (3, 10), (7, 2), (4, 8)] {
        let of = u128::from(sides).pow(count);
        let all = distribution(ordered(), of, total(count, sides));
        assert_eq!(all.values().sum::<u128>(), of);
        assert_eq!(all, distribution(sorted(), of, total(count, sides)));
    }
}

#[test]
fn a_pool_is_one_ask_with_few_leaves() {
    let mut outcomes = sorted();
    loop {
        total(5, 6)(&mut outcomes).unwrap();
        assert_eq!(outcomes.path.len(), 1);
        if !outcomes.next_leaf().unwrap() {
            break;
        }
    }
    assert_eq!(outcomes.leaves(), 252);
}

#[test]
fn paths_of_different_length_weigh_one_together() {
    // Roll again on every six, four times at most.
    let exploding = |answers: &mut dyn Answers| {
        let mut sum = 0;
        for _ in 0..4 {
            let face = answers.answer(&samples::dice(1, 6))?.given.total();
            sum += face;
            if face < 6 {
                break;
            }
        }
        Ok(sum)
    };
    let sums = distribution(ordered(), 1296, exploding);
    assert_eq!(sums.values().sum::<u128>(), 1296);
    assert_eq!((sums[&5], sums[&7], sums[&24]), (216, 36, 1));
}

#[test]
fn a_rule_that_asks_nothing_has_one_leaf() {
    assert_eq!(distribution(ordered(), 1, |_| Ok(())), BTreeMap::from([((), 1)]));
}

#[test]
fn choices_follow_the_policy_stated() {
    let rule = |answers: &mut dyn Answers| {
        let Given::Chosen(at) = answers.answer(&samples::choice(3))?.given else { unreachable!() };
        let dice = answers.answer(&samples::dice(1, 2))?;
        Ok((at, dice.given.total()))
    };
    let first = distribution(ordered(), 2, rule);
    assert_eq!(first, BTreeMap::from([((0, 1), 1), ((0, 2), 1)]));
    let mut each = Enumerating::new(Choices::Each, Pools::Ordered);
    let mut seen = Vec::new();
    loop {
        let outcome = rule(&mut each).unwrap();
        assert_eq!(each.chosen().collect::<Vec<_>>(), [outcome.0]);
        assert_eq!(each.weight(), Weight { ways: 1, of: 2 });
        seen.push(outcome);
        if !each.next_leaf().unwrap() {
            break;
        }
    }
    assert_eq!(seen, [(0, 1), (0, 2), (1, 1), (1, 2), (2, 1), (2, 2)]);
    let mut refuse = Enumerating::new(Choices::Refuse, Pools::Ordered);
    assert!(matches!(rule(&mut refuse), Err(Stop::Missing(_))));
}

#[test]
fn another_ask_on_the_same_path_is_an_error() {
    let mut outcomes = ordered();
    outcomes.answer(&samples::dice(1, 6)).unwrap();
    outcomes.answer(&samples::dice(1, 6)).unwrap();
    assert!(outcomes.next_leaf().unwrap());
    let stop = outcomes.answer(&samples::dice(1, 8)).unwrap_err();
    assert_eq!(
        stop.to_string(),
        "given the same answers, the rule asked for 1d6 for attack on t3 before and for 1d8 for attack on t3 now"
    );
}

#[test]
fn a_run_that_asks_less_on_the_same_path_is_an_error() {
    let mut outcomes = ordered();
    outcomes.answer(&samples::dice(1, 6)).unwrap();
    outcomes.answer(&samples::dice(1, 6)).unwrap();
    assert!(outcomes.next_leaf().unwrap());
    outcomes.answer(&samples::dice(1, 6)).unwrap();
    assert!(matches!(outcomes.next_leaf(), Err(Stop::Misfit(_))));
}

#[test]
fn what_cannot_be_counted_is_refused_before_it_is_begun() {
    let mut outcomes = sorted();
    for (count, sides) in [(1_000_000_000, 6), (129, 1), (50, 6), (5, u32::MAX)] {
        assert!(
            matches!(outcomes.answer(&samples::dice(count, sides)), Err(Stop::Missing(_))),
            "{count}d{sides}"
        );
    }
    // 2^120 outcomes still fit; the weights of all leaves add up exactly.
    let all = distribution(sorted(), 1 << 120, total(120, 2));
    assert_eq!(all.values().sum::<u128>(), 1 << 120);
}

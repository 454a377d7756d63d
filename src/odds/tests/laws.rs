//! Laws that hold whatever is thrown.

use std::ops::Range;

use proptest::prelude::*;

use super::*;
use crate::kernel::dice::formula::{Comparison, Extreme};
use crate::odds::compare::{compare, extreme};
use crate::odds::distribution::pairs;
use crate::odds::kept::sum_of_kept;
use crate::odds::limits::Work;
use crate::odds::natural::Natural;
use crate::odds::pool::{Pool, ask};
use crate::odds::questions::{CountOfKept, SumOfKept};
use crate::odds::sorted::sorted;
use crate::odds::sums::{add, sum_of, sum_of_dice};

/// A die of any kind: some faces with some weights.
fn dice() -> impl Strategy<Value = Distribution<i64>> {
    proptest::collection::vec((-6i64..12, 1u32..5), 1..6)
        .prop_map(|rows| Distribution::of(rows.into_iter().map(|(f, w)| (f, Natural::from(w)))).unwrap())
}

/// So many dice, and how many of them are kept: never all.
fn some_of(counts: Range<u32>) -> impl Strategy<Value = (u32, u32)> {
    counts.prop_flat_map(|count| (Just(count), 0..count))
}

fn work() -> Work {
    Work::new()
}

/// One added to the other, so many times.
fn one_by_one(one: &Distribution<i64>, count: u32) -> Distribution<i64> {
    (0..count)
        .fold(Distribution::certain(0), |sum, _| pairs(&sum, one, &mut work(), |a, b| Ok(a + b)).unwrap())
}

fn check_total(odds: &Distribution<i64>) {
    assert_eq!(&odds.rows().iter().map(|(_, w)| w).sum::<Natural>(), odds.total());
    assert!(odds.rows().is_sorted_by(|a, b| a.0 < b.0) && odds.rows().iter().all(|(_, w)| !w.is_zero()));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_sum_is_the_same_by_recurrence_and_one_by_one(one in dice(), count in 0u32..9) {
        let sum = sum_of(&one, count, &mut work()).unwrap();
        check_total(&sum);
        prop_assert!(same(&sum, &one_by_one(&one, count)));
        let times = Ratio::from(i64::from(count));
        prop_assert_eq!(sum.mean(), one.mean().times(&times));
        prop_assert_eq!(sum.variance(), one.variance().times(&times));
    }

    #[test]
    fn dice_of_several_sizes_sum_up_in_any_order(sizes in proptest::collection::vec((0u32..5, 1u32..9), 0..7)) {
        let sum = sum_of_dice(&sizes, &mut work()).unwrap();
        check_total(&sum);
        let by_size = sizes.iter().map(|(count, faces)| one_by_one(&Distribution::die(*faces), *count));
        let all = by_size.fold(Distribution::certain(0), |all, one| add(&all, &one, &mut work()).unwrap());
        prop_assert!(same(&sum, &all));
    }

    #[test]
    fn sums_do_not_depend_on_their_order(a in dice(), b in dice(), c in dice()) {
        let sum = |x: &Distribution<i64>, y: &Distribution<i64>| add(x, y, &mut work()).unwrap();
        prop_assert_eq!(sum(&a, &b), sum(&b, &a));
        prop_assert!(same(&sum(&sum(&a, &b), &c), &sum(&a, &sum(&b, &c))));
        prop_assert_eq!(sum(&a, &b).mean(), a.mean().plus(&b.mean()));
        prop_assert_eq!(sum(&a, &b).variance(), a.variance().plus(&b.variance()));
    }

    #[test]
    fn the_highest_and_the_others_make_up_the_sum(one in dice(), (count, kept) in some_of(1..7)) {
        let pool = |high, low| Pool::new(one.clone(), count).without(high, low);
        let highest = sum_of_kept(&pool(0, count - kept), &mut work()).unwrap();
        let others = sum_of_kept(&pool(kept, 0), &mut work()).unwrap();
        check_total(&highest);
        prop_assert_eq!(highest.mean().plus(&others.mean()), one.mean().times(&Ratio::from(i64::from(count))));
    }

    #[test]
    fn large_pools_are_summed_like_small_ones(one in dice(), count in 13u32..18, left_out in 1u32..5, high in any::<bool>()) {
        let pool = match high {
            true => Pool::new(one, count).without(left_out, 0),
            false => Pool::new(one, count).without(0, left_out),
        };
        prop_assert_eq!(sum_of_kept(&pool, &mut work()), ask(std::array::from_ref(&pool), &SumOfKept, &mut work()));
    }

    #[test]
    fn whatever_is_left_out_the_successes_of_all_dice_are_binomial(one in dice(), count in 1u32..7, target in -6i64..12) {
        let met = |face: i64| face >= target;
        let asked = ask(&[Pool::new(one.clone(), count)], &CountOfKept(met), &mut work()).unwrap();
        let coin = one.map(|face| i64::from(met(*face)));
        prop_assert!(same(&asked, &sum_of(&coin, count, &mut work()).unwrap()));
        // Of the highest dice as many are successes as there are, up to all of them.
        for kept in 1..=count {
            let pool = Pool::new(one.clone(), count).without(0, count - kept);
            let of_highest = ask(&[pool], &CountOfKept(met), &mut work()).unwrap();
            prop_assert!(same(&of_highest, &asked.map(|c| (*c).min(i64::from(kept)))));
        }
    }

    #[test]
    fn less_equal_and_more_make_up_everything(a in dice(), b in dice()) {
        let there = compare(&a, &b, &mut work()).unwrap();
        let back = compare(&b, &a, &mut work()).unwrap();
        prop_assert_eq!(there.total(), a.total() * b.total());
        prop_assert_eq!((&there.less, &there.equal, &there.more), (&back.more, &back.equal, &back.less));
        let all = pairs(&a, &b, &mut work(), |x, y| Ok(i64::from(Comparison::AtMost.holds(x, y)))).unwrap();
        prop_assert_eq!(all.weight(&1), there.weight(Comparison::AtMost));
    }

    #[test]
    fn the_greater_and_the_lesser_make_up_both(a in dice(), b in dice()) {
        let greatest = extreme(Extreme::Greatest, &a, &b, &mut work()).unwrap();
        let least = extreme(Extreme::Least, &a, &b, &mut work()).unwrap();
        check_total(&greatest);
        check_total(&least);
        prop_assert_eq!(greatest.mean().plus(&least.mean()), a.mean().plus(&b.mean()));
        prop_assert_eq!(greatest, pairs(&a, &b, &mut work(), |x, y| Ok(*x.max(y))).unwrap());
    }

    #[test]
    fn sorted_results_begin_with_the_highest_and_sum_up_alike(one in dice(), count in 1u32..6) {
        let jointly = sorted(&one, count, &mut work()).unwrap();
        prop_assert!(same(&jointly.map(|all| all.iter().sum::<i64>()), &sum_of(&one, count, &mut work()).unwrap()));
        let highest = sum_of_kept(&Pool::new(one, count).without(0, count - 1), &mut work()).unwrap();
        prop_assert!(same(&jointly.map(|all| all[0]), &highest));
    }

    #[test]
    fn a_mixture_is_as_likely_as_its_parts(which in dice(), a in dice(), b in dice()) {
        let mixed = which.then(&mut work(), |w| Ok::<_, TooMuch>(if *w > 2 { a.clone() } else { b.clone() })).unwrap();
        check_total(&mixed);
        let high = which.chance_where(|w| *w > 2);
        let mean = high.times(&a.mean()).plus(&Ratio::ONE.minus(&high).times(&b.mean()));
        prop_assert_eq!(mixed.mean(), mean);
        prop_assert!(same(&which.then(&mut work(), |w| Ok::<_, TooMuch>(Distribution::certain(*w))).unwrap(), &which));
    }

    #[test]
    fn what_is_thrown_again_once_is_a_mixture(one in dice(), target in -6i64..12) {
        let again = |face: i64| face <= target;
        let once = one.rerolled(again, true);
        let mixed = one.then(&mut work(), |face| {
            Ok::<_, TooMuch>(if again(*face) { one.clone() } else { Distribution::certain(*face) })
        });
        prop_assert!(same(&once.unwrap(), &mixed.unwrap()));
        prop_assert_eq!(one.rerolled(again, false), one.given(|face| !again(*face)));
    }

    #[test]
    fn a_die_thrown_on_adds_what_it_shows_next(faces in 2u32..9, times in 0u32..5) {
        let die = Distribution::die(faces);
        let on = |face: i64| face == i64::from(faces);
        let thrown_on = die.thrown_on(on, times, |face| face, &mut work()).unwrap();
        // Each throw more comes about with the chance that all before it showed the highest face.
        let chance = Ratio::new(1, u64::from(faces));
        let mut mean = die.mean();
        let mut comes = Ratio::ONE;
        for _ in 0..times {
            comes = comes.times(&chance);
            mean = mean.plus(&comes.times(&die.mean()));
        }
        prop_assert_eq!(thrown_on.mean(), mean);
        check_total(&thrown_on);
    }

    #[test]
    fn chances_at_the_ends_make_up_everything(one in dice(), at in -8i64..14) {
        prop_assert_eq!(one.at_least(at).plus(&one.at_most(at - 1)), Ratio::ONE);
        let inside = one.share(one.weight_between(at, at + 3));
        prop_assert_eq!(inside, one.at_least(at).minus(&one.at_least(at + 4)));
    }
}

#[test]
fn long_weights_and_short_ones_give_the_same_sums() {
    // 60d6 is counted in long numbers, 40d6 and 20d6 in short ones.
    let both = add(&odds("40d6"), &odds("20d6"), &mut work()).unwrap();
    assert!(same(&odds("60d6"), &both));
    assert!(same(&odds("90d6 - 90d4 + 7"), &add(&odds("90d6"), &odds("-90d4 + 7"), &mut work()).unwrap()));
    assert!(same(
        &odds("50d8kh40"),
        &ask(&[Pool::new(Distribution::die(8), 50).without(0, 10)], &SumOfKept, &mut work()).unwrap()
    ));
}

#[test]
fn outcomes_far_apart_are_not_filled_up() {
    let far = Distribution::die(3).map(|face| [0, 1, 1_000_000_007][*face as usize - 1]);
    let sum = sum_of(&far, 20, &mut work()).unwrap();
    assert_eq!(sum.len(), 21 * 22 / 2);
    assert_eq!(sum.mean(), far.mean().times(&Ratio::from(20)));
    let even = Distribution::die(2).map(|face| if *face == 1 { -1_000_000 } else { 1_000_000 });
    assert_eq!(sum_of(&even, 1000, &mut work()).unwrap().len(), 1001);
}

#[test]
fn ten_thousand_dice_are_exact() {
    let many = odds("10000d6");
    assert_eq!((many.len(), many.least(), many.greatest()), (50_001, 10_000, 60_000));
    assert_eq!(many.mean(), ratio(35_000, 1));
    assert_eq!(many.variance(), ratio(350_000, 12));
    assert_eq!(many.total(), &Natural::from(6u8).pow(10_000));
    assert_eq!(odds("10000d6>=5").mean(), ratio(10_000, 3));
    // The highest of all is not above a face where none of them is.
    let highest = odds("10000d6kh1");
    let above = highest.chance_where(|face| *face > 5);
    assert_eq!(
        Ratio::ONE.minus(&above),
        Ratio::new(Natural::from(5u8).pow(10_000), Natural::from(6u8).pow(10_000))
    );
    assert_eq!((highest.len(), odds("10000d6dl9998").len()), (6, 11));
}

#[test]
fn what_would_take_too_long_is_refused_at_once() {
    let begun = std::time::Instant::now();
    for text in [
        "100000d6",
        "100000d1000000",
        "10000d6 * 10000d6",
        "99999d20kh50000",
        "20000d6>=5 - 20000d8",
        "largest(50000d100)",
        "max(10000d6, 10000d6)",
        "adv(10000d6)",
    ] {
        assert!(
            matches!(refused(text), TooMuch::Outcomes(_) | TooMuch::Digits { .. } | TooMuch::Work),
            "{text}"
        );
    }
    assert!(begun.elapsed().as_secs() < 60, "{:?}", begun.elapsed());
    assert_eq!(refused("max(10000d6, 10000d6)"), TooMuch::Digits { outcomes: 50_001, digits: 15_570 });
    assert_eq!(refused("9223372036854775807 + d6"), TooMuch::Number);
    assert_eq!(refused("9223372036854775807 * d6"), TooMuch::Number);
    assert_eq!(refused("d6 / (d6 - 3)"), TooMuch::DividesByZero);
    assert_eq!(refused("abs(-9223372036854775807 - 1)"), TooMuch::Number);
}

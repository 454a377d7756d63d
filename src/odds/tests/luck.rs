//! Luck: what all throws say, and laws.

use proptest::prelude::*;

use super::super::*;
use super::{odds, ratio};

#[test]
fn half_the_ties_count_as_less() {
    let six = Luck::of(&odds("d6"), 6);
    assert_eq!((six.percentile(), six.at_most()), (ratio(11, 12), Ratio::ONE));
    let seven = Luck::of(&odds("2d6"), 7);
    assert_eq!((seven.percentile(), seven.at_most()), (ratio(1, 2), ratio(21, 36)));
    let hit = Luck::of(&odds("d6 >= 5"), 1);
    assert_eq!(hit.percentile(), ratio(5, 6));
}

#[test]
fn one_die_is_as_lucky_as_its_face_is_rare() {
    let die = odds("d6");
    let luck = |face: i64| TotalLuck::of(&[(&die, &[face])]);
    assert_eq!(luck(6).chance, Some(ratio(1, 6)));
    assert_eq!(luck(1).chance, Some(ratio(1, 6)));
    assert_eq!(luck(2).chance, Some(ratio(1, 3)));
    assert_eq!(luck(6).mean, Some(ratio(11, 12)));
    // Faces of a die are -5, -3 ... 5 apart from the middle; their squares are 35/3 in the mean.
    assert_eq!(luck(6).deviations(4).as_deref(), Some("1.4639"));
    assert_eq!(luck(1).deviations(4).as_deref(), Some("-1.4639"));
    assert!(luck(1).is_bad() && !luck(6).is_bad());
}

#[test]
fn nothing_rolled_is_neither_lucky_nor_unlucky() {
    let none = TotalLuck::of(&[]);
    assert_eq!((none.rolls, none.chance.clone(), none.deviations(2)), (0, None, None));
    let certain = Distribution::certain(4);
    let certain = TotalLuck::of(&[(&certain, &[4, 4])]);
    assert_eq!((certain.deviations(2), certain.mean), (None, Some(ratio(1, 2))));
}

#[test]
fn kinds_of_dice_are_weighed_alike() {
    let (d6, sum) = (odds("d6"), odds("2d6"));
    let luck = TotalLuck::of(&[(&d6, &[6]), (&sum, &[2])]);
    // Listed: of a d6 the score in 36ths is 6·(2f - 7), of 2d6 what is less without what is more.
    let score_of = |s: i64| {
        let weight =
            |of: &dyn Fn(i64) -> bool| (2..13).filter(|n| of(*n)).map(|n| 6 - (n - 7i64).abs()).sum::<i64>();
        weight(&|n| n < s) - weight(&|n| n > s)
    };
    let came = 6 * 5 + score_of(2);
    let mut all = 0;
    let mut so_extreme = 0;
    for face in 1..7 {
        for (one, two) in (1..7).flat_map(|a| (1..7).map(move |b| (a, b))) {
            let score = 6 * (2 * face - 7) + score_of(one + two);
            all += 1;
            so_extreme += u64::from(if came < 0 { score <= came } else { score >= came });
        }
    }
    assert_eq!(luck.chance, Some(ratio(so_extreme as i64, all)));
}

#[test]
fn luck_of_too_many_kinds_of_pools_has_no_exact_chance_but_deviations() {
    let kinds: Vec<Distribution<i64>> = (5..25).map(|n| odds(&format!("{n}d6>=3"))).collect();
    let rolled: Vec<(&Distribution<i64>, &[i64])> = kinds.iter().map(|k| (k, &[4i64, 5, 3][..])).collect();
    let luck = TotalLuck::of(&rolled);
    assert_eq!((luck.rolls, luck.chance.clone()), (60, None));
    assert!(luck.deviations(2).is_some_and(|d| d.starts_with('-')));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn turned_faces_have_the_opposite_luck(faces in proptest::collection::vec(1i64..7, 1..12)) {
        let die = odds("d6");
        let turned: Vec<i64> = faces.iter().map(|f| 7 - f).collect();
        let (luck, other) = (TotalLuck::of(&[(&die, &faces)]), TotalLuck::of(&[(&die, &turned)]));
        prop_assert_eq!(luck.mean.unwrap().plus(&other.mean.unwrap()), Ratio::ONE);
        prop_assert_eq!(luck.chance, other.chance);
    }

    #[test]
    fn what_is_split_adds_up_to_the_same(faces in proptest::collection::vec(1i64..7, 2..12)) {
        let die = odds("d6");
        let (left, right) = faces.split_at(1);
        let whole = TotalLuck::of(&[(&die, &faces)]);
        prop_assert_eq!(whole, TotalLuck::of(&[(&die, left), (&die, right)]));
    }
}

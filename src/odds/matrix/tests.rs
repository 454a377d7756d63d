//! Matrix games four ways: by a formula for small ones, by their laws, from published answers, and played.

use proptest::prelude::*;

use super::*;
use crate::kernel::dice::Generator;

fn ratio(above: i64, below: u64) -> Ratio {
    Ratio::new(Whole::from(above), Natural::from(below))
}

fn matrix(rows: &[&[i64]]) -> Vec<Vec<Ratio>> {
    rows.iter().map(|row| row.iter().map(|entry| ratio(*entry, 1)).collect()).collect()
}

fn solved(matrix: &[Vec<Ratio>]) -> MatrixGame {
    solve_matrix(matrix, &mut Work::new()).unwrap()
}

fn matrices() -> impl Strategy<Value = Vec<Vec<Ratio>>> {
    (1_usize..7, 1_usize..7).prop_flat_map(|(rows, columns)| {
        let entry = (-9_i64..10, 1_u64..4).prop_map(|(above, below)| ratio(above, below));
        prop::collection::vec(prop::collection::vec(entry, columns), rows)
    })
}

fn is_negative(number: &Ratio) -> bool {
    *number.above() < Whole::ZERO
}

fn at_most(left: &Ratio, right: &Ratio) -> bool {
    !is_negative(&right.minus(left))
}

fn sum<'r>(parts: impl Iterator<Item = &'r Ratio>) -> Ratio {
    parts.fold(Ratio::ZERO, |sum, part| sum.plus(part))
}

/// That nobody can do better alone, which is all that a solution is.
fn check(matrix: &[Vec<Ratio>], game: &MatrixGame) {
    for mixture in [&game.rows, &game.columns] {
        assert_eq!(sum(mixture.iter()), Ratio::ONE);
        assert!(!mixture.iter().any(is_negative));
    }
    for (at, row) in matrix.iter().enumerate() {
        let wins: Vec<Ratio> = row.iter().zip(&game.columns).map(|(a, q)| a.times(q)).collect();
        let wins = sum(wins.iter());
        assert!(at_most(&wins, &game.value), "row {at} wins more than the value");
        let gives = game.gives_away(at).unwrap();
        assert_eq!(gives, game.value.minus(&wins));
        // What is part of the mixture gives nothing away.
        assert!(game.rows[at].is_zero() || gives.is_zero(), "row {at}");
        assert!(at_most(&gives, &game.value.minus(&game.row(at).unwrap().when_known)));
    }
    for column in 0..game.columns.len() {
        let wins: Vec<Ratio> = matrix.iter().zip(&game.rows).map(|(row, p)| row[column].times(p)).collect();
        assert!(at_most(&game.value, &sum(wins.iter())), "column {column} loses less than the value");
    }
}

/// A saddle point, or the formula for two by two.
fn two_by_two(m: &[Vec<Ratio>]) -> Ratio {
    let (a, b, c, d) = (&m[0][0], &m[0][1], &m[1][0], &m[1][1]);
    let least = |x: &Ratio, y: &Ratio| if at_most(x, y) { x.clone() } else { y.clone() };
    let most = |x: &Ratio, y: &Ratio| if at_most(x, y) { y.clone() } else { x.clone() };
    let low = most(&least(a, b), &least(c, d));
    let high = least(&most(a, c), &most(b, d));
    if low == high {
        return low;
    }
    let below = a.plus(d).minus(b).minus(c);
    a.times(d).minus(&b.times(c)).over(&below)
}

proptest! {
    #[test]
    fn nobody_can_do_better_alone(m in matrices()) {
        check(&m, &solved(&m));
    }

    #[test]
    fn two_by_two_is_the_formula(entries in prop::collection::vec((-9_i64..10, 1_u64..4), 4)) {
        let entries: Vec<Ratio> = entries.into_iter().map(|(above, below)| ratio(above, below)).collect();
        let m: Vec<Vec<Ratio>> = entries.chunks(2).map(<[Ratio]>::to_vec).collect();
        prop_assert_eq!(solved(&m).value, two_by_two(&m));
    }

    #[test]
    fn the_other_side_sees_the_same_game(m in matrices()) {
        let turned: Vec<Vec<Ratio>> = (0..m[0].len())
            .map(|column| m.iter().map(|row| Ratio::ZERO.minus(&row[column])).collect())
            .collect();
        prop_assert_eq!(solved(&turned).value, Ratio::ZERO.minus(&solved(&m).value));
    }

    #[test]
    fn a_game_can_be_raised_and_stretched(m in matrices(), by in -20_i64..20, times in 1_i64..9) {
        let (by, times) = (ratio(by, 7), ratio(times, 5));
        let other: Vec<Vec<Ratio>> =
            m.iter().map(|row| row.iter().map(|entry| entry.times(&times).plus(&by)).collect()).collect();
        prop_assert_eq!(solved(&other).value, solved(&m).value.times(&times).plus(&by));
    }

    #[test]
    fn a_worse_row_changes_nothing(m in matrices(), less in 0_i64..5) {
        let mut more = m.clone();
        more.push(m[0].iter().map(|entry| entry.minus(&ratio(less, 1))).collect());
        prop_assert_eq!(solved(&more).value, solved(&m).value);
    }
}

#[test]
fn rock_paper_scissors_is_a_third_each() {
    let game = solved(&matrix(&[&[0, -1, 1], &[1, 0, -1], &[-1, 1, 0]]));
    let third = ratio(1, 3);
    assert_eq!(
        (game.value.clone(), game.rows.clone()),
        (Ratio::ZERO, vec![third.clone(), third.clone(), third])
    );
    assert_eq!(game.rows, game.columns);
    assert_eq!(game.gives_away(0), Some(Ratio::ZERO));
    assert_eq!(game.row(0).map(|row| row.when_known.clone()), Some(ratio(-1, 1)));
    assert_eq!(game.gives_away(3), None);
}

/// Morra with two fingers: whoever calls the sum right wins it. 5/12 and 7/12 for the calls that are played.
#[test]
fn two_finger_morra_is_fair() {
    // Shows 1 calls 2, 1 calls 3, 2 calls 3, 2 calls 4 (the sums called are those that can be).
    let m = matrix(&[&[0, 2, -3, 0], &[-2, 0, 0, 3], &[3, 0, 0, -4], &[0, -3, 4, 0]]);
    let game = solved(&m);
    assert_eq!(game.value, Ratio::ZERO);
    assert!(game.rows[0].is_zero() && game.rows[3].is_zero());
    let (second, third) = (&game.rows[1], &game.rows[2]);
    assert_eq!(second.plus(third), Ratio::ONE);
    // Published: any mixture of the middle calls from 4/7 to 3/5.
    assert!(at_most(&ratio(4, 7), second) && at_most(second, &ratio(3, 5)), "{second:?}");
}

/// How armies can be shared out over so many fields.
fn shares(armies: i64, fields: usize) -> Vec<Vec<i64>> {
    if fields == 1 {
        return vec![vec![armies]];
    }
    let rest =
        |first: i64| shares(armies - first, fields - 1).into_iter().map(move |r| [vec![first], r].concat());
    (0..=armies).flat_map(rest).collect()
}

/// Colonel Blotto: a field for whoever has more there.
fn blotto(ours: i64, theirs: i64, fields: usize, wins: fn(i64, i64) -> i64) -> Vec<Vec<Ratio>> {
    let theirs = shares(theirs, fields);
    let row = |ours: Vec<i64>| {
        let against = |theirs: &Vec<i64>| ours.iter().zip(theirs).map(|(a, b)| wins(*a, *b)).sum::<i64>();
        theirs.iter().map(|theirs| ratio(against(theirs), 1)).collect()
    };
    shares(ours, fields).into_iter().map(row).collect()
}

#[test]
fn small_colonels_are_as_published() {
    // Four regiments against three for two posts; a post counts one and the regiments that were taken there (Karlin 1959,
    // after McDonald and Tukey): 14/9, and the colonel with four never splits evenly but for a ninth.
    let taken = |a: i64, b: i64| match a.cmp(&b) {
        std::cmp::Ordering::Greater => b + 1,
        std::cmp::Ordering::Less => -(a + 1),
        std::cmp::Ordering::Equal => 0,
    };
    let m = blotto(4, 3, 2, taken);
    let game = solved(&m);
    check(&m, &game);
    assert_eq!(game.value, ratio(14, 9));
    let nine = |share| ratio(share, 9);
    assert_eq!(game.rows, [nine(4), nine(0), nine(1), nine(0), nine(4)]);
    // Equal armies are a fair game.
    assert_eq!(solved(&blotto(5, 5, 3, |a, b| (a - b).signum())).value, Ratio::ZERO);
}

#[test]
fn a_game_played_by_its_mixtures_comes_to_its_value() {
    let m = matrix(&[&[3, -1, 2], &[-2, 4, 0], &[1, 1, -3]]);
    let game = solved(&m);
    let mut lot = Generator::new(11);
    let mut drawn = |mixture: &[Ratio]| {
        let of = mixture.iter().fold(Natural::ONE, |of, part| common_multiple(&of, part.below()));
        let mut left = lot.die(u32::try_from(of.clone()).unwrap());
        mixture
            .iter()
            .position(|part| {
                let part = part.times(&Ratio::new(Whole::from(of.clone()), Natural::ONE));
                let part = u32::try_from(part.above().clone()).unwrap();
                let is_this = left <= part;
                left = left.saturating_sub(part);
                is_this
            })
            .unwrap()
    };
    let plays = 40_000;
    let mut sum = 0_i64;
    for _ in 0..plays {
        let (row, column) = (drawn(&game.rows), drawn(&game.columns));
        sum += i64::try_from(m[row][column].above().clone()).unwrap();
    }
    // An entry strays by at most 4 from the value: five standard errors are at most 5 * 4 / 200.
    let off = ratio(sum, plays).minus(&game.value);
    assert!(at_most(&off, &ratio(1, 10)) && at_most(&ratio(-1, 10), &off), "{}", off.decimal(3));
}

#[test]
fn what_is_no_matrix_is_named_and_what_is_too_large_is_refused() {
    assert_eq!(solve_matrix(&[], &mut Work::new()), Err(NoGame::Empty));
    assert_eq!(solve_matrix(&[vec![]], &mut Work::new()), Err(NoGame::Empty));
    let ragged = [vec![Ratio::ONE], vec![]];
    assert_eq!(solve_matrix(&ragged, &mut Work::new()), Err(NoGame::Ragged));
    let m = blotto(12, 12, 3, |a, b| (a - b).signum());
    let mut little = Work::new();
    little.spend(1, 1_499_000_000).unwrap();
    assert_eq!(solve_matrix(&m, &mut little), Err(NoGame::TooMuch(TooMuch::Work)));
}

/// Games in which many steps gain nothing come to an end.
#[test]
fn games_full_of_ties_come_to_an_end() {
    for (ours, theirs, fields) in [(6, 6, 3), (7, 5, 3), (3, 3, 4)] {
        let m = blotto(ours, theirs, fields, |a, b| (a - b).signum());
        check(&m, &solved(&m));
    }
    let m = vec![vec![Ratio::ZERO; 15]; 36];
    assert_eq!(solved(&m).value, Ratio::ZERO);
}

/// The size of a deployment: 36 plans against 15, with entries of six digits.
#[test]
fn thirty_six_by_fifteen_is_exact() {
    let mut lot = Generator::new(5);
    let m: Vec<Vec<Ratio>> = (0..36)
        .map(|_| (0..15).map(|_| ratio(i64::from(lot.die(1_000_000)) - 500_000, 46_656)).collect())
        .collect();
    check(&m, &solved(&m));
}

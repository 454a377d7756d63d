use proptest::prelude::*;

use super::super::natural::Natural;
use super::*;

fn work() -> Work {
    Work::new()
}

fn ratio(above: i64, below: u64) -> Ratio {
    Ratio::new(above, below)
}

fn coin<S: Ord>(head: S, tail: S) -> Result<Option<Distribution<S>>, TooMuch> {
    Ok(weighted(vec![(head, 1), (tail, 1)]))
}

/// What happens to a state: it stays, it goes to others.
fn weighted<S: Ord>(rows: Vec<(S, u32)>) -> Option<Distribution<S>> {
    Distribution::of(rows.into_iter().map(|(state, weight)| (state, Natural::from(weight))))
}

#[test]
fn a_die_shows_a_six_after_six_throws() {
    let absorbed = absorb(0, &mut work(), |shown| {
        Ok::<_, TooMuch>(
            if *shown == 6 { None } else { Some(Distribution::die(6)) }.map(|d| d.map(|f| f / 6 * 6)),
        )
    });
    let absorbed = absorbed.unwrap();
    assert_eq!(absorbed.ends, [(6, Ratio::ONE)]);
    assert_eq!(absorbed.steps, Some(ratio(6, 1)));
}

#[test]
fn a_gambler_is_ruined_as_often_as_he_is_far_from_the_goal() {
    for (have, goal) in [(1i64, 2i64), (3, 10), (50, 100), (7, 150)] {
        let step =
            |money: &i64| if *money == 0 || *money == goal { Ok(None) } else { coin(money - 1, money + 1) };
        let absorbed = absorb(have, &mut work(), step).unwrap();
        assert_eq!(absorbed.chance(&goal), ratio(have, goal as u64));
        assert_eq!(absorbed.chance(&0), ratio(goal - have, goal as u64));
        assert_eq!(absorbed.steps, Some(Ratio::from(have * (goal - have))));
        assert!(absorbed.never.is_zero());
    }
}

#[test]
fn two_heads_in_a_row_take_six_throws() {
    let absorbed = absorb(0, &mut work(), |heads| if *heads == 2 { Ok(None) } else { coin(heads + 1, 0) });
    assert_eq!(absorbed.unwrap().steps, Some(ratio(6, 1)));
}

#[test]
fn craps_are_won_in_244_of_495_games() {
    // 0 before the first throw, then the point, 1 won, -1 lost.
    let dice = super::super::sums::sum_of_dice(&[(2, 6)], &mut work()).unwrap();
    let step = |state: &i64| match *state {
        1 | -1 => Ok::<_, TooMuch>(None),
        0 => Ok(Some(dice.map(|sum| match sum {
            7 | 11 => 1,
            2 | 3 | 12 => -1,
            point => *point,
        }))),
        point => Ok(Some(dice.map(|sum| match sum {
            7 => -1,
            sum if *sum == point => 1,
            _ => point,
        }))),
    };
    let absorbed = absorb(0, &mut work(), step).unwrap();
    assert_eq!(absorbed.chance(&1), ratio(244, 495));
    assert_eq!(absorbed.steps, Some(ratio(557, 165)));
}

#[test]
fn a_chain_may_turn_in_circles_for_ever() {
    // One way out, one into a pair of states that lead to each other, one into a state that leads nowhere.
    let step = |state: &char| {
        Ok::<_, TooMuch>(match state {
            's' => weighted(vec![('s', 3), ('e', 1), ('a', 1), ('x', 1)]),
            'a' => weighted(vec![('b', 1)]),
            'b' => weighted(vec![('a', 1)]),
            'x' => weighted(vec![('x', 1)]),
            _ => None,
        })
    };
    let absorbed = absorb('s', &mut work(), step).unwrap();
    assert_eq!(absorbed.ends, [('e', ratio(1, 3))]);
    assert_eq!((absorbed.never, absorbed.steps), (ratio(2, 3), None));
}

#[test]
fn a_chain_that_has_ended_makes_no_step() {
    let absorbed = absorb(7, &mut work(), |_| Ok::<_, TooMuch>(None)).unwrap();
    assert_eq!((absorbed.ends, absorbed.steps), (vec![(7, Ratio::ONE)], Some(Ratio::ZERO)));
    let repeated = repeat(7, 5, &mut work(), |_| Ok::<_, TooMuch>(None)).unwrap();
    assert_eq!((repeated.states, repeated.steps), (Distribution::certain(7), Distribution::certain(0)));
}

#[test]
fn a_chain_with_a_last_step_stops_there() {
    let six = |hit: &bool| Ok::<_, TooMuch>(if *hit { None } else { weighted(vec![(true, 1), (false, 5)]) });
    let three = repeat(false, 3, &mut work(), six).unwrap();
    assert_eq!(three.states.chance(&true), ratio(91, 216));
    assert_eq!(three.steps.chance(&2), ratio(5, 36));
    assert_eq!(three.steps.chance(&3), ratio(25, 36));
}

#[test]
fn every_state_is_worked_out_once() {
    let mut asked: Vec<(u32, u32)> = Vec::new();
    absorb((9, 9), &mut work(), |&(a, b)| {
        asked.push((a, b));
        if a == 0 || b == 0 { Ok(None) } else { coin((a - 1, b), (a, b - 1)) }
    })
    .unwrap();
    let mut once = asked.clone();
    once.sort_unstable();
    once.dedup();
    assert_eq!(once.len(), asked.len());
    assert_eq!(asked.len(), 99);
}

#[test]
fn a_chain_without_end_of_new_states_is_refused() {
    let endless = absorb(0u64, &mut work(), |n| Ok::<_, TooMuch>(Some(Distribution::certain(n + 1))));
    assert_eq!(endless, Err(TooMuch::States(MOST_STATES)));
    let told = TooMuch::States(MOST_STATES).to_string();
    assert_eq!(told, "it goes on through more than 200000 different states");
    #[derive(Debug, PartialEq)]
    struct Mine;
    impl From<TooMuch> for Mine {
        fn from(_: TooMuch) -> Self {
            panic!("nothing is too much here")
        }
    }
    assert_eq!(absorb(0, &mut work(), |_| Err::<Option<Distribution<i32>>, _>(Mine)), Err(Mine));
}

/// A chain of six states of which the last two are ends; each other state leads to some, at least to one end.
fn chains() -> impl Strategy<Value = Vec<Vec<(usize, u32)>>> {
    let row = (proptest::collection::vec((0usize..6, 1u32..6), 0..4), 4usize..6, 1u32..4);
    proptest::collection::vec(
        row.prop_map(|(mut row, end, weight)| {
            row.push((end, weight));
            row
        }),
        4,
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    /// What a state leads to is what its next states lead to, mixed: the equations themselves.
    #[test]
    fn every_state_ends_as_its_next_states_do(chain in chains()) {
        let from = |start: usize| {
            absorb(start, &mut work(), |at| Ok::<_, TooMuch>(chain.get(*at).and_then(|row| weighted(row.clone())))).unwrap()
        };
        let all: Vec<Absorbed<usize>> = (0..6).map(from).collect();
        for (at, row) in chain.iter().enumerate() {
            let next = weighted(row.clone()).unwrap();
            let mix = |of: &dyn Fn(&Absorbed<usize>) -> Ratio| {
                next.rows().iter().fold(Ratio::ZERO, |sum, (to, w)| sum.plus(&next.share(w.clone()).times(&of(&all[*to]))))
            };
            prop_assert_eq!(all[at].chance(&4), mix(&|a| a.chance(&4)));
            prop_assert_eq!(all[at].chance(&4).plus(&all[at].chance(&5)), Ratio::ONE);
            let steps = mix(&|a| a.steps.clone().unwrap()).plus(&Ratio::ONE);
            prop_assert_eq!(all[at].steps.clone(), Some(steps));
        }
    }

    #[test]
    fn many_steps_come_near_to_the_end(chain in chains()) {
        let step = |at: &usize| Ok::<_, TooMuch>(chain.get(*at).and_then(|row| weighted(row.clone())));
        let end = absorb(0, &mut work(), step).unwrap();
        let repeated = repeat(0, 60, &mut work(), step).unwrap();
        let off = end.chance(&4).minus(&repeated.states.chance(&4));
        prop_assert!(off >= Ratio::ZERO);
        // What has not ended may still go either way.
        prop_assert!(off <= repeated.states.chance_where(|at| *at < 4));
        prop_assert_eq!(repeated.states.total(), repeated.steps.total());
    }
}

#[test]
fn after_each_step_it_is_where_so_many_steps_lead() {
    // From 0 to 9 by a die, or back to 1; 9 and above is the end.
    let step = |at: &i64| {
        let at = *at;
        Ok::<_, TooMuch>(if at >= 9 {
            None
        } else {
            Some(Distribution::die(6).map(|f| if *f == 6 { 1 } else { at + f }))
        })
    };
    let mut seen = 0;
    each_step(0, 12, &mut work(), step, |made, reached| {
        let repeated = repeat(0, made, &mut work(), step).unwrap();
        assert_eq!(reached.clone().reduced(), repeated.states.reduced(), "{made}");
        seen = made;
        Ok::<_, TooMuch>(true)
    })
    .unwrap();
    assert_eq!(seen, 12);
    each_step(0, 12, &mut work(), step, |made, _| {
        seen = made;
        Ok::<_, TooMuch>(made < 3)
    })
    .unwrap();
    assert_eq!(seen, 3);
}

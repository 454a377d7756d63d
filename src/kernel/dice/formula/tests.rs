use super::*;

fn d(count: u32, sides: u32) -> Pool {
    Pool::new(count, Die::Faces(sides)).unwrap()
}

fn keep_highest(pool: Pool, kept: u32) -> Pool {
    pool.keeping(Keep { without_highest: 0, without_lowest: pool.count() - kept }).unwrap()
}

fn result(formula: &Formula, faces: &[u32]) -> i64 {
    match formula.read(faces) {
        Ok(Reading::Done(throw)) => throw.result,
        other => panic!("{formula} with {faces:?}: {other:?}"),
    }
}

fn at_least(number: i64) -> Test {
    Test { comparison: Comparison::AtLeast, number }
}

#[test]
fn the_dice_of_a_formula_are_asked_for_one_pool_after_the_other() {
    let formula = Formula::Sum(vec![
        (Sign::Plus, Formula::Total(d(2, 6))),
        (Sign::Minus, Formula::Twice(Extreme::Greatest, Box::new(Formula::Total(d(1, 4))))),
    ]);
    assert_eq!(formula.to_string(), "2d6 - adv(d4)");
    let plain = |count, sides| Plain { count, sides };
    assert_eq!(formula.read(&[]), Ok(Reading::Needs(plain(2, 6))));
    assert_eq!(formula.read(&[3, 5, 1]), Ok(Reading::Needs(plain(1, 4))));
    assert_eq!(result(&formula, &[3, 5, 1, 4]), 4);
    assert_eq!(formula.read(&[3, 5, 1, 4, 2]), Err(Misread::TooMany { over: 1 }));
    assert_eq!(formula.read(&[3, 7]), Err(Misread::NoSuchFace { face: 7, sides: 6 }));
}

#[test]
fn the_lowest_die_is_left_out_and_marked() {
    let formula = Formula::Total(keep_highest(d(4, 6), 3));
    let Ok(Reading::Done(Throw { result, fallen })) = formula.read(&[3, 1, 6, 1]) else { panic!() };
    assert_eq!((result, formula.to_string()), (10, "4d6kh3".to_owned()));
    assert_eq!(fallen[0].dice.iter().map(|d| d.kept).collect::<Vec<_>>(), [true, false, true, true]);
}

#[test]
fn a_die_is_thrown_again_until_it_shows_something_else_or_once() {
    let ones = Test { comparison: Comparison::Equal, number: 1 };
    let until = Formula::Total(d(2, 6).rerolling(Reroll { test: ones, once: false }).unwrap());
    assert_eq!(until.to_string(), "2d6r1");
    assert_eq!(until.read(&[1, 4]), Ok(Reading::Needs(Plain { count: 1, sides: 6 })));
    assert_eq!(until.read(&[1, 4, 1]), Ok(Reading::Needs(Plain { count: 1, sides: 6 })));
    assert_eq!(result(&until, &[1, 4, 1, 5]), 9);
    let once = Formula::Total(d(2, 6).rerolling(Reroll { test: ones, once: true }).unwrap());
    assert_eq!(result(&once, &[1, 4, 1]), 5);
}

#[test]
fn a_die_at_its_highest_face_is_thrown_on_so_often_at_most() {
    let explode = |adds_up| Explode { times: 2, adds_up };
    let adds = Formula::Total(d(1, 6).exploding(explode(true)).unwrap());
    assert_eq!((result(&adds, &[6, 6, 6]), adds.to_string()), (18, "d6!!2".to_owned()));
    let more = Formula::Successes(
        d(2, 6).exploding(explode(false)).unwrap(),
        Success { test: at_least(5), always: None, never: None },
    );
    assert_eq!(more.to_string(), "2d6!2>=5");
    assert_eq!(more.read(&[6, 6]), Ok(Reading::Needs(Plain { count: 2, sides: 6 })));
    assert_eq!(result(&more, &[6, 6, 5, 1]), 3);
    assert_eq!(result(&more, &[6, 2, 6, 6]), 3);
}

#[test]
fn some_faces_are_always_or_never_a_success() {
    let success = Success { test: at_least(3), always: Some(20), never: Some(1) };
    let met: Vec<i64> = (1..=20).filter(|v| success.is_met(*v)).collect();
    assert_eq!(met, (3..=20).collect::<Vec<_>>());
    let hopeless = Success { test: at_least(25), ..success };
    assert!(hopeless.is_met(20) && !hopeless.is_met(19));
    let sure = Success { test: at_least(-3), ..success };
    assert!(sure.is_met(2) && !sure.is_met(1));
}

#[test]
fn pairs_triples_and_straights_are_seen_whatever_the_order() {
    let seen = |kind, faces: &[u32]| result(&Formula::Set(kind, d(faces.len() as u32, 6)), faces);
    assert_eq!(seen(SetKind::Pairs, &[2, 5, 2, 2, 2]), 2);
    assert_eq!(seen(SetKind::Triples, &[2, 5, 2, 2, 2]), 1);
    assert_eq!(seen(SetKind::Largest, &[2, 5, 2, 2, 2]), 4);
    assert_eq!(seen(SetKind::Different, &[2, 5, 2, 2, 2]), 2);
    assert_eq!(seen(SetKind::Straight, &[6, 2, 4, 3, 3]), 3);
}

#[test]
fn ties_go_to_the_defender() {
    let risk = Formula::Wins(d(3, 6), d(2, 6));
    assert_eq!(risk.to_string(), "wins(3d6, 2d6)");
    assert_eq!(result(&risk, &[1, 6, 4, 3, 6]), 1);
    assert_eq!(result(&risk, &[1, 6, 4, 3, 5]), 2);
    assert_eq!(result(&risk, &[1, 6, 4, 6, 4]), 0);
}

#[test]
fn a_quotient_names_its_direction() {
    let over = |rounding, a, b| Scale::Over(rounding).apply(a, b);
    for (a, b, zero, down, up) in [(7, 2, 3, 3, 4), (-7, 2, -3, -4, -3), (7, -2, -3, -4, -3), (6, 2, 3, 3, 3)]
    {
        assert_eq!(over(Rounding::Zero, a, b), Some(zero), "{a}/{b}");
        assert_eq!(over(Rounding::Down, a, b), Some(down), "{a}/{b}");
        assert_eq!(over(Rounding::Up, a, b), Some(up), "{a}/{b}");
    }
    assert_eq!(over(Rounding::Down, 1, 0), None);
    assert_eq!(over(Rounding::Down, i64::MIN, -1), None);
}

#[test]
fn dice_that_cannot_be_are_refused() {
    assert_eq!(Pool::new(0, Die::Faces(6)), Err(Fault::NoDice));
    assert_eq!(Pool::new(1, Die::Faces(0)), Err(Fault::NoDie(0)));
    assert_eq!(Pool::new(1, Die::Faces(1)), Err(Fault::NoDie(1)));
    assert_eq!(Pool::new(MOST_DICE + 1, Die::Faces(6)), Err(Fault::TooManyDice));
    assert_eq!(Pool::new(1, Die::Faces(MOST_FACES + 1)), Err(Fault::TooManyFaces));
    let all = Keep { without_highest: 2, without_lowest: 2 };
    assert_eq!(d(4, 6).keeping(all), Err(Fault::Keeps { kept: 0, of: 4 }));
    let every = Reroll { test: at_least(1), once: false };
    assert_eq!(d(4, 6).rerolling(every), Err(Fault::NeverStops));
    assert!(d(4, 6).rerolling(Reroll { once: true, ..every }).is_ok());
    assert_eq!(
        d(4, 6).rerolling(Reroll { test: at_least(7), once: true }),
        Err(Fault::NeverMet(at_least(7)))
    );
    let grows = Explode { times: 3, adds_up: false };
    assert_eq!(keep_highest(d(4, 6), 3).exploding(grows), Err(Fault::GrowsAndKeeps));
}

#[test]
fn overflow_and_division_by_zero_are_told() {
    let large =
        Formula::Product(Box::new(Formula::Number(i64::MAX)), vec![(Scale::Times, Formula::Total(d(1, 6)))]);
    assert_eq!(large.read(&[2]), Err(Misread::TooLarge));
    let zero = Formula::Product(
        Box::new(Formula::Number(6)),
        vec![(Scale::Over(Rounding::Zero), Formula::Total(Pool::new(1, Die::Fate).unwrap()))],
    );
    assert_eq!(zero.read(&[2]), Err(Misread::DividesByZero));
    assert_eq!(result(&zero, &[1]), -6);
}

//! Distances between bases, contact and the lines along front and rear.

use std::cmp::Ordering;

use super::*;

proptest! {
    #[test]
    fn distance_is_symmetric((a, b) in any_neighbours()) {
        let (there, back) = (a.nearest(&b), b.nearest(&a));
        prop_assert_eq!(there.apart, back.apart);
        prop_assert_eq!(a.outline().overlaps(&b.outline()), b.outline().overlaps(&a.outline()));
    }

    #[test]
    fn distance_does_not_change_when_the_table_is_shifted_or_turned_by_quarters(
        (a, b) in any_neighbours(), carried in any_carried(),
    ) {
        let (here, there) = (a.nearest(&b), carried.placed(&a).nearest(&carried.placed(&b)));
        prop_assert_eq!(here.apart, there.apart);
        prop_assert!(carried.is_same(here.on_one, there.on_one));
        prop_assert!(carried.is_same(here.on_other, there.on_other));
    }

    #[test]
    fn distance_changes_only_by_rounding_when_the_table_is_turned_any_way(
        (a, b) in any_neighbours(), turn in any_facing(),
    ) {
        // Both turned about the first, by one leg of a way each.
        let pivot = a.centre();
        let turned = |placed: &Placed| {
            let Some(way) = Facing::towards(pivot, placed.centre()) else {
                return placed.moved(pivot, placed.facing().turned(turn.turn()));
            };
            let far = pivot.distance(placed.centre()).rounded();
            placed.moved(pivot.towards(way.turned(turn.turn()), far), placed.facing().turned(turn.turn()))
        };
        let (here, there) = (a.nearest(&b).apart, turned(&a).nearest(&turned(&b)).apart);
        prop_assert!((here.rounded() - there.rounded()).abs() <= thousandths(3), "{here} and {there}");
    }

    #[test]
    fn a_way_round_by_a_third_base_is_no_shorter(
        (a, b) in any_neighbours(), c in any_point(),
    ) {
        let through = |placed: &Placed| placed.outline().nearest(&Outline::point(c)).apart.rounded();
        prop_assert!(a.nearest(&b).apart.rounded() <= through(&a) + through(&b) + thousandths(1));
    }

    #[test]
    fn the_nearest_places_are_as_far_apart_as_the_bases((a, b) in any_neighbours()) {
        let nearest = a.nearest(&b);
        if !nearest.apart.is_zero() {
            let places = nearest.on_one.distance(nearest.on_other).rounded();
            prop_assert!((places - nearest.apart.rounded()).abs() <= thousandths(2));
            for (placed, place) in [(a, nearest.on_one), (b, nearest.on_other)] {
                prop_assert!(placed.outline().is_within(thousandths(1), &Outline::point(place)));
            }
        }
    }

    #[test]
    fn comparing_agrees_with_what_is_shown((a, b) in any_neighbours(), off in -2..=2_i64) {
        let apart = a.nearest(&b).apart;
        let shown = apart.rounded();
        let (less, more) = (shown - Length::LEAST, shown + Length::LEAST);
        prop_assert_eq!(apart.compare(more), Ordering::Less);
        prop_assert!(less < Length::ZERO || apart.compare(less) == Ordering::Greater);
        prop_assert_eq!(apart.is_zero(), apart.is_within(Length::ZERO));
        let length = shown + thousandths(off);
        prop_assert_eq!(a.is_within(length, &b), apart.is_within(length));
    }

    #[test]
    fn bases_drawn_apart_along_the_line_between_them_are_farther_apart(
        (a, b) in any_neighbours(), gap in 10..9000_i64,
    ) {
        let nearest = a.nearest(&b);
        // The two places are rounded, so the direction is a little off, and more where they are near.
        if nearest.apart.is_within(inches("0.1")) {
            return Ok(());
        }
        let way = Facing::towards(nearest.on_one, nearest.on_other).expect("apart");
        let off = b.moved(b.centre().towards(way, thousandths(gap)), b.facing());
        let gained = a.nearest(&off).apart.rounded() - nearest.apart.rounded();
        prop_assert!((gained - thousandths(gap)).abs() <= thousandths(2), "{gained} and {gap}");
    }

    #[test]
    fn what_overlaps_is_not_apart_and_what_is_apart_does_not_overlap((a, b) in any_neighbours()) {
        let overlaps = a.outline().overlaps(&b.outline());
        prop_assert!(!overlaps || a.nearest(&b).apart.is_zero());
        let shrunk = a.nearest(&b).apart.is_zero() && !overlaps;
        // A mere touch: drawn apart by rounding's worth they are apart.
        prop_assert!(!shrunk || !a.nearest(&b).apart.is_within(thousandths(-1)));
    }

    #[test]
    fn contact_is_the_same_from_both_sides((a, b) in any_neighbours(), carried in any_carried()) {
        let (one, other) = (contact(&a, &b), contact(&b, &a));
        prop_assert_eq!(one.map(|c| (c.on_one, c.on_other)), other.map(|c| (c.on_other, c.on_one)));
        prop_assert_eq!(one.is_some(), a.is_within(TOUCH, &b));
        let there = contact(&carried.placed(&a), &carried.placed(&b));
        prop_assert_eq!(one.map(|c| (c.on_one, c.on_other)), there.map(|c| (c.on_one, c.on_other)));
        prop_assert!(one.zip(there).is_none_or(|(one, there)| carried.is_same(one.at, there.at)));
    }

    #[test]
    fn a_base_moved_up_straight_touches_the_side_that_it_comes_to(
        facing in any_facing(), off in -400..400_i64, side in 0..4_usize, gap in 0..2_i64,
    ) {
        let victim = Placed::new(rectangle("2", "1"), at("20", "20"), facing);
        let (side, turn, reach) = [
            (Side::Front, 0, 500), (Side::Right, 90, 1000), (Side::Rear, 180, 500), (Side::Left, 270, 1000),
        ][side];
        let way = facing.turned(Turn::degrees(turn));
        let centre = victim.centre()
            .towards(way, thousandths(reach + 500 - gap))
            .towards(way.turned(Turn::QUARTER), thousandths(off));
        let comer = Placed::new(rectangle("1", "1"), centre, way.opposite());
        let contact = contact(&comer, &victim).expect("they touch");
        prop_assert_eq!((contact.on_one, contact.on_other), (Side::Front, side));
    }

    #[test]
    fn what_lies_before_a_front_lies_behind_the_same_line_seen_from_there(
        (a, b) in any_neighbours(), carried in any_carried(),
    ) {
        let lie = a.front_line().lie(&b.outline());
        let turned = Bound::new(a.point(Mark::Front), a.facing().opposite()).lie(&b.outline());
        // Where the front is between thousandths, a touch may be told differently.
        let exact = a.front_line().depth(a.point(Mark::Front)) == Length::ZERO
            && a.facing().turn().in_millionths() % Turn::QUARTER.in_millionths() == 0
            && a.base().depth().in_thousandths() % 2 == 0;
        if exact {
            let across = [Lie::Before, Lie::Across, Lie::Behind];
            let place = |lie| across.iter().position(|one| *one == lie);
            prop_assert_eq!(place(lie).map(|at| 2 - at), place(turned));
        }
        prop_assert_eq!(lie, carried.placed(&a).front_line().lie(&carried.placed(&b).outline()));
        if a.rear_line().lie(&b.outline()) == Lie::Behind {
            prop_assert_eq!(lie, Lie::Behind, "what is behind the rear is behind the front");
        }
        prop_assert_eq!(a.front_line().lie(&a.outline()) == Lie::Before, false);
    }
}

#[test]
fn one_inch_is_one_inch() {
    // Odd sizes have corners between thousandths; the gap is exact all the same.
    for (one, other, between) in [("1", "1", 2000), ("0.787", "0.787", 1787), ("0.787", "0.984", 1885)] {
        for facing in [0, 90, 180, 270].map(Facing::bearing) {
            let placed = |size, y| Placed::new(rectangle(size, size), Point::new(inches("5"), y), facing);
            let apart = |more: i64| {
                placed(one, Length::ZERO).nearest(&placed(other, thousandths(between + more))).apart
            };
            let half = i64::from(other == "0.984");
            // With 0.787" and 0.984" the gap is half a thousandth short of an inch.
            let order = if half == 1 { Ordering::Less } else { Ordering::Equal };
            assert_eq!(apart(0).compare(Length::INCH), order);
            assert_eq!(apart(-1).compare(Length::INCH), Ordering::Less);
            assert_eq!(apart(1).compare(Length::INCH), Ordering::Greater);
        }
    }
    let (round, square) = (Placed::new(round("1"), at("0", "0"), Facing::UP), rectangle("1", "1"));
    let beside = Placed::new(square, at("2", "0"), Facing::UP);
    assert_eq!(round.nearest(&beside).apart.compare(Length::INCH), Ordering::Equal);
    // 3, 4, 5: from the corner of a square to a round base.
    let off = Placed::new(square, at("3.5", "4.5"), Facing::UP);
    assert_eq!(round.nearest(&off).apart.compare(inches("4.5")), Ordering::Equal);
    assert_eq!(round.nearest(&off).on_one, at("0.3", "0.4"));
    assert_eq!(round.nearest(&off).on_other, at("3", "4"));
}

#[test]
fn bases_that_overlap_cross_wise_are_not_apart() {
    let long = rectangle("6", "0.5");
    let upright = Placed::new(long, at("10", "10"), Facing::UP);
    for degrees in [90, 45, 10] {
        let cross = Placed::new(long, at("10", "10"), Facing::bearing(degrees));
        assert!(upright.nearest(&cross).apart.is_zero() && upright.outline().overlaps(&cross.outline()));
    }
    let inside = Placed::new(rectangle("0.1", "0.1"), at("10", "10"), Facing::bearing(30));
    assert!(upright.nearest(&inside).apart.is_zero());
    let beside = Placed::new(long, at("10", "10.5"), Facing::UP);
    assert!(upright.nearest(&beside).apart.is_zero() && !upright.outline().overlaps(&beside.outline()));
}

#[test]
fn corners_in_contact_count_for_the_front_first() {
    let square = rectangle("1", "1");
    let one = Placed::new(square, at("10", "10"), Facing::UP);
    let sides = |x, y, facing| {
        let contact = contact(&one, &Placed::new(square, at(x, y), Facing::bearing(facing)));
        contact.map(|contact| (contact.on_one, contact.on_other))
    };
    assert_eq!(sides("11", "11", 180), Some((Side::Front, Side::Front)));
    assert_eq!(sides("11", "9", 180), Some((Side::Right, Side::Right)));
    assert_eq!(sides("10", "11.002", 180), Some((Side::Front, Side::Front)));
    assert_eq!(sides("10", "11.003", 180), None);
    assert_eq!(sides("10", "9", 0), Some((Side::Rear, Side::Front)));
    // The corner of a base at 30 degrees against the middle of the front: its side nearer to it.
    assert_eq!(sides("10.2", "11.18", 210), Some((Side::Front, Side::Front)));
    let round = Placed::new(round("1"), at("10.9", "10"), Facing::bearing(270));
    let met = contact(&one, &round).expect("they overlap");
    assert_eq!((met.on_one, met.on_other), (Side::Right, Side::Front));
}

#[test]
fn what_only_touches_a_line_is_wholly_on_its_side() {
    let victim = Placed::new(rectangle("4", "2"), at("20", "20"), Facing::UP);
    let lie = |y: &str| {
        let other = Placed::new(rectangle("1", "1"), at("30", y), Facing::bearing(90)).outline();
        (victim.front_line().lie(&other), victim.rear_line().lie(&other))
    };
    assert_eq!(lie("21.5"), (Lie::Before, Lie::Before));
    assert_eq!(lie("21.499"), (Lie::Across, Lie::Before));
    assert_eq!(lie("20.5"), (Lie::Behind, Lie::Before));
    assert_eq!(lie("19"), (Lie::Behind, Lie::Across));
    assert_eq!(lie("18.5"), (Lie::Behind, Lie::Behind));
    let round = Placed::new(round("1"), at("0", "21.5"), Facing::UP).outline();
    assert_eq!(victim.front_line().lie(&round), Lie::Before);
    assert_eq!(victim.front_line().depth(at("7", "22.25")), inches("1.25"));
    let behind = Outline::point(at("0", "1"));
    assert_eq!(victim.front_line().lie_of_all([&round, &behind]), Lie::Across);
}

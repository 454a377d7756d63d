//! Arcs and templates: what lies within, wholly or partly.

use super::*;

fn any_arc() -> impl Strategy<Value = Arc> {
    let turn = || {
        prop_oneof![
            (-24..24_i64).prop_map(|n| Turn::degrees(15 * n)),
            (-400_000_000..400_000_000_i64).prop_map(Turn::millionths)
        ]
    };
    prop_oneof![
        Just(Arc::Any),
        turn().prop_map(|lean| Arc::Ahead { lean }),
        turn().prop_map(Arc::centred),
        (turn(), turn()).prop_map(|(from, to)| Arc::Between { from, to }),
    ]
}

fn any_template() -> impl Strategy<Value = Template> {
    let size =
        || prop_oneof![(0..8_i64).prop_map(Length::inches), (0..8000_i64).prop_map(Length::thousandths)];
    prop_oneof![
        size().prop_map(|radius| Template::Circle { radius }),
        (size(), size()).prop_map(|(length, width)| Template::Strip { length, width }),
        (size(), size()).prop_map(|(length, width)| Template::Cone { length, width }),
    ]
}

proptest! {
    #[test]
    fn arcs_go_with_the_table(
        arc in any_arc(), (base, target) in any_neighbours(), carried in any_carried(),
    ) {
        let (there, shape) = (carried.placed(&base), carried.placed(&target).outline());
        prop_assert_eq!(arc.takes(&base, &target.outline()), arc.takes(&there, &shape));
        let (point, carried) = (target.centre(), carried.point(target.centre()));
        prop_assert_eq!(arc.has(&base, point), arc.has(&there, carried));
        prop_assert_eq!(bearing_of(&base, point), bearing_of(&there, carried));
    }

    #[test]
    fn an_arc_that_takes_all_of_a_base_has_all_its_points(arc in any_arc(), (base, target) in any_neighbours()) {
        let taken = arc.takes(&base, &target.outline());
        // Points are rounded, so those at the very edge of the target may be outside it: it is made smaller.
        let size = |size: Length| size - thousandths(4);
        let smaller = if target.base().is_round() {
            Base::round(size(target.base().width()))
        } else {
            Base::rectangle(size(target.base().width()), size(target.base().depth()))
        };
        let smaller = Placed::new(smaller.expect("a size"), target.centre(), target.facing());
        let has = points_of(&smaller).into_iter().filter(|point| arc.has(&base, *point)).count();
        match taken {
            Within::Wholly => prop_assert_eq!(has, points_of(&smaller).len()),
            // A single direction has points, and no inside.
            Within::Not => {
                let single = matches!(arc, Arc::Between { from, to } if from == to);
                prop_assert!(has == 0 || single, "it has {has}");
            }
            Within::Partly => {}
        }
    }

    #[test]
    fn what_an_arc_leaves_out_the_rest_of_the_round_takes(
        from in -360..360_i64, width in 1..360_i64, (base, target) in any_neighbours(),
    ) {
        let arc = |from, to| Arc::Between { from: Turn::degrees(from), to: Turn::degrees(to) };
        let (own, rest) = (arc(from, from + width), arc(from + width, from + 360));
        prop_assert_eq!(
            own.takes(&base, &target.outline()),
            rest.takes(&base, &target.outline()).complement()
        );
        prop_assert!(own.has(&base, target.centre()) || rest.has(&base, target.centre()));
    }

    #[test]
    fn a_wider_arc_takes_no_less((base, target) in any_neighbours(), width in 1..360_i64, more in 0..90_i64) {
        let taken = |width| Arc::centred(Turn::degrees(width)).takes(&base, &target.outline());
        prop_assert!(taken(width) <= taken(width + more));
        let ahead = |lean| Arc::Ahead { lean: Turn::degrees(lean) }.takes(&base, &target.outline());
        prop_assert!(ahead(width.min(90)) <= ahead((width + more).min(90)));
    }

    #[test]
    fn a_point_is_in_an_arc_if_its_bearing_is(base in any_placed(), point in any_point(), width in 1..360_i64) {
        prop_assume!(point != base.centre());
        let bearing = bearing_of(&base, point).expect("another point").abs();
        let half = Turn::degrees(width).half();
        // Bearings are rounded to a millionth of a degree.
        prop_assume!((bearing - half).abs() > Turn::millionths(1));
        prop_assert_eq!(Arc::centred(Turn::degrees(width)).has(&base, point), bearing < half);
    }

    #[test]
    fn an_arc_that_leans_by_a_quarter_is_all_before_the_front(
        (base, target) in any_neighbours(),
    ) {
        let front = base.point(Mark::Front);
        let lie = |off| {
            Bound::new(front.towards(base.facing(), thousandths(off)), base.facing()).lie(&target.outline())
        };
        // The ends of the front are rounded each by itself, so what just touches the line is left out.
        if !base.base().is_round() && lie(-2) == lie(2) {
            let taken = Arc::Ahead { lean: Turn::QUARTER }.takes(&base, &target.outline());
            let expected = match lie(0) {
                Lie::Before => Within::Wholly,
                Lie::Across => Within::Partly,
                Lie::Behind => Within::Not,
            };
            prop_assert_eq!(taken, expected);
        }
    }

    #[test]
    fn templates_go_with_the_table(
        template in any_template(), (base, aimed) in any_neighbours(), facing in any_facing(),
        carried in any_carried(),
    ) {
        let within = |base: &Placed, at, facing| base.outline().within(&template.laid(at, facing));
        prop_assert_eq!(
            within(&base, aimed.centre(), facing),
            within(&carried.placed(&base), carried.point(aimed.centre()), carried.facing(facing))
        );
    }

    #[test]
    fn a_larger_circle_covers_no_less(
        (base, aimed) in any_neighbours(), radius in prop_oneof![Just(0), 0..6000_i64], more in 0..3000_i64,
    ) {
        let within = |radius| {
            let circle = Template::Circle { radius: thousandths(radius) };
            base.outline().within(&circle.laid(aimed.centre(), Facing::UP))
        };
        prop_assert!(within(radius) <= within(radius + more));
        // What is in it at all is nearer than its radius, and what is wholly in it has no corner farther.
        let centre = Outline::point(aimed.centre());
        let apart = base.outline().nearest(&centre).apart;
        if radius > 0 {
            prop_assert_eq!(within(radius).is_any(), apart.compare(thousandths(radius)).is_lt());
        } else {
            // One without a radius is a point: it covers whom it lies inside of, and no one by whom it is touched.
            let about = Outline::circle(aimed.centre(), thousandths(1));
            prop_assert!(apart.is_zero() || within(0) == Within::Not);
            prop_assert!(about.within(&base.outline()) != Within::Wholly || within(0) == Within::Partly);
        }
    }

    #[test]
    fn what_is_wholly_within_has_all_its_points_there((one, other) in any_neighbours()) {
        let shape = other.outline();
        let near = |point: &Point| shape.is_within(thousandths(1), &Outline::point(*point));
        let within = points_of(&one).iter().filter(|point| near(point)).count();
        match one.outline().within(&shape) {
            Within::Wholly => prop_assert_eq!(within, points_of(&one).len()),
            Within::Partly => prop_assert!(one.outline().overlaps(&shape)),
            Within::Not => {
                prop_assert!(!one.outline().overlaps(&shape));
                let deep = |point: &Point| {
                    let circle = Outline::circle(*point, thousandths(2));
                    circle.within(&shape) == Within::Wholly
                };
                prop_assert!(!points_of(&one).iter().any(deep));
            }
        }
        prop_assert_eq!(one.outline().within(&one.outline()), Within::Wholly);
    }
}

#[test]
fn the_edges_of_an_arc_belong_to_neither_side() {
    let base = Placed::new(rectangle("2", "1"), at("10", "10"), Facing::UP);
    let square = |x: &str, y: &str| Placed::new(rectangle("1", "1"), at(x, y), Facing::UP).outline();
    let ahead = |x: &str, y: &str| Arc::AHEAD.takes(&base, &square(x, y));
    assert_eq!(ahead("10.5", "11"), Within::Wholly);
    assert_eq!(ahead("10.501", "11"), Within::Partly);
    assert_eq!(ahead("10.5", "10.999"), Within::Partly);
    assert_eq!(ahead("11.499", "20"), Within::Partly);
    assert_eq!(ahead("11.5", "20"), Within::Not);
    assert_eq!(ahead("10", "10"), Within::Not);
    assert!(Arc::AHEAD.has(&base, at("11", "10.5")) && !Arc::AHEAD.has(&base, at("11.001", "10.5")));

    let quarter = Arc::centred(Turn::QUARTER);
    assert!(quarter.has(&base, at("15", "15")) && quarter.has(&base, at("5", "15")));
    assert!(!quarter.has(&base, at("15.001", "15")) && !quarter.has(&base, at("10", "9.999")));
    assert_eq!(quarter.takes(&base, &square("14.5", "15.5")), Within::Wholly);
    assert_eq!(quarter.takes(&base, &square("14.501", "15.5")), Within::Partly);
    assert_eq!(quarter.takes(&base, &square("15.5", "14.5")), Within::Not);
    let rear = Arc::Between { from: Turn::degrees(135), to: Turn::degrees(225) };
    assert_eq!(rear.takes(&base, &square("10", "5")), Within::Wholly);
    // A round base whose edge just touches the arc's.
    let round = |x: &str| Placed::new(round("2"), at(x, "12"), Facing::UP).outline();
    assert_eq!(Arc::AHEAD.takes(&base, &round("12")), Within::Not);
    assert_eq!(Arc::AHEAD.takes(&base, &round("11.999")), Within::Partly);
    assert_eq!(Arc::AHEAD.takes(&base, &round("10")), Within::Wholly);
}

#[test]
fn a_template_without_a_length_or_a_width_covers_only_what_it_goes_through() {
    let line = (inches("0"), inches("2"));
    let laid = [
        Template::Strip { length: line.0, width: line.1 }.laid(at("12", "2"), Facing::bearing(90)),
        Template::Cone { length: line.0, width: line.1 }.laid(at("12", "2"), Facing::bearing(90)),
        Template::Strip { length: line.1, width: line.0 }.laid(at("12", "1"), Facing::UP),
        Template::Cone { length: line.1, width: line.0 }.laid(at("12", "1"), Facing::UP),
    ];
    // All four are the stretch from (12, 1) to (12, 3).
    for laid in laid {
        let round = |y| Placed::new(round("1"), at("12", y), Facing::UP).outline().within(&laid);
        let square = |y| Placed::new(rectangle("1", "1"), at("12", y), Facing::UP).outline().within(&laid);
        for y in ["0", "0.5", "3.5", "4"] {
            assert_eq!((round(y), square(y)), (Within::Not, Within::Not), "at {y} it lies beyond the end");
        }
        for y in ["0.501", "2", "3.499"] {
            assert_eq!((round(y), square(y)), (Within::Partly, Within::Partly), "at {y} it lies on it");
        }
    }
    for spot in [
        Template::Strip { length: inches("0"), width: inches("0") },
        Template::Cone { length: inches("0"), width: inches("0") },
    ] {
        assert_eq!(spot.laid(at("3", "4"), Facing::UP), Outline::point(at("3", "4")));
    }
}

#[test]
fn a_template_that_only_touches_does_not_cover() {
    let base = Placed::new(rectangle("1", "1"), at("10", "10"), Facing::UP).outline();
    let circle =
        |radius, x| base.within(&Template::Circle { radius: inches(radius) }.laid(at(x, "10"), Facing::UP));
    assert_eq!(circle("2", "12.5"), Within::Not);
    assert_eq!(circle("2", "12.499"), Within::Partly);
    assert_eq!(circle("0.707", "10"), Within::Partly, "its corners are 0.7071 inches off");
    assert_eq!(circle("0.708", "10"), Within::Wholly);
    // 3, 4, 5: the far corner exactly at the edge.
    assert_eq!(
        Placed::new(rectangle("6", "8"), at("0", "0"), Facing::UP)
            .outline()
            .within(&Outline::circle(at("0", "0"), inches("5"))),
        Within::Wholly
    );
    let strip = Template::Strip { length: inches("6"), width: inches("1") };
    let from = |x, facing| base.within(&strip.laid(at(x, "10"), Facing::bearing(facing)));
    assert_eq!(from("8", 90), Within::Wholly);
    assert_eq!(from("10", 90), Within::Partly);
    assert_eq!(from("10.5", 90), Within::Not);
    assert_eq!(from("3.5", 90), Within::Not);
    let cone = Template::Cone { length: inches("4"), width: inches("4") };
    assert_eq!(base.within(&cone.laid(at("10", "6.5"), Facing::UP)), Within::Wholly);
    assert_eq!(base.within(&cone.laid(at("10", "8.5"), Facing::UP)), Within::Wholly);
    assert_eq!(base.within(&cone.laid(at("10", "8.501"), Facing::UP)), Within::Partly);
}

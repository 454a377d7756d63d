//! Lengths, facings and clocks.

use super::*;

proptest! {
    #[test]
    fn a_length_is_read_as_it_is_written(thousandths in -1_000_000..=1_000_000_i64) {
        let length = Length::thousandths(thousandths);
        prop_assert_eq!(length.to_string().parse(), Ok(length));
        prop_assert_eq!(length.to_string().trim_end_matches('"').parse(), Ok(length));
    }

    #[test]
    fn sums_of_lengths_hold_at_the_ends(a in any::<i64>(), b in any::<i64>()) {
        let sum = Length::thousandths(a) + Length::thousandths(b);
        prop_assert_eq!(sum.in_thousandths(), a.saturating_add(b));
    }

    #[test]
    fn a_turn_is_read_as_it_is_written(millionths in -999_999_999_999..=999_999_999_999_i64) {
        let turn = Turn::millionths(millionths);
        prop_assert_eq!(turn.to_string().parse(), Ok(turn));
    }

    #[test]
    fn a_quarter_turn_of_a_facing_is_that_of_its_vector(facing in any_facing()) {
        let unit = facing.unit();
        prop_assert_eq!(facing.turned(Turn::QUARTER).unit(), unit.to_the_right());
        prop_assert_eq!(facing.opposite().unit(), unit.reversed());
        prop_assert_eq!(facing.turned(Turn::HALF).turned(Turn::HALF), facing);
    }

    #[test]
    fn a_facing_mirrored_at_the_vertical_mirrors_its_vector(facing in any_facing()) {
        let mirrored = Facing::UP.turned(-facing.turn()).unit();
        prop_assert_eq!((-mirrored.x, mirrored.y), (facing.unit().x, facing.unit().y));
    }

    /// The float is the other way to work it out, and good to a part in 2^52.
    #[test]
    fn the_vector_of_a_facing_is_its_sine_and_cosine(facing in any_facing()) {
        let angle = (facing.turn().in_millionths() as f64 / 1e6).to_radians();
        let scale = (1_u64 << 30) as f64;
        prop_assert!((facing.unit().x as f64 - angle.sin() * scale).abs() < 0.501);
        prop_assert!((facing.unit().y as f64 - angle.cos() * scale).abs() < 0.501);
    }

    #[test]
    fn the_facing_to_a_point_is_its_angle(from in any_point(), to in any_point()) {
        prop_assume!(from != to);
        let facing = Facing::towards(from, to).expect("another point");
        let (x, y) = ((to.x() - from.x()).in_thousandths() as f64, (to.y() - from.y()).in_thousandths() as f64);
        let angle = x.atan2(y).to_degrees().rem_euclid(360.0) * 1e6;
        let off = (facing.turn().in_millionths() as f64 - angle).abs();
        prop_assert!(off.min((off - 360e6).abs()) < 0.501, "{facing} for {angle}");
        prop_assert_eq!(Facing::towards(to, from), Some(facing.opposite()));
    }

    #[test]
    fn going_to_a_point_by_its_facing_and_distance_leads_there(from in any_point(), to in any_point()) {
        prop_assume!(from != to);
        let facing = Facing::towards(from, to).expect("another point");
        let there = from.towards(facing, from.distance(to).rounded());
        prop_assert!(there.distance(to).is_within(thousandths(2)));
    }

    #[test]
    fn turning_there_and_on_is_turning_at_once(facing in any_facing(), a in any::<i32>(), b in any::<i32>()) {
        let (a, b) = (Turn::millionths(a.into()), Turn::millionths(b.into()));
        prop_assert_eq!(facing.turned(a).turned(b), facing.turned(a + b));
        prop_assert_eq!(facing.turned(facing.turn_to(facing.turned(a))), facing.turned(a));
        prop_assert!(facing.turn_to(facing.turned(a)).abs() <= Turn::HALF);
    }

    #[test]
    fn the_turn_of_an_arc_has_that_arc(arc in 0..40_000_i64, radius in 1..40_000_i64) {
        let (arc, radius) = (thousandths(arc), thousandths(radius));
        prop_assert_eq!(Turn::of_arc(arc, radius).arc(radius), arc);
        prop_assert_eq!(Turn::of_arc(-arc, radius), -Turn::of_arc(arc, radius));
    }

    #[test]
    fn opposite_hours_cancel_exactly(
        aim in any_point(), shot in any_facing(), hour in 1..=12_u8, length in -9000..9000_i64,
    ) {
        let clock = Clock::new(hour).expect("an hour");
        let off = deviated(aim, shot, clock, thousandths(length));
        prop_assert_eq!(deviated(off, shot, clock.opposite(), thousandths(length)), aim);
        prop_assert_eq!(deviated(off, shot, clock, thousandths(-length)), aim);
        prop_assert_eq!(clock.opposite().opposite(), clock);
    }

    #[test]
    fn deviation_goes_with_the_table(
        aim in any_point(), shot in any_facing(), hour in 1..=12_u8, carried in any_carried(),
    ) {
        let clock = Clock::new(hour).expect("an hour");
        let landed = |aim, shot| deviated(aim, shot, clock, inches("3.5"));
        prop_assert_eq!(
            landed(carried.point(aim), carried.facing(shot)),
            carried.point(landed(aim, shot))
        );
    }
}

#[test]
fn lengths_are_written_as_on_a_ruler() {
    let written = |thousandths| Length::thousandths(thousandths).to_string();
    assert_eq!(
        [4000, 3500, -250, 1, 0, -12_030].map(written),
        ["4\"", "3.5\"", "-0.25\"", "0.001\"", "0\"", "-12.03\""]
    );
    assert_eq!("3.5\"".parse(), Ok(thousandths(3500)));
    assert_eq!("+1000".parse(), Ok(Length::LONGEST));
    let error = |text: &str| text.parse::<Length>().expect_err("no length");
    for text in ["", "\"", ".", "4.", ".5", "4 ", "- 4", "--4", "4\"\"", "four", "4,5", "1e3"] {
        assert_eq!(error(text), LengthError::NotANumber, "{text}");
    }
    assert_eq!(error("0.0005"), LengthError::TooFine);
    assert_eq!(error("1000.001"), LengthError::TooLong);
    assert_eq!(error("99999999999999999999999"), LengthError::TooLong);
}

#[test]
fn millimetres_are_inches_to_the_nearest_thousandth() {
    let inches = [20, 25, 40, -25, 254].map(Length::millimetres);
    assert_eq!(inches.map(Length::in_thousandths), [787, 984, 1575, -984, 10_000]);
}

#[test]
fn a_turn_that_is_no_number_of_degrees_is_refused() {
    for text in ["", "-", "45.", ".5", "1.2345678", "1234567", "45°", "0x10"] {
        assert_eq!(text.parse::<Turn>(), Err(DegreesError), "{text}");
    }
}

#[test]
fn facings_of_quarters_and_eighths_are_exact() {
    let unit = |degrees| (Facing::bearing(degrees).unit().x, Facing::bearing(degrees).unit().y);
    let one = 1 << 30;
    assert_eq!([0, 90, 180, 270].map(unit), [(0, one), (one, 0), (0, -one), (-one, 0)]);
    let (x, y) = unit(45);
    assert_eq!((x, unit(30).0, unit(60).1), (y, one / 2, one / 2));
    assert_eq!(Facing::towards(at("3", "3"), at("5", "1")), Some(Facing::bearing(135)));
    assert_eq!(Facing::towards(at("3", "3"), at("3", "3")), None);
    assert_eq!(Facing::clock(12), Facing::UP);
    assert_eq!(Facing::clock(3), Facing::bearing(90));
    assert_eq!(Facing::bearing(-45).to_string(), "bearing 315");
    assert_eq!(Facing::UP.turn_to(Facing::bearing(180)), Turn::HALF);
    assert_eq!(Facing::UP.turn_to(Facing::bearing(270)), -Turn::QUARTER);
}

#[test]
fn hours_are_told_from_the_shot() {
    let landed = |hour, shot| deviated(at("10", "10"), shot, Clock::new(hour).unwrap(), inches("2"));
    assert_eq!(landed(12, Facing::UP), at("10", "12"));
    assert_eq!(landed(3, Facing::UP), at("12", "10"));
    assert_eq!(landed(6, Facing::bearing(90)), at("8", "10"));
    assert_eq!(landed(3, Facing::bearing(90)), at("10", "8"));
    assert_eq!(landed(1, Facing::UP), at("11", "11.732"));
    assert_eq!(Clock::new(0), None);
    assert_eq!(Clock::new(13), None);
    assert!(serde_json::from_str::<Clock>("13").is_err());
}

#[test]
fn what_is_beyond_the_plane_is_held_at_its_edge() {
    let far = Point::new(thousandths(i64::MAX), thousandths(i64::MIN));
    assert_eq!(far, Point::inches(1000, -1000));
    let farther = far.towards(Facing::bearing(135), thousandths(i64::MAX));
    assert_eq!(farther, far);
    let base = rectangle("100", "100");
    let (one, other) = (Placed::new(base, far, Facing::bearing(45)), Point::inches(-1000, 1000));
    let apart = one.nearest(&Placed::new(base, other, Facing::bearing(10))).apart;
    assert!(apart.is_within(thousandths(i64::MAX)) && !apart.is_within(Length::inches(2600)));
    assert_eq!(
        Turn::millionths(i64::MAX).arc(Length::LONGEST),
        Turn::degrees(360_000_000).arc(Length::LONGEST)
    );
}

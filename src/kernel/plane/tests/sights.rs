//! What straight lines meet.

use super::*;

/// What a line meets, told the same from either end: areas with their length inside, lines.
fn without_places(met: &[Met]) -> Vec<(bool, usize, Option<Length>)> {
    let mut told: Vec<_> = met
        .iter()
        .map(|met| match *met {
            Met::Through { area, inside, .. } => (false, area, Some(inside)),
            Met::AlongEdge { area, .. } => (false, area, None),
            Met::Line { line, .. } => (true, line, None),
        })
        .collect();
    told.sort_unstable();
    told
}

proptest! {
    #[test]
    fn a_line_meets_the_same_from_either_end(
        from in any_point(), to in any_point(), terrain in any_terrain(),
    ) {
        let (there, back) = (met_between(from, to, &terrain), met_between(to, from, &terrain));
        prop_assert_eq!(without_places(&there), without_places(&back));
        let over = |met: &[Met]| met.iter().filter(|m| matches!(m, Met::Line { how: How::Over, .. })).count();
        prop_assert_eq!(over(&there), over(&back));
    }

    #[test]
    fn what_a_line_meets_goes_with_the_table(
        from in any_point(), to in any_point(), terrain in any_terrain(), carried in any_carried(),
    ) {
        let here = met_between(from, to, &terrain);
        let there = met_between(carried.point(from), carried.point(to), &carried.terrain(&terrain));
        let told = |met: &[Met]| -> Vec<Met> {
            let same = |met: &Met| match *met {
                // Shown places are compared by themselves.
                Met::Line { line, at, how, .. } => Met::Line { line, at, how, point: Point::default() },
                other => other,
            };
            met.iter().map(same).collect()
        };
        prop_assert_eq!(told(&here), told(&there));
        for pair in here.iter().zip(&there) {
            if let (Met::Line { point, .. }, Met::Line { point: other, .. }) = pair {
                prop_assert!(carried.is_same(*point, *other));
            }
        }
    }

    #[test]
    fn a_line_is_inside_an_area_where_its_points_are(
        from in any_point(), to in any_point(), area in any_area(),
    ) {
        prop_assume!(from != to);
        let terrain = Terrain { areas: vec![area.clone()], lines: Vec::new() };
        let met = met_between(from, to, &terrain);
        let way = Facing::towards(from, to).expect("another point");
        let long = from.distance(to).rounded();
        for part in 0..=40_i64 {
            let gone = thousandths(long.in_thousandths() * part / 40);
            let point = from.towards(way, gone);
            if area.to_edge(&Outline::point(point)).apart.is_within(thousandths(4)) {
                continue;
            }
            let inside = met.iter().any(|met| match *met {
                Met::Through { enters, leaves, .. } => enters < gone && gone < leaves,
                _ => false,
            });
            let at_end = part == 0 || part == 40;
            prop_assert!(at_end || inside == (area.place(point) == Place::Inside), "{gone}: {met:?}");
        }
    }

    #[test]
    fn a_closed_fence_is_crossed_as_often_in_as_out(
        from in any_point(), to in any_point(), area in any_area(), turn in 0..8_usize,
    ) {
        let Area::Polygon(polygon) = &area else { return Ok(()) };
        prop_assume!(area.place(from) != Place::Edge && area.place(to) != Place::Edge);
        let mut corners = polygon.corners().to_vec();
        let length = corners.len();
        corners.rotate_left(turn % length);
        corners.push(corners[0]);
        let terrain = Terrain { areas: Vec::new(), lines: vec![Polyline::new(corners)] };
        let over = met_between(from, to, &terrain);
        let over = over.iter().filter(|met| matches!(met, Met::Line { how: How::Over, .. })).count();
        prop_assert_eq!(over % 2 == 0, area.place(from) == area.place(to));
    }

    #[test]
    fn what_blocks_is_the_first_that_the_caller_names(
        from in any_point(), to in any_point(), terrain in any_terrain(),
    ) {
        let met = met_between(from, to, &terrain);
        let is_wall = |met: &Met| matches!(met, Met::Line { how: How::Over, .. });
        let seen = sight(from, to, &terrain, |met| Ok::<_, ()>(is_wall(met).then_some("a wall")));
        match met.iter().find(|met| is_wall(met)) {
            Some(wall) => prop_assert_eq!(seen, Ok(Sight::Blocked { at: *wall, by: "a wall" })),
            None => prop_assert!(seen.is_ok_and(|seen| seen.is_clear())),
        }
        let order: Vec<Length> = met.iter().map(Met::at).collect();
        prop_assert!(order.is_sorted());
        let error = sight(from, to, &terrain, |_| Err::<Option<()>, _>("no"));
        prop_assert_eq!(error.is_err(), !met.is_empty());
    }
}

fn square(x: i64, y: i64, side: i64) -> Area {
    Area::Polygon(
        Polygon::rectangle(Point::inches(x, y), Point::inches(x + side, y + side)).expect("an area"),
    )
}

#[test]
fn a_line_through_a_wood_tells_how_long_it_is_inside() {
    let pond = Area::Circle { centre: at("20", "0"), radius: inches("5") };
    let terrain = Terrain { areas: vec![square(4, -2, 4), pond], lines: Vec::new() };
    let met = met_between(at("0", "0"), at("30", "0"), &terrain);
    let through = |area, enters, leaves, inside| Met::Through {
        area,
        enters: inches(enters),
        leaves: inches(leaves),
        inside: inches(inside),
    };
    assert_eq!(met, [through(0, "4", "8", "4"), through(1, "15", "25", "10")]);
    // 3, 4, 5: past the centre of the pond at 3 inches, so inside for twice 4.
    let met = met_between(at("0", "3"), at("30", "3"), &terrain);
    assert_eq!(met, [through(1, "16", "24", "8")]);
    // It begins inside and touches the pond.
    let met = met_between(at("6", "0"), at("6", "30"), &terrain);
    assert_eq!(met, [through(0, "0", "2", "2")]);
    assert_eq!(met_between(at("0", "5"), at("30", "5"), &terrain), []);
    assert_eq!(met_between(at("6", "0"), at("6", "0"), &terrain), []);
}

#[test]
fn a_line_along_an_edge_is_told_as_such() {
    let terrain = Terrain { areas: vec![square(4, 0, 4)], lines: Vec::new() };
    let met = met_between(at("0", "0"), at("30", "0"), &terrain);
    assert_eq!(met, [Met::AlongEdge { area: 0, enters: inches("4"), leaves: inches("8") }]);
    // A slanted edge is told as exactly, and one thousandth off it is not along it.
    let corners = vec![at("0", "0"), at("9", "7"), at("18", "14"), at("0", "14")];
    let slanted = |corners| Terrain {
        areas: vec![Area::Polygon(Polygon::new(corners).expect("an area"))],
        lines: Vec::new(),
    };
    assert_eq!(Polygon::new(corners.clone()).map(|polygon| polygon.corners().len()), Ok(4));
    let met = met_between(at("-9", "-7"), at("27", "21"), &slanted(corners.clone()));
    assert!(matches!(met[..], [Met::AlongEdge { area: 0, .. }]), "{met:?}");
    let met = met_between(at("-9", "-6.999"), at("27", "21"), &slanted(corners));
    assert!(matches!(met[..], [Met::Through { area: 0, .. }]), "{met:?}");
}

#[test]
fn a_wall_is_crossed_touched_or_stood_on() {
    let wall = Polyline::new(vec![at("0", "5"), at("5", "5"), at("10", "5"), at("10", "10")]);
    let terrain = Terrain { areas: Vec::new(), lines: vec![wall] };
    let how = |from: (&str, &str), to: (&str, &str)| {
        let met = met_between(at(from.0, from.1), at(to.0, to.1), &terrain);
        let how = |met: &Met| match met {
            Met::Line { how, .. } => *how,
            other => panic!("{other:?}"),
        };
        met.iter().map(how).collect::<Vec<_>>()
    };
    assert_eq!(how(("2", "0"), ("2", "9")), [How::Over]);
    assert_eq!(how(("5", "0"), ("5", "9")), [How::Over], "over a bend that is none");
    assert_eq!(how(("2", "0"), ("2", "5")), [How::EndsOn]);
    assert_eq!(how(("2", "5"), ("2", "9")), [How::BeginsOn]);
    assert_eq!(how(("2", "0"), ("2", "4.999")), [] as [How; 0]);
    assert_eq!(how(("8", "3"), ("12", "7")), [How::Touches], "past the corner outside");
    assert_eq!(how(("8", "7"), ("12", "3")), [How::Over], "over the corner");
    assert_eq!(how(("-2", "5"), ("12", "5")), [How::Touches], "all along it from its end and off the corner");
    assert_eq!(how(("2", "5"), ("4", "5")), [How::Along]);
    assert_eq!(how(("0", "0"), ("0", "9")), [How::Touches], "past its end");
    assert_eq!(how(("8", "0"), ("12", "14")), [How::Over, How::Over]);
    assert_eq!(how(("12", "8"), ("10", "8")), [How::EndsOn]);
}

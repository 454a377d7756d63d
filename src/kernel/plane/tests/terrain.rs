//! Areas and their edges.

use super::*;
use crate::kernel::value::TerrainId;

proptest! {
    #[test]
    fn areas_go_with_the_table(area in any_area(), placed in any_placed(), carried in any_carried()) {
        let (there, shape) = (carried.area(&area), carried.placed(&placed).outline());
        prop_assert_eq!(area.holds(&placed.outline()), there.holds(&shape));
        prop_assert_eq!(area.place(placed.centre()), there.place(carried.point(placed.centre())));
        let (here, there) = (area.to_edge(&placed.outline()), there.to_edge(&shape));
        prop_assert_eq!(here.apart.rounded(), there.apart.rounded());
    }

    #[test]
    fn what_an_area_holds_has_its_points_there(area in any_area(), placed in any_placed()) {
        // Points of a base a little smaller, since they are rounded.
        let deep = |point: &Point| area.to_edge(&Outline::point(*point)).apart.compare(thousandths(1)).is_gt();
        let places: Vec<Place> =
            points_of(&placed).iter().filter(|point| deep(point)).map(|point| area.place(*point)).collect();
        match area.holds(&placed.outline()) {
            Within::Wholly => prop_assert!(places.iter().all(|place| *place == Place::Inside)),
            Within::Not => prop_assert!(places.iter().all(|place| *place == Place::Outside)),
            Within::Partly => prop_assert!(area.to_edge(&placed.outline()).apart.is_zero()),
        }
    }

    #[test]
    fn what_is_off_the_edge_is_wholly_on_one_side(area in any_area(), placed in any_placed()) {
        let edge = area.to_edge(&placed.outline());
        let held = area.holds(&placed.outline());
        prop_assert!(edge.apart.is_zero() || held != Within::Partly);
        if !edge.apart.is_zero() {
            let inside = area.place(placed.centre()) == Place::Inside;
            prop_assert_eq!(held == Within::Wholly, inside);
            let places = edge.on_one.distance(edge.on_other).rounded();
            prop_assert!((places - edge.apart.rounded()).abs() <= thousandths(2));
            prop_assert!(area.to_edge(&Outline::point(edge.on_other)).apart.is_within(thousandths(1)));
            prop_assert!(placed.outline().is_within(thousandths(1), &Outline::point(edge.on_one)));
        }
    }

    #[test]
    fn the_corners_of_an_area_may_be_told_either_way_round(area in any_area(), placed in any_placed()) {
        if let Area::Polygon(polygon) = &area {
            let back: Vec<Point> = polygon.corners().iter().rev().copied().collect();
            let back = Area::Polygon(Polygon::new(back).expect("as it was"));
            prop_assert_eq!(area.holds(&placed.outline()), back.holds(&placed.outline()));
            prop_assert_eq!(area.place(placed.centre()), back.place(placed.centre()));
        }
    }

    #[test]
    fn a_circle_holds_as_far_as_its_radius(centre in any_point(), radius in 1..12_i64, point in any_point()) {
        let area = Area::Circle { centre, radius: Length::inches(radius) };
        let apart = centre.distance(point).compare(Length::inches(radius));
        let place = [Place::Inside, Place::Edge, Place::Outside][(apart as i8 + 1) as usize];
        prop_assert_eq!(area.place(point), place);
        let to_edge = area.to_edge(&Outline::point(point)).apart.rounded();
        let off = (centre.distance(point).rounded() - Length::inches(radius)).abs();
        prop_assert!((to_edge - off).abs() <= Length::LEAST);
    }
}

#[test]
fn a_wood_with_a_bay() {
    let corners = [
        ("0", "0"),
        ("10", "0"),
        ("10", "10"),
        ("6", "10"),
        ("6", "4"),
        ("4", "4"),
        ("4", "10"),
        ("0", "10"),
    ];
    let wood = Area::Polygon(Polygon::new(corners.map(|(x, y)| at(x, y)).to_vec()).expect("an area"));
    assert_eq!(wood.place(at("5", "5")), Place::Outside);
    assert_eq!(wood.place(at("5", "4")), Place::Edge);
    assert_eq!(wood.place(at("5", "3.999")), Place::Inside);
    assert_eq!(wood.place(at("4", "10")), Place::Edge);
    let square = |size, x, y| Placed::new(rectangle(size, size), at(x, y), Facing::UP).outline();
    assert_eq!(wood.holds(&square("2", "5", "5")), Within::Not, "it just fits into the bay");
    assert_eq!(wood.holds(&square("2", "5", "4.999")), Within::Partly);
    assert_eq!(wood.holds(&square("4", "2", "2")), Within::Wholly, "in the corner");
    assert_eq!(wood.holds(&square("4", "2.001", "4")), Within::Partly, "over the bay");
    assert_eq!(wood.holds(&square("12", "5", "5")), Within::Partly, "all of it under the base");
    // Within 2" of the edge, from inside and from outside, at exactly 2".
    for (x, y, far) in [("13", "5", "2"), ("2", "5", "1"), ("8.5", "7", "0.5")] {
        let edge = wood.to_edge(&square("2", x, y));
        assert_eq!(edge.apart.compare(inches(far)), std::cmp::Ordering::Equal, "{x} {y}");
    }
    let pond = Area::Circle { centre: at("20", "20"), radius: inches("5") };
    // Its far corner is 3, 4 and so 5 inches off the centre.
    let inside = Placed::new(rectangle("6", "8"), at("20", "20"), Facing::UP).outline();
    assert_eq!(pond.holds(&inside), Within::Wholly);
    assert!(pond.to_edge(&inside).apart.is_zero());
    let boat = Placed::new(round("2"), at("21", "20"), Facing::UP).outline();
    assert_eq!(pond.to_edge(&boat).apart.compare(inches("3")), std::cmp::Ordering::Equal);
    assert_eq!(pond.to_edge(&boat).on_other, at("25", "20"));
    assert_eq!(pond.to_edge(&boat).on_one, at("22", "20"));
}

#[test]
fn what_is_no_area_is_refused() {
    let new = |corners: &[(&str, &str)]| Polygon::new(corners.iter().map(|(x, y)| at(x, y)).collect());
    assert_eq!(new(&[("0", "0"), ("1", "1")]), Err(PolygonError::TooFew));
    let crossed = Err(PolygonError::Crossed);
    assert_eq!(new(&[("0", "0"), ("1", "1"), ("1", "0"), ("0", "1")]), crossed, "a bow tie");
    assert_eq!(new(&[("0", "0"), ("1", "1"), ("2", "2")]), crossed, "flat");
    assert_eq!(new(&[("0", "0"), ("0", "0"), ("2", "2"), ("2", "0")]), crossed, "an edge without length");
    assert_eq!(
        new(&[("0", "0"), ("4", "0"), ("4", "4"), ("2", "0"), ("0", "4")]),
        crossed,
        "it touches itself"
    );
    assert!(new(&[("0", "0"), ("4", "0"), ("4", "4"), ("2", "0.001"), ("0", "4")]).is_ok());
    assert_eq!(Polygon::rectangle(at("1", "1"), at("1", "5")), crossed);
}

#[test]
fn a_line_is_as_near_as_its_nearest_piece() {
    let wall = Polyline::new(vec![at("0", "0"), at("10", "0"), at("10", "10")]);
    let base = Placed::new(rectangle("2", "2"), at("13", "5"), Facing::UP).outline();
    let nearest = wall.nearest(&base).expect("it has points");
    assert_eq!(nearest.apart.compare(inches("2")), std::cmp::Ordering::Equal);
    assert_eq!(nearest.on_other.x(), inches("10"));
    let post = Polyline::new(vec![at("0", "0")]);
    assert_eq!(post.nearest(&base).map(|nearest| nearest.on_other), Some(at("0", "0")));
    assert_eq!(Polyline::default().nearest(&base), None);
}

#[test]
fn a_piece_that_is_turned_by_quarters_has_its_corners_where_they_belong() {
    let corners =
        vec![Point::inches(-3, -2), Point::inches(3, -2), Point::inches(3, 2), Point::inches(-1, 2)];
    let piece = Shape::Area(Area::Polygon(Polygon::new(corners).unwrap()));
    let laid = |degrees: i64| match piece.at(Point::inches(10, 20), Facing::bearing(degrees)) {
        Some(Shape::Area(Area::Polygon(polygon))) => polygon.corners().to_vec(),
        other => panic!("{other:?}"),
    };
    let at = |places: [(i64, i64); 4]| places.map(|(x, y)| Point::inches(x, y)).to_vec();
    assert_eq!(laid(0), at([(7, 18), (13, 18), (13, 22), (9, 22)]));
    assert_eq!(laid(90), at([(8, 23), (8, 17), (12, 17), (12, 21)]));
    assert_eq!(laid(180), at([(13, 22), (7, 22), (7, 18), (11, 18)]));
    assert_eq!(laid(360), laid(0));
}

#[test]
fn a_piece_whose_edges_would_touch_lies_nowhere() {
    // So small that rounding to the thousandth, or the end of the plane, lets edges meet.
    let corners = [(1, 0), (2, 0), (0, 5)].map(|(x, y)| Point::new(thousandths(x), thousandths(y))).to_vec();
    let shape = Shape::Area(Area::Polygon(Polygon::new(corners).unwrap()));
    assert!(shape.at(Point::inches(10, 10), Facing::bearing(90)).is_some());
    assert_eq!(shape.at(Point::inches(10, 10), Facing::bearing(45)), None);
    assert_eq!(shape.at(Point::inches(1000, 10), Facing::UP), None);
    let piece =
        Piece { feature: Feature { name: Some("bank".into()), terrain: TerrainId(0) }, shape, bunch: 0 };
    let mut table = Tabletop::new(Length::inches(48), Length::inches(36)).unwrap();
    table.add_piece(piece);
    let laid = Laid::from([(0, (Point::inches(10, 10), Facing::bearing(45)))]);
    assert!(table.with_laid(&laid).areas().is_empty());
}

#[test]
fn a_feature_stays_the_same_one_whatever_else_is_laid() {
    let pond = |name: &str| Piece {
        feature: Feature { name: Some(name.into()), terrain: TerrainId(0) },
        shape: Shape::Area(Area::Circle { centre: Point::default(), radius: Length::inches(1) }),
        bunch: 0,
    };
    let mut table = Tabletop::new(Length::inches(48), Length::inches(36)).unwrap();
    let printed = Feature { name: Some("lake".into()), terrain: TerrainId(0) };
    table.add_area(Area::Circle { centre: Point::default(), radius: Length::inches(1) }, printed);
    table.add_piece(pond("first"));
    table.add_piece(pond("second"));
    let place = (Point::inches(10, 10), Facing::UP);
    let one = table.with_laid(&Laid::from([(1, place)]));
    let both = table.with_laid(&Laid::from([(0, (Point::inches(20, 10), Facing::UP)), (1, place)]));
    let named =
        |table: &Tabletop, id: FeatureId| table.feature(id).unwrap().name.clone().unwrap().to_string();
    assert_eq!(one.features().collect::<Vec<_>>(), [FeatureId::Area(0), FeatureId::Piece(1)]);
    for id in one.features() {
        assert_eq!(named(&one, id), named(&both, id));
        assert_eq!(one.lying(id), both.lying(id));
    }
    assert_eq!(one.lying(FeatureId::Piece(0)), None);
    assert_eq!(named(&table, FeatureId::Piece(0)), "first");
    let areas: Vec<FeatureId> = (0..3).map(|at| both.area_id(at)).collect();
    assert_eq!(areas, [FeatureId::Area(0), FeatureId::Piece(0), FeatureId::Piece(1)]);
}

proptest! {
    #[test]
    fn what_is_laid_lies_as_if_it_were_printed(
        x in -20_000_i64..20_000, y in -20_000_i64..20_000, quarters in 0_i64..4, radius in 1_i64..4000
    ) {
        let centre = Point::new(thousandths(x), thousandths(y));
        let piece = Piece {
            feature: Feature { name: Some("pond".into()), terrain: TerrainId(0) },
            shape: Shape::Area(Area::Circle { centre: Point::default(), radius: thousandths(radius) }),
            bunch: 0,
        };
        let mut table = Tabletop::new(Length::inches(48), Length::inches(36)).unwrap();
        table.add_piece(piece.clone());
        prop_assert_eq!(table.with_laid(&Laid::default()).areas().len(), 0);
        let laid = Laid::from([(0, (centre, Facing::bearing(90 * quarters)))]);
        let with = table.with_laid(&laid);
        prop_assert_eq!(&with.terrain().areas, &vec![Area::Circle { centre, radius: thousandths(radius) }]);
        // It has room where the table has its four outermost points.
        let outermost = [(radius, 0), (-radius, 0), (0, radius), (0, -radius)]
            .map(|(right, up)| centre.shifted(thousandths(right), thousandths(up)));
        let shape = piece.shape.at(centre, Facing::UP).unwrap();
        prop_assert_eq!(table.has_room_for(&shape), outermost.iter().all(|point| table.has(*point)));
    }
}

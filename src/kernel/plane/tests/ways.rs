//! Ways and their lengths, the ground under them, how far they lead.

use super::*;

fn any_legs() -> impl Strategy<Value = Vec<Leg>> {
    prop::collection::vec(any_leg(), 0..5)
}

fn total(way: &Way) -> Length {
    way.length()
}

proptest! {
    #[test]
    fn a_way_is_as_long_as_its_legs(start in any_placed(), legs in any_legs(), more in any_legs()) {
        let (way, on) = (walk(start, &legs), [legs.clone(), more.clone()].concat());
        let sum: Length = legs.iter().map(|leg| leg.length(start.base())).sum();
        prop_assert_eq!(way.length(), sum);
        let (whole, rest) = (walk(start, &on), walk(way.end(), &more));
        prop_assert_eq!(whole.length(), way.length() + rest.length());
        prop_assert_eq!(whole.end(), rest.end());
    }

    #[test]
    fn steps_lead_one_into_the_next_and_cover_the_way(start in any_placed(), legs in any_legs()) {
        let way = walk(start, &legs);
        let mut at = (start, Length::ZERO);
        for step in way.steps() {
            prop_assert_eq!((step.from, step.begins), at);
            prop_assert!(step.ends >= step.begins);
            at = (step.to, step.ends);
            // Followed as straight, the centre is off its length by less than a thousandth of it, and rounding.
            let straight = step.from.centre().distance(step.to.centre()).rounded();
            let long = step.ends - step.begins;
            if let Leg::Curve { .. } | Leg::Straight(_) | Leg::Aside { .. } = legs[step.leg] {
                prop_assert!((straight - long).abs() <= thousandths(3), "{straight} and {long}");
            }
        }
        prop_assert_eq!((way.end(), way.length()), at);
        prop_assert_eq!(way.placed_at(way.length()), way.end());
    }

    #[test]
    fn a_part_of_a_way_ends_where_the_base_is_after_it(start in any_placed(), legs in any_legs(), part in 0..=100_i64) {
        let way = walk(start, &legs);
        let length = thousandths(way.length().in_thousandths() * part / 100);
        let some = way.until(length);
        prop_assert_eq!(some.length(), length);
        prop_assert_eq!(some.end(), way.placed_at(length));
        let same = some.steps().iter().zip(way.steps()).all(|(some, all)| some.from == all.from && some.begins == all.begins);
        prop_assert!(same);
        prop_assert_eq!(way.until(way.length()), way);
    }

    #[test]
    fn nobody_comes_over_a_line_unseen_in_however_many_moves(
        bearing in 0..360_000_000_i64, slope in -9_000..9_000_i64, lengths in prop::collection::vec(1..3_000_i64, 1..9)
    ) {
        // A line across the whole table, and a man whose moves each begin at the thousandth at which he stands.
        let line = [Point::new(thousandths(-40_000), thousandths(-slope)), Point::new(thousandths(40_000), thousandths(slope))];
        let terrain = Terrain { areas: Vec::new(), lines: vec![Polyline::new(line.to_vec())] };
        let side = |at: Point| {
            let (x, y) = (i128::from(at.x().in_thousandths()), i128::from(at.y().in_thousandths()));
            (40_000 * y - i128::from(slope) * x).signum()
        };
        let mut man = Placed::new(round("1"), Point::new(thousandths(0), thousandths(-1_000)), Facing::UP.turned(Turn::millionths(bearing)));
        for length in lengths {
            let way = walk(man, &[Leg::Straight(thousandths(length))]);
            let there = man.moved(way.end().centre(), man.facing());
            let met: Vec<How> = ground(&way.ending_at(there), Mark::Centre, &terrain).crossings.iter().map(|c| c.how).collect();
            let (from, to) = (side(man.centre()), side(there.centre()));
            let expected = match (from, to) {
                (0, 0) => vec![How::Along],
                (0, _) => vec![How::BeginsOn],
                (_, 0) => vec![How::EndsOn],
                (from, to) if from == to => vec![],
                _ => vec![How::Over],
            };
            prop_assert_eq!(met, expected);
            man = there;
        }
    }

    #[test]
    fn ways_go_with_the_table(start in any_placed(), legs in any_legs(), carried in any_carried()) {
        let (here, there) = (walk(start, &legs), walk(carried.placed(&start), &legs));
        prop_assert_eq!(here.length(), there.length());
        for (here, there) in here.steps().iter().zip(there.steps()) {
            prop_assert!(carried.is_same(here.to.centre(), there.to.centre()));
            prop_assert_eq!(carried.facing(here.to.facing()), there.to.facing());
        }
    }

    #[test]
    fn going_back_the_same_legs_leads_home(start in any_placed(), legs in any_legs()) {
        let back = |leg: &Leg| match *leg {
            Leg::Straight(length) => Leg::Straight(-length),
            Leg::Aside { bearing, length } => Leg::Aside { bearing, length: -length },
            Leg::Turn(turn) => Leg::Turn(-turn),
            Leg::Wheel { to, turn } => Leg::Wheel { to, turn: -turn },
            Leg::Curve { to, radius, turn } => Leg::Curve { to, radius, turn: -turn },
        };
        let legs = [legs.clone(), legs.iter().rev().map(back).collect()].concat();
        let end = walk(start, &legs).end();
        prop_assert_eq!(end.facing(), start.facing());
        prop_assert!(end.centre().distance(start.centre()).is_within(Length::LEAST));
    }

    #[test]
    fn a_wheel_leaves_its_corner_and_takes_the_other_along_the_arc(
        start in any_placed(), turn in -170_000_000..170_000_000_i64, left in any::<bool>(),
    ) {
        let (to, other) = if left { (Hand::Left, Hand::Right) } else { (Hand::Right, Hand::Left) };
        let turn = Turn::millionths(turn);
        let way = walk(start, &[Leg::Wheel { to, turn }]);
        let corner = |placed: Placed, hand| placed.point(Mark::FrontCorner(hand));
        prop_assert!(corner(way.end(), to).distance(corner(start, to)).is_within(thousandths(1)));
        prop_assert_eq!(way.length(), turn.arc(start.base().width()));
        prop_assert_eq!(start.facing().turn_to(way.end().facing()), turn.to(to));
        // The other end has gone by the chord of that arc, forward for a wheel forward.
        let chord = corner(start, other).distance(corner(way.end(), other)).rounded();
        prop_assert!(chord <= way.length() + thousandths(2));
        let line = Bound::new(corner(start, to), start.facing());
        if turn.abs() > Turn::degrees(1) {
            prop_assert_eq!(line.depth(corner(way.end(), other)) > Length::ZERO, turn > Turn::NONE);
        }
    }

    #[test]
    fn a_curve_keeps_its_distance_from_its_centre(
        start in any_placed(), radius in 500..9000_i64, turn in any_facing(), left in any::<bool>(),
    ) {
        let to = if left { Hand::Left } else { Hand::Right };
        let leg = Leg::Curve { to, radius: thousandths(radius), turn: turn.turn() };
        let pivot = start.centre().towards(start.facing().turned(Turn::QUARTER.to(to)), thousandths(radius));
        for step in walk(start, &[leg]).steps() {
            let off = step.to.centre().distance(pivot).rounded() - thousandths(radius);
            prop_assert!(off.abs() <= thousandths(3));
            // It faces along the circle.
            let bearing = bearing_of(&step.to, pivot).expect("off the pivot");
            prop_assert!((bearing - Turn::QUARTER.to(to)).abs() < Turn::millionths(400_000));
        }
    }

    #[test]
    fn passages_cover_the_way_and_tell_the_areas(
        start in any_placed(), legs in any_legs(), terrain in any_terrain(),
    ) {
        let way = walk(start, &legs);
        let ground = ground(&way, Mark::Centre, &terrain);
        let mut at = Length::ZERO;
        for passage in &ground.passages {
            prop_assert_eq!(passage.from, at);
            prop_assert!(passage.to > passage.from);
            at = passage.to;
            // The middle of a passage that is long enough lies in its areas.
            let middle = way.placed_at(thousandths((passage.from + passage.to).in_thousandths() / 2)).centre();
            for (area, shape) in terrain.areas.iter().enumerate() {
                if !shape.to_edge(&Outline::point(middle)).apart.is_within(thousandths(5)) {
                    prop_assert_eq!(passage.areas.contains(&area), shape.place(middle) == Place::Inside);
                }
            }
        }
        prop_assert_eq!(at, way.length());
    }

    #[test]
    fn a_way_cut_in_two_crosses_the_same_lines(
        start in any_placed(), there in 0..20_i64, on in 0..20_i64, terrain in any_terrain(), bend in 0..4_i64,
    ) {
        // Whole inches at right angles, so that legs often end on lines.
        let start = start.moved(Point::new(start.centre().x(), inches("3")), Facing::UP);
        let [there, on] = [there, on].map(Length::inches);
        let overs = |legs: &[Leg]| {
            let ground = ground(&walk(start, legs), Mark::Centre, &terrain);
            let over = ground.crossings.iter().filter(|crossing| crossing.how == How::Over);
            over.map(|crossing| (crossing.line, crossing.at)).collect::<Vec<_>>()
        };
        let whole = overs(&[Leg::Straight(there + on)]);
        let cut = overs(&[Leg::Straight(there), Leg::Straight(on)]);
        let turned = overs(&[Leg::Straight(there), Leg::Turn(Turn::degrees(360 * bend)), Leg::Straight(on)]);
        for parted in [cut, turned] {
            // Where a crossing is, is rounded from the beginning of its leg.
            prop_assert_eq!(parted.len(), whole.len());
            for ((line, at), (same, there)) in parted.iter().zip(&whole) {
                prop_assert!(line == same && (*at - *there).abs() <= Length::LEAST);
            }
        }
    }

    #[test]
    fn an_allowance_leads_as_far_as_it_is_enough(
        start in any_placed(), legs in any_legs(), terrain in any_terrain(),
        allowance in 0..20_000_i64, more in 0..5000_i64,
    ) {
        let ground = ground(&walk(start, &legs), Mark::Centre, &terrain);
        let go = |allowance| {
            let pace = |passage: &Passage| {
                Ok::<_, ()>(Some(Pace { cost: 2 + passage.areas.len() as u32, per: 2 }))
            };
            let toll = |crossing: &Crossing| {
                Ok(Some(if crossing.how == How::Over { inches("2") } else { Length::ZERO }))
            };
            reach(&ground, thousandths(allowance), pace, toll).expect("no error")
        };
        let (reached, farther) = (go(allowance), go(allowance + more));
        prop_assert_eq!(reached.spent + reached.left, thousandths(allowance));
        prop_assert!(reached.left >= Length::ZERO);
        prop_assert!(farther.gone >= reached.gone);
        let end = ground.passages.last().map_or(Length::ZERO, |passage| passage.to);
        prop_assert!(reached.gone <= end);
        prop_assert!(reached.stopped.is_some() || reached.gone == end);
        prop_assert!(reached.spent >= reached.gone, "no passage costs less than its length");
        // What it lacks is enough to go on.
        if let Some(Stop::Crossing { lacking: Some(lacking), .. }) = reached.stopped {
            prop_assert_eq!(reached.left + lacking, inches("2"));
            let on = go(allowance + lacking.in_thousandths());
            prop_assert!(on.stopped != reached.stopped);
            prop_assert!(go(allowance + lacking.in_thousandths() - 1).gone == reached.gone);
        }
    }

    #[test]
    fn a_base_enters_the_areas_that_it_passes_over(
        start in any_placed(), legs in any_legs(), terrain in any_terrain(),
    ) {
        let way = walk(start, &legs);
        let found = entered(&way, &terrain);
        for (area, shape) in terrain.areas.iter().enumerate() {
            let held = |placed: &Placed| shape.holds(&placed.outline()).is_any();
            let at = found.iter().find(|entered| entered.area == area).map(|entered| entered.at);
            prop_assert!(!held(&start) || at == Some(Length::ZERO));
            let ends = way.steps().iter().filter(|step| held(&step.to)).map(|step| step.ends).min();
            // A straight leg may pass over an area and end beyond it; none is in one that is not entered.
            prop_assert!(at.is_some() || ends.is_none());
            prop_assert!(ends.is_none_or(|ends| at.is_some_and(|at| at <= ends)));
            let Some(at) = at.filter(|_| !held(&start)) else { continue };
            // A thousandth later it is in it, or was just passing a corner of it.
            let near = shape.to_edge(&way.placed_at(at).outline()).apart;
            let degree = way.steps().iter().any(|step| step.ends == at);
            prop_assert!(degree || near.is_within(thousandths(2)), "{near} at {at}");
        }
    }

    #[test]
    fn a_base_halts_where_it_first_touches(
        start in any_placed(), legs in any_legs(), others in prop::collection::vec(any_placed(), 1..12),
    ) {
        let way = walk(start, &legs);
        let index = Index::new(others.clone());
        let free = |id: usize| !others[id].is_within(thousandths(2), &start);
        match first_contact(&way, &index, free) {
            None => {
                for step in way.steps() {
                    for (id, other) in others.iter().enumerate() {
                        prop_assert!(!free(id) || !step.to.nearest(other).apart.is_zero(), "it passed over {id}");
                    }
                }
            }
            Some(halt) => {
                prop_assert!(free(halt.id));
                prop_assert!(halt.placed.is_within(TOUCH, &others[halt.id]));
                prop_assert!(halt.contact.is_some());
                prop_assert!(halt.at <= way.length());
                for step in way.steps().iter().filter(|step| step.ends < halt.at) {
                    for (id, other) in others.iter().enumerate() {
                        prop_assert!(!free(id) || !step.to.nearest(other).apart.is_zero());
                    }
                }
            }
        }
    }
}

#[test]
fn a_block_wheels_by_the_arc_of_its_outer_end() {
    let block = Formation::new(rectangle("1", "1"), 12, 6, at("20", "20"), Facing::UP).expect("a block");
    let wheel = Leg::Wheel { to: Hand::Left, turn: Turn::of_arc(inches("4"), inches("6")) };
    let way = walk(block.rectangle(), &[wheel]);
    assert_eq!(total(&way), inches("4"));
    assert_eq!(way.end().point(Mark::FrontCorner(Hand::Left)), at("17", "20"));
    assert_eq!(way.end().facing().to_string(), "bearing 321.802814");
    let quarter = walk(block.rectangle(), &[Leg::Wheel { to: Hand::Right, turn: Turn::QUARTER }]);
    assert_eq!(quarter.length(), inches("9.425"));
    assert_eq!(quarter.end().point(Mark::FrontCorner(Hand::Left)), at("23", "26"));
    assert_eq!(quarter.end().centre(), at("22", "23"));
    let back = walk(quarter.end(), &[Leg::Wheel { to: Hand::Right, turn: -Turn::QUARTER }]);
    assert_eq!((back.end(), back.length()), (block.rectangle(), inches("9.425")));
}

#[test]
fn a_vehicle_turns_at_its_speed() {
    let car = Placed::new(rectangle("2", "4"), at("20", "20"), Facing::UP);
    let curve = |to, turn| walk(car, &[Leg::Curve { to, radius: inches("10"), turn }]);
    let half = curve(Hand::Right, Turn::HALF);
    assert_eq!((half.end().centre(), half.end().facing()), (at("40", "20"), Facing::bearing(180)));
    assert_eq!(half.length(), inches("31.416"));
    let left = curve(Hand::Left, Turn::QUARTER).end();
    assert_eq!((left.centre(), left.facing()), (at("10", "30"), Facing::bearing(270)));
    let back = curve(Hand::Right, -Turn::QUARTER).end();
    assert_eq!((back.centre(), back.facing()), (at("30", "10"), Facing::bearing(270)));
    assert_eq!(curve(Hand::Left, Turn::degrees(1_000_000)).length(), Leg::MOST.arc(inches("10")));
}

#[test]
fn a_wood_and_a_hedge_on_the_way() {
    let wood = Polygon::rectangle(at("0", "4"), at("10", "6")).expect("an area");
    let hedge = Polyline::new(vec![at("0", "8"), at("10", "8")]);
    let terrain = Terrain { areas: vec![Area::Polygon(wood)], lines: vec![hedge] };
    let man = Placed::new(round("1"), at("5", "0"), Facing::UP);
    let ground = ground(&walk(man, &[Leg::Straight(inches("10"))]), Mark::Centre, &terrain);
    let told: Vec<_> = ground.passages.iter().map(|p| (p.from, p.to, p.areas.clone())).collect();
    let passage = |from, to, areas: &[usize]| (inches(from), inches(to), areas.to_vec());
    assert_eq!(told, [passage("0", "4", &[]), passage("4", "6", &[0]), passage("6", "10", &[])]);
    assert_eq!(
        ground.crossings,
        [Crossing { line: 0, at: inches("8"), point: at("5", "8"), how: How::Over }]
    );
    let go = |allowance, barred: Option<usize>| {
        let pace = |passage: &Passage| {
            let wood = passage.areas.first().copied();
            let bar = wood.is_some() && wood == barred;
            Ok::<_, ()>((!bar).then_some(Pace { cost: if wood.is_some() { 2 } else { 1 }, per: 1 }))
        };
        reach(&ground, inches(allowance), pace, |_| Ok(Some(inches("2")))).expect("no error")
    };
    let reached = |gone, spent, left, stopped| Reached {
        gone: inches(gone),
        spent: inches(spent),
        left: inches(left),
        stopped,
    };
    assert_eq!(go("5", None), reached("4.5", "5", "0", Some(Stop::Passage(1))));
    assert_eq!(go("8", None), reached("6", "8", "0", Some(Stop::Passage(2))));
    let lacking = Some(Stop::Crossing { crossing: 0, lacking: Some(inches("1")) });
    assert_eq!(go("11", None), reached("8", "10", "1", lacking));
    assert_eq!(go("12", None), reached("8", "12", "0", Some(Stop::Passage(2))));
    assert_eq!(go("20", None), reached("10", "14", "6", None));
    assert_eq!(go("20", Some(0)), reached("4", "4", "16", Some(Stop::Passage(1))));
    // A road at two thirds: 4 inches of it for 2.667.
    assert_eq!(Pace { cost: 2, per: 3 }.price(inches("4")), inches("2.667"));
}

#[test]
fn a_step_over_a_hedge_in_two_moves_is_told_by_both() {
    let terrain =
        Terrain { areas: Vec::new(), lines: vec![Polyline::new(vec![at("0", "4"), at("10", "4")])] };
    let man = Placed::new(round("1"), at("5", "0"), Facing::UP);
    let hows = |start, legs: &[Leg]| {
        let way = walk(start, legs);
        let hows: Vec<How> = ground(&way, Mark::Centre, &terrain).crossings.iter().map(|c| c.how).collect();
        (way.end(), hows)
    };
    let four = Leg::Straight(inches("4"));
    let (on, first) = hows(man, &[four]);
    assert_eq!(first, [How::EndsOn]);
    assert_eq!(hows(on, &[four]).1, [How::BeginsOn]);
    assert_eq!(hows(man, &[four, four]).1, [How::Over]);
    assert_eq!(hows(man, &[four, Leg::Turn(Turn::HALF), four]).1, [How::Touches]);
    let along = Leg::Aside { bearing: Turn::QUARTER, length: inches("2") };
    assert_eq!(hows(man, &[four, along, four]).1, [How::Over]);
    assert_eq!(hows(on, &[along, four]).1, [How::BeginsOn]);
    assert_eq!(hows(on, &[along]).1, [How::Along]);
}

#[test]
fn a_charge_ends_at_the_front_that_it_meets() {
    let enemy =
        Formation::new(rectangle("1", "1"), 8, 4, at("20", "30"), Facing::bearing(180)).expect("a block");
    let index = Index::new(enemy.models());
    let block = Formation::new(rectangle("1", "1"), 8, 4, at("20.5", "20"), Facing::UP).expect("a block");
    let way = walk(block.rectangle(), &[Leg::Straight(inches("12"))]);
    let halt = first_contact(&way, &index, |_| true).expect("it meets them");
    assert_eq!(halt.at, inches("10"));
    assert_eq!(halt.placed.point(Mark::Front), at("20.5", "30"));
    let contact = halt.contact.expect("they touch");
    assert_eq!((contact.on_one, contact.on_other), (Side::Front, Side::Front));
    assert_eq!(first_contact(&way, &index, |id| id >= 4).map(|halt| halt.at), Some(inches("11")));
    assert_eq!(first_contact(&way, &index, |_| false), None);
    // A thin thing beside the way is met by the corner only, and is met.
    let post = Index::new(vec![Placed::new(round("0.01"), at("22.504", "25"), Facing::UP)]);
    assert_eq!(first_contact(&way, &post, |_| true).map(|halt| halt.at), Some(inches("4.997")));
    let post = Index::new(vec![Placed::new(round("0.01"), at("22.506", "25"), Facing::UP)]);
    assert_eq!(first_contact(&way, &post, |_| true), None);
}

//! Ways of what turns on the spot and goes straight, against rules that are known: walls of circles, a price for turns.

use super::*;

/// Nobody comes nearer to these than so far; each inch costs one, and each quarter turn or part of one so much.
struct Circles {
    circles: Vec<(Point, Length)>,
    quarter: i64,
    asked: usize,
}

impl Rules<(), std::convert::Infallible> for Circles {
    fn turn(&mut self, turn: Turn) -> Result<i64, std::convert::Infallible> {
        let quarter = Turn::QUARTER.in_millionths();
        Ok((turn.abs().in_millionths() + quarter - 1) / quarter * self.quarter)
    }

    fn run(
        &mut self,
        from: Point,
        facing: Facing,
        left: i64,
        length: Length,
    ) -> Result<Run<()>, std::convert::Infallible> {
        self.asked += 1;
        let free = |length: Length| {
            let stretch = Outline::segment(from, from.towards(facing, length));
            let meets = |(centre, radius): &(Point, Length)| {
                !stretch.nearest(&Outline::point(*centre)).apart.is_within(*radius - Length::LEAST)
            };
            self.circles.iter().all(meets)
        };
        let most = length.in_thousandths().min(left);
        let (mut good, mut bad) = (0, most + 1);
        if free(Length::thousandths(most)) {
            good = most;
        }
        while good < most && bad - good > 1 {
            let middle = (good + bad) / 2;
            if free(Length::thousandths(middle)) { good = middle } else { bad = middle }
        }
        Ok(Run { gone: Length::thousandths(good), cost: good, note: () })
    }
}

fn table(circles: &[(Point, Length)]) -> Tabletop {
    let mut table = Tabletop::new(Length::inches(48), Length::inches(48)).expect("a table");
    let feature = Feature { name: None, terrain: crate::kernel::value::TerrainId(0) };
    for (centre, radius) in circles {
        table.add_area(Area::Circle { centre: *centre, radius: *radius }, feature.clone());
    }
    table
}

fn any_circles() -> impl Strategy<Value = Vec<(Point, Length)>> {
    let circle = (10..38_i64, 14..34_i64, 1..4_i64)
        .prop_map(|(x, y, radius)| (Point::inches(x, y), Length::inches(radius)));
    prop::collection::vec(circle, 0..4)
}

fn mover(at: Point, budget: i64) -> Mover {
    Mover { at, facing: Facing::UP, budget, furthest: Length::thousandths(budget) }
}

fn way(circles: &[(Point, Length)], quarter: i64, to: Point, budget: i64) -> Option<Stand> {
    let places = places_round(&table(circles), Length::ZERO, &[]);
    let mut rules = Circles { circles: circles.to_vec(), quarter, asked: 0 };
    cheapest_way(&mover(Point::inches(24, 4), budget), to, &places, &mut rules)
        .unwrap_or_else(|e| match e {})
        .ok()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn a_way_costs_what_its_stretches_and_turns_cost(circles in any_circles(), x in 4..44_i64, quarter in 0..2000_i64) {
        let Some(found) = way(&circles, quarter, Point::inches(x, 44), 90_000) else { return Ok(()) };
        let mut rules = Circles { circles, quarter, asked: 0 };
        let (mut facing, mut cost, mut long) = (Facing::UP, 0, Length::ZERO);
        for step in found.way.windows(2) {
            let bearing = Facing::towards(step[0], step[1]).expect("a stretch");
            let length = step[0].distance(step[1]).rounded();
            cost += rules.turn(facing.turn_to(bearing)).unwrap_or_else(|e| match e {});
            let run = rules.run(step[0], bearing, 90_000, length).unwrap_or_else(|e| match e {});
            prop_assert_eq!(run.gone, length, "no stretch leads into a circle");
            (facing, cost, long) = (bearing, cost + run.cost, long + length);
        }
        prop_assert_eq!((found.cost, found.gone), (cost, long));
    }

    #[test]
    fn more_in_the_way_makes_no_way_cheaper(circles in any_circles(), x in 4..44_i64) {
        let to = Point::inches(x, 44);
        let straight = Point::inches(24, 4).distance(to).rounded().in_thousandths();
        if let Some(found) = way(&circles, 0, to, 90_000) {
            // Each stretch is told to the nearest thousandth, and so is the straight way.
            let rounded = found.way.len() as i64;
            prop_assert!(2 * (straight - found.cost) <= rounded);
            prop_assert!(circles.is_empty() == (found.way.len() == 2) || !circles.is_empty());
        } else {
            prop_assert!(!circles.is_empty());
        }
    }

    #[test]
    fn the_same_question_has_the_same_answer(circles in any_circles(), x in 4..44_i64) {
        let ask = || way(&circles, 700, Point::inches(x, 44), 90_000);
        prop_assert_eq!(ask(), ask());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    /// To the very end of each ray from the start there is a straight way, for no more than there is.
    #[test]
    fn rays_end_where_one_may_go(circles in any_circles(), bearing in 0..360_i64, budget in 3000..30_000_i64) {
        let mut rules = Circles { circles, quarter: 0, asked: 0 };
        let facing = Facing::UP.turned(Turn::degrees(bearing));
        let mover = Mover { facing, ..mover(Point::inches(24, 4), budget) };
        let start = stands(&mover, &[], &mut rules).unwrap_or_else(|e| match e {}).remove(0);
        let fan = fan(&mover, start, Turn::degrees(15), &mut rules).unwrap_or_else(|e| match e {});
        for ray in fan.rays.iter().filter(|ray| !ray.run.gone.is_zero()) {
            let way = cheapest_way(&mover, ray.end, &[], &mut rules).unwrap_or_else(|e| match e {});
            prop_assert!(way.is_ok(), "{} after {}", ray.end, ray.turn);
        }
    }
}

#[test]
fn a_pillar_is_gone_round_by_the_shorter_side() {
    let pillar = [(Point::inches(23, 24), Length::inches(4))];
    let found = way(&pillar, 0, Point::inches(24, 44), 90_000).expect("a way");
    // The true way, along the rim, is 40.475 inches long; corners make it hardly longer.
    assert!((40_400..41_000).contains(&found.cost), "{found:?}");
    assert!(found.way.iter().all(|place| place.x() >= Length::inches(24)), "by the right: {found:?}");
    assert!(way(&pillar, 0, Point::inches(24, 44), 40_300).is_none(), "too short an allowance");
    // A price for turns makes the way of fewer corners the cheaper one.
    let turning = way(&pillar, 5000, Point::inches(24, 44), 90_000).expect("a way");
    assert!(turning.way.len() <= found.way.len());
}

#[test]
fn places_lie_clear_of_what_they_are_round_and_on_the_table() {
    let mut table = table(&[(Point::inches(24, 24), Length::inches(3))]);
    let feature = Feature { name: None, terrain: crate::kernel::value::TerrainId(0) };
    let corners = [(2, 2), (8, 2), (8, 4), (5, 9)].map(|(x, y)| Point::inches(x, y));
    for corners in [corners.to_vec(), corners.into_iter().rev().collect()] {
        table.add_area(Area::Polygon(Polygon::new(corners).expect("an area")), feature.clone());
    }
    let hedge = Polyline::new(vec![Point::inches(30, 30), Point::inches(40, 30)]);
    table.add_line(hedge.clone(), feature);
    let apart = Length::inches(1);
    let places = places_round(&table, apart, &[]);
    let is_clear = |place: &Point| {
        table.terrain().areas.iter().all(|area| area.holds(&Outline::point(*place)) == Within::Not)
    };
    assert!(places.iter().all(|place| table.has(*place) && is_clear(place)), "{places:?}");
    let off_line =
        |place: &Point| hedge.nearest(&Outline::point(*place)).is_some_and(|near| !near.apart.is_zero());
    assert!(places.iter().all(off_line), "nobody pauses on a line");
    // Round the circle: right at its rim, and an inch off; along the sides of the corners an inch as well.
    let centre = Point::inches(24, 24);
    let far = |place: &Point| centre.distance(*place).rounded().in_thousandths();
    let ring: Vec<i64> = places.iter().map(far).filter(|far| *far < 5000).collect();
    assert_eq!(ring.iter().filter(|far| **far < 3300).count(), 8, "{ring:?}");
    assert_eq!(ring.iter().filter(|far| (4300..4400).contains(*far)).count(), 8, "{ring:?}");
}

#[test]
fn a_fan_leads_all_round_from_the_start_and_ahead_from_other_places() {
    let circles = [(Point::inches(24, 12), Length::inches(2))];
    let mut rules = Circles { circles: circles.to_vec(), quarter: 1000, asked: 0 };
    let mover = mover(Point::inches(24, 4), 10_000);
    let places = places_round(&table(&circles), Length::ZERO, &[]);
    let found = stands(&mover, &places, &mut rules).unwrap_or_else(|e| match e {});
    assert_eq!(found[0].way, [mover.at]);
    assert!(found.windows(2).skip(1).all(|two| two[0].cost <= two[1].cost), "cheapest first");
    let first = fan(&mover, found[0].clone(), Turn::degrees(45), &mut rules).unwrap_or_else(|e| match e {});
    let told: Vec<(i64, i64)> =
        first.rays.iter().map(|ray| (ray.before, ray.run.gone.in_thousandths())).collect();
    // Ahead the circle is in the way; to the sides a turn is paid for, behind two.
    let sides = (1000, 9000);
    assert_eq!(told, [(0, 6000), sides, sides, (2000, 8000), (2000, 8000), (2000, 8000), sides, sides]);
    let second = fan(&mover, found[1].clone(), Turn::degrees(45), &mut rules).unwrap_or_else(|e| match e {});
    assert_eq!(second.rays.len(), 5);
    assert_eq!(second.rays[2].facing, found[1].facing);
}

//! Reach and paths, held against a search that forgets nothing.

use std::collections::{BTreeMap, BTreeSet};

use super::*;

/// A small map with a random answer for each pair of adjacent hexes.
#[derive(Debug, Clone)]
struct Ground {
    map: HexMap,
    start: Hex,
    entries: BTreeMap<(Hex, Hex), Entry<u8>>,
    budget: i64,
    max_steps: Option<u32>,
}

impl Ground {
    fn reach(&self) -> Reach<u8> {
        reach(&self.map, self.start, self.budget, self.max_steps, |from, to| {
            Ok::<_, ()>(self.entries[&(from, to)])
        })
        .expect("no cost is negative")
    }

    /// What a path costs that can be gone, step by step.
    fn follow(&self, path: &[Hex]) -> Option<Reached> {
        let mut so_far = Reached { cost: 0, steps: 0, may_stop: true };
        for leg in path.windows(2) {
            let Entry::Yes { cost, may_stop } = *self.entries.get(&(leg[0], leg[1]))? else { return None };
            so_far = Reached { cost: so_far.cost + cost, steps: so_far.steps + 1, may_stop };
        }
        let is_short = self.max_steps.is_none_or(|limit| so_far.steps <= limit);
        Some(so_far).filter(|reached| is_short && reached.cost <= self.budget)
    }

    /// Every (cost, hexes, may stop) in which each hex can be reached, by walking every path: a path that
    /// comes back to a hex can only gain the right to stop there, so paths one longer than the number of
    /// hexes are enough.
    fn all_ways(&self) -> BTreeMap<Hex, BTreeSet<(i64, u32, bool)>> {
        let longest = self.max_steps.unwrap_or(u32::MAX).min(self.map.hexes().count() as u32 + 1);
        let mut ways = BTreeMap::from([(self.start, BTreeSet::from([(0, 0, true)]))]);
        let mut last = BTreeSet::from([(self.start, 0)]);
        for steps in 1..=longest {
            let mut next = BTreeSet::new();
            for (from, spent) in last {
                for to in self.map.neighbours(from) {
                    if let Entry::Yes { cost, may_stop } = self.entries[&(from, to)]
                        && spent + cost <= self.budget
                    {
                        next.insert((to, spent + cost));
                        ways.entry(to).or_default().insert((spent + cost, steps, may_stop));
                    }
                }
            }
            last = next;
        }
        ways
    }
}

fn any_ground() -> impl Strategy<Value = Ground> {
    let cost = prop_oneof![6 => 0..5_i64, 1 => 5..14_i64];
    let entry = prop_oneof![
        1 => any::<u8>().prop_map(Entry::No),
        4 => (cost, prop::bool::weighted(0.7)).prop_map(|(cost, may_stop)| Entry::Yes { cost, may_stop }),
    ];
    let budget = prop_oneof![3 => 0..9_i64, 1 => 9..20_i64];
    let entries = prop::collection::vec(entry, 6 * 20);
    let limit = prop_oneof![Just(None), (0..6_u32).prop_map(Some)];
    (any_layout(5, 4), prop::collection::vec(any::<prop::sample::Index>(), 0..4), entries, budget, limit)
        .prop_map(|(layout, holes, entries, budget, max_steps)| {
            let mut map = HexMap::new(layout);
            for hole in holes {
                let hexes: Vec<Hex> = map.hexes().collect();
                if hexes.len() > 1 {
                    map.cut_out(hexes[hole.index(hexes.len())]).expect("it is on the map");
                }
            }
            let start = map.hexes().next().expect("one hex at least is left");
            let pairs = map
                .hexes()
                .flat_map(|from| map.neighbours(from).map(move |to| (from, to)).collect::<Vec<_>>());
            let entries = pairs.zip(entries).collect();
            Ground { map, start, entries, budget, max_steps }
        })
}

/// The way that a reach should give: one that may stop before one that may not, then the cheapest, then the
/// shortest.
fn best_of(ways: BTreeSet<(i64, u32, bool)>) -> Reached {
    let in_order = ways.into_iter().map(|(cost, steps, may_stop)| (!may_stop, cost, steps));
    let (through, cost, steps) = in_order.min().expect("each hex has a way");
    Reached { cost, steps, may_stop: !through }
}

/// The answers of a ground as tolls, those of some hexes all at once.
struct GroundTolls<'g> {
    ground: &'g Ground,
    exits: &'g [(Exits, u8)],
    asked: BTreeSet<(Hex, Hex)>,
}

impl GroundTolls<'_> {
    /// What is known of the steps out of each hex, and the directions that have to be asked.
    fn exits(ground: &Ground, asks: impl Fn(usize) -> u8) -> Vec<(Exits, u8)> {
        let exits = ground.map.layout().hexes().enumerate().map(|(place, hex)| {
            let asks = asks(place);
            // What is to be asked may be anything here.
            let tolls = Direction::ALL.map(|direction| match asks >> direction.number() & 1 {
                0 => GroundTolls::of(ground, hex, hex.neighbour(direction)),
                _ => Toll::BARRED,
            });
            (Exits::new(tolls), asks)
        });
        exits.collect()
    }

    fn of(ground: &Ground, from: Hex, to: Hex) -> Toll {
        match ground.entries.get(&(from, to)) {
            Some(Entry::Yes { cost, may_stop }) => Toll::new(*cost, *may_stop).expect("no cost is negative"),
            Some(Entry::No(_)) | None => Toll::BARRED,
        }
    }
}

impl<'g> Tolls<'g, ()> for GroundTolls<'g> {
    fn exits(&mut self, from: Hex, place: usize) -> (&'g Exits, u8) {
        assert_eq!(self.ground.map.layout().index(from), Some(place));
        let (exits, asks) = &self.exits[place];
        (exits, *asks)
    }

    fn toll(&mut self, pace: Pace) -> Result<Toll, ()> {
        assert!(self.asked.insert((pace.from, pace.to)), "{pace:?} is asked for once");
        assert_eq!(pace.from.neighbour(pace.direction), pace.to);
        assert_eq!(self.ground.map.layout().index(pace.from), Some(pace.place));
        Ok(GroundTolls::of(self.ground, pace.from, pace.to))
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn reach_is_what_a_search_of_all_paths_finds(ground in any_ground()) {
        let reach = ground.reach();
        let best: BTreeMap<Hex, Reached> =
            ground.all_ways().into_iter().map(|(hex, ways)| (hex, best_of(ways))).collect();
        prop_assert_eq!(reach.iter().collect::<BTreeMap<_, _>>(), best);
    }

    #[test]
    fn a_path_of_the_reach_costs_what_the_reach_says(ground in any_ground()) {
        let reach = ground.reach();
        for (hex, reached) in reach.iter() {
            let path = reach.path(hex).expect("it is in reach");
            prop_assert_eq!(path.first(), Some(&ground.start));
            prop_assert_eq!(path.last(), Some(&hex));
            prop_assert_eq!(ground.follow(&path), Some(reached));
        }
    }

    #[test]
    fn a_way_to_one_hex_is_the_way_that_the_whole_reach_has(ground in any_ground()) {
        let whole = ground.reach();
        let targets: Vec<Hex> = ground.map.hexes().collect();
        for target in targets.into_iter().filter(|t| *t != ground.start) {
            let found = way_to(&ground.map, ground.start, target, ground.budget, ground.max_steps, |from, to| {
                Ok::<_, ()>(ground.entries[&(from, to)])
            });
            let found = found.expect("no cost is negative");
            prop_assert_eq!(found.get(target), whole.get(target));
            if found.get(target).is_none() {
                prop_assert_eq!(found.barred(&ground.map, target), whole.barred(&ground.map, target));
            }
        }
    }

    #[test]
    fn a_search_that_keeps_no_answers_finds_the_same(ground in any_ground()) {
        let (start, budget, max_steps) = (ground.start, ground.budget, ground.max_steps);
        let asked = Asked { start, target: None, budget, max_steps, keeps_entries: false };
        let places: Vec<Hex> = ground.map.layout().hexes().collect();
        let mut crossings = BTreeSet::new();
        let found = search(&ground.map, asked, |crossing: Crossing| {
            assert!(crossings.insert((crossing.from, crossing.to)), "{crossing:?} is asked for once");
            assert_eq!(crossing.from.neighbour(crossing.direction), crossing.to);
            assert_eq!(crossing.place.map(|place| places[place]), Some(crossing.from));
            Ok::<_, ()>(ground.entries[&(crossing.from, crossing.to)])
        });
        let found = found.expect("no cost is negative");
        prop_assert_eq!(found.iter().collect::<Vec<_>>(), ground.reach().iter().collect::<Vec<_>>());
    }

    #[test]
    fn a_spread_finds_what_a_reach_without_a_limit_of_hexes_does(
        ground in any_ground(),
        other in 0..9_i64,
        asks in prop::collection::vec(0..=Exits::ALL, 64),
    ) {
        let ground = Ground { max_steps: None, ..ground };
        let start = ground.map.place(ground.start).expect("it is on the map");
        let spread = |mut room: Spread, budget: i64| {
            let exits = GroundTolls::exits(&ground, |place| asks[place % asks.len()]);
            let mut tolls = GroundTolls { ground: &ground, exits: &exits, asked: BTreeSet::new() };
            room.search(&ground.map, start, budget, &mut tolls).expect("nothing is wrong");
            room
        };
        prop_assert!(Spread::serves(&ground.map, ground.budget));
        // In new room, and in the room of another search.
        let found = spread(Spread::default(), ground.budget);
        for found in [spread(found, other), spread(Spread::default(), ground.budget)] {
            let found = spread(found, ground.budget);
            let reach = ground.reach();
            prop_assert_eq!(found.goals(&ground.map).collect::<Vec<_>>(), reach.goals());
            for hex in ground.map.hexes() {
                let may_stop = reach.get(hex).is_some_and(|reached| reached.may_stop);
                prop_assert_eq!(found.may_stop(&ground.map, hex), may_stop);
                let way = found.way(&ground.map, hex);
                prop_assert_eq!(way, reach.path(hex).filter(|_| may_stop).map(|path| path[1..].to_vec()));
            }
        }
    }

    #[test]
    fn what_is_nearby_is_found_as_a_reach_finds_it(
        ground in any_ground(),
        begin in any::<prop::sample::Index>(),
        budget in 0..=Surroundings::HIGHEST,
        // By one of the two camps that are told apart, or by others.
        taken in prop::collection::vec(prop_oneof![4 => Just(None), 1 => (0..3_usize).prop_map(Some)], 20),
        unknown in prop::collection::vec(prop_oneof![9 => Just(0), 1 => 0..64_u8], 20),
        odd in prop::option::of(any::<prop::sample::Index>()),
    ) {
        let hexes: Vec<Hex> = ground.map.hexes().collect();
        let start = hexes[begin.index(hexes.len())];
        let mut ground = Ground { max_steps: None, budget: budget as i64, start, ..ground };
        // From each side the same, from which one hex at most is excepted.
        let odd = odd.map(|odd| hexes[odd.index(hexes.len())]);
        let same: BTreeMap<Hex, Entry<u8>> = ground.entries.iter().map(|((_, to), entry)| (*to, *entry)).collect();
        for ((_, to), entry) in &mut ground.entries {
            if odd != Some(*to) {
                *entry = same[to];
            }
        }
        let of_all = |mut tolls: Vec<Toll>| {
            tolls.dedup();
            <[Toll; 1]>::try_from(tolls).ok().map(|[toll]| toll)
        };
        let toll = |to: Hex| of_all(ground.map.neighbours(to).map(|from| GroundTolls::of(&ground, from, to)).collect());
        let place = |hex: Hex| hexes.iter().position(|at| *at == hex).expect("it is on the map");
        // What is known of the steps into a hex.
        let known = |to: Hex| -> Vec<Toll> {
            let steps = Direction::ALL.into_iter().map(|at| (at, to.neighbour(at.opposite())));
            let steps = steps.filter(|(at, from)| ground.map.contains(*from) && unknown[place(*from)] >> at.number() & 1 == 0);
            steps.map(|(_, from)| GroundTolls::of(&ground, from, to)).collect()
        };
        let mut surroundings = Surroundings::default();
        let (mut taken_by, mut here) = (Occupied::default(), Cluster::NONE);
        for ((hex, by), unknown) in hexes.iter().zip(&taken).zip(&unknown) {
            let from_middle = *hex - start;
            for camp in [None, Some(0), Some(1)] {
                // It does not matter what it costs while somebody else is there, or nobody.
                let tolls = if *by == camp { known(*hex) } else { vec![Toll::new(1, true).expect("a cost")] };
                if !tolls.is_empty() {
                    surroundings.add(from_middle, camp, of_all(tolls));
                }
                surroundings.know(from_middle, camp, !unknown);
            }
            let cluster = Cluster::of(from_middle);
            let Some(camp) = by else { continue };
            let of_camp = taken_by.by.get_mut(*camp).unwrap_or(&mut taken_by.by_others);
            (*of_camp, here) = (of_camp.or(cluster), here.or(cluster));
        }
        let mut asked = BTreeSet::new();
        let mut found = Nearby::default();
        let is_found = found.search(&surroundings, budget, here, |spot, ways_in, is_first| {
            let to = start + spot.from_middle();
            assert!(taken[place(to)].is_some());
            for direction in Direction::ALL.into_iter().filter(|at| ways_in >> at.number() & 1 == 1) {
                let from = to.neighbour(direction.opposite());
                assert_eq!(is_first, from == start);
                assert!(asked.insert((from, to)), "asked twice");
            }
            toll(to)
        });
        let reach = ground.reach();
        let reached = |hex: &Hex| reach.iter().any(|(reached, _)| reached == *hex);
        let looked_at = |hex: &Hex| reached(hex) || ground.map.neighbours(*hex).any(|beside| reached(&beside));
        let is_plain = |hex: &Hex| toll(*hex).is_none_or(|toll| toll.told().is_none_or(|(cost, _)| cost > 0));
        let is_told = hexes.iter().zip(&unknown).all(|(hex, unknown)| *unknown == 0 || !reached(hex))
            && hexes.iter().filter(|hex| looked_at(hex) && **hex != start).all(|hex| is_plain(hex) && Some(*hex) != odd);
        prop_assert!(is_found.is_some() || !is_told, "this can be told");
        // Who asks nobody knows nothing of steps of which nothing is known, so what they cost does not matter where it can be told.
        let mut unasked = Nearby::default();
        let is_told_unasked = unasked.search_unasked(&surroundings, budget, &taken_by).is_some();
        prop_assert!(is_told_unasked || !is_told || taken_by.by_others != Cluster::NONE, "this can be told unasked");
        let told = [is_found.map(|()| found), is_told_unasked.then_some(unasked)];
        for found in told.into_iter().flatten() {
            prop_assert_eq!(found.goals(ground.map.layout(), start), reach.goals());
            let all: BTreeSet<Hex> = found.all().spots().map(|spot| start + spot.from_middle()).collect();
            prop_assert_eq!(all, reach.iter().map(|(hex, _)| hex).collect::<BTreeSet<_>>());
            for hex in &hexes {
                let may_stop = reach.get(*hex).is_some_and(|reached| reached.may_stop) && *hex != start;
                prop_assert_eq!(found.may_stop(start, *hex), may_stop);
                let way = found.way(start, *hex).map(Path::into_vec);
                prop_assert_eq!(way, reach.path(*hex).filter(|_| may_stop).map(|path| path[1..].to_vec()));
            }
        }
    }

    #[test]
    fn a_toll_is_barred_where_no_budget_is_so_high(cost in -3..70_000_i64, may_stop in any::<bool>()) {
        match Toll::new(cost, may_stop) {
            None => prop_assert!(cost < 0),
            Some(toll) => prop_assert_eq!(toll == Toll::BARRED, cost > i64::from(Spread::HIGHEST)),
        }
    }

    #[test]
    fn reach_never_exceeds_the_budget(ground in any_ground()) {
        for (_, reached) in ground.reach().iter() {
            prop_assert!(reached.cost <= ground.budget);
            prop_assert!(ground.max_steps.is_none_or(|limit| reached.steps <= limit));
        }
    }

    #[test]
    fn the_caller_is_asked_once_for_each_pair(ground in any_ground()) {
        let mut asked = BTreeSet::new();
        reach(&ground.map, ground.start, ground.budget, ground.max_steps, |from, to| {
            assert!(from.is_adjacent(to) && ground.map.contains(to));
            assert!(asked.insert((from, to)), "asked twice");
            Ok::<_, ()>(ground.entries[&(from, to)])
        }).expect("no cost is negative");
    }

    #[test]
    fn every_hex_beside_the_reach_has_its_reasons(ground in any_ground()) {
        let reach = ground.reach();
        for hex in ground.map.hexes() {
            let beside: BTreeSet<Hex> =
                ground.map.neighbours(hex).filter(|from| reach.get(*from).is_some()).collect();
            let reasons = reach.barred(&ground.map, hex);
            if reach.get(hex).is_some() {
                prop_assert!(reasons.is_empty());
                continue;
            }
            prop_assert_eq!(reasons.iter().map(|barred| barred.from).collect::<BTreeSet<_>>(), beside);
            for Barred { from, why } in reasons {
                match (why, ground.entries[&(from, hex)]) {
                    (Denial::Refused(reason), Entry::No(said)) => prop_assert_eq!(reason, said),
                    (Denial::TooDear { needs, left }, Entry::Yes { cost, .. }) => {
                        prop_assert_eq!(needs, cost);
                        prop_assert!(cost > left);
                    }
                    (Denial::TooFar { limit }, _) => prop_assert_eq!(Some(limit), ground.max_steps),
                    wrong => prop_assert!(false, "{:?}", wrong),
                }
            }
        }
    }
}

fn field(columns: u32, rows: u32) -> HexMap {
    HexMap::new(Layout::new(Orientation::Flat, Shove::Even, columns, rows).expect("within three digits"))
}

fn hex(map: &HexMap, number: &str) -> Hex {
    map.layout().parse_number(number).expect("it is on the map")
}

fn everywhere(cost: i64) -> impl FnMut(Hex, Hex) -> Result<Entry<&'static str>, ()> {
    move |_, _| Ok(Entry::Yes { cost, may_stop: true })
}

#[test]
fn open_ground_is_reached_as_far_as_the_budget_goes() {
    let map = field(200, 200);
    let start = hex(&map, "100100");
    let reach = reach(&map, start, 10, None, everywhere(1)).expect("no cost is negative");
    assert_eq!(reach.iter().count(), 1 + 3 * 10 * 11);
    assert!(reach.iter().all(|(hex, reached)| reached.cost == i64::from(hex.distance(start))));
    assert_eq!(reach.all_barred(&map).len(), 6 * 11);
}

#[test]
fn three_points_and_one_hex_are_one_hex() {
    let map = field(9, 9);
    let start = hex(&map, "0505");
    let reach = reach(&map, start, 3, Some(1), everywhere(1)).expect("no cost is negative");
    assert_eq!(reach.stops().count(), 7);
    assert!(
        reach
            .all_barred(&map)
            .iter()
            .all(|(_, why)| why.iter().all(|barred| barred.why == Denial::TooFar { limit: 1 }))
    );
}

#[test]
fn a_dearer_way_of_fewer_hexes_leads_further() {
    // The straight way costs 2 a hex; a road round it is free, and too long for three hexes.
    let map = field(4, 2);
    let [start, road, top, end] = ["0101", "0102", "0201", "0301"].map(|number| hex(&map, number));
    let last = hex(&map, "0401");
    let enter = |from: Hex, to: Hex| {
        let cost = if (from, to) == (start, top) { 2 } else { 0 };
        let open = [(start, top), (start, road), (road, top), (top, end), (end, last)].contains(&(from, to));
        Ok::<_, ()>(if open { Entry::Yes { cost, may_stop: true } } else { Entry::No("no road") })
    };
    let reach = reach(&map, start, 2, Some(3), enter).expect("no cost is negative");
    assert_eq!(reach.get(end), Some(Reached { cost: 0, steps: 3, may_stop: true }));
    assert_eq!(reach.get(last), Some(Reached { cost: 2, steps: 3, may_stop: true }));
    assert_eq!(reach.path(last), Some(vec![start, top, end, last]));
}

#[test]
fn the_start_is_in_reach_whatever_the_budget() {
    let map = field(3, 3);
    for start in [hex(&map, "0202"), Hex::new(-50, 0)] {
        let reach = reach(&map, start, -1, None, everywhere(0)).expect("no cost is negative");
        assert_eq!(
            reach.iter().collect::<Vec<_>>(),
            [(start, Reached { cost: 0, steps: 0, may_stop: true })]
        );
    }
}

#[test]
fn a_unit_can_come_onto_the_map_from_beside_it() {
    let map = field(3, 3);
    let start = hex(&map, "0101").neighbour(Direction::ALL[0]);
    let reach = reach(&map, start, i64::MAX, None, everywhere(i64::MAX / 8)).expect("no cost is negative");
    assert_eq!(reach.stops().count(), 10);
    assert_eq!(reach.get(start).map(|reached| reached.cost), Some(0));
}

#[test]
fn a_cost_below_zero_is_an_error() {
    let map = field(3, 3);
    let start = hex(&map, "0202");
    let error = reach(&map, start, 9, None, everywhere(-1)).expect_err("the cost is negative");
    assert!(matches!(error, ReachError::NegativeCost { from, cost: -1, .. } if from == start));
    let failed = reach(&map, start, 9, None, |_, _| Err::<Entry<()>, _>("no such terrain"));
    assert_eq!(failed.expect_err("the caller fails"), ReachError::Caller("no such terrain"));
}

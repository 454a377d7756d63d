//! Many bases at once: the index answers what asking each would.

use super::*;

fn any_bases() -> impl Strategy<Value = Vec<Placed>> {
    prop_oneof![
        prop::collection::vec(any_placed(), 0..40),
        // All in a heap, and with one far away.
        (prop::collection::vec(any_neighbours(), 1..12), any_placed()).prop_map(|(pairs, far)| {
            let mut bases: Vec<Placed> = pairs.into_iter().flat_map(|(one, other)| [one, other]).collect();
            bases.push(far.moved(Point::inches(-900, 700), far.facing()));
            bases
        }),
    ]
}

fn any_shape() -> impl Strategy<Value = Outline> {
    prop_oneof![
        any_point().prop_map(Outline::point),
        (any_point(), any_point()).prop_map(|(from, to)| Outline::segment(from, to)),
        any_placed().prop_map(|placed| placed.outline()),
        (any_point(), 0..9000_i64).prop_map(|(centre, radius)| Outline::circle(centre, thousandths(radius))),
        (any_point(), any_point(), 0..2000_i64)
            .prop_map(|(from, to, by)| Outline::segment(from, to).widened(thousandths(by))),
    ]
}

proptest! {
    #[test]
    fn the_index_finds_what_asking_each_base_finds(
        bases in any_bases(), shape in any_shape(), distance in 0..9000_i64,
    ) {
        let distance = thousandths(distance);
        let near = |base: &Placed| base.outline().nearest(&shape).apart.is_within(distance);
        let asked: Vec<usize> = (0..bases.len()).filter(|id| near(&bases[*id])).collect();
        prop_assert_eq!(Index::new(bases).near(&shape, distance), asked);
    }

    #[test]
    fn the_nearest_by_the_index_is_the_nearest_of_all(
        bases in any_bases(), shape in any_shape(), odd in any::<bool>(),
    ) {
        let counts = |id: usize| !odd || id % 2 == 1;
        let all = bases.iter().enumerate().filter(|(id, _)| counts(*id));
        let least = all.map(|(id, base)| (shape.nearest(&base.outline()).apart.millionths(), id)).min();
        let index = Index::new(bases);
        let found = index.nearest(&shape, counts).map(|(id, nearest)| (nearest.apart.millionths(), id));
        prop_assert_eq!(found, least);
    }

    #[test]
    fn contacts_by_the_index_are_those_of_all_pairs(bases in any_bases()) {
        let index = Index::new(bases.clone());
        let mut pairs = Vec::new();
        for (one, base) in bases.iter().enumerate() {
            for (other, second) in bases.iter().enumerate().skip(one + 1) {
                pairs.extend(contact(base, second).map(|contact| Touching { one, other, contact }));
            }
        }
        prop_assert_eq!(index.contacts(|_, _| true), pairs.clone());
        let odd = |one: usize, other: usize| (one + other) % 2 == 1;
        pairs.retain(|pair| odd(pair.one, pair.other));
        prop_assert_eq!(index.contacts(odd), pairs);
        for id in 0..bases.len() {
            let touching: Vec<usize> = index.touching(id).into_iter().map(|(other, _)| other).collect();
            let touches = |other: usize| other != id && contact(&bases[id], &bases[other]).is_some();
            let asked: Vec<usize> = (0..bases.len()).filter(|other| touches(*other)).collect();
            prop_assert_eq!(touching, asked);
        }
        prop_assert_eq!(index.touching(bases.len()), []);
    }

    #[test]
    fn a_line_of_fire_tells_all_that_is_near_it_the_nearest_first(
        bases in any_bases(), from in any_point(), to in any_point(), radius in 0..3000_i64,
        carried in any_carried(),
    ) {
        let radius = thousandths(radius);
        let passed = line_of_fire(from, to, radius, &Index::new(bases.clone()));
        let line = Outline::segment(from, to);
        for (id, base) in bases.iter().enumerate() {
            let apart = base.outline().nearest(&line).apart;
            let told = passed.iter().find(|passed| passed.id == id).map(|passed| passed.apart);
            prop_assert_eq!(told, apart.is_within(radius).then_some(apart));
        }
        prop_assert!(passed.is_sorted_by_key(|passed| passed.from_start.rounded()));
        let there = bases.iter().map(|base| carried.placed(base)).collect();
        let there = line_of_fire(carried.point(from), carried.point(to), radius, &Index::new(there));
        let told = |passed: &[Passed]| passed.iter().map(|p| (p.id, p.apart, p.from_start)).collect::<Vec<_>>();
        prop_assert_eq!(told(&passed), told(&there));
        let back = line_of_fire(to, from, radius, &Index::new(bases));
        let ids = |passed: &[Passed]| {
            let mut ids: Vec<(usize, Length)> = passed.iter().map(|p| (p.id, p.apart.rounded())).collect();
            ids.sort_unstable();
            ids
        };
        prop_assert_eq!(ids(&passed), ids(&back));
    }

    #[test]
    fn who_is_under_a_template_is_who_lies_within_it(
        bases in any_bases(), at in any_point(), radius in prop_oneof![Just(0), 0..9000_i64], facing in any_facing(),
    ) {
        let size = thousandths(radius);
        for template in [Template::Circle { radius: size }, Template::Strip { length: size, width: inches("2") }] {
            let under = template.under(at, facing, &Index::new(bases.clone()));
            let laid = template.laid(at, facing);
            let asked = |(id, base): (usize, &Placed)| Under { id, within: base.outline().within(&laid) };
            let asked = bases.iter().enumerate().map(asked);
            prop_assert_eq!(under, asked.filter(|under| under.within.is_any()).collect::<Vec<_>>());
        }
    }
}

#[test]
fn a_friend_at_exactly_one_inch_of_the_line_is_told_exactly() {
    let friend = |y| Placed::new(rectangle("1", "1"), at("10", y), Facing::UP);
    let near = |y| line_of_fire(at("0", "0"), at("20", "0"), Length::INCH, &Index::new(vec![friend(y)]));
    let passed = near("1.5");
    assert_eq!(passed.len(), 1);
    assert_eq!(passed[0].apart.compare(Length::INCH), std::cmp::Ordering::Equal);
    assert_eq!(passed[0].from_start.rounded(), inches("9.552"));
    assert_eq!(near("1.501"), []);
    assert_eq!(near("-1.499")[0].apart.compare(Length::INCH), std::cmp::Ordering::Less);
    assert!(near("0.4")[0].apart.is_zero());
}

#[test]
fn an_index_of_nothing_finds_nothing() {
    let none = Index::new(Vec::new());
    assert!(none.near(&Outline::point(at("0", "0")), Length::LONGEST).is_empty());
    assert_eq!(none.nearest(&Outline::point(at("0", "0")), |_| true), None);
    assert_eq!(none.contacts(|_, _| true), []);
    let same = Index::new(vec![Placed::new(round("1"), at("3", "3"), Facing::UP); 5]);
    assert_eq!(same.near(&Outline::point(at("3", "3")), Length::ZERO), [0, 1, 2, 3, 4]);
    assert_eq!(same.contacts(|_, _| true).len(), 10);
}

//! Distance, directions, rings, hexsides and corners.

use std::collections::BTreeSet;

use super::*;

proptest! {
    #[test]
    fn distance_is_a_metric(a in any_hex(), b in any_hex(), c in any_hex()) {
        prop_assert_eq!(a.distance(b) == 0, a == b);
        prop_assert_eq!(a.distance(b), b.distance(a));
        prop_assert!(a.distance(c) <= a.distance(b) + b.distance(c));
    }

    #[test]
    fn distance_does_not_change_when_the_map_is_shifted_or_turned(
        a in any_hex(), b in any_hex(), shift in any_hex(), sixths in -6..6,
    ) {
        prop_assert_eq!((a + shift).distance(b + shift), a.distance(b));
        prop_assert_eq!(a.rotated(sixths).distance(b.rotated(sixths)), a.distance(b));
        prop_assert_eq!(reflected(a).distance(reflected(b)), a.distance(b));
    }

    #[test]
    fn distance_is_that_of_hexx(a in any_hex(), b in any_hex()) {
        let hexx = |hex: Hex| hexx::Hex::new(hex.q, hex.r);
        prop_assert_eq!(a.distance(b), hexx(a).unsigned_distance_to(hexx(b)));
    }

    #[test]
    fn sums_undo_differences_even_at_the_ends(
        q in any::<i32>(), r in any::<i32>(), other_q in any::<i32>(), other_r in any::<i32>(),
    ) {
        let (a, b) = (Hex::new(q, r), Hex::new(other_q, other_r));
        prop_assert_eq!(a + b - b, a);
        prop_assert_eq!(a.distance(b), b.distance(a));
    }
}

#[test]
fn neighbours_lie_opposite_each_other() {
    for hex in around(2) {
        for direction in Direction::ALL {
            let neighbour = hex.neighbour(direction);
            assert_eq!(neighbour.neighbour(direction.opposite()), hex);
        }
    }
}

#[test]
fn each_direction_is_a_sixth_of_a_turn_past_the_one_before() {
    for (number, direction) in Direction::ALL.into_iter().enumerate() {
        assert_eq!(direction.index(), number);
        assert_eq!(Direction::new(direction.number()), Some(direction));
        assert_eq!(direction.turned(1).step(), direction.step().rotated(1));
        assert_eq!(direction.turned(-7), direction.turned(5));
    }
    assert_eq!(Direction::new(6), None);
    assert!(serde_json::from_str::<Direction>("6").is_err());
}

#[test]
fn a_ring_has_six_times_its_distance() {
    let centre = Hex::new(4, -7);
    assert_eq!(centre.ring(0).collect::<Vec<_>>(), [centre]);
    for distance in 1..12 {
        let ring: Vec<Hex> = centre.ring(distance).collect();
        assert_eq!(ring.len(), 6 * distance as usize);
        assert_eq!(ring.iter().collect::<BTreeSet<_>>().len(), ring.len());
        assert!(ring.iter().all(|hex| hex.distance(centre) == distance));
        let next = ring.iter().cycle().skip(1);
        assert!(ring.iter().zip(next).all(|(hex, next)| hex.is_adjacent(*next)), "it goes round");
    }
    assert_eq!(centre.ring(1).collect::<Vec<_>>(), centre.neighbours());
}

#[test]
fn the_hexes_within_a_distance_are_all_rings_up_to_it() {
    let all = around(9);
    for distance in 0..5 {
        let centre = Hex::new(1, -3);
        let within: BTreeSet<Hex> = centre.within(distance).collect();
        let near: BTreeSet<Hex> =
            all.iter().copied().filter(|hex| hex.distance(centre) <= distance).collect();
        assert_eq!(within, near);
    }
}

#[test]
fn a_hexside_is_the_same_from_both_hexes() {
    let centre = Hex::new(2, 5);
    let hexsides: BTreeSet<Hexside> =
        centre.neighbours().into_iter().filter_map(|hex| Hexside::between(centre, hex)).collect();
    assert_eq!(hexsides.len(), 6);
    for hexside in hexsides {
        let [a, b] = hexside.hexes();
        assert_eq!(Hexside::between(b, a), Some(hexside));
        assert_eq!((hexside.other(a), hexside.other(b)), (Some(b), Some(a)));
        assert_eq!(hexside.other(centre + Hex::new(9, 9)), None);
    }
    assert_eq!(Hexside::between(centre, centre), None);
    assert_eq!(Hexside::between(centre, centre + Hex::new(1, 1)), None);
}

#[test]
fn three_hexsides_end_at_a_corner_and_two_corners_end_a_hexside() {
    let mut corners = BTreeSet::new();
    for neighbour in Hex::default().neighbours() {
        let hexside = Hexside::between(Hex::default(), neighbour).expect("neighbours share a hexside");
        for corner in hexside.ends() {
            assert!(corner.hexsides().contains(&hexside));
            let [a, b, c] = corner.hexes();
            assert_eq!(Corner::between(c, a, b), Some(corner));
            corners.insert(corner);
        }
    }
    assert_eq!(corners.len(), 6);
    assert_eq!(Corner::between(Hex::new(0, 0), Hex::new(1, 0), Hex::new(2, 0)), None);
}

#[test]
fn a_stored_hexside_of_distant_hexes_is_refused() {
    let hexside = Hexside::between(Hex::new(0, 0), Hex::new(1, 0)).expect("neighbours share a hexside");
    let text = serde_json::to_string(&hexside).expect("it is plain data");
    assert_eq!(serde_json::from_str::<Hexside>(&text).expect("it was just written"), hexside);
    assert!(serde_json::from_str::<Hexside>(&text.replace(":1", ":5")).is_err());
}

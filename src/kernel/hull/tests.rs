//! Laws of hulls.

use std::sync::Arc;

use super::*;
use crate::diagnostic::Span;
use crate::kernel::layer::{Layer, Rank};

fn nowhere() -> Origin {
    let layer = Arc::new(Layer { rank: Rank::Core, name: Arc::from("test") });
    Origin { layer, span: Span::new(crate::diagnostic::SourceMap::default().add("x", ""), 0, 0), cites: None }
}

/// A hull that is drawn by digits: the depth, `.` for no circle.
fn drawn(rows: &[&str]) -> Hull {
    let mut hull = Hull::new("test".into(), "Test".into(), nowhere());
    let mut circles = Vec::new();
    for (row, line) in rows.iter().enumerate() {
        for (column, sign) in line.chars().enumerate() {
            if let Some(depth) = sign.to_digit(10) {
                circles.push((Spot { column: column as u8, row: row as u8 }, depth as usize - 1, 0));
            }
        }
    }
    hull.draw(circles);
    hull
}

#[test]
fn names_and_places_are_each_others_reverse() {
    for column in 0..26 {
        for row in 0..26 {
            let spot = Spot { column, row };
            assert_eq!(Spot::named(&spot.to_string()), Some(spot));
        }
    }
    for name in ["", "3", "a0", "a03", "a27", "ab1", "é1", "a-1", "a+1"] {
        assert_eq!(Spot::named(name), None, "{name}");
    }
}

#[test]
fn whoever_has_a_neighbour_is_its_neighbour() {
    let mut hull = drawn(&[".111.", "12221", "1.3.1", "12221", ".111."]);
    let both_ways = |hull: &Hull| {
        for (at, circle) in hull.circles().iter().enumerate() {
            assert!(!circle.neighbours.contains(&at));
            assert!(circle.neighbours.is_sorted());
            for other in &circle.neighbours {
                assert!(hull.circles()[*other].neighbours.contains(&at));
            }
        }
    };
    both_ways(&hull);
    let [one, other] = ["b1", "c5"].map(|name| hull.named(name).unwrap());
    hull.join(one, other);
    hull.join(other, one);
    assert!(hull.circles()[one].neighbours.contains(&other));
    both_ways(&hull);
    hull.part(other, one);
    assert!(!hull.circles()[one].neighbours.contains(&other));
    both_ways(&hull);
}

#[test]
fn a_circle_lies_on_the_flank_that_it_is_nearest_to() {
    let hull = drawn(&["111", "111", "111", "111"]);
    let flanks: Vec<&str> = hull.circles().iter().map(|c| c.flank.map_or("-", Flank::word)).collect();
    assert_eq!(
        flanks,
        [
            "front", "front", "front", "left", "front", "right", "left", "rear", "right", "rear", "rear",
            "rear"
        ]
    );
    let middle = drawn(&["111", "111", "111"]);
    assert_eq!(middle.circles()[4].flank, None);
}

#[test]
fn a_mirrored_hull_has_left_for_right() {
    let rows = ["11.1", "1211", ".1.1", "1.11"];
    let mirrored: Vec<String> = rows.iter().map(|row| row.chars().rev().collect()).collect();
    let mirrored = drawn(&mirrored.iter().map(String::as_str).collect::<Vec<_>>());
    let hull = drawn(&rows);
    for circle in hull.circles() {
        let other = Spot { column: 3 - circle.spot.column, ..circle.spot };
        let other = mirrored.circles().iter().find(|c| c.spot == other).unwrap();
        let swapped = match other.flank {
            Some(Flank::Left) => Some(Flank::Right),
            Some(Flank::Right) => Some(Flank::Left),
            same => same,
        };
        assert_eq!(circle.flank, swapped);
    }
}

#[test]
fn parts_hang_together_and_have_every_circle_once() {
    let mut hull = drawn(&["11.1", "1..1", "...."]);
    assert_eq!(hull.parts(), [vec![0, 1, 3], vec![2, 4]]);
    hull.join(1, 2);
    assert_eq!(hull.parts(), [vec![0, 1, 2, 3, 4]]);
    hull.part(2, 4);
    assert_eq!(hull.parts(), [vec![0, 1, 2, 3], vec![4]]);
}

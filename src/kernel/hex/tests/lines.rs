//! Lines, held against a clipping of the segment by each hexagon in exact fractions.

use std::collections::BTreeSet;

use super::*;

/// How a segment meets a closed hexagon.
#[derive(Debug, PartialEq)]
enum Meeting {
    Apart,
    /// In one point of its border.
    Point,
    /// In a stretch of its border, its inside untouched.
    Border,
    Inside,
}

/// Three times the axial coordinates of a hex's corners, so that all of them are whole numbers.
fn corners_by_three(hex: Hex) -> [Hex; 6] {
    Direction::ALL.map(|direction| hex.scale(3) + direction.step() + direction.turned(1).step())
}

fn cross(a: Hex, b: Hex) -> i64 {
    i64::from(a.q) * i64::from(b.r) - i64::from(a.r) * i64::from(b.q)
}

/// Clips the segment between two centres by the six sides of a hexagon. It shares nothing with the walk under
/// test: it looks at one hex at a time, and at its corners, not its neighbours.
fn meeting(from: Hex, to: Hex, hex: Hex) -> Meeting {
    let (start, way) = (from.scale(3), (to - from).scale(3));
    let corners = corners_by_three(hex);
    let inward = cross(corners[1] - corners[0], hex.scale(3) - corners[0]).signum();
    // The part of the segment still inside, from low to high, as fractions of its length.
    let (mut low, mut high) = ((0, 1), (1, 1));
    let less = |a: (i64, i64), b: (i64, i64)| a.0 * b.1 < b.0 * a.1;
    let mut on_border = false;
    for side in 0..6 {
        let (corner, next) = (corners[side], corners[(side + 1) % 6]);
        let at_start = inward * cross(next - corner, start - corner);
        let change = inward * cross(next - corner, way);
        match change.signum() {
            0 if at_start < 0 => return Meeting::Apart,
            0 => on_border |= at_start == 0,
            1 if less(low, (-at_start, change)) => low = (-at_start, change),
            -1 if less((at_start, -change), high) => high = (at_start, -change),
            _ => {}
        }
    }
    if less(high, low) {
        Meeting::Apart
    } else if !less(low, high) {
        Meeting::Point
    } else if on_border {
        Meeting::Border
    } else {
        Meeting::Inside
    }
}

/// The hexes that a line touches at one corner and nowhere else.
fn grazed(line: &Line) -> BTreeSet<Hex> {
    let met = line.steps().iter().filter(|step| !matches!(step, LineStep::Corner(_)));
    let met: BTreeSet<Hex> = met.flat_map(LineStep::hexes).collect();
    line.touched().difference(&met).copied().collect()
}

#[test]
fn a_line_has_every_hex_that_it_touches_and_no_other() {
    let origin = Hex::default();
    let near = around(8);
    for to in around(6).into_iter().filter(|to| *to != origin) {
        let line = line(origin, to);
        let met = |how: Meeting| -> BTreeSet<Hex> {
            near.iter().copied().filter(|hex| meeting(origin, to, *hex) == how).collect()
        };
        let bordered: BTreeSet<Hex> = line.along().flat_map(Hexside::hexes).collect();
        assert_eq!(line.through().collect::<BTreeSet<_>>(), met(Meeting::Inside), "through, to {to:?}");
        assert_eq!(bordered, met(Meeting::Border), "along, to {to:?}");
        assert_eq!(grazed(&line), met(Meeting::Point), "grazed, to {to:?}");
    }
}

#[test]
fn a_line_has_every_corner_that_it_passes() {
    let origin = Hex::default();
    for to in around(6).into_iter().filter(|to| *to != origin) {
        let mut passed = BTreeSet::new();
        for hex in around(7) {
            for direction in Direction::ALL {
                let ahead = [hex, hex.neighbour(direction), hex.neighbour(direction.turned(1))];
                let point = corners_by_three(hex)[direction.index()];
                let way = to.scale(3);
                let between = (0..=way.q.abs()).contains(&(point.q * way.q.signum()))
                    && (0..=way.r.abs()).contains(&(point.r * way.r.signum()))
                    && (way.q != 0 || point.q == 0)
                    && (way.r != 0 || point.r == 0);
                if between && cross(point, way) == 0 {
                    passed.insert(Corner::between(ahead[0], ahead[1], ahead[2]).expect("they touch"));
                }
            }
        }
        assert_eq!(line(origin, to).corners().collect::<BTreeSet<_>>(), passed, "to {to:?}");
    }
}

#[test]
fn each_step_of_a_line_touches_the_next() {
    for to in around(6) {
        let line = line(Hex::default(), to);
        assert_eq!(line.steps().first(), Some(&LineStep::Through(Hex::default())));
        assert_eq!(line.steps().last(), Some(&LineStep::Through(to)));
        for pair in line.steps().windows(2) {
            let fits = match (pair[0], pair[1]) {
                (LineStep::Through(hex), LineStep::Across(hexside))
                | (LineStep::Across(hexside), LineStep::Through(hex)) => hexside.other(hex).is_some(),
                (LineStep::Through(hex), LineStep::Corner(corner))
                | (LineStep::Corner(corner), LineStep::Through(hex)) => corner.hexes().contains(&hex),
                (LineStep::Along(hexside), LineStep::Corner(corner))
                | (LineStep::Corner(corner), LineStep::Along(hexside)) => hexside.ends().contains(&corner),
                _ => false,
            };
            assert!(fits, "{pair:?} on the line to {to:?}");
        }
        let once: BTreeSet<&LineStep> = line.steps().iter().collect();
        assert_eq!(once.len(), line.steps().len(), "nothing is met twice");
    }
}

fn moved(step: &LineStep, by: &impl Fn(Hex) -> Hex) -> LineStep {
    let side = |side: Hexside| {
        let [a, b] = side.hexes().map(by);
        Hexside::between(a, b).expect("moving keeps hexes adjacent")
    };
    match step {
        LineStep::Through(hex) => LineStep::Through(by(*hex)),
        LineStep::Across(hexside) => LineStep::Across(side(*hexside)),
        LineStep::Along(hexside) => LineStep::Along(side(*hexside)),
        LineStep::Corner(corner) => {
            let [a, b, c] = corner.hexes().map(by);
            LineStep::Corner(Corner::between(a, b, c).expect("moving keeps hexes adjacent"))
        }
    }
}

fn moved_line(from: Hex, to: Hex, by: impl Fn(Hex) -> Hex) -> Vec<LineStep> {
    line(from, to).steps().iter().map(|step| moved(step, &by)).collect()
}

fn steps(from: Hex, to: Hex) -> Vec<LineStep> {
    line(from, to).steps().to_vec()
}

fn reversed(from: Hex, to: Hex) -> Vec<LineStep> {
    line(from, to).steps().iter().copied().rev().collect()
}

#[test]
fn every_short_line_is_its_reverse_turned_and_mirrored() {
    let origin = Hex::default();
    for to in around(6) {
        assert_eq!(line(to, origin).steps(), reversed(origin, to));
        for sixths in 0..6 {
            assert_eq!(
                line(origin, to.rotated(sixths)).steps(),
                moved_line(origin, to, |hex| hex.rotated(sixths))
            );
        }
        assert_eq!(line(origin, reflected(to)).steps(), moved_line(origin, to, reflected));
    }
}

proptest! {
    #[test]
    fn line_of_sight_is_symmetric(a in any_hex(), b in any_hex(), blocker in 1..50_u32) {
        prop_assert_eq!(steps(b, a), reversed(a, b));
        let blocks = |step: &LineStep| -> Result<Option<()>, ()> {
            let woods = |hex: Hex| (hex.q * 31 + hex.r) as u32 % 50 == blocker;
            Ok(step.hexes().any(woods).then_some(()))
        };
        let (there, back) = (sight(a, b, blocks), sight(b, a, blocks));
        prop_assert_eq!(there.map(|sight| sight.is_clear()), back.map(|sight| sight.is_clear()));
    }

    #[test]
    fn line_of_sight_does_not_change_when_the_map_is_shifted(
        a in any_hex(), b in any_hex(), shift in any_hex(),
    ) {
        prop_assert_eq!(steps(a + shift, b + shift), moved_line(a, b, |hex| hex + shift));
    }

    #[test]
    fn line_of_sight_does_not_change_when_the_map_is_turned(a in any_hex(), b in any_hex(), sixths in 1..6) {
        prop_assert_eq!(
            steps(a.rotated(sixths), b.rotated(sixths)), moved_line(a, b, |hex| hex.rotated(sixths))
        );
        prop_assert_eq!(steps(reflected(a), reflected(b)), moved_line(a, b, reflected));
    }

    #[test]
    fn a_long_line_touches_what_the_clipped_segment_touches(a in any_hex(), b in any_hex()) {
        let touched = line(a, b).touched();
        for hex in &touched {
            for beside in hex.neighbours() {
                prop_assert_eq!(touched.contains(&beside), meeting(a, b, beside) != Meeting::Apart);
            }
        }
    }
}

#[test]
fn a_line_along_a_hexside_names_both_hexes() {
    let (from, to) = (Hex::new(0, 0), Hex::new(1, 1));
    let (p, q) = (Hex::new(0, 1), Hex::new(1, 0));
    let corner = |a, b, c| LineStep::Corner(Corner::between(a, b, c).expect("they touch"));
    let along = LineStep::Along(Hexside::between(p, q).expect("they are adjacent"));
    let through = LineStep::Through;
    assert_eq!(steps(from, to), [through(from), corner(from, p, q), along, corner(p, q, to), through(to)]);
}

#[test]
fn a_line_over_a_corner_touches_the_third_hex_in_one_point() {
    let line = line(Hex::new(0, 0), Hex::new(4, 1));
    assert_eq!(
        line.through().collect::<Vec<_>>(),
        [(0, 0), (1, 0), (2, 0), (2, 1), (3, 1), (4, 1)].map(|(q, r)| Hex::new(q, r))
    );
    assert_eq!(grazed(&line), BTreeSet::from([Hex::new(1, 1), Hex::new(3, 0)]));
    assert_eq!((line.crossed().count(), line.corners().count()), (3, 2));
}

#[test]
fn sight_leaves_out_both_ends_and_names_the_first_blocker() {
    let (from, to) = (Hex::new(0, 0), Hex::new(3, 0));
    let blocked_in = |hexes: &[Hex]| {
        sight(from, to, |step| {
            let found = hexes.iter().position(|hex| *step == LineStep::Through(*hex));
            Ok::<_, ()>(found)
        })
    };
    assert_eq!(blocked_in(&[from, to]), Ok(Sight::Clear));
    let first = LineStep::Through(Hex::new(1, 0));
    assert_eq!(blocked_in(&[Hex::new(2, 0), Hex::new(1, 0)]), Ok(Sight::Blocked { at: first, by: 1 }));
    let hexside = Hexside::between(from, Hex::new(1, 0)).expect("they are adjacent");
    let wall = sight(from, Hex::new(1, 0), |step| {
        Ok::<_, ()>((*step == LineStep::Across(hexside)).then_some("wall"))
    });
    assert_eq!(wall, Ok(Sight::Blocked { at: LineStep::Across(hexside), by: "wall" }));
    assert_eq!(sight(from, to, |_| Err::<Option<()>, _>("no terrain")), Err("no terrain"));
    assert_eq!(sight(from, from, |_| Ok::<_, ()>(Some(()))), Ok(Sight::Clear));
}

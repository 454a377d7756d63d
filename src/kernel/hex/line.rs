//! The straight line between the centres of two hexes: every hex, hexside and corner that it meets.
//!
//! The walk is exact. A hex is where `(p - centre) · step ≤ 1` for its six steps (as vectors q, r, s with
//! zero sum), so the line leaves it at the least `(1 + (centre - start) · step) / (way · step)` over the
//! steps that lead forward, and two fractions are compared by cross-multiplying. Hence the line back is the
//! same line, and shifting or turning the map changes nothing.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use super::coordinate::Hex;
use super::direction::Direction;
use super::hexside::{Corner, Hexside};

/// One thing that a line meets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LineStep {
    /// It runs through the inside of the hex.
    Through(Hex),
    /// It crosses the hexside, away from its ends.
    Across(Hexside),
    /// It runs along the hexside, from end to end, and through the inside of neither hex.
    Along(Hexside),
    /// It passes exactly through the corner where three hexes meet.
    Corner(Corner),
}

impl LineStep {
    /// The hexes that are met here: the one run through, the two of a hexside, the three of a corner.
    pub fn hexes(&self) -> impl Iterator<Item = Hex> {
        let (hexes, count) = match self {
            LineStep::Through(hex) => ([*hex; 3], 1),
            LineStep::Across(hexside) | LineStep::Along(hexside) => {
                let [a, b] = hexside.hexes();
                ([a, b, b], 2)
            }
            LineStep::Corner(corner) => (corner.hexes(), 3),
        };
        hexes.into_iter().take(count)
    }

    /// The hexsides that are met here: none within a hex, one that is crossed or run along, the three that
    /// end at a corner.
    pub fn hexsides(&self) -> impl Iterator<Item = Hexside> {
        let hexsides = match self {
            LineStep::Through(_) => [None; 3],
            LineStep::Across(hexside) | LineStep::Along(hexside) => [Some(*hexside), None, None],
            LineStep::Corner(corner) => corner.hexsides().map(Some),
        };
        hexsides.into_iter().flatten()
    }
}

/// All that a line meets, in order, from one end hex to the other, both included.
///
/// It begins and ends with [`LineStep::Through`]. From a hex, the line goes on in one of three ways:
///
/// ```text
///    across a hexside         over a corner            along a hexside
///
///       \                      \                       \       /
///        \                      \    Z                  \  P  /
///    X ---\---> Y           X ---*_______           X ---*===*---> Y
///          \                    / `---.                 /  Q  \
///           \                  /   Y   `->             /       \
///
///    X, X|Y, Y              X, XYZ, Y               X, XPQ, P|Q, PQY, Y
/// ```
///
/// A line over a corner goes from X straight into Y and touches Z at that one point; Z is in no other step of
/// it. The ends of hexsides are met in corners only: whether a wall on X|Z stops a line that touches its end
/// is for the rules to say, and so is what one or both of P and Q do to a line between them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    steps: Vec<LineStep>,
}

impl Line {
    /// All that the line meets, in order.
    pub fn steps(&self) -> &[LineStep] {
        &self.steps
    }

    /// The hexes whose inside the line runs through, in order, both ends included.
    pub fn through(&self) -> impl Iterator<Item = Hex> {
        self.steps.iter().filter_map(|step| match step {
            LineStep::Through(hex) => Some(*hex),
            _ => None,
        })
    }

    /// The hexsides that the line crosses away from their ends, in order.
    pub fn crossed(&self) -> impl Iterator<Item = Hexside> {
        self.steps.iter().filter_map(|step| match step {
            LineStep::Across(hexside) => Some(*hexside),
            _ => None,
        })
    }

    /// The hexsides that the line runs along, in order.
    pub fn along(&self) -> impl Iterator<Item = Hexside> {
        self.steps.iter().filter_map(|step| match step {
            LineStep::Along(hexside) => Some(*hexside),
            _ => None,
        })
    }

    /// The corners that the line passes through, in order.
    pub fn corners(&self) -> impl Iterator<Item = Corner> {
        self.steps.iter().filter_map(|step| match step {
            LineStep::Corner(corner) => Some(*corner),
            _ => None,
        })
    }

    /// Every hex that the line touches in any way.
    pub fn touched(&self) -> BTreeSet<Hex> {
        self.steps.iter().flat_map(LineStep::hexes).collect()
    }

    /// Every hexside that the line touches in any way: crossed, run along or met at an end.
    pub fn hexsides(&self) -> BTreeSet<Hexside> {
        self.steps.iter().flat_map(LineStep::hexsides).collect()
    }
}

/// The line from the centre of one hex to the centre of another. Its length grows with their distance, so the
/// caller sees to it that both are on a map.
pub fn line(from: Hex, to: Hex) -> Line {
    let way = Vector::from_to(from, to);
    let mut steps = vec![LineStep::Through(from)];
    let mut hex = from;
    while hex != to {
        hex = go_on(from, way, hex, &mut steps);
        steps.push(LineStep::Through(hex));
    }
    Line { steps }
}

/// Notes how the line leaves a hex, and gives the hex that it runs through next.
fn go_on(from: Hex, way: Vector, hex: Hex, steps: &mut Vec<LineStep>) -> Hex {
    let (exit, tie) = exits(way, Vector::from_to(from, hex));
    let ahead = hex.neighbour(exit);
    let Some(tie) = tie else {
        steps.push(LineStep::Across(Hexside::of_neighbours(hex, ahead)));
        return ahead;
    };
    let beside = hex.neighbour(tie);
    steps.push(LineStep::Corner(Corner::of_neighbours([hex, ahead, beside])));
    match way.dot(exit).cmp(&way.dot(tie)) {
        Ordering::Greater => ahead,
        Ordering::Less => beside,
        Ordering::Equal => {
            let beyond = ahead + tie.step();
            steps.push(LineStep::Along(Hexside::of_neighbours(ahead, beside)));
            steps.push(LineStep::Corner(Corner::of_neighbours([ahead, beside, beyond])));
            beyond
        }
    }
}

/// The direction in which the line leaves a hex, and a second one where it leaves by the corner between them.
fn exits(way: Vector, hex_from_start: Vector) -> (Direction, Option<Direction>) {
    // A line that is not at its end leads forward in two or three directions, so there is a first one.
    let mut first = (Direction::ALL[0], 1, 0);
    let mut tie = None;
    for direction in Direction::ALL {
        let forward = way.dot(direction);
        if forward <= 0 {
            continue;
        }
        let (_, least, over) = first;
        let reaches = 1 + hex_from_start.dot(direction);
        match (reaches * over).cmp(&(least * forward)) {
            Ordering::Less => (first, tie) = ((direction, reaches, forward), None),
            Ordering::Equal => tie = Some(direction),
            Ordering::Greater => {}
        }
    }
    (first.0, tie)
}

/// A difference of hexes, wide enough to be multiplied without overflow whatever the hexes.
#[derive(Clone, Copy)]
struct Vector {
    q: i128,
    r: i128,
}

impl Vector {
    fn from_to(from: Hex, to: Hex) -> Vector {
        let q = i128::from(to.q) - i128::from(from.q);
        let r = i128::from(to.r) - i128::from(from.r);
        Vector { q, r }
    }

    /// How far this leads in a direction: the sum of the products of q, r and s = -q - r.
    fn dot(self, direction: Direction) -> i128 {
        let step = direction.step();
        let (q, r) = (i128::from(step.q), i128::from(step.r));
        self.q * q + self.r * r + (self.q + self.r) * (q + r)
    }
}

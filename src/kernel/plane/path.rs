//! Ways of a base over the table: straight, aside, turning in place, wheeling about a corner, along a curve.
//!
//! A turn is followed in steps of at most one degree, and between two of them as straight: off the true arc by
//! less than 1/26,000 of its radius, a thousandth of an inch at a radius of 26 inches. Where a leg ends does not
//! depend on the steps, and lengths are those of the arcs.

use super::base::{Base, Mark, Placed};
use super::facing::{Facing, Hand, Turn};
use super::length::Length;
use super::outline::Outline;
use super::spot::{FINE, Spot, UNIT, Vector, divided, fine, root, small};

/// One part of a way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Leg {
    /// Straight ahead; back below zero.
    Straight(Length),
    /// Straight in a direction told as a turn from the facing, which stays as it is.
    Aside {
        /// Where it goes: a quarter turn for straight to the right.
        bearing: Turn,
        /// How far.
        length: Length,
    },
    /// About its centre, which costs no length by itself.
    Turn(Turn),
    /// About the front corner at a hand, towards that hand; backwards below zero. Its length is that of the arc
    /// at the other end of the front.
    ///
    /// ```text
    ///     . - ~ *              the right end goes along the arc,
    ///    *_________            the left corner stays
    ///    |         |
    /// ```
    Wheel {
        /// The corner that stays, and where the wheel leads.
        to: Hand,
        /// How far it turns.
        turn: Turn,
    },
    /// Along a circle, always facing along it; backwards below zero. Its length is that of the arc of its centre.
    Curve {
        /// On which hand the centre of the circle lies.
        to: Hand,
        /// How far that is from the centre of the base.
        radius: Length,
        /// How far it turns.
        turn: Turn,
    },
}

/// A way that is gone: from where, by which steps, how long.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Way {
    start: Placed,
    steps: Vec<Step>,
}

/// A small part of a way: a straight leg as a whole, or at most one degree of a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Step {
    /// The leg that it is a part of, by its place in the list.
    pub leg: usize,
    /// Where it begins.
    pub from: Placed,
    /// Where it ends.
    pub to: Placed,
    /// How long the way is up to its beginning.
    pub begins: Length,
    /// How long the way is up to its end.
    pub ends: Length,
    motion: Motion,
}

/// How a base moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Motion {
    By(Vector),
    About { pivot: Spot, turn: Turn },
}

impl Leg {
    /// The most that one leg turns: ten times round. What is asked beyond is left out.
    pub const MOST: Turn = Turn::degrees(3600);

    /// How long it is for a base, never below zero.
    pub fn length(&self, base: Base) -> Length {
        match *self {
            Leg::Straight(length) | Leg::Aside { length, .. } => length.abs(),
            Leg::Turn(_) => Length::ZERO,
            Leg::Wheel { turn, .. } => held(turn).arc(base.width()),
            Leg::Curve { radius, turn, .. } => held(turn).arc(radius),
        }
    }

    fn motion(&self, from: &Placed) -> Motion {
        let straight =
            |direction: Facing, length: Length| Motion::By(Vector::seen_from(direction, 0, 2 * fine(length)));
        match *self {
            Leg::Straight(length) => straight(from.facing(), length),
            Leg::Aside { bearing, length } => straight(from.facing().turned(bearing), length),
            Leg::Turn(turn) => Motion::About { pivot: from.centre_spot(), turn: held(turn) },
            Leg::Wheel { to, turn } => {
                Motion::About { pivot: from.spot(Mark::FrontCorner(to)), turn: held(turn).to(to) }
            }
            Leg::Curve { to, radius, turn } => {
                let side = if to == Hand::Left { -2 } else { 2 };
                let aside = Vector::seen_from(from.facing(), side * fine(radius.abs()), 0);
                Motion::About { pivot: from.centre_spot() + aside, turn: held(turn).to(to) }
            }
        }
    }
}

/// The way of a base over these legs, one after the other.
pub fn walk(start: Placed, legs: &[Leg]) -> Way {
    legs.iter().fold(Way { start, steps: Vec::new() }, |way, leg| way.then(*leg))
}

impl Way {
    /// The same way and then one leg more.
    #[must_use]
    pub fn then(mut self, taken: Leg) -> Way {
        let leg = self.steps.last().map_or(0, |step| step.leg + 1);
        let (from, begins) = (self.end(), self.length());
        let (motion, length) = (taken.motion(&from), taken.length(self.start.base()));
        let count = motion.steps();
        for step in 0..count {
            let placed = |at: i64| motion.part(at, count).applied(&from);
            let so_far = |at: i64| {
                let part = i128::from(length.in_thousandths()) * i128::from(at);
                begins + Length::thousandths(small(divided(part, i128::from(count))))
            };
            let to = placed(step + 1);
            let start = placed(step);
            let motion = motion.between(&start, &to);
            self.steps.push(Step {
                leg,
                from: start,
                to,
                begins: so_far(step),
                ends: so_far(step + 1),
                motion,
            });
        }
        self
    }

    /// So much of the way, to where [`Way::placed_at`] puts the base; turns in place at that point are done.
    #[must_use]
    pub fn until(&self, length: Length) -> Way {
        let whole = self.steps.iter().take_while(|step| step.ends <= length).count();
        let mut steps = self.steps[..whole].to_vec();
        if let Some(step) = self.steps.get(whole).filter(|step| step.begins < length) {
            let (gone, whole) = (length - step.begins, step.ends - step.begins);
            let motion = step.motion.part(gone.in_thousandths(), whole.in_thousandths());
            steps.push(Step { to: motion.applied(&step.from), ends: length, motion, ..*step });
        }
        Way { start: self.start, steps }
    }

    /// The same way, its last step leading to where the base is put that has gone it. Places are told in thousandths,
    /// and ways end between them: a way that is gone on from there lies at this end, and no line is in between.
    #[must_use]
    pub fn ending_at(mut self, placed: Placed) -> Way {
        if let Some(last) = self.steps.last_mut() {
            last.to = placed;
        }
        self
    }

    /// Where it begins.
    pub fn start(&self) -> Placed {
        self.start
    }

    /// Where it ends.
    pub fn end(&self) -> Placed {
        self.steps.last().map_or(self.start, |step| step.to)
    }

    /// How long it is: the sum of its legs, arcs measured along the arc.
    pub fn length(&self) -> Length {
        self.steps.last().map_or(Length::ZERO, |step| step.ends)
    }

    /// Its steps, in order.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Where the base is when it has gone so far, to the nearest thousandth; turns in place at that point are
    /// done. Held between the beginning and the end.
    pub fn placed_at(&self, length: Length) -> Placed {
        let step = self.steps.iter().find(|step| step.ends > length);
        match step {
            Some(step) if step.begins <= length => {
                let (gone, whole) = (length - step.begins, step.ends - step.begins);
                step.part(gone.in_thousandths(), whole.in_thousandths())
            }
            Some(_) => self.start,
            None => self.end(),
        }
    }
}

impl Step {
    /// Where the base is after `of / out_of` of the step.
    pub(super) fn part(&self, of: i64, out_of: i64) -> Placed {
        self.motion.part(of, out_of).applied(&self.from)
    }

    /// How far the corner goes that goes farthest in a turn, a thousandth up; nothing for a straight step.
    pub(super) fn sweep(&self) -> Option<Length> {
        let Motion::About { pivot, turn } = self.motion else { return None };
        let shape = self.from.outline();
        let far = shape.corners().iter().map(|corner| root((*corner - pivot).square())).max();
        let far = small(far.unwrap_or_default()) + shape.radius();
        Some(turn.arc(Length::thousandths(far / FINE + 1)) + Length::LEAST)
    }

    /// All that lies on straight lines between what it covers at the beginning and at a place of the step.
    pub(super) fn swept(&self, until: &Placed) -> Outline {
        self.from.outline().swept(&until.outline())
    }
}

impl Motion {
    /// The number of steps that it is followed in.
    fn steps(&self) -> i64 {
        match self {
            Motion::By(_) => 1,
            Motion::About { turn, .. } => {
                let degree = Turn::degrees(1).in_millionths();
                ((turn.abs().in_millionths() + degree - 1) / degree).max(1)
            }
        }
    }

    fn part(&self, of: i64, out_of: i64) -> Motion {
        match *self {
            Motion::By(way) => Motion::By(way.part(i128::from(of), i128::from(out_of))),
            Motion::About { pivot, turn } => Motion::About { pivot, turn: turn.part(of, out_of) },
        }
    }

    /// The motion from one place of a leg to the next, which is at most a degree on.
    fn between(&self, from: &Placed, to: &Placed) -> Motion {
        match *self {
            Motion::By(_) => *self,
            Motion::About { pivot, .. } => Motion::About { pivot, turn: from.facing().turn_to(to.facing()) },
        }
    }

    fn applied(&self, from: &Placed) -> Placed {
        match *self {
            Motion::By(way) => Placed::at(from.base(), from.centre_spot() + way, from.facing()),
            Motion::About { pivot, turn } => {
                let out = turned(from.centre_spot() - pivot, turn);
                Placed::at(from.base(), pivot + out, from.facing().turned(turn))
            }
        }
    }
}

fn held(turn: Turn) -> Turn {
    turn.clamp(-Leg::MOST, Leg::MOST)
}

/// A vector turned clockwise, to the nearest millionth.
fn turned(vector: Vector, turn: Turn) -> Vector {
    // Straight up, turned: its components are the sine and the cosine.
    let unit = Facing::UP.turned(turn).unit();
    let scale = i128::from(UNIT);
    let ahead = Vector { x: unit.y, y: unit.x };
    Vector { x: small(divided(ahead.dot(vector), scale)), y: small(divided(ahead.cross(vector), scale)) }
}

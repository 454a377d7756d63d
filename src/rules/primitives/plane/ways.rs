//! Ways of bodies along the table: straight, wheeling, curving, and what they lead over.

use std::rc::Rc;

use rhai::{Array, Dynamic, ImmutableString};

use super::super::Kit;
use super::super::reading::unknown;
use super::bodies::Body;
use super::{indexed, printed_table, table};
use crate::kernel::plane::{
    self, Crossing, Formation, Hand, How, Leg, Length, Mark, Placed, Tabletop, Turn, Way, Within, walk,
};
use crate::rules::convert::Ground;
use crate::rules::natives::Registrar;
use crate::rules::raise::Outcome;

/// A way of a body along the table.
#[derive(Debug, Clone)]
pub(in crate::rules) struct Course {
    way: Rc<Way>,
    formation: Formation,
}

pub(super) fn register(registrar: &mut Registrar<'_>, kit: &Kit) {
    registrar.add(
        "way(body: Body) -> Way",
        "The way of a body from where it stands; it has not gone yet.",
        |body: Body| {
            let way = Rc::new(walk(body.formation.rectangle(), &[]));
            Course { way, formation: body.formation }
        },
    );
    registrar.add(
        "ahead(way: Way, length: int) -> Way",
        "The same way and then straight ahead; back below zero.",
        |course: Course, length: i64| course.and(Leg::Straight(Length::thousandths(length))),
    );
    registrar.add(
        "turn_about(way: Way, turn: int) -> Way",
        "The same way and then a turn about the centre, which has no length.",
        |course: Course, turn: i64| course.and(Leg::Turn(Turn::millionths(turn))),
    );
    registrar.add(
        "wheel(way: Way, hand: text, turn: int) -> Way",
        "The same way and then a wheel about the front corner at a hand, `left` or `right`. Its length is that of the arc at the \
         outer end.",
        |course: Course, hand: &str, turn: i64| {
            let to = hand_named(hand)?;
            Ok::<_, Box<rhai::EvalAltResult>>(course.and(Leg::Wheel { to, turn: Turn::millionths(turn) }))
        },
    );
    registrar.add(
        "bend(way: Way, hand: text, radius: int, turn: int) -> Way",
        "The same way and then along a circle whose centre lies so far off at a hand. Its length is that of the arc.",
        |course: Course, hand: &str, radius: i64, turn: i64| {
            let (to, radius) = (hand_named(hand)?, Length::thousandths(radius));
            let turn = Turn::millionths(turn);
            Ok::<_, Box<rhai::EvalAltResult>>(course.and(Leg::Curve { to, radius, turn }))
        },
    );
    registrar.add(
        "part_of(way: Way, length: int) -> Way",
        "So much of a way, from its beginning; all of it where it is no longer.",
        |course: Course, length: i64| {
            let way = Rc::new(course.way.until(Length::thousandths(length)));
            Course { way, formation: course.formation }
        },
    );
    registrar.member(
        "way.length -> int",
        "How long it is, in thousandths of an inch.",
        |course: &mut Course| course.way.length().in_thousandths(),
    );
    registrar.member("way.end -> Body", "Where it ends.", |course: &mut Course| course.at(course.way.end()));
    registrar.add(
        "gone(way: Way, length: int) -> Body",
        "The body when it has gone so much of a way.",
        |course: Course, length: i64| course.at(course.way.placed_at(Length::thousandths(length))),
    );
    registrar.add(
        "first_touched(way: Way, bodies: array) -> any",
        "Which of these bodies the moving one touches first: `[place in the list, length gone]`, or `()` for none. Whatever it \
         touches from the beginning stops it at once, so leave that out.",
        |course: Course, bodies: Array| -> Outcome<Dynamic> {
            let (index, owners) = indexed(&bodies)?;
            let halt = plane::first_contact(&course.way, &index, |_| true);
            Ok(halt.map_or(Dynamic::UNIT, |halt| {
                let (at, gone) = (owners[halt.id] as i64, halt.at.in_thousandths());
                Dynamic::from_array(vec![Dynamic::from(at), Dynamic::from(gone)])
            }))
        },
    );
    let stage = kit.stage.clone();
    registrar.add(
        "length_on_table(way: Way) -> int",
        "How much of a way a body can go before some of it would leave the table; the whole length where it never does.",
        move |course: Course| -> Outcome<i64> {
            let table = printed_table(&stage)?;
            Ok(course.length_where(|body| body.outlines().all(|shape| table.holds(&shape) == Within::Wholly)))
        },
    );
    let stage = kit.stage.clone();
    registrar.add(
        "lines_crossed(way: Way) -> array",
        "The lines of the table that the middle of the front goes over, in order: `[terrain, length gone]` for each. One on which the \
         way begins or ends is not gone over.",
        move |course: Course| -> Outcome<Array> {
            let table = table(&stage)?;
            let met = course.lines_met(&table);
            let crossed = met.into_iter().filter(|crossing| crossing.how == How::Over);
            Ok(crossed.map(|crossing| told(&table, &crossing, None)).collect())
        },
    );
    let stage = kit.stage.clone();
    registrar.add(
        "lines_met(way: Way) -> array",
        "The lines of the table that the middle of the front meets, in order: `[terrain, length gone, how]` for each. The way leads `over` \
         a line; it begins there and leads `off` it, or ends there and leads `onto` it; it leads `along` it from beginning to end; or it \
         leads only `to` it and stays on its side, or past its very end.",
        move |course: Course| -> Outcome<Array> {
            let table = table(&stage)?;
            let met = course.lines_met(&table);
            Ok(met.into_iter().map(|crossing| told(&table, &crossing, Some(how_named(crossing.how)))).collect())
        },
    );
    let stage = kit.stage.clone();
    registrar.add(
        "ground_of(way: Way) -> array",
        "The way in stretches by what the middle of the front passes over: `[from, to, terrains]` for each, in order.",
        move |course: Course| -> Outcome<Array> {
            let table = table(&stage)?;
            let over = plane::ground(&course.way, Mark::Front, table.terrain());
            let terrain = |at: &usize| Dynamic::from(Ground::printed(table.areas()[*at].terrain));
            Ok(over
                .passages
                .iter()
                .map(|passage| {
                    Dynamic::from_array(vec![
                        Dynamic::from(passage.from.in_thousandths()),
                        Dynamic::from(passage.to.in_thousandths()),
                        Dynamic::from_array(passage.areas.iter().map(terrain).collect()),
                    ])
                })
                .collect())
        },
    );
}

impl Course {
    fn and(self, leg: Leg) -> Course {
        Course { way: Rc::new(Rc::unwrap_or_clone(self.way).then(leg)), formation: self.formation }
    }

    /// The lines that the middle of the front meets, up to the thousandth at which it stands in the end.
    fn lines_met(&self, table: &Tabletop) -> Vec<Crossing> {
        let end = self.at(self.way.end()).formation.rectangle();
        let way = Rc::unwrap_or_clone(self.way.clone()).ending_at(end);
        plane::ground(&way, Mark::Front, table.terrain()).crossings
    }

    pub(super) fn way(&self) -> &Way {
        &self.way
    }

    /// How much of the way can be gone, in thousandths, while something holds of the body. Looked at step by step, and to the
    /// thousandth within the step at whose end it no longer holds.
    fn length_where(&self, holds: impl Fn(&Body) -> bool) -> i64 {
        let Some(step) = self.way.steps().iter().find(|step| !holds(&self.at(step.to))) else {
            return self.way.length().in_thousandths();
        };
        let (mut good, mut bad) = (step.begins.in_thousandths(), step.ends.in_thousandths());
        while bad - good > 1 {
            let middle = good + (bad - good) / 2;
            let there = self.way.placed_at(Length::thousandths(middle));
            if holds(&self.at(there)) { good = middle } else { bad = middle }
        }
        good
    }

    /// The body with its rectangle there.
    fn at(&self, rectangle: Placed) -> Body {
        Body::of(self.formation.moved(rectangle.point(Mark::Front), rectangle.facing()))
    }
}

/// A line that is met, as rules are told of it.
fn told(table: &Tabletop, crossing: &Crossing, how: Option<&'static str>) -> Dynamic {
    let terrain = Ground::printed(table.lines()[crossing.line].terrain);
    let gone = crossing.at.in_thousandths();
    let how = how.map(|how| Dynamic::from(ImmutableString::from(how)));
    Dynamic::from_array([Dynamic::from(terrain), Dynamic::from(gone)].into_iter().chain(how).collect())
}

fn how_named(how: How) -> &'static str {
    match how {
        How::BeginsOn => "off",
        How::Over => "over",
        How::Touches => "to",
        How::EndsOn => "onto",
        How::Along => "along",
    }
}

/// The hands, each with its word.
pub(in crate::rules) const HANDS: [(&str, Hand); 2] = [("left", Hand::Left), ("right", Hand::Right)];

fn hand_named(word: &str) -> Outcome<Hand> {
    match HANDS.iter().find(|(name, _)| *name == word) {
        Some((_, hand)) => Ok(*hand),
        None => unknown("hand", word, HANDS.iter().map(|(name, _)| *name)),
    }
}

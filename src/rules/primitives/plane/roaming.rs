//! Where something may get to on the table, and by which way, what turns and stretches cost asked of the rules, through closures.

use std::rc::Rc;

use rhai::{Array, Dynamic, EvalAltResult, FnPtr, ImmutableString, NativeCallContext};

use super::super::Kit;
use super::super::space::aside;
use super::bodies::Body;
use super::table;
use crate::kernel::plane::{self, Facing, Length, Mover, NoWay, Placed, Point, Turn};
use crate::rules::kinds::kind_of;
use crate::rules::natives::Registrar;
use crate::rules::raise::{Outcome, bad};
use crate::rules::scene::Stage;
use crate::rules::trace::{Event, Roamed, Stretch};

/// From one direction to the next where something stands, and at places that it gets to.
const STEPS: [Turn; 2] = [Turn::degrees(5), Turn::degrees(15)];
/// Directions that are told in words.
const TOLD: Turn = Turn::degrees(45);
/// So many places on the way are looked from, the cheapest first.
const MOST_PLACES: usize = 16;

pub(super) fn register(registrar: &mut Registrar<'_>, kit: &Kit) {
    let stage = kit.stage.clone();
    registrar.add(
        "places_round(apart: int, from: Point, to: Point, within: int, bodies: array) -> array",
        "Places by which a way from one point to another may lead round what lies on the table: just clear of areas, ends of lines \
         and these bodies, and so far from them. Those by which the way is no longer than `within`, the shortest way first.",
        move |apart: i64, from: Point, to: Point, within: i64, bodies: Array| -> Outcome<Array> {
            super::only_bodies(&bodies)?;
            let models = bodies.iter().filter_map(|value| value.clone().try_cast::<Body>());
            let bases: Vec<Placed> = models.map(|body| body.whole()).collect();
            let places = plane::places_round(&*table(&stage)?, Length::thousandths(apart), &bases);
            let by = |place: Point| from.distance(place).rounded() + place.distance(to).rounded();
            let mut places: Vec<(Length, Point)> = places.into_iter().map(|place| (by(place), place)).collect();
            places.retain(|(length, _)| *length <= Length::thousandths(within));
            // Equally near ones stay in the order of their places.
            places.sort_by_key(|(length, _)| *length);
            Ok(places.into_iter().map(|(_, place)| Dynamic::from(place)).collect())
        },
    );
    let own = kit.clone();
    registrar.add(
        "reach_round(from: Point, facing: Facing, budget: int, furthest: int, places: array, turn: closure, run: closure) -> array",
        "Where something that turns on the spot and goes straight may get to: straight on in every direction, and from each of \
         these places to which it gets. `turn` is called as `|turn|`, in millionths of a degree to the right, and answers what that \
         costs. `run` is called as `|from, facing, left, length|` and answers how far of a length it may go and stand there, at no \
         more than what is left, what that costs, in words what the parts of that are, and what ends it or `()`: \
         `[gone, cost, parts, why]`. No way is longer than `furthest`. Answers the places at the ends of the ways straight on.",
        move |context: NativeCallContext<'_>,
              from: Point,
              facing: Facing,
              budget: i64,
              furthest: i64,
              places: Array,
              turn: FnPtr,
              run: FnPtr|
              -> Outcome<Array> {
            let mover = Mover { at: from, facing, budget, furthest: Length::thousandths(furthest) };
            let mut rules = Asked { stage: &own.stage, context: &context, turn: &turn, run: &run };
            let mut spreads = Vec::new();
            let stands = plane::stands(&mover, &points(&places)?, &mut rules)?;
            for (number, stand) in stands.into_iter().take(1 + MOST_PLACES).enumerate() {
                let step = STEPS[usize::from(number > 0)];
                let fan = plane::fan(&mover, stand, step, &mut rules)?;
                let is_round = number == 0;
                let way = fan.stand.way.clone();
                let rays = fan.rays.into_iter();
                let stretches = rays.map(|ray| {
                    let turned = rules.turned(ray.turn)?.1;
                    let told = number == 0 && ray.turn.in_millionths() % TOLD.in_millionths() == 0;
                    Ok(Stretch {
                        name: if told { direction(ray.turn).into() } else { "".into() },
                        from: ray.from,
                        facing: ray.facing,
                        gone: ray.run.gone,
                        end: ray.end,
                        before: ray.before,
                        cost: ray.before.saturating_add(ray.run.cost),
                        parts: all_parts(turned, ray.run.note.0),
                        stopped: ray.run.note.1,
                    })
                });
                let stretches = stretches.collect::<Outcome<Vec<Stretch>>>()?;
                spreads.push(Roamed { way, is_round, stretches });
            }
            let ends = spreads.first().map(|spread| &spread.stretches[..]).unwrap_or_default();
            let ends = ends.iter().filter(|s| s.gone > Length::ZERO).map(|s| Dynamic::from(s.end)).collect();
            show(&own.stage, spreads);
            Ok(ends)
        },
    );
    let stage = kit.stage.clone();
    registrar.add(
        "show_reach(stretches: array)",
        "Tells where something may get to that does not turn on the spot: straight stretches, each beside the next, as \
         `[name, from, facing, length, spent before, cost of it all, parts of that, why]`. Those without a name are shown and not told; \
         `why` is what ends one, or `()`.",
        move |stretches: Array| -> Outcome<()> {
            let stretches = stretches.into_iter().map(stretch).collect::<Outcome<Vec<Stretch>>>()?;
            show(&stage, vec![Roamed { way: Vec::new(), is_round: false, stretches }]);
            Ok(())
        },
    );
    let own = kit.clone();
    registrar.add(
        "way_round(from: Point, facing: Facing, goal: Point, budget: int, furthest: int, places: array, turn: closure, run: closure) -> array",
        "The places of the cheapest way to a goal that is straight, or straight from one of these places to another, the start not \
         among them, the goal the last: `[places, ()]`. Of equally cheap ones the one of the fewest stretches, then always the same. \
         Costs are asked as by `reach_round`. Where there is none, `[(), why]` with what is against the straight way.",
        move |context: NativeCallContext<'_>,
              from: Point,
              facing: Facing,
              goal: Point,
              budget: i64,
              furthest: i64,
              places: Array,
              turn: FnPtr,
              run: FnPtr|
              -> Outcome<Array> {
            let mover = Mover { at: from, facing, budget, furthest: Length::thousandths(furthest) };
            let mut rules = Asked { stage: &own.stage, context: &context, turn: &turn, run: &run };
            match plane::cheapest_way(&mover, goal, &points(&places)?, &mut rules)? {
                Ok(stand) => {
                    let places: Array = stand.way.into_iter().skip(1).map(Dynamic::from).collect();
                    Ok(vec![Dynamic::from_array(places), Dynamic::UNIT])
                }
                Err(no_way) => {
                    let facing = Facing::towards(mover.at, goal).unwrap_or(mover.facing);
                    let turned = rules.turned(mover.facing.turn_to(facing))?.1;
                    Ok(vec![Dynamic::UNIT, Dynamic::from(in_words(&mover, goal, no_way, turned))])
                }
            }
        },
    );
}

/// What a run is noted with: the parts of its cost, and what ends it.
type Note = (Rc<str>, Option<Rc<str>>);

struct Asked<'a, 'c> {
    stage: &'a Stage,
    context: &'a NativeCallContext<'c>,
    turn: &'a FnPtr,
    run: &'a FnPtr,
}

impl Asked<'_, '_> {
    /// What a turn costs, and that in the words of the rules; in plain ones where they have none.
    fn turned(&self, turn: Turn) -> Outcome<(i64, Option<Rc<str>>)> {
        let turn = Dynamic::from(turn.in_millionths());
        let answer = aside(self.stage, || self.stage.call_closure(self.context, self.turn, &[&turn]))?;
        let (cost, words) = match answer.as_array_ref() {
            Ok(parts) if parts.len() == 2 => (parts[0].as_int(), text(&parts[1])),
            _ => (answer.as_int(), None),
        };
        match cost {
            Ok(cost) if cost > 0 => {
                let plain = || format!("{} to turn", Length::thousandths(cost)).into();
                Ok((cost, Some(words.unwrap_or_else(plain))))
            }
            Ok(0) => Ok((0, words)),
            _ => {
                bad(format!("a turn costs a whole number of 0 or more, or is `[cost, words]`, not {answer}"))
            }
        }
    }
}

/// The parts of what a turn and the stretch after it cost.
fn all_parts(turned: Option<Rc<str>>, own: Rc<str>) -> Rc<str> {
    match turned.filter(|turned| !turned.is_empty()) {
        Some(turned) if own.is_empty() => turned,
        Some(turned) => format!("{turned}, {own}").into(),
        None => own,
    }
}

impl plane::Rules<Note, Box<EvalAltResult>> for Asked<'_, '_> {
    fn turn(&mut self, turn: Turn) -> Outcome<i64> {
        Ok(self.turned(turn)?.0)
    }

    fn run(&mut self, from: Point, facing: Facing, left: i64, length: Length) -> Outcome<plane::Run<Note>> {
        let (from, facing) = (Dynamic::from(from), Dynamic::from(facing));
        let (left, length) = (Dynamic::from(left), Dynamic::from(length.in_thousandths()));
        let asked = [&from, &facing, &left, &length];
        let answer = aside(self.stage, || self.stage.call_closure(self.context, self.run, &asked))?;
        let parts = answer.into_array().unwrap_or_default();
        let [gone, cost, parts, why] = &parts[..] else { return bad(RUN) };
        match (gone.as_int(), cost.as_int()) {
            (Ok(gone), Ok(cost)) if gone >= 0 && cost >= 0 => Ok(plane::Run {
                gone: Length::thousandths(gone),
                cost,
                note: (text(parts).unwrap_or_default(), text(why)),
            }),
            _ => bad(RUN),
        }
    }
}

const RUN: &str = "a run answers `[gone, cost, parts, why]`, lengths and costs of 0 or more";

pub(super) fn points(places: &Array) -> Outcome<Vec<Point>> {
    let point = |value: &Dynamic| match value.clone().try_cast::<Point>() {
        Some(point) => Ok(point),
        None => bad(format!("expected a list of points, found {} in it", kind_of(value))),
    };
    places.iter().map(point).collect()
}

/// A text, or nothing for `()`.
fn text(value: &Dynamic) -> Option<Rc<str>> {
    (!value.is_unit()).then(|| value.to_string().into())
}

fn stretch(value: Dynamic) -> Outcome<Stretch> {
    let parts = value.into_array().unwrap_or_default();
    let [name, from, facing, gone, before, cost, told, why] = &parts[..] else { return bad(STRETCH) };
    let places = (from.clone().try_cast::<Point>(), facing.clone().try_cast::<Facing>());
    let numbers = (gone.as_int(), before.as_int(), cost.as_int());
    let ((Some(from), Some(facing)), (Ok(gone), Ok(before), Ok(cost))) = (places, numbers) else {
        return bad(STRETCH);
    };
    let name: ImmutableString = name.clone().try_cast().unwrap_or_default();
    let gone = Length::thousandths(gone.max(0));
    Ok(Stretch {
        name: name.as_str().into(),
        from,
        facing,
        gone,
        end: from.towards(facing, gone),
        before,
        cost,
        parts: text(told).unwrap_or_default(),
        stopped: text(why),
    })
}

const STRETCH: &str = "a stretch is `[name, from, facing, length, spent before, cost of it all, parts, why]`";

/// Puts where something may get to among the events of the run, unless nobody looks.
fn show(stage: &Stage, spreads: Vec<Roamed>) {
    let Some(mut scene) = stage.scene_mut() else { return };
    if scene.aside == 0 {
        spreads.into_iter().for_each(|spread| scene.event(Event::Roamed(spread)));
    }
}

/// A direction as seen by whoever faces it: `ahead`, `45° right`.
fn direction(turn: Turn) -> String {
    let degrees = turn.in_millionths() / Turn::degrees(1).in_millionths();
    match degrees {
        0 => "ahead".to_owned(),
        180 => "behind".to_owned(),
        _ if degrees < 0 => format!("{}° left", -degrees),
        _ => format!("{degrees}° right"),
    }
}

fn in_words(mover: &Mover, goal: Point, no_way: NoWay<Note>, turned: Option<Rc<str>>) -> String {
    let length = Length::thousandths;
    let against = match no_way.straight {
        None => format!("to turn there costs {}, {} are left", length(no_way.turn), length(mover.budget)),
        Some(run) => {
            let ends = run.note.1.unwrap_or_else(|| "then nothing is left".into());
            let gone = run.gone;
            let spent = all_parts(turned, run.note.0);
            let spent = if spent.is_empty() { String::new() } else { format!(" ({spent})") };
            let cost = length(no_way.turn.saturating_add(run.cost));
            format!("the straight one leads {gone} for {cost}{spent}: {ends}")
        }
    };
    format!("there is no way to {goal} for {}; {against}", length(mover.budget))
}

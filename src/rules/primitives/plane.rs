//! Questions about the table in inches. Lengths are whole thousandths of an inch, turns millionths of a degree clockwise.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::rc::Rc;

use rhai::{Array, Dynamic};

use super::Kit;
use crate::kernel::plane::{
    self, Arc, Area, Base, Clock, Contact, Facing, Formation, Hand, Index, Leg, Length, Lie, Mark, Outline,
    Placed, Point, Side, Tabletop, Template, Turn, Way, Within, walk,
};
use crate::kernel::state::{Deed, Place, Query};
use crate::kernel::value::{TerrainId, UnitId};
use crate::rules::convert::{Ground, to_dynamic};
use crate::rules::natives::Registrar;
use crate::rules::raise::{Outcome, bad};
use crate::rules::scene::Stage;

/// The models of a unit where they stand, or would.
#[derive(Debug, Clone)]
pub(super) struct Body {
    formation: Formation,
    /// Where its models stand, once that has been asked for.
    models: Rc<OnceCell<Vec<Placed>>>,
}

/// A way of a body along the table.
#[derive(Debug, Clone)]
pub(super) struct Course {
    legs: Rc<[Leg]>,
    way: Rc<Way>,
    formation: Formation,
}

impl Body {
    fn of(formation: Formation) -> Body {
        Body { formation, models: Rc::default() }
    }

    /// The models, from the front rank back.
    fn models(&self) -> &[Placed] {
        self.models.get_or_init(|| self.formation.models())
    }

    /// What all models stand within.
    pub(super) fn whole(&self) -> Placed {
        self.formation.rectangle()
    }

    pub(super) fn outlines(&self) -> impl Iterator<Item = Outline> {
        self.models().iter().map(Placed::outline)
    }
}

pub(super) fn register(registrar: &mut Registrar<'_>, kit: &Kit) {
    measures(registrar);
    places(registrar, kit);
    bodies(registrar, kit);
    between(registrar);
    shots(registrar);
    ways(registrar, kit);
}

fn measures(registrar: &mut Registrar<'_>) {
    registrar.add(
        "inches(count: int) -> int",
        "So many inches as a length: lengths are counted in thousandths of an inch.",
        |count: i64| count.checked_mul(1000).map_or_else(|| bad("that is too long"), Ok),
    );
    registrar.add(
        "millimetres(count: int) -> int",
        "So many millimetres as a length, to the nearest thousandth of an inch.",
        |count: i64| Length::millimetres(count).in_thousandths(),
    );
    registrar.add("length_text(length: int) -> text", "A length in words: `3.5\"`.", |length: i64| {
        Length::thousandths(length).to_string()
    });
    registrar.add(
        "degrees(count: int) -> int",
        "So many degrees as a turn, clockwise: turns are counted in millionths of a degree.",
        |count: i64| count.checked_mul(1_000_000).map_or_else(|| bad("that is too far round"), Ok),
    );
    registrar.add(
        "turn_along(arc: int, radius: int) -> int",
        "The turn that leads a point at this radius along so long an arc.",
        |arc: i64, radius: i64| {
            Turn::of_arc(Length::thousandths(arc), Length::thousandths(radius)).in_millionths()
        },
    );
}

fn places(registrar: &mut Registrar<'_>, kit: &Kit) {
    registrar.add(
        "point(x: int, y: int) -> Point",
        "A point of the table: from its left edge, from its lower edge.",
        |x: i64, y: i64| Point::new(Length::thousandths(x), Length::thousandths(y)),
    );
    registrar.add(
        "facing(turn: int) -> Facing",
        "The direction that lies so far clockwise from straight up the table.",
        |turn: i64| Facing::UP.turned(Turn::millionths(turn)),
    );
    registrar.add(
        "facing_to(from: Point, to: Point) -> Facing",
        "The direction from a point to another; `()` to the same point.",
        |from: Point, to: Point| Facing::towards(from, to).map_or(Dynamic::UNIT, Dynamic::from),
    );
    registrar.add(
        "turned(facing: Facing, turn: int) -> Facing",
        "A direction turned clockwise, below zero against the clock.",
        |facing: Facing, turn: i64| facing.turned(Turn::millionths(turn)),
    );
    registrar.add(
        "turn_between(from: Facing, to: Facing) -> int",
        "The shortest turn from a direction to another.",
        |from: Facing, to: Facing| from.turn_to(to).in_millionths(),
    );
    registrar.add(
        "shifted(point: Point, facing: Facing, length: int) -> Point",
        "The point so far away in a direction, to the nearest thousandth.",
        |point: Point, facing: Facing, length: i64| point.towards(facing, Length::thousandths(length)),
    );
    registrar.add(
        "deviated(aim: Point, shot: Facing, hour: int, length: int) -> Point",
        "Where a shot lands that deviates by the clock, 12 being the direction of the shot.",
        |aim: Point, shot: Facing, hour: i64, length: i64| match u8::try_from(hour).ok().and_then(Clock::new)
        {
            Some(clock) => Ok(plane::deviated(aim, shot, clock, Length::thousandths(length))),
            None => bad(format!("a clock has no {hour}")),
        },
    );
    registrar.engine.register_get("x", |point: &mut Point| point.x().in_thousandths());
    registrar.engine.register_get("y", |point: &mut Point| point.y().in_thousandths());
    registrar.engine.register_get("turn", |facing: &mut Facing| facing.turn().in_millionths());
    for print in ["to_string", "to_debug"] {
        registrar.engine.register_fn(print, |point: &mut Point| point.to_string());
        registrar.engine.register_fn(print, |facing: &mut Facing| facing.to_string());
    }
    registrar.engine.register_fn("+", |text: &str, point: Point| format!("{text}{point}"));
    registrar.engine.register_fn("+", |text: &str, facing: Facing| format!("{text}{facing}"));
    registrar.engine.register_fn("==", |a: Point, b: Point| a == b);
    registrar.engine.register_fn("!=", |a: Point, b: Point| a != b);
    registrar.engine.register_fn("==", |a: Facing, b: Facing| a == b);
    registrar.engine.register_fn("!=", |a: Facing, b: Facing| a != b);
    registrar.engine.register_type_with_name::<Point>("Point");
    registrar.engine.register_type_with_name::<Facing>("Facing");
    registrar.engine.register_type_with_name::<Body>("Body");
    registrar.engine.register_type_with_name::<Course>("Way");
    let stage = kit.stage.clone();
    registrar
        .engine
        .register_get("point", move |unit: &mut UnitId| to_dynamic(&stage.ask(Query::Point(*unit))));
    let stage = kit.stage.clone();
    registrar
        .engine
        .register_get("facing", move |unit: &mut UnitId| to_dynamic(&stage.ask(Query::Facing(*unit))));
    let stage = kit.stage.clone();
    registrar.add(
        "stand(unit: Unit, point: Point, facing: Facing)",
        "Puts a unit on the table: where its mark is, and which way it faces.",
        move |unit: UnitId, point: Point, facing: Facing| {
            if !printed_table(&stage)?.has(point) {
                return bad(format!("{point} is not on the table"));
            }
            stage.carry(&Deed::Place(unit, Place::Table(point, facing)))
        },
    );
}

fn bodies(registrar: &mut Registrar<'_>, kit: &Kit) {
    registrar.add(
        "block(width: int, depth: int, models: int, frontage: int, front: Point, facing: Facing) -> Body",
        "Models on rectangular bases in ranks, the middle of their front edge at a point; the last rank is centred.",
        |width: i64, depth: i64, models: i64, frontage: i64, front: Point, facing: Facing| {
            body(Base::rectangle(Length::thousandths(width), Length::thousandths(depth)), models, frontage, front, facing)
        },
    );
    registrar.add(
        "round_base(diameter: int, front: Point, facing: Facing) -> Body",
        "A model on a round base whose front touches a point.",
        |diameter: i64, front: Point, facing: Facing| {
            body(Base::round(Length::thousandths(diameter)), 1, 1, front, facing)
        },
    );
    macro_rules! getter {
        ($name:literal, |$body:ident| $value:expr) => {
            registrar.engine.register_get($name, |$body: &mut Body| $value);
        };
    }
    getter!("models", |body| i64::from(body.formation.count()));
    getter!("frontage", |body| i64::from(body.formation.frontage()));
    getter!("ranks", |body| i64::from(body.formation.ranks()));
    getter!("width", |body| body.formation.width().in_thousandths());
    getter!("depth", |body| body.formation.depth().in_thousandths());
    getter!("front", |body| body.formation.front());
    getter!("facing", |body| body.formation.facing());
    getter!("centre", |body| body.formation.rectangle().point(Mark::Centre));
    getter!("rank_sizes", |body| {
        let sizes = body.formation.rank_sizes().into_iter();
        sizes.map(|size| Dynamic::from(i64::from(size))).collect::<Array>()
    });
    registrar.add(
        "without(body: Body, casualties: int) -> Body",
        "What is left when so many models have fallen, taken from the rear; `()` when none is left.",
        |body: Body, casualties: i64| {
            let casualties = u32::try_from(casualties.max(0)).unwrap_or(u32::MAX);
            body.formation.without(casualties).map_or(Dynamic::UNIT, |left| Dynamic::from(Body::of(left)))
        },
    );
    registrar.add(
        "with_frontage(body: Body, frontage: int) -> Body",
        "The same models with another frontage, the middle of the front where it was.",
        |body: Body, frontage: i64| {
            let frontage = u32::try_from(frontage).unwrap_or_default();
            match body.formation.reformed(frontage) {
                Ok(formation) => Ok(Body::of(formation)),
                Err(error) => bad(error.to_string()),
            }
        },
    );
    registrar.add(
        "at(body: Body, front: Point, facing: Facing) -> Body",
        "The same models elsewhere.",
        |body: Body, front: Point, facing: Facing| Body::of(body.formation.moved(front, facing)),
    );
    registrar.add(
        "footprint(body: Body) -> array",
        "Each model from above, for pictures: its corners clockwise from its front left, or `[centre, diameter]` of a round one.",
        |body: Body| -> Array { body.models().iter().map(outline_of).collect() },
    );
    for (signature, about, side) in [
        (
            "table_width() -> int",
            "How wide the table is, from left to right.",
            Tabletop::width as fn(&Tabletop) -> _,
        ),
        ("table_depth() -> int", "How deep the table is, from bottom to top.", Tabletop::depth),
    ] {
        let stage = kit.stage.clone();
        registrar.add(signature, about, move || -> Outcome<i64> {
            Ok(side(printed_table(&stage)?).in_thousandths())
        });
    }
    let stage = kit.stage.clone();
    registrar.add(
        "on_table(body: Body) -> bool",
        "Whether all of a body is on the table.",
        move |body: Body| {
            let table = table(&stage)?;
            Ok::<_, Box<rhai::EvalAltResult>>(
                body.outlines().all(|shape| table.holds(&shape) == Within::Wholly),
            )
        },
    );
    let stage = kit.stage.clone();
    registrar.add(
        "terrains_under(body: Body) -> array",
        "The terrains of all areas in which some of a body stands, each once, in the order in which they lie on the table.",
        move |body: Body| -> Outcome<Array> {
            let table = table(&stage)?;
            let mut found: Vec<TerrainId> = Vec::new();
            areas_holding(&body, &table, &mut found, |_, _| false);
            Ok(found.into_iter().map(|terrain| Dynamic::from(Ground::printed(terrain))).collect())
        },
    );
    let stage = kit.stage.clone();
    registrar.add(
        "terrains_under_all(body: Body) -> array",
        "The terrains on which all of a body stands: of which each model is wholly in one area or another, each once, in the \
         order in which they lie on the table.",
        move |body: Body| -> Outcome<Array> {
            let table = table(&stage)?;
            let mut found: Vec<TerrainId> = Vec::new();
            areas_holding(&body, &table, &mut found, |_, _| false);
            found.retain(|terrain| {
                let areas = || table.terrain().areas.iter().zip(table.areas()).filter(|(_, f)| f.terrain == *terrain);
                body.outlines().all(|shape| areas().any(|(area, _)| area.holds(&shape) == Within::Wholly))
            });
            Ok(found.into_iter().map(|terrain| Dynamic::from(Ground::printed(terrain))).collect())
        },
    );
    let stage = kit.stage.clone();
    registrar.add(
        "terrains_near(body: Body, length: int) -> array",
        "The terrains of all areas in which some of a body stands or to whose edge it is so near, and of all lines that are so \
         near, each once; exactly so far counts.",
        move |body: Body, length: i64| -> Outcome<Array> {
            let (table, length) = (table(&stage)?, Length::thousandths(length));
            let mut found: Vec<TerrainId> = Vec::new();
            areas_holding(&body, &table, &mut found, |area, shape| area.to_edge(shape).apart.is_within(length));
            for (line, feature) in table.terrain().lines.iter().zip(table.lines()) {
                let is_near = |shape: Outline| line.nearest(&shape).is_some_and(|n| n.apart.is_within(length));
                if !found.contains(&feature.terrain) && body.outlines().any(is_near) {
                    found.push(feature.terrain);
                }
            }
            Ok(found.into_iter().map(|terrain| Dynamic::from(Ground::printed(terrain))).collect())
        },
    );
}

/// Adds the terrains of all areas that hold some of a body, or of which something else is true.
fn areas_holding(
    body: &Body,
    table: &Tabletop,
    found: &mut Vec<TerrainId>,
    or: impl Fn(&Area, &Outline) -> bool,
) {
    for (area, feature) in table.terrain().areas.iter().zip(table.areas()) {
        let counts = |shape: Outline| area.holds(&shape).is_any() || or(area, &shape);
        if !found.contains(&feature.terrain) && body.outlines().any(counts) {
            found.push(feature.terrain);
        }
    }
}

fn outline_of(model: &Placed) -> Dynamic {
    let base = model.base();
    let points: Array = if base.is_round() {
        vec![Dynamic::from(model.centre()), Dynamic::from(base.width().in_thousandths())]
    } else {
        let corners = [
            Mark::FrontCorner(Hand::Left),
            Mark::FrontCorner(Hand::Right),
            Mark::RearCorner(Hand::Right),
            Mark::RearCorner(Hand::Left),
        ];
        corners.iter().map(|mark| Dynamic::from(model.point(*mark))).collect()
    };
    Dynamic::from_array(points)
}

fn body(
    base: Result<Base, plane::BaseError>,
    models: i64,
    frontage: i64,
    front: Point,
    facing: Facing,
) -> Outcome<Body> {
    let base = match base {
        Ok(base) => base,
        Err(error) => return bad(error.to_string()),
    };
    let count = |number: i64| u32::try_from(number).unwrap_or_default();
    match Formation::new(base, count(models), count(frontage), front, facing) {
        Ok(formation) => Ok(Body::of(formation)),
        Err(error) => bad(error.to_string()),
    }
}

fn between(registrar: &mut Registrar<'_>) {
    registrar.add(
        "length_between(one: any, other: any) -> int",
        "How far two bodies or points are apart, to the nearest thousandth; 0 where they touch. To tell whether something is \
         within a length, ask `is_within`, which is exact.",
        |one: Dynamic, other: Dynamic| {
            let (one, other) = (shapes(&one)?, shapes(&other)?);
            let apart = one.iter().flat_map(|a| other.iter().map(move |b| a.nearest(b).apart.rounded()));
            apart.min().map_or_else(|| bad("nothing is measured"), |least| Ok(least.in_thousandths()))
        },
    );
    registrar.add(
        "is_within(one: any, length: int, other: any) -> bool",
        "Whether two bodies or points are so near; exactly so far counts, and nothing is rounded.",
        |one: Dynamic, length: i64, other: Dynamic| {
            let (one, other) = (shapes(&one)?, shapes(&other)?);
            let length = Length::thousandths(length);
            Ok::<_, Box<rhai::EvalAltResult>>(
                one.iter().any(|a| other.iter().any(|b| a.is_within(length, b))),
            )
        },
    );
    registrar.add(
        "contact(one: Body, other: Body) -> any",
        "`()` where no models of theirs touch, else the sides of the whole bodies that do: `[\"front\", \"left\"]` is the front of \
         the first against the left flank of the other.",
        |one: Body, other: Body| {
            // Bodies that do not touch as wholes have no models that do.
            let whole = plane::contact(&one.whole(), &other.whole());
            let touch = || {
                let models = one.models().iter().flat_map(|a| other.models().iter().map(move |b| (a, b)));
                models.into_iter().any(|(a, b)| plane::contact(a, b).is_some())
            };
            whole.filter(|_| touch()).map_or(Dynamic::UNIT, |Contact { on_one, on_other, .. }| {
                Dynamic::from_array(vec![Dynamic::from(side_word(on_one)), Dynamic::from(side_word(on_other))])
            })
        },
    );
    registrar.add(
        "models_in_contact(one: Body, other: Body) -> int",
        "How many models of the first touch a model of the other.",
        |one: Body, other: Body| {
            if plane::contact(&one.whole(), &other.whole()).is_none() {
                return 0;
            }
            let touches = |a: &&Placed| other.models().iter().any(|b| plane::contact(a, b).is_some());
            one.models().iter().filter(touches).count() as i64
        },
    );
    registrar.add(
        "lies(body: Body, line: text, of: Body) -> text",
        "Where a body lies of the straight line along the `front` or the `rear` of another: wholly `before`, wholly `behind`, or \
         `across`.",
        |body: Body, line: &str, of: Body| {
            let bound = match line {
                "front" => of.formation.front_line(),
                "rear" => of.formation.rear_line(),
                _ => return bad(format!("a body has a front and a rear, no {line}")),
            };
            Ok(match bound.lie_of_all(&body.outlines().collect::<Vec<_>>()) {
                Lie::Before => "before",
                Lie::Across => "across",
                Lie::Behind => "behind",
            })
        },
    );
}

fn shots(registrar: &mut Registrar<'_>) {
    registrar.add(
        "in_arc(body: Body, width: int, target: Body) -> text",
        "How much of a target is in the arc of a body: `wholly`, `partly` or `not`. A width of 0 is straight ahead from each end of \
         the front; others are turns centred on the facing.",
        |body: Body, width: i64, target: Body| {
            let arc = if width == 0 { Arc::AHEAD } else { Arc::centred(Turn::millionths(width)) };
            let front = body.formation.rectangle();
            let parts: Vec<Within> = target.outlines().map(|shape| arc.takes(&front, &shape)).collect();
            within_word(&parts)
        },
    );
    registrar.add(
        "in_line_of_fire(from: Point, to: Point, length: int, bodies: array) -> array",
        "Which of these bodies the straight line comes within so much of, by their places in the list, the nearest to the beginning \
         first. Exactly so far counts.",
        |from: Point, to: Point, length: i64, bodies: Array| -> Outcome<Array> {
            let (index, owners) = indexed(&bodies)?;
            let mut found: Vec<usize> = Vec::new();
            for passed in plane::line_of_fire(from, to, Length::thousandths(length), &index) {
                if !found.contains(&owners[passed.id]) {
                    found.push(owners[passed.id]);
                }
            }
            Ok(found.into_iter().map(|at| Dynamic::from(at as i64)).collect())
        },
    );
    registrar.add(
        "under_circle(centre: Point, radius: int, bodies: array) -> array",
        "How many models of each of these bodies a round template covers: `[wholly, partly]` for each.",
        |centre: Point, radius: i64, bodies: Array| -> Outcome<Array> {
            let (index, owners) = indexed(&bodies)?;
            let mut counts = vec![[0_i64; 2]; bodies.len()];
            let template = Template::Circle { radius: Length::thousandths(radius) };
            for under in template.under(centre, Facing::UP, &index) {
                counts[owners[under.id]][usize::from(under.within != Within::Wholly)] += 1;
            }
            let row = |row: [i64; 2]| Dynamic::from_array(row.into_iter().map(Dynamic::from).collect());
            Ok(counts.into_iter().map(row).collect())
        },
    );
}

fn ways(registrar: &mut Registrar<'_>, kit: &Kit) {
    registrar.add(
        "way(body: Body) -> Way",
        "The way of a body from where it stands; it has not gone yet.",
        |body: Body| {
            let way = Rc::new(walk(body.formation.rectangle(), &[]));
            Course { legs: Rc::default(), way, formation: body.formation }
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
    registrar.engine.register_get("length", |course: &mut Course| course.way.length().in_thousandths());
    registrar.engine.register_get("end", |course: &mut Course| course.at(course.way.end()));
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
            let table = table(&stage)?;
            Ok(course.length_where(|body| body.outlines().all(|shape| table.holds(&shape) == Within::Wholly)))
        },
    );
    let stage = kit.stage.clone();
    registrar.add(
        "lines_crossed(way: Way) -> array",
        "The lines of the table that the middle of the front goes over, in order: `[terrain, length gone]` for each.",
        move |course: Course| -> Outcome<Array> {
            let table = table(&stage)?;
            let over = plane::ground(&course.way, Mark::Front, table.terrain());
            let crossed = over.crossings.iter().filter(|crossing| crossing.how == plane::How::Over);
            Ok(crossed
                .map(|crossing| {
                    let terrain = Ground::printed(table.lines()[crossing.line].terrain);
                    let gone = crossing.at.in_thousandths();
                    Dynamic::from_array(vec![Dynamic::from(terrain), Dynamic::from(gone)])
                })
                .collect())
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
    fn and(&self, leg: Leg) -> Course {
        let legs: Rc<[Leg]> = self.legs.iter().copied().chain([leg]).collect();
        Course { way: Rc::new(walk(self.way.start(), &legs)), legs, formation: self.formation }
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

/// The table as it is now: with the pieces of terrain that rules have laid on it.
pub(super) fn table(stage: &Stage) -> Outcome<Cow<'_, Tabletop>> {
    let printed = printed_table(stage)?;
    if printed.pieces().is_empty() {
        return Ok(Cow::Borrowed(printed));
    }
    stage.ask(Query::Laid);
    let table = stage.scene().map(|scene| printed.with_laid(scene.state.laid()));
    Ok(table.map_or(Cow::Borrowed(printed), Cow::Owned))
}

/// The table as it is printed.
pub(super) fn printed_table(stage: &Stage) -> Outcome<&Tabletop> {
    match &stage.catalogue.tabletop {
        Some(table) => Ok(table),
        None => bad("this game is not played on a table in inches"),
    }
}

/// The shapes of a body, or a point.
fn shapes(value: &Dynamic) -> Outcome<Vec<Outline>> {
    if let Some(body) = value.clone().try_cast::<Body>() {
        return Ok(body.outlines().collect());
    }
    match value.clone().try_cast::<Point>() {
        Some(point) => Ok(vec![Outline::point(point)]),
        None => bad(format!("expected a body or a point, found {}", value.type_name())),
    }
}

/// All models of some bodies, and which body each is of.
pub(super) fn indexed(bodies: &Array) -> Outcome<(Index, Vec<usize>)> {
    let (mut models, mut owners) = (Vec::new(), Vec::new());
    for (at, value) in bodies.iter().enumerate() {
        let Some(body) = value.clone().try_cast::<Body>() else {
            return bad(format!("expected a list of bodies, found {} in it", value.type_name()));
        };
        models.extend_from_slice(body.models());
        owners.resize(models.len(), at);
    }
    Ok((Index::new(models), owners))
}

fn hand_named(word: &str) -> Outcome<Hand> {
    match word {
        "left" => Ok(Hand::Left),
        "right" => Ok(Hand::Right),
        _ => bad(format!("hands are `left` and `right`, not `{word}`")),
    }
}

fn side_word(side: Side) -> &'static str {
    match side {
        Side::Front => "front",
        Side::Left => "left",
        Side::Right => "right",
        Side::Rear => "rear",
    }
}

pub(super) fn within_word(parts: &[Within]) -> &'static str {
    match () {
        () if parts.iter().all(|part| *part == Within::Wholly) => "wholly",
        () if parts.iter().any(|part| part.is_any()) => "partly",
        () => "not",
    }
}
